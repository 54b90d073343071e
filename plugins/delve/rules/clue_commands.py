"""Commands for dungeon clues (C-CLUE) and for leaving within reach of the way out (C-LEAVE)."""

from typing import Annotated

from footfall.api import AnyText, Command, Context, Message, Push
from footfall.api.scene import DIRECTIONS, Choice, Prompt, PromptKind

from ..commands import HandlerResult, find_hero, find_hero_zone, make_binding, plays, spend_turn
from ..expedition import delve_of, expedition_of, open_leader_dice, policy_of, record_used_faces, tables_for
from ..maps.geometry import to_tiles
from ..model import Delve, Solo
from ..policy import Policy
from ..screen.journal_text import describe_zone
from ..steps import LEAVE
from ..tables import Tables, shorten_id
from .clues import FLIGHT, award_clue, list_clue_uses, use_clue
from .explore import ForbiddenError, require_no_combat
from .way_out import FARTHEST_SECTIONS, count_sections_to_way_out


class UseClue(Command, frozen=True, tag="core.delve:use-clue"):
    """Use a dungeon clue.

    Attributes:
        use: ``"end/3/up"``, ``"room/5"``, ``"turn-die"`` or ``"flight"`` (see `clues.use_clue`).
    """

    use: Annotated[str, AnyText()]


class DeclareClue(Command, frozen=True, tag="core.delve:award"):
    """At the table: the heroes have earned a dungeon clue.

    Attributes:
        zone: the room that awards it; -1: something else.
    """

    zone: int = -1


class LeaveFromHere(Command, frozen=True, tag="core.delve:leave-from"):
    """End the expedition within 4 board sections of stairs to the outside.

    Attributes:
        zone: where the heroes are, at the table.
    """

    zone: int = -1


# Keys.

USE_CLUE_KEY = make_binding(
    ("U",), UseClue, "clue", Prompt("use", PromptKind.CHOICE, Message("delve-ask-clue"), "clue-uses")
)
DECLARE_CLUE_KEY = make_binding(
    ("A",), DeclareClue, "award", Prompt("zone", PromptKind.CHOICE, Message("delve-ask-award"), "clue-rooms")
)
LEAVE_KEY = make_binding(("E",), LeaveFromHere, "leave")
LEAVE_FROM_KEY = make_binding(
    ("E",), LeaveFromHere, "leave", Prompt("zone", PromptKind.CHOICE, Message("delve-ask-where"), "zones")
)


# Handlers.


@plays(UseClue, USE_CLUE_KEY)
def use_clue_now(ctx: Context, command: UseClue) -> HandlerResult:
    """Uses a clue; costs no time."""
    if command.use == FLIGHT and not _can_flee(ctx):
        raise ForbiddenError("C-CLUE", "delve-no-flight")
    faces = open_leader_dice(ctx)
    changes = use_clue(delve_of(ctx), command.use, faces, tables_for(ctx), policy_of(ctx))
    return [*record_used_faces(faces), *changes]


@plays(DeclareClue, DECLARE_CLUE_KEY, at_table="C-CLUE")
def declare_clue(ctx: Context, command: DeclareClue) -> HandlerResult:
    delve = delve_of(ctx)
    if isinstance(delve.solo, Solo):
        raise ForbiddenError("D-SOLO", "delve-solo-clues")
    if not -1 <= command.zone < len(delve.zones) or delve.zones[command.zone].is_hidden:
        raise ForbiddenError("C-CLUE", "delve-not-here", zone=command.zone)
    return [award_clue(delve, command.zone)]


@plays(LeaveFromHere, LEAVE_KEY, LEAVE_FROM_KEY)
def leave(ctx: Context, command: LeaveFromHere) -> HandlerResult:
    """Asks to leave, or tells how far the way out is."""
    delve = delve_of(ctx)
    zone = command.zone
    if expedition_of(ctx.state).is_walking:
        here = find_hero_zone(ctx)
        if here is None:
            raise ForbiddenError("C-LEAVE", "delve-no-way-out")
        zone = here.id
    if not 0 <= zone < len(delve.zones) or delve.zones[zone].is_hidden:
        raise ForbiddenError("C-LEAVE", "delve-not-here", zone=zone)
    require_no_combat(delve, "C-LEAVE")
    away = count_sections_to_way_out(delve, zone, tables_for(ctx), policy_of(ctx))
    if away is None:
        raise ForbiddenError("C-LEAVE", "delve-no-way-out")
    if away > FARTHEST_SECTIONS:
        raise ForbiddenError("C-LEAVE", "delve-too-far", zone=zone, sections=away, most=FARTHEST_SECTIONS)
    return [Push(LEAVE, (command.actor, zone, away)), *spend_turn(ctx, command.actor)]


