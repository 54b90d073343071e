"""Steps, doors and blows at tiles, for the player and for creatures (R-MOVE, R-DOOR)."""

from __future__ import annotations

from footfall.api import Change, Context, Deny, Message, Proposal, Refusal, Tell, events
from footfall.api.grid import (
    Actor,
    AddFixture,
    Cell,
    Fixture,
    Move,
    PutItem,
    SetEffect,
    SetFixtureHp,
    SetItem,
    SetTile,
    Swap,
    Tile,
    find_fixture_at,
    get_world,
    list_carried_items,
    list_items_at,
)

from ..actors.enemies import are_enemies
from ..actors.floor import WATER_TAG, is_in_water, level_of_actor, tile_at
from ..actors.stats import LAMP, damage_bonus, dice_of, effective_stat, effective_to_hit, is_thing, item_kind
from ..model.settings import rule_settings
from ..model.state import LastAction, SetFighter, stealth_of
from ..senses.notices import announce_closing, announce_opening
from ..senses.sight import actor_name
from ..senses.sounds import ATTACK_SOUND, COLLAPSE_SOUND, DOOR_SOUND, STEP_SOUND, STRIKE_SOUND, emit_noise
from .fight import is_exhausted
from .stamina import fortify_waiting_enemies, resolve_step

LOCK_TAG_PREFIX = "lock:"
"""Prefix of the tag that names a locked door's color (``lock:red``)."""

KEY_TAG_PREFIX = "key:"
"""Prefix of the tag that names a key's color."""

QUIET_TAG, LOUD_TAG = "quiet", "loud"
"""Tags of ground that makes steps quieter or louder by one: moss, rubble."""

PASSABLE_SIDES = frozenset({"adventurer", "player"})
"""Sides of creatures with which the character changes places (P-PASS-1)."""

AJAR_TAG = "ajar"
"""Tag of doors that stand ajar: seen through, and quieter to open or shut by one (P-TRICK-3, 4)."""


def can_swim(ctx: Context, actor: Actor, kind: Tile) -> bool:
    """Whether an actor can enter water: only the player's character does, and not under the classic rules (P-WAY-3)."""
    return WATER_TAG in kind.tags and actor.id == get_world(ctx.state).player and rule_settings(ctx).shipped


def can_pass(ctx: Context, actor: Actor, other: Actor) -> bool:
    """Whether an actor passes another by changing places with it (P-PASS-1)."""
    if not rule_settings(ctx).shipped or actor.id != get_world(ctx.state).player:
        return False
    if other.side not in PASSABLE_SIDES or is_thing(ctx, other) or are_enemies(ctx, actor, other):
        return False
    kind = tile_at(ctx, actor, actor.at)
    return kind is not None and kind.walkable


def walk_to(ctx: Context, actor: Actor, to: Cell, other: Actor | None = None) -> list[Change | Proposal] | Refusal:
    """Moves to a neighboring cell, and `other` from there to the actor's cell; refused only if a mod denies it."""
    if ctx.has_listeners("can_enter"):
        entries = [(actor.id, to)] if other is None else [(actor.id, to), (other.id, actor.at)]
        for id, cell in entries:
            denied: Deny | None = ctx.vote("can_enter", events.Entering(id, cell))
            if denied is not None:
                return Refusal(denied.reason, "can_enter")
    changes: list[Change | Proposal] = []
    loudness = footstep_loudness(ctx, actor, to)
    if ctx.has_listeners("on_move"):
        folded = ctx.fold("on_move", events.Moving(actor.id, actor.at, to), {"noise": loudness})
        loudness = folded["noise"]
        changes += [proposal for proposal in folded.proposals if proposal.changes]
    changes.append(resolve_step(ctx, actor, to))
    changes += fortify_waiting_enemies(ctx, actor, to)
    if other is None:
        changes.append(Move(actor.id, to))
    else:
        changes += [Swap(actor.id, other.id), Tell(Message("stealth-pass", {"name": actor_name(ctx, other)}))]
    changes += _wet_lamp(ctx, actor, to)
    if loudness > 0:
        changes.append(emit_noise(ctx, actor, STEP_SOUND, to, loudness))
    return changes


