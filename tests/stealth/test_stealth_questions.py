"""Rules as data that ask the player: keys, plain text, pages, recordings, bots and environments; rings end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.api.grid import list_carried_items
from footfall.api.session_scene import build_session_scene
from footfall.cli import main
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.guards.questions import MAX_QUESTIONS
from footfall.engine.model import Answer
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.env import load_environment
from footfall.env.text import TextGame
from footfall.loader import load
from footfall.sim.bots import find_bot
from footfall.testing import GameUnderTest, begin, scene
from footfall.testing.backends import use_backend
from footfall.ui.frontends.scene_reader import SceneReader
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

TEXTS = """toll-q = The { $creature } wants { $number } coins.
toll-no = Never!
toll-pay = Pay { $number } coins
toll-sleeps = The { $creature } yawns at { $number } coins.
toll-angry = The { $creature } growls.
"""

TOLL = """
[hook.on_turn_end.toll]
when = "player.mark('asked') == 0"
choose = "foe in player.creatures_within(9)"
do.ask = { question = "toll-q", first = "toll-no", second = "toll-pay", partner = "foe", number = 3 }
do.mark = { actor = "player", name = "asked" }

[hook.on_answer.pays]
when = "question == 'toll-q' and answer == 'toll-pay'"
do.lull = "partner"
do.report = { text = "toll-sleeps", actor = "partner", number = "number" }

[hook.on_answer.refuses]
when = "question == 'toll-q' and answer == 'toll-no'"
do.report = { text = "toll-angry", actor = "partner" }
"""

PICTURE = "#######\n#@..E.#\n#######"


@pytest.fixture
def write_mod(write_rules: Callable[..., Path], tmp_path: Path) -> Callable[..., Path]:
    """``write_mod(rules, game)`` writes a mod with the texts of the toll, by default for stealth."""
    return lambda rules, game="stealth": write_rules(tmp_path, game, rules, TEXTS)


@pytest.fixture
def asked(write_mod: Callable[..., Path]) -> GameUnderTest:
    game = scene(PICTURE, mods=[write_mod(TOLL)])
    game.do(".")
    return game


def list_lines(game: GameUnderTest) -> list[str]:
    return [game.translate(line.message) for line in game.session.log]


@pytest.mark.parametrize(
    ("key", "mood", "told"),
    [("b", "asleep", "The goblin yawns at 3 coins."), ("a", "aggravated", "The goblin growls.")],
)
def test_the_player_answers_by_a_key(asked: GameUnderTest, key: str, mood: str, told: str) -> None:
    assert "The goblin wants 3 coins.  a Never!  b Pay 3 coins" in asked.screen()
    _, answer = handle_key(UiState(), build_session_scene(asked.session), key)
    assert isinstance(answer, Answer)
    asked.do(answer)
    assert (asked.look("E.mood"), list_lines(asked)[-1]) == (mood, told)
    assert asked.session.state.question.kind == "turn"


def test_a_question_has_up_to_four_answers(write_mod: Callable[..., Path]) -> None:
    more = 'second = "toll-pay", third = "toll-sleeps", fourth = "toll-angry"'
    game = scene(PICTURE, mods=[write_mod(TOLL.replace('second = "toll-pay"', more))])
    game.do(".")
    assert game.session.state.question.options == ("toll-no", "toll-pay", "toll-sleeps", "toll-angry")


BARGAIN = """
[hook.on_turn_end.bargain]
when = "player.mark('asked') == 0"
do.ask_item = { question = "toll-q", number = 3%s }
do.mark = { actor = "player", name = "asked" }

[hook.on_answer.paid]
when = "question == 'toll-q' and thing.kind != ''"
do.destroy = { item = "thing" }
do.remember = { name = "paid", value = "number" }

