"""Readings and deeds of the delve for rules as data: rooms, exits, clues, heroes, searches, counters, a lone hero."""

from typing import Annotated

from footfall.api import (
    ActorId,
    Change,
    Context,
    Count,
    NoChanges,
    Opposite,
    Positive,
    Proposal,
    Push,
    Ref,
    deed,
    reading,
)
from footfall.api.grid import get_world

from .changes import AwardClue, SpendCounters
from .expedition import delve_of, list_actors_in, list_creatures_in
from .model import MAX_CLUES, MAX_LIFE, Fate, Hero, JournalEntry, Solo, Zone
from .rules.solo import ALTER_LIFE
from .tables import NAMESPACE

TypeId = Annotated[str, Ref("room_type", NAMESPACE), Ref("corridor_end", NAMESPACE)]
SpecialId = Annotated[str, Ref("special_room", NAMESPACE), Ref("special_corridor", NAMESPACE)]

SEEN_FATES = (Fate.PENDING, Fate.OPENED, Fate.LINKED, Fate.BLOCKED)
"""The fates of exits that the heroes know of; secret doors that they have not found do not count."""

MAX_COUNTERS = 20
"""The most counters that a rule gives or takes at once."""


def _find_zone(ctx: Context, zone: int) -> Zone | None:
    """A zone that the heroes have seen."""
    zones = delve_of(ctx).zones
    return zones[zone] if 0 <= zone < len(zones) and not zones[zone].is_hidden else None


def _find_hero(ctx: Context, hero: ActorId) -> Hero | None:
    heroes = delve_of(ctx).heroes
    return heroes[hero] if 0 <= hero < len(heroes) else None


# The delve


@reading(unit="lairs", cost="O(1)")
def lairs_revealed(ctx: Context) -> Count:
    """The number of lairs revealed."""
    return delve_of(ctx).lairs


@reading(unit="quest rooms", cost="O(1)")
def quests_revealed(ctx: Context) -> Count:
    """The number of quest rooms revealed."""
    return delve_of(ctx).quests


@reading(unit="levels", cost="O(1)")
def level_count(ctx: Context) -> Count:
    """The number of levels of the delve."""
    return len(delve_of(ctx).levels)


@reading(unit="danger", cost="O(1)")
def first_danger(ctx: Context) -> Count:
    """The danger of the first level: 1 to 3."""
    return delve_of(ctx).danger


@reading(unit="exits", cost="O(exits)")
def pending_exits(ctx: Context) -> Count:
    """The unexplored exits that the heroes know of."""
    return len(delve_of(ctx).list_pending_exits())


@reading(unit="clues", cost="O(journal)")
def clues(ctx: Context) -> Count:
    """The dungeon clues that the heroes hold."""
    return delve_of(ctx).count_clues()


@reading(unit="walls", cost="O(searches)")
def searched_walls(ctx: Context) -> Count:
    """The walls that the heroes have searched."""
    return len(delve_of(ctx).list_searched_walls())


@reading(unit="combats", cost="O(1)")
def combats(ctx: Context) -> Count:
    """The combats in progress."""
    return len(delve_of(ctx).fighting)


@reading(unit="face", cost="O(1)")
def turn_die(ctx: Context) -> int:
    """The face of the game master's turn die; 1 without a budget."""
    return delve_of(ctx).turn_die


@reading(unit="seat", cost="O(1)")
def leader(ctx: Context) -> ActorId:
    """The seat of the leader."""
    return delve_of(ctx).leader


@reading(unit="seat", cost="O(1)")
def mapper(ctx: Context) -> ActorId:
    """The seat of the hero who draws the map."""
    return delve_of(ctx).mapper


@reading(unit="heroes", cost="O(heroes)")
def heroes_alive(ctx: Context) -> Count:
    """The heroes that live."""
    return sum(hero.is_alive for hero in delve_of(ctx).heroes)


# A zone, by its number


@reading(cost="O(1)")
def zone_is_room(ctx: Context, zone: int) -> bool:
    """Whether a zone is a room."""
    found = _find_zone(ctx, zone)
    return found is not None and found.kind.value == "room"


@reading(cost="O(1)")
def zone_type(ctx: Context, zone: int) -> TypeId:
    """The type of a room, or the end of a corridor (``"lair"``, ``"closed"``); empty for a zone not seen."""
    found = _find_zone(ctx, zone)
    return "" if found is None else found.type or found.end


@reading(cost="O(1)")
def zone_special(ctx: Context, zone: int) -> SpecialId:
    """The record id of a special room or corridor (``"core.delve:statue"``); empty for others."""
    found = _find_zone(ctx, zone)
    return "" if found is None else found.special


@reading(unit="danger", cost="O(1)")
def zone_danger(ctx: Context, zone: int) -> int:
    """The danger of a zone's level: 1 to 4."""
    found = _find_zone(ctx, zone)
    return 0 if found is None else delve_of(ctx).danger_of(found)


@reading(unit="cells", cost="O(rectangles)", steps=30)
def zone_size(ctx: Context, zone: int) -> Count:
    """The floor of a zone, in the cells of the map as a table draws it."""
    found = _find_zone(ctx, zone)
    return 0 if found is None else sum(height * width for _, _, height, width in found.floors)


@reading(unit="exits", cost="O(exits)")
def zone_exits(ctx: Context, zone: int) -> Count:
    """The exits of a zone, secret doors that have not been found left out."""
    found = _find_zone(ctx, zone)
    return 0 if found is None else sum(e.fate in SEEN_FATES for e in delve_of(ctx).list_exits_of(zone))


