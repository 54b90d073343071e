"""The choices of a new game on the title screen: a line for each, one for each seat, and their menus."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from footfall.engine.declarations.game import SetupChoice
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message

from ..names import name_seat
from ..setup_choices import SetupChoices
from .lists import Option


class SetupMenu:
    """The menus of the choices.

    Attributes:
        choices: the options of the new game.
        seat: the seat whose menu is open, or None.
        asked: the choice whose values are listed, or None.
    """

    def __init__(self, rules: Rules, options: Mapping[str, Any], last: Mapping[str, Any]) -> None:
        """Offers the choices of a game: those of the command line are made already, others are as in the last game."""
        self._rules, self.choices = rules, SetupChoices(rules, options, last)
        self.seat: int | None = None
        self.asked: SetupChoice | None = None

    @property
    def is_open(self) -> bool:
        """Whether a menu is open."""
        return self.seat is not None or self.asked is not None

    @property
    def question(self) -> Message | None:
        """The question of the open menu."""
        seat = self.seat if self.asked is None else self.asked.seat
        label = None if self.asked is None else self.asked.label
        if seat is None:
            return label
        name = name_seat(self._rules, seat)
        return Message(
            "footfall-title-choice" if label else "footfall-title-seat", {"name": name, "value": label or ""}
        )

    def list_lines(self) -> Iterator[Option]:
        """Yields the lines of the main menu."""
        choices = self.choices.list_choices()
        yield from map(self.offer, (choice for choice in choices if choice.seat is None))
        for seat in sorted({choice.seat for choice in choices if choice.seat is not None}):
            of_seat = [choice for choice in choices if choice.seat == seat]
            line = self.offer(of_seat[0])
            for other in of_seat[1:]:
                value = self.choices.find_value(other)
                joined = Message("footfall-title-and", {"first": line.label, "next": value.label})
                line = Option(joined, partial(self.open_seat, seat), detail=(*line.detail, *value.details))
            yield Option(line.label, line.act, str(seat + 1) if seat < 9 else "", line.detail)

    def list_options(self) -> list[Option]:
        """Lists the options of the open menu."""
        if self.asked is None:
            of_seat = (choice for choice in self.choices.list_choices() if choice.seat == self.seat)
            return [*map(self.offer, of_seat), Option(Message("footfall-title-done"), self.go_back, "q")]
        now, options = self.choices.find_value(self.asked), []
        for value in self.asked.values:
            label = Message("footfall-title-current", {"name": value.label}) if value == now else value.label
            options.append(
                Option(label, partial(self.choose, value.value), detail=value.details, is_current=value == now)
            )
        return options

    def offer(self, choice: SetupChoice) -> Option:
        """Returns the line of a choice: its name, or that of its seat on the main menu, and its value."""
        value = self.choices.find_value(choice)
        is_own_line = choice.seat is not None and self.seat is None
        name = name_seat(self._rules, choice.seat) if is_own_line and choice.seat is not None else choice.label
        label = Message("footfall-title-choice", {"name": name, "value": value.label})
        return Option(label, partial(self.ask, choice), detail=value.details)

    def ask(self, choice: SetupChoice) -> None:
        """Opens the values of a choice."""
        self.asked = choice

    def open_seat(self, seat: int) -> None:
        """Opens the choices of a seat."""
        self.seat = seat

    def choose(self, value: Any) -> None:
        """Gives the choice a value and goes back."""
        assert self.asked is not None
        self.choices.choose(self.asked, value)
        self.go_back()

    def go_back(self) -> None:
        """Closes the innermost menu."""
        if self.asked is not None:
            self.asked = None
        else:
            self.seat = None
