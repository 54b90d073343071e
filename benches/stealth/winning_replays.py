"""Searches games that the expert bot wins, and writes the commands of the shortest of each course.

    python benches/stealth/winning_replays.py [--out tests/data/stealth] [--courses first,whole,daily]
        [--games 200] [--batch 20] [--workers N]

Run it again whenever rules or figures change: a game is won again only under the rules it was recorded with, and
``tests/stealth/test_stealth_wins.py`` plays them. Line 1 of a file is a `WinHeader` as JSON; each of the others has a
turn, the hash of the state there, and the commands since the line before: ``2`` is a step, ``wait*3`` three commands,
``throw:7:4,12`` one with an item and a target. The games of a course are tried in batches; the first batch
with a win (outcome ``won``: the great bell carried home) ends the search. Those of the daily course are the games of
the days from `FIRST_DAY` on. Exit code 1 if a course has none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from footfall.app.startup import daily_seed, is_daily
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.codec import parse_command, to_plain
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import BUILTIN_COMMANDS, Command
from footfall.engine.session import Session
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan, get_plan_rules, resolve_plan
from footfall.sim.run import simulate

BOT = "core.stealth:expert"

MAX_COMMANDS = 9000
"""Commands after which a game counts as lost."""

FIRST_DAY = date(2026, 1, 1)
"""The first day whose daily game is tried."""


TURNS = 100
"""Commands of a line."""


class WinHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What a recorded game begins with."""

    game: str
    seed: int
    options: dict[str, Any]
    lock: tuple[tuple[str, str, str], ...]
    settings: dict[str, Any]


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


def write_win(plan: Plan, seed: int, path: Path) -> str | None:
    """Plays a game again and writes its commands; returns its outcome."""
    rules = get_plan_rules(plan)
    session = Session.begin(rules, seed, plan.options, quiet=True)
    bot = find_bot(rules, BOT)
    ctx = BotContext(session, bot.id, 1)
    header = WinHeader(
        game=plan.game, seed=seed, options=plan.options, lock=rules.lock, settings=dict(session.state.settings)
    )
    lines, words = [msgspec.json.encode(header).decode()], []
    while session.state.outcome is None:
        command = bot.decide(ctx, list_legal_commands(session))
        words.append(format_command(command))
        session.submit(command)
        if len(words) == TURNS or session.state.outcome is not None:
            runs = ((word, len(list(run))) for word, run in groupby(words))
            shown = (word if count == 1 else f"{word}*{count}" for word, count in runs)
            lines.append(" ".join((str(session.state.turn), session.hash(), *shown)))
            words.clear()
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return session.state.outcome


def format_command(command: Command) -> str:
    """Returns a command of the character as a word."""
    values = {name: value for name, value in to_plain(command).items() if name != "actor"}
    name = values.pop("type").partition(":")[2]
    shown = [
        "-" if value is None else ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for value in values.values()
    ]
    return shown[0] if name == "step" else ":".join((name, *shown))


def read_win(path: Path) -> tuple[WinHeader, list[tuple[int, str, list[str]]]]:
    """Reads a recorded game: its header, and the turn, the hash and the commands of each line."""
    first, *rest = path.read_text("utf-8").splitlines()
    rows = ((int(turn), hash, words) for turn, hash, *words in map(str.split, rest))
    header = msgspec.json.decode(first, type=WinHeader)
    return header, [(turn, hash, list(_repeat(words))) for turn, hash, words in rows]


def _repeat(words: list[str]) -> Iterator[str]:
    for word in words:
        name, _, count = word.partition("*")
        yield from [name] * int(count or 1)


def read_command(rules: Rules, word: str) -> Command:
    """Returns the command that a word stands for."""
    name, *values = word.split(":") if not word.isdigit() else ("step", word)
    kinds = {str(kind.__struct_config__.tag): kind for kind in (*rules.commands, *BUILTIN_COMMANDS)}
    tag = next(tag for tag in kinds if tag.partition(":")[2] == name)
    fields = [field for field in kinds[tag].__struct_fields__ if field != "actor"]
    read = [None if value == "-" else value.split(",") if "," in value else value for value in values]
    return parse_command({"type": tag, "actor": 1, **dict(zip(fields, read, strict=True))}, kinds)


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
        path = arguments.out / f"{course}-win.txt"
        outcome = write_win(plan, seed, path)
        print(f"{path}: {outcome}, {path.stat().st_size / 1024:.0f} KiB")
        failed |= outcome != "won"
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
