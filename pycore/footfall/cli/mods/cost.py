"""``footfall mods cost``: measures the time spent in hooks, steps and commands of mods."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

import click
from rich.table import Table

from footfall.engine.bots import BotContext
from footfall.engine.session import Session
from footfall.loader import Monitor, Trust, discover
from footfall.loader.isolation.trust import can_run
from footfall.sim.bots import UnknownBotError, choose_random_command, find_bot, list_legal_commands, play_turns
from footfall.testing.scenario import GameStart, ScenarioError, load_fixture

from ..compose import load_mods, redirect_mod_output
from ..mod_lookup import find_mod
from ..options import CliError, current_trust, mod_options, parse_pairs, set_trust
from ..output import echo
from ..safe_console import SafeConsole


@click.command("cost")
@click.argument("game", default="stealth")
@click.option(
    "--with", "with_mods", multiple=True, metavar="MOD", help="Also load this mod and run its code. Repeatable."
)
@click.option("--turns", type=click.IntRange(min=1), default=2000, show_default=True, help="Total number of turns.")
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True, help="Number of games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set a setup option of the game. Repeatable."
)
@click.option("--all", "include_game", is_flag=True, help="Include the plugins of the game itself.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
@click.pass_context
def measure_mods(
    context: click.Context,
    game: str,
    with_mods: tuple[str, ...],
    turns: int,
    games: int,
    seed: int,
    options: tuple[str, ...],
    include_game: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Play GAME with random commands and bots, and report the time spent in each mod's hooks and steps.

    The time of a step or command includes the hooks it calls.
    """
    if with_mods:
        _refuse_unapproved(mod_paths)
        set_trust(context, Trust.NAMED)
        mod_paths = (*mod_paths, *(find_mod(word).files.path for word in with_mods))
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang)
    assert loaded.game is not None
    monitor = Monitor()
    rules = monitor.instrument(loaded.rules, loaded.hooks)
    try:
        starts = load_fixture(loaded.game.id).starts or (GameStart(),)
    except ScenarioError:
        starts = (GameStart(),)
    played, start_time = 0, perf_counter()
    values = parse_pairs(options, "option")
    for number in range(games):
        start = starts[(seed + number) % len(starts)]
        try:
            with redirect_mod_output():
                session = Session.begin(rules, seed + number, {**start.options, **values}, quiet=True)
        except ValueError as error:
            raise CliError(str(error)) from None
        with redirect_mod_output():
            played += sum(1 for _ in _play_turns(session, start.bot, -(-turns // games)))
    seconds = perf_counter() - start_time
    own = set(loaded.game.rule_mods)
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
        if include_game or mod not in own
    ]
    never_called = sorted(
        {
            (item.mod, item.hook)
            for items in loaded.hooks.values()
            for item in items
            if (item.mod, item.hook) not in monitor.stats and item.mod not in own
            if not loaded.contract[item.hook].is_called_at_start
        }
    )
    if as_json:
        report = {
            "game": loaded.game.id,
            "turns": played,
            "seconds": seconds,
            "hooks": rows,
            "never_called": [list(pair) for pair in never_called],
        }
        echo(json.dumps(report, indent=2))
        return
    _print_table(
        rows, f"{loaded.game.id}: {played:,} turns in {seconds:.2f} s, {seconds / max(played, 1) * 1e3:.3f} ms per turn"
    )
    if never_called:
        echo("never called: " + ", ".join(f"{hook} of {mod}" for mod, hook in never_called))


def _refuse_unapproved(mod_paths: Sequence[Path]) -> None:
    """Refuses mods of ``--mods`` that are not approved: ``--with`` would approve all mods named by path.

    Raises:
        CliError: there is one.
    """
    trust = current_trust()
    for path in mod_paths:
        for mod in discover([path], all_sources=False)[0].values():
            if not can_run(mod, trust):
                raise CliError(f"not approved: {mod.id}; to profile it: --with {mod.files.path}")


def _play_turns(session: Session, bot: str, turns: int) -> Iterator[object]:
    """Plays up to `turns` turns with the named bot if the game has it, else with random commands."""
    try:
        player = find_bot(session.rules, bot) if bot else None
    except UnknownBotError:
        player = None
    if player is None:
        yield from _play_randomly(session, turns)
        return
    contexts: dict[int, BotContext] = {}
    for _ in range(turns):
        question, options = session.state.question, list_legal_commands(session)
        if question is None or not options:
            return
        context = contexts.setdefault(question.actor, BotContext(session, player.id, question.actor))
        yield session.submit(player.decide(context, options))


def _play_randomly(session: Session, turns: int) -> Iterator[object]:
    try:
        yield from play_turns(session, choose_random_command, turns)
    except (RuntimeError, ValueError):  # a mod forbids a command the game lists: report the turns played so far
        return


def _print_table(rows: list[dict[str, object]], title: str) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("mod", "hook, step or command"):
        table.add_column(column, overflow="fold")
    for column in ("calls", "per turn", "µs per call", "ms per turn", "share", "errors"):
        table.add_column(column, justify="right")
    totals: dict[str, list[float]] = {}
    for row in rows:
        total = totals.setdefault(str(row["mod"]), [0.0, 0.0])
        total[0] += float(row["milliseconds_per_turn"])  # type: ignore[arg-type]
        total[1] += float(row["share"])  # type: ignore[arg-type]
        table.add_row(
            str(row["mod"]),
            str(row["hook"]),
            f"{row['calls']:,}",
            f"{row['per_turn']:.2f}",
            f"{row['microseconds']:.2f}",
            f"{row['milliseconds_per_turn']:.4f}",
            f"{row['share']:.1%}",
            str(row["errors"] or ""),
        )
    if rows:
        SafeConsole().print(table)
    for mod, (cost, share) in totals.items():
        echo(f"{mod}: {cost:.4f} ms per turn, {share:.1%} of the time")
    if not rows:
        echo("no code of mods ran")
    echo(title)
