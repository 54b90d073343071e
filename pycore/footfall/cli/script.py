"""Command files for ``footfall run --commands FILE``.

One item per line; ``#`` begins a comment.

* ``step direction=2``: a command by its short or full name, with its fields;
* ``wait * 4``: a command four times;
* ``answer choice=0``: answers the open question;
* ``{"type": "core.stealth:step", "direction": 2}``: a command as JSON, as in replays;
* ``keys l l 5 ESC``: key presses;
* ``random * 20``: twenty random legal commands.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from footfall.diagnostics import UserError
from footfall.diagnostics.files import read_limited_file
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Command
from footfall.engine.session import Session

MAX_BYTES = 16 << 20
MAX_ITEMS = 1_000_000
"""Commands in a file, repeated ones included."""
MAX_DIGITS = 12


class ScriptError(UserError):
    """A command file is wrong. The message has file and line."""


class PressKeys(msgspec.Struct, frozen=True):
    """Keys to press."""

    names: tuple[str, ...]


class RandomCommand(msgspec.Struct, frozen=True):
    """One random legal command."""


def read_script(path: Path, rules: Rules) -> list[tuple[int, Any]]:
    """Reads a command file; returns pairs of line number and item.

    Raises:
        ScriptError: the file cannot be read, or a line is wrong.
    """
    try:
        text = read_limited_file(path, MAX_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise ScriptError(f"{path}: cannot be read ({reason})") from None
    types = index_command_types([*rules.commands, *Session.builtin_commands])
    lines: list[tuple[int, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            lines.extend((number, item) for item in _parse_line(line.strip(), types))
            if len(lines) > MAX_ITEMS:
                raise ValueError(f"there are more than {MAX_ITEMS:,} commands; split the file")
        except ValueError as error:
            raise ScriptError(f"{path}:{number}: {error}") from None
    return lines


def _parse_line(line: str, types: Mapping[str, type[Command]]) -> Iterator[Any]:
    if line.startswith("{"):
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"not valid JSON ({error.msg} at column {error.colno})") from None
        except RecursionError:
            raise ValueError("not valid JSON (nested too deeply)") from None
        command = value.get("command", value)
        if not isinstance(command, dict):
            raise ValueError("a command is a table of its fields")
        yield parse_command(command, types), "actor" in command
        return
    count = 1
    before, _, times = line.rpartition("*")
    if before.strip() and re.fullmatch(r"\s*[0-9]+", times) and not line.startswith("keys "):
        line, count = before.strip(), int(times) if len(times) < MAX_DIGITS else MAX_ITEMS + 1
        if count > MAX_ITEMS:
            raise ValueError(f"a command can be repeated {MAX_ITEMS:,} times at most")
    word, *rest = shlex.split(line, comments=True)
    if word == "keys":
        yield PressKeys(tuple(rest))
        return
    if word == "random":
        for _ in range(count):
            yield RandomCommand()
        return
    value = {"type": _resolve_tag(word, types), **dict(_parse_field(item) for item in rest)}
    command = parse_command(value, types)
    for _ in range(count):
        yield command, "actor" in value


def _resolve_tag(word: str, types: Mapping[str, type[Command]]) -> str:
    if word in types:
        return word
    matches = [tag for tag in types if tag.rpartition(":")[2] == word]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise ValueError(f"{word!r} is ambiguous: {', '.join(sorted(matches))}")
    import difflib  # only here: slow to import

    short = sorted(tag.rpartition(":")[2] for tag in types)
    close = difflib.get_close_matches(word, short, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(short)}"
    raise ValueError(f"unknown command {word!r}; {hint}")


def _parse_field(item: str) -> tuple[str, Any]:
    name, equals, text = item.partition("=")
    if not equals:
        raise ValueError(f"expected field=value, got {item!r}")
    try:
        return name, json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        pass
    if re.fullmatch(r"-?\d+(,-?\d+)+", text):
        return name, [int(part) for part in text.split(",")]
    return name, text


def fill_actor(item: Any, session: Session) -> Command | PressKeys | RandomCommand:
    """Sets the actor of a command to the active player's where the line names none."""
    if not isinstance(item, tuple):
        return item  # type: ignore[no-any-return]
    command, has_actor = item
    question = session.state.question
    if not has_actor and question is not None:
        command = msgspec.structs.replace(command, actor=question.actor)
    return command  # type: ignore[no-any-return]
