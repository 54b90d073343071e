"""The changes of a delve."""

import msgspec

from footfall.api import Change, Event, State

from .maps.rasterize import draw_exit, draw_zone, forget_bitmaps, get_cached_bitmaps
from .model import (
    ID,
    MAX_CLUES,
    CarriedRoom,
    Delve,
    DelveLevel,
    Exit,
    ExitKind,
    Fate,
    JournalEntry,
    SearchAttempt,
    Solo,
    Zone,
)


class JournalEntryAdded(Event, frozen=True, tag="core.delve:noted"):
    """The journal has a new entry: its number and content (`model.JournalEntry.kind`)."""

    entry: int
    kind: str


class DelveChange(Change, frozen=True, gc=False):
    """A change of a delve. A session and a batch write it by the same method, so both produce the same map."""

    def apply(self, state: State) -> Event | None:
        delve = state.parts[ID].delve
        before = len(delve.journal)
        self.write(delve)
        return JournalEntryAdded(before, delve.journal[before].kind) if len(delve.journal) > before else None

    def write(self, delve: Delve) -> None:
        """Writes the change into the data of a delve.

        Raises:
            ValueError: it does not fit; then nothing was written.
        """
        raise NotImplementedError


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
    if gate.way is ExitKind.MOUTH:  # doors were drawn with their zone
        _draw_exit(delve, gate)


def _draw_exit(delve: Delve, gate: Exit) -> None:
    sheets = get_cached_bitmaps(delve)
    if sheets is not None:
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


class PlaceZone(DelveChange, frozen=True, gc=False, tag="core.delve:lay"):
    """Places a zone with its exits (D-REVEAL). Its entry becomes opened.

    Attributes:
        counts: ``"lair"``, ``"quest"`` or empty: the counter it increases in addition to that of rooms.
        starts_combat: a combat starts (D-COMBAT).
        uses_carried_room: it was the room that had been carried over.
    """

    zone: Zone
    exits: tuple[Exit, ...]
    note: JournalEntry
    counts: str = ""
    starts_combat: bool = False
    uses_carried_room: bool = False

    def write(self, delve: Delve) -> None:
        zone = self.zone
        _add_zone(delve, zone, self.exits)
        _count_reveal(delve, bool(zone.type), self.counts, self.starts_combat, zone.id)
        if self.uses_carried_room:
            delve.carried_room = None
        delve.journal.append(self.note)


class RevealZone(DelveChange, frozen=True, gc=False, tag="core.delve:reveal"):
    """Shows a zone of a prepared map (D-MODE)."""

    zone: int
    exit: int
    note: JournalEntry
    counts: str = ""
    starts_combat: bool = False

    def write(self, delve: Delve) -> None:
        zone = delve.get_zone(self.zone)
        _set_exit_fate(delve, self.exit, Fate.OPENED, zone.id)
        if zone.is_hidden:
            delve.zones[zone.id] = msgspec.structs.replace(zone, is_hidden=False)
            _count_reveal(delve, bool(zone.type), self.counts, self.starts_combat, zone.id)
        delve.journal.append(self.note)


class LinkExit(DelveChange, frozen=True, gc=False, tag="core.delve:join"):
    """An exit leads into a zone that is there already (G-13)."""

    exit: int
    to: int
    note: JournalEntry

    def write(self, delve: Delve) -> None:
        _set_exit_fate(delve, self.exit, Fate.LINKED, self.to)
        delve.journal.append(self.note)


class BlockExit(DelveChange, frozen=True, gc=False, tag="core.delve:block"):
    """Nothing is behind an exit: a mouth is walled up, a door is a false door (G-13)."""

    exit: int
    note: JournalEntry
    carried_room: CarriedRoom | None = None

    def write(self, delve: Delve) -> None:
        _set_exit_fate(delve, self.exit, Fate.BLOCKED)
        if self.carried_room is not None:
            delve.carried_room = self.carried_room
        delve.journal.append(self.note)


class RecordSearch(DelveChange, frozen=True, gc=False, tag="core.delve:searched"):
    """A wall was searched (D-SECRET); `found` is the new or now known secret door."""

    search: SearchAttempt
    note: JournalEntry
    door: Exit | None = None

    def write(self, delve: Delve) -> None:
        door = self.door
        if door is not None:
            if door.id == len(delve.exits) + 1:
                delve.exits.append(door)
            else:
                delve.exits[door.id - 1] = door
            _draw_exit(delve, door)
        delve.searches.append(self.search)
        delve.journal.append(self.note)


class EndCombat(DelveChange, frozen=True, gc=False, tag="core.delve:end-combat"):
    """A combat is over, and the lead passes to `leader` (D-LEADER)."""

    zone: int
    leader: int
    note: JournalEntry

    def write(self, delve: Delve) -> None:
        if self.zone not in delve.fighting:
            raise ValueError(f"there is no combat in Z{self.zone}")
        delve.fighting.remove(self.zone)
        delve.leader = self.leader
        delve.journal.append(self.note)


