"""Manifests: every error names its line and the fix."""

from __future__ import annotations

import textwrap

import pytest

from footfall.loader.manifest import ManifestError, read_manifest, read_single_manifest


def read(text: str):  # type: ignore[no-untyped-def]
    return read_manifest("m/mod.toml", textwrap.dedent(text).encode())[0]


WHOLE = """\
[mod]
id = "you.echoing-halls"
version = "1.2.0"
api = "1"
name = "Echoing Halls"
summary = "Stone carries."
authors = ["You"]
license = "MIT"
issues = "https://example.org"
games = ["stealth"]
entry = "echoing_halls"

[requires]
"core.stealth" = ">=0.1,<1"
[optional]
"other.doors" = ">=2"
[conflicts]
"third.silence" = { version = "*", reason = "both replace the sound model" }
[order]
after = ["other.terrain"]
before = []
[effects]
world = true
saves = true
[settings.echo_factor]
type = "float"
default = 2.0
min = 1.0
max = 4.0
scope = "world"
label = "Echo factor"
"""


def test_a_complete_manifest_is_read() -> None:
    manifest = read(WHOLE)
    assert manifest.mod.id == "you.echoing-halls"
    assert manifest.requires == {"core.stealth": ">=0.1,<1"}
    assert manifest.conflicts["third.silence"].reason == "both replace the sound model"
    assert manifest.order.after == ("other.terrain",)
    assert manifest.settings["echo_factor"].max == 4.0


@pytest.mark.parametrize(
    ("text", "where", "message", "fix"),
    [
        ("", "m/mod.toml", "no [mod] table", "start with"),
        ("[mod]\nid = ", "m/mod.toml:2", "not valid TOML", ""),
        ("[mod]\nid = 'you.a'\n", "m/mod.toml:1", "the key 'version' is missing", ""),
        ("[mod]\nid = 'you.a'\nversion = 1\n", "m/mod.toml:3", "Expected text, got whole number", ""),
        ("[mod]\nversion = '1'\nid = 'My_Mod'\n", "m/mod.toml:3", "'My_Mod'", 'id = "yourname.my-mod"'),
        ("[mod]\nversion = '1'\nid = 'Me.My Mod'\n", "m/mod.toml:3", "", 'id = "me.my-mod"'),
        ("[mod]\nid = 'you.a'\nversion = 'one'\n", "m/mod.toml:3", "'one' is not a version", "0.1.0"),
        ("[mod]\nid = 'you.a'\nversion = '1'\napi = '9'\n", "m/mod.toml:4", "version 9", "matching version"),
        ("[mod]\nid = 'you.a'\nversion = '1'\nentri = 'x'\n", "m/mod.toml:4", "did you mean 'entry'?", ""),
        ("[mod]\nid = 'you.a'\nversion = '1'\n[requiers]\n", "m/mod.toml:4", "did you mean 'requires'?", ""),
        (
            "[mod]\nid = 'you.a'\nversion = '1'\n[requires]\n'core.stealth' = 'new'\n",
            "m/mod.toml:5",
            "'new' is not a version range",
            '"core.stealth" = ">=1.0,<2"',
        ),
        (
            "[mod]\nid = 'you.a'\nversion = '1'\n[settings.'x.y']\ntype = 'int'\ndefault = 'much'\n",
            "m/mod.toml:6",
            "its default 'much' is not of type int",
            "",
        ),
        (
            "[mod]\nid = 'you.a'\nversion = '1'\n[settings.x]\ntype = 'integer'\ndefault = 1\n",
            "m/mod.toml:5",
            "there is no word 'integer', did you mean 'int'?",
            "",
        ),
    ],
)
def test_an_error_names_its_line_and_the_fix(text: str, where: str, message: str, fix: str) -> None:
    with pytest.raises(ManifestError) as caught:
        read(text)
    assert caught.value.location == where
    assert message in str(caught.value)
    assert fix in caught.value.fix


def test_lines_are_found_after_multiline_values() -> None:
    text = '[mod]\nid = "you.a"\nsummary = """\nid = "no"\n[order]\n"""\n'
    text += 'authors = [\n  "a", # ]\n  "b",\n]\nversion = 3\n'
    with pytest.raises(ManifestError) as caught:
        read(text)
    assert caught.value.location == "m/mod.toml:11"


def test_a_single_file_declares_its_manifest() -> None:
    manifest = read_single_manifest("a.py", b'"""Doc."""\nMOD = "you.a"\nGAMES = "king"\nVERSION = "2.1"\n')
    assert manifest is not None
    assert (manifest.mod.id, manifest.mod.version, manifest.mod.games) == ("you.a", "2.1", ("king",))
    assert read_single_manifest("a.py", b"x = 1\n") is None


@pytest.mark.parametrize(
    ("source", "where", "message"),
    [
        (b"def f(:\n", "a.py:1", "not valid Python"),
        (b"\nMOD = 'you.' + name\n", "a.py:2", "must be a literal"),
        (b"\n\nMOD = 3\n", "a.py:3", "Expected text"),
        (b"MOD = 'you.a'\nVERSION = 3\n", "a.py:2", "VERSION: Expected text"),
        (b"MOD = 'mine'\n", "a.py:1", "author.name"),
        (b"MOD = 'you.a'\x00\n", "a.py:1", "not valid Python"),
        (b"MOD = 'you.a'\nx = " + b"-" * 9_999 + b"1\n", "a.py:1", "not valid Python"),
    ],
)
def test_a_single_file_with_an_error(source: bytes, where: str, message: str) -> None:
    with pytest.raises(ManifestError) as caught:
        read_single_manifest("a.py", source)
    assert caught.value.location == where
    assert message in str(caught.value)


SETTINGS = """\
[mod]
id = "you.a"
version = "1"
[settings.mood]
type = "str"
choices = ["mild", "grim"]
default = "mild"
[settings.mood.presets.%s]
"%s" = { default = %s }
[settings.count]
type = "int"
default = 3
max = 20
"""


@pytest.mark.parametrize(
    ("value", "name", "default", "line", "text"),
    [
        ("grin", "count", "4", 8, "presets for 'grin', which is not one of its choices"),
        ("grim", "counts", "4", 9, "setting 'counts', which the mod does not have, did you mean 'count'?"),
        ("grim", "count", "21", 9, "the preset of 'count': 21 is above the maximum 20"),
        ("grim", "mood", "'mild'", 9, "setting 'mood', which has presets itself"),
    ],
)
def test_a_preset_must_fit_its_settings(value: str, name: str, default: str, line: int, text: str) -> None:
    with pytest.raises(ManifestError) as caught:
        read(SETTINGS % (value, name, default))
    assert text in str(caught.value)
    assert caught.value.location == f"m/mod.toml:{line}"
