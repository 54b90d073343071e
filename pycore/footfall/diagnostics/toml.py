"""TOML files with the line number of each key."""

import math
import pickle
import re
import tomllib
from bisect import bisect
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import islice
from operator import itemgetter
from typing import Any

KeyPath = tuple[str, ...]
"""The keys from the root of a document or a value down to an entry."""


class RowNumber(str):
    """A part of a key path that is not a key, but the number of a list's item, from 0."""

    __slots__ = ()


def name_field(path: KeyPath) -> str:
    """Returns a path as messages show it: its keys, without the numbers of rows."""
    keys = (key for key in path if not isinstance(key, RowNumber))
    return ".".join(key if key.isprintable() else repr(key) for key in keys)


_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<string>\"\"\"(?:\\.|[^\\])*?\"{3,5} | '''.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
      | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<newline>\n)""",
    re.VERBOSE | re.DOTALL,
)
_KEY = re.compile(r"""\s*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)\s*""")

_ROW = re.compile(r"""(?P<id>\bid\s*)?=\s*(?:"([^"]*)"|'([^']*)'|([^\s,}\]#"']+))\s*(?:(?=[,}\]#])|$)""")
"""The value of a key within a line."""

MAX_DEPTH = 100
"""Maximum nesting depth of tables and lists in a file."""
MAX_BYTES = 4 << 20
"""Maximum size of a file."""
MAX_KEY = 1_000
"""Maximum length of a key."""
MAX_STRING = 1 << 16
"""Maximum length of a string."""
MAX_ITEMS = 10_000
"""Maximum number of items of a list."""

MAX_PARSED = 500
"""Maximum number of texts that are kept parsed."""

_parsed: dict[bytes, bytes] = {}
"""The tables of texts that were parsed, pickled: a game's files are read again whenever it is loaded."""

MAX_INDEXED = 100
"""Maximum number of texts whose lines are kept."""

_LARGE_NUMBER = re.compile(r"[0-9A-Fa-f_]{16}|[eE]\+?[0-9_]{3}|inf|nan")
"""Matches a part of every number that is not finite or does not fit into 64 bits, and sometimes of others."""

_SURROGATE = re.compile(r"[\ud800-\udfff]")
"""A character that UTF-8 cannot hold; texts from JSON and the command line may contain it."""

_LONG_NUMBER = re.compile(r"[0-9_]{1000}")
_DEEP_KEY = re.compile(
    r"""(?:^[ \t]*+\[*+|[{,])"""
    rf"""(?:[ \t]*+(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.){{{MAX_DEPTH}}}""",
    re.MULTILINE,
)
"""A key with too many parts, which takes tomllib time that grows with the square of their number."""


