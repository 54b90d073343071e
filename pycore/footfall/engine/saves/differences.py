"""The differences between the mods and settings of a save and the active ones."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from ..codec import digest, encode_canonical
from ..model import Message

ModLock: TypeAlias = Sequence[tuple[str, str, str]]
"""(id, version, content hash) of each active mod, in order."""


class DifferenceKind(Enum):
    """The kind of a difference."""

    MISSING = "missing"
    RETURNED = "returned"
    NEW = "new"
    VERSION = "version"
    FILES = "files"
    MIGRATED = "migrated"
    SETTING = "setting"
    ORDER = "order"


_TEMPLATES = {
    DifferenceKind.MISSING: "{subject} {then} is missing: {count} of its objects are kept until it returns",
    DifferenceKind.RETURNED: "{subject} is back, with {count} objects",
    DifferenceKind.NEW: "{subject} {now} is new",
    DifferenceKind.VERSION: "{subject}: {then} -> {now}",
    DifferenceKind.FILES: "{subject} {now}: its files changed",
    DifferenceKind.MIGRATED: "{subject}: migration {now} was run",
    DifferenceKind.SETTING: "{subject} is {then} in this game, not {now}",
    DifferenceKind.ORDER: "the order of the mods changed: {now}",
}


class Difference(msgspec.Struct, frozen=True):
    """One difference.

    Attributes:
        subject: a mod's id, or the full name of a setting.
        then, now: the value in the save, and the current one.
        count: number of orphaned or restored objects.
    """

    kind: DifferenceKind
    subject: str = ""
    then: str = ""
    now: str = ""
    count: int = 0

    def __str__(self) -> str:
        template = _TEMPLATES[self.kind]
        if self.kind is DifferenceKind.MISSING and not self.count:
            template = "{subject} {then} is missing"
        return template.format(subject=self.subject, then=self.then, now=self.now, count=self.count)

    @property
    def message(self) -> Message:
        """The difference as a message of the catalog."""
        facts = {"subject": self.subject, "then": self.then, "now": self.now, "count": self.count}
        return Message(f"footfall-difference-{self.kind.value}", facts)


def hash_order(lock: ModLock) -> str:
    """Returns a hash of the order of the mods alone."""
    return digest(encode_canonical([id for id, _, _ in lock]))


def compare_locks(earlier: ModLock, now: ModLock) -> list[Difference]:
    """Returns the differences between two locks."""
    before = {id: (version, hash) for id, version, hash in earlier}
    after = {id: (version, hash) for id, version, hash in now}
    differences = [Difference(DifferenceKind.MISSING, id, before[id][0]) for id in before if id not in after]
    differences += [Difference(DifferenceKind.NEW, id, now=after[id][0]) for id in after if id not in before]
    for id in before:
        if id in after and before[id] != after[id]:
            kind = DifferenceKind.VERSION if before[id][0] != after[id][0] else DifferenceKind.FILES
            differences.append(Difference(kind, id, before[id][0], after[id][0]))
    orders = [[id for id in lock if id in before and id in after] for lock in (before, after)]
    if orders[0] != orders[1]:
        differences.append(Difference(DifferenceKind.ORDER, then=" ".join(orders[0]), now=" ".join(orders[1])))
    return differences


def compare_settings(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> list[Difference]:
    """Returns the world settings of a game that differ from the current ones."""
    return [
        Difference(DifferenceKind.SETTING, name, repr(value), repr(now[name]))
        for name, value in earlier.items()
        if name in now and now[name] != value
    ]
