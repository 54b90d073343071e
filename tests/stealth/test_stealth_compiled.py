"""Compiled steps and the rules in Python play the same games; mods and tests switch off what they touch."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from footfall.api import Change, Context
from footfall.engine.codec import encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.env.content import load_environment
from footfall.loader import load
from footfall.plugins.stealth import compiled, compiled_rules
from footfall.plugins.stealth.actions.commands import Wait, Walk
from footfall.plugins.stealth.player.tricks import Whistle
from footfall.plugins.stealth.turns import phases as turns
from footfall.sim.bots import find_bot
from footfall.sim.coverage import CoverageCounter
from footfall.sim.game_batch import BotGame, play_batch
from footfall.sim.plan import Plan, resolve_plan
from footfall.testing.backends import use_backend

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "benches" / "stealth" / "beside.py"
STEALTH = ROOT / "plugins" / "stealth"

pytestmark = pytest.mark.usefixtures("compiled_steps")


@pytest.fixture(scope="module")
def beside(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/beside.py")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


# The same games


@pytest.mark.proof(0)
def test_random_floors_are_played_the_same(beside: ModuleType, rules: Rules) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_floors(rules, 60, 0, counts) > 1000
    for step in ("creature", "npc-phase", "report", "rouse", "turn", "upkeep", "watch", "Walk", "Wait"):
        assert counts[step, True] > 5, step


def test_a_creature_that_searches_and_hunts_again_is_lost_once(beside: ModuleType, rules: Rules) -> None:
    """On this floor a dog does so in its fifteenth turn."""
    assert beside.play_floors(rules, 1, 9448, Counter()) == 30


def test_bots_play_the_same(beside: ModuleType, rules: Rules) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    beside.play_bots(rules, 300, 0, "bots", counts)
    assert sum(counts[name, True] for name in ("npc-phase", "Walk", "Wait")) > 200


@pytest.mark.proof(0)
def test_the_example_mods_and_generated_ones_play_the_same(beside: ModuleType) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_mods(ROOT / "mods", 300, 8, 2, counts) >= 20
    assert sum(counts[name, True] for name in ("npc-phase", "Walk", "Wait")) > 200


@pytest.mark.parametrize("mood", ["asleep", "aggravated"])
def test_crowds_play_the_same(
    beside: ModuleType, load_script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, mood: str
) -> None:
    """Noises wake sleepers, and companions join searches; compiled turns ask Python about these, and play on."""
    halls = load_script("benches/stealth/turns.py")
    asked = Counter[str]()
    for name in ("begin_inquiry", "push_reactions"):
        monkeypatch.setattr(compiled, "FUNCTIONS", [count_calls(each, name, asked) for each in compiled.FUNCTIONS])
    pair = beside.begin_beside(lambda: halls.build_hall(500, mood))
    for command, other in zip(*(halls.list_commands(session, 30) for session in pair), strict=True):
        assert command == other
        for session in pair:
            session.submit(command)
        assert beside.find_difference(*pair) == ""
    assert asked["begin_inquiry" if mood == "asleep" else "push_reactions"] > 5


def count_calls(function: Callable[..., Any], name: str, counts: Counter[str]) -> Callable[..., Any]:
    """The function itself; that of this name counts its calls from now on."""
    if function.__name__ != name:
        return function

    @wraps(function)
    def count(*args: Any) -> Any:
        counts[name] += 1
        return function(*args)

    return count


FIXING = """
[effect.dim]
name = "rules-dim"
fixed = { stealth = -9, fov = 2, cost = 4 }

[effect.clear]
name = "rules-clear"
fixed = { stealth = 9, fov = 9 }
bonus = { cost = 7 }

[effect.glow]
name = "rules-dim"
light = 4

