"""The last commands of a finished game in words, with the log lines of each."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from footfall.api.scene import DIRECTIONS, Line, Panel, Prompt, PromptKind, Scene, Span, Tint
from footfall.api.session_scene import merge_log_lines
from footfall.engine.model import Answer, Command, Message
from footfall.engine.session import Session
from footfall.ui.drawing.pages import LOG_KIND_TINTS

from .screens.console_commands import CONSOLE_BINDINGS

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def list_command_words(session: Session, scene: Scene, command: Command) -> list[Message | str]:
    """Returns the name of a command, then its details.

    Args:
        session: the game before the command.
        scene: its scene: the lists of choices have the names of items, creatures and answers.
        command: the command.
    """
    if isinstance(command, Answer):
        if 0 <= command.choice < len(scene.answers):
            return [scene.prompt or Message("footfall-watch-answer"), scene.answers[command.choice].label]
        return [Message("footfall-watch-answer"), str(command.choice + 1)]
    commands: tuple[Any, ...] = (*session.rules.commands.values(), *session.rules.console.values())
    declared = (binding for bound in commands for binding in bound.spec.bindings)
    bindings = (*scene.bindings, *declared, *CONSOLE_BINDINGS)
    candidates = (binding for binding in bindings if binding.command is type(command))
    binding = next(
        (
            candidate
            for candidate in candidates
            if all(getattr(command, field, None) == value for field, value in candidate.fields.items())
        ),
        None,
    )
    if binding is None:
        mod = str(command.__struct_config__.tag).partition(":")[0]
        return [Message("footfall-watch-unnamed", {"mod": mod})]
    details = (_describe_answer(scene, prompt, getattr(command, prompt.field)) for prompt in binding.prompts)
    return [binding.label, *(detail for detail in details if detail)]


def _describe_answer(scene: Scene, prompt: Prompt, value: Any) -> Message | str:
    """Describes the answer to a prompt; ``""`` if it has no words."""
    choice = next((choice for choice in scene.choices.get(prompt.choices, ()) if choice.value == value), None)
    if choice is not None:
        return choice.label
    if prompt.kind is PromptKind.DIRECTION and type(value) is int and 0 <= value < len(COMPASS):
        return Message(f"footfall-watch-compass-{COMPASS[value]}")
    if prompt.kind is PromptKind.CELL and scene.cells is not None and isinstance(value, (tuple, list)):
        dy, dx = value[0] - scene.cells.focus[0], value[1] - scene.cells.focus[1]
        distance = max(abs(dy), abs(dx))
        if not distance:
            return Message("footfall-watch-here")
        # An axis counts if it is more than half of the other one.
        step = tuple(0 if 2 * abs(d) < distance else (d > 0) - (d < 0) for d in (dy, dx))
        compass = Message(f"footfall-watch-compass-{COMPASS[DIRECTIONS.index(step)]}")
        return Message("footfall-watch-cell", {"distance": distance, "compass": compass})
    return str(value) if type(value) is int else ""


COMMANDS_BACK = 30
"""Number of commands of a finished game that are shown again."""

DECISIONS_PAGE, DECISIONS_KEY = "decisions", "d"


def add_decisions_page(session: Session, scene: Scene) -> None:
    """Adds the page of the last decisions to the scene of a finished game."""
    scene.pages = {**scene.pages, DECISIONS_PAGE: build_decisions_page(session, scene)}
    scene.page_keys = {**scene.page_keys, DECISIONS_KEY: DECISIONS_PAGE}


def build_decisions_page(session: Session, scene: Scene) -> Panel:
    """Lists the last commands, newest first, with their log lines; equal ones that nothing came of are one line."""
    commands = session.commands
    first = max(0, len(commands) - COMMANDS_BACK)
    told_by_turn = {turn: list(lines) for turn, lines in groupby(session.log, lambda line: line.turn)}
    runs: list[tuple[int, int, list[Message | str]]] = []  # first and last turn, words
    for turn, command in enumerate(commands[first:], first + 1):
        words, told = list_command_words(session, scene, command), told_by_turn.get(turn)
        if runs and words == runs[-1][2] and not told and runs[-1][1] not in told_by_turn:
            runs[-1] = (runs[-1][0], turn, words)
        else:
            runs.append((turn, turn, words))
    lines = []
    for start, end, words in reversed(runs):
        shown = [str(session.display.count_turns(turn)) for turn in dict.fromkeys((start, end))]
        spans = [Span(f"{'-'.join(shown):>9}  ", Tint.DIM)]
        for number, text in enumerate(words):
            spans += [Span(", " if number else ""), Span(text, Tint.STRONG)]
        lines.append(Line(tuple(spans)))
        for line in merge_log_lines(told_by_turn.get(end, ())):
            more = (Span(f" ×{line.count}", Tint.DIM),) if line.count > 1 else ()
            tint = LOG_KIND_TINTS.get(line.kind, Tint.DIM)
            lines.append(Line((Span(" " * 11), Span(line.message, tint), *more)))
    return Panel(Message("footfall-decisions-title"), tuple(lines), label=Message("footfall-decisions"))
