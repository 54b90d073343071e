"""Checks the sheets of tile packs: files that cannot be used, and pictures of records that do not exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from footfall.content.records import Records
from footfall.content.screens.tile_packs import (
    MAX_PACK_PIXELS,
    SHEET_FOLDER,
    SheetError,
    TileSheet,
    find_missing_cell,
    measure_sheet,
    read_sheet,
)
from footfall.diagnostics.files import format_mod_path
from footfall.diagnostics.findings import Finding, Severity, suggest

from .mod_source import Subject


def check_sheets(subject: Subject, records: Iterable[Records]) -> Iterator[Finding]:
    """Yields findings about the sheets of a mod.

    Args:
        records: records of each game that the mod supports.
    """
    tables = tuple(records)
    checked: set[str] = set()
    room: dict[str, int] = {}
    for table in tables:
        for id, sheet in table.table(TileSheet, "tile_sheet").items():
            if id.partition(":")[0] == subject.id and id not in checked:
                checked.add(id)
                if room.setdefault(sheet.pack, MAX_PACK_PIXELS) >= 0:
                    yield from _check_file(subject, table, sheet, room)
                # Yields looks of mods that are there but have no such record; those of other mods may come later.
                known = {record.id for records in tables for _, record in records}
                present = {id.partition(":")[0] for id in known}
                for look in sheet.looks:
                    if ":" in look and look not in known and look.partition(":")[0] in present:
                        where = _locate(tables[0], sheet, f"looks.{look}")
                        text = f"there is no record {look!r}{suggest(look, known)}; its picture is never drawn"
                        yield subject.report("no-look", text, where, "", Severity.WARNING, typo=(look, known))


def _check_file(subject: Subject, records: Records, sheet: TileSheet, room: dict[str, int]) -> Iterator[Finding]:
    """Yields findings about the file of a sheet; its pixels are taken from the `room` of its pack."""
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
