"""Sounds of scenes: placed so that two channels give the direction, played by a device, written to a file."""

from __future__ import annotations

import os
import subprocess
import sys
import wave

import numpy as np
import pytest

from footfall import __version__
from footfall.api import Message
from footfall.api.scene import LogLine, Percept, Scene, SoundLayer, SoundRecipe
from footfall.api.session_scene import build_session_scene
from footfall.audio import mixing
from footfall.audio.mixing import list_new_sounds, mix_scenes
from footfall.audio.speaker import NoAudioError, ScenePlayer
from footfall.audio.synthesis import MAX_BYTES, RATE, synthesize
from footfall.cli.options import GameOptions
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.replay import Recorder
from footfall.sim.bots import find_bot

TURNS = 80
"""A game in which the sneaking bot hears steps."""


@pytest.fixture(scope="module")
def stealth():
    return GameOptions(is_strict=True, lang="en").load("stealth", quiet=True)


@pytest.fixture(scope="module")
def recipes(stealth):
    return list(stealth.rules.records.table(SoundRecipe, "sound").values())


def hear(*percepts, turn=1, log=()):
    return Scene(title=Message("title"), percepts=percepts, turn=turn, log=log)


@pytest.mark.proof(0)
def test_direction_loudness_and_walls_are_heard_from_two_channels(load_script, recipes, tmp_path):
    """A sample of ``python tests/audio/prove_stereo.py``: every recipe, direction, loudness and muffling occurs."""
    proof = load_script("tests/audio/prove_stereo.py")
    sources = [*proof.take_sources(100, 1, recipes)]
    for field in range(1, 4):
        assert len({source[field] for source in sources}) in (4, 8)
    found, louder, duller = proof.check_sources(sources, tmp_path)
    assert found >= 95
    assert (louder, duller) == (100, 100)


def test_equal_channels_and_clear_walls_would_be_noticed(load_script, recipes, tmp_path, monkeypatch):
    proof = load_script("tests/audio/prove_stereo.py")
    monkeypatch.setattr("footfall.audio.mixing.SIDE_BALANCE", 0.1)
    monkeypatch.setattr("footfall.audio.mixing.CUTOFFS", (0, 0, 0, 0))
    mixing._place_recipe.clear()
    try:
        found, _, duller = proof.check_sources([*proof.take_sources(20, 1, recipes)], tmp_path)
    finally:
        mixing._place_recipe.clear()
    assert found < 15
    assert duller == 0


def test_only_what_is_new_is_heard():
    recipe = SoundRecipe(layers=(SoundLayer("sine", pitch=440),))
    fresh, old = Percept(Message("x"), 3, 0, recipe=recipe), Percept(Message("x"), 3, 0, age=1, recipe=recipe)
    before = hear(fresh)
    assert list_new_sounds(before, None) == [fresh]
    assert list_new_sounds(hear(fresh), before) == []  # the same turn, redrawn
    assert list_new_sounds(hear(old, turn=2), before) == []
    assert not mix_scenes([hear(Percept(Message("x"), 3, 0))]).any()  # without a recipe
    alarm = hear(turn=2, log=(LogLine(Message("seen"), "alarm", 2),))
    assert len(list_new_sounds(alarm, before)) == 1


@pytest.mark.parametrize("form", ["sine", "triangle", "square", "saw", "noise"])
def test_every_wave_sounds_the_same_on_every_machine(form):
    samples = synthesize(SoundRecipe(layers=(SoundLayer(form, pitch=220, slide=330, times=2),)))
    assert np.abs(samples).max() == pytest.approx(1)
    assert not np.isnan(samples).any()
    assert len(samples) == RATE * (200 + 105) // 1000


def play_bot(stealth, replay, seed):
    """Plays the first turns of a game; returns what is heard in them, or nothing if it ends before."""
    session = GameOptions(is_strict=True).begin(stealth, seed)
    bot = find_bot(stealth.rules, "sneak")
    context = BotContext(session, bot.id, 1)
    scenes = []
    with open(replay, "w", encoding="utf-8", newline="") as file:
        recorder = Recorder(file, session, __version__)
        for _ in range(TURNS):
            command = bot.decide(context, list_legal_commands(session))
            recorder.write_command(command)
            session.submit(command)
            scenes.append(build_session_scene(session))
            if session.state.outcome is not None:
                return []
    return [percept for scene in scenes for percept in scene.percepts if percept.age == 0]


