"""Every hostile mod is isolated, and its message names the fix."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, Trust, discover
from footfall.loader.isolation import trust
from footfall.loader.isolation.watchdog import watch_for_hangs

# The watchdog may interrupt a callback of the garbage collector, which cannot propagate exceptions.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

ROOT = Path(__file__).parent

AT_START = {
    re.split(r"\] |: ", text, maxsplit=2)[1].removeprefix("hostile.").replace("-", "_"): text
    for text in (ROOT / "messages.txt").read_text(encoding="utf-8").strip().split("\n\n")
}
"""The message about each mod that cannot load, by folder."""


def normal(text: str) -> str:
    """Returns a message without lists that grow with the contract."""
    text = re.sub(r"fix: hooks: .*", "fix: hooks: HOOKS", text)
    text = re.sub(r"fix: fields of its event: .*", "fix: fields of its event: FIELDS", text)
    return re.sub(r"(loops_\w+/__init__\.py):\d+", r"\1:LINE", text)


def play(loaded: LoadResult, seed: int = 3, **keywords: bool) -> Session:
    session = Session.begin(loaded.rules, seed, **keywords)
    kind = next(iter(loaded.rules.commands))
    for _ in range(40):
        if session.state.outcome is not None:
            break
        session.submit(kind())
    return session


@pytest.mark.proof(4)
@pytest.mark.parametrize("name", sorted(AT_START))
def test_a_mod_that_cannot_load_is_off_named_and_harmless(hostile: Callable[..., LoadResult], name: str) -> None:
    loaded = hostile(name)
    assert [normal(str(f)) for f in loaded.findings] == [AT_START[name]]
    assert loaded.rules.mods == ("tests.duel",)
    assert play(loaded).hash() == play(hostile()).hash()
    with pytest.raises(LoadError, match=r"(?s)strict: mods have errors.*hostile\."):
        hostile(name, strict=True)


def test_a_mod_that_is_not_even_python(hostile: Callable[..., LoadResult], tmp_path: Path) -> None:
    manifest = '[mod]\nid = "hostile.syntax-error"\nversion = "1.0"\nentry = "."\n'
    (tmp_path / "mod.toml").write_text(manifest)
    (tmp_path / "__init__.py").write_text("def on_attack(event)\n    return []\n")
    [finding] = hostile(str(tmp_path)).findings
    assert finding.text == "import failed: SyntaxError: expected ':'"
    assert finding.location == f"{tmp_path}/__init__.py:1"
    assert finding.disables_mod


def test_a_circle_of_requirements_is_shown_in_its_shortest_form(hostile: Callable[..., LoadResult]) -> None:
    loaded = hostile("cycle_one", "cycle_two")
    assert loaded.rules.mods == ("tests.duel",)
    assert (
        str(loaded.findings[0])
        == """\
error[cycle] hostile.cycle-one: these mods require each other: \
hostile.cycle-one before hostile.cycle-two (requires, hostile/cycle_two/mod.toml:6), \
hostile.cycle-two before hostile.cycle-one (requires, hostile/cycle_one/mod.toml:6) (mod disabled)
  at hostile/cycle_one/mod.toml:6
  fix: remove one of these lines"""
    )


def test_a_chain_hook_that_hangs_loses_its_steps(hostile: Callable[..., LoadResult]) -> None:
    loaded = hostile("loops_in_a_chain")
    [finding] = loaded.findings
    assert "TimeoutError: it did not finish within 0.2 s; none of its steps are added" in finding.text
    assert finding.location == "hostile/loops_in_a_chain/__init__.py:6"
    assert play(loaded).hash() == play(hostile()).hash()


def test_bad_content_is_left_out_and_the_rest_is_as_it_was(hostile: Callable[..., LoadResult]) -> None:
    loaded = hostile("bad_content")
    assert sorted(map(str, loaded.findings)) == [
        """\
error[bad-patch] hostile.bad-content: patch of beast 'tests.duel:boar': stats.strength: expected whole number, got text
  at hostile/bad_content/content/beasts.toml:5
  fix: correct the patch; until then it is skipped""",
        """\
