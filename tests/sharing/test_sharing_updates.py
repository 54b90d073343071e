"""Updates, pins and retractions: what changes an installed version, and what holds it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from installed import list_installed
from publishing import pack, publish

Run = Callable[..., Any]


@pytest.mark.proof(0)
def test_nothing_updates_by_itself(player: Run, index: Path) -> None:
    player("mods", "install", "beta@1.0")
    for words in (("list",), ("search", "beta"), ("list", "--outdated"), ("update", "--dry-run")):
        assert player("mods", *words).exit_code == 0
    assert player("mods", "update").exit_code == 1  # no terminal to ask on
    assert list_installed() == {"you.beta": "1.0"}
    assert player("mods", "install", "gamma").exit_code == 0
    assert list_installed() == {"you.beta": "1.0", "you.gamma": "1.0"}


def test_outdated_says_what_holds_a_mod_back(player: Run) -> None:
    player("mods", "install", "gamma")
    player("mods", "install", "alpha")
    rows = json.loads(player("mods", "list", "--outdated", "--json").stdout)["mods"]
    assert [(row["id"], row["version"], row["newest"]) for row in rows] == [
        ("you.alpha", "1.0", "2.0"),
        ("you.beta", "1.0", "2.0"),
    ]
    assert 'you.gamma 1.0 ([requires] "you.beta" = "<2")' in rows[0]["why"]


RULES = """
[hook.on_hear.doors_carry]
when = "kind == 'door'"
mul.range = {factor}
reason = "the hinges creak"
"""


@pytest.mark.proof(0)
def test_an_update_says_which_rules_come_and_go(player: Run, index: Path) -> None:
    for version, factor in (("1.0", 2), ("1.1", 3)):
        pack(index, "you.hinges", version, files={"content/hinges.toml": RULES.format(factor=factor)})
    publish(index, 2)
    player("mods", "install", "hinges@1.0")
    done = player("mods", "update", "--dry-run")
    rules = " ".join(done.stdout.partition("rules in stealth:")[2].split())
    assert "- you.hinges: When kind is 'door': multiplies range by 2" in rules
    assert "+ you.hinges: When kind is 'door': multiplies range by 3" in rules


def retract(index: Path, lines: str) -> None:
    (index / "index.toml").write_text(f'[retracted."you.beta"]\n{lines}\n')
    publish(index, json.loads((index / "index.json").read_text())["counter"] + 1)


@pytest.mark.proof(0)
def test_a_retracted_version_is_named_everywhere_and_left(player: Run, index: Path) -> None:
    player("mods", "install", "beta")
    retract(index, '"2" = "it eats saves"')  # a bare version is that version
    sentence = "version 2.0 is retracted by its publisher: it eats saves"
    done = player("play", "--plain", "--new", "--seed", "3")
    assert sentence in done.stderr
    assert "The publisher of you.beta has retracted 2.0: it eats saves" in done.stdout
    rows = json.loads(player("mods", "list", "--json").stdout)["mods"]
    assert {row["retracted"] for row in rows if row["id"] == "you.beta"} == {"it eats saves"}
    assert sentence in player("doctor").stdout
    assert player("mods", "list", "--outdated").stdout == "you.beta 2.0 -> 1.0  retracted: it eats saves\n"
    done = player("mods", "update", "--yes")
    assert "downgrade you.beta 2.0 -> 1.0" in done.stdout
    assert list_installed() == {"you.beta": "1.0"}
    assert "retracted" not in player("mods", "list").output
    player("mods", "undo")
    assert sentence in player("mods", "list").stderr
    retract(index, "")
    assert "retracted" not in player("mods", "list").output


@pytest.mark.proof(0)
def test_a_retracted_version_that_must_stay_says_why(player: Run, index: Path) -> None:
    player("mods", "install", "alpha")  # its 2.0 requires a beta of at least 2
    player("mods", "install", "alpha@2.0")
    retract(index, '"2.*" = "it eats saves"\n"1.0" = "so does this"')
    for words in (("list", "--outdated"), ("update", "--yes")):
        done = player("mods", *words)
        assert "it eats saves; no index has another version that is not retracted" in done.output
        assert "as it should be" not in done.stdout
    assert list_installed() == {"you.alpha": "2.0", "you.beta": "2.0"}
    player("mods", "remove", "alpha")
    done = player("mods", "install", "beta")
    assert done.exit_code == 1
    assert "every version of you.beta is retracted by its publisher, 2.0 because: it eats saves" in done.stderr
    assert "2.0 (retracted)" in player("mods", "search", "beta").stdout
    assert player("mods", "install", "beta@1.0").exit_code == 0
    assert "so does this" in player("mods", "list").stderr


@pytest.mark.proof(0)
def test_a_pinned_mod_keeps_its_version(player: Run, tmp_path: Path) -> None:
    assert player("mods", "profile", "pin", "beta", "1.0").exit_code == 0
    assert "1.0 (pinned)" in player("mods", "list").stdout
    done = player("mods", "list", "--outdated")
    assert done.stdout == (
        "you.beta 1.0 -> 2.0  you.beta is pinned to 1.0; "
        "to let it change: footfall mods profile pin --remove you.beta\n"
    )
    for words in ("update", "update beta", "install beta", "install alpha"):
        player("mods", *words.split(), "--yes")
        assert list_installed()["you.beta"] == "1.0"
    assert list_installed() == {"you.alpha": "1.0", "you.beta": "1.0"}
    for word in ("alpha@2.0", "beta@2.0", pack(tmp_path, "you.beta", "3.0")):
        done = player("mods", "install", word, "--yes")
        assert done.exit_code == 1
        assert "you.beta is pinned to 1.0" in done.stderr
    player("mods", "undo")  # of alpha
    assert player("mods", "profile", "pin", "--remove", "beta").stdout == "pinned in the profile default: nothing\n"
    assert player("mods", "update", "--yes").exit_code == 0
    assert list_installed() == {"you.beta": "2.0"}
    assert player("mods", "profile", "pin", "beta").stdout == "pinned in the profile default: you.beta 2.0\n"
    player("mods", "undo")
    assert "pinned" not in player("mods", "list").stdout


def test_an_index_that_was_emptied_is_no_success(player: Run, index: Path) -> None:
    player("mods", "install", "beta@1.0")
    for path in index.glob("*.zip"):
        path.unlink()
    publish(index, 2)
    for words in (("update",), ("list", "--outdated")):
        done = player("mods", *words)
        assert "you.beta 1.0 stays as it is: no index has it any more; it came from shelf" in done.stderr
        assert "as it should be" not in done.stdout
        assert "up to date" not in done.stdout
