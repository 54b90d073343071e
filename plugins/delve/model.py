"""The data of a delve: zones, exits, counters, seats, journal.

Cells and walls are derived from it (`bitmap`). Frozen structs cannot take part in reference cycles, so the garbage
collector does not track them.
"""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

import msgspec

from footfall.api import Count, Int32

from .maps.geometry import Cell, CellRect

ID = "core.delve"

MAX_CLUES = 3
"""Maximum number of dungeon clues that the heroes hold (C-CLUE)."""

MAX_LIFE = 12
"""The life of a lone hero without a wound (D-SOLO)."""

SEATS, MAX_SEATS = 4, 12
"""Default and maximum number of heroes in a party."""

HeadingNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]


class ZoneKind(Enum):
    """Kind of a zone."""

    START = "start"
    CORRIDOR = "corridor"
    ROOM = "room"


class ExitKind(Enum):
    """Kind of an exit (G-3)."""

    MOUTH = "mouth"
    DOOR = "door"
    SECRET = "secret"


class Fate(Enum):
    """State of an exit.

    `UNFOUND` is a secret door that the heroes have not found: a wall to them, a door to the game master.
    """

    PENDING = "pending"
    OPENED = "opened"
    LINKED = "linked"
    BLOCKED = "blocked"
    UNFOUND = "unfound"


class Exit(msgspec.Struct, frozen=True, gc=False):
    """A mouth or a door of a zone (G-3).

    Attributes:
        id: number; exits are listed in this order, from 1 (G-14).
        zone: the zone whose wall it is in.
        at: the anchor, its left lane's threshold cell.
        wall: the wall of the owner that contains it (``"far"``, ``"1L"``), empty for a mouth.
        width: lanes: 2, or 4 for a double door.
        to: the zone behind it, -1 if unknown.
    """

    id: Count
    zone: Count
    way: ExitKind
    heading: HeadingNumber
    at: Cell
    fate: Fate = Fate.PENDING
    to: Int32 = -1
    wall: str = ""
    width: Count = 2


class Zone(msgspec.Struct, frozen=True, gc=False):
    """One corridor, one room, or a start.

    Attributes:
        id: number in order of placement (G-14); zone n is ``delve.zones[n]``.
        at, heading: its entry frame (G-4).
        entry: the exit it was entered by; 0 for a start.
        floors: its floor as rectangles: run and piece of a corridor, stairs first for a start.
        level: number of its grid, from 1 (G-16).
        sections, end: sections and end of a corridor, as laid.
        rolled_sections, rolled_end: sections and end of a corridor, as rolled or ruled.
        type: the type of a room, as laid; `rolled_type` as rolled.
        special: the special room, or the special corridor.
        depth, width, offset: depth, width and offset of a room (G-6).
        doors, dropped_doors: doors rolled, and doors that did not fit.
        tags: rulings and events, for listeners.
        is_hidden: an unseen part of a prepared map (D-MODE).
        entry_wall: the wall it was entered through.
    """

    id: Count
    kind: ZoneKind
    at: Cell
    heading: HeadingNumber
    entry: Count
    floors: tuple[CellRect, ...]
    level: Count = 1
    sections: Count = 0
    end: str = ""
    rolled_sections: Count = 0
    rolled_end: str = ""
    type: str = ""
    rolled_type: str = ""
    special: str = ""
    depth: Count = 0
    width: Count = 0
    offset: Int32 = 0
    doors: Count = 0
    dropped_doors: Count = msgspec.field(name="dropped", default=0)
    tags: tuple[str, ...] = ()
    is_hidden: bool = msgspec.field(name="hidden", default=False)
    entry_wall: str = "near"


class TableRoll(msgspec.Struct, frozen=True, gc=False):
    """A roll on a table: the faces and the resulting row."""

    table: str
    faces: tuple[Int32, ...]
    row: str
    bonus: Int32 = 0

    @property
    def total(self) -> int:
        """Sum of the faces and the bonus."""
        return sum(self.faces) + self.bonus


class JournalEntry(msgspec.Struct, frozen=True, gc=False):
    """A journal entry: one action, its dice and its result.

    Attributes:
        kind: ``"start"``, ``"lay"``, ``"reveal"``, ``"link"``, ``"block"``, ``"search"``,
            ``"found"``, ``"combat-over"``, ``"level"``, ``"replace"``, ``"award"``, ``"spend"``, ``"leave"``,
            ``"touch"``.
        roller: seat that rolled.
        exit, zone: subject of the entry; -1: none.
        wall: the wall of a search.
        rolls: in the order they were made.
        remarks: decisions without dice: ``"shortened"``, ``"closed"``, ``"guard"``,
            ``"dropped-1"``, ``"ruling-features-empty"``, ``"lost"`` (a quest room)...
    """

    kind: str = msgspec.field(name="what")
    roller: Int32
    exit: Int32 = -1
    zone: Int32 = -1
    wall: str = ""
    rolls: tuple[TableRoll, ...] = ()
    remarks: tuple[str, ...] = ()


