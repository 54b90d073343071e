"""Reports of runs, comparisons and sweeps: tables for the terminal, and one HTML page that needs no other file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from footfall.diagnostics.plural import cut_list, format_count, join_list

from .coverage import Coverage, add_count
from .plan import format_values
from .statistics import Proportion, ShareDifference
from .summary import Arm, Comparison, Summary, ValueGroup

MAX_GROUPS = 12
"""Maximum number of printed values of a column."""

MAX_PROBLEMS = 10
"""Maximum number of printed failures of a kind."""

MAX_NUMBERS = 5
"""Maximum number of printed columns of numbers of a sweep."""

MAX_NAMES = 8
"""Maximum number of names in a printed line."""

MAX_OPEN_ROWS = 25
"""Maximum rows of a table that the page shows unfolded."""

SIGNIFICANCE = 0.05

STYLE_SHEET = Path(__file__).with_name("report.css")


class ReportTable(NamedTuple):
    """A table of a report.

    Attributes:
        figure: name of the plot that belongs to it.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    figure: str = ""


# Numbers as text.


def format_percent(value: float) -> str:
    """A percentage with one decimal, or two below 1 %."""
    return f"{100 * value:.{2 if 0 < abs(value) < 0.01 else 1}f} %"


def format_share(proportion: Proportion) -> tuple[str, str]:
    """A percentage and its interval; empty for a share of nothing."""
    if not proportion.of:
        return "", ""
    return format_percent(proportion.share), f"{100 * proportion.low:.2f}–{100 * proportion.high:.2f}"


