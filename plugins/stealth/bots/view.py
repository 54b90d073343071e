"""What a bot knows when it decides, and what it remembers: nothing that its character could not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from footfall.api import BotContext, Command
from footfall.api.grid import Actor, Cell, Item, chebyshev_distance, current_level, list_carried_items

from ..actor_index import HEALS_TAG, list_actors
from ..disguise import disguise_of
from ..identification import is_identified
from ..melee import are_enemies
from ..player import player_of
from ..records import ItemKind, ItemUse
from ..sight import player_sees
from ..state import Mood, stealth_of
from ..stats import creature_kind, dice_of, effective_stat, item_kind, weapon_of

BALK_TURNS = 5
"""Turns for which a bot leaves alone what it could not aim."""

FAST_RECOVERY_TURNS = 10
"""Turns between recoveries below which somebody who cannot hurt is left alone."""

SOFT_DEFENSE = 4
"""Base DEFENSE up to which somebody who cannot hurt is fought all the same."""

ENVENOMED = "core.stealth:envenomed"

JUNK_SORTS = frozenset({"junk"})


class Temperament(msgspec.Struct, frozen=True):
    """What makes one bot another.

    Attributes:
        nerve: a fight is taken if it is likely to cost no more than this share of life, in per cent.
        flees: below this share of life, in per cent, it looks for a way out of a fight.
        heals: below this share of life it goes back to a fire that it knows, in per cent.
        seeks: goes for every enemy it sees.
        ambushes: goes for those who have not noticed it and would fall to a blow from behind.
        keeps_off: makes a way around creatures that have not noticed it.
        explores: looks at a floor until satiety falls to this, before it takes the stairs down.
        careful: shoots before it comes to blows, shuts doors behind it, feels the walls it passes.
        runs: gets away from slow enemies, looking for the stairs as it goes, and reads itself down.
        dark: puts the lamp out when somebody is near.
        likes: what a point of each stat is worth in things to wear.
    """

    nerve: int
    flee_below: int
    heal_below: int
    explore_until_satiety: int
    likes: dict[str, int]
    seeks_fights: bool = False
    ambushes: bool = False
    avoids_unaware: bool = False
    careful: bool = False
    flees_slow_foes: bool = False
    prefers_dark: bool = False


class CarriedItem(NamedTuple):
    """Something carried: the object, its kind, what it does, and whether the bot knows that."""

    item: Item
    kind: ItemKind
    uses: frozenset[str]
    is_known: bool


@lru_cache(maxsize=1024)
def _use_names(uses: tuple[ItemUse, ...]) -> frozenset[str]:
    return frozenset(use.do for use in uses)


def use_names(kind: ItemKind) -> frozenset[str]:
    """Names of what an object does."""
    return _use_names(kind.uses)


class BotView:
    """The game as a bot sees it at one decision.

    Attributes:
        seat, options, temper: what it was asked.
        me: its character.
        pack: what it carries and could aim.
        kit: the same with the record of each, what it does, and whether it knows that.
        foes: enemies in sight that do not pass for furniture, in order of arrival.
        hunting: those of them that are after it and matter: they can hurt it, or fall easily.
        turn: the turn counter.
    """

    def __init__(self, ctx: BotContext, options: Sequence[Command], temper: Temperament) -> None:
        self.ctx = ctx
        self.options = options
        self.temper = temper
        self.world, self.level, self.ground = current_level(ctx)
        self.me = player_of(ctx)
        part = stealth_of(ctx.state)
        self.turn = part.turn
        balked = self.memory("balked")
        self.pack: list[Item] = [
            item
            for item in list_carried_items(self.world, self.me)
            if balked.get(item.id, -BALK_TURNS) + BALK_TURNS <= self.turn
        ]
        self.kit = [
            CarriedItem(item, kind, use_names(kind), not kind.family or is_identified(ctx, item))
            for item in self.pack
            for kind in (item_kind(ctx, item.kind),)
        ]
        self.fighter = part.fighters[self.me.id]
        self.foes = [
            other
            for other in list_actors(ctx, self.world, self.ground)
            if are_enemies(ctx, self.me, other)
            and player_sees(ctx, other.at)
            and disguise_of(ctx, other) is None
        ]
        self.hunting = [
            foe for foe in self.foes if self.mood_of(foe) is Mood.AGGRAVATED and self.is_threat(foe)
        ]

    def mood_of(self, foe: Actor) -> Mood:
        """How much a creature in sight knows."""
        mind = stealth_of(self.ctx.state).minds.get(foe.id)
        return Mood.CALM if mind is None else mind.mood

    def can_hurt(self, foe: Actor) -> bool:
        """Whether a blow of somebody can hurt (a slime's cannot, nor a bat's through leather)."""
        weapon = weapon_of(self.ctx, foe)
        if weapon is not None and weapon.range:
            return True
        dice = dice_of(self.ctx, foe)
        most = effective_stat(self.ctx, foe, "strength") + dice.high + dice.plus
        return most > effective_stat(self.ctx, self.me, "armor") or ENVENOMED in foe.effects

    def is_threat(self, foe: Actor) -> bool:
        """Whether somebody who hunts it is worth its while."""
        _, every = creature_kind(self.ctx, foe.kind).recovery
        soft = foe.stats.get("defense", 0) <= SOFT_DEFENSE
        return self.can_hurt(foe) or (
            soft and not 0 < every < FAST_RECOVERY_TURNS and self.distance_to(foe) == 1
        )

    def distance_to(self, other: Actor) -> int:
        """How far somebody is."""
        return chebyshev_distance(self.me.at, other.at)

    def is_below_life(self, share: int) -> bool:
        """Whether its life is below a share in per cent."""
        return self.me.hp * 100 < self.me.hp_max * share

    @property
    def satiety(self) -> int:
        """How full it is."""
        return self.me.stats.get("satiety", 100)

    def find_option(self, kind: type[Command], **fields: Any) -> Command | None:
        """The first legal command of a type whose fields have these values."""
        for option in self.options:
            if type(option) is kind and all(getattr(option, name) == value for name, value in fields.items()):
                return option
        return None

    def find_first_option(self, kind: type[Command], field: str, values: Iterable[Any]) -> Command | None:
        """The legal command of a type for the first of some values of a field that has one."""
        there = {getattr(option, field): option for option in reversed(self.options) if type(option) is kind}
        return next((there[value] for value in values if value in there), None)

    def memory(self, name: str) -> dict[Any, Any]:
        """A dictionary that lasts for the game."""
        kept: dict[Any, Any] = self.ctx.notes.setdefault(name, {})
        return kept


def update_memory(view: BotView) -> None:
    """Notes what is in sight now, and crosses off what is gone: things, fires, enemies."""
    seat, level = view.ctx, view.level.id
    things, fires, seen = view.memory("things"), view.memory("fires"), view.memory("seen")
    for kept in (things, fires, seen, view.memory("prey")):
        for id in [id for id, (floor, cell) in kept.items() if floor == level and player_sees(seat, cell)]:
            del kept[id]
    room = len(view.pack) < view.me.stats.get("capacity", 0)
    for item in view.world.items.values():
        if item.level != level or item.at is None or item.inside or not room:
            continue
        if (
            item.id not in view.memory("shed")
            and player_sees(seat, item.at)
            and item_kind(seat, item.kind).sort not in JUNK_SORTS
        ):
            things[item.id] = (level, item.at)
    for other in list_actors(seat, view.world, view.ground):
        if HEALS_TAG in creature_kind(seat, other.kind).tags and player_sees(seat, other.at):
            fires[other.id] = (level, other.at)
    for foe in view.foes:
        if foe not in view.hunting:
            seen[foe.id] = (level, foe.at)
    noises = stealth_of(seat.state).heard
    if view.foes or any(view.turn - heard.turn <= 1 for heard in noises):
        seat.notes["alarm"] = view.turn


def cells_in_memory(view: BotView, name: str) -> list[Cell]:
    """Cells of this floor that a memory holds."""
    return [cell for floor, cell in view.memory(name).values() if floor == view.level.id]
