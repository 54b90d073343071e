"""Results in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .compare import Comparison
from .statistics import Difference, Share, Spread
from .summary import Frequency, Group, Summary
from .sweep import Arm, name_of

MOST_GROUPS = 12
MOST_PROBLEMS = 10
MOST_NUMBERS = 5
SURE = 0.05


def percent(value: float) -> str:
    """A share as people read it: one decimal, two below one per cent."""
    return f"{100 * value:.{2 if 0 < abs(value) < 0.01 else 1}f} %"


def part(found: Share) -> str:
    """A share, or nothing if it is of nothing."""
    return percent(found.share) if found.of else ""


def interval(found: Share) -> str:
    """The interval of a share; nothing of nothing has none."""
    if not found.of:
        return ""
    return f"{100 * found.low:.2f}–{100 * found.high:.2f}"


def number(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def show_summary(console: Console, summary: Summary, repro: str) -> None:
    """Prints what a run says; `repro` is the command that plays one of its games again."""
    if summary.won is not None:
        won = summary.won
        line = Text.assemble(("won ", "bold"), (percent(won.share), "bold"))
        console.print(line + Text(f"  95 % interval {interval(won)} %  ({won.count} of {won.of} games)"))
    _outcomes(console, summary)
    _numbers(console, summary)
    _groups(console, summary.groups, summary.won is not None)
    _frequencies(console, summary.frequencies)
    unfair = [die for die in summary.dice if die.fairness.p < SURE / max(1, len(summary.dice))]
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
    for index, error in summary.failed[:MOST_PROBLEMS]:
        console.print(Text(f"game {index} failed: {error}", style="bold red"), soft_wrap=True)
        console.print(Text(f"  again: {repro} --replay {index}", style="dim"), soft_wrap=True)
    if len(summary.failed) > MOST_PROBLEMS:
        console.print(f"... and {len(summary.failed) - MOST_PROBLEMS} more failed games")
    for text, times, first in summary.problems[:MOST_PROBLEMS]:
        console.print(Text(f"{times}x {text}", style="red"), soft_wrap=True)
        console.print(Text(f"  first: {repro} --replay {first}", style="dim"), soft_wrap=True)
    console.print(
        f"{summary.games} games in {summary.seconds:.1f} s: {summary.games_per_second:g} games/s,"
        f" {summary.commands_per_second:g} commands/s; digest {summary.digest}",
        highlight=False,
        soft_wrap=True,
    )
    if summary.not_compiled:
        console.print(Text(f"by the rules in Python: {summary.not_compiled}", style="dim"), soft_wrap=True)


def show_comparison(console: Console, found: Comparison, changed: str) -> None:
    """Prints what changed between two runs of the same games."""
    console.print(
        Text(f"with {changed}, over {found.pairs} pairs ({found.same} the same to the end)", "bold")
    )
    table = _table("", "first only", "second only", "change", "95 % interval", "p (McNemar)")
    if found.won is not None:
        table.add_row("won", *_change(found.won))
    for name, difference in found.outcomes.items():
        table.add_row(name, *_change(difference))
    console.print(table)
    table = _table("mean", "first", "second", "change", "95 % interval")
    for name, shift in found.numbers.items():
        bounds = f"{shift.low:+.3g} to {shift.high:+.3g}"
        table.add_row(name, number(shift.first), number(shift.second), f"{shift.difference:+.3g}", bounds)
    console.print(table)


def show_sweep(console: Console, arms: Sequence[Arm]) -> None:
    """Prints a sweep, one line per combination."""
    console.print(Text(f"sweep: {arms[0].summary.games} games each, the same seeds", "bold"))
    table = _table("", "won", "95 % interval", "change to the first", "p")
    for arm in arms:
        won, against = arm.summary.won, arm.against
        told = ("", "") if won is None else (percent(won.share), interval(won))
        change = ("", "") if against is None else (_points(against), f"{against.p:.2g}")
        table.add_row(name_of(arm.values), *told, *change)
    console.print(table)
    _means(console, arms)


def _means(console: Console, arms: Sequence[Arm]) -> None:
    """The mean of each number in every arm with its interval, the first few that differ at all."""
    means = [{each.column: each.all for each in arm.summary.numbers if each.all is not None} for arm in arms]
    shared = [name for name in means[0] if all(name in arm for arm in means)]
    differ = [name for name in shared if len({arm[name].mean for arm in means}) > 1][:MOST_NUMBERS]
    if not differ:
        return
    table = _table("mean ± 95 %", *differ)
    for arm, found in zip(arms, means, strict=True):
        cells = (found[name] for name in differ)
        told = [f"{each.mean:.2f} ± {(each.high - each.low) / 2:.2f}" for each in cells]
        table.add_row(name_of(arm.values), *told)
    console.print(table)


def _outcomes(console: Console, summary: Summary) -> None:
    table = _table("outcome", "games", "share", "95 % interval")
    for name, found in summary.outcomes.items():
        table.add_row(name, str(found.count), percent(found.share), interval(found))
    console.print(table)


def _numbers(console: Console, summary: Summary) -> None:
    table = _table("number", "mean", "median", "10–90 %", "least", "most", "mean won", "mean lost")
    for each in summary.numbers:
        found = each.all
        if found is not None:
            middle = f"{number(found.tenth)}–{number(found.ninetieth)}"
            ends = number(found.smallest), number(found.largest)
            means = _mean(each.won), _mean(each.lost)
            table.add_row(each.column, number(found.mean), number(found.median), middle, *ends, *means)
    console.print(table)


def _groups(console: Console, groups: Iterable[Group], told: bool) -> None:
    """Values, the commonest of each column; with the share won where the game says what winning is."""
    columns: dict[str, list[Group]] = {}
    for group in groups:
        columns.setdefault(group.column, []).append(group)
    if not columns:
        return
    winning = ("won with", "95 % interval", "won without", "95 % interval") if told else ()
    table = _table("column", "value", "games", *winning)
    for name, members in columns.items():
        members.sort(key=lambda group: -group.games.count)
        for group in members[:MOST_GROUPS]:
            row = [name, group.value, percent(group.games.share)]
            if told:
                row += [part(group.won), interval(group.won)]
                row += [part(group.won_without), interval(group.won_without)]
            table.add_row(*row)
    console.print(table)


def _frequencies(console: Console, found: Sequence[Frequency]) -> None:
    """Shares beside the chances that the game names, and which of them cannot be chance."""
    if not found:
        return
    table = _table("count", "times", "of", "share", "95 % interval", "chance", "p")
    for each in found:
        row = [
            each.key,
            str(each.found.count),
            str(each.found.of),
            percent(each.found.share),
            interval(each.found),
        ]
        if each.chance is not None and each.p is not None:
            row += [percent(each.chance), f"{each.p:.2g}"]
        table.add_row(*row)
    console.print(table)
    tested = [(each.p, each.key) for each in found if each.p is not None]
    if tested:
        limit = SURE / len(tested)
        wrong = [f"{key} (p = {p:.2g})" for p, key in tested if p < limit]
        said = (
            ", ".join(wrong)
            if wrong
            else f"none; the most deviant is {min(tested)[1]} (p = {min(tested)[0]:.2g})"
        )
        console.print(
            f"chances: {len(tested)} tested at {1 - SURE:.0%} confidence over all of them"
            f" (p below {limit:.2g} each); off: {said}",
            highlight=False,
            soft_wrap=True,
        )


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 0 else "right", no_wrap=True)
    return table


def _mean(found: Spread | None) -> str:
    return "" if found is None else number(found.mean)


def _points(found: Difference) -> str:
    return f"{100 * found.difference:+.2f} points"


def _change(found: Difference) -> tuple[str, str, str, str, str]:
    bounds = f"{100 * found.low:+.2f} to {100 * found.high:+.2f}"
    return str(found.lost), str(found.gained), _points(found), bounds, f"{found.p:.2g}"
