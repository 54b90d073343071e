"""A bot's view of the game and its memory, limited to the perceptions of its character."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import Answer, BotContext, Command
from footfall.api.grid import Actor, Cell, Item, chebyshev_distance, list_carried_items

from ..actions.commands import Wait, Walk
from ..actions.fight import BlowForecast, expect_blow, gather_blow
from ..actors.identification import disguise_of, is_identified
from ..actors.stats import ENVENOMED, LAMP, effective_stealth, weapon_of
from ..actors.surroundings import are_enemies
from ..items.using import Activate
from ..model.phase import get_phase
from ..model.records import ItemKind, ItemUse, creature_kind, item_kind
from ..model.state import Mood
from ..senses.known_map import list_items_in_view
from ..senses.sight import visible_cells

AIM_RETRY_TURNS = 5
"""Turns for which a bot ignores an item that it could not aim."""

FAST_RECOVERY_TURNS = 10
"""Turns per recovery below which a harmless creature is not worth fighting."""

SOFT_DEFENSE = 4
"""Base DEFENSE up to which a harmless creature is still worth fighting."""


JUNK_SORTS = frozenset({"junk"})


class Temperament(msgspec.Struct, frozen=True):
    """The traits that distinguish the bots.

    Attributes:
        nerve: accepts a fight if its expected cost is at most this percentage of its life.
        flee_below: percentage of life below which it tries to escape a fight.
        heal_below: percentage of life below which it returns to a known fire.
        explore_until_satiety: explores a floor until satiety falls to this, then takes the stairs down.
        likes: value of one point of each stat on gear.
        seeks_fights: attacks every enemy it sees.
        stalks_unaware: stalks unaware enemies that a backstab would nearly kill.
        avoids_unaware: walks around creatures that have not noticed it.
        is_careful: shoots before melee, shuts doors on its pursuers, inspects the walls it passes.
        flees_slow_foes: runs from slow enemies toward the stairs, and reads scrolls of descent.
        prefers_dark: keeps the lamp off when it sees well enough without it, and before an ambush.
    """

    nerve: int
    flee_below: int
    heal_below: int
    explore_until_satiety: int
    likes: dict[str, int]
    seeks_fights: bool = False
    stalks_unaware: bool = False
    avoids_unaware: bool = False
    is_careful: bool = False
    flees_slow_foes: bool = False
    prefers_dark: bool = False


class CarriedItem(NamedTuple):
    """A carried item, its kind, its uses, and whether the bot has identified it."""

    item: Item
    kind: ItemKind
    uses: frozenset[str]
    is_known: bool


@lru_cache(maxsize=1024)
def use_names(uses: tuple[ItemUse, ...]) -> frozenset[str]:
    """Names of the uses of an item."""
    return frozenset(use.do for use in uses)


class BotView:
    """The game as a bot sees it at one decision.

    Attributes:
        ctx: the bot's context.
        phase: its view of the game.
        options: the legal commands.
        temper: the bot's traits.
        me: its character.
        turn: the turn counter.
        pack: carried items, without those it recently failed to aim.
        kit: the pack with kinds, uses and identification.
        fighter: its stamina and cache.
        visible: the cells in view: bool ``(height, width)``.
        foes: undisguised enemies in sight, in order of arrival.
        hunting: the aggravated ones among them that are a threat (`is_threat`).
        costs: cost of each known cell, filled in by `pathing.cell_costs`.
    """

    def __init__(self, ctx: BotContext, options: Sequence[Command], temper: Temperament) -> None:
        self.phase = phase = get_phase(ctx)
        self.ctx = ctx
        self.costs: npt.NDArray[np.uint16] | None = None
        self._blows: dict[tuple[int, int], BlowForecast] = {}
        self.options = options
        self.temper = temper
        self.world, self.level, self.ground = phase.world, phase.level, phase.ground
        self.me = phase.player
        self.turn = phase.turn
        unaimable = self.memory("unaimable")
        self.pack: list[Item] = [
            item
            for item in list_carried_items(self.world, self.me)
            if unaimable.get(item.id, -AIM_RETRY_TURNS) + AIM_RETRY_TURNS <= self.turn
        ]
        self.kit = [
            CarriedItem(item, kind, use_names(kind.uses), not kind.family or is_identified(phase, item))
            for item in self.pack
            for kind in (item_kind(ctx, item.kind),)
        ]
        self.fighter = phase.stealth.fighters[self.me.id]
        self.visible = visible_cells(phase)
        self.foes = [
            other
            for other in phase.actors
            if are_enemies(phase, self.me, other) and self.sees(other.at) and disguise_of(phase, other) is None
        ]
        self.hunting = [foe for foe in self.foes if self.mood_of(foe) is Mood.AGGRAVATED and self.is_threat(foe)]

    def sees(self, cell: Cell) -> bool:
        """Whether a cell of this floor is in view."""
        return bool(self.visible[self.phase.array_index(cell)])

    def mood_of(self, foe: Actor) -> Mood:
        """The mood of a creature in sight; calm for a creature without a mind."""
        mind = self.phase.stealth.minds.get(foe.id)
        return Mood.CALM if mind is None else mind.mood

    def can_hurt(self, foe: Actor) -> bool:
        """Whether an enemy can damage this character at all (by shots, melee or poison)."""
        weapon = weapon_of(self.phase, foe)
        if weapon is not None and weapon.range:
            return True
        return self.expect_blow(foe, self.me).high > 0 or ENVENOMED in foe.effects

    def expect_blow(self, attacker: Actor, target: Actor) -> BlowForecast:
        """The forecast of a blow in melee that comes as no surprise."""
        key = attacker.id, target.id
        if key not in self._blows:
            facts = gather_blow(self.phase, attacker, target)
            self._blows[key] = expect_blow(msgspec.structs.replace(facts, is_unaware=False))
        return self._blows[key]

    def expect_backstab(self, foe: Actor, *, is_dark: bool) -> BlowForecast:
        """The forecast of a backstab, with the lamp out if `is_dark`."""
        facts, stealth = gather_blow(self.phase, self.me, foe), effective_stealth(self.phase, self.me)
        if is_dark and LAMP in self.me.effects:
            stealth -= self.phase.settings.lamp_stealth
        return expect_blow(msgspec.structs.replace(facts, is_unaware=True, own_stealth=stealth))

    def is_threat(self, foe: Actor) -> bool:
        """Whether a hunting enemy is dangerous, or harmless but adjacent and easily killed."""
        _, recovery_turns = creature_kind(self.phase, foe.kind).recovery
        is_soft = foe.stats.get("defense", 0) <= SOFT_DEFENSE
        return self.can_hurt(foe) or (
            is_soft and not 0 < recovery_turns < FAST_RECOVERY_TURNS and self.distance_to(foe) == 1
        )

    def distance_to(self, other: Actor) -> int:
        """Chebyshev distance to an actor, in cells."""
        return chebyshev_distance(self.me.at, other.at)

    def is_below_life(self, share: int) -> bool:
        """Whether its life is below a percentage of its maximum."""
        return self.me.hp * 100 < self.me.hp_max * share

    @property
    def satiety(self) -> int:
        """Its satiety; 100 if it needs no food."""
        return self.me.stats.get("satiety", 100)

    def find_option(self, kind: type[Command], **fields: Any) -> Command | None:
        """The first legal command of a type with these field values."""
        for option in self.options:
            if type(option) is kind and all(getattr(option, name) == value for name, value in fields.items()):
                return option
        return None

    def find_first_option(self, kind: type[Command], field: str, values: Iterable[Any]) -> Command | None:
        """The legal command of a type for the first of `values` that some command has in `field`."""
        by_value = {getattr(option, field): option for option in reversed(self.options) if type(option) is kind}
        return next((by_value[value] for value in values if value in by_value), None)

    def memory(self, name: str) -> dict[Any, Any]:
        """A named dictionary that persists for the game."""
        memory: dict[Any, Any] = self.ctx.notes.setdefault(name, {})
        return memory


def update_memory(view: BotView) -> None:
    """Remembers items, fires and enemies in sight; forgets those that have gone from cells in sight."""
    ctx, level = view.ctx, view.level.id
    visible, (top, left) = view.visible, view.level.origin
    items, fires, unaware = view.memory("items"), view.memory("fires"), view.memory("unaware")
    for cells in (items, fires, unaware, view.memory("prey")):
        for id in [id for id, (floor, (y, x)) in cells.items() if floor == level and visible[y - top, x - left]]:
            del cells[id]
    has_room = len(view.pack) < view.me.stats.get("capacity", 0)
    dropped = view.memory("dropped")
    for at, item in list_items_in_view(view.phase) if has_room else ():
        if item.id not in dropped and item_kind(view.phase, item.kind).sort not in JUNK_SORTS:
            items[item.id] = (level, at)
    for id in view.phase.index.healing:
        y, x = at = view.world.actors[id].at
        if visible[y - top, x - left]:
            fires[id] = (level, at)
    for foe in view.foes:
        if foe not in view.hunting:
            unaware[foe.id] = (level, foe.at)
    sounds = view.phase.stealth.heard_sounds
    if view.foes or any(view.turn - heard.turn <= 1 for heard in sounds):
        ctx.notes["alarm"] = view.turn


def cells_in_memory(view: BotView, name: str) -> list[Cell]:
    """Cells of this floor in a named memory."""
    return [cell for floor, cell in view.memory(name).values() if floor == view.level.id]


V = TypeVar("V", bound=BotView)


def decide_with(view: V, answer: Callable[[V], Command], choose: Callable[[V], Command | None]) -> Command:
    """Answers an open question with `answer`, else updates the memory and asks `choose`."""
    if isinstance(view.options[0], Answer):
        return answer(view)
    update_memory(view)
    command = choose(view) or view.ctx.give_reason(choose_any(view), "stealth-reason-lost")
    if type(command) is Activate:
        view.ctx.notes["used"] = command.item
    return command


def because(view: BotView, reason: str, command: Command | None) -> Command | None:
    """Returns a command, and notes the reason for it for players (``stealth-reason-...``) if there is one."""
    if command is None:
        return None
    facts = {"hunters": len(view.hunting), "life": view.me.hp, "most": view.me.hp_max}
    return view.ctx.give_reason(command, f"stealth-reason-{reason}", **facts)


def choose_any(view: BotView) -> Command:
    """A step at random."""
    steps = [option for option in view.options if type(option) is Walk]
    return view.ctx.choose("any", steps or [view.find_option(Wait) or view.options[0]])
