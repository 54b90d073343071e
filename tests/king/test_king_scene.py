"""The house on the screen: names instead of codes, hidden cards hidden, ways by key, cursor and click, sums of dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from king_cases import play_case

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.app.lessons import LessonTracker
from footfall.engine.codec import decode_state, encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Command, Message
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import commands as cmd
from footfall.plugins.king.layout import NODE_BY_NAME, NODE_NAMES
from footfall.plugins.king.records import records_of
from footfall.plugins.king.state import MIN_SANITY, Board, Monster, board_of
from footfall.sim.bots import choose_random_command, play_turns
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.place_words import describe_place
from footfall.ui.frontend import Closed, Frontend, InputEvent, KeyPress, Pointer
from footfall.ui.interaction import handle_key
from footfall.ui.loop import run_ui_loop
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UiState

LOADED = load("core.king", only_mods=[])
CODES = re.compile(r"F[123]_[PR]\d?|(?<![\w./:])(?:king|footfall)-[a-z]+[\w-]*")
SIZES = ((24, 80), (40, 120))


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


# Keys and the mouse, through the loop.


class Screen(Frontend):
    """A front end that takes events from a list; a function makes an event of the scene's last canvas."""

    def __init__(self, events: list[InputEvent | Callable[[str], InputEvent]], size: tuple[int, int]) -> None:
        self.events, self.shape = list(events), size
        self.screens: list[str] = []

    def size(self) -> tuple[int, int]:
        return self.shape

    def show(self, canvas: Canvas) -> None:
        self.screens.append(canvas_to_text(canvas))

    def read(self, timeout: float = 0.1) -> InputEvent:
        event = self.events.pop(0) if self.events else Closed()
        return event(self.screens[-1]) if callable(event) else event


def point_at(words: str, click: bool = False) -> Callable[[str], InputEvent]:
    """Returns what makes a pointer event at the first place of the screen with these words."""

    def find(screen: str) -> InputEvent:
        for y, row in enumerate(screen.splitlines()):
            if words in row:
                return Pointer(y + 0.5, row.index(words) + 0.5, click)
        raise AssertionError(f"{words!r} is not on the screen:\n{screen}")

    return find


def run_screen(
    session: Session, events: list[Any], size: tuple[int, int], lessons: LessonTracker | None = None
) -> list[str]:
    screen = Screen(events, size)
    view = GameView(session, LOADED.catalog.translate, lesson_tracker=lessons)
    run_ui_loop(screen, view, UiSettings(has_motion=False))
    return screen.screens


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "events",
    [
        [KeyPress("3")],
        [point_at("Library", click=True)],
        [KeyPress("DOWN"), KeyPress("ENTER")],
        [KeyPress("x"), KeyPress("TAB"), KeyPress("TAB"), KeyPress("TAB"), KeyPress("SPACE")],
        [KeyPress("m"), KeyPress("3")],
    ],
    ids=["digit", "click", "arrow", "look", "list"],
)
def test_a_soul_goes_by_key_cursor_and_click(rules: Rules, events: list[Any], size: tuple[int, int]) -> None:
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", dice="event 3", profile="full_game", king=3)
    run_screen(trial.session, events, size)
    assert trial.session.commands == [cmd.Move(actor=0, to="F1_R3")]


@pytest.mark.parametrize("size", SIZES)
def test_pointing_tells_what_a_thing_is(rules: Rules, size: tuple[int, int]) -> None:
    """A room, a soul with a status, a monster, a card that lies face up, the King, the row of a soul."""
    trial = play_case(
        rules,
        "P1 F1_P 3 HEALER {CURSED 2}; P2 F2_R1 3",
        profile="full_game",
        king=3,
        monsters="GOBLIN F3_R1",
        boxes={"F2_R2": ["EVENT:CORPSE"]},
    )
    board = board_of(trial.session.state)
    board.known_counts[7], board.monsters[0].loot = 1, ["VIAL"]
    for words, told in (
        ("Library", "Doors: Lower Corridor, Parlor."),
        ("▸P1", "Cursed, for 2 more rounds: At the end of the round"),
        ("Goblin", "Has stolen: Vial."),
        ("a corpse", "up to 2: the next turn is"),
        ("♛", "The King in Yellow."),
        ("P1 Healer  ", "Can heal, for 1 sanity: all"),
    ):
        screen = run_screen(trial.session, [point_at(words)], size)[-1]
        assert told in screen, (words, screen)
    assert screen.count("◆Goblin") == 1, "in its room alone"


