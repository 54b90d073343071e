"""The dice tables and the records that their rows name.

Ids of this plugin's records are used without namespace (``core.delve:T`` is ``T``); those of other mods keep it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from footfall.api import (
    FEW,
    Ascending,
    MessageId,
    Natural,
    Positive,
    Quantity,
    Record,
    Ref,
)
from footfall.api.grid import kernels

from .dice import LOOK_KEY, SIDES, FaceSource, SeededDice
from .model import Delve, TableRoll, Zone

NAMESPACE = "core.delve:"

LENGTH, FEATURES, END = "length", "features", "end"
TYPE, SPECIAL, DOORS = "room", "special", "doors"
PARITY, SECRET = "parity", "secret"

Total = Annotated[int, msgspec.Meta(ge=1, le=2 * SIDES)]
"""A total of one or two dice."""

MAX_SECTIONS = 3
"""Sections of the longest corridor."""

Side = Annotated[int, msgspec.Meta(ge=1, le=10)]
"""The side of an object in a room, in cells: at most that of the largest room."""


class TableRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a dice table. Each table uses a part of the fields.

    Attributes:
        id: name of the row, for the log and for patches.
        on: totals of the row. If two rows have the same total, the later one applies.
        sections: length table: sections of the corridor.
        is_special: length table: a special corridor chosen by the game master.
        doors: features and doors tables: number of doors.
        needs_ruling: features table: the game master decides.
        end: end table: the kind of end.
        room: room table: the type of room.
        leads: parity table: the kind of zone behind a room's door.
        text: message id of the effect, for tables of special rooms; of the description, for tables of looks.
        sound: tables of looks: heard from the room as long as a hero on foot is near.
        clues: dungeon clues that it awards, for tables of special rooms (C-CLUE).
        creature: comes when the object of a special room is touched on foot (C-TOUCH).
        damage: six-sided dice of wounds then.
        life: life gained then.
        loot: the table of an item that lies there then.
    """

    id: str
    on: tuple[Total, ...]
    sections: Annotated[int, msgspec.Meta(ge=0, le=MAX_SECTIONS)] = 0
    is_special: bool = msgspec.field(name="special", default=False)
    doors: Quantity = 0
    needs_ruling: bool = msgspec.field(name="gm", default=False)
    end: Annotated[str, Ref("corridor_end")] = ""
    room: Annotated[str, Ref("room_type")] = ""
    leads: Literal["", "corridor", "room"] = ""
    text: Annotated[str, MessageId()] = ""
    sound: Annotated[str, Ref("sound")] = ""
    clues: Quantity = 0
    creature: Annotated[str, Ref("creature")] = ""
    damage: Quantity = 0
    life: Quantity = 0
    loot: Annotated[str, Ref("loot")] = ""


class DiceTable(Record, frozen=True):
    """A dice table.

    Attributes:
        dice: number of d12 added: 1 (totals 1 to 12) or 2 (totals 2 to 24).
        rows: together they cover every total.
        draw: ``"deck"``: every total is a card, drawn without replacement until all are drawn (one die only).
            ``"rising"``: a used row swaps places, and totals, with the row before it.
        name: message id.
    """

    rows: tuple[TableRow, ...] = ()
    draw: Literal["dice", "deck", "rising"] = "dice"
    dice: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    name: Annotated[str, MessageId()] = ""


class CorridorEnd(Record, frozen=True):
    """An end of a corridor (D-CORR-END).

    Attributes:
        name: message id.
        piece: side of the end piece: 2, or 5 for a chamber; 0: none.
        mouths: open sides of a piece of 2, in the order left, straight, right (G-14).
        stairs: where stairs on the piece lead.
        needs_ruling: the game master decides (rows 22 to 24).
    """

    name: Annotated[str, MessageId()]
    piece: Literal[0, 2, 5] = 2
    mouths: tuple[Literal["left", "straight", "right"], ...] = ()
    stairs: Literal["", "up", "down", "out"] = ""
    needs_ruling: bool = msgspec.field(name="gm", default=False)


