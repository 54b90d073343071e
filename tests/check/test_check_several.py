"""``footfall mods check A B``: what two mods do to each other; names and hooks through the modules of a mod."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main

HEAD = """\
[mod]
id = "you.{name}"
version = "1.0.0"
api = "1"
name = "{name}"
summary = "A mod."
authors = ["You"]
license = "MIT"
games = ["{game}"]
entry = "."
"""
SET = "from footfall.api import hook, set_to, mul\n@hook{filter}\ndef on_hear(event):\n    return [{term}]\n"
TILE = """\
from footfall.api import hook
from footfall.api.grid import SetTile
@hook
def on_turn_end(event, ctx):
    return [SetTile(1, (2, 2), "core.stealth:floor")]
"""
KEY = """\
from footfall.api import Command, CommandSpec, Message, hook
from footfall.api.scene import Binding
class Sing(Command, frozen=True, tag="you.{name}:sing"):
    pass
KEYS = tuple(Binding((key,), Sing, Message("footfall-ui-close")) for key in ("{key}",))
@hook
def provide_commands():
    return [CommandSpec(Sing, lambda ctx, command: [], KEYS)]
"""
Check = Callable[..., list[str]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Writes mods by name (a text, or files) and checks them together: ``name/file:line code``, without advice."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("FOOTFALL_TRUST", "all")
    monkeypatch.chdir(tmp_path)

    def go(game: str = "stealth", needs: str = "", level: str = "advice", **mods: str | dict[str, str]) -> list[str]:
        for name, code in mods.items():
            files = {"__init__.py": code} if isinstance(code, str) else code
            for file, text in {"mod.toml": HEAD.format(name=name, game=game) + needs, **files}.items():
                (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / name / file).write_text(text)
        done = run(*mods, "--json")
        found = [finding for row in json.loads(done.stdout) for finding in row["findings"]]
        assert all(finding["fix"] for finding in found)
        return [f"{f['file']}:{f['line']} {f['name']}" for f in found if level == "all" or f["level"] != "advice"]

    return go


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["mods", "check", *words])


@pytest.mark.proof(0)
def test_two_mods_that_set_one_term_are_named_with_hook_and_line(check: Check) -> None:
    a, b = (SET.format(filter="", term=f'set_to("range", {n})') for n in (3, 4))
    assert check(a=a, b=b) == ["b/__init__.py:4 order-decides"]
    text = run("a", "b").stdout
    assert "on_hear sets the term range, and so does you.a (a/__init__.py:4)" in text


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("second", "needs"),
    [
        (SET.format(filter='(after="you.a")', term='set_to("range", 4)'), ""),
        (SET.format(filter="", term='mul("range", 4)'), ""),
        (SET.format(filter='(kind="door")', term='set_to("range", 4)'), ""),
        (SET.format(filter='(kind="step")', term='set_to("range", 4)'), '[order]\nafter = ["you.a"]\n'),
    ],
    ids=["after", "mul", "other events", "order in the manifest"],
)
def test_an_order_or_other_events_settle_it(check: Check, second: str, needs: str) -> None:
    first = SET.format(filter='(kind="step")', term='set_to("range", 3)')
    assert check(a=first, needs="") == []
    assert check(b=second, needs=needs) == []
    assert json.loads(run("a", "b", "--json").stdout)[1]["findings"] == []


@pytest.mark.proof(0)
def test_declared_conflicts_and_cycles_are_found_as_at_a_start(check: Check) -> None:
    rival = HEAD.format(name="b", game="stealth") + '[conflicts]\n"you.a" = { version = "*" }\n'
    assert check(a="", b={"mod.toml": rival, "__init__.py": ""}) == ["b/mod.toml:12 conflict"]
    after = [f'[order]\nafter = ["you.{other}"]\n' for other in "dc"]
    names = {name: HEAD.format(name=name, game="stealth") + order for name, order in zip("cd", after, strict=True)}
    found = check(**{name: {"mod.toml": text, "__init__.py": ""} for name, text in names.items()})
    assert found == ["d/mod.toml:12 cycle"]


@pytest.mark.proof(0)
def test_changes_that_overwrite_are_advice(check: Check) -> None:
    assert check(a=TILE, b=TILE, level="all") == ["b/__init__.py:5 order-decides"]
    assert "sets the target of SetTile, and so does you.a (a/__init__.py:5)" in run("a", "b").stdout
    assert run("a", "b").exit_code == 0


@pytest.mark.proof(0)
def test_a_key_of_another_mod_or_of_the_game_is_taken(check: Check) -> None:
    found = check(a=KEY.format(name="a", key="C-F9"), b=KEY.format(name="b", key="C-F9"))
    assert [row for row in found if "key-taken" in row] == ["b/__init__.py:8 key-taken"]
    assert [row for row in check(c=KEY.format(name="c", key="x")) if "key-taken" in row] != []
    assert [row for row in check(d=KEY.format(name="d", key="C-F8")) if "key-taken" in row] == []


@pytest.mark.proof(0)
def test_mods_of_different_games_share_nothing(check: Check) -> None:
    first, second = (KEY.format(name=name, key="C-F9") for name in "ab")
    check(a=first, game="king")
    assert [row for row in check(b=second) if "taken" in row] == []
    assert "key-taken" not in run("a", "b").stdout


@pytest.mark.proof(0)
def test_a_hook_reached_through_a_module_of_the_mod_is_a_hook(check: Check) -> None:
    common = "from footfall.api import *\nfrom footfall.api import hook as on\n"
    named = "from .common import on\n@on\ndef on_hear(event):\n    return None\n"
    star = "from .common import *\n@hook\ndef on_hear(event):\n    return [mul('range', 2)]\n"
    assert check(a={"__init__.py": named, "common.py": common}) == []
    assert check(b={"__init__.py": star, "common.py": common}) == []
    wrong = star.replace("mul(", "mull(")
    assert check(c={"__init__.py": wrong, "common.py": common}) == ["c/__init__.py:4 undefined-name"]
    circle = {
        "__init__.py": star,
        "common.py": common + "from .rules import *\n",
        "rules.py": "from .common import *\n",
    }
    assert check(d=circle) == []


def test_a_hook_that_another_module_replaces_is_found(check: Check) -> None:
    rules = "from footfall.api import hook\n@hook\ndef on_hear(event):\n    return None\n"
    entry = "from .one import *\nfrom .two import on_hear\n"
    assert check(a={"__init__.py": entry, "one.py": rules, "two.py": rules}) == ["a/one.py:3 replaced-hook"]


def test_without_pyflakes_one_line_says_what_was_left_out(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.check.names.find_spec", lambda name: None)
    assert check(a="from footfall.api import hook\nx = y\n") == ["a/__init__.py:2 import-failed"]
    done = run("a", "--json")
    assert done.stderr.count("\n") == 1
    assert "undefined names were not looked for" in done.stderr
    assert "footfall[modding]" in done.stderr
    json.loads(done.stdout)


def test_a_name_is_suppressed_like_any_other(check: Check) -> None:
    code = "from footfall.api import hook\ndef f():\n    return y  # noqa: FF321\n"
    assert check(a=code) == []
