"""Listening at doors (R-DOOR-5, R-HEAR-6)."""

from __future__ import annotations

from footfall.api import Change, Context, Message, Tell
from footfall.api.grid import Actor, Cell, chebyshev_distance, current_level

from ..actors.actor_index import list_actors
from ..actors.floor import tile_at
from ..actors.identification import disguise_of
from ..actors.stats import ORTHOGONAL, effective_stat, is_thing
from ..model.settings import rule_settings
from ..model.state import ListeningState, stealth_of
from ..senses.sight import actor_name

BASE_PERCEPTION = 4
"""The listening roll is 1d6 + (PERCEPTION - 4) (D-9)."""


def list_adjacent_doors(ctx: Context, actor: Actor) -> list[Cell]:
    """Closed doors orthogonally next to an actor, clockwise from north."""
    doors = []
    for dy, dx in ORTHOGONAL:
        cell = (actor.at[0] + dy, actor.at[1] + dx)
        kind = tile_at(ctx, actor, cell)
        if kind is not None and "door" in kind.tags and not kind.walkable:
            doors.append(cell)
    return doors


def count_wait(ctx: Context, actor: Actor) -> tuple[ListeningState, list[Change]]:
    """One more wait: the new count, and the report once there were enough waits next to a door."""
    before, settings = stealth_of(ctx.state).listening, rule_settings(ctx)
    doors = list_adjacent_doors(ctx, actor)
    if not doors:
        return (
            _count_wait_in_open(ctx, before, actor, settings.listen_waits)
            if settings.listen_mode
            else (ListeningState(), [])
        )
    same = before.waits > 0 and before.at == actor.at and before.door in doors
    door = before.door if same else doors[0]
    waits = before.waits + 1 if same else 1
    if waits < settings.listen_waits:
        return ListeningState(waits, actor.at, door), []
    return ListeningState(), [_report(ctx, listen_through(ctx, actor, door))]


def _report(ctx: Context, result: Message) -> Change:
    """What came of the waits; no sound, which a front end may show elsewhere than in its log."""
    return Tell(result) if rule_settings(ctx).shipped else Tell(result, "sound")


def _count_wait_in_open(
    ctx: Context, before: ListeningState, actor: Actor, enough: int
) -> tuple[ListeningState, list[Change]]:
    """One more wait away from doors; enough of them sharpen the hearing (D-41)."""
    same = before.waits > 0 and before.at == actor.at and before.door == actor.at
    waits = min(enough, before.waits + 1 if same else 1)
    begins = waits == enough and not (same and before.waits == enough)
    report: list[Change] = [_report(ctx, Message("stealth-hark-begins"))] if begins else []
    return ListeningState(waits, actor.at, actor.at), report


def listen_through(ctx: Context, actor: Actor, door: Cell) -> Message:
    """Rolls for what is heard through a door."""
    settings = rule_settings(ctx)
    perception = effective_stat(ctx, actor, "perception")
    rolled = ctx.roll("listen", 1, 6) + perception - BASE_PERCEPTION
    if rolled < settings.listen_target and settings.shipped:
        return Message("stealth-listen-failed")  # P-WHY-2
    creatures = creatures_beyond(ctx, actor, door) if rolled >= settings.listen_target else []
    if not creatures:
        return Message("stealth-listen-nothing")
    nearest = creatures[0]
    if perception >= settings.listen_naming and nearest.kind in stealth_of(ctx.state).known:
        return Message("stealth-listen-creature", {"creature": actor_name(ctx, nearest)})
    return Message("stealth-listen-something")


def creatures_beyond(ctx: Context, actor: Actor, door: Cell) -> list[Actor]:
    """Creatures on the far side of a door, moving or still, nearest first to the cell behind it.

    A fire is not a creature, and a dozing mimic keeps as still as the chest it looks like.
    """
    world, _, ground = current_level(ctx)
    dy, dx = door[0] - actor.at[0], door[1] - actor.at[1]
    past = (door[0] + dy, door[1] + dx)
    creatures = []
    for other in list_actors(ctx, world, ground):
        far = (other.at[0] - door[0]) * dy + (other.at[1] - door[1]) * dx > 0
        if not far or is_thing(ctx, other) or disguise_of(ctx, other) is not None:
            continue
        if other.id != actor.id and chebyshev_distance(other.at, past) <= rule_settings(ctx).listen_radius:
            creatures.append(other)
    return sorted(creatures, key=lambda other: (chebyshev_distance(other.at, past), other.id))
