"""Resolves definitions and patches to records: inherit, patch, check references, freeze.

A definition or patch that does not fit is dropped with a finding; then everything is resolved again, until the rest
fits.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from footfall.diagnostics.findings import Edit, Finding, Severity
from footfall.diagnostics.toml import KeyPath, name_field
from footfall.engine.guards.problem_log import describe_error, find_source_line, is_contained

from .definitions import (
    MAX_ANCESTORS,
    MAX_MATCHES,
    Definition,
    NearestIds,
    RecordKey,
    ResolvedRecord,
    find_long_chains,
    match_patches,
)
from .patches import Patch, PatchError, UnexpectedValueError, apply_patch, can_apply_to, copy_plain
from .record_checks import FieldWriter, collect_tables, find_record_problems, list_writers
from .record_types import Record, RecordKind, RecordProblem
from .schemas.constraints import ConstraintError, ModWords, check_constraints, make_type_error
from .schemas.schema import SchemaNode, iter_references, schema_of


class Resolver(msgspec.Struct, dict=True):
    """Resolves the definitions and patches of a mod set.

    Attributes:
        mods: in order.
        patches: in the order of application.
        words: the words that mods add to the lists of fields.
        steps: see `Records`.
        resolved_records: every record and template, after `resolve_all`.
    """

    kinds: Mapping[str, RecordKind]
    mods: Sequence[str]
    definitions: dict[RecordKey, Definition]
    patches: Sequence[Patch]
    findings: list[Finding]
    words: ModWords = msgspec.field(default_factory=dict)
    steps: Container[str] | None = None
    resolved_records: dict[RecordKey, ResolvedRecord] = msgspec.field(default_factory=dict)
    _skipped_patches: set[tuple[Patch, RecordKey]] = msgspec.field(default_factory=set)
    _excess_patches: list[Patch] = msgspec.field(default_factory=list)
    _failed_kinds: dict[str, str] = msgspec.field(default_factory=dict)
    _reported: dict[tuple[Patch, str], tuple[int, int]] = msgspec.field(default_factory=dict)

    def resolve_all(self) -> dict[str, dict[str, Record]]:
        """Resolves all records and returns them by kind and id, in order of definition."""
        for kind, id in find_long_chains(self.definitions):
            text = f"{kind} {id!r} inherits from more than {MAX_ANCESTORS} records in a row"
            place = self.definitions[kind, id].locate("inherits")
            self._drop_record((kind, id), "bad-parent", text, place, "inherit less")
        self._report_unmatched_patches()
        while True:
            self.resolved_records = {}
            records: dict[RecordKey, Record] = {}
            valid = True
            for key in list(self.definitions):
                resolved = self._resolve_record(key, ()) if key in self.definitions else None
                if resolved is None:
                    valid = False
                elif not self.definitions[key].is_template:
                    record = self._convert_record(key, resolved)
                    if record is None:
                        valid = False
                    else:
                        records[key] = record
            if valid and self._check_references(records) and self._check_records(records):
                return collect_tables(self.kinds, records)

    # Patches per record.

    @cached_property
    def _patches_by_record(self) -> dict[RecordKey, list[Patch]]:
        """The patches of each record in mod order, including those with wildcards."""
        matches, self._excess_patches = match_patches(self.patches, self.definitions)
        return matches

    def iter_patches(self, key: RecordKey) -> Iterator[Patch]:
        """Yields the patches of a record that are not skipped."""
        return (p for p in self._patches_by_record.get(key, ()) if (p, key) not in self._skipped_patches)

    def _report_unmatched_patches(self) -> None:
        reached = {patch for patches in self._patches_by_record.values() for patch in patches}
        reached.update(self._excess_patches)
        for mod in dict.fromkeys(patch.mod for patch in self._excess_patches):
            patches = [patch for patch in self._excess_patches if patch.mod == mod]
            text = f"its patterns match over {MAX_MATCHES:,} records; {len(patches)} patches, from this on, are skipped"
            self.findings.append(
                Finding("too-much", mod, text, patches[0].locate(), "name the records, or use fewer patterns")
            )
        for patch in self.patches:
            if patch in reached:
                continue
            if patch.is_wildcard:
                text = f"patches {patch.kind} {patch.id!r}, which matches no record"
                fix = f"list the records: footfall data show {patch.kind}"
                self.findings.append(Finding("no-record", patch.mod, text, patch.locate(), fix, Severity.WARNING))
                continue
            suggestion = self._nearest_ids.find(patch.kind, patch.id)
            hint = f", did you mean {suggestion!r}?" if suggestion else ""
            text = f"patches {patch.kind} {patch.id!r}, which does not exist{hint}"
            fix = "use the full id, or guard the patch with when = { mods = [...] }"
            edit = _make_rename_edit(patch.locate(), patch.id, suggestion, patch.mod)
            self.findings.append(Finding("no-record", patch.mod, text, patch.locate(), fix, edit=edit))

    # Patch and inherit.

    @cached_property
    def _nearest_ids(self) -> NearestIds:
        return NearestIds(self.definitions)

    def _resolve_record(self, key: RecordKey, heirs: tuple[RecordKey, ...]) -> ResolvedRecord | None:
        """Returns a record after inheritance and patches, or None if a definition was dropped on the way.

        Args:
            heirs: the records for which it is resolved, each the parent of the one before.
        """
        if key in self.resolved_records:
            return self.resolved_records[key]
        definition = self.definitions[key]
        node = self._get_schema(key)
        record = ResolvedRecord({})
        if definition.parent:
            above, problem, suggestion = (definition.kind, definition.parent), "inherits it in turn", ""
            if above not in self.definitions:
                suggestion = self._nearest_ids.find(*above)
                problem = "does not exist" + (f", did you mean {suggestion!r}?" if suggestion else "")
            if above not in self.definitions or above in (*heirs, key):
                text = f"{definition.kind} {definition.id!r} inherits {definition.parent!r}, which {problem}"
                place = definition.locate("inherits")
                edit = _make_rename_edit(place, definition.parent, suggestion, definition.mod)
                self._drop_record(key, "bad-parent", text, place, "correct inherits", edit)
                return None
            parent = self._resolve_record(above, (*heirs, key))
            if parent is None:
                return None
            record.raw = copy_plain(parent.raw)
            record.blame = {path: list(writes) for path, writes in parent.blame.items()}
        record.overlay(definition, node)
        for patch in list(self.iter_patches(key)):
            self._apply_patch(key, record, patch, node)
        self.resolved_records[key] = record
        return record

    def _apply_patch(self, key: RecordKey, record: ResolvedRecord, patch: Patch, node: SchemaNode) -> None:
        kind, id = key
        # A record may inherit a field that this wildcard has already changed; it is not changed twice.
        inherited = {path for path, writes in record.blame.items() if any(w.writer is patch for w in writes)}

        def is_applied(path: KeyPath) -> bool:
            return any(path[:end] in inherited for end in range(1, len(path) + 1))

        try:
            if not can_apply_to(patch, {**record.raw, "id": id}, node):
                return
            trial = copy_plain(record.raw)
            written = apply_patch(patch, id, trial, node, is_applied)
        except UnexpectedValueError as error:
            writes = record.find_writes(error.field)
            source = f", set at {writes[-1].locate(error.field)}" if writes else ""
            text = f"patch of {kind} {id!r} is skipped: it {error}{source}"
            self._skip_patch(patch, key, "unexpected", text, patch.locate(*error.path), Severity.WARNING)
            return
        except PatchError as error:
            text = f"patch of {kind} {id!r}: {error}"
            place = patch.locate(*error.path)
            edit = Edit.replace_word(place, error.wrong_word, error.suggestion)
            self._skip_patch(patch, key, "bad-patch", text, place, edit=edit)
            return
        except Exception as error:  # any failure skips only this patch
            text = f"patch of {kind} {id!r}: {type(error).__name__}: {error}"
            self._skip_patch(patch, key, "bad-patch", text, patch.locate())
            return
        record.raw = trial
        for write in written:
            record.record_write(write)

    # Check and freeze.

    def _convert_record(self, key: RecordKey, resolved: ResolvedRecord) -> Record | None:
        kind, id = key
        record, fault = self._try_to_convert(key, resolved)
        if record is not None:
            return record
        if fault is None:
            text = f"{kind} {id!r}: the code of its type failed: {self._failed_kinds[kind]}"
            fix = f"correct {self.kinds[kind].type.__name__}"
            self._drop_record(key, "bad-record", text, self.definitions[key].locate(), fix)
            return None
        culprit, patched = self._find_culprit(key), key
        if culprit is None:  # without its patches the record does not fit either, perhaps for another reason
            resolved = self.resolved_records[key]
            record, rest = self._try_to_convert(key, resolved)
            if record is not None:  # the patch at fault was skipped for a record that inherits this one
                return None
            fault = rest or fault
            culprit, patched = self._find_inherited_culprit(key, fault.path)
        text, path = str(fault), fault.path
        if culprit is not None:
            writes = [w for w in resolved.find_overlapping_writes(path) if w.writer is culprit]
            place = writes[-1].locate(path) if writes else culprit.locate()
            self._skip_patch(culprit, patched, "bad-patch", f"patch of {kind} {patched[1]!r}: {text}", place)
        else:
            definition = self.definitions[key]  # in a table with inherited keys, the mistake is in its own
            writes = [w for w in resolved.find_overlapping_writes(path) if w.writer is definition and path]
            writes = writes or resolved.find_writes(path)
            place = writes[-1].locate(path) if writes else definition.locate(*path)
            edit = Edit.replace_word(place, fault.wrong_word, fault.suggestion)
            fix = "correct it; until then the record is skipped"
            self._drop_record(key, "bad-record", f"{kind} {id!r}: {text}", place, fix, edit)
        return None

    def _try_to_convert(self, key: RecordKey, resolved: ResolvedRecord) -> tuple[Record | None, ConstraintError | None]:
        """Returns a record, or the mismatch with its type; neither if the code of the type fails."""
        kind = key[0]
        try:
            if kind not in self._failed_kinds:
                return self._convert(key, resolved), None
        except msgspec.ValidationError as error:
            return None, make_type_error(error, self.kinds[kind].type, resolved.raw)
        except ConstraintError as error:
            return None, error
        except BaseException as error:  # the code of a record type may do anything
            if not is_contained(error):
                raise
            self._failed_kinds[kind] = f"{describe_error(error)} at {find_source_line(error)}"
        return None, None

    def _find_culprit(self, key: RecordKey) -> Patch | None:
        """Returns the first patch after which the record no longer fits its type, or None."""
        all_patches = self._patches_by_record.get(key, [])
        patches = list(self.iter_patches(key))
        try:
            for count in range(len(patches) + 1):
                self.resolved_records.pop(key, None)
                self._patches_by_record[key] = patches[:count]
                if self._resolve_record(key, ()) is not None and not self._is_valid(key):
                    return patches[count - 1] if count else None
        finally:
            self._patches_by_record[key] = all_patches
        return None

    def _find_inherited_culprit(self, key: RecordKey, path: KeyPath) -> tuple[Patch | None, RecordKey]:
        """Returns the patch of an ancestor whose write does not fit here, and the ancestor; else (None, `key`)."""
        for write in reversed(self.resolved_records[key].find_overlapping_writes(path)):
            ancestor = (key[0], write.record)
            if isinstance(write.writer, Patch) and ancestor != key:
                at_fault = self.definitions[ancestor].is_template or not self._is_valid(ancestor)
                return (write.writer, ancestor) if at_fault else (None, key)
        return None, key

    def _is_valid(self, key: RecordKey) -> bool:
        try:
            self._convert(key, self.resolved_records[key])
        except BaseException as error:
            if not is_contained(error):
                raise
            return False
        return True

    def _convert(self, key: RecordKey, resolved: ResolvedRecord) -> Record:
        type = self.kinds[key[0]].type
        record = msgspec.convert({**resolved.raw, "id": key[1]}, type)
        check_constraints(schema_of(type), resolved.raw, self.words)
        return record

    def _check_references(self, records: Mapping[RecordKey, Record]) -> bool:
        """Returns whether all references resolve; drops the writer of each one that does not."""
        valid = True
        nearest = NearestIds(records)
        for key in list(records):
            if key not in self.definitions:
                continue
            resolved = self.resolved_records[key]
            references = iter_references(self._get_schema(key), resolved.raw)
            dangling = next((r for r in references if r[1:] not in records), None)
            if dangling is None:
                continue
            valid = False
            path, kind, id = dangling
            suggestion = nearest.find(kind, id)
            hint = f", did you mean {suggestion!r}?" if suggestion else ""
            text = f"{name_field(path)} names {kind} {id!r}, which does not exist{hint}"
            writes = resolved.find_writes(path)
            writer = writes[-1].writer if writes else self.definitions[key]
            place = writes[-1].locate(path) if writes else self.definitions[key].locate(*path)
            edit = _make_rename_edit(place, id, suggestion, writer.mod)
            if isinstance(writer, Patch) and writer in self.iter_patches(key):
                self._skip_patch(writer, key, "no-record", f"{key[0]} {key[1]!r}: {text}", place, edit=edit)
            else:
                fix = "correct the name; until then the record is skipped"
                self._drop_record(key, "no-record", f"{key[0]} {key[1]!r}: {text}", place, fix, edit)
        return valid

    def _check_records(self, records: Mapping[RecordKey, Record]) -> bool:
        """Returns whether the checks of all kinds find nothing; drops the last writer of each problem."""
        problems = []
        for name, kind in self.kinds.items():
            try:
                problems += find_record_problems(kind, records, self.kinds, self.steps)
            except BaseException as error:  # the check of a mod may do anything
                if not is_contained(error):
                    raise
                self._failed_kinds[name] = f"{describe_error(error)} at {find_source_line(error)}"
                return False
        for problem in problems:
            if self._is_solved(problem, records):  # with the writer of another problem
                continue
            writers = list_writers(problem, self.resolved_records, self.definitions, self.mods, self.patches)
            last = next((writer for writer in writers if self._is_solved(problem, records, writer)), writers[0])
            text = f"{last.record[0]} {last.record[1]!r}: {problem.text}"
            if last.patch is not None:
                self._skip_patch(last.patch, last.record, "bad-patch", f"patch of {text}", last.place)
            else:
                fix = "correct it; until then the record is skipped"
                self._drop_record(last.record, "bad-record", text, last.place, fix)
        return not problems

    def _is_solved(
        self, problem: RecordProblem, records: Mapping[RecordKey, Record], without: FieldWriter | None = None
    ) -> bool:
        """Returns whether a problem is gone without the writers skipped so far and without another one."""
        dropped = {key for key in records if key not in self.definitions}
        skipped = set(self._skipped_patches)
        if without is not None and without.patch is None:
            dropped.add(without.record)
        elif without is not None and without.patch is not None:
            skipped.add((without.patch, without.record))
        trial = msgspec.structs.replace(
            self, definitions=dict(self.definitions), findings=[], resolved_records={}, _skipped_patches=skipped
        )
        rest = {key: record for key, record in records.items() if key not in dropped}
        for key in {(kind, id) for kind, id, _ in problem.fields} & rest.keys():
            resolved = trial._resolve_record(key, ())
            if resolved is None:
                del rest[key]
            elif trial._is_valid(key):
                rest[key] = trial._convert(key, resolved)
            else:
                return False
        kinds = {kind for kind, _, _ in problem.fields}
        found = [p for kind in kinds for p in find_record_problems(self.kinds[kind], rest, self.kinds, self.steps)]
        return all(p.fields != problem.fields for p in found)

    # Findings.

    def _skip_patch(
        self,
        patch: Patch,
        key: RecordKey,
        code: str,
        text: str,
        place: str,
        severity: Severity = Severity.ERROR,
        edit: Edit | None = None,
    ) -> None:
        """Skips a patch for one record; a problem with a wildcard is reported once, with a count."""
        if (patch, key) in self._skipped_patches:
            return
        self._skipped_patches.add((patch, key))
        number, repeats = self._reported.get((patch, code), (len(self.findings), 0))
        if number < len(self.findings):
            self._reported[patch, code] = (number, repeats + 1)
            finding = self.findings[number]
            text = finding.text.removesuffix(f" (and for {repeats} more)") + f" (and for {repeats + 1} more)"
            self.findings[number] = msgspec.structs.replace(finding, text=text)
            return
        self._reported[patch, code] = (number, 0)
        fix = "correct the patch; until then it is skipped"
        self.findings.append(Finding(code, patch.mod, text, place, fix, severity, edit=edit))

    def _drop_record(
        self, key: RecordKey, code: str, text: str, place: str, fix: str, edit: Edit | None = None
    ) -> None:
        self.findings.append(Finding(code, self.definitions[key].mod, text, place, fix, edit=edit))
        for patch in self.iter_patches(key):
            if not patch.is_wildcard:
                text = f"patches {patch.kind} {patch.id!r}, which is skipped because of an error"
                self.findings.append(Finding("no-record", patch.mod, text, patch.locate(), "", Severity.WARNING))
        del self.definitions[key]

    def _get_schema(self, key: RecordKey) -> SchemaNode:
        return schema_of(self.kinds[key[0]].type)


def _make_rename_edit(place: str, id: str, correction: str, mod: str) -> Edit | None:
    """Returns an edit that corrects a misspelled id of the mod itself or of the suggested namespace, or None."""
    space = id.partition(":")[0]
    if space not in (mod, correction.partition(":")[0]):
        return None
    return Edit.replace_word(place, (id, id.partition(":")[2]) if space == mod else id, correction)
