"""Rules as data for compiled rules: programs in place of listeners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .rules import Rules


class DataRule(Protocol):
    """A rule as data as compiled rules read it; see `footfall.loader.rules.rule.Rule`."""

    @property
    def mod(self) -> str: ...
    @property
    def hook(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def via(self) -> str:
        """The purpose of its dice."""

    @property
    def program(self) -> bytes:
        """Its program; see `footfall.expressions.program`."""

    @property
    def deeds(self) -> tuple[str, ...]:
        """The names of what it does."""

    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """The readings that it asks, by key."""


def list_data_rules(rules: Rules) -> dict[str, list[DataRule] | None]:
    """Returns the listeners of mods by hook, in order; None where one of them is Python.

    The game's own listeners are left out: compiled rules have what they do.
    """
    found: dict[str, list[DataRule] | None] = {}
    bound: Mapping[Any, Any] = rules.hooks.rules
    for cause in rules.hooks.listener_causes:
        if cause.mod in rules.game.rule_mods:
            continue
        rule: DataRule | None = bound.get(cause)
        if rule is None:
            found[cause.via] = None
        elif (listed := found.setdefault(rule.hook, [])) is not None:
            listed.append(rule)
    return found
