"""Wrong data of every kind: `mods check`, `run` and `mods pack` name it, the schema of editors refuses it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.loader import load

MANIFEST = '[mod]\nid = "you.odd"\nversion = "1"\ngames = ["GAME"]\n'
BEAST = '[creature.beast]\nname = "odd-beast"\nglyph = "b"\n'
ITEM = '[item.thing]\nname = "odd-thing"\nglyph = "t"\n'
CARD = '[card.ODD]\ngroup = "event"\n'
GOBLIN = '[patch.creature."core.stealth:goblin"]\n'
PLAN = '[patch.plan."core.stealth:*"]\n'
DIGGING = '[patch.digging."core.stealth:usual"]\n'
FILLING = '[patch.filling."core.stealth:standard"]\n'
HOLDER = '[patch.holder."core.stealth:chest"]\n'


def repeat(value: str) -> str:
    return f"[{', '.join([value] * 101)}]"


ARROWS = repeat('"core.stealth:arrow"')

WRONG = {
    "tint": ("stealth", BEAST + 'tint = "GREEM"', "there is no tint 'GREEM'"),
    "nearest": ("stealth", BEAST + 'tint = "FLOR"', "did you mean 'FLOOR'?"),
    "ai": ("stealth", BEAST + 'ai = ["hostil"]', "there is no ai 'hostil', did you mean 'hostile'?"),
    "no ai": ("stealth", BEAST + "ai = []", "ai: expected list of length >= 1"),
    "side": ("stealth", BEAST + 'side = "enemy"', "there is no word 'enemy'; words: player, hostile"),
    "stat": ("stealth", BEAST + "stats = { defens = 3 }", "there is no stat 'defens', did you mean 'defense'?"),
    "cost": ("stealth", BEAST + "stats = { cost = 0 }", "stats.cost is 0, but an action takes time: at least 1"),
    "order": ("stealth", BEAST + "hp = [9, 3]", "hp: 9 before 3: it must be in ascending order"),
    "hp": ("stealth", BEAST + "hp = [0, 3]", "hp: expected whole number >= 1"),
    "percent": ("stealth", BEAST + "asleep = 130", "asleep: expected whole number <= 100, not 130"),
    "negative": ("stealth", BEAST + "light = -1", "light: expected whole number >= 0, not -1"),
    "dice": ("stealth", BEAST + "natural = { low = 4, high = 2 }", "natural: low is 4, above high, which is 2"),
    "fraction": ("stealth", BEAST + "asleep = 0.5", "asleep: expected whole number, got decimal number"),
    "infinite": ("stealth", BEAST + "asleep = inf", "inf"),
    "64 bits": ("stealth", BEAST + "light = 99999999999999999999", "64 bits"),
    "large": ("stealth", BEAST + "burns = 9999999999", "burns: expected whole number <= 1000000000, not 9999999999"),
    "two signs": ("stealth", BEAST.replace('"b"', '"bb"'), "glyph: a glyph is one character, not 2: 'bb'"),
    "no sign": ("stealth", BEAST.replace('"b"', '""'), "glyph: a glyph is one character, not 0"),
    "wide": ("stealth", BEAST.replace('"b"', '"竜"'), "is two cells wide"),
    "emoji": ("stealth", BEAST.replace('"b"', '"🐀"'), "is two cells wide"),
    "hexagram": ("stealth", BEAST.replace('"b"', '"\u4dc0"'), "is two cells wide"),
    "final consonant": ("stealth", BEAST.replace('"b"', '"\ud7cb"'), "fills no cell of its own"),
    "right to left": ("stealth", BEAST.replace('"b"', '"\u05d0"'), "is written from right to left"),
    "combining": ("stealth", BEAST.replace('"b"', '"\u0301"'), "U+0301 combines with the character before it"),
    "control": ("stealth", BEAST.replace('"b"', '"\\u0007"'), "cannot be printed"),
    "slot": ("stealth", ITEM + 'slot = "hand"', "there is no slot 'hand'"),
    "use": ("stealth", ITEM + 'uses = [{ do = "heel" }]', "there is no use 'heel', did you mean 'heal'?"),
    "aim": ("stealth", ITEM + 'aim = "monster"', "there is no word 'monster'; words: creature, cell, wall, item"),
    "bonus": ("stealth", ITEM + "bonus = { to_hti = 1 }", "there is no stat 'to_hti', did you mean 'to_hit'?"),
    "breaks": ("stealth", ITEM + "breaks = 101", "breaks: expected whole number <= 100, not 101"),
    "ends": ("stealth", '[effect.odd]\nname = "odd-e"\nends = "death"', "there is no word 'death'; words: dies"),
    "weights": (
        "stealth",
        '[spawn.odd]\nrows = { "core.stealth:goblin" = { by_floor = [[5, 1], [2, 3]] } }',
        "5 before 2: it must be in ascending order",
    ),
    "shape": ("stealth", '[patch.digging."core.stealth:usual"]\nset.shapes.sqare = 3', "there is no shape 'sqare'"),
    "no recipe": ("stealth", PLAN + "set.usual.recipes = {}", "recipes: at least one weight must be above 0"),
    "no weight": ("stealth", PLAN + 'set.floors.2.recipes = { "core.stealth:cavern" = 0 }', "recipes: at least one"),
    "no shapes": ("stealth", DIGGING + "set.shapes = {}", "shapes: at least one weight must be above 0"),
    "no entries": (
        "stealth",
        DIGGING + "set.entries = { none = 0, door = 0, fragile = 0 }",
        "entries: at least one weight must be above 0",
    ),
    "small map": ("stealth", PLAN + "set.shape = [1, 1]", "shape: expected whole number >= 5, not"),
    "large map": ("stealth", PLAN + "set.shape = [401, 80]", "shape: expected whole number <= 400, not"),
    "no rooms": ("stealth", DIGGING + "set.rooms = [0, 0]", "rooms: expected whole number >= 1, not"),
    "no attempts": ("stealth", DIGGING + "set.attempts = 0", "attempts: expected whole number >= 1, not 0"),
    "creatures": (
        "stealth",
        FILLING + "set.creatures = [{ floor = 1, low = 0, high = 5000 }]",
        "creatures.high: expected whole number <= 100",
    ),
    "tries": ("stealth", FILLING + "set.tries = 1000", "tries: expected whole number <= 100, not 1000"),
    "capacity": ("stealth", HOLDER + "set.capacity = 5000", "capacity: expected whole number <= 100, not 5000"),
    "contents": (
        "stealth",
        HOLDER + "set.objects = [{ floor = 1, low = 0, high = 5000 }]",
        "objects.high: expected whole number <= 100",
    ),
    "owed": (
        "stealth",
        '[patch.loot."core.stealth:floor"]\nset.rows."core.stealth:strength_potion".least = 5000',
        "least: expected whole number <= 100, not 5000",
    ),
    "rooms": ("stealth", DIGGING + "set.rooms = [1, 5000]", "rooms: expected whole number <= 100, not"),
    "attempts": ("stealth", DIGGING + "set.attempts = 5000", "attempts: expected whole number <= 1000, not 5000"),
    "links": ("stealth", DIGGING + "set.links = [5000, 100]", "links: expected whole number <= 100, not"),
    "pools": ("stealth", DIGGING + "set.pools = [0, 5000]", "pools: expected whole number <= 100, not"),
    "outfit": ("stealth", GOBLIN + f"set.outfit = {ARROWS}", "outfit: expected list of length <= 100"),
    "slots": ("stealth", GOBLIN + "set.slots = 5000", "slots: expected whole number <= 100, not 5000"),
    "uses": (
        "stealth",
        ITEM + "uses = " + repeat('{ do = "uncurse" }'),
        "uses: expected list of length <= 100",
    ),
    "provisions": ("stealth", PLAN + f"set.provisions = {ARROWS}", "provisions: expected list of length <= 100"),
    "floor key": (
        "stealth",
        PLAN + 'set.floors."2\\n" = { recipes = { "core.stealth:cavern" = 1 } }',
        "expected text of another form",
    ),
    "far light": ("stealth", BEAST + "light = 5000", "light: expected whole number <= 1000, not 5000"),
    "thick wall": (
        "stealth",
        '[patch.tile."core.stealth:*"]\nset.absorption = 20000',
        "absorption: expected whole number <= 16383, not 20000",
    ),
    "many cards": ("king", CARD + "rooms = 5000", "rooms: expected whole number <= 100, not 5000"),
    "many effects": (
        "king",
        CARD + "reveal = " + repeat('["rage"]'),
        "reveal: expected list of length <= 100",
    ),
    "many keys": (
        "king",
        '[patch.profile."core.king:*"]\nset.keys_total = 5000',
        "keys_total: expected whole number <= 100",
    ),
    "many monsters": (
        "delve",
        "[encounter.ODD]\ncreatures = " + repeat('"core.stealth:goblin"'),
        "creatures: expected list of length <= 100",
    ),
    "sections": ("delve", '[dice_table.ODD]\nrows = [{ id = "a", on = [1], sections = 99 }]', "number <= 3, not"),
    "patch": ("stealth", GOBLIN + "set.asleep = 300", "asleep: expected whole number <= 100, not 300"),
    "sum": ("stealth", GOBLIN + "add.asleep = 200", "asleep: expected whole number <= 100"),
    "patched word": ("stealth", GOBLIN + 'set.tint = "RED"', "there is no tint 'RED'"),
    "own words": ("stealth", '[words]\nstats = ["tide"]', "there is no list of words 'stats' that mods may extend"),
    "closed list": ("stealth", '[words]\ntint = ["PINK"]', "there is no list of words 'tint' that mods may extend"),
    "effect": ("king", CARD + 'rows = [{ do = [["loose", 2]] }]', "there is no effect 'loose', did you mean 'lose'?"),
    "argument": ("king", CARD + 'rows = [{ do = [["lose", "two"]] }]', "the effect 'lose' takes a number; got ['two']"),
    "group": ("king", '[card.ODD]\ngroup = "evnt"', "there is no word 'evnt', did you mean 'event'?"),
    "copies": ("king", CARD + "rooms = -1", "rooms: expected whole number >= 0, not -1"),
    "room cost": ("king", "[room.ODD]\ncost = -2", "cost: expected whole number >= 0, not -2"),
    "dice count": ("delve", "[dice_table.ODD]\ndice = 3", "dice: expected whole number <= 2, not 3"),
    "keyword": (
        "delve",
        '[special_room.ODD]\nroll = [2]\nname = "odd-r"\nkeyword = "combt"',
        "there is no word 'combt', did you mean 'combat'?",
    ),
    "danger": (
        "delve",
        '[encounter.ODD]\ncreatures = ["core.stealth:goblin"]\ndanger = [3, 1]',
        "3 before 1: it must be in ascending order",
    ),
    "monster": ("delve", '[encounter.ODD]\ncreatures = ["core.stealth:gobln"]', "did you mean 'core.stealth:goblin'?"),
}

ONLY_THE_READER = frozenset(
    ("order", "dice", "cost", "weights", "sum", "argument", "danger", "monster", "emoji", "64 bits", "infinite")
) | {"hexagram", "final consonant", "right to left", "no recipe", "no weight", "no shapes", "no entries"}
ONLY_THE_READER |= {"outfit", "provisions", "floor key"}
"""What a JSON schema cannot say, or TOML cannot pass to it."""


@pytest.fixture
def footfall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


def write_mod(game: str, content: str) -> Path:
    folder = Path("mods/odd")
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST.replace("GAME", game), encoding="utf-8")
    (folder / "content" / "odd.toml").write_text(content + "\n", encoding="utf-8")
    return folder


@pytest.mark.proof(14)
@pytest.mark.parametrize("name", WRONG)
def test_wrong_data_is_named_with_its_line(footfall: Any, name: str) -> None:
    game, content, text = WRONG[name]
    folder = write_mod(game, content)
    [finding] = [finding for finding in load(game, mods=[folder], only_mods=()).findings if text in str(finding)]
    assert finding.mod == "you.odd"
    assert finding.location.startswith("mods/odd/content/odd.toml:")


@pytest.mark.parametrize("name", ["tint", "wide", "owed", "many cards", "danger"])
def test_check_names_wrong_data_with_its_line(footfall: Any, name: str) -> None:
    game, content, text = WRONG[name]
    write_mod(game, content)
    done = footfall("mods", "check", "mods/odd")
    assert done.exit_code == 1
    [line] = [line for line in done.output.splitlines() if text in line]
    assert line.startswith("mods/odd/content/odd.toml:")
    assert "Traceback" not in done.output


ROWS = """[tile_sheet.one]
pack = "core.stealth:ink"
file = "one.png"
cell = 8

