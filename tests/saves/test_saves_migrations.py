"""Migrations convert the data of an older version of a mod in a save, once."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.saves.save import SaveError, load, read_header, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load as load_mods

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"
CODE = """
    import msgspec
    from footfall.api import Change, Part, Remember, Step, hook

    class Purse(msgspec.Struct):
        {coins}: int = 0
        owners: dict[str, dict[str, int]] = {{}}

    class Earn(Change, frozen=True, tag="you.bank:earn"):
        amount: int

        def apply(self, state):
            purse = state.parts.setdefault("you.bank", Purse())
            purse.{coins} += self.amount
            purse.owners["you.bank:{owner}"] = {{"{share}": 1}}

    @hook
    def provide_parts():
        return [Part("you.bank", Purse)]

    @hook
    def provide_changes():
        return [Earn]

    @hook
    def on_turn_end(event, ctx):
        return [Earn(5), Remember("you.bank", "{tally}", event.number)]
"""
OLD = {"coins": "coins", "owner": "smith", "share": "part", "tally": "last"}
NEW = {"coins": "gold", "owner": "banker", "share": "share", "tally": "latest"}
TOML = """
    [records]
    smith = "banker"
    [memory]
    last = "latest"
    [settings]
    rate = "interest"
    [fields."you.bank"]
    coins = "gold"
    "owners.*.part" = "share"
