"""How the expert bot draws creatures away or to itself: stones, lights, whistles; and smoke (P-TRICK, P-INQ)."""

from collections.abc import Sequence
from typing import NamedTuple

from footfall.api import Command
from footfall.api.grid import Actor, Cell, chebyshev_distance, kernels

from ...actions.commands import Throw, Wait
from ...actions.fight import can_be_surprised
from ...actions.missiles import check_missile_path, throwing_range
from ...actors.stats import effective_luck
from ...actors.surroundings import NEIGHBOR_OFFSETS
from ...ai.inquiries import inquiry_of
from ...model.records import ItemKind, item_kind
from ...model.state import Mood
from ...odds.chances import chance_to_stir
from ...odds.screen import STAY
from ...player.tricks import Whistle
from ...senses.sounds import WHISTLE_SOUND, measure_earshot
from .. import pathing
from ..fighting import has_bow, run_towards, step_to, switch_lamp
from ..inventory import pick_up_item
from ..noticing import Sighting, notice_chance
from ..view import JUNK_SORTS
from .cover import DANGER, danger_of, find_cover, has_line, list_watchers
from .fighting import AMBUSH_STAKE, ambush_cost, backstab_damage
from .view import ExpertView, risk_by_cell

MAX_STONES, FREE_PLACES = 3, 8
"""The most stones that it carries to throw, and the places of its pack that it keeps free of them."""

ROUTE_STEPS = 10
"""Steps of its way for which it weighs who would notice it."""

GAIN, MAX_DECOYS = 2.0, 2
"""Life that a decoy must be expected to save, and the most decoys for one creature."""

NEAREST_LANDING, MAX_LANDINGS = 3, 5
"""The least distance in cells at which a decoy lands, and the most landing places that it weighs."""

LURE_RANGE, WHISTLE_TURNS, APPROACH_TURNS = 8, 14, 8
"""Distance from which it whistles for prey, turns that it then waits, and turns to get to its hiding place."""

LURE_GAIN = 1.0
"""Life that a lure must be expected to save against creeping up."""

DIAGONAL_SOUND = 4
"""The distance that a diagonal step adds to that of a sound, in tenths of a cell."""


class Lure(NamedTuple):
    """A hiding place from which it whistles for prey.

    Attributes:
        level: id of its level.
        at: the hiding place.
        prey: id of the creature.
        until: turn at which it gives up.
        has_called: whether it has whistled.
    """

    level: int
    at: Cell
    prey: int
    until: int
    has_called: bool = False


# Stones.


def is_stone(kind: ItemKind) -> bool:
    """Whether an item is of no use but to be thrown for its noise."""
    return kind.sort in JUNK_SORTS and kind.is_throwable and kind.clatter > 1


def gather_stone(view: ExpertView) -> Command | None:
    """Picks up a stone underfoot while it has few."""
    stones = sum(item_kind(view.phase, item.kind).sort in JUNK_SORTS for item in view.pack)
    if view.foes or stones >= MAX_STONES or len(view.pack) + FREE_PLACES > view.me.stats.get("capacity", 0):
        return None
    return pick_up_item(view, lambda item: is_stone(item_kind(view.phase, item.kind)))


# Decoys.


def plan_route(view: ExpertView) -> list[Cell]:
    """Array indices of the next cells on the way to the goals of its errand."""
    cost = pathing.cell_costs(view)
    indices = [index for cell in view.goals if cost[index := view.phase.array_index(cell)]]
    if not indices:
        return []
    distances = kernels.distance_map(cost, indices, reverse=True)
    at, route = view.phase.array_index(view.me.at), list[Cell]()
    height, width = cost.shape
    for _ in range(ROUTE_STEPS):
        near = [
            (int(distances[y, x]) + int(cost[y, x]), y, x)
            for dy, dx in NEIGHBOR_OFFSETS
            if 0 <= (y := at[0] + dy) < height and 0 <= (x := at[1] + dx) < width and distances[y, x] >= 0
        ]
        if not near or at in indices:
            break
        at = min(near)[1:]
        route.append(at)
    return route


def route_cost(view: ExpertView, sighting: Sighting, route: Sequence[Cell]) -> float:
    """Life that the notices of one creature are expected to cost on a route."""
    risk = risk_by_cell(view, [sighting], pathing.cell_costs(view), lit=view.lit, noise=view.noise)
    unseen, life = 1.0, max(0.1, min(sighting.cost, float(view.me.hp)))
    for index in route:
        unseen *= 1 - min(1.0, float(risk[index]) / life)
    return (1 - unseen) * life


def throw_decoy(view: ExpertView, watchers: Sequence[Actor], route: Sequence[Cell]) -> Command | None:
    """Throws something where it draws a creature off its way."""
    decoys = [(item.id, kind) for item, kind, uses, _ in view.kit if "light" in uses or is_stone(kind)]
    if not decoys or view.fighter.stamina < 2:
        return None
    thrown = view.memory("decoys")
    for foe in watchers:
        cells = thrown.setdefault(foe.id, [])
        cost = route_cost(view, view.sightings[foe.id], route)
        if cost < GAIN or len(cells) >= MAX_DECOYS or inquiry_of(view.phase, foe.id) is not None:
            continue
        for item, kind in decoys:
            cell = find_landing(view, foe, kind, route, cost)
            if cell is not None:
                cells.append(cell)
                return Throw(actor=view.me.id, item=item, target=cell)
    return None


