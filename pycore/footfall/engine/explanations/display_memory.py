"""Notes of a session for the screen besides its log: letters of things, commands that took no turn, sightings.

None of it is hashed, and no rule may read it; saves keep it, and replays build it again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import msgspec

from ..model import Count, Int32, LoggedMessage

LETTERS = ascii_lowercase + ascii_uppercase


class DisplayMemory(msgspec.Struct):
    """The notes of one game.

    Attributes:
        holders: id of the thing that has each letter, or had it last.
        shifts: pairs of a command and the number of commands that took no turn up to it, one for each change of that
            number; oldest first.
        sightings: the memory of things that were in view (`Presentation.recollect`), frozen.
    """

    holders: dict[str, Count] = {}
    shifts: list[tuple[Count, Int32]] = []
    sightings: Any = None

    def copy(self) -> DisplayMemory:
        """Returns a copy that changes independently."""
        return DisplayMemory(dict(self.holders), list(self.shifts), self.sightings)

    def update(self, session: Any) -> None:
        """Notes what has changed since the last command of a `Session`; nothing in a quiet game."""
        if session.quiet:
            return
        presentation, ctx = session.rules.game.presentation, session.context()
        if presentation.list_carried is not None and (ids := presentation.list_carried(ctx)):
            self.assign_letters(ids)
        if presentation.clock is not None:
            command, clock = session.state.turn, presentation.clock(ctx)
            if self.count_turns(command) != clock:
                self.shifts.append((command, command - clock))
        if presentation.recollect is not None:
            self.sightings, lines = presentation.recollect(ctx)
            for added, (line, place) in enumerate(sorted(lines, key=lambda pair: pair[1])):
                session.log.insert(place + added, LoggedMessage(line.message, line.kind, session.state.turn))

    def stop_clock(self, command: int) -> None:
        """Notes that a command takes no turn in any game: it only changes dice."""
        self.shifts.append((command, command - self.count_turns(command - 1)))

    def assign_letters(self, ids: Sequence[int]) -> dict[int, str]:
        """Gives letters by id: the one a thing has or had last, else the first free; beyond the last letter, none."""
        letters = {id: letter for letter, id in self.holders.items()}
        for id in ids:
            if id not in letters:
                letter = next((letter for letter in LETTERS if self.holders.get(letter) not in ids), "")
                if letter:
                    self.holders[letter], letters[id] = id, letter
        return {id: letters[id] for id in ids if id in letters}

    def count_turns(self, command: int) -> int:
        """Returns the turn of the game after a command, both counted from 1."""
        index = bisect_right(self.shifts, command, key=lambda shift: shift[0])
        return command - (self.shifts[index - 1][1] if index else 0)
