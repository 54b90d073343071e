"""Over 150 hostile mods, one by one: each is named and contained, and the game is the same as without it.

``FOOTFALL_HOSTILE=all pytest tests/mods/test_hostile_matrix.py`` runs them all; otherwise every eighth.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import IMPORTS, HostileMod, write_mod
from matrix import NOT_CONTAINED, make_play_mods, make_start_mods

from footfall.engine.explanations.drawing import read_hud_lines
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

START, PLAY = make_start_mods(), make_play_mods()
STEP = 1 if os.environ.get("FOOTFALL_HOSTILE") == "all" else 8
SECONDS = 10
"""Seconds that one mod may take."""


def play(loaded: LoadResult) -> Session:
    """Plays thirty turns, each with every command, and draws."""
    session = Session.begin(loaded.rules, 3)
    duel, *others = loaded.rules.commands
    for _ in range(30):
        read_hud_lines(session)
        for kind in others:
            if session.state.outcome is None:
                session.submit(kind())
        if session.state.outcome is None:
            session.submit(duel())
    return session


def test_there_are_over_150() -> None:
    assert len(START) + len(PLAY) >= 150
    assert len({(mod.manifest, mod.code, str(mod.files)) for mod in (*START.values(), *PLAY.values())}) >= 150


@pytest.mark.proof(8)
@pytest.mark.parametrize("name", sorted(START)[::STEP])
def test_a_mod_that_fails_at_start_is_named_and_left_out(
    hostile: Callable[..., LoadResult], tmp_path: Path, name: str
) -> None:
    begin = time.monotonic()
    loaded = hostile(str(write_mod(tmp_path, name, START[name])))
    assert time.monotonic() - begin < SECONDS
    assert loaded.findings
    assert all(name in str(finding) and len(str(finding)) < 3_200 for finding in loaded.findings)
    assert "Traceback" not in str(loaded.findings)
    assert play(loaded).hash() == play(hostile()).hash()


@pytest.mark.proof(12)
@pytest.mark.parametrize("name", sorted(PLAY)[::STEP])
def test_a_mod_that_fails_in_play_is_named_and_costs_its_own_change(
    hostile: Callable[..., LoadResult], tmp_path: Path, name: str
) -> None:
    loaded = hostile(str(write_mod(tmp_path, name, PLAY[name])))
    assert not loaded.findings
    begin = time.monotonic()
    with watch_for_hangs(0.1):
        session = play(loaded)
    assert time.monotonic() - begin < SECONDS
    assert session.problems
    for problem in session.problems:
        assert problem.mod == f"hostile.{name}"
        assert f"{name}{os.sep}__init__.py:" in problem.location
        assert len(str(problem)) < 1_000
    assert session.hash() == play(hostile()).hash()


CHILD = """
import signal
import sys
from pathlib import Path
from footfall.engine.session import Session
from footfall.loader import load
signal.signal(signal.SIGINT, signal.default_int_handler)  # even if the starter of the tests ignores it
loaded = load("duel", mods=[Path(a) for a in sys.argv[1:]], only_mods=(), timeout=2)
session = Session.begin(loaded.rules, 3)
while session.state.outcome is None:
    session.submit(next(iter(loaded.rules.commands))())
print("problems:", len(session.problems))
"""


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", sorted(NOT_CONTAINED))
def test_what_the_docs_call_not_contained_is_not(tmp_path: Path, name: str) -> None:
    """The list in docs/mods.md is true: each of these stops the program or passes unseen."""
    folder = write_mod(
        tmp_path, "mod", HostileMod(code=f"{IMPORTS}\n@hook\ndef on_attack(event):\n    {NOT_CONTAINED[name]}\n")
    )
    duel = Path(__file__).parent.parent / "data" / "mods" / "duel"
    words = [sys.executable, "-c", CHILD, str(duel), str(folder)]
    result = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
    assert result.returncode != 0 or "problems: 0" in result.stdout.replace("NOISE", "").replace("\n", "")
