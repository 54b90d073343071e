"""The house by keys, cursor and mouse: ways, questions, lists, and why a key does nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from king_cases import play_case

from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import commands as cmd
from footfall.plugins.king.layout import NODE_BY_NAME
from footfall.plugins.king.state import Monster, board_of
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.frontend import Closed, Frontend, InputEvent, KeyPress, Pointer
from footfall.ui.interaction import handle_key
from footfall.ui.loop import run_ui_loop
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UiState

LOADED = load("core.king", only_mods=[])
SIZES = ((24, 80), (40, 120))


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


def run_screen(session: Session, events: list[Any], size: tuple[int, int]) -> list[str]:
    screen = Screen(events, size)
    view = GameView(session, LOADED.catalog.translate)
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
    """A room, a soul with a status, a monster, a card that lies face up, the armory, the King, the row of a soul."""
    trial = play_case(
        rules,
        "P1 F1_P 3 HEALER {CURSED 2}; P2 F2_R1 3",
        profile="full_game",
        king=3,
        monsters="GOBLIN F3_R1",
        boxes={"F2_R2": ["EVENT:CORPSE"]},
        specials={"F2_R4": {"type": "ARMOURY"}},
        armoury=["RING"],
    )
    board = board_of(trial.session.state)
    board.known_counts[7], board.monsters[0].loot = 1, ["VIAL"]
    for words, told in (
        ("Library", "Doors: Lower Corridor, Parlor."),
        ("▸P1", "Cursed, for 2 more rounds: At the end of the round"),
        ("Goblin", "Has stolen: Vial."),
        ("a corpse", "up to 2: the next turn is"),
        ("Ring", "Ring: a treasure."),
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


@pytest.mark.parametrize(("at", "keys"), [("F1_R2", "<"), ("F2_R2", "<>"), ("F3_R2", ">")])
def test_the_keys_of_stairs_elsewhere_say_why(rules: Rules, at: str, keys: str) -> None:
    trial = play_case(rules, f"P1 {at} 3; P2 F1_P 3", profile="full_game", king=3)
    for key in keys:
        screen = run_screen(trial.session, [KeyPress(key)], (24, 80))[1]
        assert "! Only the stair room leads to another floor." in screen


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
        ("EVENT:YELLOW_MIRROR", "On top: Yellow Mirror. In any case: sanity changes sign, from 3 to −3."),
        ("KEY", ""),
    ):
        trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", profile="full_game", king=3, boxes={"F1_R1": [card]})
        board_of(trial.session.state).known_counts[NODE_BY_NAME["F1_R1"]] = 1
        screens = run_screen(trial.session, [KeyPress("s"), KeyPress("n")], (24, 100))
        assert words in " ".join(screens[1].split())
        assert [type(command) for command in trial.session.commands] == ([] if words else [cmd.Search])


@pytest.mark.parametrize(("keys", "searches"), [("s s", False), ("s y", True), ("m 2 s", True)])
def test_the_key_that_asked_does_not_agree(rules: Rules, keys: str, searches: bool) -> None:
    """In Spanish s searches, and says yes to questions that another key has asked."""
    boxes = {name: ["STATUS:PARANOIA"] for name in ("F1_R1", "F1_R2")}
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", profile="full_game", king=3, boxes=boxes)
    for name in boxes:
        board_of(trial.session.state).known_counts[NODE_BY_NAME[name]] = 1
    LOADED.catalog.set_language("es")
    try:
        asked = run_screen(trial.session, list(map(KeyPress, keys.split())), (24, 100))[-2 if searches else 1]
    finally:
        LOADED.catalog.set_language("en")
    assert ("sí (o s)" in asked) == keys.startswith("m"), asked
    assert bool(trial.session.commands) == searches


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
    assert "Vial, when used: +2 sanity." in screens[1]
    assert "Compass: to the corridor of this floor, for free." in screens[2]


def test_the_peddler_names_his_price(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_R1 3 [BLUNT]; P2 F2_P 3", profile="full_game", king=3, **ROOM["PEDLAR"])
    assert "+1 sanity" in run_screen(trial.session, [KeyPress("v")], (24, 80))[1]


def test_a_wrong_key_leaves_the_question_on_the_screen(rules: Rules) -> None:
    boxes = {"F1_R1": ["VIAL"], "F1_R2": ["VIAL"]}
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", "MOVE P1 F1_P", profile="full_game", king=3, boxes=boxes)
    rows = [screen.splitlines()[-1] for screen in run_screen(trial.session, [KeyPress("%")], (24, 120))]
    assert "P1 may look at one top card. In which room? 1 2  a Do not look" in rows[0]
    assert "P1 may look at one top card. In which room? ! That key does not answer this question." in rows[1]


@pytest.mark.parametrize(
    ("language", "question", "refusal", "about"),
    [
        (
            "en",
            "P1 carries too much. Discard what?",
            " ! That key does not answer this question.",
            "Vial, when used: +2",
        ),
        ("es", "P1 lleva demasiado. ¿Qué descarta?", " ! Esa tecla no responde a esta pregunta.", "+2 de cordura"),
    ],
)
def test_a_wrong_key_hides_no_part_of_the_list(
    rules: Rules, language: str, question: str, refusal: str, about: str
) -> None:
    given = {"profile": "strict_p0", "king": 3, "boxes": {"F1_R1": ["COMPASS"]}}
    trial = play_case(rules, "P1 F1_R1 3 SCOUT [VIAL]; P2 F2_P 3", "SEARCH P1", **given)
    LOADED.catalog.set_language(language)
    asked, refused = (screen.splitlines() for screen in run_screen(trial.session, [KeyPress("%")], (24, 80)))
    LOADED.catalog.set_language("en")
    assert refused[:-1] == asked[:-1]
    assert refused[-1] == refusal
    assert sum(question in row for row in refused) == 1
    assert any(about in row for row in refused)


def test_the_answers_of_a_psychic_tell_what_is_drawn(rules: Rules) -> None:
    """That of the option under the cursor first, then the other one."""
    boxes = {"F1_R1": ["VIAL", "COMPASS"]}
    trial = play_case(rules, "P1 F1_P 3 PSYCHIC; P2 F2_P 3", "MOVE P1 F1_R1", profile="full_game", king=3, boxes=boxes)
    screens = run_screen(trial.session, [KeyPress("DOWN"), KeyPress("UP")], (24, 80))
    cards = "Vial, when used: +2 sanity.", "Compass: to the corridor of this floor, for free."
    told = [[screen.index(card) for card in cards] for screen in screens[:2]]
    assert [first < second for first, second in told] == [True, False]


def test_the_answers_of_a_psychic_tell_what_becomes_of_the_soul(rules: Rules) -> None:
    boxes = {"F1_R1": ["VIAL", "EVENT:YELLOW_MIRROR"]}
    trial = play_case(rules, "P1 F1_P 4 PSYCHIC; P2 F2_P 3", "MOVE P1 F1_R1", profile="full_game", king=3, boxes=boxes)
    screens = run_screen(trial.session, [KeyPress("UP")], (24, 100))
    assert all("Yellow Mirror: In any case: sanity changes sign, from 4 to −4" in screen for screen in screens[:2])


def test_the_price_of_each_sacrifice_is_told(rules: Rules) -> None:
    boxes = {"F1_R1": ["EVENT:YELLOW_BLOW"]}
    given = {"dice": "event 4", "profile": "full_game", "king": 3, "boxes": boxes}
    trial = play_case(rules, "P1 F1_R1 -4 k1 [VIAL]; P2 F2_P 3", "SEARCH P1", **given)
    screens = run_screen(trial.session, [KeyPress("DOWN"), KeyPress("DOWN"), KeyPress("DOWN")], (24, 100))
    prices = "One object slot is lost for good", "1 maximum sanity is lost for good", "loses all keys and objects"
    assert all(any(price in screen for screen in screens) for price in prices)


def test_objects_in_hand_are_explained_at_the_cursor(rules: Rules) -> None:
    trial = play_case(rules, "P1 F1_P 3 [COMPASS]; P2 F2_P 3", profile="full_game", king=3)
    screens = run_screen(trial.session, [KeyPress("x")], (40, 120))
    assert "Compass: to the corridor of this floor, for free." in " ".join(screens[1].split())


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


def test_a_game_begins_with_the_board_and_the_legend_has_a_key(rules: Rules) -> None:
    screens = run_screen(Session.begin(rules, 1), [KeyPress("L"), KeyPress("ESC"), KeyPress("1")], (40, 120))
    assert ["Two to four souls search a house" in screen for screen in screens[:3]] == [False, True, False]
    assert "Floor 1" in screens[0]
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
    board.keys_destroyed, board.round = 2, 10**9
    for _ in range(2):  # a command first: before it, no turn is counted
        title, *_ = run_screen(trial.session, [KeyPress("4")], (24, 80))[-1].splitlines()
    assert "Round 1000000000" in title
    assert "turn" not in title


@pytest.mark.parametrize(
    ("sanity", "words"), [(3, "escape (certain)"), (1, "escape (die 2 or more, 83 %)"), (-4, "escape (cannot succeed")]
)
def test_the_key_of_an_escape_tells_its_chance(rules: Rules, sanity: int, words: str) -> None:
    trial = play_case(rules, f"P1 F1_P {sanity} {{TRAPPED 2}}; P2 F2_P 3", profile="full_game", king=3)
    assert words in run_screen(trial.session, [], (24, 80))[-1]


def test_a_turn_without_a_possible_action_ends_unasked(rules: Rules) -> None:
    """K-MON-ICE_QUEEN, K-ACT-MEDITATE: no moves, no rest next to the King, no box in a corridor."""
    for king in (1, 3):
        trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="full_game", king=king, monsters="ICE_QUEEN F1_R3")
        board = board_of(trial.session.state)
        board.monsters[0].arrival_round = board.round
        asked = any("End the turn?" in screen for screen in run_screen(trial.session, [KeyPress("n")], (24, 80)))
        assert asked is (king == 3), "it can meditate without the King"
        assert bool(trial.session.commands) is not asked


def test_the_legend_tells_of_the_peddler_and_of_the_number_at_the_king(rules: Rules) -> None:
    for number, shown in ((1, False), (2, True)):
        trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="strict_p0", king=3)
        board_of(trial.session.state).round = number
        page = " ".join(run_screen(trial.session, [KeyPress("L")], (60, 120))[-1].split())
        assert "The peddler is a special room" in page
        assert "the cursor on a place tells what they can do" in page
        assert ("the King, with the sanity he takes" in page) is shown


@pytest.mark.parametrize(
    ("begins", "told"),
    [(1, "1 from round 1 on, 2 from round 7 on."), (2, "1 from round 2 on,"), (8, ": 2 from round 8 on.")],
)
def test_the_legend_says_from_when_the_king_takes_sanity(rules: Rules, begins: int, told: str) -> None:
    config = {"presence_from_round": begins, "presence_table": [[1, 1], [7, 2]]}
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="first_game", config=config)
    page = " ".join(run_screen(trial.session, [KeyPress("L")], (60, 120))[-1].split())
    assert told in page
    assert "The King takes sanity only on his floor" in page


def test_the_hint_of_the_report_comes_with_the_new_round(rules: Rules) -> None:
    for turns in (0, 1):
        trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", profile="full_game", king=3)
        board = board_of(trial.session.state)
        board.round, board.turns = 2, turns
        lessons = [lesson.id for lesson in build_session_scene(trial.session).lessons]
        assert ("king-report" in lessons) is (turns == 0)


def test_a_row_of_souls_uses_the_columns_that_it_leaves_free(rules: Rules) -> None:
    souls = "P1 F1_P 3 {CURSED 2} {POISONED 2}; P2 F2_P 3 [BLUNT,COMPASS]"
    trial = play_case(rules, souls, profile="full_game", king=3)
    screen = run_screen(trial.session, [], (24, 80))[-1]
    assert "Cursed 2, Poisoned 2" in screen
    assert "Blunt Weapon, Compass" in screen
    assert " 3/5    2 " in screen, "the columns of numbers are aligned"
    souls = "P1 F1_P 3 [BLUNT,BLUNT]; P2 F2_P 3 [COMPASS,CROWN]"
    screen = run_screen(play_case(rules, souls, profile="full_game", king=3).session, [], (24, 80))[-1]
    assert "2/2 Blunt Weapon ×2" in screen
    assert "1/2 Compass + Crown" in screen


@pytest.mark.parametrize(("role", "helps"), [("HEALER", True), ("TANK", False)])
def test_a_trapped_soul_hears_of_a_healer_that_plays(rules: Rules, role: str, helps: bool) -> None:
    trial = play_case(rules, f"P1 F1_R1 3 SCOUT {{TRAPPED 2}}; P2 F2_P 3 {role}", profile="full_game", king=3)
    lessons = build_session_scene(trial.session).lessons
    told = load("king", only_mods=()).catalog.translate(next(one.text for one in lessons if one.id == "king-trapped"))
    assert ("the Healer can raise your sanity" in told) is helps


def test_a_look_that_is_too_long_says_so_and_leaves_the_keys(rules: Rules) -> None:
    souls = "; ".join(f"P{seat} F1_P 3 {{CURSED 2}} {{POISONED 2}} [BLUNT,COMPASS]" for seat in range(1, 5))
    trial = play_case(rules, souls, profile="full_game", king=3)
    for size in SIZES:
        screen = run_screen(trial.session, [KeyPress("x")], size)[-1]
        assert ("more lines" in screen) is (size == SIZES[0]), screen
        assert "look around" in screen.splitlines()[-1]
