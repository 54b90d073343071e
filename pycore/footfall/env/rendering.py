"""Pictures of games in a batch: text for terminals, and pixels."""

import sys

import numpy as np
import numpy.typing as npt

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.codec import decode_state
from footfall.engine.session import Session
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.export import render_pixels
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.ui_state import UiState

from .batch import EnvironmentBatch
from .sessions import SessionGames

RENDER_MODES = ("human", "ansi", "rgb_array")
"""The screen printed on the terminal; as text; as an image."""

ROWS, COLUMNS = 40, 120
CLEAR = "\x1b[2J\x1b[H"


def build_scene(batch: EnvironmentBatch, game: int) -> Scene:
    """Returns the scene of a game for a front end, that of the first seat if each has knowledge of its own."""
    games, rules = batch.games, batch.content.load_result.rules
    if isinstance(games, SessionGames):
        session = games.slots[game].session
        if session is None:
            raise ValueError(f"game {game} has not begun: call reset first")
    else:
        session = Session(rules, decode_state(batch.write_state(game), rules.saves.parts), quiet=True)
    scene = build_session_scene(session)
    scene.seed = 0  # all dice follow from it
    if batch.content.seats and batch.seat[game] != 0:
        scene.prompt, scene.answers = None, ()  # the question is another player's
    return scene


def render_game(batch: EnvironmentBatch, game: int, mode: str) -> str | npt.NDArray[np.uint8] | None:
    """Draws a game.

    Args:
        mode: one of `RENDER_MODES`.

    Returns:
        The text; the image, uint8 ``(height, width, 3)``; or None after printing.
    """
    batch.check_open()
    scene, translate = build_scene(batch, game), batch.content.load_result.catalog.translate
    canvas = create_pixel_canvas(ROWS, COLUMNS) if mode == "rgb_array" else Canvas(ROWS, COLUMNS)
    draw_screen(canvas, scene, UiState(), translate)
    if mode == "rgb_array":
        return render_pixels(canvas)
    text = canvas_to_text(canvas)
    if mode == "ansi":
        return text
    sys.stdout.write(f"{CLEAR if sys.stdout.isatty() else ''}{text}\n")
    sys.stdout.flush()
    return None
