"""Rules of chance: the function as written, its program and its odds agree; what is outside the subset is named."""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from footfall.api.chance import (
    ChanceRule,
    Dice,
    Listeners,
    UncountableOddsError,
    chance_rule,
    count_odds,
    enumerate_odds,
)
from footfall.expressions.lowering import LoweringError


class Grade(Enum):
    MISS = "miss"
    HIT = "hit"
    CRITICAL = "critical"


class Weather(msgspec.Struct, frozen=True):
    wind: int
    is_dark: bool


class ShotFacts(msgspec.Struct, frozen=True):
    archer: int
    weapon: str
    skill: int
    cover: int
    grade: Grade
    weather: Weather


class Aim(msgspec.Struct, frozen=True):
    actor: int
    weapon: str
    is_dark: bool = False


class Shot(msgspec.Struct, frozen=True):
    grade: Grade
    damage: int = 0
    is_lucky: bool = False
    margin: int = 0


WIND_LIMIT = 3


def drift(f: ShotFacts, strength: int) -> int:
    """The part of the wind that counts."""
    lost = min(WIND_LIMIT, f.weather.wind)
    if f.weather.wind < 0:
        lost = lost - 1
    if f.weather.is_dark and strength > 1:
        lost = lost + 1 if lost > 0 else lost
        return lost * strength // 2
    return lost


def shoot(f: ShotFacts, dice: Dice) -> Shot:
    """A rule with all that the subset has."""
    bow = f.weapon in ("long", "short")
    aim = dice.roll("aim", 1, 6)
    if f.grade is Grade.CRITICAL:
        spread = dice.roll("spread", 0, max(0, f.skill))
        steady = -spread
    elif bow and not f.weather.is_dark:
        steady = 1
    else:
        steady = abs(f.skill) % 3
    plain = aim + f.skill + steady - drift(f, 2) - f.cover
    (margin, force) = dice.fold(
        "test:on_aim", Aim(f.archer, f.weapon, is_dark=f.weather.is_dark), margin=plain, force=2
    )
    if margin <= 0:
        return Shot(Grade.MISS, margin=margin)
    lucky = dice.chance("luck", f.skill, 8)
    wound = dice.roll("wound", 1, 3)
    doubled = wound * (2 if lucky else 1) + force
    return Shot(Grade.CRITICAL if lucky else Grade.HIT, doubled, lucky, margin if 0 < margin < 4 else 4)


RULE: ChanceRule[ShotFacts, Shot] = chance_rule(shoot)
FIELDS = Shot.__struct_fields__


def make_facts(random: Random) -> ShotFacts:
    weather = Weather(random.randint(-2, 6), random.random() < 0.5)
    weapon, grade = random.choice(("long", "sling", "short", "")), random.choice(list(Grade))
    return ShotFacts(7, weapon, random.randint(-3, 9), random.randint(0, 9), grade, weather)


