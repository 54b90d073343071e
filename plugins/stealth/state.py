"""The ``"core.stealth"`` part of the state: fighters, minds, what was heard, and the changes that write it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import msgspec

from footfall.api import Change, ChangeSpec, Context, Event, OrphanPolicy, Part, State
from footfall.api.grid import Cell, Noise

STEALTH_PART = "core.stealth"


class LastAction(Enum):
    """What a fighter did last (R-MELEE-4 asks whether it waited)."""

    NONE = "none"
    WAIT = "wait"
    STEP = "step"
    ATTACK = "attack"
    PASS = "pass"
    OTHER = "other"


class Fighter(msgspec.Struct):
    """The fighting state of an actor (R-MELEE, R-TIME-5).

    Attributes:
        stamina: 0 to the actor's maximum.
        th, df: the cache: temporary TO-HIT and DEFENSE of melee, 0 to the caps.
        pool: banked t-points.
        last: its latest deed.
    """

    stamina: int = 0
    th: int = 0
    df: int = 0
    pool: int = 0
    last: LastAction = LastAction.NONE


class Mood(Enum):
    """How much a creature knows of its foes."""

    ASLEEP = "asleep"
    CALM = "calm"
    AGGRAVATED = "aggravated"


class Mind(msgspec.Struct):
    """What a creature thinks between its turns. Rules replace it whole (`SetMind`).

    Attributes:
        ai: kind of behaviour, a key of `ai.kinds.KINDS`.
        mood: asleep, calm or aggravated.
        marked: the player's character has aggravated it at least once: no backstab any more.
        lost: turns in a row without seeing or hearing the target (R-AI-15a).
        blocked: turns in a row without a way to the target (R-AI-15b).
        path: cells still to walk, the next one first.
        goal: where `path` leads to; None if there is none.
        planned: turn on which `path` was computed.
        post: where it belongs.
        rounds: cells it patrols in order.
        index: next of `rounds`.
        foe: the actor it fights although nobody made them enemies; 0 for none.
        last_seen: where the target was last perceived.
        patience: turns that it still searches, or stays awake without a trace (wardens, mimics).
    """

    ai: str = "hostile"
    mood: Mood = Mood.CALM
    marked: bool = False
    lost: int = 0
    blocked: int = 0
    path: tuple[Cell, ...] = ()
    goal: Cell | None = None
    planned: int = 0
    post: Cell | None = None
    rounds: tuple[Cell, ...] = ()
    index: int = 0
    foe: int = 0
    last_seen: Cell | None = None
    patience: int = 0


class HeardSound(msgspec.Struct, frozen=True):
    """Something the player's character heard and did not see.

    Attributes:
        kind: kind of the noise (``"step"``).
        loudness: the noise level.
        distance: sound distance in tenths of a cell.
        direction: 0..7 clockwise from north, where it arrives from; -1 on the spot.
        estimate: the cell it is believed to come from.
        turn: when it was heard.
        source: id of the actor that made it, 0 for none: once it is seen, it is heard no more.
    """

    kind: str
    loudness: int
    distance: int
    direction: int
    estimate: Cell
    turn: int
    source: int = 0


class ListeningState(msgspec.Struct, frozen=True):
    """Waits in a row beside a closed door (R-HEAR-6), or on one's own cell away from doors (D-41)."""

    waits: int = 0
    at: Cell = (0, 0)
    door: Cell = (0, 0)


class StealthState(msgspec.Struct):
    """All of it.

    Attributes:
        turn: the turn counter (R-TIME-6); free actions leave it alone.
        fighters, minds: by actor id. The player's character has no mind.
        known: creature kinds seen or inspected, in order of discovery (R-HEAR-7).
        heard: percepts, newest last; those older than four turns are dropped.
        listening: waits beside a door.
        dodged: enemy attacks that missed the player's character.
    """

    turn: int = 0
    fighters: dict[int, Fighter] = {}
    minds: dict[int, Mind] = {}
    known: list[str] = []
    heard: list[HeardSound] = []
    listening: ListeningState = ListeningState()
    dodged: int = 0


def stealth_of(state: State) -> StealthState:
    """The stealth part of a state."""
    part: StealthState = state.parts[STEALTH_PART]
    return part


def turn_of(ctx: Context) -> int:
    """The turn counter."""
    return stealth_of(ctx.state).turn


HEARD_SOUND_TURNS = 4
"""Turns after which a percept is forgotten."""


class Tick(Change, frozen=True, tag="core.stealth:tick"):
    """One turn has begun to pass: the counter is one higher."""


class SetTimePools(Change, frozen=True, tag="core.stealth:bank"):
    """Writes t-points: pairs of actor and pool."""

    pools: tuple[tuple[int, int], ...]


class Enlist(Change, frozen=True, tag="core.stealth:enlist"):
    """Gives an actor its fighting state, and its mind if it has one."""

    actor: int
    fighter: Fighter
    mind: Mind | None = None


class Discharge(Change, frozen=True, tag="core.stealth:discharge"):
    """Forgets an actor's fighting state and mind."""

    actor: int


class SetFighter(Change, frozen=True, tag="core.stealth:set-fighter"):
    """Writes parts of a fighter's state; None leaves a field alone."""

    actor: int
    stamina: int | None = None
    th: int | None = None
    df: int | None = None
    last: LastAction | None = None


class SetMind(Change, frozen=True, tag="core.stealth:think"):
    """Replaces a mind."""

    actor: int
    mind: Mind


class Aggravate(Change, frozen=True, tag="core.stealth:aggravate"):
    """Makes a creature aggravated and awake; `marked` if it was the player's doing; `foe` names a new enemy."""

    actor: int
    marked: bool = False
    foe: int = 0


