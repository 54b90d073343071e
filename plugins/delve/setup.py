"""Setup of an expedition (D-START, D-MODE, D-MAPPER, D-LEADER)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from footfall.api import Change, Context, Course, Message, Proposal, Push, SetupChoice, SetupValue, Tell
from footfall.api.grid import AddLevel

from .expedition import BASE_GAME, Expedition, policy_of, tables_for
from .maps import tiles
from .maps.export import parse_prepared_map
from .maps.geometry import list_cells, to_tiles
from .model import ID, MAX_SEATS, SEATS, Delve, Hero, Solo, seat_heroes
from .rules import whole_mode
from .rules.explore import begin_delve
from .screen.journal_text import describe_entry
from .steps import STREW

OPTIONS: Mapping[str, Any] = {
    "mode": "walk",
    "course": "",
    "party": "",
    "mapper": 1,
    "map": "",
    "bounds": "",
    "wall_thickness": 1,
    "pack": False,
    **whole_mode.WHOLE_OPTIONS,
}
"""Setup options:

* ``mode``: ``"walk"`` on a grid by the base game's rules, ``"table"``: players name exits, or ``"whole"``: the
  whole delve is rolled at once (`whole_mode.WHOLE_OPTIONS`).
* ``course``: the choice of the title screen, ``"walk"`` or ``"table"``; it is the mode if ``mode`` is not given.
* ``party``: names in seating order, ``"Ana,Bo:elf,Cid"``; or their number, at the table 4 by default and on foot 1; or
  ``"alone"``: at the table one hero whose combats are decided by dice (D-SOLO).
