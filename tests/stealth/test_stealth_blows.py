"""A blow is one rule of chance: forecasts count what its dice give, with critical hits and listeners."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from footfall.api import Context, add, mul
from footfall.api.chance import Listeners, count_odds, enumerate_odds
from footfall.api.grid import Actor, get_world
from footfall.engine.foresight import Answers, Foresight
from footfall.engine.model import Cause
from footfall.engine.session import Session
from footfall.engine.terms import Proposal
from footfall.plugins.stealth.actions.fight import Blow, BlowFacts, forecast_blow, gather_blow, resolve_attack, strike
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.settings import RuleSettings, rule_settings
from footfall.plugins.stealth.model.state import ApplyAttack
from footfall.testing import scene
from footfall.testing.dice import ForcedDice

CRITICAL = {"core.stealth.crit.enabled": True, "core.stealth.crit.permille": 250}
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "critical": CRITICAL,
    "many faces": {"core.stealth.hit.die": 20},
    "multiplier": {**CRITICAL, "core.stealth.backstab.mode": "multiplier"},
    "proficiency": {**CRITICAL, "core.stealth.proficiency.enabled": True},
}

RULES = """
[hook."core.stealth:on_ambush".dark]
when = "manner == 'melee'"
set.unaware = 1

[hook.on_attack.steady]
add.to_hit = 1

