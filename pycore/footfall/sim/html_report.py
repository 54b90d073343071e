"""The HTML report: one self-contained page with tables, and with plots if matplotlib is installed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from .compare import Comparison
from .coverage import Coverage
from .summary import Summary
from .sweep import Arm, format_values
from .terminal_report import format_change, format_interval, format_number, format_percent, format_share

CSS = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
  color: #1c2128; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0; }
th, td { padding: .15rem .8rem .15rem 0; text-align: right; border-bottom: 1px solid #e3e6ea; }
th:first-child, td:first-child, td.word { text-align: left; }
th { color: #57606a; font-weight: 600; }
code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }
.won { font-size: 1.25rem; } .bad { color: #a40e26; } details { margin: .4rem 0; }
@media (prefers-color-scheme: dark) {
  body { color: #d8dee6; background: #14181d; } th { color: #9aa4af; }
  th, td { border-color: #2d343c; } figure { background: #fff; border-radius: 4px; padding: .4rem; } }
"""

TableCell = str | int | float


def render_page(title: str, sections: Iterable[str]) -> str:
    """The complete page."""
    body = "\n".join(sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{CSS}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
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
    if summary.won is not None:
        won = summary.won
        sections.append(
            f'<p class="won">Won <b>{format_percent(won.share)}</b>, 95 % interval {format_interval(won)} %'
            f" ({won.count} of {won.of} games).</p>"
        )
    sections.append(_render_about(summary, replay_command))
    outcomes = [(name, f.count, format_percent(f.share), format_interval(f)) for name, f in summary.outcomes.items()]
    sections += _render_section(
        "Outcomes", figures.get("outcomes"), ("outcome", "games", "share", "95 % interval"), outcomes
    )
    sections += _render_section("Numbers", figures.get("numbers"), _NUMBER_HEADERS, _list_number_rows(summary))
    if summary.curves:
        sections += _render_section("Over the game", figures.get("curves"), (), ())
    if summary.groups:
        sections += _render_section(
            "With and without", figures.get("with-and-without"), _GROUP_HEADERS, _list_group_rows(summary)
        )
    if summary.frequencies:
        rows = _list_frequency_rows(summary)
        sections += _render_section("Frequencies", None, _FREQUENCY_HEADERS, rows)
    if summary.dice:
        sections += _render_section("Dice", None, _DICE_HEADERS, _list_dice_rows(summary))
    sections += _render_coverage(coverage, summary.games)
    if summary.never:
        sections += _render_section("Never seen", None, ("kind", "name"), summary.never)
    if summary.failed:
        sections += _render_section("Failed games", None, ("game", "error"), summary.failed)
    if summary.problems:
        sections += _render_section("Contained failures", None, ("failure", "times", "first game"), summary.problems)
    return sections


def render_comparison(comparison: Comparison, changed: str) -> list[str]:
    """The section of a comparison."""
    rows = [] if comparison.won is None else [("won", *format_change(comparison.won))]
    rows += [(name, *format_change(difference)) for name, difference in comparison.outcomes.items()]
    head = ("", "first only", "second only", "change", "95 % interval", "p (McNemar)")
    means = [
        (
            name,
            format_number(s.first),
            format_number(s.second),
            f"{s.difference:+.3g}",
            f"{s.low:+.3g} to {s.high:+.3g}",
        )
        for name, s in comparison.numbers.items()
    ]
    return [
        f"<h2>With {escape(changed)}</h2>",
        f"<p>{comparison.pairs} pairs with the same seeds; {comparison.same} ended in equal states.</p>",
        render_table(head, rows),
        render_table(("mean", "first", "second", "change", "95 % interval"), means),
    ]


def render_sweep(arms: Sequence[Arm], figures: Mapping[str, str]) -> list[str]:
    """The section of a sweep."""
    rows = []
    for arm in arms:
        won, against = arm.summary.won, arm.against
        shares = ("", "") if won is None else (format_percent(won.share), format_interval(won))
        change = ("", "") if against is None else (f"{100 * against.difference:+.2f}", f"{against.p:.2g}")
        rows.append((format_values(arm.values), *shares, *change))
    head = ("", "won", "95 % interval", "change from the first, points", "p (McNemar)")
    drawn = [f"<figure>{svg}</figure>" for svg in figures.values()]
    return ["<h2>Sweep</h2>", *drawn, render_table(head, rows)]


def render_table(head: Sequence[str], rows: Iterable[Sequence[TableCell]]) -> str:
    """An HTML table."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td{_format_cell_class(cell)}>{escape(str(cell))}</td>" for cell in row) + "</tr>\n"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table>"


_NUMBER_HEADERS = ("number", "mean", "95 % of mean", "median", "10–90 %", "min", "max", "mean won", "mean lost")
_GROUP_HEADERS = ("column", "value", "games", "won with", "95 % interval", "won without", "95 % interval")


_FREQUENCY_HEADERS = ("", "times", "of", "share", "95 % interval", "chance", "p")
_DICE_HEADERS = ("die", "rolls", "chi-square", "freedom", "p")


def _list_frequency_rows(summary: Summary) -> Iterable[Sequence[TableCell]]:
    for frequency in summary.frequencies:
        found, chance, p = frequency.found, frequency.chance, frequency.p
        shares = format_percent(found.share), format_interval(found)
        tests = "" if chance is None else format_percent(chance), "" if p is None else f"{p:.2g}"
        yield frequency.key, found.count, found.of, *shares, *tests


def _list_dice_rows(summary: Summary) -> Iterable[Sequence[TableCell]]:
    for die in summary.dice:
        fairness = die.fairness
        chi_square, p = round(fairness.chi_square, 2), f"{fairness.p:.3g}"
        yield die.die, fairness.rolls, chi_square, fairness.freedom, p


def _list_number_rows(summary: Summary) -> Iterable[Sequence[TableCell]]:
    for number in summary.numbers:
        spread = number.all
        if spread is not None:
            won = format_number(number.won.mean) if number.won else ""
            lost = format_number(number.lost.mean) if number.lost else ""
            mean = f"{spread.low:.2f}–{spread.high:.2f}"
            middle = f"{format_number(spread.tenth)}–{format_number(spread.ninetieth)}"
            ends = format_number(spread.smallest), format_number(spread.largest)
            yield (
                number.column,
                format_number(spread.mean),
                mean,
                format_number(spread.median),
                middle,
                *ends,
                won,
                lost,
            )


def _list_group_rows(summary: Summary) -> Iterable[Sequence[TableCell]]:
    for group in summary.groups:
        shares = format_percent(group.won.share), format_interval(group.won)
        others = format_share(group.won_without), format_interval(group.won_without)
        yield group.column, group.value, format_percent(group.games.share), *shares, *others


def _render_about(summary: Summary, replay_command: str) -> str:
    values = {**summary.options, **summary.settings}
    rows = [
        ("games", f"{summary.games}, run seed {summary.seed} (game seeds {summary.seeds[0]}–{summary.seeds[1]})"),
        ("bots", ", ".join(summary.bots)),
        ("values", json.dumps(values, ensure_ascii=False) if values else "defaults"),
        ("mods", ", ".join(f"{id} {version} ({hash[:12]})" for id, version, hash in summary.mods)),
        ("digest", summary.digest),
        ("repeat", f"{replay_command} --record INDEX"),
    ]
    body = "".join(f'<tr><th>{name}</th><td class="word"><code>{escape(v)}</code></td></tr>' for name, v in rows)
    return f"<table>{body}</table>"


def _render_section(
    title: str, figure: str | None, head: Sequence[str], rows: Iterable[Sequence[TableCell]]
) -> list[str]:
    sections = [f"<h2>{escape(title)}</h2>"]
    if figure:
        sections.append(f"<figure>{figure}</figure>")
    all_rows = list(rows)
    if head and len(all_rows) > 25:
        sections.append(f"<details><summary>{len(all_rows)} rows</summary>{render_table(head, all_rows)}</details>")
    elif head:
        sections.append(render_table(head, all_rows))
    return sections


def _render_coverage(coverage: Coverage, games: int) -> list[str]:
    """Coverage by event or command type, collapsed."""
    kinds: dict[str, dict[tuple[str, str], list[int]]] = {}
    for (tag, field, value, _), (games_with, times) in coverage.items():
        cell = kinds.setdefault(tag, {}).setdefault((field, value), [0, 0])
        cell[0] += games_with
        cell[1] += times
    sections = ["<h2>Coverage</h2>", "<p>Events and commands: total counts, and share of games.</p>"]
    for tag in sorted(kinds):
        cells = kinds[tag]
        whole = cells.pop(("", ""), None)
        text = f"{whole[1]} times in {format_percent(whole[0] / games)} of games" if whole else f"{len(cells)} rows"
        rows = [
            (field, value, times, format_percent(games_with / games))
            for (field, value), (games_with, times) in sorted(cells.items(), key=lambda item: (item[0][0], -item[1][1]))
        ]
        head = f"<summary><code>{escape(tag)}</code> {text}</summary>"
        body = render_table(("field", "value", "times", "games"), rows) if rows else ""
        sections.append(f"<details>{head}{body}</details>" if rows else f"<p><code>{escape(tag)}</code> {text}</p>")
    return sections


def _format_cell_class(cell: TableCell) -> str:
    return ' class="word"' if isinstance(cell, str) and cell[:1].isalpha() else ""
