"""Bots play stealth for 100,000 turns in four ways, which must give the same games.

    python benches/stealth/soak.py [--seeds 200] [--turns 500] [--every 100]

The four ways: Rust kernels with compiled steps, the same without them, Python kernels, and Rust kernels with compiled
steps and a save and a load every few turns. Each seed is
played for `--turns` turns, one game after another; start floors and bots (cautious, brawler, sneak) rotate. The state
is hashed every hundred turns and at the end of each game. Sessions are strict, so the first failure ends a seed. The
printed digest covers all hashes in order: compare it between two versions of the code.

Exit code 1 on an exception, a hash that differs, or a load that changes the state.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.saves.save import load, save
from footfall.engine.session import Session
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan, resolve_plan
from footfall.testing.backends import use_backend

BOTS = ("cautious", "brawler", "sneak")
FLOORS = 16
HASH_INTERVAL = 100
"""Turns between two state hashes."""


@dataclass
class SoakRun:
    """One way of playing all seeds.

    Attributes:
        backend: the backend of the kernels.
        save_interval: turns between two saves; 0: never.
        is_compiled: whether compiled steps play.
        hashes: state hashes in order, by seed.
        commands, games, loads: totals.
        outcomes: number of games by outcome.
        errors: exceptions with seed, game and turn.
        changed_loads: number of loads that changed the state.
        seconds: elapsed time.
    """

    name: str
    backend: str
    save_interval: int = 0
    is_compiled: bool = True
    hashes: dict[int, list[str]] = field(default_factory=dict)
    commands: int = 0
    games: int = 0
    loads: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    changed_loads: int = 0
    seconds: float = 0.0

    def compute_digest(self) -> str:
        """Digest of all hashes by seed."""
        text = "\n".join(f"{seed} {' '.join(hashes)}" for seed, hashes in sorted(self.hashes.items()))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def play_seed(self, plan: Plan, rules: Rules, number: int, turns: int, path: Path) -> None:
        """Plays one seed: game after game until its turns are used up."""
        hashes = self.hashes[number] = []
        bot = find_bot(rules, BOTS[number % len(BOTS)])
        used = game = 0
        try:
            while used < turns:
                options = {"floor": 1 + (number + game) % FLOORS}
                seed = plan.derive_game_seed(1000 * number + game)
                session = Session.begin(rules, seed, options, strict=True, quiet=True)
                if not self.is_compiled:
                    session.compiled_steps = {}
                game += 1
                context = BotContext(session, bot.id, 1)
                while used < turns and (commands := list_legal_commands(session)):
                    command = bot.decide(context, commands)
                    refusal = session.submit(command).refusal
                    if refusal is not None:
                        raise RuntimeError(f"{command} is listed as legal but refused: {refusal.message.id}")
                    used += 1
                    if used % HASH_INTERVAL == 0:
                        hashes.append(session.hash())
                    if self.save_interval and used % self.save_interval == 0:
                        session, notes = self._save_and_load(session, path), context.notes
                        context = BotContext(session, bot.id, 1)
                        context.notes = notes
                self.outcomes[session.state.outcome or "continues"] += 1
                hashes.append(session.hash())
        except Exception as error:
            traceback.print_exc()
            self.errors.append(f"seed {number}, game {game - 1}, turn {used}: {error!r}")
        self.games += game
        self.commands += used

    def _save_and_load(self, session: Session, path: Path) -> Session:
        save(session, path, "soak")
        loaded = load(session.rules, path, strict=True, quiet=True)
        self.loads += 1
        self.changed_loads += loaded.hash() != session.hash() or loaded.commands != session.commands
        return loaded


def play_all(seeds: int, turns: int, save_interval: int, first: int = 0) -> list[SoakRun]:
    """Plays all seeds from `first` on in the four ways."""
    plan, rules = resolve_plan(Plan(game="core.stealth", seed=4, bots=BOTS[:1]))
    runs = [
        SoakRun("Rust", "rust"),
        SoakRun("Rust, steps in Python", "rust", is_compiled=False),
        SoakRun("Python", "python"),
        SoakRun(f"Rust, saved and loaded every {save_interval} turns", "rust", save_interval),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for run in runs:
            start = time.perf_counter()
            with use_backend(run.backend):
                for number in range(first, first + seeds):
                    run.play_seed(plan, rules, number, turns, Path(folder) / "soak.save")
            run.seconds = time.perf_counter() - start
    return runs


def list_failures(runs: list[SoakRun]) -> list[str]:
    """Describes exceptions, changed states and differences between the runs."""
    messages = [f"{run.name}: {error}" for run in runs for error in run.errors]
    messages += [f"{run.name}: {run.changed_loads} loads changed the state" for run in runs if run.changed_loads]
    for run in runs[1:]:
        different = [seed for seed, hashes in runs[0].hashes.items() if run.hashes[seed] != hashes]
        if different:
            messages.append(f"{run.name}: hashes differ from {runs[0].name} for seeds {different[:10]}")
    return messages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--turns", type=int, default=500, help="turns per seed")
    parser.add_argument("--every", type=int, default=100, help="turns between two saves")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    runs = play_all(args.seeds, args.turns, args.every, args.first)
    for run in runs:
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in run.outcomes.most_common())
        hashes = sum(map(len, run.hashes.values()))
        print(
            f"{run.name}: {run.commands:,} turns, {run.games} games ({outcomes}), {hashes:,} hashes,"
            f" {run.loads} loads, {len(run.errors)} exceptions, {run.seconds:.0f} s, digest {run.compute_digest()}"
        )
    failures = list_failures(runs)
    print("\n".join(failures) if failures else "equal hashes, no exceptions, no state changed by loading")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
