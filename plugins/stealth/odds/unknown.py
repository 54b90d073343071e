"""The chance that a creature of which the character knows nothing takes notice (P-ODDS-8)."""

import numpy as np

from ..actors.surroundings import are_enemies
from ..ai import idle
from ..ai.tactics import BEHAVIORS
from ..generate.dungeon_state import get_floor_plan
from ..generate.populate import get_digging
from ..model.floor_records import FloorFilling, SpawnTable
from ..model.phase import Phase
from ..model.records import is_thing
from ..model.state import Mood
from .awareness import Awareness
from .exposure import STAY
from .screen import Forecast, forecast_round
from .sightings import LastSeen
from .unseen import Unseen, believe_creature, list_unlike_steps
from .watchers import Belief, Watcher

ROOMS = "core.stealth:standard"
"""The recipe whose filling counts by room."""


STILL = (idle.stay, idle.go_home)
"""Routines of creatures that stand still: one that walks near by is heard."""


def weigh_unknown(phase: Phase) -> tuple[int, int]:
    """The chances in permille if the character stays, and for the riskiest step."""
    forecast = forecast_round(phase)
    guesses = list_unheard(phase, forecast)
    stay, *steps = (
        sum(share * guess.expect(action) for share, guess in guesses) for action in (STAY, *list_unlike_steps(forecast))
    )
    return min(1000, round(stay)), min(1000, round(max(steps, default=0)))


def list_unheard(phase: Phase, forecast: Forecast) -> list[tuple[float, Unseen]]:
    """A creature of each kind, awake and calm on any cell out of view around, and the number of them expected there."""
    floor, recipe = phase.level.floor, phase.level.recipe
    name = get_floor_plan(phase.ctx).fillings.get(recipe, recipe)
    filling = phase.records.table(FloorFilling, "filling").get(name)
    amount = next((row for row in reversed(filling.creatures if filling else ()) if row.floor <= floor), None)
    if filling is None or amount is None or not phase.settings.shipped:
        return []
    count = (amount.low + amount.high) / 2 * (sum(get_digging(phase.ctx).rooms) / 2 if recipe == ROOMS else 1)
    rows = phase.records.get(SpawnTable, "spawn", filling.spawn).rows
    weights = {id: weight for id, row in rows.items() if (weight := row.weight_on(floor))}
    watchers: list[tuple[float, Watcher]] = []
    for id, weight in weights.items():
        creature = believe_creature(phase, LastSeen(0, phase.level.id, phase.player.at, id, Awareness.UNAWARE))
        if not is_thing(phase, creature) and are_enemies(phase, phase.player, creature):
            watcher = Watcher(phase, creature, Belief(Mood.CALM, False))
            kind, still = watcher.kind, sum(BEHAVIORS[name].idle in STILL for name in watcher.kind.ai)
            share = weight * still / max(1, len(kind.ai)) * (100 - kind.asleep) * (100 - kind.rounds) / 10_000
            watchers += [(share, watcher)] if share and not watcher.is_numb else []
    ground = forecast.ground
    where = (ground.walkable | ~ground.known) & ~forecast.visible
    limits = (
        max((watcher.fov for _, watcher in watchers), default=0),
        max((watcher.limit_hearing(ground) for _, watcher in watchers), default=0),
    )
    (y, x), reach, cells = forecast.at, max(limits[0], limits[1] // 10), np.count_nonzero(where)
    near = np.zeros_like(where)
    near[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1] = True
    near &= where
    share = count * np.count_nonzero(near) / max(1, cells) / max(1, sum(weights.values()))
    return [(share * each, Unseen(forecast, watcher, near, limits)) for each, watcher in watchers] if share else []
