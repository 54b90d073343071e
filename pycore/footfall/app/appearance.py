"""The player's choices of appearance: palettes and tile packs, of the program and of mods, and languages."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from footfall.content.records import Records
from footfall.content.screens.palettes import PaletteColors
from footfall.content.screens.tile_packs import (
    MAX_PACK_PIXELS,
    SHEET_FOLDER,
    SheetError,
    TilePack,
    TileSheet,
    find_missing_cell,
    measure_sheet,
    read_sheet,
)
from footfall.diagnostics.files import ModFiles, ModFilesError, format_mod_path
from footfall.diagnostics.findings import suggest
from footfall.engine.model import Message
from footfall.i18n.catalog import find_system_language
from footfall.loader import LoadResult
from footfall.ui.drawing.palette import DEFAULT_PALETTE, build_palette, list_bundled_palettes
from footfall.ui.map.tile_art import SheetPixels, TileArt
from footfall.ui.settings import UiSettings

LANGUAGES = {"en": "English", "es": "Español"}
"""Languages that the program has texts in."""

NO_RECORDS = Records({})

Offers: TypeAlias = Mapping[str, Mapping[str, Message | str]]
"""Names of values for the player, by setting (``"look.palette"``) and value."""


def list_offers(records: Records = NO_RECORDS) -> Offers:
    """Returns the choices of a player in a game; the first value of each setting is its default."""
    palettes = {**list_bundled_palettes(), **records.table(PaletteColors, "palette")}
    packs = records.table(TilePack, "tile_pack")
    return {
        "play.language": {"": Message("footfall-settings-automatic"), **LANGUAGES},
        "look.palette": {name: Message(colors.name) for name, colors in palettes.items()},
        "look.tiles": {
            "": Message("footfall-settings-signs"),
            **{id: Message(pack.name) for id, pack in packs.items()},
        },
    }


def choose_language(settings: UiSettings) -> str:
    """Returns the language of the settings, or that of the system."""
    return settings.language or find_system_language()


def load_look(settings: UiSettings, loaded: LoadResult) -> UiSettings:
    """Returns the settings with the palette and the tile pack that they name.

    An unusable choice has a sentence in `UiSettings.problems`, and the default is used. Sentences of an earlier call
    are left out.
    """
    records = loaded.rules.records
    problems: list[str] = []
    palettes = {**list_bundled_palettes(), **records.table(PaletteColors, "palette")}
    packs = records.table(TilePack, "tile_pack")
    if settings.palette_name not in palettes and not _is_for_another_game(settings.palette_name, loaded):
        text = f"there is no palette {settings.palette_name!r}{suggest(settings.palette_name, palettes)}"
        problems.append(f"{settings.locate('palette')}: {text}; known: {', '.join(palettes)}")
    if settings.tiles and settings.tiles not in packs and not _is_for_another_game(settings.tiles, loaded):
        text = f"there is no tile pack {settings.tiles!r}{suggest(settings.tiles, packs)}; is its mod enabled?"
        problems.append(f"{settings.locate('tiles')}: {text}")
    art = None
    if settings.tiles in packs:
        files = {mod.id: mod.files for mod in loaded.mods}
        sheets = [sheet for sheet in records.table(TileSheet, "tile_sheet").values() if sheet.pack == settings.tiles]
        art = TileArt(tuple(_read_sheets(sheets, files, problems)))
    colors = palettes.get(settings.palette_name, palettes[DEFAULT_PALETTE])
    others = tuple(problem for problem in settings.problems if problem not in settings.look_problems)
    return msgspec.structs.replace(
        settings, palette=build_palette(colors), art=art, problems=(*others, *problems), look_problems=tuple(problems)
    )


def _is_for_another_game(id: str, loaded: LoadResult) -> bool:
    """Returns whether the mod of a record is enabled, but not in this game: its records are not missed."""
    mod = id.partition(":")[0]
    return mod not in loaded.rules.mods and any(enabled.id == mod for enabled in loaded.mods)


def _read_sheets(
    sheets: list[TileSheet], files: Mapping[str, ModFiles], problems: list[str]
) -> Iterator[tuple[TileSheet, SheetPixels]]:
    """Yields the sheets that can be used, with their pictures; adds a problem for each other one."""
    room = MAX_PACK_PIXELS
    for sheet in sheets:
        own, name = files[sheet.id.partition(":")[0]], f"{SHEET_FOLDER}/{sheet.file}"
        try:
            source = own.read(name)
            width, height = measure_sheet(source)
            room -= width * height
            if room < 0:
                text = f"the tile pack {sheet.pack} has more than {MAX_PACK_PIXELS:,} pixels; the rest is not used"
                problems.append(f"{format_mod_path(own, name)}: {text}")
                return
            pixels = read_sheet(source, sheet.cell)
            missing = find_missing_cell(sheet, *pixels.shape[:2])
            if missing is not None:
                raise SheetError(f"{missing[0]} is outside the sheet, at row {missing[1][0]}, column {missing[1][1]}")
        except (SheetError, ModFilesError) as error:
            problems.append(f"{format_mod_path(own, name)}: {error}; its pictures are not used")
            continue
        yield sheet, pixels
