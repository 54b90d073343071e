"""The planted errors still fit the code; ``python benches/plant_errors.py`` plants them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("name", "least"), [("king", 25), ("stealth", 50), ("king-compiled", 25), ("stealth-compiled", 15)]
)
def test_each_right_line_occurs_once(
    name: str, least: int, load_script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "benches")
    script = load_script("benches/plant_errors.py")
    suite = script.load_suite(name)
    assert len(suite["error"]) >= least
    for error in suite["error"]:
        text = (ROOT / suite["folder"] / error["file"]).read_text("utf-8")
        assert text.count(error["right"]) == 1, error
        assert error["right"] != error["wrong"], error
