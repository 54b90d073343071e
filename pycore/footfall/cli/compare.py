"""``footfall compare``: two continuations of one turn of a recorded game, side by side."""

from collections.abc import Iterator
from pathlib import Path

import click

from footfall.api.scene import Line
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
from footfall.sim.bots import find_bot

from .options import ANY_PATH, MODS, GameOptions, game_options
from .output import CliError, Report, prints_report
from .recordings import load_without, read_replay_with_mods
from .rounds import describe_rounds
from .tables import print_table


@click.command("compare")
@click.argument("file", type=ANY_PATH)
@click.option("--at", type=click.IntRange(min=0), required=True, help="The number of commands after which they begin.")
@click.option("--bot", default="", help="The bot to play on. Default: the adviser of the game.")
@click.option("--without", metavar="MOD", help="Instead of a bot: the same commands without this mod.")
@click.option("--turns", type=click.IntRange(min=1), default=TURNS, show_default=True, help="Commands of each.")
@click.option("--round", "is_round", is_flag=True, help="Instead: each possible command, to the end of its round.")
@prints_report
@game_options(*MODS)
def compare_continuations(
    file: Path, at: int, bot: str, without: str | None, turns: int, is_round: bool, setup: GameOptions
) -> Report:
    """Compare the recording FILE after some commands with the play of a bot from there, or with it without a mod.

    Shows where they part, the notices and losses of both, and the lines of the screen that differ at their ends.
    With --round, shows what may follow each command that was possible: exactly if the dice are few, else from 10,000
    games with other dice. Later commands of the round are those of the recording where they are legal.
    """
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
        played = continue_with_bot(rules, replay, at, find_bot(rules, name), turns)
    else:
        raise CliError(f"{rules.game.id} has no adviser; name a bot with --bot")
    comparison = compare(at, recorded, played, translate)

    def write_lines() -> Iterator[str]:
        for line in (*describe_parting(comparison, translate), *describe_choices(comparison), Line()):
            yield "".join(translate(span.text) for span in line.spans)
        head, *rows = list_rows(comparison, translate)
        print_table(head, rows)

    return Report(to_json(comparison, translate), write_lines())
