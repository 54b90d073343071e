"""``footfall data`` and ``footfall mods check --together``: records, their history, and conflicts between mods."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from footfall.cli.data import build_manifest_schema
from footfall.cli.options import GameOptions
from footfall.diagnostics.toml import TomlDocument

ROOT = Path(__file__).parent.parent.parent
FAUNA = ROOT / "mods" / "deep-fauna"


def write(folder: Path, id: str, content: str, extra: str = "") -> Path:
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(f'[mod]\nid = "{id}"\nversion = "1"\ngames = ["stealth"]\n{extra}')
    (folder / "content" / "x.toml").write_text(content)
    return folder


@pytest.fixture
def rivals(tmp_path: Path) -> tuple[str, ...]:
    body = '[patch.creature."core.stealth:goblin"]\nset.hp = [{0}, {0}]\nadd.asleep = 1\n'
    one = write(tmp_path / "one", "a.one", body.format(7))
    two = write(tmp_path / "two", "b.two", body.format(9), '[order]\nafter = ["c.other"]\n')
    return ("--mods", str(one), "--mods", str(two))


def test_blame_names_mod_and_line_of_every_field(footfall: Any, rivals: tuple[str, ...]) -> None:
    done = footfall("data", "show", "creature/core.stealth:goblin", "--blame", "--json", *rivals)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["record"]["hp"] == [9, 9]
    steps = report["blame"]["hp"]
    assert [(s["mod"], s["op"], s["result"]) for s in steps][1:] == [("a.one", "set", [7, 7]), ("b.two", "set", [9, 9])]
    for field, history in report["blame"].items():
        for step in history:
            file, _, line = step["where"].rpartition(":")
            text = Path(file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
            named = field.split(".")[-1 if step["op"] == "default" else 0]
            assert named in text, f"{field}: {step['where']}"
    shown = footfall("data", "show", "creature/goblin", "--blame", *rivals)
    assert "b.two  two/content/x.toml:2  set [9, 9]" in shown.stdout


def test_every_field_of_every_record_of_every_game_has_a_line(footfall: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameOptions, "load", cache(GameOptions.load))
    for game in ("stealth", "king", "delve"):
        names = json.loads(footfall("data", "show", "--game", game, "--json").stdout)
        assert names
        for name in {name.split("/")[0]: name for name in names}.values():  # one of each kind
            report = json.loads(footfall("data", "show", name, "--game", game, "--blame", "--json").stdout)
            assert report["blame"] or set(report["record"]) == {"id"}
            for field, steps in report["blame"].items():
                assert steps[-1]["where"].rpartition(":")[2].isdigit(), f"{name} {field}"


def test_diff_shows_changes_with_their_mods(footfall: Any, rivals: tuple[str, ...]) -> None:
    both = ("--mods", FAUNA, *rivals)
    done = footfall("data", "diff", "--without", "b.two", "--json", *both)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["without"] == ["b.two"]
    [goblin] = report["differences"]
    changes = {c["field"]: (c["before"], c["after"], c["by"][-1]["mod"]) for c in goblin["changes"]}
    assert changes["hp"] == ([7, 7], [9, 9], "b.two")
    assert set(changes) == {"hp", "asleep"}
    whole = footfall("data", "diff", *both).stdout
    assert "~ creature/core.stealth:cave_bat" in whole
    assert "+ creature/examples.deep-fauna:cave_lynx" in whole
    assert "without a.one, b.two, examples.deep-fauna: 1 added, 3 changed" in whole


@pytest.mark.proof(0)
def test_diff_shows_what_settings_change_and_why(footfall: Any) -> None:
    words = ("data", "diff", "--set", "core.stealth.rules=classic")
    text = footfall(*words).stdout
    assert "with core.stealth.rules=classic: " in text
    assert "~ setting core.stealth.map.memory: 8 -> 2" in text
    assert "    bonus.armor: 1 -> 2  core.stealth " in text
    assert "    # Two points against blows of 1 to 4" in text
    report = json.loads(footfall(*words, "--json").stdout)
    assert report["settings"]["core.stealth.map.memory"] == {"before": 8, "after": 2}
    [slime] = [r for r in report["differences"] if r["record"] == "creature/core.stealth:slime"]
    assert slime["changes"][0]["by"][-1]["reason"].startswith("A slime in a corridor")
    assert footfall(*words, "--without", "core.stealth").exit_code == 2
    assert "one of 'shipped', 'classic'" in footfall("data", "diff", "--set", "core.stealth.rules=old").stderr


def test_the_list_of_settings_shows_defaults_of_the_chosen_preset(footfall: Any) -> None:
    assert footfall("mods", "set", "core.stealth", "rules", "classic").exit_code == 0
    rows = json.loads(footfall("mods", "set", "core.stealth", "--json").stdout)["settings"]
    memory = next(row for row in rows if row["setting"] == "map.memory")
    assert (memory["value"], memory["default"], memory["chosen"]) == (2, 2, False)


def test_records_are_listed_by_kind_and_pattern(footfall: Any) -> None:
    every = footfall("data", "show").stdout.split()
    assert footfall("data", "show", "creature").stdout.split() == [n for n in every if n.startswith("creature/")]
    names = footfall("data", "show", "creature/core.stealth:*rat*").stdout.split()
    assert "creature/core.stealth:giant_rat" in names
    assert all("rat" in name for name in names)


def test_a_template_is_shown_and_not_listed(footfall: Any) -> None:
    shown = footfall("data", "show", "item/core.stealth:potion").output
    assert shown.startswith("template = true\n")
    assert 'family = "potions"' in shown
    assert "core.stealth:potion\n" not in footfall("data", "show", "item").output


def test_mistakes_are_reported(footfall: Any) -> None:
    wrong = footfall("data", "diff", "--without", "you.nobody")
    assert (wrong.exit_code, "is not active in stealth" in wrong.stderr) == (1, True)
    assert "is part of the game" in footfall("data", "diff", "--without", "core.stealth").stderr
    assert "did you mean creature/core.stealth:goblin?" in footfall("data", "show", "creature/goblim").stderr
    assert "did you mean 'creature'?" in footfall("data", "schema", "creatur").stderr


def test_conflicts_come_with_lines_that_resolve_them(footfall: Any, tmp_path: Path, rivals: tuple[str, ...]) -> None:
    done = footfall("mods", "check", "--together", *rivals)
    assert done.exit_code == 1
    assert "creature/core.stealth:goblin hp" in done.stdout
    assert "b.two: set [9, 9]  two/content/x.toml:2  <- takes precedence" in done.stdout
    report = json.loads(footfall("mods", "check", "--together", "--json", *rivals).stdout)
    [conflict] = report["records"]
    for resolution in conflict["resolutions"]:
        file = Path(resolution["file"])
        before = file.read_text()
        if resolution["replaces"]:
            line = int(resolution["replaces"].rpartition(":")[2])
            lines = before.splitlines()
            file.write_text("\n".join([*lines[: line - 1], resolution["lines"], *lines[line:]]) + "\n")
        else:
            file.write_text(before + resolution["lines"] + "\n")
        settled = footfall("mods", "check", "--together", *rivals)
        assert settled.exit_code == 0, settled.output
        shown = json.loads(footfall("data", "show", "creature/core.stealth:goblin", "--json", *rivals).stdout)
        assert shown["record"]["hp"] == ([9, 9] if resolution["winner"] == "b.two" else [7, 7])
        file.write_text(before)


def test_texts_of_two_mods_can_conflict(footfall: Any, tmp_path: Path) -> None:
    paths = []
    for name in ("one", "two"):
        folder = write(tmp_path / name, f"you.{name}", "")
        (folder / "locale" / "en").mkdir(parents=True)
        (folder / "locale" / "en" / "a.ftl").write_text(f"stealth-title = {name}\n")
        paths += ["--mods", folder]
    done = footfall("mods", "check", "--together", *paths)
    assert "text stealth-title (en): you.two takes precedence over you.one" in done.stdout
    assert done.exit_code == 1


@pytest.mark.proof(0)
def test_schemas_accept_the_files_of_the_games(footfall: Any, tmp_path: Path) -> None:
    manifest = jsonschema.Draft4Validator(build_manifest_schema())
    for game in ("stealth", "king", "delve"):
        assert footfall("data", "schema", "--game", game, "--out", "out").exit_code == 0
        schema = json.loads((tmp_path / "out" / "content.schema.json").read_text())
        jsonschema.Draft4Validator.check_schema(schema)
        content = jsonschema.Draft4Validator(schema)
        folder = ROOT / "plugins" / game
        for file in sorted(folder.glob("content/*.toml")):
            content.validate(TomlDocument(file.name, file.read_bytes()).data)
        manifest.validate(TomlDocument("mod.toml", (folder / "mod.toml").read_bytes()).data)
    for file in sorted(ROOT.glob("mods/*/mod.toml")):
        manifest.validate(TomlDocument("mod.toml", file.read_bytes()).data)


def test_a_schema_finds_mistakes_and_lists_ids(footfall: Any) -> None:
    schema = json.loads(footfall("data", "schema", "creature", "--mods", FAUNA).stdout)
    check = jsonschema.Draft4Validator(schema)
    valid = {"name": "a", "glyph": "x", "carries": ["core.stealth:meat", "my_own"]}
    assert check.is_valid(valid)
    assert not check.is_valid({**valid, "hp": [1, 2, 3]})
    assert not check.is_valid({**valid, "weapn": 1})
    assert not check.is_valid({"glyph": "x"})
    assert check.is_valid({"glyph": "x", "inherits": "core.stealth:goblin"})
    known = schema["definitions"]["id of creature"]["anyOf"][0]["enum"]
    assert {"core.stealth:goblin", "examples.deep-fauna:cave_lynx"} <= set(known)
    assert schema["definitions"]["CreatureKind (creature)"]["properties"]["hp"]["description"]


BINDS = """
from footfall.api import Command, CommandSpec, Message, hook
from footfall.api.scene import Binding

