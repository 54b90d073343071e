"""Set aside: what a missing mod defined leaves the state, waits in the save, and returns with the mod.

Record ids name their mod (``"you.fauna:lynx"``), so whatever in the state names a missing mod is found
without knowing the game. What goes along with a thing (a creature's pack, its mind) only the owner of
a part of the state knows: it says so by a `Keeping`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from .codec import plain_copy
from .model import Entry, Question
from .state import State

if TYPE_CHECKING:
    from .rules import Rules

Path: TypeAlias = tuple[Any, ...]
"""A place in ``State.parts``: names of parts and fields, keys, indices."""


class Irreplaceable(ValueError):
    """A missing mod defined something that the game cannot do without."""


class Spot(Enum):
    """What a kept value was: a key of a table, a row of a list, a field of a struct."""

    ENTRY = "entry"
    ROW = "row"
    FIELD = "field"


class Kept(msgspec.Struct, frozen=True):
    """One value that was taken out.

    Attributes:
        path: the table, list or struct it belongs into; empty for the agenda.
        key: its key, index or field there.
        value: plain data.
        needs: ids of the mods without which it cannot be there.
        place: where among the keys of a table it stood.
    """

    path: Path
    key: Any
    spot: Spot
    value: Any
    needs: tuple[str, ...]
    place: int = 0


class Unasked(msgspec.Struct, frozen=True):
    """A question that only a missing mod can deal with."""

    question: Question
    then: Entry | None
    needs: tuple[str, ...]


class Aside(msgspec.Struct):
    """All that a save keeps for missing mods. It belongs to the save, not to the state: no rule sees it.

    Attributes:
        mods: version and content hash of each mod that is waited for, as it was when it was last there.
        things: what was taken out of the parts and off the agenda, in the order taken.
        unasked: questions of theirs.
        records: plain records of missing mods that something in the state is made of, by kind and id.
    """

    mods: dict[str, tuple[str, str]] = {}
    things: list[Kept] = []
    unasked: list[Unasked] = []
    records: dict[str, dict[str, Any]] = {}

    def of(self, mod: str) -> int:
        """How many things wait for a mod."""
        needs = [*(each.needs for each in self.things), *(each.needs for each in self.unasked)]
        return sum(mod in each for each in needs)


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the owner of a part of the state knows about taking things out of it.

    Attributes:
        stays: whether an id at a path may stay: what it names has a stand-in, or means nothing by itself.
        along: what goes with a thing that is taken out, also into other parts.
        stand_in: a record in place of a missing mod's, made from its plain form as it was saved; None: no need.
        settle: mends what does not fit any more once things at these paths are back.
    """

    stays: Callable[[Path], bool] = lambda path: False
    along: Callable[[State, Path], Iterable[Path]] = lambda state, path: ()
    stand_in: Callable[[Any, str, Mapping[str, Any]], Any] = lambda records, kind, saved: None
    settle: Callable[[State, Any, Sequence[Path]], None] = lambda state, records, paths: None


def mod_of(text: str) -> str:
    """The mod that an id names, or ``""``."""
    return text.partition(":")[0] if ":" in text else ""


def mentioned(value: Any) -> Iterator[str]:
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


