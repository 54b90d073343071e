"""The conformance checks: a correct mod passes, and each fault is found by its check, with its line."""

from __future__ import annotations

import json
import shlex
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.conformance.harness import ConformanceRequest
from footfall.conformance.prepare import NoGameError, prepare_harnesses
from footfall.conformance.run_checks import CHECKS, CheckOutcome, ConformanceResult, run_checks

HEAD = "from footfall.api import Remember, add, hook, mul, set_to\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes a mod for the base game."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))

    def make(code: str, manifest: str = "", id: str = "you.mod") -> Path:
        folder = tmp_path / id.rpartition(".")[2]
        folder.mkdir()
        head = f'[mod]\nid = "{id}"\nversion = "1.0"\nentry = "."\ngames = ["stealth"]\n'
        (folder / "mod.toml").write_text(head + manifest)
        (folder / "__init__.py").write_text(HEAD + code)
        return folder

    return make


def rows(folder: Path, *names: str, seeds: int = 1, turns: int = 20, **keywords: Any) -> list[ConformanceResult]:
    wanted = ConformanceRequest(
        path=folder, name=folder.name, seeds=tuple(range(1, seeds + 1)), turns=turns, **keywords
    )
    [bench] = prepare_harnesses(wanted)
    return run_checks(bench, names)


def only(folder: Path, name: str, **keywords: Any) -> ConformanceResult:
    [row] = rows(folder, name, **keywords)
    return row


COUNTS = "@hook\ndef on_turn_end(event, ctx):\n    return [Remember('you.mod', 'n', ctx.recall('n', 0) + 1)]\n"


@pytest.mark.proof(0)
def test_a_sound_mod_passes_them_all(write: Callable[..., Path]) -> None:
    found = rows(write(COUNTS, '[settings.size]\ntype = "int"\ndefault = 2\nmin = 1\nmax = 3\n'), *CHECKS)
    assert {row.check: row.outcome.value for row in found} == {
        "loading": "passed",
        "mod-tests": "skipped",
        "seeds": "passed",
        "determinism": "passed",
        "saves": "passed",
        "removal": "passed",
        "load-order": "skipped",
        "settings": "passed",
        "performance": "passed",
    }
    assert found[2].summary.startswith("1 game, ")
    assert "on_turn_end" in found[-1].summary


def test_an_interrupt_by_the_user_is_no_failure_of_the_mod(write: Callable[..., Path]) -> None:
    hook = "@hook\ndef on_turn_end(event, ctx):\n    import signal\n    signal.raise_signal(signal.SIGINT)\n"
    folder = write(hook)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            only(folder, "seeds")
    finally:
        signal.signal(signal.SIGINT, handler)


HUD = (
    "from footfall.api import HudLine\ndef line(ctx):\n    {}\n"
    "@hook\ndef provide_hud():\n    return [HudLine('you.mod:line', line)]\n"
)

