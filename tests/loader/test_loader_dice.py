"""Dice of rules as data: rows and functions are the same rule of chance, in play, programs and odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall import _native
from footfall.api import events
from footfall.api.chance import Dice, Listeners, chance_rule, count_odds, enumerate_odds
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.ai.noticing import NoticeFacts, notice
from footfall.plugins.stealth.model.settings import rule_settings
from footfall.testing import scene

MANIFEST = """
[mod]
id = "you.dice"
version = "1.0.0"
api = "1"
name = "Dice"
games = ["stealth"]

[requires]
"core.stealth" = "*"
"""

TWIN = """
[hook.on_hear.twin]
when = "kind == 'door'"
odds = "dice-twin"
dice = [
    { name = "keen", roll = [0, "loudness"] },
    { name = "base", value = "keen * 2 + distance // 10" },
    { when = "base > 3" },
    { name = "hits", chance = ["base", "max(8, loudness)"] },
    { when = "hits or keen == 2" },
]
add.range = "base"
"""


def load_rules(folder: Path, rules: str, texts: str = "dice-twin = It hears you\n") -> LoadResult:
    for name, text in (("mod.toml", MANIFEST), ("content/r.toml", rules), ("locale/en/t.ftl", texts)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return load("stealth", mods=[folder], only_mods=())


class Heard(msgspec.Struct, frozen=True):
    loudness: int
    distance: int


class Twin(msgspec.Struct, frozen=True):
    happens: bool
    keen: int = 0
    base: int = 0
    hits: bool = False


@chance_rule
def twin(f: Heard, dice: Dice) -> Twin:
    keen = dice.roll("on_hear.twin", 0, f.loudness)
    base = keen * 2 + f.distance // 10
    if base > 3:
        "go on"
    else:
        return Twin(False)
    hits = dice.chance("on_hear.twin", base, max(8, f.loudness))
    if hits or keen == 2:
        "go on"
    else:
        return Twin(False)
    return Twin(True, keen, base, hits)


def test_rows_and_a_function_are_one_rule(tmp_path: Path) -> None:
    (impl,) = [impl for impl in load_rules(tmp_path, TWIN).hooks["on_hear"] if impl.rule]
    rule = impl.rule.chance.rule
    assert rule.program == twin.program
    for loudness, distance in product((-1, 0, 1, 2, 5), (0, 15, 40, 90)):
        facts = Heard(loudness, distance)
        counted = count_odds(None, rule, facts, "happens", "base", "hits")
        assert counted == count_odds(None, twin, facts, "happens", "base", "hits")
        assert counted == enumerate_odds(None, rule, facts, "happens", "base", "hits")
        assert sum(counted.values()) == 1


class Forced:
    """Dice that show given faces, and remember their bounds."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces, self.asked = iter(faces), list[tuple[int, int]]()

    def roll(self, low: int, high: int) -> int:
        self.asked.append((low, high))
        return next(self.faces)

    def take(self, purpose: str, low: int, high: int) -> int:
        assert purpose == "on_hear.twin"
        return self.roll(low, high)


def test_compiled_turns_roll_what_python_rolls(tmp_path: Path) -> None:
    (impl,) = [impl for impl in load_rules(tmp_path, TWIN).hooks["on_hear"] if impl.rule]
    program, names = _native.RuleProgram(impl.rule.program), [source.name for source in impl.rule.inputs]
    session = scene("@", mods=[tmp_path]).session
    for kind, faces in product(("door", "step"), product(range(4), range(1, 9))):
        event = events.Hearing(1, 1, kind, 3, 25, -1)
        compiled, played = Forced(faces), Forced(faces)
        outputs = program.run(lambda index, event=event: getattr(event, names[index]), compiled.roll)
        session.dice_source = played
        results = session.dispatch["on_hear"](event, session)
        assert compiled.asked == played.asked
        assert [value for _, value in outputs] == [term.value for _, (term,) in results]


