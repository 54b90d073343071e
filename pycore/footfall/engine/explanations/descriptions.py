"""Describes commands, changes, events, the answers of hooks and the records of a trace in short lines."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from enum import Enum
from typing import Any, TypeAlias

import msgspec
import numpy as np

from ..model import ForeignCommand, Message
from .tracing import EntryTrace, Tracer

MAX_ITEMS = 4
"""Maximum number of items listed of a sequence; of a longer one, only the number of items is given."""

FieldFormats: TypeAlias = Mapping[str, Callable[[Any], str]]
"""Formats of field values, by field name."""

Translate: TypeAlias = Callable[[Any], str]


def _get_message_id(message: Message) -> str:
    return message.id


def describe(
    value: Any, formats: FieldFormats | None = None, translate: Translate = _get_message_id, omit: Collection[str] = ()
) -> str:
    """Returns a command, change or event in one line: its short tag, then its fields.

    Fields without a value are omitted, and so is the content of large values: of a structure, its kind and id
    are given; of a long list, the number of items; of an array, its size.

    Args:
        formats: how to format the values of some fields.
        omit: names of fields to omit.
    """
    if type(value) is ForeignCommand:
        fields = dict(value.data)
        tag = str(fields.pop("type", ""))
    else:
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        tag = str(value.__struct_config__.tag or type(value).__name__)
    parts = []
    for name, field in fields.items():
        is_empty = field is None or (isinstance(field, (str, bytes, Sequence, Mapping, Set)) and not field)
        if name in omit or is_empty:
            continue
        try:
            text = formats[name](field) if formats and name in formats else _summarize(field, translate)
        except (TypeError, ValueError, LookupError):  # a mod's field of the same name
            text = _summarize(field, translate)
        parts.append(f"{name} {text}".strip())
    return f"{tag.rpartition(':')[2]} {', '.join(parts)}".strip()


def describe_answer(answer: Any, formats: FieldFormats | None = None, translate: Translate = _get_message_id) -> str:
    """Returns the answer of a hook in one line."""
    answers = answer if isinstance(answer, (list, tuple)) else [answer]
    if not answers:
        return "nothing"
    if len(answers) > MAX_ITEMS:
        return f"{len(answers)} items"
    return "; ".join(
        describe(each, formats, translate)
        if isinstance(each, msgspec.Struct) and not isinstance(each, Message)
        else _summarize(each, translate) or type(each).__name__
        for each in answers
    )


def _summarize(value: Any, translate: Translate) -> str:
    """Returns a value in a few words, or ``""`` for a structure without kind and id."""
    match value:
        case None | bool() | np.bool_():
            return "none" if value is None else "yes" if value else "no"
        case Message():
            return translate(value)
        case Enum():
            return value.name.lower()
        case str() | int() | float() | np.generic():
            return str(value)
        case np.ndarray():
            return f"[{'×'.join(map(str, value.shape))}]"
        case bytes():
            return f"{len(value)} bytes"
        case list() | tuple() if len(value) <= MAX_ITEMS:
            items = [_summarize(item, translate) or type(item).__name__ for item in value]
            return f"({', '.join(items)})"
        case list() | tuple() | set() | frozenset() | Mapping():
            return f"{len(value)} {'item' if len(value) == 1 else 'items'}"
    names = (getattr(value, name, None) for name in ("kind", "id"))
    return " ".join(_summarize(name, translate) for name in names if isinstance(name, (str, int, Enum)))


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