@pytest.mark.proof(0)
def test_a_replay_is_written_as_sound(stealth, tmp_path):
    replay = tmp_path / "game.replay"
    heard = next((heard for seed in range(1, 30) if (heard := play_bot(stealth, replay, seed))), [])
    assert heard
    assert all(percept.recipe.id == "core.stealth:step" for percept in heard if percept.kind.id == "stealth-sound-step")
    command = [sys.executable, "-m", "footfall", "replay", str(replay), "--to", "wav"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    assert f"{TURNS} commands" in result.stdout
    with wave.open(str(tmp_path / "game.wav")) as file:
        assert (file.getnchannels(), file.getframerate()) == (2, RATE)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert np.abs(samples).max() > 1_000
    assert len(samples) // 2 >= RATE * TURNS // 4


def test_the_device_plays_what_was_mixed(tmp_path):
    """SDL's driver ``disk`` writes what a device would play."""
    target = tmp_path / "device.raw"
    code = """
import time
from footfall.api import Message
from footfall.api.scene import Percept, Scene, SoundLayer, SoundRecipe
from footfall.audio.speaker import ScenePlayer
recipe = SoundRecipe(layers=(SoundLayer("sine", pitch=440, decay=300),))
player = ScenePlayer(lambda reason: print("silent:", reason))
player.hear(Scene(title=Message("x"), percepts=(Percept(Message("x"), 5, 2, recipe=recipe),), turn=1), None)
time.sleep(0.8)
player.close()
"""
    environment = {**os.environ, "SDL_AUDIODRIVER": "disk", "SDL_AUDIO_DISK_OUTPUT_FILE": str(target)}
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    samples = np.frombuffer(target.read_bytes()[: target.stat().st_size // 8 * 8], "<f4")
    if np.abs(samples).max() > 2 or np.isnan(samples).any():  # the device's own format
        samples = np.frombuffer(target.read_bytes()[: target.stat().st_size // 4 * 4], "<i2") / 32_768
    left, right = samples.reshape(-1, 2).T
    assert (right**2).sum() > 5 * (left**2).sum() > 0  # from the east


def test_without_a_device_the_game_goes_on_in_silence():
    def refuse():
        raise NoAudioError("no device")

    reasons = []
    player = ScenePlayer(reasons.append, refuse)
    recipe = SoundRecipe(layers=(SoundLayer("sine", pitch=440),))
    for turn in (1, 2, 3):
        player.hear(hear(Percept(Message("x"), 3, 0, recipe=recipe), turn=turn), None)
    player.close()
    assert reasons == ["no device"]


@pytest.mark.proof(0)
@pytest.mark.parametrize(
    ("driver", "options", "lines"),
    [("dummy", ("--sound", "on"), 0), ("no-such-driver", ("--sound", "on"), 1), ("no-such-driver", (), 0)],
)
def test_a_missing_device_is_one_line_to_who_asked_for_sound(tmp_path, driver, options, lines):
    """Nothing of a sound library reaches the terminal; a device that plays nothing is not a failure."""
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG", "STATE")}
    command = [sys.executable, "-m", "footfall", "play", "--plain", "--course", "guided", "--seed", "3", *options]
    result = subprocess.run(
        command,
        input="l l l l l\n. . . . . . . .\nl l\nQ\ny\n",
        env={**os.environ, **folders, "SDL_AUDIODRIVER": driver},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, "No sound" in result.stdout) == (0, False)
    told = result.stderr.splitlines()
    assert len(told) == lines
    assert all(line.startswith("No sound: ") and "no-such-driver" in line for line in told)


def test_a_mod_changes_and_adds_recipes(tmp_path):
    mod = tmp_path / "quiet"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(
        '[mod]\nid = "you.quiet"\nversion = "1.0.0"\napi = "1"\nname = "Quiet"\nsummary = "Soft steps."\n'
        'games = ["stealth"]\n\n[requires]\n"core.stealth" = ">=0.1"\n'
    )
    (mod / "content" / "sounds.toml").write_text(
        '[sound.howl]\nlayers = [{ wave = "saw", pitch = 300 }]\n\n'
        '[patch.sound."core.stealth:step"]\nset.layers = [{ wave = "noise", cutoff = 200 }]\n'
    )
    loaded = GameOptions((mod,), is_strict=True, lang="en").load("stealth", quiet=True)
    table = loaded.rules.records.table(SoundRecipe, "sound")
    assert table["you.quiet:howl"].layers[0].pitch == 300
    assert table["core.stealth:step"].layers[0].cutoff == 200


LONG = '{ wave = "noise", delay = 5000, attack = 5000, decay = 5000, times = 20, gap = 5000, cutoff = 200 }'


def test_a_sound_that_lasts_too_long_is_refused_with_its_line(tmp_path):
    mod = tmp_path / "long"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(
        '[mod]\nid = "you.long"\nversion = "1.0.0"\napi = "1"\ngames = ["stealth"]\n[requires]\n"core.stealth" = "*"\n'
    )
    (mod / "content" / "sounds.toml").write_text(
        f"[sound.long]\nlayers = [{LONG}]\n\n[sound.longest]\n"
        'layers = [{ wave = "noise", delay = 1000, attack = 500, decay = 500, times = 4, gap = 1000 }]\n'
    )
    loaded = GameOptions((mod,), lang="en").load("stealth", quiet=True)
    (finding,) = loaded.findings
    assert (finding.code, finding.location.rpartition("/")[2]) == ("bad-record", "sounds.toml:2")
    assert "5,000 ms at most, not 110,000" in finding.text
    assert "you.long:longest" in loaded.rules.records.table(SoundRecipe, "sound")


def test_kept_sounds_have_a_limit_in_bytes_and_the_oldest_make_room():
    layers = (SoundLayer("noise", delay=4000, decay=995),)
    percepts = [
        Percept(Message("x"), 1 + number % 5, number // 5, recipe=SoundRecipe(layers=layers)) for number in range(40)
    ]
    cache = mixing._place_recipe
    cache.clear()
    try:
        first = mixing.place_percept(percepts[0])
        for percept in percepts:
            last = mixing.place_percept(percept)
            assert cache.size <= MAX_BYTES
        assert cache.size > MAX_BYTES // 2
        assert mixing.place_percept(percepts[-1]) is last
        assert mixing.place_percept(percepts[0]) is not first
    finally:
        cache.clear()
