"""``footfall mods check``: for each code, mods with the finding and mods without it."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.check import CheckReport, check_mod
from footfall.cli.mod_lookup import find_mod
from footfall.diagnostics.findings import Severity

HEAD = """\
[mod]
id = "you.my-mod"
version = "1.0.0"
api = "1"
name = "My Mod"
summary = "A mod."
authors = ["You"]
license = "MIT"
games = ["stealth"]
entry = "."
[requires]
"core.stealth" = "*"
"""
DATA = HEAD.replace('entry = "."\n', "")
Make = Callable[..., CheckReport]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Writes a mod and checks it: ``make(code)``, or ``make(manifest=..., files={...})``."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))

    def go(code: str = "", *, manifest: str = "", files: dict[str, str] | None = None, run: bool = True) -> CheckReport:
        files = {name: textwrap.dedent(text) for name, text in (files or {}).items()}
        if code:
            files["__init__.py"] = textwrap.dedent(code)
        files["mod.toml"] = manifest or (HEAD if code else DATA)
        for name, text in files.items():
            path = tmp_path / "my-mod" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return check_mod(find_mod("my-mod"), run_code=run)

    return go


def format_findings(report: CheckReport) -> list[str]:
    return [f"{f.code} {f.location.removeprefix('my-mod/')}" for f in report.findings]


API = "from footfall.api import ALLOW, PASS, Deny, Message, add, events, grid, hook, mul, set_to\n"
CASES = Path(__file__).parent.parent / "data" / "check"


def cases(name: str) -> list[Any]:
    rows = tomllib.loads((CASES / name).read_text(encoding="utf-8"))["case"]
    return [pytest.param(row, id=row["name"]) for row in rows]


def code_of(case: dict[str, Any]) -> str:
    """The code of a case; with the imports on line 1, its own lines begin at 2."""
    return str((API if case.get("api") else "") + case["code"])


@pytest.mark.proof(40)
@pytest.mark.parametrize("case", cases("python.toml"))
def test_python_is_read(make: Make, case: dict[str, Any]) -> None:
    checked = make(code_of(case), run=False)
    assert format_findings(checked) == case["found"]
    for finding in checked.findings:
        assert finding.location.rpartition(":")[2].isdigit()
        assert finding.fix


@pytest.mark.proof(7)
@pytest.mark.parametrize("case", cases("files.toml"))
def test_data_and_texts_are_checked(make: Make, case: dict[str, Any]) -> None:
    assert sorted(format_findings(make(files=case["files"], run=False))) == sorted(case["found"])


MANIFESTS: list[tuple[str, str, list[str]]] = [
    ("sound", DATA, []),
    ("bare", '[mod]\nid = "you.my-mod"\nversion = "1"\n', ["manifest-advice mod.toml:1"] * 2),
    ("a game", DATA.replace('"stealth"]', '"steath"]'), ["no-game mod.toml:9"]),
    ("a setting", DATA + '[settings.x]\ntype = "int"\ndefault = 1\n', ["unused-setting mod.toml:12"]),
    ("a mod", DATA + '"other.mod" = ">=1"\n', ["missing mod.toml:12"]),
    ("a version", DATA.replace('"*"', '">=9"'), ["version mod.toml:11"]),
    ("an order", DATA + '[order]\nafter = ["core.steath", "other.mod"]\n', ["no-anchor mod.toml:13"] * 2),
    ("an entry", HEAD, ["no-entry mod.toml:10"]),
]


@pytest.mark.proof(5)
@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in MANIFESTS], ids=[row[0] for row in MANIFESTS])
def test_manifests_are_checked(make: Make, text: str, expected: list[str]) -> None:
    assert format_findings(make(manifest=text)) == expected


def test_a_failed_import_is_reported_once(make: Make) -> None:
    assert format_findings(make("from .rules import x\n")) == ["import-failed __init__.py:1"]
    assert format_findings(make(API + "@hook.on_haer\ndef f(event):\n    return None\n")) == [
        "misspelt-hook __init__.py:2"
    ]
    assert format_findings(make(API + "@hook\ndef on_haer(event):\n    return None\n")) == [
        "misspelt-hook __init__.py:3"
    ]


@pytest.mark.proof(0)
def test_hooks_count_if_the_entry_imports_them(make: Make) -> None:
    rules = API + "@hook\ndef on_hear(event):\n    return None\n"
    left = make("from . import rules\n", files={"rules.py": rules})
    assert format_findings(left) == ["unreached-hook rules.py:3"]
    assert format_findings(make("from .rules import on_hear\n", files={"rules.py": rules})) == []
    assert format_findings(make("from .rules import *\n", files={"rules.py": rules})) == []


WEATHER = """\
from footfall.api import HookKind, Context, events, publish


