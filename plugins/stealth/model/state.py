"""The ``"core.stealth"`` part of the state, and the changes that write it."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated

import msgspec

from footfall.api import Change, Context, Count, Event, Int32, OrphanPolicy, State, Thing
from footfall.api.grid import Cell, Noise

STEALTH_PART = "core.stealth"

ItemId = Annotated[int, Thing("item")]
"""The id of an item."""


class LastAction(Enum):
    """A fighter's latest action."""

    NONE = "none"
    WAIT = "wait"
    STEP = "step"
    ATTACK = "attack"
    PASS = "pass"
    OTHER = "other"


class Fighter(msgspec.Struct):
    """The fighting state of an actor.

    Attributes:
        stamina: 0 to the actor's maximum.
        th, df: the cache: temporary TO-HIT and DEFENSE of melee, 0 to the caps.
        pool: banked time points.
        last: the latest action.
    """

    stamina: Count = 0
    th: Count = 0
    df: Count = 0
    pool: Int32 = 0
    last: LastAction = LastAction.NONE


class Mood(Enum):
    """A creature's alertness."""

    ASLEEP = "asleep"
    CALM = "calm"
    AGGRAVATED = "aggravated"


class Mind(msgspec.Struct):
    """The memory of a creature between its turns. Rules replace it whole (`SetMind`).

    Attributes:
        ai: name of the behavior, a key of `ai.tactics.BEHAVIORS`.
        mood: asleep, calm or aggravated.
        is_marked: the player has aggravated it before, so it is no longer open to a backstab.
        lost_turns: consecutive turns without seeing or hearing the target (R-AI-15a).
        blocked_turns: consecutive turns without a path to the target (R-AI-15b).
        path: cells to walk, the next one first.
        goal: last cell of `path`, None without a path.
        plan_turn: turn on which `path` was computed.
        post: the cell it returns to.
        rounds: cells of its patrol or round, in order.
        index: index of the next cell of `rounds`.
        foe: id of an actor it fights although their sides are not enemies, 0 for none.
        last_seen: cell where it last perceived the target.
        patience: turns left of a warden's search, of a mimic's waking state, or of a stop on a round.
    """

    ai: str = "hostile"
    mood: Mood = Mood.CALM
    is_marked: bool = msgspec.field(default=False, name="marked")
    lost_turns: Count = msgspec.field(default=0, name="lost")
    blocked_turns: Count = msgspec.field(default=0, name="blocked")
    path: tuple[Cell, ...] = ()
    goal: Cell | None = None
    plan_turn: Count = msgspec.field(default=0, name="planned")
    post: Cell | None = None
    rounds: tuple[Cell, ...] = ()
    index: Count = 0
    foe: Count = 0
    last_seen: Cell | None = None
    patience: Count = 0


class HeardSound(msgspec.Struct, frozen=True):
    """A noise that the player's character heard without seeing its cell.

    Attributes:
        kind: kind of the noise (``"step"``).
        loudness: loudness at the source.
        distance: sound distance in tenths of a cell.
        direction: direction it arrives from, 0 to 7 clockwise from north; -1 on the listener's cell.
        estimate: the cell that the character takes for the source.
        turn: turn in which it was heard.
        source: id of the actor that made it, 0 for none. The mark disappears once this actor is in view.
    """

    kind: str
    loudness: Int32
    distance: Int32
    direction: Annotated[int, msgspec.Meta(ge=-1, le=7)]
    estimate: Cell
    turn: Count
    source: Count = 0


class ListeningState(msgspec.Struct, frozen=True):
    """Consecutive waits next to a closed door, or on one cell away from doors."""

    waits: Count = 0
    at: Cell = (0, 0)
    door: Cell = (0, 0)


