"""The message catalog: formats messages of the framework and the mods in one language.

Texts are Fluent files, ``locale/<language>/*.ftl`` of each mod. Unlike gettext, Fluent leaves plurals, genders and word
order to the translator, and its files need no compilation. fluent.runtime 0.4 takes 3 to 20 µs per message; repeated
messages are cached.

A message is looked up in the requested language (``es-AR``, then ``es``), in its mod's own language and in English;
otherwise its id is shown. The text of a later mod replaces that of an earlier one, so a translation can be a mod.
If an argument is a message, its attributes become arguments, too: ``.gender = f`` of ``$target`` is
``$target-gender``.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import footfall
from footfall.diagnostics.files import ModFiles, format_mod_path
from footfall.diagnostics.findings import Finding, Severity, suggest
from footfall.engine.model import Message

from .text_file import MAX_MESSAGE, TextFile, Texts, find_limit_problem, iter_nodes, iter_references

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import ast

FALLBACK_LANGUAGE = "en"
CACHE_LIMIT = 4096
"""Number of cached sentences at which the cache is cleared."""

MAX_BAD_FORMATS = 100
"""Number of invalid messages of one language after which the check stops: each may take milliseconds."""


class ModTexts(msgspec.Struct, frozen=True):
    """The texts of one mod.

    Attributes:
        mod: id of the mod; ``"footfall"`` for the framework.
    """

    mod: str
    files: ModFiles
    language: str = FALLBACK_LANGUAGE


class _PackageFiles:
    """The texts of a folder of the framework, as `ModFiles`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names = sorted(p.relative_to(path).as_posix() for p in path.glob("locale/*/*.ftl"))

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()


def list_framework_texts() -> list[ModTexts]:
    """Returns the texts of each package of the framework with a ``locale`` folder."""
    root = Path(footfall.__file__).parent
    return [ModTexts("footfall", _PackageFiles(folder.parent)) for folder in sorted(root.glob("*/locale"))]


class CatalogEntry(msgspec.Struct, frozen=True):
    """One message of a file.

    Attributes:
        message: its syntax tree.
        file: path of the file as messages show it.
    """

    mod: str
    language: str
    id: str
    message: ast.Message
    file: str
    source: str

    @property
    def location(self) -> str:
        """``file:line``."""
        return f"{self.file}:{_find_line(self.source, self.message)}"

    @property
    def variables(self) -> frozenset[str]:
        """Names of its arguments."""
        from fluent.syntax import ast  # only here: slow to import

        return frozenset(node.id.name for node in iter_nodes(self.message, ast.VariableReference))


