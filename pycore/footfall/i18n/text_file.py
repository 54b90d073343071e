"""One file of texts. A message is parsed when it is first needed: parsing whole files would delay every start."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import ast

MAX_CHARACTERS = 1 << 20
MAX_DEPTH = 40
"""Limits of a file of texts: its length, and the nesting of braces and parentheses in a message."""

MAX_MESSAGE = 4000
MAX_DIGITS = 20
"""Limits of a message: its characters without comments, and the digits of numbers in it and of those it writes."""

_ENTRY = re.compile(r"^(-?[A-Za-z][A-Za-z0-9_-]*) *=", re.MULTILINE)
"""The start of a message or term: inside one, no line begins with a name and ``=`` in the first column."""

_LONG_NUMBER = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")

_DIGITS_OPTION = re.compile(r"((?:minimum|maximum)(?:Integer|Fraction|Significant)Digits)\s*+:\s*+([0-9]++)")

_NO_CHARACTER = re.compile(r"(?<!\\)(?:\\\\)*+(\\U(?!0|10)[0-9A-Fa-f]{6})")
"""An escape beyond the last character of Unicode."""

_NESTING = re.compile(rf"{_ENTRY.pattern}|[{{}}()]", re.MULTILINE)


class TextFile(msgspec.Struct, frozen=True):
    """One file of texts.

    Attributes:
        name: path in its mod.
    """

    name: str
    source: str

    @property
    def resource(self) -> ast.Resource:
        """The syntax tree of the whole file, without messages that are not used; positions are those of the file."""
        parts, end = [], 0
        for _, start, source in self._iter_sources():
            if _find_message_problem(source):
                parts += [self.source[end:start], "\n" * len(source)]
                end = start + len(source)
        return _parse_text("".join((*parts, self.source[end:])))

    @lru_cache(256)  # noqa: B019  # not leaked: every catalog has the same files of the framework and its games
    def split(self) -> Mapping[str, str]:
        """Returns the source of each usable message and term by id; the id of a term begins with a hyphen."""
        return {id: source for id, _, source in self._iter_sources() if not _find_message_problem(source)}

    def iter_problems(self) -> Iterator[tuple[int, str]]:
        """Yields the line of each message that exceeds a limit and is therefore not used, and why."""
        for id, start, source in self._iter_sources():
            if problem := _find_message_problem(source):
                yield self.source.count("\n", 0, start) + 1, f"the text {id!r} {problem}"

    def _iter_sources(self) -> Iterator[tuple[str, int, str]]:
        """Yields each message and term: id, position and source."""
        starts = list(_ENTRY.finditer(self.source))
        ends = [*(match.start() for match in starts[1:]), len(self.source)]
        for match, end in zip(starts, ends, strict=False):
            yield match[1], match.start(), self.source[match.start() : end]


def fold_id(id: str) -> str:
    """Returns the id in small letters of a text whose id is written as that of its record: ``mod-GEM_STONE``."""
    return id.lower().replace("_", "-")


CONTRACTIONS = {"es": ((" de el ", " del "), (" a el ", " al "))}
"""By language: words that become one, also where an argument brings the second."""


class Texts:
    """One mod's texts in one language.

    Attributes:
        files: the files, in order; a later one takes precedence.
        ids: the ids of all messages within the limits, whether valid Fluent or not; one with capitals has two.
    """

    def __init__(self, language: str, fallback: str, files: list[TextFile]) -> None:
        self.files = files
        self._languages = [language, fallback]
        self._contractions = CONTRACTIONS.get(language.partition("-")[0], ())
        self._sources: dict[str, str] = {}
        for file in files:
            self._sources |= file.split()
        has_capitals = not " ".join(self._sources).islower()
        capitals = [id for id in self._sources if not id.islower()] if has_capitals else ()
        self._sources = {fold_id(id): fold_id(id) + self._sources[id][len(id) :] for id in capitals} | self._sources
        self.ids = tuple(id for id in self._sources if not id.startswith("-"))
        self._templates: dict[str, Template | None] = {}
        self._load_lock = threading.Lock()

    def has_message(self, id: str) -> bool:
        """Returns whether there is a message, and it is valid Fluent."""
        return self._get_template(id) is not None or self._load_message(id)

    def format_message(self, id: str, arguments: Mapping[str, Any]) -> str:
        """Formats a message that exists; its id if it has no text or the formatter fails."""
        template = self._get_template(id)
        text = None if template is None else fill_template(template, arguments)
        if text is not None:
            return self._contract(text)
        self._load_message(id)
        from fluent.runtime.types import fluent_number  # only here: slow to import

        ungrouped = {  # integers without separators, as on the rest of the screen
            name: fluent_number(value, useGrouping=False) if type(value) is int else value
            for name, value in arguments.items()
        }
        try:
            pattern = self._bundle.get_message(id).value
            text = id if pattern is None else str(self._bundle.format_pattern(pattern, ungrouped)[0])
        except Exception:  # a translator's mistake must not stop a game
            return id
        return self._contract(text) if len(text) <= MAX_MESSAGE else id  # references can multiply a text

    def _contract(self, text: str) -> str:
        for words, contraction in self._contractions:
            text = text.replace(words, contraction)
        return text

    def format_attributes(self, id: str) -> dict[str, str]:
        """Formats the attributes of a message that exists; none if the formatter fails."""
        if self._get_template(id) is not None:
            return {}
        self._load_message(id)
        try:
            attributes = self._bundle.get_message(id).attributes
            return {name: str(self._bundle.format_pattern(pattern)[0]) for name, pattern in attributes.items()}
        except Exception:  # as above
            return {}

    @cached_property
    def _bundle(self) -> FluentBundle:
        """Formats the messages that were loaded."""
        from fluent.runtime import FluentBundle  # only here: its import takes as long as those of half the framework

        return FluentBundle(self._languages, use_isolating=False)

    def _get_template(self, id: str) -> Template | None:
        if id not in self._templates:
            source = self._sources.get(id)
            self._templates[id] = None if source is None else parse_template(source)
        return self._templates[id]

    def _load_message(self, id: str) -> bool:
        """Loads a message and all that it refers to; returns False if there is none or it is not valid Fluent."""
        pending = [id]
        with self._load_lock:  # a server's players share the texts: none reads a message before what it refers to
            while pending:
                source = self._sources.pop(pending.pop(), None)
                if source is not None:
                    resource = _parse_text(source)
                    self._bundle.add_resource(resource, allow_overrides=True)
                    pending += [name for name, _ in iter_references(resource)]
            return bool(self._bundle.has_message(id))


def find_limit_problem(source: str) -> str:
    """Returns why a file is not parsed, or ``""``: it is too large, or nested too deeply for the parser."""
    if len(source) > MAX_CHARACTERS:
        return f"it is larger than {MAX_CHARACTERS >> 20} MiB"
    return _find_nesting_problem(source)


def _find_message_problem(source: str) -> str:
    """Returns why a message or term is not used, or ``""``."""
    if escape := _NO_CHARACTER.search(source):
        return f"has {escape[1]}, which is not a character"
    if _LONG_NUMBER.search(source):
        return f"has a number of more than {MAX_DIGITS} digits"
    for option in _DIGITS_OPTION.finditer(source) if "Digits" in source else ():
        if int(option[2]) > MAX_DIGITS:
            return f"asks for {option[2]} digits with {option[1]}, more than {MAX_DIGITS}"
    if len(source) > MAX_MESSAGE:
        length = sum(len(line) + 1 for line in source.rstrip().split("\n") if not line.startswith("#"))
        if length > MAX_MESSAGE:
            return f"has {length:,} characters, more than {MAX_MESSAGE:,}"
    return ""


@lru_cache(maxsize=256)
def _find_nesting_problem(source: str) -> str:
    depth = 0
    for match in _NESTING.finditer(source):
        if match[1]:  # the start of a message
            depth = 0
        elif match[0] in "})":
            depth = max(depth - 1, 0)
        elif match[0] == "{" or depth:  # a parenthesis outside braces is text
            depth += 1
            if depth > MAX_DEPTH:
                return f"it is nested more than {MAX_DEPTH} deep at line {source.count(chr(10), 0, match.start()) + 1}"
    return ""


@lru_cache(maxsize=4096)
def _parse_text(source: str) -> ast.Resource:
    """Parses a text. The tree is read-only and cached, because mods may be loaded again."""
    from fluent.runtime import FluentResource

    return FluentResource(source)


def iter_nodes(node: Any, *kinds: type) -> Iterator[Any]:
    """Yields the parts of a text that are of some kinds, outer ones first."""
    from fluent.syntax import ast

    if isinstance(node, kinds):
        yield node
    if isinstance(node, ast.BaseNode):
        for value in vars(node).values():
            yield from iter_nodes(value, *kinds)
    elif isinstance(node, list):
        for value in node:
            yield from iter_nodes(value, *kinds)


def iter_references(node: Any) -> Iterator[tuple[str, str]]:
    """Yields the ids of the messages and terms (``-id``) that a part of a text names, and the attributes."""
    from fluent.syntax import ast

    for reference in iter_nodes(node, ast.MessageReference, ast.TermReference):
        hyphen = "-" if isinstance(reference, ast.TermReference) else ""
        yield hyphen + reference.id.name, reference.attribute.name if reference.attribute is not None else ""


Template: TypeAlias = tuple[str, ...]
"""Texts and names of arguments in turn; the first and the last are texts."""

MAX_ARGUMENTS = 50
"""Fluent refuses more than 100 in a message."""

_LINE = re.compile(r"-?[A-Za-z][A-Za-z0-9_-]*+ *+= *+([^\r\n]++)(?:\n(?:\#[^\r\n]*+| *+))*+")
"""A message that ends with its line: only blank lines and comments follow."""

_ARGUMENT = re.compile(r"\{ *\$([A-Za-z][A-Za-z0-9_-]*) *\}")


def parse_template(source: str) -> Template | None:
    """Returns a message as a template, or None if it is not a plain one.

    Args:
        source: the message, up to the next one or the end of its file.
    """
    line = _LINE.fullmatch(source)
    if line is None:
        return None
    parts = tuple(_ARGUMENT.split(line[1].rstrip(" ")))
    if len(parts) > 2 * MAX_ARGUMENTS or any("{" in text or "}" in text for text in parts[::2]):
        return None
    return parts


def fill_template(template: Template, arguments: Mapping[str, Any]) -> str | None:
    """Returns the text, or None if an argument is missing, or is neither a text nor a natural number."""
    parts = list(template)
    for number in range(1, len(parts), 2):
        value = arguments.get(parts[number])
        if type(value) is str:
            parts[number] = value
        elif type(value) is int and value >= 0:
            parts[number] = str(value)
        else:
            return None
    return "".join(parts)
