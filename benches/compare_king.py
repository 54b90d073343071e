"""Times King in Python in two checkouts, without mods and with five that listen; see `compare_checkouts.py`.

The mods answer ``on_damage`` with terms for a loss in the King's presence. The time of a game is its shortest over all
rounds, in processor time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

from calibration import time_calibration_loop

GAMES = 60
MODS = 5
REFERENCE_LOOP = 5.5
AIMS = {"no mods": 600, "five mods": 400}
"""Games per second, scaled to a calibration loop of `REFERENCE_LOOP` milliseconds."""

MOD = """from footfall.api import add, hook

MOD = "bench.m{number}"


@hook
def on_damage(event):
    if event.manner == "presence":
        return [add("damage", {amount})]
    return None
"""


def write_mods(folder: Path) -> None:
    """Writes the listening mods, one file each."""
    for number in range(MODS):
        (folder / f"m{number}.py").write_text(MOD.format(number=number, amount=number % 2), encoding="utf-8")


def play_games(mods: list[Path]) -> dict[str, Any]:
    """Seconds of each game by random bots, and the hashes of their last states."""
    from footfall.engine.bots import BotContext, list_legal_commands
    from footfall.engine.session import Session
    from footfall.loader import load
    from footfall.sim.bots import find_bot

    rules = load("king", mods=mods, only=()).rules
    options = {"profile": "full_game", "players": 4}
    bot = find_bot(rules, "random")
    seconds, hashes = [], []
    for seed in range(GAMES):
        start = process_time()
        session = Session.begin(rules, seed, options, quiet=True)
        contexts = [BotContext(session, bot.id, actor) for actor in range(4)]
        while (question := session.state.question) is not None:
            session.submit(bot.decide(contexts[question.actor], list_legal_commands(session)))
        seconds.append(process_time() - start)
        hashes.append(session.hash())
    return {"seconds": seconds, "hashes": hashes}


def run_checkout(checkout: Path, mods: Path) -> dict[str, dict[str, Any]]:
    """Plays both cases in a process of their own, with the code of a checkout."""
    paths = os.pathsep.join((str(checkout / "pycore"), str(Path(__file__).parent)))
    variables = {**os.environ, "PYTHONPATH": paths}
    result = subprocess.run([sys.executable, __file__, str(mods)], env=variables, stdout=subprocess.PIPE, check=True)
    cases: dict[str, dict[str, Any]] = json.loads(result.stdout)
    return cases


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints the games per second of both checkouts side by side; returns whether their games are the same."""
    played: list[list[dict[str, dict[str, Any]]]] = [[], []]
    loop = time_calibration_loop()
    with tempfile.TemporaryDirectory() as folder:
        write_mods(Path(folder))
        for _ in range(rounds):
            for index, checkout in enumerate((old, new)):
                played[index].append(run_checkout(checkout, Path(folder)))
                loop = min(loop, time_calibration_loop())
    print(f"calibration loop {loop:.2f} ms; games/s on one core, scaled to a loop of {REFERENCE_LOOP} ms")
    same = True
    for case, aim in AIMS.items():
        sides = [[cases[case] for cases in side] for side in played]
        before, after = (
            GAMES * loop / REFERENCE_LOOP / sum(map(min, zip(*(run["seconds"] for run in side), strict=True)))
            for side in sides
        )
        equal = all(run["hashes"] == sides[0][0]["hashes"] for side in sides for run in side)
        same = same and equal
        states = "equal states" if equal else "DIFFERENT STATES"
        verdict = "met" if after >= aim else "missed"
        print(f"{case:10} {before:6.0f} {after:6.0f}  {after / before:5.2f} x as fast, aim {aim} {verdict}, {states}")
    return same


if __name__ == "__main__":
    print(json.dumps({"no mods": play_games([]), "five mods": play_games([Path(sys.argv[1])])}))
