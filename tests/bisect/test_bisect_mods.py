"""Planted bugs of one, two and three mods among many: bisection finds exactly those."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import footfall.loader.discovery as discovery
from footfall.bisect import repro as repros
from footfall.bisect.culprits import BisectResult, find_culprits, shorten_repro
from footfall.cli import main
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.session import Session
from footfall.loader import LoadResult, load

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"
MANY = int(os.environ.get("FOOTFALL_BISECT_MODS", "50"))

HEAD = "from footfall.api import Remember, add, hook\nMOD = {id!r}\n\n\n@hook\n"
QUIET = HEAD + "def on_attack(event):\n    return [add('to_hit', {n} % 3 - 1)] if event.attacker else []\n"
ALONE = HEAD + "def on_turn_end(event, ctx):\n    if ctx.state.turn > 9:\n        raise RuntimeError('lost at {n}')\n"
FIRST = HEAD + "def on_turn_end(event, ctx):\n    return [Remember({id!r}, 'seen', ctx.state.turn)]\n"
NEXT = HEAD + (
    "def on_turn_end(event, ctx):\n    if ctx.state.memory.get({before!r}):\n"
    "        return [Remember({id!r}, 'seen', 1)]\n    return []\n"
)
LAST = HEAD + (
    "def on_turn_end(event, ctx):\n    if ctx.state.memory.get({before!r}):\n"
    "        raise KeyError('{id}: {before} is missing')\n    return []\n"
)


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., LoadResult]:
    """Loads the toy game with many harmless mods and some others by number."""
    (tmp_path / "plugins").mkdir()
    (tmp_path / "mods").mkdir()
    monkeypatch.setattr(discovery, "PLUGINS_FOLDER", tmp_path / "plugins")

    def go(planted: dict[int, str]) -> LoadResult:
        names = {n: f"crowd.m{n:03}" for n in range(MANY)}
        order = sorted(planted)
        for n, id in names.items():
            before = names[order[order.index(n) - 1]] if n in planted else ""
            text = planted.get(n, QUIET).format(id=id, n=n, before=before)
            (tmp_path / "mods" / f"m{n:03}.py").write_text(text, encoding="utf-8")
        return load("duel", mods=[DUEL, tmp_path / "mods"], only_mods=())

    return go


def failed(loaded: LoadResult, path: Path, turns: int = 30) -> Session:
    """Plays until something fails, and writes the repro."""
    session = Session.begin(loaded.rules, 11)
    types = index_command_types(loaded.rules.commands)
    for turn in range(turns):
        if session.problems or session.state.outcome is not None:
            break
        session.submit(parse_command({"type": "tests.duel:strike", "actor": turn % 2}, types))
    assert session.problems
    repros.write_repro(path, session, loaded.mods, repros.build_failure(session.problems[0]), "1.0")
    return session


def hunted(path: Path) -> BisectResult:
    with repros.open_repro(path) as (repro, paths):
        found = find_culprits(repro, paths)
        assert found is not None
        repros.rewrite_repro(path.with_name("short.zip"), shorten_repro(repro, found), paths)
    return found


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    "planted", [{17: ALONE}, {3: FIRST, 140: LAST}, {20: FIRST, 21: NEXT, 96: LAST}], ids=["one", "a pair", "a triple"]
)
def test_culprits_are_found(crowd: Callable[..., LoadResult], planted: dict[int, str], tmp_path: Path) -> None:
    planted = {n % MANY: text for n, text in planted.items()}
    failed(crowd(planted), tmp_path / "repro.zip")
    found = hunted(tmp_path / "repro.zip")
    assert found.culprits == tuple(f"crowd.m{n:03}" for n in sorted(planted))
    assert found.mod_replays <= len(planted) * 12 + 3
    assert len(found.commands) <= 10
    again = hunted(tmp_path / "short.zip")
    assert again.culprits == found.culprits
    assert len(again.commands) == len(found.commands)


@pytest.mark.proof(0)
def test_the_command_line_names_the_culprits(crowd: Callable[..., LoadResult], tmp_path: Path) -> None:
    failed(crowd({5: FIRST, 9: LAST}), tmp_path / "repro.zip")
    run = CliRunner().invoke(main, ["bisect", str(tmp_path / "repro.zip"), "--out", str(tmp_path / "short.zip")])
    assert run.exit_code == 0, run.output
    assert f"culprits in combination: crowd.m005, crowd.m009 (2 of {MANY} mods, " in run.stdout
    assert re.search(r" at (__init__|m009)\.py:\d+: ", run.stdout)
    run = CliRunner().invoke(main, ["bisect", str(tmp_path / "short.zip"), "--json"])
    told = json.loads(run.stdout)
    assert re.fullmatch(r"(__init__|m009)\.py:\d+", told["where"])
    assert told["guilty"] == ["crowd.m005", "crowd.m009"]
    assert told["mods"] == 2
    assert [command["type"] for command in told["commands"]] == ["tests.duel:strike"] * len(told["commands"])


def zipped(path: Path, **entries: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name.replace("_json", ".json"), text)
    return path


def test_invalid_files_are_refused_with_an_explanation(tmp_path: Path) -> None:
    other = tmp_path / "text.zip"
    other.write_text("no zip")
    head = {"format": "footfall repro 1", "version": "1", "game": "duel", "seed": 1, "options": {}, "settings": {}}
    rest = {"failure": {"error": "x"}, "commands": [], "mods": []}
    fine = json.dumps({**head, **rest})
    for path, text in (
        (tmp_path / "none.zip", "cannot be read"),
        (other, "cannot be read"),
        (zipped(tmp_path / "readme.zip", readme="hello"), "is not a repro"),
        (zipped(tmp_path / "nine.zip", repro_json=fine.replace("repro 1", "repro 9")), "has format 'footfall repro 9'"),
    ):
        run = CliRunner().invoke(main, ["bisect", str(path)])
        assert run.exit_code == 1
        assert text in run.stderr
        assert "Traceback" not in run.output
    with zipfile.ZipFile(tmp_path / "slip.zip", "w") as archive:
        archive.writestr("repro.json", fine)
        archive.writestr("mods/../../../evil.py", "print()")
    run = CliRunner().invoke(main, ["bisect", str(tmp_path / "slip.zip")])
    assert run.exit_code == 1
    assert "points outside" in run.stderr
    assert not (tmp_path.parent / "evil.py").exists()


LIBRARY = '''
import sys
from footfall.api import collect_readings, hook, reading
MOD = "crowd.library"


@reading(cost="O(1)")
def weather(ctx) -> int:
    """Fails in the tenth turn."""
    if ctx.state.turn > 9:
        raise RuntimeError("no weather")
    return 1


@hook
def provide_readings():
    return collect_readings(sys.modules[__name__]).values()
'''


@pytest.mark.proof(0)
def test_the_rule_that_fails_is_found_within_its_mod(crowd: Callable[..., LoadResult], tmp_path: Path) -> None:
    """Of 40 rules as data, the one that a failure needs is named, in the report and as JSON."""
    folder = tmp_path / "mods" / "rules"
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "crowd.rules"\nversion = "1.0.0"\n', encoding="utf-8")
    rules = [f"[hook.on_turn_end.r{n}]\nwhen = 'number > {n}'\ndo.remember = 'r{n}'\n" for n in range(40)]
    rules[23] = "[hook.on_turn_end.guilty]\nwhen = 'weather > 5'\ndo.remember = 'storm'\n"
    (folder / "content" / "rules.toml").write_text("\n".join(rules), encoding="utf-8")
    (tmp_path / "mods" / "library.py").write_text(LIBRARY, encoding="utf-8")
    path = tmp_path / "failed.zip"
    failed(crowd({}), path)
    found = hunted(path)
    assert found.culprits == ("crowd.library", "crowd.rules")
    assert found.rules == (("crowd.rules", "on_turn_end.guilty"),)
    assert found.failure.via == "on_turn_end.guilty"
    result = CliRunner().invoke(main, ["bisect", str(path), "--trust"])
    assert "rule: on_turn_end.guilty of crowd.rules" in result.output
