"""Why: the record of folds, votes and changes with their causes, kept only when somebody asks for it.

One account for every place that explains a game: the why page, ``footfall why``, replays that are watched,
tests. What a `FoldRecord` or an `EntryTrace` says is data; who shows it puts it into words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from .model import Cause, Change, Message, Op
from .serials import Serials
from .state import State
from .terms import Proposal

OP_SIGNS = {Op.SET: "=", Op.ADD: "+", Op.MUL: "×"}


class Contribution(msgspec.Struct, frozen=True):
    """What one mod proposed for one number.

    Attributes:
        what: ``"=3"``, ``"+1"``, ``"×3/2"``.
        where: ``file:line`` of the hook.
        dropped: the mod that set the number again, so that this counts for nothing; ``""`` if it counts.
    """

    operation: str
    mod: str
    where: str
    reason: str = ""
    overridden_by: str = ""

    def __str__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        note = f" dropped: set again by {self.overridden_by}" if self.overridden_by else ""
        return f"{self.operation} {self.mod} {self.where}{why}{note}"


class FoldRecord(msgspec.Struct, frozen=True, gc=False):
    """One fold: the event, the base terms, every proposal, the final terms.

    Attributes:
        entry: serial of the agenda entry it was asked in.
    """

    turn: int
    hook: str
    event: Any
    base: Mapping[str, int]
    proposals: tuple[Proposal, ...]
    final: Mapping[str, int]
    entry: int = 0

    def list_contributions(self, term: str) -> list[Contribution]:
        """What mods proposed for one term, in mod order."""
        standing = [p for p in self.proposals for t in p.terms if t.name == term and t.op is Op.SET]
        out = []
        for proposal in self.proposals:
            for part in proposal.terms:
                if part.name == term:
                    amount = f"{part.value}/{part.divisor}" if part.divisor != 1 else str(part.value)
                    again = part.op is Op.SET and proposal is not standing[-1]
                    cause, dropped = proposal.cause, standing[-1].cause.mod if again else ""
                    what = f"{OP_SIGNS[part.op]}{amount}"
                    out.append(Contribution(what, cause.mod, cause.where, part.reason, dropped))
        return out

    def explain(self, term: str) -> list[str]:
        """The chain behind one term: base, each mod's part with file:line, the result."""
        links = [f"  {link}" for link in self.list_contributions(term)]
        return [f"{term}: base {self.base[term]}", *links, f"  = {self.final[term]}"]


class PollRecord(msgspec.Struct, frozen=True, gc=False):
    """A vote, a first answer or a notification that somebody answered: by whom, and what."""

    turn: int
    hook: str
    event: Any
    answers: tuple[tuple[Cause, Any], ...]
    entry: int = 0


class ChangeRecord(msgspec.Struct, frozen=True, gc=False):
    """One applied change and its cause.

    Attributes:
        told: the line of the log that it led to.
    """

    turn: int
    change: Change
    cause: Cause
    entry: int = 0
    log_message: Message | None = None


class DropRecord(msgspec.Struct, frozen=True, gc=False):
    """What a mod wanted and did not get: it failed."""

    turn: int
    cause: Cause
    error: str
    entry: int = 0


class FigureShare(msgspec.Struct, frozen=True):
    """One part of a figure.

    Attributes:
        what: what it comes from.
        amount: as it is read: ``"4"``, ``"+2"``, ``"= 0"``, ``"×2"``.
        record: kind and id of the record that says so, and the field: for who wrote it.
    """

    what: Message | str
    amount: str
    record: tuple[str, str, str] = ("", "", "")


class Figure(msgspec.Struct, frozen=True):
    """A number on the screen and what it is made of (`Game.figures`)."""

    name: Message
    value: str
    shares: tuple[FigureShare, ...] = ()


class EntryTrace(msgspec.Struct):
    """All that happened in one entry of the agenda: the numbers, the answers, the changes, what was dropped."""

    turn: int
    folds: list[FoldRecord] = []
    polls: list[PollRecord] = []
    changes: list[ChangeRecord] = []
    drops: list[DropRecord] = []

    @property
    def log_messages(self) -> list[Message]:
        """What the log said of it."""
        return [change.log_message for change in self.changes if change.log_message is not None]


class TracedSession(Protocol):
    """What the tracer reads of a session."""

    state: State
    serials: Serials


