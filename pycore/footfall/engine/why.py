"""Why: the record of folds and changes with their causes, kept only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .model import Cause, Change, Op
from .terms import Proposal

if TYPE_CHECKING:
    from .session import Session


class Fold(msgspec.Struct, frozen=True):
    """One fold: the event, the base terms, every proposal, the final terms."""

    turn: int
    hook: str
    event: Any
    base: dict[str, int]
    proposals: tuple[Proposal, ...]
    final: dict[str, int]

    def explain(self, term: str) -> list[str]:
        """The chain behind one term: base, each mod's part with file:line, the result."""
        lines = [f"{term}: base {self.base[term]}"]
        standing = [p for p in self.proposals for t in p.terms if t.name == term and t.op is Op.SET]
        for proposal in self.proposals:
            for part in proposal.terms:
                if part.name != term:
                    continue
                amount = f"{part.value}/{part.per}" if part.per != 1 else str(part.value)
                sign = {Op.SET: "=", Op.ADD: "+", Op.MUL: "×"}[part.op]
                note = ""
                if part.op is Op.SET and proposal is not standing[-1]:
                    note = f" dropped: set again by {standing[-1].cause.mod}"
                why = f" ({part.reason})" if part.reason else ""
                lines.append(f"  {sign}{amount} {proposal.cause.mod} {proposal.cause.where}{why}{note}")
        lines.append(f"  = {self.final[term]}")
        return lines


class Applied(msgspec.Struct, frozen=True):
    """One applied change and its cause."""

    turn: int
    change: Change
    cause: Cause


class Trail:
    """Keeps the last folds and changes of a session.

    Attributes:
        keep: how many records of each kind are kept.
    """

    def __init__(self, keep: int = 2000) -> None:
        self.keep = keep
        self.folds: list[Fold] = []
        self.changes: list[Applied] = []

    def folded(
        self,
        session: Session,
        hook: str,
        event: Any,
        base: Mapping[str, int],
        proposals: tuple[Proposal, ...],
        final: Mapping[str, int],
    ) -> None:
        """Records one fold."""
        self.folds.append(Fold(session.state.turn, hook, event, dict(base), proposals, dict(final)))
        if len(self.folds) > 2 * self.keep:
            del self.folds[: self.keep]

    def changed(self, session: Session, change: Change, cause: Cause) -> None:
        """Records one applied change."""
        self.changes.append(Applied(session.state.turn, change, cause))
        if len(self.changes) > 2 * self.keep:
            del self.changes[: self.keep]

    def last(self, hook: str) -> Fold | None:
        """The latest fold of a hook."""
        return next((fold for fold in reversed(self.folds) if fold.hook == hook), None)
