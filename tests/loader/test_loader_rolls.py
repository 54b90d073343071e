"""Dice that the rules of a mod share: one face for all of them, in play, in odds and in explanations."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from footfall.api import events
from footfall.api.chance import Listeners, count_odds
from footfall.engine.bots import list_legal_commands
from footfall.engine.explanations.descriptions import explain
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.model import Acting
from footfall.loader import LoadResult, load
from footfall.loader.rules.typed_rule import RuleCompletion
from footfall.plugins.stealth.actions.commands import Walk
from footfall.plugins.stealth.ai.noticing import NoticeFacts, notice
from footfall.plugins.stealth.hook_events import Noticing
from footfall.plugins.stealth.model.settings import rule_settings
from footfall.testing import GameUnderTest, scene
from footfall.testing.backends import use_backend

MANIFEST = """
[mod]
id = "you.rolls"
version = "1.0.0"
api = "1"
name = "Rolls"
games = ["{0}"]

[requires]
"core.{0}" = "*"
"""

GALE = """
[roll.gale]
roll = [1, 100]
each = "turn // 3"

[roll.nerve]
roll = [1, 100]
each = ["turn", "actor"]

[roll.blow]
roll = [1, 100]
each = "step"
"""

READERS = """
[hook.on_turn_end.one]
do.remember = [
    { name = "one", value = "rolls.gale" },
    { name = "own", value = "rolls.nerve" },
    { name = "step", value = "rolls.blow" },
]

[hook.on_turn_end.two]
when = "rolls.gale + rolls.gale == 2 * rolls.gale"
do.remember = [{ name = "two", value = "rolls.gale" }, { name = "same", value = "rolls.blow" }]

[hook.on_move.three]
do.mark = { actor = "actor", name = "nerve", value = "rolls.nerve" }
do.remember = { name = "three", value = "rolls.gale" }
"""


def load_rules(folder: Path, rules: str, game: str = "stealth") -> LoadResult:
    texts = "rolls-stumbles = May stumble\nrolls-no = No\n"
    for name, text in (("mod.toml", MANIFEST.format(game)), ("content/r.toml", rules), ("locale/en/t.ftl", texts)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return load(game, mods=[folder], only_mods=())


def read_memory(game: GameUnderTest) -> dict[str, Any]:
    found: dict[str, Any] = game.session.state.memory["you.rolls"]
    return found


def test_all_rules_of_a_mod_read_one_face(tmp_path: Path) -> None:
    assert not load_rules(tmp_path, GALE + READERS).findings
    game = scene("@...........", mods=[tmp_path])
    gales, nerves, blows = [], [], []
    for _ in range(9):
        game.do("l")
        found = read_memory(game)
        assert (found["one"], found["step"]) == (found["two"], found["same"])
        gales.append(found["one"])
        nerves.append(found["own"])
        blows.append(found["step"])
    assert gales[0] == gales[1] != gales[2] == gales[3] == gales[4] != gales[5]  # turns 1 and 2, 3 to 5
    assert len(set(nerves)) >= 8
    assert len(set(blows)) >= 8


def test_both_backends_and_a_copy_show_the_same_faces(tmp_path: Path) -> None:
    load_rules(tmp_path, GALE + READERS)
    found = []
    for backend in ("python", "rust"):
        with use_backend(backend):
            game = scene("@.......", mods=[tmp_path])
            for _ in range(4):
                game.do("l")
            found.append((read_memory(game), game.session.hash()))
            game.session.fork(game.session.state.seed).submit(list_legal_commands(game.session)[0])
            assert read_memory(game) == found[-1][0]
    assert found[0] == found[1]


def test_a_shared_die_takes_no_number_of_another(tmp_path: Path) -> None:
    own = '[hook.on_turn_end.own]\ndo.remember = { name = "own", value = "roll(1, 1000)" }\n'
    faces = []
    for rules in (own, GALE + own.replace('"roll', '"0 * rolls.gale + 0 * rolls.blow + roll')):
        load_rules(tmp_path, rules)
        game = scene("@..", mods=[tmp_path])
        game.do(".")
        faces.append(read_memory(game)["own"])
    assert faces[0] == faces[1]


def test_dice_of_other_names_show_other_faces(tmp_path: Path) -> None:
    rolls = "".join(f'[roll.{name}]\nroll = [1, 1000000]\neach = "turn"\n' for name in "ab")
    deeds = ", ".join(f'{{ name = "{name}", value = "rolls.{name}" }}' for name in "ab")
    assert not load_rules(tmp_path, f"{rolls}[hook.on_turn_end.x]\ndo.remember = [{deeds}]\n").findings
    game = scene("@..", mods=[tmp_path])
    game.do(".")
    assert read_memory(game)["a"] != read_memory(game)["b"]


def test_a_test_forces_a_shared_die_once_for_all(tmp_path: Path) -> None:
    load_rules(tmp_path, GALE + READERS)
    game = scene("@....", mods=[tmp_path])
    game.do("l", dice=["rolls.gale=77"])
    assert {read_memory(game)[name] for name in ("one", "two", "three")} == {77}


STEPS = """
[hook.on_move.moved]
do.remember = { name = "moved", value = "rolls.blow" }

