"""From the TOML files of all mods to frozen records: define, patch, inherit, check, freeze.

``[creature.goblin]`` in a file below ``content/`` defines ``creature/<mod id>:goblin``;
``[patch.creature."core.stealth:goblin"]`` patches a record (`footfall.content.patches`). A
record may say ``inherits = "other"`` (it takes what it does not say itself from the other as
patched), ``template = true`` (only to be inherited) and ``when = {...}``.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .conditions import Situation
from .files import Files, location, under
from .findings import Finding, Level, near
from .patches import KEYS, NOT_SET, BadPatch, Patch, Unexpected, apply
from .records import Record, RecordKind, Records
from .schema import Node, Shape, qualify, references, shape_of
from .toml import BadToml, Document

Path = tuple[str, ...]
Key = tuple[str, str]

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


@dataclass(eq=False)
class _Draft:
    """A record as one file defines it."""

    kind: str
    id: str
    mod: str
    document: Document
    path: Path
    table: dict[str, Any]
    parent: str = ""
    template: bool = False

    def where(self, *path: str) -> str:
        return self.document.where(*self.path, *path, namespace=self.mod)


@dataclass
class _Final:
    """A record's plain form after patches and inheritance, and who wrote which place."""

    raw: dict[str, Any]
    blame: dict[Path, list[_Draft | Patch]]


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
    tables, blame = reader.freeze()
    reader.report_conflicts(fixed)
    return Records(tables, blame), reader.findings


