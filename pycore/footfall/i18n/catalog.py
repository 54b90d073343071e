"""The message catalogue: from message ids and arguments to sentences, per mod and language.

Texts are Fluent files, ``locale/<language>/*.ftl`` of each mod. Fluent rather than gettext:
plurals, genders and word order belong to the translator there, and a mod's texts are plain
files that need no compiling. Its Python runtime (fluent.runtime 0.4, by Mozilla) is typed,
raises no warnings and needs 3 to 20 µs a message; what is said again comes from a cache.

A message is looked up in the language asked for (``es-AR``, then ``es``), then in its mod's
own language, then in English; at last its id is shown. A later mod's text for an id replaces
an earlier one's, so a translation can be a mod of its own. Attributes of a message that is an
argument of another arrive as arguments too: ``.gender = f`` of ``$target`` is ``$target-gender``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

import footfall
from footfall.content.records import Records
from footfall.diagnostics.files import ModFiles, format_mod_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.model import Message

FALLBACK_LANGUAGE = "en"
CACHE_LIMIT = 4096
"""Sentences kept before the cache is emptied."""


@dataclass(frozen=True)
class ModTexts:
    """The texts of one mod.

    Attributes:
        mod: its id, ``"footfall"`` for the framework's own.
        files: where they are.
        own: the language in which they are complete.
    """

    mod: str
    files: ModFiles
    language: str = FALLBACK_LANGUAGE


class _PackageFiles:
    """A folder of the framework, seen as files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names = sorted(p.relative_to(path).as_posix() for p in path.glob("locale/*/*.ftl"))

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()


def list_framework_texts() -> list[ModTexts]:
    """The texts of every room of the framework that has a ``locale`` folder."""
    root = Path(footfall.__file__).parent
    return [ModTexts("footfall", _PackageFiles(folder.parent)) for folder in sorted(root.glob("*/locale"))]


@dataclass(frozen=True)
class CatalogEntry:
    """One message as it stands in a file.

    Attributes:
        message: its syntax tree.
    """

    mod: str
    language: str
    id: str
    message: ast.Message
    file: str
    source: str

    @property
    def where(self) -> str:
        """``file:line``."""
        return f"{self.file}:{_find_line(self.source, self.message)}"

    @property
    def variables(self) -> frozenset[str]:
        """Names of the arguments it uses."""
        return frozenset(_iter_variables(self.message))


@dataclass
class _Bundle:
    """One mod's texts in one language."""

    bundle: FluentBundle
    files: list[tuple[str, str, ast.Resource]] = field(default_factory=list)


