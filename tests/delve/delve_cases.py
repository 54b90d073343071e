"""Playing an acceptance case on the pure engine, and comparing what it left with what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from footfall.plugins.delve.changes import RecordSearch
from footfall.plugins.delve.dice import SIDES, FaceSource
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.explore import ForbiddenError, begin_delve, explore
from footfall.plugins.delve.rules.search import end_combat, search_wall


class BadFaceError(ValueError):
    """A script has no faces left, or contains an invalid one."""


class ScriptedDice(FaceSource):
    """Faces read from a list.

    Attributes:
        remaining: faces not yet taken.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self.remaining = list(faces)

    def roll_face(self, table: str) -> int:
        """See `FaceSource.roll_face`.

        Raises:
            BadFaceError: no face is left, or it is invalid.
        """
        if not self.remaining:
            raise BadFaceError(f"no face is left for the roll on {table!r}")
        if type(self.remaining[0]) is not int or not 1 <= self.remaining[0] <= SIDES:
            raise BadFaceError(f"the roll on {table!r} got {self.remaining[0]!r}; a die has the faces 1 to {SIDES}")
        return self.remaining.pop(0)

    def draw_card(self, table: str, remaining: Sequence[int]) -> int:
        """See `FaceSource.draw_card`; a script names the card itself.

        Raises:
            BadFaceError: no card is named, or it is not in the deck any more.
        """
        if self.remaining and self.remaining[0] not in remaining:
            raise BadFaceError(
                f"the card for {table!r} is {self.remaining[0]!r}; the deck has: {', '.join(map(str, remaining))}"
            )
        return self.roll_face(table)


class Faces:
    """The faces of all dice of a session, in order."""

    def __init__(self, faces):
        self.left = list(faces)

    def take(self, purpose, low, high):
        return self.left.pop(0)


def play_case(tables, case, policy=None):
    """Plays the steps of a case; returns the record and what each search led to."""
    policy = policy or Policy()
    master = GameMaster(policy)
    delve = begin_delve(policy, tables)
    searches = []
    for step in case["do"]:
        dice = ScriptedDice(step.get("faces", ()))
        if "explore" in step:
            explore(delve, step["explore"], dice, tables, master).write(delve)
        elif "search" in step:
            hero = 1 if "bonus" in step else 0
            delve.heroes[1].kin = "elf"
            try:
                change = search_wall(delve, step["search"], step["wall"], hero, dice, tables, master)
                assert isinstance(change, RecordSearch)
                change.write(delve)
                searches.append("found" if change.door else "nothing")
            except ForbiddenError:
                searches.append("refused")
        else:
            end_combat(delve).write(delve)
        assert dice.remaining == [], f"{case['id']}: faces left over"
    return delve, searches


def to_case_rect(rect):
    """``[left, top, width, height]`` of a rectangle."""
    top, left, height, width = rect
    return [left, top, width, height]


def assert_case(delve, case):
    """Asserts everything a case says."""
    for want in case.get("zones", ()):
        zone = delve.zones[want["id"]]
        assert [to_case_rect(r) for r in zone.floors] == want["floors"]
        if "end" in want:
            rolled = (want.get("rolled_sections", want["sections"]), want.get("rolled_end", want["end"]))
            assert (zone.sections, zone.end) == (want["sections"], want["end"])
            assert (zone.rolled_sections, zone.rolled_end) == rolled
            assert list(zone.tags) == want.get("tags", ["entry"] if zone.id == 0 else [])
        else:
            assert zone.type == want["room"]
            assert zone.special == want.get("special", "")
            assert zone.rolled_type == want.get("rolled_room", want["room"])
        rolled = [e for e in delve.exits if e.zone == zone.id and e.id not in list_found_by_search(delve)]
        assert len(rolled) == want["exits"]
    for want in case.get("exits", ()):
        gate = delve.get_exit(want["id"])
        assert (gate.zone, gate.way.value, "NESW"[gate.heading]) == (want["zone"], want["way"], want["heading"])
        assert [gate.at[1], gate.at[0]] == want["at"]
        if "fate" in want:
            assert (gate.fate.value, gate.to) == (want["fate"], want["to"])
    for want in case.get("fates", ()):
        gate = delve.get_exit(want["id"])
        assert gate.fate.value == want["fate"]
        assert gate.to == want.get("to", -1)
    if "counters" in case:
        assert {name: getattr(delve, name) for name in case["counters"]} == case["counters"]
    assert delve.leader == case.get("leader", 1) - 1


def list_found_by_search(delve):
    """Numbers of exits that a search added."""
    return {note.exit for note in delve.journal if note.kind == "found"}


K = (1, [4, 5, 5, 2, 2])
"""An exploration of the first exit: its number, and faces for a corridor."""


def lay_zones(tables, *script, policy=None, delve=None):
    """Explores exits: ``(number, faces)`` each; returns the record and the last change."""
    master = GameMaster(policy)
    delve = delve or begin_delve(master.policy, tables)
    change = None
    for number, faces in script:
        dice = ScriptedDice(faces)
        change = explore(delve, number, dice, tables, master)
        assert dice.remaining == []
        change.write(delve)
    return delve, change
