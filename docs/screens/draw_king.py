"""Draws King's board, the end of a game and a comparison with another bot's play, from a game of bots on a fixed seed.

python docs/screens/draw_king.py
"""

from __future__ import annotations

from pathlib import Path

from footfall import __version__
from footfall.api.scene import Scene
from footfall.app.game_view import GameView
from footfall.app.replay_keys import ADVICE_PAGE, AskAdvice, JumpInReplay
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.bot_names import find_bot
from footfall.engine.saves.replay import Replay
from footfall.engine.saves.replay_lines import FORMAT, ReplayHeader
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.drawing.export import write_canvas_png
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.ui_state import UiState

FOLDER = Path(__file__).parent
SEED, ROUND, ROWS, COLUMNS = 6, 4, 34, 116
LOADED = load("core.king", only_mods=())


def draw(scene: Scene, path: Path, page: str = "") -> None:
    """Draws a scene as a window shows it."""
    canvas = create_pixel_canvas(ROWS, COLUMNS)
    draw_screen(canvas, scene, UiState(page=page), LOADED.catalog.translate)
    write_canvas_png(canvas, path)


def main() -> None:
    """Draws all pictures; the greedy bot is compared with the one that pursues the goal."""
    rules, translate = LOADED.rules, LOADED.catalog.translate
    session = Session.begin(rules, SEED)
    header = ReplayHeader(FORMAT, rules.game.id, SEED, dict(session.options), __version__, rules.lock)
    view = GameView(session, translate, bots=dict.fromkeys(range(4), find_bot(rules, "greedy")))
    turn = 0
    while session.state.outcome is None:
        view.let_bots_play()
        if not turn and session.state.parts[rules.game.id].round == ROUND:
            turn = session.state.turn
            draw(GameView(session, translate).build_scene(), FOLDER.parent / "king.png")
    draw(view.build_scene(), FOLDER / "king-end.png")
    viewer = ReplayViewer(rules, Replay(header, tuple(session.commands), {}), translate)
    viewer.submit(JumpInReplay(by=turn))
    viewer.submit(AskAdvice())
    draw(viewer.build_scene(), FOLDER / "king-comparison.png", ADVICE_PAGE)


if __name__ == "__main__":
    main()
