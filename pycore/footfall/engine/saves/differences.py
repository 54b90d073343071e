"""How the mods and settings of a save differ from those it is loaded with: one report, a line for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from ..codec import digest, encode_canonical
from ..model import Message

ModLock: TypeAlias = Sequence[tuple[str, str, str]]
"""(id, version, content hash) of each active mod, in order."""


class DifferenceKind(Enum):
    """What differs."""

    MISSING = "missing"
    RETURNED = "returned"
    NEW = "new"
    VERSION = "version"
    FILES = "files"
    MIGRATED = "migrated"
    SETTING = "setting"
    ORDER = "order"


_TEMPLATES = {
    DifferenceKind.MISSING: "{subject} {then} is missing: {count} things of it are set aside until it is back",
    DifferenceKind.RETURNED: "{subject} is back, and with it {count} things that were set aside",
    DifferenceKind.NEW: "{subject} {now} is new",
    DifferenceKind.VERSION: "{subject}: {then} -> {now}",
    DifferenceKind.FILES: "{subject} {now}: its files changed",
    DifferenceKind.MIGRATED: "{subject}: migration {now} was run",
    DifferenceKind.SETTING: "{subject} is {then} in this game, not {now}",
    DifferenceKind.ORDER: "the order of the mods is another: {now}",
}


class Difference(msgspec.Struct, frozen=True):
    """One difference.

    Attributes:
        subject: a mod's id, or the full name of a setting.
        then, now: what it was in the save, and what it is now.
        count: how many things are meant.
    """

    kind: DifferenceKind
    subject: str = ""
    then: str = ""
    now: str = ""
    count: int = 0

    def __str__(self) -> str:
        words = _TEMPLATES[self.kind]
        if self.kind is DifferenceKind.MISSING and not self.count:
            words = "{subject} {then} is missing"
        return words.format(subject=self.subject, then=self.then, now=self.now, count=self.count)

    @property
    def message(self) -> Message:
        """The same for a screen."""
        facts = {"subject": self.subject, "then": self.then, "now": self.now, "count": self.count}
        return Message(f"footfall-difference-{self.kind.value}", facts)


def hash_order(lock: ModLock) -> str:
    """A hash of the mods' order alone."""
    return digest(encode_canonical([id for id, _, _ in lock]))


def compare_locks(then: ModLock, now: ModLock) -> list[Difference]:
    """How one lock differs from another."""
    before = {id: (version, hash) for id, version, hash in then}
    after = {id: (version, hash) for id, version, hash in now}
    found = [Difference(DifferenceKind.MISSING, id, before[id][0]) for id in before if id not in after]
    found += [Difference(DifferenceKind.NEW, id, now=after[id][0]) for id in after if id not in before]
    for id in before:
        if id in after and before[id] != after[id]:
            what = DifferenceKind.VERSION if before[id][0] != after[id][0] else DifferenceKind.FILES
            found.append(Difference(what, id, before[id][0], after[id][0]))
    both = [[id for id in lock if id in before and id in after] for lock in (before, after)]
    if both[0] != both[1]:
        found.append(Difference(DifferenceKind.ORDER, then=" ".join(both[0]), now=" ".join(both[1])))
    return found


def compare_settings(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Difference]:
    """World settings that a game was begun with and that are chosen otherwise now."""
    return [
        Difference(DifferenceKind.SETTING, name, repr(value), repr(now[name]))
        for name, value in then.items()
        if name in now and now[name] != value
    ]
