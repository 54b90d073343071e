"""The delve at a table as numbers, for programs that learn to play it: the map so far, and the choices there are."""

import struct
from collections.abc import Mapping
from typing import Any, Final, cast

from footfall.api import Answer, Command, Context
from footfall.api.compiled import Rules
from footfall.api.environments import Environment, EnvironmentLayout, MaskBytes, Parts, Segment, clamp, pick_slot

from .commands import DeclareCombatOver, DeclareTurnOver, ExploreExit, SearchWall, UseStairs
from .expedition import delve_of, policy_of, tables_for
from .model import Delve, Exit, ExitKind, JournalEntry, Zone, ZoneKind
from .policy import Policy
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
ROW: Final = struct.Struct(f"={len(NUMBER_COLUMNS)}h")

ZONE_COLUMNS = (
    *("number + 1", "level", "row", "column", "heading", "kind", "room or end", "special", "sections", "depth"),
    *("width", "in combat"),
)
EXIT_COLUMNS = ("zone + 1", "way", "heading", "row", "column", "lanes")
WALL_COLUMNS = ("zone + 1", "wall")
WALL: Final = struct.Struct(f"={len(WALL_COLUMNS)}h")

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


def pack(*numbers: int) -> bytes:
    """Returns a row of an observation as bytes."""
    return struct.pack(f"={len(numbers)}h", *numbers)


def allow(mask: MaskBytes, first: int, count: int) -> None:
    """Allows some actions."""
    mask[first : first + count] = b"\1" * count


class Survey:
    """The numbers and slots that follow from the map alone. Zones and exits are frozen: a change gives a new object.

    Attributes:
        pending: the exits to explore.
        known: the revealed zones, the latest last.
        stairs: the zones with stairs that the heroes can take.
        way_out: the first known zone with stairs that lead out; None if there is none.
        zones, exits: the rows of the observation.
    """

    def __init__(self, ctx: Context, words: Mapping[str, int]) -> None:
        self._ctx, self._words, self._book, self._policy = ctx, words, tables_for(ctx), policy_of(ctx)
        self._packed: dict[int, tuple[Exit, bytes]] = {}
        self.pending, self._exits, self.exits = list[Exit](), list[Exit](), b""
        self.forget_zones()

    def forget_zones(self) -> None:
        """Begins again with the first zone."""
        self._zones, self.known, self._climbs, self.stairs = list[Zone](), list[Zone](), list[int](), list[int]()
        self.way_out: int | None = None
        self.zones, self._counts = b"", (0, 0)

    def update(self, delve: Delve, policy: Policy) -> None:
        """Follows the map as it is."""
        changed = delve.zones != self._zones
        if changed or policy is not self._policy:
            if policy is not self._policy or delve.zones[: len(self._zones)] != self._zones:
                self.forget_zones()
            self._policy = policy
            for zone in delve.zones[len(self._zones) :]:
                self.add_zone(delve, zone)
            self._zones = delve.zones.copy()
            climbs = len(self._climbs), len(delve.levels)
            if climbs != self._counts:
                self._counts, self.stairs = climbs, [zone for zone in self._climbs if can_use_stairs(self._ctx, zone)]
        if changed or delve.exits != self._exits:
            self._exits, self.pending = delve.exits.copy(), delve.list_pending_exits()
            self.exits = b"".join([self.pack_exit(gate) for gate in self.pending[:EXITS]])

    def add_zone(self, delve: Delve, zone: Zone) -> None:
        """Adds the latest zone; the last of its numbers is 0 (`ZONE_COLUMNS`)."""
        if zone.kind is ZoneKind.START or (zone.end and self._book.ends[zone.end].stairs):
            self._climbs.append(zone.id)
        if zone.is_hidden:
            return
        if self.way_out is None and is_way_out(delve, zone.id, self._policy, self._book):
            self.way_out = zone.id
        place = zone.id + 1, zone.level, clamp(zone.at[0]), clamp(zone.at[1]), zone.heading, KINDS.index(zone.kind)
        names = self._words.get(zone.type or zone.end, 0), self._words.get(zone.special, 0)
        self.known.append(zone)
        row = pack(*place, *names, zone.sections, zone.depth, zone.width, 0)
        self.zones = row + self.zones[: (ZONES - 1) * len(row)]

    def pack_exit(self, gate: Exit) -> bytes:
        """The numbers of `EXIT_COLUMNS`."""
        packed = self._packed.get(gate.id)
        if packed is None or packed[0] is not gate:
            at = clamp(gate.at[0]), clamp(gate.at[1])
            packed = gate, pack(gate.zone + 1, WAYS.index(gate.way), gate.heading, *at, gate.width)
            self._packed[gate.id] = packed
        return packed[1]


