"""Evaluates an expression of rules as data in a running game, without an event."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from footfall.engine.session import Session
from footfall.expressions.checker import Scope, check_expression
from footfall.expressions.errors import ExpressionError
from footfall.expressions.python import PythonWriter
from footfall.expressions.tokens import THOUSANDTHS
from footfall.expressions.typed import BOOLEAN, DECIMAL, TEXT

from .rule_scope import Vocabulary

FIELDS: Mapping[str, str] = {"actor": "actor"}
"""What stands for an event: the actor or seat whom the game asks."""


def evaluate_expression(source: str, vocabulary: Vocabulary, session: Session) -> str:
    """Returns the value of an expression here and now, as rules write it.

    Dice and memory are not read: the value changes nothing, and belongs to no mod.

    Raises:
        ExpressionError: it is not valid, or a reading fails.
    """
    scope = Scope(FIELDS, vocabulary.readings.readable, dict(session.state.settings), dice=False, memory=False)
    typed = check_expression(source, scope)
    writer = PythonWriter(vocabulary.readings.functions)
    code = compile(writer.write(typed), "<console>", "eval")
    question = session.state.question
    event = SimpleNamespace(actor=question.actor if question is not None else 0)
    try:
        value = eval(code, writer.names, {"event": event, "ctx": session.context()})
    except Exception as error:
        raise ExpressionError(f"{type(error).__name__}: {error}", 1, "value") from None
    return _show(value, typed.type)


def _show(value: Any, type: str) -> str:
    if type == DECIMAL:
        return f"{value / THOUSANDTHS:.3f}".rstrip("0").rstrip(".")
    if type == BOOLEAN:
        return "true" if value else "false"
    return f"'{value}'" if type == TEXT else str(value)
