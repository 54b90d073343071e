"""Set aside: what a missing mod defined leaves the state, waits in the save, and returns with the mod.

Record ids name their mod (``"you.fauna:lynx"``), so whatever in the state names a missing mod is found
without knowing the game. What goes along with a thing (a creature's pack, its mind) only the owner of
a part of the state knows: it says so by a `OrphanPolicy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from ..codec import copy_as_plain
from ..model import Entry, Question
from ..state import State

if TYPE_CHECKING:
    from ..rules import Rules

StatePath: TypeAlias = tuple[Any, ...]
"""A place in ``HealthStatus.parts``: names of parts and fields, keys, indices."""


class IrreplaceableError(ValueError):
    """A missing mod defined something that the game cannot do without."""


class OrphanKind(Enum):
    """What a kept value was: a key of a table, a row of a list, a field of a struct."""

    ENTRY = "entry"
    ROW = "row"
    FIELD = "field"


class OrphanedValue(msgspec.Struct, frozen=True):
    """One value that was taken out.

    Attributes:
        path: the table, list or struct it belongs into; empty for the agenda.
        key: its key, index or field there.
        value: plain data.
        needs: ids of the mods without which it cannot be there.
        place: where among the keys of a table it stood.
    """

    path: StatePath
    key: Any
    spot: OrphanKind
    value: Any
    needs: tuple[str, ...]
    place: int = 0


class OrphanedQuestion(msgspec.Struct, frozen=True):
    """A question that only a missing mod can deal with."""

    question: Question
    then: Entry | None
    needs: tuple[str, ...]


class Orphans(msgspec.Struct):
    """All that a save keeps for missing mods. It belongs to the save, not to the state: no rule sees it.

    Attributes:
        mods: version and content hash of each mod that is waited for, as it was when it was last there.
        things: what was taken out of the parts and off the agenda, in the order taken.
        unasked: questions of theirs.
        records: plain records of missing mods that something in the state is made of, by kind and id.
    """

    mods: dict[str, tuple[str, str]] = {}
    things: list[OrphanedValue] = []
    unasked: list[OrphanedQuestion] = []
    records: dict[str, dict[str, Any]] = {}

    def count_for_mod(self, mod: str) -> int:
        """How many things wait for a mod."""
        needs = [*(each.needs for each in self.things), *(each.needs for each in self.unasked)]
        return sum(mod in each for each in needs)


@dataclass(frozen=True, slots=True)
class OrphanPolicy:
    """What the owner of a part of the state knows about taking things out of it.

    Attributes:
        stays: whether an id at a path may stay: what it names has a stand-in, or means nothing by itself.
        along: what goes with a thing that is taken out, also into other parts.
        stand_in: a record in place of a missing mod's, made from its plain form as it was saved; None: no need.
        settle: mends what does not fit any more once things at these paths are back.
    """

    can_stay: Callable[[StatePath], bool] = lambda path: False
    find_dependents: Callable[[State, StatePath], Iterable[StatePath]] = lambda state, path: ()
    make_stand_in: Callable[[Any, str, Mapping[str, Any]], Any] = lambda records, kind, saved: None
    repair: Callable[[State, Any, Sequence[StatePath]], None] = lambda state, records, paths: None


def parse_mod_id(text: str) -> str:
    """The mod that an id names, or ``""``."""
    return text.partition(":")[0] if ":" in text else ""


def iter_strings(value: Any) -> Iterator[str]:
    """Every string in a value, typed or plain, keys included; arrays hold none."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            todo += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple):
            todo += value
        elif isinstance(value, msgspec.Struct):
            todo += [getattr(value, name) for name in value.__struct_fields__]


# Taking out.


