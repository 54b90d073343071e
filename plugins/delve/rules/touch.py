"""Things to touch: the object of a special room whose table says what it does (C-TOUCH)."""

from collections.abc import Iterator

from footfall.api import Change, Command, Context, Message, Proposal, Push, Tell
from footfall.api.grid import Hurt, chebyshev_distance, get_world
from footfall.api.scene import Choice, Prompt, PromptKind

from ..changes import TouchObject
from ..commands import HandlerResult, find_hero_zone, make_binding, plays, spend_turn
from ..dice import SIDES
from ..expedition import decide_total, delve_of, expedition_of, tables_for
from ..maps.geometry import list_cells, to_tiles
from ..model import Delve, JournalEntry, Solo, TableRoll, Zone
from ..screen.journal_text import describe_zone
from ..screen.table_map import join_in_a_row
from ..steps import APPEAR
from ..tables import SpecialRoom, TableRow, Tables, shorten_id
from .clues import TURN_END, award_clue
from .explore import ForbiddenError
from .solo import change_life

DIE = "touch"
"""Purpose of the dice: they are the game's own, and leave the leader's faces alone."""


class TouchThing(Command, frozen=True, tag="core.delve:touch"):
    """Touch the object of a special room: of the room of the hero, or at the table of a zone or the only one."""

    zone: int = -1


TOUCH_KEY = make_binding(("T",), TouchThing, "touch")
TOUCH_IN_KEY = make_binding(
    ("T",), TouchThing, "touch", Prompt("zone", PromptKind.CHOICE, Message("delve-ask-touch"), "touchables", None, True)
)


def can_touch(delve: Delve, book: Tables, zone: Zone) -> bool:
    """Whether a zone has an object that is untouched. One that acts by itself, as a circle, has none."""
    room = book.special_rooms.get(zone.special)
    return not zone.is_hidden and room is not None and _has_thing(room) and not _is_touched(delve, zone)


def _has_thing(room: SpecialRoom) -> bool:
    return bool(room.table) and TURN_END not in room.hooks


def _is_touched(delve: Delve, zone: Zone) -> bool:
    return any(note.kind == "touch" and note.zone == zone.id for note in delve.journal)


@plays(TouchThing, TOUCH_KEY, TOUCH_IN_KEY)
def touch(ctx: Context, command: TouchThing) -> HandlerResult:
    """Rolls the table of the object; costs a turn of the base game."""
    delve, book, is_walking = delve_of(ctx), tables_for(ctx), expedition_of(ctx.state).is_walking
    if is_walking:
        here = find_hero_zone(ctx)
        number = here.id if here is not None else -1
    else:
        touchable = [zone.id for zone in delve.zones if can_touch(delve, book, zone)]
        number = touchable[0] if command.zone < 0 and len(touchable) == 1 else command.zone
    if not 0 <= number < len(delve.zones) or not can_touch(delve, book, delve.zones[number]):
        if 0 <= number < len(delve.zones) and _is_touched(delve, delve.zones[number]):
            raise ForbiddenError("C-TOUCH", "delve-touched")
        rooms = [Message(room.name) for room in book.special_rooms.values() if _has_thing(room)]
        raise ForbiddenError("C-TOUCH", "delve-no-thing", rooms=join_in_a_row(rooms))
    if delve.fighting:
        raise ForbiddenError("C-TOUCH", "delve-in-combat")
    table = shorten_id(book.special_rooms[delve.zones[number].special].table)
    face, changes = ctx.roll(DIE, 1, SIDES), list[Change | Proposal]()
    total = book.by_name[table].limit(decide_total(ctx, changes, table, delve.leader, (face,), zone=number))
    row = book.by_name[table].rows[total]
    note = JournalEntry("touch", delve.leader, zone=number, rolls=(TableRoll(table, (face,), row.id, total - face),))
    changes += [TouchObject(note), *follow_row(ctx, delve.zones[number], row)]
    return [*changes, *spend_turn(ctx, command.actor)]


def follow_row(ctx: Context, zone: Zone, row: TableRow) -> Iterator[Change]:
    """Yields the effects of a row: a clue; on foot also a creature and wounds, which the table has as its own."""
    delve = delve_of(ctx)
    if row.clues:
        try:
            yield award_clue(delve, zone.id)
        except ForbiddenError as why:
            yield Tell(Message(why.message, why.message_args))
    if not expedition_of(ctx.state).is_walking:
        dice = row.damage or int(bool(row.creature))
        if isinstance(delve.solo, Solo) and dice:
            yield from change_life(delve.solo, -sum(ctx.roll("collapse", 1, 6) for _ in range(dice)), "harms")
        return
    world = get_world(ctx.state)
    hero = world.actors[world.player]
    if row.creature:
        cells = list_cells(to_tiles(zone.floors[0], delve.wall_thickness))
        farthest = max(cells, key=lambda at: (chebyshev_distance(at, hero.at), at))
        yield Push(APPEAR, (zone.level, *farthest, row.creature))
    if row.damage:
        yield Hurt(hero.id, sum(ctx.roll("collapse", 1, 6) for _ in range(row.damage)), 0, how="rule")


def list_touch_commands(ctx: Context, actor: int) -> list[Command]:
    """The legal commands to touch something."""
    delve, book = delve_of(ctx), tables_for(ctx)
    if not expedition_of(ctx.state).is_walking:
        return [TouchThing(actor=actor, zone=zone.id) for zone in delve.zones if can_touch(delve, book, zone)]
    here = find_hero_zone(ctx)
    return [TouchThing(actor=actor)] if here is not None and can_touch(delve, book, here) else []


def list_touch_choices(ctx: Context) -> tuple[Choice, ...]:
    """The rooms with something to touch, at the table."""
    delve, book = delve_of(ctx), tables_for(ctx)
    return tuple(
        Choice(zone.id, describe_zone(delve, book, zone.id)) for zone in delve.zones if can_touch(delve, book, zone)
    )
