"""Calls, memory, files, sizes and imports are counted, and do not rise unnoticed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("footfall._native")
sys.path.insert(0, str(Path(__file__).parents[1] / "benches"))
import count_processes

BENCHES = str(Path(__file__).parents[1] / "benches")


@pytest.fixture(scope="module")
def counts(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/counts.py")


def list_rises(counts: ModuleType, subject: str, tables: dict[str, dict[str, int]]) -> list[str]:
    """Compares with the numbers of the repository; skips a test under another Python."""
    numbers = counts.read_numbers()
    version = numbers.pop("python")
    if version != counts.PYTHON:
        pytest.skip(f"tests/data/counts.toml has the counts of Python {version}")
    rises: list[str] = counts.list_rises(subject, counts.select_tables(numbers, subject), tables)
    return rises


LONG = [pytest.param(subject, marks=pytest.mark.proof(0)) for subject in ("memory", "sizes")]


@pytest.mark.parametrize("subject", ["turns", "files", *LONG])
def test_nothing_rises(counts: ModuleType, subject: str) -> None:
    rises = list_rises(counts, subject, counts.count_alone(subject))
    accept = f"accept the new numbers with: python benches/counts.py {subject} --accept"
    assert not rises, "\n".join([f"{subject} rose:", *rises, accept])


@pytest.mark.proof(5)
@pytest.mark.parametrize("command", count_processes.COMMANDS)
def test_no_command_imports_more(counts: ModuleType, command: str) -> None:
    rises = list_rises(counts, "imports", counts.count_imports([command]))
    assert not rises, "\n".join([*rises, "accept the new numbers with: python benches/counts.py imports --accept"])


def test_the_page_shows_the_numbers(counts: ModuleType) -> None:
    numbers = counts.read_numbers()
    del numbers["python"]
    assert counts.PAGE.read_text("utf-8") == counts.write_page(numbers)


def test_what_rises_is_named(counts: ModuleType) -> None:
    old = {"turns: hall": {"creatures": 9, "calls": 50}, "turns: hall, left to Python": {"a door": 2}}
    new = {"turns: hall": {"creatures": 8, "calls": 40}, "turns: hall, left to Python": {"a door": 2, "a text": 1}}
    assert counts.list_rises("turns", old, new) == [
        "turns: hall, creatures: 9 -> 8",
        "turns: hall, left to Python, a text: 0 -> 1",
    ]
    assert counts.list_rises("turns", old, old) == []
    assert counts.list_rises("memory", {"delve": {"blocks": -39}}, {"delve": {"blocks": -39}}) == []


@pytest.mark.proof(0)
def test_a_leak_of_one_object_a_turn_is_named(counts: ModuleType) -> None:
    script = f"""import json, sys
sys.path.insert(0, {BENCHES!r})
import count_turns
leaked = []
print(json.dumps(count_turns.count_memory(["stealth"], lambda session: leaked.append(object()))))"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    rises = list_rises(counts, "memory", json.loads(done.stdout))
    assert any("memory: stealth" in line and "blocks kept" in line for line in rises), rises


def test_a_save_that_is_not_synced_is_named(counts: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    assert "files: a save, fsync: 2 -> 0" in list_rises(counts, "files", counts.count_files())


def test_the_page_of_the_suite_says_what_each_room_catches(load_script: Callable[[str], ModuleType]) -> None:
    suite, tests = load_script("benches/suite.py"), Path(__file__).parent
    rooms = {suite.find_room(f"tests/{path.relative_to(tests).as_posix()}") for path in tests.rglob("test_*.py")}
    assert {*rooms, "examples"} == suite.CATCHES.keys() == suite.read_page().keys()
