"""Counting every step and every die of a game as well: which rules ran, and whether dice are fair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from footfall.engine.context import Context
from footfall.engine.rules import BoundStep, Rules, StepFunction
from footfall.engine.session import Session

from .coverage import CoverageItem

STEP_TAG, DIE_TAG = "footfall:step", "footfall:die"
"""Tags of what an audit adds to the coverage."""

MAX_FACES = 20
"""Dice with more faces (shuffles, draws from long lists) are not counted."""


class Audit:
    """Rules and sessions that count; the games played are the same.

    Attributes:
        rules: the rules, with every step counted.
    """

    def __init__(self, rules: Rules) -> None:
        self._counts: dict[CoverageItem, int] = {}
        counted = {name: replace(step, run=self._wrap_step(step)) for name, step in rules.steps.items()}
        self.rules = replace(rules, steps=counted)

    def begin(self, rules: Rules, seed: int, options: Mapping[str, Any], **keywords: Any) -> Session:
        """As `Session.begin`, with every die counted."""
        counts = self._counts

        class CountingSession(Session):
            def __init__(self, rules: Rules, state: Any, **more: Any) -> None:
                super().__init__(rules, state, **more)
                self.contexts = {mod: _CountingContext(self, mod, counts) for mod in self.contexts}

        return CountingSession.begin(rules, seed, options, **keywords)

    def take_counts(self) -> Iterable[tuple[CoverageItem, int]]:
        """The counts since the last call."""
        taken = list(self._counts.items())
        self._counts.clear()
        return taken

    def _wrap_step(self, step: BoundStep) -> StepFunction:
        counts, run, seen = self._counts, step.run, (STEP_TAG, "step", step.name)

        def run_counted(*args: Any) -> Any:
            counts[seen] = counts.get(seen, 0) + 1
            return run(*args)

        return run_counted


class _CountingContext(Context):
    """A `Context` that counts what it rolls."""

    __slots__ = ("_counts",)

    def __init__(self, session: Session, mod: str, counts: dict[CoverageItem, int]) -> None:
        super().__init__(session, mod)
        self._counts = counts

    def roll(self, purpose: str, low: int, high: int) -> int:
        value = super().roll(purpose, low, high)
        if low < high < low + MAX_FACES:
            seen = (DIE_TAG, f"{self.mod} {purpose} {low}..{high}", str(value))
            self._counts[seen] = self._counts.get(seen, 0) + 1
        return value
