"""The expert bot's memory of creatures and stairs, and its costs of cells with the risk of being noticed."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from footfall.api import BotContext, Command
from footfall.api.grid import Actor, Cell, chebyshev_distance, kernels

from ...actors.stats import LAMP, cost_of, effective_luck, effective_stat, sense_ranges
from ...generate.dungeon_state import get_floor_plan
from ...model.courses import find_bell, list_bells
from ...model.state import Mood
from ...quest.stairs import has_prize
from ...senses.known_map import map_neighbors, recall_tiles
from .. import pathing
from ..fighting import has_bow
from ..noticing import SENSE_LIMIT, Sighting, notice_table
from ..view import BotView, Temperament

RISK_RANGE = 16
"""Distance in cells within which remembered creatures make cells costly."""

RISK_WEIGHT = 4
"""Cost of a cell per point of life that being noticed on it is expected to cost."""

MAX_RISKS = 6
"""Nearest creatures whose risk is counted."""

FORGET_TURNS = 120
"""Turns after which an awake creature out of sight is forgotten."""

STUCK_VISITS, RASH_TURNS = 20, 40
"""Visits of one cell after which it ignores the risk of being noticed, and for how many turns."""

ROOTED_TURNS = 6
"""Turns for which it watches a hunter that does not move before it ignores it."""

ROOTED_COST = 400
"""Cost of a cell next to a hunter that does not move."""

BLOCKER_COST = 300
"""Cost of a cell that an unaware creature occupies that is hard to fight."""

BLOCKER_SHARE = 30
"""Share of its life in percent that a fight costs with a creature that it walks around."""

EFFORT = 0.8
"""Share of its actions in which a fighter attacks; the others restore its stamina."""

EXPERT_LIKES = {
    "armor": 6, "defense": 5, "to_hit": 7, "damage": 3, "reach": 2, "strength": 4, "stamina_max": 4,
    "stealth": 4, "fov": 2, "noise": -3, "luck": 3, "recovery": 3, "poison_resistance": 1, "map_memory": 0,
}  # fmt: skip

EXPERT = Temperament(
    nerve=60,
    flee_below=40,
    heal_below=60,
    explore_until_satiety=6,
    likes=EXPERT_LIKES,
    stalks_unaware=True,
    prefers_dark=True,
)


class ExpertView(BotView):
    """A `BotView` with memory of creatures; its costs contain the risk of being noticed.

    Attributes:
        sightings: creatures of this floor that are not hunting, in sight or remembered, by actor id.
        bells: grades of the bells that it carries, the best first.
        has_prize: whether it carries the bell of the last floor.
        last_floor: number of the last floor of its course.
        goals: cells to which its errand of this turn leads.
    """

    def __init__(self, ctx: BotContext, options: Sequence[Command], temper: Temperament = EXPERT) -> None:
        super().__init__(ctx, options, temper)
        self.lit = LAMP in self.me.effects
        self.last_floor = get_floor_plan(ctx).last
        self.bells = [bell.grade for bell in list_bells(ctx, self.me)]
        self.has_prize = has_prize(self.phase)
        self.sightings: dict[int, Sighting] = {}
        self.goals: list[Cell] = []
        # Hunters that it has watched for a while without their taking a step: they come no nearer.
        watched = self.memory("watched")
        self.rooted: list[Actor] = []
        for foe in self.hunting:
            at, turns = watched.get(foe.id, (foe.at, 0))
            turns = turns + 1 if at == foe.at and self.distance_to(foe) > 1 else 0 if at != foe.at else turns
            watched[foe.id] = (foe.at, turns)
            if turns >= ROOTED_TURNS and not has_bow(self, foe):
                self.rooted.append(foe)
        self.hunting = [foe for foe in self.hunting if foe not in self.rooted or self.distance_to(foe) == 1]

    @property
    def going_home(self) -> bool:
        """Whether it is on the way home: with a bell, or to fetch one that it left behind."""
        if self.has_prize or self.bells:
            return True
        return self.gave_up and any(floor <= self.level.floor for floor, _, _ in self.memory("bells_seen").values())

    @property
    def gave_up(self) -> bool:
        """Whether it has given up the bell of the last floor for a lesser one that it has seen."""
        return bool(self.ctx.notes.get("gave_up"))

    def wants_bell(self, id: int) -> bool:
        """Whether it would take an item now: of bells, a lesser one only once it turns back."""
        item = self.world.items[id]
        bell = find_bell(self.phase, item.kind)
        return bell is None or bell.grade == "great" or self.gave_up

    @cached_property
    def shelter(self) -> npt.NDArray[np.bool_]:
        """Cells that are known to have a wall orthogonally next to them: bool ``(height, width)``."""
        seen, palette, kinds = recall_tiles(self.phase)
        return map_neighbors(seen & np.array([kind.is_shelter for kind in kinds])[palette])

    @property
    def is_rash(self) -> bool:
        """Whether it takes risks, because it has come by one cell too often."""
        return bool(self.turn < self.ctx.notes.get("rash_until", 0))

    @property
    def is_fit(self) -> bool:
        """Whether it is nearly unhurt."""
        return not self.is_below_life(90)

    @property
    def stealth(self) -> int:
        """STEALTH away from walls."""
        return effective_stat(self.phase, self.me, "stealth")

    @property
    def noise(self) -> int:
        """Loudness of its steps."""
        return 1 + effective_stat(self.phase, self.me, "noise")

    def actions_of(self, foe: Actor) -> float:
        """Mean actions of a creature per turn."""
        cost = cost_of(self.phase, foe)
        return 10 / cost if cost >= 10 else 1 + 1 / -(-10 // (10 - cost))

    def pressure(self, foe: Actor) -> float:
        """Life that a creature is expected to cost in a turn next to it."""
        return self.expect_blow(foe, self.me).mean * self.actions_of(foe) * EFFORT

    def worst_blow(self, foe: Actor) -> int:
        """Maximum life that a creature can take in a turn."""
        return self.expect_blow(foe, self.me).high * (2 if self.actions_of(foe) > 1.3 else 1)

    def harm(self, foe: Actor) -> float:
        """Life that a turn of attacks costs a creature."""
        return self.expect_blow(self.me, foe).mean

    def fight_cost(self, foes: list[Actor], life: dict[int, float] | None = None) -> float:
        """Expected life lost in a fight to the death against some enemies, the weakest first.

        Args:
            life: their life by actor id, if not what it is now.
        """
        hp = {foe.id: float(foe.hp) for foe in foes} | (life or {})
        ordered = sorted(foes, key=lambda foe: (hp[foe.id], foe.id))
        pressures = [self.pressure(foe) for foe in ordered]
        cost = 0.0
        for index, foe in enumerate(ordered):
            harm = max(self.harm(foe), 0.02) * EFFORT
            cost += hp[foe.id] / harm * sum(pressures[index:])
        return cost


def remember_bells(view: ExpertView) -> None:
    """Remembers where it saw bells: floor, level and cell by item id."""
    bells = view.memory("bells_seen")
    for id, (level, cell) in view.memory("items").items():
        item = view.world.items.get(id)
        if id not in bells and item is not None and find_bell(view.phase, item.kind) is not None:
            bells[id] = (view.level.floor, level, cell)


def remember_creatures(view: ExpertView) -> None:
    """Updates the memory of creatures that are not hunting, and forgets those that have gone."""
    memory: dict[int, Sighting] = view.ctx.notes.setdefault("sightings", {})
    level, turn = view.level.id, view.turn
    for id, sighting in list(memory.items()):
        if sighting.level != level:
            continue
        if view.sees(sighting.at) or (sighting.mood is not Mood.ASLEEP and turn - sighting.turn > FORGET_TURNS):
            del memory[id]
    hunting = {foe.id for foe in view.hunting}
    for foe in view.foes:
        if foe.id in hunting or not view.can_hurt(foe):
            continue
        fov, foh = sense_ranges(view.phase, foe)
        mood = view.mood_of(foe)
        memory[foe.id] = Sighting(
            level, foe.at, turn, mood, fov, foh, effective_stat(view.phase, foe, "perception"),
            view.fight_cost([foe]), view.actions_of(foe) <= 1, has_bow(view, foe), mood is Mood.AGGRAVATED,
        )  # fmt: skip
    view.sightings = {id: sighting for id, sighting in memory.items() if sighting.level == level}


def risk_by_cell(
    view: ExpertView, sightings: Sequence[Sighting], cost: npt.NDArray[np.uint16], *, lit: bool, noise: int
) -> npt.NDArray[np.float32]:
    """Life that noticing is expected to cost on each cell in a turn: float32 ``(height, width)``."""
    open_cells = (cost > 0).astype(np.uint16)
    beside = view.shelter
    settings = view.phase.settings
    stealth = view.stealth + (0 if view.lit == lit else settings.lamp_stealth * (1 if lit else -1)) - noise
    luck = effective_luck(view.phase, view.me)
    risk = np.zeros(cost.shape, np.float32)
    for sighting in sightings:
        senses, asleep = sighting.senses, sighting.mood is Mood.ASLEEP
        reach = min(SENSE_LIMIT, max(sighting.fov, sighting.foh))
        index = view.phase.array_index(sighting.at)
        distance = kernels.distance_map(open_cells, [index], max_cost=reach)
        distance = np.where(distance < 0, SENSE_LIMIT + 1, distance)
        open_table = notice_table(settings, senses, asleep, stealth, luck, sighting.is_marked)
        wall_table = notice_table(
            settings, senses, asleep, stealth + settings.stealth_wall_bonus, luck, sighting.is_marked
        )
        chance = np.where(beside, wall_table[distance], open_table[distance])
        risk += chance * min(sighting.cost, float(view.me.hp))
    return risk


def plan_costs(view: ExpertView) -> None:
    """Fills in the view's costs: known cells, with the risk of being noticed on them."""
    cost = pathing.cell_costs(view)
    for foe in view.foes:
        if foe.id in view.sightings and view.sightings[foe.id].cost * 100 > view.me.hp * BLOCKER_SHARE:
            cost[view.phase.array_index(foe.at)] = BLOCKER_COST  # rather around it than through it
    for foe in view.rooted:
        y, x = view.phase.array_index(foe.at)
        near_cells = cost[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
        near_cells[near_cells > 0] += ROOTED_COST
    if is_stuck(view):
        return
    near = sorted(
        (chebyshev_distance(view.me.at, sighting.at), id)
        for id, sighting in view.sightings.items()
        if chebyshev_distance(view.me.at, sighting.at) <= RISK_RANGE
    )
    if not near:
        return
    sightings = [view.sightings[id] for _, id in near[:MAX_RISKS]]
    risk = risk_by_cell(view, sightings, cost, lit=view.lit, noise=view.noise)
    extra = np.minimum(risk * RISK_WEIGHT * pathing.STEP_COST / 10, 2000).astype(np.uint16)
    view.costs = np.where(cost > 0, cost + extra, cost).astype(np.uint16)


def is_stuck(view: ExpertView) -> bool:
    """Whether it has come by its cell too often, and takes risks for a while to get away from there."""
    notes = view.ctx.notes
    visits = view.memory("visits")
    key = (view.level.id, view.me.at)
    if not notes.get("resting"):
        visits[key] = visits.get(key, 0) + 1
    if visits.get(key, 0) > STUCK_VISITS:
        visits[key] = STUCK_VISITS // 2
        notes["rash_until"] = view.turn + RASH_TURNS
    return view.is_rash


def walk_lengths(view: BotView, start: Cell) -> npt.NDArray[np.int32]:
    """Steps over known cells from a cell: int32 ``(height, width)``, -1 where no way is known."""
    open_cells = (pathing.cell_costs(view) > 0).astype(np.uint16)
    return kernels.distance_map(open_cells, [view.phase.array_index(start)])
