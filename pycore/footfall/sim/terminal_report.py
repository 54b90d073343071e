"""Results in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .compare import Comparison
from .statistics import Distribution, Proportion, ShareDifference
from .summary import Frequency, Summary, ValueGroup
from .sweep import Arm, format_values

MAX_GROUPS = 12
MAX_PROBLEMS = 10
MAX_NUMBERS = 5
SIGNIFICANCE = 0.05


def format_percent(value: float) -> str:
    """A share as people read it: one decimal, two below one per cent."""
    return f"{100 * value:.{2 if 0 < abs(value) < 0.01 else 1}f} %"


def format_share(found: Proportion) -> str:
    """A share, or nothing if it is of nothing."""
    return format_percent(found.share) if found.of else ""


def format_interval(found: Proportion) -> str:
    """The interval of a share; nothing of nothing has none."""
    if not found.of:
        return ""
    return f"{100 * found.low:.2f}–{100 * found.high:.2f}"


def format_number(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def print_summary(console: Console, summary: Summary, replay_command: str) -> None:
    """Prints what a run says; `repro` is the command that plays one of its games again."""
    if summary.won is not None:
        won = summary.won
        line = Text.assemble(("won ", "bold"), (format_percent(won.share), "bold"))
        console.print(
            line + Text(f"  95 % interval {format_interval(won)} %  ({won.count} of {won.of} games)")
        )
    _print_outcomes(console, summary)
    _print_numbers(console, summary)
    _print_groups(console, summary.groups, summary.won is not None)
    _print_frequencies(console, summary.frequencies)
    unfair = [die for die in summary.dice if die.fairness.p < SIGNIFICANCE / max(1, len(summary.dice))]
    if summary.dice:
        said = ", ".join(f"{die.die} (p = {die.fairness.p:.2g})" for die in unfair) or "none"
        console.print(f"dice: {len(summary.dice)} kinds counted; suspicious: {said}")
    if summary.never:
        kinds: dict[str, list[str]] = {}
        for kind, name in summary.never:
            kinds.setdefault(kind, []).append(name)
        for kind, names in kinds.items():
            more = f" and {len(names) - 8} more" if len(names) > 8 else ""
            console.print(Text(f"never: {kind} {', '.join(names[:8])}{more}", style="dim"))
    for index, error in summary.failed[:MAX_PROBLEMS]:
        console.print(Text(f"game {index} failed: {error}", style="bold red"), soft_wrap=True)
        console.print(Text(f"  again: {replay_command} --record {index}", style="dim"), soft_wrap=True)
    if len(summary.failed) > MAX_PROBLEMS:
        console.print(f"... and {len(summary.failed) - MAX_PROBLEMS} more failed games")
    for text, times, first in summary.problems[:MAX_PROBLEMS]:
        console.print(Text(f"{times}x {text}", style="red"), soft_wrap=True)
        console.print(Text(f"  first: {replay_command} --record {first}", style="dim"), soft_wrap=True)
    console.print(
        f"{summary.games} games in {summary.seconds:.1f} s: {summary.games_per_second:g} games/s,"
        f" {summary.commands_per_second:g} commands/s; digest {summary.digest}",
        highlight=False,
        soft_wrap=True,
    )
    if summary.not_compiled:
        console.print(Text(f"by the rules in Python: {summary.not_compiled}", style="dim"), soft_wrap=True)


def print_comparison(console: Console, comparison: Comparison, changed: str) -> None:
    """Prints what changed between two runs of the same games."""
    console.print(
        Text(f"with {changed}, over {comparison.pairs} pairs ({comparison.same} the same to the end)", "bold")
    )
    table = _new_table("", "first only", "second only", "change", "95 % interval", "p (McNemar)")
    if comparison.won is not None:
        table.add_row("won", *_format_change(comparison.won))
    for name, difference in comparison.outcomes.items():
        table.add_row(name, *_format_change(difference))
    console.print(table)
    table = _new_table("mean", "first", "second", "change", "95 % interval")
    for name, shift in comparison.numbers.items():
        bounds = f"{shift.low:+.3g} to {shift.high:+.3g}"
        table.add_row(
            name, format_number(shift.first), format_number(shift.second), f"{shift.difference:+.3g}", bounds
        )
    console.print(table)


def print_sweep(console: Console, arms: Sequence[Arm]) -> None:
    """Prints a sweep, one line per combination."""
    console.print(Text(f"sweep: {arms[0].summary.games} games each, the same seeds", "bold"))
    table = _new_table("", "won", "95 % interval", "change to the first", "p")
    for arm in arms:
        won, against = arm.summary.won, arm.against
        told = ("", "") if won is None else (format_percent(won.share), format_interval(won))
        change = ("", "") if against is None else (_format_points(against), f"{against.p:.2g}")
        table.add_row(format_values(arm.values), *told, *change)
    console.print(table)
    _print_means(console, arms)


def _print_means(console: Console, arms: Sequence[Arm]) -> None:
    """The mean of each number in every arm with its interval, the first few that differ at all."""
    means = [{each.column: each.all for each in arm.summary.numbers if each.all is not None} for arm in arms]
    shared = [name for name in means[0] if all(name in arm for arm in means)]
    differ = [name for name in shared if len({arm[name].mean for arm in means}) > 1][:MAX_NUMBERS]
    if not differ:
        return
    table = _new_table("mean ± 95 %", *differ)
    for arm, found in zip(arms, means, strict=True):
        cells = (found[name] for name in differ)
        told = [f"{each.mean:.2f} ± {(each.high - each.low) / 2:.2f}" for each in cells]
        table.add_row(format_values(arm.values), *told)
    console.print(table)


def _print_outcomes(console: Console, summary: Summary) -> None:
    table = _new_table("outcome", "games", "share", "95 % interval")
    for name, found in summary.outcomes.items():
        table.add_row(name, str(found.count), format_percent(found.share), format_interval(found))
    console.print(table)


def _print_numbers(console: Console, summary: Summary) -> None:
    table = _new_table("number", "mean", "median", "10–90 %", "least", "most", "mean won", "mean lost")
    for each in summary.numbers:
        found = each.all
        if found is not None:
            middle = f"{format_number(found.tenth)}–{format_number(found.ninetieth)}"
            ends = format_number(found.smallest), format_number(found.largest)
            means = _format_mean(each.won), _format_mean(each.lost)
            table.add_row(
                each.column, format_number(found.mean), format_number(found.median), middle, *ends, *means
            )
    console.print(table)


def _print_groups(console: Console, groups: Iterable[ValueGroup], has_wins: bool) -> None:
    """Values, the commonest of each column; with the share won where the game says what winning is."""
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
    console.print(table)


def _print_frequencies(console: Console, frequencies: Sequence[Frequency]) -> None:
    """Shares beside the chances that the game names, and which of them cannot be chance."""
    if not frequencies:
        return
    table = _new_table("count", "times", "of", "share", "95 % interval", "chance", "p")
    for each in frequencies:
        row = [
            each.key,
            str(each.found.count),
            str(each.found.of),
            format_percent(each.found.share),
            format_interval(each.found),
        ]
        if each.chance is not None and each.p is not None:
            row += [format_percent(each.chance), f"{each.p:.2g}"]
        table.add_row(*row)
    console.print(table)
    tested = [(each.p, each.key) for each in frequencies if each.p is not None]
    if tested:
        limit = SIGNIFICANCE / len(tested)
        wrong = [f"{key} (p = {p:.2g})" for p, key in tested if p < limit]
        said = (
            ", ".join(wrong)
            if wrong
            else f"none; the most deviant is {min(tested)[1]} (p = {min(tested)[0]:.2g})"
        )
        console.print(
            f"chances: {len(tested)} tested at {1 - SIGNIFICANCE:.0%} confidence over all of them"
            f" (p below {limit:.2g} each); off: {said}",
            highlight=False,
            soft_wrap=True,
        )


def _new_table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 0 else "right", no_wrap=True)
    return table


def _format_mean(found: Distribution | None) -> str:
    return "" if found is None else format_number(found.mean)


def _format_points(found: ShareDifference) -> str:
    return f"{100 * found.difference:+.2f} points"


def _format_change(found: ShareDifference) -> tuple[str, str, str, str, str]:
    bounds = f"{100 * found.low:+.2f} to {100 * found.high:+.2f}"
    return str(found.lost), str(found.gained), _format_points(found), bounds, f"{found.p:.2g}"