@dataclass
class _Reader:
    kinds: Mapping[str, RecordKind]
    situation: Situation
    findings: list[Finding] = field(default_factory=list)
    drafts: dict[Key, _Draft] = field(default_factory=dict)
    patches: dict[Key, list[Patch]] = field(default_factory=dict)

    def say(
        self, code: str, mod: str, text: str, place: str, fix: str = "", level: Level = Level.ERROR
    ) -> None:
        self.findings.append(Finding(code, mod, text, place, fix, level))

    # Define.

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
            self.say("no-kind", mod, text, document.where(*path), f"kinds: {known}")
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
            self.say("twice", mod, text, document.where(*path), "rename one")
        elif self._applies(mod, document, path, table):
            own = {key: value for key, value in table.items() if key not in RESERVED}
            parent = str(table.get("inherits", ""))
            parent = parent if ":" in parent or not parent else f"{mod}:{parent}"
            own = qualify(shape_of(self.kinds[kind].type), own, mod)
            template = bool(table.get("template", False))
            self.drafts[kind, id] = _Draft(kind, id, mod, document, path, own, parent, template)

    def _patch(self, mod: str, document: Document, kind: str, name: str, table: Any) -> None:
        path = ("patch", kind, name)
        id = name if ":" in name else f"{mod}:{name}"
        if not isinstance(table, dict):
            self.say("bad-patch", mod, f"patch of {kind} {id!r} must be a table", document.where(*path))
            return
        unknown = [key for key in table if key not in KEYS]
        if unknown:
            text = f"patch of {kind} {id!r}: unknown key {unknown[0]!r}{near(unknown[0], KEYS)}"
            where = document.where(*path, unknown[0])
            self.say("bad-patch", mod, text, where, f"a patch has: {', '.join(KEYS)}")
        elif self._applies(mod, document, path, table):
            node = shape_of(self.kinds[kind].type)
            said = {key: qualify(node, value, mod) for key, value in table.items() if key != "when"}
            self.patches.setdefault((kind, id), []).append(Patch(kind, id, mod, document, path, said))

    # Patch, inherit, check, freeze.

    def freeze(
        self,
    ) -> tuple[dict[str, dict[str, Record]], Callable[[str, str, str], tuple[str, ...]]]:
        """Resolves all records; drops what does not fit, with a finding each, until all the rest does."""
        for key, patches in list(self.patches.items()):
            if key not in self.drafts:
                for patch in patches:
                    self._nothing_to_patch(patch)
                del self.patches[key]
        while True:
            self.finals: dict[Key, _Final] = {}
            records: dict[Key, Record] = {}
            sound = True
            for key in list(self.drafts):
                final = self._final(key, ()) if key in self.drafts else None
                if final is None:
                    sound = False
                elif not self.drafts[key].template:
                    record = self._convert(key, final)
                    if record is None:
                        sound = False
                    else:
                        records[key] = record
            if sound and self._referenced(records):
                break
        tables: dict[str, dict[str, Record]] = {kind: {} for kind in self.kinds}
        for (kind, id), record in records.items():
            tables[kind][id] = record
        return tables, self._blame

    def _nothing_to_patch(self, patch: Patch) -> None:
        ids = [id for kind, id in self.drafts if kind == patch.kind]
        same = [id for id in ids if id.partition(":")[2] == patch.id.partition(":")[2]]
        hint = f", did you mean {same[0]!r}?" if same else near(patch.id, ids)
        text = f"patches {patch.kind} {patch.id!r}, which is not there{hint}"
        fix = "name it in full, or guard the patch with when = { mods = [...] }"
        self.say("no-record", patch.mod, text, patch.where(), fix)

    def _final(self, key: Key, below: tuple[Key, ...]) -> _Final | None:
        """A record after inheritance and patches, or None if something was dropped: begin again."""
        if key in self.finals:
            return self.finals[key]
        draft = self.drafts[key]
        node = shape_of(self.kinds[draft.kind].type)
        raw: dict[str, Any] = {}
        blame: dict[Path, list[_Draft | Patch]] = {}
        if draft.parent:
            above = (draft.kind, draft.parent)
            if above in below or above == key or above not in self.drafts:
                ids = [id for kind, id in self.drafts if kind == draft.kind]
                why = (
                    "inherits it in turn"
                    if above in self.drafts
                    else f"is not there{near(draft.parent, ids)}"
                )
                text = f"{draft.kind} {draft.id!r} inherits {draft.parent!r}, which {why}"
                self._drop(key, "bad-parent", text, draft.where("inherits"), "mend inherits")
                return None
            parent = self._final(above, (*below, key))
            if parent is None:
                return None
            raw = copy.deepcopy(parent.raw)
            blame = {path: list(writers) for path, writers in parent.blame.items()}
        _overlay(raw, copy.deepcopy(draft.table), node, draft, blame)
        for patch in list(self.patches.get(key, ())):
            trial = copy.deepcopy(raw)
            try:
                apply(patch, trial, node)
            except Unexpected as error:
                writers = _writers(blame, error.field)
                by = f", set at {self._place(writers[-1], error.field)}" if writers else ""
                text = f"patch of {draft.kind} {draft.id!r} is left out: it {error}{by}"
                self._refuse(patch, "unexpected", text, patch.where(*error.path), Level.WARNING)
                continue
            except BadPatch as error:
                text = f"patch of {draft.kind} {draft.id!r}: {error}"
                self._refuse(patch, "bad-patch", text, patch.where(*error.path))
                continue
            raw = trial
            for path in patch.written:
                writers = blame.setdefault(path, list(_writers(blame, path)))
                if writers[-1:] != [patch]:
                    writers.append(patch)
        final = self.finals[key] = _Final(raw, blame)
        return final

    def _refuse(self, patch: Patch, code: str, text: str, place: str, level: Level = Level.ERROR) -> None:
        self.patches[patch.kind, patch.id].remove(patch)
        self.say(code, patch.mod, text, place, "mend the patch; the record is as it was without it", level)

    def _drop(self, key: Key, code: str, text: str, place: str, fix: str) -> None:
        self.say(code, self.drafts[key].mod, text, place, fix)
        del self.drafts[key]
        for patch in self.patches.pop(key, ()):
            gone = f"patches {patch.kind} {patch.id!r}, which had to be left out"
            self.say("no-record", patch.mod, gone, patch.where(), "", Level.WARNING)

    def _convert(self, key: Key, final: _Final) -> Record | None:
        draft = self.drafts[key]
        kind = self.kinds[draft.kind].type
        try:
            return msgspec.convert({**final.raw, "id": draft.id}, kind)
        except msgspec.ValidationError as error:
            text, path = self._explain(error, kind)
        culprit = self._culprit(key)
        if culprit is not None:
            place = self._place(culprit, path)
            self._refuse(culprit, "bad-patch", f"patch of {draft.kind} {draft.id!r}: {text}", place)
        else:
            text = f"{draft.kind} {draft.id!r}: {text}"
            self._drop(key, "bad-record", text, draft.where(*path), "mend it; it is left out")
        return None

    def _place(self, writer: _Draft | Patch, path: Path) -> str:
        """Where a writer wrote a place."""
        if isinstance(writer, Patch):
            op = next((op for op in ("mul", "add", "set", "remove") if _has(writer.table.get(op), path)), "")
            return writer.where(op, *path) if op else writer.where()
        return writer.where(*path)

    def _explain(self, error: msgspec.ValidationError, kind: type[Record]) -> tuple[str, Path]:
        text, _, place = str(error).partition(" - at `$")
        text = text.replace("`", "")
        keys = re.findall(r"[^.\[\]`]+", place)
        path = tuple(k for k in keys if k != "..." and not k.isdigit())
        unknown = re.search(r"unknown field (\S+)", text)
        if unknown:
            node: Node | None = shape_of(kind)
            for key in path:
                node = node.child(key) if node is not None else None
                while node is not None and node.shape is Shape.LIST:
                    node = node.item
            fields = node.fields if node is not None else {}
            return f"there is no field {unknown[1]!r}{near(unknown[1], fields)}", (*path, unknown[1])
        missing = re.search(r"missing required field (\S+)", text)
        if missing:
            return f"field {'.'.join((*path, missing[1]))!r} is missing", path
        return f"{'.'.join(path)}: {text[0].lower() + text[1:]}" if path else text, path

    def _culprit(self, key: Key) -> Patch | None:
        """The first patch of a record after which it no longer fits its type."""
        kept = self.patches.get(key, [])
        draft, kind = self.drafts[key], self.kinds[key[0]].type
        try:
            for count in range(len(kept) + 1):
                self.finals.pop(key, None)
                self.patches[key] = kept[:count]
                final = self._final(key, ())
                if final is not None:
                    try:
                        msgspec.convert({**final.raw, "id": draft.id}, kind)
                    except msgspec.ValidationError:
                        return kept[count - 1] if count else None
        finally:
            self.patches[key] = kept
        return None

    def _referenced(self, records: Mapping[Key, Record]) -> bool:
        """Whether all references lead somewhere; if one does not, what wrote it is dropped."""
        sound = True
        for key in list(records):
            draft = self.drafts.get(key)
            if draft is None:
                continue
            for path, kind, id in references(shape_of(self.kinds[draft.kind].type), self.finals[key].raw):
                if (kind, id) in records:
                    continue
                ids = [other for k, other in records if k == kind]
                same = [other for other in ids if other.partition(":")[2] == id.partition(":")[2]]
                hint = f", did you mean {same[0]!r}?" if same else near(id, ids)
                text = f"{'.'.join(path)} names {kind} {id!r}, which is not there{hint}"
                text = f"{draft.kind} {draft.id!r}: {text}"
                writer = next(iter(reversed(_writers(self.finals[key].blame, path))), draft)
                place = self._place(writer, path)
                if isinstance(writer, Patch) and writer in self.patches.get(key, ()):
                    self._refuse(writer, "no-record", text, place)
                else:
                    self._drop(key, "no-record", text, place, "mend the name; the record is left out")
                sound = False
                break
        return sound

    def report_conflicts(self, fixed: Callable[[str, str], bool]) -> None:
        """Two mods set one place differently and nothing but their ids says who has the last word."""
        for (kind, id), patches in self.patches.items():
            last: dict[Path, Patch] = {}
            for patch in patches:
                for path, value in patch.written.items():
                    if value is NOT_SET:
                        continue
                    other = last.get(path)
                    if (
                        other is not None
                        and other.mod != patch.mod
                        and other.written[path] != value
                        and not fixed(other.mod, patch.mod)
                    ):
                        text = (
                            f"sets {kind} {id!r} {'.'.join(path)} to {value!r}; {other.mod} sets it"
                            f" to {other.written[path]!r} ({self._place(other, path)})"
                        )
                        fix = f'to settle it, in {patch.mod}: [order] after = ["{other.mod}"]'
                        self.say("conflict", patch.mod, text, self._place(patch, path), fix, Level.WARNING)
                    last[path] = patch

    def _blame(self, kind: str, id: str, place: str) -> tuple[str, ...]:
        final = self.finals.get((kind, id))
        if final is None:
            return ()
        # Keys may hold dots themselves (ids do): a place is compared as it is written.
        within = [p for p in final.blame if place == (name := ".".join(p)) or place.startswith(name + ".")]
        path = max(within, key=len, default=(place,))
        lines = [f"{w.mod} {self._place(w, path)}" for w in _writers(final.blame, path)]
        for below, writers in final.blame.items():
            if below[: len(path)] == path:
                lines += [f"{w.mod} {self._place(w, below)}" for w in writers]
        return tuple(dict.fromkeys(lines))


def _has(table: Any, path: Path) -> bool:
    for key in path:
        if not isinstance(table, dict) or key not in table:
            return not isinstance(table, dict) and table is not None
        table = table[key]
    return table is not None


def _writers(blame: Mapping[Path, list[_Draft | Patch]], path: Path) -> list[_Draft | Patch]:
    """Who wrote a place, or the nearest place above it; first to last."""
    while path:
        if path in blame:
            return blame[path]
        path = path[:-1]
    return []


def _overlay(
    raw: dict[str, Any],
    table: dict[str, Any],
    node: Node | None,
    draft: _Draft,
    blame: dict[Path, list[_Draft | Patch]],
    path: Path = (),
) -> None:
    """Lays a definition over what it inherits: tables key by key, all else whole."""
    for key, value in table.items():
        below = node.child(key) if node is not None else None
        if isinstance(value, dict) and isinstance(raw.get(key), dict):
            _overlay(raw[key], value, below, draft, blame, (*path, key))
        else:
            raw[key] = value
            for known in [p for p in blame if p[: len(path) + 1] == (*path, key)]:
                del blame[known]
            blame[*path, key] = [draft]
