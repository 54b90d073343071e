"""Checks names that are defined nowhere, with pyflakes, and literal arguments of the wrong type.

Literals are checked in calls of the API: an amount that is not a whole number, text instead of a message.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_type_hints

from footfall.diagnostics.findings import Finding, suggest
from footfall.engine.model import Message

from .mod_source import Subject

API_MODULES = ("footfall.api", "footfall.api.grid")

EXPECTED: Mapping[Any, tuple[str, str]] = {
    int: ("a whole number", "write a whole number; mul(name, 3, 2) multiplies by one and a half"),
    str: ("text", "write it in quotes"),
    bool: ("True or False", "write True or False"),
    Message: ("a message", 'Message("ID"), with a line ID = ... in locale/en/'),
}
"""The types that are checked: their names in messages, and how to write one."""


def can_check_names() -> bool:
    """Whether the package pyflakes is installed."""
    return find_spec("pyflakes") is not None


def check_names(subject: Subject) -> Iterator[Finding]:
    """Yields findings about names that are defined nowhere; none without pyflakes."""
    if not can_check_names():
        return
    from pyflakes import messages
    from pyflakes.checker import Checker

    undefined = (messages.UndefinedName, messages.UndefinedLocal, messages.UndefinedExport)
    for module in subject.modules.values():
        try:
            found = sorted(
                Checker(module.tree, module.display_path).messages, key=lambda message: (message.lineno, message.col)
            )
        except RecursionError:  # nested too deeply; the loader limits the depth of code that runs
            continue
        stars = module.list_star_exports()
        uses: dict[tuple[str, int], None] = {}
        for message in found:
            name = str(message.message_args[0]) if message.message_args else ""
            is_from_star = isinstance(message, messages.ImportStarUsage) and stars is not None and name not in stars
            if isinstance(message, undefined) or is_from_star:
                uses[name, int(message.lineno)] = None
        known = sorted({*module.defined_names, *module.imported_names})
        for name, line in uses:
            text = f"there is no name {name!r} here{suggest(name, known)}"
            place, fix = f"{module.display_path}:{line}", "define or import it, or correct it"
            yield subject.report("undefined-name", text, place, fix, typo=(name, known))


def check_literals(subject: Subject) -> Iterator[Finding]:
    """Yields findings about literal arguments of the wrong type."""
    for module, call in subject.find_nodes(ast.Call):
        package, _, name = module.resolve_name(call.func).rpartition(".")
        hints = _read_parameters(package, name) if package in API_MODULES else {}
        starred = (index for index, argument in enumerate(call.args) if isinstance(argument, ast.Starred))
        positional = call.args[: next(starred, None)]
        given = [*zip(hints, positional, strict=False), *((word.arg or "", word.value) for word in call.keywords)]
        for parameter, value in given:
            expected, kind = EXPECTED.get(hints.get(parameter)), _find_literal_type(value)
            if expected is not None and kind is not None and kind is not hints[parameter]:
                text = f"{name}({parameter}={ast.unparse(value)}): {parameter} is {expected[0]}"
                yield subject.report("bad-value", text, module.locate(value), expected[1])


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
