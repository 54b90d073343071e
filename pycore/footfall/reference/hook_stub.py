"""Generates ``api/hook.pyi``: the types of ``@hook``, from the contract in ``api/hookspecs.py``."""

import typing
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.engine.declarations.rules import HookKind

_HEAD = '''"""The types of `hook`. Generated from ``hookspecs.py`` by ``footfall docs --stub``; do not edit."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar, overload

from footfall.content.record_types import Words
from footfall.engine.bots import Bot
from footfall.engine.context import Context
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import CommandSpec, ConsoleSpec, HudLine, Part, Reaction, Step
from footfall.engine.model import Change

from . import events
from .batch import Batch, BatchProposals
from .deeds import Deed
from .hookspecs import FoldReturn, NotifyReturn, VoteReturn
from .readings import Reading

_F = TypeVar("_F", bound=Callable[..., Any])
'''

Signature: TypeAlias = tuple[str, str]
"""Annotations of a hook: of its event (``""``: none) and of its result."""


def render_hook_stub() -> str:
    """Returns the text of the stub, before formatting."""
    variables: dict[Signature, str] = {}
    for name, spec in SPECS.items():
        variables.setdefault(_get_signature(spec), f"_{_to_class_name(name)}")
    lines = [_HEAD]
    for signature, variable in variables.items():
        lines.append(_render_variable(variable, _list_call_types(*signature)))
        if signature[1] == "FoldReturn":
            batch = _list_call_types(f"Batch[{signature[0]}]", "BatchProposals")
            lines.append(_render_variable(f"{variable}Batch", batch))
    any_call = [call for signature in variables for call in _list_call_types(*signature)]
    lines.append(_render_variable("_Any", dict.fromkeys(any_call)))
    for name, spec in SPECS.items():
        lines.append(_render_marker(name, spec, variables[_get_signature(spec)]))
    attributes = "".join(f"    {name}: _{_to_class_name(name)}Marker\n" for name in SPECS)
    overloads = ["self, function: _Any, /) -> _Any"]
    for name, spec in SPECS.items():
        variable = variables[_get_signature(spec)]
        arguments = f'self, name: Literal["{name}"], /, *, before: str = "", after: str = "", **filters: object'
        overloads.append(f"{arguments}) -> Callable[[{variable}], {variable}]")
    overloads.append("self, *, before: str = ..., after: str = ..., **filters: object) -> Callable[[_Any], _Any]")
    of = (
        "    def of(self, mod: str, name: str, /, *, before: str = ..., after: str = ..., batch: bool = ...,"
        " **filters: object) -> Callable[[_F], _F]: ...\n"
    )
    lines.append(f"class Hook:\n{attributes}{_render_overloads(overloads)}{of}\nhook: Hook")
    return "\n".join(lines) + "\n"


def _to_class_name(hook: str) -> str:
    return "".join(word.title() for word in hook.split("_"))


def _get_signature(spec: Callable[..., Any]) -> Signature:
    notes = spec.__annotations__
    return notes.get("event", ""), notes["return"]


def _list_call_types(event: str, result: str) -> list[str]:
    if not event:
        return [f"Callable[[], {result}]"]
    if event.endswith(".Recipe"):  # chains are built before there is a context
        return [f"Callable[[{event}], {result}]"]
    return [f"Callable[[{event}], {result}]", f"Callable[[{event}, Context], {result}]"]


def _render_variable(name: str, calls: Iterable[str]) -> str:
    return f'{name} = TypeVar("{name}", bound={" | ".join(calls)})'


def _render_filters(hook: str, spec: Callable[..., Any]) -> str:
    if find_hook_kind(hook) in (HookKind.CHAIN, HookKind.COLLECT):
        return ""
    event = typing.get_type_hints(spec, localns={"Context": object})["event"]
    filters = []
    plain = typing.get_type_hints(event)  # without the marks that limit a number or name a kind of thing
    for field, written in event.__annotations__.items():
        hint = {bool: "bool", int: "int", str: "str", Any: "object"}.get(plain[field], str(written))
        hint = {"Cell": "events.Cell"}.get(hint, hint.replace("Any", "object"))
        filters.append(f"{field}: {hint} = ...")
        if hint == "int":
            filters += [f"min_{field}: int = ...", f"max_{field}: int = ..."]
    return "".join(f", {text}" for text in filters)


def _render_marker(hook: str, spec: Callable[..., Any], variable: str) -> str:
    arguments = f'before: str = "", after: str = ""{_render_filters(hook, spec)}'
    overloads = [
        f"self, function: {variable}, /) -> {variable}",
        f"self, *, {arguments}) -> Callable[[{variable}], {variable}]",
    ]
    if _get_signature(spec)[1] == "FoldReturn":
        result = f"Callable[[{variable}Batch], {variable}Batch]"
        overloads.append(f"self, *, batch: Literal[True], {arguments}) -> {result}")
    return f"class _{_to_class_name(hook)}Marker:\n{_render_overloads(overloads)}"


def _render_overloads(signatures: Iterable[str]) -> str:
    return "".join(f"    @overload\n    def __call__({signature}: ...\n" for signature in signatures)