class Hero(msgspec.Struct):
    """A player's seat, in seating order (D-LEADER).

    Attributes:
        name: free text.
        kin: ``"elf"`` adds 1 to searches (D-SECRET).
        is_alive: a seat whose hero is dead is skipped (D-LEADER).
    """

    name: str = ""
    kin: str = ""
    is_alive: bool = msgspec.field(name="alive", default=True)


def seat_heroes(count: int = SEATS) -> list[Hero]:
    """Returns the heroes of players who name none."""
    return [Hero() for _ in range(count)]


class CarriedRoom(msgspec.Struct, frozen=True, gc=False):
    """A rolled room that did not fit and waits for the next door (policy ``fit = "carry_over"``)."""

    type: str
    rolled_type: str
    special: str
    doors: Count


class SearchAttempt(msgspec.Struct, frozen=True, gc=False):
    """A search: seat, wall and turn."""

    zone: Count
    wall: str
    hero: Count
    turn: Count


class Solo(msgspec.Struct, frozen=True, gc=False):
    """A lone hero at the table, whose combats are decided by dice (D-SOLO).

    Attributes:
        life: at 0 the hero dies.
        potions: each restores life.
        edge: added to the hero's die in a strike.
        alarm: added to the strength of monsters; grows with each rest.
        foes: the strength that is left to the monsters in the room.
    """

    life: Int32 = MAX_LIFE
    potions: Count = 1
    edge: Count = 0
    alarm: Count = 0
    foes: Count = 0


class DelveLevel(msgspec.Struct, frozen=True, gc=False):
    """One grid (G-16): its depth (1 is the first) and the zone whose stairs lead to it (-1: none)."""

    depth: Count = 1
    stairs: Int32 = -1


class Delve(msgspec.Struct, dict=True):
    """The data of a delve.

    Attributes:
        zones, exits: by number (exit n is ``exits[n - 1]``).
        levels: by number from 1 (level n is ``levels[n - 1]``).
        rooms, lairs, quests: revealed so far (D-QUEST-GUARD).
        heroes: seats in order.
        leader, mapper: seats (D-LEADER, D-MAPPER).
        fighting: zones with a combat in progress, oldest first (D-COMBAT).
        turn: number of the exploration turn.
        searches: all searches made.
        journal: all entries, in order.
        carried_room: see `CarriedRoom`.
        danger: the danger of the first level, 1 to 3.
        counters, turn_die: the game master's budget, if there is one (`counters`).
        solo: the fortunes of a lone hero at the table; left out of saves for a group and on foot.
        edge_walls: walls are edges between cells instead of cells (G-2); left out of saves and maps if not.
    """

    zones: list[Zone] = []
    exits: list[Exit] = []
    levels: list[DelveLevel] = []
    rooms: Count = 0
    lairs: Count = 0
    quests: Count = 0
    heroes: list[Hero] = []
    leader: Count = 0
    mapper: Count = 0
    fighting: list[Count] = []
    turn: Count = 1
    searches: list[SearchAttempt] = []
    journal: list[JournalEntry] = []
    carried_room: CarriedRoom | None = msgspec.field(name="carried", default=None)
    danger: Count = 1
    counters: Int32 = 0
    turn_die: Int32 = 1
    solo: Solo | msgspec.UnsetType = msgspec.UNSET
    edge_walls: Literal[True] | msgspec.UnsetType = msgspec.UNSET

    @property
    def wall_thickness(self) -> int:
        """Cells that a wall is thick: 1, or 0 if walls are edges."""
        return 0 if self.edge_walls is True else 1

    @property
    def is_in_solo_combat(self) -> bool:
        """Whether a lone hero at the table has monsters to strike (D-SOLO)."""
        return isinstance(self.solo, Solo) and bool(self.fighting)

    def get_exit(self, number: int) -> Exit:
        """An exit by number.

        Raises:
            ValueError: no exit has that number.
        """
        if not 1 <= number <= len(self.exits):
            raise ValueError(f"there is no exit e{number}; there are e1 to e{len(self.exits)}")
        return self.exits[number - 1]

    def get_zone(self, number: int) -> Zone:
        """A zone by number.

        Raises:
            ValueError: no zone has that number.
        """
        if not 0 <= number < len(self.zones):
            raise ValueError(f"there is no zone Z{number}; there are Z0 to Z{len(self.zones) - 1}")
        return self.zones[number]

    def list_searched_walls(self) -> set[tuple[int, str]]:
        """Zone and name of each wall that was searched."""
        return {(search.zone, search.wall) for search in self.searches}

    def list_pending_exits(self) -> list[Exit]:
        """Unexplored exits of revealed zones, lowest number first."""
        wanted, zones = Fate.PENDING, self.zones
        return [e for e in self.exits if e.fate is wanted and not zones[e.zone].is_hidden]

    def list_exits_of(self, zone: int) -> list[Exit]:
        """A zone's own exits."""
        return [e for e in self.exits if e.zone == zone]

    def count_clues(self) -> int:
        """Dungeon clues that the heroes hold: those awarded less those spent (C-CLUE)."""
        return sum((note.kind == "award") - (note.kind == "spend") for note in self.journal)

    def danger_of(self, zone: Zone) -> int:
        """Danger of a zone's level: one more per level below the first, at most 4."""
        return min(4, self.danger + max(0, self.levels[zone.level - 1].depth - 1))