class Catalog:
    """All texts, in one language at a time."""

    def __init__(self, texts: Iterable[tuple[str, ModFiles, str]] = (), language: str = FALLBACK_LANGUAGE) -> None:
        """Opens the texts of the framework and of `texts`: (mod, files, own language), in mod order."""
        self._texts = [*list_framework_texts(), *(ModTexts(*row) for row in texts)]
        self._loaded: dict[tuple[int, str], Texts | None] = {}
        self._indexes: dict[str, dict[str, list[Texts]]] = {}
        self._entry_cache: dict[tuple[int, str], tuple[CatalogEntry, ...]] = {}
        self.set_language(language)

    def set_language(self, language: str) -> None:
        """Changes the language."""
        self.language = language
        self._cache: dict[Any, str] = {}
        self._order = tuple(dict.fromkeys((language, language.partition("-")[0])))
        self._texts_by_message: dict[str, Texts | None] = {}

    def list_languages(self) -> list[str]:
        """Returns the languages with texts, in alphabetical order."""
        names = (name.split("/") for texts in self._texts for name in texts.files.names)
        return sorted({parts[1] for parts in names if parts[0] == "locale" and len(parts) > 2})

    # Translation.

    def translate(self, message: Message | str) -> str:
        """Formats a message. Never raises: a missing message shows as its id.

        An argument may be a `Message`. A plain string is returned unchanged.
        """
        if isinstance(message, str):
            return message
        if not message.args:
            cached = self._cache.get(message.id)
            if cached is None:
                cached = self._cache[message.id] = self._format_message(message.id, {})
            return cached
        arguments: dict[str, Any] = {}
        for name, value in message.args.items():
            if isinstance(value, Message):
                arguments[name] = self.translate(value)
                texts = self._find_texts(value.id)
                for attribute, word in texts.format_attributes(value.id).items() if texts is not None else ():
                    arguments[f"{name}-{attribute}"] = word
            else:
                arguments[name] = value if isinstance(value, (str, int, float)) else str(value)
        key = (message.id, *arguments.items())
        cached = self._cache.get(key)
        if cached is None:
            if len(self._cache) >= CACHE_LIMIT:
                self._cache.clear()
            cached = self._cache[key] = self._format_message(message.id, arguments)
        return cached

    def has_message(self, id: str) -> bool:
        """Returns whether the current language or one of its fallbacks has the message."""
        return self._find_texts(id) is not None

    def _format_message(self, id: str, arguments: Mapping[str, Any]) -> str:
        texts = self._find_texts(id)
        return id if texts is None else texts.format_message(id, arguments)

    def _find_texts(self, id: str) -> Texts | None:
        try:
            return self._texts_by_message[id]
        except KeyError:
            pass
        indexes = (*map(self._get_index, self._order), self._own_index, self._get_index(FALLBACK_LANGUAGE))
        found = next((texts for index in indexes for texts in index.get(id, ()) if texts.has_message(id)), None)
        self._texts_by_message[id] = found
        return found

    # Files.

    def _get_index(self, language: str) -> dict[str, list[Texts]]:
        """Returns the texts that have each message in a language; those of the latest mod first."""
        index = self._indexes.get(language)
        if index is None:
            index = self._indexes[language] = self._build_index([language] * len(self._texts))
        return index

    @cached_property
    def _own_index(self) -> dict[str, list[Texts]]:
        """The texts that have each message in the own language of their mod."""
        return self._build_index([texts.language for texts in self._texts])

    def _build_index(self, languages: Sequence[str]) -> dict[str, list[Texts]]:
        index: dict[str, list[Texts]] = {}
        for number in reversed(range(len(languages))):
            texts = self._open_texts(number, languages[number])
            if texts is not None:
                for id in texts.ids:
                    index.setdefault(id, []).append(texts)
        return index

    def _open_texts(self, number: int, language: str) -> Texts | None:
        key = (number, language)
        if key not in self._loaded:
            files = self._texts[number].files
            names = [name for name in _list_ftl_files(files) if name.split("/")[1] == language]
            opened = [TextFile(name, files.read(name).decode("utf-8-sig", "replace")) for name in names]
            usable = [file for file in opened if not find_limit_problem(file.source)]
            self._loaded[key] = Texts(language, FALLBACK_LANGUAGE, usable) if usable else None
        return self._loaded[key]

    # Checks.

    def iter_entries(self, mod: str | None = None) -> Iterator[CatalogEntry]:
        """Yields every message of every mod, or of one mod, in all languages."""
        for number, owner, language in self._iter_languages():
            if mod in (None, owner):
                yield from self._get_entries(number, language)

    def index_owners(self, excluded_mod: str) -> dict[str, str]:
        """Returns the first mod that has each message, except one mod; the messages are not parsed."""
        owners: dict[str, str] = {}
        for number, owner, language in self._iter_languages():
            opened = self._open_texts(number, language) if owner != excluded_mod else None
            owners |= {id: owners.get(id, owner) for id in (opened.ids if opened is not None else ())}
        return owners

    def _iter_languages(self) -> Iterator[tuple[int, str, str]]:
        """Yields the number and the mod of all texts, with each of their languages."""
        for number, texts in enumerate(self._texts):
            for language in sorted({name.split("/")[1] for name in _list_ftl_files(texts.files)}):
                yield number, texts.mod, language

    def _get_entries(self, number: int, language: str) -> tuple[CatalogEntry, ...]:
        from fluent.syntax import ast  # only here: slow to import

        key = (number, language)
        if key not in self._entry_cache:
            texts, opened = self._texts[number], self._open_texts(number, language)
            files = opened.files if opened is not None else ()
            self._entry_cache[key] = tuple(
                CatalogEntry(texts.mod, language, item.id.name, item, path, file.source)
                for file, path in ((file, format_mod_path(texts.files, file.name)) for file in files)
                for item in file.resource.body
                if isinstance(item, ast.Message)
            )
        return self._entry_cache[key]

    def check_translations(
        self, languages: Sequence[str] = ("en", "es"), other_ids: Container[str] = (), mod: str | None = None
    ) -> list[Finding]:
        """Compares translations with each mod's own language, and reports texts that are not valid Fluent.

        Args:
            other_ids: ids of texts of other mods, which a mod may translate.
        """
        findings: list[Finding] = []
        for number, texts in enumerate(self._texts):
            if mod in (None, texts.mod):
                for language in languages:
                    findings += self._check_language(number, language, other_ids)
                for language in dict.fromkeys((*languages, texts.language)):
                    findings += self._check_syntax(number, language)
                    findings += self._check_references(number, language)
                    findings += islice(self._check_formats(number, language), MAX_BAD_FORMATS)
        return findings

    def _check_language(self, number: int, language: str, other_ids: Container[str]) -> Iterator[Finding]:
        """Yields missing and unmatched messages of one mod in one language, and unknown arguments."""
        texts = self._texts[number]
        originals = {entry.id: entry for entry in self._get_entries(number, texts.language)}
        translations = {entry.id: entry for entry in self._get_entries(number, language)}

        def make_finding(code: str, text: str, place: str, fix: str) -> Finding:
            return Finding(code, texts.mod, text, place, fix, Severity.WARNING)

        for id, entry in originals.items():
            translation = translations.get(id)
            if translation is None:
                text = f"message {id!r} has no {language} translation"
                fix = f"add {id} = ... to a file in locale/{language}/"
                yield make_finding("untranslated", text, entry.location, fix)
            elif extra := sorted(collect_arguments(translation) - collect_arguments(entry)):
                text = f"message {id!r} uses ${extra[0]} in {language}, but not in {texts.language}"
                names = ", ".join(f"${name}" for name in sorted(entry.variables)) or "no variables"
                yield make_finding("bad-variable", text, translation.location, f"use {names}")
        for id, entry in translations.items():
            if id not in originals and id not in other_ids:
                text = f"message {id!r} exists in {language}, but not in {texts.language}"
                fix = f"remove it, or add it in {texts.language}"
                yield make_finding("untranslated", text, entry.location, fix)

    def _check_syntax(self, number: int, language: str) -> Iterator[Finding]:
        from fluent.syntax import ast

        texts, opened = self._texts[number], self._open_texts(number, language)
        for file in opened.files if opened else ():
            for item in file.resource.body:
                if isinstance(item, ast.Junk):
                    lines = (item.content or "").strip().splitlines()[:1]
                    text = f"not valid Fluent: {lines[0] if lines else ''}"
                    place = f"{format_mod_path(texts.files, file.name)}:{_find_line(file.source, item)}"
                    fix = "id = text; see https://projectfluent.org"
                    yield Finding("bad-text", texts.mod, text, place, fix, Severity.WARNING)

    def _check_references(self, number: int, language: str) -> Iterator[Finding]:
        """Yields references to messages, terms and attributes that a mod does not have in a language."""
        from fluent.syntax import ast

        texts, opened = self._texts[number], self._open_texts(number, language)
        items = [
            (file, item, f"{'-' * isinstance(item, ast.Term)}{item.id.name}")
            for file in (opened.files if opened else ())
            for item in file.resource.body
            if isinstance(item, ast.Message | ast.Term)
        ]
        known = {(id, attribute.id.name) for _, item, id in items for attribute in item.attributes}
        known |= {(id, "") for _, item, id in items if item.value is not None}
        names = {".".join(filter(None, one)) for one in known}
        for file, item, id in items:
            for reference in dict.fromkeys(iter_references([item.value, item.attributes])):
                if reference in known:
                    continue
                name = ".".join(filter(None, reference))
                text = f"the text {id!r} names {name!r}, which has no text in {language} in this mod"
                place = f"{format_mod_path(texts.files, file.name)}:{_find_line(file.source, item)}"
                fix = f"add {name} = ... to a file in locale/{language}/, or correct the name"
                yield Finding("bad-text", texts.mod, text + suggest(name, names), place, fix, Severity.WARNING)

    def _check_formats(self, number: int, language: str) -> Iterator[Finding]:
        """Yields messages that cannot be written, and those that a later one of the same id replaces."""
        from fluent.runtime import FluentBundle  # only here: slow to import

        opened, entries = self._open_texts(number, language), self._get_entries(number, language)
        bundle = FluentBundle([language, FALLBACK_LANGUAGE], use_isolating=False)
        for file in opened.files if opened else ():
            bundle.add_resource(file.resource, allow_overrides=True)
        variables = {name for entry in entries for name in entry.variables}
        last = {entry.id: entry for entry in entries}
        for entry in entries:
            if entry is not last[entry.id]:
                problem, fix = "is there twice", f"remove it here or at {last[entry.id].location}, which is used"
            else:
                problem, fix = find_format_problem(bundle, entry.id, variables), "see https://projectfluent.org"
            if problem:
                text = f"the text {entry.id!r} {problem}"
                yield Finding("bad-text", entry.mod, text, entry.location, fix, Severity.WARNING)


