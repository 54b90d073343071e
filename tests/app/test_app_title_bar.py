"""The title bar on a small screen: what counts for the score is there, shorter where it must be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("language", "width", "floor", "state"),
    [
        ("en", 80, "depth 1", "unnoticed"),
        ("en", 120, "THE UNDERCROFT  depth 1", "floor: unnoticed"),
        ("es", 80, "piso 1", "sin descubrir"),
        ("es", 120, "LA CRIPTA  piso 1", "piso: sin descubrir"),
    ],
)
def test_the_title_says_whether_one_is_unnoticed(
    typed: Callable[..., Any], language: str, width: int, floor: str, state: str
) -> None:
    played = typed("> " * 16, "stealth", "--seed", 2144982887, "--lang", language, shape=(24, width))
    assert played.result.exit_code == 0, played.result.output
    title = played.screen.splitlines()[0]
    assert f"{floor} " in title
    assert state in title
    assert ("turn" if language == "en" else "turno") in title
