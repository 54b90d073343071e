"""The Orchard: a game that is the base game but for its title and its content."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Context, Game, Message, hook, total_conversion
from footfall.api.scene import Scene
from footfall.plugins import stealth

ID = "examples.orchard"
TITLE = Message("orchard-title")


def build_scene(ctx: Context) -> Scene:
    """The base game's picture under another title."""
    shown = stealth.build_scene(ctx.for_mod(stealth.ID))
    shown.title = TITLE
    return shown


@hook
def provide_games() -> Iterable[Game]:
    """The base game, with what is different: change more of it as your world grows apart from it."""
    (base,) = stealth.provide_games()
    return [total_conversion(base, ID, (stealth.ID, ID), scene=build_scene, title=TITLE)]
