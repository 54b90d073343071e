"""Compiled turns ask rules as data on hearing and noticing, and play the same games as the rules in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from footfall.api.grid import Item
from footfall.engine.declarations.rules import Rules
from footfall.loader import LoadResult, load
from footfall.plugins.stealth import compiled_rules
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.model.state import LastAction, ListeningState, Mood
from footfall.testing.backends import list_backends

SOURCE = Path(__file__).parents[2] / "benches" / "stealth" / "beside.py"

pytestmark = pytest.mark.skipif("rust" not in list_backends(), reason="the native module is missing")

MANIFEST = """
[mod]
id = "you.rules"
version = "1.0.0"
api = "1"
name = "Rules"
summary = "Rules on hearing and noticing."
authors = ["Footfall contributors"]
license = "MIT"
games = ["stealth"]

[requires]
"core.stealth" = ">=0.1,<1"
"""

EVENT_ALONE = """
[hook.on_hear.far]
when = "kind in ('step', 'door') or distance % 3 == 0 or kind == 'shot'"
mul.range = "if(loudness > 1, 3.5, 0.4)"

[hook.on_hear.odd]
when = "listener in (3, 6, 9, 12) and source != listener and direction == -1 and not loudness > 3"
set.range = "max(15, distance + loudness - 2)"

[hook.on_hear.echo]
when = "direction in (1, 2, 3) and kind != 'door'"
add.range = 25

[hook."core.stealth:on_notice".fog]
when = "sense == 'sight' and distance > 1"
add.engage = "-1 - distance // 3"

[hook."core.stealth:on_notice".keen]
when = "watcher in (2, 4, 6, 8, 10) and target != watcher or sense != 'sight'"
mul.engage = 1.75
"""

READINGS = """
[hook.on_hear.awake]
when = "listener.is_awake and (source == 0 or source.hp > 3)"
mul.range = 2

[hook.on_hear.hurt]
when = "kind == 'step' and listener.health < 60 or listener.kind == 'core.stealth:orc'"
add.range = "floor - listener.stat('stealth')"

[hook.on_hear.apart]
when = "listener.distance(source) > 4 and source.distance(listener) < 9"
add.range = 3

[hook."core.stealth:on_notice".kin]
when = "watcher.cell.is_lit or sense == 'hearing' and watcher.distance(target) > 3"
add.engage = "if(target.is_lamp_lit, 1, -1) + watcher.hp % 2"
"""

MOVES = """
[hook.on_move.moss]
when = "actor.hp > 4 and target.distance(origin) == 1 or not actor.is_player"
add.noise = "if(target.is_lit, 1, -2) + actor.hp % 2"

[hook.on_move.rats]
when = "actor.kind == 'core.stealth:giant_rat'"
set.noise = 0
"""

QUESTIONS = """
[hook.decide_action.waits]
when = "actor.kind in ('core.stealth:giant_rat', 'core.stealth:goblin') and actor.distance(player) in (2, 3)"
do.wait = "actor"

[hook.decide_action.dozes]
when = "actor.kind == 'core.stealth:goblin' and roll(1, 3) == 1"
do.wait = "actor"

[hook."core.stealth:on_creature_turn".cries]
when = "actor.kind in ('core.stealth:giant_rat', 'core.stealth:hungry_rat') and (turn % 3 == 0 or player.hp < 3)"
do.utter = { actor = "actor", loudness = 4, kind = "cry" }
"""

MARK = """
[hook.on_hear.sure]
when = "listener.mark('seen') > 0"
mul.range = 2