[hook.on_damage.keen]
when = "backstab"
mul.damage = 1.5
"""


def begin(settings: dict[str, Any], mood: str, **stats: int) -> tuple[Session, Actor, Actor]:
    """The character next to a creature, both with these stats."""
    own = {"stats": {"luck": 2, "proficiency": 133, **stats}}
    other = {"stats": stats, "mind": {"ai": "hostile", "mood": mood}}
    game = scene("@E.", settings=settings, actors={"@": own, "E": other})
    actors = get_world(game.session.state).actors
    return game.session, actors[1], actors[2]


def list_blows(session: Session, attacker: Actor, target: Actor) -> Iterator[tuple[Fraction, ApplyAttack]]:
    """The share of each combination of forced dice, and what comes of it."""
    ctx = session.context()
    settings, facts = rule_settings(ctx), gather_blow(get_phase(ctx), attacker, target)
    permille = settings.crit_permille + settings.crit_permille_per_luck * max(0, attacker.stats["luck"])
    critical = {1: Fraction(permille, 1000), 1000: 1 - Fraction(permille, 1000)}
    faces = range(1, settings.hit_die + 1), range(facts.low, facts.high + 1), critical
    for die, rolled, crit in product(*faces):
        session.dice_source = ForcedDice([("d6", die), ("dmg", rolled), ("crit", crit)])
        changes = resolve_attack(get_phase(session.context()), attacker, target)
        (blow,) = [change for change in changes if isinstance(change, ApplyAttack)]
        yield critical[crit] / (len(faces[0]) * len(faces[1])), blow
    session.dice_source = None


@pytest.mark.proof(8)
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("mood", ["asleep", "aggravated"])
@pytest.mark.parametrize(("to_hit", "strength", "armor"), [(0, 0, 0), (3, 2, 1), (-3, 1, 5)])
def test_the_forecast_is_what_the_dice_give(name: str, mood: str, to_hit: int, strength: int, armor: int) -> None:
    stats = {"to_hit": to_hit, "strength": strength, "armor": armor, "stealth": 2, "defense": 3, "luck": 2}
    session, player, foe = begin(SETTINGS[name], mood, **stats)
    for attacker, target in ((player, foe), (foe, player)):
        forecast = forecast_blow(get_phase(session.context()), attacker, target)
        blows = list(list_blows(session, attacker, target))
        of_hits = [blow.damage for _, blow in blows if blow.is_hit]
        assert forecast.hits == sum(share for share, blow in blows if blow.is_hit)
        assert forecast.wounds == float(sum(share for share, blow in blows if blow.damage))
        assert forecast.mean == float(sum(share * blow.damage for share, blow in blows))
        assert not of_hits or (forecast.low, forecast.high) == (min(of_hits), max(of_hits))
        assert forecast.is_surprise is blows[0][1].is_backstab is (mood == "asleep" and attacker is player)
        assert not forecast.is_estimate


def test_a_blow_that_cannot_hit_tells_the_damage_of_one_that_does() -> None:
    session, player, foe = begin({}, "aggravated", defense=20, strength=2)
    facts = gather_blow(get_phase(session.context()), player, foe)
    forecast = forecast_blow(get_phase(session.context()), player, foe)
    assert (forecast.percent, forecast.mean) == (0, 0)
    assert forecast.high == facts.high + facts.plus + facts.strength - facts.armor


# Random facts


class Mods(Context):
    """A context in which mods double damage and add to all other terms."""

    def __init__(self) -> None:
        """Has no session."""

    def has_listeners(self, hook: str) -> bool:
        return True

    def foresee_each(self, hook: str, event: Any, terms: Any) -> Answers:
        terms = [mul(name, 3, 2) if name == "damage" else add(name, 1) for name in terms]
        return ((1, Foresight((Proposal(Cause("test.mod", hook), tuple(terms)),))),)


def draw_settings(dice: Random) -> RuleSettings:
    values: dict[str, Any] = dict.fromkeys(RuleSettings.__struct_fields__, 0)
    values |= {name: dice.random() < 0.5 for name in ("has_proficiency", "creatures_have_cache")}
    values["has_critical_hits"] = dice.random() < 0.2  # a thousand faces
    values |= {"hit_die": dice.choice((2, 3, 6)), "crit_permille": dice.choice((0, 15, 400, 1000))}
    values |= {"crit_permille_per_luck": dice.choice((0, 10, 700)), "melee_cap_to_hit": dice.randint(0, 3)}
    values["backstab_mode"] = dice.choice(("add", "multiplier"))
    values["melee_on_damage"] = dice.choice(("accumulate", "reset_then_add"))
    return RuleSettings(**values)


def draw_facts(dice: Random) -> BlowFacts:
    flags = {name: dice.random() < 0.5 for name in ("is_by_player", "is_ranged", "is_unaware", "is_dagger")}
    numbers = {name: dice.randint(-2, 4) for name in ("to_hit", "strength", "own_stealth", "own_luck", "plus")}
    numbers |= {name: dice.randint(0, 4) for name in ("th", "df", "low", "damage_bonus", "defense", "armor")}
    numbers |= {"high": numbers["low"] + dice.randint(-1, 3), "proficiency": dice.choice((50, 100, 133))}
    return BlowFacts(draw_settings(dice), 1, 2, "melee", dice.choice(("", "a:bow")), **flags, **numbers)


@pytest.mark.proof(1)
@pytest.mark.parametrize("listeners", [None, Listeners(Mods())], ids=["alone", "mods"])
def test_counted_odds_are_those_of_all_combinations_of_faces(listeners: Listeners | None) -> None:
    dice = Random(7)
    for _ in range(60):
        facts = draw_facts(dice)
        whole = enumerate_odds(listeners, strike, facts, *Blow.__struct_fields__)
        assert count_odds(listeners, strike, facts, *Blow.__struct_fields__) == whole, facts
        damage = count_odds(listeners, strike, facts, "damage")
        place = Blow.__struct_fields__.index("damage")
        for value in {values[place] for values in whole} | set(damage):
            assert damage[value] == sum(share for values, share in whole.items() if values[place] == value)


def test_rules_as_data_are_counted_and_certain(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "rules.toml").write_text(RULES, "utf-8")
    manifest = '[mod]\nid = "test.blows"\nversion = "1.0.0"\napi = "1"\nname = "Blows"\nsummary = "Blows."\n'
    (tmp_path / "mod.toml").write_text(manifest + 'games = ["stealth"]\n[requires]\n"core.stealth" = "*"\n', "utf-8")
    game = scene("@E.", mods=[tmp_path], settings=CRITICAL, actors={"E": {"mind": {"mood": "aggravated"}}})
    actors = get_world(game.session.state).actors
    for attacker, target in ((actors[1], actors[2]), (actors[2], actors[1])):
        attacker.stats["luck"] = 2
        forecast = forecast_blow(get_phase(game.session.context()), attacker, target)
        blows = list(list_blows(game.session, attacker, target))
        assert forecast.hits == sum(share for share, blow in blows if blow.is_hit)
        assert forecast.mean == float(sum(share * blow.damage for share, blow in blows))
        assert forecast.is_surprise is blows[0][1].is_backstab is True
        assert not forecast.is_estimate
