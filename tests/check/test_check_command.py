"""``footfall mods check`` on the command line: what it prints, fixes and returns."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from footfall.check import apply_fixes, check_mod
from footfall.cli import main
from footfall.cli.mod_lookup import find_mod
from footfall.diagnostics.findings import Edit, load_codes
from footfall.loader.profiles.user_choices import load_choices
from footfall.ui.settings import load_ui_settings, write_setting

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "mods"))
from corpus import (  # noqa: E402
    AT_START,
    IN_PLAY,
    write_mod as write_hostile,
)

HOSTILE = ROOT / "tests" / "mods" / "hostile"

SLIPS = {
    "mod.toml": """\
[mod]
id = "you.slips"
version = "1.0.0"
name = "Slips"
summary = "Typing errors."
authors = ["You"]
license = "MIT"
games = ["steath"]
[requires]
"core.stealth" = "*"
[settings.factor]
type = "int"
default = 2
""",
    "__init__.py": """\
from footfall.api import Message, Tell, hook, mul


@hook
def on_haer(event, ctx):
    return [mul("rnage", ctx.setting("facto"), reason="it carries")]


def on_death(event):
    return [Tell(Mesage("slips-fallenn"))]
""",
    "content/a.toml": """\
[creatur.big_rat]
inherits = "core.stealth:giant_rta"
name = "slips-rat"

[patch.creature."core.stealth:gobln"]
sett.hp = [9, 9]

[patch.creature."core.stealth:cave_bat"]
expect.aslep = 100
set.outfit = ["daggr"]
add.stats.fov = 1

[effect.slow]
name = "slips-rat"
hrt = 1

[patch.item."other.things:lamp"]
set.charges = 3
""",
    "content/b.toml": """\
[hook.on_hear.loud]
when = "loudnes > 2 and listener.stat('lukc') < 3"
add.range = 1

