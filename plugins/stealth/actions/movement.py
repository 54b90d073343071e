"""Steps, doors and blows at tiles, for the player and for creatures (R-MOVE, R-DOOR)."""

from footfall.api import Change, Deny, Message, Proposal, Refusal, Tell, events
from footfall.api.chance import play_chance
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
    list_carried_items,
    list_items_at,
)

from ..actors.stats import LAMP, damage_bonus, dice_of, effective_stat, effective_to_hit
from ..actors.surroundings import NEIGHBOR_OFFSETS, WATER_TAG, are_enemies, level_of_actor, tile_at
from ..model.phase import Phase
from ..model.records import ItemKind, is_thing, item_kind
from ..model.state import LastAction, SetFighter
from ..senses.notices import announce
from ..senses.sight import actor_name
from ..senses.sounds import ATTACK_SOUND, COLLAPSE_SOUND, DOOR_SOUND, STEP_SOUND, STRIKE_SOUND, emit_noise
from .fight import EXHAUSTED, FIXTURE_DEFENSE, BatterFacts, batter, explain_blow, is_exhausted
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


def can_swim(phase: Phase, actor: Actor, kind: Tile) -> bool:
    """Whether an actor can enter water: only the player's character does, and not under the classic rules (P-WAY-3)."""
    return WATER_TAG in kind.tags and actor.id == phase.world.player and phase.settings.shipped


def can_pass(phase: Phase, actor: Actor, other: Actor) -> bool:
    """Whether an actor passes another by changing places with it (P-PASS-1)."""
    if not phase.settings.shipped or actor.id != phase.world.player:
        return False
    if other.side not in PASSABLE_SIDES or is_thing(phase, other) or are_enemies(phase, actor, other):
        return False
    kind = tile_at(phase, actor, actor.at)
    return kind is not None and kind.walkable


def walk_to(
    phase: Phase, actor: Actor, to: Cell, kind: Tile, other: Actor | None = None
) -> list[Change | Proposal] | Refusal:
    """Moves to a neighboring cell of this kind, and `other` from there; refused only if a mod denies it."""
    if phase.ctx.has_listeners("can_enter"):
        entries = [(actor.id, to)] if other is None else [(actor.id, to), (other.id, actor.at)]
        for id, cell in entries:
            denied: Deny | None = phase.ctx.vote("can_enter", events.Entering(id, cell))
            if denied is not None:
                return Refusal(denied.reason, "can_enter")
    changes: list[Change | Proposal] = []
    loudness = loudness_on(phase, actor, kind)
    if phase.ctx.has_listeners("on_move"):
        folded = phase.ctx.fold("on_move", events.Moving(actor.id, actor.at, to), {"noise": loudness})
        loudness = folded["noise"]
        changes += [proposal for proposal in folded.proposals if proposal.changes]
    changes.append(resolve_step(phase, actor, to))
    changes += fortify_waiting_enemies(phase, actor, to)
    if other is None:
        changes.append(Move(actor.id, to))
    else:
        changes += [Swap(actor.id, other.id), Tell(Message("stealth-pass", {"name": actor_name(phase, other)}))]
    if LAMP in actor.effects and WATER_TAG in kind.tags:  # only the player's character has one (P-WAY-3)
        changes += [SetEffect(actor.id, LAMP, 0), Tell(Message("stealth-lamp-wet"), "warn")]
    if loudness > 0:
        changes.append(emit_noise(phase, actor, STEP_SOUND, to, loudness))
    return changes


def loudness_on(phase: Phase, actor: Actor, kind: Tile | None) -> int:
    """Loudness of a step on a kind of ground: 1 + noise of equipment and timed effects + ground (R-HEAR-8)."""
    loudness = STEP_SOUND.loudness
    if actor.worn or actor.effects or "noise" in actor.stats:
        loudness += effective_stat(phase, actor, "noise")
    if kind is not None and kind.tags:
        loudness += (LOUD_TAG in kind.tags) - (QUIET_TAG in kind.tags)
    return max(0, loudness)


def lock_color(kind: Tile) -> str | None:
    """The color of a locked door; None if it is not locked."""
    return next((tag.removeprefix(LOCK_TAG_PREFIX) for tag in kind.tags if tag.startswith(LOCK_TAG_PREFIX)), None)


def is_unlocked_door(kind: Tile) -> bool:
    """Whether a tile is a closed door that needs no key."""
    return bool(kind.opens_to) and "door" in kind.tags and lock_color(kind) is None


def is_key(kind: ItemKind) -> bool:
    """Whether things of a kind open locked doors."""
    return any(tag.startswith(KEY_TAG_PREFIX) for tag in kind.tags)


def find_key(phase: Phase, actor: Actor, kind: Tile) -> int:
    """The item in an actor's pack that opens a locked door, or 0."""
    tag = f"{KEY_TAG_PREFIX}{lock_color(kind)}"
    for item in list_carried_items(phase.world, actor):
        if tag in item_kind(phase, item.kind).tags:
            return item.id
    return 0


def open_door(phase: Phase, actor: Actor, cell: Cell, kind: Tile) -> list[Change] | Refusal:
    """Opens a door; a locked one needs its key and loses its lock for good (R-DOOR-1, 2, 4; D-4)."""
    changes: list[Change] = []
    if lock_color(kind) is not None:
        key = find_key(phase, actor, kind)
        if not key:
            return Refusal(Message("stealth-locked", {"color": lock_color(kind) or ""}), "R-DOOR-2")
        if phase.settings.consumes_keys:
            changes.append(SetItem(key, count=phase.world.items[key].count - 1))
    changes.append(SetTile(actor.level, cell, kind.opens_to))
    changes.append(SetFighter(actor.id, last=LastAction.OTHER))
    changes.append(emit_noise(phase, actor, DOOR_SOUND, cell, door_loudness(kind)))
    if AJAR_TAG in kind.tags and actor.id == phase.world.player:
        changes.append(Tell(Message("stealth-door-pushed")))
    return [*changes, *announce(phase, "on_open", actor.id, cell, kind.id)]


