"""Records of a trace as lines of text, for modders."""

from collections.abc import Iterable, Iterator

from .descriptions import FieldFormats, describe, describe_answer
from .tracing import EntryTrace, Tracer


def trace_hooks(
    tracer: Tracer, hooks: Iterable[str], skip_folds: int = 0, skip_polls: int = 0, formats: FieldFormats | None = None
) -> Iterator[str]:
    """Yields one line per recorded call of some hooks.

    Args:
        skip_folds, skip_polls: number of records of each kind to skip.
        formats: how the game formats the values of fields.
    """
    hooks = frozenset(hooks)
    for fold in tracer.folds[skip_folds:]:
        if fold.hook in hooks:
            terms = []
            for term in fold.base:
                parts = [
                    f"{part.operation} {part.mod}{' (dropped)' if part.overridden_by else ''}"
                    for part in fold.list_contributions(term)
                ]
                result = [f"is {fold.final[term]}"] if parts else []
                terms.append(" ".join([f"{term} {fold.base[term]}", *parts, *result]))
            yield f"{fold.hook}: {describe(fold.event, formats)}: {'; '.join(terms)}"
    for poll in tracer.polls[skip_polls:]:
        if poll.hook in hooks:
            answers = "; ".join(f"{cause.mod} {describe_answer(answer, formats)}" for cause, answer in poll.answers)
            yield f"{poll.hook}: {describe(poll.event, formats)}: {answers}"


def explain(trace: EntryTrace, formats: FieldFormats | None = None) -> Iterator[str]:
    """Yields the records of an entry as lines: folds with their derivations, answers, changes, drops."""
    for fold in trace.folds:
        yield f"{fold.hook}: {describe(fold.event, formats)}"
        for term in fold.base:
            yield from (f"  {line}" for line in fold.explain(term))
    for poll in trace.polls:
        yield f"{poll.hook}: {describe(poll.event, formats)}"
        for cause, answer in poll.answers:
            note = f" ({poll.notes[cause]()})" if cause in poll.notes else ""
            yield f"  {cause.mod} {cause.location}: {describe_answer(answer, formats)}{note}"
    for chance in trace.chances:
        outcome = f": {describe(chance.outcome, formats)}" if chance.outcome is not None else ""
        yield f"{chance.mod} {chance.rule}: {', '.join(map(str, chance.dice))}{outcome}"
    for change in trace.changes:
        cause = change.cause
        yield f"{describe(change.change, formats)}  by {cause.mod} {cause.via} {cause.location}".rstrip()
    for drop in trace.drops:
        yield f"dropped: {drop.cause.mod} {drop.cause.via} {drop.location}: {drop.error}"
