"""From definitions and patches to records: patch, inherit, check references, freeze.

What does not fit is dropped with a finding, and all is resolved anew until the rest fits.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.diagnostics.toml import KeyPath
from footfall.diagnostics.validation import split_validation_error

from .definitions import Definition, FieldWrite, RecordKey, ResolvedRecord
from .patches import Patch, PatchError, UnexpectedValueError, apply_patch, can_apply_to
from .record_types import Record, RecordKind
from .schema import NodeKind, SchemaNode, iter_references, schema_of


@dataclass
class Resolver:
    """All definitions and patches of a mod set, and what becomes of them.

    Attributes:
        patches: in the order they are applied.
        finals: of every record and template, once `freeze` is done.
    """

    kinds: Mapping[str, RecordKind]
    definitions: dict[RecordKey, Definition]
    patches: Sequence[Patch]
    findings: list[Finding]
    resolved: dict[RecordKey, ResolvedRecord] = field(default_factory=dict)
    _skipped_patches: set[tuple[Patch, RecordKey]] = field(default_factory=set)
    _reported: dict[tuple[Patch, str], tuple[int, int]] = field(default_factory=dict)

    def resolve_all(self) -> dict[str, dict[str, Record]]:
        """Resolves all records by kind and id, in order of definition."""
        self._report_unmatched_patches()
        while True:
            self.resolved = {}
            records: dict[RecordKey, Record] = {}
            sound = True
            for key in list(self.definitions):
                final = self._resolve_record(key, ()) if key in self.definitions else None
                if final is None:
                    sound = False
                elif not self.definitions[key].template:
                    record = self._convert_record(key, final)
                    if record is None:
                        sound = False
                    else:
                        records[key] = record
            if sound and self._check_references(records):
                break
        tables: dict[str, dict[str, Record]] = {kind: {} for kind in self.kinds}
        for (kind, id), record in records.items():
            tables[kind][id] = record
        return tables

    # Which patches a record gets.

    @cached_property
    def _patches_by_record(self) -> dict[RecordKey, list[Patch]]:
        """The patches of each record, wildcards among them, in the order of the mods."""
        named: dict[RecordKey, list[tuple[int, Patch]]] = {}
        wild: dict[str, list[tuple[int, Patch]]] = {}
        for number, patch in enumerate(self.patches):
            if patch.is_wildcard:
                wild.setdefault(patch.kind, []).append((number, patch))
            else:
                named.setdefault((patch.kind, patch.id), []).append((number, patch))
        out: dict[RecordKey, list[Patch]] = {}
        for key in self.definitions:
            line = named.get(key, []) + [row for row in wild.get(key[0], ()) if row[1].is_for(key[1])]
            if line:
                out[key] = [patch for _, patch in sorted(line, key=lambda row: row[0])]
        return out

    def iter_patches(self, key: RecordKey) -> Iterator[Patch]:
        """The patches of a record that were not left out."""
        return (p for p in self._patches_by_record.get(key, ()) if (p, key) not in self._skipped_patches)

    def _report_unmatched_patches(self) -> None:
        reached = {patch for line in self._patches_by_record.values() for patch in line}
        for patch in self.patches:
            if patch in reached:
                continue
            if patch.is_wildcard:
                text = f"patches {patch.kind} {patch.id!r}, which no record fits"
                fix = f"see which there are: footfall data show {patch.kind}"
                self.report("no-record", patch.mod, text, patch.locate(), fix, Severity.WARNING)
                continue
            ids = [id for kind, id in self.definitions if kind == patch.kind]
            right = _find_nearest_id(patch.id, ids)
            hint = f", did you mean {right!r}?" if right else ""
            text = f"patches {patch.kind} {patch.id!r}, which is not there{hint}"
            fix = "name it in full, or guard the patch with when = { mods = [...] }"
            edit = _make_rename_edit(patch.locate(), patch.id, right, patch.mod)
            self.report("no-record", patch.mod, text, patch.locate(), fix, edit=edit)

    # Patch and inherit.

    def _resolve_record(self, key: RecordKey, below: tuple[RecordKey, ...]) -> ResolvedRecord | None:
        """A record after inheritance and patches, or None if something was dropped: begin again."""
        if key in self.resolved:
            return self.resolved[key]
        draft = self.definitions[key]
        node = self._get_schema(key)
        final = ResolvedRecord({})
        if draft.parent:
            parent = self._resolve_parent(key, below)
            if parent is None:
                return None
            final.raw = copy.deepcopy(parent.raw)
            final.blame = {path: list(made) for path, made in parent.blame.items()}
        final.overlay(draft, node)
        for patch in list(self.iter_patches(key)):
            self._apply_patch(key, final, patch, node)
        self.resolved[key] = final
        return final

    def _resolve_parent(self, key: RecordKey, below: tuple[RecordKey, ...]) -> ResolvedRecord | None:
        draft = self.definitions[key]
        above = (draft.kind, draft.parent)
        if above not in below and above != key and above in self.definitions:
            return self._resolve_record(above, (*below, key))
        right = ""
        why = "inherits it in turn"
        if above not in self.definitions:
            right = _find_nearest_id(
                draft.parent, [id for kind, id in self.definitions if kind == draft.kind]
            )
            why = "is not there" + (f", did you mean {right!r}?" if right else "")
        text = f"{draft.kind} {draft.id!r} inherits {draft.parent!r}, which {why}"
        place = draft.locate("inherits")
        edit = _make_rename_edit(place, draft.parent, right, draft.mod)
        self._drop_record(key, "bad-parent", text, place, "mend inherits", edit)
        return None

    def _apply_patch(self, key: RecordKey, final: ResolvedRecord, patch: Patch, node: SchemaNode) -> None:
        """Applies one patch to a record, or leaves it out."""
        kind, id = key
        # What a wildcard changed in the record above is not changed again in the one that inherits it.
        inherited = {path for path, made in final.blame.items() if any(s.writer is patch for s in made)}

        def is_applied(path: KeyPath) -> bool:
            return any(path[:end] in inherited for end in range(1, len(path) + 1))

        try:
            if not can_apply_to(patch, {**final.raw, "id": id}, node):
                return
            trial = copy.deepcopy(final.raw)
            written = apply_patch(patch, trial, node, is_applied)
        except UnexpectedValueError as error:
            made = final.find_writes(error.field)
            by = f", set at {made[-1].locate(error.field)}" if made else ""
            text = f"patch of {kind} {id!r} is left out: it {error}{by}"
            self._skip_patch(patch, key, "unexpected", text, patch.locate(*error.path), Severity.WARNING)
            return
        except PatchError as error:
            text = f"patch of {kind} {id!r}: {error}"
            place = patch.locate(*error.path)
            edit = Edit.replace_word(place, error.misspelled, error.suggestion)
            self._skip_patch(patch, key, "bad-patch", text, place, edit=edit)
            return
        final.raw = trial
        for each in written:
            final.record_write(FieldWrite(patch, id, each.path, each.op, each.operand, each.result))

    # Check and freeze.

    def _convert_record(self, key: RecordKey, final: ResolvedRecord) -> Record | None:
        kind, id = key
        type = self.kinds[kind].type
        try:
            return msgspec.convert({**final.raw, "id": id}, type)
        except msgspec.ValidationError as error:
            text, path, wrong, right = describe_validation_error(error, type)
        culprit, patched = self._find_culprit(key), key
        if culprit is None:
            culprit, patched = self._find_inherited_culprit(key, path)
        if culprit is not None:
            made = [s for s in self._find_overlapping_writes(final, path) if s.writer is culprit]
            place = made[-1].locate(path) if made else culprit.locate()
            self._skip_patch(culprit, patched, "bad-patch", f"patch of {kind} {patched[1]!r}: {text}", place)
        else:
            made = final.find_writes(path)
            place = made[-1].locate(path) if made else self.definitions[key].locate(*path)
            edit = Edit.replace_word(place, wrong, right)
            self._drop_record(
                key, "bad-record", f"{kind} {id!r}: {text}", place, "mend it; it is left out", edit
            )
        return None

    def _find_culprit(self, key: RecordKey) -> Patch | None:
        """The first patch of a record after which it no longer fits its type."""
        kind, kept = self.kinds[key[0]].type, self._patches_by_record.get(key, [])
        line = list(self.iter_patches(key))
        try:
            for count in range(len(line) + 1):
                self.resolved.pop(key, None)
                self._patches_by_record[key] = line[:count]
                final = self._resolve_record(key, ())
                if final is not None:
                    try:
                        msgspec.convert({**final.raw, "id": key[1]}, kind)
                    except msgspec.ValidationError:
                        return line[count - 1] if count else None
        finally:
            self._patches_by_record[key] = kept
        return None

    def _find_inherited_culprit(self, key: RecordKey, path: KeyPath) -> tuple[Patch | None, RecordKey]:
        """A patch of a record above, if what it wrote there is what does not fit here."""
        for stroke in reversed(self._find_overlapping_writes(self.resolved[key], path)):
            above = (key[0], stroke.record)
            if isinstance(stroke.writer, Patch) and above != key:
                whole = self.definitions[above].template or not self._is_valid(above)
                return (stroke.writer, above) if whole else (None, key)
        return None, key

    def _is_valid(self, key: RecordKey) -> bool:
        try:
            msgspec.convert({**self.resolved[key].raw, "id": key[1]}, self.kinds[key[0]].type)
        except msgspec.ValidationError:
            return False
        return True

    def _find_overlapping_writes(self, final: ResolvedRecord, path: KeyPath) -> list[FieldWrite]:
        """Everything that wrote a place, what is above or what is below it."""
        return [s for p, made in final.blame.items() if _is_overlapping(p, path) for s in made]

    def _check_references(self, records: Mapping[RecordKey, Record]) -> bool:
        """Whether all references lead somewhere; if one does not, what wrote it is dropped."""
        sound = True
        for key in list(records):
            if key not in self.definitions:
                continue
            final = self.resolved[key]
            lost = next(
                (r for r in iter_references(self._get_schema(key), final.raw) if r[1:] not in records), None
            )
            if lost is None:
                continue
            sound = False
            path, kind, id = lost
            right = _find_nearest_id(id, [other for k, other in records if k == kind])
            hint = f", did you mean {right!r}?" if right else ""
            text = f"{'.'.join(path)} names {kind} {id!r}, which is not there{hint}"
            made = final.find_writes(path)
            writer = made[-1].writer if made else self.definitions[key]
            place = made[-1].locate(path) if made else self.definitions[key].locate(*path)
            edit = _make_rename_edit(place, id, right, writer.mod)
            if isinstance(writer, Patch) and writer in self.iter_patches(key):
                self._skip_patch(writer, key, "no-record", f"{key[0]} {key[1]!r}: {text}", place, edit=edit)
            else:
                fix = "mend the name; the record is left out"
                self._drop_record(key, "no-record", f"{key[0]} {key[1]!r}: {text}", place, fix, edit)
        return sound

    # Telling.

    def report(
        self,
        code: str,
        mod: str,
        text: str,
        place: str,
        fix: str = "",
        level: Severity = Severity.ERROR,
        edit: Edit | None = None,
    ) -> None:
        self.findings.append(Finding(code, mod, text, place, fix, level, edit=edit))

    def _skip_patch(
        self,
        patch: Patch,
        key: RecordKey,
        code: str,
        text: str,
        place: str,
        level: Severity = Severity.ERROR,
        edit: Edit | None = None,
    ) -> None:
        """Leaves a patch out for one record; what is wrong with a wildcard is told once."""
        if (patch, key) in self._skipped_patches:
            return
        self._skipped_patches.add((patch, key))
        number, more = self._reported.get((patch, code), (len(self.findings), 0))
        if number < len(self.findings):
            self._reported[patch, code] = (number, more + 1)
            said = self.findings[number]
            rest = f" (and for {more + 1} more)"
            text = said.text.removesuffix(f" (and for {more} more)") + rest
            self.findings[number] = msgspec.structs.replace(said, text=text)
            return
        self._reported[patch, code] = (number, 0)
        self.report(
            code, patch.mod, text, place, "mend the patch; the record is as it was without it", level, edit
        )

    def _drop_record(
        self, key: RecordKey, code: str, text: str, place: str, fix: str, edit: Edit | None = None
    ) -> None:
        self.report(code, self.definitions[key].mod, text, place, fix, edit=edit)
        for patch in self.iter_patches(key):
            if not patch.is_wildcard:
                gone = f"patches {patch.kind} {patch.id!r}, which had to be left out"
                self.report("no-record", patch.mod, gone, patch.locate(), "", Severity.WARNING)
        del self.definitions[key]

    def _get_schema(self, key: RecordKey) -> SchemaNode:
        return schema_of(self.kinds[key[0]].type)


def _is_overlapping(a: KeyPath, b: KeyPath) -> bool:
    """Whether one place is the other, or above it."""
    return all(x == y for x, y in zip(a, b, strict=False))


def _make_rename_edit(place: str, id: str, correction: str, mod: str) -> Edit | None:
    """Mends a misspelt id, if it is one of the same mod or was written without any."""
    space = id.partition(":")[0]
    if space not in (mod, correction.partition(":")[0]):
        return None
    return Edit.replace_word(place, (id, id.partition(":")[2]) if space == mod else id, correction)


def _find_nearest_id(id: str, known: Sequence[str]) -> str:
    """The known id that was most likely meant: of the same name, or spelt alike."""
    name = id.partition(":")[2]
    same = [other for other in known if other.partition(":")[2] == name]
    if same:
        return same[0]
    names = {other.partition(":")[2]: other for other in reversed(known)}
    return names.get(find_closest(name, names), "")


def describe_validation_error(
    error: msgspec.ValidationError, kind: type[Record]
) -> tuple[str, KeyPath, str, str]:
    """What does not fit, where, and a misspelt field with what was most likely meant."""
    text, path = split_validation_error(error)
    unknown = re.search(r"unknown field (\S+)", text)
    if unknown:
        node: SchemaNode | None = schema_of(kind)
        for key in path:
            node = node.get_child(key) if node is not None else None
            while node is not None and node.kind is NodeKind.LIST:
                node = node.item
        wrong = unknown[1]
        fields = node.fields if node is not None else {}
        return (
            f"there is no field {wrong!r}{suggest(wrong, fields)}",
            (*path, wrong),
            wrong,
            find_closest(wrong, fields),
        )
    missing = re.search(r"missing required field (\S+)", text)
    if missing:
        return f"field {'.'.join((*path, missing[1]))!r} is missing", path, "", ""
    return f"{'.'.join(path)}: {text[0].lower() + text[1:]}" if path else text, path, "", ""
