"""The setup options of a new game, chosen by the player, and the bots of its seats."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from footfall.engine.bot_names import RANDOM_BOT, UnknownBotError, find_bot
from footfall.engine.bots import Bot
from footfall.engine.declarations.game import BOTS_OPTION, PERSON, SetupChoice, SetupValue
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message

from .names import name_seat


class SetupChoices:
    """The setup options of a new game: given by the command line, chosen by the player, or those of the last game."""

    def __init__(self, rules: Rules, options: Mapping[str, Any], last: Mapping[str, Any] | None = None) -> None:
        self._rules, self._given, self._last = rules, options, last or {}
        self._chosen: dict[tuple[str, int | None], Any] = {}

    def list_choices(self) -> list[SetupChoice]:
        """Lists the choices: the players of the seats that the current options give, and those of the game."""
        game, seats = self._rules.game, self._rules.game.presentation.seats
        options = {**game.options, **self._last, **self._given}
        options |= {option: value for (option, seat), value in self._chosen.items() if seat is None}
        count: Any = 0 if seats is None else options[seats.option]
        if seats is not None and (type(count) is not int or count not in seats.counts):  # the game will refuse it
            count = options[seats.option] = seats.counts[-1]
        found = [] if game.choices is None else [*game.choices(self._rules.records, self._rules.settings, options)]
        bots = tuple(
            SetupValue(bot.id, bot.label, () if bot.summary is None else (bot.summary,))
            for bot in (*self._rules.bots.values(), RANDOM_BOT)
        )
        person = SetupValue(PERSON, Message("footfall-title-person"))
        label = Message("footfall-title-player")
        adviser = game.presentation.adviser or None
        players = (
            SetupChoice(BOTS_OPTION, label, (person, *bots), seat, adviser if seat else None) for seat in range(count)
        )
        return [*players, *found]

    def list_rules(self) -> list[SetupChoice]:
        """Lists the choices that are about the game as a whole, without the number of its players."""
        seats = self._rules.game.presentation.seats
        choices = (choice for choice in self.list_choices() if choice.seat is None)
        return [choice for choice in choices if seats is None or choice.option != seats.option]

    def describe(self, choice: SetupChoice) -> Message:
        """Returns the name of a choice, or that of its seat, and its value."""
        name = choice.label if choice.seat is None else name_seat(self._rules, choice.seat)
        return Message("footfall-title-choice", {"name": name, "value": self.find_value(choice).label})

    def find_value(self, choice: SetupChoice) -> SetupValue:
        """Returns the value that a choice has now."""
        option, seat = choice.option, choice.seat
        value = self._chosen.get((option, seat))
        if value is None:
            given = self._given if option in self._given else self._last
            value = given.get(option, self._rules.game.options.get(option))
            if not given and choice.proposal is not None:
                value = choice.proposal
            elif seat is not None:
                value = split_by_seat(value).get(seat, choice.values[0].value)
            if given is self._last and all(known.value != value for known in choice.values):  # of a mod that is gone
                value = choice.values[0].value
        return next((known for known in choice.values if known.value == value), SetupValue(value, str(value)))

    def choose(self, choice: SetupChoice, value: Any) -> None:
        """Gives a choice a value."""
        self._chosen[choice.option, choice.seat] = value

    def build_options(self) -> dict[str, Any]:
        """Returns the setup options of the game. An option is included if one of its values is not a default."""
        choices, options = self.list_choices(), dict(self._given)
        if not self._chosen and not self._last and all(choice.proposal is None for choice in choices):
            return options
        for choice in choices:
            if choice.seat is None:
                options[choice.option] = self.find_value(choice).value
        for option in {choice.option: choice for choice in choices if choice.seat is not None}:
            seats = [choice for choice in choices if choice.option == option]
            values = [str(self.find_value(choice).value) for choice in seats]
            options.pop(option, None)
            if values != [str(choice.values[0].value) for choice in seats]:
                options[option] = ",".join(values)
        return options


def describe_setup(rules: Rules, options: Mapping[str, Any]) -> Message | None:
    """Returns the rules of a game with seats and who plays each of them; None if it has no seats."""
    if rules.game.presentation.seats is None:
        return None
    setup = SetupChoices(rules, {BOTS_OPTION: "", **rules.game.options, **options})
    players = (choice for choice in setup.list_choices() if choice.option == BOTS_OPTION)
    parts = [setup.describe(choice) for choice in (*setup.list_rules(), *players)]
    return reduce(lambda first, last: Message("footfall-setup-and", {"first": first, "last": last}), parts)


def find_meant_option(rules: Rules, options: Mapping[str, Any], translate: Callable[[Any], str]) -> str:
    """Returns the option, with its value, that an unknown one names by the words of the title screen; or ``""``."""
    known = {name: value for name, value in options.items() if name in rules.game.options}
    for choice in SetupChoices(rules, known).list_choices():
        name = translate(choice.label).lower()
        if name in options and name not in known:
            word = str(options[name]).lower()
            meant = [each for each in choice.values if word in translate(each.label).lower()] or choice.values
            return f"{name!r}; did you mean {' or '.join(f'{choice.option}={each.value}' for each in meant)}?"
    return ""


def split_by_seat(value: Any) -> dict[int, str]:
    """Returns the values of an option by seat, without empty ones."""
    names = enumerate(str(value or "").split(","))
    return {seat: name.strip() for seat, name in names if name.strip()}


def find_seat_bots(rules: Rules, options: Mapping[str, Any]) -> dict[int, Bot]:
    """Returns the bots that play seats in a game with these setup options, by seat.

    Raises:
        UnknownBotError: there is no bot of a name.
    """
    names = split_by_seat(options.get(BOTS_OPTION)).items()
    return {seat: find_bot(rules, name) for seat, name in names if name not in (PERSON, "-")}


def read_seat_bots(rules: Rules, options: Mapping[str, Any]) -> tuple[dict[int, Bot], list[Message]]:
    """Returns the bots that play seats, and a line on each that is missing: a person plays its seat."""
    bots: dict[int, Bot] = {}
    missing: list[Message] = []
    for seat, name in split_by_seat(options.get(BOTS_OPTION)).items():
        try:
            bots |= find_seat_bots(rules, {BOTS_OPTION: "," * seat + name})
        except UnknownBotError:
            missing.append(Message("footfall-bot-missing", {"seat": name_seat(rules, seat), "bot": name}))
    return bots, missing