def _wet_lamp(ctx: Context, actor: Actor, to: Cell) -> list[Change]:
    """Puts out the lamp of the player's character in water (P-WAY-3)."""
    if LAMP not in actor.effects or not is_in_water(*level_of_actor(ctx, actor), to):
        return []
    return [SetEffect(actor.id, LAMP, 0), Tell(Message("stealth-lamp-wet"), "warn")]


def footstep_loudness(ctx: Context, actor: Actor, to: Cell) -> int:
    """Loudness of a step: 1 + noise of equipment + ground (R-HEAR-8)."""
    return loudness_on(ctx, actor, tile_at(ctx, actor, to))


def loudness_on(ctx: Context, actor: Actor, kind: Tile | None) -> int:
    """Loudness of a step on a kind of ground (R-HEAR-8)."""
    loudness = STEP_SOUND.loudness + (
        effective_stat(ctx, actor, "noise") if actor.worn or "noise" in actor.stats else 0
    )
    if kind is not None and kind.tags:
        loudness += (LOUD_TAG in kind.tags) - (QUIET_TAG in kind.tags)
    return max(0, loudness)


def lock_color(kind: Tile) -> str | None:
    """The color of a locked door; None if it is not locked."""
    return next((tag.removeprefix(LOCK_TAG_PREFIX) for tag in kind.tags if tag.startswith(LOCK_TAG_PREFIX)), None)


def find_key(ctx: Context, actor: Actor, kind: Tile) -> int:
    """The item in an actor's pack that opens a locked door, or 0."""
    tag = f"{KEY_TAG_PREFIX}{lock_color(kind)}"
    for item in list_carried_items(get_world(ctx.state), actor):
        if tag in item_kind(ctx, item.kind).tags:
            return item.id
    return 0


def open_door(ctx: Context, actor: Actor, cell: Cell, kind: Tile) -> list[Change] | Refusal:
    """Opens a door; a locked one needs its key and loses its lock for good (R-DOOR-1, 2, 4; D-4)."""
    changes: list[Change] = []
    if lock_color(kind) is not None:
        key = find_key(ctx, actor, kind)
        if not key:
            return Refusal(Message("stealth-locked", {"color": lock_color(kind) or ""}), "R-DOOR-2")
        if rule_settings(ctx).door_consume_key:
            changes.append(SetItem(key, count=get_world(ctx.state).items[key].count - 1))
    changes.append(SetTile(actor.level, cell, kind.opens_to))
    changes.append(SetFighter(actor.id, last=LastAction.OTHER))
    changes.append(emit_noise(ctx, actor, DOOR_SOUND, cell, door_loudness(kind)))
    return [*changes, *announce_opening(ctx, actor, cell, kind.id)]


def door_loudness(kind: Tile) -> int:
    """Loudness of opening or closing a door (R-HEAR-8, P-TRICK-4)."""
    return DOOR_SOUND.loudness - (AJAR_TAG in kind.tags)


def close_door(ctx: Context, actor: Actor, cell: Cell) -> list[Change] | Refusal:
    """Closes a door; refused while something lies or stands in the doorway (R-DOOR-3)."""
    kind = tile_at(ctx, actor, cell)
    if kind is None or not kind.closes_to:
        return Refusal(Message("stealth-nothing-to-close"), "R-DOOR-3")
    _, derived = level_of_actor(ctx, actor)
    if cell in derived.actor_by_cell or list_items_at(get_world(ctx.state), actor.level, cell):
        return Refusal(Message("stealth-doorway-blocked"), "R-DOOR-3")
    return [
        SetTile(actor.level, cell, kind.closes_to),
        SetFighter(actor.id, last=LastAction.OTHER),
        emit_noise(ctx, actor, DOOR_SOUND, cell, door_loudness(kind)),
        *announce_closing(ctx, actor, cell, kind.id),
    ]


