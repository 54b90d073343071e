"""Hostile tables and arguments of the compiled King's House raise ordinary errors."""

import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from footfall import kernels
from footfall.engine.compiled.games import find_rules_compiler
from footfall.loader import load
from footfall.plugins.king import compiled

pytestmark = pytest.mark.skipif(kernels.get_backend() != "rust", reason="needs the native module")
ERRORS = (TypeError, ValueError, OverflowError, MemoryError)


@pytest.fixture(scope="module")
def parts() -> tuple[Any, ...]:
    """The arguments of the board of the game as shipped: tables, profile, settings and more."""
    taken: list[Any] = []
    compiler = find_rules_compiler("core.king")
    assert compiler is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "_load_board", lambda _, *parts: taken.append((*parts, None)))
        compiler(load("core.king", only_mods=[]).rules, {}, ("footfall:random",))
    return taken[0]


def try_board(*parts: Any) -> bool:
    """Builds a board and plays a little; returns whether there was a board."""
    with contextlib.suppress(*ERRORS):
        board = compiled.load_board_type()(*parts)
        with contextlib.suppress(*ERRORS):
            board.list_states(3, 12)
        board.play_games([1, 2], 12, True)
        return True
    return False


def test_garbage_tables(parts: tuple[Any, ...]) -> None:
    tables = parts[0]
    assert try_board(*parts)
    for garbage in (b"", b"\0", b"\xff" * 99, b"null", b"[" * 100_000, b'{"game":' * 9999, tables[:-1], tables * 2):
        assert not try_board(garbage, *parts[1:])
    step = len(tables) // 60
    for at in range(0, len(tables), step):
        try_board(tables[:at] + bytes([tables[at] ^ 21]) + tables[at + 1 :], *parts[1:])
        try_board(tables[:at] + tables[at + step :], *parts[1:])


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the paths of all values inside a value of JSON."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from list_places(item, (*path, key))


SPOILS: list[Callable[[Any], Any]] = [
    lambda _: None,
    lambda _: -1,
    lambda _: 2**63 - 1,
    lambda _: 1e300,
    lambda _: "\u0000",
    lambda _: [],
    lambda value: value[:1] if isinstance(value, list) else 0,
    lambda value: value * 3 if isinstance(value, list) else 999_999,
]


def test_tables_with_one_wrong_value(parts: tuple[Any, ...]) -> None:
    """Boards of such tables may exist; playing on them must not end the process."""
    places = list(list_places(json.loads(parts[0])))[1:]
    for number, place in enumerate(places[:: max(1, len(places) // 400)]):
        tables = json.loads(parts[0])
        inner = tables
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = SPOILS[number % len(SPOILS)](inner[place[-1]])
        try_board(json.dumps(tables).encode(), *parts[1:])


@pytest.mark.proof(0)
def test_more_names_than_there_are_numbers(parts: tuple[Any, ...]) -> None:
    tables = json.loads(parts[0])
    card = tables["cards"][0]
    tables["cards"] += [{**card, "id": f"{card['id']}{number}"} for number in range(70_000)]
    assert not try_board(json.dumps(tables).encode(), *parts[1:])


def test_hostile_arguments_of_methods(parts: tuple[Any, ...]) -> None:
    board = compiled.load_board_type()(*parts)
    values = (None, -1, 2**64, 2**200, 1.5, "x", b"x", [], [None], [-1], [2**64], {}, object(), Exception)
    for value in values:
        for call in (
            lambda value=value: board.list_states(value, 3),
            lambda value=value: board.list_states(3, value),
            lambda value=value: board.play_games(value, 3, False),
            lambda value=value: board.play_games([1], value, False),
            lambda value=value: board.play_games([1], 3, value),
            lambda value=value: try_board(*(value for _ in parts)),
            lambda value=value: setattr(board, "records", value),
        ):
            with contextlib.suppress(*ERRORS, AttributeError):
                call()