class RoomType(Record, frozen=True):
    """A type of room (D-ROOM-TYPE).

    Attributes:
        name: message id.
        is_large: 10×5 instead of 5×5 (D-ROOM-SIZE).
        starts_combat: its reveal starts a combat (D-COMBAT).
        counts: the counter it increases, in addition to that of rooms.
        is_guarded: may appear only once the guard is open (D-QUEST-GUARD).
        instead: the type that appears until then.
        is_special: the table of special rooms decides.
        description: id of the sentence that explains it, at the cursor.
        look: dice table of two dice that describes it as it is revealed.
    """

    name: Annotated[str, MessageId()]
    is_large: bool = msgspec.field(name="large", default=False)
    starts_combat: bool = msgspec.field(name="combat", default=False)
    counts: Literal["", "lair", "quest"] = ""
    is_guarded: bool = msgspec.field(name="guarded", default=False)
    instead: Annotated[str, Ref("room_type")] = ""
    is_special: bool = msgspec.field(name="special", default=False)
    description: Annotated[str, MessageId()] = ""
    look: Annotated[str, Ref("dice_table")] = ""


class SpecialRoom(Record, frozen=True):
    """A special room. Mods provide its contents through `hooks`.

    Attributes:
        roll: totals of 2d12. If two records have the same total, the later one applies.
        name: message id.
        description: id of the sentence that describes it as it is revealed, and at the cursor.
        sound: heard from it as long as a hero on foot is near.
        keyword: how it is resolved, if known.
        size: ``simple`` is 5×5, ``double`` 10×5.
        footprint: height and width of the object in its middle, in cells.
        table: its dice table.
        life: the life that a lone hero at the table gains as it is revealed, or with a minus loses (D-SOLO).
        hooks: free words that listeners of ``on_reveal`` filter by.
        figures: creatures and things that are in it on foot.
        terrain: short id of the tile of its object on foot, or of all its floor; empty: none.
        walk_table: dice table of its object on foot, if it has no `table`.
    """

    roll: tuple[Total, ...]
    name: Annotated[str, MessageId()]
    description: Annotated[str, MessageId()] = ""
    sound: Annotated[str, Ref("sound")] = ""
    keyword: Literal["combat", "test", "interaction"] | None = None
    size: Literal["simple", "double"] = "simple"
    footprint: tuple[Side, Side] | None = None
    table: Annotated[str, Ref("dice_table")] = ""
    life: Annotated[int, msgspec.Meta(ge=-12, le=12)] = 0
    hooks: tuple[str, ...] = ()
    figures: Annotated[tuple[Annotated[str, Ref("creature")], ...], FEW] = ()
    terrain: str = ""
    walk_table: Annotated[str, Ref("dice_table")] = ""


class SpecialCorridor(Record, frozen=True):
    """A special corridor that the game master may choose (D-CORR-LEN 12).

    Attributes:
        name: message id.
        sections: its length.
        width: 2, or 1 for single file: the right lane is filled between the first and last row.
        terrain: short id of the tile of the middle section's cells; empty: none.
        description: id of the sentence that describes it as it is revealed, and at the cursor.
        sound: heard from it as long as a hero on foot is near.
    """

    name: Annotated[str, MessageId()]
    sections: Annotated[int, msgspec.Meta(ge=1, le=MAX_SECTIONS)] = 2
    width: Literal[1, 2] = 2
    terrain: str = ""
    description: Annotated[str, MessageId()] = ""
    sound: Annotated[str, Ref("sound")] = ""


class Encounter(Record, frozen=True):
    """Monsters of a lair or a quest room (D-COMBAT).

    Attributes:
        creatures: ids of creature records, one per monster.
        danger: lowest and highest danger.
        is_for_quest: for quest rooms only, or for lairs only.
        weight: chance among the suitable encounters.
    """

    creatures: Annotated[tuple[Annotated[str, Ref("creature")], ...], FEW]
    danger: Annotated[tuple[Positive, Positive], Ascending()] = (1, 4)
    is_for_quest: bool = msgspec.field(name="quest", default=False)
    weight: Positive = 1


class TileBox(Record, frozen=True):
    """Numbers of cardboard pieces (policy ``pieces``).

    Attributes:
        section: pieces of corridor.
        corner, t, x: pieces of a corridor's end with two, three and four open sides.
        stairs: pieces with stairs.
        small, large: rooms of 5×5 and of 10×5.
        dead_end: pieces with one open side.
    """

    section: Natural
    corner: Natural
    t: Natural
    x: Natural
    stairs: Natural
    small: Natural
    large: Natural
    dead_end: Natural = 0


