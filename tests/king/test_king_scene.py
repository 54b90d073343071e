"""The house on the screen: names instead of codes, hidden cards hidden, sums of dice, lessons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from king_cases import play_case

from footfall.api.scene import Scene, Tint
from footfall.api.session_scene import build_session_scene
from footfall.engine.codec import decode_state, encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Command, Message
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import commands as cmd
from footfall.plugins.king.layout import NODE_BY_NAME, NODE_NAMES
from footfall.plugins.king.records import records_of
from footfall.plugins.king.screen.labels import format_number
from footfall.plugins.king.state import MIN_SANITY, Board, board_of
from footfall.sim.bots import choose_random_command, play_turns
from footfall.ui.drawing.place_words import describe_place

LOADED = load("core.king", only_mods=[])
CODES = re.compile(r"F[123]_[PR]\d?|(?<![\w./:])(?:king|footfall)-[a-z]+[\w-]*")


@pytest.fixture(params=["en", "es"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    LOADED.catalog.set_language(request.param)
    yield request.param
    LOADED.catalog.set_language("en")


def play_moments(rules: Rules, seed: int, every: int, **options: Any) -> Iterator[Session]:
    """Yields a session at its beginning and after each `every` random commands."""
    session = Session.begin(rules, seed, {"profile": "full_game", **options})
    yield session
    for number, _ in enumerate(play_turns(session, choose_random_command, 400)):
        if number % every == 0:
            yield session


def list_messages(value: Any) -> Iterator[Message]:
    """Yields the messages anywhere in a scene."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from list_messages(getattr(value, name))
    elif isinstance(value, dict):
        for each in value.values():
            yield from list_messages(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from list_messages(each)


def shuffle_hidden(board: Board, kinds: list[str], random: Random) -> None:
    """Permutes what is unknown: cards below the known ones, the pedlar's deck, the kinds of face-down rooms."""
    for box, known in zip(board.boxes, board.known_counts, strict=True):
        hidden = box[: len(box) - known]
        random.shuffle(hidden)
        box[: len(box) - known] = hidden
    random.shuffle(board.pedlar)
    free = [kind for kind in kinds if all(each.kind != kind or not each.is_open for each in board.specials)]
    random.shuffle(free)
    for special in board.specials:
        if not special.is_open and not special.is_destroyed:
            special.kind = free.pop()


def test_hidden_cards_stay_hidden(rules: Rules) -> None:
    """Two games that differ in nothing but what is hidden have the same scene."""
    random, seen = Random(1), 0
    for seed in range(3):
        for session in play_moments(rules, seed, 7):
            twin = Session(rules, decode_state(encode_snapshot(session.state), rules.saves.parts))
            twin.log[:], twin.state.question = session.log, session.state.question
            kinds = list(records_of(session.context()).rooms)
            shuffle_hidden(board_of(twin.state), kinds, random)
            assert build_session_scene(twin) == build_session_scene(session)
            known = next((node for node, count in enumerate(board_of(twin.state).known_counts) if count), None)
            if known is not None:
                box = board_of(twin.state).boxes[known]
                box[-1] = next(card for card in ("VIAL", "CORPSE") if card != box[-1])
                assert build_session_scene(twin) != build_session_scene(session), "a known card is shown"
                seen += 1
    assert seen > 10


@pytest.mark.proof(1)
def test_no_text_has_a_code(rules: Rules, language: str) -> None:
    """Names and words stand everywhere: on the board, in notes, panels, pages, lists, questions, the log."""
    told: set[str] = set()
    wrong: set[str] = set()
    count = 0
    for seed in range(4):
        for session in play_moments(rules, seed, 5, trade=True, crown_source="sanctuary"):
            for message in list_messages(build_session_scene(session)):
                key = repr(message)
                if key not in told:
                    told.add(key)
                    wrong.update(CODES.findall(LOADED.catalog.translate(message)))
                    count += 1
    assert not wrong
    assert count > 1000


def test_each_place_has_one_name_of_its_own(rules: Rules, language: str) -> None:
    """In the box, the list of ways, the label of the key and the log."""
    translate = LOADED.catalog.translate
    session = Session.begin(rules, 3)
    scene = build_session_scene(session)
    labels = [translate(place.label) for place in scene.places]
    shorts = [translate(place.short) for place in scene.places if place.short is not None]
    assert len(set(labels)) == len(set(shorts)) == len(NODE_NAMES)
    assert all(label.startswith(short.rstrip(".")) for label, short in zip(labels, shorts, strict=True))
    ways = {choice.value: translate(choice.label) for choice in scene.choices["moves"]}
    for binding in scene.bindings:
        if binding.command is cmd.Move and binding.fields and binding.is_listed:
            goal = binding.fields["to"]
            name = labels[NODE_NAMES.index(goal)]
            assert ways[goal].startswith(name)
            assert translate(binding.label).endswith(name)
            session_again = Session.begin(rules, 3)
            session_again.submit(binding.command(actor=scene.actor, **binding.fields))
            assert any(f" {name}." in translate(line.message) for line in session_again.log)


def test_exits_are_the_ways_of_the_rules(rules: Rules) -> None:
    """K-BOARD-2 to 6, K-STAIRS-2 to 4: who can pay may go through every exit, and nowhere else."""
    tried = 0
    for session in play_moments(rules, 5, 3):
        question = session.state.question
        if question is None or question.kind != "turn":
            continue
        scene = build_session_scene(session)
        here = next(place for place in scene.places if place.id == scene.place)
        clicks = {place.id for place in scene.places if place.click is not None}
        moves = {command.to for command in _list_moves(session)}
        assert clicks == moves
        assert moves <= set(here.exits) or board_of(session.state).souls[question.actor].is_climbing
        tried += len(moves)
    assert tried > 50


def _list_moves(session: Session) -> list[cmd.Move]:
    legal: list[Command] = session.rules.game.list_legal(session.context())
    return [command for command in legal if isinstance(command, cmd.Move)]


def test_notes_name_all_ways(rules: Rules, language: str) -> None:
    scene: Scene = build_session_scene(Session.begin(rules, 3))
    for place in scene.places:
        words = "\n".join(describe_place(place, scene, LOADED.catalog.translate))
        for name in place.exits:
            other = next(each for each in scene.places if each.id == name)
            assert LOADED.catalog.translate(other.label) in words


# The log.


@pytest.mark.parametrize(
    ("given", "action", "dice", "english", "spanish"),
    [
        (
            {"players": "P1 F1_R1 -1; P2 F2_P 3", "boxes": {"F1_R1": ["EVENT:CORPSE"]}},
            "SEARCH P1",
            "event 4",
            "P1 rolls 4 for a corpse: −1 sanity.",
            "P1 saca 4 para Cadáver: −1 de cordura.",
        ),
        (
            {"players": "P1 F1_R1 -1 {TRAPPED 3}; P2 F2_P 3"},
            "ESCAPE P1",
            "escape 3",
            "P1 rolls for an escape: 3 − 1 = 2, at least 3 needed: failure.",
            "P1 tira para liberarse: 3 − 1 = 2, hacen falta 3 o más: no lo logra.",
        ),
    ],
    ids=["sum", "test"],
)
def test_the_log_has_the_sums(rules: Rules, given: Any, action: str, dice: str, english: str, spanish: str) -> None:
    players = given.pop("players")
    trial = play_case(rules, players, action, dice=dice, profile="full_game", **given)
    for language, words in (("en", english), ("es", spanish)):
        LOADED.catalog.set_language(language)
        told = [LOADED.catalog.translate(line.message) for line in trial.session.log]
        LOADED.catalog.set_language("en")
        assert words in told


@pytest.mark.parametrize(
    ("soul", "given", "lessons"),
    [
        ("F1_P 5", {"round": 1}, "start move"),
        ("F1_P 5", {}, "move report"),
        ("F1_P 5", {"king": 1}, "move king report"),
        ("F1_P 5", {"king": 1, "banish": 1}, "move report"),
        ("F1_P 5", {"king": 1, "round": 1}, "start move"),
        ("F1_R2 -1", {}, "low move report"),
        ("F1_R2 5 k1", {}, "move report key"),
        ("F1_R2 5 k1", {"config": {"keys_to_win": 1}}, "move report key threshold"),
        ("F1_R1 5", {}, "move stair report"),
        ("F1_R2 5", {"boxes": {"F1_R2": ["VIAL"]}}, "move search report"),
        ("F1_R2 5 [VIAL]", {}, "move use report"),
        ("F1_R2 5 {CURSED 2}", {}, "move report status"),
        ("F1_R2 5 {TRAPPED 2}", {"specials": {"F1_R2": {"type": "TAVERN"}}}, "trapped report status"),
        ("F1_R2 5", {"monsters": "GOBLIN F1_R2"}, "monster move report"),
        ("F1_R2 5", {"monsters": "GOBLIN F1_R1"}, "move report"),
        (
            "F1_R2 5",
            {"specials": {"F1_R2": {"type": "PEDLAR"}}, "pedlar_deck": ["KEY"] * 2},
            "move pedlar report special",
        ),
        ("F1_R2 5", {"specials": {"F1_R2": {"type": "TAVERN"}}}, "move report special"),
        ("F1_R2 5", {"specials": {"F1_R2": {"type": "TAVERN", "revealed": False}}}, "move report"),
    ],
)
def test_each_lesson_comes_at_its_moment(rules: Rules, soul: str, given: Any, lessons: str) -> None:
    trial = play_case(rules, f"P1 {soul}; P2 F2_P 3", **{"king": 3, **given})
    assert [lesson.id for lesson in build_session_scene(trial.session).lessons] == [
        f"king-{name}" for name in lessons.split()
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"profile": "full_game"}, ["  1, 4 to floor 2", "by one room, instead of moving along the ring."]),
        ({"profile": "strict_p0"}, ["  3    to floor 1", "On each floor the boxes rotate by one room."]),
        ({"roulette": "direct", "king_d6_1": "shuffle"}, ["  4    he rolls again", "  1    Every box is shuffled."]),
        ({"profile": "full_game", "crown_source": "sanctuary"}, ["  2    Every soul loses 1 sanity. The floor of the"]),
    ],
)
def test_the_page_of_the_king_tells_his_dice(rules: Rules, options: dict[str, Any], told: list[str]) -> None:
    page = build_session_scene(Session.begin(rules, 3, options)).pages["king"]
    lines = "\n".join("".join(LOADED.catalog.translate(span.text) for span in line.spans) for line in page.lines)
    assert [words for words in told if words not in lines] == []
    assert lines.count("is spared") == 4 * ("crown_source" in options)


