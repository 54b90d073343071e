"""Encoding of the engine's types: canonical bytes, hashes, and decoding by tag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
import numpy as np

from .model import Command, ForeignCommand, Message
from .plain import MAX_DEPTH, check_plain
from .state import State


def _encode_extra(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value)
        return [array.dtype.str, list(array.shape), array.tobytes()]
    if isinstance(value, np.integer):
        return int(value)
    raise TypeError(f"{type(value).__name__} is not plain data and cannot be kept in the state")


def decode_array(kind: Any, value: Any) -> Any:
    """Decodes an array, as a hook of msgspec.

    Raises:
        TypeError, ValueError: it is not an array of numbers.
    """
    if kind is np.ndarray:
        plain = msgspec.convert(value, type=_PlainArray)
        return np.frombuffer(plain.data, dtype=plain.dtype).reshape(plain.shape).copy()
    raise TypeError(f"cannot read a {kind!r}")


class _PlainArray(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The type of the elements, the shape, and the elements of an array."""

    dtype: Annotated[str, msgspec.Meta(pattern=r"\A[<>|][biuf][1248]\Z")]
    shape: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=1 << 16)], ...], msgspec.Meta(max_length=8)]
    data: bytes


class StateFrame(State):
    """A state whose parts are not decoded."""

    parts: dict[str, msgspec.Raw] = msgspec.field(default_factory=dict)


decode_frame = msgspec.msgpack.Decoder(StateFrame).decode
"""Decodes a state without its parts."""

_CANONICAL = msgspec.msgpack.Encoder(order="deterministic")
_ORDERED = msgspec.msgpack.Encoder(enc_hook=_encode_extra)


def encode_canonical(value: Any) -> bytes:
    """Returns canonical MessagePack: equal values give equal bytes for every order of insertion."""
    plain = msgspec.to_builtins(value, str_keys=True, builtin_types=(bytes,), enc_hook=_encode_extra)
    return _CANONICAL.encode(plain)


def encode_snapshot(value: Any) -> bytes:
    """Returns MessagePack in order of insertion, for saves: iteration order must survive loading."""
    return _ORDERED.encode(value)


def copy_as_plain(value: Any) -> Any:
    """Returns a deep copy as plain data; keys of tables keep their types."""
    return msgspec.msgpack.decode(encode_snapshot(value))


def restore_message(message: Message, depth: int = 0) -> Message:
    """Returns a decoded message with the messages among its arguments restored from plain tables.

    Args:
        depth: the number of messages around it.

    Raises:
        TypeError, ValueError: an argument is not plain data, or messages are nested too deeply.
    """
    if depth == MAX_DEPTH:
        raise ValueError(f"messages are nested over {MAX_DEPTH} levels deep")
    for value in message.args.values():  # a log has hundreds of lines, and most have only these
        if type(value) is not str and type(value) is not int:
            break
    else:
        return message
    return Message(message.id, {name: _restore_argument(value, depth) for name, value in message.args.items()})


def _restore_argument(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind is str or kind is int:
        return value
    if kind is dict and value.keys() == {"id", "args"} and type(value["id"]) is str and type(value["args"]) is dict:
        return restore_message(Message(value["id"], value["args"]), depth + 1)
    if kind is not Message:
        check_plain(value)
    return value


def digest(data: bytes) -> str:
    """Returns 32 hexadecimal digits of BLAKE2b."""
    return blake2b(data, digest_size=16).hexdigest()


def hash_state(state: State) -> str:
    """Returns the hash of a whole state, including the agenda and the memory of mods."""
    return digest(encode_canonical(state))


def decode_state(data: bytes, parts: Mapping[str, Any]) -> State:
    """Decodes a state written by `encode_snapshot`; parts of unknown type stay plain data.

    Args:
        parts: type of each part, by name.

    Raises:
        TypeError, ValueError: `data` is not a state (`msgspec.MsgspecError`).
    """
    values = msgspec.msgpack.decode(data, type=dict[str, msgspec.Raw])
    encoded = msgspec.msgpack.decode(values.pop("parts"), type=dict[str, msgspec.Raw])
    state = build_state({name: msgspec.msgpack.decode(value) for name, value in values.items()}, {})
    for name, value in encoded.items():
        state.parts[name] = msgspec.msgpack.decode(value, type=parts.get(name, Any), dec_hook=decode_array)
    return state


def build_state(value: Mapping[str, Any], parts: Mapping[str, Any]) -> State:
    """Converts plain data to a state; parts of unknown type stay plain data.

    Raises:
        TypeError, ValueError: the data does not fit the types (`msgspec.ValidationError`).
    """
    state = msgspec.convert(value, type=State, dec_hook=decode_array, builtin_types=(bytes,))
    if state.question is not None and state.question.prompt is not None:
        state.question = msgspec.structs.replace(state.question, prompt=restore_message(state.question.prompt))
    for name, kind in parts.items():
        if name in state.parts:
            state.parts[name] = convert_part(state.parts[name], kind)
    return state


def convert_part(value: Any, kind: Any) -> Any:
    """Converts plain data to a part of a state.

    Raises:
        msgspec.ValidationError: the data does not fit the type.
    """
    return msgspec.convert(value, type=kind, dec_hook=decode_array, builtin_types=(bytes,))


def index_command_types(types: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Returns command classes by tag."""
    return {str(kind.__struct_config__.tag): kind for kind in types}


def to_plain(value: Any) -> Any:
    """Returns the plain form of a command or event, including its ``type`` tag."""
    return value.data if type(value) is ForeignCommand else msgspec.to_builtins(value)


def to_json_data(value: Any) -> Any:
    """Returns plain data for JSON, for readers only: arrays become lists."""
    return msgspec.to_builtins(
        value, str_keys=True, enc_hook=lambda v: v.tolist() if isinstance(v, (np.ndarray, np.generic)) else repr(v)
    )


def parse_command(
    value: Mapping[str, Any], types: Mapping[str, type[Command]], *, keep_unknown: bool = False
) -> Command:
    """Reads a command from its plain form.

    Args:
        keep_unknown: a command of unknown type becomes a `ForeignCommand`.

    Raises:
        ValueError: unknown type, or a field that does not fit; the message names it.
    """
    tag = value.get("type")
    kind = types.get(str(tag))
    if kind is None:
        if keep_unknown:
            return ForeignCommand(data=dict(value))
        raise ValueError(f"unknown command {tag!r}; known: {', '.join(sorted(types))}")
    try:
        return msgspec.convert(dict(value), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"command {tag}: {error}") from None
