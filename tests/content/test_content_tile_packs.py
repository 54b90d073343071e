"""Tile packs and palettes as content: sheets of every kind, what checks say, and other mods that add to them."""

from __future__ import annotations

import io
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from footfall.api.scene import PaletteColors, TileSheet
from footfall.app.appearance import list_offers, load_look
from footfall.check.run import check_mod
from footfall.cli.mod_lookup import find_mod
from footfall.content.screens.tile_packs import MAX_SHEET_SIDE, SheetError, read_sheet
from footfall.loader import LoadResult, load
from footfall.ui.settings import UiSettings

MANIFEST = """
[mod]
id = "{id}"
version = "1.0.0"
api = "1"
name = "Test"
summary = "A test."
authors = ["Tests"]
license = "MIT"
games = ["stealth"]
"""
SHEET = """
[tile_pack.small]
name = "test-pack"

[tile_sheet.small]
pack = "small"
file = "small.png"
cell = 8
looks = {{ "{look}" = {{ at = [[{row}, {column}]] }} }}
"""


def make_png(height: int, width: int, **keywords: Any) -> bytes:
    out = io.BytesIO()
    pixels = np.arange(height * width * 4, dtype=np.uint32).astype(np.uint8).reshape(height, width, 4)
    Image.fromarray(pixels).save(out, "PNG", **keywords)
    return out.getvalue()


def claim_size(png: bytes, width: int, height: int) -> bytes:
    """Returns a PNG whose header has another size, with a right checksum."""
    header = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + png[24:29]
    return png[:12] + header + zlib.crc32(header).to_bytes(4, "big") + png[33:]


def add_header(png: bytes, width: int, height: int) -> bytes:
    """Returns a PNG with a second header, of another size, after the first."""
    return png[:33] + claim_size(png, width, height)[8:33] + png[33:]


SMALL = make_png(16, 24)
HOSTILE = {
    "empty": (b"", "not a PNG"),
    "text": (b"<svg></svg>", "not a PNG"),
    "gif": (b"GIF89a" + bytes(40), "not a PNG"),
    "truncated": (SMALL[:-40], "damaged"),
    "header alone": (SMALL[:33], "damaged"),
    "bad data": (SMALL[:60] + bytes(30) + SMALL[90:], "damaged"),
    "huge": (claim_size(SMALL, 60_000, 60_000), f"more than {MAX_SHEET_SIDE}"),
    "very huge": (claim_size(SMALL, 2**31 - 1, 2**31 - 1), f"more than {MAX_SHEET_SIDE}"),
    "without size": (claim_size(SMALL, 0, 0), "no pixels"),
    "long": (SMALL + bytes(5 << 20), "larger than 4 MiB"),
    "two headers": (add_header(SMALL, 60_000, 60_000), "damaged"),
    "two headers, smaller": (add_header(SMALL, 10_000, 10_000), "damaged"),
    "two headers, small": (add_header(SMALL, 2_500, 2_500), "second header"),
    "odd": (make_png(17, 24), "not a whole number"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_no_sheet_is_named_in_words(name: str) -> None:
    source, words = HOSTILE[name]
    with pytest.raises(SheetError, match=words):
        read_sheet(source, 8)


def test_a_damaged_sheet_is_named_without_an_object() -> None:
    with pytest.raises(SheetError, match=r"^it is damaged$"):
        read_sheet(HOSTILE["header alone"][0][:29] + bytes(4), 8)


@pytest.mark.filterwarnings("error")
def test_profiles_and_animations_of_a_sheet_are_not_read() -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    profile = chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(1_000_000), 9))
    extra = profile * 1000 + chunk(b"acTL", bytes(8))
    started = time.process_time()
    assert (read_sheet(SMALL[:33] + extra + SMALL[33:], 8) == read_sheet(SMALL, 8)).all()
    assert time.process_time() - started < 1


@pytest.mark.parametrize("cut", range(0, len(SMALL), 37))
def test_a_sheet_cut_anywhere_raises_nothing_else(cut: int) -> None:
    with suppress(SheetError):
        assert read_sheet(SMALL[:cut], 8).shape == (2, 3, 8, 8, 4)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_sheets_of_every_color_mode_are_read(mode: str) -> None:
    out = io.BytesIO()
    Image.fromarray(np.full((16, 16), 200, np.uint8)).convert(mode).save(out, "PNG")
    assert read_sheet(out.getvalue(), 8).shape == (2, 2, 8, 8, 4)


