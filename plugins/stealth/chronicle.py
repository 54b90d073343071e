"""What the player's character did in one game, for its page and for the morgue."""

from __future__ import annotations

import msgspec

from footfall.api import Change, ChangeSpec, Part, State

PART = "core.stealth.chronicle"


class Chronicle(msgspec.Struct):
    """The deeds of one game.

    Attributes:
        slain: how many of each creature kind the character felled, in order of the first.
    """

    slain: dict[str, int] = {}


class Slay(Change, frozen=True, tag="core.stealth:slay"):
    """The character felled a creature of this kind."""

    kind: str


def chronicle_of(state: State) -> Chronicle:
    """The chronicle of a game; empty if it has no such part (a scenario)."""
    found: Chronicle | None = state.parts.get(PART)
    return found if found is not None else Chronicle()


def _slay(state: State, change: Slay) -> None:
    chronicle: Chronicle = state.parts.setdefault(PART, Chronicle())
    chronicle.slain[change.kind] = chronicle.slain.get(change.kind, 0) + 1


CHANGES = (ChangeSpec(Slay, _slay),)
PARTS = (Part(PART, Chronicle),)
