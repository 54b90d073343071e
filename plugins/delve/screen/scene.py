"""Scenes: the base game's with a panel for the expedition, or the table with the map."""

from collections.abc import Iterator

import msgspec

from footfall.api import Command, Context, Message, Question
from footfall.api.grid import chebyshev_distance, get_world
from footfall.api.scene import (
    DIRECTIONS,
    Cells,
    Choice,
    Line,
    NearSound,
    Panel,
    Scene,
    SoundChannel,
    SoundRecipe,
    Span,
    Tint,
)

from ..commands import (
    CHOOSE_STAIRS_KEY,
    COMBAT_OVER_KEY,
    EXPLORE_EXIT_KEY,
    NAME_MAPPER_KEY,
    SEARCH_DIRECTION_KEY,
    SEARCH_WALL_KEY,
    TURN_OVER_KEY,
    USE_STAIRS_KEY,
    ExploreExit,
    SearchWall,
    UseStairs as ClimbCommand,
)
from ..expedition import BASE_GAME, Expedition, delve_of, expedition_of, policy_of, tables_for
from ..maps.export import Ink, draw_chart, render_text
from ..maps.geometry import Cell, list_cells as cells_of, to_tiles
from ..maps.rasterize import floor_tiles_of
from ..maps.shapes import door_rect, list_wall_names
from ..model import MAX_LIFE, Delve, ExitKind, Fate, Solo
from ..policy import Policy
from ..rules.clue_commands import DECLARE_CLUE_KEY, LEAVE_FROM_KEY, LEAVE_KEY, USE_CLUE_KEY, list_clue_choices
from ..rules.explore import are_stairs_choked
from ..rules.legal_commands import list_legal_commands
from ..rules.search import find_faced_zone, search_bonus
from ..rules.solo import BLOWS
from ..rules.solo_commands import list_solo_bindings
from ..rules.touch import TOUCH_IN_KEY, TOUCH_KEY, list_touch_choices
from ..tables import Tables
from .guide import (
    build_combat_over_key,
    build_goal_panel,
    build_guide_page,
    describe_dead_end,
    list_table_hints,
    list_table_lessons,
    list_walking_hints,
    list_walking_lessons,
)
from .journal_text import (
    CHOKED,
    FALSE_DOOR,
    count_zones,
    describe_ending,
    describe_entry,
    describe_exit_of,
    describe_player,
    describe_wall,
    describe_zone,
    describe_zone_and_kind,
    list_causes,
    name_exit_sign,
)
from .pointing import POINT_KEY
from .table_map import UNSPOKEN, build_legend, draw_table_map, explain_signs, find_opening, list_ways, title_map