def test_a_sheet_of_16_bits_is_as_light_as_one_of_8() -> None:
    out = io.BytesIO()
    Image.fromarray(np.full((16, 16), 200 << 8, np.uint16)).save(out, "PNG")
    assert np.unique(read_sheet(out.getvalue(), 8), axis=None).tolist() == [200, 255]


def test_pictures_are_cut_by_row_and_column() -> None:
    cells, pixels = read_sheet(SMALL, 8), np.asarray(Image.open(io.BytesIO(SMALL)))
    assert (cells[1, 2] == pixels[8:, 16:]).all()


@pytest.fixture
def make_mod(tmp_path: Path) -> Callable[..., Path]:
    """Writes a mod with a sheet."""

    def make(id: str = "test.small", content: str = "", picture: bytes | None = SMALL) -> Path:
        folder = tmp_path / id
        (folder / "content").mkdir(parents=True)
        (folder / "pictures").mkdir()
        (folder / "mod.toml").write_text(MANIFEST.format(id=id), "utf-8")
        (folder / "content" / "look.toml").write_text(content, "utf-8")
        for language in ("en", "es"):
            (folder / "locale" / language).mkdir(parents=True)
            (folder / "locale" / language / "test.ftl").write_text("test-pack = small\n", "utf-8")
        if picture is not None:
            (folder / "pictures" / "small.png").write_bytes(picture)
        return folder

    return make


def check(folder: Path) -> list[tuple[str, str, str]]:
    found = check_mod(find_mod(str(folder))).findings
    return [(finding.code, finding.text, finding.location) for finding in found]


def dress(loaded: LoadResult, **values: str) -> UiSettings:
    return load_look(UiSettings(**values), loaded)


def test_a_sound_pack_has_no_findings(make_mod: Callable[..., Path]) -> None:
    folder = make_mod(content=SHEET.format(look="core.stealth:goblin", row=1, column=2))
    assert not [finding for finding in check(folder) if finding[0] in ("bad-sheet", "no-look")]
    settings = dress(load("stealth", mods=[folder], only_mods=()), tiles="test.small:small")
    assert settings.art is not None
    assert not settings.problems


@pytest.mark.parametrize(
    ("look", "row", "column", "picture", "code", "words", "place"),
    [
        ("core.stealth:goblin", 0, 0, None, "bad-sheet", "there is no file pictures/small.png", "look.toml:7"),
        ("core.stealth:goblin", 0, 0, b"no", "bad-sheet", "not a PNG", "small.png"),
        ("core.stealth:goblin", 2, 0, SMALL, "bad-sheet", "has 2 rows, 3 columns", "look.toml:9"),
        ("core.stealth:gobliin", 0, 0, SMALL, "no-look", "did you mean 'core.stealth:goblin'", "look.toml:9"),
    ],
)
def test_checks_name_what_is_wrong_and_the_game_starts(
    make_mod: Callable[..., Path],
    look: str,
    row: int,
    column: int,
    picture: bytes | None,
    code: str,
    words: str,
    place: str,
) -> None:
    folder = make_mod(content=SHEET.format(look=look, row=row, column=column), picture=picture)
    found = [finding for finding in check(folder) if finding[0] == code]
    assert len(found) == 1
    assert words in found[0][1]
    assert found[0][2].endswith(place)
    settings = dress(load("stealth", mods=[folder], only_mods=()), tiles="test.small:small")
    assert bool(settings.problems) == (code == "bad-sheet")
    assert all("small.png" in problem for problem in settings.problems)


def test_another_mod_adds_a_sheet_and_patches_a_picture(make_mod: Callable[..., Path]) -> None:
    content = """
[tile_sheet.more]
pack = "core.stealth:woodcut"
file = "small.png"
cell = 8
looks = { "test.more:lynx" = { at = [[0, 1]] } }

[patch.tile_sheet."core.stealth:woodcut"]
set.looks."core.stealth:floor" = { at = [[0, 3]] }
"""
    loaded = load("stealth", mods=[make_mod("test.more", content)], only_mods=())
    assert not [finding for finding in loaded.findings if finding.code.startswith("bad")]
    sheets = loaded.rules.records.table(TileSheet, "tile_sheet")
    assert sheets["core.stealth:woodcut"].looks["core.stealth:floor"].at == ((0, 3),)
    settings = dress(loaded, tiles="core.stealth:woodcut")
    assert not settings.problems
    assert settings.art is not None


