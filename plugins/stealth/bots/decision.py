"""The frame of a bot's decision: questions, memory, a choice, and a step at random where nothing applies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from footfall.api import Answer, Command

from ..actions.commands import Wait, Walk
from ..items.using import Activate
from .view import BotView, update_memory

V = TypeVar("V", bound=BotView)


def decide_with(view: V, answer: Callable[[V], Command], choose: Callable[[V], Command | None]) -> Command:
    """Answers an open question with `answer`, else updates the memory and asks `choose`."""
    if isinstance(view.options[0], Answer):
        return answer(view)
    update_memory(view)
    command = choose(view) or choose_any(view)
    if type(command) is Activate:
        view.ctx.notes["used"] = command.item
    return command


def choose_any(view: BotView) -> Command:
    """A step at random."""
    steps = [option for option in view.options if type(option) is Walk]
    return view.ctx.choose("any", steps or [view.find_option(Wait) or view.options[0]])
