"""Dungeon clues (C-CLUE): their uses, the number that the heroes hold, and the circle that awards them."""

import msgspec

from footfall.api import Change, Context, Message, Tell, stream_key
from footfall.api.grid import World, kernels

from ..changes import AwardClue, ReplaceZone, SpendClue
from ..dice import SIDES, FaceSource
from ..maps.geometry import CellRect, contains, frame_rect, is_within, to_tiles
from ..maps.rasterize import bitmap_of
from ..maps.shapes import LANES, SECTION_LENGTH, get_wall
from ..maps.tiles import find_footprint
from ..model import MAX_CLUES, Delve, ExitKind, Fate, JournalEntry, TableRoll, Zone, ZoneKind
from ..policy import Policy
from ..tables import Tables, shorten_id
from .explore import ForbiddenError, leads_on

TURN_DIE, FLIGHT = "turn-die", "flight"
"""The uses of a clue that name no zone; on a grid no hero flees."""

TURN_DIE_STEPS = 3
"""By how much a clue sets the turn die back."""


def award_clue(delve: Delve, zone: int = -1) -> AwardClue:
    """Awards a clue to the heroes, for something in a zone.

    Raises:
        ForbiddenError: they hold as many as they may.
    """
    if delve.count_clues() >= MAX_CLUES:
        raise ForbiddenError("C-CLUE", "delve-clues-full", count=MAX_CLUES)
    return AwardClue(JournalEntry("award", delve.leader, zone=zone))


def list_clue_uses(delve: Delve, tables: Tables, policy: Policy) -> list[str]:
    """The uses of a clue that are of use now, as `use_clue` reads them: no stairs that lead nowhere."""
    if not delve.count_clues():
        return []
    uses = [
        *(f"end/{zone.id}/{end}" for zone in delve.zones for end in list_clue_ends(tables)),
        *(f"room/{zone.id}" for zone in delve.zones),
        TURN_DIE,
        FLIGHT,
    ]
    return [use for use in uses if _is_possible(delve, use, tables, policy)]


def list_clue_ends(tables: Tables) -> list[str]:
    """The ends of corridors that a clue can make: stairs."""
    return [name for name, end in tables.ends.items() if end.stairs]


def _is_possible(delve: Delve, use: str, tables: Tables, policy: Policy) -> bool:
    kind, _, rest = use.partition("/")
    try:
        if kind == "end":
            number, _, end = rest.partition("/")
            replace_end(delve, int(number), end, tables, policy)
            depth = delve.levels[delve.zones[int(number)].level - 1].depth
            return leads_on(tables.ends[end].stairs, depth, policy)
        elif kind == "room":
            find_empty_room(delve, int(rest))
        elif kind == TURN_DIE:
            set_turn_die_back(delve, policy)
        else:
            cancel_flight(delve)
    except ForbiddenError:
        return False
    return True


def use_clue(delve: Delve, use: str, dice: FaceSource, tables: Tables, policy: Policy) -> list[Change]:
    """Spends a clue.

    Args:
        use: ``"end/3/up"``: the end of corridor Z3 becomes stairs up; ``"room/5"``: empty room Z5 becomes special,
            and the leader rolls which; ``"turn-die"``: the turn die goes back by 3; ``"flight"``: a flight is canceled.

    Raises:
        ForbiddenError: the heroes hold no clue, or this use is not possible.
    """
    if not delve.count_clues():
        raise ForbiddenError("C-CLUE", "delve-no-clue")
    kind, _, rest = use.partition("/")
    number, _, end = rest.partition("/")
    if kind in ("end", "room") and not (number.isdecimal() and int(number) < len(delve.zones)):
        raise ForbiddenError("C-CLUE", "delve-not-here", zone=number)
    if kind == "end":
        change = replace_end(delve, int(number), end, tables, policy)
        return [_spend(delve, int(number)), change]
    if kind == "room":
        find_empty_room(delve, int(number))
        roll, row = tables.special.roll(dice, delve)
        return [_spend(delve, int(number), (roll,)), replace_type(delve, int(number), row.id, tables)]
    if kind == TURN_DIE:
        return [set_turn_die_back(delve, policy)]
    if kind == FLIGHT:
        return [cancel_flight(delve)]
    raise ForbiddenError("C-CLUE", "delve-no-such-use", use=kind)


def _spend(delve: Delve, zone: int, rolls: tuple[TableRoll, ...] = ()) -> SpendClue:
    return SpendClue(JournalEntry("spend", delve.leader, zone=zone, rolls=rolls))


def set_turn_die_back(delve: Delve, policy: Policy) -> SpendClue:
    """Spends a clue on the game master's turn die.

    Raises:
        ForbiddenError: there is no turn die (setting ``counters``), or it shows 1 already.
    """
    if not policy.has_counters or delve.turn_die <= 1:
        raise ForbiddenError("C-CLUE", "delve-no-turn-die")
    note = JournalEntry("spend", delve.leader, remarks=("spent-turn-die",))
    return SpendClue(note, max(1, delve.turn_die - TURN_DIE_STEPS))


def cancel_flight(delve: Delve) -> SpendClue:
    """Spends a clue so that no hero flees from a combat.

    Raises:
        ForbiddenError: there is no combat.
    """
    if not delve.fighting:
        raise ForbiddenError("C-CLUE", "delve-no-combat")
    note = JournalEntry("spend", delve.leader, zone=delve.fighting[0], remarks=("spent-flight",))
    return SpendClue(note)


