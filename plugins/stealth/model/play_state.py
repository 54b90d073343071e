"""The part of the state that only the shipped rules write; games of the classic rules have none."""

from collections.abc import Iterator
from enum import Enum

import msgspec

from footfall.api import Change, Count, Event, Int32, OrphanPolicy, Part, State
from footfall.api.grid import Cell

from .state import LastAction

PLAY_PART = "core.stealth.play"


class Inquiry(msgspec.Struct, frozen=True):
    """The inquiry of a calm creature (P-INQ).

    Attributes:
        at: the cell that it goes to.
        kind: kind of the noise (``"step"``), or `LOST`, `HOME` or `FOLLOW`.
        patience: turns left to look around there.
    """

    at: Cell
    kind: str
    patience: Count


LOST, HOME, FOLLOW = "?lost", "?home", "?follow"
"""Kinds of an inquiry: where it lost its target; its post, to which it returns; the stairs that it takes after the
character, with the turn of its arrival as patience."""


class NoticeManner(Enum):
    """How a creature noticed the player's character; texts use the values."""

    SIGHT = "sight"
    HEARING = "hearing"
    ADJACENT = "adjacent"


class Notice(msgspec.Struct, frozen=True):
    """Why a creature noticed the player's character: the numbers of the roll.

    Attributes:
        turn: the turn counter.
        actor: the creature.
        kind: its kind.
        manner: by which sense, or next to it.
        distance: between the two, in cells.
        range: range of the sense in cells; for `ADJACENT`, the alertness of the creature.
        roll: the creature's roll.
        stealth: STEALTH minus noise.
        own: the roll of the player's character; 0 unless next to the creature.
        luck: the share that its LUCK took off.
        added_range: the cells that mods added to the range.
        was_in_view: whether the player's character saw the creature.
        act: the action of the player's character in this turn.
    """

    turn: Count
    actor: Count
    kind: str
    manner: NoticeManner
    distance: Int32
    range: Int32
    roll: Int32
    stealth: Int32
    own: Int32
    luck: Int32
    added_range: Int32 = msgspec.field(name="other")
    was_in_view: bool = msgspec.field(name="in_view")
    act: LastAction


class FloorScore(msgspec.Struct, frozen=True):
    """How the character left its floors.

    Attributes:
        left: ids of the levels left, each once.
        disturbed_levels: those of them with a notice or a kill in any stay.
        notice_count, kill_count: notices and kills at the last arrival.
    """

    left: tuple[Count, ...] = ()
    disturbed_levels: tuple[Count, ...] = msgspec.field(default=(), name="spoiled")
    notice_count: Count = msgspec.field(default=0, name="noticed")
    kill_count: Count = msgspec.field(default=0, name="slain")

    @property
    def unseen(self) -> int:
        """Number of levels left without a notice or a kill."""
        return len(self.left) - len(self.disturbed_levels)


class SeenItem(msgspec.Struct, frozen=True):
    """An item on the ground as it was last seen.

    Attributes:
        is_identified: it was identified by itself.
    """

    at: Cell
    kind: str
    count: Count
    is_identified: bool = msgspec.field(name="known")


class PlayState(msgspec.Struct):
    """The whole part.

    Attributes:
        course: id of the course, the record of its floors and bells.
        inquiries: inquiries of calm creatures, by actor id.
        notices: how creatures noticed the player's character, the last `MAX_NOTICES` of them.
        notice_count: number of all of them.
        killer: actor that killed the player's character, 0 for none.
        muffling: loudness that its wrapping takes off a bell, by item id.
        pursuers: creatures that came for a bell, by level.
        stations: completed stations of a guided floor, by id: whether the character has left them.
        floors: how the character left its floors.
        seen_items: the items that the character has seen lie on the ground, by level and id.
        thrown_items: ids of the items that the character has thrown and not picked up since.
    """

    course: str = ""
    inquiries: dict[Count, Inquiry] = {}
    notices: list[Notice] = []
    notice_count: Count = msgspec.field(default=0, name="noticed")
    killer: Count = 0
    muffling: dict[Count, Count] = msgspec.field(default_factory=dict, name="muffled")
    pursuers: dict[Count, Count] = {}
    stations: dict[str, bool] = {}
    floors: FloorScore = FloorScore()
    seen_items: dict[Count, dict[Count, SeenItem]] = {}
    thrown_items: list[Count] = msgspec.field(default_factory=list, name="thrown")


