"""The changes of a delve, each with its applier.

The same appliers serve a session and a batch, so both produce the same map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from footfall.api import Change

from .model import MAX_CLUES, CarriedRoom, Delve, DelveLevel, Exit, ExitKind, Fate, JournalEntry, SearchAttempt, Zone
from .rasterize import draw_exit, draw_zone, get_cached_bitmaps

C = TypeVar("C", bound=Callable[..., None])

APPLIERS: dict[type[Change], Callable[[Delve, Any], None]] = {}
"""The applier of each change. It raises before it writes, or not at all."""


def writes(kind: type[Change]) -> Callable[[C], C]:
    """Registers a function as the applier of a change; it writes into the delve of a session or of a batch."""

    def register(applier: C) -> C:
        APPLIERS[kind] = applier
        return applier

    return register


def _count_reveal(delve: Delve, is_room: bool, counts: str, combat: bool, zone: int) -> None:
    if is_room:
        delve.rooms += 1
    if counts == "lair":
        delve.lairs += 1
    elif counts == "quest":
        delve.quests += 1
    if combat:
        delve.fighting.append(zone)


def _set_exit_fate(delve: Delve, number: int, fate: Fate, to: int = -1) -> None:
    gate = delve.exits[number - 1]
    delve.exits[number - 1] = gate = Exit(
        gate.id, gate.zone, gate.way, gate.heading, gate.at, fate, to, gate.wall, gate.width
    )
    sheets = get_cached_bitmaps(delve)
    if sheets is not None and gate.way is ExitKind.MOUTH:  # a door was drawn when it came
        draw_exit(sheets[delve.zones[gate.zone].level - 1], gate)


def _add_zone(delve: Delve, zone: Zone, exits: tuple[Exit, ...]) -> None:
    if zone.id != len(delve.zones):
        raise ValueError(f"the next zone is Z{len(delve.zones)}, not Z{zone.id}")
    if zone.entry:
        _set_exit_fate(delve, zone.entry, Fate.OPENED, zone.id)
    delve.zones.append(zone)
    delve.exits.extend(exits)
    sheets = get_cached_bitmaps(delve)
    if sheets is not None:
        draw_zone(sheets, delve, zone, exits)


class PlaceZone(Change, frozen=True, gc=False, tag="core.delve:lay"):
    """Places a zone with its exits (D-REVEAL). Its entry becomes opened.

    Attributes:
        counts: ``"lair"``, ``"quest"`` or empty: the counter it increases in addition to that of rooms.
        combat: a combat starts (D-COMBAT).
        used_carried: it was the room that had been carried over.
    """

    zone: Zone
    exits: tuple[Exit, ...]
    note: JournalEntry
    counts: str = ""
    combat: bool = False
    used_carried: bool = False


@writes(PlaceZone)
def _place_zone(delve: Delve, change: PlaceZone) -> None:
    zone = change.zone
    _add_zone(delve, zone, change.exits)
    _count_reveal(delve, bool(zone.type), change.counts, change.combat, zone.id)
    if change.used_carried:
        delve.carried = None
    delve.journal.append(change.note)


class RevealZone(Change, frozen=True, gc=False, tag="core.delve:reveal"):
    """Shows a zone of a prepared map (D-MODE)."""

    zone: int
    exit: int
    note: JournalEntry
    counts: str = ""
    combat: bool = False


@writes(RevealZone)
def _reveal_zone(delve: Delve, change: RevealZone) -> None:
    zone = delve.get_zone(change.zone)
    _set_exit_fate(delve, change.exit, Fate.OPENED, zone.id)
    if zone.hidden:
        delve.zones[zone.id] = msgspec.structs.replace(zone, hidden=False)
        _count_reveal(delve, bool(zone.type), change.counts, change.combat, zone.id)
    delve.journal.append(change.note)


class LinkExit(Change, frozen=True, gc=False, tag="core.delve:join"):
    """An exit leads into a zone that is there already (G-13)."""

    exit: int
    to: int
    note: JournalEntry


@writes(LinkExit)
def _link_exit(delve: Delve, change: LinkExit) -> None:
    _set_exit_fate(delve, change.exit, Fate.LINKED, change.to)
    delve.journal.append(change.note)


class BlockExit(Change, frozen=True, gc=False, tag="core.delve:block"):
    """Nothing is behind an exit: a mouth is walled up, a door is a false door (G-13)."""

    exit: int
    note: JournalEntry
    carried: CarriedRoom | None = None


@writes(BlockExit)
def _block_exit(delve: Delve, change: BlockExit) -> None:
    _set_exit_fate(delve, change.exit, Fate.BLOCKED)
    if change.carried is not None:
        delve.carried = change.carried
    delve.journal.append(change.note)


class RecordSearch(Change, frozen=True, gc=False, tag="core.delve:searched"):
    """A wall was searched (D-SECRET); `found` is the new or now known secret door."""

    search: SearchAttempt
    note: JournalEntry
    found: Exit | None = None


@writes(RecordSearch)
def _record_search(delve: Delve, change: RecordSearch) -> None:
    door = change.found
    if door is not None:
        if door.id == len(delve.exits) + 1:
            delve.exits.append(door)
        else:
            delve.exits[door.id - 1] = door
        sheets = get_cached_bitmaps(delve)
        if sheets is not None:
            draw_exit(sheets[delve.zones[door.zone].level - 1], door)
    delve.searches.append(change.search)
    delve.journal.append(change.note)


class EndCombat(Change, frozen=True, gc=False, tag="core.delve:end-combat"):
    """A combat is over, and the lead passes to `leader` (D-LEADER)."""

    zone: int
    leader: int
    note: JournalEntry


@writes(EndCombat)
def _end_combat(delve: Delve, change: EndCombat) -> None:
    if change.zone not in delve.fighting:
        raise ValueError(f"there is no combat in Z{change.zone}")
    delve.fighting.remove(change.zone)
    delve.leader = change.leader
    delve.journal.append(change.note)


class EndExplorationTurn(Change, frozen=True, tag="core.delve:next-turn"):
    """An exploration turn is over.

    Attributes:
        gained: dungeon counters the game master gains.
        die: what his turn die shows now, 0 if it is not used.
        wandering: monsters come.
    """

    gained: int = 0
    die: int = 0
    wandering: bool = False


@writes(EndExplorationTurn)
def _end_exploration_turn(delve: Delve, change: EndExplorationTurn) -> None:
    delve.turn += 1
    delve.counters += change.gained
    delve.turn_die = change.die or delve.turn_die


class SpendCounters(Change, frozen=True, tag="core.delve:spend-counters"):
    """The game master spends dungeon counters."""

    count: int


@writes(SpendCounters)
def _spend_counters(delve: Delve, change: SpendCounters) -> None:
    if not 0 <= change.count <= delve.counters:
        raise ValueError(f"there are {delve.counters} dungeon counters, not {change.count}")
    delve.counters -= change.count


class OpenLevel(Change, frozen=True, tag="core.delve:open-level"):
    """Stairs lead to a new level with a start of its own (policy ``stairs = "new_level"``)."""

    level: DelveLevel
    zone: Zone
    exits: tuple[Exit, ...]
    note: JournalEntry


@writes(OpenLevel)
def _open_level(delve: Delve, change: OpenLevel) -> None:
    if change.zone.level != len(delve.levels) + 1:
        raise ValueError(f"the next level is {len(delve.levels) + 1}, not {change.zone.level}")
    delve.levels.append(change.level)
    _add_zone(delve, change.zone, change.exits)
    delve.journal.append(change.note)


class ReplaceZone(Change, frozen=True, tag="core.delve:alter"):
    """A clue rewrites a zone (C-CLUE): its end or its type. Exits given replace those of their number."""

    zone: Zone
    exits: tuple[Exit, ...]
    note: JournalEntry


@writes(ReplaceZone)
def _replace_zone(delve: Delve, change: ReplaceZone) -> None:
    delve.get_zone(change.zone.id)
    delve.zones[change.zone.id] = change.zone
    for gate in change.exits:
        delve.exits[gate.id - 1] = gate
    delve.__dict__.pop("sheets", None)
    delve.journal.append(change.note)


class AwardClue(Change, frozen=True, tag="core.delve:award-clue"):
    """The heroes gain a dungeon clue (C-CLUE); its journal entry is of the kind ``"award"``."""

    note: JournalEntry


@writes(AwardClue)
def _award_clue(delve: Delve, change: AwardClue) -> None:
    if change.note.what != "award" or delve.count_clues() >= MAX_CLUES:
        raise ValueError(
            f"the heroes hold {delve.count_clues()} of {MAX_CLUES} clues; the entry is {change.note.what!r}"
        )
    delve.journal.append(change.note)


class SpendClue(Change, frozen=True, tag="core.delve:spend-clue"):
    """The heroes spend a dungeon clue (C-CLUE); its journal entry is of the kind ``"spend"``.

    Attributes:
        turn_die: what the turn die shows then, 0 if it stays.
    """

    note: JournalEntry
    turn_die: int = 0


@writes(SpendClue)
def _spend_clue(delve: Delve, change: SpendClue) -> None:
    if change.note.what != "spend" or not delve.count_clues():
        raise ValueError(f"the heroes hold {delve.count_clues()} clues; the entry is {change.note.what!r}")
    delve.turn_die = change.turn_die or delve.turn_die
    delve.journal.append(change.note)


class LeaveDungeon(Change, frozen=True, tag="core.delve:leave-dungeon"):
    """The heroes end the expedition within reach of the way out (C-LEAVE); `gained` counters go to the game master."""

    note: JournalEntry
    gained: int = 0


@writes(LeaveDungeon)
def _leave_dungeon(delve: Delve, change: LeaveDungeon) -> None:
    delve.counters += change.gained
    delve.journal.append(change.note)


class SetHeroAlive(Change, frozen=True, tag="core.delve:set-hero"):
    """Sets whether a seat's hero lives (D-LEADER)."""

    seat: int
    alive: bool


@writes(SetHeroAlive)
def _set_hero_alive(delve: Delve, change: SetHeroAlive) -> None:
    if not 0 <= change.seat < len(delve.heroes):
        raise ValueError(f"there is no seat {change.seat + 1}")
    delve.heroes[change.seat].alive = change.alive


class SetMapper(Change, frozen=True, tag="core.delve:set-mapper"):
    """Names the player who draws the map (D-MAPPER)."""

    seat: int


@writes(SetMapper)
def _set_mapper(delve: Delve, change: SetMapper) -> None:
    if not 0 <= change.seat < len(delve.heroes):
        raise ValueError(f"there is no seat {change.seat + 1}")
    delve.mapper = change.seat


def apply_change(delve: Delve, change: Change) -> None:
    """Writes a change into the record.

    Raises:
        ValueError: it does not fit the record; then nothing was written.
    """
    APPLIERS[type(change)](delve, change)