class ApplyAttack(Change, frozen=True, tag="core.stealth:blow"):
    """An attack was made: writes what it did to the attacker. Raises `Struck`."""

    attacker: int
    target: int
    manner: str
    hit: bool
    damage: int
    backstab: bool
    stamina: int
    th: int
    df: int


class LearnCreatureKinds(Change, frozen=True, tag="core.stealth:learn"):
    """The player's character now knows these kinds of creature."""

    kinds: tuple[str, ...]


class AddHeardSounds(Change, frozen=True, tag="core.stealth:hear"):
    """Adds percepts and forgets old ones."""

    heard: tuple[HeardSound, ...]


class SetListening(Change, frozen=True, tag="core.stealth:listen"):
    """Writes the waits beside a door."""

    listening: ListeningState


class SetDodgeCount(Change, frozen=True, tag="core.stealth:dodge"):
    """Writes how many enemy attacks have missed since the last training."""

    count: int


class Struck(Event, frozen=True, tag="core.stealth:struck"):
    """An attack was made."""

    attacker: int
    target: int
    manner: str
    hit: bool
    damage: int
    backstab: bool


class Aggravated(Event, frozen=True, tag="core.stealth:aggravated"):
    """A creature turned on somebody."""

    actor: int


def _tick(state: State, change: Tick) -> None:
    stealth_of(state).turn += 1


def _set_time_pools(state: State, change: SetTimePools) -> None:
    fighters = stealth_of(state).fighters
    for actor, pool in change.pools:
        fighters[actor].pool = pool


def _enlist(state: State, change: Enlist) -> None:
    part = stealth_of(state)
    part.fighters[change.actor] = change.fighter
    if change.mind is not None:
        part.minds[change.actor] = change.mind


def _discharge(state: State, change: Discharge) -> None:
    part = stealth_of(state)
    part.fighters.pop(change.actor, None)
    part.minds.pop(change.actor, None)


def _get_fighter(state: State, actor: int) -> Fighter:
    fighter = stealth_of(state).fighters.get(actor)
    if fighter is None:
        raise ValueError(f"actor {actor} is no fighter")
    return fighter


def _set_fighter(state: State, change: SetFighter) -> None:
    fighter = _get_fighter(state, change.actor)
    for value in (change.stamina, change.th, change.df):
        if value is not None and value < 0:
            raise ValueError(f"stamina and caches are at least 0, got {value}")
    if change.stamina is not None:
        fighter.stamina = change.stamina
    if change.th is not None:
        fighter.th = change.th
    if change.df is not None:
        fighter.df = change.df
    if change.last is not None:
        fighter.last = change.last


def _set_mind(state: State, change: SetMind) -> None:
    part = stealth_of(state)
    if change.actor not in part.minds:
        raise ValueError(f"actor {change.actor} has no mind")
    part.minds[change.actor] = change.mind


def _aggravate(state: State, change: Aggravate) -> Event | None:
    mind = stealth_of(state).minds.get(change.actor)
    if mind is None:
        return None
    was = mind.mood
    mind.mood = Mood.AGGRAVATED
    mind.marked = mind.marked or change.marked
    mind.foe = change.foe or mind.foe
    if was is not Mood.AGGRAVATED:
        mind.lost = mind.blocked = 0
        return Aggravated(change.actor)
    return None


def _apply_attack(state: State, change: ApplyAttack) -> Event:
    fighter = _get_fighter(state, change.attacker)
    fighter.stamina, fighter.th, fighter.df = change.stamina, change.th, change.df
    fighter.last = LastAction.ATTACK
    return Struck(change.attacker, change.target, change.manner, change.hit, change.damage, change.backstab)


def _learn_creature_kinds(state: State, change: LearnCreatureKinds) -> None:
    known = stealth_of(state).known
    known.extend(kind for kind in change.kinds if kind not in known)


def _add_heard_sounds(state: State, change: AddHeardSounds) -> None:
    part = stealth_of(state)
    kept = [heard for heard in part.heard if part.turn - heard.turn <= HEARD_SOUND_TURNS]
    part.heard = [*kept, *change.heard]


def _set_listening(state: State, change: SetListening) -> None:
    stealth_of(state).listening = change.listening


def _set_dodge_count(state: State, change: SetDodgeCount) -> None:
    stealth_of(state).dodged = change.count


CHANGES = (
    ChangeSpec(Tick, _tick),
    ChangeSpec(SetTimePools, _set_time_pools),
    ChangeSpec(Enlist, _enlist),
    ChangeSpec(Discharge, _discharge),
    ChangeSpec(SetFighter, _set_fighter),
    ChangeSpec(SetMind, _set_mind),
    ChangeSpec(Aggravate, _aggravate),
    ChangeSpec(ApplyAttack, _apply_attack),
    ChangeSpec(LearnCreatureKinds, _learn_creature_kinds),
    ChangeSpec(AddHeardSounds, _add_heard_sounds),
    ChangeSpec(SetListening, _set_listening),
    ChangeSpec(SetDodgeCount, _set_dodge_count),
)


def _list_dependents(state: State, path: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """A creature that is set aside takes its fighting state and its mind along."""
    if path[:2] == ("world", "actors") and len(path) == 3:
        yield from ((STEALTH_PART, "fighters", path[2]), (STEALTH_PART, "minds", path[2]))


PARTS = (Part(STEALTH_PART, StealthState, OrphanPolicy(find_dependents=_list_dependents)),)


def build_noise(
    ctx: Context, kind: str, level: int, at: Cell, loudness: int, duration: int, source: int
) -> Noise:
    """A noise made now: it lasts while the counter is at most now + `duration` (R-HEAR-8)."""
    now = turn_of(ctx)
    return Noise(kind, level, at, loudness, now + duration, source, now)