[hook.on_answer.kept]
when = "question == 'toll-q' and thing.kind == ''"
do.remember = { name = "kept" }
"""


@pytest.mark.parametrize(
    ("must", "key", "left", "memory"),
    [
        ("", "b", ["ration"], {"paid": 3}),
        ("", "ESC", ["ration", "rocks"], {"kept": 1}),
        (", must = true", "a", ["rocks"], {"paid": 3}),
    ],
)
def test_the_player_chooses_a_thing(
    write_mod: Callable[..., Path], must: str, key: str, left: list[str], memory: dict[str, int]
) -> None:
    things = [{"kind": f"core.stealth:{name}", "holder": "@"} for name in ("ration", "rocks")]
    game = scene(PICTURE, mods=[write_mod(BARGAIN % must)], items=things)
    game.do(".")
    _, answer = handle_key(UiState(), build_session_scene(game.session), key)
    game.do(answer)
    assert game.session.state.memory["you.rules"].items() >= memory.items()
    carried = list_carried_items(game.session.state.parts["world"], game.session.state.parts["world"].actors[1])
    assert [item.kind.partition(":")[2] for item in carried] == left


def test_without_things_there_is_no_question(write_mod: Callable[..., Path]) -> None:
    game = scene(PICTURE, mods=[write_mod(BARGAIN % "")])
    game.do(".")
    assert game.session.state.question.kind == "turn"
    assert "carries nothing" in str(game.unchanged)


def test_plain_text_and_pages_have_the_question(asked: GameUnderTest) -> None:
    words = SceneReader().read(build_session_scene(asked.session), UiState(), asked.translate)
    assert words.question == [
        *("The goblin wants 3 coins.", "a: Never!", "b: Pay 3 coins"),
        "a: Never!, selected, 1 of 2",
    ]


def test_an_open_question_is_saved(asked: GameUnderTest, tmp_path: Path) -> None:
    path = tmp_path / "asked.save"
    save(asked.session, path, "1")
    resumed = load_save(asked.session.rules, path)
    assert resumed.hash() == asked.session.hash()
    assert resumed.state.question == asked.session.state.question
    for session in (asked.session, resumed):
        session.submit(Answer(actor=1, choice=1))
    assert resumed.hash() == asked.session.hash()
    assert [line.message.id for line in resumed.log][-1] == "toll-sleeps"


def test_a_recording_has_the_answers(write_mod: Callable[..., Path], tmp_path: Path) -> None:
    mod = write_mod(OFFER.replace("number == 2", "number % 3 == 0"))
    options = ["--mods", str(mod)]
    path = str(tmp_path / "x.replay")
    played = CliRunner().invoke(main, ["run", "stealth", "--seed", "5", "--turns", "30", *options, "--record", path])
    assert "footfall:answer" in Path(path).read_text("utf-8")
    replayed = CliRunner().invoke(main, ["replay", path, *options])
    hashes = [result.output.rpartition("hash ")[2].split()[0].strip(",") for result in (played, replayed)]
    assert hashes[0] == hashes[1]


OFFER = """
[hook.on_turn_end.offer]
when = "number == 2"
do.ask = { question = "toll-q", first = "toll-no", second = "toll-pay" }