class _Taker:
    """Takes everything that names one of the missing mods out of a state."""

    def __init__(self, state: State, rules: Rules, gone: Iterable[str]) -> None:
        self.state = state
        self.rules = rules
        self.gone = frozenset(gone)
        self.things: list[Kept] = []
        self.entries: dict[Path, int] = {}

    def needs(self, value: Any) -> tuple[str, ...]:
        return tuple(sorted({mod for text in mentioned(value) if (mod := mod_of(text)) in self.gone}))

    def parts(self) -> None:
        for name in self.rules.parts:
            if name in self.state.parts:
                self.walk((name,), self.state.parts[name], self.rules.keeping.get(name, Keeping()))

    def walk(self, path: Path, value: Any, keeping: Keeping) -> None:
        if isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                below = getattr(value, name)
                if not self.bare(below):
                    self.walk((*path, name), below, keeping)
                elif not keeping.stays((*path, name)):
                    self.blank(path, value, name)
        elif isinstance(value, dict):
            for key in list(value):
                if key in value and not keeping.stays((*path, key)):
                    if self.bare(key) or self.made_of(value[key], (*path, key), keeping):
                        self.take((*path, key), ())
                    else:
                        self.walk((*path, key), value[key], keeping)
        elif isinstance(value, list):
            for index in reversed(range(len(value))):
                if index < len(value) and not keeping.stays((*path, index)):
                    if self.made_of(value[index], (*path, index), keeping):
                        self.take((*path, index), ())
                    else:
                        self.walk((*path, index), value[index], keeping)

    def bare(self, value: Any) -> bool:
        """Whether a string, or a value that cannot be altered in parts, names a missing mod."""
        if isinstance(value, str):
            return mod_of(value) in self.gone
        frozen = isinstance(value, msgspec.Struct) and value.__struct_config__.frozen
        return (isinstance(value, tuple) or frozen) and bool(self.needs(value))

    def made_of(self, value: Any, path: Path, keeping: Keeping) -> bool:
        """Whether a row is what it is by a missing mod: one of its own fields names it."""
        if self.bare(value):
            return True
        return isinstance(value, msgspec.Struct) and any(
            self.bare(getattr(value, name)) and not keeping.stays((*path, name))
            for name in value.__struct_fields__
        )

    def blank(self, path: Path, owner: msgspec.Struct, name: str) -> None:
        """A single field that names a missing mod becomes its default."""
        value = getattr(owner, name)
        info = next(each for each in msgspec.structs.fields(owner) if each.name == name)
        if info.default is msgspec.NODEFAULT or owner.__struct_config__.frozen:
            wanted = next(iter(mentioned(value)), "")
            raise Irreplaceable(f"the game cannot go on without {wanted}, its {name}")
        self.things.append(Kept(path, name, Spot.FIELD, plain_copy(value), self.needs(value)))
        setattr(owner, name, info.default)

    def take(self, path: Path, needs: tuple[str, ...]) -> None:
        """Takes one entry or row out, and what goes along with it."""
        *above, key = path
        try:
            owner = found(self.state.parts, above)
            value = owner[key]
        except (KeyError, IndexError, AttributeError):
            index = self.entries.get(path)  # taken before: it now needs these mods, too
            if index is not None:
                known = self.things[index]
                both = tuple(sorted({*known.needs, *needs}))
                self.things[index] = msgspec.structs.replace(known, needs=both)
            return
        spot = Spot.ROW if isinstance(owner, list) else Spot.ENTRY
        needs = tuple(sorted({*needs, *self.needs(value), *self.needs(key)}))
        place = list(owner).index(key) if spot is Spot.ENTRY else key
        along = [
            other for keeping in self.rules.keeping.values() for other in keeping.along(self.state, path)
        ]
        del owner[key]
        if spot is Spot.ENTRY:
            self.entries[path] = len(self.things)
        self.things.append(Kept(tuple(above), key, spot, plain_copy(value), needs, place))
        for other in along:
            self.take(other, needs)

    def agenda(self) -> None:
        agenda = self.state.agenda
        for index in reversed(range(len(agenda))):
            if needs := self.needs(agenda[index]):
                self.things.append(Kept((), index, Spot.ROW, plain_copy(agenda.pop(index)), needs, index))

    def question(self) -> Unasked | None:
        state = self.state
        needs = self.needs((state.question, state.then))
        if not needs or state.question is None:
            return None
        unasked = Unasked(state.question, state.then, needs)
        state.question = state.then = None
        return unasked


