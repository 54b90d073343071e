"""A mod that ruins every draft of a recipe is named by every command; one that raises at import fails `run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.loader import load

PYTHON = """from footfall.api import Step, hook

MOD = "you.flood"


def flood(ctx, draft):
    draft.tiles[:] = 0


def clear(ctx, draft):
    draft.corridors = None


@hook
def on_generate(event):
    if event.name == "core.stealth:standard":
        return [STEP]
    return []
"""

FLOOD = 'Step("you.flood:flood", flood, before="core.stealth:check")'
RAISING = 'Step("you.flood:clear", clear, after="core.stealth:rooms")'
SKIPPED = 'Step("core.stealth:rooms", skip=True)'
FAILING_STEPS = {"flood": (FLOOD, 7), "raising": (RAISING, 11), "skipped": (SKIPPED, 15)}

DATA = """[mod]
id = "you.tiny"
version = "1.0.0"
api = "1"
"""
NO_ROOMS = '[patch.digging."core.stealth:usual"]\nset.attempts = 1\n'


def write_mod(step: str) -> None:
    Path("mods").mkdir(exist_ok=True)
    Path("mods/flood.py").write_text(PYTHON.replace("STEP", step))


@pytest.mark.parametrize("name", FAILING_STEPS)
def test_a_recipe_that_always_fails_is_blamed_on_the_mod(footfall: Any, name: str) -> None:
    step, _ = FAILING_STEPS[name]
    write_mod(step)
    done = footfall("run", "stealth", "--option", "floor=2", "--turns", 2, "--seed", 3)
    assert done.exit_code == 1
    assert "you.flood: " in done.stderr
    assert "mods/flood.py:" in done.stderr
    assert "makes every draft of core.stealth:standard fail, so that it is never used: " in done.stderr
    assert "Traceback" not in done.stderr


def test_generate_names_the_mod_and_why_its_drafts_fail(footfall: Any) -> None:
    write_mod(FLOOD)
    place = "you.flood: you.flood:flood failed once at mods/flood.py:6: makes every draft"
    done = footfall("generate", "stealth", "--floor", 2, "--seed", 3)
    assert done.exit_code == 1
    assert place in done.stderr
    assert "(found by core.stealth:check)" in done.stderr
    only = footfall("generate", "stealth", "--floor", 16)  # no other recipe can take its place: the step is suspended
    assert only.exit_code == 1
    assert "makes every draft of core.stealth:standard fail" in only.stderr
    assert "suspended" in only.stderr


@pytest.mark.parametrize("words", [("run", "stealth", "--option", "floor=2"), ("generate", "stealth", "--floor", 2)])
def test_strict_stops_at_the_failing_recipe(footfall: Any, words: tuple[object, ...]) -> None:
    write_mod(FLOOD)
    done = footfall(*words, "--seed", 3, "--strict")
    assert done.exit_code == 1
    assert "Error: strict: you.flood: you.flood:flood failed at " in done.stderr
    assert "mods/flood.py:6: makes every draft" in done.stderr
    assert "[turn 0, seed 3]" in done.stderr


def test_the_free_tests_find_it(footfall: Any) -> None:
    write_mod(FLOOD)
    done = footfall("mods", "test", "mods/flood.py", "--game", "stealth", "--only", "seeds", "--seeds", 6, "--turns", 2)
    assert done.exit_code == 1
    assert "makes every draft of core.stealth:standard fail" in done.output


def test_data_that_ruins_every_draft_is_blamed_on_the_patch(footfall: Any) -> None:
    content = Path("mods/tiny/content")
    content.mkdir(parents=True)
    Path("mods/tiny/mod.toml").write_text(DATA)
    (content / "digging.toml").write_text(NO_ROOMS)
    done = footfall("run", "stealth", "--option", "floor=2", "--seed", 3)
    assert done.exit_code == 1
    assert (
        "you.tiny: patch of digging core.stealth:usual failed once at mods/tiny/content/digging.toml:2" in done.stderr
    )
    assert "core.stealth: patch" not in done.stderr


def test_a_step_that_fails_now_and_then_is_no_failure(footfall: Any) -> None:
    write_mod('Step("you.flood:flood", flood, before="core.stealth:check")')
    text = Path("mods/flood.py").read_text()
    rare = '    if ctx.roll("rare", 1, 2) == 1:\n        draft.failure = "no place for the well"'
    Path("mods/flood.py").write_text(text.replace("    draft.tiles[:] = 0", rare))
    done = footfall("run", "stealth", "--option", "floor=2", "--turns", 2, "--seed", 3)
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("run", "stealth", "--turns", 1), ("generate", "stealth")])
def test_a_mod_that_fails_at_import_is_a_failure(footfall: Any, words: tuple[object, ...]) -> None:
    Path("mods").mkdir()
    Path("mods/odd.py").write_text('from footfall.api import hook\n\nMOD = "you.odd"\n{}["stone"]\n')
    done = footfall(*words)
    assert done.exit_code == 1
    assert "mods/odd.py:4" in done.stderr
    assert "stone" in done.stderr


@pytest.mark.proof(0)
def test_replay_and_why_name_the_mods_that_failed(footfall: Any) -> None:
    Path("mods").mkdir()
    odd = Path("mods/odd.py")
    odd.write_text(
        'from footfall.api import hook\n\nMOD = "you.odd"\n\n\n@hook\ndef on_turn_end(event):\n    {}["stone"]\n'
    )
    footfall("run", "stealth", "--turns", 6, "--record", "one.replay")
    line = "you.odd: on_turn_end failed 3 times at mods/odd.py:8: KeyError: 'stone' [first in turn 1, suspended]"
    for words in (("replay", "one.replay"), ("replay", "one.replay", "--json"), ("why", "one.replay")):
        done = footfall(*words)
        assert done.exit_code == 1
        assert done.stderr.splitlines()[-1] == line
        strict = footfall(*words, "--strict")
        assert strict.exit_code == 1
        assert strict.stderr.startswith("Error: strict: you.odd: on_turn_end failed at ")
        assert "mods/odd.py:8: KeyError: 'stone' [turn 1, seed 0]" in strict.stderr


def test_simulate_names_the_mods_that_failed(footfall: Any) -> None:
    Path("mods").mkdir()
    Path("mods/odd.py").write_text(
        'from footfall.api import hook\n\nMOD = "you.odd"\n\n\n@hook\ndef on_turn_end(event):\n    {}["stone"]\n'
    )
    done = footfall(
        "simulate", "stealth", "--games", 2, "--max-commands", 5, "--workers", 0, "--mods", "mods", "--json"
    )
    assert done.exit_code == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("you.odd: on_turn_end failed at ")
    assert line.endswith("mods/odd.py:8: KeyError: 'stone' [6 times]")


def test_a_step_that_is_not_in_a_list_is_named_without_python_words(footfall: Any) -> None:
    write_mod(FLOOD)
    path = Path("mods/flood.py")
    path.write_text(path.read_text().replace(f"[{FLOOD}]", FLOOD))
    done = footfall("run", "stealth", "--turns", 1)
    assert done.exit_code == 1
    assert "on_generate returns a list of Step, not a single Step; none of its steps are added there" in done.stderr
    assert 'fix: return [Step("you.flood:name", function)]' in done.stderr
    assert "0x" not in done.stderr


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ('Step("you.flood:rest", rest)', "on_generate returns a list of Step, not a single Step; "),
        (
            '[Step("you.flood:rest", rest, after="core.stealth:caves")]',
            "step 'you.flood:rest' has after='core.stealth:caves', but there is no such step, did you mean ",
        ),
    ],
)
def test_one_mistake_in_several_recipes_is_one_finding(footfall: Any, steps: str, said: str) -> None:
    Path("mods").mkdir()
    Path("mods/flood.py").write_text(
        'from footfall.api import Step, hook\n\nMOD = "you.flood"\n\n\ndef rest(ctx, draft): ...\n\n\n'
        f"@hook\ndef on_generate(event):\n    return {steps}\n"
    )
    done = footfall("run", "stealth", "--turns", 1)
    assert done.exit_code == 1
    [line] = [line for line in done.stderr.splitlines() if line.startswith("error[chain]")]
    recipes = load("stealth", only_mods=()).rules.hooks.chains
    names = ", ".join(repr(recipe) for hook, recipe in recipes if hook == "on_generate")
    assert line.startswith(f"error[chain] you.flood: on_generate of {names}: {said}")
    assert len(set(line.partition("steps: ")[2].split(", "))) == len(line.partition("steps: ")[2].split(", "))


READING = """import sys

