"""Orphaned content: content of a missing mod leaves the state, stays in the save, and returns with the mod.

Record ids name their mod (``"you.fauna:lynx"``), so references to a missing mod are found in any state without
knowledge of the game. Only the owner of a part of the state knows which values must leave together with another one
(a creature's pack, its mind); it declares them in an `OrphanPolicy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from ..codec import copy_as_plain
from ..model import Entry, Question
from ..state import State

StatePath: TypeAlias = tuple[Any, ...]
"""A path in ``State.parts``: names of parts and fields, keys, indices."""


class IrreplaceableError(ValueError):
    """The game requires content that a missing mod defined."""


class OrphanKind(Enum):
    """The form of an orphaned value: a key of a table, a row of a list, a field of a struct."""

    ENTRY = "entry"
    ROW = "row"
    FIELD = "field"


class OrphanedValue(msgspec.Struct, frozen=True):
    """One value removed from the state.

    Attributes:
        path: the table, list or struct it belongs to; empty for the agenda.
        key: its key, index or field there.
        value: plain data.
        needs: ids of the mods that must be active for it to return.
        place: its position among the keys of a table.
    """

    path: StatePath
    key: Any
    kind: OrphanKind = msgspec.field(name="spot")
    value: Any
    needs: tuple[str, ...]
    place: int = 0


class OrphanedQuestion(msgspec.Struct, frozen=True):
    """An open question that refers to a missing mod."""

    question: Question
    then: Entry | None
    needs: tuple[str, ...]


class Orphans(msgspec.Struct):
    """All content of missing mods. It belongs to the save, not to the state: rules never see it.

    Attributes:
        mods: version and content hash of each missing mod, as last active.
        things: values removed from the parts and the agenda, in order of removal.
        questions: orphaned questions.
        records: plain records of missing mods that the state still refers to, by kind and id.
    """

    mods: dict[str, tuple[str, str]] = {}
    things: list[OrphanedValue] = []
    questions: list[OrphanedQuestion] = msgspec.field(name="unasked", default_factory=list)
    records: dict[str, dict[str, Any]] = {}

    def count_for_mod(self, mod: str) -> int:
        """Returns the number of orphaned values and questions of a mod."""
        needs = [*(value.needs for value in self.things), *(question.needs for question in self.questions)]
        return sum(mod in ids for ids in needs)


class OrphanPolicy(msgspec.Struct, frozen=True):
    """How content of missing mods leaves a part of the state, as its owner declares it.

    Attributes:
        can_stay: ``can_stay(path)``: whether an id at a path may stay, because its record has a stand-in or the
            id has no meaning of its own.
        find_dependents: ``find_dependents(state, path)`` returns the paths, also in other parts, that leave
            together with the value at `path`.
        make_stand_in: ``make_stand_in(records, kind, saved)`` returns a record that replaces a missing one,
            built from its saved plain form; None if none is needed.
        repair: ``repair(state, records, paths)`` makes the state consistent after values returned to `paths`.
    """

    can_stay: Callable[[StatePath], bool] = lambda path: False
    find_dependents: Callable[[State, StatePath], Iterable[StatePath]] = lambda state, path: ()
    make_stand_in: Callable[[Any, str, Mapping[str, Any]], Any] = lambda records, kind, saved: None
    repair: Callable[[State, Any, Sequence[StatePath]], None] = lambda state, records, paths: None


def parse_mod_id(text: str) -> str:
    """Returns the mod that an id names, or ``""``."""
    return text.partition(":")[0] if ":" in text else ""


def iter_strings(value: Any) -> Iterator[str]:
    """Yields every string in a value, typed or plain, including keys; arrays contain none."""
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


# Removal.


class _OrphanCollector:
    """Removes all references to the missing mods from a state and collects them."""

    def __init__(self, state: State, policies: Mapping[str, OrphanPolicy], missing_mods: Iterable[str]) -> None:
        self.state = state
        self.policies = policies
        self.missing_mods = frozenset(missing_mods)
        self.things: list[OrphanedValue] = []
        self.entries: dict[StatePath, int] = {}

    def find_missing_mods(self, value: Any) -> tuple[str, ...]:
        return tuple(sorted({mod for text in iter_strings(value) if (mod := parse_mod_id(text)) in self.missing_mods}))

    def collect_parts(self, parts: Iterable[str]) -> None:
        for name in parts:
            if name in self.state.parts:
                self.walk((name,), self.state.parts[name], self.policies.get(name, OrphanPolicy()))

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
                    if self.names_missing_mod(key) or self.is_defined_by_missing_mod(value[key], (*path, key), policy):
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
        """Returns whether a string, or a value that cannot be altered in place, names a missing mod."""
        if isinstance(value, str):
            return parse_mod_id(value) in self.missing_mods
        frozen = isinstance(value, msgspec.Struct) and value.__struct_config__.frozen
        return (isinstance(value, tuple) or frozen) and bool(self.find_missing_mods(value))

    def is_defined_by_missing_mod(self, value: Any, path: StatePath, policy: OrphanPolicy) -> bool:
        """Returns whether a row depends on a missing mod: one of its own fields names it."""
        if self.names_missing_mod(value):
            return True
        return isinstance(value, msgspec.Struct) and any(
            self.names_missing_mod(getattr(value, name)) and not policy.can_stay((*path, name))
            for name in value.__struct_fields__
        )

    def reset_field(self, path: StatePath, owner: msgspec.Struct, name: str) -> None:
        """Resets a field that names a missing mod to its default."""
        value = getattr(owner, name)
        info = next(field for field in msgspec.structs.fields(owner) if field.name == name)
        if info.default is msgspec.NODEFAULT or owner.__struct_config__.frozen:
            missing = next(iter(iter_strings(value)), "")
            raise IrreplaceableError(f"the game cannot continue without {missing}, its {name}")
        self.things.append(
            OrphanedValue(path, name, OrphanKind.FIELD, copy_as_plain(value), self.find_missing_mods(value))
        )
        setattr(owner, name, info.default)

    def collect_item(self, path: StatePath, needs: tuple[str, ...]) -> None:
        """Removes one key or row, and its dependents."""
        *above, key = path
        try:
            owner = resolve_path(self.state.parts, above)
            value = owner[key]
        except (KeyError, IndexError, AttributeError):
            index = self.entries.get(path)  # already removed: it now needs these mods as well
            if index is not None:
                earlier = self.things[index]
                both = tuple(sorted({*earlier.needs, *needs}))
                self.things[index] = msgspec.structs.replace(earlier, needs=both)
            return
        kind = OrphanKind.ROW if isinstance(owner, list) else OrphanKind.ENTRY
        needs = tuple(sorted({*needs, *self.find_missing_mods(value), *self.find_missing_mods(key)}))
        place = list(owner).index(key) if kind is OrphanKind.ENTRY else key
        dependents = [other for policy in self.policies.values() for other in policy.find_dependents(self.state, path)]
        del owner[key]
        if kind is OrphanKind.ENTRY:
            self.entries[path] = len(self.things)
        self.things.append(OrphanedValue(tuple(above), key, kind, copy_as_plain(value), needs, place))
        for other in dependents:
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
        question = OrphanedQuestion(state.question, state.then, needs)
        state.question = state.then = None
        return question


def remove_orphans(
    orphans: Orphans,
    state: State,
    parts: Iterable[str],
    policies: Mapping[str, OrphanPolicy],
    missing_mods: Mapping[str, tuple[str, str]],
) -> None:
    """Moves everything that names missing mods from a state to `orphans`.

    Args:
        parts: names of the parts with a known type.
        policies: by name of the part.
        missing_mods: version and content hash of each missing mod, as saved.

    Raises:
        IrreplaceableError: the game requires one of the values.
    """
    if not missing_mods:
        return  # a walk through the state takes a third of the time of loading
    collector = _OrphanCollector(state, policies, missing_mods)
    collector.collect_parts(parts)
    collector.collect_agenda()
    orphans.things += collector.things
    question = collector.collect_question()
    if question is not None:
        orphans.questions.append(question)
    orphans.mods |= dict(missing_mods)


# Return. The state is plain data here; decoding it afterwards checks whether it still fits its types.


def restore_orphans(orphans: Orphans, state: dict[str, Any], active_mods: Iterable[str]) -> list[StatePath]:
    """Puts orphaned values back into a plain state; the caller removes those of missing mods again.

    Values return in reverse order of removal, so that each finds the surroundings it was removed from, even if
    other mods left or returned in between. A value whose place is gone or occupied remains orphaned.

    Returns:
        The paths of the returned values whose mods are all active.
    """
    active_mods = frozenset(active_mods)
    returned = [value for value in reversed(orphans.things) if _restore_value(state, value)]
    orphans.things[:] = [value for value in orphans.things if value not in returned]
    open_question = state["question"]
    for orphan in [orphan for orphan in orphans.questions if active_mods.issuperset(orphan.needs)]:
        if open_question is not None and open_question["kind"] == "turn" and not state["then"]:
            orphans.questions.remove(orphan)
            open_question = state["question"] = copy_as_plain(orphan.question)
            state["then"] = copy_as_plain(orphan.then)
    for mod in [mod for mod in orphans.mods if mod in active_mods and not orphans.count_for_mod(mod)]:
        del orphans.mods[mod]
    return [(*value.path, value.key) for value in returned if active_mods.issuperset(value.needs)]


def _restore_value(state: dict[str, Any], orphan: OrphanedValue) -> bool:
    try:
        owner = resolve_path(state["parts"], orphan.path) if orphan.path else state["agenda"]
    except (KeyError, IndexError, TypeError):
        return False
    if orphan.kind is OrphanKind.ROW and isinstance(owner, list):
        owner.insert(min(orphan.place, len(owner)), copy_as_plain(orphan.value))
        return True
    if not isinstance(owner, dict) or (orphan.kind is OrphanKind.ENTRY and orphan.key in owner):
        return False
    if orphan.kind is OrphanKind.FIELD:
        owner[orphan.key] = copy_as_plain(orphan.value)
        return True
    items = list(owner.items())
    items.insert(min(orphan.place, len(items)), (orphan.key, copy_as_plain(orphan.value)))
    owner.clear()
    owner.update(items)
    return True


def resolve_path(value: Any, path: Iterable[Any]) -> Any:
    """Returns the value at a path, in typed or in plain data."""
    for key in path:
        value = getattr(value, key) if isinstance(value, msgspec.Struct) else value[key]
    return value


# Stand-ins.


def collect_records_in_use(
    records: Any, state: State, orphans: Orphans, mods: Iterable[str]
) -> dict[str, dict[str, Any]]:
    """Returns the plain records that the state refers to, by kind and id: the source of stand-ins in a save.

    Args:
        mods: active mods that are not the game's own.
    """
    owners = frozenset((*mods, *orphans.mods))
    if not owners or records is None:
        return {}
    names = {text for text in iter_strings(state.parts) if parse_mod_id(text) in owners}
    used: dict[str, dict[str, Any]] = {}
    if names:
        for kind, record in records:
            if record.id in names:
                saved = orphans.records.get(kind, {}).get(record.id)
                used.setdefault(kind, {})[record.id] = saved or msgspec.to_builtins(record)
    return used


def find_lost_record(records: Any, orphans: Orphans, mods: Iterable[str]) -> tuple[str, str, str] | None:
    """Returns the mod, kind and id of a record that a save uses and its mod, which is active, does not have."""
    known = {(kind, record.id) for kind, record in records or ()}
    active = frozenset(mods)
    used = ((parse_mod_id(id), kind, id) for kind, rows in orphans.records.items() for id in rows)
    return next((row for row in used if row[0] in active and row[1:] not in known), None)


def add_stand_ins(
    records: Any,
    policies: Mapping[str, OrphanPolicy],
    saved: Mapping[str, Mapping[str, Any]],
    missing_mods: Iterable[str],
) -> Any:
    """Returns `records` with stand-ins for the records of missing mods that stay in the state."""
    missing_mods = frozenset(missing_mods)
    stand_ins: dict[str, dict[str, Any]] = {}
    for kind, rows in saved.items():
        for id, record in rows.items():
            if parse_mod_id(id) in missing_mods:
                for policy in policies.values():
                    stand_in = policy.make_stand_in(records, kind, record)
                    if stand_in is not None:
                        stand_ins.setdefault(kind, {})[id] = stand_in
    return records.merge(stand_ins) if stand_ins else records
