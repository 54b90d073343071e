"""How the expert bot hides: cells out of sight, rounds of walkers (P-RND), shots from ambush (P-TRICK-8)."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

import msgspec

from footfall.api import Command
from footfall.api.grid import Actor, Cell, Item, chebyshev_distance, kernels

from ...actions.commands import Shoot, Wait, Walk
from ...actions.fight import Manner, can_be_surprised, expect_blow, gather_blow
from ...actions.missiles import check_missile_path, find_ammunition
from ...actions.movement import AJAR_TAG
from ...actors.stats import effective_luck, effective_stealth
from ...actors.surroundings import NEIGHBOR_OFFSETS
from ...items.using import Activate
from ...model.records import ItemKind, item_kind
from ...model.state import Mood
from ...odds.screen import STAY, STEPS, Action, forecast_round
from ...player.tricks import EaseDoor
from ...senses.known_map import recall_tiles
from .. import pathing
from ..fighting import BOW_DISTANCE, has_bow, run_towards, use_missile, wield_blade
from ..noticing import SENSE_LIMIT, notice_table
from .view import ExpertView, walk_lengths

COVER_RANGE, COVER_TURNS = 4, 8
"""Steps that it goes to leave an archer's sight, and turns that it waits there."""


def find_cover(view: ExpertView, eyes: Sequence[Cell], *, may_stay: bool = False) -> Cell | None:
    """The nearest known cell out of the lines of all `eyes`, those next to a wall first; None if all are seen.

    Args:
        eyes: cells of those who look.
        may_stay: the own cell will do.
    """
    steps = walk_lengths(view, view.me.at)
    y, x = view.phase.array_index(view.me.at)
    top, left = view.level.origin
    height, width = steps.shape
    near = [
        (int(steps[cy, cx]), not view.shelter[cy, cx], (cy + top, cx + left))
        for cy in range(max(0, y - COVER_RANGE), min(height, y + COVER_RANGE + 1))
        for cx in range(max(0, x - COVER_RANGE), min(width, x + COVER_RANGE + 1))
        if (0 if may_stay else 1) <= steps[cy, cx] <= COVER_RANGE
    ]
    for _, _, cell in sorted(near):
        if not any(has_line(view, eye, cell) for eye in eyes):
            return cell
    return None


def has_line(view: ExpertView, origin: Cell, cell: Cell) -> bool:
    """Whether every cell between two cells is known to be open, on either rounding of the line."""
    cost = pathing.cell_costs(view)
    a, b = view.phase.array_index(origin), view.phase.array_index(cell)
    return any(all(cost[y, x] for y, x in line[1:-1].tolist()) for line in (kernels.line(a, b), kernels.line(b, a)))


def take_cover(view: ExpertView, archers: list[Actor]) -> Command | None:
    """A step toward the nearest known cell out of the archers' lines, to wait for them there; once per encounter."""
    notes = view.ctx.notes
    if view.turn - notes.get("cover_sought", -COVER_TURNS) < COVER_TURNS and notes.get("cover") is None:
        return None
    cell = find_cover(view, [foe.at for foe in archers])
    step = None if cell is None else run_towards(view, [cell])
    notes["cover"] = view.turn if step is not None else None
    notes["cover_sought"] = view.turn
    return step


def wait_in_cover(view: ExpertView) -> Command | None:
    """Waits for a few turns where an archer that hunts it has to come close."""
    notes = view.ctx.notes
    since = notes.get("cover")
    if since is None or view.turn - since > COVER_TURNS or view.me.hp < notes.get("cover_hp", 0):
        notes["cover"] = None
        notes["cover_hp"] = 0
        return None
    notes["cover_hp"] = view.me.hp
    return view.find_option(Wait)


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
    cover = find_cover(view, eyes, may_stay=True)
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


SHOT_STAKE = 22
"""Share of its life in percent that a shot may be expected to cost."""

NEAR, HEARD_SHARE = 6, 0.3
"""Distance in cells within which other creatures may hear a fight, and the share of them that it expects to come."""


def shoot_unaware(view: ExpertView) -> Command | None:
    """Shoots the unaware creature in range that an arrow serves best against; wields its bow first."""
    if view.hunting or view.fighter.stamina < 2 or (carried := find_bow(view)) is None:
        return None
    bow, kind, arrow = carried
    aimed = view.memory("aimed")
    targets = [
        foe for foe in view.foes
        if view.distance_to(foe) > 1 and can_be_surprised(view.phase, foe) and view.can_hurt(foe)
        and check_missile_path(view.phase, view.me, foe.at, kind.range) is None
    ]  # fmt: skip
    if is_wielded(view, bow):
        return view.find_first_option(Shoot, "target", [foe.at for foe in targets if foe.id in aimed])
    costs = [(shot_cost(view, foe, bow, arrow), foe.id) for foe in targets]
    cost, target = min(costs, default=(0.0, 0))
    if not target or cost * 100 > view.me.hp * SHOT_STAKE:
        return None
    aimed.clear()
    aimed[target] = True
    return view.find_option(Activate, item=bow.id)


def shoot_hunters(view: ExpertView) -> Command | None:
    """Shoots at hunters while they are far; wields the bow for it, and a blade once they are near."""
    if (carried := find_bow(view)) is None:
        return wield_blade(view) if has_bow(view, view.me) else None
    bow, kind, _ = carried
    is_far = min(view.distance_to(foe) for foe in view.hunting) >= BOW_DISTANCE
    in_range = is_far and any(
        check_missile_path(view.phase, view.me, foe.at, kind.range) is None for foe in view.hunting
    )
    if is_wielded(view, bow):
        return (use_missile(view) if in_range else None) or wield_blade(view)
    return view.find_option(Activate, item=bow.id) if in_range and view.fighter.stamina > 2 else None


def is_wielded(view: ExpertView, item: Item) -> bool:
    """Whether it wields or wears an item."""
    return item.id in view.me.worn.values()


def find_bow(view: ExpertView) -> tuple[Item, ItemKind, ItemKind] | None:
    """A bow that it carries or wields, its kind, and that of its arrows; None without arrows."""
    for item, kind, _, _ in view.kit:
        if kind.range and (arrow := find_ammunition(view.phase, view.me, kind)) is not None:
            return item, kind, item_kind(view.phase, arrow.kind)
    return None


def shot_cost(view: ExpertView, foe: Actor, bow: Item, arrow: ItemKind) -> float:
    """Expected loss of life in the fight that a shot from hiding begins, against the creature and others nearby."""
    me = view.me
    archer = msgspec.structs.replace(me, worn={**me.worn, "weapon": bow.id})
    facts = gather_blow(view.phase, archer, foe, Manner.SHOT, arrow)
    hidden = msgspec.structs.replace(facts, is_unaware=True, own_stealth=effective_stealth(view.phase, me))
    surprise, shot = expect_blow(hidden), expect_blow(msgspec.structs.replace(facts, is_unaware=False))
    further = max(0, view.distance_to(foe) - 2) / max(1.0, view.actions_of(foe))
    life = foe.hp - surprise.mean - further * shot.mean
    return view.fight_cost([foe]) * max(0.0, life) / max(1, foe.hp) + alarm_cost(view, foe)


def alarm_cost(view: ExpertView, foe: Actor) -> float:
    """Expected loss of life to other creatures that hear a fight with this one."""
    others = [
        other for other in view.foes
        if other.id != foe.id and chebyshev_distance(other.at, foe.at) <= NEAR and view.can_hurt(other)
    ]  # fmt: skip
    return HEARD_SHARE * sum(min(view.fight_cost([other]), float(view.me.hp)) for other in others)