BAD = {
    "hud": (HUD.format("return 1 // 0"), 4, "you.mod:line: ZeroDivisionError"),
    "hud-text": (HUD.format("return 'Hello'"), 3, "a HUD line is a Message or None, not 'Hello'"),
    "seeds": ("@hook\ndef on_turn_end(event):\n    if event.number > 3:\n        1 / 0\n", 5, "ZeroDivisionError"),
    "mutation": (
        "@hook\ndef on_turn_end(event, ctx):\n    ctx.state.memory['x'] = {}\n",
        4,
        "of the state is read only",
    ),
    "nonsense": ("@hook\ndef on_turn_end(event):\n    return 7\n", 2, "on_turn_end: TypeError"),
    "determinism": (
        "seen = []\n@hook\ndef on_turn_end(event):\n    seen.append(1)\n"
        "    return [Remember('you.mod', 'n', len(seen))]\n",
        3,
        "some data survives the end of a game",
    ),
    "hashes": (
        "@hook\ndef on_turn_end(event):\n"
        "    return [Remember('you.mod', 'n', list({f'word{n}' for n in range(50)})[0])]\n",
        2,
        "different games in two processes",
    ),
    "saves": (
        "seen = []\n@hook\ndef on_turn_end(event):\n    seen.append(1)\n"
        "    return [Remember('you.mod', 'n', len(seen))]\n",
        3,
        "some data is not in the save",
    ),
    "removal": (
        "@hook\ndef on_turn_end(event, ctx):\n    turn = ctx.state.turn\n"
        "    assert turn - ctx.recall('turn', turn) < 5, 'I was away'\n"
        "    return [Remember('you.mod', 'turn', turn)]\n",
        5,
        "AssertionError: I was away",
    ),
    "performance": ("@hook\ndef on_turn_end(event):\n    sum(range(1_000_000))\n", 2, "ms per turn, above"),
}


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", sorted(BAD))
def test_each_fault_is_found_named_and_repeated(write: Callable[..., Path], name: str) -> None:
    code, line, said = BAD[name]
    seeds = dict.fromkeys(("mutation", "nonsense", "hud", "hud-text"), "seeds")
    check = {**seeds, "hashes": "determinism"}.get(name, name)
    row = only(write(code), check, **({"seeds": 1, "turns": 6} if name == "performance" else {}))
    assert row.outcome is CheckOutcome.FAILED
    fault = row.failures[0]
    assert fault.mod == "you.mod"
    assert said in fault.text
    assert fault.place == f"mod/__init__.py:{line}"
    assert fault.repeat.startswith(f"footfall mods test mod --only {check}")
    if name not in ("seeds", "saves", "hashes"):
        return
    again = CliRunner().invoke(main, [*shlex.split(fault.repeat)[1:], "--json"])
    assert again.exit_code == 1, again.output
    report = json.loads(again.stdout)
    assert said in report["tests"][0]["failures"][0]["text"]
    assert report["tests"][0]["failures"][0]["seed"] == fault.seed


@pytest.mark.proof(0)
def test_a_step_that_is_slow_is_found_too(write: Callable[..., Path]) -> None:
    code = "from footfall.api import Push, Step\n@hook\ndef on_turn_end(event):\n    return [Push('you.mod:slow')]\n"
    code += "def slow(ctx):\n    sum(range(1_000_000))\n    return []\n"
    code += "@hook\ndef provide_steps():\n    return [Step('you.mod:slow', slow)]\n"
    row = only(write(code), "performance", seeds=1, turns=6)
    assert "you.mod:slow" in row.failures[0].text
    assert row.failures[0].place == "mod/__init__.py:6"


def test_settings_at_their_bounds(write: Callable[..., Path]) -> None:
    code = "@hook\ndef on_turn_end(event, ctx):\n    return [Remember('you.mod', 'n', 9 // ctx.setting('size'))]\n"
    row = only(write(code, '[settings.size]\ntype = "int"\ndefault = 2\nmin = 0\nmax = 3\n'), "settings")
    assert row.summary == "2 combinations of 1 setting"
    assert row.failures[0].text.startswith("with you.mod.size = 0: on_turn_end: ZeroDivisionError")
    assert "--set=you.mod.size=0" in row.failures[0].repeat


def test_a_setting_of_the_player_may_not_change_the_game(write: Callable[..., Path]) -> None:
    code = "@hook\ndef on_turn_end(event, ctx):\n    return [Remember('you.mod', 'n', ctx.setting('size'))]\n"
    row = only(write(code, '[settings.size]\ntype = "int"\ndefault = 2\nmax = 3\nscope = "player"\n'), "settings")
    fault = row.failures[0]
    assert fault.text.startswith("you.mod.size = 3 changes the game")
    assert fault.place == "mod/__init__.py:2"


@pytest.mark.proof(0)
def test_mods_run_in_every_order_that_manifests_allow(write: Callable[..., Path]) -> None:
    first = write("@hook\ndef on_move(event):\n    return [set_to('noise', 1)]\n")
    other = write("@hook\ndef on_move(event):\n    return [set_to('noise', 9)]\n", id="you.other")
    row = only(first, "load-order", other_mods=(other,), seeds=3)
    assert row.outcome is CheckOutcome.PASSED
    assert row.summary == "1 other, 2 orders: the order matters: declare it in [order]"
    (first / "mod.toml").write_text((first / "mod.toml").read_text() + '[order]\nafter = ["you.other"]\n')
    assert only(first, "load-order", other_mods=(other,), seeds=3).summary == "1 other, 1 order: the same games"


