"""The complete scene of a session: the game's drawing, the HUD lines of mods, the log, the bindings. Not for mods."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from footfall.engine.explanations.drawing import draw_scene, read_hud_lines
from footfall.engine.guards.problem_log import Problem
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.session import Session

from .scene import Line, LogLine, Panel, Scene, Span, Tint

MAX_SCENE_LOG_LINES = 300
"""Log lines in a scene."""


def merge_log_lines(log: Iterable[LoggedMessage], count_turns: Callable[[int], int] = int) -> tuple[LogLine, ...]:
    """Merges equal log lines that are adjacent or of the same turn into one line with a count.

    A merged line carries the turn of the last one. Lines are equal that differ only in `id`, the number of an actor.

    Args:
        count_turns: returns the turn as players count it, for the number of a command.
    """
    lines: list[LogLine] = []
    for entry in log:
        clock = count_turns(entry.turn)
        for index in range(len(lines) - 1, -1, -1):
            line = lines[index]
            if line.turn != entry.turn and index != len(lines) - 1:
                lines.append(LogLine(entry.message, entry.kind, entry.turn, 1, clock))
                break
            if line.kind == entry.kind and _list_told(line.message) == _list_told(entry.message):
                lines[index] = LogLine(line.message, line.kind, entry.turn, line.count + 1, clock)
                break
        else:
            lines.append(LogLine(entry.message, entry.kind, entry.turn, 1, clock))
    return tuple(lines)


def _list_told(message: Message) -> tuple[str, dict[str, Any]]:
    """A message without the number of the actor that it tells of."""
    return message.id, {name: value for name, value in message.args.items() if name != "id" or type(value) is not int}


def build_session_scene(session: Session, seat: int | None = None) -> Scene:
    """Builds the game's scene, with log, bindings, turn and seed filled in.

    Args:
        seat: whose scene, in a game with seats; None for the one screen of all players.
    """
    known = len(session.problems)
    scene: Scene = draw_scene(session, seat) or Scene(Message("footfall-no-scene"))
    lines = collect_hud_lines(session)
    log_problems(session, session.problems[known:])
    if lines:
        scene.panels = (*scene.panels, Panel(None, lines))
    scene.log = merge_log_lines(session.log[-MAX_SCENE_LOG_LINES:], session.display.count_turns)
    question = session.state.question
    is_asked = seat is None or (question is not None and question.actor == seat)
    if is_asked and not scene.bindings and not scene.answers:
        scene.bindings = tuple(
            binding for command in session.rules.commands.values() for binding in command.spec.bindings
        )
    scene.turn = session.state.turn
    scene.clock = session.display.count_turns(scene.turn)
    scene.seed = session.state.seed
    return scene


def make_inert(scene: Scene, **fields: Any) -> Scene:
    """Returns a scene in which no key, place or answer does anything, with other fields of it replaced."""
    inert: dict[str, Any] = dict.fromkeys(("bindings", "hints", "lessons", "answers"), ())
    inert["places"] = tuple(msgspec.structs.replace(place, click=None) for place in scene.places)
    return msgspec.structs.replace(scene, **{**inert, "choices": {}, "confirmations": {}, "prompt": None, **fields})


def collect_hud_lines(session: Session) -> tuple[Line, ...]:
    """Returns the HUD lines of mods."""
    return tuple(Line((Span(message, Tint.TEXT),)) for message in read_hud_lines(session))


def log_problems(session: Session, problems: Iterable[Problem]) -> None:
    """Logs failures of mods, so that the player sees them."""
    for problem in problems:
        session.log.append(
            LoggedMessage(Message("footfall-problem", {"problem": str(problem)}), "problem", session.state.turn)
        )
