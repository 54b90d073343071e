"""Checks literal arguments of the API's functions and classes: an amount that is no whole number, text as a message."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, get_type_hints

from footfall.diagnostics.findings import Finding
from footfall.engine.model import Message

from .mod_source import SourceModule, Subject

API_MODULES = ("footfall.api", "footfall.api.grid")

EXPECTED: Mapping[Any, tuple[str, str]] = {
    int: ("a whole number", "write a whole number; mul(name, 3, 2) multiplies by one and a half"),
    str: ("text", "write it in quotes"),
    bool: ("True or False", "write True or False"),
    Message: ("a message", 'Message("ID"), with a line ID = ... in locale/en/'),
}
"""The types that are checked: what they are called, and how to write one."""


def check_literals(subject: Subject) -> Iterator[Finding]:
    """Yields findings about literal arguments of the wrong type."""
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                yield from _check_call(subject, module, node)


def _check_call(subject: Subject, module: SourceModule, call: ast.Call) -> Iterator[Finding]:
    package, _, name = module.resolve_name(call.func).rpartition(".")
    hints = _read_parameters(package, name) if package in API_MODULES else {}
    plain = call.args[: next((n for n, each in enumerate(call.args) if isinstance(each, ast.Starred)), None)]
    given = [*zip(hints, plain, strict=False), *((word.arg or "", word.value) for word in call.keywords)]
    for parameter, value in given:
        expected = EXPECTED.get(hints.get(parameter))
        kind = _find_literal_type(value)
        if expected is None or kind is None or kind is hints[parameter]:
            continue
        words, fix = expected
        text = f"{name}({parameter}={ast.unparse(value)}): {parameter} is {words}"
        yield Finding("bad-value", subject.id, text, module.locate(value), fix)


@cache
def _read_parameters(package: str, name: str) -> Mapping[str, Any]:
    """The type of each parameter of a function or class of the API, in order; empty if they are unknown."""
    target = getattr(import_module(package), name, None)
    try:
        hints = get_type_hints(target)
        parameters = inspect.signature(target).parameters if callable(target) else {}
    except (TypeError, ValueError, NameError):
        return {}
    named = (p.name for p in parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD))
    return {word: hints.get(word) for word in named}


def _find_literal_type(value: ast.expr) -> type | None:
    """The type of a literal; None for any other expression, and for None itself."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, (ast.USub, ast.UAdd)):
        value = value.operand
    if isinstance(value, ast.JoinedStr):
        return str
    return type(value.value) if isinstance(value, ast.Constant) and value.value is not None else None
