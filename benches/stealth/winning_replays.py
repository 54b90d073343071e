"""Searches games that the expert bot wins, and writes the shortest replay of each course.

    python benches/stealth/winning_replays.py [--out tests/data/stealth] [--courses first,whole,daily]
        [--games 200] [--batch 20] [--workers N]

Run it again whenever rules or figures change: a replay plays only under the rules it was recorded with, and
``tests/stealth/test_stealth_wins.py`` plays all of them. The games of a course are tried in batches; the first batch
with a win (outcome ``won``: the great bell carried home) ends the search. Those of the daily course are the games of
the days from `FIRST_DAY` on. Exit code 1 if a course has none.
"""

from __future__ import annotations

import argparse
import sys
from datetime import date, timedelta
from pathlib import Path

import msgspec

from footfall import __version__
from footfall.app.new_game import daily_seed, is_daily
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.replay import Recorder
from footfall.engine.session import Session
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan, get_plan_rules, resolve_plan
from footfall.sim.run import simulate

BOT = "core.stealth:expert"

MAX_COMMANDS = 9000
"""Commands after which a game counts as lost."""

FIRST_DAY = date(2026, 1, 1)
"""The first day whose daily game is tried."""


def list_seeds(plan: Plan, games: int) -> tuple[int, ...]:
    """The seeds of the games that are tried: of the daily course those of successive days."""
    rules = get_plan_rules(plan)
    if is_daily(rules, plan.options):
        return tuple(daily_seed(rules, FIRST_DAY + timedelta(days)) for days in range(games))
    return tuple(plan.derive_game_seed(index) for index in range(games))


def find_win(plan: Plan, games: int, batch: int, workers: int | None) -> int | None:
    """The seed of the shortest won game of the first batch with any; None if no game is won."""
    seeds = list_seeds(plan, games)
    for start in range(0, games, batch):
        tried = seeds[start : start + batch]
        run = simulate(msgspec.structs.replace(plan, games=len(tried), seeds=tried), workers=workers)
        columns = run.columns
        won = [
            (columns["commands"][row], tried[columns["index"][row]])
            for row, outcome in enumerate(columns["outcome"])
            if outcome == "won"
        ]
        print(f"  {start + len(tried)} games: {len(won)} of {len(tried)} won", file=sys.stderr)
        if won:
            return min(won)[1]
    return None


def write_replay(plan: Plan, seed: int, path: Path) -> str | None:
    """Plays a game again and writes its commands with the hash of its end; returns its outcome."""
    rules = get_plan_rules(plan)
    session = Session.begin(rules, seed, plan.options, quiet=True)
    bot = find_bot(rules, BOT)
    ctx = BotContext(session, bot.id, 1)
    while session.state.outcome is None:
        session.submit(bot.decide(ctx, list_legal_commands(session)))
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(file, session, __version__)
        recorder.write_missing_commands(0)
        recorder.write_hash_mark(force=True)
    return session.state.outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("tests/data/stealth"))
    parser.add_argument("--courses", default="first,whole,daily")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--batch", type=int, default=20)
    parser.add_argument("--workers", type=int)
    arguments = parser.parse_args()
    failed = 0
    for course in arguments.courses.split(","):
        print(course, file=sys.stderr)
        options = {"course": course}
        game = Plan(game="core.stealth", seed=1, bots=(BOT,), options=options, max_commands=MAX_COMMANDS, timeout=0)
        plan, _ = resolve_plan(game)
        seed = find_win(plan, arguments.games, arguments.batch, arguments.workers)
        if seed is None:
            print(f"{course}: no game of {arguments.games} is won")
            failed = 1
            continue
        path = arguments.out / f"{course}-win.replay"
        outcome = write_replay(plan, seed, path)
        print(f"{path}: {outcome}, {path.stat().st_size / 1024:.0f} KiB")
        failed |= outcome != "won"
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
