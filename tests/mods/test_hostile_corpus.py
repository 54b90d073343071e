"""The corpus of hostile mods: each is isolated, and its message is short and names the fix.

``FOOTFALL_GOLDEN=write`` rewrites the messages in `corpus.txt`; read them before committing.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.engine.session import Session
from footfall.loader import LoadResult

sys.path.insert(0, str(Path(__file__).parent))
from corpus import AT_START, IN_PLAY, write_mod

# The watchdog may interrupt a callback of the garbage collector, which cannot propagate exceptions.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

GOLDEN = Path(__file__).parent / "corpus.txt"
LINES = 6
"""Maximum number of lines of a message."""


def messages() -> dict[str, str]:
    blocks = GOLDEN.read_text(encoding="utf-8").split("\n\n# ") if GOLDEN.exists() else []
    return dict(block.removeprefix("# ").strip().split("\n", 1) for block in blocks if "\n" in block)


def golden(name: str, got: str) -> None:
    """Compares with the golden message."""
    kept = messages()
    if os.environ.get("FOOTFALL_GOLDEN") == "write":
        kept[name] = got
        text = "\n\n".join(f"# {key}\n{message}" for key, message in sorted(kept.items()))
        GOLDEN.write_text(text + "\n", encoding="utf-8")
    assert got == messages().get(name)


def normal(text: str, root: Path) -> str:
    """Returns a message without local paths and lists that grow with the contract."""
    text = text.replace(str(root) + os.sep, "")
    text = re.sub(r"(fix: hooks|fields of its event|there are|there is|known): .*", r"\1: ...", text)
    return re.sub(r"after \d+\.\d+ s", "after a while", text)


def played(loaded: LoadResult) -> Session:
    session = Session.begin(loaded.rules, 3)
    kind = next(iter(loaded.rules.commands))
    for _ in range(30):
        if session.state.outcome is not None:
            break
        session.submit(kind())
    return session


def test_there_are_sixty() -> None:
    folders = [path for path in (Path(__file__).parent / "hostile").iterdir() if path.is_dir()]
    assert len(AT_START) + len(IN_PLAY) + len(folders) >= 60


@pytest.mark.proof(16)
@pytest.mark.parametrize("name", sorted(AT_START))
def test_what_is_wrong_at_start_is_told_and_left_out(
    hostile: Callable[..., LoadResult], tmp_path: Path, name: str
) -> None:
    folder = write_mod(tmp_path, name, AT_START[name])
    loaded = hostile(str(folder), timeout=10)  # none of them hangs, even on a busy machine
    assert loaded.findings, "there is no finding"
    for finding in loaded.findings:
        assert len(str(finding).splitlines()) <= LINES
        assert len(str(finding)) < 1000
        assert name in str(finding)
    assert "Traceback" not in str(loaded.findings)
    golden(name, normal("\n".join(map(str, loaded.findings)), tmp_path))
    assert played(loaded).hash() == played(hostile()).hash()


@pytest.mark.parametrize("name", sorted(IN_PLAY))
def test_what_fails_in_play_costs_its_own_change_alone(
    hostile: Callable[..., LoadResult], tmp_path: Path, name: str
) -> None:
    loaded = hostile(str(write_mod(tmp_path, name, IN_PLAY[name])))
    assert not loaded.findings
    session = played(loaded)
    assert session.problems
    for problem in session.problems:
        assert problem.mod == f"hostile.{name}"
        assert f"{name}{os.sep}__init__.py:" in problem.location
        assert len(str(problem).splitlines()) == 1
    golden(name, normal(str(session.problems[0]), tmp_path))
    assert session.hash() == played(hostile()).hash()
