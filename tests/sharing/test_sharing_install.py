"""``footfall mods``: from an index to a game and back, as a player types it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from installed import list_installed
from publishing import pack, publish

from footfall import __version__
from footfall.loader.profiles.pointer import get_profile, read_pointer

Run = Callable[..., Any]


def test_two_commands_install_a_mod_with_its_requirements(player: Run) -> None:
    done = player("mods", "install", "alpha")
    assert done.exit_code == 0, done.output
    assert list_installed() == {"you.alpha": "2.0", "you.beta": "2.0"}
    assert "creature/core.stealth:goblin.hp: [7, 10] -> [6, 6]" in done.stdout


def test_undo_is_the_previous_pointer(player: Run, store: Path) -> None:
    player("mods", "install", "alpha@1.0")
    before = json.loads((store / "profiles.json").read_text())["profiles"]["default"]["now"]
    assert player("mods", "update", "--yes").exit_code == 0
    assert list_installed()["you.alpha"] == "2.0"
    assert player("mods", "undo").exit_code == 0
    assert json.loads((store / "profiles.json").read_text())["profiles"]["default"]["now"] == before
    assert player("mods", "undo").exit_code == 0
    assert list_installed() == {}
    done = player("mods", "undo")
    assert (done.exit_code, done.stderr) == (1, "Error: there is nothing to undo in the profile default\n")


def test_an_install_that_changes_other_mods_asks_first(player: Run) -> None:
    player("mods", "install", "beta")
    done = player("mods", "install", "gamma")
    assert done.exit_code == 1
    assert "downgrade you.beta 2.0 -> 1.0" in done.stdout
    assert list_installed() == {"you.beta": "2.0"}
    assert player("mods", "install", "gamma", "--yes").exit_code == 0
    assert list_installed() == {"you.beta": "1.0", "you.gamma": "1.0"}


def test_a_contradiction_is_a_sentence_with_lines_and_a_way_out(player: Run) -> None:
    done = player("mods", "install", "alpha@2.0", "gamma")
    assert done.exit_code == 1
    assert 'you.alpha 2.0 ([requires] "you.beta" = ">=2")' in done.stderr
    assert 'you.gamma 1.0 ([requires] "you.beta" = "<2")' in done.stderr
    assert "it would work with another version: footfall mods install you.alpha@1.0" in done.stderr
    assert list_installed() == {}


def test_a_contradiction_names_its_causes_only(player: Run, index: Path) -> None:
    for name in ("delta", "epsilon"):
        pack(index, f"you.{name}", "1.0", {"you.beta": ">=1"})
    publish(index, 2)
    assert player("mods", "install", "delta", "epsilon", "gamma").exit_code == 0
    done = player("mods", "install", "alpha@2.0")
    assert 'you.alpha 2.0 ([requires] "you.beta" = ">=2") and you.gamma 1.0 (' in done.stderr
    assert "delta" not in done.stderr
    assert "epsilon" not in done.stderr


def test_remove_takes_what_only_the_mod_required(player: Run) -> None:
    player("mods", "install", "alpha")
    done = player("mods", "remove", "beta")
    assert done.exit_code == 1
    assert "you.alpha 2.0 requires you.beta" in done.stderr
    assert player("mods", "remove", "alpha").exit_code == 0
    assert list_installed() == {}


def test_installing_never_approves_python(player: Run) -> None:
    done = player("mods", "install", "python")
    assert (
        "you.python has Python code, which stays off until you approve it: footfall mods approve you.python"
        in done.stdout
    )
    assert "its Python code can access: files, processes, environment" in done.stdout
    report = json.loads(player("mods", "list", "--json").stdout)
    assert {row["id"]: row["state"] for row in report["mods"]}["you.python"] == "not approved"


def test_a_file_can_be_installed(footfall: Run, tmp_path: Path) -> None:
    done = footfall("mods", "install", pack(tmp_path, "you.lone", "1.0"))
    assert done.exit_code == 0, done.output
    assert list_installed() == {"you.lone": "1.0"}


@pytest.mark.proof(0)
def test_other_content_under_a_known_version_is_refused(player: Run, index: Path) -> None:
    player("mods", "install", "beta")
    before = get_profile(read_pointer(), "default").now
    file = pack(index, "you.beta", "2.0", hp=77)
    publish(index, 2)
    new = json.loads((index / "index.json").read_text())["mods"][1]["versions"][0]["content"]
    both = (f"the content {new[:12]}", f"but {before.mods[0].hash[:12]} when it was installed")
    for words in (("install", "beta"), ("install", "beta@2.0"), ("install", file)):
        done = player("mods", *words)
        assert (done.exit_code, [text for text in both if text not in done.stderr]) == (1, [])
        assert "add --replace" in done.stderr
    done = player("mods", "update")
    assert (done.exit_code, [text for text in both if text not in done.stderr]) == (0, [])
    player("mods", "remove", "beta")
    assert "add --replace" in player("mods", "install", "beta").stderr
    done = player("mods", "install", "alpha")  # its version 2.0 needs it
    assert (done.exit_code, [text for text in both if text not in done.stderr]) == (0, [])
    player("mods", "undo")
    done = player("mods", "install", "alpha@2.0")
    assert (done.exit_code, [text for text in both if text not in done.stderr]) == (1, [])
    player("mods", "undo")
    assert get_profile(read_pointer(), "default").now.mods == before.mods
    done = player("mods", "install", "beta", "--replace")  # no terminal to ask on
    assert (done.exit_code, f"replace you.beta 2.0: {before.mods[0].hash[:12]} -> {new[:12]}" in done.stdout) == (
        1,
        True,
    )
    assert player("mods", "install", "beta", "--replace", "--yes").exit_code == 0
    assert get_profile(read_pointer(), "default").now.mods[0].hash == new
    assert player("mods", "update").stderr.count("other") == 0


def test_a_mod_in_a_folder_takes_precedence_and_is_named(player: Run, tmp_path: Path) -> None:
    pack(tmp_path / "mods", "you.beta", "0.5")
    done = player("mods", "install", "beta")
    assert done.exit_code == 1
    assert "you.beta 0.5 is here already" in done.stderr
    done = player("mods", "install", "alpha")
    assert done.exit_code == 1
    assert 'you.alpha 2.0 ([requires] "you.beta" = ">=2")' in done.stderr
    assert "you.beta 0.5 is here" in done.stderr


def test_a_word_that_names_no_mod_of_an_index_says_why(footfall: Run, index: Path) -> None:
    assert "there is no index to find betta in" in footfall("mods", "install", "betta").stderr
    for id in ("my.twin", "you.twin"):
        pack(index / id, id, "1.0")
    footfall("mods", "index", "add", publish(index, 2))
    for word, problems in {
        "betta": ["no index has 'betta', did you mean 'you.beta'?; see: footfall mods search"],
        "twin": ["'twin' is ambiguous: my.twin, you.twin"],
        "core.stealth": ["core.stealth 0.1.0 is here already", ", not from an index"],
    }.items():
        done = footfall("mods", "install", word)
        assert (done.exit_code, list_installed(), [text for text in problems if text not in done.stderr]) == (1, {}, [])


def test_a_list_that_is_cut_says_how_many_are_left_out(player: Run, index: Path) -> None:
    for minor in range(12):
        pack(index, "you.many", f"1.{minor}", files={"CHANGELOG.md": "## 1.11\n" + "- a line\n" * 15})
    publish(index, 2)
    lines = player("mods", "show", "many").stdout.splitlines()
    assert lines[lines.index("versions:") + 11] == "    and 2 more"
    assert "there is: 1.11, 1.10, 1.9, 1.8, 1.7 and 7 more" in player("mods", "install", "many@7").stderr
    hash = "0" * 32
    Path("odd.lock").write_text(f'footfall = "0.1.0"\n[[mod]]\nid = "you.many"\nversion = "7"\nhash = "{hash}"\n')
    done = player("mods", "install", "--from", "odd.lock")
    assert "the index has 1.11, 1.10, 1.9, 1.8, 1.7 and 7 more" in done.stderr


@pytest.mark.proof(0)
def test_an_exact_version_is_no_other(footfall: Run, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    for version in ("1.0", "1.0+b2"):
        pack(shelf, "you.exact", version, hp=len(version))
    pack(shelf, "you.needy", "1.0", {"you.exact": "==1.0"})
    footfall("mods", "index", "add", publish(shelf))
    for words in (("install", "exact@1.0"), ("install", "needy"), ("profile", "pin", "exact", "1.0")):
        done = footfall("mods", *words)
        assert done.exit_code == 0, done.output
        assert list_installed()["you.exact"] == "1.0"
        footfall("mods", "undo")
    footfall("mods", "install", "exact@1.0+b2")
    assert list_installed() == {"you.exact": "1.0+b2"}
    footfall("mods", "index", "remove", "shelf")
    done = footfall("mods", "install", shelf / "needy-1.0.zip")
    assert "you.exact exists as 1.0+b2" in done.stderr
    pack(tmp_path / "mods", "you.needy", "1.0", {"you.exact": "==1.0"})  # the loader agrees
    assert "you.exact" in footfall("mods", "list").stderr


def test_a_version_that_is_left_out_says_why(player: Run, index: Path, tmp_path: Path) -> None:
    pack(index, "you.delta", "1.0", {"you.beta": ">=2"})
    pack(index, "you.later", "1.0", {"footfall": ">=99"})
    (index / "index.toml").write_text('[retracted."you.beta"]\n"2.0" = "it eats saves"\n')
    publish(index, 2)
    path = index / "index.json"
    path.write_text(path.read_text().replace('"archive":{"path":"gamma', '"api":"9","archive":{"path":"gamma'))
    done = player("mods", "install", "delta")
    assert "you.beta exists as 1.0; you.beta 2.0 is retracted by its publisher: it eats saves" in done.stderr
    assert "ask its author" not in done.stderr
    done = player("mods", "install", "gamma")
    assert "you.gamma 1.0 needs version 9 of the modding API; this Footfall has version 1" in done.stderr
    assert "no index has" not in done.stderr
    done = player("mods", "install", "later")
    assert f"this is Footfall {__version__}" in done.stderr
    assert "it would work with another version of Footfall: >=99" in done.stderr
    (index / "index.toml").unlink()
    publish(index, 3)
    pack(tmp_path / "mods", "you.beta", "0.5")
    done = player("mods", "install", "delta")
    assert "you.beta 0.5 is here and goes first" in done.stderr
