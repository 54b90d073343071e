"""The order of mods, ``set``, ``on``, ``off``, ``profile lock``, ``run --cost`` and ``doctor``, as text and as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.app.files.paths import start_count_path
from footfall.loader.isolation import trust
from footfall.loader.profiles import user_choices

CODE = "from footfall.api import hook, mul\n\n\n@hook\ndef on_hear(event):\n    return [mul('range', 2)]\n"


@pytest.fixture
def write(tmp_path: Path, footfall: Any) -> Callable[..., Path]:
    """Writes a mod into the project's ``mods/``."""

    def make(name: str, manifest: str = "", code: str = "") -> Path:
        folder = tmp_path / "mods" / name
        folder.mkdir(parents=True, exist_ok=True)
        head = f'[mod]\nid = "you.{name}"\nversion = "1.0"\ngames = ["stealth"]\n'
        (folder / "mod.toml").write_text(head + ('entry = "."\n' if code else "") + manifest)
        if code:
            (folder / "__init__.py").write_text(code)
        return folder

    return make


def as_json(footfall: Any, *words: object) -> Any:
    return json.loads(footfall(*words, "--json").stdout)


SIZE = '[settings.size]\ntype = "int"\ndefault = 2\nmin = 1\nmax = 3\nlabel = "How big"\n'


def test_order_names_the_lines_that_decide(footfall: Any, write: Callable[..., Path]) -> None:
    write("a", '[order]\nafter = ["you.z"]\n')
    write("m")
    write("z", '[requires]\n"core.stealth" = "*"\n[order]\nbefore = ["you.m"]\n')
    text = footfall("mods", "list", "--explain", "--game", "stealth").stdout
    assert text == (
        "  1  core.stealth 0.1.0\n"
        "       part of the game\n"
        "  2  you.z 1.0\n"
        "       after core.stealth (requires, mods/z/mod.toml:6)\n"
        "       before you.m (order.before, mods/z/mod.toml:8)\n"
        "  3  you.a 1.0\n"
        "       after you.z (order.after, mods/a/mod.toml:6)\n"
        "  4  you.m 1.0\n"
        "       after you.z (order.before, mods/z/mod.toml:8)\n"
        "       by id after you.a\n"
    )
    rows = as_json(footfall, "mods", "list", "--explain", "--game", "stealth")["order"]
    assert [row["mod"] for row in rows] == ["core.stealth", "you.z", "you.a", "you.m"]
    assert rows[3]["after"] == [{"mod": "you.z", "key": "order.before", "where": "mods/z/mod.toml:8"}]
    assert rows[3]["tie_break"] == "by id after you.a"


def test_order_reports_cycles(footfall: Any, write: Callable[..., Path]) -> None:
    write("a", '[order]\nafter = ["you.b"]\n')
    write("b", '[order]\nafter = ["you.a"]\n')
    assert "the order has a cycle" in footfall("mods", "list", "--explain").stderr
    assert len(as_json(footfall, "mods", "list", "--explain")["problems"]) == 1


def test_set_applies_to_new_games(footfall: Any, write: Callable[..., Path]) -> None:
    write("a", SIZE)
    assert "a whole number from 1 to 3" in footfall("mods", "set", "a").stdout
    wrong = footfall("mods", "set", "you.a", "size", "9")
    assert wrong.exit_code == 1
    assert "you.a.size: 9 is above the maximum 3; it takes a whole number from 1 to 3" in wrong.stderr
    assert "has no setting 'sise', did you mean 'size'?" in footfall("mods", "set", "a", "sise", "1").stderr
    assert footfall("mods", "set", "a", "size").exit_code == 2
    assert as_json(footfall, "mods", "set", "a", "size", "3") == {"setting": "you.a.size", "value": 3, "chosen": True}
    three = run_hash(footfall)
    assert three == run_hash(footfall, "--set", "you.a.size=3")
    assert three != run_hash(footfall, "--set", "you.a.size=2")
    assert "(the default)" in footfall("mods", "set", "a", "you.a.size", "--unset").stdout
    assert run_hash(footfall) == run_hash(footfall, "--set", "you.a.size=2")


def run_hash(footfall: Any, *words: str) -> str:
    """The hash of the state, which includes the world settings."""
    return str(json.loads(footfall("run", "stealth", "--turns", 1, "--to", "json", *words).stdout)["hash"])


def test_an_invalid_choice_is_reported_and_ignored(footfall: Any, write: Callable[..., Path]) -> None:
    write("a", SIZE)
    footfall("mods", "set", "a", "size", "3")
    write("a", SIZE.replace("max = 3", "max = 2"))
    done = footfall("run", "stealth", "--turns", 1, "--to", "json")
    assert done.exit_code == 0
    assert "warning[bad-choice]" in done.stderr
    assert run_hash(footfall) == run_hash(footfall, "--set", "you.a.size=2")
    assert "fix: footfall mods set you.a size VALUE, or --unset" in footfall("doctor").stdout