R = TypeVar("R", bound=Record)


class RollTable:
    """A dice table, prepared for rolling.

    Attributes:
        name: short id.
        dice: number of d12 added.
        draw: see `DiceTable.draw`.
        rows: row by total; index 0 is total 0.
    """

    __slots__ = ("dice", "draw", "name", "rows")

    def __init__(self, name: str, dice: int, rows: Sequence[TableRow], draw: str = "dice") -> None:
        """Reads the rows.

        Raises:
            ValueError: a total has no row, a row names an impossible total, or a deck has two dice.
        """
        self.name = name
        self.dice = dice
        self.draw = draw
        if draw == "deck" and dice != 1:
            raise ValueError(f"dice table {name!r}: a deck has a card for every face of one die; dice must be 1")
        by_total: dict[int, TableRow] = {}
        for row in rows:
            for total in row.on:
                if not dice <= total <= SIDES * dice:
                    raise ValueError(
                        f"dice table {name!r}: row {row.id!r} names the total {total}, which {dice}d12 cannot show"
                    )
                by_total[total] = row
        gaps = [total for total in range(dice, SIDES * dice + 1) if total not in by_total]
        if gaps:
            raise ValueError(f"dice table {name!r}: no row for the totals {', '.join(map(str, gaps))}")
        nothing = TableRow("", ())
        self.rows: tuple[TableRow, ...] = tuple(by_total.get(t, nothing) for t in range(SIDES * dice + 1))

    def roll(self, dice: FaceSource, delve: Delve) -> tuple[TableRoll, TableRow]:
        """Rolls and returns the row; the journal of `delve` defines the state of decks and rising rows."""
        name = self.name
        if self.draw == "deck":
            card = dice.draw_card(name, self.list_remaining_cards(delve))
            return TableRoll(name, (card,), self.rows[card].id), self.rows[card]
        rows = self.rows if self.draw == "dice" else self.order_risen_rows(delve)
        first = dice.roll_face(name)
        faces = (first,) if self.dice == 1 else (first, dice.roll_face(name))
        total = self.limit(dice.decide_total(name, delve.leader, faces))
        return TableRoll(name, faces, rows[total].id, total - sum(faces)), rows[total]

    def limit(self, total: int) -> int:
        """The nearest total that has a row."""
        return max(self.dice, min(SIDES * self.dice, total))

    def list_remaining_cards(self, delve: Delve) -> list[int]:
        """Cards of a deck not drawn since it was last shuffled."""
        drawn = [roll.faces[0] for note in delve.journal for roll in note.rolls if roll.table == self.name]
        gone = set(drawn[len(drawn) // SIDES * SIDES :])
        return [card for card in range(1, SIDES + 1) if card not in gone]

    def order_risen_rows(self, delve: Delve) -> list[TableRow]:
        """Row by total, after the used rows have risen."""
        order = list(dict.fromkeys(self.rows[self.dice :]))
        places = [[total for total, row in enumerate(self.rows) if row == one] for one in order]
        ids = [row.id for row in order]
        for note in delve.journal:
            for roll in note.rolls:
                if roll.table == self.name and (at := ids.index(roll.row)) > 0:
                    order[at - 1 : at + 1] = order[at], order[at - 1]
                    ids[at - 1 : at + 1] = ids[at], ids[at - 1]
        now = list(self.rows)
        for row, totals in zip(order, places, strict=True):
            for total in totals:
                now[total] = row
        return now

    def count_weights(self) -> dict[str, int]:
        """Number of the 12 (or 144) possible rolls per row, by row id."""
        found: dict[str, int] = {}
        for total in range(self.dice, SIDES * self.dice + 1):
            ways = 1 if self.dice == 1 else SIDES - abs(SIDES + 1 - total)
            found[self.rows[total].id] = found.get(self.rows[total].id, 0) + ways
        return found


def shorten_id(id: str) -> str:
    """An id without this plugin's namespace."""
    return id.removeprefix(NAMESPACE)


def add_namespace(id: str) -> str:
    """The full id of a short one."""
    return id if ":" in id else f"{NAMESPACE}{id}"


class Tables:
    """All records of one mod set, by short id and in order of definition."""

    def __init__(self, records: Any) -> None:
        """Reads them.

        Raises:
            ValueError: a table has a gap.
        """

        def read(kind: type[R], name: str) -> dict[str, R]:
            return {shorten_id(id): record for id, record in records.table(kind, name).items()}

        self.ends = read(CorridorEnd, "corridor_end")
        self.rooms = read(RoomType, "room_type")
        self.special_rooms = read(SpecialRoom, "special_room")
        self.special_corridors = read(SpecialCorridor, "special_corridor")
        self.encounters = read(Encounter, "encounter")
        self.boxes = read(TileBox, "tile_box")
        self.records = read(DiceTable, "dice_table")
        self.by_name = {name: RollTable(name, t.dice, t.rows, t.draw) for name, t in self.records.items()}
        special = [TableRow(name, room.roll) for name, room in self.special_rooms.items()]
        self.by_name[SPECIAL] = RollTable(SPECIAL, 2, special)
        missing = [t for t in (LENGTH, FEATURES, END, TYPE, DOORS, PARITY, SECRET) if t not in self.by_name]
        if missing:
            raise ValueError(f"there is no dice table {missing[0]!r}")
        self.length, self.features, self.end = self.by_name[LENGTH], self.by_name[FEATURES], self.by_name[END]
        self.type, self.special, self.doors = self.by_name[TYPE], self.by_name[SPECIAL], self.by_name[DOORS]
        self.parity, self.secret = self.by_name[PARITY], self.by_name[SECRET]
        self.end_of = {row.id: shorten_id(row.end) for row in self.end.rows if row.end}
        self.room_of = {row.id: shorten_id(row.room) for row in self.type.rows if row.room}
        self.instead = {name: shorten_id(kind.instead) for name, kind in self.rooms.items()}

    def find_special(self, zone: Zone) -> SpecialRoom | SpecialCorridor | None:
        """The special room or the special corridor of a zone."""
        return self.special_rooms.get(zone.special) or self.special_corridors.get(zone.special)

    def list_looks(self, delve: Delve) -> dict[int, TableRow]:
        """The look of each room that has one, by zone: two dice, read off the table of its type (D-LOOK).

        The faces rolled so far key their stream, so that they never change. A row that was used gives way to the next
        one that was not; the table has none left for the rooms after that.
        """
        found, used, key = dict[int, TableRow](), set[tuple[str, str]](), LOOK_KEY
        for note in delve.journal:
            for face in (face for roll in note.rolls for face in roll.faces):
                key = kernels.mix(key, face)
            zone = delve.zones[note.zone]
            is_plain = note.kind in ("lay", "reveal") and zone.type and not zone.special
            if is_plain and (look := self.rooms[zone.type].look):
                dice, rows = SeededDice(zone.id, key=key), self.by_name[shorten_id(look)].rows
                total = dice.roll_face(look) + dice.roll_face(look)
                row = next((row for row in (*rows[total:], *rows[2:total]) if (look, row.id) not in used), None)
                if row is not None:
                    found[zone.id] = row
                    used.add((look, row.id))
        return found

    def find_description(self, delve: Delve, zone: Zone) -> str:
        """The id of the words for the look of a zone as it is revealed; short ones once they were all said."""
        special = self.find_special(zone)
        if special is None:
            look = self.list_looks(delve).get(zone.id) if zone.type else None
            has_looks = bool(zone.type and self.rooms[zone.type].look)
            return look.text if look is not None else "delve-look-again" if has_looks else ""
        known = (other for other in delve.zones[: zone.id] if not other.is_hidden)
        return "delve-special-again" if any(other.special == zone.special for other in known) else special.description

    def list_encounters(self, danger: int, quest: bool) -> dict[str, Encounter]:
        """The encounters that suit a danger, by short id: those of quest rooms, or the others."""
        return {
            name: encounter
            for name, encounter in self.encounters.items()
            if encounter.is_for_quest is quest and encounter.danger[0] <= danger <= encounter.danger[1]
        }


@lru_cache(maxsize=16)
def tables_of(records: Any) -> Tables:
    """The tables of a record set (computed once)."""
    return Tables(records)
