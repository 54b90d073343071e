"""The Orchard: the base game with another title and other content."""

from collections.abc import Iterable

from footfall.api import Context, Game, Message, hook, total_conversion
from footfall.api.scene import Scene
from footfall.plugins.stealth import api as stealth

ID = "examples.orchard"
TITLE = Message("orchard-title")


def build_scene(ctx: Context) -> Scene:
    """Builds the base game's scene with another title."""
    scene = stealth.build_scene(ctx.for_mod(stealth.ID))
    scene.title = TITLE
    return scene


@hook
def provide_games() -> Iterable[Game]:
    """The base game with its differences; add more as your world departs from it."""
    return [total_conversion(stealth.base_game(), ID, (stealth.ID, ID), scene=build_scene, title=TITLE)]