def test_the_edge_is_announced_to_whom_one_more_loss_fells(rules: Rules) -> None:
    session = Session.begin(rules, 1)
    assert session.state.question is not None
    soul = board_of(session.state).souls[session.state.question.actor]
    for soul.sanity, tint in ((MIN_SANITY + 1, Tint.BAD), (MIN_SANITY + 2, Tint.WARY), (-1, Tint.WARY), (0, Tint.TEXT)):
        scene = build_session_scene(session)
        spans = [span for panel in scene.panels for line in panel.lines for span in line.spans]
        assert {span.tint for span in spans if span.text == f"{format_number(soul.sanity)}/{soul.top}"} == {tint}
        assert (scene.alert is not None) is (tint is Tint.BAD)


def test_a_blow_names_the_monster_that_it_strikes(rules: Rules, language: str) -> None:
    """The first to arrive; the key of an object without a target has its name alone."""
    monsters = "ICE_QUEEN F1_R1; SACK_MAN F1_R1"
    trial = play_case(rules, "P1 F1_R1 3 BRAWLER [BLUNT,VIAL]; P2 F2_P 3", monsters=monsters, profile="full_game")
    labels = [LOADED.catalog.translate(choice.label) for choice in build_session_scene(trial.session).choices["use"]]
    assert (
        labels
        == {
            "en": ["Blunt Weapon against Ice Queen", "Vial"],
            "es": ["Arma contundente contra Reina Helada", "Vial"],
        }[language]
    )


