"""TOML files that remember on which line each key stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

KeyPath = tuple[str, ...]

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<string>\"\"\"(?:\\.|[^\\])*?\"{3,5} | '''.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
      | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<newline>\n)""",
    re.VERBOSE | re.DOTALL,
)
_KEY = re.compile(r"""\s*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)\s*""")


MAX_DEPTH = 100
"""Levels of tables and lists in a file, whatever the interpreter's own limit is."""


class TomlError(ValueError):
    """A file that is not TOML; `line` counts from 1, 0 if unknown."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


class TomlDocument:
    """One TOML file: its data, and ``file:line`` of any key on demand.

    Attributes:
        name: the file as messages show it.
        data: the parsed tables.
    """

    def __init__(self, name: str, source: bytes) -> None:
        """Parses `source`.

        Raises:
            BadToml: it is not UTF-8 or not TOML.
        """
        self.name = name
        self._lines: dict[KeyPath, int] | None = None
        try:
            self._text = source.decode("utf-8").replace("\r\n", "\n")
            self.data: dict[str, Any] = tomllib.loads(self._text)
        except UnicodeDecodeError as error:
            raise TomlError("it is not UTF-8 text", source[: error.start].count(b"\n") + 1) from None
        except RecursionError:
            raise TomlError("it is nested too deeply", 0) from None
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\s*\(at line (\d+), column \d+\)", str(error))
            line = int(found[1]) if found else self._text.count("\n") + 1
            raise TomlError(re.sub(r"\s*\(at .*\)$", "", str(error)), line) from None
        if _is_deeper_than(self.data, MAX_DEPTH):
            raise TomlError("it is nested too deeply", 0)

    def find_line(self, path: Sequence[str]) -> int:
        """The line of a key path, or of its longest prefix that has one; 0 for none.

        A row of a list is found by its name, where it stands on a line of its own.
        """
        if self._lines is None:
            self._lines = _index_lines(self._text)
        found = tuple(path)
        while found and found not in self._lines:
            found = found[:-1]
        start = self._lines.get(found, 0)
        if not start or len(found) == len(path):
            return start
        others = (line for at, line in self._lines.items() if line > start and at[: len(found)] != found)
        return self._find_row_line(start, min(others, default=self.line_count + 1), path[len(found)]) or start

    def _find_row_line(self, start: int, end: int, name: str) -> int:
        """The line of the row with a name, in the list that stands on these lines; 0 for none."""
        lines = self._text.splitlines()
        value = rf"""=\s*(?:"{re.escape(name)}"|'{re.escape(name)}'|{re.escape(name)})\s*(?:[,}}\]#]|$)"""
        for key in (r"\bid\s*", ""):
            for number in range(start, end):
                if re.search(key + value, lines[number - 1]):
                    return number
        return 0

    @property
    def line_count(self) -> int:
        """The number of its last line."""
        return len(self._text.splitlines())

    def get_line(self, line: int) -> str:
        """One line as it stands in the file, counted from 1."""
        return self._text.splitlines()[line - 1]

    def locate(self, *path: str, namespace: str = "") -> str:
        """``file:line`` of a key path; keys may have been written without `namespace` and a colon."""
        line = self.find_line(path)
        if namespace:
            line = max(line, self.find_line([key.removeprefix(namespace + ":") for key in path]))
        return f"{self.name}:{line}" if line else self.name


def _is_deeper_than(value: Any, levels: int) -> bool:
    """Whether tables and lists hold each other over more than so many levels."""
    row = [value]
    while row and levels >= 0:
        inner = (v.values() if isinstance(v, dict) else v for v in row)
        row = [item for each in inner for item in each if isinstance(item, (dict, list))]
        levels -= 1
    return bool(row)


def _parse_dotted_key(text: str) -> KeyPath:
    """The parts of a dotted key at the beginning of `text`."""
    parts = []
    at = 0
    while found := _KEY.match(text, at):
        word = found[1]
        parts.append(word[1:-1] if word[0] in "\"'" else word)
        at = found.end()
        if text[at : at + 1] != ".":
            break
        at += 1
    return tuple(parts)


def _index_lines(text: str) -> dict[KeyPath, int]:
    """The line of every table header and every key that begins a line; first mention counts."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    depth, number, fresh = 0, 1, 0

    def note_line(path: KeyPath) -> None:
        for end in range(1, len(path) + 1):
            lines.setdefault(path[:end], number)

    def read_statement(piece: str) -> None:
        nonlocal table
        head = piece.lstrip()
        if head.startswith("["):
            table = _parse_dotted_key(head.lstrip("["))
            note_line(table)
        elif head and not head.startswith("#"):
            note_line((*table, *_parse_dotted_key(head)))

    for line_end in _TOKEN.finditer(text):
        kind = line_end.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "string":
            pass
        elif kind == "newline":
            if depth == 0:
                piece = text[fresh : line_end.start()]
                first = piece.lstrip()
                # A statement that spans lines is noted at the line it began on.
                ended, number = number, number - piece.count("\n")
                read_statement(first)
                number = ended
                fresh = line_end.end()
            number += 1
            continue
        number += line_end.group().count("\n")
    if depth == 0 and text[fresh:].strip():
        number -= text[fresh:].count("\n")
        read_statement(text[fresh:])
    return lines
