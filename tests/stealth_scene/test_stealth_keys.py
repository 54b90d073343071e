"""Random keys never raise an error: ten thousand in the long run, a few hundred in the usual one."""

from __future__ import annotations

import os

import pytest

from footfall import kernels
from footfall.app.game_view import GameView
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.pointing import handle_pointer
from footfall.ui.ui_state import AppRequest, UiState

COUNT = int(os.environ.get("FOOTFALL_KEYS", "250"))
NAMED = ["ESC", "ENTER", "TAB", "S-TAB", "SPACE", "UP", "DOWN", "PGUP", "PGDN", "PAD5", "F1", "A-l", "A-.", "CLICK"]
KEYS = [*"hjklyubn.qocgadtfxipFZ_><RQSWM?+-123456789ñ", *NAMED]
SIZES = ((24, 80), (50, 80), (45, 128))


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


@pytest.mark.proof(0)
@pytest.mark.parametrize("seed", range(3))
def test_random_keys_break_nothing(loaded: LoadResult, seed: int) -> None:
    def begin(floor: int) -> Session:
        return Session.begin(loaded.rules, seed, {"floor": floor}, strict=True)

    class UnsavedGame(GameView):
        can_restart = True

        def restart(self, same_seed: bool) -> None:
            self.replace_session(begin(3))

    text = loaded.catalog.translate
    game = UnsavedGame(begin(1 + 2 * seed), text)
    view, scene, acted = UiState(), game.build_scene(), 0
    for count in range(COUNT):
        ticket = kernels.mix(seed, count)
        key = KEYS[ticket % len(KEYS)]
        if key == "CLICK":
            assert scene.cells is not None
            height, width = scene.cells.glyph.shape
            view, request = handle_pointer(view, scene, (ticket // 97 % height, ticket // 9973 % width), True)
        else:
            view, request = handle_key(view, scene, key)
        if request in (AppRequest.NEW_GAME, AppRequest.SAME_SEED):
            game.restart(request is AppRequest.SAME_SEED)
            view = view.close_all()
        elif request is not None and not isinstance(request, AppRequest):
            acted += 1
            game.submit(request)
            while game.is_busy:
                game.advance()
        scene = game.build_scene()
        view = draw_screen(Canvas(*SIZES[seed]), scene, view, text).clamp_scroll(view)
    assert acted > COUNT // 20
    assert not game.session.problems
