"""Writes ``hook.pyi``: the types of ``@hook``, made from the contract in ``hookspecs.py``."""

from __future__ import annotations

import typing

from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.engine.rules import HookKind

HEAD = '''"""The types of `hook`, made from ``hookspecs.py`` by ``tests/api/hook_stub.py``; not to be edited."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar, overload

from footfall.engine.bots import Bot
from footfall.engine.context import Context
from footfall.engine.rules import (
    ChangeSpec,
    CommandSpec,
    ConsoleSpec,
    Game,
{extra}    Part,
    Reaction,
    Step,
)

from . import events
from .batch import Batch, BatchProposals
from .hookspecs import FoldReturn, NotifyReturn, VoteReturn

_F = TypeVar("_F", bound=Callable[..., Any])
'''


def render_stub() -> str:
    """The text of the stub."""
    names = " ".join(str(spec.__annotations__) for spec in SPECS.values())
    extra = "".join(f"    {name},\n" for name in ("HudLine",) if name in names)
    shapes: dict[tuple[str, str], str] = {}
    for name, spec in SPECS.items():
        shapes.setdefault(_spec_shape(spec), f"_{''.join(word.title() for word in name.split('_'))}")
    lines = [HEAD.replace("{extra}", extra)]
    for (event, answer), type_name in shapes.items():
        lines.append(_render_variable(type_name, event, answer, batch=""))
        if answer == "Proposed":
            lines.append(_render_variable(f"{type_name}Batch", event, "Spreads", batch="batch"))
    lines.append(_render_union([f"{name}" for name in shapes.values()], shapes))
    for name, spec in SPECS.items():
        lines.append(_render_marker(name, spec, shapes[_spec_shape(spec)]))
    lines.append(_render_hook(shapes))
    return "\n".join(lines) + "\n"


def _spec_shape(spec: object) -> tuple[str, str]:
    notes = spec.__annotations__
    return notes.get("event", ""), notes["return"]


def _list_call_types(event: str, answer: str, batch: str) -> list[str]:
    if not event:
        return [f"Callable[[], {answer}]"]
    first = f"Batch[{event}]" if batch else event
    if event.endswith(".Recipe"):  # chains are put together before there is a game
        return [f"Callable[[{first}], {answer}]"]
    return [f"Callable[[{first}], {answer}]", f"Callable[[{first}, Play], {answer}]"]


def _render_variable(name: str, event: str, answer: str, batch: str) -> str:
    calls = " | ".join(_list_call_types(event, answer, batch))
    return f'{name} = TypeVar("{name}", bound={calls})'


def _render_union(names: list[str], shapes: dict[tuple[str, str], str]) -> str:
    calls = [call for (event, answer) in shapes for call in _list_call_types(event, answer, "")]
    inner = "\n    | ".join(dict.fromkeys(calls))
    return f'_Any = TypeVar(\n    "_Any",\n    bound={inner},\n)\n'


def _render_filters(name: str, spec: object) -> str:
    if find_hook_kind(name) in (HookKind.CHAIN, HookKind.COLLECT):
        return ""
    event = typing.get_type_hints(spec, localns={"Context": object})["event"]
    parts = []
    for field, hint in event.__annotations__.items():
        hint = {"Any": "object", "Cell": "events.Cell"}.get(str(hint), str(hint).replace("Any", "object"))
        parts.append(f"{field}: {hint} = ...")
        if hint == "int":
            parts += [f"min_{field}: int = ...", f"max_{field}: int = ..."]
    return "".join(f", {part}" for part in parts)


def _render_signature(name: str, spec: object) -> str:
    return f'before: str = "", after: str = ""{_render_filters(name, spec)}'


def _render_marker(name: str, spec: object, type_name: str) -> str:
    filters = _render_signature(name, spec)
    text = f"class {_marker_class(name)}:\n"
    text += f"    @overload\n    def __call__(self, function: {type_name}, /) -> {type_name}: ...\n"
    text += (
        f"    @overload\n    def __call__(self, *, {filters}) -> Callable[[{type_name}], {type_name}]: ...\n"
    )
    if spec.__annotations__["return"] == "Proposed":
        both = f"Callable[[{type_name}Batch], {type_name}Batch]"
        text += f"    @overload\n    def __call__(self, *, batch: Literal[True], {filters}) -> {both}: ...\n"
    return text


def _marker_class(name: str) -> str:
    """Of the marker of one hook."""
    return f"_{''.join(word.title() for word in name.split('_'))}Marker"


def _render_hook(shapes: dict[tuple[str, str], str]) -> str:
    text = "class Hook:\n"
    for name in SPECS:
        text += f"    {name}: {_marker_class(name)}\n"
    text += "    @overload\n    def __call__(self, function: _Any, /) -> _Any: ...\n"
    for name, spec in SPECS.items():
        type_name = shapes[_spec_shape(spec)]
        filters = 'before: str = "", after: str = "", **filters: object'
        text += (
            f'    @overload\n    def __call__(self, name: Literal["{name}"], /, *, {filters})'
            f" -> Callable[[{type_name}], {type_name}]: ...\n"
        )
    text += "    @overload\n    def __call__(self, *, before: str = ..., after: str = ..., **filters: object)"
    text += " -> Callable[[_Any], _Any]: ...\n"
    text += (
        "    def of(self, mod: str, name: str, /, *, before: str = ..., after: str = ..., batch: bool = ...,"
    )
    text += " **filters: object) -> Callable[[_F], _F]: ...\n"
    return text + "\nhook: Hook"