MOD = "you.NAME"


class Wave(Command, frozen=True, tag="you.NAME:wave"):
    pass


def wave(ctx, command):
    return []


@hook
def provide_commands():
    return [CommandSpec(Wave, wave, (Binding(("F7",), Message("you-NAME"), Wave()),))]
"""


def test_conflicts_include_keys_and_name_the_mods_that_are_off(
    footfall: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FOOTFALL_TRUST", raising=False)
    for name in ("keya", "keyb"):
        (tmp_path / f"{name}.py").write_text(BINDS.replace("NAME", name))
    words = ("mods", "check", "--together", "--mods", "keya.py", "--mods", "keyb.py")
    done = footfall(*words, "--trust")
    assert done.exit_code == 1
    assert "warning[key-taken] you.keyb: the key F7 is also bound by you.keya (keya.py:" in done.stderr
    report = json.loads(footfall(*words, "--trust", "--json").stdout)
    assert [finding["code"] for finding in report["others"]] == ["key-taken"]
    done = footfall(*words)
    assert done.exit_code == 0
    assert done.stdout == "no conflicts in 1 mod of stealth; 2 mods not compared\n"
    for name in ("keya", "keyb"):
        assert f"you.{name}: its Python code is not approved (mod disabled)" in done.stderr
        assert f"footfall mods approve {name}.py" in done.stderr


@pytest.mark.proof(0)
def test_the_schema_covers_rules(footfall: Any) -> None:
    """Every rule of the examples is valid, and an editor is offered hooks, terms, deeds, fields and readings."""
    schema = json.loads(footfall("data", "schema", "content").stdout)
    rules = schema["properties"]["hook"]
    hear = rules["properties"]["on_hear"]["additionalProperties"]["properties"]
    choice = {"choose", "where", "by", "up_to"}
    results = {"set", "add", "mul", "do", "dice", "odds"}
    assert set(hear) == {"when", "needs", "reason", "before", "after"} | choice | results
    parts = schema["$defs"]

    def follow(reference: dict[str, str]) -> Any:
        return parts[reference["$ref"].rpartition("/")[2]]

    names = {name for part in hear["when"]["anyOf"] if "$ref" in part for name in follow(part)["enum"]}
    assert {"kind", "loudness", "listener.hp", "listener.stat('')", "turn", "kind == 'door'"} <= names
    effect = follow(hear["do"]["properties"]["give"]["anyOf"][0])["properties"]["effect"]
    assert "core.stealth:poisoned" in follow(effect["anyOf"][0])["enum"]
    assert len(json.dumps(schema)) < 4_000_000  # an editor reads it whole
    validator = jsonschema.Draft4Validator({**rules, "$defs": parts})
    folder = ROOT / "mods"
    tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*/content/rules.toml")]
    tables = [table["hook"] for table in tables if not any("king" in hook for hook in table["hook"])]
    assert len(tables) > 5
    for table in tables:
        assert [error.message for error in validator.iter_errors(table)] == []
    for wrong in (
        {"on_hear": {"a": {"mul": {"rang": 2}}}},
        {"on_hear": {"a": {"wen": "true"}}},
        {"can_act": {"a": {"when": "true"}}},
        {"on_death": {"a": {"do": {"heal": {"amount": 2}}}}},
    ):
        assert list(validator.iter_errors(wrong)), wrong
