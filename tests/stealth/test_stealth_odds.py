"""The odds of being noticed come true, cost nothing, and know only what the character knows (P-ODDS)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from footfall.api.grid import WORLD_PART, Noise, compute_hearing_map, current_level, get_world
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.codec import encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.actors.stats import sense_ranges
from footfall.plugins.stealth.actors.surroundings import array_index
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.records import DEFAULT_STATS, CreatureKind
from footfall.plugins.stealth.model.settings import rule_settings
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds import chances, screen as odds, watchers
from footfall.plugins.stealth.odds.exposure import HURT
from footfall.plugins.stealth.odds.meetings import HEARD, HURT_HEARD, list_grounds, number_meetings, read_presence
from footfall.plugins.stealth.odds.risk import compute_reach, compute_risk
from footfall.plugins.stealth.senses.known_map import creatures_in_view
from footfall.sim.bots import find_bot
from footfall.testing import GameUnderTest, scene

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def proof(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/stealth/prove_odds.py")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def load_mod(tmp_path: Path, text: str) -> Rules:
    file = tmp_path / "listener.py"
    file.write_text(text, "utf-8")
    loaded = load("core.stealth", mods=[file], only_mods=())
    assert not loaded.findings
    return loaded.rules


# The proof; python tests/stealth/prove_odds.py is the whole of it.


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", ["shipped", "classic"])
def test_odds_come_true(proof: ModuleType, name: str) -> None:
    """P-ODDS-1, 2"""
    played = load("core.stealth", only_mods=(), settings={"core.stealth.rules": name}).rules
    shown, forced, _ = proof.prove(played, 500, 500_000)
    assert proof.find_outliers(shown) == []
    assert proof.find_outliers(forced) == []
    assert {group.deed for group in shown} >= {"stay", "step", "lamp", "attack"}
    assert sum(count.tries for group, count in shown.items() if group.low == group.high) > 600
    assert sum(count.tries for count in forced.values()) > 50


@pytest.mark.proof(0)
def test_the_proof_finds_wrong_odds(proof: ModuleType, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    right = chances.weigh_glance

    def weigh_glance_of_the_keener(settings: Any, senses: Any, *others: Any) -> Any:
        return right(settings, senses._replace(perception=senses.perception + 3), *others)

    monkeypatch.setattr(chances, "weigh_glance", weigh_glance_of_the_keener)
    assert proof.find_outliers(proof.prove(rules, 400, 500_000).shown)


@pytest.mark.proof(0)
@pytest.mark.parametrize(("counts", "named"), [((1,), "shown"), ((0, 1, 2), "forced")], ids=["narrow", "wide"])
def test_the_proof_finds_wrong_limits(
    proof: ModuleType, rules: Rules, monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...], named: str
) -> None:
    """Creatures are taken to act once a turn, then to act as often as any creature may."""
    monkeypatch.setattr(watchers, "list_counts", lambda *_: counts)
    assert proof.find_outliers(getattr(proof.prove(rules, 400, 500_000), named))


@pytest.mark.parametrize(("situation", "creature"), [(902_760, 2), (903_321, 3)], ids=["skeleton", "bat"])
def test_a_blow_after_a_step_draws_others(proof: ModuleType, rules: Rules, situation: int, creature: int) -> None:
    """P-ODDS-3: who steps to the character with its first action may strike it with its second one."""
    assert proof.force_end(rules, situation, creature, 1, True) == (1000, True)


def test_a_blow_without_a_wound_makes_the_noise_of_a_fight_alone(proof: ModuleType, rules: Rules) -> None:
    """P-ODDS-3: a creature that hears only the wound does not come."""
    assert proof.force_end(rules, 1_702_814, 2, 1, False) == (0, False)


@pytest.mark.proof(0)
def test_rules_as_data_count_exactly(proof: ModuleType) -> None:
    foggy = load("core.stealth", mods=[ROOT / "mods" / "thick-fog"], only_mods=()).rules
    shown, forced, _ = proof.prove(foggy, 400, 600_000)
    assert proof.find_outliers(shown) == proof.find_outliers(forced) == []
    assert sum(count.tries for group, count in shown.items() if group.happens == "notices") > 100


# What cannot be known


ALLEY = "###########\n#@........#\n###########"

POINTS_OF_TIME = {"slime": (1, 3, (0, 20)), "troll": (1, 3, (0, 8)), "goblin": (4, -2, (0, 9))}
"""By kind: distance, STEALTH, and time points of one that acts as rarely as its kind may, and as often."""


@pytest.mark.proof(1)
@pytest.mark.parametrize("kind", POINTS_OF_TIME)
def test_the_time_points_of_a_creature_decide_between_the_limits(proof: ModuleType, kind: str) -> None:
    """P-ODDS-3: the lowest chance is that of one that has saved none, the highest of one that acts now, or twice."""
    distance, stealth, pools = POINTS_OF_TIME[kind]
    record = load("core.stealth", only_mods=()).rules.records.get(CreatureKind, "creature", f"core.stealth:{kind}")
    placed = {
        "kind": record.id, "at": [1 + distance, 1], "stats": {**DEFAULT_STATS, **record.stats},
        "mind": {"ai": record.ai[0], "mood": "calm"},
    }  # fmt: skip
    limits, hits = [], []
    for pool in pools:
        actors = {"E": {**placed, "fighter": {"pool": pool}}, "@": {"stats": {"stealth": stealth, "fov": 9}}}
        game = scene(ALLEY, actors=actors)
        (shown,) = [thing.staying for thing in build_session_scene(game.session).things if thing.staying is not None]
        limits.append(shown.permille)
        get_world(game.session.state).__dict__.clear()  # what it keeps of the rules is slow to copy
        hits.append(sum(notices_waiting(game, seed) for seed in range(TRIES)))
    assert limits[0] == limits[1]
    for share, limit in zip(hits, limits[0], strict=True):
        assert not proof.is_outside(TRIES, share, limit, limit, 1e-6)
    assert hits[0] < hits[1]


TRIES = 300


def test_a_loud_noise_is_followed_as_far_as_it_carries() -> None:
    """D-42: odds know of a creature that hears a noise far beyond its usual range."""
    listener = {
        "kind": "core.stealth:goblin", "at": [16, 1], "stats": {**DEFAULT_STATS, "fov": 0, "foh": 3},
        "mind": {"ai": "hostile", "mood": "calm"},
    }  # fmt: skip
    hall = ["#" * 19, "#@" + "." * 16 + "#", "#" * 19]
    actors = {"E": listener, "@": {"stats": {"fov": 17, "stealth": 0, "luck": 0}}}
    game = scene(hall, actors=actors, settings={"core.stealth.hearing.loudness_extends": True})
    world = get_world(game.session.state)
    world.noises = [Noise("horn", 1, (1, 1), 16, 9, 1, 0)]
    (shown,) = [thing.staying for thing in build_session_scene(game.session).things if thing.staying is not None]
    assert shown.permille == (1000, 1000)
    assert notices_waiting(game, 1)


def notices_waiting(game: GameUnderTest, seed: int) -> bool:
    """Whether the creature notices the character if it waits, by the dice of a seed."""
    state = copy.deepcopy(game.session.state)
    state.seed = seed
    session = Session(game.session.rules, state, quiet=True)
    session.submit(Wait(actor=1))
    return stealth_of(session.state).minds[game.find_id("E")].mood is Mood.AGGRAVATED


ROLLING = """\
from footfall.api import add, hook