[hook."core.stealth:on_notice".seen]
do.mark = { actor = "watcher", name = "seen", value = 1 }
"""

DEED = """
[hook."core.stealth:on_notice".shout]
when = "distance < 3"
do.remember = { name = "seen", value = "memory.seen + 1" }
"""

DICE = """
[hook."core.stealth:on_notice".luck]
add.engage = "roll(-1, 1)"
"""


ROWS = """
[hook."core.stealth:on_notice".luck]
dice = [{ name = "a", roll = [1, 6] }, { when = "a > 2" }, { name = "b", chance = ["a", 7] }]
add.engage = "if(b, -a, 1)"
"""


@pytest.fixture(scope="module")
def beside(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/beside.py")


@pytest.fixture(scope="module")
def turns(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/turns.py")


def load_rules(folder: Path, text: str) -> Rules:
    path = folder / "rules"
    (path / "content").mkdir(parents=True)
    (path / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (path / "content" / "rules.toml").write_text(text, encoding="utf-8")
    loaded = load("core.stealth", only_mods=(), mods=[path])
    assert not loaded.findings
    return loaded.rules


@pytest.mark.proof(0)
@pytest.mark.parametrize("text", [EVENT_ALONE, READINGS, MOVES, QUESTIONS], ids=["event", "readings", "moves", "asked"])
def test_rules_of_terms_are_played_compiled_and_the_same(
    beside: ModuleType, turns: ModuleType, tmp_path: Path, text: str
) -> None:
    rules = load_rules(tmp_path, text)
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_floors(rules, 50, 0, counts) > 800
    assert counts["creature", True] > 5
    beside.play_bots(rules, 200, 0, "rules", counts)
    assert list_unasked(turns, rules) == set()


def test_python_is_asked_once_the_condition_of_a_rule_holds(turns: ModuleType, tmp_path: Path) -> None:
    when = "actor.kind == 'core.stealth:goblin' and turn % 5 == 0 and actor.distance(player) >= 1"
    rules = load_rules(tmp_path, f'[hook.decide_action.waits]\nwhen = "{when}"\ndo.wait = "actor"\n')
    session, asked = turns.build_hall(3, "aggravated", rules), []
    for command in turns.list_commands(session, 20):
        session.has_run_mods = False
        session.submit(command)
        if session.has_run_mods:
            asked.append(session.state.turn)
    assert asked == [5, 10, 15, 20]


EVENTS = {
    "on_hear": ("range", ("listener", "source"), ("loudness", "distance"), {"kind": ("step", "fight", "hurt")}),
    "core.stealth:on_notice": ("engage", ("watcher", "target"), ("distance",), {"sense": ("sight", "hearing")}),
    "on_move": ("noise", ("actor",), ("origin.distance(target)", "actor.cell.x"), {}),
}
"""Term, actors, numbers and words of the events of the hooks."""

NUMBERS = (
    *("hp", "max_hp", "health", "lost_hp", "stat('foh')", "stat('luck')", "stamina", "to_hit_cache", "defense_cache"),
    *("turns_left('core.stealth:poisoned')", "harms", "things_worn", "pack_size", "turns_without_trace", "grudge.hp"),
)
FLAGS = (
    *("is_awake", "is_hunting", "is_asleep", "is_calm", "is_wary", "is_object", "is_player", "is_lamp_lit"),
    *("has_tag('smells')", "has('core.stealth:poisoned')", "is_helpless", "wears_tag('dagger')", "carries_tag('goal')"),
    *("wears('core.stealth:dagger')", "carries('core.stealth:dagger')", "cell.is_lit", "is_beside_wall"),
)
WORDS = {
    "mood": ("asleep", "calm", "aggravated"),
    "kind": ("core.stealth:adept", "core.stealth:goblin", "core.stealth:giant_rat"),
    "side": ("player", "hostile"),
    "last_action": ("none", "wait", "step"),
    "behavior": ("hostile", "guard", "wander"),
}
GAME = ("floor", "turn", "player.hp", "player.stat('foh')")
PLACE = "is_side_branch or recipe == 'core.stealth:cavern'"
"""What rules read of actors, and of the game."""


def draw_number(dice: Random, hook: str) -> str:
    """An expression with a number."""
    _, actors, numbers, _ = EVENTS[hook]
    actor = f"{dice.choice(actors)}.{dice.choice(NUMBERS)}"
    one = dice.choice((dice.choice(numbers), dice.choice(GAME), actor, actor, str(dice.randint(-9, 30))))
    return one if dice.random() < 0.5 else f"({one} {dice.choice('+-*')} {dice.randint(-3, 9)}) % {dice.randint(2, 40)}"


def draw_condition(dice: Random, hook: str) -> str:
    """A condition of one to three parts."""
    _, actors, _, words = EVENTS[hook]
    actor, (field, known) = dice.choice(actors), dice.choice(list(WORDS.items()))
    word = f"{actor}.{field} == '{dice.choice(known)}'"
    named = [f"{name} {dice.choice(('==', '!='))} '{dice.choice(known)}'" for name, known in words.items()]
    number = f"{draw_number(dice, hook)} {dice.choice(('<', '>=', '!='))} {dice.randint(-2, 40)}"
    one = dice.choice((number, f"{actor}.{dice.choice(FLAGS)}", word, *named, PLACE))
    return (
        one
        if dice.random() < 0.6
        else f"({one}) {dice.choice(('and', 'or', 'and not'))} ({draw_condition(dice, hook)})"
    )


def draw_rules(dice: Random) -> str:
    """Twelve random rules: conditions and terms that read the event and the game."""
    rules = []
    for number in range(12):
        hook = dice.choice(list(EVENTS))
        value = draw_number(dice, hook) if dice.random() < 0.7 else f"if({draw_condition(dice, hook)}, 7, -5)"
        term = {"add": f'"{value}"', "set": f'"abs({value})"', "mul": dice.choice(("0.5", "2", '"1.25"'))}
        kind = dice.choice(("add", "add", "add", "mul", "set"))
        rules.append(f'[hook."{hook}".r{number}]\nwhen = "{draw_condition(dice, hook)}"')
        rules.append(f"{kind}.{EVENTS[hook][0]} = {term[kind]}\n")
    return "\n".join(rules)


@pytest.mark.proof(3)
@pytest.mark.parametrize("seed", range(24))
def test_random_rules_are_played_compiled_and_the_same(
    beside: ModuleType, turns: ModuleType, tmp_path: Path, seed: int
) -> None:
    rules = load_rules(tmp_path, draw_rules(Random(seed)))
    counts: Counter[tuple[str, bool]] = Counter()
    beside.play_floors(rules, 8, 100 * seed, counts)
    beside.play_bots(rules, 60, seed, "rules", counts)
    assert list_unasked(turns, rules) == set()


def list_unasked(turns: ModuleType, rules: Rules) -> set[str]:
    """What compiled turns left to Python in a fight, because of the rules of mods."""
    session = turns.build_hall(20, "aggravated", rules)
    turns.time_turns(session, 30)
    played, left = session.compiled_steps[turns.PHASE].play.__self__.tally()
    assert played > 100
    return {reason for _, reason in left if "asked" in reason or "mods" in reason}


def test_the_random_rules_may_have_all_readings_whose_values_are_kept(tmp_path: Path) -> None:
    asked = [f"listener.{name} == 0" for name in NUMBERS] + [f"listener.{name}" for name in FLAGS]
    asked += [f"listener.{name} == '{known[0]}'" for name, known in WORDS.items()] + [f"{name} == 0" for name in GAME]
    rule = '[hook.on_hear.r{}]\nwhen = "{}"\nadd.range = 1\n'
    rules = load_rules(tmp_path, "\n".join(rule.format(*item) for item in enumerate([*asked, PLACE])))
    assert set(compiled_rules.READS) - {key for rule in rules.hooks.rules.values() for key in rule.functions} == set()


DAGGER, POISONED = "core.stealth:dagger", "core.stealth:poisoned"

ARGUMENTS = {
    **{name: [DAGGER] for name in ("actor.wears", "actor.carries")},
    **{name: ["dagger"] for name in ("actor.wears_tag", "actor.carries_tag")},
    **{name: [POISONED] for name in ("actor.has", "actor.turns_left")},
    "actor.has_tag": ["smells"],
    "actor.stat": ["foh"],
}
"""What a reading is asked about its actor."""

OTHER_VALUES: tuple[tuple[str, Any], ...] = (
    ("actor.kind", "core.stealth:trailhound"),
    ("actor.kind", "core.stealth:campfire"),
    ("actor.at", (3, 3)),
    ("actor.level", 2),
    ("actor.hp", 5),
    ("actor.hp_max", 8),
    ("actor.stats", {"foh": 2, "stamina_max": 1}),
    ("actor.side", "neutral"),
    ("actor.pack", []),
    ("actor.worn", {"weapon": 900}),
    ("actor.effects", {POISONED: 4, "core.stealth:lamp": -1, "core.stealth:deafened": 2, "core.stealth:paralysed": 3}),
    ("mind.ai", "guard"),
    ("mind.mood", Mood.ASLEEP),
    ("mind.mood", Mood.AGGRAVATED),
    ("mind.is_marked", True),
    ("mind.lost_turns", 2),
    ("mind.foe", 1),
    ("mind.patience", 3),
    ("fighter.stamina", 1),
    ("fighter.th", 2),
    ("fighter.df", 2),
    ("fighter.last", LastAction.WAIT),
    ("world.player", 2),
    ("level.floor", 7),
    ("level.branch", "core.stealth:side"),
    ("level.recipe", "core.stealth:cavern"),
    ("stealth.turn", 9),
    ("stealth.listening", ListeningState(9, (18, 40), (18, 40))),
)
"""Another value of each fact."""


@pytest.mark.parametrize("key", compiled_rules.READS)
@pytest.mark.parametrize("actor", [1, 2], ids=["player", "creature"])
def test_a_reading_whose_value_is_kept_reads_no_more_than_is_declared(
    turns: ModuleType, load_once: Callable[..., LoadResult], key: str, actor: int
) -> None:
    rules = load_once("core.stealth", only_mods=()).rules
    session, reading = (
        turns.build_hall(3, "calm", rules),
        next(iter(rules.hooks.rules.values())).readings.functions[key],
    )
    session.state.settings["core.stealth.listen.mode"] = True
    world, stealth = session.state.parts["world"], session.state.parts["core.stealth"]
    world.items[900] = Item(900, DAGGER, holder=actor)
    world.actors[actor].pack = [900]
    holders = {"actor": world.actors[actor], "mind": stealth.minds.get(actor), "fighter": stealth.fighters[actor]}
    holders |= {"world": world, "level": world.levels[1], "stealth": stealth}
    arguments = [actor] * key.startswith("actor.") + ARGUMENTS.get(key, [])
    before, changed = reading(session.context(), *arguments), set()
    for fact, value in OTHER_VALUES:
        holder, name = fact.split(".")
        if holders[holder] is not None:
            known = getattr(holders[holder], name)
            setattr(holders[holder], name, value)
            if reading(session.context(), *arguments) != before:
                changed.add(fact)
            setattr(holders[holder], name, known)
    declared = {fact.removesuffix("[]") for fact in compiled_rules.READS[key]}
    assert changed <= declared or ("player" in declared and actor == 1)
    assert changed or actor == 1, "no other value makes a difference"


def test_creatures_attend_to_noises_compiled(turns: ModuleType, tmp_path: Path) -> None:
    """Each noise of a fight was asked about in Python, for each creature that was not in it."""
    session = turns.build_hall(20, "aggravated", load_rules(tmp_path, EVENT_ALONE))
    turns.time_turns(session, 40)
    _, left = session.compiled_steps[turns.PHASE].play.__self__.tally()
    assert sum(left.values()) < 20
    assert ("attend", "asked hearing") not in left


@pytest.mark.proof(1)
@pytest.mark.parametrize("text", [MARK, DEED, DICE, ROWS], ids=["mark", "deed", "dice", "rows"])
def test_other_rules_are_left_to_python_and_play_the_same(beside: ModuleType, tmp_path: Path, text: str) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    assert beside.play_floors(load_rules(tmp_path, text), 20, 0, counts) > 300


RAT = "core.stealth:giant_rat"

ENDS = """
[hook."{}".x]
when = "{}"
do.end = {{ text = "rules-x" }}
"""


def wait_beside(beside: ModuleType, rules: Rules, floors: int) -> Counter[str]:
    """Waits on random floors; counts the ends and the problems."""
    found = Counter[str]()
    for seed in range(floors):
        pair = beside.begin_beside(partial(beside.build_floor, rules, seed))
        for session in pair:
            session.strict = False
        beside.play_beside(*pair, lambda one: None if one.state.outcome is not None else Wait(actor=1), 6, str(seed))
        found += Counter(ended=pair[0].state.outcome is not None, problems=len(pair[0].problems))
    return found


ORCS = "actor.kind in ('core.stealth:goblin', 'core.stealth:orc')"


@pytest.mark.parametrize(
    ("hook", "when"),
    [("on_damage", "true"), ("core.stealth:on_inquire", "true"), ("core.stealth:on_creature_turn", ORCS)],
)
def test_a_game_that_a_rule_ends_in_the_turn_of_a_creature_ends_the_same(
    beside: ModuleType, write_rules: Callable[..., Path], tmp_path: Path, hook: str, when: str
) -> None:
    """Nothing of the phase is left on the agenda."""
    mod = write_rules(tmp_path, "stealth", ENDS.format(hook, when), "rules-x = X\n")
    assert wait_beside(beside, load("core.stealth", mods=[mod], only_mods=(), strict=True).rules, 25)["ended"] > 3


FAILS = """
from footfall.api import hook
from footfall.api.grid import SetTile

