"""Times King in two checkouts, without mods and with five that listen; see `compare_checkouts.py`.

The mods answer ``on_damage`` with terms for a loss in the King's presence; five others take the context and read the
board first. In a simulation the compiled board calls them if it can. The time of a game is its shortest over all
rounds, in processor time; that of a simulation the shortest of all its games together.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

from checkouts import run_checkout, run_rounds

GAMES = 60
MODS = 5
AIMS = {
    "Python, no mods": 600,
    "Python, five mods": 400,
    "simulation, five mods": 400,
    "simulation, five mods that read": 400,
}
"""Games per second, scaled to the calibration loop of `checkouts.REFERENCE_LOOP` milliseconds."""

MOD = """from footfall.api import add, hook

MOD = "bench.m{number}"


@hook
def on_damage(event):
    if event.manner == "presence":
        return [add("damage", {amount})]
    return None
"""


READING_MOD = """from footfall.api import add, hook
from footfall.plugins.king import api

MOD = "bench.r{number}"
GAMES = ["core.king"]


@hook
def on_damage(event, ctx):
    if event.manner == "presence" and api.sanity(ctx, event.target) > {number}:
        return [add("damage", {amount})]
    return None
"""


def write_mods(folder: Path, text: str = MOD) -> None:
    """Writes the listening mods, one file each."""
    for number in range(MODS):
        (folder / f"m{number}.py").write_text(text.format(number=number, amount=number % 2), encoding="utf-8")


def play_games(mods: list[Path]) -> dict[str, Any]:
    """Seconds of each game by random bots, and the hashes of their last states."""
    from footfall.engine.bots import BotContext, list_legal_commands
    from footfall.engine.session import Session
    from footfall.loader import load
    from footfall.sim.bots import find_bot

    rules = load("king", mods=mods, only_mods=()).rules
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


def simulate_games(mods: Path) -> dict[str, Any]:
    """Seconds of a simulation of games by random bots, and the hashes of their last states."""
    from footfall.sim.game_batch import play_batch
    from footfall.sim.plan import Plan, resolve_plan

    options = {"profile": "full_game", "players": 4}
    plan, _ = resolve_plan(Plan(game="core.king", seed=1, options=options, bots=("random",), mods=(str(mods),)))
    play_batch(plan, 0, 1)
    start = process_time()
    batch = play_batch(plan, 0, GAMES)
    return {"seconds": [process_time() - start], "hashes": batch.columns["hash"]}


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints the games per second of both checkouts side by side; returns whether their games are the same."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("listen", MOD), ("read", READING_MOD)):
            (Path(folder) / name).mkdir()
            write_mods(Path(folder) / name, text)
        played, scale = run_rounds(
            (old, new), rounds, lambda checkout: run_checkout(checkout, __file__, folder), "games/s on one core"
        )
    same = True
    for case, aim in AIMS.items():
        sides = [[cases[case] for cases in side] for side in played]
        before, after = (
            GAMES / scale / sum(map(min, zip(*(run["seconds"] for run in side), strict=True))) for side in sides
        )
        equal = all(run["hashes"] == sides[0][0]["hashes"] for side in sides for run in side)
        same = same and equal
        states = "equal states" if equal else "DIFFERENT STATES"
        verdict = "met" if after >= aim else "missed"
        print(f"{case:32} {before:6.0f} {after:6.0f}  {after / before:5.2f} x as fast, aim {aim} {verdict}, {states}")
    return same


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    cases = play_games([]), play_games([folder / "listen"]), *map(simulate_games, (folder / "listen", folder / "read"))
    print(json.dumps(dict(zip(AIMS, cases, strict=True))))
