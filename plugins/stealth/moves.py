"""Steps, doors and blows at the surroundings, alike for the player and for creatures (R-MOVE, R-DOOR)."""

from __future__ import annotations

from footfall.api import Change, Deny, Message, Play, Proposal, Refused, Tell, events
from footfall.api.grid import (
    Actor,
    AddFixture,
    Batter,
    Cell,
    Fixture,
    Ground,
    Level,
    Move,
    PutItem,
    SetItem,
    SetTile,
    Tile,
    fixture_at,
    ground,
    inside,
    items_at,
    pack_of,
    world_of,
)

from .fight import exhausted
from .knobs import knobs
from .melee import fortified, stride
from .sight import index
from .sounds import ATTACK, COLLAPSE, DOOR, STEP, STRIKE, emit
from .state import Deed, SetFighter, stealth_of
from .totals import damage_bonus, dice_of, item_kind, to_hit, total

LOCK = "lock:"
"""Prefix of the tag that names a locked door's colour (``lock:red``)."""

KEY = "key:"
"""Prefix of the tag that names a key's colour."""

QUIET, LOUD = "quiet", "loud"
"""Tags of ground that softens or sharpens steps (table C.11: moss, rubble)."""


def grounds(play: Play, actor: Actor) -> tuple[Level, Ground]:
    """The level an actor is on, and its derived side."""
    world = world_of(play.state)
    level = world.levels[actor.level]
    return level, ground(world, level, play.records)


def tile_at(play: Play, actor: Actor, cell: Cell) -> Tile | None:
    """The tile of a cell of the actor's level; None beyond the edge."""
    level, derived = grounds(play, actor)
    if not inside(level, cell):
        return None
    kind: Tile = derived.kinds[level.tiles[index(level, cell)]]
    return kind


def step(play: Play, actor: Actor, to: Cell) -> list[Change | Proposal] | Refused:
    """MovementAction to a free cell next to the actor; it refuses only if a mod forbids it."""
    if play.listened("can_enter"):
        denied: Deny | None = play.vote("can_enter", events.Entering(actor.id, to))
        if denied is not None:
            return Refused(denied.reason, "can_enter")
    changes: list[Change | Proposal] = []
    loudness = footfall(play, actor, to)
    if play.listened("on_move"):
        folded = play.fold("on_move", events.Moving(actor.id, actor.at, to), {"noise": loudness})
        loudness = folded["noise"]
        changes += [proposal for proposal in folded.proposals if proposal.changes]
    changes.append(stride(play, actor, to))
    changes += fortified(play, actor, to)
    changes.append(Move(actor.id, to))
    if loudness > 0:
        changes.append(emit(play, actor, STEP, to, loudness))
    return changes


def footfall(play: Play, actor: Actor, to: Cell) -> int:
    """Loudness of a step: 1 + armour + ground (table C.11)."""
    loudness = STEP.loudness + (total(play, actor, "noise") if actor.worn or "noise" in actor.stats else 0)
    kind = tile_at(play, actor, to)
    if kind is not None and kind.tags:
        loudness += (LOUD in kind.tags) - (QUIET in kind.tags)
    return max(0, loudness)


def colour_of(kind: Tile) -> str | None:
    """The colour of a locked door; None if it is not locked."""
    return next((tag.removeprefix(LOCK) for tag in kind.tags if tag.startswith(LOCK)), None)


def key_for(play: Play, actor: Actor, kind: Tile) -> int:
    """The item in an actor's pack that opens a locked door, or 0."""
    wanted = f"{KEY}{colour_of(kind)}"
    for item in pack_of(world_of(play.state), actor):
        if wanted in item_kind(play, item.kind).tags:
            return item.id
    return 0


def open_door(play: Play, actor: Actor, cell: Cell, kind: Tile) -> list[Change] | Refused:
    """Opens a door; a locked one needs its key and loses its lock for good (R-DOOR-1, 2, 4; D-4)."""
    changes: list[Change] = []
    if colour_of(kind) is not None:
        key = key_for(play, actor, kind)
        if not key:
            return Refused(Message("stealth-locked", {"colour": colour_of(kind) or ""}), "R-DOOR-2")
        if knobs(play).door_consume_key:
            changes.append(SetItem(key, count=world_of(play.state).items[key].count - 1))
    changes.append(SetTile(actor.level, cell, kind.opens_to))
    changes.append(SetFighter(actor.id, last=Deed.OTHER))
    changes.append(emit(play, actor, DOOR, cell))
    return changes


