"""``footfall simulate``: plays many games with bots and summarizes the results."""

import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from footfall.diagnostics.findings import suggest
from footfall.diagnostics.plural import format_count
from footfall.disk import make_folder
from footfall.engine.compiled.native import COMPILED_MODES, COMPILED_VARIABLE, NotCompiledError
from footfall.engine.declarations.rules import Rules
from footfall.loader.profiles.user_choices import NO_CHOICES
from footfall.sim import output_folder, reports
from footfall.sim.game_batch import describe_failure
from footfall.sim.output_folder import format_json
from footfall.sim.plan import (
    GAME_TIMEOUT,
    MAX_COMMANDS,
    Plan,
    format_command_line,
    format_values,
    replace_values,
    resolve_plan,
)
from footfall.sim.run import SimulationRun, record_replay, simulate as play_all
from footfall.sim.summary import Arm, Comparison, Summary, compare_runs, list_combinations, parse_values, summarize

from .options import ANY_PATH, MODS, SETUP, GameOptions, game_options, parse_pairs, split_pairs
from .output import CliError, echo, report_write_errors
from .playing import exit_if_mods_failed, redirect_mod_output
from .tables import SafeConsole

DEFAULT_WIDTH = 120
"""Columns of the report when there is no terminal."""

RunWithSummary = tuple[SimulationRun, Summary]


class GameNumber(click.IntRange):
    """The number of a game; the error for a folder names the option for it."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the number."""
        if not str(value).isdecimal():
            self.fail(
                f"{value!r} is not the number of a game; a folder goes to --out: --record 0 --out DIR", param, ctx
            )
        return super().convert(value, param, ctx)


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games.")
@click.option(
    "--bots",
    "--bot",
    "bot_names",
    default="",
    help="Bot of each seat, apart by commas; a wrong name lists those of the game. Default: random.",
)
@click.option(
    "--workers", type=click.IntRange(min=0), help="Worker processes; 0: play in this process. Default: one per CPU."
)
@click.option(
    "--cluster", "address", metavar="ADDRESS", help="A Dask scheduler (tcp://host:8786). Needs the extra `cluster`."
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="NAME=A,B,C",
    help="Run once per value; several sweeps run all combinations. Values with commas: NAME=A;B;C.",
)
@click.option(
    "--compare",
    "comparisons",
    multiple=True,
    metavar="NAME=VALUE",
    help="Also run the same games with this value, and compare.",
)
@click.option("--out", type=ANY_PATH, metavar="DIR", help="Write tables, plots and a report.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option(
    "--record",
    "index",
    metavar="NUMBER",
    type=GameNumber(min=0),
    help="Play only the game of this number and write its replay.",
)
@click.option("--audit", "has_audit", is_flag=True, help="Also count every step and every die roll.")
@click.option("--max-commands", type=click.IntRange(min=1), default=MAX_COMMANDS, help="Commands per game at most.")
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=GAME_TIMEOUT, help="Time limit per game in seconds; 0: none."
)
@click.option(
    "--compiled",
    "compiled_mode",
    type=click.Choice(COMPILED_MODES),
    default="auto",
    envvar=COMPILED_VARIABLE,
    help="Whether to use the game's compiled rules; results are the same.",
)
@game_options("course", *SETUP, *MODS)
def simulate(
    game: str,
    bot_names: str,
    workers: int | None,
    address: str | None,
    sweeps: tuple[str, ...],
    comparisons: tuple[str, ...],
    out: Path | None,
    as_json: bool,
    index: int | None,
    setup: GameOptions,
    **plan_fields: Any,
) -> None:
    """Play many games of GAME with bots and summarize the results.

    In --sweep and --compare, NAME is a setup option of the game, a world setting by its full name (or
    without the game's id), bots, or mods (paths of additional mods). Exit code 1 if a game or a mod fails.
    """
    if sweeps and comparisons:
        raise click.UsageError("--sweep and --compare cannot be combined")
    rules = msgspec.structs.replace(setup, settings=()).load(game, choices=NO_CHOICES).rules
    plan = Plan(
        game=rules.game.id,
        seed=setup.seed or 0,
        bots=tuple(part.strip() for part in bot_names.split(",") if part.strip()) or ("random",),
        mods=tuple(str(path.resolve()) for path in setup.mod_paths),
        is_strict=setup.is_strict,
        **plan_fields,
    )
    values = {**rules.game.statistics.simulation_options, **setup.option_values, **setup.setting_values}
    plan = _apply_values(plan, rules, values)
    if index is not None:
        _record_game(plan, index, out)
        return
    if out is not None:  # fail before the first game, not after the last
        ensure_folder(out)
    runner = _PlanRunner(workers, address)
    data: dict[str, Any]
    show: Callable[[Console], None]
    if sweeps:
        names = {name: parse_values(text) for name, text in split_pairs(sweeps, "sweep", "A,B,C").items()}
        plans = [(values, _apply_values(plan, rules, values)) for values in list_combinations(names)]
        if not plans:
            raise click.UsageError("--sweep takes NAME=A,B,C with at least one value")
        arms = _run_sweep(runner, plans, out)
        data, show = {"sweep": arms}, partial(reports.print_sweep, arms=arms)
    elif comparisons:
        values = parse_pairs(comparisons, "compare")
        changed = format_values(values)
        runs = runner.play(plan), runner.play(_apply_values(plan, rules, values))
        comparison = compare_runs(runs[0][0], runs[1][0])
        if out is not None:
            output_folder.write_comparison(out, runs, comparison, changed)
        data = {"first": runs[0][1], "second": runs[1][1], "comparison": comparison}
        show = partial(_print_comparison, runs=runs, comparison=comparison, changed=changed)
    else:
        run, summary = runner.play(plan)
        if out is not None:
            output_folder.write_run(out, run, summary)
        data = {"summary": summary}
        command_line = format_command_line(run.plan)
        show = partial(reports.print_summary, summary=summary, replay_command=command_line)
    if as_json:
        echo(format_json(data), nl=False)
    else:
        show(SafeConsole(width=None if SafeConsole().is_terminal else DEFAULT_WIDTH))
    if out is not None:
        echo(f"written to {out}", err=True)
        if notice := output_folder.describe_missing_extras():
            echo(notice, err=True)
    for text, times in runner.problems.items():
        echo(f"{text} [{format_count(times, 'time')}]", err=True)
    if runner.failed:
        echo(f"{runner.failed} of {runner.played} games failed; the first: {runner.first}", err=True)
    if runner.failed or runner.problems:
        raise SystemExit(1)


