"""The state as code of mods sees it: read only, except what is inside the parts, which are the objects themselves.

A write to it raises at its line, before anything has changed; see `footfall.engine.guards.state_guard` for the parts.
"""

from collections.abc import Iterator, Mapping
from functools import wraps
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast

from ..model import Entry
from ..state import Applier, State

V = TypeVar("V")


class ReadOnlyStateError(AttributeError):
    """Code of a mod sets or deletes a field of the state, or an entry of one of its tables."""

    def __str__(self) -> str:
        return f"{self.args[0]!r} of the state is read only; return changes instead"


class TableView(Mapping[str, V]):
    """A table of the state that cannot be written."""

    __slots__ = ("_table",)

    def __init__(self, table: Mapping[str, V]) -> None:
        self._table = table

    def __getitem__(self, key: str) -> V:
        return self._table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __setitem__(self, key: str, value: object) -> NoReturn:
        raise ReadOnlyStateError(key)

    def __delitem__(self, key: str) -> NoReturn:
        raise ReadOnlyStateError(key)

    def __repr__(self) -> str:
        return repr(self._table)


class StateView:
    """A state that cannot be written: its fields as they are now."""

    __slots__ = ("_state",)
    _state: State

    def __init__(self, state: State) -> None:
        object.__setattr__(self, "_state", state)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise ReadOnlyStateError(name)

    def __delattr__(self, name: str) -> NoReturn:
        raise ReadOnlyStateError(name)

    @property
    def agenda(self) -> tuple[Entry, ...]:
        return tuple(self._state.agenda)

    @property
    def parts(self) -> TableView[Any]:
        return TableView(self._state.parts)

    @property
    def memory(self) -> TableView[TableView[Any]]:
        return TableView({mod: TableView(values) for mod, values in self._state.memory.items()})

    @property
    def settings(self) -> TableView[Any]:
        return TableView(self._state.settings)

    @property
    def streams(self) -> TableView[int]:
        return TableView(self._state.streams)


for _name in State.__struct_fields__:
    if not hasattr(StateView, _name):
        setattr(StateView, _name, property(attrgetter(f"_state.{_name}")))


class _PartsView(StateView):
    """A state of which only the parts can be written, for appliers of mods."""

    __slots__ = ()

    @property
    def parts(self) -> dict[str, Any]:  # type: ignore[override]
        return self._state.parts


def view_state(state: State) -> State:
    """Returns a state for code of mods."""
    return cast(State, StateView(state))


def limit_applier(apply: Applier) -> Applier:
    """Returns an applier of a mod that writes only to parts."""

    @wraps(apply)
    def apply_to_parts(change: Any, state: State) -> Any:
        return apply(change, cast(State, _PartsView(state)))

    return apply_to_parts
