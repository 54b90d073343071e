"""Trust: data mods need no approval, Python is approved per content, and only approved code runs."""

from __future__ import annotations

import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.diagnostics.files import ModFilesError
from footfall.loader import LoadError, LoadResult, Mod, Trust, discover, load
from footfall.loader.files.mod_files import FolderFiles
from footfall.loader.isolation import tripwire, trust
from footfall.loader.isolation.capabilities import find_capabilities

HEAR = """
from footfall.api import hook, mul
@hook
def on_hear(event):
    return [mul("range", 2)]
"""


@pytest.fixture
def unapproved(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty project, without approvals."""
    monkeypatch.delenv("FOOTFALL_TRUST")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(alone.parent / "config"))
    return alone


def mod(id: str) -> Mod:
    return discover()[0][id]


def list_codes(loaded: LoadResult) -> list[tuple[str, str]]:
    return [(f.mod, f.code) for f in loaded.findings]


def test_unapproved_python_is_disabled_and_the_game_starts(
    unapproved: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
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
    assert list_codes(loaded) == [("you.a", "not-approved"), ("you.needs-a", "needs-off")]
    assert "footfall_mods.you__a" not in sys.modules
    with pytest.raises(LoadError, match="not approved"):
        duel(strict=True)


def test_data_mods_need_no_approval(
    unapproved: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write("you.data", files={"content/a.toml": '[beast.rat]\nhp = 1\nname = "rat"\n'})
    write("you.stray", files={"__init__.py": "raise SystemExit\n"})  # no entry: never imported
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel", "you.data", "you.stray")


def test_a_migration_in_python_counts_as_code(unapproved: Path, write: Callable[..., Path]) -> None:
    write("you.old", files={"migrations/1.2.0.py": "import os\n"})
    assert trust.has_code(mod("you.old"))
    assert not trust.can_run(mod("you.old"), Trust.APPROVED)


def test_a_changed_mod_needs_a_new_approval(
    unapproved: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    assert duel(strict=True).rules.mods == ("tests.duel", "you.a")
    first = (folder / "__init__.py").read_text()
    (folder / "__init__.py").write_text(first.replace("2", "3") + "import os\n")
    loaded = duel()
    assert list_codes(loaded) == [("you.a", "not-approved")]
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
    assert not list_codes(duel())
    (folder / "__init__.py").write_text(first)  # a version approved before needs no second approval
    assert not list_codes(duel())
    assert trust.revoke("you.a")
    assert list_codes(duel()) == [("you.a", "not-approved")]


def test_line_endings_need_no_new_approval_but_data_files_do(unapproved: Path, write: Callable[..., Path]) -> None:
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


RUNS = """
import sys, zipimport
from pathlib import Path
from footfall.api import hook, mul
folder = Path(__file__).parent
exec((folder / "{name}").read_bytes().partition(b"#!")[2])
"""


@pytest.mark.proof(9)
@pytest.mark.parametrize(
    "name",
    [
        "helper.py",
        "helper.PY",
        "helper.pyc",
        "__pycache__/helper.cpython-311.pyc",
        "__PYCACHE__/helper.pyc",
        "lib/fast.so",
        "lib/fast.pyd",
        "start.pth",
        "vendor.zip",
        "data.bin",
        ".hidden",
        ".hidden/inner.py",
        "node_modules/a.py",
        "deep/__pycache__/.x/y",
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_every_file_that_can_run_needs_the_approval(
    unapproved: Path, write: Callable[..., Path], name: str, packed: bool
) -> None:
    """The mod runs the bytes of the file, so its behavior changes with them."""
    folder = write("you.a", RUNS.format(name=name))
    archive = unapproved / "mods" / "a.zip"

    def put(data: bytes) -> None:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        if packed:
            with zipfile.ZipFile(archive, "w") as out:
                for path in sorted(folder.rglob("*")):
                    out.write(path, path.relative_to(folder).as_posix())

    put(b"#!answer = 1")
    if packed:
        away = unapproved / "a"
        shutil.move(folder, away)
        folder = away
    approved = mod("you.a")
    assert (approved.files.path.suffix == ".zip") is packed
    trust.approve(approved)
    assert trust.can_run(mod("you.a"), Trust.APPROVED)
    put(b"#!answer = 2")
    assert not trust.can_run(mod("you.a"), Trust.APPROVED)
    trust.approve(mod("you.a"))
    (folder / name).unlink()
    if packed:
        archive.write_bytes(b"#!/bin/sh\n" + archive.read_bytes())
    assert not trust.can_run(mod("you.a"), Trust.APPROVED)


@pytest.mark.parametrize("name", ["__pycache__", ".cache/x.py", "node_modules"])
def test_a_hidden_link_needs_to_go(unapproved: Path, write: Callable[..., Path], name: str) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).symlink_to(unapproved)
    with pytest.raises(ModFilesError, match="is a link"):
        trust.can_run(mod("you.a"), Trust.APPROVED)


def test_an_approval_is_for_the_content_not_the_path(unapproved: Path, write: Callable[..., Path]) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    with zipfile.ZipFile(unapproved / "mods" / "a.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    shutil.rmtree(folder)
    assert mod("you.a").files.path.suffix == ".zip"
    assert trust.can_run(mod("you.a"), Trust.APPROVED)


def test_an_own_mod_needs_no_approval_at_its_path(unapproved: Path, write: Callable[..., Path]) -> None:
    folder = write("you.a", HEAR)
    trust.mark_own(folder, "you.a")
    (folder / "__init__.py").write_text(HEAR + "\n# more\n")
    assert trust.can_run(mod("you.a"), Trust.APPROVED)
    folder.rename(folder.with_name("moved"))
    assert not trust.can_run(mod("you.a"), Trust.APPROVED)
    trust.mark_own(write("you.b", HEAR), "you.b")
    assert list(trust.load_own_places().values()) == ["you.b"], "missing paths are removed"
    assert trust.revoke("you.b")
    assert not trust.load_own_places()


@pytest.mark.parametrize(
    ("words", "named", "found"),
    [("all", True, True), ("named", True, False), ("approved", False, False), (None, True, False)],
)
def test_the_environment_sets_the_trust_policy(
    unapproved: Path,
    write: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    words: str | None,
    named: bool,
    found: bool,
) -> None:
    if words is not None:
        monkeypatch.setenv("FOOTFALL_TRUST", words)
    path = write("you.named", HEAR, folder=unapproved / "elsewhere")
    write("you.found", HEAR)
    on = {each.id for each in load(mods=[path]).mods}
    assert ("you.named" in on, "you.found" in on) == (named, found)


def test_an_unknown_policy_in_the_environment_is_an_error(unapproved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_TRUST", "unknown")
    with pytest.raises(LoadError, match="FOOTFALL_TRUST=unknown: allowed values: all, named, approved"):
        load()


def test_the_code_that_runs_is_the_code_that_was_hashed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("good = 1\n")
    files = FolderFiles(tmp_path)
    assert files.read("a.py") == b"good = 1\n"
    (tmp_path / "a.py").write_text("evil = 1\n")  # between the hash and the import
    assert files.read("a.py") == b"good = 1\n"


def test_a_mod_cannot_import_its_tests(
    unapproved: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write("you.a", "from .tests import evil\n", files={"tests/__init__.py": "", "tests/evil.py": "import os\n"})
    trust.approve(mod("you.a"))
    [finding] = duel().findings
    assert "import failed" in finding.text
    assert find_capabilities(mod("you.a").files) == []


def test_the_api_of_a_game_is_not_a_capability(unapproved: Path, write: Callable[..., Path]) -> None:
    write("you.a", "from footfall.plugins.stealth import api\nfrom footfall.plugins.stealth import turns\n")
    (capability,) = find_capabilities(mod("you.a").files)
    assert capability.place.endswith("__init__.py:2")


@pytest.mark.parametrize("spare", [0, -1])
def test_an_approval_keeps_texts_up_to_a_size(
    unapproved: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, spare: int
) -> None:
    sizes = sorted(path.stat().st_size for path in write("you.a", HEAR).iterdir())
    monkeypatch.setattr(trust, "MAX_STORED_BYTES", sum(sizes) + spare)
    approval = trust.approve(mod("you.a"))
    assert len(approval.files) == len(sizes) == 2
    assert len(approval.texts) == 2 + spare


def test_capabilities_are_found_with_their_lines(unapproved: Path, write: Callable[..., Path]) -> None:
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
    files = {"part.py": "import requests\nopen('x')\n", "tests/t.py": "import os\n", "x.so": ""}
    write("you.a", code, files={**files, "deep.py": f"x = {'-' * 9_999}1\n"})
    assert [
        (found.name, found.why, found.place.rpartition("/")[2]) for found in find_capabilities(mod("you.a").files)
    ] == [
        ("os.path", "files, processes, environment", "__init__.py:1"),
        ("footfall.loader", "internals of Footfall outside the modding API", "__init__.py:4"),
        ("footfall.api.hookspecs.inspect", "the running program", "__init__.py:5"),
        ("grid.os", "files, processes, environment", "__init__.py:8"),
        ("numpy.load", "files", "__init__.py:8"),
        ("subprocess", "processes", "__init__.py:9"),
        ("__globals__", "the running program", "__init__.py:10"),
        ("eval", "text run as code", "__init__.py:10"),
        ("not Python", "it cannot be read", "deep.py"),
        ("requests", "a package outside the mod", "part.py:1"),
        ("open", "files", "part.py:2"),
        ("x.so", "code outside Python", "x.so"),
    ]


def test_untrusted_text_cannot_control_the_terminal(unapproved: Path, write: Callable[..., Path]) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    (folder / "__init__.py").write_text(HEAR + "# \x1b[2Jgone \u202e backwards\n")
    approval = trust.load_approval("you.a")
    assert approval is not None
    assert trust.diff_approval(approval, mod("you.a"))[-1] == r"+# \x1b[2Jgone \u202e backwards"


def test_unreadable_files_are_reported(
    unapproved: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    folder = write("you.a", HEAR)
    trust.approve(mod("you.a"))
    (folder / "link.py").symlink_to("/etc/passwd")
    assert list_codes(duel()) == [("you.a", "bad-files")]
    with pytest.raises(ModFilesError):
        trust.approve(mod("you.a"))


def test_the_tripwire_names_mod_action_and_line(
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
    rows = [(f.mod, f.text, f.location) for f in loaded.findings if f.code == "reaches-out"]
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
    assert not {"1", "2", "3"} & set(lines)  # imports of the standard library and reads of its own files are harmless
    assert all(where.startswith("mods/you-trip/__init__.py:") for _, _, where in rows)


def test_the_tripwire_reports_each_line_of_a_hook_once(
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
