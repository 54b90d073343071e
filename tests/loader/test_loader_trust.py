"""Trust: data mods need no approval, Python is approved per content, and only approved code runs."""

from __future__ import annotations

import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.diagnostics.files import ModFilesError
from footfall.loader import LoadError, LoadResult, Mod, Trust, discover, load, tripwire, trust
from footfall.loader.capabilities import find_capabilities
from footfall.loader.mod_files import FolderFiles

HEAR = """
from footfall.api import hook, mul
@hook
def on_hear(event):
    return [mul("range", 2)]
"""


@pytest.fixture
def strangers(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty project, without approvals."""
    monkeypatch.delenv("FOOTFALL_TRUST")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(alone.parent / "config"))
    return alone


def mod(id: str) -> Mod:
    return discover()[0][id]


def told(loaded: LoadResult) -> list[tuple[str, str]]:
    return [(f.mod, f.code) for f in loaded.findings]


def test_python_waits_for_approval_and_the_game_starts_without_it(
    strangers: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    sys.modules.pop("footfall_mods.you__a", None)
    write("you.a", "import a_module_nobody_has\n" + HEAR)
    write("you.needs-a", manifest='[requires]\n"you.a" = "*"')
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel",)
    assert str(loaded.findings[0]) == (
        "error[not-approved] you.a: its Python code is not approved (mod disabled)\n"
        "  at mods/you-a\n  fix: footfall mods approve you.a"
    )
    assert told(loaded) == [("you.a", "not-approved"), ("you.needs-a", "needs-off")]
    assert "footfall_mods.you__a" not in sys.modules
    with pytest.raises(LoadError, match="not approved"):
        duel(strict=True)


def test_data_is_on_when_it_is_there(
    strangers: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write("you.data", files={"content/a.toml": '[beast.rat]\nhp = 1\nname = "rat"\n'})
    write("you.stray", files={"__init__.py": "raise SystemExit\n"})  # no entry: never imported
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel", "you.data", "you.stray")


def test_a_migration_in_python_is_code(strangers: Path, write: Callable[..., Path]) -> None:
    write("you.old", files={"migrations/1.2.0.py": "import os\n"})
    assert trust.has_code(mod("you.old"))
    assert not trust.can_run(mod("you.old"), Trust.APPROVED)


def test_approved_once_and_asked_again_when_it_changes(
    strangers: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    assert duel(strict=True).rules.mods == ("tests.duel", "you.a")
    first = (folder / "__init__.py").read_text()
    (folder / "__init__.py").write_text(first.replace("2", "3") + "import os\n")
    loaded = duel()
    assert told(loaded) == [("you.a", "not-approved")]
    assert "its files have changed since version 1.0 was approved" in str(loaded.findings[0])
    approval = trust.load_approval("you.a")
    assert approval is not None
    assert trust.diff_approval(approval, mod("you.a"))[2:] == [
        "@@ -2,4 +2,5 @@",
        " from footfall.api import hook, mul",
        " @hook",
        " def on_hear(event):",
        '-    return [mul("range", 2)]',
        '+    return [mul("range", 3)]',
        "+import os",
    ]
    trust.approve(mod("you.a"))
    assert not told(duel())
    (folder / "__init__.py").write_text(first)  # a version approved before needs no second approval
    assert not told(duel())
    assert trust.revoke("you.a")
    assert told(duel()) == [("you.a", "not-approved")]


def test_line_ends_do_not_ask_and_data_files_do(strangers: Path, write: Callable[..., Path]) -> None:
    folder = write("you.a", HEAR, files={"content/a.toml": ""})
    trust.approve(mod("you.a"))
    code = folder / "__init__.py"
    code.write_bytes(code.read_bytes().replace(b"\n", b"\r\n"))
    assert trust.can_run(mod("you.a"), Trust.APPROVED)
    (folder / "content" / "b.bin").write_bytes(b"\0")
    assert not trust.can_run(mod("you.a"), Trust.APPROVED)
    approval = trust.load_approval("you.a")
    assert approval is not None
    assert trust.diff_approval(approval, mod("you.a")) == ["new: content/b.bin"]


def test_an_approval_goes_with_the_content_wherever_it_lies(
    strangers: Path, write: Callable[..., Path]
) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    with zipfile.ZipFile(strangers / "mods" / "a.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    shutil.rmtree(folder)
    assert mod("you.a").files.path.suffix == ".zip"
    assert trust.can_run(mod("you.a"), Trust.APPROVED)


def test_ones_own_mod_does_not_ask_as_long_as_it_lies_there(
    strangers: Path, write: Callable[..., Path]
) -> None:
    folder = write("you.a", HEAR)
    trust.mark_own(folder, "you.a")
    (folder / "__init__.py").write_text(HEAR + "\n# more\n")
    assert trust.can_run(mod("you.a"), Trust.APPROVED)
    folder.rename(folder.with_name("moved"))
    assert not trust.can_run(mod("you.a"), Trust.APPROVED)
    trust.mark_own(write("you.b", HEAR), "you.b")
    assert list(trust.load_own_places().values()) == ["you.b"], "what is gone is forgotten"
    assert trust.revoke("you.b")
    assert not trust.load_own_places()


@pytest.mark.parametrize(
    ("words", "named", "found"),
    [("all", True, True), ("named", True, False), ("approved", False, False), (None, True, False)],
)
def test_the_environment_says_whom_to_trust(
    strangers: Path,
    write: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    words: str | None,
    named: bool,
    found: bool,
) -> None:
    if words is not None:
        monkeypatch.setenv("FOOTFALL_TRUST", words)
    path = write("you.named", HEAR, folder=strangers / "elsewhere")
    write("you.found", HEAR)
    on = {each.id for each in load(mods=[path]).mods}
    assert ("you.named" in on, "you.found" in on) == (named, found)


def test_nonsense_in_the_environment_is_told(strangers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_TRUST", "unknown")
    with pytest.raises(LoadError, match="FOOTFALL_TRUST=unknown: allowed values: all, named, approved"):
        load()


def test_what_is_run_is_what_was_hashed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("good = 1\n")
    files = FolderFiles(tmp_path)
    assert files.read("a.py") == b"good = 1\n"
    (tmp_path / "a.py").write_text("evil = 1\n")  # between the hash and the import
    assert files.read("a.py") == b"good = 1\n"


def test_nothing_under_tests_is_ever_imported_by_the_mod(
    strangers: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write(
        "you.a", "from .tests import evil\n", files={"tests/__init__.py": "", "tests/evil.py": "import os\n"}
    )
    trust.approve(mod("you.a"))
    [finding] = duel().findings
    assert "import failed" in finding.text
    assert find_capabilities(mod("you.a").files) == []


def test_the_api_of_a_game_is_no_capability(strangers: Path, write: Callable[..., Path]) -> None:
    write("you.a", "from footfall.plugins.stealth import api\nfrom footfall.plugins.stealth import turns\n")
    (capability,) = find_capabilities(mod("you.a").files)
    assert capability.where.endswith("__init__.py:2")


def test_what_matters_is_found_with_its_line(strangers: Path, write: Callable[..., Path]) -> None:
    code = """\
        import json, os.path
        from . import part
        from footfall.api import grid
        from footfall.loader import discovery
        from footfall.api.hookspecs import inspect
        import numpy as np
        def later():
            np.load, np.array, grid.os
            import subprocess
            return eval("1"), (lambda: 0).__globals__
        """
    write(
        "you.a",
        code,
        files={"part.py": "import requests\nopen('x')\n", "tests/t.py": "import os\n", "x.so": ""},
    )
    assert [
        (found.what, found.why, found.where.rpartition("/")[2])
        for found in find_capabilities(mod("you.a").files)
    ] == [
        ("os.path", "files, processes, environment", "__init__.py:1"),
        ("footfall.loader", "internals of Footfall outside the modding API", "__init__.py:4"),
        ("footfall.api.hookspecs.inspect", "the running program", "__init__.py:5"),
        ("grid.os", "files, processes, environment", "__init__.py:8"),
        ("numpy.load", "files", "__init__.py:8"),
        ("subprocess", "processes", "__init__.py:9"),
        ("__globals__", "the running program", "__init__.py:10"),
        ("eval", "text run as code", "__init__.py:10"),
        ("requests", "a package outside the mod", "part.py:1"),
        ("open", "files", "part.py:2"),
        ("x.so", "code outside Python", "x.so"),
    ]


def test_a_strangers_text_cannot_steer_the_terminal(strangers: Path, write: Callable[..., Path]) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    (folder / "__init__.py").write_text(HEAR + "# \x1b[2Jgone \u202e backwards\n")
    approval = trust.load_approval("you.a")
    assert approval is not None
    assert trust.diff_approval(approval, mod("you.a"))[-1] == r"+# \x1b[2Jgone \u202e backwards"


def test_files_that_cannot_be_read_are_told(
    strangers: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    (folder / "link.py").symlink_to("/etc/passwd")
    assert told(duel()) == [("you.a", "bad-files")]
    with pytest.raises(ModFilesError):
        trust.approve(mod("you.a"))


def test_the_tripwire_names_mod_deed_and_line(
    alone: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    outside = alone / "outside.txt"
    outside.write_text("x")
    code = f"""\
        import os, socket, subprocess, sys, threading
        import colorsys
        open("mods/you-trip/mod.toml").close()
        open({str(outside)!r}).close()
        open({str(alone / "made.txt")!r}, "w").close()
        os.remove({str(alone / "made.txt")!r})
        subprocess.run([sys.executable, "-c", ""], check=True)
        threading.Thread(target=int).start()
        socket.socket().close()
        def work():
            exec(compile("open('outside.txt').close()", "<nowhere>", "exec"))
        work()
        """
    write("you.trip", code)
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel", "you.trip")
    rows = [(f.mod, f.text, f.where) for f in loaded.findings if f.code == "reaches-out"]
    lines = {where.rpartition(":")[2]: text for mod, text, where in rows}
    assert {mod for mod, _, _ in rows} == {"you.trip"}
    assert lines["4"] == "it opened outside.txt to read it"
    assert any(text == "it opened made.txt to write it" for _, text, _ in rows)
    assert lines["6"] == "it called os.remove made.txt"
    assert any("subprocess.Popen" in text for _, text, where in rows if where.endswith(":7"))
    if sys.version_info >= (3, 12):  # older interpreters have no audit event for threads
        assert lines["8"] == "it started a thread"
    assert lines["9"].startswith("it used the network: socket.__new__")
    assert lines["11"] == "it opened outside.txt to read it"
    assert not {"1", "2", "3"} & set(
        lines
    )  # imports of the standard library and reads of its own files are harmless
    assert all(where.startswith("mods/you-trip/__init__.py:") for _, _, where in rows)


def test_the_tripwire_hears_a_hook_in_play_once_a_line(
    alone: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    code = """\
        from footfall.api import hook
        @hook
        def on_attack(event):
            with open("notes.txt", "a") as file:
                file.write("x")
        """
    write("you.notes", code)
    loaded = duel()
    from footfall.engine.session import Session

    tripwire.take_new_trips()
    session = Session.begin(loaded.rules, 3)
    kind = next(iter(loaded.rules.commands))
    for _ in range(5):
        session.submit(kind())
    assert [str(trip) for trip in tripwire.take_new_trips()] == [
        "you.notes opened notes.txt to write it (mods/you-notes/__init__.py:4)"
    ]
    assert tripwire.take_new_trips() == []