DUEL = Path(__file__).parents[1] / "data" / "mods" / "duel"


def test_a_game_can_be_another_mod(write: Callable[..., Path]) -> None:
    folder = write("@hook\ndef on_turn_end(event):\n    return 7\n")
    manifest = folder / "mod.toml"
    manifest.write_text(manifest.read_text().replace('games = ["stealth"]', 'games = ["duel"]'))
    with pytest.raises(NoGameError, match=r"you.mod is active in no game; its manifest names: duel"):
        prepare_harnesses(ConformanceRequest(path=folder, name="mod"))
    row = only(folder, "seeds", other_mods=(DUEL,), seeds=2)
    assert (row.game, row.failure_count) == ("tests.duel", 2)
    assert len(row.failures) == 1, "the same on each seed"
    assert "--with" in row.failures[0].repeat


@pytest.mark.proof(0)
def test_its_own_tests_are_run(write: Callable[..., Path]) -> None:
    folder = write(COUNTS)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_own.py").write_text(
        "def test_well(footfall_scene):\n    assert footfall_scene('@').look('turn') == 0\n\n\n"
        "def test_ill(footfall_scene):\n    assert footfall_scene('@').look('turn') == 1\n"
    )
    row = only(folder, "mod-tests")
    assert row.summary == "2 tests"
    [fault] = row.failures
    assert fault.text.startswith("test_ill: ")
    assert fault.text.endswith("assert 0 == 1")
    assert fault.place == "mod/tests/test_own.py:6"


def test_loading_is_a_test(write: Callable[..., Path]) -> None:
    row = only(write("def on_hear(event):\n    return []\n"), "loading")
    assert row.summary == "0 errors, 1 warning"
    assert "no @hook" in row.failures[0].text
    assert row.failures[0].place == "mod/__init__.py:2"


@pytest.mark.proof(0)
@pytest.mark.parametrize("kind", ["data", "rules", "game"])
def test_a_mod_from_mods_new_passes(tmp_path: Path, write: Callable[..., Path], kind: str) -> None:
    assert CliRunner().invoke(main, ["mods", "new", "you.new", f"--{kind}"]).exit_code == 0
    found = rows(tmp_path / "mods" / "new", *(name for name in CHECKS if name not in ("mod-tests", "determinism")))
    assert [str(fault) for row in found for fault in row.failures] == []


def test_untestable_mods_are_explained(write: Callable[..., Path], tmp_path: Path) -> None:
    folder = write("import nothing_of_the_kind\n")
    with pytest.raises(NoGameError, match="import failed: ModuleNotFoundError"):
        prepare_harnesses(ConformanceRequest(path=folder, name="mod"))
    (folder / "__init__.py").write_text("")
    with pytest.raises(NoGameError, match=r"is not active in a game 'king'; it is active in: core.stealth"):
        prepare_harnesses(ConformanceRequest(path=folder, name="mod", game="king"))
    done = CliRunner().invoke(main, ["mods", "test", "nobody.here"])
    assert "there is no mod 'nobody.here'" in done.stderr


def test_the_results_are_printed_as_a_table(write: Callable[..., Path]) -> None:
    folder = write(BAD["seeds"][0])
    words = ["mods", "test", str(folder.name), "--only", "seeds", "--only", "loading", "--seeds", "2", "--turns", "20"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "seeds: you.mod: on_turn_end: ZeroDivisionError: division by zero [seed 1, turn 4]" in done.stdout
    assert "\n  at mod/__init__.py:5\n  repeat: footfall mods test mod --only seeds --seed 1" in done.stdout
    assert "you.mod 1.0: 1 of 2 failed" in done.stdout
