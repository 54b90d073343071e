"""Key hints in the last row, by situation."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import current_level, list_items_at

from ..melee import is_in_melee
from ..movement import tile_at
from ..player import player_of
from ..sight import is_in_daylight
from .sidebar import EXIT_TAGS

LAMP_KEY = "stealth-key-lamp"

FIGHT_HINTS = ("stealth-key-wait", "page:combat", "stealth-key-activate", "stealth-key-throw", "page:why")
PEACE_HINTS = (
    "stealth-key-explore", "page:inventory", "stealth-key-lamp", "stealth-key-rest", "stealth-key-down",
    "stealth-key-travel", "stealth-key-inspect", "stealth-key-close", "stealth-key-throw", "page:combat",
)  # fmt: skip


def list_hints(ctx: Context) -> tuple[str, ...]:
    """Names of key bindings, the most useful first."""
    world, level, ground_here = current_level(ctx)
    player = player_of(ctx)
    if is_in_melee(ctx, player):
        return FIGHT_HINTS
    urgent = []
    if list_items_at(world, level.id, player.at):
        urgent.append("stealth-key-pick-up")
    ground = tile_at(ctx, player, player.at)
    if ground is not None and EXIT_TAGS & set(ground.tags):
        urgent.append("stealth-key-stairs")
    day = is_in_daylight(level, ground_here, player.at)
    return (*urgent, *(name for name in PEACE_HINTS if not (day and name == LAMP_KEY)))