# Legal commands and choices.


def list_clue_commands(ctx: Context, actor: int) -> list[Command]:
    """The legal uses of clues."""
    delve = delve_of(ctx)
    uses = list_clue_uses(delve, tables_for(ctx), policy_of(ctx))
    return [UseClue(actor=actor, use=use) for use in uses if use != FLIGHT or _can_flee(ctx)]


def _can_flee(ctx: Context) -> bool:
    """Whether heroes may flee from a combat: by the rules of a table only."""
    expedition = expedition_of(ctx.state)
    return not expedition.is_walking and not isinstance(expedition.delve.solo, Solo)


def list_leave_commands(ctx: Context, actor: int) -> list[Command]:
    """The legal commands to leave: at the table, one for each zone that is near enough."""
    delve, book, policy = delve_of(ctx), tables_for(ctx), policy_of(ctx)
    if delve.fighting:
        return []
    if expedition_of(ctx.state).is_walking:
        here = find_hero_zone(ctx)
        found = here is not None and _is_near_way_out(delve, here.id, book, policy)
        return [LeaveFromHere(actor=actor)] if found else []
    near = [zone.id for zone in delve.zones if not zone.is_hidden and _is_near_way_out(delve, zone.id, book, policy)]
    return [LeaveFromHere(actor=actor, zone=zone) for zone in near]


def _is_near_way_out(delve: Delve, zone: int, book: Tables, policy: Policy) -> bool:
    return count_sections_to_way_out(delve, zone, book, policy, FARTHEST_SECTIONS) is not None


def list_clue_choices(ctx: Context) -> dict[str, tuple[Choice, ...]]:
    """The choices of the prompts of these commands."""
    delve, book = delve_of(ctx), tables_for(ctx)
    uses = [command.use for command in list_clue_commands(ctx, 0) if isinstance(command, UseClue)]
    rooms = [zone.id for zone in delve.zones if zone.special and not zone.is_hidden and awards_clue(book, zone.special)]
    return {
        "clue-uses": tuple(Choice(use, describe_use(ctx, use, book)) for use in uses),
        "clue-rooms": (
            *(Choice(zone, describe_zone(delve, book, zone)) for zone in rooms),
            Choice(-1, Message("delve-clue-elsewhere")),
        ),
        "zones": tuple(
            Choice(zone.id, describe_zone(delve, book, zone.id)) for zone in delve.zones if not zone.is_hidden
        ),
    }


def awards_clue(book: Tables, special: str) -> bool:
    """Whether a row of the table of a special room awards a clue."""
    room = book.special_rooms.get(special)
    table = None if room is None else book.by_name.get(shorten_id(room.table))
    return table is not None and any(row.clues for row in table.rows)


def describe_use(ctx: Context, use: str, book: Tables) -> Message:
    """A use of a clue in words; on foot, where the hero does not see the numbers of zones, with the way there."""
    delve, hero = delve_of(ctx), find_hero(ctx)
    kind, _, rest = use.partition("/")
    number, _, end = rest.partition("/")
    args: dict[str, object] = {}
    if number:
        zone, away = delve.zones[int(number)], Message("delve-words-none")
        if hero is not None and zone.level == hero.level:
            top, left, height, width = to_tiles(zone.floors[-1], delve.wall_thickness)
            dy, dx = top + height // 2 - hero.at[0], left + width // 2 - hero.at[1]
            if far := max(abs(dy), abs(dx)):
                half = far // 2
                step = (dy > half) - (dy < -half), (dx > half) - (dx < -half)
                way = Message("stealth-way", {"direction": DIRECTIONS.index(step)})
                away = Message("delve-clue-away", {"cells": far, "way": way})
        args |= {"zone": describe_zone(delve, book, zone.id), "away": away}
    if end:
        args["end"] = Message(book.ends[end].name)
    return Message(f"delve-clue-{kind}", args)