def format_number(value: float) -> str:
    """A number with two decimals, or none if it is whole."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def format_change(change: ShareDifference) -> tuple[str, ...]:
    """Cells of a comparison: losses, gains, difference, interval, p-value."""
    bounds = f"{100 * change.low:+.2f} to {100 * change.high:+.2f}"
    return str(change.losses), str(change.gains), _format_points(change), bounds, f"{change.p:.2g}"


def _format_points(change: ShareDifference) -> str:
    return f"{100 * change.difference:+.2f} points"


# Tables.


def list_tables(summary: Summary, max_groups: int | None = None) -> list[ReportTable]:
    """Lists the tables of a run: outcomes, numbers, values of columns, frequencies.

    Args:
        max_groups: values to list of one column, the most common ones; None: all.
    """
    outcomes = [(name, str(share.count), *format_share(share)) for name, share in summary.outcomes.items()]
    rows = []
    for number in summary.numbers:
        spread = number.games
        if spread is not None:
            middle = f"{format_number(spread.tenth)}–{format_number(spread.ninetieth)}"
            ends = format_number(spread.smallest), format_number(spread.largest)
            parts = [format_number(part.mean) if part else "" for part in (number.wins, number.losses)]
            bounds = f"{spread.low:.2f}–{spread.high:.2f}"
            means = format_number(spread.mean), bounds, format_number(spread.median)
            rows.append((number.column, *means, middle, *ends, *parts))
    head = ("number", "mean", "95 % of mean", "median", "10–90 %", "min", "max", "mean won", "mean lost")
    tables = [
        ReportTable("Outcomes", ("outcome", "games", "share", "95 % interval"), outcomes, "outcomes"),
        ReportTable("Numbers", head, rows, "numbers"),
    ]
    if summary.groups:
        tables.append(_tabulate_groups(summary, max_groups))
    if summary.frequencies:
        rows = [
            (
                frequency.key,
                str(frequency.proportion.count),
                str(frequency.proportion.of),
                *format_share(frequency.proportion),
                "" if frequency.chance is None else format_percent(frequency.chance),
                "" if frequency.p is None else f"{frequency.p:.2g}",
            )
            for frequency in summary.frequencies
        ]
        tables.append(
            ReportTable("Frequencies", ("count", "times", "of", "share", "95 % interval", "chance", "p"), rows)
        )
    return tables


def _tabulate_groups(summary: Summary, limit: int | None) -> ReportTable:
    """The values of each column, with the share won if the game declares winning outcomes."""
    columns: dict[str, list[ValueGroup]] = {}
    for group in summary.groups:
        columns.setdefault(group.column, []).append(group)
    has_wins, rows = summary.wins_share is not None, []
    for name, members in columns.items():
        members.sort(key=lambda group: -group.games.count)
        for group in members[:limit]:
            wins = (*format_share(group.wins), *format_share(group.wins_without)) if has_wins else ()
            rows.append((name, group.value, format_percent(group.games.share), *wins))
        if limit is not None and len(members) > limit:
            rows.append((name, *cut_list((group.value for group in members), limit)[-1:]))
    winning = ("won with", "95 % interval", "won without", "95 % interval") if has_wins else ()
    return ReportTable("With and without", ("column", "value", "games", *winning), rows, "with-and-without")


def list_comparison_tables(comparison: Comparison) -> list[ReportTable]:
    """Lists the tables of a comparison: outcomes, and means of numbers."""
    changes = {"won": comparison.wins} if comparison.wins is not None else {}
    rows = [(name, *format_change(change)) for name, change in (changes | comparison.outcomes).items()]
    means = []
    for name, mean in comparison.numbers.items():
        sides = format_number(mean.first), format_number(mean.second)
        means.append((name, *sides, f"{mean.difference:+.3g}", f"{mean.low:+.3g} to {mean.high:+.3g}"))
    return [
        ReportTable("", ("", "first only", "second only", "change", "95 % interval", "p (McNemar)"), rows),
        ReportTable("", ("mean", "first", "second", "change", "95 % interval"), means),
    ]


def tabulate_sweep(arms: Sequence[Arm]) -> ReportTable:
    """The share won in each arm of a sweep."""
    rows = []
    for arm in arms:
        share, change = arm.summary.wins_share, arm.change
        shares = ("", "") if share is None else format_share(share)
        changes = ("", "") if change is None else (_format_points(change), f"{change.p:.2g}")
        rows.append((format_values(arm.values), *shares, *changes))
    return ReportTable("Sweep", ("", "won", "95 % interval", "change from the first", "p"), rows)


# The terminal.


def print_summary(console: Console, summary: Summary, replay_command: str) -> None:
    """Prints a summary; `replay_command` records one of its games."""
    if summary.wins_share is not None:
        share, interval = format_share(summary.wins_share)
        counts = f"({summary.wins_share.count} of {summary.wins_share.of} games)"
        console.print(Text(f"won {share}", "bold") + Text(f"  95 % interval {interval} %  {counts}", "not bold"))
    for table in list_tables(summary, MAX_GROUPS):
        _print_table(console, table)
    tested = [(frequency.p, frequency.key) for frequency in summary.frequencies if frequency.p is not None]
    if tested:
        limit = SIGNIFICANCE / len(tested)
        deviant = [f"{key} (p = {p:.2g})" for p, key in tested if p < limit]
        none = f"none; the most deviant is {min(tested)[1]} (p = {min(tested)[0]:.2g})"
        text = f"chances: {len(tested)} tested at {1 - SIGNIFICANCE:.0%} joint confidence (p below {limit:.2g} each)"
        console.print(f"{text}; deviant: {', '.join(deviant) or none}", highlight=False, soft_wrap=True)
    if summary.dice:
        limit = SIGNIFICANCE / len(summary.dice)
        unfair = [f"{die.die} (p = {die.fairness.p:.2g})" for die in summary.dice if die.fairness.p < limit]
        console.print(f"dice: {len(summary.dice)} kinds counted; suspicious: {', '.join(unfair) or 'none'}")
    unseen: dict[str, list[str]] = {}
    for kind, name in summary.never:
        unseen.setdefault(kind, []).append(name)
    for kind, names in unseen.items():
        console.print(Text(f"never: {kind} {join_list(names, MAX_NAMES)}", style="dim"))
    for index, error in summary.failures[:MAX_PROBLEMS]:
        console.print(Text(f"game {index} failed: {error}", style="bold red"), soft_wrap=True)
        console.print(Text(f"  repeat: {replay_command} --record {index}", style="dim"), soft_wrap=True)
    _print_rest(console, len(summary.failures) - MAX_PROBLEMS, "failed game")
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
    text = f"with {changed}, over {comparison.pairs} pairs ({comparison.same} with equal final states)"
    console.print(Text(text, "bold"))
    for table in list_comparison_tables(comparison):
        _print_table(console, table)


def print_sweep(console: Console, arms: Sequence[Arm]) -> None:
    """Prints a sweep, one line per combination, and the means of the first numbers that differ between arms."""
    console.print(Text(f"sweep: {arms[0].summary.games} games each, the same seeds", "bold"))
    _print_table(console, tabulate_sweep(arms))
    means = [{number.column: number.games for number in arm.summary.numbers if number.games} for arm in arms]
    shared = [name for name in means[0] if all(name in arm for arm in means)]
    differing = [name for name in shared if len({arm[name].mean for arm in means}) > 1]
    if differing:
        rows = []
        for arm, spreads in zip(arms, means, strict=True):
            cells = (spreads[name] for name in differing[:MAX_NUMBERS])
            texts = (f"{cell.mean:.2f} ± {(cell.high - cell.low) / 2:.2f}" for cell in cells)
            rows.append((format_values(arm.values), *texts))
        _print_table(console, ReportTable("", ("mean ± 95 %", *differing[:MAX_NUMBERS]), rows))
        _print_rest(console, len(differing) - MAX_NUMBERS, "number")


def _print_table(console: Console, table: ReportTable) -> None:
    """Prints a table without the interval of means, for which lines are too short."""
    shown = [index for index, name in enumerate(table.head) if name != "95 % of mean"]
    printed = Table(box=None, pad_edge=False, header_style="bold")
    for index in shown:
        printed.add_column(table.head[index], justify="right" if index else "left", no_wrap=True)
    for row in table.rows:
        printed.add_row(*(row[index] for index in shown if index < len(row)))
    console.print(printed)


def _print_rest(console: Console, count: int, kind: str) -> None:
    """Says how many rows of a list are not printed, if any."""
    if count > 0:
        console.print(f"... and {format_count(count, f'more {kind}')}")


# The page.


def render_page(title: str, sections: Iterable[str]) -> str:
    """The complete page."""
    body = "\n".join(sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE_SHEET.read_text('utf-8')}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n{body}\n"
        "</body></html>\n"
    )


def render_run(
    summary: Summary, coverage: Coverage, figures: Mapping[str, str], replay_command: str, heading: str = ""
) -> list[str]:
    """The sections of one run.

    Args:
        figures: plots as SVG elements by name.
        replay_command: command line that records one of the games.
        heading: needed if several runs share a page.
    """
    sections = [f"<h2>{escape(heading)}</h2>"] if heading else []
    if summary.wins_share is not None:
        share, interval = format_share(summary.wins_share)
        counts = f"{summary.wins_share.count} of {summary.wins_share.of} games"
        sections.append(f'<p class="won">Won <b>{share}</b>, 95 % interval {interval} % ({counts}).</p>')
    sections.append(_render_facts(summary, replay_command))
    tables = list_tables(summary)
    if summary.curves:
        tables.insert(2, ReportTable("Over the game", (), (), "curves"))
    dice = []
    for die in summary.dice:
        fairness = die.fairness
        cells = str(fairness.rolls), f"{fairness.chi_square:.2f}", str(fairness.freedom), f"{fairness.p:.3g}"
        dice.append((die.die, *cells))
    problems = [(text, str(times), str(first)) for text, times, first in summary.problems]
    more = (
        ReportTable("Dice", ("die", "rolls", "chi-square", "freedom", "p"), dice),
        ReportTable("Never seen", ("kind", "name"), summary.never),
        ReportTable("Failed games", ("game", "error"), [(str(index), error) for index, error in summary.failures]),
        ReportTable("Contained failures", ("failure", "times", "first game"), problems),
    )
    for table in (*tables, *(table for table in more if table.rows)):
        sections += _render_section(table, figures)
    return [*sections, *_render_coverage(coverage, summary.games)]


def _render_facts(summary: Summary, replay_command: str) -> str:
    values = {**summary.options, **summary.settings}
    seeds = f"{summary.seeds[0]}–{summary.seeds[1]}"
    facts = {
        "games": f"{summary.games}, run seed {summary.seed} (game seeds {seeds})",
        "bots": ", ".join(summary.bots),
        "values": json.dumps(values, ensure_ascii=False) if values else "defaults",
        "mods": ", ".join(f"{id} {version} ({hash[:12]})" for id, version, hash in summary.mods),
        "digest": summary.digest,
        "repeat": f"{replay_command} --record INDEX",
    }
    rows = (
        f'<tr><th>{name}</th><td class="word"><code>{escape(text)}</code></td></tr>' for name, text in facts.items()
    )
    return f"<table>{''.join(rows)}</table>"


def render_comparison(comparison: Comparison, changed: str) -> list[str]:
    """The section of a comparison."""
    text = f"{comparison.pairs} pairs with the same seeds; {comparison.same} ended in equal states."
    tables = (_render_table(table) for table in list_comparison_tables(comparison))
    return [f"<h2>With {escape(changed)}</h2>", f"<p>{text}</p>", *tables]


def render_sweep(arms: Sequence[Arm], figures: Mapping[str, str]) -> list[str]:
    """The section of a sweep."""
    drawn = [f"<figure>{svg}</figure>" for svg in figures.values()]
    return ["<h2>Sweep</h2>", *drawn, _render_table(tabulate_sweep(arms))]


def _render_section(table: ReportTable, figures: Mapping[str, str]) -> list[str]:
    sections = [f"<h2>{escape(table.title)}</h2>"]
    if table.figure in figures:
        sections.append(f"<figure>{figures[table.figure]}</figure>")
    if len(table.rows) > MAX_OPEN_ROWS:
        text = f"<summary>{len(table.rows)} rows</summary>{_render_table(table)}"
        sections.append(f"<details>{text}</details>")
    elif table.head:
        sections.append(_render_table(table))
    return sections


def _render_table(table: ReportTable) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in table.head)
    rows = []
    for row in table.rows:
        marks = (' class="word"' if cell[:1].isalpha() else "" for cell in row)
        cells = (f"<td{mark}>{escape(cell)}</td>" for mark, cell in zip(marks, row, strict=True))
        rows.append(f"<tr>{''.join(cells)}</tr>\n")
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table>"


def _render_coverage(coverage: Coverage, games: int) -> list[str]:
    """Coverage by event or command type, folded up."""
    kinds: dict[str, dict[tuple[str, str], list[int]]] = {}
    for (tag, field, value, _), (games_with, times) in coverage.items():
        add_count(kinds.setdefault(tag, {}), (field, value), games_with, times)
    sections = ["<h2>Coverage</h2>", "<p>Events and commands: total counts, and share of games.</p>"]
    for tag, cells in sorted(kinds.items()):
        whole = cells.pop(("", ""), None)
        text = f"{whole[1]} times in {format_percent(whole[0] / games)} of games" if whole else f"{len(cells)} rows"
        rows = [
            (field, value, str(times), format_percent(games_with / games))
            for (field, value), (games_with, times) in sorted(cells.items(), key=lambda item: (item[0][0], -item[1][1]))
        ]
        title = f"<code>{escape(tag)}</code> {text}"
        table = _render_table(ReportTable("", ("field", "value", "times", "games"), rows))
        sections.append(f"<details><summary>{title}</summary>{table}</details>" if rows else f"<p>{title}</p>")
    return sections