def close_door(play: Play, actor: Actor, cell: Cell) -> list[Change] | Refused:
    """Closes a door; refused while something lies or stands in the doorway (R-DOOR-3)."""
    kind = tile_at(play, actor, cell)
    if kind is None or not kind.closes_to:
        return Refused(Message("stealth-nothing-to-close"), "R-DOOR-3")
    _, derived = grounds(play, actor)
    if cell in derived.occupied or items_at(world_of(play.state), actor.level, cell):
        return Refused(Message("stealth-doorway-blocked"), "R-DOOR-3")
    return [
        SetTile(actor.level, cell, kind.closes_to),
        SetFighter(actor.id, last=Deed.OTHER),
        emit(play, actor, DOOR, cell),
    ]


def breakable(play: Play, actor: Actor, cell: Cell, kind: Tile) -> bool:
    """Whether what stands on a cell can be broken: a fixture, or what gets one with the first blow."""
    if not kind.breaks_to:
        return False
    return kind.hp != (0, 0) or fixture_at(world_of(play.state), actor.level, cell) is not None


def batter(play: Play, actor: Actor, cell: Cell, kind: Tile) -> list[Change] | Refused:
    """Strikes a secret wall, a door or another fixture (R-INSPECT-4, D-6, table C.9)."""
    if not breakable(play, actor, cell, kind):
        return Refused(Message("stealth-wall"), "R-MOVE-5")
    if exhausted(play, actor):
        return Refused(Message("stealth-exhausted"), "R-MELEE-7")
    fighter, knob = stealth_of(play.state).fighters[actor.id], knobs(play)
    changes: list[Change] = []
    die = play.roll("d6", 1, knob.hit_die)
    done = 0
    hit = die + to_hit(play, actor) > FIXTURE_DEFENSE
    if hit:
        dice = dice_of(play, actor)
        rolled = play.roll("dmg", dice.low, dice.high) + dice.plus
        done = total(play, actor, "strength") + rolled + damage_bonus(play, actor) - kind.armor
        done = max(0, done)
    cache = {}
    if knob.melee_cache_from_objects:
        th = min(knob.melee_cap_to_hit, fighter.th + 1) if done else 0
        cache = {"th": th, "df": max(0, fighter.df - 1) if hit else 0}
    changes.append(SetFighter(actor.id, stamina=fighter.stamina - 1, last=Deed.ATTACK, **cache))
    changes += [emit(play, actor, STRIKE), emit(play, actor, ATTACK)]
    if not done:
        return [*changes, Tell(Message(f"stealth-{stuff(kind)}-holds"), "fight")]
    broken, worn = wear_down(play, actor, cell, kind, done)
    changes += worn
    if not broken:
        changes.append(Tell(Message(f"stealth-{stuff(kind)}-cracks"), "fight"))
    return changes


FIXTURE_DEFENSE = 0
"""DEFENSE of a secret wall (R-INSPECT-4)."""


def stuff(kind: Tile) -> str:
    """What texts call a thing that is battered."""
    return "door" if "door" in kind.tags else "wall"


def wear_down(play: Play, actor: Actor, cell: Cell, kind: Tile, done: int) -> tuple[bool, list[Change]]:
    """Takes life from what stands on a cell; whether it is broken, and the changes.

    A door has no life of its own until it is struck: then it is rolled (table C.9).
    """
    world = world_of(play.state)
    fixture = fixture_at(world, actor.level, cell)
    hp = fixture.hp if fixture is not None else play.roll("door-hp", *kind.hp)
    if hp > done:
        if fixture is not None:
            return False, [Batter(fixture.id, hp - done)]
        return False, [AddFixture(Fixture(world.next_id, kind.id, actor.level, cell, hp - done))]
    gone: list[Change] = [Batter(fixture.id, 0)] if fixture is not None else []
    return True, [*gone, *collapse(play, actor, cell, kind)]


def collapse(play: Play, actor: Actor, cell: Cell, kind: Tile) -> list[Change]:
    """A wall comes down: its tile breaks, what it hid lies free, and all hear it (table C.11)."""
    world = world_of(play.state)
    changes: list[Change] = [SetTile(actor.level, cell, kind.breaks_to)]
    changes += [
        PutItem(item.id, level=actor.level, at=cell)
        for item in items_at(world, actor.level, cell, inside=True)
    ]
    changes.append(emit(play, actor, COLLAPSE, cell))
    changes.append(Tell(Message(f"stealth-{stuff(kind)}-collapses"), "good"))
    return changes
