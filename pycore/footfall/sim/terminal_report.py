"""Prints results in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from footfall.diagnostics.plural import cut_list, format_count, join_list

from .compare import Comparison
from .statistics import Distribution, Proportion, ShareDifference
from .summary import Frequency, Summary, ValueGroup
from .sweep import Arm, format_values

MAX_GROUPS = 12
MAX_PROBLEMS = 10
MAX_NUMBERS = 5
MAX_NAMES = 8
"""Rows, problems, columns and names printed of one kind."""

SIGNIFICANCE = 0.05


def format_percent(value: float) -> str:
    """A percentage with one decimal, or two below 1 %."""
    return f"{100 * value:.{2 if 0 < abs(value) < 0.01 else 1}f} %"


def format_share(proportion: Proportion) -> str:
    """A percentage; empty for a share of nothing."""
    return format_percent(proportion.share) if proportion.of else ""


def format_interval(proportion: Proportion) -> str:
    """The interval of a share; empty for a share of nothing."""
    if not proportion.of:
        return ""
    return f"{100 * proportion.low:.2f}–{100 * proportion.high:.2f}"


def format_number(value: float) -> str:
    """A number with two decimals, or none if it is whole."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def print_summary(console: Console, summary: Summary, replay_command: str) -> None:
    """Prints a summary; `replay_command` records one of its games."""
    if summary.won is not None:
        won = summary.won
        line = Text.assemble(("won ", "bold"), (format_percent(won.share), "bold"))
        console.print(line + Text(f"  95 % interval {format_interval(won)} %  ({won.count} of {won.of} games)"))
    _print_outcomes(console, summary)
    _print_numbers(console, summary)
    _print_groups(console, summary.groups, summary.won is not None)
    _print_frequencies(console, summary.frequencies)
    unfair = [die for die in summary.dice if die.fairness.p < SIGNIFICANCE / max(1, len(summary.dice))]
    if summary.dice:
        text = ", ".join(f"{die.die} (p = {die.fairness.p:.2g})" for die in unfair) or "none"
        console.print(f"dice: {len(summary.dice)} kinds counted; suspicious: {text}")
    if summary.never:
        kinds: dict[str, list[str]] = {}
        for kind, name in summary.never:
            kinds.setdefault(kind, []).append(name)
        for kind, names in kinds.items():
            console.print(Text(f"never: {kind} {join_list(names, MAX_NAMES)}", style="dim"))
    for index, error in summary.failed[:MAX_PROBLEMS]:
        console.print(Text(f"game {index} failed: {error}", style="bold red"), soft_wrap=True)
        console.print(Text(f"  repeat: {replay_command} --record {index}", style="dim"), soft_wrap=True)
    _print_rest(console, len(summary.failed) - MAX_PROBLEMS, "failed game")
    for text, times, first in summary.problems[:MAX_PROBLEMS]:
        console.print(Text(f"{times}x {text}", style="red"), soft_wrap=True)
        console.print(Text(f"  first: {replay_command} --record {first}", style="dim"), soft_wrap=True)
    _print_rest(console, len(summary.problems) - MAX_PROBLEMS, "problem")
    console.print(
        f"{summary.games} games in {summary.seconds:.1f} s: {summary.games_per_second:g} games/s,"
        f" {summary.commands_per_second:g} commands/s; digest {summary.digest}",
        highlight=False,
        soft_wrap=True,
    )
    if summary.not_compiled:
        console.print(Text(f"not compiled: {summary.not_compiled}", style="dim"), soft_wrap=True)


def print_comparison(console: Console, comparison: Comparison, changed: str) -> None:
    """Prints the differences between two runs."""
    console.print(
        Text(f"with {changed}, over {comparison.pairs} pairs ({comparison.same} with equal final states)", "bold")
    )
    table = _new_table("", "first only", "second only", "change", "95 % interval", "p (McNemar)")
    if comparison.won is not None:
        table.add_row("won", *format_change(comparison.won))
    for name, difference in comparison.outcomes.items():
        table.add_row(name, *format_change(difference))
    console.print(table)
    table = _new_table("mean", "first", "second", "change", "95 % interval")
    for name, mean in comparison.numbers.items():
        bounds = f"{mean.low:+.3g} to {mean.high:+.3g}"
        table.add_row(name, format_number(mean.first), format_number(mean.second), f"{mean.difference:+.3g}", bounds)
    console.print(table)


def print_sweep(console: Console, arms: Sequence[Arm]) -> None:
    """Prints a sweep, one line per combination."""
    console.print(Text(f"sweep: {arms[0].summary.games} games each, the same seeds", "bold"))
    table = _new_table("", "won", "95 % interval", "change from the first", "p")
    for arm in arms:
        won, against = arm.summary.won, arm.against
        shares = ("", "") if won is None else (format_percent(won.share), format_interval(won))
        change = ("", "") if against is None else (_format_points(against), f"{against.p:.2g}")
        table.add_row(format_values(arm.values), *shares, *change)
    console.print(table)
    _print_means(console, arms)


