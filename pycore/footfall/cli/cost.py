"""The time spent in hooks, steps and commands of mods, for ``footfall run --cost``."""

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

from footfall.conformance.prepare import read_starts
from footfall.engine.bots import BotContext
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import LoadResult, Monitor
from footfall.sim.bots import UnknownBotError, choose_random_command, find_bot, list_legal_commands, play_turns

from .options import GameOptions
from .output import Report, report_errors
from .playing import redirect_mod_output
from .tables import build_table

TURNS = 2000
"""Turns of all games together, unless the command line says otherwise."""


def measure_mods(loaded: LoadResult, setup: GameOptions, turns: int, games: int, *, include_game: bool) -> Report:
    """Plays games with the bots of the game's scenarios, or random commands; reports the cost of each mod.

    Args:
        include_game: whether to report the plugins of the game itself as well.
    """
    assert loaded.game is not None
    monitor = Monitor()
    rules = monitor.instrument(loaded.rules, loaded.hooks)
    start_time = perf_counter()
    played = sum(_play_games(rules, setup, turns, games))
    seconds = perf_counter() - start_time
    own = () if include_game else loaded.game.rule_mods
    rows = [
        {
            "mod": mod,
            "hook": hook,
            "calls": count.calls,
            "per_turn": count.calls / played if played else 0.0,
            "microseconds": count.nanoseconds / count.calls / 1e3 if count.calls else 0.0,
            "milliseconds_per_turn": count.nanoseconds / 1e6 / played if played else 0.0,
            "share": count.nanoseconds / 1e9 / seconds,
            "errors": count.errors,
        }
        for (mod, hook), count in sorted(monitor.stats.items(), key=lambda row: -row[1].nanoseconds)
        if mod not in own
    ]
    never_called = sorted(
        {
            (item.mod, item.hook)
            for items in loaded.hooks.values()
            for item in items
            if (item.mod, item.hook) not in monitor.stats and item.mod not in loaded.game.rule_mods
            if not loaded.contract[item.hook].is_called_at_start
        }
    )
    data = {
        "game": loaded.game.id,
        "turns": played,
        "seconds": seconds,
        "hooks": rows,
        "never_called": [list(pair) for pair in never_called],
    }
    return Report(data, _describe_costs(rows, data, never_called))


def _play_games(rules: Rules, setup: GameOptions, turns: int, games: int) -> Iterator[int]:
    """Plays games from the starts of the game's scenarios; yields the number of turns of each."""
    starts = read_starts(rules.game)
    first = 1 if setup.seed is None else setup.seed
    for seed in range(first, first + games):
        start = starts[seed % len(starts)]
        with report_errors(ValueError), redirect_mod_output():
            session = Session.begin(rules, seed, {**start.options, **setup.option_values}, quiet=True)
            yield sum(1 for _ in _play_turns(session, start.bot, -(-turns // games)))


def _play_turns(session: Session, bot: str, turns: int) -> Iterator[object]:
    """Plays up to `turns` turns with the named bot if the game has it, else with random commands."""
    try:
        player = find_bot(session.rules, bot) if bot else None
    except UnknownBotError:
        player = None
    if player is None:
        with suppress(RuntimeError, ValueError):  # a mod forbids a command the game lists: these turns are reported
            yield from play_turns(session, choose_random_command, turns)
        return
    contexts: dict[int, BotContext] = {}
    for _ in range(turns):
        question, options = session.state.question, list_legal_commands(session)
        if question is None or not options:
            return
        context = contexts.setdefault(question.actor, BotContext(session, player.id, question.actor))
        yield session.submit(player.decide(context, options))


def _describe_costs(
    rows: list[dict[str, Any]], data: dict[str, Any], never_called: list[tuple[str, str]]
) -> Iterator[object]:
    texts = ("{mod}", "{hook}", "{calls:,}", "{per_turn:.2f}", "{microseconds:.2f}", "{milliseconds_per_turn:.4f}")
    numbers = ("calls", "per turn", "µs per call", "ms per turn", "share", "errors")
    cells = ((*(text.format(**row) for text in texts), f"{row['share']:.1%}", row["errors"] or "") for row in rows)
    if rows:
        yield build_table(("mod", "hook, step or command"), cells, numbers=numbers)
    for mod in dict.fromkeys(row["mod"] for row in rows):
        cost, share = (sum(row[key] for row in rows if row["mod"] == mod) for key in ("milliseconds_per_turn", "share"))
        yield f"{mod}: {cost:.4f} ms per turn, {share:.1%} of the time"
    if not rows:
        yield "no code of mods ran"
    turns, seconds = data["turns"], data["seconds"]
    yield f"{data['game']}: {turns:,} turns in {seconds:.2f} s, {seconds / max(turns, 1) * 1e3:.3f} ms per turn"
    if never_called:
        yield "never called: " + ", ".join(f"{hook} of {mod}" for mod, hook in never_called)
