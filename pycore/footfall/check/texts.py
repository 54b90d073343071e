"""Checks texts, their translations and ids, and the sheets of tile packs."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from footfall.api.deeds import Deed, list_text_values
from footfall.content.records import Records
from footfall.content.schemas.schema import iter_message_ids, schema_of, to_plain_value
from footfall.content.screens.tile_packs import (
    MAX_PACK_PIXELS,
    SHEET_FOLDER,
    SheetError,
    TileSheet,
    find_missing_cell,
    measure_sheet,
    read_sheet,
)
from footfall.diagnostics.files import format_mod_path, list_files
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.diagnostics.toml import TomlDocument, TomlError, name_field
from footfall.i18n.catalog import Catalog, CatalogEntry, collect_arguments
from footfall.i18n.text_file import fold_id, iter_references

from .mod_source import Subject

REQUIRED_LANGUAGES = ("en", "es")
"""Languages of every game."""

MESSAGE_CLASSES = ("footfall.api.Message",)


def check_texts(
    subject: Subject, game_texts: Catalog | None, records: Sequence[Records], deeds: Mapping[str, Deed]
) -> Iterator[Finding]:
    """Yields findings about a mod's texts."""
    mod = subject.mod
    own_texts = Catalog([(mod.id, mod.files, mod.info.language)])
    entries = [entry for entry in own_texts.iter_entries(mod.id) if entry.language == mod.info.language]
    owners = game_texts.index_owners(mod.id) if game_texts is not None else {}
    own_ids = {entry.id for entry in own_texts.iter_entries(mod.id)}
    known = (
        own_ids
        | {fold_id(id) for id in own_ids if not id.islower()}
        | set(owners)
        | set(own_texts.index_owners(mod.id))
    )
    yield from _check_translations(subject, own_texts, game_texts, owners)
    for module, call in subject.find_calls(*MESSAGE_CLASSES):
        first = call.args[0] if call.args else None
        for arm in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
            if isinstance(arm, ast.Constant) and isinstance(arm.value, str) and arm.value not in known:
                yield _report_missing_text(subject, arm.value, known, module.locate(arm), Severity.ERROR)
    yield from _check_record_texts(subject, known, records)
    yield from _check_rule_texts(subject, known, records, deeds)
    used, prefixes = _collect_used_ids(subject, own_texts, records)
    slug = mod.id.rpartition(".")[2]
    namespaces = {slug, *(owner.rpartition(".")[2] for owner in owners.values())}
    for entry in entries:
        if entry.id in owners:  # overrides a text of another mod
            continue
        parts = (entry.id if entry.id.islower() else fold_id(entry.id)).split("-")  # rat-about belongs to rat
        heads = {"-".join(parts[:end]) for end in range(1, len(parts) + 1)}
        if not heads & used and not entry.id.startswith(tuple(prefixes)):
            text = f"the text {entry.id!r} seems to be unused{suggest(entry.id, used - own_ids)}"
            fix = "correct its id, or remove it"
            yield subject.report("unused-text", text, entry.location, fix, Severity.NOTE)
        if not mod.is_first_party and not entry.id.startswith(tuple(namespaces)):
            text = f"the text {entry.id!r} does not begin with {slug!r}"
            yield subject.report("text-prefix", text, entry.location, f"rename it to {slug}-{entry.id}", Severity.NOTE)


def _check_translations(
    subject: Subject, own_texts: Catalog, game_texts: Catalog | None, owners: Mapping[str, str]
) -> Iterator[Finding]:
    """Yields findings about translations; a language without any texts is reported once."""
    mod = subject.mod
    game_entries: dict[str, list[CatalogEntry]] = {}
    for owner in {owners[entry.id] for entry in own_texts.iter_entries(mod.id) if entry.id in owners}:  # only these
        for entry in game_texts.iter_entries(owner) if game_texts is not None else ():
            game_entries.setdefault(entry.id, []).append(entry)
    languages = {entry.language for entry in own_texts.iter_entries(mod.id)}
    for entry in own_texts.iter_entries(mod.id):
        originals = game_entries.get(entry.id, [])
        extra = sorted(collect_arguments(entry) - set().union(*map(collect_arguments, originals)))
        if originals and extra:
            text = f"the text {entry.id!r} uses ${extra[0]}, which the text of {originals[0].mod} does not have"
            yield subject.report("bad-variable", text, entry.location, f"see {originals[0].location}", Severity.WARNING)
    if mod.info.language not in languages or all(entry.id in owners for entry in own_texts.iter_entries(mod.id)):
        languages -= set(REQUIRED_LANGUAGES)  # the mod translates other mods
        yield from own_texts.check_translations(sorted(languages), owners, mod.id)
        return
    for language in REQUIRED_LANGUAGES:
        if language not in languages:
            text = f"there are no texts in {language}"
            fix = f"translate locale/{mod.info.language}/ into locale/{language}/"
            yield subject.report("untranslated", text, mod.document.locate("mod"), fix, Severity.NOTE)
    yield from own_texts.check_translations(sorted(languages), owners, mod.id)


def _report_missing_text(subject: Subject, id: str, known: set[str], place: str, severity: Severity) -> Finding:
    from difflib import SequenceMatcher

    closest = find_closest(id, known)
    is_similar = SequenceMatcher(None, id, closest).ratio() >= 0.9  # they differ only by a typo
    edit = Edit.replace_word(place, id, closest if is_similar else "")
    text, fix = f"the message {id!r} has no text{suggest(id, known)}", f"add to locale/en/: {id} = ..."
    return subject.report("missing-text", text, place, fix, severity, edit=edit)


