"""The journal in sentences: roller, table, dice and their sum, row and result.

Every line is a `Message`, which the catalog translates.
"""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase

from footfall.api import Context, Message

from ..expedition import delve_of, tables_for
from ..maps.shapes import LANES, get_wall
from ..model import Delve, ExitKind, Fate, JournalEntry, Solo, TableRoll, Zone, ZoneKind
from ..tables import DOORS, END, FEATURES, LENGTH, PARITY, SECRET, SPECIAL, TYPE, TableRow, Tables

EXIT_SIGNS = ascii_lowercase.replace("x", "") + ascii_uppercase
"""The signs of exits: letters, for the numbers on a map are those of zones, and an x is a false door."""

FALSE_DOOR, CHOKED = Message("delve-tile-false-door"), Message("delve-stairs-choked")

WALK_TEXTS = frozenset(
    ("lay-corridor", "lay-room", "link", "block-wall", "block-door", "search", "found", "combat-over", "touch", "met")
)
"""Entries that have words of their own for a hero on foot."""


def describe_player(delve: Delve, seat: int) -> Message | str:
    """A seat's name; the game master is seat -1."""
    if seat < 0:
        return Message("delve-game-master")
    unnamed = Message("delve-hero" if len(delve.heroes) == 1 else "delve-player", {"seat": seat + 1})
    return delve.heroes[seat].name or unnamed


def describe_zone(delve: Delve, tables: Tables, number: int) -> Message:
    """The name of a zone: ``lair 4``; the map shows its number."""
    zone = delve.zones[number]
    return Message("delve-zone", {"zone": number, "what": describe_zone_kind(zone, tables)})


def describe_zone_kind(zone: Zone, tables: Tables) -> Message:
    """The kind of a zone in a word or two."""
    if zone.special and zone.special in tables.special_rooms:
        return Message(tables.special_rooms[zone.special].name)
    if zone.type:
        return Message(tables.rooms[zone.type].name)
    return Message(f"delve-{zone.kind.value}")


def describe_zone_and_kind(delve: Delve, tables: Tables, number: int, look: TableRow | None) -> tuple[Message, ...]:
    """The name of a zone, its look, and a sentence on its kind if there is one, for the cursor."""
    zone = delve.zones[number]
    kind = tables.find_special(zone) or tables.rooms.get(zone.type)
    texts = (look.text if look is not None else "", kind.description if kind is not None else "")
    return (describe_zone(delve, tables, number), *(Message(text) for text in texts if text))


def describe_exit(delve: Delve, number: int) -> Message:
    """The name of an exit: ``door d (west)``; the map shows its sign."""
    gate = delve.get_exit(number)
    what = Message(f"delve-way-{gate.way.value}")
    sign = name_exit_sign(number) or number
    return Message("delve-exit", {"exit": sign, "what": what, "heading": "NESW"[gate.heading]})


def name_exit_sign(number: int) -> str:
    """The sign of an exit on the map, in lists and as a key; empty beyond the letters."""
    return EXIT_SIGNS[number - 1 : number]


def describe_exit_of(delve: Delve, tables: Tables, number: int) -> Message:
    """An exit and the zone that it leads out of."""
    zone = describe_zone(delve, tables, delve.get_exit(number).zone)
    return Message("delve-exit-of", {"exit": describe_exit(delve, number), "zone": zone})


def describe_wall(zone: Zone, name: str) -> Message:
    """The name of a wall of a zone: ``the left wall of section 2 (west)``."""
    side = {"L": "left", "R": "right"}.get(name[-1:], name)
    heading = (zone.heading + 2) % 4 if name == "near" else get_wall(zone, name, LANES, 1).heading
    section = int(name[:-1]) if name[:-1].isdecimal() else 0
    return Message("delve-wall", {"side": side, "section": section, "heading": "NESW"[heading]})


def describe_roll(delve: Delve, roller: int, roll: TableRoll, tables: Tables) -> Message:
    """A roll: roller, purpose, ``4 + 2 = 6``, meaning."""
    faces = [*roll.faces, *([roll.bonus] if roll.bonus else [])]
    added = " + ".join(map(str, faces)).replace("+ -", "- ")
    args = {
        "player": describe_player(delve, roller),
        "table": Message(tables.records[roll.table].name)
        if roll.table in tables.records
        else Message("delve-table-special"),
        "sum": f"{added} = {roll.total}" if len(faces) > 1 else added,
        "row": describe_row(roll, tables),
    }
    return Message("delve-log-roll", args)


