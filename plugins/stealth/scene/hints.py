"""Key hints in the last row, by situation."""

from __future__ import annotations

from footfall.api import Context, Message
from footfall.api.grid import current_level, list_items_at

from ..actions.listen import list_adjacent_doors
from ..actions.missiles import list_targets_in_reach
from ..actions.stamina import is_in_melee
from ..actors.actor_index import player_of
from ..actors.floor import is_in_daylight, tile_at
from ..actors.stats import max_stamina, reach_of
from ..model.settings import rule_settings
from ..model.state import stealth_of
from ..quest.guided import current_station
from ..senses.known_map import creatures_in_view
from .awareness import Awareness, awareness_of
from .sidebar import EXIT_TAGS

LAMP_KEY, WAIT_KEY, REST_KEY = "stealth-key-lamp", "stealth-key-wait", "stealth-key-rest"
EXPLORE_KEY, REACH_KEY = "stealth-key-explore", "stealth-key-reach"

FIGHT_HINTS = (WAIT_KEY, "page:combat", "stealth-key-activate", "stealth-key-throw", "page:why")
PEACE_HINTS = (
    "stealth-key-explore", WAIT_KEY, "page:inventory", "stealth-key-lamp", "stealth-key-rest", "stealth-key-down",
    "stealth-key-travel", "stealth-key-inspect", "stealth-key-close", "stealth-key-throw", "page:combat",
)  # fmt: skip
HUNTED_HINTS = (REACH_KEY, "stealth-key-close", "stealth-key-throw", LAMP_KEY)
"""What helps against a hunter in view, from near to far."""


def list_hint_texts(ctx: Context) -> dict[str, Message]:
    """What waiting does at this moment (R-MELEE-5, 7, 10; R-HEAR-6)."""
    player = player_of(ctx)
    stamina = stealth_of(ctx.state).fighters[player.id].stamina
    if is_in_melee(ctx, player):
        change = 1 if stamina == 0 else -1
        return {WAIT_KEY: Message("stealth-wait-defends", {"change": change, "left": stamina + change})}
    if list_adjacent_doors(ctx, player):
        return dict.fromkeys((WAIT_KEY, REST_KEY), Message("stealth-wait-listens"))
    gained = min(max_stamina(ctx, player) - stamina, rule_settings(ctx).stamina_rest)
    return {WAIT_KEY: Message("stealth-wait-rests", {"change": gained})} if gained > 0 else {}


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
    is_taught = current_station(ctx) is not None
    idle = {LAMP_KEY if day else "", EXPLORE_KEY if is_taught else ""}
    if not list_targets_in_reach(ctx, player, reach_of(ctx, player)):
        idle.add(REACH_KEY)
    urgent += ["page:hint"] * is_taught
    if any(awareness_of(ctx, other) is Awareness.HUNTING for other in creatures_in_view(ctx)):
        urgent = [*HUNTED_HINTS, *urgent]
        idle |= {EXPLORE_KEY, REST_KEY}
    return tuple(name for name in dict.fromkeys((*urgent, *PEACE_HINTS)) if name not in idle)