[tile_sheet.one.looks]
"core.stealth:rat" = { at = [[0, 1]] }
"core.stealth:bat" = { at = [[0, 900]] }

[sound.odd]
layers = [
  { wave = "sine" }, { wave = "sine" },  # two
  { wave = "sinne" },
]

[sound.bad]
layers = [
  { wave = "sine" },
  { wave = "sine", level = 300 },
]

[[sound.ugly.layers]]
wave = "sine"

[[sound.ugly.layers]]
wave = "sine"
pitsch = 3
"""


def test_wrong_rows_are_named_with_their_keys_and_lines(footfall: Any) -> None:
    write_mod("stealth", ROWS)
    found = footfall("mods", "check", "mods/odd").output
    assert ":8: error FF503 bad-record: tile_sheet 'you.odd:one': looks.core.stealth:bat.at: expected" in found
    assert ":13: error FF503 bad-record: sound 'you.odd:odd': layers.wave: there is no wave 'sinne'" in found
    assert ":19: error FF503 bad-record: sound 'you.odd:bad': layers.level: expected whole number <= 100" in found
    assert ":25: error FF503 bad-record: sound 'you.odd:ugly': there is no field 'pitsch'" in found


@pytest.mark.proof(0)
def test_thousands_of_unknown_names_are_compared_with_few(footfall: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    names = "\n".join(f'"core.stealth:gobln{number}" = {{ at = [[0, 0]] }}' for number in range(3000))
    sheet = '[tile_sheet.one]\npack = "ink"\nfile = "one.png"\ncell = 8\n[tile_sheet.one.looks]\n'
    write_mod("stealth", f'[tile_pack.ink]\nname = "odd-ink"\n{sheet}{names}')
    comparisons = 0

    def compare(matcher: Any) -> float:
        nonlocal comparisons
        comparisons += 1
        assert comparisons < 1_000_000
        return 0.0

    monkeypatch.setattr("difflib.SequenceMatcher.real_quick_ratio", compare)
    done = footfall("mods", "check", "mods/odd")
    assert done.exit_code == 1
    assert done.output.count("no-look") < 100
    assert "more problems" in done.output


@pytest.mark.proof(4)
@pytest.mark.parametrize("name", ["tint", "order", "cost", "wide", "patch", "effect", "danger"])
def test_run_names_wrong_data_and_pack_refuses_it(footfall: Any, name: str) -> None:
    game, content, text = WRONG[name]
    write_mod(game, content)
    done = footfall("run", game, "--turns", 1)
    assert done.exit_code == 1
    assert text in done.stderr
    packed = footfall("mods", "pack", "mods/odd")
    assert packed.exit_code == 1
    assert text in packed.stderr
    assert not list(Path().glob("*.zip"))


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    games = {game for game, _, _ in WRONG.values()}
    return {
        game: json.loads(CliRunner().invoke(main, ["data", "schema", "content", "--game", game]).stdout)
        for game in games
    }


@pytest.mark.proof(14)
@pytest.mark.parametrize("name", [name for name in WRONG if name not in ONLY_THE_READER])
def test_the_schema_of_editors_refuses_wrong_data(schemas: dict[str, Any], name: str) -> None:
    game, content, _ = WRONG[name]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(schemas[game]).validate(tomllib.loads(content))


@pytest.mark.proof(0)
def test_mods_add_words_to_open_lists(footfall: Any) -> None:
    content = '[words]\nstat = ["tide"]\n' + BEAST + "stats = { tide = 3 }\n"
    write_mod("stealth", content)
    done = footfall("run", "stealth", "--turns", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    schema = json.loads(footfall("data", "schema", "content").stdout)
    jsonschema.Draft4Validator(schema).validate(tomllib.loads(content))
    Path("mods/odd/content/odd.toml").write_text(content.replace('"tide"', '"tides"'), encoding="utf-8")
    assert "there is no stat 'tide', did you mean 'tides'?" in footfall("run", "stealth", "--turns", 1).stderr


def test_the_words_of_records_are_those_of_the_rules() -> None:
    from footfall.plugins.king.records import EFFECT_ARGUMENTS
    from footfall.plugins.king.rules.effects import CARD_EFFECTS
    from footfall.plugins.stealth.ai.tactics import BEHAVIORS
    from footfall.plugins.stealth.items.use_actions import USE_ACTIONS
    from footfall.plugins.stealth.model.records import AI_KINDS, USE_WORDS

    assert {*AI_KINDS, "commanded"} == set(BEHAVIORS)  # players command it, no record names it
    assert set(USE_WORDS) == set(USE_ACTIONS)
    assert list(EFFECT_ARGUMENTS) == list(CARD_EFFECTS)


@pytest.mark.proof(0)
def test_the_reference_lists_the_words(footfall: Any) -> None:
    text = footfall("docs", "records").stdout
    assert "### Words: ai\n\nClosed: `hostile`, " in text
    assert "### Words: stat\n\nOpen: `to_hit`, " in text
    assert "| `asleep` | whole number from 0 to 100 |" in text