def test_ice_on_the_floor_is_a_condition_of_the_souls_there(rules: Rules, language: str) -> None:
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", monsters="ICE_SERVANT F1_P", profile="full_game")
    rows = build_session_scene(trial.session).panels[0].lines[1:]
    told = [LOADED.catalog.translate(row.spans[-1].text) for row in rows]
    assert told == [{"en": "ice: 1 action", "es": "hielo: 1 acción"}[language], ""]


@pytest.mark.parametrize(("role", "cards", "asks"), [("TANK", 2, True), ("PSYCHIC", 2, False), ("PSYCHIC", 1, True)])
def test_who_may_swap_a_card_is_not_warned_of_it(rules: Rules, role: str, cards: int, asks: bool) -> None:
    boxes = {"F1_R1": ["EVENT:YELLOW_MIRROR", "VIAL"][:cards]}
    trial = play_case(rules, f"P1 F1_P 3 {role}; P2 F2_P 3", profile="full_game", king=3, boxes=boxes)
    board_of(trial.session.state).known_counts[NODE_BY_NAME["F1_R1"]] = 1
    scene = build_session_scene(trial.session)
    to_room = next(binding for binding in scene.bindings if binding.fields.get("to") == "F1_R1")
    assert (to_room.confirmation is not None) == asks


def test_a_price_is_not_a_setback(rules: Rules) -> None:
    """A replay stops at setbacks, and not at what a Healer gives."""
    trial = play_case(rules, "P1 F1_R1 3 HEALER; P2 F2_P -1", "HEAL_OTHERS P1 CLARITY", profile="full_game")
    [line] = [line for line in trial.session.log if line.message.id == "king-log-lost"]
    assert line.kind == ""
