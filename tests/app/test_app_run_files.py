"""The files of a run: save, replay and story; restarting with the same seed or a new one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from footfall.app.files import paths
from footfall.app.files.finished_games import render_morgue
from footfall.app.files.resume import has_saved_game
from footfall.app.files.run_files import RunFiles
from footfall.app.game_view import GameView
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.session import Session
from footfall.loader import LoadResult, load


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths.platformdirs, "user_data_dir", lambda *args, **named: str(tmp_path))
    return tmp_path


def sitting(loaded: LoadResult, seed: int = 4) -> tuple[RunFiles, GameView]:
    def begin(chosen: int, options: Any = None) -> Session:
        return Session.begin(loaded.rules, chosen, options)

    text = loaded.catalog.translate
    runs = RunFiles(begin(seed, {"floor": 3}), paths.save_path("core.stealth"), text, begin, True)
    return runs, GameView(runs.session, text, files=runs)


def do(loaded: LoadResult, view: GameView, name: str, **fields: Any) -> None:
    kind = next(c for c in loaded.rules.commands if str(c.__struct_config__.tag) == f"core.stealth:{name}")
    view.submit(kind(actor=1, **fields))


def test_death_leaves_a_morgue_and_a_replay_that_plays(loaded: LoadResult, home: Path) -> None:
    runs, view = sitting(loaded)
    assert list((home / "saves").glob("*.save"))
    do(loaded, view, "wait")
    world = view.session.state.parts["world"]
    world.actors[world.player].stats["satiety"] = 1
    for _ in range(60):
        if view.session.state.outcome is None:
            do(loaded, view, "wait")
    assert view.session.state.outcome == "died"
    scene = view.build_scene()
    said = [line.id for line in scene.farewell]
    assert said[-2:] == ["footfall-ui-over-seed", "footfall-ui-over-morgue"]
    (file,) = (home / "morgue").glob("*.txt")
    told = file.read_text("utf-8")
    for part in (
        "You have died.",
        "Cause: hunger.",
        "seed 4",
        "hunger",
        "CARRIED",
        "DEEDS",
        "THE LAST MAP",
        "@",
        "Messages",
    ):
        assert part in told, part
    assert "footfall play stealth --seed 4 --option floor=3" in told
    assert not re.search(r"(?<![.\w])stealth-[a-z]", told)
    runs.finish()
    (kept,) = (home / "runs").glob("*.replay")
    assert f"footfall replay {kept}" in told
    assert not list((home / "saves").glob("*"))


def test_a_run_can_be_begun_again_with_its_seed_or_another(loaded: LoadResult, home: Path) -> None:
    runs, view = sitting(loaded)
    start = view.session.hash()
    do(loaded, view, "wait")
    first = view.session
    view.restart(True)
    assert view.session is not first
    assert view.session.hash() == start
    (kept,) = (home / "runs").glob("*.replay")
    again = play_back(loaded.rules, read_replay(kept, lambda _: loaded.rules))
    assert again.hash() == first.hash()
    assert len(list((home / "morgue").glob("*.txt"))) == 1
    do(loaded, view, "wait")
    view.restart(False)
    assert view.session.state.seed != 4
    assert view.session.options["floor"] == 3
    runs.finish()
    assert len(list((home / "saves").glob("*.save"))) == 1


def test_a_game_in_the_archive_is_not_continued_if_the_program_stopped_as_the_next_began(loaded: LoadResult) -> None:
    runs, view = sitting(loaded)
    do(loaded, view, "wait")
    runs.close()
    save = paths.save_path("core.stealth")
    save.unlink()
    assert has_saved_game(save)
    save.with_suffix(paths.BEGUN).write_bytes(b"")
    assert has_saved_game(save), "the archive has no copy"
    archived = paths.replay_archive_path("core.stealth", 4, 1)
    archived.parent.mkdir()
    archived.write_bytes(save.with_suffix(".replay").read_bytes())
    assert not has_saved_game(save)


def test_the_story_is_told_in_spanish_too(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 4, {"floor": 3})
    loaded.catalog.set_language("es")
    try:
        told = render_morgue(session, loaded.catalog.translate)
    finally:
        loaded.catalog.set_language("en")
    assert "EL ÚLTIMO MAPA" in told
    assert not re.search(r"(?<![.\w])stealth-[a-z]", told)
    assert "footfall-ui" not in told
