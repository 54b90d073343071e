"""Hook spies: record every call of a hook and the answers of mods; and explanations of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.diagnostics.findings import suggest
from footfall.engine.declarations.rules import HookKind
from footfall.engine.explanations.tracing import FoldRecord, format_term
from footfall.engine.host import Host
from footfall.engine.session import Session

from .dice import ExpectationError


class HookCall(msgspec.Struct, frozen=True):
    """One call of a hook.

    Attributes:
        answers: mod and return value of each implementation that returned one, in call order.
    """

    event: Any
    answers: tuple[tuple[str, Any], ...]


class HookSpy:
    """Records the calls of a hook; implementations run as before.

    Attributes:
        hook: name of the hook.
        calls: all calls in order.
    """

    def __init__(self, session: Session, hook: str) -> None:
        """Installs the spy.

        Raises:
            ExpectationError: there is no such hook, or it is only called at start.
        """
        published = hook.partition(":")[0] in session.rules.mods
        if hook not in SPECS and not published:
            raise ExpectationError(f"there is no hook {hook!r}{suggest(hook, SPECS)}")
        if not published and find_hook_kind(hook) in (HookKind.CHAIN, HookKind.COLLECT):
            raise ExpectationError(f"{hook} is called at start, not during play, and cannot be spied on")
        self.hook = hook
        self.calls: list[HookCall] = []
        dispatch = session.dispatch.get(hook)

        def call_and_record(event: Any, host: Host) -> list[Any]:
            results = dispatch(event, host) if dispatch is not None else []
            self.calls.append(HookCall(event, tuple((listener.mod, answer) for listener, answer in results)))
            return results

        session.dispatch = {**session.dispatch, hook: call_and_record}
        session.reactions = session.rules.list_reactions(session.dispatch)
        # Without batches the hook is called once per event, with the same answers.
        session.batch_dispatch = {name: call for name, call in session.batch_dispatch.items() if name != hook}

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[HookCall]:
        return iter(self.calls)

    @property
    def events(self) -> list[Any]:
        """Events of all calls, in order."""
        return [call.event for call in self.calls]

    def list_answers(self, mod: str) -> list[Any]:
        """Returns the answers of one mod, in order."""
        return [answer for call in self.calls for owner, answer in call.answers if owner == mod]

    def clear(self) -> None:
        """Discards all recorded calls."""
        self.calls.clear()


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
        """Returns the proposals of one mod, such as ``("×2",)``."""
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
