"""Rules as data, as the engine, compiled rules and tests read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol


class DataRule(Protocol):
    """A rule as data; see `footfall.loader.rules.rule.Rule`.

    Attributes:
        via: the purpose of its dice.
        program: its program (`footfall.expressions.program`).
        steps: its cost, an upper bound.
        kinds: the kinds of creature that it concerns, by the field of the event.
        deeds: the names of its deeds.
        has_dice: whether it rolls.
        rolls: the dice that it shares with other rules of its mod, by name.
        has_choice: whether it chooses from a list.
        reads_event: whether it reads the event alone.
        functions: the readings that it asks, by key.
    """

    @property
    def mod(self) -> str: ...
    @property
    def hook(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def via(self) -> str: ...
    @property
    def program(self) -> bytes: ...
    @property
    def steps(self) -> int: ...
    @property
    def kinds(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def deeds(self) -> tuple[str, ...]: ...
    @property
    def has_dice(self) -> bool: ...
    @property
    def rolls(self) -> Mapping[str, Any]: ...
    @property
    def has_choice(self) -> bool: ...
    @property
    def reads_event(self) -> bool: ...
    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]: ...

    def list_texts(self, name: str) -> tuple[str, ...]:
        """Returns the texts that it gives to a value of its deeds: ``lose.text``."""

    def read_values(self, event: Any, ctx: Any) -> tuple[Any, ...] | None:
        """Returns the values that it reads; None if that fails."""

    def describe_values(self, values: tuple[Any, ...] | None) -> str:
        """Returns its expressions with these values."""