class _OrphanCollector:
    """Takes everything that names one of the missing mods out of a state."""

    def __init__(self, state: State, rules: Rules, gone: Iterable[str]) -> None:
        self.state = state
        self.rules = rules
        self.missing_mods = frozenset(gone)
        self.things: list[OrphanedValue] = []
        self.entries: dict[StatePath, int] = {}

    def find_missing_mods(self, value: Any) -> tuple[str, ...]:
        return tuple(
            sorted({mod for text in iter_strings(value) if (mod := parse_mod_id(text)) in self.missing_mods})
        )

    def collect_parts(self) -> None:
        for name in self.rules.parts:
            if name in self.state.parts:
                self.walk(
                    (name,), self.state.parts[name], self.rules.orphan_policies.get(name, OrphanPolicy())
                )

    def walk(self, path: StatePath, value: Any, policy: OrphanPolicy) -> None:
        if isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                below = getattr(value, name)
                if not self.names_missing_mod(below):
                    self.walk((*path, name), below, policy)
                elif not policy.can_stay((*path, name)):
                    self.reset_field(path, value, name)
        elif isinstance(value, dict):
            for key in list(value):
                if key in value and not policy.can_stay((*path, key)):
                    if self.names_missing_mod(key) or self.is_defined_by_missing_mod(
                        value[key], (*path, key), policy
                    ):
                        self.collect_item((*path, key), ())
                    else:
                        self.walk((*path, key), value[key], policy)
        elif isinstance(value, list):
            for index in reversed(range(len(value))):
                if index < len(value) and not policy.can_stay((*path, index)):
                    if self.is_defined_by_missing_mod(value[index], (*path, index), policy):
                        self.collect_item((*path, index), ())
                    else:
                        self.walk((*path, index), value[index], policy)

    def names_missing_mod(self, value: Any) -> bool:
        """Whether a string, or a value that cannot be altered in parts, names a missing mod."""
        if isinstance(value, str):
            return parse_mod_id(value) in self.missing_mods
        frozen = isinstance(value, msgspec.Struct) and value.__struct_config__.frozen
        return (isinstance(value, tuple) or frozen) and bool(self.find_missing_mods(value))

    def is_defined_by_missing_mod(self, value: Any, path: StatePath, policy: OrphanPolicy) -> bool:
        """Whether a row is what it is by a missing mod: one of its own fields names it."""
        if self.names_missing_mod(value):
            return True
        return isinstance(value, msgspec.Struct) and any(
            self.names_missing_mod(getattr(value, name)) and not policy.can_stay((*path, name))
            for name in value.__struct_fields__
        )

    def reset_field(self, path: StatePath, owner: msgspec.Struct, name: str) -> None:
        """A single field that names a missing mod becomes its default."""
        value = getattr(owner, name)
        info = next(each for each in msgspec.structs.fields(owner) if each.name == name)
        if info.default is msgspec.NODEFAULT or owner.__struct_config__.frozen:
            wanted = next(iter(iter_strings(value)), "")
            raise IrreplaceableError(f"the game cannot go on without {wanted}, its {name}")
        self.things.append(
            OrphanedValue(path, name, OrphanKind.FIELD, copy_as_plain(value), self.find_missing_mods(value))
        )
        setattr(owner, name, info.default)

    def collect_item(self, path: StatePath, needs: tuple[str, ...]) -> None:
        """Takes one entry or row out, and what goes along with it."""
        *above, key = path
        try:
            owner = resolve_path(self.state.parts, above)
            value = owner[key]
        except (KeyError, IndexError, AttributeError):
            index = self.entries.get(path)  # taken before: it now needs these mods, too
            if index is not None:
                known = self.things[index]
                both = tuple(sorted({*known.needs, *needs}))
                self.things[index] = msgspec.structs.replace(known, needs=both)
            return
        spot = OrphanKind.ROW if isinstance(owner, list) else OrphanKind.ENTRY
        needs = tuple(sorted({*needs, *self.find_missing_mods(value), *self.find_missing_mods(key)}))
        place = list(owner).index(key) if spot is OrphanKind.ENTRY else key
        along = [
            other
            for keeping in self.rules.orphan_policies.values()
            for other in keeping.find_dependents(self.state, path)
        ]
        del owner[key]
        if spot is OrphanKind.ENTRY:
            self.entries[path] = len(self.things)
        self.things.append(OrphanedValue(tuple(above), key, spot, copy_as_plain(value), needs, place))
        for other in along:
            self.collect_item(other, needs)

    def collect_agenda(self) -> None:
        agenda = self.state.agenda
        for index in reversed(range(len(agenda))):
            if needs := self.find_missing_mods(agenda[index]):
                self.things.append(
                    OrphanedValue((), index, OrphanKind.ROW, copy_as_plain(agenda.pop(index)), needs, index)
                )

    def collect_question(self) -> OrphanedQuestion | None:
        state = self.state
        needs = self.find_missing_mods((state.question, state.then))
        if not needs or state.question is None:
            return None
        unasked = OrphanedQuestion(state.question, state.then, needs)
        state.question = state.then = None
        return unasked


