"""The guide of a player: the goal, a page about the game, useful keys, and lessons at the moment they fit."""

from collections.abc import Iterable, Iterator

import msgspec

from footfall.api import Context, Message
from footfall.api.grid import chebyshev_distance
from footfall.api.scene import Binding, Lesson, Line, Panel, Scene, Span, Tint

from ..commands import COMBAT_OVER_KEY, find_adjacent_wall, find_hero, find_hero_zone, find_stairs_zone
from ..expedition import MAX_DISTANCE, Expedition, delve_of, expedition_of, master_of, policy_of, tables_for
from ..maps.geometry import list_cells
from ..maps.rasterize import floor_tiles_of
from ..model import Delve, Solo, Zone
from ..rules.explore import is_guard_open, is_way_out
from ..rules.legal_commands import can_use_stairs
from ..rules.search import can_search, compute_search_percent
from ..rules.solo import can_drink, describe_foes
from ..rules.touch import can_touch
from ..tables import Tables
from .journal_text import describe_zone
from .table_map import explain_signs, join_in_a_row

EXPLORE, SEARCH, CLIMB, FIGHT_OVER = "delve-key-explore", "delve-key-search", "delve-key-climb", "delve-key-combat-over"
STRIKE, FORCE, DRINK = "delve-key-strike", "delve-key-force", "delve-key-drink"
TOUCH, REST, CLUE, LEAVE = "delve-key-touch", "delve-key-rest", "delve-key-clue", "delve-key-leave"
GUIDE_PAGE, MAP_PAGE, DICE_PAGE = "page:guide", "page:map", "page:dice"
WALK_EXPLORE, BASE_STAIRS = "stealth-key-explore", "stealth-key-stairs"
"""Names that the base game gives to keys."""

FIRST_ENTRIES, MAP_ENTRIES = 2, 5
"""Entries of the journal: up to the first number the game is new to the player, from the second on the map is worth a
look."""


def build_goal_panel(ctx: Context) -> Panel:
    """The task of the heroes: the combat, if there is one, else the goal and the part that is left."""
    expedition, book, policy = expedition_of(ctx.state), tables_for(ctx), policy_of(ctx)
    delve = expedition.delve
    name = f"delve-goal-fight-{_name_mode(expedition)}"
    args = describe_foes(ctx, delve.solo) if isinstance(delve.solo, Solo) else {}
    zones = [describe_zone(delve, book, zone) for zone in list_open_combats(ctx)]
    goals = [(Message(name, {**args, "zone": zone}), Tint.BAD) for zone in zones[:1]]
    goals += [(Message("delve-goal-fight-more", {"zones": join_in_a_row(zones[1:])}), Tint.DIM)] if zones[1:] else []
    if ctx.state.outcome is not None:
        goals = [(Message("delve-goal-over"), Tint.DIM)]
    if not goals:
        pending = len(delve.list_pending_exits())
        left = (Message("delve-goal-left", {"count": pending}), Tint.TEXT)
        goals = [
            (Message(f"delve-goal-{policy.stop}"), Tint.STRONG),
            left if pending else (describe_dead_end(ctx), Tint.WARY),
        ]
        if policy.stop == "quest" and is_guard_open(delve, delve.zones[-1].level, policy):
            goals.append((Message("delve-goal-open"), Tint.DIM))
        elif policy.stop == "quest":
            counts = {"lairs": policy.guard_lairs, "rooms": policy.guard_rooms}
            known = {"known-lairs": delve.lairs, "known-rooms": delve.rooms}
            goals.append((Message("delve-goal-guarded", {**counts, **known}), Tint.DIM))
    return Panel(Message("delve-goal"), tuple(Line((Span(text, tint),)) for text, tint in goals))


