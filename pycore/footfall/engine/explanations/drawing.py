"""The scene of a session's game and the HUD lines of mods. A failure is contained and named."""

from collections.abc import Sequence
from typing import Any

from ..declarations.rules import BoundHudLine
from ..guards.problem_log import find_failed_mod
from ..guards.state_guard import play_guarded
from ..model import Cause, Event, Message
from ..session import Session

SCENE = "scene"
"""Name of the scene in reports of failures."""


def draw_scene(session: Session, seat: int | None = None) -> Any | None:
    """Returns the scene of the game (`footfall.api.scene.Scene`), or None if drawing it failed.

    Args:
        seat: whose scene, in a game with seats; None for the one screen of all players.
    """
    game = session.rules.game

    def show(shown: Session) -> Any:
        shown.rule_steps.clear()  # each scene has all its steps
        if seat is None or game.presentation.seat_scene is None:
            return game.presentation.scene(shown.context())
        return game.presentation.seat_scene(shown.context(), seat)

    try:
        return play_guarded(session, show) if session.has_mod_code else show(session)
    except BaseException as error:
        cause = Cause(find_failed_mod(error) or game.id, SCENE, "")
        if (cause.mod, cause.via) not in session.suspended:
            session.report_problem(cause, error)
        return None
    finally:
        session.rule_steps.clear()


def list_flashes(session: Session, events: Sequence[Event]) -> tuple[Any, ...]:
    """Returns the flashes for the events since the last scene (`footfall.api.scene.Flash`)."""
    flash = session.rules.game.presentation.flash
    if flash is None or not events:
        return ()
    try:
        return tuple(flash(session.context(), events))
    except Exception as error:
        session.report_problem(Cause(find_failed_mod(error) or session.rules.game.id, SCENE, ""), error)
        return ()


def read_hud_lines(session: Session) -> list[Message]:
    """Returns the HUD lines of mods. A line that fails is omitted and reported like a failing hook."""
    messages = []
    for hud_line in session.rules.hud_lines:
        cause = hud_line.cause
        if (cause.mod, cause.via) in session.suspended:
            continue

        def read(played: Session, bound: BoundHudLine = hud_line) -> object:
            return bound.line.read(played.contexts[bound.cause.mod])

        try:
            message = play_guarded(session, read)
            if message is not None:
                messages.append(_check_message(message))
        except BaseException as error:
            session.report_problem(cause, error)
    return messages


def _check_message(value: object) -> Message:
    """Returns a value if it is a message of plain data.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(value, Message):
        raise TypeError(f"a HUD line is a Message or None, not {value!r}")
    if type(value.id) is not str or type(value.args) is not dict:
        raise TypeError(f"a Message has an id and a table of arguments, not {value!r}")
    for name, argument in value.args.items():
        if isinstance(argument, Message):
            _check_message(argument)
        elif type(name) is not str or type(argument) not in (str, int, float, bool):
            raise TypeError(f"the argument {name!r} of a Message is text, a number or a Message, not {argument!r}")
    return value
