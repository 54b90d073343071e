"""Nothing hidden is in the file of a recorded game: neither in its screens nor in its words, causes and sounds."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import msgspec
import pytest

from footfall import __version__
from footfall.api.session_scene import build_session_scene
from footfall.app.replay_keys import JumpInReplay
from footfall.app.replay_page import PageRecorder
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.replay import Replay
from footfall.engine.saves.replay_lines import FORMAT, ReplayHeader
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot
from footfall.ui.settings import UiSettings


@pytest.fixture(scope="module")
def scenes(load_script: Callable[[str], ModuleType]) -> ModuleType:
    """The leak tests of scenes."""
    return load_script("tests/stealth_scene/test_stealth_scene.py")


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def play_game(loaded: LoadResult, seed: int, count: int) -> Replay:
    session = Session.begin(loaded.rules, seed, {"floor": 4 + seed % 3})
    bot = find_bot(loaded.rules, "sneak")
    context = BotContext(session, bot.id, 1)
    while len(session.commands) < count and session.state.outcome is None:
        session.submit(bot.decide(context, list_legal_commands(session)))
    identity = (FORMAT, loaded.rules.game.id, seed, dict(session.options), __version__, loaded.rules.lock)
    return Replay(ReplayHeader(*identity, dict(session.state.settings)), tuple(session.commands), {})


def open_at(loaded: LoadResult, replay: Replay, at: int) -> ReplayViewer:
    viewer = ReplayViewer(loaded.rules, replay, loaded.catalog.translate)
    if at:
        viewer.submit(JumpInReplay(by=at))
    return viewer


def write_step(viewer: ReplayViewer) -> str:
    """Returns the file of a recording up to the moment that a viewer shows, which is its only step."""
    viewer.replay = msgspec.structs.replace(viewer.replay, commands=viewer.replay.commands[: viewer.at])
    recorder = PageRecorder(viewer, UiSettings())
    assert [*recorder.record()]
    assert recorder.steps
    return recorder.build_document("en")


@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_change_leaves_every_byte_of_the_file(loaded: LoadResult, scenes: ModuleType, seed: int) -> None:
    replay = play_game(loaded, seed, 30)
    viewer, changed = open_at(loaded, replay, 30), open_at(loaded, replay, 30)
    scenes.scramble_hidden(changed.session)
    assert write_step(changed) == write_step(viewer)


def test_steps_tell_no_more_than_their_scenes(loaded: LoadResult, scenes: ModuleType) -> None:
    """Two games differ in hidden facts: as long as their scenes are equal, so are the steps of their files."""
    assert sum(compare_steps(loaded, scenes, seed) for seed in range(5)) > 10


def compare_steps(loaded: LoadResult, scenes: ModuleType, seed: int) -> int:
    """Returns the number of steps with equal scenes."""
    replay = play_game(loaded, seed, 60)
    recorders = [PageRecorder(open_at(loaded, replay, 20), UiSettings()) for _ in range(2)]
    scenes.scramble_hidden(recorders[1].viewer.session)
    for compared in range(20):
        shown = [scenes.plain(build_session_scene(recorder.viewer.session)) for recorder in recorders]
        if shown[0] != shown[1]:
            return compared
        for recorder in recorders:
            recorder.record_step()
        records = [(recorder.steps[-1], recorder.frames[-1]) for recorder in recorders]
        assert msgspec.json.encode(records[0]) == msgspec.json.encode(records[1])
        for recorder in recorders:
            recorder.viewer.submit(JumpInReplay(by=1))
    return 20