[hook.on_attack.high]
add.to_hit = 1
reson = "high ground"
before = "core.steath"
""",
    "locale/en/slips.ftl": "slips-fallen = Fallen.\nslips-rat = big rat\n",
    "locale/es/slips.ftl": "slips-fallen = Muerto.\nslips-rat = rata grande\n",
}


@pytest.fixture
def footfall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("FOOTFALL_TRUST", "all")
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: Any) -> Result:
        return CliRunner().invoke(main, ["mods", "check", *(str(word) for word in words)])

    return run


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def manifest(id: str) -> str:
    return (
        f'[mod]\nid = "{id}"\nversion = "1.0.0"\nname = "{id}"\nsummary = "Nothing."\nauthors = ["You"]\n'
        'license = "MIT"\ngames = ["stealth"]\napi = "1"\n'
    )


@pytest.mark.proof(0)
def test_typing_errors_are_fixed_and_nothing_else(footfall: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "mods" / "slips", SLIPS)
    before = footfall("mods/slips", "--json")
    assert before.exit_code == 1
    done = json.loads(footfall("mods/slips", "--fix", "--json").stdout)[0]
    left = [(f["name"], f["level"]) for f in done["findings"] if f["level"] != "advice"]
    assert left == [("no-record", "error")], "the lamp of a mod that is not there"
    texts = {name: (folder / name).read_text() for name in SLIPS}
    for right in (
        'games = ["stealth"]', 'api = "1"', 'entry = "."', '[optional]\n"other.things" = "*"',
    ):  # fmt: skip
        assert right in texts["mod.toml"]
    for right in (
        "def on_hear(",
        'mul("range", ctx.setting("factor")',
        "@hook\ndef on_death",
        'Message("slips-fallen"',
    ):
        assert right in texts["__init__.py"]
    for right in (
        "[creature.big_rat]", '"core.stealth:giant_rat"', '"core.stealth:goblin"]\nset.hp', "expect.asleep",
        '["core.stealth:dagger"]',
    ):  # fmt: skip
        assert right in texts["content/a.toml"]
    assert "loudness > 2 and listener.stat('luck') < 3" in texts["content/b.toml"]
    assert 'reason = "high ground"\nbefore = "core.stealth"' in texts["content/b.toml"]
    assert texts["locale/en/slips.ftl"] == SLIPS["locale/en/slips.ftl"]
    fixable = {name for name, code in load_codes().items() if code.is_fixable}
    assert {f["name"] for f in done["fixed"]} == fixable - {"unwritten-memory"}, "code of a mod may write any memory"
    again = footfall("mods/slips", "--fix", "--json")
    assert json.loads(again.stdout)[0]["fixed"] == []
    assert {name: (folder / name).read_text() for name in SLIPS} == texts


@pytest.mark.proof(0)
def test_fixes_keep_line_ends_and_change_one_line(footfall: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "slips", SLIPS)
    path = folder / "content" / "a.toml"
    text = '[patch.creature."core.stealth:goblin"]\r\nset.aslep = 1 # aslep\r\nadd.aslep = 1\r\n'
    path.write_bytes(text.encode())
    footfall("slips", "--fix")
    assert path.read_bytes() == text.encode(), "the word stands twice on the line, so neither is unambiguous"
    path.write_bytes(text.replace(" # aslep", "").encode())
    footfall("slips", "--fix")
    assert path.read_bytes() == text.replace(" # aslep", "").replace("aslep", "asleep").encode()


@pytest.mark.proof(0)
def test_a_fixed_file_is_written_whole(footfall: Any, tmp_path: Path) -> None:
    """A new file takes the place of the old one, so that no program reads half of it."""
    path = write(tmp_path / "slips", SLIPS) / "content" / "a.toml"
    text = '[patch.creature."core.stealth:goblin"]\nset.aslep = 1\n'
    path.write_text(text)
    path.chmod(0o640)
    old = tmp_path / "old"
    old.hardlink_to(path)
    footfall("slips", "--fix")
    assert (old.read_text(), path.read_text()) == (text, text.replace("aslep", "asleep"))
    assert path.stat().st_mode & 0o777 == 0o640


SLIPS_OF_ONE_RULE = """\
[hook.on_hear.a]
whn = "true"
neds = "true"
reson = "loud"
befor = "core.stealth"
aftr = "core.stealth"
sett.range = 1
addd.range = 1
"""


@pytest.mark.proof(0)
def test_fixing_goes_on_and_says_what_it_leaves(footfall: Any, tmp_path: Path) -> None:
    """A rule shows one wrong name at a time; what cannot be fixed stops nothing."""
    right = ("when", "needs", "reason", "before", "after", "set", "add")
    keys = dict(zip(("whn", "neds", "reson", "befor", "aftr", "sett", "addd"), right, strict=True))
    doubtful = '[hook.on_hear.b]\nreson = "reson"\nadd.range = 1\n'
    text = SLIPS_OF_ONE_RULE + doubtful
    write(tmp_path / "slips", {"mod.toml": manifest("you.slips"), "content/a.toml": text})
    done = footfall("slips", "--fix")
    for wrong, right in keys.items():
        text = text.replace(f"\n{wrong}", f"\n{right}", 1)
    assert (tmp_path / "slips" / "content" / "a.toml").read_text() == text
    assert done.stdout.count("fixed slips/content/a.toml:") == len(keys)
    assert done.stdout.splitlines()[-1].startswith("    --fix left 1 [*]: ")


def test_an_edit_that_breaks_a_file_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "slips", SLIPS)
    mod = find_mod("slips")
    finding = next(iter(check_mod(mod, run_code=False).findings))
    place = Path("slips/content/b.toml")
    lines = place.read_text().splitlines()
    reason = next(number for number, line in enumerate(lines, 1) if line.startswith("reson"))
    wrong, right = (
        replace(finding, edit=Edit(str(place), *edit))
        for edit in ((1, (), "= broken"), (reason, (("reson", "reason"),), ""))
    )
    assert apply_fixes(mod, [wrong, right]) == [right]
    assert place.read_text().splitlines() == [line.replace("reson", "reason") for line in lines]


def test_every_file_may_begin_with_a_byte_order_mark(
    footfall: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the editors of some systems write it."""
    files = {
        "mod.toml": manifest("you.marked") + 'entry = "."\n[requires]\n"core.stealth" = "*"\n',
        "__init__.py": "from footfall.api import hook\n",
        "content/a.toml": '[hook.can_enter.a]\nwhen = "false"\ndeny = "marked-no"\n',
        "locale/en/a.ftl": "marked-no = No.\n",
        "locale/es/a.ftl": "marked-no = No.\n",
    }
    write(tmp_path / "marked", {name: "\ufeff" + text for name, text in files.items()})
    done = json.loads(footfall("marked", "--json").stdout)[0]
    assert [f for f in done["findings"] if f["level"] != "advice"] == []
    assert done["games"]
    choices = tmp_path / "xdg_config_home" / "footfall" / "mods.json"
    choices.parent.mkdir(parents=True)
    choices.write_text('\ufeff{"switched": {"you.marked": false}}', encoding="utf-8")
    assert load_choices().switches == {"you.marked": False}
    settings = choices.with_name("settings.toml")
    settings.write_text("\ufeff[play]\nsound = false\n", encoding="utf-8")
    assert (load_ui_settings(settings).has_sound, load_ui_settings(settings).problems) == (False, ())
    write_setting(settings, "play", "motion", False)
    assert load_ui_settings(settings).problems == ()