"""


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., LoadResult]:
    """Writes a version of the mod, and loads it with the toy game."""
    monkeypatch.chdir(tmp_path)

    def make(version: str, words: dict[str, str], **files: str) -> LoadResult:
        folder = tmp_path / "bank"
        (folder / "migrations").mkdir(parents=True, exist_ok=True)
        setting = "rate" if words is OLD else "interest"
        manifest = f"""
            [mod]
            id = "you.bank"
            version = "{version}"
            entry = "."
            [settings.{setting}]
            type = "int"
            default = 3
        """
        (folder / "mod.toml").write_text(textwrap.dedent(manifest))
        (folder / "__init__.py").write_text(textwrap.dedent(CODE.format(**words)))
        for name, text in files.items():
            name = name.replace("__", ".").removeprefix("v").replace("_", ".")
            (folder / "migrations" / name).write_text(textwrap.dedent(text))
        return load_mods("duel", mods=[DUEL, folder], only_mods=())

    return make


def begun(loaded: LoadResult, path: Path, **settings: Any) -> Session:
    session = Session.begin(loaded.rules, 3)
    for command in loaded.rules.commands:
        session.submit(command(actor=0))
    assert session.state.parts["you.bank"]
    session.state.settings["you.bank.rate"] = 8
    save(session, path, "0")
    return session


def test_a_declared_migration_renames_ids_and_fields_and_runs_once(
    bank: Callable[..., LoadResult], tmp_path: Path
) -> None:
    path = tmp_path / "a.save"
    before = begun(bank("1.1.0", OLD), path)
    loaded = bank("1.3.0", NEW, v1_2_0__toml=TOML)
    assert [str(f) for f in loaded.findings] == []
    held = path.read_bytes()
    after = load(loaded.rules, path)
    assert path.read_bytes() == held
    purse = after.state.parts["you.bank"]
    assert purse.gold == before.state.parts["you.bank"].coins
    assert purse.owners == {"you.bank:banker": {"share": 1}}
    assert after.state.memory["you.bank"] == {"latest": before.state.memory["you.bank"]["last"]}
    assert after.state.settings["you.bank.interest"] == 8
    assert "you.bank.rate" not in after.state.settings
    assert [str(difference) for difference in after.differences] == [
        "you.bank: 1.1.0 -> 1.3.0",
        "you.bank: migration 1.2.0.toml was run",
        "you.bank.interest is 8 in this game, not 3",
    ]
    save(after, path, "0")
    assert read_header(path).migrations == ("you.bank 1.2.0.toml",)
    again = load(loaded.rules, path)
    assert again.hash() == after.hash()
    assert again.applied_migrations == ("you.bank 1.2.0.toml",)


@pytest.mark.parametrize("memory", [["latest"], []])
def test_a_function_migrates_too_and_versions_come_in_order(
    bank: Callable[..., LoadResult], tmp_path: Path, memory: list[str]
) -> None:
    path = tmp_path / "a.save"
    before = begun(bank("1.1.0", OLD), path)
    if not memory:
        del before.state.memory["you.bank"]
        save(before, path, "0")
    code = """
        def migrate(saved):
            assert saved.version == "1.1.0"
            saved.parts["you.bank"]["gold"] *= 100
            saved.memory["seen"] = sorted(saved.memory)
    """
    loaded = bank("1.10.0", NEW, v1_2_0__toml=TOML, v1_10_0__py=code)
    assert [migration.name for migration in loaded.rules.saves.migrations["you.bank"]] == ["1.2.0.toml", "1.10.0.py"]
    after = load(loaded.rules, path)
    assert after.state.parts["you.bank"].gold % 100 == 0
    assert after.state.memory["you.bank"]["seen"] == memory
    assert after.applied_migrations == ("you.bank 1.2.0.toml", "you.bank 1.10.0.py")


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        ("v1_2_0__py", "def migrate(saved):\n    saved.memory['a'] = 1\n    saved.memory['none'] += 1\n", 3),
        ("v1_2_0__toml", '[memory]\nlast = "latest"\n[fields."you.bank"]\ncoins = "owners"\n', 4),
    ],
)
def test_a_migration_that_fails_leaves_the_save_and_names_its_line(
    bank: Callable[..., LoadResult], tmp_path: Path, name: str, text: str, where: int
) -> None:
    path = tmp_path / "a.save"
    begun(bank("1.1.0", OLD), path)
    held = path.read_bytes()
    loaded = bank("1.2.0", NEW, **{name: text})
    file = name.removeprefix("v").replace("__", ".").replace("_", ".")
    message = rf"migration you\.bank {file} failed at bank/migrations/{file}:{where}: .*the save is unchanged"
    with pytest.raises(SaveError, match=message):
        load(loaded.rules, path)
    assert path.read_bytes() == held


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("v1_2_0__toml", '[record]\na = "b"\n', "unknown table 'record', did you mean 'records'?"),
        ("v1_2_0__toml", "[memory]\nlast = 3\n", "the new name of last must be a string, not 3"),
        ("v1_2_0__toml", '[fields."core.king"]\na = "b"\n', "the part 'core.king' belongs to another mod"),
        ("v1_2_0__toml", "[memory\n", "not valid TOML"),
        ("v1_2_0__py", "def other(saved): pass\n", "has no function migrate(saved)"),
        ("v1_2_0__py", "def migrate(saved:\n", "not valid Python"),
        ("v1_2_0__py", "x = '\0'\n", "not valid Python"),
        ("v1_2_0__py", f"x = {'-' * 9_999}1\n", "not valid Python"),
        ("v1_9_0__toml", '[memory]\na = "b"\n', "migrates to version 1.9.0, but the mod has version 1.2.0"),
        ("vfirst__toml", '[memory]\na = "b"\n', "the name of a migration is its target version"),
    ],
)
def test_a_migration_that_cannot_be_used_is_found_when_the_mod_is_loaded(
    bank: Callable[..., LoadResult], name: str, text: str, message: str
) -> None:
    loaded = bank("1.2.0", NEW, **{name: text})
    (finding,) = loaded.findings
    assert finding.code == "bad-migration"
    assert message in finding.text
    assert finding.location.startswith("bank/migrations/")
    assert "you.bank" not in loaded.rules.mods


def test_a_mod_of_data_alone_runs_no_python_in_its_migrations(tmp_path: Path) -> None:
    folder = tmp_path / "only-data"
    (folder / "migrations").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.data"\nversion = "1.0"\n')
    (folder / "migrations" / "1.0.py").write_text("def migrate(saved): pass\n")
    (finding,) = load_mods("duel", mods=[DUEL, folder], only_mods=()).findings
    assert "a mod without an entry cannot have a migration in Python" in finding.text


def test_what_was_set_aside_is_migrated_when_its_mod_returns_updated(
    bank: Callable[..., LoadResult], tmp_path: Path
) -> None:
    path = tmp_path / "a.save"
    before = begun(bank("1.1.0", OLD), path)
    alone = load_mods("duel", mods=[DUEL], only_mods=())
    without = load(alone.rules, path)
    without.submit(next(iter(alone.rules.commands))(actor=0))
    save(without, path, "0")
    back = load(bank("1.2.0", NEW, v1_2_0__toml=TOML).rules, path)
    assert back.state.parts["you.bank"].gold == before.state.parts["you.bank"].coins
    assert "you.bank: migration 1.2.0.toml was run" in [str(difference) for difference in back.differences]
