"""JSON of the user's choices: files, written atomically and read with a size limit, and values on the command line."""

import codecs
import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.validation import describe_decode_error
from footfall.disk import move_aside, replace_file

S = TypeVar("S", bound=msgspec.Struct)

MAX_BYTES = 16 << 20


class JsonFileError(ValueError):
    """A file that is not the JSON it should be."""


def read_json(path: Path, kind: type[S]) -> S:
    """Reads a value.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is too large.
        JsonFileError: its content is not a `kind`.
    """
    data = read_limited_file(path, MAX_BYTES)
    try:
        return msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise JsonFileError(describe_decode_error(error)) from None


def read_json_or(path: Path, default: S) -> S:
    """Reads a value; `default` if the file is missing or damaged, or cannot be read."""
    try:
        return read_json(path, type(default))
    except (OSError, JsonFileError):
        return default


def read_json_to_change(path: Path, nothing: S) -> S:
    """Reads a value that is to be rewritten; `nothing` if there is none yet.

    A damaged file is renamed to ``NAME.aside`` first, so that writing loses nothing.

    Raises:
        OSError: the file cannot be read, or not renamed.
    """
    try:
        return read_json(path, type(nothing))
    except FileNotFoundError:
        return nothing
    except JsonFileError:
        move_aside(path)
        return nothing


def write_json(path: Path, value: msgspec.Struct, *, keeps_link: bool = True) -> None:
    """Writes a value as JSON, the whole file or nothing. Missing folders are created.

    Args:
        keeps_link: see `replace_file`.

    Raises:
        OSError: the file cannot be written; the old one is untouched.
    """
    replace_file(path, [msgspec.json.format(msgspec.json.encode(value))], keeps_link=keeps_link)


def parse_json_or_text(text: str) -> Any:
    """Returns the value of a text that is JSON, else the text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # also a number with thousands of digits
        return text
