"""Checks of the changes of mods: plain data that fits the declared types, so that the game stays saveable.

The game's own rules are trusted; only the changes of other mods are checked, before any of their unit is applied.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from ..codec import convert_part, copy_as_plain, decode_array, encode_snapshot
from ..core_changes import Ask, Push, Remember
from ..model import Change
from ..plain import check_plain, shorten


def check_changes(changes: Iterable[Any]) -> None:
    """Checks the changes of a mod before they are applied.

    Raises:
        ValueError: a value is not plain data, is too large or too deep, or does not fit its field.
    """
    for change in changes:
        if not isinstance(change, Change):
            continue
        try:
            if type(change) is Remember:
                check_plain(change.value)
            elif type(change) is Push:
                check_plain(change.args)
            elif type(change) is Ask:
                check_plain([change.args, change.question.options])
            check_struct(change)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise ValueError(f"{type(change).__name__}: {error}") from None


def check_struct(value: msgspec.Struct) -> None:
    """Checks that a struct holds plain data of the declared types.

    Raises:
        TypeError, ValueError: it does not.
    """
    check_plain(value, allow_structs=True)
    decoder = _find_decoder(type(value))
    if decoder is not None:
        try:
            decoder.decode(encode_snapshot(value))
        except msgspec.ValidationError as error:
            raise ValueError(_describe_misfit(value, str(error))) from None


def _describe_misfit(value: msgspec.Struct, text: str) -> str:
    """Describes a value that does not fit its field in the words of the mod's code."""
    text, _, path = text.replace("`", "").partition(" - at $.")
    declared = {field.name: field.type for field in msgspec.structs.fields(value)}.get(path)
    declared = getattr(declared, "__origin__", declared)  # of a type with bounds
    if isinstance(declared, type) and ", got " in text:
        return f"{path} takes {declared.__name__}, not {shorten(getattr(value, path))}"
    return f"{path}: {text[0].lower()}{text[1:]}" if path else text


@lru_cache(maxsize=1024)
def _find_decoder(kind: type[msgspec.Struct]) -> msgspec.msgpack.Decoder[Any] | None:
    """Returns the decoder of a class, or None if its annotations cannot be resolved."""
    try:
        return msgspec.msgpack.Decoder(kind, dec_hook=lambda type, v: v if type is object else decode_array(type, v))
    except (TypeError, ValueError, NameError):
        return None


def find_own_parts(parts: Iterable[str], changes: Iterable[Any], mod: str) -> list[str]:
    """Returns the names of a mod's parts, if one of the changes is of the mod's own kinds."""
    tags = [str(change.__struct_config__.tag) for change in changes if isinstance(change, Change)]
    if not any(tag.startswith(f"{mod}:") for tag in tags):
        return []
    return [name for name in parts if f"{name}.".startswith(f"{mod}.")]


def check_part(name: str, part: Any, kind: Any) -> None:
    """Checks a part after a mod's own changes wrote it.

    Args:
        kind: its declared type, or None.

    Raises:
        ValueError: it could not be saved and loaded again.
    """
    try:
        check_plain(part, allow_structs=True)
        plain = copy_as_plain(part)
        if kind is not None:
            convert_part(plain, kind)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError(f"part {name}: {error}") from None
