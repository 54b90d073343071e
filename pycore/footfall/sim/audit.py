"""Audits: counts every step and every die roll, to see which rules ran and whether dice are fair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from footfall.engine.context import Context
from footfall.engine.host import StepFunction
from footfall.engine.rules import BoundStep, Rules
from footfall.engine.session import Session

from .coverage import CoverageItem

STEP_TAG, DIE_TAG = "footfall:step", "footfall:die"
"""Coverage tags for steps and dice."""

MAX_FACES = 20
"""Dice with more faces (shuffles, draws from long lists) are not counted."""


class Audit:
    """Counts steps and rolls without changing the games.

    Attributes:
        rules: the rules with counted steps.
    """

    def __init__(self, rules: Rules) -> None:
        self._counts: dict[CoverageItem, int] = {}
        self._plain_rules = rules
        counted_steps = {name: replace(step, run=self._wrap_step(step)) for name, step in rules.steps.items()}
        self.rules = replace(rules, steps=counted_steps)

    def begin(self, rules: Rules, seed: int, options: Mapping[str, Any], **keywords: Any) -> Session:
        """Like `Session.begin`, with counted dice."""
        counts, plain_rules = self._counts, self._plain_rules

        class CountingSession(Session):
            def __init__(self, rules: Rules, state: Any, **more: Any) -> None:
                super().__init__(rules, state, **more)
                self.contexts = {mod: _CountingContext(self, mod, counts) for mod in self.contexts}

            def fork(self, seed: int) -> Session:
                """Returns a copy that counts nothing: a bot's search is no part of the game."""
                return Session(plain_rules, super().fork(seed).state, quiet=True)

        return CountingSession.begin(rules, seed, options, **keywords)

    def take_counts(self) -> Iterable[tuple[CoverageItem, int]]:
        """Returns the counts since the last call."""
        counts = list(self._counts.items())
        self._counts.clear()
        return counts

    def _wrap_step(self, step: BoundStep) -> StepFunction:
        counts, run, item = self._counts, step.run, (STEP_TAG, "step", step.name)

        def run_counted(*args: Any) -> Any:
            counts[item] = counts.get(item, 0) + 1
            return run(*args)

        return run_counted


class _CountingContext(Context):
    """A `Context` that counts its rolls."""

    __slots__ = ("_counts",)

    def __init__(self, session: Session, mod: str, counts: dict[CoverageItem, int]) -> None:
        super().__init__(session, mod)
        self._counts = counts

    def roll(self, purpose: str, low: int, high: int) -> int:
        value = super().roll(purpose, low, high)
        if low < high < low + MAX_FACES:
            item = (DIE_TAG, f"{self.mod} {purpose} {low}..{high}", str(value))
            self._counts[item] = self._counts.get(item, 0) + 1
        return value
