"""The game master's budget: dungeon counters and wandering monsters (setting ``counters``)."""

from footfall.api import Change, Context, Push, stream_key
from footfall.api.grid import Actor, Cell, chebyshev_distance, get_world, kernels

from ..changes import EndExplorationTurn
from ..dice import SIDES
from ..maps.geometry import list_cells
from ..maps.rasterize import floor_tiles_of
from ..model import Delve, Zone
from ..policy import GameMaster
from ..tables import Tables

COUNTER_FACES, WANDERING_FACES = (1, 12), (6, 7)
"""Faces of the secret die at the end of an exploration turn: a counter is gained; monsters come."""

TURN_DIE_LIMIT = {1: 6, 2: 6, 3: 5, 4: 5}
"""By danger, the face of the turn die at which a counter is gained; the die then restarts at 1."""

MAX_USABLE = {1: (1, 2), 2: (2, 4), 3: (4, 6), 4: (6, 6)}
"""By danger, the counters available for a lair or wandering monsters, and for a quest room."""

MIN_SPAWN_DISTANCE, MAX_SPAWN_DISTANCE = 7, 12
"""Distance at which wandering monsters appear, in cells: about the edge of lamp light."""

TURN_DIE_KEY = stream_key("core.delve", "turn")


def end_exploration_turn(delve: Delve, master: GameMaster) -> EndExplorationTurn:
    """Ends an exploration turn with a secret die from the game master's stream."""
    if not master.policy.has_counters:
        return EndExplorationTurn()
    face = kernels.draw(master.random.seed, TURN_DIE_KEY, delve.turn, 0, SIDES) + 1
    die, gained = delve.turn_die, face in COUNTER_FACES
    if not gained:
        die += 1
        if die >= TURN_DIE_LIMIT[delve.danger_of(delve.zones[-1])]:
            die, gained = 1, True
    return EndExplorationTurn(int(gained), die, face in WANDERING_FACES)


def count_usable(delve: Delve, zone: Zone, quest: bool) -> int:
    """Number of counters available for the monsters of a room."""
    return min(delve.counters, MAX_USABLE[delve.danger_of(zone)][quest])


def spawn_wanderers(ctx: Context, delve: Delve, book: Tables, hero: Actor, appear: str) -> list[Change]:
    """Places wandering monsters at the edge of sight; the senses of the base game decide about surprise."""
    level = get_world(ctx.state).levels[hero.level]
    known = [zone for zone in delve.zones if zone.level == hero.level and not zone.is_hidden]
    spots: list[Cell] = [
        at
        for zone in known
        for rect in floor_tiles_of(delve, zone)
        for at in list_cells(rect)
        if MIN_SPAWN_DISTANCE <= chebyshev_distance(at, hero.at) <= MAX_SPAWN_DISTANCE
    ]
    fitting = list(book.list_encounters(delve.danger_of(known[-1]), quest=False).values())
    if not spots or not fitting:
        return []
    at = spots[ctx.roll("wander-at", 0, len(spots) - 1)]
    chosen = fitting[ctx.choose_weighted("wanderers", [encounter.weight for encounter in fitting])]
    return [Push(appear, (level.id, *at, kind)) for kind in chosen.creatures]
