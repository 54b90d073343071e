"""Chains: named steps of several mods put together into one order, per hook and recipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from footfall.diagnostics.findings import suggest
from footfall.engine.rules import Step


class ChainError(ValueError):
    """A step asks for a place that is not there."""


@dataclass
class Chain:
    """A chain being put together, mod by mod in mod order.

    A step without a place goes to the end. ``after=X`` stands behind `X` and behind whatever
    others already put there, ``before=X`` directly before `X`: so two mods at one place
    run in mod order. A replaced step's name still marks its place, and so does a skipped one's.
    """

    names: list[str] = field(default_factory=list)
    _skipped: set[str] = field(default_factory=set)
    _replaced_by: dict[str, str] = field(default_factory=dict)
    _placed_after: dict[str, str] = field(default_factory=dict)

    def extend(self, steps: Sequence[Step]) -> None:
        """Adds all steps of one mod, or none.

        Raises:
            BadChain: a place or a name is not right; the chain is as before.
        """
        kept = (list(self.names), set(self._skipped), dict(self._replaced_by), dict(self._placed_after))
        waiting = list(steps)
        while waiting:
            later = []
            for step in waiting:
                anchor = step.before or step.after or step.replaces or (step.name if step.skip else None)
                if anchor is not None and self._find_index(anchor) is None:
                    later.append(step)
                else:
                    try:
                        self._insert(step)
                    except ChainError:
                        self.names, self._skipped, self._replaced_by, self._placed_after = kept
                        raise
            if len(later) == len(waiting):
                self.names, self._skipped, self._replaced_by, self._placed_after = kept
                raise self._make_missing_error(later[0])
            waiting = later

    def list_steps(self) -> tuple[str, ...]:
        """The names of the steps, in order."""
        return tuple(name for name in self.names if name not in self._skipped)

    def _make_missing_error(self, step: Step) -> ChainError:
        verb = (
            "skip"
            if step.skip
            else "replace"
            if step.replaces
            else f"stand {'before' if step.before else 'after'}"
        )
        anchor = step.before or step.after or step.replaces or step.name
        known = ", ".join(self.names) or "no steps"
        subject = "it" if step.skip else f"step {step.name!r}"
        return ChainError(
            f"{subject} wants to {verb} {anchor!r}{suggest(anchor, self.names)}; there is: {known}"
        )

    def _find_index(self, name: str) -> int | None:
        while name in self._replaced_by:
            name = self._replaced_by[name]
        return self.names.index(name) if name in self.names else None

    def _insert(self, step: Step) -> None:
        asked = [w for w in ("before", "after", "replaces") if getattr(step, w)] + ["skip"] * step.skip
        if len(asked) > 1:
            raise ChainError(f"step {step.name!r} asks for {' and '.join(asked)}; it can have one place")
        if step.skip:
            at = self._find_index(step.name)
            assert at is not None
            self._skipped.add(self.names[at])
            return
        if step.name in self.names or step.name in self._replaced_by:
            raise ChainError(f"there is already a step {step.name!r}")
        if step.replaces:
            at = self._find_index(step.replaces)
            assert at is not None
            old = self.names[at]
            self._replaced_by[old] = step.name
            self.names[at] = step.name
        elif step.before:
            at = self._find_index(step.before)
            assert at is not None
            self.names.insert(at, step.name)
        elif step.after:
            at = self._find_index(step.after)
            assert at is not None
            anchor = self.names[at]
            at += 1
            while at < len(self.names) and self._is_placed_after(self.names[at], anchor):
                at += 1
            self.names.insert(at, step.name)
            self._placed_after[step.name] = anchor
        else:
            self.names.append(step.name)

    def _is_placed_after(self, name: str, anchor: str) -> bool:
        while name in self._placed_after:
            name = self._placed_after[name]
            while name in self._replaced_by:
                name = self._replaced_by[name]
            if name == anchor:
                return True
        return False
