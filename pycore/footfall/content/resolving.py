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

from .drafts import Draft, Final, Key, Path, Stroke
from .findings import Edit, Finding, Level, closest, near
from .patches import BadPatch, Patch, Unexpected, applies, apply
from .records import Record, RecordKind
from .schema import Node, Shape, references, shape_of


@dataclass
class Resolver:
    """All definitions and patches of a mod set, and what becomes of them.

    Attributes:
        patches: in the order they are applied.
        finals: of every record and template, once `freeze` is done.
    """

    kinds: Mapping[str, RecordKind]
    drafts: dict[Key, Draft]
    patches: Sequence[Patch]
    findings: list[Finding]
    finals: dict[Key, Final] = field(default_factory=dict)
    _refused: set[tuple[Patch, Key]] = field(default_factory=set)
    _told: dict[tuple[Patch, str], tuple[int, int]] = field(default_factory=dict)

    def freeze(self) -> dict[str, dict[str, Record]]:
        """Resolves all records by kind and id, in order of definition."""
        self._nothing_to_patch()
        while True:
            self.finals = {}
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
        return tables

    # Which patches a record gets.

    @cached_property
    def _lines(self) -> dict[Key, list[Patch]]:
        """The patches of each record, wildcards among them, in the order of the mods."""
        named: dict[Key, list[tuple[int, Patch]]] = {}
        wild: dict[str, list[tuple[int, Patch]]] = {}
        for number, patch in enumerate(self.patches):
            if patch.wild:
                wild.setdefault(patch.kind, []).append((number, patch))
            else:
                named.setdefault((patch.kind, patch.id), []).append((number, patch))
        out: dict[Key, list[Patch]] = {}
        for key in self.drafts:
            line = named.get(key, []) + [row for row in wild.get(key[0], ()) if row[1].fits(key[1])]
            if line:
                out[key] = [patch for _, patch in sorted(line, key=lambda row: row[0])]
        return out

    def line(self, key: Key) -> Iterator[Patch]:
        """The patches of a record that were not left out."""
        return (p for p in self._lines.get(key, ()) if (p, key) not in self._refused)

    def _nothing_to_patch(self) -> None:
        reached = {patch for line in self._lines.values() for patch in line}
        for patch in self.patches:
            if patch in reached:
                continue
            if patch.wild:
                text = f"patches {patch.kind} {patch.id!r}, which no record fits"
                fix = f"see which there are: footfall data show {patch.kind}"
                self.say("no-record", patch.mod, text, patch.where(), fix, Level.WARNING)
                continue
            ids = [id for kind, id in self.drafts if kind == patch.kind]
            right = _nearest(patch.id, ids)
            hint = f", did you mean {right!r}?" if right else ""
            text = f"patches {patch.kind} {patch.id!r}, which is not there{hint}"
            fix = "name it in full, or guard the patch with when = { mods = [...] }"
            edit = _rename(patch.where(), patch.id, right, patch.mod)
            self.say("no-record", patch.mod, text, patch.where(), fix, edit=edit)

    # Patch and inherit.

    def _final(self, key: Key, below: tuple[Key, ...]) -> Final | None:
        """A record after inheritance and patches, or None if something was dropped: begin again."""
        if key in self.finals:
            return self.finals[key]
        draft = self.drafts[key]
        node = self._node(key)
        final = Final({})
        if draft.parent:
            parent = self._parent(key, below)
            if parent is None:
                return None
            final.raw = copy.deepcopy(parent.raw)
            final.blame = {path: list(made) for path, made in parent.blame.items()}
        final.overlay(draft, node)
        for patch in list(self.line(key)):
            self._patch(key, final, patch, node)
        self.finals[key] = final
        return final

    def _parent(self, key: Key, below: tuple[Key, ...]) -> Final | None:
        draft = self.drafts[key]
        above = (draft.kind, draft.parent)
        if above not in below and above != key and above in self.drafts:
            return self._final(above, (*below, key))
        right = ""
        why = "inherits it in turn"
        if above not in self.drafts:
            right = _nearest(draft.parent, [id for kind, id in self.drafts if kind == draft.kind])
            why = "is not there" + (f", did you mean {right!r}?" if right else "")
        text = f"{draft.kind} {draft.id!r} inherits {draft.parent!r}, which {why}"
        place = draft.where("inherits")
        edit = _rename(place, draft.parent, right, draft.mod)
        self._drop(key, "bad-parent", text, place, "mend inherits", edit)
        return None

    def _patch(self, key: Key, final: Final, patch: Patch, node: Node) -> None:
        """Applies one patch to a record, or leaves it out."""
        kind, id = key
        # What a wildcard changed in the record above is not changed again in the one that inherits it.
        inherited = {path for path, made in final.blame.items() if any(s.writer is patch for s in made)}

        def done(path: Path) -> bool:
            return any(path[:end] in inherited for end in range(1, len(path) + 1))

        try:
            if not applies(patch, {**final.raw, "id": id}, node):
                return
            trial = copy.deepcopy(final.raw)
            written = apply(patch, trial, node, done)
        except Unexpected as error:
            made = final.strokes(error.field)
            by = f", set at {made[-1].place(error.field)}" if made else ""
            text = f"patch of {kind} {id!r} is left out: it {error}{by}"
            self._refuse(patch, key, "unexpected", text, patch.where(*error.path), Level.WARNING)
            return
        except BadPatch as error:
            text = f"patch of {kind} {id!r}: {error}"
            place = patch.where(*error.path)
            edit = Edit.word(place, error.wrong, error.right)
            self._refuse(patch, key, "bad-patch", text, place, edit=edit)
            return
        final.raw = trial
        for each in written:
            final.note(Stroke(patch, id, each.path, each.op, each.operand, each.result))

    # Check and freeze.

    def _convert(self, key: Key, final: Final) -> Record | None:
        kind, id = key
        type = self.kinds[kind].type
        try:
            return msgspec.convert({**final.raw, "id": id}, type)
        except msgspec.ValidationError as error:
            text, path, wrong, right = explain(error, type)
        culprit, patched = self._culprit(key), key
        if culprit is None:
            culprit, patched = self._inherited_culprit(key, path)
        if culprit is not None:
            made = [s for s in self._strokes(final, path) if s.writer is culprit]
            place = made[-1].place(path) if made else culprit.where()
            self._refuse(culprit, patched, "bad-patch", f"patch of {kind} {patched[1]!r}: {text}", place)
        else:
            made = final.strokes(path)
            place = made[-1].place(path) if made else self.drafts[key].where(*path)
            edit = Edit.word(place, wrong, right)
            self._drop(key, "bad-record", f"{kind} {id!r}: {text}", place, "mend it; it is left out", edit)
        return None

    def _culprit(self, key: Key) -> Patch | None:
        """The first patch of a record after which it no longer fits its type."""
        kind, kept = self.kinds[key[0]].type, self._lines.get(key, [])
        line = list(self.line(key))
        try:
            for count in range(len(line) + 1):
                self.finals.pop(key, None)
                self._lines[key] = line[:count]
                final = self._final(key, ())
                if final is not None:
                    try:
                        msgspec.convert({**final.raw, "id": key[1]}, kind)
                    except msgspec.ValidationError:
                        return line[count - 1] if count else None
        finally:
            self._lines[key] = kept
        return None

    def _inherited_culprit(self, key: Key, path: Path) -> tuple[Patch | None, Key]:
        """A patch of a record above, if what it wrote there is what does not fit here."""
        for stroke in reversed(self._strokes(self.finals[key], path)):
            above = (key[0], stroke.record)
            if isinstance(stroke.writer, Patch) and above != key:
                whole = self.drafts[above].template or not self._fits(above)
                return (stroke.writer, above) if whole else (None, key)
        return None, key

    def _fits(self, key: Key) -> bool:
        try:
            msgspec.convert({**self.finals[key].raw, "id": key[1]}, self.kinds[key[0]].type)
        except msgspec.ValidationError:
            return False
        return True

    def _strokes(self, final: Final, path: Path) -> list[Stroke]:
        """Everything that wrote a place, what is above or what is below it."""
        return [s for p, made in final.blame.items() if _meet(p, path) for s in made]

    def _referenced(self, records: Mapping[Key, Record]) -> bool:
        """Whether all references lead somewhere; if one does not, what wrote it is dropped."""
        sound = True
        for key in list(records):
            if key not in self.drafts:
                continue
            final = self.finals[key]
            lost = next((r for r in references(self._node(key), final.raw) if r[1:] not in records), None)
            if lost is None:
                continue
            sound = False
            path, kind, id = lost
            right = _nearest(id, [other for k, other in records if k == kind])
            hint = f", did you mean {right!r}?" if right else ""
            text = f"{'.'.join(path)} names {kind} {id!r}, which is not there{hint}"
            made = final.strokes(path)
            writer = made[-1].writer if made else self.drafts[key]
            place = made[-1].place(path) if made else self.drafts[key].where(*path)
            edit = _rename(place, id, right, writer.mod)
            if isinstance(writer, Patch) and writer in self.line(key):
                self._refuse(writer, key, "no-record", f"{key[0]} {key[1]!r}: {text}", place, edit=edit)
            else:
                fix = "mend the name; the record is left out"
                self._drop(key, "no-record", f"{key[0]} {key[1]!r}: {text}", place, fix, edit)
        return sound

    # Telling.

    def say(
        self,
        code: str,
        mod: str,
        text: str,
        place: str,
        fix: str = "",
        level: Level = Level.ERROR,
        edit: Edit | None = None,
    ) -> None:
        self.findings.append(Finding(code, mod, text, place, fix, level, edit=edit))

    def _refuse(
        self,
        patch: Patch,
        key: Key,
        code: str,
        text: str,
        place: str,
        level: Level = Level.ERROR,
        edit: Edit | None = None,
    ) -> None:
        """Leaves a patch out for one record; what is wrong with a wildcard is told once."""
        if (patch, key) in self._refused:
            return
        self._refused.add((patch, key))
        number, more = self._told.get((patch, code), (len(self.findings), 0))
        if number < len(self.findings):
            self._told[patch, code] = (number, more + 1)
            said = self.findings[number]
            rest = f" (and for {more + 1} more)"
            text = said.text.removesuffix(f" (and for {more} more)") + rest
            self.findings[number] = msgspec.structs.replace(said, text=text)
            return
        self._told[patch, code] = (number, 0)
        self.say(
            code, patch.mod, text, place, "mend the patch; the record is as it was without it", level, edit
        )

    def _drop(self, key: Key, code: str, text: str, place: str, fix: str, edit: Edit | None = None) -> None:
        self.say(code, self.drafts[key].mod, text, place, fix, edit=edit)
        for patch in self.line(key):
            if not patch.wild:
                gone = f"patches {patch.kind} {patch.id!r}, which had to be left out"
                self.say("no-record", patch.mod, gone, patch.where(), "", Level.WARNING)
        del self.drafts[key]

    def _node(self, key: Key) -> Node:
        return shape_of(self.kinds[key[0]].type)