* ``mapper``: the seat that draws the map, from 1.
* ``map``: a prepared map as JSON.
* ``bounds``: ``"left,top,width,height"`` in cells; outside is wall.
* ``wall_thickness``: 1: walls are cells; 0: walls are edges between cells, and rooms touch. A prepared map has its own.
* ``pack``: on foot, armor, a sword and a potion lie at the entrance.
"""

MAKE_FLOOR, BEGIN = "core.stealth:make-floor", "core.stealth:begin"
"""Setup steps of the base game that are replaced: its first floor and its opening text."""


def list_courses(records: Any, settings: Mapping[str, Any]) -> list[Course]:
    """The ways to play: on foot, or at a table."""
    return [
        Course(mode, Message(f"delve-course-{mode}"), Message(f"delve-course-{mode}-about"), is_first=mode == "walk")
        for mode in ("walk", "table")
    ]


ALONE = "alone"
"""The value of the option ``party`` for one player whose combats are decided by dice."""

PACK = ("core.delve:pack_armor", "core.delve:pack_weapon", "core.delve:pack_potion")
"""The loot tables of the finds at the entrance, one thing of each."""


def list_setup_choices(records: Any, settings: Mapping[str, Any], options: Mapping[str, Any]) -> list[SetupChoice]:
    """The choices of a new game: the pack at the entrance on foot, the number of players at a table."""
    counts = [SetupValue("" if count == SEATS else count, str(count)) for count in range(1, MAX_SEATS + 1)]
    alone = SetupValue(ALONE, Message("delve-party-alone"))
    packs = (SetupValue(is_there, Message("delve-pack", {"count": int(is_there)})) for is_there in (False, True))
    return [
        SetupChoice("pack", Message("delve-choose-pack"), tuple(packs), proposal=True),
        SetupChoice("party", Message("delve-choose-players"), (alone, *counts), proposal=ALONE),
    ]


def setup(ctx: Context, options: Mapping[str, Any]) -> Sequence[Change | Proposal]:
    """Returns the changes that build the first state of an expedition.

    Raises:
        ValueError: an option is invalid, or a prepared map is; the message names the fault.
    """
    mode = options["mode"]
    if mode not in ("walk", "table", "whole"):
        raise ValueError(f"option mode is walk, table or whole, got {mode!r}")
    course = options["course"]
    if course not in ("", "walk", "table"):
        raise ValueError(f"option course is walk or table, got {course!r}")
    if course and mode == OPTIONS["mode"]:
        mode = course
    is_alone = options["party"] == ALONE and mode == "table"
    is_for_table = course == "walk" and type(options["party"]) is int  # the choice of the title screen
    heroes = _parse_party("" if is_for_table else options["party"], 1 if is_alone or mode == "walk" else SEATS)
    mapper = options["mapper"]
    if type(mapper) is not int or not 1 <= mapper <= len(heroes):
        raise ValueError(f"option mapper goes from 1 to {len(heroes)}, got {mapper!r}")
    if mode == "whole":
        if options["map"]:
            raise ValueError("option map is for the modes walk and table; a whole delve is rolled")
        return whole_mode.roll_delve(ctx, options, heroes, parse_bounds(options["bounds"]))
    delve, bounds = _load_delve(ctx, options, heroes)
    delve.mapper = mapper - 1
    delve.solo = Solo() if is_alone else delve.solo
    walking = mode == "walk"
    ctx.state.parts[ID] = Expedition(delve, walking, bounds=bounds)
    if walking:
        return _build_world(ctx, delve, options["pack"])
    told = (Tell(line, "dice") for line in describe_entry(delve, delve.journal[0], tables_for(ctx)))
    return [*told, Tell(Message("delve-welcome-alone" if is_alone else "delve-welcome-table"))]


def _load_delve(
    ctx: Context, options: Mapping[str, Any], heroes: list[Hero]
) -> tuple[Delve, tuple[int, int, int, int] | None]:
    bounds = parse_bounds(options["bounds"])
    if options["map"]:
        raw = options["map"]
        delve = parse_prepared_map(raw if isinstance(raw, str) else json.dumps(raw), tables_for(ctx), "option map")
        delve.heroes = heroes
        return delve, bounds
    policy = whole_mode.replace_fields(policy_of(ctx), {"wall_thickness": options["wall_thickness"]})
    return begin_delve(policy, tables_for(ctx), heroes), bounds


def _build_world(ctx: Context, delve: Delve, has_pack: bool) -> list[Change]:
    """The setup of the base game, with a delve level as the first floor."""
    base = ctx.find_game(BASE_GAME)
    ours: list[Change] = [
        AddLevel(tiles.build_blank_level(delve, 1)),
        tiles.paint_zone(delve, delve.zones[0], tables_for(ctx)),
    ]
    changes: list[Change] = []
    for change in base.setup(ctx.for_mod(BASE_GAME), base.options) or ():
        if isinstance(change, Push) and change.step == MAKE_FLOOR:
            changes += ours
        elif isinstance(change, Push) and change.step == BEGIN:
            changes.append(Push(BEGIN, ("delve-welcome-pack" if has_pack else "delve-welcome",)))
            cells = list_cells(to_tiles(delve.zones[0].floors[0], delve.wall_thickness))
            changes += [Push(STREW, (1, *cells[0], table)) for table in PACK if has_pack]
        elif isinstance(change, Change):
            changes.append(change)
    return changes


def _parse_party(value: Any, default: int) -> list[Hero]:
    if value in ("", ALONE) or type(value) is int:
        count = value if type(value) is int else default
        if not 1 <= count <= MAX_SEATS:
            raise ValueError(f"option party has 1 to {MAX_SEATS} players, got {value}")
        return seat_heroes(count)
    names = [part.strip() for part in str(value).split(",") if part.strip()]
    if not 1 <= len(names) <= MAX_SEATS:
        raise ValueError(f"option party names 1 to {MAX_SEATS} players, got {value!r}")
    return [Hero(name, kin) for name, _, kin in (part.partition(":") for part in names)]


def parse_bounds(value: Any) -> tuple[int, int, int, int] | None:
    """The rectangle of the option ``bounds``; None: unlimited.

    Raises:
        ValueError: the text is not a rectangle.
    """
    if value == "":
        return None
    try:
        left, top, width, height = (int(part) for part in str(value).split(","))
    except ValueError:
        raise ValueError(f"option bounds is left,top,width,height in cells, got {value!r}") from None
    if width < 1 or height < 1:
        raise ValueError(f"option bounds needs a width and a height of at least 1, got {value!r}")
    return top, left, height, width