@pytest.mark.parametrize("seed", range(4))
def test_odds_of_the_program_are_those_of_the_function(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        facts = make_facts(random)
        for fields in (("grade",), ("damage", "is_lucky"), FIELDS):
            counted = count_odds(None, RULE, facts, *fields)
            assert counted == enumerate_odds(None, RULE, facts, *fields), facts
            assert sum(counted.values()) == 1


class HookContext:
    """A context whose only hook doubles the margin in the dark, and adds force to a sling."""

    def __init__(self) -> None:
        self.asked: Counter[Any] = Counter()

    def has_listeners(self, hook: str) -> bool:
        return hook == "test:on_aim"

    def foresee_each(self, hook: str, event: Aim, terms: dict[str, int]) -> Any:
        from footfall.api import add, mul
        from footfall.engine.foresight import Foresight
        from footfall.engine.model import Cause
        from footfall.engine.terms import Proposal

        self.asked[event] += 1
        proposed = [mul("margin", 3, 2)] if event.is_dark else []
        proposed += [add("force", 5)] if event.weapon == "sling" else []
        return [(1, Foresight((Proposal(Cause("test.mod", "test:on_aim"), tuple(proposed)),)))]


def test_listeners_are_asked_once_for_an_event_and_change_each_value() -> None:
    random = Random(5)
    for _ in range(25):
        facts, listeners = make_facts(random), HookContext()
        counted: Any = count_odds(Listeners(listeners), RULE, facts, *FIELDS)  # type: ignore[arg-type]
        assert set(listeners.asked.values()) <= {1}
        assert counted == enumerate_odds(Listeners(listeners), RULE, facts, *FIELDS)  # type: ignore[arg-type]


def test_counted_odds_are_the_callers_own() -> None:
    facts = ShotFacts(1, "bow", 3, 1, Grade.HIT, Weather(2, False))
    odds = count_odds(None, RULE, facts, "damage")
    expected = dict(odds)
    odds.clear()
    assert count_odds(None, RULE, facts, "damage") == expected


def test_a_certain_or_impossible_chance_is_one_outcome() -> None:
    facts = ShotFacts(7, "long", 9, 0, Grade.HIT, Weather(0, False))
    assert count_odds(None, RULE, facts, "is_lucky") == {True: Fraction(1)}


def double(strength: int) -> int:
    return strength + strength


def hide(f: Weather, dice: Dice) -> Weather:
    gust = dice.roll("gust", 0, 2)
    return Weather(double(f.wind * 3) + gust if f.is_dark else gust, f.is_dark)


def test_facts_are_read_in_their_order_wherever_a_function_is_called() -> None:
    """The call stands in a condition, and what it is given is computed before it."""
    rule = chance_rule(hide)
    for facts in (Weather(5, False), Weather(5, True)):
        assert count_odds(None, rule, facts, "wind") == enumerate_odds(None, rule, facts, "wind")


def one_die(f: Weather, dice: Dice) -> Weather:
    twice = dice.roll("a", 1, f.wind)
    other = dice.roll("b", 1, f.wind)
    return Weather(twice * other, f.is_dark)


def test_too_many_combinations_are_refused() -> None:
    rule = chance_rule(one_die)
    assert len(count_odds(None, rule, Weather(30, True), "wind")) > 100
    with pytest.raises(UncountableOddsError, match="one_die has more than"):
        count_odds(None, rule, Weather(2000, True), "wind")


def set_twice(f: Weather, dice: Dice) -> Weather:
    wind = dice.roll("a", 1, 2)
    wind = wind + 1
    return Weather(wind, False)


def set_on_one_path(f: Weather, dice: Dice) -> Weather:
    if f.is_dark:
        wind = dice.roll("a", 1, 2)
    return Weather(wind, False)


def loop(f: Weather, dice: Dice) -> Weather:
    for _ in range(3):
        pass
    return Weather(1, False)


def add_flags(f: Weather, dice: Dice) -> Weather:
    wind = f.wind + f.is_dark
    return Weather(wind, False)


def end_open(f: Weather, dice: Dice) -> Weather:  # type: ignore[return]
    if f.is_dark:
        return Weather(1, False)


def reveal_die(f: Weather, dice: Dice) -> Weather:
    wind = dice.roll("a", 1, 2)
    double = wind * 2
    (found,) = dice.fold("test:on_aim", Aim(double, "x"), wind=1)
    return Weather(found, False)


def miscount_terms(f: Weather, dice: Dice) -> Weather:
    (found,) = dice.fold("test:on_aim", Aim(1, "x"), wind=1, rain=2)
    return Weather(found, False)


def hide_purpose(f: Weather, dice: Dice) -> Weather:
    wind = dice.roll(str(f.wind), 1, 2)
    return Weather(wind, False)


def roll_within(f: Weather, dice: Dice) -> Weather:
    return Weather(dice.roll("a", 1, 2) + 1, False)


@pytest.mark.parametrize(
    ("function", "reason", "line"),
    [
        (set_twice, "wind is set twice", 2),
        (set_on_one_path, "wind is not set on every path", 3),
        (loop, "only names, dice, hooks, if and return", 1),
        (add_flags, "f.is_dark must be of type integer, not boolean", 1),
        (end_open, "returns its outcome on every path", 0),
        (reveal_die, "the event of a hook does not depend on dice", 3),
        (miscount_terms, "one name for each term", 1),
        (hide_purpose, "the purpose of a die is a constant text", 1),
        (roll_within, "a die is a statement of its own: name = dice.roll('a', 1, 2)", 1),
    ],
)
def test_a_function_outside_the_subset_is_named(function: Any, reason: str, line: int) -> None:
    rule: ChanceRule[Any, Any] = chance_rule(function)
    place = f"{__file__}:{function.__code__.co_firstlineno + line}: {function.__name__}: "
    with pytest.raises(LoweringError, match=re.escape(place) + ".*" + re.escape(reason)):
        rule.program  # noqa: B018
