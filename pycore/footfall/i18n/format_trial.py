"""Formats messages on trial, to find those in whose place a player would read an id or the name of a function."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .text_file import MAX_MESSAGE, iter_nodes

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

_TOO_LONG = f"has more than {MAX_MESSAGE:,} characters or 1,000 parts with the texts that it names"
_TOO_DEEP = "names itself, or too long a chain of texts"
_BAD_CALL = "calls a function that does not exist or cannot use these arguments"


def find_format_problem(bundle: FluentBundle, id: str, variables: Collection[str]) -> str:
    """Returns why a message cannot be formatted, or ``""``. Each of its variants is tried, and each variable is 1.

    Variables, messages and terms that do not exist are no problem here.
    """
    from fluent.syntax import ast

    arguments = dict.fromkeys(variables, 1)
    try:
        message = bundle.get_message(id)
        for pattern in filter(None, (message.value, *message.attributes.values())):
            for part in (pattern, *(variant.value for variant in iter_nodes(pattern, ast.Variant))):
                text, errors = bundle.format_pattern(part, arguments)
                problems = [*map(_name_error, errors), _TOO_LONG if len(str(text)) > MAX_MESSAGE else ""]
                if any(problems):
                    return next(filter(None, problems))
    except Exception as error:  # what a function raises for arguments of a wrong kind
        return _name_error(error)
    return ""


def _name_error(error: Exception) -> str:
    from fluent.runtime.errors import FluentCyclicReferenceError, FluentReferenceError

    if isinstance(error, FluentCyclicReferenceError | RecursionError):
        return _TOO_DEEP
    if isinstance(error, FluentReferenceError) and not str(error).startswith("Unknown function"):
        return ""
    return _TOO_LONG if str(error).startswith("Too many") else _BAD_CALL