def test_a_place_out_of_reach_is_told_and_not_entered(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="full_game", king=3)
    screens = run_screen(trial.session, [point_at("Tower", click=True), KeyPress("ENTER"), KeyPress("ESC")], (24, 80))
    assert "Tower (Floor 3)" in screens[1]
    assert "┏" in screens[1]
    assert "There is no way to that place now." in screens[2]
    assert "┏" not in screens[3]
    assert trial.session.commands == []


def test_questions_for_a_place_are_answered_on_the_board(rules: Rules) -> None:
    """K-ACT-PEEK: the rooms of one floor have their numbers as keys; a click on one looks at its top card."""
    boxes = {"F1_R1": ["KEY"], "F1_R3": ["OBJECT:VIAL"]}
    for event in (point_at("Library", click=True), KeyPress("3")):
        trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", profile="full_game", king=3, boxes=boxes)
        screens = run_screen(trial.session, [KeyPress("0"), event], (24, 80))
        assert "3 Library" in screens[1]
        assert "a Do not look" in screens[1].splitlines()[-1]
        assert "P1 sees the top card of the Library: Vial." in screens[2]


def test_a_key_that_is_not_legal_now_says_why(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="full_game", king=3)
    screens = run_screen(trial.session, [KeyPress("s"), KeyPress("b"), KeyPress("4")], (24, 80))
    assert "s search" not in screens[0].splitlines()[-1], "the last row has what is possible"
    assert "! There are no cards here." in screens[1]
    assert "! You are not in that special room." in screens[2]
    assert [type(command) for command in trial.session.commands] == [cmd.Move]


ROOM = {name: {"specials": {"F1_R1": {"type": name}}} for name in ("ARMOURY", "PEDLAR", "YELLOW_DOORS")}
FULL_ARMORY = {**ROOM["ARMOURY"], "armoury": ["RING", "KEY"]}
TRADE = {"config": {"trade": True}}


@pytest.mark.parametrize(
    ("key", "players", "given", "words"),
    [
        ("m", "P1 F1_R1 3 {TRAPPED 2}; P2 F2_P 3", {}, "Trapped: escape first."),
        ("m", "P1 F1_R1 3 [VIAL] spent2; P2 F2_P 3", {}, "Not enough actions left."),
        ("u", "P1 F1_R1 3; P2 F2_P 3", {}, "You carry no object."),
        ("u", "P1 F1_P 3 [COMPASS]; P2 F2_P 3", {}, "Compass: That works only in a room."),
        ("h", "P1 F1_R1 3 HEALER {TRAPPED 2}; P2 F2_P 3", {}, "Trapped: escape first."),
        ("t", "P1 F1_R1 3 [CHAMBERS_BOOK]; P2 F2_P 3", {}, "You need the Book and a tale."),
        ("g", "P1 F1_R1 3 [VIAL]; P2 F1_R1 3", {}, "The rules of this game allow no giving."),
        ("g", "P1 F1_R1 3 [VIAL]; P2 F2_P 3", TRADE, "No other soul is in your place."),
        ("g", "P1 F1_R1 3; P2 F1_R1 3", TRADE, "You carry neither an object nor a key."),
        ("g", "P1 F1_R1 3 k1; P2 F1_R1 3 k1", TRADE, "No soul here has a free slot for what you carry."),
        ("g", "P1 F1_R1 3 k1 {TRAPPED 2}; P2 F1_R1 3", TRADE, "Trapped: escape first."),
        ("v", "P1 F1_R1 3 [VIAL]; P2 F2_P 3", {}, "That works only in this special room: Peddler."),
        ("v", "P1 F1_R1 3; P2 F2_P 3", ROOM["PEDLAR"], "You carry no object."),
        ("v", "P1 F1_R1 3 [CROWN]; P2 F2_P 3", ROOM["PEDLAR"], "The peddler does not take that."),
        ("p", "P1 F1_R1 3; P2 F2_P 3", ROOM["ARMOURY"], "You carry neither an object nor a key."),
        ("p", "P1 F1_R1 3 [CROWN]; P2 F2_P 3", ROOM["ARMOURY"], "What you carry cannot be left behind."),
        ("p", "P1 F1_R1 3 k1; P2 F2_P 3", FULL_ARMORY, "The armory is full."),
        ("a", "P1 F1_R1 3; P2 F2_P 3", ROOM["ARMOURY"], "The armory is empty."),
        ("a", "P1 F1_R1 3 k1; P2 F2_P 3", {**ROOM["ARMOURY"], "armoury": ["KEY"]}, "There is no free slot for it."),
        ("o", "P1 F1_R1 3; P2 F1_R1 3", ROOM["YELLOW_DOORS"], "The doors lead only to a player in another place."),
    ],
)
def test_a_list_without_choices_says_why(rules: Rules, key: str, players: str, given: Any, words: str) -> None:
    scene = build_session_scene(play_case(rules, players, **given).session)
    notice = handle_key(UiState(), scene, key)[0].notice
    assert notice is not None
    assert LOADED.catalog.translate(notice) == words