class Raining(events.HookEvent, frozen=True):
    level: int


@publish(HookKind.FOLD, "wet")
def on_rain(event: Raining, ctx: Context) -> object:
    'It rains; once a turn.'
"""


@pytest.mark.proof(0)
def test_hooks_of_other_mods_are_checked_against_their_contract(make: Make, tmp_path: Path) -> None:
    weather = tmp_path / "mods" / "weather"
    weather.mkdir(parents=True)
    (weather / "__init__.py").write_text(WEATHER)
    (weather / "mod.toml").write_text('[mod]\nid = "you.weather"\nversion = "1.0"\nentry = "."\n')
    needs = HEAD + '"you.weather" = "*"\n'
    slip = API + '@hook.of("you.weather", "on_rian")\ndef a(event):\n    return None\n'
    assert format_findings(make(slip, manifest=needs)) == ["misspelt-hook __init__.py:2"]
    used = '@hook.of("you.weather", "on_rain", min_level=2)\ndef a(event):\n    return [add("wett", 1)]\n'
    assert format_findings(make(API + used, manifest=needs)) == ["misspelt-term __init__.py:4"]
    assert format_findings(make(API + used.replace("wett", "wet"), manifest=needs)) == []
    assert (
        format_findings(make(API + used.replace("min_level", "min_lvel"), manifest=needs))[0]
        == "bad-hook __init__.py:2"
    )


def test_a_cosmetic_mod_may_do_more_but_not_change_the_game(make: Make) -> None:
    code = "import time\n" + API + "@hook\ndef on_hear(event):\n    return None\n"
    checked = make(code, manifest=HEAD + "[effects]\nworld = false\n")
    assert format_findings(checked) == ["clock __init__.py:1", "not-only-looks mod.toml:14"]
    assert {f.severity for f in checked.findings} == {Severity.WARNING}


def test_tests_of_the_mod_are_left_alone(make: Make) -> None:
    assert format_findings(make(files={"tests/test_a.py": "import random, os\n"})) == []


def test_a_syntax_error_is_reported_even_if_nothing_imports_the_file(make: Make) -> None:
    assert format_findings(make("x = 1\n", files={"spare.py": "def (\n"})) == ["not-python spare.py:1"]


@pytest.mark.proof(0)
def test_a_single_file_is_checked(tmp_path: Path, make: Make) -> None:
    make()
    (tmp_path / "hello.py").write_text(
        'MOD = "you.hello"\nimport random\n' + API + "@hook\ndef on_hear(event):\n    pass\n"
    )
    checked = check_mod(find_mod("hello.py"))
    assert [f"{f.code} {f.location}" for f in checked.findings] == ["other-dice hello.py:2"]
    assert checked.games


ROOT = Path(__file__).parent.parent.parent
SHIPPED = [*sorted(ROOT.glob("plugins/*/mod.toml")), *sorted(ROOT.glob("mods/*/mod.toml"))]


@pytest.mark.proof(1)
@pytest.mark.parametrize("manifest", SHIPPED, ids=lambda path: path.parent.name)
def test_the_games_and_the_examples_are_clean(manifest: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    folder: Any = manifest.parent
    checked = check_mod(find_mod(f"core.{folder.name}" if folder.parent.name == "plugins" else str(folder)))
    assert [str(f) for f in checked.findings if f.severity > Severity.NOTE] == []


# Rules as data.


def test_rules_name_their_settings_and_texts(make: Make) -> None:
    rules = """
        [hook.on_hear.loud]
        when = "loudness > settings.least and settings('you.my-mod.on')"
        add.range = 1
        [hook.can_enter.sealed]
        deny = "my-mod-seald"
        [hook.on_turn_end.dawn]
        do.tell = [{ text = "my-mod-sealed" }, { text = "my-mod-none" }]
    """
    texts = {f"locale/{language}/a.ftl": "my-mod-sealed = Sealed.\n" for language in ("en", "es")}
    settings = '[settings.{}]\ntype = "{}"\ndefault = {}\nscope = "world"\nlabel = "A"\n'
    manifest = DATA + settings.format("least", "int", 2) + settings.format("on", "bool", "true")
    checked = make(manifest=manifest, files={"content/rules.toml": rules, **texts})
    assert format_findings(checked) == ["missing-text content/rules.toml:6", "missing-text content/rules.toml:8"]
    assert "did you mean 'my-mod-sealed'?" in checked.findings[0].text


def test_texts_name_texts_terms_and_attributes_that_exist(make: Make) -> None:
    good = "my-mod-one = { my-mod-two.sort } of { -place }\nmy-mod-two = Two\n    .sort = b\n-place = P\n"
    broken = good.replace("-place }", "-plaice }").replace("    .sort", "    .sorted")
    rules = '[hook.on_turn_end.a]\ndo.tell = [{ text = "my-mod-one" }, { text = "my-mod-two" }]\n'
    files = {"content/rules.toml": rules, "locale/en/a.ftl": good, "locale/es/a.ftl": good}
    assert format_findings(make(manifest=DATA, files=files)) == []
    checked = make(manifest=DATA, files=files | {"locale/es/a.ftl": broken + "-city = { my-mod-three }\n"})
    found = [finding for finding in checked.findings if finding.code == "bad-text"]
    assert [finding.location.rpartition("locale/")[2] for finding in found] == [
        "es/a.ftl:1",
        "es/a.ftl:1",
        "es/a.ftl:5",
    ]
    assert "did you mean '-place'?" in found[0].text


@pytest.mark.proof(4)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{ my-mod-one }", "names itself"),
        ("{ my-mod-two }\nmy-mod-two = { my-mod-one }", "names itself"),
        ('{ NUMBER("x") }', "calls a function"),
        ("{ NUMBER(1, minimumFractionDigit: 1) }", "calls a function"),
        ('{ NUMBER(1, minimumIntegerDigits: "x") }', "calls a function"),
        ("{ 1 ->\n   *[one] a\n    [two] { DATETIME(1) }\n }", "calls a function"),
        ("{ NOPE(1) }", "calls a function"),
        ("{ -t }\n-t = " + "{ -u }" * 40 + "\n-u = " + "{ -v }" * 40 + "\n-v = v", "has more than 4,000 characters"),
        ("a\nmy-mod-one = b", "is there twice"),
    ],
)
def test_a_text_that_cannot_be_written_is_named(make: Make, text: str, problem: str) -> None:
    rules = '[hook.on_turn_end.a]\ndo.tell = [{ text = "my-mod-one" }, { text = "my-mod-two" }]\n'
    texts = f"my-mod-one = {text}\n" + ("" if "my-mod-two =" in text else "my-mod-two = b\n")
    good = "my-mod-one = a\nmy-mod-two = b\n"
    files = {"content/rules.toml": rules, "locale/en/a.ftl": good, "locale/es/a.ftl": texts}
    found = [finding for finding in make(manifest=DATA, files=files).findings if finding.code == "bad-text"]
    assert found
    assert all(problem in finding.text for finding in found)
    assert found[0].location.endswith("es/a.ftl:1")


@pytest.mark.proof(0)
def test_a_moment_that_never_comes_is_named(make: Make) -> None:
    lesson = '[lesson.a]\nmoment = "huntedd"\ntext = "stealth-title"\n'
    (found,) = [one for one in make(files={"content/a.toml": lesson}).findings if one.code == "bad-record"]
    assert (found.location.rpartition("/")[2], "did you mean 'hunted'?" in found.text) == ("a.toml:2", True)


def test_a_cosmetic_mod_may_tell_but_not_change_the_game(make: Make) -> None:
    rules = """
        [hook.on_turn_end.tells]
        do.tell = "stealth-title"
        [hook.on_turn_end.heals]
        do.heal = { actor = "actor" }
        [hook.on_hear.adds]
        add.range = 1
    """
    checked = make(manifest=DATA + "[effects]\nworld = false\n", files={"content/rules.toml": rules})
    assert format_findings(checked) == ["not-only-looks mod.toml:13"] * 2


def test_rules_are_checked_though_the_code_must_not_run(make: Make) -> None:
    rules = '[hook.on_hear.a]\nwhen = "loudnes > 1"\nadd.range = 1\n'
    checked = make("import os\nos._exit(3)\n", files={"content/rules.toml": rules}, run=False)
    assert "unknown-name content/rules.toml:2" in format_findings(checked)