from footfall.api import collect_readings, hook, reading


@reading(cost="O(1)", rule_name="tide")
def tide(ctx) -> int:
    "Fails."
    ANSWER


@hook
def provide_readings():
    return collect_readings(sys.modules[__name__]).values()
"""
ROW = '[patch.loot."core.stealth:floor"]\nset.rows."core.stealth:rocks" = { by_floor = [[1, 9]], when = "tide > 2" }\n'


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('raise OSError("dry")', "mods/tiny/__init__.py:9: OSError: dry"),
        ('return "deep"', "mods/tiny/content/rows.toml:2: TypeError: "),
    ],
)
def test_a_reading_that_fails_in_a_generator_is_named_and_its_row_is_left_out(
    footfall: Any, answer: str, said: str
) -> None:
    content = Path("mods/tiny/content")
    content.mkdir(parents=True)
    Path("mods/tiny/mod.toml").write_text(DATA + 'entry = "."\ngames = ["stealth"]\n')
    Path("mods/tiny/__init__.py").write_text(READING.replace("ANSWER", answer))
    (content / "rows.toml").write_text(ROW)
    done = footfall("run", "stealth", "--option", "floor=3", "--turns", 1)
    assert done.exit_code == 1
    lines = done.stderr.splitlines()
    assert [line for line in lines if line.startswith("you.tiny: condition 'tide > 2' failed") and said in line], lines
    assert "patch of" not in done.stderr
    assert "core.stealth" not in done.stderr
    assert "turn 1" in done.stdout