def test_ending_a_turn_early_asks_first(rules: Rules) -> None:
    for spent, keys in ((0, ("n", "y")), (2, ("n",))):
        trial = play_case(rules, f"P1 F1_P 3 [VIAL] spent{spent}; P2 F2_P 3", profile="full_game", king=3)
        screens = run_screen(trial.session, [KeyPress("n"), *map(KeyPress, keys[1:])], (24, 80))
        assert ("2 actions are left. End the turn?" in screens[1]) == (len(keys) == 2)
        assert [type(command) for command in trial.session.commands] == [cmd.EndTurn]


def test_a_card_that_lies_face_up_is_told_before_it_is_drawn(rules: Rules) -> None:
    """The search of the first is stopped; the second one finds a key without a question."""
    for card, words in (
        ("EVENT:YELLOW_MIRROR", "Yellow Mirror lies on top. In any case: sanity changes its sign."),
        ("KEY", ""),
    ):
        trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", profile="full_game", king=3, boxes={"F1_R1": [card]})
        board_of(trial.session.state).known_counts[NODE_BY_NAME["F1_R1"]] = 1
        screens = run_screen(trial.session, [KeyPress("s"), KeyPress("n")], (24, 100))
        assert words in " ".join(screens[1].split())
        assert [type(command) for command in trial.session.commands] == ([] if words else [cmd.Search])


def test_meditating_at_full_sanity_asks_first(rules: Rules) -> None:
    for top, told in (("max3", True), ("max4", False)):
        trial = play_case(rules, f"P1 F1_R1 3 {top}; P2 F2_P 3", profile="full_game", king=3)
        screens = run_screen(trial.session, [KeyPress("d"), KeyPress("n")], (24, 100))
        assert ("Your sanity is at its maximum" in screens[1]) is told
        assert [type(command) for command in trial.session.commands] == ([] if told else [cmd.Meditate])


