"""``footfall compare``: two continuations of one turn of a recorded game, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import click

from footfall.api.session_scene import build_session_scene
from footfall.app.comparison import (
    TURNS,
    compare,
    continue_recording,
    continue_under,
    continue_with_bot,
    describe_choices,
    describe_parting,
    list_rows,
    to_json,
)
from footfall.app.decisions import list_command_words
from footfall.app.practice import play_commands
from footfall.engine.declarations.environments import Environment
from footfall.engine.model import Message
from footfall.engine.saves.replay import Replay, ReplayError
from footfall.engine.saves.save import SaveError
from footfall.env.content import build_content
from footfall.env.outlook import foresee_commands
from footfall.loader import LoadResult
from footfall.sim.bots import UnknownBotError, find_bot

from .options import MODS, GameOptions, game_options
from .output import CliError, Report, prints_report, report_errors
from .recordings import load_without, read_replay_with_mods
from .tables import print_table

SHOWN_VALUES = 3
"""Values of a distribution that are shown."""


@click.command("compare")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(min=0), required=True, help="The number of commands after which they begin.")
@click.option("--bot", default="", help="The bot to play on. Default: the adviser of the game.")
@click.option("--dice", type=click.IntRange(min=0), default=0, help="Give the bot other dice: which ones, from 1.")
@click.option("--without", metavar="MOD", help="Instead of a bot: the same commands without this mod.")
@click.option("--turns", type=click.IntRange(min=1), default=TURNS, show_default=True, help="Commands of each.")
@click.option("--round", "is_round", is_flag=True, help="Instead: each possible command, to the end of its round.")
@prints_report
@game_options(*MODS)
def compare_continuations(
    file: Path, at: int, bot: str, dice: int, without: str | None, turns: int, is_round: bool, setup: GameOptions
) -> Report:
    """Compare the recording FILE after some commands with the play of a bot from there, or with it without a mod.

    Shows where they part, the notices and losses of both, and the lines of the screen that differ at their ends.
    With --round, shows what may follow each command that was possible: exactly if the dice are few, else from 10,000
    games with other dice. Later commands of the round are those of the recording where they are legal.
    """
    with report_errors(ReplayError, SaveError, UnknownBotError):
        replay, loaded = read_replay_with_mods(file, setup)
        rules, translate = loaded.rules, loaded.catalog.translate
        if at >= len(replay.commands):
            raise CliError(f"{file}: has {len(replay.commands)} commands; --at takes a smaller number")
        if is_round:
            return describe_rounds(replay, at, loaded)
        recorded = continue_recording(rules, replay, at, turns)
        if without is not None:
            others = load_without(without, replay.header, setup, loaded)
            played = continue_under(rules, replay, at, others, rules.mod_names.get(without, without), turns)
        elif name := bot or rules.game.presentation.adviser:
            played = continue_with_bot(rules, replay, at, find_bot(rules, name), turns, dice)
        else:
            raise CliError(f"{rules.game.id} has no adviser; name a bot with --bot")
    comparison = compare(at, recorded, played, translate)

    def write_lines() -> Iterator[str]:
        for line in describe_parting(comparison):
            yield "".join(translate(span.text) for span in line.spans)
        head, *rows = list_rows(comparison, translate)
        print_table(head, rows)
        for line in describe_choices(comparison):
            yield "".join(translate(span.text) for span in line.spans)

    return Report(to_json(comparison, translate), write_lines())


def describe_rounds(replay: Replay, at: int, loaded: LoadResult) -> Report:
    """Returns what may follow each command that was possible, by the end of its round."""
    rules, translate = loaded.rules, loaded.catalog.translate
    declare = rules.game.declare_environment
    environment: Environment | None = declare() if declare is not None else None
    if environment is None or environment.rounds is None:
        raise CliError(f"{rules.game.id} has no rounds; leave out --round")
    session = play_commands(rules, replay.header, replay.commands[:at])
    scene = build_session_scene(session)
    content = build_content(loaded, environment, (), None, replay.header.options, {})
    outlooks = foresee_commands(content, session, replay.commands[at:])
    labels = [", ".join(map(translate, list_command_words(session, scene, each.command))) for each in outlooks]
    names = list(outlooks[0].shares) if outlooks else []

    def write_lines() -> Iterator[str]:
        yield translate(Message("footfall-round-title", {"turn": at + 1}))
        shown = [name for name in names if any(len(each.shares[name]) > 1 for each in outlooks)]
        heads = [translate(Message(name)) for name in shown]
        rows = [
            [label, *(format_shares(each.shares[name]) for name in shown), basis]
            for label, each in zip(labels, outlooks, strict=True)
            for basis in (translate(Message("footfall-round-basis", {"games": each.games})),)
        ]
        print_table(["", *heads, ""], rows)

    data = [
        {
            "command": label,
            "is_recorded": each.command == replay.commands[at],
            "games": each.games,
            "shares": {
                name: {str(value): float(share) for value, share in each.shares[name].items()} for name in names
            },
            "means": {name: float(each.compute_mean(name)) for name in names},
        }
        for label, each in zip(labels, outlooks, strict=True)
    ]
    return Report({"at": at, "commands": data}, write_lines())


def format_shares(shares: Mapping[int, Fraction]) -> str:
    """Formats a distribution: the only value, or the mean and the most probable values with their chances."""
    if len(shares) == 1:
        return str(next(iter(shares))).replace("-", "−")
    mean = sum(float(share) * value for value, share in shares.items())
    likely = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN_VALUES]
    parts = (f"{value} {float(share):.0%}" for value, share in sorted(likely))
    return f"{mean:.2f} ({', '.join(parts)})".replace("-", "−")
