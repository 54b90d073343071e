"""The keys that the last row reminds of, by what is going on."""

from __future__ import annotations

from footfall.api import Play
from footfall.api.grid import here, items_at

from ..melee import in_melee
from ..moves import tile_at
from ..player import player_of
from ..sight import in_daylight
from .sidebar import WAYS

LAMP_KEY = "stealth-key-lamp"

FIGHT = ("stealth-key-wait", "page:combat", "stealth-key-activate", "stealth-key-throw", "page:why")
PEACE = (
    "stealth-key-explore", "page:inventory", "stealth-key-lamp", "stealth-key-rest", "stealth-key-down",
    "stealth-key-travel", "stealth-key-inspect", "stealth-key-close", "stealth-key-throw", "page:combat",
)  # fmt: skip


def hints(play: Play) -> tuple[str, ...]:
    """Names of bindings, the most useful first."""
    world, level, ground_here = here(play)
    player = player_of(play)
    if in_melee(play, player):
        return FIGHT
    first = []
    if items_at(world, level.id, player.at):
        first.append("stealth-key-pick-up")
    ground = tile_at(play, player, player.at)
    if ground is not None and WAYS & set(ground.tags):
        first.append("stealth-key-stairs")
    day = in_daylight(level, ground_here, player.at)
    return (*first, *(name for name in PEACE if not (day and name == LAMP_KEY)))
