"""The delve at a table as numbers, for programs that learn to play it: the map so far, and the choices there are."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from footfall.api import Answer, Command, Context
from footfall.api.compiled import Rules
from footfall.api.environments import Environment, EnvironmentLayout, Mask, Parts, Segment, clamp, pick_slot

from .commands import DeclareCombatOver, DeclareTurnOver, ExploreExit, SearchWall, UseStairs
from .expedition import delve_of, policy_of, tables_for
from .model import Delve, Exit, ExitKind, Zone, ZoneKind
from .rules.clue_commands import LeaveFromHere, UseClue
from .rules.clues import list_clue_uses
from .rules.explore import is_way_out
from .rules.legal_commands import can_use_stairs
from .rules.search import list_allowed_walls
from .setup import ALONE
from .tables import tables_of

EXITS: Final = 24
WALLS: Final = 48
COMBATS: Final = 4
STAIRS: Final = 6
CLUES: Final = 12
ANSWERS: Final = 8
ZONES: Final = 32
"""Slots of exits, walls, combats, stairs, uses of clues and answers; the zones that an observation shows."""

EXPLORE, SEARCH = 0, EXITS
COMBAT, CLIMB = SEARCH + WALLS, SEARCH + WALLS + COMBATS
CLUE = CLIMB + STAIRS
LEAVE, REST = CLUE + CLUES, CLUE + CLUES + 1
ANSWER = REST + 1
"""The first number of each group of actions."""

NAMES: Final[tuple[str, ...]] = (
    *(f"explore-exit {slot}" for slot in range(EXITS)),
    *(f"search-wall {slot}" for slot in range(WALLS)),
    *(f"combat-over {slot}" for slot in range(COMBATS)),
    *(f"climb {slot}" for slot in range(STAIRS)),
    *(f"use-clue {slot}" for slot in range(CLUES)),
    *("leave", "rest"),
    *(f"answer {choice}" for choice in range(ANSWERS)),
)

NUMBER_COLUMNS = (
    *("leader", "mapper", "exploration turn", "zones", "rooms", "lairs", "quests", "clues", "combats", "counters"),
    *("a question is open", "exits to explore"),
)
ZONE_COLUMNS = (
    *("number + 1", "level", "row", "column", "heading", "kind", "room or end", "special", "sections", "depth"),
    *("width", "in combat"),
)
EXIT_COLUMNS = ("zone + 1", "way", "heading", "row", "column", "lanes")
WALL_COLUMNS = ("zone + 1", "wall")

KINDS = tuple(ZoneKind)
WAYS = tuple(ExitKind)


def list_wall_words() -> list[str]:
    """Returns the names that walls can have."""
    return ["far", "left", "right", "end", *(f"{number}{side}" for number in range(1, 13) for side in "LR")]


def build_layout(rules: Rules, options: Mapping[str, Any], switches: Mapping[str, Any]) -> EnvironmentLayout:
    """Returns the numbering under some rules."""
    if options.get("mode") != "table":
        raise ValueError("the environment plays at a table (mode=table); on foot, Stealth's environment is the one")
    if options.get("party") == ALONE:
        raise ValueError("the environment has no action for the strikes of party=alone; give a number of players")
    tables = tables_of(rules.records)
    groups = (tables.rooms, tables.ends, tables.special_rooms, tables.special_corridors, list_wall_words())
    words = dict.fromkeys(name for group in groups for name in group)
    segments = (
        Segment("numbers", (len(NUMBER_COLUMNS),), -100, summary="The expedition.", columns=NUMBER_COLUMNS),
        Segment("zones", (ZONES, len(ZONE_COLUMNS)), -32768, summary="Zones, the latest first.", columns=ZONE_COLUMNS),
        Segment("exits", (EXITS, len(EXIT_COLUMNS)), -32768, summary="Exits to explore.", columns=EXIT_COLUMNS),
        Segment("walls", (WALLS, len(WALL_COLUMNS)), summary="Walls to search.", columns=WALL_COLUMNS),
    )
    return EnvironmentLayout(segments, NAMES, tuple(words))


def pack(numbers: Iterable[int]) -> bytes:
    """Returns a row of an observation as bytes."""
    values = [*numbers]
    return struct.pack(f"={len(values)}h", *values)


def fill(rows: npt.NDArray[np.int16], packed: bytes) -> None:
    """Writes packed rows into the first rows."""
    rows.data.cast("B")[: len(packed)] = packed


class DelveInterpreter:
    """Reads and commands one expedition."""

    def __init__(self, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]) -> None:
        self._ctx = ctx
        self._walls: tuple[int, list[tuple[Zone, str]]] = (-1, [])
        self._zones: dict[int, tuple[Zone, bytes]] = {}
        self._shown: tuple[list[Zone], bytes] = ([], b"")
        self._exits: dict[int, tuple[Exit, bytes]] = {}
        self._clues: tuple[list[Any], int, int] = ([], 0, 0)
        self._numbers = layout.numbers

    def write_observation(self, parts: Parts) -> None:
        """See `Interpreter`."""
        delve, question = delve_of(self._ctx), self._ctx.state.question
        pending, known = delve.list_pending_exits(), [zone for zone in reversed(delve.zones) if not zone.is_hidden]
        counts = (delve.turn, len(known), delve.rooms, delve.lairs, delve.quests)
        numbers = (
            delve.leader,
            delve.mapper,
            *map(clamp, counts),
            self.count_clues(delve),
            len(delve.fighting),
            clamp(delve.counters),
            question is not None and question.kind != "turn",
            len(pending),
        )
        fill(parts["numbers"], pack(numbers))
        known = known[:ZONES]
        if known != self._shown[0]:
            self._shown = known, b"".join([self.pack_zone(zone) for zone in known])
        fill(parts["zones"], self._shown[1])
        if delve.fighting:
            parts["zones"][: len(known), -1] = [zone.id in delve.fighting for zone in known]
        else:
            number, walls = self._numbers.get, self.list_walls(delve)
            fill(parts["walls"], pack(value for zone, name in walls for value in (zone.id + 1, number(name, 0))))
        fill(parts["exits"], b"".join([self.pack_exit(gate) for gate in pending[:EXITS]]))

    def count_clues(self, delve: Delve) -> int:
        """`Delve.count_clues`; a journal that has grown is read from where it was read before."""
        journal, (known, length, count) = delve.journal, self._clues
        if journal is not known or len(journal) < length:
            length = count = 0
        for note in journal[length:]:
            count += (note.kind == "award") - (note.kind == "spend")
        self._clues = journal, len(journal), count
        return count

    def pack_exit(self, gate: Exit) -> bytes:
        """The numbers of `EXIT_COLUMNS`; an exit that changes is another object."""
        known = self._exits.get(gate.id)
        if known is None or known[0] is not gate:
            at = clamp(gate.at[0]), clamp(gate.at[1])
            packed = pack((gate.zone + 1, WAYS.index(gate.way), gate.heading, *at, gate.width))
            known = self._exits[gate.id] = gate, packed
        return known[1]

    def pack_zone(self, zone: Zone) -> bytes:
        """The numbers of `ZONE_COLUMNS`, the last of them 0; a zone that changes is another object."""
        known = self._zones.get(zone.id)
        if known is not None and known[0] is zone:
            return known[1]
        number = self._numbers.get
        numbers = (
            zone.id + 1,
            zone.level,
            clamp(zone.at[0]),
            clamp(zone.at[1]),
            zone.heading,
            KINDS.index(zone.kind),
            number(zone.type or zone.end, 0),
            number(zone.special, 0),
            zone.sections,
            zone.depth,
            zone.width,
            0,
        )
        packed = pack(numbers)
        self._zones[zone.id] = zone, packed
        return packed

    def list_walls(self, delve: Delve) -> list[tuple[Zone, str]]:
        """The walls that have a slot: a search is allowed there, whether or not there is anything to find."""
        state = self._ctx.state
        if self._walls[0] != state.turn:
            hero = delve.leader if state.question is None else state.question.actor
            self._walls = state.turn, list_allowed_walls(delve, hero, policy_of(self._ctx))[:WALLS]
        return self._walls[1]

    def list_stairs(self, delve: Delve) -> Iterator[int]:
        """The zones with stairs that the heroes can take."""
        ends, start = tables_for(self._ctx).ends, ZoneKind.START
        for zone in delve.zones:
            if (zone.kind is start or (zone.end and ends[zone.end].stairs)) and can_use_stairs(self._ctx, zone.id):
                yield zone.id

    def find_exit_zone(self, delve: Delve) -> int | None:
        """The first known zone with stairs that lead out."""
        book, policy = tables_for(self._ctx), policy_of(self._ctx)
        zones = (zone.id for zone in delve.zones if not zone.is_hidden)
        return next((zone for zone in zones if is_way_out(delve, zone, policy, book)), None)

    def list_clues(self, delve: Delve) -> list[str]:
        """The uses of clues that have a slot."""
        if not self.count_clues(delve):
            return []
        return list_clue_uses(delve, tables_for(self._ctx), policy_of(self._ctx))[:CLUES]

    def write_mask(self, mask: Mask) -> None:
        """See `Interpreter`."""
        delve, question = delve_of(self._ctx), self._ctx.state.question
        if question is not None and question.kind != "turn":
            mask[ANSWER : ANSWER + len(question.options)] = 1
            return
        mask[EXPLORE : EXPLORE + min(EXITS, len(delve.list_pending_exits()))] = 1
        mask[CLUE : CLUE + len(self.list_clues(delve))] = 1
        if delve.fighting:
            mask[COMBAT : COMBAT + min(COMBATS, len(delve.fighting))] = 1
            return
        mask[SEARCH : SEARCH + len(self.list_walls(delve))] = 1
        mask[CLIMB : CLIMB + min(STAIRS, len([*self.list_stairs(delve)]))] = 1
        mask[LEAVE] = self.find_exit_zone(delve) is not None
        mask[REST] = 1

    def find_command(self, action: int) -> Command | None:
        """See `Interpreter`."""
        delve, question = delve_of(self._ctx), self._ctx.state.question
        seat = delve.leader if question is None else question.actor
        if action >= ANSWER:
            return Answer(actor=seat, choice=action - ANSWER)
        if action == REST:
            return DeclareTurnOver(actor=seat)
        if action == LEAVE:
            zone = self.find_exit_zone(delve)
            return None if zone is None else LeaveFromHere(actor=seat, zone=zone)
        if action < SEARCH:
            gate = pick_slot(delve.list_pending_exits(), action - EXPLORE)
            return None if gate is None else ExploreExit(actor=seat, exit=gate.id)
        if action < COMBAT:
            wall = pick_slot(self.list_walls(delve), action - SEARCH)
            return None if wall is None else SearchWall(actor=seat, zone=wall[0].id, wall=wall[1], hero=seat)
        if action < CLIMB:
            at = pick_slot(delve.fighting, action - COMBAT)
            return None if at is None else DeclareCombatOver(actor=seat, zone=at)
        if action < CLUE:
            at = pick_slot([*self.list_stairs(delve)], action - CLIMB)
            return None if at is None else UseStairs(actor=seat, zone=at)
        use = pick_slot(self.list_clues(delve), action - CLUE)
        return None if use is None else UseClue(actor=seat, use=use)

    def compute_score(self) -> float:
        """The rooms found, and 10 for each quest room."""
        delve = delve_of(self._ctx)
        return float(delve.rooms + 10 * delve.quests)


ENVIRONMENT = Environment(
    name="Delve", build_layout=build_layout, open=DelveInterpreter, options={"mode": "table"}, max_steps=1000
)
