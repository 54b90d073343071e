"""Lessons for new players, each shown once, at the moment when it helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from footfall.api import Command, Message
from footfall.api.scene import Lesson

from . import commands as cmd
from .labels import name_node
from .layout import FLOOR, NODE_BY_NAME, PER_FLOOR
from .state import Board, Soul


class Moment(NamedTuple):
    """The input of the conditions of lessons: the board, the soul whose turn it is, its legal commands."""

    board: Board
    soul: Soul
    kinds: frozenset[type[Command]]

    @property
    def is_with_king(self) -> bool:
        """Whether the King is on the soul's floor."""
        return not self.board.banish and FLOOR[self.soul.node] == self.board.king


class _Rule(NamedTuple):
    name: str
    applies: Callable[[Moment], bool]
    keys: tuple[str, ...] = ()
    page: str = ""


def _uses(kind: type[Command]) -> Callable[[Moment], bool]:
    return lambda moment: kind in moment.kinds


_RULES = (
    _Rule("trapped", _uses(cmd.Escape), ("king-key-escape",)),
    _Rule("monster", lambda it: any(monster.node == it.soul.node for monster in it.board.monsters)),
    _Rule("low", lambda it: it.soul.sanity < 0 and cmd.Meditate in it.kinds, ("king-key-meditate",)),
    _Rule("start", lambda it: it.board.round == 1 and it.board.turns == 0, ("page:legend",), "legend"),
    _Rule("move", lambda it: cmd.Move in it.kinds and not it.soul.has_moved, ("king-key-move",)),
    _Rule("search", lambda it: bool(it.soul.node % PER_FLOOR) and cmd.Search in it.kinds, ("king-key-search",)),
    _Rule("use", _uses(cmd.Use), ("king-key-use",)),
    _Rule("stair", lambda it: it.board.stairs[FLOOR[it.soul.node]] == it.soul.node % PER_FLOOR),
    _Rule("king", lambda it: it.is_with_king and it.board.round > 1),
    _Rule("report", lambda it: it.board.round > 1, ("page:report",)),
    _Rule("key", lambda it: it.soul.keys > 0),
    _Rule("special", lambda it: any(each.node == it.soul.node and each.is_open for each in it.board.specials)),
    _Rule("status", lambda it: bool(it.soul.statuses)),
    _Rule("threshold", lambda it: it.board.keys_in_hands() >= it.board.profile.keys_to_win),
)
"""Most urgent first."""


def list_lessons(board: Board, seat: int, commands: Sequence[Command]) -> tuple[Lesson, ...]:
    """Returns the lessons whose moment has come."""
    if not commands:
        return ()
    moment = Moment(board, board.souls[seat], frozenset(map(type, commands)))
    return tuple(_list_due(moment))


def _list_due(moment: Moment) -> Iterator[Lesson]:
    profile = moment.board.profile
    goal = name_node(NODE_BY_NAME[profile.threshold_node])
    for rule in _RULES:
        if rule.applies(moment):
            args = {"keys": profile.keys_to_win, "goal": goal}
            yield Lesson(f"king-{rule.name}", Message(f"king-lesson-{rule.name}", args), rule.keys, rule.page)
