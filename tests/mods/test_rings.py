"""Mods whose listeners answer each other: the ring ends, its listener is named, and the turn goes on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from footfall.api.grid import Noise, get_world
from footfall.cli import main
from footfall.engine.loop import RunawayError
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import choose_random_command
from footfall.testing.backends import use_backend

PUSH = """
from footfall.api import Push, hook

@hook
def on_enter(event, ctx):
    return [Push("core.stealth:entered", (event.actor, event.place, event.place))]
"""
FALL = '[hook.on_enter.start]\nwhen = "actor.sanity > -5"\ndo.lose = { seat = "actor", amount = 20 }\n'
GAIN = "[hook.on_damage.gain]\nwhen = \"manner == 'fall'\"\ndo.gain = { seat = 'target', amount = 20 }\n"
LOSE = "[hook.on_damage.lose]\nwhen = \"manner == 'fall'\"\ndo.lose = { seat = 'target', amount = 20 }\n"


def give(turns: int) -> str:
    return f'do.give = {{ actor = "actor", effect = "core.stealth:poisoned", turns = {turns} }}\n'


def answer(hook: str, actor: str = "actor") -> str:
    deeds = f'do.hurt = {{ actor = "{actor}" }}\ndo.noise = {{ at = "{actor}.cell", loudness = 3 }}\n'
    return f'[hook."{hook}".answers]\n{deeds}{give(3)}'.replace('"actor"', f'"{actor}"')


class Ring(NamedTuple):
    """Mods that answer each other.

    Attributes:
        mods: the rules of each mod, or its Python, by id.
        blamed: mod and hook that is suspended; none if the changes of a listener are not announced to it.
    """

    game: str
    mods: Mapping[str, str]
    blamed: tuple[str, ...] = ()


ECHO = '[hook.on_noise.echo]\ndo.noise = { at = "at", loudness = 3 }\n'
ANSWERED = ("core.stealth:on_hurt", "core.stealth:on_mood", "on_status_gain", "on_status_loss", "on_enter")
RINGS = {
    "a noise": Ring("stealth", {"ring.echo": ECHO}),
    "a noise in the delve": Ring("delve", {"ring.echo": ECHO}),
    "statuses": Ring(
        "stealth",
        {
            "ring.gain": f"[hook.on_turn_start.a]\n{give(5)}[hook.on_status_loss.a]\n{give(5)}",
            "ring.loss": f"[hook.on_status_gain.a]\n{give(0)}",
        },
    ),
    "blows, wounds, statuses and noises": Ring(
        "stealth",
        {"ring.all": answer("on_turn_end", "player") + answer("on_noise", "player") + "".join(map(answer, ANSWERED))},
    ),
    "a place": Ring("king", {"ring.place": '[hook.on_enter.a]\ndo.place = { seat = "actor", node = "F1_P" }\n'}),
    "falls": Ring("king", {"ring.fall": FALL + GAIN + LOSE}, ("ring.fall", "on_damage.lose")),
    "falls of three mods": Ring("king", {"ring.a": FALL, "ring.b": GAIN, "ring.c": LOSE}, ("ring.c", "on_damage.lose")),
    "a step": Ring("stealth", {"ring.push": PUSH}, ("ring.push", "on_enter")),
    "a step in the delve": Ring("delve", {"ring.push": PUSH}, ("ring.push", "on_enter")),
}
TURNS = 8


def write_ring(folder: Path, ring: Ring) -> list[str]:
    """Writes the mods; returns the options of the command line."""
    options = ["--trust"]
    for id, text in ring.mods.items():
        mod = folder / id
        (mod / "content").mkdir(parents=True)
        manifest = f'[mod]\nid = "{id}"\nversion = "1.0.0"\napi = "1"\ngames = ["core.{ring.game}"]\n'
        is_code = not text.startswith("[")
        (mod / "mod.toml").write_text(manifest + 'entry = "."\n' * is_code, encoding="utf-8")
        (mod / ("__init__.py" if is_code else "content/rules.toml")).write_text(text, encoding="utf-8")
        options += ["--mods", str(mod)]
    return options


def load_ring(folder: Path, ring: Ring) -> LoadResult:
    loaded = load(ring.game, mods=[folder / id for id in ring.mods], only_mods=())
    assert not loaded.findings
    return loaded


def play(session: Session, turns: int = TURNS) -> None:
    for _ in range(turns):
        if session.state.outcome is None:
            session.submit(choose_random_command(session))


@pytest.mark.proof(4)
@pytest.mark.parametrize("ring", RINGS.values(), ids=RINGS.keys())
def test_a_ring_ends_and_the_game_goes_on_alike_everywhere(tmp_path: Path, ring: Ring) -> None:
    write_ring(tmp_path, ring)
    hashes, problems = [], []
    for backend in ("python", "rust"):
        with use_backend(backend):
            loaded = load_ring(tmp_path, ring)
            session = Session.begin(loaded.rules, 5)
            play(session, TURNS // 2)
            save(session, tmp_path / "x.save", "1")
            play(session, TURNS // 2)
            hashes.append(session.hash())
            problems.append([str(problem) for problem in session.problems])
            resumed = load_save(loaded.rules, tmp_path / "x.save")
            for command in session.commands[resumed.state.turn :]:
                resumed.submit(command)
            hashes.append(resumed.hash())
            assert resumed.suspended == session.suspended == ({ring.blamed} if ring.blamed else set())
    assert len(set(hashes)) == 1
    assert problems[0] == problems[1]
    assert bool(problems[0]) == bool(ring.blamed)
    if ring.blamed:
        assert "what it changes led to it again over 100 times in one command" in problems[0][0]
        assert ("rules.toml:" in problems[0][0]) or ("__init__.py:" in problems[0][0])


FAIL = """
from footfall.api import Remember, hook

