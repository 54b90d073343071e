"""The mutation score: places are chosen by the seed, a good test kills a mutant, a weak one does not."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("cosmic_ray", reason="the extra mutation is not installed")
pytest.importorskip("pytest_cov", reason="the extra mutation is not installed")
pytest.importorskip("coverage")  # before a bench puts its folder, with a file of that name, on the path
pytestmark = pytest.mark.proof(0)

CODE = '''"""A room."""


def add(one: int | None, two: int) -> int:
    """Adds, with a sign that no test asks for."""
    return (one or 0) + two
'''
GOOD = "import room\n\ndef test_it():\n    assert (room.add(2, 3), room.add(None, 1)) == (5, 1)\n"
SHARED = """
import pytest
import room

@pytest.fixture(scope="module")
def sums():
    return room.add(2, 3), room.add(None, 1)

def test_anything(sums):
    assert sums

def test_it(sums):
    assert sums == (5, 1)
"""
WEAK = "import room\n\ndef test_it():\n    assert room.add(2, 3)\n"


@pytest.fixture
def mutation(load_script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool, with a repository of one room."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benches")
    script = load_script("benches/mutation.py")
    subprocess.run(("git", "init", "-q", tmp_path), check=True)
    for folder in ("pycore", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pycore" / "room.py").write_text(CODE)
    (tmp_path / "equivalent.toml").write_text("")
    monkeypatch.setattr(script, "PROOF", ())
    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script, "ROOMS", {"room": ("pycore", ("tests",))})
    monkeypatch.setattr(script, "DECLARATIONS", "tests/test_room.py")
    monkeypatch.setattr(script, "EQUIVALENT", tmp_path / "equivalent.toml")
    return script


def write_test(mutation: ModuleType, text: str) -> None:
    (mutation.ROOT / "tests" / "test_room.py").write_text(text)


def test_places_follow_from_the_seed_and_types_are_left_out(mutation: ModuleType) -> None:
    chosen = mutation.choose_mutants(mutation.ROOT / "pycore", 9, 1)
    assert chosen == mutation.choose_mutants(mutation.ROOT / "pycore", 9, 1)
    assert {mutant.line for mutant in chosen} == {6}
    assert len(chosen) == 3  # `or`, `0` and `+`


@pytest.mark.parametrize("test", [GOOD, SHARED])
def test_a_good_test_kills_every_mutant(mutation: ModuleType, capsys: pytest.CaptureFixture[str], test: str) -> None:
    write_test(mutation, test)
    (outcomes,) = mutation.try_room("room", 9, [1], 1)
    assert (outcomes[mutation.Outcome.KILLED], mutation.score(outcomes)) == (3, 1.0)
    assert capsys.readouterr().out == ""


def test_a_survivor_is_named_and_may_be_said_to_be_equivalent(
    mutation: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    write_test(mutation, WEAK)
    (outcomes,) = mutation.try_room("room", 9, [1], 1)
    said = capsys.readouterr().out.splitlines()
    assert outcomes[mutation.Outcome.SURVIVED] == len(said) > 0
    assert said[0].startswith("survived: pycore/room.py:6: return (one or 0) + two  ->  return ")
    changes = "\n".join(f'"{line.split(":6: ")[1]}" = "asked for by no test"' for line in said)
    mutation.EQUIVALENT.write_text(f'["pycore/room.py"]\n{changes}\n')
    (again,) = mutation.try_room("room", 9, [1], 1)
    assert (again[mutation.Outcome.SURVIVED], again[mutation.Outcome.EQUIVALENT]) == (0, len(said))
    assert mutation.score(again) == (1.0 if again[mutation.Outcome.KILLED] else 0.0)


def test_a_test_that_fails_without_a_mutant_kills_none(
    mutation: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    write_test(mutation, GOOD.replace("(5, 1)", "(6, 1)"))
    (outcomes,) = mutation.try_room("room", 1, [1], 1)
    assert outcomes == {mutation.Outcome.UNCOVERED: 1}
    assert "fails without a mutant: tests/test_room.py::test_it" in capsys.readouterr().out


def test_a_constant_is_asked_of_the_tests_that_use_it(mutation: ModuleType) -> None:
    (mutation.ROOT / "pycore" / "room.py").write_text(
        "STEP = 2\n\ndef up():\n    return STEP\n\ndef stay():\n    pass\n"
    )
    tests = {4: frozenset({"tests::up"}), 7: frozenset({"tests::stay"})}
    coverage = mutation.Coverage({"pycore/room.py": tests}, {"tests::stay": 15.0, "tests::up": 15.0}, "tests")
    assert coverage.choose(mutation.Mutant("pycore/room.py", 1, "", 0)) == ["tests::up"]


def test_the_page_keeps_a_row_for_each_room_and_seed(
    mutation: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(mutation, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(mutation, "ROOMS", {"attic": (), "room": ()})
    mutation.PAGE.write_text("# Page\n\n| room | seed | ... |\n|---|---|---|\n")
    killed, survived = mutation.Outcome.KILLED, mutation.Outcome.SURVIVED
    for room, seed, count in (("room", 10, 1), ("room", 2, 1), ("attic", 3, 1), ("room", 2, 3)):
        mutation.write_row(room, {killed: count, survived: 1}, seed)
    assert mutation.PAGE.read_text().splitlines()[3:] == [
        "|---|---|---|",
        "| attic | 3 | 2 | 1 | 0 | 1 | 0 | 0 | 50% |",
        "| room | 2 | 4 | 3 | 0 | 1 | 0 | 0 | 75% |",
        "| room | 10 | 2 | 1 | 0 | 1 | 0 | 0 | 50% |",
    ]