def await_decoy(view: ExpertView, watchers: Sequence[Actor]) -> Command | None:
    """Waits while a creature is on its way to a decoy."""
    thrown = view.memory("decoys")
    for foe in watchers:
        inquiry = inquiry_of(view.phase, foe.id)
        cells = thrown.get(foe.id, ())
        if inquiry is not None and cells and chebyshev_distance(foe.at, cells[-1]) > 1:
            stay = danger_of(view, watchers, STAY)
            return view.find_option(Wait) if stay < DANGER else None
    return None


def find_landing(view: ExpertView, foe: Actor, kind: ItemKind, route: Sequence[Cell], cost: float) -> Cell | None:
    """The cell to which a creature is best drawn, if that saves enough of the cost of the route."""
    sighting = view.sightings[foe.id]
    top, left = view.level.origin
    way = [(y + top, x + left) for y, x in route]
    reach, (y, x) = throwing_range(view.phase, view.me), view.me.at
    cells = [
        (min(chebyshev_distance(cell, other) for other in way), cell)
        for cell in ((cy, cx) for cy in range(y - reach, y + reach + 1) for cx in range(x - reach, x + reach + 1))
        if chebyshev_distance(cell, view.me.at) >= NEAREST_LANDING
        and cell not in view.ground.actor_by_cell
        and pathing.can_walk(view, cell)
        and draws(view, kind, sighting, cell)
    ]
    best: tuple[float, Cell] | None = None
    for _, cell in sorted(cells, key=lambda place: (-place[0], place[1]))[:MAX_LANDINGS]:
        if check_missile_path(view.phase, view.me, cell, reach) is not None:
            continue
        saved = cost - route_cost(view, sighting._replace(at=cell), route) - stir_cost(view, cell, kind.clatter)
        if saved >= GAIN and (best is None or saved > best[0]):
            best = (saved, cell)
    return None if best is None else best[1]


def draws(view: ExpertView, kind: ItemKind, sighting: Sighting, cell: Cell) -> bool:
    """Whether a creature is expected to go to a cell on which an item of a kind lands."""
    distance = chebyshev_distance(sighting.at, cell)
    if any(use.do == "light" for use in kind.uses):
        return distance <= 2 * sighting.fov and has_line(view, sighting.at, cell)
    dy, dx = abs(sighting.at[0] - cell[0]), abs(sighting.at[1] - cell[1])
    reach = measure_earshot(view.phase.settings, sighting.foh, kind.clatter)
    return distance > 1 and 10 * max(dy, dx) + DIAGONAL_SOUND * min(dy, dx) <= reach


def stir_cost(view: ExpertView, cell: Cell, loudness: int) -> float:
    """Life that the sleepers who may wake at a noise are expected to cost."""
    settings = view.phase.settings
    return float(chance_to_stir(settings, loudness)) * sum(
        min(other.cost, float(view.me.hp))
        for other in view.sightings.values()
        if other.mood is Mood.ASLEEP
        and 10 * chebyshev_distance(other.at, cell) <= measure_earshot(settings, other.foh, loudness)
    )


# Lures.


def lure_cost(view: ExpertView, prey: Actor) -> float:
    """Expected loss of life if it whistles in the dark and ambushes the creature that comes."""
    sighting, settings = view.sightings[prey.id], view.phase.settings
    exposed = view.stealth - (settings.lamp_stealth if view.lit else 0) + settings.stealth_wall_bonus
    luck = effective_luck(view.phase, view.me)
    unseen = 1.0
    for distance in (2, 1):
        unseen *= 1 - notice_chance(settings, sighting.senses, False, exposed, luck, distance)
    full = sighting.cost
    after = full * max(0.0, prey.hp - backstab_damage(view, prey)) / max(1, prey.hp)
    return unseen * after + (1 - unseen) * full + stir_cost(view, view.me.at, WHISTLE_SOUND.loudness)


def begin_lure(view: ExpertView) -> Command | None:
    """Hides to whistle for a lone creature, if an ambush there costs little, and less than creeping up to it."""
    watchers, lured = list_watchers(view), view.memory("lured")
    if len(watchers) != 1 or view.hunting or view.fighter.stamina < 2:
        return None
    prey = watchers[0]
    if prey.id in lured or not 3 <= view.distance_to(prey) <= LURE_RANGE or view.find_option(Whistle) is None:
        return None
    if not can_be_surprised(view.phase, prey) or has_bow(view, prey):
        return None
    cost = lure_cost(view, prey)
    if cost * 100 > view.me.hp * AMBUSH_STAKE or cost + LURE_GAIN > ambush_cost(view, prey):
        return None
    hide = find_cover(view, [prey.at], may_stay=True)
    if hide is None:
        return None
    lured[prey.id] = True
    view.ctx.notes["lure"] = Lure(view.level.id, hide, prey.id, view.turn + APPROACH_TURNS)
    return follow_lure(view)


def follow_lure(view: ExpertView) -> Command | None:
    """The next step of a lure: hide, darken, whistle, wait, strike."""
    lure: Lure | None = view.ctx.notes.get("lure")
    if lure is None:
        return None
    prey = next((foe for foe in view.foes if foe.id == lure.prey), None)
    if view.hunting or view.turn > lure.until or lure.level != view.level.id:
        view.ctx.notes["lure"] = None
        return None
    if prey is not None and view.distance_to(prey) == 1:
        view.ctx.notes["lure"] = None
        return step_to(view, prey.at)
    if view.me.at != lure.at and not lure.has_called:
        step = run_towards(view, [lure.at])
        if step is None:
            view.ctx.notes["lure"] = None
        return step
    if view.lit and (dark := switch_lamp(view, lit=False)):
        return dark
    if not lure.has_called and (whistle := view.find_option(Whistle)):
        view.ctx.notes["lure"] = lure._replace(has_called=True, until=view.turn + WHISTLE_TURNS)
        return whistle
    return view.find_option(Wait)