def door_loudness(kind: Tile) -> int:
    """Loudness of opening or closing a door (R-HEAR-8, P-TRICK-4)."""
    return DOOR_SOUND.loudness - (AJAR_TAG in kind.tags)


def close_door(phase: Phase, actor: Actor, cell: Cell) -> list[Change] | Refusal:
    """Closes a door; refused while something lies or stands in the doorway (R-DOOR-3)."""
    kind = tile_at(phase, actor, cell)
    if kind is None or not kind.closes_to:
        return Refusal(Message("stealth-nothing-to-close"), "R-DOOR-3")
    _, derived = level_of_actor(phase, actor)
    if cell in derived.actor_by_cell or list_items_at(phase.world, actor.level, cell):
        return Refusal(Message("stealth-doorway-blocked"), "R-DOOR-3")
    return [
        SetTile(actor.level, cell, kind.closes_to),
        SetFighter(actor.id, last=LastAction.OTHER),
        emit_noise(phase, actor, DOOR_SOUND, cell, door_loudness(kind)),
        *announce(phase, "on_close", actor.id, cell, kind.id),
    ]


def list_open_doors(phase: Phase, actor: Actor) -> dict[int, Tile]:
    """The open doors next to an actor, by direction."""
    doors = {}
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        kind = tile_at(phase, actor, (actor.at[0] + dy, actor.at[1] + dx))
        if kind is not None and kind.closes_to:
            doors[direction] = kind
    return doors


def is_breakable(phase: Phase, actor: Actor, cell: Cell, kind: Tile) -> bool:
    """Whether a tile can be broken: it has a fixture, or gets one with the first blow."""
    if not kind.breaks_to:
        return False
    return kind.hp != (0, 0) or find_fixture_at(phase.world, actor.level, cell) is not None


def strike_fixture(phase: Phase, actor: Actor, cell: Cell, kind: Tile) -> list[Change] | Refusal:
    """Strikes a secret wall, a door or another fixture (R-INSPECT-4, D-6)."""
    if not is_breakable(phase, actor, cell, kind):
        return Refusal(Message("stealth-wall"), "R-MOVE-5")
    if is_exhausted(phase, actor):
        return EXHAUSTED
    fighter, settings = phase.stealth.fighters[actor.id], phase.settings
    dice, strength = dice_of(phase, actor), effective_stat(phase, actor, "strength")
    plus = strength + dice.plus + damage_bonus(phase, actor)
    facts = BatterFacts(settings, effective_to_hit(phase, actor), dice.low, dice.high, plus, kind.armor)
    blow = play_chance(phase.ctx, batter, facts)
    cache = {}
    if settings.objects_change_cache:
        th = min(settings.melee_cap_to_hit, fighter.th + 1) if blow.damage else 0
        cache = {"th": th, "df": max(0, fighter.df - 1) if blow.is_hit else 0}
    changes: list[Change] = [SetFighter(actor.id, stamina=fighter.stamina - 1, last=LastAction.ATTACK, **cache)]
    changes += [emit_noise(phase, actor, STRIKE_SOUND), emit_noise(phase, actor, ATTACK_SOUND)]
    why = explain_blow(blow, facts.to_hit, FIXTURE_DEFENSE, kind.armor) if phase.ctx.is_traced else None
    if not blow.damage:
        return [*changes, Tell(Message(f"stealth-{fixture_noun(kind)}-holds"), "fight", why)]
    broken, damage = damage_fixture(phase, actor, cell, kind, blow.damage)
    changes += damage
    if not broken:
        changes.append(Tell(Message(f"stealth-{fixture_noun(kind)}-cracks"), "fight", why))
    return changes


def fixture_noun(kind: Tile) -> str:
    """The part of message ids that names a fixture."""
    return "door" if "door" in kind.tags else "wall"


def damage_fixture(phase: Phase, actor: Actor, cell: Cell, kind: Tile, done: int) -> tuple[bool, list[Change]]:
    """Returns whether a fixture is broken, and the changes.

    A door gets its life, rolled once, with the first blow.
    """
    fixture = find_fixture_at(phase.world, actor.level, cell)
    hp = fixture.hp if fixture is not None else phase.ctx.roll("door-hp", *kind.hp)
    if hp > done:
        if fixture is not None:
            return False, [SetFixtureHp(fixture.id, hp - done)]
        return False, [AddFixture(Fixture(phase.world.next_id, kind.id, actor.level, cell, hp - done))]
    removed: list[Change] = [SetFixtureHp(fixture.id, 0)] if fixture is not None else []
    return True, [*removed, *collapse_wall(phase, actor, cell, kind)]


def collapse_wall(phase: Phase, actor: Actor, cell: Cell, kind: Tile) -> list[Change]:
    """Replaces a broken tile, uncovers hidden items, and makes the noise of the collapse."""
    changes: list[Change] = [SetTile(actor.level, cell, kind.breaks_to), *uncover_items(phase, actor.level, cell)]
    changes.append(emit_noise(phase, actor, COLLAPSE_SOUND, cell))
    changes.append(Tell(Message(f"stealth-{fixture_noun(kind)}-collapses"), "good"))
    return changes


def uncover_items(phase: Phase, level: int, cell: Cell) -> list[Change]:
    """Leaves the items hidden in a wall on its cell (C.9)."""
    return [PutItem(item.id, level=level, at=cell) for item in list_items_at(phase.world, level, cell, inside=True)]