def set_aside(aside: Aside, state: State, rules: Rules, gone: Mapping[str, tuple[str, str]]) -> None:
    """Takes all that names missing mods out of a state and adds it to `aside`.

    Args:
        gone: version and content hash of each missing mod, as saved.

    Raises:
        Irreplaceable: the game cannot do without one of the things.
    """
    taker = _Taker(state, rules, gone)
    taker.parts()
    taker.agenda()
    aside.things += taker.things
    unasked = taker.question()
    if unasked is not None:
        aside.unasked.append(unasked)
    aside.mods |= dict(gone)


# Putting back. The state is plain data then: whether it still fits its types is found when it is read.


def put_back(aside: Aside, state: dict[str, Any], there: Iterable[str]) -> list[Path]:
    """Returns everything to a plain state, the last taken first; what is still missing is then taken again.

    So each thing finds its neighbours as they were, whichever mods left and returned in between. What finds
    its place gone, or taken, goes on waiting.

    Args:
        there: the mods that are active now.

    Returns:
        The paths of what is back for good.
    """
    there = frozenset(there)
    back = [kept for kept in reversed(aside.things) if _return(state, kept)]
    aside.things[:] = [kept for kept in aside.things if kept not in back]
    asked = state["question"]
    for unasked in [each for each in aside.unasked if there.issuperset(each.needs)]:
        if asked is not None and asked["kind"] == "turn" and not state["then"]:
            aside.unasked.remove(unasked)
            asked = state["question"] = plain_copy(unasked.question)
            state["then"] = plain_copy(unasked.then)
    for mod in [mod for mod in aside.mods if mod in there and not aside.of(mod)]:
        del aside.mods[mod]
    return [(*kept.path, kept.key) for kept in back if there.issuperset(kept.needs)]


def _return(state: dict[str, Any], kept: Kept) -> bool:
    try:
        owner = found(state["parts"], kept.path) if kept.path else state["agenda"]
    except (KeyError, IndexError, TypeError):
        return False
    if kept.spot is Spot.ROW and isinstance(owner, list):
        owner.insert(min(kept.place, len(owner)), plain_copy(kept.value))
        return True
    if not isinstance(owner, dict) or (kept.spot is Spot.ENTRY and kept.key in owner):
        return False
    if kept.spot is Spot.FIELD:
        owner[kept.key] = plain_copy(kept.value)
        return True
    items = list(owner.items())
    items.insert(min(kept.place, len(items)), (kept.key, plain_copy(kept.value)))
    owner.clear()
    owner.update(items)
    return True


def found(value: Any, path: Iterable[Any]) -> Any:
    """The value at a path, in typed or in plain data."""
    for key in path:
        value = getattr(value, key) if isinstance(value, msgspec.Struct) else value[key]
    return value


# Stand-ins.


def records_in_use(rules: Rules, state: State, aside: Aside) -> dict[str, dict[str, Any]]:
    """Plain records of mods (not of the game's own plugins) that the state names, by kind and id.

    A save carries them, so that there is something to make a stand-in from.
    """
    guests = frozenset((*rules.mods, *aside.mods)) - frozenset(rules.game.rules)
    if not guests or rules.records is None:
        return {}
    names = {text for text in mentioned(state.parts) if mod_of(text) in guests}
    used: dict[str, dict[str, Any]] = {}
    if names:
        for kind, record in rules.records:
            if record.id in names:
                saved = aside.records.get(kind, {}).get(record.id)
                used.setdefault(kind, {})[record.id] = saved or msgspec.to_builtins(record)
    return used


def with_stand_ins(rules: Rules, saved: Mapping[str, Mapping[str, Any]], gone: Iterable[str]) -> Any:
    """The records of `rules`, and stand-ins for those of missing mods that may stay in the state."""
    gone = frozenset(gone)
    extra: dict[str, dict[str, Any]] = {}
    for kind, rows in saved.items():
        for id, record in rows.items():
            if mod_of(id) in gone:
                made = [k.stand_in(rules.records, kind, record) for k in rules.keeping.values()]
                for one in made:
                    if one is not None:
                        extra.setdefault(kind, {})[id] = one
    return rules.records.joined(extra) if extra else rules.records
