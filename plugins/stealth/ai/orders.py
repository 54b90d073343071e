"""Commanded creatures: the rules notice and remember for them, and their players give the orders (P-HUNT)."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from footfall.api import Ask, Change, Command, Context, Message, Proposal, Push, Question
from footfall.api.grid import Actor, Cell, Tile, find_visible_cells, is_inside

from ..actions.commands import CloseDoor, Pass, Shoot, Wait, Walk, can_pass_door, neighbor_cell
from ..actions.fight import is_exhausted
from ..actions.missiles import find_ammunition
from ..actions.movement import find_key, lock_color
from ..actors.stats import weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..model.hunt import ORDER, BeginHunt, hunt_of
from ..model.phase import Phase, get_phase
from ..model.records import creature_kind
from ..model.state import Aggravate, Mood
from ..senses.sight import MIN_VIEW_RADIUS, actor_name, keep_lit
from .context import TurnContext
from .inquiries import lose_patience
from .senses import choose_target, sees_target
from .tactics import BEHAVIORS

AWAIT_STEP, ORDER_STEP = "core.stealth:await-order", "core.stealth:order"

WAIT, SHOOT = "wait", "shoot"
WALKS = tuple(f"walk {direction}" for direction in range(len(NEIGHBOR_OFFSETS)))
CLOSES = tuple(f"close {direction}" for direction in range(len(NEIGHBOR_OFFSETS)))
"""The orders: stay, shoot at the target, step in a direction, close the door there."""


class GuardKnowledge:
    """The facts that a commanded creature knows at any time, by the rules; nothing here rolls dice.

    Attributes:
        actor: the creature.
        turn: its mind and senses.
        target: the enemy that it has noticed and sees, or None.
    """

    def __init__(self, phase: Phase, actor: Actor) -> None:
        self._phase, self.actor = phase, actor
        self.turn = TurnContext(phase, actor, False)
        choose_target(self.turn)
        turn = self.turn
        is_near = turn.is_aggravated and turn.target is not None and turn.distance <= turn.fov
        self.target = turn.target if is_near and sees_target(turn) else None

    @cached_property
    def view(self) -> npt.NDArray[np.bool_]:
        """The cells that it sees: bool ``(height, width)``."""
        at, fov = self._phase.array_index(self.actor.at), self.turn.fov
        return keep_lit(find_visible_cells(self._phase.ground, at, max(MIN_VIEW_RADIUS, fov)), [(at, fov)])

    @cached_property
    def tiles(self) -> npt.NDArray[np.uint8]:
        """1 + the palette number of each tile: as it sees it, else as in the plan of the floor, or 0 (P-HUNT-3)."""
        level, hunt = self._phase.level, hunt_of(self._phase.ctx.state)
        is_planned = hunt is not None and hunt.level == level.id
        plan = hunt.plan if hunt is not None and is_planned else np.zeros_like(level.tiles)
        known: npt.NDArray[np.uint8] = np.where(self.view, level.tiles + np.uint8(1), plan)
        return known

    def knows_of(self, other: Actor) -> bool:
        """Whether it sees another actor, and has noticed it if it is an enemy."""
        if other is self.target:
            return True
        is_seen = bool(self.view[self._phase.array_index(other.at)])
        return is_seen and not are_enemies(self._phase, self.actor, other)

    def find_known_actor(self, cell: Cell) -> Actor | None:
        """The actor that it knows to be on a cell."""
        other = self._phase.find_actor_at(cell)
        return other if other is not None and self.knows_of(other) else None

    def find_tile(self, cell: Cell) -> Tile | None:
        """The tile of a cell as it knows it."""
        number = self.tiles.item(*self._phase.array_index(cell)) if is_inside(self._phase.level, cell) else 0
        return self._phase.ground.tile_kinds[number - 1] if number else None

    def list_orders(self) -> tuple[str, ...]:
        """The orders that it can try; one that only a hidden fact forbids is among them (P-HUNT-2)."""
        phase, actor, target = self._phase, self.actor, self.target
        orders, has_breath = [WAIT], not is_exhausted(phase, actor)
        bow = weapon_of(phase, actor)
        if target is not None and has_breath and bow is not None and self.turn.distance <= bow.range:
            orders += [SHOOT] if find_ammunition(phase, actor, bow) is not None else []
        for direction, (walk, close) in enumerate(zip(WALKS, CLOSES, strict=True)):
            cell = neighbor_cell(actor, direction)
            kind = None if cell is None else self.find_tile(cell)
            if cell is None or kind is None:
                continue
            other = self.find_known_actor(cell)
            if other is not None:
                orders += [walk] if other is target and has_breath else []
            elif kind.walkable or can_pass_door(phase, actor, kind):
                orders += [walk]
            elif kind.opens_to and creature_kind(phase, actor.kind).opens_doors:
                orders += [walk] if lock_color(kind) is None or find_key(phase, actor, kind) else []
            orders += [close] if kind.closes_to and other is None else []
        return tuple(orders)


def begin_hunt(ctx: Context, count: int) -> list[Change]:
    """Puts the first creatures of the floor that are awake and follow noises under command (P-HUNT-1)."""
    phase = get_phase(ctx)
    minds = phase.stealth.minds
    fit = [
        id
        for id in phase.index.by_side.get("hostile", ())
        if id in minds and minds[id].mood is not Mood.ASLEEP and BEHAVIORS[minds[id].ai].follows_noises
    ]
    return [BeginHunt(tuple(fit[:count]))]


def await_order(turn: TurnContext) -> Push:
    """Lets a commanded creature ask for an order once its new mind is known; its inquiry grows old (P-HUNT-4)."""
    if turn.inquiry is not None and not turn.extra:
        turn.inquiry = lose_patience(turn, turn.inquiry)
    return Push(AWAIT_STEP, (turn.actor.id, turn.extra))


def ask_for_order(ctx: Context, id: int, extra: bool) -> list[Change]:
    """Asks the player of a creature for an order."""
    phase = get_phase(ctx)
    actor = phase.find_actor(id)
    if actor is None:
        return []
    options = GuardKnowledge(phase, actor).list_orders()
    prompt = Message("stealth-order", {"creature": actor_name(phase, actor)})
    return [Ask(Question(id, ORDER, options, prompt), ORDER_STEP, (id, extra))]


def read_order(turn: TurnContext, order: str) -> tuple[Command, list[Change | Proposal]]:
    """The command of an order, and the changes that come first.

    Who walks into an enemy that it has not noticed notices it, and does not strike (P-HUNT-2).
    """
    actor, (verb, _, way) = turn.actor, order.partition(" ")
    idle: Command = Wait(actor=actor.id) if turn.is_aggravated else Pass(actor=actor.id)
    if verb == "close":
        return CloseDoor(actor=actor.id, direction=int(way)), []
    if verb == "walk":
        cell = neighbor_cell(actor, int(way))
        other = None if cell is None else turn.phase.find_actor_at(cell)
        is_unnoticed = (
            other is not None
            and are_enemies(turn.phase, actor, other)
            and not GuardKnowledge(turn.phase, actor).knows_of(other)
        )
        if is_unnoticed:
            return idle, [Aggravate(actor.id, is_marked=True)]
        return Walk(actor=actor.id, direction=int(way)), []
    if verb == "shoot" and turn.target is not None:
        return Shoot(actor=actor.id, target=turn.target.at), []
    return idle, []