@reading(unit="searches", cost="O(searches)")
def zone_searches(ctx: Context, zone: int) -> Count:
    """The searches of walls in a zone so far."""
    return sum(search.zone == zone for search in delve_of(ctx).searches)


@reading(cost="O(combats)")
def zone_is_fighting(ctx: Context, zone: int) -> bool:
    """Whether a combat is in progress in a zone."""
    return zone in delve_of(ctx).fighting


@reading(unit="creatures", cost="O(creatures)", limit=24)
def zone_creatures(ctx: Context, zone: int) -> tuple[ActorId, ...]:
    """The creatures in a zone without the heroes' own figure, by their numbers; none at a table, which has none."""
    return list_creatures_in(ctx, zone)


@reading(unit="seats", cost="O(searches)", limit=12)
def zone_searchers(ctx: Context, zone: int) -> tuple[ActorId, ...]:
    """The heroes who have searched a wall of a zone, by their seats: those whom a table knows to have been there."""
    return tuple(sorted({search.hero for search in delve_of(ctx).searches if search.zone == zone}))


@reading(unit="figures", cost="O(creatures)", limit=1)
def zone_heroes(ctx: Context, zone: int) -> tuple[ActorId, ...]:
    """The figure that walks for all heroes, if it is in a zone; none at a table: `zone_searchers` has seats."""
    return tuple(id for id in list_actors_in(ctx, zone) if id == get_world(ctx.state).player)


# A hero, by its seat


@reading(cost="O(1)", rule_name="lives")
def hero_lives(ctx: Context, hero: ActorId) -> bool:
    """Whether the hero of a seat lives."""
    found = _find_hero(ctx, hero)
    return found is not None and found.is_alive


@reading(cost="O(1)", rule_name="is_elf")
def hero_is_elf(ctx: Context, hero: ActorId) -> bool:
    """Whether the hero of a seat is an elf, who searches better."""
    found = _find_hero(ctx, hero)
    return found is not None and found.kin == "elf"


@reading(unit="seats", cost="O(heroes)", limit=12)
def heroes(ctx: Context) -> tuple[ActorId, ...]:
    """All heroes by their seats, in seating order."""
    return tuple(range(len(delve_of(ctx).heroes)))


@reading(unit="searches", cost="O(searches)", rule_name="searches")
def hero_searches(ctx: Context, hero: ActorId) -> Count:
    """The searches of walls by the hero of a seat so far."""
    return sum(search.hero == hero for search in delve_of(ctx).searches)


# A lone hero at the table


def _solo_of(ctx: Context) -> Solo:
    """The fortunes of a lone hero at the table; nothing at all for a group and on foot."""
    solo = delve_of(ctx).solo
    return solo if isinstance(solo, Solo) else Solo(0, 0)


@reading(cost="O(1)")
def is_alone(ctx: Context) -> bool:
    """Whether one hero plays at the table, whose combats dice decide."""
    return isinstance(delve_of(ctx).solo, Solo)


@reading(unit="life", cost="O(1)")
def solo_life(ctx: Context) -> Count:
    """The life of a lone hero at the table, at most 12; 0 for a group and on foot."""
    return _solo_of(ctx).life


@reading(unit="potions", cost="O(1)")
def solo_potions(ctx: Context) -> Count:
    """The potions of a lone hero at the table; 0 for a group and on foot."""
    return _solo_of(ctx).potions


@reading(unit="points", cost="O(1)")
def solo_edge(ctx: Context) -> Count:
    """The bonus of blades on the die of a lone hero at the table; 0 for a group and on foot."""
    return _solo_of(ctx).edge


@reading(unit="points", cost="O(1)")
def solo_alarm(ctx: Context) -> Count:
    """The strength that rests of a lone hero at the table have added to later monsters; 0 for a group and on foot."""
    return _solo_of(ctx).alarm


@reading(unit="points", cost="O(1)")
def solo_foes(ctx: Context) -> Count:
    """The strength that is left to the monsters that a lone hero at the table fights; 0 without a combat."""
    return _solo_of(ctx).foes


# Deeds


def _alter_life(ctx: Context, amount: int) -> list[Change]:
    if not isinstance(delve_of(ctx).solo, Solo):
        return NoChanges("delve-unchanged-group")
    return [Push(ALTER_LIFE, (max(-MAX_LIFE, min(MAX_LIFE, amount)),))]


@deed
def mend(ctx: Context, life: Annotated[Positive, Opposite("wound")] = 1) -> list[Change]:
    """Restores life to a lone hero at the table."""
    return _alter_life(ctx, max(0, life))


@deed
def wound(ctx: Context, life: Annotated[Positive, Opposite("mend")] = 1) -> list[Change]:
    """Takes life from a lone hero at the table; without life, the expedition is over."""
    return _alter_life(ctx, -max(0, life))


@deed
def award_clue(ctx: Context, zone: int = -1) -> list[Change | Proposal]:
    """Awards the heroes a dungeon clue, unless they hold as many as they may."""
    delve = delve_of(ctx)
    zone = zone if _find_zone(ctx, zone) is not None else -1
    return [AwardClue(JournalEntry("award", delve.leader, zone=zone))] if delve.count_clues() < MAX_CLUES else []


@deed
def spend_counters(ctx: Context, counters: Positive = 1) -> list[Change | Proposal]:
    """Takes counters of the game master's budget, no more than there are."""
    taken = max(0, min(counters, MAX_COUNTERS, delve_of(ctx).counters))
    return [SpendCounters(taken)] if taken else []
