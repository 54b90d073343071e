"""Key hints in the last row, by situation."""

from __future__ import annotations

from footfall.api import Message
from footfall.api.grid import list_items_at

from ..actions.listen import list_adjacent_doors
from ..actions.missiles import list_targets_in_reach
from ..actions.stamina import is_in_melee
from ..actors.floor import is_in_daylight, tile_at
from ..actors.stats import max_stamina, reach_of
from ..model.phase import Phase
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


def list_hint_texts(phase: Phase) -> dict[str, Message]:
    """What waiting does at this moment (R-MELEE-5, 7, 10; R-HEAR-6)."""
    player = phase.player
    stamina = phase.fighter.stamina
    if is_in_melee(phase, player):
        change = 1 if stamina == 0 else -1
        return {WAIT_KEY: Message("stealth-wait-defends", {"change": change, "left": stamina + change})}
    if list_adjacent_doors(phase, player):
        return dict.fromkeys((WAIT_KEY, REST_KEY), Message("stealth-wait-listens"))
    gained = min(max_stamina(phase, player) - stamina, phase.settings.stamina_rest)
    return {WAIT_KEY: Message("stealth-wait-rests", {"change": gained})} if gained > 0 else {}


def list_hints(phase: Phase) -> tuple[str, ...]:
    """Names of key bindings, the most useful first."""
    player = phase.player
    if is_in_melee(phase, player):
        return FIGHT_HINTS
    urgent = []
    if list_items_at(phase.world, phase.level.id, player.at):
        urgent.append("stealth-key-pick-up")
    ground = tile_at(phase, player, player.at)
    if ground is not None and EXIT_TAGS & set(ground.tags):
        urgent.append("stealth-key-stairs")
    day = is_in_daylight(phase, player.at)
    is_taught = current_station(phase) is not None
    idle = {LAMP_KEY if day else "", EXPLORE_KEY if is_taught else ""}
    if not list_targets_in_reach(phase, player, reach_of(phase, player)):
        idle.add(REACH_KEY)
    urgent += ["page:hint"] * is_taught
    if any(awareness_of(phase, other) is Awareness.HUNTING for other in creatures_in_view(phase)):
        urgent = [*HUNTED_HINTS, *urgent]
        idle |= {EXPLORE_KEY, REST_KEY}
    return tuple(name for name in dict.fromkeys((*urgent, *PEACE_HINTS)) if name not in idle)