class StealthState(msgspec.Struct):
    """The whole part.

    Attributes:
        turn: the turn counter; free actions do not advance it.
        fighters, minds: by actor id. The player's character has no mind.
        known_kinds: creature kinds seen or inspected, in order of discovery (R-HEAR-7).
        heard_sounds: sounds of the last `HEARD_SOUND_TURNS` turns, newest last.
        listening: consecutive waits.
        dodge_count: enemy attacks that missed the player's character since DEFENSE last grew.
    """

    turn: Count = 0
    fighters: dict[Count, Fighter] = {}
    minds: dict[Count, Mind] = {}
    known_kinds: list[str] = msgspec.field(default_factory=list, name="known")
    heard_sounds: list[HeardSound] = msgspec.field(default_factory=list, name="heard")
    listening: ListeningState = ListeningState()
    dodge_count: Count = msgspec.field(default=0, name="dodged")


HEARD_SOUND_TURNS = 4
"""Turns after which a heard sound is forgotten."""


def stealth_of(state: State) -> StealthState:
    """The stealth part of a state."""
    part: StealthState = state.parts[STEALTH_PART]
    return part


def turn_of(ctx: Context) -> int:
    """The turn counter."""
    return stealth_of(ctx.state).turn


def build_noise(ctx: Context, kind: str, level: int, at: Cell, loudness: int, duration: int, source: int) -> Noise:
    """A noise made now, heard for this turn and `duration` more."""
    turn = turn_of(ctx)
    return Noise(kind, level, at, loudness, turn + duration, source, turn)


class Tick(Change, frozen=True, tag="core.stealth:tick"):
    """Advances the turn counter by one."""

    def apply(self, state: State) -> None:
        stealth_of(state).turn += 1


class SetTimePools(Change, frozen=True, tag="core.stealth:bank"):
    """Sets banked time points: pairs of actor and pool."""

    pools: tuple[tuple[int, int], ...]

    def apply(self, state: State) -> None:
        fighters = stealth_of(state).fighters
        for actor, pool in self.pools:
            fighters[actor].pool = pool


class Enlist(Change, frozen=True, tag="core.stealth:enlist"):
    """Gives an actor its fighting state and, if it has one, its mind."""

    actor: int
    fighter: Fighter
    mind: Mind | None = None

    def apply(self, state: State) -> None:
        part = stealth_of(state)
        part.fighters[self.actor] = self.fighter
        if self.mind is not None:
            part.minds[self.actor] = self.mind


class Discharge(Change, frozen=True, tag="core.stealth:discharge"):
    """Removes an actor's fighting state and mind."""

    actor: int

    def apply(self, state: State) -> None:
        part = stealth_of(state)
        part.fighters.pop(self.actor, None)
        part.minds.pop(self.actor, None)


class SetFighter(Change, frozen=True, tag="core.stealth:set-fighter"):
    """Sets the given fields of a fighter; None leaves a field unchanged."""

    actor: int
    stamina: int | None = None
    th: int | None = None
    df: int | None = None
    last: LastAction | None = None

    def apply(self, state: State) -> None:
        fighter = _get_fighter(state, self.actor)
        for value in (self.stamina, self.th, self.df):
            if value is not None and value < 0:
                raise ValueError(f"stamina and caches must be at least 0, got {value}")
        if self.stamina is not None:
            fighter.stamina = self.stamina
        if self.th is not None:
            fighter.th = self.th
        if self.df is not None:
            fighter.df = self.df
        if self.last is not None:
            fighter.last = self.last


def _get_fighter(state: State, actor: int) -> Fighter:
    fighter = stealth_of(state).fighters.get(actor)
    if fighter is None:
        raise ValueError(f"actor {actor} has no fighting state")
    return fighter


class SetMind(Change, frozen=True, tag="core.stealth:think"):
    """Replaces a mind."""

    actor: int
    mind: Mind

    def apply(self, state: State) -> None:
        part = stealth_of(state)
        if self.actor not in part.minds:
            raise ValueError(f"actor {self.actor} has no mind")
        part.minds[self.actor] = self.mind


class Aggravated(Event, frozen=True, tag="core.stealth:aggravated"):
    """A creature became aggravated; `before` is its mood until then."""

    actor: int
    before: str


