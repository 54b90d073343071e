"""Reads the records of all mods from TOML: define, patch, inherit, check, freeze.

``[creature.goblin]`` in a file below ``content/`` defines ``creature/<mod id>:goblin``;
``[patch.creature."core.stealth:goblin"]`` patches a record (`footfall.content.patches`). A record may have
``inherits = "other"`` (fields it omits come from the patched parent), ``template = true`` (only to be inherited)
and ``when = {...}``. ``[words]`` adds words to the open lists of fields: ``stat = ["tide"]``. ``[hook.on_hear.name]``
is a rule (`footfall.content.rule_tables`).
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from footfall.diagnostics.files import ModFiles, format_mod_path, list_files
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.diagnostics.toml import KeyPath, TomlDocument, TomlError
from footfall.expressions.syntax import ExpressionError
from footfall.expressions.typed import SharedRoll

from .conditions import ConditionContext
from .conflicts import find_conflicts
from .definitions import Definition, RecordKey
from .deprecation import iter_deprecated_fields
from .patches import GUARDS, OPERATIONS, PATCH_KEYS, Patch, PatchError, check_patch
from .record_types import RecordKind, Words
from .records import History, Records
from .resolve import Resolver
from .rule_tables import MAX_RULES, ROLL_EXAMPLE, RuleTable, read_shared_roll
from .schemas.constraints import find_word_lists
from .schemas.schema import qualify_references, schema_of

RESERVED_KEYS = ("inherits", "template", "when")


def find_kind_problem(kind: RecordKind) -> str:
    """Returns why a kind of record cannot be read from files, or ``""``."""
    if kind.name in ("patch", "words", "hook", "roll"):
        return f"a kind of record cannot be called {kind.name!r}"
    taken = [name for name in RESERVED_KEYS if name in schema_of(kind.type).fields]
    return f"{kind.name}: a record cannot have a field {taken[0]!r}" if taken else ""


class ContentSource(msgspec.Struct, frozen=True):
    """One mod's files; ``content/*.toml`` among them are read."""

    mod: str
    files: ModFiles


def read_records(
    kinds: Mapping[str, RecordKind],
    sources: Sequence[ContentSource],
    *,
    is_order_fixed: Callable[[str, str], bool] = lambda a, b: True,
    settings: Mapping[str, Any] | None = None,
    games: Iterable[str] = (),
    lists: Iterable[Words] = (),
    steps: Container[str] | None = None,
) -> tuple[Records, list[Finding]]:
    """Reads all records: the valid ones, and findings about the others.

    Args:
        is_order_fixed: whether manifests fix the order of two mods; if not, different ``set``s are a conflict.
        settings: world settings by full name, for ``when``.
        games: rule plugins by full id, for ``when``.
        lists: word lists in addition to those of the kinds.
        steps: see `Records`.
    """
    names = frozenset(games)
    context = ConditionContext(
        frozenset(s.mod for s in sources), names | {id.rpartition(".")[2] for id in names}, settings or {}
    )
    reader = _ContentReader(kinds, context, lists)
    for source in sources:
        for name in list_files(source.files, "content", ".toml"):
            if not reader.read_file(source.mod, format_mod_path(source.files, name), source.files.read(name)):
                break
    words = {name: tuple(words) for name, words in reader.words.items()}
    mods = [source.mod for source in sources]
    resolver = Resolver(kinds, mods, reader.definitions, reader.patches, reader.findings, words, steps)
    tables = resolver.resolve_all()
    conflicts = find_conflicts(resolver.resolved_records, is_order_fixed)
    findings = [*reader.findings, *(conflict.to_finding() for conflict in conflicts)]
    history = History(kinds, resolver.resolved_records, tuple(conflicts))
    return Records(tables, kinds, history, words, tuple(reader.rules), reader.rolls), findings


BAD_TOML_FIX = "correct that line; a table in braces stands on one line, and a long deed is [hook.HOOK.NAME.do.DEED]"