def _check_record_texts(subject: Subject, known: set[str], records: Iterable[Records]) -> Iterator[Finding]:
    """Yields findings about record fields that refer to a missing text, and about records without a name."""
    yield from (finding for id, finding in _list_names(subject, records).items() if id not in known)
    reported: set[tuple[str, str]] = set()
    has_content = bool(list_files(subject.mod.files, "content", ".toml"))
    for table in records if has_content else ():
        for kind, record in table:
            node = schema_of(table.record_kinds[kind].type)
            for path, id in iter_message_ids(node, to_plain_value(record)):
                if id in known or table.history is None:
                    continue
                origin = table.history.list_origins(kind, record.id).get(name_field(path))
                where = origin[-1].place if origin else ""
                if origin and origin[-1].mod == subject.id and (id, where) not in reported:
                    reported.add((id, where))
                    yield _report_missing_text(subject, id, known, where, Severity.WARNING)


def _list_names(subject: Subject, records: Iterable[Records]) -> dict[str, Finding]:
    """Returns the ids of the texts that name records of the mod, each with the finding if it has no text."""
    names: dict[str, Finding] = {}
    for table in records:
        for kind, record in table:
            name_text = table.record_kinds[kind].name_text
            if name_text is not None and record.id.partition(":")[0] == subject.id:
                origins = table.history.list_origins(kind, record.id).values() if table.history is not None else ()
                place = next((each.place for field in origins for each in field if each.mod == subject.id), "")
                id = name_text(record.id)
                text = f"players see the {kind} {record.id} as {id!r}, which has no text"
                fix = f"add to locale/{subject.mod.info.language}/: {id} = ..."
                names[id] = subject.report("missing-text", text, place, fix, Severity.WARNING)
    return names


def _check_rule_texts(
    subject: Subject, known: set[str], records: Iterable[Records], deeds: Mapping[str, Deed]
) -> Iterator[Finding]:
    """Yields findings about rules as data that name a missing text."""
    reported: set[str] = set()
    keys = list_text_values(deeds)
    for table in records:
        for rule in table.rules:
            for path, id in rule.iter_message_ids(keys) if rule.mod == subject.id else ():
                if id not in known | reported:
                    reported.add(id)
                    yield _report_missing_text(subject, id, known, rule.locate(*path), Severity.ERROR)


def _collect_used_ids(subject: Subject, own_texts: Catalog, records: Iterable[Records]) -> tuple[set[str], set[str]]:
    """Strings that may be text ids, and prefixes of ids that code builds."""
    used = set(_list_names(subject, records))
    prefixes: set[str] = set()
    for _, node in subject.find_nodes(ast.AST):
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            prefixes.add(str(node.values[0].value))
        elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
            prefixes.add(str(node.left.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
    files = subject.mod.files
    for name in {*list_files(files, "content", ".toml"), "mod.toml"} & set(files.names):
        with suppress(TomlError):
            used |= set(_collect_strings(TomlDocument(format_mod_path(files, name), files.read(name)).data))
    for entry in own_texts.iter_entries(subject.id):
        used |= {name for name, _ in iter_references(entry.message)}
    return used, prefixes - {""}


def _collect_strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _collect_strings(item)


def check_sheets(subject: Subject, records: Iterable[Records]) -> Iterator[Finding]:
    """Yields findings about the sheets of a mod."""
    tables = tuple(records)
    checked: set[str] = set()
    room: dict[str, int] = {}
    for table in tables:
        for id, sheet in table.table(TileSheet, "tile_sheet").items():
            if id.partition(":")[0] == subject.id and id not in checked:
                checked.add(id)
                if room.setdefault(sheet.pack, MAX_PACK_PIXELS) >= 0:
                    yield from _check_file(subject, table, sheet, room)
                # Reports looks of records that a mod in the game lacks; mods that are not in it may be added later.
                known = {record.id for records in tables for _, record in records}
                present = {id.partition(":")[0] for id in known}
                for look in sheet.looks:
                    if ":" in look and look not in known and look.partition(":")[0] in present:
                        where = _locate(tables[0], sheet, f"looks.{look}")
                        text = f"there is no record {look!r}{suggest(look, known)}; its picture is never drawn"
                        yield subject.report("no-look", text, where, "", Severity.WARNING, typo=(look, known))


def _check_file(subject: Subject, records: Records, sheet: TileSheet, room: dict[str, int]) -> Iterator[Finding]:
    """Yields findings about the file of a sheet; its pixels are subtracted from the `room` left in its pack."""
    files, name = subject.mod.files, f"{SHEET_FOLDER}/{sheet.file}"
    where, fix = _locate(records, sheet, "file"), ""
    problem = f"there is no file {name}{suggest(name, files.names)}"
    if name in files.names:
        where = format_mod_path(files, name)
        try:
            source = files.read(name)
            width, height = measure_sheet(source)
            room[sheet.pack] -= width * height
            if room[sheet.pack] < 0:
                raise SheetError(f"the tile pack has more than {MAX_PACK_PIXELS:,} pixels; the rest is not used")
            rows, columns = read_sheet(source, sheet.cell).shape[:2]
        except SheetError as error:
            problem = f"{name}: {error}"
        else:
            missing = find_missing_cell(sheet, rows, columns)
            if missing is None:
                return
            key, (row, column) = missing
            where = _locate(records, sheet, key)
            problem = (
                f"{key}: row {row}, column {column} is outside the sheet, which has {rows} rows, {columns} columns"
            )
            fix = "rows and columns begin with 0"
    yield subject.report("bad-sheet", problem, where, fix)


def _locate(records: Records, sheet: TileSheet, field: str) -> str:
    """Returns ``file:line`` of a field of a sheet, or of the sheet."""
    places = records.blame("tile_sheet", sheet.id, field) or records.blame("tile_sheet", sheet.id, "file")
    return places[-1].partition(" ")[2] if places else ""