def test_a_mod_adds_a_palette(make_mod: Callable[..., Path]) -> None:
    content = '[palette.moss]\nname = "test-pack"\nink = { foe = "#80ff80" }\nground = { none = "#001000" }\n'
    loaded = load("stealth", mods=[make_mod("test.moss", content)], only_mods=())
    assert "test.moss:moss" in list_offers(loaded.rules.records)["look.palette"]
    palette = dress(loaded, palette_name="test.moss:moss").palette
    assert palette is not None
    assert palette.foreground[12, 0].tolist() == [0x80, 0xFF, 0x80]
    assert palette.background[0].tolist() == [0, 0x10, 0]


def test_wrong_colors_are_named(make_mod: Callable[..., Path]) -> None:
    wrong = {"moss": '{ fo = "#80ff80" }', "red": '{ foe = "red" }', "line": '{ foe = "#123456\\n" }'}
    content = "".join(f'[palette.{name}]\nname = "test-pack"\nink = {ink}\n' for name, ink in wrong.items())
    loaded = load("stealth", mods=[make_mod("test.moss", content)], only_mods=())
    texts = " ".join(str(finding) for finding in loaded.findings)
    assert "did you mean 'foe'" in texts
    assert "look.toml:6" in texts
    assert not loaded.rules.records.table(PaletteColors, "palette")


def test_a_choice_that_is_gone_is_said_in_words() -> None:
    loaded = load("stealth", only_mods=())
    settings = dress(loaded, tiles="other.mod:pack", palette_name="contrst")
    assert settings.art is None
    assert "is its mod enabled?" in " ".join(settings.problems)
    assert "did you mean 'contrast'" in " ".join(settings.problems)


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_every_game_has_these_kinds(game: str) -> None:
    kinds = load(game, only_mods=()).rules.records.record_kinds
    assert {"tile_pack", "tile_sheet", "palette"} <= set(kinds)


def test_a_pack_for_other_games_is_not_missed() -> None:
    settings = dress(load("king", only_mods=()), tiles="core.stealth:woodcut")
    assert settings.problems == ()
    assert settings.art is None


@pytest.mark.proof(1)
@pytest.mark.parametrize("row", [0, 500], ids=["usable", "unusable"])
def test_a_pack_of_too_many_pixels_is_cut_off(make_mod: Callable[..., Path], row: int) -> None:
    sheets = "".join(
        f'[tile_sheet.s{n}]\npack = "large"\nfile = "small.png"\ncell = 128\nlooks.x.at = [[{row}, 0]]\n'
        for n in range(6)
    )
    folder = make_mod("test.large", f'[tile_pack.large]\nname = "test-pack"\n{sheets}', make_png(2048, 2048))
    settings = dress(load("stealth", mods=[folder], only_mods=()), tiles="test.large:large")
    assert len(settings.problems) == (5 if row else 1)
    assert "more than 16,777,216 pixels" in settings.problems[-1]
    found = [text for code, text, _ in check(folder) if code == "bad-sheet"]
    assert len(found) == (5 if row else 1)
    assert "more than 16,777,216 pixels" in found[-1]


@pytest.mark.parametrize("name", ["../../outside.png", ".h.png", "a\\u0000.png"])
def test_a_sheet_is_only_read_from_the_files_of_its_mod(make_mod: Callable[..., Path], name: str) -> None:
    content = SHEET.format(look="core.stealth:goblin", row=0, column=0).replace("small.png", name)
    folder = make_mod(content=content)
    for path in (folder.parent / "outside.png", folder / "pictures" / ".h.png"):
        path.write_bytes(SMALL)
    settings = dress(load("stealth", mods=[folder], only_mods=()), tiles="test.small:small")
    assert len(settings.problems) == 1
    assert "there is no file" in settings.problems[0]