class DelveInterpreter:
    """Reads and commands one expedition."""

    def __init__(self, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]) -> None:
        self._ctx, self._words, self._survey = ctx, layout.numbers, Survey(ctx, layout.numbers)
        self._turn, self._delve = -1, delve_of(ctx)
        self._walls, self._packed_walls = list[tuple[Zone, tuple[str, ...]]](), b""
        self._packed: dict[tuple[int, tuple[str, ...]], bytes] = {}
        self._journal, self._read, self._clues = list[JournalEntry](), 0, 0
        self._parts, self._views = cast(Parts, None), list[memoryview]()

    def look(self) -> Delve:
        """The expedition, after what is known of it was read again."""
        state = self._ctx.state
        if self._turn != state.turn:
            self._turn, policy, delve = state.turn, policy_of(self._ctx), delve_of(self._ctx)
            self._delve = delve
            self._survey.update(delve, policy)
            self.count_clues(delve.journal)
            walls = list_allowed_walls(delve, delve.leader if state.question is None else state.question.actor, policy)
            if walls != self._walls:
                packed = b"".join([self.pack_walls(zone.id, names) for zone, names in walls])
                self._walls, self._packed_walls = walls, packed[: WALLS * WALL.size]
        return self._delve

    def pack_walls(self, zone: int, names: tuple[str, ...]) -> bytes:
        """The numbers of `WALL_COLUMNS` of some walls of a zone."""
        packed = self._packed.get((zone, names))
        if packed is None:
            packed = b"".join([WALL.pack(zone + 1, self._words.get(name, 0)) for name in names])
            self._packed[zone, names] = packed
        return packed

    def write_observation(self, parts: Parts) -> None:
        """See `Interpreter`."""
        delve, survey, question = self.look(), self._survey, self._ctx.state.question
        fighting = delve.fighting
        numbers = [
            *(delve.leader, delve.mapper, delve.turn, len(survey.known), delve.rooms, delve.lairs, delve.quests),
            *(self._clues, len(fighting), delve.counters),
            *(question is not None and question.kind != "turn", len(survey.pending)),
        ]
        if parts is not self._parts:
            self._parts, self._views = parts, [part.data.cast("B") for part in parts.values()]
        row, zones, exits, walls = self._views
        try:
            ROW.pack_into(row, 0, *numbers)
        except struct.error:
            ROW.pack_into(row, 0, *map(clamp, numbers))
        zones[: len(survey.zones)] = survey.zones
        exits[: len(survey.exits)] = survey.exits
        if fighting:
            shown = survey.known[: -ZONES - 1 : -1]
            parts["zones"][: len(shown), -1] = [zone.id in fighting for zone in shown]
        else:
            walls[: len(self._packed_walls)] = self._packed_walls

    def count_clues(self, journal: list[JournalEntry]) -> None:
        """Counts as `Delve.count_clues`; a journal that has grown is read from where it was read before."""
        if journal is not self._journal or len(journal) < self._read:
            self._read = self._clues = 0
        for note in journal[self._read :]:
            self._clues += (note.kind == "award") - (note.kind == "spend")
        self._journal, self._read = journal, len(journal)

    def list_clues(self, delve: Delve) -> list[str]:
        """The uses of clues that have a slot."""
        if not self._clues:
            return []
        return list_clue_uses(delve, tables_for(self._ctx), policy_of(self._ctx))[:CLUES]

    def write_mask(self, mask: MaskBytes) -> None:
        """See `Interpreter`."""
        delve, survey, question = self.look(), self._survey, self._ctx.state.question
        if question is not None and question.kind != "turn":
            allow(mask, ANSWER, min(ANSWERS, len(question.options)))
            return
        allow(mask, EXPLORE, min(EXITS, len(survey.pending)))
        allow(mask, CLUE, len(self.list_clues(delve)))
        if delve.fighting:
            allow(mask, COMBAT, min(COMBATS, len(delve.fighting)))
            return
        allow(mask, SEARCH, min(WALLS, sum([len(names) for _, names in self._walls])))
        allow(mask, CLIMB, min(STAIRS, len(survey.stairs)))
        mask[LEAVE] = survey.way_out is not None
        mask[REST] = 1

    def find_command(self, action: int) -> Command | None:
        """See `Interpreter`."""
        delve, survey, question = self.look(), self._survey, self._ctx.state.question
        seat = delve.leader if question is None else question.actor
        if action >= ANSWER:
            return Answer(actor=seat, choice=action - ANSWER)
        if action == REST:
            return DeclareTurnOver(actor=seat)
        if action == LEAVE:
            return None if survey.way_out is None else LeaveFromHere(actor=seat, zone=survey.way_out)
        if action < SEARCH:
            gate = pick_slot(survey.pending, action - EXPLORE)
            return None if gate is None else ExploreExit(actor=seat, exit=gate.id)
        if action < COMBAT:
            slot = action - SEARCH
            for zone, names in self._walls:
                if slot < len(names):
                    return SearchWall(actor=seat, zone=zone.id, wall=names[slot], hero=seat)
                slot -= len(names)
            return None
        if action < CLIMB:
            at = pick_slot(delve.fighting, action - COMBAT)
            return None if at is None else DeclareCombatOver(actor=seat, zone=at)
        if action < CLUE:
            at = pick_slot(survey.stairs, action - CLIMB)
            return None if at is None else UseStairs(actor=seat, zone=at)
        use = pick_slot(self.list_clues(delve), action - CLUE)
        return None if use is None else UseClue(actor=seat, use=use)

    def compute_score(self) -> float:
        """The rooms found, and 10 for each quest room."""
        delve = self.look()
        return float(delve.rooms + 10 * delve.quests)


ENVIRONMENT = Environment(
    name="Delve", build_layout=build_layout, open=DelveInterpreter, options={"mode": "table"}, max_steps=1000
)