def remove_orphans(
    orphans: Orphans, state: State, rules: Rules, missing_mods: Mapping[str, tuple[str, str]]
) -> None:
    """Takes all that names missing mods out of a state and adds it to `aside`.

    Args:
        gone: version and content hash of each missing mod, as saved.

    Raises:
        Irreplaceable: the game cannot do without one of the things.
    """
    taker = _OrphanCollector(state, rules, missing_mods)
    taker.collect_parts()
    taker.collect_agenda()
    orphans.things += taker.things
    unasked = taker.collect_question()
    if unasked is not None:
        orphans.unasked.append(unasked)
    orphans.mods |= dict(missing_mods)


# Putting back. The state is plain data then: whether it still fits its types is found when it is read.


def restore_orphans(orphans: Orphans, state: dict[str, Any], active_mods: Iterable[str]) -> list[StatePath]:
    """Returns everything to a plain state, the last taken first; what is still missing is then taken again.

    So each thing finds its neighbours as they were, whichever mods left and returned in between. What finds
    its place gone, or taken, goes on waiting.

    Args:
        there: the mods that are active now.

    Returns:
        The paths of what is back for good.
    """
    active_mods = frozenset(active_mods)
    back = [kept for kept in reversed(orphans.things) if _restore_value(state, kept)]
    orphans.things[:] = [kept for kept in orphans.things if kept not in back]
    asked = state["question"]
    for unasked in [each for each in orphans.unasked if active_mods.issuperset(each.needs)]:
        if asked is not None and asked["kind"] == "turn" and not state["then"]:
            orphans.unasked.remove(unasked)
            asked = state["question"] = copy_as_plain(unasked.question)
            state["then"] = copy_as_plain(unasked.then)
    for mod in [mod for mod in orphans.mods if mod in active_mods and not orphans.count_for_mod(mod)]:
        del orphans.mods[mod]
    return [(*kept.path, kept.key) for kept in back if active_mods.issuperset(kept.needs)]


def _restore_value(state: dict[str, Any], kept: OrphanedValue) -> bool:
    try:
        owner = resolve_path(state["parts"], kept.path) if kept.path else state["agenda"]
    except (KeyError, IndexError, TypeError):
        return False
    if kept.spot is OrphanKind.ROW and isinstance(owner, list):
        owner.insert(min(kept.place, len(owner)), copy_as_plain(kept.value))
        return True
    if not isinstance(owner, dict) or (kept.spot is OrphanKind.ENTRY and kept.key in owner):
        return False
    if kept.spot is OrphanKind.FIELD:
        owner[kept.key] = copy_as_plain(kept.value)
        return True
    items = list(owner.items())
    items.insert(min(kept.place, len(items)), (kept.key, copy_as_plain(kept.value)))
    owner.clear()
    owner.update(items)
    return True


def resolve_path(value: Any, path: Iterable[Any]) -> Any:
    """The value at a path, in typed or in plain data."""
    for key in path:
        value = getattr(value, key) if isinstance(value, msgspec.Struct) else value[key]
    return value


# Stand-ins.


def collect_records_in_use(rules: Rules, state: State, orphans: Orphans) -> dict[str, dict[str, Any]]:
    """Plain records of mods (not of the game's own plugins) that the state names, by kind and id.

    A save carries them, so that there is something to make a stand-in from.
    """
    guests = frozenset((*rules.mods, *orphans.mods)) - frozenset(rules.game.rule_mods)
    if not guests or rules.records is None:
        return {}
    names = {text for text in iter_strings(state.parts) if parse_mod_id(text) in guests}
    used: dict[str, dict[str, Any]] = {}
    if names:
        for kind, record in rules.records:
            if record.id in names:
                saved = orphans.records.get(kind, {}).get(record.id)
                used.setdefault(kind, {})[record.id] = saved or msgspec.to_builtins(record)
    return used


def add_stand_ins(rules: Rules, saved: Mapping[str, Mapping[str, Any]], missing_mods: Iterable[str]) -> Any:
    """The records of `rules`, and stand-ins for those of missing mods that may stay in the state."""
    missing_mods = frozenset(missing_mods)
    extra: dict[str, dict[str, Any]] = {}
    for kind, rows in saved.items():
        for id, record in rows.items():
            if parse_mod_id(id) in missing_mods:
                made = [k.make_stand_in(rules.records, kind, record) for k in rules.orphan_policies.values()]
                for one in made:
                    if one is not None:
                        extra.setdefault(kind, {})[id] = one
    return rules.records.merge(extra) if extra else rules.records