class Catalog:
    """All texts, in one language at a time.

    Attributes:
        language: what `text` speaks.
    """

    def __init__(
        self, texts: Iterable[tuple[str, ModFiles, str]] = (), language: str = FALLBACK_LANGUAGE
    ) -> None:
        """Opens the texts of the framework and of `texts`: (mod, files, own language) in mod order."""
        self._texts = [*list_framework_texts(), *(ModTexts(*row) for row in texts)]
        self._bundles: dict[tuple[int, str], _Bundle | None] = {}
        self._indexes: dict[str, dict[str, FluentBundle]] = {}
        self._entry_cache: dict[tuple[int, str], tuple[CatalogEntry, ...]] = {}
        self._records: Records | None = None
        self.set_language(language)

    def set_language(self, language: str) -> None:
        """Changes the language."""
        self.language = language
        self._cache: dict[Any, str] = {}
        self._order = tuple(dict.fromkeys((language, language.partition("-")[0])))
        self._bundle_by_message: dict[str, FluentBundle | None] = {}

    def set_records(self, records: Records | None) -> None:
        """Tells the catalogue the records, whose names `name` gives."""
        self._records = records

    # Speaking.

    def translate(self, message: Message | str) -> str:
        """A message as a sentence. It never raises: what is missing shows as its id.

        An argument may itself be a `Message`. A plain string is returned as it is.
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
                for attribute, word in self._get_attributes(value.id).items():
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

    def get_record_name(self, kind: str, id: str) -> str:
        """What a record is called: the text its `name` field names, or the last part of its id."""
        if self._records is not None:
            record: Any = self._records.table(object, kind).get(id)  # type: ignore[type-var]
            message = getattr(record, "name", "")
            if message:
                return self.translate(message if isinstance(message, Message) else Message(message))
        return id.rpartition(":")[2].replace("_", " ")

    def has_message(self, id: str) -> bool:
        """Whether any language of the present chain has this message."""
        return self._find_bundle(id) is not None

    def _format_message(self, id: str, arguments: Mapping[str, Any]) -> str:
        bundle = self._find_bundle(id)
        if bundle is None:
            return id
        pattern = bundle.get_message(id).value
        if pattern is None:
            return id
        try:
            return str(bundle.format_pattern(pattern, dict(arguments))[0])
        except Exception:  # a translator's mistake must not stop a game
            return id

    def _get_attributes(self, id: str) -> dict[str, str]:
        bundle = self._find_bundle(id)
        if bundle is None:
            return {}
        attributes = bundle.get_message(id).attributes
        return {name: str(bundle.format_pattern(pattern)[0]) for name, pattern in attributes.items()}

    def _find_bundle(self, id: str) -> FluentBundle | None:
        try:
            return self._bundle_by_message[id]
        except KeyError:
            pass
        indexes = (*map(self._get_index, self._order), self._own_index, self._get_index(FALLBACK_LANGUAGE))
        found = next((index[id] for index in indexes if id in index), None)
        self._bundle_by_message[id] = found
        return found

    # Reading.

    def _get_index(self, language: str) -> dict[str, FluentBundle]:
        """Which bundle has which message in a language; a later mod's word counts."""
        index = self._indexes.get(language)
        if index is None:
            index = self._indexes[language] = self._build_index(language for _ in self._texts)
        return index

    @cached_property
    def _own_index(self) -> dict[str, FluentBundle]:
        """The same for each mod in its own language."""
        return self._build_index(texts.language for texts in self._texts)

    def _build_index(self, languages: Iterable[str]) -> dict[str, FluentBundle]:
        reads = (self._load_bundle(number, language) for number, language in enumerate(languages))
        return {
            item.id.name: read.bundle
            for read in reads
            if read is not None
            for _, _, resource in read.files
            for item in resource.body
            if isinstance(item, ast.Message)
        }

    def _load_bundle(self, number: int, language: str) -> _Bundle | None:
        key = (number, language)
        if key not in self._bundles:
            files = self._texts[number].files
            names = [name for name in _list_ftl_files(files) if name.split("/")[1] == language]
            self._bundles[key] = None
            if names:
                read = self._bundles[key] = _Bundle(
                    FluentBundle([language, FALLBACK_LANGUAGE], use_isolating=False)
                )
                for name in names:
                    source = files.read(name).decode("utf-8", "replace")
                    resource = _parse_resource(source)
                    read.bundle.add_resource(resource, allow_overrides=True)
                    read.files.append((name, source, resource))
        return self._bundles[key]

    # Checking.

    def iter_entries(self, mod: str | None = None) -> Iterator[CatalogEntry]:
        """Every message of every mod, or of one, in every language it has."""
        for number, texts in enumerate(self._texts):
            if mod in (None, texts.mod):
                for language in sorted({name.split("/")[1] for name in _list_ftl_files(texts.files)}):
                    yield from self._get_entries(number, language)

    def _get_entries(self, number: int, language: str) -> tuple[CatalogEntry, ...]:
        key = (number, language)
        if key not in self._entry_cache:
            texts, read = self._texts[number], self._load_bundle(number, language)
            self._entry_cache[key] = tuple(
                CatalogEntry(
                    texts.mod, language, item.id.name, item, format_mod_path(texts.files, name), source
                )
                for name, source, resource in (read.files if read is not None else ())
                for item in resource.body
                if isinstance(item, ast.Message)
            )
        return self._entry_cache[key]

    def check_translations(
        self, languages: Sequence[str] = ("en", "es"), other_ids: Container[str] = (), mod: str | None = None
    ) -> list[Finding]:
        """What translations lack, compared with each mod's own language, and texts that cannot be read.

        Args:
            languages: that there should be.
            others: ids of texts of other mods, which a mod may translate.
            mod: of this mod alone.
        """
        out: list[Finding] = []

        def report(code: str, mod: str, text: str, place: str, fix: str) -> None:
            out.append(Finding(code, mod, text, place, fix, Severity.WARNING))

        for number, texts in enumerate(self._texts):
            if mod not in (None, texts.mod):
                continue
            own = {e.id: e for e in self._get_entries(number, texts.language)}
            for language in languages:
                there = {e.id: e for e in self._get_entries(number, language)}
                for id, entry in own.items():
                    if id not in there:
                        fix = f"add {id} = ... to a file in locale/{language}/"
                        report(
                            "untranslated",
                            texts.mod,
                            f"message {id!r} has no {language} translation",
                            entry.where,
                            fix,
                        )
                    elif extra := sorted(collect_arguments(there[id]) - collect_arguments(entry)):
                        text = f"message {id!r} uses ${extra[0]} in {language}, which is not there in {texts.language}"
                        report(
                            "bad-variable",
                            texts.mod,
                            text,
                            there[id].where,
                            f"use {_format_variables(entry)}",
                        )
                for id, entry in there.items():
                    if id not in own and id not in other_ids:
                        text = f"message {id!r} is there in {language} but not in {texts.language}"
                        report("untranslated", texts.mod, text, entry.where, "remove it, or add it there")
            for language in dict.fromkeys((*languages, texts.language)):
                read = self._load_bundle(number, language)
                for name, source, resource in read.files if read else ():
                    for item in resource.body:
                        if isinstance(item, ast.Junk):
                            first = (item.content or "").strip().splitlines()[:1]
                            text = f"cannot be read as Fluent: {first[0] if first else ''}"
                            place = f"{format_mod_path(texts.files, name)}:{_find_line(source, item)}"
                            report(
                                "bad-text", texts.mod, text, place, "id = text; see https://projectfluent.org"
                            )
        return out


@lru_cache(maxsize=256)
def _parse_resource(source: str) -> ast.Resource:
    """A file as a tree, which nobody changes: reading it again, as with the mods reloaded, costs nothing."""
    return FluentResource(source)


def _list_ftl_files(files: ModFiles) -> list[str]:
    return [name for name in files.names if re.fullmatch(r"locale/[a-z]{2,3}(-[A-Za-z0-9]+)*/.+\.ftl", name)]


def _find_line(source: str, item: ast.SyntaxNode) -> int:
    start = item.span.start if item.span is not None else 0
    return source[:start].count("\n") + 1


def _iter_variables(node: Any) -> Iterator[str]:
    if isinstance(node, ast.VariableReference):
        yield node.id.name
    elif isinstance(node, ast.BaseNode):
        for value in vars(node).values():
            yield from _iter_variables(value)
    elif isinstance(node, list):
        for value in node:
            yield from _iter_variables(value)


def collect_arguments(entry: CatalogEntry) -> set[str]:
    """The arguments of a message; attributes of another message (``$who-gender``) come with it."""
    return {name.partition("-")[0] for name in entry.variables}


def _format_variables(entry: CatalogEntry) -> str:
    return ", ".join(f"${name}" for name in sorted(entry.variables)) or "no variables"