MAX_CONTENT_BYTES = 8 << 20
"""Bytes of a mod's content files in all."""

MAX_ENTRIES = 10_000
"""Records and patches of a mod in all."""


class _ContentReader(msgspec.Struct, dict=True):
    """Collects definitions, patches, words and rules, file by file.

    Attributes:
        lists: word lists in addition to those of the kinds.
        words: the words that mods add, by list, in order.
        sizes: bytes of the files of each mod.
        counts: records and patches of each mod.
    """

    kinds: Mapping[str, RecordKind]
    context: ConditionContext
    lists: Iterable[Words]
    findings: list[Finding] = msgspec.field(default_factory=list)
    definitions: dict[RecordKey, Definition] = msgspec.field(default_factory=dict)
    patches: list[Patch] = msgspec.field(default_factory=list)
    words: dict[str, dict[str, None]] = msgspec.field(default_factory=dict)
    rules: list[RuleTable] = msgspec.field(default_factory=list)
    rolls: dict[str, dict[str, SharedRoll]] = msgspec.field(default_factory=dict)
    sizes: dict[str, int] = msgspec.field(default_factory=dict)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    rule_counts: dict[str, int] = msgspec.field(default_factory=dict)

    @cached_property
    def _open_lists(self) -> dict[str, Words]:
        """The lists of words that mods may extend."""
        every = (*find_word_lists(self.kinds).values(), *self.lists)
        return {words.name: words for words in every if words.is_open}

    def report(self, code: str, mod: str, text: str, place: str, fix: str = "", edit: Edit | None = None) -> None:
        self.findings.append(Finding(code, mod, text, place, fix, Severity.ERROR, edit=edit))

    def read_file(self, mod: str, name: str, source: bytes) -> bool:
        """Collects the definitions and patches of one file; returns False if the mod is too large to read more."""
        self.sizes[mod] = self.sizes.get(mod, 0) + len(source)
        if self.sizes[mod] > MAX_CONTENT_BYTES:
            text = f"its records take more than {MAX_CONTENT_BYTES >> 20} MiB; this file and the next ones are not read"
            self.report("too-much", mod, text, name, "make the mod smaller")
            return False
        try:
            document = TomlDocument(name, source)
        except TomlError as error:
            self.report("bad-toml", mod, f"not valid TOML: {error}", error.locate(name), BAD_TOML_FIX)
            return True
        tables = [rows for kind, rows in document.data.items() if kind not in ("patch", "hook")]
        for inner in (document.data.get(kind) for kind in ("patch", "hook")):
            tables += inner.values() if isinstance(inner, dict) else []
        entries = sum(max(len(rows), 1) if isinstance(rows, dict) else 1 for rows in tables)
        self.counts[mod] = self.counts.get(mod, 0) + entries
        if self.counts[mod] > MAX_ENTRIES:
            text = f"it has more than {MAX_ENTRIES:,} records and patches; this file and the next ones are not read"
            self.report("too-much", mod, text, name, "make the mod smaller")
            return False
        for kind, rows in document.data.items():
            if kind == "patch":
                for patched, patches in self._check_rows(mod, document, ("patch",), rows):
                    if self._check_kind(patched, mod, document, ("patch", patched)):
                        for id, table in self._check_rows(mod, document, ("patch", patched), patches):
                            self._read_patch(mod, document, patched, id, table)
            elif kind == "words":
                self._read_words(mod, document, rows)
            elif kind == "roll":
                for name, table in self._check_rows(mod, document, ("roll",), rows):
                    self._read_roll(mod, document, name, table)
            elif kind == "hook":
                for hook, rules in self._check_rows(mod, document, ("hook",), rows):
                    for name, table in self._check_rows(mod, document, ("hook", hook), rules):
                        self._read_rule(mod, document, hook, name, table)
            elif self._check_kind(kind, mod, document, (kind,)):
                for id, table in self._check_rows(mod, document, (kind,), rows):
                    self._read_definition(mod, document, kind, id, table)
        return True

    def _read_words(self, mod: str, document: TomlDocument, rows: Any) -> None:
        """Collects the words that a file adds to open lists."""
        lists = self._open_lists
        for name, words in self._check_rows(mod, document, ("words",), rows):
            place = document.locate("words", name)
            if name not in lists:
                text = f"there is no list of words {name!r} that mods may extend{suggest(name, lists)}"
                fix = f"lists: {', '.join(lists) or 'none in this game'}"
                edit = Edit.replace_word(place, name, find_closest(name, lists))
                self.report("bad-words", mod, text, place, fix, edit)
            elif not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
                self.report("bad-words", mod, f"words.{name} must be a list of words", place, f'{name} = ["tide"]')
            else:
                self.words.setdefault(name, {}).update(dict.fromkeys(words))

    def _read_roll(self, mod: str, document: TomlDocument, name: str, table: Any) -> None:
        """Collects a roll that the rules of the mod share."""
        roll, known = read_shared_roll(name, table), self.rolls.setdefault(mod, {})
        place = document.locate("roll", name)
        if isinstance(roll, str):
            self.report("bad-rule", mod, roll, place, ROLL_EXAMPLE)
        elif name in known:
            self.report("defined-twice", mod, f"the roll {name!r} is defined twice", place, "rename one of them")
        else:
            known[name] = roll

    def _read_rule(self, mod: str, document: TomlDocument, hook: str, name: str, table: Any) -> None:
        """Collects a rule whose ``needs`` are met."""
        rule = RuleTable(mod, hook, name, document, table)
        if problem := rule.find_problem():
            self.report("bad-rule", mod, problem, rule.locate(), f"[hook.{hook}.{name}]")
            return
        try:
            if "needs" in table and not self.context.is_met(table["needs"], mod):
                return
        except ValueError as error:
            self._report_condition(mod, document, ("hook", hook, name, "needs"), table["needs"], error)
            return
        count = self.rule_counts[mod] = self.rule_counts.get(mod, 0) + 1
        if count <= MAX_RULES:
            self.rules.append(rule)
        elif count == MAX_RULES + 1:
            text = f"it has more than {MAX_RULES:,} rules; this one and the next ones are not used"
            self.report("too-much", mod, text, rule.locate(), "write fewer rules")

    def _check_rows(self, mod: str, document: TomlDocument, path: KeyPath, rows: Any) -> Iterable[tuple[str, Any]]:
        if isinstance(rows, dict):
            return rows.items()
        name = ".".join(path)
        self.report("bad-record", mod, f"{name} must be a table", document.locate(*path), f"[{name}.<id>]")
        return ()

    def _check_kind(self, kind: str, mod: str, document: TomlDocument, path: KeyPath) -> bool:
        if kind not in self.kinds:
            text, place = f"there is no kind of record {kind!r}{suggest(kind, self.kinds)}", document.locate(*path)
            fix = f"kinds: {', '.join(sorted(self.kinds)) or 'none in this game'}"
            edit = Edit.replace_word(place, kind, find_closest(kind, self.kinds))
            self.report("no-kind", mod, text, place, fix, edit)
        return kind in self.kinds

    def _is_enabled(self, mod: str, document: TomlDocument, path: KeyPath, table: dict[str, Any]) -> bool:
        try:
            return "when" not in table or self.context.is_met(table["when"], mod)
        except ValueError as error:
            self._report_condition(mod, document, (*path, "when"), table["when"], error)
            return False

    def _report_condition(
        self, mod: str, document: TomlDocument, path: KeyPath, condition: Any, error: ValueError
    ) -> None:
        """Reports a condition on the mod set that is not valid."""
        place, column = document.locate(*path), 0
        if isinstance(error, ExpressionError):
            line = place.rpartition(":")[2]
            column = document.find_column(int(line), condition, error.column, path[-1]) if line.isdigit() else 0
        fix = "see 'when' in docs/mods.md"
        self.findings.append(Finding("bad-when", mod, str(error), place, fix, column=column))

    def _read_definition(self, mod: str, document: TomlDocument, kind: str, name: str, table: Any) -> None:
        path = (kind, name)
        id = name if ":" in name else f"{mod}:{name}"
        if not isinstance(table, dict):
            text = f"{kind} {name!r} must be a table"
            self.report("bad-record", mod, text, document.locate(*path), f"[{kind}.{name}]")
        elif not id.startswith(mod + ":"):
            text = f"{kind} {id!r} belongs to another mod"
            self.report("not-yours", mod, text, document.locate(*path), f'change it with [patch.{kind}."{id}"]')
        elif (kind, id) in self.definitions:
            other = self.definitions[kind, id].locate()
            text = f"{kind} {id!r} is defined twice, first at {other}"
            self.report("defined-twice", mod, text, document.locate(*path), "rename one of them")
        elif self._is_enabled(mod, document, path, table):
            fields = {key: value for key, value in table.items() if key not in RESERVED_KEYS}
            parent = str(table.get("inherits", ""))
            parent = parent if ":" in parent or not parent else f"{mod}:{parent}"
            fields = qualify_references(schema_of(self.kinds[kind].type), fields, mod)
            self._report_deprecated_fields(mod, document, kind, path, fields)
            is_template = bool(table.get("template", False))
            self.definitions[kind, id] = Definition(kind, id, mod, document, path, fields, parent, is_template)

    def _read_patch(self, mod: str, document: TomlDocument, kind: str, name: str, table: Any) -> None:
        path = ("patch", kind, name)
        id = name if ":" in name else f"{mod}:{name}"
        if not isinstance(table, dict):
            self.report("bad-patch", mod, f"patch of {kind} {id!r} must be a table", document.locate(*path))
            return
        unknown = [key for key in table if key not in PATCH_KEYS]
        if unknown:
            key = unknown[0]
            text = f"patch of {kind} {id!r}: unknown key {key!r}{suggest(key, PATCH_KEYS)}"
            where = document.locate(*path, key)
            edit = Edit.replace_word(where, key, find_closest(key, PATCH_KEYS))
            is_field = key in schema_of(self.kinds[kind].type).fields
            fix = f"set.{key} = ..." if is_field else f"keys of a patch: {', '.join(PATCH_KEYS)}"
            self.report("bad-patch", mod, text, where, fix, edit)
        elif not isinstance(table.get("reason", ""), str):
            text = f"patch of {kind} {id!r}: reason must be a text"
            self.report("bad-patch", mod, text, document.locate(*path, "reason"), 'reason = "..."')
        elif self._is_enabled(mod, document, path, table):
            node = schema_of(self.kinds[kind].type)
            tables = {key: qualify_references(node, table[key], mod) for key in (*GUARDS, *OPERATIONS) if key in table}
            patch = Patch(kind, id, mod, document, path, tables, table.get("reason", ""))
            try:
                check_patch(patch, node)
            except PatchError as error:
                text = f"patch of {kind} {id!r}: {error}"
                place = patch.locate(*error.path)
                fix = "correct the patch; until then it is skipped"
                edit = Edit.replace_word(place, error.wrong_word, error.suggestion)
                self.report("bad-patch", mod, text, place, fix, edit)
            else:
                self.patches.append(patch)
                for op in OPERATIONS:
                    self._report_deprecated_fields(mod, document, kind, (*path, op), tables.get(op))

    def _report_deprecated_fields(self, mod: str, document: TomlDocument, kind: str, path: KeyPath, value: Any) -> None:
        """Reports the deprecated fields that a definition or a patch sets."""
        for field_path, mark in iter_deprecated_fields(schema_of(self.kinds[kind].type), value):
            subject = f"the field {'.'.join(field_path)!r} of {kind}"
            self.findings.append(mark.to_finding(mod, subject, document.locate(*path, *field_path)))
