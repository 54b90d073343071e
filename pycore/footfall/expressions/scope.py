"""The names that an expression may read."""

from collections.abc import Mapping

import msgspec

from .typed import ANY, PLACES, Readable, Typed

ROLLS = "rolls"
"""The prefix of the names of shared rolls, and the key of their readings."""


class SharedRoll(msgspec.Struct, frozen=True):
    """A die that the rules of a mod share: ``rolls.NAME``.

    Attributes:
        low, high: its faces.
        each: expressions for whole numbers; the die shows one face as long as none of them changes.
        is_of_step: each step of the game rolls it again, too.
    """

    low: int
    high: int
    each: tuple[str, ...] = ()
    is_of_step: bool = False


class Scope(msgspec.Struct, frozen=True):
    """The names that an expression may read.

    Attributes:
        fields: type of each field of the event or record, by dotted path; ``""`` if expressions cannot read it.
        readings: by subject (``""`` for none) and name.
        settings: values of the settings by the names that the mod may use.
        has_dice: whether ``roll`` is allowed.
        no_memory: why the mod's memory cannot be read; ``""`` if it can.
        rolls: the dice that the rules of the mod share.
        no_rolls: why none of them can be read; ``""`` if they can.
        names: type of each named value.
        lists: those from which choices are made, by subject and name.
        items: type of the item of each choice around the expression.
        memo: the names, paths, and readings of plain values that are known so far.
    """

    fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    readings: Mapping[tuple[str, str], Readable] = msgspec.field(default_factory=dict)
    settings: Mapping[str, bool | int | float | str] = msgspec.field(default_factory=dict)
    has_dice: bool = True
    no_memory: str = ""
    rolls: Mapping[str, SharedRoll] = msgspec.field(default_factory=dict)
    no_rolls: str = ""
    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    lists: Mapping[tuple[str, str], Readable] = msgspec.field(default_factory=dict)
    items: Mapping[str, str] = msgspec.field(default_factory=dict)
    memo: dict[str, Typed] = msgspec.field(default_factory=dict)

    def list_names(self) -> list[str]:
        """Returns the names that may start an expression."""
        alone = [name for subject, name in self.readings if not subject]
        return [
            *self.names,
            *self.items,
            *(name for name, type in self.fields.items() if type),
            *alone,
            "settings",
            "memory",
            *([ROLLS] if self.rolls else ()),
        ]

    def find_readings(self, subject: str, name: str) -> list[Readable]:
        """Returns the readings of this name for a kind of thing; for `ANY`, those of all kinds in `PLACES`."""
        if subject != ANY:
            found = self.readings.get((subject, name)) or self.readings.get((ANY, name))
            return [found] if found else []
        return [r for (kind, own), r in self.readings.items() if own == name and kind in PLACES]

    def list_reading_names(self, subject: str) -> list[str]:
        """Returns the names of the readings of a kind of thing."""
        kinds = PLACES if subject == ANY else (subject, ANY)
        return [name for kind, name in self.readings if kind in kinds]
