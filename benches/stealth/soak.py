"""Bots play the base game for 100,000 turns, three times over: what comes out must be the same.

    python benches/stealth/soak.py [--seeds 200] [--turns 500] [--every 100]

Each seed is played for so many turns, one game after another, beginning on each of the sixteen floors in
turn, by cautious, brawler and sneak in turn: with the Rust kernels, with the Python ones, and with the
Rust ones again but saved to a file and loaded from it every few turns. The state is hashed every hundred
turns and at the end of each game, the bots' commands with it. Every session is strict: a failure that a
game would contain ends the run.

Exit code 1 if anything was raised, if hashes differ, or if loading changed something.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from footfall import kernels
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.rules import Rules
from footfall.engine.saves.save import load, save
from footfall.engine.session import Session
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan, resolve_plan

BOTS = ("cautious", "brawler", "sneak")
FLOORS = 16
HASH_INTERVAL = 100
"""Turns between two looks at the state."""


@dataclass
class SoakRun:
    """One way of playing all seeds.

    Attributes:
        name: what it is called.
        backend: of the kernels.
        every: turns between two saves; 0: never.
        hashes: of the states, in order, by seed.
        commands: how many commands the bots gave.
        games, loads: how many.
        ends: outcomes of the games that ended.
        errors: what was raised, by seed.
        changed: loads after which the state was another.
        seconds: how long it took.
    """

    name: str
    backend: str
    save_interval: int = 0
    hashes: dict[int, list[str]] = field(default_factory=dict)
    commands: int = 0
    games: int = 0
    loads: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    changed_loads: int = 0
    seconds: float = 0.0


class SoakPlayer:
    """Plays seeds to a number of turns and writes into a `Run` what came out."""

    def __init__(self, run: SoakRun, plan: Plan, rules: Rules, turns: int, folder: Path) -> None:
        self.run, self.plan, self.rules, self.turns = run, plan, rules, turns
        self.save = folder / "soak.save"

    def play_seed(self, number: int) -> None:
        """One seed: game after game until its turns are used up."""
        run = self.run
        hashes = run.hashes[number] = []
        bot = find_bot(self.rules, BOTS[number % len(BOTS)])
        used = game = 0
        try:
            while used < self.turns:
                floor = 1 + (number + game) % FLOORS
                seed = self.plan.derive_game_seed(1000 * number + game)
                session = Session.begin(self.rules, seed, {"floor": floor}, strict=True, quiet=True)
                run.games += 1
                game += 1
                used = self._play_game(session, bot, used, hashes)
        except Exception as error:
            traceback.print_exc()
            run.errors.append(f"seed {number}, game {game - 1}, turn {used}: {error!r}")
        run.commands += used

    def _play_game(self, session: Session, bot: Bot, used: int, hashes: list[str]) -> int:
        seat = BotContext(session, bot.id, 1)
        while used < self.turns and (options := list_legal_commands(session)):
            command = bot.decide(seat, options)
            refused = session.submit(command).refusal
            if refused is not None:
                raise RuntimeError(f"{command} is listed as legal and refused: {refused.message.id}")
            used += 1
            if used % HASH_INTERVAL == 0:
                hashes.append(session.hash())
            if self.run.save_interval and used % self.run.save_interval == 0:
                session = self._save_and_load(session)
                seat, notes = BotContext(session, bot.id, 1), seat.notes
                seat.notes = notes
        self.run.outcomes[session.state.outcome or "goes on"] += 1
        hashes.append(session.hash())
        return used

    def _save_and_load(self, session: Session) -> Session:
        save(session, self.save, "soak")
        loaded = load(self.rules, self.save, strict=True, quiet=True)
        self.run.loads += 1
        same = loaded.hash() == session.hash() and loaded.commands == session.commands
        self.run.changed_loads += not same
        return loaded


def play_all(seeds: int, turns: int, save_interval: int, first: int = 0) -> list[SoakRun]:
    """All ways of playing the seeds from `first` on, and what came of each."""
    plan, rules = resolve_plan(Plan(game="core.stealth", seed=4, bots=BOTS[:1]))
    runs = [
        SoakRun("Rust", "rust"),
        SoakRun("Python", "python"),
        SoakRun(f"Rust, saved and loaded every {save_interval} turns", "rust", save_interval),
    ]
    before = kernels.get_backend()
    with tempfile.TemporaryDirectory() as folder:
        for run in runs:
            kernels.use_backend(run.backend)
            marathon = SoakPlayer(run, plan, rules, turns, Path(folder))
            start = time.perf_counter()
            for number in range(first, first + seeds):
                marathon.play_seed(number)
            run.seconds = time.perf_counter() - start
    kernels.use_backend(before)
    return runs


def list_failures(runs: list[SoakRun]) -> list[str]:
    """What must not be, in words."""
    told = [f"{run.name}: {error}" for run in runs for error in run.errors]
    told += [f"{run.name}: {run.changed_loads} loads changed the state" for run in runs if run.changed_loads]
    for run in runs[1:]:
        different = [seed for seed, hashes in runs[0].hashes.items() if run.hashes[seed] != hashes]
        if different:
            told.append(f"{run.name}: other hashes than {runs[0].name} for seeds {different[:10]}")
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--turns", type=int, default=500, help="of each seed")
    parser.add_argument("--every", type=int, default=100, help="turns between two saves")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    runs = play_all(given.seeds, given.turns, given.every, given.first)
    for run in runs:
        ends = ", ".join(f"{count} {end}" for end, count in run.outcomes.most_common())
        hashes = sum(map(len, run.hashes.values()))
        print(
            f"{run.name}: {run.commands:,} turns, {run.games} games ({ends}), {hashes:,} hashes,"
            f" {run.loads} loads, {len(run.errors)} exceptions, {run.seconds:.0f} s"
        )
    told = list_failures(runs)
    print("\n".join(told) if told else "equal hashes, nothing raised, no load changed anything")
    sys.exit(bool(told))


if __name__ == "__main__":
    main()
