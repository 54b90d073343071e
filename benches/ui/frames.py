"""Times a frame at 160 x 60: building the scene, and drawing it, up to what the front end presents.

Run it with PYTHONPATH of a checkout to measure that one: ``python benches/ui/frames.py [--window | --tiles]``, for a
terminal, a window with signs, or a window with the pictures of the pack woodcut. A bot plays some turns on several
floors, and of the board game; each scene is built and drawn several times after a change of the state, and the shortest
times are averaged. Times are scaled to a calibration loop of `REFERENCE_LOOP` milliseconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from calibration import time_calibration_loop

from footfall.api.session_scene import build_session_scene
from footfall.content.screens.tile_packs import TilePack
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.ui_state import UiState

REFERENCE_LOOP = 5.5
HEIGHT, WIDTH = 60, 160
TURNS, ROUNDS = 60, 3


class Case(NamedTuple):
    """A game to play: its name, the setup options, the bot."""

    game: str
    options: Mapping[str, Any]
    bot: str


CASES = (
    *(Case("stealth", {"floor": floor}, "core.stealth:cautious") for floor in (1, 2, 5, 9)),
    *(Case("king", {"profile": "full_game", "players": players}, "core.king:goal") for players in (2, 4)),
)


WOODCUT_PACK = "core.stealth:woodcut"


def choose_canvas(loaded: Any) -> Callable[[], Canvas]:
    """Returns what makes canvases: of a terminal, or of a window that shows the map in square cells."""
    if not {"--window", "--tiles"} & {*sys.argv}:
        return lambda: Canvas(HEIGHT, WIDTH)
    from footfall.app.appearance import load_look
    from footfall.ui.map.square_tiles import create_pixel_canvas
    from footfall.ui.settings import UiSettings

    has_pack = "--tiles" in sys.argv and WOODCUT_PACK in loaded.rules.records.table(TilePack, "tile_pack")
    settings = load_look(UiSettings(tiles=WOODCUT_PACK if has_pack else ""), loaded)
    return lambda: create_pixel_canvas(HEIGHT, WIDTH, settings=settings)


def time_game(loaded: Any, case: Case) -> tuple[list[float], list[float]]:
    """Milliseconds for each scene of a game and its frame."""
    session = Session.begin(loaded.rules, 7, case.options)
    bot = loaded.rules.bots[case.bot]
    contexts: dict[int, BotContext] = {}
    make_canvas = choose_canvas(loaded)
    scenes, frames = [], []
    for _ in range(TURNS):
        legal = list_legal_commands(session)
        if session.state.outcome is not None or not legal:
            break
        actor = session.state.question.actor if session.state.question is not None else 0
        context = contexts.setdefault(actor, BotContext(session, bot.id, actor))
        session.submit(bot.decide(context, legal))
        scene_time = frame_time = float("inf")
        for _ in range(ROUNDS):
            start = process_time()
            scene = build_session_scene(session)
            middle = process_time()
            draw_screen(make_canvas(), scene, UiState(), loaded.catalog.translate)
            end = process_time()
            scene_time, frame_time = min(scene_time, middle - start), min(frame_time, end - middle)
        scenes.append(1000 * scene_time)
        frames.append(1000 * frame_time)
    return scenes, frames


def main() -> None:
    """Prints mean and worst times by game."""
    games = {case.game: load(case.game, only_mods=()) for case in CASES}
    loop = time_calibration_loop()
    rows = [(case, *time_game(games[case.game], case)) for case in CASES]
    scale = REFERENCE_LOOP / min(loop, time_calibration_loop())
    print(f"{WIDTH} x {HEIGHT}, milliseconds scaled by {scale:.2f}: mean and worst")
    for case, scenes, frames in rows:
        means = [scale * sum(times) / len(times) for times in (scenes, frames)]
        worst = [scale * max(times) for times in (scenes, frames)]
        options = " ".join(map(str, case.options.values()))
        print(
            f"{case.game} {options:12} scene {means[0]:5.2f} {worst[0]:5.2f}   drawing {means[1]:5.2f} {worst[1]:5.2f}"
        )


if __name__ == "__main__":
    main()
