"""The beginning of an expedition (D-START, D-MODE, D-MAPPER, D-LEADER)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from footfall.api import Change, Message, Play, Push, Tell
from footfall.api.grid import AddLevel

from . import ground as tiles
from . import whole
from .expedition import BASE, ID, Expedition, policy_of, tables
from .explore import begin
from .prepared import read
from .prose import told
from .record import Delve, Hero

OPTIONS: Mapping[str, Any] = {
    "mode": "walk",
    "party": "",
    "mapper": 1,
    "map": "",
    "bounds": "",
    **whole.OPTIONS,
}
"""Setup options:

* ``mode``: ``"walk"`` on a grid by the base game's rules, ``"table"``: players name exits, or ``"whole"``: all
  is rolled at once (`whole.OPTIONS`).
* ``party``: names in seating order, ``"Ana,Bo:elf,Cid"``; or how many.
* ``mapper``: the seat that draws the map, from 1.
* ``map``: a prepared map as JSON.
* ``bounds``: ``"left,top,width,height"`` in cells; outside is wall.
"""

MAKE_FLOOR, BEGIN = "core.stealth:make-floor", "core.stealth:begin"
"""Steps of the base game: its first floor gives way to ours, and its character is told something else."""


def setup(play: Play, options: Mapping[str, Any]) -> list[Change]:
    """The first state of an expedition.

    Raises:
        ValueError: an option that does not fit; prepared maps say what is wrong with them.
    """
    mode = options["mode"]
    if mode not in ("walk", "table", "whole"):
        raise ValueError(f"option mode is walk, table or whole, got {mode!r}")
    heroes = _party(options["party"])
    mapper = options["mapper"]
    if type(mapper) is not int or not 1 <= mapper <= len(heroes):
        raise ValueError(f"option mapper goes from 1 to {len(heroes)}, got {mapper!r}")
    if mode == "whole":
        if options["map"]:
            raise ValueError("option map is for the modes walk and table; a whole delve is rolled")
        return whole.roll(play, options, heroes, bounds_of(options["bounds"]))
    delve, bounds = _record(play, options, heroes)
    delve.mapper = mapper - 1
    walking = mode == "walk"
    play.state.parts[ID] = Expedition(delve, walking, bounds=bounds)
    changes: list[Change] = [Tell(line, "dice") for line in told(delve, delve.journal[0], tables(play))]
    if walking:
        return [*changes, *_world(play, delve)]
    return [*changes, Tell(Message("delve-welcome-table"))]


def _record(
    play: Play, options: Mapping[str, Any], heroes: list[Hero]
) -> tuple[Delve, tuple[int, int, int, int] | None]:
    bounds = bounds_of(options["bounds"])
    if options["map"]:
        raw = options["map"]
        delve = read(raw if isinstance(raw, str) else json.dumps(raw), tables(play), "option map")
        delve.heroes = heroes
        return delve, bounds
    return begin(policy_of(play), tables(play), heroes), bounds


def _world(play: Play, delve: Delve) -> list[Change]:
    """The base game's own beginning, with our level in place of its first floor."""
    base = play.game(BASE)
    ours: list[Change] = [
        AddLevel(tiles.blank_level(delve, 1)),
        tiles.painted_zone(delve, delve.zones[0], tables(play)),
    ]
    changes: list[Change] = []
    for change in base.setup(play.beside(BASE), base.options) or ():
        if isinstance(change, Push) and change.step == MAKE_FLOOR:
            changes += ours
        elif isinstance(change, Push) and change.step == BEGIN:
            changes.append(Push(BEGIN, ("delve-welcome",)))
        elif isinstance(change, Change):
            changes.append(change)
    return changes


def _party(given: Any) -> list[Hero]:
    if given == "" or type(given) is int:
        count = given or 4
        if not 1 <= count <= 12:
            raise ValueError(f"option party has 1 to 12 players, got {given}")
        return [Hero() for _ in range(count)]
    names = [part.strip() for part in str(given).split(",") if part.strip()]
    if not 1 <= len(names) <= 12:
        raise ValueError(f"option party names 1 to 12 players, got {given!r}")
    return [Hero(name, kin) for name, _, kin in (part.partition(":") for part in names)]


def bounds_of(given: Any) -> tuple[int, int, int, int] | None:
    """The rectangle of the option ``bounds``; None for no limit.

    Raises:
        ValueError: it is no rectangle.
    """
    if given == "":
        return None
    try:
        left, top, width, height = (int(part) for part in str(given).split(","))
    except ValueError:
        raise ValueError(f"option bounds is left,top,width,height in cells, got {given!r}") from None
    if width < 1 or height < 1:
        raise ValueError(f"option bounds needs a width and a height of at least 1, got {given!r}")
    return top, left, height, width