class Aggravate(Change, frozen=True, tag="core.stealth:aggravate"):
    """Aggravates a creature, waking it; raises `Aggravated` if it was not aggravated before.

    Attributes:
        is_marked: the player caused it.
        foe: id of a new personal enemy, 0 for none.
    """

    actor: int
    is_marked: bool = msgspec.field(default=False, name="marked")
    foe: int = 0

    def apply(self, state: State) -> Event | None:
        mind = stealth_of(state).minds.get(self.actor)
        if mind is None:
            return None
        before = mind.mood
        mind.mood = Mood.AGGRAVATED
        mind.is_marked = mind.is_marked or self.is_marked
        mind.foe = self.foe or mind.foe
        if before is not Mood.AGGRAVATED:
            mind.lost_turns = mind.blocked_turns = 0
            return Aggravated(self.actor, before.value)
        return None


class Struck(Event, frozen=True, tag="core.stealth:struck"):
    """An attack was made, hit or miss; `gross` is its damage before armor."""

    attacker: int
    target: int
    manner: str
    is_hit: bool = msgspec.field(name="hit")
    damage: int
    is_backstab: bool = msgspec.field(name="backstab")
    gross: int


class ApplyAttack(Change, frozen=True, tag="core.stealth:blow"):
    """Sets the attacker's stamina and cache after an attack; raises `Struck`."""

    attacker: int
    target: int
    manner: str
    is_hit: bool = msgspec.field(name="hit")
    damage: int
    is_backstab: bool = msgspec.field(name="backstab")
    gross: int
    stamina: int
    th: int
    df: int

    def apply(self, state: State) -> Event:
        fighter = _get_fighter(state, self.attacker)
        fighter.stamina, fighter.th, fighter.df = self.stamina, self.th, self.df
        fighter.last = LastAction.ATTACK
        blow = self.is_hit, self.damage, self.is_backstab, self.gross
        return Struck(self.attacker, self.target, self.manner, *blow)


class ForgetSounds(Change, frozen=True, tag="core.stealth:forget-sounds"):
    """Forgets all sounds heard."""

    def apply(self, state: State) -> None:
        stealth_of(state).heard_sounds = []


class KindsSeen(Event, frozen=True, tag="core.stealth:kinds-seen"):
    """The player's character saw kinds of creatures for the first time."""

    kinds: tuple[str, ...]


class LearnCreatureKinds(Change, frozen=True, tag="core.stealth:learn"):
    """Adds creature kinds to those that the player's character knows."""

    kinds: tuple[str, ...]

    def apply(self, state: State) -> Event | None:
        known = stealth_of(state).known_kinds
        new = tuple(kind for kind in self.kinds if kind not in known)
        known.extend(new)
        return KindsSeen(new) if new else None


class AddHeardSounds(Change, frozen=True, tag="core.stealth:hear"):
    """Adds heard sounds and drops old ones."""

    sounds: tuple[HeardSound, ...] = msgspec.field(name="heard")

    def apply(self, state: State) -> None:
        part = stealth_of(state)
        recent = [sound for sound in part.heard_sounds if part.turn - sound.turn <= HEARD_SOUND_TURNS]
        part.heard_sounds = [*recent, *self.sounds]


class SetListening(Change, frozen=True, tag="core.stealth:listen"):
    """Sets the count of consecutive waits."""

    listening: ListeningState

    def apply(self, state: State) -> None:
        stealth_of(state).listening = self.listening


class SetDodgeCount(Change, frozen=True, tag="core.stealth:dodge"):
    """Sets the number of enemy misses since DEFENSE last grew."""

    count: int

    def apply(self, state: State) -> None:
        stealth_of(state).dodge_count = self.count


def _list_dependents(state: State, path: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """The fighting state and mind of a creature that becomes an orphan."""
    if path[:2] == ("world", "actors") and len(path) == 3:
        yield from ((STEALTH_PART, "fighters", path[2]), (STEALTH_PART, "minds", path[2]))


ORPHAN_POLICY = OrphanPolicy(find_dependents=_list_dependents)
