"""The lines of a panel as text."""

from footfall.api.session_scene import build_session_scene
from footfall.testing import GameUnderTest


def list_unseen(game: GameUnderTest, title: str = "stealth-out-of-sight") -> str:
    """The panel of creatures out of view, or another."""
    panels = build_session_scene(game.session).panels
    lines = [line for panel in panels if panel.title and panel.title.id == title for line in panel.lines]
    return "\n".join("".join(game.translate(span.text) for span in line.spans) for line in lines).replace("\xa0", " ")
