"""Explanations of numbers for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.engine.explanations.tracing import FoldRecord, format_term

from .dice import ExpectationError


class TermProposal(msgspec.Struct, frozen=True):
    """A mod's proposal for one term.

    Attributes:
        operation: ``"=3"``, ``"+1"``, ``"×2"``, ``"×3/2"``.
        place: ``file:line`` of the hook.
    """

    mod: str
    operation: str
    reason: str
    place: str


class Why(msgspec.Struct, frozen=True):
    """The explanation of a number; its string form is the whole derivation.

    Attributes:
        event: event of the hook.
        base: the number before any proposal.
        final: the result.
        parts: proposals in mod order.
    """

    hook: str
    term: str
    event: Any
    base: int
    final: int
    parts: tuple[TermProposal, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    def list_proposals(self, mod: str) -> tuple[str, ...]:
        """Proposals of one mod, such as ``("×2",)``."""
        return tuple(part.operation for part in self.parts if part.mod == mod)

    def check(
        self,
        *,
        base: int | None = None,
        final: int | None = None,
        parts: Mapping[str, str | tuple[str, ...]] | None = None,
    ) -> None:
        """Compares the explanation with expected values.

        Args:
            parts: all proposals by mod, such as ``{"you.hello": "×2"}``.

        Raises:
            ExpectationError: a value differs; the text has the whole derivation.
        """
        differences = []
        if base is not None and base != self.base:
            differences.append(f"base: expected {base}, got {self.base}")
        if final is not None and final != self.final:
            differences.append(f"final: expected {final}, got {self.final}")
        if parts is not None:
            expected = {mod: (part,) if isinstance(part, str) else tuple(part) for mod, part in parts.items()}
            actual = {part.mod: self.list_proposals(part.mod) for part in self.parts}
            if expected != actual:
                differences.append(f"parts: expected {expected}, got {actual}")
        if differences:
            raise ExpectationError("\n".join([f"{self.hook}, {self.term}", *differences, self.text]))


def build_why(fold: FoldRecord, term: str | None) -> Why:
    """Explains one term of a fold; None: its only term.

    Raises:
        ExpectationError: there is no such term, or `term` is None and there are several.
    """
    if term is None and len(fold.base) == 1:
        term = next(iter(fold.base))
    if term is None or term not in fold.base:
        problem = f"has no term {term!r}" if term else "has several terms"
        raise ExpectationError(f"{fold.hook} {problem}; it has: {', '.join(fold.base)}")
    parts = tuple(
        TermProposal(proposal.cause.mod, format_term(operation), operation.reason, proposal.cause.location)
        for proposal in fold.proposals
        for operation in proposal.terms
        if operation.name == term
    )
    text = "\n".join(fold.explain(term))
    return Why(fold.hook, term, fold.event, fold.base[term], fold.final[term], parts, text)