def test_the_table_counts_slots_of_objects(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_R1 3 [VIAL]; P2 F2_P 3 SCOUT", profile="full_game", king=3)
    rows = run_screen(trial.session, [], (24, 100))[0]
    assert "1/2 Vial" in rows
    assert "0/1" in rows


def test_lists_tell_what_cards_do(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_R1 3 [VIAL,COMPASS]; P2 F2_P 3", profile="full_game", king=3)
    screens = run_screen(trial.session, [KeyPress("u"), KeyPress("DOWN")], (24, 80))
    assert "Vial: +2 sanity." in screens[1]
    assert "Compass: to the corridor of this floor, for free." in screens[2]


def test_the_answers_of_a_psychic_tell_what_is_drawn(rules: Rules) -> None:
    boxes = {"F1_R1": ["VIAL", "COMPASS"]}
    trial = play_case(rules, "P1 F1_P 3 PSYCHIC; P2 F2_P 3", "MOVE P1 F1_R1", profile="full_game", king=3, boxes=boxes)
    screens = run_screen(trial.session, [KeyPress("DOWN"), KeyPress("UP")], (24, 80))
    cards = "Vial: +2 sanity.", "Compass: to the corridor of this floor, for free."
    told = [[card in screen for card in cards] for screen in screens[:2]]
    assert told == [[True, False], [False, True]]


def test_the_title_names_the_turn_and_the_prompt_who_is_asked(rules: Rules) -> None:
    """K-EVENT FACE_SWAP: the psychic that was swapped into a room is asked in another soul's turn."""
    trial = play_case(
        rules,
        "P1 F1_R1 3 TANK; P2 F1_R3 3 PSYCHIC",
        "SEARCH P1",
        dice="event 6",
        profile="full_game",
        king=3,
        boxes={"F1_R1": ["EVENT:FACE_SWAP", "KEY", "KEYRING"]},
    )
    assert trial.session.state.question is not None
    assert trial.session.state.question.actor == 1
    screens = run_screen(trial.session, [KeyPress("m"), KeyPress("ESC")], (24, 80))
    assert "P1 Tank: 1 action" in screens[0].splitlines()[0]
    is_asked = ["P2 sees Key, then Key Ring" in screen and "Swap" in screen for screen in screens]
    assert all(is_asked), "no key of a turn has a meaning now"


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
    for soul.sanity, is_told in ((MIN_SANITY + 1, True), (MIN_SANITY + 2, False)):
        assert (build_session_scene(session).alert is not None) is is_told


def test_the_first_game_of_a_player_begins_with_the_legend(rules: Rules, tmp_path: Path) -> None:
    """It is closed like any page, and comes once."""
    for game in (1, 2):
        tracker = LessonTracker(tmp_path / "lessons")
        screens = run_screen(Session.begin(rules, game), [KeyPress("ESC"), KeyPress("1")], (40, 120), tracker)
        assert ("Two to four souls search a house" in screens[0]) == (game == 1)
        assert "Floor 1" in screens[1]
        assert "P1 goes to the Kitchen." in screens[-1]


def test_the_key_of_a_place_that_is_out_of_reach_says_why(rules: Rules) -> None:
    session = Session.begin(rules, 3)
    board = board_of(session.state)
    key = next(each.keys[0] for each in build_session_scene(session).bindings if each.command is cmd.Move)
    board.monsters.append(Monster(1, "ICE_QUEEN", board.souls[board.active].node, board.round))
    command = handle_key(UiState(), build_session_scene(session), key)[1]
    assert isinstance(command, cmd.Move)
    refusal = session.submit(command).refusal
    assert refusal is not None
    assert refusal.message.id == "king-no-sealed"


def test_a_narrow_title_has_the_round_rather_than_the_turn(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="full_game", king=3)
    board = board_of(trial.session.state)
    board.keys_destroyed, board.round = 2, 1000
    for _ in range(2):  # a command first: before it, no turn is counted
        title, *_ = run_screen(trial.session, [KeyPress("4")], (24, 80))[-1].splitlines()
    assert "Round 1000" in title
    assert "turn" not in title


@pytest.mark.parametrize(
    ("sanity", "words"), [(3, "escape (certain)"), (1, "escape (die 2 or more, 83 %)"), (-4, "escape (cannot succeed")]
)
def test_the_key_of_an_escape_tells_its_chance(rules: Rules, sanity: int, words: str) -> None:
    trial = play_case(rules, f"P1 F1_P {sanity} {{TRAPPED 2}}; P2 F2_P 3", profile="full_game", king=3)
    assert words in run_screen(trial.session, [], (24, 80))[-1]
