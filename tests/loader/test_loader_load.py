"""Loading: sources, precedence, active mods, settings, isolation."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import footfall.loader.discovery as discovery
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, Severity, Source, load
from footfall.loader.profiles.user_choices import UserChoices, choices_path, find_file_problem

ECHO = """
from footfall.api import hook, mul
@hook
def on_hear(event):
    return [mul("range", 2, reason="echo")]
"""


def codes(loaded: LoadResult) -> list[tuple[str, str]]:
    return [(f.mod, f.code) for f in loaded.findings]


def play(loaded: LoadResult, seed: int = 3, **keywords: Any) -> Session:
    session = Session.begin(loaded.rules, seed, **keywords)
    kind = next(iter(loaded.rules.commands))
    while session.state.outcome is None:
        session.submit(kind())
    return session


def test_a_game_is_an_ordinary_mod(duel: Callable[..., LoadResult]) -> None:
    loaded = duel(strict=True)
    assert loaded.rules.mods == ("tests.duel",)
    assert loaded.rules.hooks.chains["on_round_end", "tests.duel"] == ("tests.duel:tire", "tests.duel:rest")
    assert loaded.rules.settings == {"tests.duel.sides": 6}
    assert loaded.settings["tests.duel.ui.colour"].scope == "player"
    assert loaded.rules.preferences == {"tests.duel.ui.colour": True}
    assert play(loaded, strict=True).state.outcome == "fallen-1"


def test_a_mod_of_five_lines_changes_a_rule(alone: Path, duel: Callable[..., LoadResult]) -> None:
    before = play(duel()).state.parts["tests.duel"].heard
    (alone / "mods").mkdir()
    (alone / "mods" / "echo.py").write_text('MOD = "you.echo"\n' + ECHO)
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel", "you.echo")
    assert [m.source for m in loaded.mods] == [Source.EXPLICIT, Source.PROJECT]
    assert before == 0 < play(loaded).state.parts["tests.duel"].heard


def test_later_sources_take_precedence_with_a_note(
    alone: Path, write: Callable[..., Path], duel: Callable[..., LoadResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("you.a", version="1.0")
    write("you.a", version="2.0", folder=alone.parent / "user" / "footfall" / "mods")
    assert duel().available["you.a"].version == "2.0"
    write("you.a", version="3.0", folder=alone / "elsewhere")
    monkeypatch.setenv("FOOTFALL_MODS", str(alone / "elsewhere"))
    assert duel().available["you.a"].version == "3.0"
    last = write("you.a", version="4.0", folder=alone / "last")
    loaded = duel(last)
    assert loaded.available["you.a"].version == "4.0"
    replaced = [f for f in loaded.findings if f.code == "replaced"]
    assert len(replaced) == 3
    assert all(f.severity is Severity.NOTE for f in replaced)
    assert "last/you-a replaces elsewhere/you-a" in str(replaced[-1])


def test_an_installed_package_is_found_without_importing_it(
    alone: Path, write: Callable[..., Path], duel: Callable[..., LoadResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = alone / "site"
    write("you.installed", "from .part import on_hear\n", files={"part.py": ECHO},
          folder=site, name="installed_mod")  # fmt: skip
    info = site / "installed_mod-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: installed-mod\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[footfall.mods]\nyou.installed = installed_mod\n")
    monkeypatch.syspath_prepend(site)
    loaded = duel()
    assert loaded.available["you.installed"].source is Source.INSTALLED
    assert loaded.rules.mods == ("tests.duel", "you.installed")
    assert "installed_mod" not in sys.modules


def test_a_zip_is_a_mod_with_files_at_the_top_or_in_a_folder(
    alone: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    source = write("you.zipped", "from .inner import on_hear\n", files={"inner.py": ECHO}, folder=alone / "src")
    for top in ("", "you-zipped/"):
        packed = alone / "packed.zip"
        with zipfile.ZipFile(packed, "w") as archive:
            for path in source.rglob("*"):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, top + path.relative_to(source).as_posix())
        loaded = duel(packed)
        assert loaded.rules.mods == ("tests.duel", "you.zipped")
        assert loaded.hooks["on_hear"][0].listener.cause.location == "packed.zip/inner.py:3"
        assert play(loaded).state.parts["tests.duel"].heard > 0


def test_the_same_files_have_the_same_hash_in_a_folder_and_in_a_zip(alone: Path, write: Callable[..., Path]) -> None:
    folder = write("you.a", ECHO, folder=alone / "src")
    shutil.make_archive(str(alone / "a"), "zip", folder)
    folder_hash = load(mods=[folder]).available["you.a"].hash
    assert load(mods=[alone / "a.zip"]).available["you.a"].hash == folder_hash
    (folder / "__init__.py").write_text(ECHO.replace("2", "3"))
    changed = load(mods=[folder]).available["you.a"].hash
    assert changed != folder_hash
    path = next(folder.rglob("*.toml"))
    stamp = path.stat()
    path.write_bytes(path.read_bytes().replace(b"1.0", b"2.0"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert load(mods=[folder]).available["you.a"].hash != changed  # though size and time are the same


def test_equal_package_names_do_not_collide(
    alone: Path, write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    for who, factor in (("you.a", 2), ("you.b", 3)):
        folder = alone / "mods" / who
        (folder / "same").mkdir(parents=True)
        (folder / "mod.toml").write_text(f'[mod]\nid = "{who}"\nversion = "1"\nentry = "same"\n')
        (folder / "same" / "__init__.py").write_text("from .rule import on_hear\n")
        (folder / "same" / "rule.py").write_text(ECHO.replace("2", str(factor)))
    loaded = duel()
    values = [impl.function(None)[0].value for impl in loaded.hooks["on_hear"]]
    assert values == [2, 3]


def test_the_next_load_runs_changed_code(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    folder = write("you.a", ECHO)
    assert duel().hooks["on_hear"][0].function(None)[0].value == 2
    (folder / "__init__.py").write_text(ECHO.replace("2", "7"))
    assert duel().hooks["on_hear"][0].function(None)[0].value == 7
    assert not list(folder.rglob("__pycache__"))


def test_the_games_key_decides_where_a_mod_is_active(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write("you.any", ECHO)
    write("you.short", ECHO, games='["duel"]')
    write("you.full", ECHO, games='["tests.duel"]')
    write("you.other", ECHO, games='["king"]')
    write("you.needs-other", ECHO, '[requires]\n"you.other" = "*"\n')
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel", "you.any", "you.full", "you.short")
    assert {m.id for m in loaded.mods} > {"you.other", "you.needs-other"}


def test_a_mod_may_be_disabled_until_it_is_requested(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    folder = write("you.shy", ECHO, enabled="false")
    write("you.bold", ECHO)
    assert duel().rules.mods == ("tests.duel", "you.bold")
    assert duel(folder).rules.mods == ("tests.duel", "you.bold", "you.shy")
    assert duel(only_mods=["you.shy"]).rules.mods == ("tests.duel", "you.shy")
    assert duel(only_mods=[]).rules.mods == ("tests.duel",)


PRESETS = """
[settings.mood]
type = "str"
choices = ["mild", "grim"]
default = "mild"
[settings.mood.presets.grim]
"foes.count" = { default = 9, reason = "grim is grim" }
[settings."foes.count"]
type = "int"
default = 3
max = 20
"""


@pytest.mark.parametrize(
    ("chosen", "count"),
    [({}, 3), ({"you.a.mood": "grim"}, 9), ({"you.a.mood": "grim", "you.a.foes.count": 4}, 4)],
)
def test_a_preset_gives_other_settings_their_defaults(
    write: Callable[..., Path], duel: Callable[..., LoadResult], chosen: dict[str, Any], count: int
) -> None:
    write("you.a", ECHO, PRESETS)
    assert duel(settings=chosen).rules.settings["you.a.foes.count"] == count
    assert duel(choices=UserChoices(settings=chosen)).rules.settings["you.a.foes.count"] == count


def test_settings_have_defaults_and_bounds(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    manifest = """
    [settings.factor]
    type = "float"
    default = 2
    max = 4.0
    [settings."a.b"]
    type = "str"
    default = "x"
    choices = ["x", "y"]
    [settings.deep.down]
    type = "bool"
    default = true
    """
    write("you.a", ECHO, manifest)
    loaded = duel(settings={"you.a.a.b": "y", "you.a.factor": 9.0, "you.a.facto": 1})
    assert loaded.rules.settings == {
        "tests.duel.sides": 6,
        "you.a.factor": 2.0,
        "you.a.a.b": "y",
        "you.a.deep.down": True,
    }
    assert isinstance(loaded.rules.settings["you.a.factor"], float)
    texts = [f.text for f in loaded.findings]
    assert texts == [
        "you.a.factor: 9.0 is above the maximum 4.0; the default 2 is used",
        "there is no setting 'you.a.facto', did you mean 'you.a.factor'?; it is ignored",
    ]


def test_loading_without_a_game_lists_the_games(duel: Callable[..., LoadResult], alone: Path) -> None:
    loaded = load(mods=[Path(duel().mods[0].files.path)])
    assert list(loaded.games) == ["tests.duel"]
    with pytest.raises(LoadError, match=r"no game was given; games: tests\.duel"):
        _ = loaded.rules
    with pytest.raises(LoadError, match="there is no game 'dual'"):
        load("dual", mods=[Path(loaded.mods[0].files.path)])


def test_a_missing_link_is_one_finding(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (alone / "plugins").write_text("../../plugins")
    monkeypatch.setattr(discovery, "PLUGINS_FOLDER", alone / "plugins")
    [finding] = load().findings
    assert finding.code == "lost-link"
    assert "\n" not in finding.text
    assert finding.fix.startswith("ln -s ../../plugins")


def test_strict_raises_with_all_findings(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    write("you.a", "raise ValueError('boom')")
    write("you.b", "def on_hear(: pass")
    assert duel().rules.mods == ("tests.duel",)
    with pytest.raises(LoadError) as caught:
        duel(strict=True)
    assert "boom" in str(caught.value)
    assert "mods/you-b/__init__.py:1" in str(caught.value)


def test_dependents_of_a_broken_mod_are_disabled_and_the_game_starts(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write("you.a", "raise ValueError('boom')")
    write("you.b", ECHO, '[requires]\n"you.a" = "*"\n')
    write("you.c", ECHO, '[optional]\n"you.a" = "*"\n')
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel", "you.c")
    assert codes(loaded) == [("you.a", "import-failed"), ("you.b", "needs-off")]
    assert loaded.findings[0].location == "mods/you-a/__init__.py:1"


def test_a_duplicate_name_disables_the_later_mod(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    code = """
    from footfall.api import Step, hook
    def turn(ctx): return []
    @hook
    def provide_steps(): return [Step("tests.duel:turn", turn)]
    """
    write("you.thief", code)
    loaded = duel()
    assert loaded.rules.mods == ("tests.duel",)
    assert loaded.findings[0].text == "provides the step 'tests.duel:turn', but tests.duel already does"
    assert loaded.findings[0].location == "mods/you-thief/__init__.py:3"


def test_a_bad_anchor_drops_only_the_steps_of_its_mod(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    code = """
    from footfall.api import Step, hook
    def moss(ctx, draft): draft.tiles.append("moss")
    @hook
    def on_generate(event): return [Step("{id}:moss", moss, after="{place}")]
    """
    write("you.a", code.format(id="you.a", place="tests.duel:grass"))
    write("you.b", code.format(id="you.b", place="tests.duel:gras"))
    write("you.c", code.format(id="you.c", place="tests.duel:grass"))
    loaded = duel()
    recipe = ("on_generate", "tests.duel:field")
    assert loaded.rules.hooks.chains[recipe] == (
        "tests.duel:grass", "you.a:moss", "you.c:moss", "tests.duel:stones")  # fmt: skip
    [finding] = loaded.findings
    assert finding.mod == "you.b"
    assert "has after='tests.duel:gras', but there is no such step, did you mean 'tests.duel:grass'?" in finding.text
    assert play(loaded).state.parts["tests.duel"].field[:3] == ["grass", "moss", "moss"]


def test_choices_that_cannot_be_read_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert find_file_problem() == ""
    choices_path().mkdir(parents=True)
    assert find_file_problem() == "Is a directory"


def test_user_choices_apply_unless_overridden(duel: Callable[..., LoadResult], write: Callable[..., Path]) -> None:
    write("you.a")
    chosen = {"tests.duel.sides": 4, "tests.duel.ui.colour": False, "nobody.size": 1}
    mine = UserChoices(switches={"you.a": False}, settings=chosen)
    loaded = duel(choices=mine)
    assert loaded.findings == ()
    assert loaded.rules.mods == ("tests.duel",)
    assert loaded.rules.settings == {"tests.duel.sides": 4}
    session = Session.begin(loaded.rules, 3)
    assert session.context().setting("sides") == 4
    assert session.context().setting("ui.colour") is False
    assert "tests.duel.ui.colour" not in session.state.settings, "player settings are not in the state"
    with pytest.raises(KeyError):
        session.context().setting("shape")
    nearer = duel(Path("mods/you-a").absolute(), choices=mine, settings={"tests.duel.sides": 8})
    assert nearer.rules.mods == ("tests.duel", "you.a")
    assert nearer.rules.settings == {"tests.duel.sides": 8}
    wrong = duel(choices=UserChoices(settings={"tests.duel.sides": 99}))
    assert [f.code for f in wrong.findings] == ["bad-choice"]
    assert wrong.rules.settings == {"tests.duel.sides": 6}


def test_a_slow_machine_disables_no_first_party_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out_of_time(call: Callable[[], Any], timeout: float, label: str) -> None:
        raise TimeoutError(f"it did not finish within {timeout:g} s")

    monkeypatch.setattr(sys.modules["footfall.loader.load"], "run_with_timeout", run_out_of_time)
    loaded = load("stealth", only_mods=())
    assert loaded.rules is not None
    assert codes(loaded) == []


@pytest.mark.parametrize("was_on", [True, False])
def test_a_load_leaves_the_collector_as_it_was(
    write: Callable[..., Path], duel: Callable[..., LoadResult], was_on: bool
) -> None:
    """After a load, after one that fails, and after one that is interrupted; meanwhile it is off."""
    write("you.looks", "import gc, sys\nsys.collects_in_load = gc.isenabled()\n")
    (gc.enable if was_on else gc.disable)()
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores the signal
    try:
        duel()
        assert (vars(sys).pop("collects_in_load"), gc.isenabled()) == (False, was_on)
        with pytest.raises(LoadError, match="no game"):
            load("nowhere")
        assert gc.isenabled() is was_on
        write("you.bad", "raise ValueError\n")
        with pytest.raises(LoadError, match="strict"):
            duel(strict=True)
        assert gc.isenabled() is was_on
        write("you.stops", "raise KeyboardInterrupt\n")
        with pytest.raises(KeyboardInterrupt):
            duel()
        assert gc.isenabled() is was_on
    finally:
        signal.signal(signal.SIGINT, handler)
        gc.enable()