[hook.on_turn_end.ended]
do.remember = { name = "ended", value = "rolls.blow" }
"""


def test_a_test_forces_the_die_of_each_step(tmp_path: Path) -> None:
    load_rules(tmp_path, GALE + STEPS)
    game = scene("@....", mods=[tmp_path])
    game.do("l", dice=["rolls.blow=3", "rolls.blow=5"])
    assert (read_memory(game)["moved"], read_memory(game)["ended"]) == (3, 5)


FOG = """
[roll.fog]
roll = [1, 4]
each = "turn // 50"

[hook."core.stealth:on_notice".thin]
when = "rolls.fog <= 2"
add.engage = -1

[hook."core.stealth:on_notice".thick]
when = "rolls.fog == 1"
add.engage = -2

[hook."core.stealth:on_notice".rows]
dice = [{ name = "thickness", roll = "fog" }, { when = "thickness == 1" }]
add.engage = -4
"""


def test_odds_count_a_shared_die_once(tmp_path: Path) -> None:
    """In a quarter of the cases the sum is -7, in another -1: never -2 or -4 alone, as three dice would give."""
    assert not load_rules(tmp_path, FOG).findings
    ctx = scene("@...E", mods=[tmp_path]).session.context()
    facts = NoticeFacts(rule_settings(ctx), 2, 1, 3, True, 4, 5, 4, 1, 2, 1)
    assert len(count_odds(Listeners(ctx), notice, facts, "awareness")) > 1
    answers = ctx.foresee_each("core.stealth:on_notice", Noticing(2, 1, "sight", 3), {"engage": 0})
    whole = sum(weight for weight, _ in answers)
    counted: dict[int, Fraction] = {}
    for weight, foresight in answers:
        engage = foresight.apply({"engage": 0})["engage"]
        counted[engage] = counted.get(engage, Fraction(0)) + Fraction(weight, whole)
    assert counted == {-7: Fraction(1, 4), -1: Fraction(1, 4), 0: Fraction(1, 2)}


STUMBLE = """
[roll.footing]
roll = [1, 6]
each = ["turn", "actor"]

[hook.on_move.stumbles]
odds = "rolls-stumbles"
dice = [{ name = "foot", roll = "footing" }, { name = "falls", chance = ["foot", 12] }, { when = "falls" }]
add.noise = "foot"
reason = "a loose stone"

