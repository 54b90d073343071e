"""The fields of the board and of its records are declared in Python; Rust has the same."""

import runpy
from pathlib import Path

CRATE = Path(__file__).parents[2] / "rust" / "king"


def test_the_description_in_rust_is_current() -> None:
    described = runpy.run_path(str(CRATE / "describe.py"))["describe"]()
    current = (CRATE / "src" / "description.rs").read_text(encoding="utf-8")
    assert current == described, "run python rust/king/describe.py"