class EndExplorationTurn(DelveChange, frozen=True, gc=False, tag="core.delve:next-turn"):
    """An exploration turn is over.

    Attributes:
        gain: dungeon counters the game master gains.
        die: the face of his turn die now, 0 if it is not used.
        brings_monsters: monsters come.
    """

    gain: int = 0
    die: int = 0
    brings_monsters: bool = False

    def write(self, delve: Delve) -> None:
        delve.turn += 1
        delve.counters += self.gain
        delve.turn_die = self.die or delve.turn_die


class SpendCounters(DelveChange, frozen=True, gc=False, tag="core.delve:spend-counters"):
    """The game master spends dungeon counters."""

    count: int

    def write(self, delve: Delve) -> None:
        if not 0 <= self.count <= delve.counters:
            raise ValueError(f"there are {delve.counters} dungeon counters, not {self.count}")
        delve.counters -= self.count


class OpenLevel(DelveChange, frozen=True, gc=False, tag="core.delve:open-level"):
    """Stairs lead to a new level with a start of its own (policy ``stairs = "new_level"``)."""

    level: DelveLevel
    zone: Zone
    exits: tuple[Exit, ...]
    note: JournalEntry

    def write(self, delve: Delve) -> None:
        if self.zone.level != len(delve.levels) + 1:
            raise ValueError(f"the next level is {len(delve.levels) + 1}, not {self.zone.level}")
        delve.levels.append(self.level)
        _add_zone(delve, self.zone, self.exits)
        delve.journal.append(self.note)


class ReplaceZone(DelveChange, frozen=True, gc=False, tag="core.delve:alter"):
    """A clue rewrites a zone (C-CLUE): its end or its type. Exits given replace those of their number."""

    zone: Zone
    exits: tuple[Exit, ...]
    note: JournalEntry

    def write(self, delve: Delve) -> None:
        delve.get_zone(self.zone.id)
        delve.zones[self.zone.id] = self.zone
        for gate in self.exits:
            delve.exits[gate.id - 1] = gate
        forget_bitmaps(delve)
        delve.journal.append(self.note)


class AwardClue(DelveChange, frozen=True, gc=False, tag="core.delve:award-clue"):
    """The heroes gain a dungeon clue (C-CLUE); its journal entry is of the kind ``"award"``."""

    note: JournalEntry

    def write(self, delve: Delve) -> None:
        if self.note.kind != "award" or delve.count_clues() >= MAX_CLUES:
            raise ValueError(
                f"the heroes hold {delve.count_clues()} of {MAX_CLUES} clues; the entry is {self.note.kind!r}"
            )
        delve.journal.append(self.note)


class TouchObject(DelveChange, frozen=True, gc=False, tag="core.delve:touched"):
    """The object of a special room was touched (C-TOUCH); its journal entry is of the kind ``"touch"``."""

    note: JournalEntry

    def write(self, delve: Delve) -> None:
        delve.get_zone(self.note.zone)
        delve.journal.append(self.note)


class SpendClue(DelveChange, frozen=True, gc=False, tag="core.delve:spend-clue"):
    """The heroes spend a dungeon clue (C-CLUE); its journal entry is of the kind ``"spend"``.

    Attributes:
        turn_die: the face of the turn die then, 0 if it stays.
    """

    note: JournalEntry
    turn_die: int = 0

    def write(self, delve: Delve) -> None:
        if self.note.kind != "spend" or not delve.count_clues():
            raise ValueError(f"the heroes hold {delve.count_clues()} clues; the entry is {self.note.kind!r}")
        delve.turn_die = self.turn_die or delve.turn_die
        delve.journal.append(self.note)


class LeaveDungeon(DelveChange, frozen=True, gc=False, tag="core.delve:leave-dungeon"):
    """The heroes end the expedition within reach of the way out (C-LEAVE); `gain` counters go to the game master."""

    note: JournalEntry
    gain: int

    def write(self, delve: Delve) -> None:
        delve.counters += self.gain
        delve.journal.append(self.note)


class SetMapper(DelveChange, frozen=True, gc=False, tag="core.delve:set-mapper"):
    """Names the player who draws the map (D-MAPPER)."""

    seat: int

    def write(self, delve: Delve) -> None:
        if not 0 <= self.seat < len(delve.heroes):
            raise ValueError(f"there is no seat {self.seat + 1}")
        delve.mapper = self.seat


class SetSolo(DelveChange, frozen=True, gc=False, tag="core.delve:set-solo"):
    """Writes the fortunes of a lone hero at the table (D-SOLO)."""

    solo: Solo

    def write(self, delve: Delve) -> None:
        if delve.solo is msgspec.UNSET:
            raise ValueError("only a lone hero at the table has fortunes")
        delve.solo = self.solo
