"""Things to touch: the object of a special room whose table says what it does (C-TOUCH)."""

from collections.abc import Iterator

from footfall.api import Change, Command, Context, Message, Proposal, Push, Step, Tell
from footfall.api.grid import Heal, Hurt, chebyshev_distance, get_world
from footfall.api.scene import Choice, Prompt, PromptKind

from ..changes import TouchObject
from ..commands import HandlerResult, find_hero_zone, make_binding, plays, spend_turn
from ..dice import SIDES
from ..expedition import Expedition, decide_total, delve_of, expedition_of, tables_for
from ..maps.geometry import list_cells, to_tiles
from ..model import Delve, JournalEntry, Solo, TableRoll, Zone
from ..screen.journal_text import describe_zone
from ..screen.table_map import join_in_a_row
from ..steps import APPEAR, STREW
from ..tables import SpecialRoom, Tables, shorten_id
from .clues import TURN_END, award_clue
from .explore import ForbiddenError, require_no_combat
from .solo import change_life

DIE = "touch"
"""Purpose of the dice: they are the game's own, and leave the leader's faces alone."""

FOLLOW = "core.delve:follow-row"
"""The step with the effects of a row, after the lines that tell its roll."""


class TouchThing(Command, frozen=True, tag="core.delve:touch"):
    """Touch the object of a special room: of the room of the hero, or at the table of a zone or the only one."""

    zone: int = -1


TOUCH_KEY = make_binding(("T",), TouchThing, "touch")
TOUCH_IN_KEY = make_binding(
    ("T",), TouchThing, "touch", Prompt("zone", PromptKind.CHOICE, Message("delve-ask-touch"), "touchables", None, True)
)


def can_touch(expedition: Expedition, book: Tables, zone: Zone) -> bool:
    """Whether a zone has an object that is untouched. One that acts by itself, as a circle, has none."""
    room = book.special_rooms.get(zone.special)
    has_thing = room is not None and bool(_find_table(room, expedition.is_walking))
    return not zone.is_hidden and has_thing and not _is_touched(expedition.delve, zone)


def _find_table(room: SpecialRoom, is_walking: bool) -> str:
    """The table of the object of a room, on foot also one that is ours (C-FOOT); empty without an object."""
    return "" if TURN_END in room.hooks else room.table or (room.walk_table if is_walking else "")


def _is_touched(delve: Delve, zone: Zone) -> bool:
    return any(note.kind == "touch" and note.zone == zone.id for note in delve.journal)


@plays(TouchThing, TOUCH_KEY, TOUCH_IN_KEY)
def touch(ctx: Context, command: TouchThing) -> HandlerResult:
    """Rolls the table of the object; costs a turn of the base game."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    delve, is_walking = expedition.delve, expedition.is_walking
    if is_walking:
        here = find_hero_zone(ctx)
        number = here.id if here is not None else -1
    else:
        touchable = [zone.id for zone in delve.zones if can_touch(expedition, book, zone)]
        number = touchable[0] if command.zone < 0 and len(touchable) == 1 else command.zone
    if not 0 <= number < len(delve.zones) or not can_touch(expedition, book, delve.zones[number]):
        if 0 <= number < len(delve.zones) and _is_touched(delve, delve.zones[number]):
            raise ForbiddenError("C-TOUCH", "delve-touched")
        rooms = [Message(room.name) for room in book.special_rooms.values() if _find_table(room, is_walking)]
        raise ForbiddenError("C-TOUCH", "delve-no-thing", rooms=join_in_a_row(rooms))
    require_no_combat(delve, "C-TOUCH")
    return [*roll_table(ctx, delve.zones[number]), *spend_turn(ctx, command.actor)]


def roll_table(ctx: Context, zone: Zone) -> list[Change | Proposal]:
    """Rolls the table of the object of a zone."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    delve, table = expedition.delve, shorten_id(_find_table(book.special_rooms[zone.special], expedition.is_walking))
    face, changes = ctx.roll(DIE, 1, SIDES), list[Change | Proposal]()
    total = book.by_name[table].limit(decide_total(ctx, changes, table, delve.leader, (face,), zone=zone.id))
    row = book.by_name[table].rows[total]
    note = JournalEntry("touch", delve.leader, zone=zone.id, rolls=(TableRoll(table, (face,), row.id, total - face),))
    return [*changes, TouchObject(note), Push(FOLLOW, (zone.id, table, total))]


def meet_figure(ctx: Context, partner: int) -> list[Change | Proposal]:
    """On foot, walking into the figure of a special room touches it; one touched before only speaks."""
    figure, here = get_world(ctx.state).actors[partner], find_hero_zone(ctx)
    room = None if here is None else tables_for(ctx).special_rooms.get(here.special)
    if here is None or room is None or figure.kind not in room.figures or delve_of(ctx).fighting:
        return []
    if can_touch(expedition_of(ctx.state), tables_for(ctx), here):
        return roll_table(ctx, here)
    return [Tell(Message("delve-touched"))] if _is_touched(delve_of(ctx), here) else []


def follow_row(ctx: Context, number: int, table: str, total: int) -> Iterator[Change]:
    """Yields the effects of a row: a clue; on foot also what comes, lies there, heals and wounds."""
    delve, row = delve_of(ctx), tables_for(ctx).by_name[table].rows[total]
    zone = delve.zones[number]
    if row.clues:
        try:
            yield award_clue(delve, zone.id)
        except ForbiddenError as why:
            yield Tell(Message(why.message, why.message_args))
    if not expedition_of(ctx.state).is_walking:
        dice = row.damage or int(bool(row.creature))
        if isinstance(delve.solo, Solo) and dice:
            lost = sum(ctx.roll("collapse", 1, 6) for _ in range(dice))
            yield from change_life(delve.solo, -lost, "harms", "golem" if row.creature else "collapse")
        return
    world = get_world(ctx.state)
    hero = world.actors[world.player]
    if row.life:
        gained = min(row.life, hero.hp_max - hero.hp)
        yield Tell(Message("delve-met-gain", {"life": gained}), "good" if gained else "")
        yield Heal(hero.id, gained)
    if row.loot:
        yield Push(STREW, (zone.level, *hero.at, row.loot))
    if row.creature:
        cells = list_cells(to_tiles(zone.floors[0], delve.wall_thickness))
        farthest = max(cells, key=lambda at: (chebyshev_distance(at, hero.at), at))
        yield Push(APPEAR, (zone.level, *farthest, row.creature))
    if row.damage:
        yield Hurt(hero.id, sum(ctx.roll("collapse", 1, 6) for _ in range(row.damage)), 0, how="rule")


STEPS = (Step(FOLLOW, follow_row),)


def list_touch_commands(ctx: Context, actor: int) -> list[Command]:
    """The legal commands to touch something."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    if not expedition.is_walking:
        zones = expedition.delve.zones
        return [TouchThing(actor=actor, zone=zone.id) for zone in zones if can_touch(expedition, book, zone)]
    here = find_hero_zone(ctx)
    return [TouchThing(actor=actor)] if here is not None and can_touch(expedition, book, here) else []


def list_touch_choices(ctx: Context) -> tuple[Choice, ...]:
    """The rooms with something to touch, at the table."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    return tuple(
        Choice(zone.id, describe_zone(expedition.delve, book, zone.id))
        for zone in expedition.delve.zones
        if can_touch(expedition, book, zone)
    )
