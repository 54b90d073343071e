"""Draws the pictures of this folder, and that of the README, from games of bots on fixed seeds.

python docs/screens/draw.py
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.app.appearance import load_look
from footfall.app.launcher import open_mods_screen
from footfall.app.screens.title import TitleScreen
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.drawing.canvas import Canvas, Shading
from footfall.ui.drawing.export import write_canvas_gif, write_canvas_png
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.terminal import contrast_ink, find_basic_color
from footfall.ui.map.map_colors import RIPPLE_STEPS, Motion
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UiState

FOLDER = Path(__file__).parent
SEED, ROWS, COLUMNS = 3, 34, 112

BASIC_COLORS = tuple(
    (level if code & 1 else dark, level if code >> 1 & 1 else dark, level if code >> 2 & 1 else dark)
    for level, dark, codes in ((170, 0, range(8)), (255, 85, range(8, 16)))
    for code in codes
)
"""Usual colors of a terminal with 16."""


class Game:
    """A game of a bot, whose scenes are drawn."""

    def __init__(self, bot: str, seed: int = SEED, **options: Any) -> None:
        self.loaded = load("core.stealth", only_mods=())
        self.session = Session.begin(self.loaded.rules, seed, options)
        self.bot = self.loaded.rules.bots[f"core.stealth:{bot}"]
        self.context = BotContext(self.session, self.bot.id, 1)
        self.pictures = load_look(UiSettings(tiles="core.stealth:woodcut"), self.loaded)

    def play(self) -> Iterator[Scene]:
        """Yields the scene after each command; the last one is the end of the game."""
        while self.session.state.outcome is None:
            self.session.submit(self.bot.decide(self.context, list_legal_commands(self.session)))
            yield build_session_scene(self.session)

    def draw(
        self,
        scene: Scene,
        state: UiState | None = None,
        size: tuple[int, int] = (ROWS, COLUMNS),
        step: int = RIPPLE_STEPS,
        look: UiSettings | None = None,
    ) -> Canvas:
        """Draws a scene as a window shows it, by default once its sounds have passed."""
        canvas = create_pixel_canvas(*size, settings=look)
        draw_screen(canvas, scene, state or UiState(), self.loaded.catalog.translate, Motion(step, step))
        return canvas

    def draw_few_colors(self, scene: Scene) -> Canvas:
        """Draws a scene as a terminal with 16 colors shows it."""
        canvas = Canvas(24, 80, shading=Shading.FLAT)
        draw_screen(canvas, scene, UiState(), self.loaded.catalog.translate, Motion(step=RIPPLE_STEPS))
        for cell in canvas.cells.reshape(-1):
            ground, ink = (find_basic_color(*cell[name].tolist()) for name in ("bg", "fg"))
            cell["bg"], cell["fg"] = BASIC_COLORS[ground], BASIC_COLORS[contrast_ink(ink, ground)]
        return canvas


def list_facts(scene: Scene) -> set[str]:
    """Returns what a scene shows: how creatures in view are aware of the player, and sounds."""
    facts = {thing.awareness for thing in scene.things if thing.awareness}
    if scene.cells is not None and any(not ripple.is_own for ripple in scene.cells.ripples):
        facts.add("sound")
    return facts


def is_lit(scene: Scene) -> bool:
    """Whether much of the map is in the light of a flame."""
    cells = scene.cells
    return cells is not None and cells.light is not None and int((cells.light > 60).sum()) > 30


def draw_picture(game: Game, name: str, scene: Scene) -> None:
    """Draws the files of a picture, at once: a scene asks for odds and ripples as it is drawn."""
    if name == "ripples":
        steps = range(RIPPLE_STEPS + 1)
        write_canvas_gif((game.draw(scene, step=step) for step in steps), FOLDER / "ripples.gif", 120)
    elif name == "odds":
        write_canvas_png(game.draw(scene), FOLDER.parent / "stealth.png")
        write_canvas_png(game.draw(scene, UiState(shows_risk=True)), FOLDER / "odds.png")
    else:
        write_canvas_png(game.draw(scene), FOLDER / "hunted.png")
        write_canvas_png(game.draw(scene, look=game.pictures), FOLDER.parent / "woodcut.png")
        write_canvas_png(game.draw(scene, size=(24, 80)), FOLDER / "small.png")
        write_canvas_png(game.draw_few_colors(scene), FOLDER / "16-colors.png")


def main() -> None:
    """Draws all pictures."""
    game = Game("expert", course="core.stealth:first")
    with tempfile.TemporaryDirectory() as folder:
        title = TitleScreen(
            game.loaded, Path(folder) / "save", UiSettings(), lambda state: open_mods_screen(game.loaded, state)
        )
        write_canvas_png(game.draw(title.build_scene(), step=4), FOLDER / "title.png")
    write_canvas_png(game.draw(build_session_scene(game.session)), FOLDER / "camp.png")
    most, drawn = 0, set[str]()
    for scene in game.play():
        facts, depth = list_facts(scene), int(scene.title.args.get("floor", 0))
        if depth == 1 and len(scene.things) > most:
            most = len(scene.things)
            write_canvas_png(game.draw(scene), FOLDER / "town.png")
        for name, is_wanted in (
            ("ripples", "sound" in facts and "hunting" not in facts),
            ("odds", "investigating" in facts),
            ("hunted", "hunting" in facts and "odds" in drawn and is_lit(scene)),
        ):
            if depth > 1 and is_wanted and name not in drawn:
                drawn.add(name)
                draw_picture(game, name, scene)
        if len(drawn) == 3:
            break
    for seed in count(SEED):
        newcomer = Game("newcomer", seed, course="core.stealth:first")
        *_, end = newcomer.play()
        if newcomer.session.state.outcome == "died":
            write_canvas_png(newcomer.draw(end), FOLDER / "death.png")
            break


if __name__ == "__main__":
    main()
