"""Own sounds and the room: heard in each turn, below foreign sounds, with volumes of their own."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.api import Message
from footfall.api.scene import Acoustics, NearSound, Percept, Scene, SoundChannel, SoundLayer, SoundRecipe
from footfall.audio import mixing
from footfall.audio.mixing import Mix, loop_room, separate_scenes
from footfall.audio.speaker import NoAudioError, ScenePlayer
from footfall.audio.synthesis import RATE, synthesize
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.scene import sounds
from footfall.testing import scene
from footfall.world.state import Noise

NOISE = SoundRecipe(layers=(SoundLayer("noise", cutoff=700, decay=300),))
AIR = NearSound(
    SoundRecipe(layers=(SoundLayer("noise", attack=1000, decay=1000, times=4, gap=1000),)), SoundChannel.ROOM
)


@pytest.fixture(scope="module")
def proof(load_script):
    return load_script("tests/audio/prove_own_sounds.py")


@pytest.fixture(scope="module")
def game(proof):
    loaded = proof.load("core.stealth", only_mods=())
    return loaded, [*proof.play_game(loaded, "newcomer", 2, 120)]


@pytest.mark.proof(0)
def test_each_turn_is_heard_and_nothing_covers_a_foreign_sound(proof, game):
    """A sample of ``python tests/audio/prove_own_sounds.py``."""
    stems = separate_scenes(game[1])
    causes, silent = proof.count_silent_turns(game[1], stems)
    assert causes > 100
    assert silent == 0
    distances = proof.measure_distances(stems)
    assert distances
    assert min(distances) >= proof.LEAST_DISTANCE


def test_a_room_that_gives_no_way_would_be_noticed(proof, game, monkeypatch):
    monkeypatch.setattr("footfall.audio.mixing.MARGIN", -60.0)
    assert min(proof.measure_distances(separate_scenes(game[1]))) < proof.LEAST_DISTANCE


@pytest.mark.proof(0)
def test_steps_on_grounds_are_told_apart(proof, game):
    pairs, told = proof.tell_grounds_apart(game[0])
    assert told >= proof.LEAST_PAIRS * pairs


@pytest.mark.parametrize(
    ("mix", "has_own", "has_room"),
    [(Mix(), True, True), (Mix(room=0), True, False), (Mix(own=0), False, True), (Mix(volume=0), False, False)],
)
def test_each_channel_has_a_volume(game, mix, has_own, has_room):
    stems = separate_scenes(game[1][:20], mix=mix)
    assert (np.abs(stems.own).max() > 0, np.abs(stems.room).max() > 0) == (has_own, has_room)


@pytest.mark.parametrize(("hp", "is_heard"), [(40, False), (4, True), (0, False)])
def test_the_heart_of_the_nearly_dead_is_heard(hp, is_heard):
    game = scene("@....", actors={"@": {"hp": hp, "hp_max": 40}})
    phase = get_phase(game.session.context())
    assert bool([*sounds.list_heartbeat(phase)]) is is_heard


@pytest.mark.parametrize(("picture", "count"), [("@E......", 1), ("@.......E", 0), ("@#E", 0)])
def test_creatures_in_view_are_heard_as_far_as_the_character_hears(picture, count):
    game = scene(picture, actors={"@": {"stats": {"foh": 5}}})
    phase = get_phase(game.session.context())
    enemy = phase.world.actors[game.find_id("E")]
    phase.world.noises.append(Noise("strike", phase.level.id, enemy.at, 3, phase.turn, enemy.id, phase.turn))
    assert len(sounds.split_noises(phase)[1]) == count


def test_walls_are_as_far_however_the_place_is_turned():
    is_open, at = np.zeros((24, 24), np.bool_), np.zeros((24, 24), np.bool_)
    is_open[3:9, 2:20], at[5, 17] = True, True
    turned = [(turn(is_open, n), turn(at, n)) for turn in (np.rot90, lambda a, n: np.rot90(a.T, n)) for n in range(4)]
    assert {sounds.measure_walls(place, place, tuple(np.argwhere(here)[0])) for place, here in turned} == {3}


def test_a_large_hard_room_echoes_longer():
    lengths = [
        len(mixing.place_sound(NearSound(NOISE), Acoustics(size, hardness)))
        for size, hardness in ((0, 100), (6, 20), (6, 100))
    ]
    assert lengths == sorted(set(lengths))


def test_a_loop_has_no_seam_and_takes_differ():
    loop = loop_room(Acoustics(tones=(AIR,)))
    assert loop is not None
    assert len(loop) == RATE * mixing.LOOP_SECONDS
    parts = [np.square(loop[start : start + RATE // 4]).mean() for start in range(0, len(loop), RATE // 4)]
    assert max(parts) < 4 * min(parts)
    assert not np.array_equal(synthesize(NOISE, 0), synthesize(NOISE, 1))


class FakeSpeaker:
    """A device whose samples never end; keeps what it is given."""

    def __init__(self):
        self.queued = dict.fromkeys(SoundChannel, 0)
        self.gains = dict.fromkeys(SoundChannel, 1.0)

    def count_queued(self, channel):
        return self.queued[channel]

    def play(self, channel, samples):
        self.queued[channel] += len(samples)

    def set_gain(self, channel, gain):
        self.gains[channel] = gain


def test_a_missing_device_is_told_once_a_foreign_sound_is_missed():
    def refuse():
        raise NoAudioError("no device")

    reasons = []
    player = ScenePlayer(reasons.append, refuse)
    player.hear(Scene(title=Message("x"), turn=1, sounds=(NearSound(NOISE),)), None)
    assert reasons == []
    step = Percept(Message("x"), 1, 2, recipe=NOISE)
    for turn in (2, 3):
        player.hear(Scene(title=Message("x"), turn=turn, percepts=(step,)), None)
    assert reasons == ["no device"]


def test_the_room_sounds_on_and_gives_way_while_a_foreign_sound_lasts(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("footfall.audio.speaker.time.monotonic", lambda: now[0])
    speaker = FakeSpeaker()
    player = ScenePlayer(pytest.fail, lambda: speaker)
    room = Acoustics(4, 100, (AIR,))
    calm = Scene(title=Message("x"), turn=1, acoustics=room)
    player.hear(calm, None)
    assert speaker.queued[SoundChannel.ROOM] == RATE
    speaker.queued[SoundChannel.ROOM] = 0  # a second later
    player.hear(calm, calm)
    assert speaker.queued[SoundChannel.ROOM] == RATE
    step = Percept(Message("x"), 1, 2, muffling=3, recipe=NOISE)
    loud = Scene(title=Message("x"), turn=2, acoustics=room, percepts=(step,), sounds=(NearSound(NOISE, loudness=5),))
    player.hear(loud, calm)
    assert speaker.gains[SoundChannel.OWN] == speaker.gains[SoundChannel.ROOM] < 0.5
    speaker.queued = dict.fromkeys(SoundChannel, 0)
    now[0] += 5
    player.hear(loud, loud)
    assert speaker.gains[SoundChannel.ROOM] == 1.0
