"""Rules as data that do not fit: each is named with its line, and ends alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.loader import LoadResult

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"
Duel = Callable[..., LoadResult]
Write = Callable[..., Path]


def rule_file(text: str) -> dict[str, str]:
    return {"content/rules.toml": text}


def codes(loaded: LoadResult) -> list[str]:
    return [finding.code for finding in loaded.findings]


WRONG = {
    "[hook.on_heer.a]\nadd.range = 1": ("misspelt-hook", "did you mean 'on_hear'?"),
    "[hook.provide_bots.a]\nadd.range = 1": ("bad-rule", "collect hook"),
    "[hook.on_hear]\na = 1": ("bad-rule", "must be a table"),
    "[hook.on_hear.a]\nwen = 'true'\nadd.range = 1": ("bad-rule", "did you mean 'when'?"),
    "[hook.on_hear.a]\nadd.rang = 1": ("misspelt-term", "did you mean 'range'?"),
    "[hook.on_hear.a]\nadd = 1": ("bad-rule", "must name a term"),
    "[hook.on_hear.a]\nwhen = 'true'": ("bad-rule", "does nothing"),
    "[hook.on_hear.a]\nadd.range = 1.5": ("wrong-type", "takes a whole number, not 1.5"),
    "[hook.on_hear.a]\nadd.range = [1]": ("wrong-type", "is one expression, not a list"),
    "[hook.on_hear.a]\ndeny = 'x'": ("bad-rule", "no key 'deny'"),
    "[hook.can_enter.a]\nwhen = 'true'": ("bad-rule", "does nothing"),
    "[hook.on_turn_end.a]\ndo.tel = 'x'": ("bad-rule", "did you mean 'tell'?"),
    "[hook.on_turn_end.a]\ndo.tell = ''": ("bad-rule", "text is a text in quotes"),
    f"[hook.on_turn_end.a]\ndo.tell = '{201 * 'x'}'": ("bad-rule", "text is a text in quotes"),
    "[hook.on_turn_end.a]\ndo.remember = { value = 1 }": ("bad-rule", "lacks the value 'name'"),
    "[hook.on_turn_end.a]\ndo.remember = { name = 'x', valu = 1 }": ("bad-rule", "did you mean 'value'?"),
    "[hook.on_turn_end.a]\ndo.remember = { name = 'x', value = true }": (
        "wrong-type",
        "takes a whole number, not true",
    ),
    "[hook.on_round_end.a]\nafter = 'tests.duel:nap'\ndo.tell = 'x'": ("chain", "there is no such step"),
    "[hook.on_hear.a]\nwhen = 'loudnes > 1'\nadd.range = 1": ("unknown-name", "did you mean 'loudness'?"),
    "[hook.on_hear.a]\nwhen = 'loudness'\nadd.range = 1": ("wrong-type", "must be true or false"),
    "[hook.on_hear.a]\nwhen = 'kind > 1'\nadd.range = 1": ("wrong-type", "has no order"),
    "[hook.on_hear.a]\nwhen = 'loudness >'\nadd.range = 1": ("bad-expression", "expected a value"),
    "[hook.on_hear.a]\nwhen = 'settings.x'\nadd.range = 1": ("unknown-name", "no setting 'x'"),
    "[hook.can_enter.a]\nwhen = 'place'\ndeny = 'x'": ("wrong-type", "must be true or false"),
    "[hook.on_hear.a]\nneeds = { mods = 1 }\nadd.range = 1": ("bad-when", "when takes"),
    "[hook.on_hear.a]\nreason = 1\nadd.range = 1": ("bad-rule", "reason must be a text"),
}


@pytest.mark.parametrize(("text", "finding"), WRONG.items(), ids=range(len(WRONG)))
def test_a_table_that_does_not_fit_is_one_finding(
    text: str, finding: tuple[str, str], duel: Duel, write: Write
) -> None:
    """The rule is not used; its neighbor is, and the mod stays enabled."""
    files = rule_file(text) | {"content/z.toml": "[hook.on_move.good]\nadd.noise = 1\n"}
    loaded = duel(write("you.rules", files=files))
    (found,) = [f for f in loaded.findings if f.mod == "you.rules"]
    assert (found.code, found.disables_mod) == (finding[0], False)
    assert "event.name" not in found.fix
    assert finding[1] in found.text
    assert found.location.startswith("mods/you-rules/content/rules.toml:")
    assert [impl.listener.cause.via for impl in loaded.hooks["on_move"]] == ["on_move.good"]


def test_the_place_of_an_error_is_a_column(duel: Duel, write: Write) -> None:
    files = {"content/rules.toml": "[hook.on_hear.a]\nadd.range = 1\nwhen = \"kind == 'a' and loudnes > 1\"\n"}
    (found,) = duel(write("you.rules", files=files)).findings
    assert found.place == "mods/you-rules/content/rules.toml:3:25"
    assert found.edit is not None


@pytest.mark.proof(0)
def test_a_mod_has_a_limited_number_of_rules_and_results(duel: Duel, write: Write) -> None:
    rules = "\n".join(f"[hook.on_hear.r{n}]\nadd.range = 1" for n in range(2_001))
    many = ", ".join('{ name = "x" }' for _ in range(20))
    loaded = duel(
        write("you.rules", files=rule_file(rules)),
        write("you.more", files=rule_file(f"[hook.on_turn_end.a]\ndo.remember = [{many}]")),
    )
    assert codes(loaded) == ["too-much", "bad-rule"]
    assert len(loaded.hooks["on_hear"]) == 2_000


def test_two_rules_of_one_name_are_named(duel: Duel, write: Write) -> None:
    """In two files of a mod; the first one counts."""
    rule = "[hook.on_damage.hard]\nadd.damage = {}\n"
    write("you.rules", files={"content/a.toml": rule.format(1), "content/b.toml": "\n" + rule.format(2)})
    loaded = duel()
    (finding,) = loaded.findings
    assert (finding.code, finding.location) == ("defined-twice", "mods/you-rules/content/b.toml:2")
    assert "mods/you-rules/content/a.toml:1" in finding.text
    rules = [impl.rule for impl in loaded.hooks["on_damage"] if impl.rule is not None]
    assert [rule.table.table["add"]["damage"] for rule in rules] == [1]


HUGE = '[settings.much]\ntype = "{type}"\ndefault = {default}\nscope = "world"\nlabel = "Much"\n'


UNHELD = {
    "a decimal": ("mul.damage = 9.3e15", "float", "1.0", {}, 2),
    "more than a float takes": ("mul.damage = 1e306", "float", "1.0", {}, 2),
    "a default": ("mul.damage = 'settings.much'", "float", "-9.3e15", {}, 2),
    "a choice": ("mul.damage = 'settings.much'", "float", "1.0", {"you.rules.much": 1e300}, 2),
    "a text": ("when = \"settings.much == 'x'\"\nadd.damage = 1", "str", f'"{"é" * 40_000}"', {}, 2),
}


@pytest.mark.parametrize("name", UNHELD)
def test_a_value_that_no_evaluator_holds_ends_its_rule_alone(duel: Duel, write: Write, name: str) -> None:
    key, type, default, chosen, line = UNHELD[name]
    files = rule_file(f"[hook.on_damage.wrong]\n{key}\n[hook.on_damage.right]\nadd.damage = 1\n")
    write("you.rules", files=files, manifest=HUGE.format(type=type, default=default))
    loaded = duel(settings=chosen)
    (finding,) = loaded.findings
    assert (finding.code, finding.mod) == ("bad-expression", "you.rules")
    assert finding.location == f"mods/you-rules/content/rules.toml:{line}"
    assert [impl.rule.name for impl in loaded.hooks["on_damage"] if impl.rule] == ["right"]


@pytest.mark.parametrize(
    ("type", "value"), [("int", 1 << 63), ("float", float("nan")), ("float", 10**400), ("str", "\udcff")]
)
def test_a_setting_takes_no_value_that_no_file_can_hold(duel: Duel, write: Write, type: str, value: Any) -> None:
    files = rule_file("[hook.on_damage.much]\nwhen = 'settings.much == settings.much'\nadd.damage = 1\n")
    default = {"int": "1", "float": "1.0", "str": '""'}[type]
    write("you.rules", files=files, manifest=HUGE.format(type=type, default=default))
    loaded = duel(settings={"you.rules.much": value})
    assert codes(loaded) == ["bad-setting"]
    assert len(loaded.hooks["on_damage"]) == len(duel(settings={}).hooks["on_damage"])


def test_a_short_file_cannot_hide_an_infinite_number(duel: Duel, write: Write) -> None:
    write("you.rules", files=rule_file("[hook.on_damage.much]\nmul.damage = 1e400\n"))
    (finding,) = duel().findings
    assert (finding.code, finding.location) == ("bad-toml", "mods/you-rules/content/rules.toml:2")


@pytest.mark.parametrize("value", ["9" * 5000, "Infinity", "99999999999999999999", "[" * 5000])
def test_a_value_on_the_command_line_is_refused_in_words(write: Write, value: str) -> None:
    write("you.rules", files={}, manifest=HUGE.format(type="float", default="1.0"))
    words = ["run", "duel", "--mods", str(DUEL), "--mods", "mods", "--set", f"you.rules.much={value}"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert "Error: you.rules.much: " in done.stderr
