"""Renders the page of the modding API: every name with its attributes and methods."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import footfall.api
import footfall.api.grid
import footfall.api.scene
from footfall.diagnostics.docstrings import parse_field_docs

from .typenames import format_default, format_hint, list_fields, make_anchor, render_cell, render_prose

API_MODULES = (
    (footfall.api, "For every game."),
    (footfall.api.grid, "For games on a grid of tiles."),
    (footfall.api.scene, "Scenes: the contents of the screen."),
)


def render_api_page() -> Iterator[str]:
    """Yields the page of all names that a mod may import."""
    for module, text in API_MODULES:
        yield from (f"## {module.__name__}", "", text, "", "| name | |", "|---|---|")
        detailed = [(name, value, list(_list_members(value))) for name, value in list_exports(module)]
        for name, value, rows in detailed:
            signature = _format_signature(value)
            link = f"[`{name}`](#{make_anchor(name)})" + (f" `{signature}`" if signature else "")
            cell = link if rows or inspect.isfunction(value) else f"`{name}{signature}`"
            yield f"| {cell} | {render_cell(read_first_sentence(value))} |"
        yield ""
        for name, value, rows in detailed:
            if rows:
                yield from (f"### {name}", "", render_prose(_read_first_paragraph(value)), "")
                yield from ("| | |", "|---|---|", *rows, "")
            elif inspect.isfunction(value):
                yield from (f"### {name}", "", "```python", f"{name}{_format_call(value)}", "```", "")
                yield from (*_render_docstring(value), "")


def _list_members(value: Any) -> Iterator[str]:
    """Yields rows for the attributes and methods of a class."""
    if not isinstance(value, type):
        return
    fields = list(list_fields(value))
    for field in fields:
        default = "" if field.default is None else f" = {field.default}"
        declaration = f"{field.name}: {field.hint}{default}".replace("|", "\\|")
        yield f"| `{declaration}` | {render_cell(field.text)} |"
    for name, text in parse_field_docs(value).items():
        if name not in {field.name for field in fields}:
            yield f"| `{name}` | {render_cell(text)} |"
    for name, method in list_methods(value):
        yield f"| `{name}{_format_arguments(method)}` | {render_cell(read_first_sentence(method))} |"


def list_methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Yields methods and properties of a class and its bases in Footfall; one without a docstring has the base's."""
    seen: set[str] = set()
    for base in kind.__mro__:
        if base.__module__.startswith("footfall"):
            for name, member in vars(base).items():
                function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                is_public = not name.startswith("_") and name not in seen
                if is_public and inspect.isfunction(function):
                    seen.add(name)
                    if function.__doc__:
                        yield name, member


def _format_call(function: Any) -> str:
    """Returns the signature of a function with its types and defaults."""
    signature = inspect.signature(function)
    parts, has_star = [], False
    for p in signature.parameters.values():
        if p.kind is p.KEYWORD_ONLY and not has_star:
            parts.append("*")
        has_star = has_star or p.kind in (p.KEYWORD_ONLY, p.VAR_POSITIONAL)
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        hint = "" if p.annotation is p.empty else f": {format_hint(p.annotation)}"
        default = "" if p.default is p.empty else f" = {format_default(p.default)}"
        parts.append(f"{star}{p.name}{hint}{default}")
    result = signature.return_annotation
    return f"({', '.join(parts)})" + ("" if result is signature.empty else f" -> {format_hint(result)}")


def _render_docstring(value: Any) -> Iterator[str]:
    """Yields a docstring: its text, then its sections with a row per entry."""
    for line in (inspect.getdoc(value) or "").splitlines():
        entry = re.match(r"^ {4}(\*{0,2}\w[\w, *]*): (.*)$", line)
        if entry:
            yield f"- `{entry[1]}`: {render_prose(entry[2])}"
        elif re.match(r"^(Args|Returns|Raises|Yields|Example):+$", line):
            yield f"**{line.rstrip(':')}**"
            yield ""
        else:
            yield f"  {render_prose(line.strip())}" if line.startswith(" ") else render_prose(line)


def _format_arguments(member: Any) -> str:
    if isinstance(member, property):
        return ""
    parameters = inspect.signature(getattr(member, "__func__", member)).parameters.values()
    names = [
        ("*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else "") + p.name for p in parameters
    ]
    return f"({', '.join(names if isinstance(member, staticmethod) else names[1:])})"


def _read_first_paragraph(value: Any) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())


def list_exports(module: Any) -> Iterator[tuple[str, Any]]:
    """Yields the public classes and functions of a module of Footfall by name."""
    names = getattr(module, "__all__", None) or sorted(n for n in vars(module) if not n.startswith("_"))
    for name in names:
        value = getattr(module, name)
        is_own = getattr(value, "__module__", "").startswith("footfall") and not inspect.ismodule(value)
        if is_own and (inspect.isclass(value) or inspect.isfunction(value)):
            yield name, value


def _format_signature(value: Any) -> str:
    if isinstance(value, type):
        parts = list(list_fields(value))
        return f"({', '.join(part.name for part in parts)})" if parts else ""
    return f"({', '.join(inspect.signature(value).parameters)})"


def read_first_sentence(value: Any) -> str:
    """Returns the first sentence of a docstring."""
    text = _read_first_paragraph(value)
    match = re.match(r".*?\.(?=\s|$)", text)
    return match[0] if match else text
