"""The Orchard: a game that is the base game but for its title and its content."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Game, Message, Play, conversion, hook
from footfall.api.scene import Scene
from footfall.plugins import stealth

ID = "examples.orchard"
TITLE = Message("orchard-title")


def scene(play: Play) -> Scene:
    """The base game's picture under another title."""
    shown = stealth.scene(play.beside(stealth.ID))
    shown.title = TITLE
    return shown


@hook
def provide_games() -> Iterable[Game]:
    """The base game, with what is different: change more of it as your world grows apart from it."""
    (base,) = stealth.provide_games()
    return [conversion(base, ID, (stealth.ID, ID), scene=scene, title=TITLE)]