MOD = "test.listener"


@hook.of("core.stealth", "on_notice")
def on_notice(event, ctx):
    return [add("engage", ctx.roll("whim", -3, 3))]
"""
RAISING = """\
from footfall.api import hook

MOD = "test.listener"


@hook.of("core.stealth", "on_notice")
def on_notice(event, ctx):
    raise ValueError("a failure")
"""


@pytest.mark.parametrize("text", [ROLLING, RAISING], ids=["rolls", "raises"])
def test_listeners_are_asked_without_dice_records_or_changes(proof: ModuleType, tmp_path: Path, text: str) -> None:
    played = load_mod(tmp_path, text)
    asked = 0
    for seed in range(30):
        session = proof.build_situation(played, seed)
        session.tracer = Tracer()
        before, serial = encode_snapshot(session.state), session.serials.draw(1, 2, 1000)
        ctx = session.context()
        for creature in creatures_in_view(get_phase(ctx)):
            awake = stealth_of(session.state).minds[creature.id].mood is Mood.CALM
            found = odds.notice_permille(get_phase(ctx), creature, odds.STAY)
            asked += awake and found.is_estimate
            assert found.is_estimate or not awake or not found.high
        assert encode_snapshot(session.state) == before
        assert session.problems == []
        assert session.tracer.polls == []
        assert session.tracer.folds == []
        twin = proof.build_situation(played, seed)
        assert (twin.serials.draw(1, 2, 1000), twin.serials.draw(1, 2, 1000)) == (
            serial,
            session.serials.draw(1, 2, 1000),
        )
    assert asked > 5


def test_games_do_not_depend_on_asking(rules: Rules) -> None:
    silent, asking = (Session.begin(rules, 5, {"floor": 3}, quiet=True) for _ in range(2))
    bot = find_bot(rules, "sneak")
    contexts = [BotContext(session, bot.id, 1) for session in (silent, asking)]
    for _ in range(60):
        for session, context in zip((silent, asking), contexts, strict=True):
            if session is asking:
                ctx = session.context()
                compute_risk(get_phase(ctx)), compute_reach(get_phase(ctx)), build_session_scene(session).odds
            session.submit(bot.decide(context, list_legal_commands(session)))
    assert encode_snapshot(silent.state) == encode_snapshot(asking.state)


def test_odds_are_the_limits_of_all_cases(rules: Rules, proof: ModuleType) -> None:
    """A creature that can perceive nothing is not weighed; its cases say the same."""
    comes, distracted = 0, (258, 653, 2931, 3161, 3558, 3630, 3724, 3813)  # one hears others, but not the character
    for seed in (*range(100), *distracted):
        session = proof.build_situation(rules, seed)
        forecast, actors = odds.forecast_round(get_phase(session.context())), get_world(session.state).actors
        undecided = [id for id in sorted(forecast.creatures) if forecast.watch(actors[id]).usual is None]
        for id, (action, _) in product(undecided, proof.list_actions(session)):
            exposure = proof.find_exposure(forecast, action)
            if exposure.target != id:
                found, cases = (
                    forecast.weigh_exposure(actors[id], exposure),
                    [*forecast.list_cases(actors[id], exposure)],
                )
                assert exposure.at not in {case.routine.at for case in cases}
                threats = forecast.list_threats(actors[id], exposure)
                spots = {exposure.at, *(at for one in threats for at in (one.at, *one.places))}
                assert {call.at for case in cases for call in case.incident.calls[len(exposure.calls) :]} <= spots
                rows = zip(*[(case.notice_chance, case.come_chance) for case in cases], strict=True)
                limits = [chances.to_permille(limit) for row in rows for limit in (min(row), max(row))]
                assert [found.low, found.high, found.comes_low, found.comes_high] == limits
                comes += found.comes_high > 0
    assert comes > 100


def test_unknown_ground_is_marked(proof: ModuleType, rules: Rules) -> None:
    """A creature beyond cells that the character has never seen may hear it, or not."""
    marked = 0
    for seed in range(200):
        session = proof.build_situation(rules, seed)
        level = session.state.parts[WORLD_PART].levels[1]
        level.memory = np.zeros_like(level.memory)
        world = session.state.parts[WORLD_PART]
        world.actors[1].stats["fov"], world.actors[1].stats["map_memory"] = 2, 0
        ctx = session.context()
        for creature in creatures_in_view(get_phase(ctx)):
            found = [odds.notice_permille(get_phase(ctx), creature, step) for step in odds.STEPS]
            marked += any(one.low < one.high for one in found)
    assert marked


def test_disguised_creatures_have_no_odds(rules: Rules, proof: ModuleType) -> None:
    session = proof.build_situation(rules, 4)
    world = session.state.parts[WORLD_PART]
    id = max(world.actors)
    world.actors[id].kind = "core.stealth:mimic"
    world.actors[id].effects = {}
    stealth_of(session.state).minds[id].mood = Mood.ASLEEP
    ctx = session.context()
    assert odds.notice_permille(get_phase(ctx), world.actors[id], odds.STAY) == odds.Odds(0, 1000)
    assert world.actors[id].at not in [thing.position for thing in build_session_scene(session).things]


# The map


def test_the_map_agrees_with_the_odds_of_steps(rules: Rules, proof: ModuleType) -> None:
    """P-ODDS-4"""
    compared = 0
    for seed in range(60):
        session = proof.build_situation(rules, seed)
        ctx, world = session.context(), session.state.parts[WORLD_PART]
        forecast, minds, risk = (
            odds.forecast_round(get_phase(ctx)),
            stealth_of(session.state).minds,
            compute_risk(get_phase(ctx))[0],
        )
        unaware = [world.actors[id] for id in sorted(forecast.creatures) if minds[id].mood is not Mood.AGGRAVATED]
        for action in (odds.STAY, *odds.STEPS):
            if not forecast.expose(action):
                continue
            exposure = proof.find_exposure(forecast, action)
            if action is not odds.STAY and exposure.at == forecast.at:
                continue
            missed = np.prod([1 - forecast.weigh(creature, action).high / 1000 for creature in unaware])
            assert abs(100 * (1 - missed) - int(risk[exposure.at])) <= 1
            compared += 1
    assert compared > 200


def test_a_step_is_heard_as_far_as_the_map_shows(rules: Rules, proof: ModuleType) -> None:
    """A creature on the edge of the reach hears a step, one beyond it does not (R-HEAR-4, P-ODDS-5)."""
    compared = 0
    for seed in range(40):
        session = proof.build_situation(rules, seed)
        ctx, (world, level, ground) = session.context(), current_level(session.context())
        if rule_settings(ctx).extends_hearing_by_loudness:
            continue
        forecast = odds.forecast_round(get_phase(ctx))
        keenest = max((sense_ranges(get_phase(ctx), world.actors[id])[1] for id in forecast.creatures), default=6)
        field = compute_hearing_map(ground, array_index(level, world.actors[1].at), 10 * keenest)
        reach = compute_reach(get_phase(ctx))
        assert not reach.any() or (reach == ((field >= 0) & (field <= 10 * keenest))).all()
        compared += not reach.all() and reach.any()
    assert compared > 5


def test_a_rule_that_changes_hearing_is_asked_for_a_wound_of_its_own(
    write_rules: Callable[..., Path], tmp_path: Path, proof: ModuleType
) -> None:
    numb = "[hook.on_hear.numb]\nwhen = \"kind == 'hurt'\"\nset.range = -1\n"
    rules = load("core.stealth", mods=[write_rules(tmp_path, "stealth", numb)], only_mods=()).rules
    heard = 0
    for seed in range(20):
        forecast = odds.forecast_round(get_phase(proof.build_situation(rules, seed).context()))
        for action in (one for one in odds.STEPS if forecast.creatures and forecast.expose(one)):
            exposure = proof.find_exposure(forecast, action)
            if exposure.noise.loudness < HURT.loudness:
                met = forecast._crowd.meet(exposure).meetings.ravel().tolist()
                heard += sum(meeting >> HEARD & 1 for meeting in met)
                assert not any(meeting >> HURT_HEARD & 3 for meeting in met)
    assert heard > 100


@pytest.mark.parametrize("bits", range(64))
def test_a_meeting_has_all_that_it_is_made_of(bits: int) -> None:
    """With unknown ground open and walled: seen, heard, and heard if hurt."""
    flags = [np.array([bool(bits >> at & 1)]) for at in range(6)]
    (meeting,) = number_meetings(np.array([3]), flags[:2], flags[2:]).tolist()
    for see, hear, is_hurt in product((0, 1), (0, 1), (False, True)):
        expected = chances.number_presence(3, is_hurt, bool(flags[see]), bool(flags[2 + 2 * is_hurt + hear]))
        assert read_presence(meeting, (see, hear), is_hurt) == expected
    for may_hurt in (False, True):
        hears = flags[2] != flags[3] or (may_hurt and flags[4] != flags[5])
        grounds = product(range(1 + bool(flags[0] != flags[1])), range(1 + bool(hears)))
        assert list_grounds([meeting], 0, may_hurt) == [*grounds]
    assert {hear for _, hear in list_grounds([meeting], 1, False)} == {0, 1}