def list_open_combats(ctx: Context) -> list[int]:
    """The zones in combat; on foot the nearest first."""
    delve, hero = delve_of(ctx), find_hero(ctx)
    if hero is None:
        return delve.fighting

    def measure(number: int) -> int:
        zone, at = delve.zones[number], hero.at
        cells = (cell for rect in floor_tiles_of(delve, zone) for cell in list_cells(rect))
        return min(chebyshev_distance(cell, at) for cell in cells) if zone.level == hero.level else MAX_DISTANCE

    return sorted(delve.fighting, key=measure)


def describe_open_combat(ctx: Context) -> Message | None:
    """Why auto-explore stops on foot: monsters of a known room are not beaten."""
    delve = delve_of(ctx)
    zones = [describe_zone(delve, tables_for(ctx), zone) for zone in delve.fighting]
    return Message("delve-explore-combat", {"zones": join_in_a_row(zones)}) if zones else None


def build_combat_over_key(delve: Delve, tables: Tables) -> Binding:
    """The key that ends a combat at the table; it asks first if that ends the expedition."""
    is_last = any(tables.rooms[delve.zones[zone].type].counts == "quest" for zone in delve.fighting)
    return msgspec.structs.replace(COMBAT_OVER_KEY, confirmation=Message("delve-combat-won") if is_last else None)


def _name_mode(expedition: Expedition) -> str:
    """The way of play, as texts name it."""
    return "walk" if expedition.is_walking else "alone" if isinstance(expedition.delve.solo, Solo) else "table"


def describe_dead_end(ctx: Context) -> Message:
    """The advice to heroes without an exit; in a combat, that it comes first."""
    delve = delve_of(ctx)
    if delve.fighting:
        return Message("delve-in-combat", {"zone": describe_zone(delve, tables_for(ctx), delve.fighting[0])})
    chance = compute_search_percent(delve, delve.leader, tables_for(ctx))
    return Message("delve-goal-none-left", {"mode": _name_mode(expedition_of(ctx.state)), "chance": chance})


def build_guide_page(ctx: Context) -> Panel:
    """The page on the game, its goal and its signs."""
    walking = expedition_of(ctx.state).is_walking
    mode = _name_mode(expedition_of(ctx.state))
    names = (mode, f"{mode}-fight", "search", "leave", "clue", "turn")
    walk = {"walk": "no" if mode == "table" else "yes"}
    told = [Line((Span(Message(f"delve-guide-{name}", walk)),)) for name in names]
    goal = (Line((Span(Message("delve-goal"), Tint.STRONG),)), *build_goal_panel(ctx).lines, Line())
    lines = (*goal, *told, *explain_signs(on_paper=walking))
    return Panel(Message("delve-guide"), lines, label=Message("delve-page-guide"), is_reference=True)


def _is_dead_end(delve: Delve, zone: Zone | None) -> bool:
    """Whether the heroes cannot go on: in this zone, or anywhere."""
    return not delve.list_pending_exits() or (zone is not None and not delve.list_exits_of(zone.id))


def _is_search_the_way_on(ctx: Context) -> bool:
    """Whether a search is the way on: the hero is at a dead end, next to a wall that may be searched."""
    delve = delve_of(ctx)
    if delve.fighting or not _is_dead_end(delve, find_hero_zone(ctx)):
        return False
    master = master_of(ctx)
    for wall in (find_adjacent_wall(ctx, direction) for direction in (0, 2, 4, 6)):
        if wall is not None and can_search(delve, wall[0].id, wall[1], delve.leader, master):
            return True
    return False


def list_walking_hints(ctx: Context, base: Iterable[str]) -> tuple[str, ...]:
    """Names of keys for a hero on foot, the most useful first."""
    delve = delve_of(ctx)
    stairs = find_stairs_zone(ctx)
    is_out = stairs is not None and is_way_out(delve, stairs, policy_of(ctx), tables_for(ctx))
    is_leading = stairs is not None and not is_out and can_use_stairs(ctx, stairs)
    ours = [CLIMB] if is_leading and not delve.fighting else []
    here = find_hero_zone(ctx)
    ours += [TOUCH] if here is not None and can_touch(expedition_of(ctx.state), tables_for(ctx), here) else []
    ours += [SEARCH] if _is_search_the_way_on(ctx) else []
    ours += [GUIDE_PAGE] if len(delve.journal) <= FIRST_ENTRIES else []
    rest = [name for name in base if name != BASE_STAIRS]
    last = (CLIMB,) if is_out else ()
    return tuple(dict.fromkeys((*ours, *rest[:3], MAP_PAGE, GUIDE_PAGE, *last, *rest[3:], DICE_PAGE)))


