"""What the player's character did in one game, for its page and for the morgue."""

from __future__ import annotations

import msgspec

from footfall.api import Change, ChangeSpec, Part, State

RUN_STATS_PART = "core.stealth.chronicle"


class RunStats(msgspec.Struct):
    """The deeds of one game.

    Attributes:
        slain: how many of each creature kind the character felled, in order of the first.
        backstabs: blows of the character at somebody unaware.
        killer: catalogue id of who or what killed the character; empty while it lives.
    """

    slain: dict[str, int] = {}
    backstabs: int = 0
    killer: str = ""


class CountKill(Change, frozen=True, tag="core.stealth:slay"):
    """The character felled a creature of this kind."""

    kind: str


class CountBackstab(Change, frozen=True, tag="core.stealth:backstab"):
    """The character struck at somebody unaware, hit or miss."""


class RecordDeath(Change, frozen=True, tag="core.stealth:perish"):
    """The character died: of somebody or something with this name."""

    killer: str


def run_stats_of(state: State) -> RunStats:
    """The chronicle of a game; empty if it has no such part (a scenario)."""
    found: RunStats | None = state.parts.get(RUN_STATS_PART)
    return found if found is not None else RunStats()


def _writable_stats(state: State) -> RunStats:
    chronicle: RunStats = state.parts.setdefault(RUN_STATS_PART, RunStats())
    return chronicle


def _record_death(state: State, change: RecordDeath) -> None:
    _writable_stats(state).killer = change.killer


def _count_kill(state: State, change: CountKill) -> None:
    chronicle = _writable_stats(state)
    chronicle.slain[change.kind] = chronicle.slain.get(change.kind, 0) + 1


def _count_backstab(state: State, change: CountBackstab) -> None:
    _writable_stats(state).backstabs += 1


CHANGES = (
    ChangeSpec(CountBackstab, _count_backstab),
    ChangeSpec(CountKill, _count_kill),
    ChangeSpec(RecordDeath, _record_death),
)
PARTS = (Part(RUN_STATS_PART, RunStats),)
