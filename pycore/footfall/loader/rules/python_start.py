"""The start of a function in Python, for a rule that cannot be data."""

import re
import typing

from footfall.api.readings import Reading

from ..hooks.contract import HookSpec

_LOOP = re.compile(r"\b(for|while|lambda)\b|[\[\]{}]|\bf['\"]")


def find_reason(source: str, is_syntax: bool, reading: Reading | None) -> str:
    """Returns why an expression needs Python, or ``""`` if it has a mistake instead.

    Args:
        is_syntax: it does not follow the grammar.
        reading: the reading that it names, whose value rules as data do not have.
    """
    if reading is not None:
        is_list = typing.get_origin(reading.type) in (tuple, list, set, frozenset, dict)
        value = "a list" if is_list else "no number, text, flag or thing"
        return f"{reading.rule_name!r} gives {value}"
    return "a rule has no loops, lists or built texts" if is_syntax and _LOOP.search(source) else ""


def write_start(spec: HookSpec, name: str, reading: Reading | None = None) -> str:
    """Returns the start of a listener in Python that takes the place of a rule."""
    owner, _, hook = spec.name.rpartition(":")
    lines = ["from footfall.api import hook"]
    call = ""
    if reading is not None:
        function = reading.read.__name__
        lines.append(f"from {reading.read.__module__} import {function}")
        subjects = ["event." + (spec.fields or ("actor",))[0]] * bool(reading.parameters)
        call = f"    found = {function}({', '.join(['ctx', *subjects, *list(reading.parameters)[1:]])})\n"
    marker = f'@hook.of("{owner}", "{hook}")' if owner else f"@hook.{hook}"
    arguments = ", ".join(spec.arguments)
    result = "return []" if spec.terms or not spec.arguments else "return None"
    return "\n".join([*lines, "", marker, f"def {name}({arguments}):"]) + f"\n{call}    {result}"