def test_off_and_on(footfall: Any, write: Callable[..., Path]) -> None:
    write("a")
    write("b", "")
    (Path("mods") / "b" / "mod.toml").write_text(
        (Path("mods") / "b" / "mod.toml").read_text().replace("[mod]", "[mod]\nenabled = false")
    )

    def states() -> dict[str, str]:
        return {row["id"]: row["state"] for row in as_json(footfall, "mods", "list")["mods"] if "you." in row["id"]}

    assert states() == {"you.a": "on", "you.b": "off"}
    assert footfall("mods", "off", "a").stdout == "you.a will be off from the next start\n"
    assert as_json(footfall, "mods", "on", "b") == {"mod": "you.b", "on": True}
    assert states() == {"you.a": "off", "you.b": "on"}
    assert "you.a" in footfall("run", "stealth", "--turns", 1, "--to", "json", "--mods", "mods/a").stdout
    footfall("mods", "on", "a")
    footfall("mods", "off", "b")
    assert user_choices.load_choices().switches == {}
    assert "is part of Footfall" in footfall("mods", "off", "core.stealth").stderr


def test_lock_is_written_and_compared(footfall: Any, write: Callable[..., Path], tmp_path: Path) -> None:
    folder = write("a")
    missing = footfall("mods", "profile", "lock", "--check")
    assert missing.exit_code == 1
    assert "footfall.lock does not exist; to write it: footfall mods profile lock" in missing.stderr
    assert footfall("mods", "profile", "lock").stdout == "footfall.lock: 4 mods\n"
    same = footfall("mods", "profile", "lock", "--check")
    assert (same.exit_code, same.stdout) == (0, "footfall.lock: the same 4 mods\n")
    (folder / "content").mkdir()
    (folder / "content" / "more.toml").write_text("# more\n")
    write("b")
    other = footfall("mods", "profile", "lock", "--check")
    assert other.exit_code == 1
    assert other.stdout == "you.b 1.0 is new\nyou.a 1.0: its files changed\nfootfall.lock: differs\n"
    assert as_json(footfall, "mods", "profile", "lock", "--check")["same"] is False
    (tmp_path / "footfall.lock").write_text("not = [toml")
    assert "footfall.lock:1 is not a lock file" in footfall("mods", "profile", "lock", "--check").stderr


def test_cost_reports_the_time_of_each_hook(footfall: Any, write: Callable[..., Path]) -> None:
    code = CODE + "\n\n@hook.on_death(actor=-1)\ndef on_death(event):\n    return None\n"
    write("a", code=code)
    words = ("run", "stealth", "--cost", "mods", "--turns", 60, "--games", 3)
    report = json.loads(footfall(*words, "--to", "json").stdout)
    [row] = report["hooks"]
    assert (row["mod"], row["hook"]) == ("you.a", "on_hear")
    assert row["calls"] > 0
    assert row["microseconds"] > 0
    assert report["never_called"] == [["you.a", "on_death"]]
    text = footfall(*words).stdout
    assert "never called: on_death of you.a" in text
    assert "ms per turn" in text


@pytest.mark.proof(0)
def test_doctor_finds_problems_and_fixes(
    footfall: Any, write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FOOTFALL_TRUST")
    healthy = footfall("doctor")
    assert healthy.exit_code == 0, healthy.stdout
    assert "0 problems" in healthy.stdout
    folder = write("a", code=CODE)
    write("b", "[nonsense]\n")
    trust.mark_own(tmp_path / "gone", "you.gone")
    user_choices.set_setting("you.nowhere.size", 3)
    monkeypatch.setenv("FOOTFALL_MODS", "not/there")
    start_count_path().parent.mkdir(parents=True, exist_ok=True)
    start_count_path().write_text("2")
    rows = {(row["about"], row["fix"]) for row in as_json(footfall, "doctor")["rows"]}
    assert ("you.a", "footfall mods approve you.a") in rows
    assert ("FOOTFALL_MODS", "correct or remove that part of FOOTFALL_MODS") in rows
    assert ("approvals", "footfall mods approve --revoke you.gone") in rows
    assert any(about == "safe mode" for about, _ in rows)
    done = footfall("doctor")
    assert done.exit_code == 1
    assert "unknown key 'nonsense'" in done.stdout
    assert "you.nowhere.size = 3: no installed mod has this setting" in done.stdout
    footfall("mods", "approve", "a", "--yes")
    (folder / "__init__.py").write_text(CODE + "# more\n")
    assert "not approved: changed since its approval" in footfall("doctor").stdout
    user_choices.choices_path().write_text("not json")
    assert "and is ignored" in footfall("doctor").stdout
    user_choices.choices_path().unlink()
    user_choices.choices_path().mkdir()
    assert "cannot be read (Is a directory) and is ignored" in footfall("doctor").stdout
    assert os.environ["FOOTFALL_MODS"] == "not/there"


def test_hooks_as_json(footfall: Any, write: Callable[..., Path]) -> None:
    write("a", code=CODE)
    one = as_json(footfall, "hooks", "on_hear")
    assert (one["kind"], one["terms"]) == ("fold", ["range"])
    assert one["implemented"] == [{"mod": "you.a", "where": "mods/a/__init__.py:4", "how": ""}]
    assert len(as_json(footfall, "hooks")["hooks"]) > 20


@pytest.mark.proof(3)
@pytest.mark.parametrize("variable", ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "FOOTFALL_MODS"])
@pytest.mark.parametrize("name", ["file", "x" * 300])
def test_doctor_names_a_folder_out_of_reach_and_goes_on(
    footfall: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, name: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(variable, str(tmp_path / name))
    done = footfall("doctor", "--json")
    problems = [row["text"] for row in json.loads(done.stdout)["rows"] if row["state"] == "problem"]
    assert done.exit_code == 1
    assert any(name in text for text in problems)
    if name == "file" and variable != "FOOTFALL_MODS":
        assert f"{tmp_path / name} is not a folder: nothing can be saved" in problems
