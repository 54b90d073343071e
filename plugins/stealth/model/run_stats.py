"""What the player's character did in one game, for its page and for the morgue file."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Count, Part, State, applies

RUN_STATS_PART = "core.stealth.chronicle"


class RunStats(msgspec.Struct):
    """The record of one game.

    Attributes:
        slain: kills by creature kind, in order of the first kill.
        backstabs: attacks of the character on unaware creatures, hit or miss.
        killer: message id of what killed the character; empty while it lives.
    """

    slain: dict[str, Count] = {}
    backstabs: Count = 0
    killer: str = ""


PARTS = (Part(RUN_STATS_PART, RunStats),)


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


@applies(CountKill)
def _count_kill(state: State, change: CountKill) -> None:
    part = _writable_stats(state)
    part.slain[change.kind] = part.slain.get(change.kind, 0) + 1


class CountBackstab(Change, frozen=True, tag="core.stealth:backstab"):
    """Counts an attack of the character on an unaware creature."""


@applies(CountBackstab)
def _count_backstab(state: State, change: CountBackstab) -> None:
    _writable_stats(state).backstabs += 1


class RecordDeath(Change, frozen=True, tag="core.stealth:perish"):
    """Records the message id of what killed the character."""

    killer: str


@applies(RecordDeath)
def _record_death(state: State, change: RecordDeath) -> None:
    _writable_stats(state).killer = change.killer