def list_table_hints(ctx: Context, shown: Scene) -> tuple[str, ...]:
    """Names of keys at the table, the most useful first."""
    delve = delve_of(ctx)
    pages = (GUIDE_PAGE, MAP_PAGE, DICE_PAGE)
    clue = (*((TOUCH,) if shown.choices["touchables"] else ()), *((CLUE,) if shown.choices["clue-uses"] else ()))
    solo = delve.solo if isinstance(delve.solo, Solo) else None
    drink = (DRINK,) if solo is not None and can_drink(solo) else ()
    if delve.fighting:
        return (*((FIGHT_OVER,) if solo is None else (STRIKE, FORCE, *drink)), *clue, *pages)
    first = (EXPLORE,) if shown.choices["exits"] else ()
    search = (SEARCH,) if shown.choices["walls"] else ()
    stairs = (CLIMB,) if shown.choices["stairs"] else ()
    if _is_dead_end(delve, delve.zones[-1]):
        return (*search, *first, *clue, REST, *drink, *pages, *stairs, LEAVE)
    early, late = ((), (REST,)) if solo is None else ((*drink, REST), ())
    return (*first, *clue, *early, *pages, *search, *stairs, *late, LEAVE)


def list_walking_lessons(ctx: Context) -> Iterator[Lesson]:
    """Lessons for a hero on foot that fit the moment."""
    delve = delve_of(ctx)
    if delve.fighting:
        yield _make_lesson("walk-fight")
        return
    yield _make_lesson("walk", WALK_EXPLORE, GUIDE_PAGE)
    stairs = find_stairs_zone(ctx)
    if len(delve.journal) > FIRST_ENTRIES and stairs is not None and can_use_stairs(ctx, stairs):
        yield _make_lesson("stairs", CLIMB)
    here = find_hero_zone(ctx)
    if here is not None and can_touch(expedition_of(ctx.state), tables_for(ctx), here):
        yield _make_lesson("touch", TOUCH)
    if _is_search_the_way_on(ctx):
        yield _make_lesson("walk-search", SEARCH)
    if delve.count_clues():
        yield _make_lesson("clue", CLUE)
    if len(delve.journal) >= MAP_ENTRIES:
        yield _make_lesson("walk-map", MAP_PAGE, DICE_PAGE)


def list_table_lessons(ctx: Context, shown: Scene) -> Iterator[Lesson]:
    """Lessons at the table that fit the moment."""
    delve, is_alone = delve_of(ctx), isinstance(delve_of(ctx).solo, Solo)
    if delve.fighting:
        yield (
            _make_lesson("alone-fight", STRIKE, FORCE)
            if is_alone
            else _make_lesson("table-fight", FIGHT_OVER, GUIDE_PAGE)
        )
        return
    yield _make_lesson("alone", EXPLORE, GUIDE_PAGE) if is_alone else _make_lesson("table", EXPLORE, FIGHT_OVER)
    if shown.choices["walls"] and _is_dead_end(delve, delve.zones[-1]):
        yield _make_lesson("table-search", SEARCH, REST)
    if delve.count_clues():
        yield _make_lesson("clue", CLUE)
    if len(delve.journal) >= MAP_ENTRIES:
        yield _make_lesson("table-more", DICE_PAGE, GUIDE_PAGE)


def _make_lesson(name: str, *keys: str) -> Lesson:
    return Lesson(f"core.delve:{name}", Message(f"delve-lesson-{name}"), keys)
