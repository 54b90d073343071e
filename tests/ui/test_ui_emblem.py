"""The title screen: an emblem that a sound crosses, still without motion, and left out where there is no room."""

from __future__ import annotations

import pytest

from footfall.api import Message
from footfall.api.scene import Choice, Scene
from footfall.ui.drawing.canvas import Canvas, Shading, canvas_to_text
from footfall.ui.drawing.screen import DrawnFrame, draw_screen
from footfall.ui.map.map_colors import Motion
from footfall.ui.ui_state import UiState

CHOICES = tuple(Choice(number, f"choice {number}") for number in range(14))
TITLE = Scene(title=Message("title"), has_emblem=True, prompt=Message("?"), answers=CHOICES)


def draw(height: int, width: int, motion: Motion | None, shading: Shading = Shading.FULL) -> tuple[DrawnFrame, Canvas]:
    canvas = Canvas(height, width, shading=shading)
    return draw_screen(canvas, TITLE, UiState(), str, motion), canvas


@pytest.mark.parametrize("shading", Shading)
def test_a_sound_crosses_the_name(shading: Shading) -> None:
    frames = [draw(45, 128, Motion(beat), shading) for beat in range(15)]
    assert all(frame.is_alive for frame, _ in frames)
    assert len({canvas.cells.tobytes() for _, canvas in frames}) > 10
    assert all("█████ " in canvas_to_text(canvas) for _, canvas in frames)


def test_without_motion_it_stands_still_and_on_a_small_screen_the_choices_have_the_room() -> None:
    still = canvas_to_text(draw(45, 128, None)[1])
    assert "█████ " in still
    assert "· ·" not in still.replace("···", "· ·")
    small = draw(24, 80, Motion(3))
    assert not small[0].is_alive
    assert "█" not in canvas_to_text(small[1])
    assert "choice 9" in canvas_to_text(small[1])
