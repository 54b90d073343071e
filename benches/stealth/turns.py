"""Milliseconds per turn with active monsters, for each backend.

    python benches/stealth/turns.py [--monsters 2 20 100 500] [--turns 400] [--profile] [--quiet]

Processor time, the minimum of five runs. The level is a hall with pillars, 80 x 36, or 256 x 256 for over 1,000
monsters. The player walks back and
forth and waits. All actors have enough hp to survive.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from footfall.api import Command, Question, State
from footfall.api.grid import WORLD_PART, Actor, Level, World, chebyshev_distance
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.testing.backends import list_backends, use_backend

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop

PHASE = "core.stealth:npc-phase"
"""The step that begins the phase of the creatures."""

STATS = {
    "to_hit": 0, "defense": 3, "strength": 1, "armor": 0, "stealth": 0, "luck": 0, "perception": 3,
    "fov": 6, "foh": 6, "aggressivity": 1000, "cost": 10, "stamina_max": 3,
}  # fmt: skip


def build_hall(monsters: int, mood: str, rules: Rules | None = None) -> Session:
    """A session with some monsters of one mood around the player; strict, except with the rules of mods."""
    is_strict = rules is None
    rules = rules or load("core.stealth", only_mods=()).rules
    height, width = (36, 80) if monsters <= 1000 else (256, 256)
    center = (height // 2, width // 2)
    tiles = np.zeros((height, width), np.uint8)
    tiles[0], tiles[-1], tiles[:, 0], tiles[:, -1] = 1, 1, 1, 1
    tiles[4:-4:5, 4:-4:6] = 1
    blank = np.zeros_like(tiles, dtype=bool)
    level = Level(1, "bench", 2, ["core.stealth:floor", "core.stealth:wall"], tiles, blank, blank.copy())
    actors = {1: Actor(1, "core.stealth:adept", 1, center, 10**6, 10**6, dict(STATS), "player")}
    spots = [(y, x) for y in range(2, height - 2, 4) for x in range(2, width - 2, 5) if not tiles[y, x]]
    if len(spots) < monsters:
        spots = [(y, x) for y, x in np.argwhere(tiles == 0).tolist() if chebyshev_distance((y, x), center) > 2]
    step = max(1, len(spots) // monsters)
    minds, fighters = {}, {1: {"stamina": 3}}
    for id, at in enumerate(spots[::step][:monsters], 2):
        actors[id] = Actor(id, "core.stealth:goblin", 1, at, 10**6, 10**6, dict(STATS))
        minds[id] = {"ai": "hostile", "mood": mood, "post": at}
        fighters[id] = {"stamina": 3}
    state = State(game="core.stealth", seed=7, settings=dict(rules.settings), question=Question(1))
    part = {"minds": minds, "fighters": fighters}
    state.parts = {
        WORLD_PART: World(max(1000, monsters + 2), 1, 1, {1: level}, actors),
        "core.stealth": msgspec.convert(part, rules.saves.parts["core.stealth"], strict=False),
    }
    return Session(rules, state, strict=is_strict)


def list_commands(session: Session, turns: int) -> Iterator[Command]:
    """The player's character walks back and forth, and waits after a step that was refused."""
    types = index_command_types(session.rules.commands)
    walk = [parse_command({"type": "core.stealth:step", "actor": 1, "direction": d}, types) for d in (2, 3, 4, 6, 7, 0)]
    wait = parse_command({"type": "core.stealth:wait", "actor": 1}, types)
    for turn in range(turns):
        played = session.state.turn
        yield walk[turn // 5 % len(walk)]
        if session.state.turn == played:
            yield wait


def time_turns(session: Session, turns: int) -> float:
    """Milliseconds per turn."""
    commands = list_commands(session, turns)
    start = time.process_time()
    for command in commands:
        session.submit(command)
    return (time.process_time() - start) * 1000 / turns


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--monsters", type=int, nargs="+", default=[2, 20, 100, 500])
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--quiet", action="store_true", help="without log and screen memory, as simulations play")
    args = parser.parse_args()
    print(f"calibration loop {time_calibration_loop():.2f} ms")
    for backend in list_backends():
        with use_backend(backend):
            for monsters in args.monsters:
                turns = max(10, (args.turns if backend == "rust" else args.turns // 20) * 20 // max(20, monsters))
                for mood in ("aggravated", "calm", "asleep"):
                    session = build_hall(monsters, mood)
                    session.quiet = args.quiet
                    time_turns(session, 10)
                    if args.profile and backend == "rust" and mood == "aggravated":
                        profile = cProfile.Profile()
                        profile.enable()
                        time_turns(session, turns)
                        profile.disable()
                        pstats.Stats(profile).sort_stats("tottime").print_stats(35)
                    best = min(time_turns(session, turns) for _ in range(5))
                    rate = f"{1000 / best:,.0f} turns/s"
                    print(f"{backend}: {best:.3f} ms per turn with {monsters} {mood} monsters, {rate}")


if __name__ == "__main__":
    main()
