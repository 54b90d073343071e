"""The chain behind one number, as a test asks about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.engine.model import Op
from footfall.engine.tracing import FoldRecord

from .errors import ExpectationError

_SIGNS = {Op.SET: "=", Op.ADD: "+", Op.MUL: "×"}


class TermProposal(msgspec.Struct, frozen=True):
    """What one mod proposed for one term.

    Attributes:
        what: ``"=3"``, ``"+1"``, ``"×2"``, ``"×3/2"``.
        where: ``file:line`` of the hook.
    """

    mod: str
    operation: str
    reason: str
    where: str


class Why(msgspec.Struct, frozen=True):
    """How a hook came to a number: printed, it is the whole chain.

    Attributes:
        event: what the hook was asked about.
        base: the number before any mod.
        final: the number the rules went on with.
        parts: what mods proposed, in mod order.
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
        """What one mod proposed, such as ``("×2",)``."""
        return tuple(part.operation for part in self.parts if part.mod == mod)

    def check(
        self,
        *,
        base: int | None = None,
        final: int | None = None,
        parts: Mapping[str, str | tuple[str, ...]] | None = None,
    ) -> None:
        """Holds the chain against what is expected of it.

        Args:
            parts: by mod what it proposed, such as ``{"you.hello": "×2"}``: all of it, and nobody else anything.

        Raises:
            Unmet: something differs; the text has the whole chain.
        """
        wrong = []
        if base is not None and base != self.base:
            wrong.append(f"base: expected {base}, found {self.base}")
        if final is not None and final != self.final:
            wrong.append(f"final: expected {final}, found {self.final}")
        if parts is not None:
            wanted = {mod: (each,) if isinstance(each, str) else tuple(each) for mod, each in parts.items()}
            found = {part.mod: self.list_proposals(part.mod) for part in self.parts}
            if wanted != found:
                wrong.append(f"parts: expected {wanted}, found {found}")
        if wrong:
            raise ExpectationError("\n".join([f"{self.hook}, {self.term}", *wrong, self.text]))


def build_why(fold: FoldRecord, term: str | None) -> Why:
    """The chain behind one term of a fold; None: its only one.

    Raises:
        Unmet: it has no such term, or several and none was named.
    """
    if term is None and len(fold.base) == 1:
        term = next(iter(fold.base))
    if term is None or term not in fold.base:
        what = f"has no term {term!r}" if term else "has several terms"
        raise ExpectationError(f"{fold.hook} {what}; it has: {', '.join(fold.base)}")
    parts = tuple(
        TermProposal(
            proposal.cause.mod,
            f"{_SIGNS[each.op]}{each.value}" + (f"/{each.divisor}" if each.divisor != 1 else ""),
            each.reason,
            proposal.cause.where,
        )
        for proposal in fold.proposals
        for each in proposal.terms
        if each.name == term
    )
    text = "\n".join(fold.explain(term))
    return Why(fold.hook, term, fold.event, fold.base[term], fold.final[term], parts, text)
