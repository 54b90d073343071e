"""The map that the players of a game have drawn, as a picture and as text to keep."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from footfall.api.scene import Binding, Scene, Stage
from footfall.disk import make_folder, write_file
from footfall.engine.model import Command, Message
from footfall.engine.session import Session
from footfall.ui.drawing.text_layout import Translator
from footfall.ui.map.map_pane import draw_labels, draw_map

from .decisions import begin_again, play_again
from .files.paths import abbreviate_home, find_game_path

MAX_ROWS = 60
"""Rows under the picture: the names of all places, and the signs."""


class KeepMap(Command, frozen=True, tag="footfall:keep-map"):
    """Writes the map to files. The game never sees this command."""


KEEP_MAP_KEY = Binding(("K",), KeepMap, Message("footfall-map-keep"), {}, (), Message("footfall-screens"))


def keep_map(
    session: Session, translate: Translator, out: Path | None = None, *, is_practice: bool = False
) -> list[Path]:
    """Writes the map of a game; returns the files, a picture and a text.

    Args:
        session: a game that has a map (`Presentation.draw_map`).
        out: a file, whose suffix is replaced; None: one among the player's files.
        is_practice: the map, and a file of the player's, say that it is of a practice game.

    Raises:
        OSError: a file cannot be written.
    """
    from footfall.ui.drawing.export import render_pixels, stage_to_text, write_stages_png  # only here: slow to import
    from footfall.ui.drawing.glyphs import DEFAULT_HEIGHT, GlyphAtlas
    from footfall.ui.map.square_tiles import choose_square_size, create_pixel_canvas

    draw, state = session.rules.game.presentation.draw_map, session.state
    assert draw is not None, "only games with a map offer it"
    again = begin_again(session)
    stage: Stage = draw(session.context(), play_again(session, again))
    if again.hash() != session.hash():  # its mods have changed on the way
        stage = draw(session.context(), ())
    rows, columns = stage.cells.glyph.shape
    square = choose_square_size(DEFAULT_HEIGHT)
    height, width = rows * square // DEFAULT_HEIGHT + 2, columns * square // GlyphAtlas().width + 2
    canvas = create_pixel_canvas(height, width)
    viewport = draw_map(canvas.pane(), Scene(Message("footfall-map-keep"), cells=stage.cells), None, False, None)
    draw_labels(canvas.pane(), viewport, stage.cells, translate)
    stage = msgspec.structs.replace(stage, image=render_pixels(canvas))
    marks = [Message("footfall-map-practice")] if is_practice else []
    lines: Sequence[str] = [translate(line) for line in (*marks, *stage.lines)]
    turn = session.display.count_turns(state.turn)
    ending = "-practice.png" if is_practice else ".png"
    path = out or find_game_path("maps", state.game, state.seed, turn, ending)
    picture, text = path.with_suffix(".png"), path.with_suffix(".txt")
    make_folder(path.parent)
    write_stages_png([stage], picture, [lines], MAX_ROWS)
    write_file(text, "\n".join((*lines, "", stage_to_text(stage))).replace("\u00a0", " "))
    return [picture, text]


def report_kept_map(session: Session, translate: Translator) -> Message:
    """Writes the map of a game; returns a message with the files, or the reason why they cannot be written."""
    try:
        picture, text = keep_map(session, translate, is_practice=session.is_practice)
    except OSError as error:
        return Message("footfall-map-not-kept", {"reason": error.strerror or str(error)})
    is_practice = "yes" if session.is_practice else "no"
    return Message(
        "footfall-map-kept", {"path": abbreviate_home(picture), "text": text.suffix, "is_practice": is_practice}
    )