def describe_row(roll: TableRoll, tables: Tables) -> Message | str:
    """The text of a table row."""
    if roll.table == SPECIAL:
        return Message(tables.special_rooms[roll.row].name) if roll.row in tables.special_rooms else roll.row
    row = next((row for row in tables.by_name[roll.table].rows if row.id == roll.row), None)
    if row is None:
        return roll.row
    if roll.table == LENGTH:
        return (
            Message("delve-row-special") if row.is_special else Message("delve-row-sections", {"count": row.sections})
        )
    if roll.table == FEATURES and row.needs_ruling:
        return Message("delve-row-gm")
    if roll.table in (FEATURES, DOORS):
        return Message("delve-row-doors", {"count": row.doors})
    if roll.table == END:
        return Message(tables.ends[tables.end_of[row.id]].name)
    if roll.table == TYPE:
        return Message(tables.rooms[tables.room_of[row.id]].name)
    if roll.table == PARITY:
        return Message(f"delve-{row.leads}")
    if roll.table == SECRET:
        return Message("delve-row-found" if row.doors else "delve-row-nothing")
    return Message(row.text) if row.text else row.id


def describe_entry(delve: Delve, note: JournalEntry, tables: Tables) -> Iterator[Message]:
    """One journal entry: its rolls, the result, and why it differs from the roll."""
    for roll in note.rolls:
        yield describe_roll(delve, note.roller, roll, tables)
    yield _describe_outcome(delve, note, tables)
    zone = delve.zones[note.zone]
    if note.kind in ("lay", "reveal") and "special-corridor" in zone.tags and not zone.special:
        yield Message("delve-why-special-corridor")
    for remark in note.remarks:
        line = _describe_remark(delve, note, remark, tables)
        if line is not None:
            yield line


def describe_journal(delve: Delve, tables: Tables) -> list[Message]:
    """The whole journal."""
    return [line for note in delve.journal for line in describe_entry(delve, note, tables)]


def describe_walk(delve: Delve, note: JournalEntry, tables: Tables) -> Iterator[Message]:
    """One journal entry for a hero on foot, without dice and signs of exits."""
    outcome = _describe_outcome(delve, note, tables)
    name = outcome.id.removeprefix("delve-log-").removesuffix("-at-once")
    name = {"reveal-room": "lay-room", "reveal-corridor": "lay-corridor"}.get(name, name)
    room = tables.special_rooms.get(delve.zones[note.zone].special)
    if name == "touch" and room is not None and room.walk_table:
        name = "met"
    yield Message(f"delve-walk-{name}", outcome.args) if name in WALK_TEXTS else outcome
    if "lost" in note.remarks:
        yield _describe_loss(delve, note, tables)


def _describe_loss(delve: Delve, note: JournalEntry, tables: Tables) -> Message:
    """That a quest room is lost, and whether one was known before it."""
    earlier = delve.journal[: delve.journal.index(note)]
    types = (delve.zones[each.zone].type for each in earlier if each.kind in ("lay", "reveal"))
    is_known = any(type and tables.rooms[type].counts == "quest" for type in types)
    return Message("delve-why-lost", {"known": "yes" if is_known else "no"})


