"""Conditions in the fields of records, such as the rows of tables: compiled when a game is loaded, asked in play."""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from footfall.content.records import Records
from footfall.content.schemas.schema import iter_conditions, schema_of
from footfall.diagnostics.findings import Edit, Finding
from footfall.engine.host import RowCondition
from footfall.engine.model import Cause
from footfall.engine.session import Session
from footfall.expressions.checker import check_expression
from footfall.expressions.python import PythonWriter
from footfall.expressions.syntax import THOUSANDTHS, ExpressionError
from footfall.expressions.typed import BOOLEAN, DECIMAL, Scope

from .rule import show_value
from .scope import Vocabulary
from .values import EXPRESSION_CODES, make_fault
from .words import WordResolver, WordTable


def compile_row_conditions(
    records: Records, vocabulary: Vocabulary, settings: Mapping[str, Any], words: WordTable
) -> tuple[dict[str, RowCondition], list[Finding]]:
    """Compiles the conditions of all records.

    Args:
        settings: world settings by full name.

    Returns:
        The conditions by text, and findings about those that are not valid, which never hold.
    """
    conditions: dict[str, RowCondition] = {}
    findings: list[Finding] = []
    for mod, place, text, things in _list_conditions(records):
        readings, fields = vocabulary.readings, {thing: thing for thing in things}
        scope = Scope(fields, readings.readable, settings, False, NO_MEMORY, lists=readings.lists)
        try:
            typed = check_expression(text, scope, (BOOLEAN,))
            typed = WordResolver(text, None, vocabulary.readings, words).resolve(typed)
            writer = PythonWriter(readings.early, arguments=things)
            source = f"lambda ctx, {''.join(f'{thing}=None, ' for thing in things)}: {writer.write(typed)}"
            ask: Callable[..., bool] = eval(compile(source, "<condition>", "eval"), writer.names)
            conditions.setdefault(text, RowCondition(ask, Cause(mod, f"condition {text!r}", place)))
        except ExpressionError as error:
            edit = Edit.replace_word(place, error.wrong_word, error.suggestion) if error.wrong_word else None
            fix = f"words: {', '.join(error.words)}" if error.words else "correct it; until then it never holds"
            message = f"condition {text!r}, column {error.column}: {error}"
            findings.append(Finding(EXPRESSION_CODES[error.kind], mod, message, place, fix, edit=edit))
        except Exception as error:
            findings.append(make_fault(mod, f"condition {text!r}", place, error))
    return conditions, findings


def _list_conditions(records: Records) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Yields the writer, the place, the text and the things of each condition."""
    history = records.history
    kinds = {
        name: kind.type for name, kind in records.record_kinds.items() if "condition" in schema_of(kind.type).marks
    }
    for (kind, id), resolved in history.records.items() if history is not None and kinds else ():
        if kind in kinds:
            for path, text, mark in iter_conditions(schema_of(kinds[kind]), resolved.raw):
                writes = resolved.find_writes(path)
                mod = writes[-1].mod if writes else id.partition(":")[0]
                yield mod, writes[-1].locate(path) if writes else "", text, mark.things


NO_MEMORY = "memory belongs to the rules of a mod; it is not read here"

FIELDS: Mapping[str, str] = {"actor": "actor"}
"""The fields that stand for an event: the actor or seat whom the game asks."""


def evaluate_expression(source: str, vocabulary: Vocabulary, session: Session) -> str:
    """Returns the value of an expression here and now, as rules write it.

    Dice and memory are not read: the value changes nothing, and belongs to no mod.

    Raises:
        ExpressionError: it is not valid, or a reading fails.
    """
    readings = vocabulary.readings
    scope = Scope(FIELDS, readings.readable, dict(session.state.settings), False, NO_MEMORY, lists=readings.lists)
    typed = check_expression(source, scope)
    words = WordTable(vocabulary.words, session.rules.records, vocabulary.deeds)
    typed = WordResolver(source, None, vocabulary.readings, words).resolve(typed)
    writer = PythonWriter(vocabulary.readings.functions)
    code = compile(writer.write(typed), "<console>", "eval")
    question = session.state.question
    event = SimpleNamespace(actor=question.actor if question is not None else 0)
    try:
        value = eval(code, {**writer.names, "event": event, "ctx": session.context()})
    except Exception as error:
        raise ExpressionError(f"{type(error).__name__}: {error}", 1, "value") from None
    return f"{value / THOUSANDTHS:.3f}".rstrip("0").rstrip(".") if typed.type == DECIMAL else show_value(value)