def _print_means(console: Console, arms: Sequence[Arm]) -> None:
    """Prints the means of the first `MAX_NUMBERS` numbers that differ between arms."""
    means = [{number.column: number.all for number in arm.summary.numbers if number.all is not None} for arm in arms]
    shared = [name for name in means[0] if all(name in arm for arm in means)]
    every = [name for name in shared if len({arm[name].mean for arm in means}) > 1]
    differ = every[:MAX_NUMBERS]
    if not differ:
        return
    table = _new_table("mean ± 95 %", *differ)
    for arm, spreads in zip(arms, means, strict=True):
        selected = (spreads[name] for name in differ)
        cells = [f"{spread.mean:.2f} ± {(spread.high - spread.low) / 2:.2f}" for spread in selected]
        table.add_row(format_values(arm.values), *cells)
    console.print(table)
    _print_rest(console, len(every) - MAX_NUMBERS, "number")


def _print_outcomes(console: Console, summary: Summary) -> None:
    table = _new_table("outcome", "games", "share", "95 % interval")
    for name, share in summary.outcomes.items():
        table.add_row(name, str(share.count), format_percent(share.share), format_interval(share))
    console.print(table)


def _print_numbers(console: Console, summary: Summary) -> None:
    table = _new_table("number", "mean", "median", "10–90 %", "min", "max", "mean won", "mean lost")
    for number in summary.numbers:
        spread = number.all
        if spread is not None:
            middle = f"{format_number(spread.tenth)}–{format_number(spread.ninetieth)}"
            ends = format_number(spread.smallest), format_number(spread.largest)
            means = _format_mean(number.won), _format_mean(number.lost)
            table.add_row(
                number.column, format_number(spread.mean), format_number(spread.median), middle, *ends, *means
            )
    console.print(table)


def _print_groups(console: Console, groups: Iterable[ValueGroup], has_wins: bool) -> None:
    """Prints the most common values of each column, with the share won if the game declares winning outcomes."""
    columns: dict[str, list[ValueGroup]] = {}
    for group in groups:
        columns.setdefault(group.column, []).append(group)
    if not columns:
        return
    winning = ("won with", "95 % interval", "won without", "95 % interval") if has_wins else ()
    table = _new_table("column", "value", "games", *winning)
    for name, members in columns.items():
        members.sort(key=lambda group: -group.games.count)
        for group in members[:MAX_GROUPS]:
            row = [name, group.value, format_percent(group.games.share)]
            if has_wins:
                row += [format_share(group.won), format_interval(group.won)]
                row += [format_share(group.won_without), format_interval(group.won_without)]
            table.add_row(*row)
        if len(members) > MAX_GROUPS:
            table.add_row(name, *cut_list((group.value for group in members), MAX_GROUPS)[-1:])
    console.print(table)


def _print_rest(console: Console, count: int, what: str) -> None:
    """Says how many rows of a list are not printed, if any."""
    if count > 0:
        console.print(f"... and {format_count(count, f'more {what}')}")


def _print_frequencies(console: Console, frequencies: Sequence[Frequency]) -> None:
    """Prints shares with the probabilities that the game declares, and the significant deviations."""
    if not frequencies:
        return
    table = _new_table("count", "times", "of", "share", "95 % interval", "chance", "p")
    for frequency in frequencies:
        found = frequency.found
        row = [frequency.key, str(found.count), str(found.of), format_percent(found.share), format_interval(found)]
        if frequency.chance is not None and frequency.p is not None:
            row += [format_percent(frequency.chance), f"{frequency.p:.2g}"]
        table.add_row(*row)
    console.print(table)
    tested = [(frequency.p, frequency.key) for frequency in frequencies if frequency.p is not None]
    if tested:
        limit = SIGNIFICANCE / len(tested)
        deviant = [f"{key} (p = {p:.2g})" for p, key in tested if p < limit]
        text = (
            ", ".join(deviant) if deviant else f"none; the most deviant is {min(tested)[1]} (p = {min(tested)[0]:.2g})"
        )
        console.print(
            f"chances: {len(tested)} tested at {1 - SIGNIFICANCE:.0%} joint confidence"
            f" (p below {limit:.2g} each); deviant: {text}",
            highlight=False,
            soft_wrap=True,
        )


def _new_table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right", no_wrap=True)
    return table


def _format_mean(spread: Distribution | None) -> str:
    return "" if spread is None else format_number(spread.mean)


def _format_points(change: ShareDifference) -> str:
    return f"{100 * change.difference:+.2f} points"


def format_change(change: ShareDifference) -> tuple[str, str, str, str, str]:
    """Cells of a comparison: lost, gained, difference, interval, p-value."""
    bounds = f"{100 * change.low:+.2f} to {100 * change.high:+.2f}"
    return str(change.lost), str(change.gained), _format_points(change), bounds, f"{change.p:.2g}"