@hook
def on_turn_end(event, ctx):
    if ctx.state.turn <= 4:
        raise ValueError("not yet")
    return [Remember("turn", ctx.state.turn)]
"""


@pytest.mark.parametrize("turns", [2, 4])
def test_a_save_knows_what_failed(tmp_path: Path, turns: int) -> None:
    ring = Ring("stealth", {"ring.fail": FAIL})
    write_ring(tmp_path, ring)
    loaded = load_ring(tmp_path, ring)
    session = Session.begin(loaded.rules, 5)
    play(session, turns)
    save(session, tmp_path / "x.save", "1")
    play(session, 8 - turns)
    resumed = load_save(loaded.rules, tmp_path / "x.save")
    for command in session.commands[turns:]:
        resumed.submit(command)
    assert resumed.suspended == session.suspended == {("ring.fail", "on_turn_end")}
    assert resumed.hash() == session.hash()
    assert "ring.fail" not in resumed.state.memory


@pytest.mark.proof(0)
def test_noises_of_rules_do_not_pile_up(tmp_path: Path) -> None:
    noises = ", ".join(['{ at = "actor.cell", loudness = 1, turns = 900 }'] * 4)
    rules = "".join(f"[hook.on_turn_end.a{number}]\ndo.noise = [{noises}]\n" for number in range(160))
    ring = Ring("stealth", {"ring.din": rules})
    write_ring(tmp_path, ring)
    session = Session.begin(load_ring(tmp_path, ring).rules, 5)
    play(session, 6)
    assert len(get_world(session.state).noises) < 1_700
    assert "on_turn_end.a0" in {problem.via for problem in session.problems}
    assert "over 1,000 noises sound at once" in str(session.problems[0])
    assert {mod for mod, _ in session.suspended} == {"ring.din"}


def test_steps_of_a_crowd_silence_no_rule(tmp_path: Path) -> None:
    cry = '[hook.on_turn_end.cry]\ndo.noise = { at = "actor.cell", loudness = 1, kind = "cry" }\n'
    ring = Ring("stealth", {"ring.cry": cry})
    write_ring(tmp_path, ring)
    session = Session.begin(load_ring(tmp_path, ring).rules, 5)
    world = get_world(session.state)
    world.noises += [Noise("step", world.current, (1, 1), 1, 9_999)] * 1_100  # a floor that went on (P-STAIR-4)
    play(session, 3)
    assert not session.problems
    assert len(world.noises) > 1_100


@pytest.mark.parametrize("name", ["a noise", "falls", "a step in the delve"])
def test_a_recorded_ring_is_replayed_to_the_same_hash(tmp_path: Path, name: str) -> None:
    ring = RINGS[name]
    options = write_ring(tmp_path, ring)
    path = str(tmp_path / "x.replay")
    words = [ring.game, "--seed", "5", "--turns", str(TURNS), *options, "--record", path]
    played = CliRunner().invoke(main, ["run", *words])
    assert played.exit_code == bool(ring.blamed), played.output
    replayed = CliRunner().invoke(main, ["replay", path, *options])
    hashes = [result.output.rpartition("hash ")[2].split()[0].strip(",") for result in (played, replayed)]
    assert hashes[0] == hashes[1]


def test_a_strict_session_raises(tmp_path: Path) -> None:
    ring = RINGS["falls"]
    write_ring(tmp_path, ring)
    session = Session.begin(load_ring(tmp_path, ring).rules, 5, strict=True)
    with pytest.raises(RunawayError, match="what it changes led to it again over 100 times in one command"):
        play(session)


def test_another_version_of_a_mod_is_not_suspended(tmp_path: Path) -> None:
    ring = RINGS["falls"]
    write_ring(tmp_path, ring)
    session = Session.begin(load_ring(tmp_path, ring).rules, 5)
    while not session.suspended:
        session.submit(choose_random_command(session))
    save(session, tmp_path / "x.save", "1")
    (tmp_path / "ring.fall" / "content" / "rules.toml").write_text(GAIN, encoding="utf-8")
    resumed = load_save(load_ring(tmp_path, ring).rules, tmp_path / "x.save")
    assert not resumed.suspended
    assert "footfall" not in resumed.state.memory


NAMED_RINGS = {
    "a noise": ["do.noise may lead to on_noise.echo"],
    "a place": ["do.place may lead to on_enter.a"],
    "statuses": ["do.give may lead to on_status_gain.a of ring.loss, do.give may lead to on_status_loss.a"],
    "falls": [],
}


@pytest.mark.parametrize("name", NAMED_RINGS)
def test_mods_check_names_a_ring_of_rules(tmp_path: Path, name: str) -> None:
    ring = RINGS[name]
    write_ring(tmp_path, ring)
    folders = [str(tmp_path / id) for id in ring.mods]
    result = CliRunner().invoke(main, ["mods", "check", *folders], env={"COLUMNS": "400"})
    findings = [line for line in result.output.splitlines() if "advice FF521 rule-ring" in line]
    assert bool(findings) is bool(NAMED_RINGS[name])
    assert all("rules.toml:" in line for line in findings)
    for way in NAMED_RINGS[name]:
        assert any(line.endswith(way) for line in findings), result.output
