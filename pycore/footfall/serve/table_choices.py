"""The choices of the host of a table for several browsers, before its game."""

from footfall.app.setup_choices import SetupChoices
from footfall.engine.declarations.game import BOTS_OPTION, SetupChoice, SetupValue
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message


def list_table_choices(rules: Rules) -> list[SetupChoice]:
    """Lists the choices: the rules, the number of seats, and who plays the others until guests take them."""
    seats, setup = rules.game.presentation.seats, SetupChoices(rules, {})
    if seats is None:
        return []
    counts = tuple(SetupValue(count, str(count)) for count in seats.counts)
    _, *bots = next(choice.values for choice in setup.list_choices() if choice.option == BOTS_OPTION)
    free = SetupValue("", Message("footfall-serve-free"))
    players = SetupChoice(seats.option, Message("footfall-serve-players"), counts)
    others = SetupChoice(BOTS_OPTION, Message("footfall-serve-other-seats"), (free, *bots))
    return [*setup.list_rules(), players, others]