def find_unusable_texts(mod: str, files: ModFiles) -> Iterator[Finding]:
    """Yields a finding for each file that is not UTF-8, and each file or message left out by a limit."""
    for name in _list_ftl_files(files):
        raw, place = files.read(name), format_mod_path(files, name)
        try:
            raw.decode()
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            yield Finding("bad-text", mod, f"{name}: not UTF-8", f"{place}:{line}", "save it in the encoding UTF-8")
        file = TextFile(name, raw.decode("utf-8-sig", "replace"))
        if problem := find_limit_problem(file.source):
            fix = "shorten it; until then the texts of this file are not used"
            yield Finding("bad-text", mod, f"{name}: {problem}", place, fix)
            continue
        for line, problem in file.iter_problems():
            fix = "correct it; until then it is not used"
            yield Finding("bad-text", mod, problem, f"{place}:{line}", fix)


def _list_ftl_files(files: ModFiles) -> list[str]:
    return [name for name in files.names if re.fullmatch(r"locale/[a-z]{2,3}(-[A-Za-z0-9]+)*/.+\.ftl", name)]


def _find_line(source: str, item: ast.SyntaxNode) -> int:
    start = item.span.start if item.span is not None else 0
    return source[:start].count("\n") + 1


def collect_arguments(entry: CatalogEntry) -> set[str]:
    """Returns the arguments of a message; ``$who-gender`` counts as ``$who``."""
    return {name.partition("-")[0] for name in entry.variables}