[hook.on_answer.took]
do.remember = { name = "answer", value = "if(answer == 'toll-no', 1, 2)" }
"""


def test_bots_give_the_first_answer(write_mod: Callable[..., Path]) -> None:
    loaded = load("stealth", mods=[write_mod(OFFER)], only_mods=(), strict=True)
    for name in ("cautious", "expert", "waiter"):
        session = Session.begin(loaded.rules, 3, strict=True)
        bot = find_bot(loaded.rules, name)
        ctx = BotContext(session, bot.id, 1)
        for _ in range(12):
            session.submit(bot.decide(ctx, list_legal_commands(session)))
        assert session.state.memory["you.rules"] == {"answer": 1}


def test_an_environment_answers_by_number(write_mod: Callable[..., Path]) -> None:
    game = TextGame(load_environment("stealth", mods=[write_mod(OFFER)]), seed=1)
    while "answer 0" not in game.list_legal():
        game.act(0)
    listed = game.list_legal().splitlines()
    assert [line.partition(" ")[2] for line in listed] == ["answer 0: Never!", "answer 1: Pay 0 coins"]
    assert "wants 0 coins" in game.look()
    game.act(int(listed[1].partition(" ")[0]))
    assert "answer 0" not in game.list_legal()


@pytest.mark.parametrize("mode", ["walk", "table"])
def test_a_delve_on_foot_asks_as_well(write_mod: Callable[..., Path], mode: str) -> None:
    """At a table there is no level: the deeds of stealth do nothing, and nothing fails."""
    rules = OFFER.replace('on_turn_end.offer]\nwhen = "number == 2"', '"core.delve:on_reveal".offer]')
    game = begin("delve", mods=[write_mod(rules, "delve")], options={"mode": mode})
    bot = find_bot(game.session.rules, "core.delve:party")
    ctx = BotContext(game.session, bot.id, 0)
    unchanged: list[str] = []
    while game.session.state.question.kind != "answer" and not unchanged:
        game.do(bot.decide(ctx, list_legal_commands(game.session)))
        unchanged = game.unchanged
    shown = build_session_scene(game.session)
    labels = ["Never!", "Pay 0 coins"] if mode == "walk" else []
    assert [game.translate(choice.label) for choice in shown.answers] == labels
    for _ in range(9 * bool(labels)):  # a bot that does not know the question may choose by lot
        answers = [Answer(actor=shown.actor, choice=choice) for choice in (0, 1)]
        ctx = BotContext(game.session, bot.id, 0)
        assert bot.decide(ctx, answers) == answers[0]
        assert ctx.reason is None
    assert ("do.ask: its values refer to nothing that exists" in str(unchanged)) is (mode == "table")


def test_a_question_that_no_rule_asks_is_a_mistake(write_mod: Callable[..., Path]) -> None:
    mod = write_mod(TOLL.replace("'toll-q' and answer == 'toll-no'", "'toll-Q' and answer == 'toll-on'"))
    found = [str(finding) for finding in load("stealth", mods=[mod], only_mods=()).findings]
    assert len(found) == 2
    assert "question is never 'toll-Q', did you mean 'toll-q'?" in found[0]
    assert "answer is never 'toll-on'" in found[1]


RINGS = {
    "stealth": """
[hook.on_turn_end.first]
do.ask = { question = "toll-q", first = "toll-no", second = "toll-pay" }
[hook.on_answer.second]
when = "question == 'toll-q'"
do.ask = { question = "toll-angry", first = "toll-no", second = "toll-pay" }
[hook.on_answer.third]
when = "question == 'toll-angry'"
do.ask = { question = "toll-q", first = "toll-no", second = "toll-pay" }
""",
    "king": """
[hook.on_turn_start.first]
do.ask = { seat = "actor", question = "toll-q", first = "toll-no", second = "toll-pay" }
[hook.on_answer.second]
when = "question == 'toll-q'"
do.ask_player = { seat = "actor", question = "toll-angry" }
[hook.on_answer.third]
when = "question == 'toll-angry'"
do.ask = { seat = "actor", question = "toll-q", first = "toll-no", second = "toll-pay" }
""",
}


@pytest.mark.parametrize("game", RINGS)
def test_a_ring_of_questions_ends_and_is_named(write_mod: Callable[..., Path], tmp_path: Path, game: str) -> None:
    mod = write_mod(RINGS[game], game)
    hashes = []
    for backend in ("python", "rust"):
        with use_backend(backend):
            rules = load(game, mods=[mod], only_mods=()).rules
            session = Session.begin(rules, 5)
            answers = 0
            while not session.suspended:
                question = session.state.question
                if question.kind == "turn":
                    session.submit(next(iter(rules.game.list_legal(session.context()))))
                    continue
                session.submit(Answer(actor=question.actor, choice=0))
                answers += 1
                assert answers <= MAX_QUESTIONS
                if answers == MAX_QUESTIONS // 2:
                    save(session, tmp_path / "half.save", "1")
                    session = load_save(rules, tmp_path / "half.save")
            assert answers == MAX_QUESTIONS
            assert session.state.question.kind == "turn"
            (problem,) = session.problems
            assert f"questions lead to each other: {MAX_QUESTIONS} were answered" in problem.error
            assert (problem.mod, problem.location.rpartition("/")[2]) == ("you.rules", "rules.toml:7")
            save(session, tmp_path / "whole.save", "1")
            assert load_save(rules, tmp_path / "whole.save").suspended == session.suspended
            hashes.append(session.hash())
    assert hashes[0] == hashes[1]