[effect.dull]
name = "rules-dim"
"""


def test_the_last_effect_that_fixes_a_stat_counts(
    beside: ModuleType, write_rules: Callable[..., Path], tmp_path: Path
) -> None:
    mod = write_rules(tmp_path, "stealth", FIXING, "rules-dim = Dim\nrules-clear = Clear\n")
    rules, counts = load("core.stealth", mods=[mod], only_mods=(), strict=True).rules, Counter[tuple[str, bool]]()

    def begin(seed: int) -> Session:
        session: Session = beside.build_floor(rules, seed)
        for actor in session.state.parts["world"].actors.values():
            actor.effects = dict.fromkeys([f"you.rules:{name}" for name in ("dim", "clear")][:: seed % 2 * 2 - 1], 99)
        return session

    def wait(session: Session) -> Wait | None:
        return None if session.state.outcome is not None else Wait(actor=1)

    for seed in range(12):
        pair = beside.begin_beside(partial(begin, seed))
        beside.count_plays(pair[0], counts)
        beside.play_beside(*pair, wait, 6, f"floor {seed}")
    assert counts["npc-phase", True] > 10


def test_creatures_to_which_an_effect_gives_light_are_seen_the_same(
    beside: ModuleType, write_rules: Callable[..., Path], tmp_path: Path
) -> None:
    """Those that glow are left to Python and walk; the compiled turns of the others see by their light."""
    mod = write_rules(tmp_path, "stealth", FIXING, "rules-dim = Dim\nrules-clear = Clear\n")
    rules, counts = load("core.stealth", mods=[mod], only_mods=(), strict=True).rules, Counter[tuple[str, bool]]()

    def begin(seed: int, effect: str) -> Session:
        session: Session = beside.build_floor(rules, seed)
        for actor in [*session.state.parts["world"].actors.values()][seed % 2 :: 2]:
            actor.effects = {f"you.rules:{effect}": 99}
        return session

    def play(seed: int, effect: str) -> bytes:
        pair = beside.begin_beside(partial(begin, seed, effect))
        beside.count_plays(pair[0], counts)
        beside.play_beside(*pair, lambda one: None if one.state.outcome is not None else Wait(actor=1), 6, str(seed))
        return encode_snapshot(pair[0].state).replace(b"glow", b"dull")

    pairs = [(play(seed, "glow"), play(seed, "dull")) for seed in range(10)]
    assert counts["npc-phase", True] > 10
    assert sum(lit != dark for lit, dark in pairs) > 3


def test_a_difference_is_found(beside: ModuleType, rules: Rules) -> None:
    pair = beside.begin_beside(lambda: beside.build_floor(rules, 3))
    pair[0].submit(Wait(actor=1))
    pair[1].submit(Wait(actor=1))
    assert beside.find_difference(*pair) == ""
    pair[1].state.parts["core.stealth"].dodge_count += 1
    assert "core.stealth" in beside.find_difference(*pair)
    with pytest.raises(beside.DifferenceError, match="command 0"):
        beside.play_beside(*pair, lambda session: Wait(actor=1), 1, "here")


# What switches compiled steps off


def begin(rules: Rules, **keywords: Any) -> Session:
    return Session.begin(rules, 5, {"floor": 3}, quiet=True, **keywords)


def list_plays(beside: ModuleType, session: Session, commands: int = 5) -> Counter[tuple[str, bool]]:
    """The steps that are asked and played while the player waits."""
    counts: Counter[tuple[str, bool]] = Counter()
    beside.count_plays(session, counts)
    for _ in range(commands):
        session.submit(Wait(actor=1))
    return counts


def test_they_play_unless_told_otherwise(beside: ModuleType, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list_plays(beside, begin(rules))["Wait", True] == 5
    monkeypatch.setenv("FOOTFALL_COMPILED", "never")
    assert begin(rules).compiled_steps == {}


def test_they_do_not_play_on_the_python_backend(rules: Rules) -> None:
    with use_backend("python"):
        assert begin(rules).compiled_steps == {}


class NoDice:
    """A source of forced dice that has none."""

    def take(self, purpose: str, low: int, high: int) -> int | None:
        return None


def test_a_simulation_can_leave_all_to_python() -> None:
    columns = []
    for mode in ("auto", "never"):
        plan, rules = resolve_plan(
            Plan(game="core.stealth", games=2, seed=3, bots=("brawler",), max_commands=40, compiled_mode=mode)
        )
        game = BotGame(rules, [find_bot(rules, "brawler")], plan, 0)
        game.play(CoverageCounter())
        assert game.session is not None
        assert bool(game.session.compiled_steps) is (mode == "auto")
        columns.append(play_batch(plan, 0, 2).columns)
    assert columns[0] == columns[1]


@pytest.mark.parametrize("keywords", [{"tracer": Tracer()}, {"dice_source": NoDice()}])
def test_they_are_not_asked_while_causes_are_recorded_or_dice_are_forced(
    beside: ModuleType, rules: Rules, keywords: dict[str, Any]
) -> None:
    assert not list_plays(beside, begin(rules, **keywords))


@pytest.mark.parametrize("name", compiled.STEPS)
def test_a_step_that_is_another_function_is_run(beside: ModuleType, rules: Rules, name: str) -> None:
    session = begin(rules)
    bound = session.bind_step(name)
    assert bound is not None
    runs = []

    def run(ctx: Context, *args: Any) -> Any:
        runs.append(args)
        return bound.run(ctx, *args)

    session.session_steps[name] = bound._replace(run=run)
    for actor in session.state.parts["core.stealth"].minds.values():
        actor.mood = compiled.MOODS[0 if name == turns.ROUSE_STEP else 2]
    for id in session.state.parts["core.stealth"].minds:
        session.state.parts["world"].actors[id].stats["cost"] = 15
        session.state.parts["world"].actors[id].stats["fov"] = 60
    for _ in range(6):
        session.submit(Wait(actor=1))
    assert runs


def test_a_command_with_another_handler_is_handled(rules: Rules) -> None:
    asked = []
    bound = rules.commands[Wait]

    def handle(ctx: Context, command: Any) -> Any:
        asked.append(command)
        return bound.spec.handle(ctx, command)

    changed = replace(bound, spec=replace(bound.spec, handle=handle))
    session = begin(replace(rules, commands={**rules.commands, Wait: changed}))
    for _ in range(2):  # the first one is never compiled: it remembers the things in view
        session.submit(Wait(actor=1))
    assert asked == [Wait(actor=1)] * 2


def test_a_command_of_another_actor_is_refused_and_free(rules: Rules) -> None:
    session = begin(rules)
    before = session.hash(), session.state.question
    assert session.submit(Wait(actor=2)).refusal is not None
    assert (session.hash(), session.state.question) == before


def test_a_step_that_python_must_carry_out_leaves_the_question_open_until_then(rules: Rules) -> None:
    session = begin(rules)
    before = session.hash(), session.state.question
    refusals = [session.submit(Walk(actor=1, direction=direction)).refusal for direction in (8, -1)]
    assert None not in refusals
    assert (session.hash(), session.state.question) == before


def change_applier(change: Change, state: Any) -> None:
    """Applies nothing."""


@pytest.mark.parametrize("change", compiled.CHANGES)
def test_no_step_is_compiled_if_a_change_is_applied_otherwise(rules: Rules, change: type[Change]) -> None:
    session = begin(rules)
    session.appliers = {**session.appliers, change: change_applier}
    with pytest.raises(compiled.NotCompiledError, match=change.__name__):
        compiled.build_compiled_steps(session)


@pytest.mark.parametrize("event", compiled.OTHER_EVENTS)
def test_no_step_is_compiled_if_a_step_reacts_to_what_all_raise(rules: Rules, event: type) -> None:
    session = begin(rules)
    session.reactions[event] = ("you.mod:listen",)
    with pytest.raises(compiled.NotCompiledError, match=event.__name__):
        compiled.build_compiled_steps(session)


@pytest.mark.parametrize("event", compiled.EVENTS)
def test_a_reaction_leaves_the_deeds_that_raise_its_event_to_python(rules: Rules, event: type) -> None:
    session = begin(rules)
    session.reactions[event] = (*session.reactions.get(event, ()), "you.mod:listen")
    missing = set(compiled.DEEDS) - set(compiled.list_covered_deeds(session, {}))
    assert missing == set(compiled.EVENTS[event])


@pytest.mark.parametrize("hook", compiled_rules.HOOKS)
def test_a_listener_leaves_its_deeds_to_python(rules: Rules, hook: str) -> None:
    session = begin(rules)
    session.dispatch = {hook: lambda event, host: []}
    missing = set(compiled.DEEDS) - set(compiled.list_covered_deeds(session, {}))
    assert missing == set(compiled_rules.HOOKS[hook])


# What the table of hooks covers

COPIED_FILES = (
    "actions/commands",
    "actions/fight",
    "actions/movement",
    "actions/stamina",
    "actors/identification",
    "actors/stats",
    "actors/surroundings",
    "ai/attention",
    "ai/context",
    "ai/engage",
    "ai/idle",
    "ai/inquiries",
    "ai/noticing",
    "ai/paths",
    "ai/reasons",
    "ai/senses",
    "ai/tactics",
    "ai/turn",
    "generate/reinforcements",
    "items/hunger",
    "model/phase",
    "quest/bells",
    "senses/ambience",
    "senses/sight",
    "senses/sounds",
    "turns/phases",
    "turns/upkeep",
)
"""The files with the functions that are copied."""

ASKED_ELSEWHERE = {"on_round_end", "on_open", "on_close", "on_death", "core.stealth:on_hunger"}
"""The chain of upkeep, whose steps are compared one by one, and hooks that only the rules in Python ask."""

ASKING = ("fold", "fold_each", "notify", "vote", "decide", "has_listeners", "map", "announce")


def list_asked_hooks(source: str) -> set[str]:
    """The names of hooks in calls that ask them."""
    names = set()
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if function in ASKING:
            nodes = [node for argument in call.args for node in ast.walk(argument)]
            names |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {name for name in names if name.rpartition(":")[2].startswith(("on_", "can_", "decide_"))}


def test_every_hook_that_the_copied_functions_ask_is_in_the_table() -> None:
    asked = {hook for name in COPIED_FILES for hook in list_asked_hooks((STEALTH / f"{name}.py").read_text("utf-8"))}
    assert asked >= set(compiled_rules.HOOKS), "the table names hooks that no copied function asks"
    assert asked - set(compiled_rules.HOOKS) - ASKED_ELSEWHERE == set()


def test_a_hook_that_is_not_in_the_table_would_be_found() -> None:
    assert list_asked_hooks('ctx.notify("on_sneeze", events.Turn(1, 2))') == {"on_sneeze"}
    assert list_asked_hooks('any(map(ctx.has_listeners, ("on_hear", "can_hum")))') == {"on_hear", "can_hum"}


# Twins: the comments of what Rust copies name it

MAX_TWINS = 56
"""Functions that stand in Python and in Rust; this number may only fall."""


def test_the_page_of_twins_is_true_and_gets_no_longer(load_script: Callable[[str], ModuleType]) -> None:
    script = load_script("benches/stealth/twins.py")
    twins, known = script.list_twins(), script.read_rules()
    assert [twin for twin in twins if twin.python.rpartition(".")[2] not in known] == []
    assert len(twins) <= MAX_TWINS
    page = (ROOT / "benches" / "results" / "stealth-twins.md").read_text("utf-8")
    assert page == "\n".join(script.write_page()) + "\n", "write it again: python benches/stealth/twins.py"


# Failures


def test_what_python_reports_is_not_raised_here(rules: Rules) -> None:
    """What a mod has spoiled past the changes leads to the reports of the rules in Python."""
    reports = []
    for compiled_steps in (True, False):
        session = begin(rules)
        actors = session.state.parts["world"].actors
        actors[max(actors)].stats = None
        if not compiled_steps:
            session.compiled_steps = {}
        session.submit(Wait(actor=1))
        reports.append([(problem.mod, problem.via, problem.error) for problem in session.problems])
    assert reports[0] == reports[1] != []


def test_a_walk_into_view_marks_cells_in_arrays_of_any_layout(beside: ModuleType, rules: Rules) -> None:
    def build(order: Callable[[Any], Any]) -> Session:
        session = begin(rules)
        level = session.state.parts["world"].levels[1]
        for name in ("tiles", "explored", "memory"):
            setattr(level, name, order(getattr(level, name)))
        return session

    hashes = set()
    for order in (np.ascontiguousarray, np.asfortranarray, lambda array: np.flip(np.flip(array).copy())):
        session = build(order)
        for direction in (0, 2, 4, 6, 1, 3):
            session.submit(Walk(actor=1, direction=direction))
        hashes.add(session.hash())
    assert len(hashes) == 1


def test_python_does_upkeep_and_remembers_things_within_a_compiled_turn(beside: ModuleType, rules: Rules) -> None:
    """A fire burns down, and things come into view: Python writes that, without the agenda."""
    counts: Counter[tuple[str, bool]] = Counter()
    pair = beside.begin_beside(lambda: Session.begin(rules, 20, {"floor": 2}))
    beside.count_plays(pair[0], counts)
    play = pair[0].state.parts["core.stealth.play"]
    before = play.seen_items
    (fire,) = [actor for actor in pair[0].state.parts["world"].actors.values() if actor.kind == "core.stealth:campfire"]
    life = fire.hp
    walk = iter(range(1, 13))
    beside.play_beside(*pair, lambda session: Walk(actor=1, direction=next(walk) % 8), 12, "near a fire")
    assert counts["Walk", True] == 12
    assert fire.hp < life
    assert play.seen_items != before
    assert "fires" not in {step for step, _ in counts}


def test_a_game_that_ends_in_upkeep_ends_the_same(beside: ModuleType) -> None:
    """A whistle fails this task; nothing of the turn is left on the agenda."""
    content = load_environment("stealth", task="patrol")
    pair = beside.begin_beside(lambda: Session.begin(content.load_result.rules, 100, content.options))
    beside.play_beside(*pair, lambda session: Whistle(actor=1), 1, "patrol")
    assert pair[0].state.outcome == "failed"
