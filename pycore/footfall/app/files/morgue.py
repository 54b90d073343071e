"""The morgue: the story of a finished game as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from footfall import __version__
from footfall.api.scene import Cells, Panel
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.pages import format_messages
from footfall.ui.drawing.panels import format_panel
from footfall.ui.drawing.text_layout import Translator, translate_ui_text
from footfall.ui.map.map_pane import draw_map

from .paths import replay_archive_path

WIDTH = 78
"""Columns of the text."""

MAX_MESSAGES = 60
"""Maximum number of log lines; the last ones are kept."""


def render_morgue(session: Session, text: Translator) -> str:
    """Renders the story of a game: farewell, facts, panels and pages, map, messages, how to replay it."""
    scene = build_session_scene(session)
    state = session.state
    rows = [text(scene.title), *(text(line) for line in scene.farewell)]
    rows.append(
        translate_ui_text(text, "morgue-facts", turn=str(scene.shown_turn), seed=str(scene.seed), version=__version__)
    )
    rows += [f"  {mod} {version} {content[:12]}" for mod, version, content in session.rules.lock]
    for panel in (*scene.panels, *(scene.pages[name] for name in scene.pages)):
        rows += render_panel(panel, text)
    if scene.cells is not None:
        rows += ["", translate_ui_text(text, "morgue-map"), "", *_render_map(scene.cells)]
    messages = ["".join(words for words, _ in row) for row in format_messages(scene, text, WIDTH)]
    rows += ["", translate_ui_text(text, "messages"), "", *(row.rstrip() for row in messages[-MAX_MESSAGES:])]
    replay = replay_archive_path(state.game, state.seed, state.turn)
    game = state.game.removeprefix("core.")
    options = "".join(f" --option {name}={value}" for name, value in session.options.items() if value)
    rows += [
        "",
        translate_ui_text(text, "morgue-again"),
        "",
        f"    footfall replay {replay} --watch",
        f"    footfall play {game} --seed {state.seed}{options}",
    ]
    return "\n".join(rows) + "\n"


def render_panel(panel: Panel, text: Translator) -> Iterator[str]:
    """Yields a panel as text of the page's width."""
    block = format_panel(panel, text, WIDTH - 2)
    yield ""
    if block.title:
        yield block.title
        yield ""
    for row in block.rows:
        yield ("  " + "".join(words for words, _ in row)).rstrip()


def _render_map(cells: Cells) -> list[str]:
    """Returns the map as last seen, without empty margins."""
    height, width = cells.glyph.shape
    canvas = Canvas(height, width)
    draw_map(canvas.pane(), cells, ())
    rows = canvas_to_text(canvas).splitlines()
    while rows and not rows[0].strip():
        rows.pop(0)
    while rows and not rows[-1].strip():
        rows.pop()
    margin = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    return ["  " + row[margin:] for row in rows]


def write_morgue(session: Session, text: Translator, path: Path) -> Path:
    """Writes the story to `path` and returns `path`.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_morgue(session, text), encoding="utf-8")
    return path