def replace_end(delve: Delve, number: int, end: str, tables: Tables, policy: Policy | None = None) -> ReplaceZone:
    """Replaces the end of a corridor by one without mouths, as a clue allows: stairs up, down, or out.

    Unexplored mouths are walled up. A closed corridor gets an end piece if there is space.

    Raises:
        ForbiddenError: the zone is not a corridor, the new end has mouths, a mouth was opened, or there is no space.
    """
    zone = delve.get_zone(number)
    if zone.is_hidden:
        raise ForbiddenError("C-CLUE", "delve-not-here", zone=number)
    if zone.kind is not ZoneKind.CORRIDOR or end not in tables.ends or tables.ends[end].mouths or end == zone.end:
        raise ForbiddenError("C-CLUE", "delve-no-such-end", zone=number)
    mouths = [gate for gate in delve.list_exits_of(number) if gate.way is ExitKind.MOUTH]
    if any(gate.fate is not Fate.PENDING for gate in mouths):
        raise ForbiddenError("C-CLUE", "delve-end-explored", zone=number)
    floors = zone.floors
    side = tables.ends[end].piece
    if side != tables.ends[zone.end].piece:
        length = SECTION_LENGTH * zone.sections
        piece = frame_rect(zone.at, zone.heading, length, length + 1, 0, 1)
        bounds = None if policy is None else policy.bounds
        if side != 2 or zone.end != "closed" or not _has_room_for_piece(delve, zone, piece, bounds):
            raise ForbiddenError("C-CLUE", "delve-no-space", zone=number)
        floors = (*zone.floors, piece)
    exits = tuple(msgspec.structs.replace(gate, fate=Fate.BLOCKED) for gate in mouths)
    changed = msgspec.structs.replace(zone, end=end, rolled_end=end, floors=floors, tags=(*zone.tags, "clue"))
    return ReplaceZone(changed, exits, JournalEntry("replace", -1, zone=number, remarks=(f"clue-{end}",)))


def _has_room_for_piece(delve: Delve, zone: Zone, piece: CellRect, bounds: CellRect | None) -> bool:
    """Whether the end of a closed corridor is plain wall with free cells for a piece behind it."""
    sheet, length = bitmap_of(delve, zone.level), SECTION_LENGTH * zone.sections
    if sheet.find_plain_wall(get_wall(zone, "end", LANES, sheet.thickness).rect) != 0b11:
        return False
    if not sheet.thickness:
        return sheet.is_free(piece) and (bounds is None or is_within(piece, bounds))
    ring = frame_rect(zone.at, zone.heading, length + 1, length + 2, -1, 2)
    behind = frame_rect(zone.at, zone.heading, length + 1, length + 1, 0, 1)
    return sheet.is_free(behind) and sheet.has_no_floor(ring) and (bounds is None or is_within(ring, bounds))


def replace_type(delve: Delve, number: int, special: str, tables: Tables) -> ReplaceZone:
    """Makes an empty room a special room, as a clue allows; a double one shrinks to its size (G-10).

    Raises:
        ForbiddenError: the room is not empty, or there is no such special room.
    """
    zone = find_empty_room(delve, number)
    if special not in tables.special_rooms:
        raise ForbiddenError("C-CLUE", "delve-no-such-room", zone=number)
    changed = msgspec.structs.replace(zone, type="special", special=special, tags=(*zone.tags, "clue"))
    return ReplaceZone(changed, (), JournalEntry("replace", -1, zone=number, remarks=(f"clue-{special}",)))


def find_empty_room(delve: Delve, number: int) -> Zone:
    """A room that a clue can make special.

    Raises:
        ForbiddenError: the zone is not an empty room, or it is not revealed.
    """
    zone = delve.get_zone(number)
    if zone.is_hidden:
        raise ForbiddenError("C-CLUE", "delve-not-here", zone=number)
    if zone.type != "empty":
        raise ForbiddenError("C-CLUE", "delve-no-such-room", zone=number)
    return zone


TURN_END = "turn-end"
"""The word in `SpecialRoom.hooks` of a room that acts then."""

CIRCLE_KEY = stream_key("core.delve", "circle")


def ask_circle(ctx: Context, delve: Delve, book: Tables, world: World) -> list[Change]:
    """Rolls the secret die of a circle that the hero stands in; the game knows the rows that award a clue."""
    hero = world.actors.get(world.player)
    if hero is None:
        return []
    for zone in delve.zones:
        room = book.special_rooms.get(zone.special)
        if room is None or TURN_END not in room.hooks or not room.table or zone.level != hero.level or zone.is_hidden:
            continue
        if not contains(to_tiles(find_footprint(zone, room), delve.wall_thickness), hero.at):
            continue
        face = kernels.draw(ctx.state.seed, CIRCLE_KEY, delve.turn, 0, SIDES) + 1
        row = book.by_name[shorten_id(room.table)].rows[face]
        try:
            return [Tell(Message(row.text), "dice"), award_clue(delve, zone.id)] if row.clues else []
        except ForbiddenError as why:
            return [Tell(Message(why.message, why.message_args))]
    return []
