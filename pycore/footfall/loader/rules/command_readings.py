"""Readings of the fields of a game's commands: ``command.target``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from footfall.api.readings import Reading
from footfall.diagnostics.plural import join_list
from footfall.engine.context import Context
from footfall.engine.model import Command
from footfall.expressions.typed import ANY, BOOLEAN, TEXT

from .scope import CELL, find_rule_type
from .words import list_marks

MISSING: Mapping[str, tuple[Any, str]] = {BOOLEAN: (False, "false"), TEXT: ("", "empty"), CELL: (None, "no cell")}
"""The value of a field that a command does not have, and its words, by type; -1 for numbers, actors and items."""

MAX_SHOWN = 6
"""Commands that the description of a field names."""


def describe_command_fields(commands: Iterable[type[Command]]) -> list[Reading]:
    """Returns a reading for each field of some commands, by its name in scripts and replays.

    A field with several types, or with one that expressions do not have, is left out.
    """
    owners: dict[str, dict[type[Command], msgspec.structs.FieldInfo]] = {}
    for command in commands:
        for field in msgspec.structs.fields(command):
            if field.name != "actor":
                owners.setdefault(field.encode_name, {})[command] = field
    found = []
    for name, fields in owners.items():
        types = {find_rule_type(field.type): field.type for field in fields.values()}
        (kind, type), *others = types.items()
        if kind and kind != ANY and not others:
            if kind == TEXT:
                marks = dict.fromkeys(mark for field in fields.values() for mark in list_marks(field.type))
                type = Annotated[str, *marks] if marks else str
            found.append(describe_command_field(name, kind, type, fields))
    return found


def describe_command_field(
    name: str, kind: str, type: Any, fields: Mapping[type[Command], msgspec.structs.FieldInfo]
) -> Reading:
    """Returns the reading of a field, by the commands that have it."""
    attributes = {command: field.name for command, field in fields.items()}
    missing, shown = MISSING.get(kind, (-1, "-1"))

    def read(ctx: Context, command: Command) -> Any:
        found = getattr(command, attributes.get(command.__class__, ""), None)
        return missing if found is None else found

    owners = join_list([f"`{command.__struct_config__.tag}`" for command in fields], MAX_SHOWN)
    doc = f"The `{name}` of a command ({owners}); {shown} if it has none."
    parameters = {"command": Command}
    return Reading(f"command_{name}", parameters, type, "", "O(1)", doc, read, name)
