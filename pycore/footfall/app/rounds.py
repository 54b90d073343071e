"""The rounds of a game: how many there were, and whether a command ends one."""

from footfall.engine.model import Command
from footfall.engine.plain import copy_state
from footfall.engine.session import Session


def count_rounds(session: Session) -> int:
    """Returns the number of the round; 0 in a game without rounds."""
    count = session.rules.game.presentation.count_rounds
    return 0 if count is None else count(session.context())


def ends_round(session: Session, command: Command) -> bool:
    """Returns whether a round begins with a command, tried on a copy of the game."""
    trial = session.copy_with(copy_state(session.state))
    trial.submit(command)
    return count_rounds(trial) > count_rounds(session)
