"""Programs that play the base game by what its character knows, and what is counted of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import Answer, Bot, Command, Message, Play, Seat
from footfall.api.grid import Actor, Cell, Level, here, kernels, pack_of, world_of

from .commands import Step, Wait
from .death import DIED
from .disguise import disguised
from .fight import exhausted
from .items.using import Activate, PickUp
from .lore import known
from .melee import AROUND, hostile
from .player import player_of
from .roster import present
from .sight import in_daylight, index, sees
from .stairs import TakeStairs
from .state import Mood, stealth_of
from .totals import item_kind

HUNGRY = 10
"""Satiety at which a bot eats."""

HASTE = 16
"""Satiety from which on a bot looks around no more."""

HURT = 40
"""Per cent of life below which a bot drinks what it has."""

PATIENCE = 150
"""Turns that a bot rests on one floor."""

STEP, WARY = 10, 80
"""Cost of a step, and what the cells near an unaware creature cost more to whoever keeps off them."""


class Temper(msgspec.Struct, frozen=True):
    """What makes one bot another.

    Attributes:
        rest: rests, with no enemy in sight, below this share of life, in per cent.
        seeks: goes for every enemy it sees.
        keeps_off: makes a way around creatures that have not noticed it, and lets the sleeping lie.
        explores: looks at the whole floor before it takes the stairs down.
    """

    rest: int
    seeks: bool = False
    keeps_off: bool = False
    explores: bool = True


def decide(seat: Seat, options: Sequence[Command], temper: Temper) -> Command:
    """Fights who is upon it, eats, rests, takes and wears what lies about, explores, goes down."""
    if isinstance(options[0], Answer):
        return options[0]
    me = player_of(seat)
    foes = _foes(seat, me)
    upon = [foe for foe in foes if temper.seeks or not temper.keeps_off or _awake(seat, foe)]
    wait = next(option for option in options if type(option) is Wait)
    if me.hp * 100 < me.hp_max * HURT and upon:
        drink = _unknown(seat, options, me)
        if drink is not None:
            return drink
    beside = [foe for foe in upon if _away(me.at, foe.at) == 1]
    if beside:
        blow = None if exhausted(seat, me) else _step(options, me, min(beside, key=_life).at)
        return blow or wait
    chosen = _eat(seat, options, me) or _wear(seat, options, me)
    if chosen is None and temper.seeks and upon:
        chosen = _towards(seat, options, me, [foe.at for foe in upon], [])
    if chosen is None and any(_after(seat, foe) for foe in upon):
        chosen = wait  # let it come: a wait gathers stamina and defence
    if chosen is None:
        chosen = _rest(seat, me, wait, temper) or _take(seat, options, me)
    return (
        chosen or _travel(seat, options, me, foes if temper.keeps_off else [], temper) or _any(seat, options)
    )


def _foes(seat: Seat, me: Actor) -> list[Actor]:
    """The enemies in sight that do not pass for furniture, in order of arrival."""
    world, _, ground = here(seat)
    return [
        other
        for other in present(seat, world, ground)
        if hostile(seat, me, other) and sees(seat, other.at) and disguised(seat, other) is None
    ]


def _mood(seat: Seat, foe: Actor) -> Mood:
    mind = stealth_of(seat.state).minds.get(foe.id)
    return Mood.CALM if mind is None else mind.mood


def _awake(seat: Seat, foe: Actor) -> bool:
    return _mood(seat, foe) is Mood.AGGRAVATED


def _after(seat: Seat, foe: Actor) -> bool:
    me = player_of(seat)
    return _awake(seat, foe) and _away(me.at, foe.at) <= 2


def _life(foe: Actor) -> tuple[int, int]:
    return foe.hp, foe.id


def _away(a: Cell, b: Cell) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _any(seat: Seat, options: Sequence[Command]) -> Command:
    steps = [option for option in options if type(option) is Step]
    return seat.choose("any", steps or options)


# What is carried.


def _activate(options: Sequence[Command], ids: set[int]) -> Command | None:
    return next((o for o in options if type(o) is Activate and o.item in ids), None)


def _doing(seat: Seat, me: Actor, does: str) -> set[int]:
    """Ids of what is carried and does something."""
    carried = pack_of(world_of(seat.state), me)
    return {item.id for item in carried if any(use.do == does for use in item_kind(seat, item.kind).uses)}


def _eat(seat: Seat, options: Sequence[Command], me: Actor) -> Command | None:
    if me.stats.get("satiety", HUNGRY + 1) > HUNGRY:
        return None
    return _activate(options, _doing(seat, me, "feed"))


def _wear(seat: Seat, options: Sequence[Command], me: Actor) -> Command | None:
    """Puts on the first thing carried for a slot that is free."""
    carried = pack_of(world_of(seat.state), me)
    free = {
        item.id
        for item in carried
        if (slot := item_kind(seat, item.kind).slot)
        and slot not in me.worn
        and item.id not in me.worn.values()
    }
    return _activate(options, free)


def _unknown(seat: Seat, options: Sequence[Command], me: Actor) -> Command | None:
    """What heals, or else what nobody has tried yet."""
    carried = pack_of(world_of(seat.state), me)
    healing = _doing(seat, me, "heal") & {item.id for item in carried if known(seat, item)}
    untried = {item.id for item in carried if not known(seat, item) and not item_kind(seat, item.kind).slot}
    return _activate(options, healing) or _activate(options, untried)


def _take(seat: Seat, options: Sequence[Command], me: Actor) -> Command | None:
    return next((option for option in options if type(option) is PickUp), None)


def _rest(seat: Seat, me: Actor, wait: Command, temper: Temper) -> Command | None:
    """Waits until it is well, but not for ever on one floor: hunger goes on."""
    floor = here(seat)[1].id
    rested = seat.notes.setdefault("rested", {})
    if me.hp * 100 >= me.hp_max * temper.rest or rested.get(floor, 0) >= PATIENCE:
        return None
    rested[floor] = rested.get(floor, 0) + 1
    return wait


# Where to.


def _travel(
    seat: Seat, options: Sequence[Command], me: Actor, shunned: Sequence[Actor], temper: Temper
) -> Command | None:
    """To things that lie in sight, to the stairs, or to the edge of what has been seen."""
    world, level, _ = here(seat)
    seen = level.explored
    down = [
        (y, x) for y, x, _, name in level.links if name == "up" and seen[index(level, (y, x))]
    ]  # stairs on which one arrives above the next floor
    left = seat.notes.setdefault("left", set())
    left.add((level.id, me.at))  # what could be taken here has been
    lying: set[tuple[int, Cell]] = seat.notes.setdefault("lying", set())
    lying.update(
        (level.id, item.at)
        for item in world.items.values()
        if item.level == level.id and item.at and not item.inside and sees(seat, item.at)
    )
    things = sorted(cell for floor, cell in lying - left if floor == level.id)
    edge = _edge(seat, level)
    stays = temper.explores and not _daylight(seat, me) and me.stats.get("satiety", 0) > HASTE
    for goal in (things, edge, down) if stays else (things, down, edge):
        if goal is down and me.at in down:
            return next((option for option in options if type(option) is TakeStairs), None)
        step = _towards(seat, options, me, goal, shunned)
        if step is not None:
            return step
    left.update((level.id, cell) for cell in things)
    return None


def _daylight(seat: Seat, me: Actor) -> bool:
    _, level, ground = here(seat)
    return in_daylight(level, ground, me.at)


def _known(seat: Seat, level: Level) -> npt.NDArray[np.uint16]:
    """Cost of every cell as far as it is known: floor, and doors that can be opened; 0 for no way."""
    _, _, ground = here(seat)
    tiles = np.where(level.memory > 0, level.memory - 1, 0) if level.memory.size else level.tiles
    goes = np.array([kind.walkable or bool(kind.opens_to) for kind in ground.kinds])
    return np.where(level.explored & goes[tiles], STEP, 0).astype(np.uint16)


def _edge(seat: Seat, level: Level) -> list[Cell]:
    """Known cells beside unknown ones, without those that a bot stood on in vain."""
    goes = _known(seat, level) > 0
    dark = np.zeros_like(goes)
    unknown = ~level.explored
    height, width = goes.shape
    for dy, dx in AROUND:
        dark[max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)] |= unknown[
            max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)
        ]
    been = seat.notes.setdefault("been", set())
    top, left = level.origin
    been.add((level.id, player_of(seat).at))
    cells = [(int(y) + top, int(x) + left) for y, x in np.argwhere(goes & dark)]
    return [cell for cell in cells if (level.id, cell) not in been]


def _towards(
    seat: Seat, options: Sequence[Command], me: Actor, goals: Iterable[Cell], shunned: Sequence[Actor]
) -> Command | None:
    """The first legal step on the cheapest known way to the nearest of some cells."""
    _, level, _ = here(seat)
    spots = [index(level, cell) for cell in goals]
    if not spots:
        return None
    cost = _known(seat, level)
    for foe in shunned:
        y, x = index(level, foe.at)
        near = cost[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
        near[near > 0] += WARY
    field = kernels.distance_map(cost, spots)
    y, x = index(level, me.at)
    far = int(field[y, x])
    ways = [
        (int(field[y + dy, x + dx]), number)
        for number, (dy, dx) in enumerate(AROUND)
        if 0 <= y + dy < field.shape[0] and 0 <= x + dx < field.shape[1] and field[y + dy, x + dx] >= 0
    ]
    for away, number in sorted(ways):
        if away < far:
            dy, dx = AROUND[number]
            step = _step(options, me, (me.at[0] + dy, me.at[1] + dx))
            if step is not None:
                return step
    return None


def _step(options: Sequence[Command], me: Actor, to: Cell) -> Command | None:
    direction = AROUND.index((to[0] - me.at[0], to[1] - me.at[1]))
    return next((o for o in options if type(o) is Step and o.direction == direction), None)


BOTS = (
    Bot("core.stealth:cautious", partial(decide, temper=Temper(rest=90)), Message("stealth-bot-cautious")),
    Bot(
        "core.stealth:brawler",
        partial(decide, temper=Temper(rest=40, seeks=True)),
        Message("stealth-bot-brawler"),
    ),
    Bot(
        "core.stealth:sneak",
        partial(decide, temper=Temper(rest=70, keeps_off=True, explores=False)),
        Message("stealth-bot-sneak"),
    ),
)


def measure(play: Play) -> Mapping[str, Any]:
    """One row: the deepest floor, turns passed, creature kinds known, life it had grown to, how it ended."""
    world, part = world_of(play.state), stealth_of(play.state)
    me = world.actors.get(world.player)
    hungry = me is not None and me.stats.get("satiety", 1) == 0
    return {
        "deepest": max(level.floor for level in world.levels.values()),
        "passed": part.turn,
        "kinds_known": len(part.known),
        "life_max": 0 if me is None else me.hp_max,
        "end": "starved" if hungry and play.state.outcome == DIED else play.state.outcome or "",
    }