FOG = """
[hook."core.stealth:on_notice".fog]
when = "sense == 'sight'"
dice = [{ name = "thick", roll = [1, 3] }, { name = "clears", chance = [1, 4] }, { when = "not clears" }]
add.engage = "-thick"
"""


def test_odds_count_the_dice_of_rules(tmp_path: Path) -> None:
    load_rules(tmp_path, FOG + FOG.replace("fog", "mist").replace("dice", "#").replace("-thick", "-roll(0, 1)"))
    ctx = scene("@...E", mods=[tmp_path]).session.context()

    def make_facts(fov: int) -> NoticeFacts:
        return NoticeFacts(rule_settings(ctx), 2, 1, 3, True, fov, 5, 4, 1, 2, 1)

    listeners = Listeners(ctx)
    counted = count_odds(listeners, notice, make_facts(4), "awareness")
    assert listeners.is_certain
    assert counted == enumerate_odds(listeners, notice, make_facts(4), "awareness")
    fogs = [(0, Fraction(1, 4)), *((thick, Fraction(1, 4)) for thick in (1, 2, 3))]
    expected: dict[Any, Fraction] = {}
    for (thick, share), mist in product(fogs, (0, 1)):
        for seen, chance in count_odds(None, notice, make_facts(4 - thick - mist), "awareness").items():
            expected[seen] = expected.get(seen, Fraction(0)) + share * chance / 2
    assert counted == expected


@pytest.mark.proof(4)
@pytest.mark.parametrize(
    ("rows", "problem", "line", "column"),
    [
        ('{ name = "a", roll = [1, 6] },\n{ name = "a", roll = [1, 6] }', "'a' is set twice", 4, 0),
        ('{ name = "loudness", roll = [1, 6] }', "'loudness' is set twice, or a name that the rule reads", 3, 0),
        ('{ name = "a", roll = [1, "lowdness"] }', "there is no name 'lowdness'", 3, 27),
        ('{ name = "a", value = "b + 1" },\n{ name = "b", roll = [1, 2] }', "there is no name 'b'", 3, 24),
        ('{ name = "a", value = "roll(1, 6)" }', "there are no dice here", 3, 24),
        ('{ name = "a", roll = [1, 6] },\n{ when = "a" }', "this must be true or false", 4, 11),
        ('{ name = "a", roll = [1, 6], chance = [1, 6] }', "is a condition, or a name with a value", 3, 0),
        ('{ name = "a", roll = 6 }', "roll takes two numbers: [low, high]", 3, 0),
        ('{ name = "a", dice = [1, 6] }', "a row of dice has no key 'dice'", 3, 0),
        (
            '{ name = "a", roll = [1, 6] }, { when = "source.enemies_within(a) > 0" }',
            "a row of dice has no calculated value of a reading; write it in when",
            3,
            49,
        ),
        ('{ name = "A b", roll = [1, 6] }', "'A b' is not a name", 3, 0),
        ('{ name = "a", roll = [1, 6] },\n{ name = "b", value = "turn + a.hp" }', "has no 'hp'", 4, 33),
    ],
)
def test_a_row_that_is_no_dice_is_named(tmp_path: Path, rows: str, problem: str, line: int, column: int) -> None:
    rule = f"[hook.on_hear.odd]\ndice = [\n{rows}]\nadd.range = 1\n"
    (finding,) = load_rules(tmp_path, rule).findings
    assert problem in finding.text
    assert (finding.location.rpartition(":")[2], finding.column) == (str(line), column)


def test_odds_need_dice_and_dice_a_hook_that_rolls(tmp_path: Path) -> None:
    (finding,) = load_rules(tmp_path, '[hook.on_hear.odd]\nodds = "dice-twin"\nadd.range = 1\n').findings
    assert "odds need dice" in finding.text
    rule = '[hook.can_enter.odd]\ndice = [{ name = "a", roll = [1, 6] }]\ndeny = "dice-twin"\n'
    (finding,) = load_rules(tmp_path, rule).findings
    assert "has no key 'dice'" in finding.text
