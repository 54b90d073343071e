"""How the mods and settings of a save differ from those it is loaded with: one report, a line for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from .codec import canonical, digest
from .model import Message

Lock: TypeAlias = Sequence[tuple[str, str, str]]
"""(id, version, content hash) of each active mod, in order."""


class What(Enum):
    """What differs."""

    MISSING = "missing"
    RETURNED = "returned"
    NEW = "new"
    VERSION = "version"
    FILES = "files"
    MIGRATED = "migrated"
    SETTING = "setting"
    ORDER = "order"


_WORDS = {
    What.MISSING: "{subject} {then} is missing: {count} things of it are set aside until it is back",
    What.RETURNED: "{subject} is back, and with it {count} things that were set aside",
    What.NEW: "{subject} {now} is new",
    What.VERSION: "{subject}: {then} -> {now}",
    What.FILES: "{subject} {now}: its files changed",
    What.MIGRATED: "{subject}: migration {now} was run",
    What.SETTING: "{subject} is {then} in this game, not {now}",
    What.ORDER: "the order of the mods is another: {now}",
}


class Difference(msgspec.Struct, frozen=True):
    """One difference.

    Attributes:
        subject: a mod's id, or the full name of a setting.
        then, now: what it was in the save, and what it is now.
        count: how many things are meant.
    """

    what: What
    subject: str = ""
    then: str = ""
    now: str = ""
    count: int = 0

    def __str__(self) -> str:
        words = _WORDS[self.what]
        if self.what is What.MISSING and not self.count:
            words = "{subject} {then} is missing"
        return words.format(subject=self.subject, then=self.then, now=self.now, count=self.count)

    @property
    def message(self) -> Message:
        """The same for a screen."""
        facts = {"subject": self.subject, "then": self.then, "now": self.now, "count": self.count}
        return Message(f"footfall-difference-{self.what.value}", facts)


def order_hash(lock: Lock) -> str:
    """A hash of the mods' order alone."""
    return digest(canonical([id for id, _, _ in lock]))


def between(then: Lock, now: Lock) -> list[Difference]:
    """How one lock differs from another."""
    before = {id: (version, hash) for id, version, hash in then}
    after = {id: (version, hash) for id, version, hash in now}
    found = [Difference(What.MISSING, id, before[id][0]) for id in before if id not in after]
    found += [Difference(What.NEW, id, now=after[id][0]) for id in after if id not in before]
    for id in before:
        if id in after and before[id] != after[id]:
            what = What.VERSION if before[id][0] != after[id][0] else What.FILES
            found.append(Difference(what, id, before[id][0], after[id][0]))
    both = [[id for id in lock if id in before and id in after] for lock in (before, after)]
    if both[0] != both[1]:
        found.append(Difference(What.ORDER, then=" ".join(both[0]), now=" ".join(both[1])))
    return found


def settings(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Difference]:
    """World settings that a game was begun with and that are chosen otherwise now."""
    return [
        Difference(What.SETTING, name, repr(value), repr(now[name]))
        for name, value in then.items()
        if name in now and now[name] != value
    ]