# Messages formatted on trial, to find those in whose place a player would read an id or the name of a function.

_TOO_LONG = f"has more than {MAX_MESSAGE:,} characters or 1,000 parts with the texts that it names"
_TOO_DEEP = "names itself, or too long a chain of texts"
_BAD_CALL = "calls a function that does not exist or cannot use these arguments"


def find_format_problem(bundle: FluentBundle, id: str, variables: Collection[str]) -> str:
    """Returns why a message cannot be formatted, or ``""``. Each of its variants is tried, and each variable is 1.

    Missing variables, messages and terms are not reported here.
    """
    from fluent.syntax import ast

    arguments = dict.fromkeys(variables, 1)
    try:
        message = bundle.get_message(id)
        for pattern in filter(None, (message.value, *message.attributes.values())):
            for part in (pattern, *(variant.value for variant in iter_nodes(pattern, ast.Variant))):
                text, errors = bundle.format_pattern(part, arguments)
                problems = [*map(_name_error, errors), _TOO_LONG if len(str(text)) > MAX_MESSAGE else ""]
                if any(problems):
                    return next(filter(None, problems))
    except Exception as error:  # what a function raises for arguments of a wrong kind
        return _name_error(error)
    return ""


def _name_error(error: Exception) -> str:
    from fluent.runtime.errors import FluentCyclicReferenceError, FluentReferenceError

    if isinstance(error, FluentCyclicReferenceError | RecursionError):
        return _TOO_DEEP
    if isinstance(error, FluentReferenceError) and not str(error).startswith("Unknown function"):
        return ""
    return _TOO_LONG if str(error).startswith("Too many") else _BAD_CALL


def find_system_language() -> str:
    """Returns the code of the language that the environment asks for, else that of the system, else English."""
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    value = next(filter(None, variables), None) or locale.getlocale()[0] or "C"
    code = value.partition(".")[0].partition("_")[0].lower()
    return "en" if code in ("c", "posix") else code
