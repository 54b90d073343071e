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
from footfall.diagnostics.findings import Edit, Finding, find_closest, suggest
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
        reader.read_mod(source)
    words = {name: tuple(words) for name, words in reader.words.items()}
    mods = [source.mod for source in sources]
    resolver = Resolver(kinds, mods, reader.definitions, reader.patches, reader.findings, words, steps)
    tables = resolver.resolve_all()
    conflicts = find_conflicts(resolver.resolved_records, is_order_fixed)
    findings = [*reader.findings, *(conflict.to_finding() for conflict in conflicts)]
    history = History(kinds, resolver.resolved_records, tuple(conflicts))
    return Records(tables, kinds, history, words, tuple(reader.rules), reader.rolls), findings


BAD_TOML_FIX = "correct that line; a table in braces stands on one line, and a long deed is [hook.HOOK.NAME.do.DEED]"

SMALLER = "make the mod smaller"

MAX_CONTENT_BYTES = 8 << 20
"""Bytes of a mod's content files in all."""

MAX_ENTRIES = 10_000
"""Records and patches of a mod in all."""


class _ContentReader(msgspec.Struct, dict=True):
    """Collects definitions, patches, words and rules, mod by mod.

    Attributes:
        lists: word lists in addition to those of the kinds.
        words: the words that mods add, by list, in order.
        mod, document: the mod and the file that are being read.
        rule_count: rules of that mod so far.
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
    mod: str = ""
    document: TomlDocument = msgspec.field(default_factory=lambda: TomlDocument("", b""))
    rule_count: int = 0

    @cached_property
    def _open_lists(self) -> dict[str, Words]:
        """The lists of words that mods may extend."""
        every = (*find_word_lists(self.kinds).values(), *self.lists)
        return {words.name: words for words in every if words.is_open}

    def report(
        self, code: str, text: str, path: KeyPath, fix: str = "", wrong_word: str = "", suggestion: str = ""
    ) -> None:
        """Reports a mistake at a key of the file; the edit replaces a wrong word by a suggestion."""
        place = self.document.locate(*path, namespace=self.mod)
        edit = Edit.replace_word(place, wrong_word, suggestion)
        self.findings.append(Finding(code, self.mod, text, place, fix, edit=edit))

    def _report_file(self, code: str, text: str, place: str, fix: str) -> None:
        self.findings.append(Finding(code, self.mod, text, place, fix))

    def read_mod(self, source: ContentSource) -> None:
        """Collects the definitions and patches of a mod; if it is too large, its last files are not read."""
        self.mod, self.rule_count = source.mod, 0
        size = entries = 0
        for file in list_files(source.files, "content", ".toml"):
            name, data = format_mod_path(source.files, file), source.files.read(file)
            size += len(data)
            if size > MAX_CONTENT_BYTES:
                text = f"its records take more than {MAX_CONTENT_BYTES >> 20} MiB"
                self._report_file("too-much", f"{text}; this file and the next ones are not read", name, SMALLER)
                return
            try:
                self.document = TomlDocument(name, data)
            except TomlError as error:
                self._report_file("bad-toml", f"not valid TOML: {error}", error.locate(name), BAD_TOML_FIX)
                continue
            tables = [rows for kind, rows in self.document.data.items() if kind not in ("patch", "hook")]
            for inner in (self.document.data.get(kind) for kind in ("patch", "hook")):
                tables += inner.values() if isinstance(inner, dict) else []
            entries += sum(max(len(rows), 1) if isinstance(rows, dict) else 1 for rows in tables)
            if entries > MAX_ENTRIES:
                text = f"it has more than {MAX_ENTRIES:,} records and patches"
                self._report_file("too-much", f"{text}; this file and the next ones are not read", name, SMALLER)
                return
            self._read_document()

    def _read_document(self) -> None:
        for kind, rows in self.document.data.items():
            if kind == "patch":
                for patched, patches in self._check_rows(("patch",), rows):
                    if self._check_kind(patched, ("patch", patched)):
                        for id, table in self._check_rows(("patch", patched), patches):
                            self._read_patch(patched, id, table)
            elif kind == "words":
                self._read_words(rows)
            elif kind == "roll":
                for name, table in self._check_rows(("roll",), rows):
                    self._read_roll(name, table)
            elif kind == "hook":
                for hook, rules in self._check_rows(("hook",), rows):
                    for name, table in self._check_rows(("hook", hook), rules):
                        self._read_rule(hook, name, table)
            elif self._check_kind(kind, (kind,)):
                for id, table in self._check_rows((kind,), rows):
                    self._read_definition(kind, id, table)

    def _read_words(self, rows: Any) -> None:
        """Collects the words that a file adds to open lists."""
        lists = self._open_lists
        for name, words in self._check_rows(("words",), rows):
            if name not in lists:
                text = f"there is no list of words {name!r} that mods may extend{suggest(name, lists)}"
                fix = f"lists: {', '.join(lists) or 'none in this game'}"
                self.report("bad-words", text, ("words", name), fix, name, find_closest(name, lists))
            elif not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
                self.report("bad-words", f"words.{name} must be a list of words", ("words", name), f'{name} = ["tide"]')
            else:
                self.words.setdefault(name, {}).update(dict.fromkeys(words))

    def _read_roll(self, name: str, table: Any) -> None:
        """Collects a roll that the rules of the mod share."""
        roll, known = read_shared_roll(name, table), self.rolls.setdefault(self.mod, {})
        path = ("roll", name)
        if isinstance(roll, str):
            self.report("bad-rule", roll, path, ROLL_EXAMPLE)
        elif name in known:
            self.report("defined-twice", f"the roll {name!r} is defined twice", path, "rename one of them")
        else:
            known[name] = roll

    def _read_rule(self, hook: str, name: str, table: Any) -> None:
        """Collects a rule whose ``needs`` are met."""
        path, rule = ("hook", hook, name), RuleTable(self.mod, hook, name, self.document, table)
        if problem := rule.find_problem():
            self.report("bad-rule", problem, path, f"[hook.{hook}.{name}]")
            return
        if not self._is_met((*path, "needs"), table):
            return
        self.rule_count += 1
        if self.rule_count <= MAX_RULES:
            self.rules.append(rule)
        elif self.rule_count == MAX_RULES + 1:
            text = f"it has more than {MAX_RULES:,} rules; this one and the next ones are not used"
            self.report("too-much", text, path, "write fewer rules")

    def _check_rows(self, path: KeyPath, rows: Any) -> Iterable[tuple[str, Any]]:
        if isinstance(rows, dict):
            return rows.items()
        name = ".".join(path)
        self.report("bad-record", f"{name} must be a table", path, f"[{name}.<id>]")
        return ()

    def _check_kind(self, kind: str, path: KeyPath) -> bool:
        if kind not in self.kinds:
            text = f"there is no kind of record {kind!r}{suggest(kind, self.kinds)}"
            fix = f"kinds: {', '.join(sorted(self.kinds)) or 'none in this game'}"
            self.report("no-kind", text, path, fix, kind, find_closest(kind, self.kinds))
        return kind in self.kinds

    def _is_met(self, path: KeyPath, table: dict[str, Any]) -> bool:
        """Whether a condition on the mod set is met, or missing; one that is not valid is reported."""
        condition = table.get(path[-1])
        try:
            return path[-1] not in table or self.context.is_met(condition, self.mod)
        except ValueError as error:
            place, column = self.document.locate(*path), 0
            line = place.rpartition(":")[2]
            if isinstance(error, ExpressionError) and line.isdigit():
                column = self.document.find_column(int(line), str(condition), error.column, path[-1])
            fix = "see 'when' in docs/mods.md"
            self.findings.append(Finding("bad-when", self.mod, str(error), place, fix, column=column))
            return False

    def _read_definition(self, kind: str, name: str, table: Any) -> None:
        path = (kind, name)
        id = name if ":" in name else f"{self.mod}:{name}"
        if not isinstance(table, dict):
            text = f"{kind} {name!r} must be a table"
            self.report("bad-record", text, path, f"[{kind}.{name}]")
        elif not id.startswith(self.mod + ":"):
            text = f"{kind} {id!r} belongs to another mod"
            self.report("not-yours", text, path, f'change it with [patch.{kind}."{id}"]')
        elif (kind, id) in self.definitions:
            other = self.definitions[kind, id].locate()
            text = f"{kind} {id!r} is defined twice, first at {other}"
            self.report("defined-twice", text, path, "rename one of them")
        elif self._is_met((*path, "when"), table):
            fields = {key: value for key, value in table.items() if key not in RESERVED_KEYS}
            parent = str(table.get("inherits", ""))
            parent = parent if ":" in parent or not parent else f"{self.mod}:{parent}"
            fields = qualify_references(schema_of(self.kinds[kind].type), fields, self.mod)
            self._report_deprecated_fields(kind, path, fields)
            is_template = bool(table.get("template", False))
            self.definitions[kind, id] = Definition(
                kind, id, self.mod, self.document, path, fields, parent, is_template
            )

    def _read_patch(self, kind: str, name: str, table: Any) -> None:
        path = ("patch", kind, name)
        id = name if ":" in name else f"{self.mod}:{name}"
        if not isinstance(table, dict):
            self.report("bad-patch", f"patch of {kind} {id!r} must be a table", path)
            return
        unknown = [key for key in table if key not in PATCH_KEYS]
        if unknown:
            key = unknown[0]
            text = f"patch of {kind} {id!r}: unknown key {key!r}{suggest(key, PATCH_KEYS)}"
            is_field = key in schema_of(self.kinds[kind].type).fields
            fix = f"set.{key} = ..." if is_field else f"keys of a patch: {', '.join(PATCH_KEYS)}"
            self.report("bad-patch", text, (*path, key), fix, key, find_closest(key, PATCH_KEYS))
        elif not isinstance(table.get("reason", ""), str):
            text = f"patch of {kind} {id!r}: reason must be a text"
            self.report("bad-patch", text, (*path, "reason"), 'reason = "..."')
        elif self._is_met((*path, "when"), table):
            node = schema_of(self.kinds[kind].type)
            tables = {
                key: qualify_references(node, table[key], self.mod) for key in (*GUARDS, *OPERATIONS) if key in table
            }
            patch = Patch(kind, id, self.mod, self.document, path, tables, table.get("reason", ""))
            try:
                check_patch(patch, node)
            except PatchError as error:
                text = f"patch of {kind} {id!r}: {error}"
                fix = "correct the patch; until then it is skipped"
                self.report("bad-patch", text, (*path, *error.path), fix, error.wrong_word, error.suggestion)
            else:
                self.patches.append(patch)
                for op in OPERATIONS:
                    self._report_deprecated_fields(kind, (*path, op), tables.get(op))

    def _report_deprecated_fields(self, kind: str, path: KeyPath, value: Any) -> None:
        """Reports the deprecated fields that a definition or a patch sets."""
        for field_path, mark in iter_deprecated_fields(schema_of(self.kinds[kind].type), value):
            subject = f"the field {'.'.join(field_path)!r} of {kind}"
            self.findings.append(mark.to_finding(self.mod, subject, self.document.locate(*path, *field_path)))