MOD = "you.fails"


@hook{}
def {}(event, ctx):
    return [SetTile(1, (-99, x), "core.stealth:floor") for x in (-99, -98)]
"""


@pytest.mark.parametrize("hook", ["on_damage", "on_inquire"])
def test_after_a_unit_that_is_undone_a_phase_goes_on_the_same(beside: ModuleType, tmp_path: Path, hook: str) -> None:
    """The undone state has another list as its agenda."""
    owner = '.of("core.stealth", "on_inquire")' if hook == "on_inquire" else ""
    (tmp_path / "fails.py").write_text(FAILS.format(owner, hook), "utf-8")
    rules = load("core.stealth", mods=[tmp_path / "fails.py"], only_mods=(), strict=True).rules
    assert wait_beside(beside, rules, 40)["problems"] > 10


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ('[hook."core.stealth:on_notice".x]\nwhen = "distance > 2"\nadd.engage = 1\n', ""),
        ('[hook."core.stealth:on_notice".x]\nwhen = "watcher.hp > 2"\nadd.engage = 1\n', ""),
        ("[hook.on_hear.x]\nwhen = \"listener.mark('a') > 2\"\nadd.range = 1\n", "do not know actor.mark"),
        ('[hook.on_hear.x]\nwhen = "memory.a > 2"\nadd.range = 1\n', "do not know memory"),
        ('[hook."core.stealth:on_notice".x]\nwhen = "roll(1, 2) == 1"\nadd.engage = 1\n', "no dice"),
        ('[hook.on_hear.x]\nwhen = "any(a in listener.creatures_within(2))"\nadd.range = 1\n', "do not choose"),
        (f"[hook.on_hear.x]\nwhen = \"listener.kind == '{RAT}'\"\nadd.range = 1\n", ""),
        ('[hook.on_move.x]\nwhen = "target.is_lit"\nadd.noise = 1\n', ""),
        ('[hook.on_move.x]\ndo.tire = "actor"\n', "at on_move, compiled turns know terms"),
        (f'[hook.on_move.x]\nwhen = "actor.kind == \'{RAT}\'"\ndo.tire = "actor"\n', f"the turns of {RAT}"),
        ("[hook.on_attack.x]\nadd.to_hit = 1\n", "where a mod listens to on_attack"),
        (f"[hook.on_attack.x]\nwhen = \"attacker.kind == '{RAT}'\"\nadd.to_hit = 1\n", f"the turns of {RAT}"),
        (f'[hook.decide_action.x]\nwhen = "actor.kind == \'{RAT}\'"\ndo.wait = "actor"\n', ""),
        ('[hook.on_death.x]\ndo.heal = { actor = "killer" }\n', ""),
    ],
)
def test_the_check_says_why_a_rule_is_not_compiled(tmp_path: Path, rule: str, reason: str) -> None:
    (tmp_path / "content").mkdir()
    head = '[mod]\nid = "you.x"\nversion = "1.0.0"\nname = "X"\nsummary = "X."\ngames = ["stealth"]\n'
    (tmp_path / "mod.toml").write_text(head, encoding="utf-8")
    (tmp_path / "content" / "rules.toml").write_text(rule, encoding="utf-8")
    loaded = load("stealth", mods=[tmp_path], only_mods=())
    (bound,) = (rule for rule in loaded.rules.hooks.rules.values() if rule.mod == "you.x")
    assert loaded.rules.game.explain_python is not None
    found = loaded.rules.game.explain_python(bound)
    assert reason in found
    assert bool(found) == bool(reason)