class TomlError(ValueError):
    """A file that is not valid TOML; `line` counts from 1 and is 0 if unknown."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line

    def locate(self, name: str) -> str:
        """Returns ``file:line``, or the file if the line is unknown."""
        return f"{name}:{self.line}" if self.line else name


class TomlDocument:
    """One TOML file: its data, and ``file:line`` of any key.

    Attributes:
        name: path of the file as messages show it.
    """

    def __init__(self, name: str, source: bytes, *, is_known: bool = False) -> None:
        """Parses `source`; if the file is known to be valid, only when `data` is read.

        Raises:
            TomlError: the file is not UTF-8, not TOML, too large or nested too deeply, or a value exceeds a limit.
        """
        self.name = name
        self._source = source
        self._rows: dict[KeyPath, dict[str, int]] = {}
        self._items: dict[KeyPath, list[int]] = {}
        if len(source) > MAX_BYTES:
            raise TomlError(f"it is larger than {MAX_BYTES >> 20} MiB", 0)
        if not is_known:
            self.data = self._parse()

    @cached_property
    def data(self) -> dict[str, Any]:
        """The parsed tables."""
        return self._parse()

    @cached_property
    def _text(self) -> str:
        return self._source.decode("utf-8-sig").replace("\r\n", "\n")

    def _parse(self) -> dict[str, Any]:
        """Returns new tables, which the caller may change; a text that was parsed before is not parsed again."""
        packed = _parsed.get(self._source)
        if packed is None:
            packed = pickle.dumps(self._parse_text(), pickle.HIGHEST_PROTOCOL)
            if len(_parsed) >= MAX_PARSED:
                _parsed.clear()
            _parsed[self._source] = packed
        data: dict[str, Any] = pickle.loads(packed)
        return data

    def _parse_text(self) -> dict[str, Any]:
        try:
            if deep := _DEEP_KEY.search(self._text):
                raise TomlError("it is nested too deeply", self._text.count("\n", 0, deep.start()) + 1)
            data = tomllib.loads(self._text)
        except UnicodeDecodeError as error:
            raise TomlError("it is not UTF-8 text", error.object[: error.start].count(b"\n") + 1) from None
        except RecursionError:
            raise TomlError("it is nested too deeply", 0) from None
        except tomllib.TOMLDecodeError as error:
            position = re.search(r"\s*\(at line (\d+), column \d+\)", str(error))
            line = int(position[1]) if position else self._text.count("\n") + 1
            raise TomlError(re.sub(r"\s*\(at .*\)$", "", str(error)), line) from None
        except TomlError:
            raise
        except ValueError as error:  # a number with thousands of digits, or a date that does not exist
            number = _LONG_NUMBER.search(self._text)
            line = self._text.count("\n", 0, number.start()) + 1 if number else 0
            raise TomlError("a number has too many digits" if number else str(error), line) from None
        is_long = len(self._text) > MAX_KEY or sum(map(self._text.count, "[{.")) >= MAX_DEPTH
        if is_long or _LARGE_NUMBER.search(self._text):  # else it is too short for a value that exceeds a limit
            self._check_limits(data)
        return data

    def _check_limits(self, data: dict[str, Any]) -> None:
        """Raises a TomlError for a value that exceeds a limit."""
        pending: list[tuple[KeyPath, int, Any]] = [((), 0, data)]  # the items of a list have its path
        while pending:
            path, depth, value = pending.pop()
            if isinstance(value, dict):
                pending += [((*path, key), depth + 1, item) for key, item in value.items()]
            elif isinstance(value, list):
                pending += [(path, depth + 1, item) for item in value]
            if isinstance(value, (dict, list)) and depth > MAX_DEPTH:
                raise TomlError("it is nested too deeply", 0)
            if problem := find_value_problem(value):
                raise TomlError(problem, self.find_line(path))
            if path and len(path[-1]) > MAX_KEY:
                raise TomlError(f"a key is longer than {MAX_KEY:,} characters", self.find_line(path))

    def find_line(self, path: Sequence[str]) -> int:
        """Returns the line of a key path or of its longest known prefix, or 0.

        A row of a list is found by its name if it has a line of its own.
        """
        prefix = tuple(path)
        while prefix and prefix not in self._lines:
            prefix = prefix[:-1]
        start = self._lines.get(prefix, 0)
        if not start or len(prefix) == len(path):
            return start
        key = path[len(prefix)]
        if isinstance(key, RowNumber):
            if prefix not in self._items:  # the headers [[...]] of its items, or the items of a statement
                text = "\n".join(self._split[start - 1 : self._find_end(prefix, start) - 1])
                self._items[prefix] = self._array_headers.get(prefix) or _list_item_lines(text, start)
            lines = self._items[prefix]
            return lines[int(key)] if int(key) < len(lines) else start
        if prefix not in self._rows:
            others: dict[str, int] = {}
            named: dict[str, int] = {}  # an id counts before other keys
            for number in range(start, self._find_end(prefix, start)):
                for row in _ROW.finditer(self.get_line(number)):
                    name = next(word for word in row.groups()[1:] if word is not None)
                    (named if row["id"] else others).setdefault(name, number)
            self._rows[prefix] = others | named
        return self._rows[prefix].get(key, start)

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        """The line of every key path that has one."""
        return _index_lines(self._text)

    @cached_property
    def _statements(self) -> list[tuple[int, KeyPath]]:
        return sorted((line, path) for path, line in self._lines.items())

    def _find_end(self, prefix: KeyPath, start: int) -> int:
        """Returns the line after the last one of the part that begins at `start`."""
        later = islice(self._statements, bisect(self._statements, start, key=itemgetter(0)), None)
        return next((line for line, path in later if path[: len(prefix)] != prefix), self.line_count + 1)

    @cached_property
    def _array_headers(self) -> dict[KeyPath, list[int]]:
        """The lines of the headers ``[[...]]`` by path."""
        lines: dict[KeyPath, list[int]] = {}
        for number, line in enumerate(self._split, 1):
            if line.lstrip().startswith("[["):
                lines.setdefault(_parse_dotted_key(line.lstrip()[2:]), []).append(number)
        return lines

    def find_column(self, line: int, source: str, column: int, key: str = "") -> int:
        """Returns the column at which a character of a text value stands in the file, or 0 if it cannot be known.

        Args:
            column: the column of the character in `source`, from 1.
        """
        if not line or "\n" in source:
            return 0
        text = self.get_line(line)
        start = text.find(source, text.find(key) + len(key) if key in text else 0)
        return start + column if start >= 0 else 0

    @property
    def line_count(self) -> int:
        """The number of lines."""
        return len(self._split)

    @cached_property
    def _split(self) -> list[str]:
        return self._text.splitlines()

    def get_line(self, line: int) -> str:
        """Returns a line of the file by its number, from 1."""
        return self._split[line - 1]

    def locate(self, *path: str, namespace: str = "") -> str:
        """Returns ``file:line`` of a key path; the file may omit `namespace` and the colon in keys."""
        line = self.find_line(path)
        if namespace:
            line = max(line, self.find_line([key.removeprefix(namespace + ":") for key in path]))
        return f"{self.name}:{line}" if line else self.name


def find_value_problem(value: Any) -> str:
    """Returns why a value is not allowed in any file, nor as the value of a setting, or ``""``."""
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return "an integer does not fit into 64 bits"
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is not a finite number"
    if isinstance(value, list) and len(value) > MAX_ITEMS:
        return f"a list has more than {MAX_ITEMS:,} items"
    if isinstance(value, str) and len(value) > MAX_STRING:
        return f"a string is longer than {MAX_STRING:,} characters"
    if isinstance(value, str) and _SURROGATE.search(value):
        return "a string is not valid Unicode"
    return ""


def _parse_dotted_key(text: str) -> KeyPath:
    """Returns the parts of the dotted key at the start of `text`."""
    parts = []
    at = 0
    while match := _KEY.match(text, at):
        word = match[1]
        parts.append(word[1:-1] if word[0] in "\"'" else word)
        at = match.end()
        if text[at : at + 1] != ".":
            break
        at += 1
    return tuple(parts)


@lru_cache(MAX_INDEXED)
def _index_lines(text: str) -> dict[KeyPath, int]:
    """Returns the line of every table header and of every key that starts a line; the first occurrence counts."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    depth, number, start = 0, 1, 0

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

    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "newline":
            if depth == 0:
                piece = text[start : token.start()]
                # A statement of several lines is indexed by its first line.
                last, number = number, number - piece.count("\n")
                read_statement(piece)
                number = last
                start = token.end()
            number += 1
            continue
        number += token.group().count("\n")
    if depth == 0 and text[start:].strip():
        number -= text[start:].count("\n")
        read_statement(text[start:])
    return lines


_ITEM_TOKEN = re.compile(rf"{_TOKEN.pattern} | (?P<comma>,) | (?P<other>[^\s,])", re.VERBOSE | re.DOTALL)


def _list_item_lines(text: str, number: int) -> list[int]:
    """Returns the lines of the items of the first list in `text`, which begins at line `number`."""
    lines: list[int] = []
    depth, is_new = 0, False
    for token in _ITEM_TOKEN.finditer(text):
        kind = token.lastgroup
        if is_new and depth == 1 and kind not in ("close", "comma", "newline", "comment"):
            lines.append(number)
            is_new = False
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if not depth:
                break
        is_new = is_new or (depth == 1 and kind in ("open", "comma"))
        number += token.group().count("\n")
    return lines
