"""How the expert bot learns the rounds of walkers, lets them pass, and peeks before it enters (P-RND)."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from footfall.api import Command
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ...actions.commands import Wait, Walk
from ...actions.movement import AJAR_TAG
from ...actors.stats import effective_luck
from ...actors.surroundings import NEIGHBOR_OFFSETS
from ...model.state import Mood
from ...odds.screen import STAY, STEPS, Action, forecast_round
from ...player.tricks import EaseDoor
from ...senses.known_map import recall_tiles
from .. import pathing
from ..fighting import run_towards
from ..noticing import SENSE_LIMIT, notice_table
from .cover import find_cover, has_line
from .view import ExpertView

TRAIL_TURNS, PAUSE = 80, 4
"""Turns of a walker's way that it remembers, and maximum turns of a walker at a stop."""

FORESIGHT = 6
"""Turns that it looks ahead."""

WATCH_RANGE, MAX_WATCHERS = 9, 3
"""Distance in cells of the creatures that it minds on its way, and the number of them."""

DANGER = 1.5
"""Life that notices may be expected to cost before it looks for a better moment."""

ACCEPTABLE = 20
"""Share of its life in percent that passing a walker may be expected to cost, if no moment is better."""

PATIENCE = 16
"""Turns that it waits for one walker."""


def follow_walkers(view: ExpertView) -> None:
    """Remembers where unaware creatures in view that are awake stood, turn by turn."""
    trails = view.memory("trails")
    for foe in view.foes:
        if view.mood_of(foe) is not Mood.CALM:
            trails.pop(foe.id, None)
            continue
        trail = trails.setdefault(foe.id, [])
        if not trail or trail[-1][0] != view.turn:
            trail.append((view.turn, foe.at))
            del trail[:-TRAIL_TURNS]


def foresee(trail: Sequence[tuple[int, Cell]]) -> list[Cell]:
    """The cells on which a walker is expected in the next turns; none for a creature that stands.

    Where it went from here when it last came by the same way; on new ground, straight on.

    Args:
        trail: turn and cell of each turn in which it was seen, in order.
    """
    moves = [index for index in range(1, len(trail)) if trail[index][1] != trail[index - 1][1]]
    now = trail[-1][0] if trail else 0
    if not moves or now - trail[moves[-1]][0] > PAUSE:
        return []
    here, before = trail[-1][1], trail[moves[-1] - 1][1]
    for index in reversed(moves[:-1]):
        if trail[index][1] == here and trail[index - 1][1] == before:
            ahead = [cell for turn, cell in trail[index + 1 :] if turn - trail[index][0] <= FORESIGHT]
            if ahead:
                return ahead
    dy, dx = here[0] - before[0], here[1] - before[1]
    if max(abs(dy), abs(dx)) > 2:
        return []  # it was out of view in between
    return [(here[0] + dy * turn, here[1] + dx * turn) for turn in range(1, FORESIGHT + 1)]


def expect_way(view: ExpertView, foe: Actor) -> list[Cell]:
    """The cells on which it expects a walker, up to the first that it does not know to be walkable."""
    return list(takewhile(partial(pathing.can_walk, view), foresee(view.memory("trails").get(foe.id, ()))))


def list_watchers(view: ExpertView) -> list[Actor]:
    """The nearest awake, unaware creatures in view that would be a danger if they noticed it."""
    near = [
        (view.distance_to(foe), foe.id, foe)
        for foe in view.foes
        if foe.id in view.sightings and view.mood_of(foe) is Mood.CALM and view.distance_to(foe) <= WATCH_RANGE
    ]
    return [foe for _, _, foe in sorted(near)[:MAX_WATCHERS]]


def danger_of(view: ExpertView, foes: Sequence[Actor], action: Action) -> float:
    """Life that an action is expected to cost by the notices of some creatures."""
    forecast, hp = forecast_round(view.phase), float(view.me.hp)
    return sum(forecast.weigh(foe, action).high * min(view.sightings[foe.id].cost, hp) / 1000 for foe in foes)