def is_breakable(ctx: Context, actor: Actor, cell: Cell, kind: Tile) -> bool:
    """Whether a tile can be broken: it has a fixture, or gets one with the first blow."""
    if not kind.breaks_to:
        return False
    return kind.hp != (0, 0) or find_fixture_at(get_world(ctx.state), actor.level, cell) is not None


def strike_fixture(ctx: Context, actor: Actor, cell: Cell, kind: Tile) -> list[Change] | Refusal:
    """Strikes a secret wall, a door or another fixture (R-INSPECT-4, D-6)."""
    if not is_breakable(ctx, actor, cell, kind):
        return Refusal(Message("stealth-wall"), "R-MOVE-5")
    if is_exhausted(ctx, actor):
        return Refusal(Message("stealth-exhausted"), "R-MELEE-7")
    fighter, settings = stealth_of(ctx.state).fighters[actor.id], rule_settings(ctx)
    changes: list[Change] = []
    die = ctx.roll("d6", 1, settings.hit_die)
    done = 0
    hit = die + effective_to_hit(ctx, actor) > FIXTURE_DEFENSE
    if hit:
        dice = dice_of(ctx, actor)
        rolled = ctx.roll("dmg", dice.low, dice.high) + dice.plus
        done = effective_stat(ctx, actor, "strength") + rolled + damage_bonus(ctx, actor) - kind.armor
        done = max(0, done)
    cache = {}
    if settings.melee_cache_from_objects:
        th = min(settings.melee_cap_to_hit, fighter.th + 1) if done else 0
        cache = {"th": th, "df": max(0, fighter.df - 1) if hit else 0}
    changes.append(SetFighter(actor.id, stamina=fighter.stamina - 1, last=LastAction.ATTACK, **cache))
    changes += [emit_noise(ctx, actor, STRIKE_SOUND), emit_noise(ctx, actor, ATTACK_SOUND)]
    if not done:
        return [*changes, Tell(Message(f"stealth-{fixture_noun(kind)}-holds"), "fight")]
    broken, damage = damage_fixture(ctx, actor, cell, kind, done)
    changes += damage
    if not broken:
        changes.append(Tell(Message(f"stealth-{fixture_noun(kind)}-cracks"), "fight"))
    return changes


FIXTURE_DEFENSE = 0
"""DEFENSE of a secret wall (R-INSPECT-4)."""


def fixture_noun(kind: Tile) -> str:
    """The part of message ids that names a fixture."""
    return "door" if "door" in kind.tags else "wall"


def damage_fixture(ctx: Context, actor: Actor, cell: Cell, kind: Tile, done: int) -> tuple[bool, list[Change]]:
    """Returns whether a fixture is broken, and the changes.

    A door gets its life, rolled once, with the first blow.
    """
    world = get_world(ctx.state)
    fixture = find_fixture_at(world, actor.level, cell)
    hp = fixture.hp if fixture is not None else ctx.roll("door-hp", *kind.hp)
    if hp > done:
        if fixture is not None:
            return False, [SetFixtureHp(fixture.id, hp - done)]
        return False, [AddFixture(Fixture(world.next_id, kind.id, actor.level, cell, hp - done))]
    removed: list[Change] = [SetFixtureHp(fixture.id, 0)] if fixture is not None else []
    return True, [*removed, *collapse_wall(ctx, actor, cell, kind)]


def collapse_wall(ctx: Context, actor: Actor, cell: Cell, kind: Tile) -> list[Change]:
    """Replaces a broken tile, uncovers hidden items, and makes the noise of the collapse."""
    changes: list[Change] = [SetTile(actor.level, cell, kind.breaks_to), *uncover_items(ctx, actor.level, cell)]
    changes.append(emit_noise(ctx, actor, COLLAPSE_SOUND, cell))
    changes.append(Tell(Message(f"stealth-{fixture_noun(kind)}-collapses"), "good"))
    return changes


def uncover_items(ctx: Context, level: int, cell: Cell) -> list[Change]:
    """Leaves the items hidden in a wall on its cell (C.9)."""
    return [
        PutItem(item.id, level=level, at=cell) for item in list_items_at(get_world(ctx.state), level, cell, inside=True)
    ]