def test_nothing_outside_of_the_mod_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "slips", SLIPS)
    other = tmp_path / "other.toml"
    other.write_text("wrong = 1\n")
    mod = find_mod("slips")
    finding = next(iter(check_mod(mod, run_code=False).findings))
    assert apply_fixes(mod, [replace(finding, edit=Edit("other.toml", 1, (("wrong", "right"),)))]) == []
    assert other.read_text() == "wrong = 1\n"


def test_a_zip_is_checked_and_left_as_it_is(footfall: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "slips.zip", "w") as archive:
        for name, text in SLIPS.items():
            archive.writestr(name, text)
    before = (tmp_path / "slips.zip").read_bytes()
    done = json.loads(footfall("slips.zip", "--fix", "--json").stdout)[0]
    assert {"misspelt-hook", "no-game"} <= {f["name"] for f in done["findings"]}
    assert done["fixed"] == []
    assert (tmp_path / "slips.zip").read_bytes() == before


@pytest.mark.proof(0)
def test_several_mods_have_one_summary_and_one_exit_code(footfall: Any, tmp_path: Path) -> None:
    base = {"mod.toml": manifest("you.base"), "content/a.toml": ""}
    fine = {"mod.toml": manifest("you.fine") + '[requires]\n"core.stealth" = "*"\n"you.base" = "*"\n'}
    for name, files in (("base", base), ("fine", fine), ("slips", SLIPS)):
        write(tmp_path / "else" / name, files)
    both = footfall("else/fine", "else/base", "else/fine")
    assert both.exit_code == 0, both.stdout
    ids = [line.partition(" ")[0] for line in both.stdout.splitlines() if line.startswith("you.")]
    assert ids == ["you.fine", "you.base"], "each once, in the order named; the first finds the mod it requires"
    assert both.stdout.splitlines()[-1].startswith("2 mods: ")
    mixed = footfall("else/fine", "else/slips", "else/base")
    assert mixed.exit_code == 1
    counts = [sum(f["level"] == "error" for f in mod["findings"]) for mod in json.loads(
        footfall("else/fine", "else/slips", "else/base", "--json").stdout)]  # fmt: skip
    assert mixed.stdout.splitlines()[-1].startswith(f"3 mods: {sum(counts)} errors")
    assert (counts[0], counts[2]) == (0, 0)
    assert "mods: " not in footfall("else/slips").stdout.splitlines()[-1]
    assert footfall("else/fine", "nowhere").exit_code == 2


@pytest.mark.proof(0)
def test_exit_codes_and_default_mods(footfall: Any, tmp_path: Path) -> None:
    assert footfall().exit_code == 2
    assert footfall("nowhere").exit_code == 2
    assert footfall("--wrong").exit_code == 2
    assert CliRunner().invoke(main, ["mods", "new", "you.first"]).exit_code == 0
    fine = footfall()
    assert (fine.exit_code, "you.first 0.1.0: " in fine.stdout) == (0, True)
    write(tmp_path / "mods" / "slips", SLIPS)
    both = footfall()
    assert both.exit_code == 1
    assert "you.first 0.1.0: " in both.stdout
    assert footfall("mods/first", "--quiet").stdout.count("\n") == 1
    assert footfall("you.slips").exit_code == 1


