"""Boxes for the places of a board: walls, gaps, stairs, what fits, the cursor, without color and at every size."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, strategies as st

from footfall.api import Answer, Command, Message
from footfall.api.scene import Binding, Choice, Line, Panel, Place, Scene, Span, Tint
from footfall.ui.drawing.canvas import Canvas, Target, canvas_to_text
from footfall.ui.drawing.layout import MIN_HEIGHT, MIN_WIDTH
from footfall.ui.drawing.places_pane import arrange_grid, draw_places, fit_things
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.plain_input import describe_input
from footfall.ui.interaction import handle_key
from footfall.ui.pointing import handle_target
from footfall.ui.ui_state import UiState


def text(message: object) -> str:
    return message.id if isinstance(message, Message) else str(message)


def build_board(**changes: Any) -> Scene:
    """Two levels: a wide yard with a shed and a well below it, and a loft above the shed."""
    goods = tuple(Line((Span(f"thing{number}", notes=(f"Note {number}.",)),)) for number in range(4))
    places = (
        Place("yard", "Yard", width=2, exits=("shed",), lines=(Line((Span("cat"),)),)),
        Place("shed", "Shed", row=1, exits=("yard", "loft"), lines=goods, click=Answer(choice=0)),
        Place("well", "The old well", "Well", row=1, column=1, notes=("Deep.",)),
        Place("loft", "Loft", level=1, height=2, width=2, exits=("shed",)),
    )
    levels = (Line((Span("Ground"),)), Line((Span("Above"),)))
    return Scene(Message("board"), places=places, levels=levels, place="yard", **changes)


def draw(scene: Scene, height: int = 12, width: int = 61, selected: str = "", key: str = "") -> Canvas:
    canvas = Canvas(height, width)
    draw_places(canvas.pane(), scene, selected, {"shed": key} if key else {}, text)
    return canvas


def test_shapes_say_where_one_can_go() -> None:
    """A gap leads from yard to shed; yard and well, shed and well have a wall between them."""
    rows = canvas_to_text(draw(build_board())).splitlines()
    assert rows[0].startswith("┌ Ground ─")
    wall = next(row for row in rows[2:] if row.startswith("├"))
    left, right = wall[:15], wall[15:30]
    assert "╴   ╶" in left
    assert " " not in right.rstrip("│ ")[:13]
    assert all(row[15] in "│┬┴" for row in rows if rows.index(row) > rows.index(wall))
    assert "≡" not in rows[1][:31]
    shed = next(row for row in rows if "Shed" in row)
    assert "↑" in shed[:16]
    assert "↓" in rows[1][31:]


def test_the_cursor_is_a_shape() -> None:
    plain, chosen = draw(build_board()), draw(build_board(), selected="well")
    assert canvas_to_text(plain) != canvas_to_text(chosen)
    assert "┏" in canvas_to_text(chosen)


def test_a_key_stands_at_the_place_where_it_goes() -> None:
    assert "3 Shed" in canvas_to_text(draw(build_board(), key="3"))


@given(rows=st.integers(0, 6), width=st.integers(6, 20), sizes=st.lists(st.integers(1, 25), max_size=8))
def test_what_is_left_out_is_counted(rows: int, width: int, sizes: list[int]) -> None:
    lines = [Line((Span("x" * size),)) for size in sizes]
    shown = fit_things(lines, width, rows, text)
    assert len(shown) <= rows
    things = [thing for row in shown for thing in row]
    assert all(sum(len(words) + 1 for _, (words, _) in row) - 1 <= width for row in shown)
    kept = sum(span is not None for span, _ in things)
    left = sum(int(words) for span, (words, _) in things if span is None)
    assert kept + left == len(sizes) or not rows


def test_every_box_has_room_and_the_walls_join() -> None:
    for height in range(12, 40, 3):
        for width in range(24, 80, 7):
            grid = arrange_grid(height, width, build_board().places)
            assert grid.rows[-1] == height - 1
            assert grid.columns[-1] == width - 1
            assert all(b - a >= 2 for lines in grid for a, b in pairwise(lines))


@pytest.mark.parametrize("size", [(MIN_HEIGHT, MIN_WIDTH), (40, 120), (60, 160)])
def test_all_targets_lie_on_the_screen_and_tell_something(size: tuple[int, int]) -> None:
    canvas = Canvas(*size)
    frame = draw_screen(canvas, build_board(), UiState(), text)
    boxes = [target for target in frame.targets if target.place]
    assert [target.place for target in boxes] == ["yard", "shed", "well", "loft"]
    for target in frame.targets:
        assert 0 <= target.rect.top < target.rect.bottom <= size[0]
        assert 0 <= target.rect.left < target.rect.right <= size[1]
    well = next(target for target in boxes if target.place == "well")
    assert well.read_note()[1:] == ("Deep.",)
    named = [target for target in frame.targets if target.read_note() == ("Note 0.",)]
    assert len(named) == 1


@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("size", [(MIN_HEIGHT, MIN_WIDTH), (41, 140), (60, 160)])
def test_a_question_leaves_the_board_free(size: tuple[int, int], count: int) -> None:
    plain, asked = Canvas(*size), Canvas(*size)
    details = (Message("a long word on it"),)
    answers = tuple(Choice(index, f"answer {index}", detail=details) for index in range(count))
    scene = build_board()
    scene.places = tuple(msgspec.structs.replace(place, click=None) for place in scene.places)
    frame = draw_screen(plain, scene, UiState(), text)
    scene.answers, scene.prompt = answers, Message("which one?")
    draw_screen(asked, scene, UiState(), text)
    bottom = max(target.rect.bottom for target in frame.targets if target.place)
    assert (asked.cells[:bottom] == plain.cells[:bottom]).all()
    assert "answer 1" in canvas_to_text(asked)
    assert asked.box is None


def test_arrows_walk_the_board_and_letters_stay_commands() -> None:
    scene, state = build_board(), UiState()
    for key, place in (("DOWN", "shed"), ("RIGHT", "well"), ("RIGHT", "loft"), ("LEFT", "well"), ("TAB", "shed")):
        state, result = handle_key(state, scene, key)
        assert (state.place, result) == (place, None), key
    assert handle_key(state, scene, "j")[0].place == "shed", "a letter without a command does nothing"
    assert handle_key(state, scene, "ENTER") == (UiState(), Answer(choice=0))
    assert handle_key(state, scene, "ESC")[0].place == ""
    assert handle_key(UiState(), scene, "x")[0].place == "yard"


def test_a_question_is_answered_at_its_place() -> None:
    scene = build_board(prompt=Message("where"), answers=(Choice(0, "Shed"), Choice(1, "nowhere")))
    canvas = Canvas(24, 80)
    draw_screen(canvas, scene, UiState(), text)
    screen = canvas_to_text(canvas)
    assert "a Shed" in screen
    assert screen.splitlines()[-1].split() == ["where", "a", "b", "nowhere"]
    draw_screen(canvas, scene, UiState(notice=Message("not-now")), text)
    assert "a) Shed" not in canvas_to_text(canvas), "a notice puts no list over the board"
    assert "not-now" in canvas_to_text(canvas).splitlines()[-1].lower()
    state, _ = handle_key(UiState(), scene, "DOWN")
    assert handle_key(state, scene, "ENTER")[1] == Answer(choice=0)


def test_a_click_asks_what_its_key_asks() -> None:
    """By the mouse and by ENTER; y gives the command, a question of another place is not asked."""
    asked = Binding(("1",), Answer, Message("go"), {"choice": 0}, confirmation=Message("sure"))
    other = Binding(("2",), Answer, Message("go"), {"choice": 1}, confirmation=Message("no"))
    scene = build_board(bindings=(other, asked))
    for press in (Answer(choice=0), Answer(choice=2)):
        target = Target((0, 0, 1, 1), press=press)
        state, result = handle_target(UiState(), scene, target, click=True)
        if press.choice:
            assert (state.confirmation, result) == (None, press)
        else:
            assert state.confirmation is not None
            assert result is None
            assert state.confirmation.question.id == "sure"
            assert handle_key(state, scene, "y")[1] == press
    state, result = handle_key(UiState(place="shed"), scene, "ENTER")
    assert state.confirmation is not None
    assert result is None


def test_the_place_of_the_player_is_lit() -> None:
    canvas = draw(build_board())
    ground = canvas.palette.background
    assert (canvas.cells["bg"][1, 2] == ground[Tint.LIGHT]).all()
    assert not np.array_equal(ground[Tint.LIGHT], ground[Tint.FLOOR])


class Go(Command, frozen=True, tag="tests.inn:go"):
    to: str


def test_the_board_of_the_guide_is_drawn_as_it_is_printed() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "adding" / "game.md").read_text("utf-8")
    names: dict[str, Any] = {"Go": Go}
    exec(re.findall(r"```python\n(.*?)```", guide, re.S)[-1], names)
    canvas = Canvas(24, 80)
    draw_screen(canvas, names["scene"], UiState(), text)
    screen = canvas_to_text(canvas)
    assert all(words in screen for words in ("inn-ground", "inn-below", "inn-hall", "inn-yard", "inn-cellar", "Ann"))
    assert handle_key(UiState(place="yard"), names["scene"], "ENTER")[1] == Go(to="yard")


def test_plain_text_tells_the_place_under_the_cursor() -> None:
    scene = build_board()
    head, told = describe_input(scene, UiState(place="well"), text)
    assert "place-hint" in head[0]
    assert told[1:] == ["Deep."]
    asked = build_board(prompt=Message("where"), answers=(Choice(0, "Shed"), Choice(1, "nowhere")))
    head, told = describe_input(asked, UiState(place="shed"), text)
    assert head == ["where", "a: Shed", "b: nowhere"]
    assert "Note 0." in told


def test_the_cursor_walks_the_table_below_the_board() -> None:
    """Plain text tells the same; the cursor passes a line without notes."""
    rows = [Line((Span("Name"),)), *(Line((Span(name, notes=(f"About {name}.",)),)) for name in ("one", "two"))]
    scene = build_board(panels=(Panel(None, (Line((Span("other"),)),)), Panel(None, tuple(rows), is_table=True)))
    state, told = UiState(), []
    for key in ("DOWN", "DOWN", "DOWN", "DOWN", "UP", "UP", "TAB", "ESC"):
        state, result = handle_key(state, scene, key)
        assert result is None
        told.append(state.place)
        if ":" in state.place:
            assert describe_input(scene, state, text)[1] == [f"About {'one' if state.place == '1:1' else 'two'}."]
    assert told == ["shed", "1:1", "1:2", "1:2", "1:1", "yard", "shed", ""]


@pytest.mark.parametrize("is_asked", [False, True])
def test_a_long_notice_is_shown_whole(is_asked: bool) -> None:
    """A box above the last row has all of it."""
    asked: dict[str, Any] = {"prompt": Message("where"), "answers": (Choice(0, "Shed"), Choice(1, "nowhere"))}
    words = " ".join(f"word{number}" for number in range(24))
    canvas = Canvas(MIN_HEIGHT, MIN_WIDTH)
    draw_screen(canvas, build_board(**(asked if is_asked else {})), UiState(notice=Message(words)), text)
    shown = canvas_to_text(canvas)
    assert all(f"ord{number}" in shown for number in range(24))
