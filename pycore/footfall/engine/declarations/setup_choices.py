"""Choices before a new game: setup options that the title screen asks for."""

from __future__ import annotations

from typing import Any

import msgspec

from ..model import Message

BOTS_OPTION = "bots"
"""The setup option of every game with seats: who plays each, separated by commas; `PERSON` or the name of a bot.

The rules never read it. As the other options, it is kept with the save and the replay."""

PERSON = "me"
"""The value of a seat that a person plays."""


class SetupValue(msgspec.Struct, frozen=True):
    """A value that a setup option may have.

    Attributes:
        value: the value; a text without commas if the choice is that of a seat.
        label: its name.
        details: sentences on it.
    """

    value: Any
    label: Message | str
    details: tuple[Message, ...] = ()


class SetupChoice(msgspec.Struct, frozen=True):
    """A setup option that a player may choose before a new game.

    Attributes:
        option: the setup option.
        label: its name.
        values: its values, the default first.
        seat: the seat that it is about; the option then has a value for each seat, separated by commas.
        proposal: the value that the title screen proposes to a new player; None: the default of the game.
    """

    option: str
    label: Message
    values: tuple[SetupValue, ...]
    seat: int | None = None
    proposal: Any = None