@pytest.mark.proof(1)
@pytest.mark.parametrize("kind", ["data", "rules", "game"])
def test_a_new_mod_has_nothing_but_advice(footfall: Any, kind: str) -> None:
    CliRunner().invoke(main, ["mods", "new", "you.first", f"--{kind}"])
    done = json.loads(footfall("mods/first", "--json").stdout)[0]
    assert [f for f in done["findings"] if f["level"] != "advice"] == []
    assert done["games"]


@pytest.mark.proof(0)
def test_unapproved_code_is_parsed_and_not_run(footfall: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOOTFALL_TRUST")
    code = "from pathlib import Path\nPath('ran').touch()\nfrom footfall.api import hook\n"
    files = {**SLIPS, "__init__.py": code, "mod.toml": SLIPS["mod.toml"].replace("steath", "stealth") + 'entry = "."\n'}
    files["mod.toml"] = files["mod.toml"].replace('entry = "."\n', "").replace("[mod]", '[mod]\nentry = "."')
    write(tmp_path / "slips", files)
    done = json.loads(footfall("slips", "--json").stdout)[0]
    found = {(f["name"], f["level"]) for f in done["findings"]}
    assert {("not-approved", "advice"), ("reaches-out", "error"), ("bad-patch", "error")} <= found
    assert done["games"] == []
    assert not (tmp_path / "ran").exists()
    assert ("not-approved", "advice") not in {
        (f["name"], f["level"]) for f in json.loads(footfall("slips", "--no-run", "--json").stdout)[0]["findings"]
    }
    footfall("slips", "--trust")
    assert (tmp_path / "ran").exists()


def test_every_line_has_place_code_and_fix(footfall: Any, tmp_path: Path) -> None:
    write(tmp_path / "slips", SLIPS)
    lines = footfall("slips").stdout.splitlines()
    assert (
        "slips/__init__.py:5: error FF303 misspelt-hook: there is no hook 'on_haer', did you mean 'on_hear'? [*]"
        in lines
    )
    assert lines[-1].startswith("    --fix can fix ")
    page = (ROOT / "docs" / "reference" / "codes.md").read_text(encoding="utf-8")
    for finding in json.loads(footfall("slips", "--json").stdout)[0]["findings"]:
        file, _, anchor = finding["docs"].partition("#")
        assert (ROOT / file).is_file()
        assert f"(#{anchor})" in page


FOUND = {
    "misspelt_hook": "misspelt-hook",
    "writes_to_the_state": "writes-to-state",
    "wrong_term": "misspelt-term",
    "wrong_arguments": "bad-hook",
    "wrong_filter": "bad-hook",
}


@pytest.mark.proof(8)
@pytest.mark.parametrize("mod", sorted(HOSTILE.iterdir()), ids=lambda path: path.name)
def test_a_hostile_mod_is_checked_without_being_run(mod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    files = [path for path in mod.rglob("*.py") if "tests" not in path.parts]
    if (mod / "mod.toml").is_file() and mod.name not in ("bad_manifest",):
        checked = check_mod(find_mod(str(mod)), run_code=False)
        assert all(f.code in load_codes() for f in checked.findings)
        expected = FOUND.get(mod.name)
        assert expected is None or expected in {f.code for f in checked.findings}, files


@pytest.mark.proof(16)
@pytest.mark.parametrize("name", [*AT_START, *IN_PLAY])
def test_nothing_hostile_stops_the_check(footfall: Any, tmp_path: Path, name: str) -> None:
    write_hostile(tmp_path, name, {**AT_START, **IN_PLAY}[name])
    done = footfall(name, "--no-run", "--json")
    assert done.exit_code in (0, 1)
    [report] = json.loads(done.stdout)
    assert all(finding["code"].startswith("FF") for finding in report["findings"])
    expected = {"no-toml": "bad-manifest", "too-new-a-need": "missing", "entry-outside": "no-entry"}.get(name)
    assert expected is None or expected in {f["name"] for f in report["findings"]}