MAX_NOTICES = 20

SECRECY_PART = "core.stealth.secrecy"


class Secrecy(msgspec.Struct):
    """Where the character has been noticed; there is no such part before that happens.

    Attributes:
        noticed_levels: ids of the levels that it has left, or was followed to, and on which it was noticed in any stay.
    """

    noticed_levels: tuple[Count, ...] = ()


def is_unnoticed(state: State, level: int) -> bool:
    """Whether no creature has noticed the character on a level, the one in play or one that it leaves (P-PAID-1)."""
    play, secrecy = play_of(state), state.parts.get(SECRECY_PART)
    return play.floors.notice_count == play.notice_count and (secrecy is None or level not in secrecy.noticed_levels)


def _list_dependents(state: State, path: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """The inquiry of a creature that becomes an orphan."""
    if path[:2] == ("world", "actors") and len(path) == 3 and path[2] in play_of(state).inquiries:
        yield PLAY_PART, "inquiries", path[2]


def play_of(state: State) -> PlayState:
    """The part of a state; empty if there is none (classic rules, a scenario)."""
    part: PlayState | None = state.parts.get(PLAY_PART)
    return part if part is not None else PlayState()


def _writable_play(state: State) -> PlayState:
    part: PlayState = state.parts.setdefault(PLAY_PART, PlayState())
    return part


class Lost(Event, frozen=True, tag="core.stealth:lost"):
    """A hunter lost its target, and searches for it."""

    actor: int


class SetInquiry(Change, frozen=True, tag="core.stealth:inquire"):
    """Sets or ends (None) what a creature is looking into; raises `Lost` if it begins to search."""

    actor: int
    inquiry: Inquiry | None

    def apply(self, state: State) -> Event | None:
        inquiries = _writable_play(state).inquiries
        before = inquiries.get(self.actor)
        if self.inquiry is None:
            inquiries.pop(self.actor, None)
            return None
        inquiries[self.actor] = self.inquiry
        searched = before is not None and before.kind == LOST
        return Lost(self.actor) if self.inquiry.kind == LOST and not searched else None


class Noticed(Event, frozen=True, tag="core.stealth:noticed"):
    """A creature noticed the player's character, sure of it or not."""

    actor: int


class RecordNotice(Change, frozen=True, tag="core.stealth:notice"):
    """Records that a creature noticed the player's character; raises `Noticed`."""

    notice: Notice

    def apply(self, state: State) -> Event:
        play = _writable_play(state)
        play.notice_count += 1
        play.notices = [*play.notices, self.notice][-MAX_NOTICES:]
        return Noticed(self.notice.actor)


class RememberItems(Change, frozen=True, tag="core.stealth:remember-items"):
    """Sets what the character knows of the items on a level, and which of the items that it threw are still away."""

    level: int
    items: dict[int, SeenItem]
    thrown_items: tuple[int, ...] = msgspec.field(name="thrown")

    def apply(self, state: State) -> None:
        play = _writable_play(state)
        play.seen_items = {**play.seen_items, self.level: self.items}
        play.thrown_items = list(self.thrown_items)


class RecordThrow(Change, frozen=True, tag="core.stealth:record-throw"):
    """Records that the character threw an item."""

    item: int

    def apply(self, state: State) -> None:
        play = _writable_play(state)
        play.thrown_items = [*(id for id in play.thrown_items if id != self.item), self.item]


class RecordKiller(Change, frozen=True, tag="core.stealth:kill"):
    """Records the actor that killed the player's character."""

    actor: int

    def apply(self, state: State) -> None:
        _writable_play(state).killer = self.actor


class Muffle(Change, frozen=True, tag="core.stealth:muffle"):
    """Wraps a bell: `by` is the loudness that its sounds lose."""

    item: int
    by: int

    def apply(self, state: State) -> None:
        _writable_play(state).muffling[self.item] = self.by


class CountPursuer(Change, frozen=True, tag="core.stealth:pursue"):
    """Counts a creature that came to a level for a bell."""

    level: int

    def apply(self, state: State) -> None:
        pursuers = _writable_play(state).pursuers
        pursuers[self.level] = pursuers.get(self.level, 0) + 1


class SpoilFloor(Change, frozen=True, tag="core.stealth:spoil-floor"):
    """Records that the character has been noticed on a level."""

    level: int

    def apply(self, state: State) -> None:
        secrecy: Secrecy = state.parts.setdefault(SECRECY_PART, Secrecy())
        if self.level not in secrecy.noticed_levels:
            secrecy.noticed_levels = (*secrecy.noticed_levels, self.level)


class ScoreFloor(Change, frozen=True, tag="core.stealth:score-floor"):
    """Scores a floor that the character leaves.

    Attributes:
        level: id of its level.
        slain: kills of the character so far.
    """

    level: int
    slain: int

    def apply(self, state: State) -> None:
        play = _writable_play(state)
        score = play.floors
        if not is_unnoticed(state, self.level):
            SpoilFloor(self.level).apply(state)
        left, spoiled = score.left, score.disturbed_levels
        if self.level not in left:
            left = (*left, self.level)
        if self.level not in spoiled and (score.notice_count, score.kill_count) != (play.notice_count, self.slain):
            spoiled = (*spoiled, self.level)
        play.floors = FloorScore(left, spoiled, play.notice_count, self.slain)


class CompleteStation(Change, frozen=True, tag="core.stealth:complete-station"):
    """Completes a station of a guided floor, or records that the character has left it."""

    station: str
    is_left: bool

    def apply(self, state: State) -> None:
        _writable_play(state).stations[self.station] = self.is_left


LEAVE_OPTION = 0
"""The option that closes an open container."""


RUN_STATS_PART = "core.stealth.chronicle"


class RunStats(msgspec.Struct):
    """The record of one game.

    Attributes:
        slain: kills by creature kind, in order of the first kill.
        backstabs: attacks of the character on unaware creatures, hit or miss.
        killer: message id of the character's killer or cause of death; empty while it lives.
    """

    slain: dict[str, Count] = {}
    backstabs: Count = 0
    killer: str = ""


PARTS = (
    Part(RUN_STATS_PART, RunStats),
    Part(PLAY_PART, PlayState, OrphanPolicy(find_dependents=_list_dependents)),
    Part(SECRECY_PART, Secrecy),
)


def run_stats_of(state: State) -> RunStats:
    """The record of a game; empty if the state has no such part (a scenario)."""
    part: RunStats | None = state.parts.get(RUN_STATS_PART)
    return part if part is not None else RunStats()


def _writable_stats(state: State) -> RunStats:
    part: RunStats = state.parts.setdefault(RUN_STATS_PART, RunStats())
    return part


class CountKill(Change, frozen=True, tag="core.stealth:slay"):
    """Counts a kill of the character."""

    kind: str

    def apply(self, state: State) -> None:
        part = _writable_stats(state)
        part.slain[self.kind] = part.slain.get(self.kind, 0) + 1


class CountBackstab(Change, frozen=True, tag="core.stealth:backstab"):
    """Counts an attack of the character on an unaware creature."""

    def apply(self, state: State) -> None:
        _writable_stats(state).backstabs += 1


class RecordDeath(Change, frozen=True, tag="core.stealth:perish"):
    """Records the message id of the character's killer or cause of death."""

    killer: str

    def apply(self, state: State) -> None:
        _writable_stats(state).killer = self.killer
