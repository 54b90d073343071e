"""The errors planted in compiled rules still fit the code; ``python tests/planted_compiled.py`` plants them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).with_name("planted_compiled.py")))


@pytest.mark.parametrize(("game", "least"), [("king", 25), ("stealth", 15)])
def test_each_right_line_occurs_once(game: str, least: int) -> None:
    errors = SCRIPT["load_mutants"](game)
    assert len(errors) >= least
    folder = SCRIPT["ROOT"] / "rust" / SCRIPT["TARGETS"][game].sources
    for error in errors:
        assert (folder / error["file"]).read_text(encoding="utf-8").count(error["right"]) == 1, error