class _PlanRunner:
    """Plays plans with a progress bar; errors become `CliError`.

    Attributes:
        played, failed: numbers of games.
        first: the error of the first failed game.
        problems: contained failures of mods, with their number.
    """

    def __init__(self, workers: int | None, address: str | None) -> None:
        self.played = self.failed = 0
        self.first = ""
        self.problems: Counter[str] = Counter()
        self._workers = workers
        self._address = address

    def play(self, plan: Plan, name: str = "") -> RunWithSummary:
        plan, rules = _prepare_plan(plan)
        errors = SafeConsole(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        try:
            with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
                task = bar.add_task(name or plan.game, total=plan.games, rate="")

                def on_progress(games: int) -> None:
                    bar.advance(task, games)
                    speed = bar.tasks[task].speed
                    bar.update(task, rate=f"{speed:.0f} games/s" if speed else "")

                with redirect_mod_output():
                    run = play_all(plan, workers=self._workers, cluster_address=self._address, on_progress=on_progress)
        except NotCompiledError as error:
            raise CliError(f"--compiled always: {error}") from None
        summary = summarize(run, rules)
        self.played += summary.games
        self.failed += len(summary.failures)
        self.problems.update({text: times for text, times, _ in summary.problems})
        if summary.failures and not self.first:
            index, reason = summary.failures[0]
            self.first = f"game {index}, {reason}"
        return run, summary


def _run_sweep(runner: _PlanRunner, plans: list[tuple[dict[str, Any], Plan]], out: Path | None) -> list[Arm]:
    for _, plan in plans:  # report a wrong value before the first game
        _prepare_plan(plan)
    arms: list[Arm] = []
    sections: list[str] = []
    first: SimulationRun | None = None
    for index, (values, plan) in enumerate(plans):
        run, summary = runner.play(plan, format_values(values))
        arms.append(Arm(values, summary, compare_runs(first, run).wins if first is not None else None))
        first = first or run
        if out is not None:
            sections += output_folder.write_arm(out, index, arms[-1], run)
    if out is not None:
        output_folder.write_sweep(out, arms, sections)
    return arms


def _prepare_plan(plan: Plan) -> tuple[Plan, Rules]:
    try:
        with redirect_mod_output():
            return resolve_plan(plan)
    except UnicodeEncodeError:
        raise
    except ValueError as error:
        raise CliError(str(error)) from None


def _apply_values(plan: Plan, rules: Rules, values: dict[str, Any]) -> Plan:
    try:
        new_plan = replace_values(plan, rules, values)
        for path in new_plan.mods:
            if not Path(path).exists():
                raise CliError(f"mods={path}: there is no such file or folder")
        return new_plan
    except KeyError as error:
        name = str(error.args[0])
        known = [*rules.game.options, *rules.settings, "bots", "mods"]
        text = f"{rules.game.id} has no option or setting {name!r}{suggest(name, known)}"
        raise CliError(f"{text}; it has: {', '.join(known)}") from None


def _record_game(plan: Plan, index: int, out: Path | None) -> None:
    plan, rules = _prepare_plan(plan)
    name = f"{rules.game.id.rpartition('.')[2]}-{plan.seed}-{index}.replay"
    path = Path(name) if out is None else out
    if out is not None and (not out.suffix or out.is_dir()):
        path = ensure_folder(out) / name
    try:
        with report_write_errors(path), redirect_mod_output():
            table = record_replay(plan, index, path)
    except CliError:
        raise
    except Exception as error:
        raise CliError(f"game {index} failed: {describe_failure(error)}\nthe replay up to there is {path}") from None
    session = table.session
    assert session is not None
    state = session.state
    echo(f"{path}: {state.outcome or 'cut short'} after {state.turn} commands, hash {session.hash()}")
    if not state.turn:
        echo("The game asked its bots for no command, so that its page is one picture; a game that you play has steps.")
    exit_if_mods_failed(session.problems)


def ensure_folder(path: Path) -> Path:
    """Creates a folder if necessary and checks that it is writable."""
    try:
        make_folder(path)
    except OSError as error:
        raise CliError(f"--out {path}: cannot be created ({error.strerror})") from None
    if not os.access(path, os.W_OK):
        raise CliError(f"--out {path}: is not writable")
    return path


def _print_comparison(
    console: Console, runs: tuple[RunWithSummary, RunWithSummary], comparison: Comparison, changed: str
) -> None:
    for (run, summary), name in zip(runs, ("first", f"second: {changed}"), strict=True):
        console.rule(name, align="left")
        reports.print_summary(console, summary, format_command_line(run.plan))
    console.rule(align="left")
    reports.print_comparison(console, comparison, changed)