def _describe_outcome(delve: Delve, note: JournalEntry, tables: Tables) -> Message:
    what = note.kind
    args: dict[str, object] = {"heroes": len(delve.heroes)} if what in ("start", "award", "leave") else {}
    if note.zone >= 0:
        args["zone"] = describe_zone(delve, tables, note.zone)
    if note.exit > 0:
        gate = delve.get_exit(note.exit)
        args["exit"] = describe_exit(delve, note.exit)
    if what in ("lay", "reveal"):
        zone = delve.zones[note.zone]
        if zone.type:
            args |= dict(zip(("height", "width"), zone.floors[0][2:], strict=True))
            return Message(f"delve-log-{what}-room", args)
        length = Message("delve-row-sections", {"count": zone.sections})
        args |= {"length": length, "end": Message(tables.ends[zone.end].name)}
        return Message(f"delve-log-{what}-corridor", args)
    if what == "block":
        way = "wall" if gate.way is ExitKind.MOUTH else "door"
        args |= {"from": describe_zone(delve, tables, gate.zone), "heading": "NESW"[gate.heading]}
        args |= {"what": FALSE_DOOR} if way == "door" else {}
        return Message(f"delve-log-block-{way}" + ("" if note.rolls else "-at-once"), args)
    if what in ("search", "found"):
        args["wall"] = describe_wall(delve.zones[note.zone], note.wall)
    if what == "found":
        explored = {each.exit for each in delve.journal if each.kind == "link"}
        leads = gate.fate is Fate.LINKED and gate.id not in explored
        other = gate.to if leads and gate.zone == note.zone else gate.zone
        args |= {"leads": "yes" if leads else "no", "to": describe_zone(delve, tables, other)}
    if what == "touch":
        args["row"] = describe_row(note.rolls[0], tables)
    if what == "leave":
        args["sections"] = int(note.remarks[0].removeprefix("sections-"))
    if what == "award":
        args["where"] = "room" if note.zone >= 0 else "none"
    if what == "combat-over" and len(delve.heroes) == 1:
        return Message("delve-walk-combat-over", args)
    if what in ("combat-over", "award", "spend", "touch", "search", "found"):
        args["player"] = describe_player(delve, note.roller)
    return Message(f"delve-log-{what}", args)


def _describe_remark(delve: Delve, note: JournalEntry, remark: str, tables: Tables) -> Message | None:
    word, _, rest = remark.partition("-")
    if word == "dropped":
        return Message("delve-why-dropped", {"count": int(rest)})
    if word == "ruling":
        ignored = rest.startswith("ignored-")
        about = rest.removeprefix("ignored-")
        decided = {"about": Message("delve-ruling", {"about": about})}
        return Message("delve-why-ruling-ignored" if ignored else "delve-why-ruling", decided)
    if remark == "lost":
        return _describe_loss(delve, note, tables)
    if remark in ("new", "known", "no-space") or word in ("clue", "sections"):
        return None
    zone = delve.zones[note.zone]
    args = {
        "place": describe_zone(delve, tables, zone.id),
        "rolled": zone.rolled_sections,
        "laid": zone.sections,
        "end": Message(tables.ends[zone.rolled_end].name) if zone.rolled_end else "",
        "type": Message(tables.rooms[zone.rolled_type].name) if zone.rolled_type else "",
    }
    return Message(f"delve-why-{remark}", args)


def count_zones(delve: Delve) -> dict[str, int]:
    """The numbers of known rooms, lairs and corridors."""
    corridors = sum(zone.kind is ZoneKind.CORRIDOR and not zone.is_hidden for zone in delve.zones)
    return {"rooms": delve.rooms, "lairs": delve.lairs, "corridors": corridors}


def list_causes(ctx: Context) -> tuple[Message, ...]:
    """The cause of the death of a lone hero at the table: the monsters of a combat, or else the last bad news."""
    delve = delve_of(ctx)
    if ctx.state.outcome != "died" or not isinstance(delve.solo, Solo):
        return ()
    if delve.fighting:
        zone = describe_zone(delve, tables_for(ctx), delve.fighting[0])
        return (Message("delve-over-cause", {"zone": zone, "foes": delve.solo.foes}),)
    return tuple(line.message for line in ctx.log if line.kind == "bad")[-1:]


def describe_ending(
    outcome: str, delve: Delve, causes: Sequence[Message] = (), is_walking: bool = False
) -> tuple[Message, ...]:
    """The outcome, its causes in the base game, and the size of the delve."""
    known = ("quest", "left", "died", "exhausted", "stopped")
    mode = "-walk" if (is_walking or isinstance(delve.solo, Solo)) and outcome in ("left", "died") else ""
    first = Message(f"delve-over-{outcome}{mode}") if outcome in known else Message("delve-over")
    return first, *causes, Message("delve-over-facts", count_zones(delve))
