"""From the TOML files of all mods to frozen records: define, patch, inherit, check, freeze.

``[creature.goblin]`` in a file below ``content/`` defines ``creature/<mod id>:goblin``;
``[patch.creature."core.stealth:goblin"]`` patches a record (`footfall.content.patches`). A
record may say ``inherits = "other"`` (it takes what it does not say itself from the other as
patched), ``template = true`` (only to be inherited) and ``when = {...}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .conditions import Situation
from .conflicts import conflicts
from .deprecation import deprecated_fields
from .drafts import Draft, Key
from .files import Files, location, under
from .findings import Edit, Finding, Level, closest, near
from .history import History
from .patches import KEYS, OPS, BadPatch, Patch, check
from .records import RecordKind, Records
from .resolving import Resolver
from .schema import qualify, shape_of
from .toml import BadToml, Document

Path = tuple[str, ...]

RESERVED = ("inherits", "template", "when")


def unusable(kind: RecordKind) -> str:
    """Why a kind of record cannot be read from files, or ``""``."""
    if kind.name == "patch":
        return "a kind of record cannot be called 'patch'"
    taken = [name for name in RESERVED if name in shape_of(kind.type).fields]
    return f"{kind.name}: a record cannot have a field {taken[0]!r}" if taken else ""


@dataclass(frozen=True)
class Source:
    """One mod's files, whose ``content/*.toml`` are read."""

    mod: str
    files: Files


def read_records(
    kinds: Mapping[str, RecordKind],
    sources: Sequence[Source],
    *,
    fixed: Callable[[str, str], bool] = lambda a, b: True,
    settings: Mapping[str, Any] | None = None,
    games: Iterable[str] = (),
) -> tuple[Records, list[Finding]]:
    """Reads all records.

    Args:
        kinds: kinds of record by name.
        sources: mods in order.
        fixed: whether manifests fix the order of two mods; else differing ``set``s are a conflict.
        settings: world settings by full name, for ``when``.
        games: rule plugins by full id, for ``when``.

    Returns:
        The records that are sound, and what is wrong with the others.
    """
    names = frozenset(games)
    situation = Situation(
        frozenset(s.mod for s in sources),
        names | {id.rpartition(".")[2] for id in names},
        settings or {},
    )
    reader = _Reader(kinds, situation)
    for source in sources:
        for name in under(source.files, "content", ".toml"):
            reader.read(source.mod, location(source.files, name), source.files.read(name))
    resolver = Resolver(kinds, reader.drafts, reader.patches, reader.findings)
    tables = resolver.freeze()
    met = conflicts(resolver.finals, fixed)
    findings = [*reader.findings, *(conflict.finding() for conflict in met)]
    return Records(tables, kinds, History(kinds, resolver.finals, tuple(met))), findings


