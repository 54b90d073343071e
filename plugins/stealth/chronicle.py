"""What the player's character did in one game, for its page and for the morgue."""

from __future__ import annotations

import msgspec

from footfall.api import Change, ChangeSpec, Part, State

PART = "core.stealth.chronicle"


class Chronicle(msgspec.Struct):
    """The deeds of one game.

    Attributes:
        slain: how many of each creature kind the character felled, in order of the first.
        backstabs: blows of the character at somebody unaware.
        killer: catalogue id of who or what killed the character; empty while it lives.
    """

    slain: dict[str, int] = {}
    backstabs: int = 0
    killer: str = ""


class Slay(Change, frozen=True, tag="core.stealth:slay"):
    """The character felled a creature of this kind."""

    kind: str


class Backstab(Change, frozen=True, tag="core.stealth:backstab"):
    """The character struck at somebody unaware, hit or miss."""


class Perish(Change, frozen=True, tag="core.stealth:perish"):
    """The character died: of somebody or something with this name."""

    killer: str


def chronicle_of(state: State) -> Chronicle:
    """The chronicle of a game; empty if it has no such part (a scenario)."""
    found: Chronicle | None = state.parts.get(PART)
    return found if found is not None else Chronicle()


def _own(state: State) -> Chronicle:
    chronicle: Chronicle = state.parts.setdefault(PART, Chronicle())
    return chronicle


def _perish(state: State, change: Perish) -> None:
    _own(state).killer = change.killer


def _slay(state: State, change: Slay) -> None:
    chronicle = _own(state)
    chronicle.slain[change.kind] = chronicle.slain.get(change.kind, 0) + 1


def _backstab(state: State, change: Backstab) -> None:
    _own(state).backstabs += 1


CHANGES = (ChangeSpec(Backstab, _backstab), ChangeSpec(Slay, _slay), ChangeSpec(Perish, _perish))
PARTS = (Part(PART, Chronicle),)
