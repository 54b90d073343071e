"""The chances of each possible command by the end of its round: a table, and a page in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from shutil import get_terminal_size
from typing import Any

from footfall.api.scene import Line, Panel, Span, Tint
from footfall.api.session_scene import build_session_scene
from footfall.app.decisions import list_command_words
from footfall.app.practice import play_commands
from footfall.app.screens.lists import make_line
from footfall.engine.declarations.environments import Environment
from footfall.engine.model import Message
from footfall.engine.saves.replay import Replay
from footfall.env.content import build_content
from footfall.env.outlook import Outlook, find_adviser, foresee_commands
from footfall.loader import LoadResult
from footfall.ui.drawing.panels import format_panel

from .output import CliError, Report

SHOWN_VALUES = 3
"""Values of a distribution that are shown."""

PAGE_GAMES = 2_000
"""Games of a sample for the page, small because a player waits for it."""


def foresee(loaded: LoadResult, replay: Replay, at: int, **limits: int) -> Iterator[tuple[str, Outlook]]:
    """Yields each command that was possible after some commands, in words, with its chances.

    Raises:
        CliError: the game has no rounds.
    """
    rules, translate = loaded.rules, loaded.catalog.translate
    declare = rules.game.declare_environment
    environment: Environment | None = declare() if declare is not None else None
    if environment is None or environment.rounds is None:
        raise CliError(f"{rules.game.id} has no rounds; leave out --round")
    session = play_commands(rules, replay.header, replay.commands[:at])
    scene = build_session_scene(session)
    content = build_content(loaded, environment, (), None, replay.header.options, {})
    for each in foresee_commands(content, session, replay.commands[at:], **limits):
        yield ", ".join(map(translate, list_command_words(session, scene, each.command))), each


def describe_rounds(replay: Replay, at: int, loaded: LoadResult) -> Report:
    """Returns the chances of each command that was possible, by the end of its round."""
    translate, outlooks = loaded.catalog.translate, [*foresee(loaded, replay, at)]
    page = _build_page(loaded, outlooks, replay, at)
    data = [
        {
            "command": label,
            "is_recorded": each.command == replay.commands[at],
            "games": each.games,
            "shares": {
                name: {str(value): float(share) for value, share in shares.items()}
                for name, shares in each.shares.items()
            },
            "ends": {outcome: float(share) for outcome, share in each.ends.items()},
            "means": {name: float(each.compute_mean(name)) for name in each.shares},
        }
        for label, each in outlooks
    ]
    return Report({"at": at, "commands": data}, list_page_lines(page, translate))


def list_page_lines(page: Panel, translate: Callable[[Any], str]) -> Iterator[str]:
    """Yields the title and the lines of a page, wrapped to the width of the terminal."""
    title, rows, _ = format_panel(page, translate, get_terminal_size().columns)
    yield title
    for row in rows:
        yield "".join(words for words, _ in row).rstrip()


def compute_mean(shares: Mapping[int, Fraction]) -> float:
    """Returns the expected value."""
    return sum(float(share) * value for value, share in shares.items())


def format_value(value: float) -> str:
    """Formats a number that may be negative."""
    return f"{value:.3g}".replace("-", "−")


def format_share(share: float | Fraction) -> str:
    """Formats a chance in percent."""
    return f"{100 * float(share):.0f} %"


def build_round_page(loaded: LoadResult, replay: Replay, at: int) -> Iterator[Panel | None]:
    """Yields None for each command that was possible, then the page of their chances, in words, from few games."""
    outlooks = []
    for each in foresee(loaded, replay, at, samples=PAGE_GAMES):
        outlooks.append(each)
        yield None
    yield _build_page(loaded, outlooks, replay, at)


def _build_page(loaded: LoadResult, outlooks: list[tuple[str, Outlook]], replay: Replay, at: int) -> Panel:
    first = outlooks[0][1]
    shown = [name for name in first.shares if any(len(each.shares[name]) > 1 for _, each in outlooks)]
    equal = [name for name in shown if all(each.shares[name] == first.shares[name] for _, each in outlooks)]
    shown = [name for name in shown if name not in equal]
    lines = [make_line(Message("footfall-round-about", {"bot": find_adviser(loaded.rules).label}))]
    lines.append(make_line(Message("footfall-round-exact"), Tint.DIM))
    won = loaded.rules.game.statistics.winning_outcomes
    ends = any(each.ends for _, each in outlooks)
    main = next(iter(first.shares))  # the number that matters most
    if ends:
        outlooks = sorted(outlooks, key=lambda pair: rank_outlook(pair[1], won, main), reverse=True)
        facts = {"command": outlooks[0][0], "ends": describe_ends(outlooks[0][1], won)}
        lines.append(make_line(Message("footfall-round-best-end", facts), Tint.GOOD))
    elif main in shown:
        label, best = max(outlooks, key=lambda pair: pair[1].compute_mean(main))
        facts = {"name": Message(main), "command": label, "mean": format_value(float(best.compute_mean(main)))}
        lines.append(make_line(Message("footfall-round-best", facts), Tint.GOOD))
        lines.append(make_line(Message("footfall-round-no-win", {"name": Message(main)}), Tint.DIM))
    if equal:
        lines += [Line(), make_line(Message("footfall-round-any"), Tint.STRONG)]
        lines += [Line((Span("  "), Span(describe_shares(name, first.shares[name])))) for name in equal]
    if not shown and not ends:
        lines += [Line(), make_line(Message("footfall-round-equal"), Tint.STRONG)]
    for label, each in outlooks if shown or ends else ():
        is_recorded = "yes" if each.command == replay.commands[at] else "no"
        head = Message("footfall-round-command", {"command": label, "recorded": is_recorded, "games": each.games})
        lines += [Line(), make_line(head, Tint.STRONG)]
        if ends:
            lines.append(Line((Span("  "), Span(describe_ends(each, won)))))
        lines += [Line((Span("  "), Span(describe_shares(name, each.shares[name])))) for name in shown]
    return Panel(Message("footfall-round-title", {"turn": str(at)}), tuple(lines))


def rank_outlook(outlook: Outlook, won: Sequence[str], main: str) -> tuple[Fraction, ...]:
    """Returns the key of an order: the chance to win, then not to lose, then a number."""
    return (
        outlook.sum_ends(won),
        outlook.sum_ends(won) - sum(outlook.ends.values(), Fraction(0)),
        outlook.compute_mean(main),
    )


def describe_ends(outlook: Outlook, won: Sequence[str]) -> Message:
    """Describes how often the game ends within the round."""
    win = outlook.sum_ends(won)
    lost = sum(outlook.ends.values(), Fraction(0)) - win
    return Message("footfall-round-ends", {"won": format_share(win), "lost": format_share(lost)})


def describe_shares(name: str, shares: Mapping[int, Fraction]) -> Message:
    """Describes a distribution in words: its most probable values with their chances, the rest, the mean."""
    likely = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN_VALUES]
    if len(shares) == 1:
        return Message("footfall-round-sure", {"name": Message(name), "value": format_value(likely[0][0])})
    parts = [
        Message("footfall-round-share", {"value": format_value(value), "percent": format_share(share)})
        for value, share in likely
    ]
    rest = 1 - float(sum(share for _, share in likely))
    if len(shares) > len(likely):
        parts.append(Message("footfall-round-rest", {"percent": format_share(rest)}))
    told = parts[-1]
    for part in reversed(parts[:-1]):
        told = Message("footfall-round-and", {"first": part, "next": told})
    facts = {"name": Message(name), "values": told, "mean": format_value(compute_mean(shares))}
    return Message("footfall-round-spread" if len(shares) > len(likely) else "footfall-round-values", facts)