@dataclass
class _Reader:
    """Takes definitions and patches in, file by file."""

    kinds: Mapping[str, RecordKind]
    situation: Situation
    findings: list[Finding] = field(default_factory=list)
    drafts: dict[Key, Draft] = field(default_factory=dict)
    patches: list[Patch] = field(default_factory=list)

    def say(
        self, code: str, mod: str, text: str, place: str, fix: str = "", edit: Edit | None = None
    ) -> None:
        self.findings.append(Finding(code, mod, text, place, fix, Level.ERROR, edit=edit))

    def read(self, mod: str, name: str, source: bytes) -> None:
        """Takes the definitions and patches of one file in."""
        try:
            document = Document(name, source)
        except BadToml as error:
            self.say("bad-toml", mod, f"not valid TOML: {error}", f"{name}:{error.line}", "mend that line")
            return
        for kind, rows in document.data.items():
            if kind == "patch":
                for patched, patches in self._rows(mod, document, ("patch",), rows):
                    if self._known(patched, mod, document, ("patch", patched)):
                        for id, table in self._rows(mod, document, ("patch", patched), patches):
                            self._patch(mod, document, patched, id, table)
            elif self._known(kind, mod, document, (kind,)):
                for id, table in self._rows(mod, document, (kind,), rows):
                    self._define(mod, document, kind, id, table)

    def _rows(self, mod: str, document: Document, path: Path, rows: Any) -> Iterable[tuple[str, Any]]:
        if isinstance(rows, dict):
            return rows.items()
        name = ".".join(path)
        self.say("bad-record", mod, f"{name} must be a table", document.where(*path), f"[{name}.<id>]")
        return ()

    def _known(self, kind: str, mod: str, document: Document, path: Path) -> bool:
        if kind not in self.kinds:
            text = f"there is no kind of record {kind!r}{near(kind, self.kinds)}"
            known = ", ".join(sorted(self.kinds)) or "none in this game"
            place = document.where(*path)
            self.say(
                "no-kind",
                mod,
                text,
                place,
                f"kinds: {known}",
                Edit.word(place, kind, closest(kind, self.kinds)),
            )
        return kind in self.kinds

    def _applies(self, mod: str, document: Document, path: Path, table: dict[str, Any]) -> bool:
        try:
            return "when" not in table or self.situation.holds(table["when"], mod)
        except ValueError as error:
            self.say("bad-when", mod, str(error), document.where(*path, "when"), "see docs/mods.md, when")
            return False

    def _define(self, mod: str, document: Document, kind: str, name: str, table: Any) -> None:
        path = (kind, name)
        id = name if ":" in name else f"{mod}:{name}"
        if not isinstance(table, dict):
            text = f"{kind} {name!r} must be a table"
            self.say("bad-record", mod, text, document.where(*path), f"[{kind}.{name}]")
        elif not id.startswith(mod + ":"):
            text = f"{kind} {id!r} belongs to another mod"
            self.say("not-yours", mod, text, document.where(*path), f'change it with [patch.{kind}."{id}"]')
        elif (kind, id) in self.drafts:
            other = self.drafts[kind, id].where()
            text = f"{kind} {id!r} is defined twice, first at {other}"
            self.say("defined-twice", mod, text, document.where(*path), "rename one")
        elif self._applies(mod, document, path, table):
            own = {key: value for key, value in table.items() if key not in RESERVED}
            parent = str(table.get("inherits", ""))
            parent = parent if ":" in parent or not parent else f"{mod}:{parent}"
            own = qualify(shape_of(self.kinds[kind].type), own, mod)
            self._going(mod, document, kind, path, own)
            template = bool(table.get("template", False))
            self.drafts[kind, id] = Draft(kind, id, mod, document, path, own, parent, template)

    def _patch(self, mod: str, document: Document, kind: str, name: str, table: Any) -> None:
        path = ("patch", kind, name)
        id = name if ":" in name else f"{mod}:{name}"
        if not isinstance(table, dict):
            self.say("bad-patch", mod, f"patch of {kind} {id!r} must be a table", document.where(*path))
            return
        unknown = [key for key in table if key not in KEYS]
        if unknown:
            wrong = unknown[0]
            text = f"patch of {kind} {id!r}: unknown key {wrong!r}{near(wrong, KEYS)}"
            where = document.where(*path, wrong)
            edit = Edit.word(where, wrong, closest(wrong, KEYS))
            self.say("bad-patch", mod, text, where, f"a patch has: {', '.join(KEYS)}", edit)
        elif self._applies(mod, document, path, table):
            node = shape_of(self.kinds[kind].type)
            said = {key: qualify(node, value, mod) for key, value in table.items() if key != "when"}
            patch = Patch(kind, id, mod, document, path, said)
            try:
                check(patch, node)
            except BadPatch as error:
                text = f"patch of {kind} {id!r}: {error}"
                place = patch.where(*error.path)
                fix = "mend the patch; the record is as it was without it"
                self.say("bad-patch", mod, text, place, fix, Edit.word(place, error.wrong, error.right))
            else:
                self.patches.append(patch)
                for op in OPS:
                    self._going(mod, document, kind, (*path, op), said.get(op))

    def _going(self, mod: str, document: Document, kind: str, path: Path, value: Any) -> None:
        """Tells of deprecated fields that a definition or a patch sets."""
        for field_path, mark in deprecated_fields(shape_of(self.kinds[kind].type), value):
            what = f"the field {'.'.join(field_path)!r} of {kind}"
            self.findings.append(mark.finding(mod, what, document.where(*path, *field_path)))