def _meet(a: Path, b: Path) -> bool:
    """Whether one place is the other, or above it."""
    return all(x == y for x, y in zip(a, b, strict=False))


def _rename(place: str, id: str, right: str, mod: str) -> Edit | None:
    """Mends a misspelt id, if it is one of the same mod or was written without any."""
    space = id.partition(":")[0]
    if space not in (mod, right.partition(":")[0]):
        return None
    return Edit.word(place, (id, id.partition(":")[2]) if space == mod else id, right)


def _nearest(id: str, known: Sequence[str]) -> str:
    """The known id that was most likely meant: of the same name, or spelt alike."""
    name = id.partition(":")[2]
    same = [other for other in known if other.partition(":")[2] == name]
    if same:
        return same[0]
    names = {other.partition(":")[2]: other for other in reversed(known)}
    return names.get(closest(name, names), "")


def explain(error: msgspec.ValidationError, kind: type[Record]) -> tuple[str, Path, str, str]:
    """What does not fit, where, and a misspelt field with what was most likely meant."""
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
        wrong = unknown[1]
        fields = node.fields if node is not None else {}
        return (
            f"there is no field {wrong!r}{near(wrong, fields)}",
            (*path, wrong),
            wrong,
            closest(wrong, fields),
        )
    missing = re.search(r"missing required field (\S+)", text)
    if missing:
        return f"field {'.'.join((*path, missing[1]))!r} is missing", path, "", ""
    return f"{'.'.join(path)}: {text[0].lower() + text[1:]}" if path else text, path, "", ""