def build_scene(ctx: Context) -> Scene:
    """Builds the scene."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    if expedition.is_walking:
        return _build_walking_scene(ctx, expedition, book)
    return _build_table_scene(ctx, expedition, book)


def _build_walking_scene(ctx: Context, expedition: Expedition, book: Tables) -> Scene:
    shown: Scene = ctx.find_game(BASE_GAME).presentation.scene(ctx.for_mod(BASE_GAME))
    delve = expedition.delve
    level = get_world(ctx.state).current
    if shown.cells is not None:
        _fill_from_map(shown.cells, delve, book, level)
    shown.title = _build_title(delve)
    first, *rest = shown.panels
    party = (_build_party_panel(delve),) if any(hero.name for hero in delve.heroes) else ()
    goal = build_goal_panel(ctx)
    middle = (*rest, goal) if delve.fighting else (goal, *rest)  # a combat's odds come first on a small screen
    shown.panels = (first, *middle, _build_counters_panel(delve), *party)
    shown.pages = {**shown.pages, **_build_pages(ctx, level)}
    shown.page_keys = {**shown.page_keys, "r": "dice", "m": "map", "G": "guide"}
    shown.hints = list_walking_hints(ctx, shown.hints)
    others = (lesson for lesson in shown.lessons if lesson.id not in WRONG_LESSONS)
    shown.lessons = (*list_walking_lessons(ctx), *others)
    shown.bindings = (
        SEARCH_DIRECTION_KEY,
        USE_STAIRS_KEY,
        *_CLUE_KEYS,
        *(b for b in ctx.list_bindings() if b not in _OWN_KEYS and command_tag(b.command) != BASE_STAIRS_COMMAND),
    )
    shown.choices = {**shown.choices, **list_clue_choices(ctx)}
    shown.no_choices = {**shown.no_choices, "clue-uses": Message("delve-no-clue")}
    if shown.acoustics is not None:
        tones = (*shown.acoustics.tones, *list_room_tones(ctx, delve, book))
        shown.acoustics = msgspec.structs.replace(shown.acoustics, tones=tones)
    if delve.fighting and shown.alert is None:
        shown.alert = Message("delve-fighting")
    zones, base = _describe_cells(ctx, level), shown.notes
    ours = {at: tuple(note for note in notes if note not in base.get(at, ())) for at, notes in zones.items()}
    shown.notes = {**base, **{at: (*base.get(at, ()), *notes) for at, notes in ours.items()}}
    if ctx.state.outcome is not None:
        causes = shown.farewell[1:-1] if ctx.state.outcome == "died" else ()
        shown.farewell = describe_ending(ctx.state.outcome, delve, causes, is_walking=True)
    return shown


WRONG_LESSONS = frozenset({"core.stealth:unnoticed", "core.stealth:door"})
"""Lessons of the base game that are wrong here: kills earn the quest, and behind a new door nothing is to be heard."""

ROOM_REACH = 12
"""Distance in cells from which the sound of a room is heard."""


def list_room_tones(ctx: Context, delve: Delve, book: Tables) -> Iterator[NearSound]:
    """The sounds of the known rooms and special corridors near the hero."""
    world = get_world(ctx.state)
    hero, recipes = world.actors.get(world.player), ctx.records.table(SoundRecipe, "sound")
    looks = book.list_looks(delve)
    for zone in delve.zones:
        source = book.find_special(zone) or looks.get(zone.id)
        if hero is None or source is None or not source.sound or zone.is_hidden or zone.level != hero.level:
            continue
        top, left, height, width = to_tiles(zone.floors[0], delve.wall_thickness)
        middle = top + height // 2, left + width // 2
        distance = chebyshev_distance(hero.at, middle)
        if distance < ROOM_REACH:
            loudness = max(1, 5 - 5 * distance // ROOM_REACH)
            step = tuple((there > here) - (there < here) for there, here in zip(middle, hero.at, strict=True))
            direction = DIRECTIONS.index(step) if any(step) else -1
            yield NearSound(recipes[source.sound], SoundChannel.ROOM, loudness, direction)


_CLUE_KEYS = (TOUCH_KEY, USE_CLUE_KEY, LEAVE_KEY)
_TABLE_KEYS = (
    EXPLORE_EXIT_KEY,
    POINT_KEY,
    SEARCH_WALL_KEY,
    COMBAT_OVER_KEY,
    TURN_OVER_KEY,
    CHOOSE_STAIRS_KEY,
    NAME_MAPPER_KEY,
    TOUCH_IN_KEY,
    USE_CLUE_KEY,
    DECLARE_CLUE_KEY,
    LEAVE_FROM_KEY,
)
_GROUP_KEYS = (NAME_MAPPER_KEY, DECLARE_CLUE_KEY, SEARCH_WALL_KEY, TURN_OVER_KEY)
_OWN_KEYS = (*_TABLE_KEYS, *_CLUE_KEYS, SEARCH_DIRECTION_KEY, USE_STAIRS_KEY)
BASE_STAIRS_COMMAND = "core.stealth:stairs"
"""A command of the base game that `UseStairs` stands for."""


def command_tag(command: type[Command]) -> str:
    """The full name of a kind of command."""
    return str(command.__struct_config__.tag)


def _build_table_scene(ctx: Context, expedition: Expedition, book: Tables) -> Scene:
    delve = expedition.delve
    level = delve.zones[-1].level
    question = ctx.state.question
    is_asked = question is not None and question.kind != "turn"
    actor = question.actor if question is not None else delve.leader
    is_alone = isinstance(delve.solo, Solo)
    commands = list_legal_commands(ctx) if question is not None and not is_asked else []
    shown = Scene(
        title=_build_title(delve),
        alert=Message("delve-fighting") if delve.fighting else None,
        status=(build_table_status(delve),),
        cells=draw_table_map(delve, book, level),
        has_sound_band=False,
        notes=_describe_cells(ctx, level),
        panels=(
            build_goal_panel(ctx),
            _build_exits_panel(delve, book, actor),
            *(() if is_alone else (_build_party_panel(delve),)),
            build_legend(),
            _build_counters_panel(delve),
        ),
        pages=_build_pages(ctx, level),
        page_keys={"m": "map", "r": "dice", "G": "guide"},
        choices=_list_choices(ctx, delve, book, commands),
        no_choices={"exits": describe_dead_end(ctx), "clue-uses": Message("delve-no-clue")},
        actor=actor,
        prompt=question.prompt if question is not None and is_asked else None,
        answers=list_answers(question if is_asked else None),
        bindings=(
            *((build_combat_over_key(delve, book),) if delve.fighting and not is_alone else ()),
            *(b for b in _TABLE_KEYS if b is not COMBAT_OVER_KEY and not (is_alone and b in _GROUP_KEYS)),
            *list_solo_bindings(ctx),
        ),
        farewell=() if ctx.state.outcome is None else describe_ending(ctx.state.outcome, delve, list_causes(ctx)),
    )
    shown.hints = list_table_hints(ctx, shown)
    shown.lessons = tuple(list_table_lessons(ctx, shown)) if ctx.state.outcome is None else ()
    return shown


def build_table_status(delve: Delve) -> Span:
    """The leader, or the fortunes of a lone hero."""
    if not isinstance(solo := delve.solo, Solo):
        return Span(Message("delve-leads", {"player": describe_player(delve, delve.leader)}))
    args = {"life": solo.life, "most": MAX_LIFE, "potions": solo.potions, "edge": solo.edge, "alarm": solo.alarm}
    return Span(Message("delve-solo-fortunes", args), Tint.BAD if solo.life <= BLOWS[4][1] else Tint.TEXT)


def list_answers(question: Question | None) -> tuple[Choice, ...]:
    """The answers to a question: whether to leave the dungeon, or those of a mod."""
    if question is None or question.prompt is None:
        return ()
    if question.kind != "confirm":
        return tuple(Choice(text, Message(text, question.prompt.args)) for text in question.options)
    words = {True: (Message("delve-yes"), "y"), False: (Message("delve-no"), "n")}
    return tuple(Choice(option, *words[option]) for option in question.options)


def _build_pages(ctx: Context, level: int) -> dict[str, Panel]:
    delve, book = delve_of(ctx), tables_for(ctx)
    log = [Line((Span(line),)) for note in reversed(delve.journal) for line in describe_entry(delve, note, book)]
    drawing = [Line((Span(row, Tint.TEXT, UNSPOKEN),)) for row in render_text(delve, book, level).splitlines()]
    paper = (*drawing, *explain_signs(on_paper=True), Line(), *list_ways(delve, book, level))
    return {
        "dice": Panel(Message("delve-log"), tuple(log), label=Message("delve-page-dice")),
        "map": Panel(title_map(ctx, level), paper, label=Message("delve-page-map")),
        "guide": build_guide_page(ctx),
    }


def _list_choices(ctx: Context, delve: Delve, book: Tables, commands: list[Command]) -> dict[str, tuple[Choice, ...]]:
    """The options of the prompts; after the end, names for all past choices."""
    seats = [seat for seat in range(len(delve.heroes)) if delve.heroes[seat].is_alive]
    better = Message("delve-searches-better")
    searches = (each for each in commands if isinstance(each, SearchWall))
    walls = [_make_wall_choice(delve, book, each.zone, each.wall, policy_of(ctx)) for each in searches]
    shown = {
        "exits": tuple(
            Choice(gate.id, describe_exit_of(delve, book, gate.id), name_exit_sign(gate.id))
            for gate in delve.list_pending_exits()
            if not delve.is_in_solo_combat
        ),
        "combats": tuple(Choice(zone, describe_zone(delve, book, zone)) for zone in delve.fighting),
        "walls": tuple(sorted(walls, key=lambda wall: bool(wall.detail))),
        "searchers": tuple(
            Choice(seat, describe_player(delve, seat), detail=(better,) if search_bonus(delve, seat) else ())
            for seat in sorted(seats, key=lambda seat: seat != delve.leader)
        ),
        "stairs": tuple(
            Choice(c.zone, describe_zone(delve, book, c.zone)) for c in commands if isinstance(c, ClimbCommand)
        ),
        **list_clue_choices(ctx),
        "touchables": list_touch_choices(ctx),
        "seats": tuple(Choice(seat, describe_player(delve, seat)) for seat in range(len(delve.heroes))),
    }
    if ctx.state.outcome is None:
        return shown
    zones = [zone for zone in delve.zones if not zone.is_hidden]
    gates = [gate for gate in delve.exits if gate.fate is not Fate.UNFOUND and not delve.zones[gate.zone].is_hidden]
    walls = [_make_wall_choice(delve, book, zone.id, wall) for zone in zones for wall in list_wall_names(zone, True)]
    exits = tuple(Choice(gate.id, describe_exit_of(delve, book, gate.id)) for gate in gates)
    return {**shown, "exits": exits, "combats": shown["zones"], "stairs": shown["zones"], "walls": tuple(walls)}


def _make_wall_choice(delve: Delve, book: Tables, number: int, wall: str, policy: Policy | None = None) -> Choice:
    """A wall; with a policy, one to search, which says if it can lead only to a known zone."""
    zone = delve.zones[number]
    faced = -1 if policy is None else find_faced_zone(delve, zone, wall, policy)
    known = (Message("delve-wall-faces", {"zone": describe_zone(delve, book, faced)}),) if faced >= 0 else ()
    args = {"zone": describe_zone(delve, book, number), "wall": describe_wall(zone, wall)}
    return Choice(f"{number}/{wall}", Message("delve-wall-of", args), detail=known)


def _fill_from_map(seen: Cells, delve: Delve, book: Tables, level: int) -> None:
    """Fills cells that are neither seen nor remembered from the mapper's map (D-MAPPER).

    Cells behind an unexplored opening are neither wall nor floor.
    """
    paper = draw_chart(delve, book, level)
    height, width = seen.glyph.shape
    opened = {
        at
        for gate in delve.exits
        if gate.fate in (Fate.OPENED, Fate.LINKED) and gate.way is not ExitKind.MOUTH
        for at in cells_of(door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness))
    }
    for y, row in enumerate(paper.rows, paper.origin[0] - seen.origin[0]):
        for x, ink in enumerate(row, paper.origin[1] - seen.origin[1]):
            if ink is Ink.NOTHING or not (0 <= y < height and 0 <= x < width):
                continue
            if seen.glyph[y, x] == BLANK_GLYPH or ink is Ink.MOUTH:
                at = y + seen.origin[0], x + seen.origin[1]
                sign = "'" if ink is Ink.DOOR and at in opened else _PENCIL_GLYPHS.get(ink, ink.value[0])
                seen.glyph[y, x], seen.fg[y, x] = ord(sign), Tint.REMEMBERED
                if seen.solid is not None:
                    seen.solid[y, x] = ink in (Ink.WALL, Ink.FALSE)


_PENCIL_GLYPHS = {Ink.SPECIAL: "·", Ink.LAIR: "·", Ink.QUEST: "·", Ink.FLOOR: "·", Ink.ROOM: "·"}
BLANK_GLYPH = 32


def _build_title(delve: Delve) -> Message:
    counts = count_zones(delve)
    return Message("delve-strip", counts) if counts["rooms"] or counts["corridors"] else Message("delve-title")


def _describe_cells(ctx: Context, level: int) -> dict[Cell, tuple[Message, ...]]:
    """The description of a cell: its zone, its pending exit, or its false door."""
    delve, book, policy = delve_of(ctx), tables_for(ctx), policy_of(ctx)
    found: dict[Cell, tuple[Message, ...]] = {}
    looks = book.list_looks(delve)
    for zone in delve.zones:
        if zone.level == level and not zone.is_hidden:
            notes = describe_zone_and_kind(delve, book, zone.id, looks.get(zone.id))
            notes += (CHOKED,) if are_stairs_choked(delve, zone.id, policy, book) else ()
            found.update((at, notes) for rect in floor_tiles_of(delve, zone) for at in cells_of(rect))
    for gate in delve.exits:
        zone = delve.zones[gate.zone]
        if zone.level != level or zone.is_hidden:
            continue
        if gate.fate is Fate.PENDING:
            name = (describe_exit_of(delve, book, gate.id), Message(f"delve-way-{gate.way.value}-about"))
            found.update((at, name) for at in cells_of(find_opening(delve, gate)))
        elif gate.fate is Fate.BLOCKED and gate.way is not ExitKind.MOUTH:
            name = (FALSE_DOOR, Message(f"{FALSE_DOOR.id}-about"))
            found.update((at, name) for at in cells_of(find_opening(delve, gate)))
    return found


def _build_party_panel(delve: Delve) -> Panel:
    lines = []
    for seat, hero in enumerate(delve.heroes):
        spans = [Span("▸ " if seat == delve.leader else "  ", Tint.STRONG)]
        spans.append(Span(describe_player(delve, seat), Tint.TEXT if hero.is_alive else Tint.DIM))
        if seat == delve.mapper:
            spans.append(Span(Message("delve-maps"), Tint.DIM))
        lines.append(Line(tuple(spans)))
    return Panel(Message("delve-party"), tuple(lines))


def _build_counters_panel(delve: Delve) -> Panel:
    rooms = {"rooms": delve.rooms, "lairs": delve.lairs, "quests": delve.quests}
    known = Message("delve-known-rooms", rooms), Message("delve-known-turn", {"turn": delve.turn})
    clues = (Message("delve-known-clues", {"count": delve.count_clues()}),) if delve.count_clues() else ()
    return Panel(Message("delve-known"), tuple(Line((Span(text),)) for text in (*known, *clues)))


def _build_exits_panel(delve: Delve, book: Tables, actor: int) -> Panel:
    """The unexplored exits with their signs on the map; a click on one explores it."""
    lines = [
        Line((Span(describe_exit_of(delve, book, gate.id)),), click=ExploreExit(actor=actor, exit=gate.id))
        for gate in delve.list_pending_exits()
    ]
    return Panel(Message("delve-ways"), tuple(lines))
