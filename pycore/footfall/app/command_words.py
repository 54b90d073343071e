"""Words for a recorded command: the label of its binding, with the answers to the binding's prompts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from footfall.api.scene import DIRECTIONS, Binding, PromptKind, Scene
from footfall.engine.model import Answer, Command, Message
from footfall.engine.session import Session

from .console_commands import CONSOLE_BINDINGS

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
    binding = next((each for each in _list_bindings(session, scene) if _builds(each, command)), None)
    if binding is None:
        mod = str(command.__struct_config__.tag).partition(":")[0]
        return [Message("footfall-watch-unnamed", {"mod": mod})]
    details = (_describe_answer(scene, prompt, getattr(command, prompt.field)) for prompt in binding.prompts)
    return [binding.label, *(detail for detail in details if detail)]


def _list_bindings(session: Session, scene: Scene) -> Iterator[Binding]:
    yield from scene.bindings
    specs: Iterable[Any] = (*session.rules.commands.values(), *session.rules.console.values())
    for each in specs:
        yield from each.spec.bindings
    yield from CONSOLE_BINDINGS


def _builds(binding: Binding, command: Command) -> bool:
    """Whether the keys of a binding can build this command."""
    return binding.command is type(command) and all(
        getattr(command, field, None) == value for field, value in binding.fields.items()
    )


def _describe_answer(scene: Scene, prompt: Any, value: Any) -> Message | str:
    """Describes the answer to a prompt; ``""`` if it has no words."""
    choice = next((each for each in scene.choices.get(prompt.choices, ()) if each.value == value), None)
    if choice is not None:
        return choice.label
    if prompt.kind is PromptKind.DIRECTION and type(value) is int and 0 <= value < len(COMPASS):
        return Message(f"footfall-watch-compass-{COMPASS[value]}")
    if prompt.kind is PromptKind.CELL and scene.cells is not None and isinstance(value, (tuple, list)):
        return _describe_cell(scene.cells.focus, value)
    return str(value) if type(value) is int else ""


def _describe_cell(focus: tuple[int, int], cell: Any) -> Message | str:
    """Describes a cell by its distance and direction from the player."""
    dy, dx = cell[0] - focus[0], cell[1] - focus[1]
    distance = max(abs(dy), abs(dx))
    if not distance:
        return Message("footfall-watch-here")
    # An axis counts if it is more than half of the other one.
    step = tuple(0 if 2 * abs(d) < distance else (d > 0) - (d < 0) for d in (dy, dx))
    compass = Message(f"footfall-watch-compass-{COMPASS[DIRECTIONS.index(step)]}")
    return Message("footfall-watch-cell", {"distance": distance, "compass": compass})