[hook.on_move.louder]
when = "rolls.footing > 3"
add.noise = 10
"""


def test_screens_show_the_chance_and_explanations_the_face(tmp_path: Path) -> None:
    assert not load_rules(tmp_path, STUMBLE).findings
    game = scene("@....", mods=[tmp_path])
    event = events.Moving(1, (0, 0), (0, 1))
    assert game.session.context().list_chances("on_move", event) == [("rolls-stumbles", Fraction(7, 24))]
    game.do("l", dice=["rolls.footing=5", "on_move.stumbles=2"])
    assert game.why("on_move", "noise").final == game.why("on_move", "noise").base + 15
    assert isinstance(game.session.tracer, Tracer)
    traces = game.session.tracer.list_entry_traces()
    (chance,) = [chance for trace in traces for chance in trace.chances]
    assert [(die.name, die.face) for die in chance.dice] == [("foot", 5), ("falls", 2)]
    assert any("rolls.footing > 3 -> rolls.footing 5" in line for trace in traces for line in explain(trace))


READ_B = '\n[hook.on_move.a]\nadd.noise = "rolls.b"'
MISTAKES = {
    '[hook.on_move.a]\nadd.noise = "rolls.gael"': "there is no roll 'gael', did you mean 'gale'?",
    '[hook.on_move.a]\nadd.noise = "rolls"': "rolls needs a name: rolls.NAME",
    '[hook.on_move.a]\ndice = [{ name = "x", value = "rolls.gale" }]\nadd.noise = 1': "a row names a shared roll",
    '[hook.on_move.a]\ndice = [{ name = "x", roll = "gal" }]\nadd.noise = "x"': "there is no roll 'gal'",
    '[hook.on_noise.a]\ndo.mark = { actor = "1", name = "x", value = "rolls.nerve" }':
        "each of the roll 'nerve': there is no name 'actor'",
    '[hook."core.stealth:notice".a]\nadd.keen = "rolls.gale"': "there are no dice here",
    '[roll.b]\nroll = [6, 1]\neach = "turn"': "roll.b.roll must be two whole numbers, the smaller one first",
    '[roll.b]\nroll = [1, 6]': "a shared roll has a name of small letters, digits and _, and two keys",
    '[roll.b]\nroll = [1, 6]\neach = ["turn", "turn", "turn", "turn"]': "must be an expression, or up to 3",
    '[roll.b]\nroll = [1, 6]\neach = "rolls.gale"' + READ_B: "there are no dice here",
    '[roll.b]\nroll = [1, 6]\neach = "roll(1, 2)"' + READ_B: "there are no dice here",
    '[roll.b]\nroll = [1, 6]\neach = "actor.kind"' + READ_B: "'b': it must be whole numbers, actors or items",
    '[roll.b]\nroll = [1, 10_000_000_000]\neach = "turn"': "a face beyond 1,000,000,000",
}  # fmt: skip


@pytest.mark.proof(5)
@pytest.mark.parametrize("rules", MISTAKES)
def test_a_mistake_is_named_with_its_line(rules: str, tmp_path: Path) -> None:
    (finding,) = load_rules(tmp_path, GALE + rules).findings
    assert MISTAKES[rules] in str(finding)
    assert "r.toml:" in finding.location


def test_a_roll_that_is_defined_twice_is_named(tmp_path: Path) -> None:
    load_rules(tmp_path, GALE)
    (tmp_path / "content" / "s.toml").write_text(GALE)
    found = load("stealth", mods=[tmp_path], only_mods=()).findings
    assert [finding.code for finding in found] == ["defined-twice"] * 3


def test_the_console_completes_a_roll(tmp_path: Path) -> None:
    loaded = load_rules(tmp_path, GALE)
    assert loaded.vocabulary is not None
    completion = RuleCompletion("you.rolls", loaded.vocabulary, loaded.rules.records, {})
    assert completion.complete("on_move when rolls.g") == ["on_move when rolls.gale"]


VOTE = """
[roll.door]
roll = [1, 2]
each = "turn // 5"

[hook.can_act.stuck]
when = "command.name == 'core.stealth:step' and rolls.door == 1"
deny = "rolls-no"
"""


def test_a_vote_asks_the_same_face_however_often(tmp_path: Path) -> None:
    assert not load_rules(tmp_path, VOTE).findings
    game = scene("###\n#@#\n#.#\n###", mods=[tmp_path])
    answers = []
    for _ in range(40):
        refused = {
            game.session.context().vote("can_act", Acting(1, Walk(actor=1, direction=4))) is not None for _ in range(3)
        }
        assert len(refused) == 1
        answers.append(*refused)
        game.do(".")
    assert {True, False} == {*answers}
    assert all(answers[0] is answer for answer in answers[:5])


FEAR = """
[roll.fear]
roll = [1, 6]
each = ["turn", "witness"]
""" + "".join(
    f"""
[hook.on_death.{name}]
choose = "witness in actor.creatures_within(6)"
where = "witness != player and rolls.fear {test}"
up_to = 9
do.mark = {{ actor = "witness", name = "{name}", value = "rolls.fear" }}
"""
    for name, test in (("flees", "<= 2"), ("cries", "in (3, 4)"), ("rages", "> 4"))
)


def test_each_may_be_the_item_of_a_choice(tmp_path: Path) -> None:
    """Three rules ask the same die for each witness: one of them acts, and witnesses have dice of their own."""
    (tmp_path / "fear" / "content").mkdir(parents=True)
    (tmp_path / "fear" / "mod.toml").write_text(MANIFEST.format("stealth"), "utf-8")
    (tmp_path / "fear" / "content" / "rules.toml").write_text(FEAR, "utf-8")
    legend = {name: {"tile": "core.stealth:floor", "actor": name} for name in "FGH"}
    faces = set()
    for turn in range(12):
        game = scene("#######\n#@EFGH#\n#######", mods=[tmp_path / "fear"], legend=legend, actors={"E": {"hp": 1}})
        game.put("turn", turn)
        game.do("l", dice=["d6=6", "dmg=1"])
        marks = game.session.state.memory["you.rolls"]
        assert len(marks) == 3
        faces.add(tuple(marks.values()))
    assert len(faces) > 6