class Tracer:
    """Keeps the last folds and changes of a session.

    Attributes:
        keep: how many records of each kind are kept at least; few enough to stay in the cache of the processor,
            which is most of what recording costs.
    """

    def __init__(self, keep: int = 250) -> None:
        self.keep = keep
        self.folds: list[FoldRecord] = []
        self.polls: list[PollRecord] = []
        self.changes: list[ChangeRecord] = []
        self.drops: list[DropRecord] = []

    def record_fold(
        self,
        session: TracedSession,
        hook: str,
        event: Any,
        base: Mapping[str, int],
        proposals: tuple[Proposal, ...],
        final: Mapping[str, int],
    ) -> None:
        """Records one fold; `base` and `final` are not altered afterwards."""
        folds = self.folds
        folds.append(
            FoldRecord(session.state.turn, hook, event, base, proposals, final, session.serials.serial)
        )
        if len(folds) > 2 * self.keep:
            del folds[: self.keep]

    def record_poll(
        self, session: TracedSession, hook: str, event: Any, results: Iterable[tuple[Any, Any]]
    ) -> None:
        """Records who answered a vote, a first answer or a notification."""
        answers = tuple((listener.cause, result) for listener, result in results)
        if answers:
            self.polls.append(PollRecord(session.state.turn, hook, event, answers, session.serials.serial))
            _trim(self.polls, self.keep)

    def record_change(
        self, session: TracedSession, change: Change, cause: Cause, log_message: Message | None = None
    ) -> None:
        """Records one applied change."""
        self.changes.append(
            ChangeRecord(session.state.turn, change, cause, session.serials.serial, log_message)
        )
        _trim(self.changes, self.keep)

    def record_drop(self, session: TracedSession, cause: Cause, error: str) -> None:
        """Records what was dropped, and why."""
        self.drops.append(DropRecord(session.state.turn, cause, error, session.serials.serial))
        _trim(self.drops, self.keep)

    def discard_entry(self, entry: int) -> None:
        """Forgets what a command asked that was refused: nothing happened."""
        for line in (self.folds, self.polls):
            while line and line[-1].entry == entry:
                line.pop()

    def find_last_fold(self, hook: str) -> FoldRecord | None:
        """The latest fold of a hook."""
        return next((fold for fold in reversed(self.folds) if fold.hook == hook), None)

    def clear(self) -> None:
        """Forgets everything."""
        for line in (self.folds, self.polls, self.changes, self.drops):
            line.clear()

    def list_entry_traces(self, since: int = 0) -> list[EntryTrace]:
        """What happened, entry by entry, in order, from turn `since` on.

        A serial belongs to one entry of one turn. What a command asks before it is accepted counts to the
        turn that it makes.
        """
        found: dict[int, EntryTrace] = {}
        for line in (self.changes, self.folds, self.polls, self.drops):
            for one in _records_since(line, since - 1):
                episode = found.setdefault(one.entry, EntryTrace(one.turn))
                episode.turn = max(episode.turn, one.turn)
                getattr(episode, _FIELD_OF_RECORD[type(one)]).append(one)
        return sorted((each for each in found.values() if each.turn >= since), key=lambda each: each.turn)


_FIELD_OF_RECORD: Mapping[type, str] = {
    FoldRecord: "folds",
    PollRecord: "polls",
    ChangeRecord: "changes",
    DropRecord: "drops",
}


def _records_since(line: list[Any], turn: int) -> list[Any]:
    """The records of a turn and later ones; they stand in this order."""
    return line[bisect_left(line, turn, key=lambda one: one.turn) :]


def _trim(line: list[Any], keep: int) -> None:
    if len(line) > 2 * keep:
        del line[:keep]


def describe(value: Any) -> str:
    """A change or an event in one line: its kind, then its fields."""
    tag = str(value.__struct_config__.tag or type(value).__name__)
    parts = []
    for name in value.__struct_fields__:
        field = getattr(value, name)
        text = repr(field) if not isinstance(field, msgspec.Struct) else type(field).__name__
        if type(field) in (int, str, bool) or len(text) <= 24:
            parts.append(f"{name} {field}" if isinstance(field, str) else f"{name} {text}")
    return f"{tag.rpartition(':')[2]} {', '.join(parts)}".strip()


def trace_hooks(
    tracer: Tracer, hooks: Iterable[str], skip_folds: int = 0, skip_polls: int = 0
) -> Iterator[str]:
    """Every asking of some hooks in one line each.

    Args:
        folds, asked: how many records of each kind to pass over.
    """
    hooks = frozenset(hooks)
    for fold in tracer.folds[skip_folds:]:
        if fold.hook in hooks:
            terms = "; ".join(" ".join(_format_term(fold, term)) for term in fold.base)
            yield f"{fold.hook}: {describe(fold.event)}: {terms}"
    for one in tracer.polls[skip_polls:]:
        if one.hook in hooks:
            answers = "; ".join(f"{cause.mod} {answer!r}" for cause, answer in one.answers)
            yield f"{one.hook}: {describe(one.event)}: {answers}"


def _format_term(fold: FoldRecord, term: str) -> Iterator[str]:
    yield f"{term} {fold.base[term]}"
    for link in fold.list_contributions(term):
        yield f"{link.operation} {link.mod}{' (dropped)' if link.overridden_by else ''}"
    if fold.list_contributions(term):
        yield f"is {fold.final[term]}"


def explain(trace: EntryTrace) -> Iterator[str]:
    """An episode as lines: numbers with their chains, answers, changes with their causes, what was dropped."""
    for fold in trace.folds:
        yield f"{fold.hook}: {describe(fold.event)}"
        for term in fold.base:
            yield from (f"  {line}" for line in fold.explain(term))
    for asked in trace.polls:
        yield f"{asked.hook}: {describe(asked.event)}"
        yield from (f"  {cause.mod} {cause.where}: {answer!r}" for cause, answer in asked.answers)
    for change in trace.changes:
        yield f"{describe(change.change)}  by {change.cause.mod} {change.cause.via} {change.cause.where}".rstrip()
    for lost in trace.drops:
        yield f"dropped: {lost.cause.mod} {lost.cause.via} {lost.cause.where}: {lost.error}"
