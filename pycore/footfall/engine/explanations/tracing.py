"""Tracing: an optional record of folds, polls and changes with their causes.

The why page, ``footfall why``, the replay viewer and tests all read it. Records are data; the reader formats
them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias

import msgspec

from ..dice import Serials
from ..model import Cause, Change, Message, Op, Term
from ..state import State
from ..terms import Proposal

Notes: TypeAlias = "Mapping[Cause, Callable[[], str]]"
"""Explanation of a rule, computed on demand, by cause."""

_SIGNS = {Op.SET: "=", Op.ADD: "+", Op.MUL: "×"}


def format_term(term: Term) -> str:
    """Returns a proposal for a term as explanations show it: ``"=3"``, ``"+1"``, ``"-2"``, ``"×3/2"``."""
    sign = "" if term.op is Op.ADD and term.value < 0 else _SIGNS[term.op]
    return f"{sign}{term.value}" + (f"/{term.divisor}" if term.divisor != 1 else "")


class Contribution(msgspec.Struct, frozen=True, rename={"location": "where"}):
    """A mod's proposal for one term.

    Attributes:
        operation: ``"=3"``, ``"+1"``, ``"×3/2"``.
        location: ``file:line`` of the hook.
        overridden_by: the mod that set the term afterwards, which makes this proposal void; or ``""``.
        expression: the expressions of a rule as data, with the values that they read.
    """

    operation: str
    mod: str
    location: str
    reason: str = ""
    overridden_by: str = ""
    expression: str = ""

    def __str__(self) -> str:
        reason = ": ".join(filter(None, (self.reason, self.expression)))
        reason = f" ({reason})" if reason else ""
        note = f" dropped: set again by {self.overridden_by}" if self.overridden_by else ""
        return f"{self.operation} {self.mod} {self.location}{reason}{note}"


class FoldRecord(msgspec.Struct, frozen=True, gc=False):
    """One fold.

    Attributes:
        base, final: the terms before and after the proposals.
        checked_proposals: the proposals, if they were checked one by one.
        entry: serial of the agenda entry that called the hook.
        notes: the expressions of the rules as data among the proposals, by cause.
        answers, terms: the answers of the listeners and the terms in each, if they answered with terms alone.
    """

    turn: int
    hook: str
    event: Any
    base: Mapping[str, int]
    checked_proposals: tuple[Proposal, ...]
    final: Mapping[str, int]
    entry: int = 0
    notes: Notes = {}
    answers: Sequence[tuple[Any, Any]] = ()
    terms: Sequence[Sequence[Term]] = ()

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """The proposals, built when they are read: most records never are."""
        plain = zip(self.answers, self.terms, strict=True)
        return self.checked_proposals or tuple(
            [Proposal(listener.cause, tuple(terms)) for (listener, _), terms in plain]
        )

    def list_contributions(self, term: str) -> list[Contribution]:
        """Returns the proposals for one term, in mod order."""
        proposals = self.proposals
        setters = [p for p in proposals for t in p.terms if t.name == term and t.op is Op.SET]
        contributions = []
        for proposal in proposals:
            for part in proposal.terms:
                if part.name == term:
                    is_void = part.op is Op.SET and proposal is not setters[-1]
                    cause, overridden_by = proposal.cause, setters[-1].cause.mod if is_void else ""
                    expression = self.notes[cause]() if cause in self.notes else ""
                    operation = format_term(part)
                    contributions.append(
                        Contribution(operation, cause.mod, cause.location, part.reason, overridden_by, expression)
                    )
        return contributions

    def explain(self, term: str) -> list[str]:
        """Returns the derivation of one term as lines: base, each contribution with ``file:line``, result."""
        steps = [f"  {contribution}" for contribution in self.list_contributions(term)]
        return [f"{term}: base {self.base[term]}", *steps, f"  = {self.final[term]}"]


class PollRecord(msgspec.Struct, frozen=True, gc=False):
    """A vote, first or notify hook with at least one answer."""

    turn: int
    hook: str
    event: Any
    answers: tuple[tuple[Cause, Any], ...]
    entry: int = 0
    notes: Notes = {}


class ChangeRecord(msgspec.Struct, frozen=True, gc=False):
    """One applied change and its cause.

    Attributes:
        log_message: the log line that it produced.
    """

    turn: int
    change: Change
    cause: Cause
    entry: int = 0
    log_message: Message | None = None


class DropRecord(msgspec.Struct, frozen=True, gc=False, rename={"location": "where"}):
    """A dropped result of a mod that failed.

    Attributes:
        location: ``file:line`` that failed.
    """

    turn: int
    cause: Cause
    location: str
    error: str
    entry: int = 0


class Die(msgspec.Struct, frozen=True, gc=False):
    """A die that was rolled.

    Attributes:
        part: for a chance of `part` in `high`, the highest face at which it comes about; else 0.
    """

    name: str
    face: int
    low: int
    high: int
    part: int = 0

    def __str__(self) -> str:
        limit = f"at most {self.part} of {self.high}" if self.part else f"{self.low} to {self.high}"
        return f"{self.name} {self.face} ({limit})"


class ChanceRecord(msgspec.Struct, frozen=True, gc=False, rename={"text": "shown"}):
    """A rule of chance of a mod that took effect.

    Attributes:
        text: id of the text that says what it decides, or ``""``.
        outcome: the outcome of a rule in Python.
    """

    turn: int
    mod: str
    rule: str
    text: str
    dice: tuple[Die, ...]
    outcome: Any = None
    entry: int = 0


class NoChangesRecord(msgspec.Struct, frozen=True, gc=False):
    """A deed of a rule that did nothing.

    Attributes:
        cause: the rule.
        reason: words that follow a colon.
    """

    turn: int
    cause: Cause
    deed: str
    reason: Message
    entry: int = 0


class FigureShare(msgspec.Struct, frozen=True):
    """One contribution to a figure.

    Attributes:
        source: its origin in words.
        amount: as displayed: ``"4"``, ``"+2"``, ``"= 0"``, ``"×2"``.
        record: kind, id and field of the record that defines it.
    """

    source: Message | str
    amount: str
    record: tuple[str, str, str] = ("", "", "")


class Figure(msgspec.Struct, frozen=True):
    """A number on the screen with its contributions (`Presentation.figures`)."""

    name: Message
    value: str
    shares: tuple[FigureShare, ...] = ()


class EntryTrace(msgspec.Struct):
    """All records of one agenda entry."""

    turn: int
    folds: list[FoldRecord] = []
    polls: list[PollRecord] = []
    changes: list[ChangeRecord] = []
    drops: list[DropRecord] = []
    chances: list[ChanceRecord] = []
    no_changes: list[NoChangesRecord] = []

    @property
    def log_messages(self) -> list[Message]:
        """The log lines of the entry."""
        return [change.log_message for change in self.changes if change.log_message is not None]


_KINDS = ("changes", "folds", "polls", "drops", "chances", "no_changes")
"""The lists of records of a tracer and of an entry, in the order in which the traces of entries are built."""


class TracedSession(Protocol):
    """The part of a session that the tracer reads."""

    state: State
    serials: Serials
    contexts: Mapping[str, Any]
    rules: Any


_NO_NOTES: Notes = {}


def _read_notes(session: TracedSession, event: Any, causes: Iterable[Cause]) -> Notes:
    """Reads the values that the rules as data among some causes have read; nothing has changed since."""
    rules = session.rules.hooks.rules
    return {
        cause: partial(rules[cause].describe_values, rules[cause].read_values(event, session.contexts[cause.mod]))
        for cause in causes
        if cause in rules
    }


class Tracer:
    """Keeps the latest records of a session.

    Attributes:
        keep: minimum number of records of each kind to keep. The default fits into the processor's cache; cache
            misses are most of the cost of tracing.
    """

    def __init__(self, keep: int = 250) -> None:
        self.keep = keep
        self._folds: list[Any] = []
        self.polls: list[PollRecord] = []
        self.changes: list[ChangeRecord] = []
        self.drops: list[DropRecord] = []
        self.chances: list[ChanceRecord] = []
        self.no_changes: list[NoChangesRecord] = []

    @property
    def folds(self) -> list[FoldRecord]:
        """The records of folds, of which those of plain answers are built now."""
        for index, fold in enumerate(self._folds):
            if type(fold) is tuple:
                self._folds[index] = FoldRecord(*fold)
        return self._folds

    def record_fold(
        self,
        session: TracedSession,
        hook: str,
        event: Any,
        base: Mapping[str, int],
        proposals: tuple[Proposal, ...],
        final: Mapping[str, int],
    ) -> None:
        """Records one fold; the caller must not alter `base` and `final` afterwards."""
        notes = _NO_NOTES
        if proposals and session.rules.hooks.rules:
            notes = _read_notes(session, event, [proposal.cause for proposal in proposals])
        serial = session.serials.serial
        self._add(self._folds, FoldRecord(session.state.turn, hook, event, base, proposals, final, serial, notes))

    def record_plain_fold(
        self,
        session: TracedSession,
        hook: str,
        event: Any,
        base: Mapping[str, int],
        answers: Sequence[tuple[Any, Any]],
        final: Mapping[str, int],
    ) -> None:
        """Records a fold whose listeners answered with lists of terms, which are copied.

        Args:
            answers: pairs of a listener and its answer.
        """
        terms = [tuple(answer) for _, answer in answers]
        rules = session.rules.hooks.rules
        notes = _read_notes(session, event, [listener.cause for listener, _ in answers]) if rules else _NO_NOTES
        turn, serial, folds = session.state.turn, session.serials.serial, self._folds
        folds.append((turn, hook, event, base, (), final, serial, notes, answers, terms))
        if len(folds) > 2 * self.keep:
            del folds[: self.keep]

    def record_poll(self, session: TracedSession, hook: str, event: Any, results: Iterable[tuple[Any, Any]]) -> None:
        """Records the answers to a vote, first or notify hook."""
        answers = tuple((listener.cause, result) for listener, result in results)
        if answers:
            rules = session.rules.hooks.rules
            notes = _read_notes(session, event, [cause for cause, _ in answers]) if rules else _NO_NOTES
            self._add(self.polls, PollRecord(session.state.turn, hook, event, answers, session.serials.serial, notes))

    def record_change(
        self, session: TracedSession, change: Change, cause: Cause, log_message: Message | None = None
    ) -> None:
        """Records one applied change."""
        self._add(self.changes, ChangeRecord(session.state.turn, change, cause, session.serials.serial, log_message))

    def record_drop(self, session: TracedSession, cause: Cause, place: str, error: str) -> None:
        """Records a dropped result of the line `place`."""
        self._add(self.drops, DropRecord(session.state.turn, cause, place, error, session.serials.serial))

    def record_chance(
        self, session: TracedSession, mod: str, rule: str, shown: str, dice: tuple[Die, ...], outcome: Any
    ) -> None:
        """Records a rule of chance of a mod that took effect."""
        serial = session.serials.serial
        self._add(self.chances, ChanceRecord(session.state.turn, mod, rule, shown, dice, outcome, serial))

    def record_no_changes(self, session: TracedSession, cause: Cause, deed: str, reason: Message) -> None:
        """Records a deed of a rule that did nothing."""
        self._add(self.no_changes, NoChangesRecord(session.state.turn, cause, deed, reason, session.serials.serial))

    def _add(self, records: list[Any], record: Any) -> None:
        records.append(record)
        if len(records) > 2 * self.keep:
            del records[: self.keep]

    def discard_entry(self, entry: int) -> None:
        """Deletes the folds, polls, chances and empty deeds of a refused command."""
        for records in (self.folds, self.polls, self.chances, self.no_changes):
            while records and records[-1].entry == entry:
                records.pop()

    def clear(self) -> None:
        """Deletes all records."""
        for kind in _KINDS:
            getattr(self, kind).clear()

    def list_entry_traces(self, since: int = 0) -> list[EntryTrace]:
        """Returns the records grouped by entry, in order, from turn `since` on.

        A serial belongs to one entry of one turn. Folds and polls of a command before its acceptance count
        towards the turn that it starts.
        """
        traces: dict[int, EntryTrace] = {}
        for kind in _KINDS:
            records: list[Any] = getattr(self, kind)
            first = bisect_left(records, since - 1, key=lambda record: record.turn)  # they are in order of turns
            for record in records[first:]:
                trace = traces.setdefault(record.entry, EntryTrace(record.turn))
                trace.turn = max(trace.turn, record.turn)
                getattr(trace, kind).append(record)
        return sorted((trace for trace in traces.values() if trace.turn >= since), key=lambda trace: trace.turn)
