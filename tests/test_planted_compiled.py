"""The errors planted in compiled rules still fit the code; ``python tests/planted_compiled.py`` plants them."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest


@pytest.mark.parametrize(("game", "least"), [("king", 25), ("stealth", 15)])
def test_each_right_line_occurs_once(game: str, least: int, load_script: Callable[[str], ModuleType]) -> None:
    script = load_script("tests/planted_compiled.py")
    errors = script.load_mutants(game)
    assert len(errors) >= least
    target = script.TARGETS[game]
    folder = script.ROOT / "rust" / target.sources
    unchanged_file, unchanged_line = target.module
    for error in (*errors, {"file": unchanged_file, "right": unchanged_line}):
        assert (folder / error["file"]).read_text(encoding="utf-8").count(error["right"]) == 1, error