def watch_first(view: ExpertView, watchers: Sequence[Actor], step: Walk) -> Command | None:
    """Watches creatures for a few turns from where they do not notice it, to learn whether they walk and where."""
    trails = view.memory("trails")
    strangers = [foe for foe in watchers if len(trails.get(foe.id, ())) <= PAUSE]
    if not strangers or danger_of(view, watchers, STAY) >= DANGER / 2:
        return None
    return view.find_option(Wait) if danger_of(view, watchers, STEPS[step.direction]) >= DANGER else None


def let_pass(view: ExpertView, watchers: Sequence[Actor], route: Sequence[Cell]) -> Command | None:
    """Waits until walkers have passed, or goes out of their sight; None if it may as well go on.

    Args:
        watchers: creatures from `list_watchers`.
        route: array indices of the next cells of its way.
    """
    ways = {foe.id: way for foe in watchers if (way := expect_way(view, foe))}
    walkers = [foe for foe in watchers if foe.id in ways]
    waits = view.memory("waits")
    if not walkers or any(waits.get(foe.id, 0) >= PATIENCE for foe in walkers):
        return None
    costs = [sum(delay_cost(view, foe, ways[foe.id], route, delay) for foe in walkers) for delay in range(FORESIGHT)]
    if costs[0] < DANGER:
        return None
    for foe in walkers:
        waits[foe.id] = waits.get(foe.id, 0) + 1
    is_acceptable = costs[0] * 100 <= view.me.hp * ACCEPTABLE
    if danger_of(view, watchers, STAY) < DANGER and (min(costs) < costs[0] / 2 or not is_acceptable):
        return view.find_option(Wait)
    if is_acceptable:
        return None
    eyes = [foe.at for foe in watchers] + [ways[foe.id][min(2, len(ways[foe.id]) - 1)] for foe in walkers]
    cover = find_cover(view, eyes, here=True)
    if cover == view.me.at:
        return view.find_option(Wait)
    return None if cover is None else run_towards(view, [cover])


def delay_cost(view: ExpertView, foe: Actor, way: Sequence[Cell], route: Sequence[Cell], delay: int) -> float:
    """Life that the notice of a walker is expected to cost on a route begun after some turns of waiting.

    Args:
        way: cells on which the walker is expected, turn by turn.
        route: array indices of the cells of the route.
        delay: turns that it waits first.
    """
    top, left = view.level.origin
    unseen = 1.0
    for turn in range(delay + min(FORESIGHT, len(route))):
        eye = way[min(turn, len(way) - 1)]
        y, x = route[turn - delay] if turn >= delay else view.phase.array_index(view.me.at)
        unseen *= 1 - sight_chance(view, foe, eye, (y + top, x + left), view.noise if turn >= delay else 0)
    return (1 - unseen) * min(view.sightings[foe.id].cost, float(view.me.hp))


def sight_chance(view: ExpertView, foe: Actor, eye: Cell, cell: Cell, noise: int) -> float:
    """Probability that a creature on the cell `eye` sees the character on another cell."""
    sighting = view.sightings[foe.id]
    distance = chebyshev_distance(eye, cell)
    if distance > min(SENSE_LIMIT, sighting.fov + sighting.perception) or not has_line(view, eye, cell):
        return 0.0
    settings = view.phase.settings
    shelter = settings.stealth_wall_bonus if view.shelter[view.phase.array_index(cell)] else 0
    exposed, luck = view.stealth + shelter - noise, effective_luck(view.phase, view.me)
    return float(notice_table(settings, sighting.senses, False, exposed, luck, sighting.is_marked)[distance])


def peek_through(view: ExpertView, step: Walk) -> Command | None:
    """Eases a shut door in its way until it is ajar, to see who is behind it."""
    dy, dx = NEIGHBOR_OFFSETS[step.direction]
    cell = (view.me.at[0] + dy, view.me.at[1] + dx)
    y, x = view.phase.array_index(cell)
    if int(pathing.cell_costs(view)[y, x]) < pathing.DOOR_COST:
        return None
    _, palette, kinds = recall_tiles(view.phase)
    kind = kinds[palette[y, x]]
    if kind.walkable or AJAR_TAG in kind.tags or "door" not in kind.tags:
        return None
    return view.find_option(EaseDoor, direction=step.direction)
