"""Mods of data only that are too large, too deep or not plain files: a start names them and goes on."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.api import Message
from footfall.check.run import check_mod
from footfall.cli.mod_lookup import find_mod
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.i18n.catalog import Catalog
from footfall.i18n.text_file import find_limit_problem, parse_template
from footfall.loader import load
from footfall.loader.files.mod_files import FolderFiles

GOBLIN = '[patch.creature."core.stealth:goblin"]\n'
COMMANDS = (("mods", "list"), ("doctor",), ("run", "stealth", "--turns", "3"))
SECONDS = 120


def write_content(folder: Path, text: str | bytes) -> None:
    """Writes ``content/a.toml``."""
    (folder / "content").mkdir()
    (folder / "content" / "a.toml").write_bytes(text.encode() if isinstance(text, str) else text)


def write_texts(folder: Path, text: str) -> None:
    """Writes ``locale/en/a.ftl``."""
    (folder / "locale" / "en").mkdir(parents=True)
    (folder / "locale" / "en" / "a.ftl").write_text(text)


def patch(text: str) -> Callable[[Path], None]:
    """Returns a maker of a mod that patches the goblin."""
    return lambda folder: write_content(folder, GOBLIN + text)


def nested_texts(depth: int) -> Callable[[Path], None]:
    """Returns a maker of a mod with a nested placeable."""
    return lambda folder: write_texts(folder, "core-stealth-goblin = " + "{ " * depth + '"a"' + " }" * depth + "\n")


def pipe(name: str) -> Callable[[Path], None]:
    """Returns a maker of a mod in which a file is a named pipe."""

    def make(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return make


def loop_of_links(folder: Path) -> None:
    """A folder that links to its parent, and a file that links to itself."""
    (folder / "content").mkdir()
    (folder / "content" / "again").symlink_to(folder)
    (folder / "content" / "a.toml").symlink_to("a.toml")


def manifest_links_to_itself(folder: Path) -> None:
    """A manifest that is a link to itself."""
    (folder / "mod.toml").unlink()
    (folder / "mod.toml").symlink_to("mod.toml")


def name_not_utf8(folder: Path) -> None:
    """A file name that is not UTF-8."""
    write_content(folder, "")
    Path(os.fsdecode(os.fsencode(folder) + b"/content/\xff\xfe.toml")).write_text("")


def manifest(text: str) -> Callable[[Path], None]:
    """Returns a maker of a mod with additional lines in its manifest."""
    return lambda folder: (folder / "mod.toml").write_text((folder / "mod.toml").read_text() + text) and None


def python_file(text: str) -> Callable[[Path], None]:
    """Returns a maker of a mod with unapproved code."""

    def make(folder: Path) -> None:
        (folder / "__init__.py").write_text(text)
        (folder / "mod.toml").write_text((folder / "mod.toml").read_text() + 'entry = "."\n')

    return make


def single_file(text: str) -> Callable[[Path], None]:
    """Returns a maker of a mod of one Python file, next to the folder."""
    return lambda folder: Path(f"{folder}-file.py").write_text(text) and None


def folder_name_not_utf8(folder: Path) -> None:
    """A mod in a folder whose name is not UTF-8."""
    folder.rename(os.fsdecode(os.fsencode(folder) + b"\xff"))


def linked_folder(folder: Path) -> None:
    """A folder of records that is a link to a folder outside."""
    (folder / "content").symlink_to("/usr")


def many_bytes(folder: Path) -> None:
    """Content files of 9 MiB in all."""
    (folder / "content").mkdir()
    for number in range(3):
        (folder / "content" / f"{number}.toml").write_text("#" * (3 << 20))


def many_files(folder: Path) -> None:
    """Empty files beyond the limit."""
    for number in range(10_002):
        (folder / f"{number}.txt").touch()


def many_folders(folder: Path) -> None:
    """Empty folders beyond the limit."""
    for number in range(10_002):
        (folder / str(number)).mkdir()


def deep_folders(folder: Path) -> None:
    """Folders nested beyond the limit."""
    (folder / "/".join("d" * 500)).mkdir(parents=True)


MANIFEST = '[mod]\nid = "ub.{name}"\nversion = "1.0.0"\napi = "1"\n'


def pack(*files: tuple[str, str]) -> Callable[[Path], None]:
    """Returns a maker of a mod in a zip, next to the folder."""

    def make(folder: Path) -> None:
        with zipfile.ZipFile(folder.with_name(f"{folder.name}-packed.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files:
                archive.writestr(name, text.replace("{name}", folder.name + "-packed"))

    return make


def zip_link(folder: Path) -> None:
    """A zip with a link in it."""
    with zipfile.ZipFile(folder.with_name(f"{folder.name}-packed.zip"), "w") as archive:
        archive.writestr("mod.toml", MANIFEST.replace("{name}", folder.name + "-packed"))
        link = zipfile.ZipInfo("content/a.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")


def zip_cut(folder: Path) -> None:
    """A zip that ends in the middle."""
    pack(("mod.toml", MANIFEST), ("a.txt", "x" * 1000))(folder)
    path = folder.with_name(f"{folder.name}-packed.zip")
    path.write_bytes(path.read_bytes()[:-60])


MODS: dict[str, Callable[[Path], None]] = {
    "infinite-factor": patch("mul.hp = inf\n"),
    "undefined-factor": patch("mul.hp = nan\n"),
    "infinite-summand": patch("add.hp = inf\n"),
    "infinite-value": patch("set.hp = inf\n"),
    "huge-factor": patch("mul.hp = 1e308\n"),
    "huge-summand": patch("add.hp = 9223372036854775807\n"),
    "many-digits": patch("add.hp = " + "9" * 5000 + "\n"),
    "some-digits": patch("add.hp = " + "9" * 4000 + "\n"),
    "many-digits-set": patch("set.hp = 0x" + "f" * 5000 + "\n"),
    "hex-digits": patch("set.hp = 0x" + "f" * 50000 + "\n"),
    "deep-toml": lambda folder: write_content(folder, "a = " + "[" * 5000 + "]" * 5000),
    "deep-keys": lambda folder: write_content(folder, "[" + ".".join("a" * 20000) + "]\n"),
    "quoted-keys": lambda folder: write_content(folder, '"a\\"b"' + '."a\\"b"' * 30_000 + " = 1\n"),
    "inline-keys": lambda folder: write_content(folder, "x = { " + ".".join("a" * 30_000) + " = 1 }\n"),
    "many-blanks": lambda folder: write_content(folder, " " * 1_000_000 + "\nx\n"),
    "many-tabs": patch('set.name = """\n' + "\t" * 1_000_000 + '"""\n'),
    "deep-table": patch("set.name" + ".a" * 3000 + " = 1\n"),
    "deep-fluent": nested_texts(3000),
    "deeper-fluent": nested_texts(100_000),
    "pipe-content": pipe("content/a.toml"),
    "pipe-texts": pipe("locale/en/a.ftl"),
    "pipe-manifest": pipe("mod.toml"),
    "pipe-image": pipe("image.png"),
    "long-string": patch(f'set.name = "{"x" * 10_000_000}"\n'),
    "long-key": lambda folder: write_content(folder, f"[patch.{'x' * 10_000_000}]\na = 1\n"),
    "long-text": lambda folder: write_texts(folder, f"core-stealth-goblin = {'x' * 10_000_000}\n"),
    "name-not-utf8": name_not_utf8,
    "loop-of-links": loop_of_links,
    "manifest-link": manifest_links_to_itself,
    "manifest-digits": manifest('[settings.a]\nlabel = "a"\ndefault = ' + "9" * 5000 + "\n"),
    "manifest-infinite": manifest('[settings.a]\nlabel = "a"\ndefault = inf\n'),
    "manifest-deep": manifest("[settings" + ".a" * 90 + "]\ndefault = 1\n"),
    "deep-python": python_file("x = " + "(" * 5000 + ")" * 5000 + "\n"),
    "deep-operators": python_file("x = " + "-" * 200_000 + "1\n"),
    "long-sum": python_file("x = 1" + " + 1" * 100_000 + "\n"),
    "deep-file": single_file("MOD = " + "-" * 200_000 + "1\n"),
    "deep-file-parentheses": single_file("MOD = " + "(" * 5000 + ")" * 5000 + "\n"),
    "list-file": single_file("MOD = 'ub.list-file'\nGAMES = 5\n"),
    "digits-file": single_file("MOD = " + "9" * 5000 + "\n"),
    "folder-not-utf8": folder_name_not_utf8,
    "linked-folder": linked_folder,
    "pipe-python": pipe("__init__.py"),
    "many-keys": lambda folder: write_content(folder, "[" + ".".join("a" * 1_000_000) + "]\n"),
    "null-bytes": python_file("x = 1\0\n"),
    "many-attributes": python_file("x = a" + ".a" * 100_000 + "\n"),
}

COPY = 'inherits = "core.stealth:goblin"\n'
MODS |= {
    "long-list": patch("add.tags = [" + '"a", ' * 10_001 + "]\n"),
    "many-records": lambda folder: write_content(folder, "".join(f"[creature.c{i}]\n{COPY}" for i in range(10_001))),
    "many-bad": lambda folder: write_content(folder, "".join(f'[creature.c{i}]\nhp = "x"\n' for i in range(2_000))),
    "inherit-chain": lambda folder: write_content(
        folder, "".join(f'[creature.c{i}]\ninherits = "c{i + 1}"\n' for i in range(2_000)) + f"[creature.c2000]\n{COPY}"
    ),
    "wild-patches": lambda folder: write_content(
        folder,
        "".join(f"[creature.c{i}]\n{COPY}" for i in range(400))
        + "".join(f'[patch.creature."ub.wild-patches:*{"?" * i}"]\nset.hp = [1, 2]\n' for i in range(1, 200)),
    ),
    "many-bytes": many_bytes,
    "many-files": many_files,
    "many-folders": many_folders,
    "deep-folders": deep_folders,
    "zip-clash": pack(("mod.toml", MANIFEST), ("content/a.toml", ""), ("Content/A.toml", "")),
    "zip-bomb": pack(("mod.toml", MANIFEST), *((f"content/{i}.txt", "0" * (31 << 20)) for i in range(9))),
    "zip-link": zip_link,
    "zip-cut": zip_cut,
}

HARMLESS = {"folder-not-utf8"}
"""Mods that work."""


def make_mod(mods: Path, name: str) -> Path:
    """Makes the mod ``ub.<name>``."""
    folder = mods / name
    folder.mkdir(parents=True)
    (folder / "mod.toml").write_text(
        f'[mod]\nid = "ub.{name}"\nversion = "1.0.0"\napi = "1"\ngames = ["core.stealth"]\n', encoding="utf-8"
    )
    MODS[name](folder)
    return folder


def run_footfall(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs the program in a folder whose ``mods`` are the mods under test."""
    environment = {
        **os.environ,
        "COLUMNS": "200",
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
    }
    return subprocess.run(
        [sys.executable, "-m", "footfall", *words],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all these mods in ``mods``."""
    path = tmp_path_factory.mktemp("unbounded")
    for name in MODS:
        make_mod(path / "mods", name)
    return path


@pytest.mark.proof(0)
@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="needs named pipes and names of any bytes")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[-1])
def test_all_unbounded_mods_together_stop_nothing_and_are_named(words: tuple[str, ...], home: Path) -> None:
    result = run_footfall(home, *words)
    output = result.stdout + result.stderr
    assert "Traceback" not in output, output[output.find("Traceback") :][-3000:]
    assert "crashed" not in output
    assert len(output) < 80_000
    assert result.returncode == (0 if words[-1] == "list" else 1)
    if words[-1] == "list":  # only a game reads records
        unnamed = [name for name in MODS if name not in output]
    else:
        problems = [line for line in output.splitlines() if re.match(r"(error|warning|note|problem)\b", line)]
        unnamed = [name for name in MODS if name not in HARMLESS and not any(name in line for line in problems)]
    assert unnamed == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("inf", "inf is not a finite number"),
        ("-nan", "nan is not a finite number"),
        ("9223372036854775808", "an integer does not fit into 64 bits"),
        ("9" * 5000, "a number has too many digits"),
        (f'"{"x" * 70_000}"', "a string is longer than 65,536 characters"),
        ('["a", [1.0, inf]]', "inf is not a finite number"),
        (f"{{ {'k' * 1001} = 1 }}", "a key is longer than 1,000 characters"),
    ],
)
def test_a_value_beyond_a_limit_is_found_at_its_line(value: str, message: str) -> None:
    with pytest.raises(TomlError, match=f"^{re.escape(message)}$") as caught:
        TomlDocument("a.toml", f"[table]\nfirst = 1\nsecond = {value}\n".encode())
    assert caught.value.locate("a.toml") == "a.toml:3"


@pytest.mark.parametrize(
    "source",
    [
        '"a\\"b"' + '."a\\"b"' * 30_000 + " = 1",
        "x = { b = 1, " + ".".join("a" * 30_000) + " = 1 }",
        "[ 'a' " + ". a\t" * 30_000 + "]",
    ],
    ids=["escapes", "inline", "header"],
)
def test_a_key_of_many_parts_is_refused_at_its_line(source: str) -> None:
    with pytest.raises(TomlError, match="it is nested too deeply") as caught:
        TomlDocument("a.toml", f"first = 1\n{source}\n".encode())
    assert caught.value.line == 2


@pytest.mark.parametrize("source", [" " * 1_000_000, "\t" * 1_000_000 + "# a", 'a = """\n' + "\t" * 60_000 + '"""'])
def test_long_blanks_are_read(source: str) -> None:
    """A scan that took time by their square would not end."""
    assert TomlDocument("a.toml", f"first = 1\n{source}\n".encode()).data["first"] == 1


@pytest.mark.parametrize("value", ["9223372036854775807", "-9223372036854775808", "1.7e308", '"x"'])
def test_a_value_within_the_limits_is_read(value: str) -> None:
    assert "a" in TomlDocument("a.toml", f"a = {value}\n".encode()).data


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("a = " + "{ " * 40 + '"x"' + " }" * 40, ""),
        ("a = " + "{ " * 41 + '"x"' + " }" * 41, "it is nested more than 40 deep at line 1"),
        ("a = b\nc = { " + "F(\n" * 41, "it is nested more than 40 deep at line 41"),
        ("a = " + "(" * 500 + "\nb = " + ")" * 500, ""),
        ("a = { $b }\n" * 500, ""),
    ],
)
def test_the_nesting_of_texts_is_limited(source: str, problem: str) -> None:
    assert find_limit_problem(source) == problem


GOBLIN_TEXT = "core-stealth-goblin"


@pytest.mark.proof(2)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a { " + "9" * 5000 + " }", "has a number of more than 20 digits"),
        ("a { NUMBER(1, minimumIntegerDigits: 300000000) }", "asks for 300000000 digits with minimumIntegerDigits"),
        ("a { NUMBER(1.5, minimumFractionDigits\n  : 300000000) }", "digits with minimumFractionDigits, more than 20"),
        ("a" + " b" * 2000, "has 4,024 characters, more than 4,000"),
        ('a { "\\U110000" }', r"has \U110000, which is not a character"),
    ],
    ids=["number", "integer digits", "fraction digits", "length", "escape"],
)
def test_a_text_beyond_a_limit_is_named_and_the_one_it_replaces_is_shown(
    text: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "mod.toml").write_text(MANIFEST.replace("{name}", "wide") + 'games = ["stealth"]\n', "utf-8")
    write_texts(tmp_path, f"# A comment.\n{GOBLIN_TEXT} = {text}\n")
    loaded = load("stealth", mods=[tmp_path], only_mods=())
    assert loaded.catalog.translate(Message(GOBLIN_TEXT)) == load("stealth", only_mods=()).catalog.translate(
        Message(GOBLIN_TEXT)
    )
    for findings in (loaded.findings, check_mod(find_mod(str(tmp_path))).findings):
        found = [finding for finding in findings if finding.code == "bad-text"]
        assert [problem in finding.text for finding in found] == [True]
        assert found[0].location.endswith("a.ftl:2")


def test_texts_in_another_encoding_are_named(tmp_path: Path) -> None:
    (tmp_path / "mod.toml").write_text(MANIFEST.replace("{name}", "wide") + 'games = ["stealth"]\n', "utf-8")
    write_texts(tmp_path, "")
    next(tmp_path.rglob("a.ftl")).write_bytes(f"# A.\n{GOBLIN_TEXT} = g\xf6blin\n".encode("latin-1"))
    found = [one for one in check_mod(find_mod(str(tmp_path))).findings if one.code == "bad-text"]
    assert [(one.text, one.location.rpartition("/")[2]) for one in found] == [("locale/en/a.ftl: not UTF-8", "a.ftl:2")]


def test_references_that_multiply_a_text_are_not_shown(tmp_path: Path) -> None:
    write_texts(tmp_path, "a = " + "x" * 2000 + "\nb = { a }{ a }{ a }\n")
    catalog = Catalog([("ub.wide", FolderFiles(tmp_path), "en")])
    assert catalog.translate(Message("b")) == "b"


def test_spaces_in_a_text_are_read_in_linear_time() -> None:
    source = "a = " + " " * 1_000_000 + "x\n y"
    assert parse_template(source) is None