error[bad-record] hostile.bad-content: beast 'hostile.bad-content:rat': hp: expected whole number, got text
  at hostile/bad_content/content/beasts.toml:2
  fix: correct it; until then the record is skipped""",
    ]
    assert list(loaded.rules.records) == list(hostile().rules.records)


IN_PLAY = {
    "raises_in_every_hook": "RuntimeError: I always fail",
    "nonsense_in_every_hook": "TypeError",
    "recursion": "RecursionError: maximum recursion depth exceeded",
    "wrong_term": "ValueError: on_attack has no term 'armour'; it has: to_hit, defense",
    "unknown_change": "TypeError: Win is not a registered change; list it in provide_changes",
    "floats": "TypeError",
}


@pytest.mark.parametrize("name", sorted(IN_PLAY))
def test_a_mod_that_fails_in_play_costs_nothing_but_its_own_change(
    hostile: Callable[..., LoadResult], name: str
) -> None:
    loaded = hostile(name)
    if name != "floats":
        assert not loaded.findings
    session = play(loaded)
    assert session.hash() == play(hostile()).hash()
    assert session.problems
    mod = f"hostile.{name.replace('_', '-')}"
    for problem in session.problems:
        assert problem.mod == mod
        assert IN_PLAY[name] in problem.error or name == "floats"
        assert f"hostile/{name}/__init__.py:" in problem.location
        assert str(problem).startswith(f"{mod}: {problem.via} failed at {problem.location}")
    assert session.suspended, "the third error within 20 turns suspends that hook"
    with pytest.raises(Exception):  # noqa: B017
        play(loaded, strict=True)


def test_every_hook_of_play_that_the_game_asks_is_contained(hostile: Callable[..., LoadResult]) -> None:
    session = play(hostile("raises_in_every_hook"))
    assert {problem.via for problem in session.problems} >= {
        "on_attack", "on_damage", "on_hear", "on_move", "on_turn_start", "on_turn_end",
        "on_death", "on_heard", "on_open", "on_close", "on_use", "on_enter", "on_status_gain", "on_status_loss",
        "on_noise", "can_act", "can_enter", "decide_action"}  # fmt: skip
    assert all(problem.location == "hostile/raises_in_every_hook/__init__.py:7" for problem in session.problems)


def test_a_mod_that_hangs_in_play_is_named_and_stopped(
    hostile: Callable[..., LoadResult], capsys: pytest.CaptureFixture[str]
) -> None:
    with watch_for_hangs(0.1):
        session = play(hostile("loops_in_play"))
    assert session.hash() == play(hostile()).hash()
    assert len(session.problems) == 3
    assert session.suspended == {("hostile.loops-in-play", "on_attack")}
    assert "hostile.loops-in-play: on_attack failed at hostile/loops_in_play/__init__.py:" in str(session.problems[0])
    assert "HangError" in session.problems[0].error
    assert "footfall: hostile.loops-in-play hangs at hostile/loops_in_play/__init__.py:" in capsys.readouterr().err


def test_writing_to_the_state_is_caught_under_strict(hostile: Callable[..., LoadResult]) -> None:
    loaded = hostile("writes_to_the_state")
    with pytest.raises(RuntimeError, match=r"hostile\.writes-to-the-state wrote to the state in on_turn_end") as caught:
        play(loaded, strict=True)
    assert "hostile/writes_to_the_state/__init__.py:4" in str(caught.value)


LEFT_OUT = ("writes_to_the_state", "loops_in_play")


def test_all_of_them_at_once_and_the_game_still_plays(hostile: Callable[..., LoadResult]) -> None:
    names = [p.name for p in sorted((ROOT / "hostile").iterdir()) if p.name not in LEFT_OUT]
    loaded = hostile(*names)
    assert play(loaded).hash() == play(hostile()).hash()
    assert {f.mod for f in loaded.findings} >= {f"hostile.{n.replace('_', '-')}" for n in AT_START}
    assert all(len(str(f).splitlines()) <= 6 for f in loaded.findings)


def test_a_zip_that_reaches_outside_is_never_read(hostile: Callable[..., LoadResult], tmp_path: Path) -> None:
    shutil.copytree(ROOT / "hostile" / "recursion", tmp_path / "m")
    packed = tmp_path / "slip.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(tmp_path / "m" / "mod.toml", "mod.toml")
        archive.writestr("../../escaped.py", "boom = 1")
    [finding] = hostile(str(packed)).findings
    assert finding.code == "bad-files"
    assert "entry '../../escaped.py' points outside the mod" in finding.text
    assert not (tmp_path.parent / "escaped.py").exists()


def test_a_mod_that_changes_its_files_after_approval(
    hostile: Callable[..., LoadResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    mod = tmp_path / "changes"
    mod.mkdir()
    (mod / "mod.toml").write_text('[mod]\nid = "hostile.changes"\nversion = "1.0"\nentry = "."\n')
    (mod / "later.py").write_text("def proposals():\n    return []\n")
    (mod / "__init__.py").write_text(
        "from footfall.api import hook\n\n"
        f"with open({str(mod / 'later.py')!r}, 'w') as file:\n"
        "    file.write('raise RuntimeError(\"another mod now\")')\n\n"
        "@hook\ndef on_attack(event):\n    from .later import proposals\n    return proposals()\n"
    )
    for found in discover([ROOT.parent / "data" / "mods" / "duel", mod], all_sources=False)[0].values():
        trust.approve(found)
    loaded = hostile(str(mod), trust=Trust.APPROVED)
    [wrote] = loaded.findings
    assert "it opened" in wrote.text
    assert wrote.location.endswith("__init__.py:3")
    session = play(loaded)  # the approved code runs, although the file has changed
    assert session.problems == []
    again = hostile(str(mod), trust=Trust.APPROVED)
    assert again.rules.mods == ("tests.duel",)
    assert [f.code for f in again.findings] == ["not-approved"]
    assert "its files have changed since version 1.0 was approved" in str(again.findings[0])
    assert len(str(again.findings[0]).splitlines()) <= 6
