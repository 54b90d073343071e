"""``footfall compare``: two continuations of one turn of a recorded game, side by side."""

from pathlib import Path

import click

from footfall.app.comparison import (
    TURNS,
    Continuation,
    compare,
    continue_recording,
    continue_under,
    continue_with_bot,
    to_json,
)
from footfall.app.comparison_page import describe_comparison
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message
from footfall.engine.saves.replay import Replay
from footfall.loader import LoadResult
from footfall.sim.bots import find_bot

from .options import ANY_PATH, MODS, GameOptions, game_options
from .output import CliError, Report, prints_report
from .recordings import follow_recording, load_with, load_without, read_replay_with_mods
from .rounds import describe_rounds, list_page_lines


@click.command("compare")
@click.argument("file", type=ANY_PATH)
@click.option("--at", type=click.IntRange(min=0), required=True, help="The number of commands after which they begin.")
@click.option("--bot", default="", help="The bot to play on. Default: the adviser of the game.")
@click.option("--without", metavar="MOD", help="Instead of a bot: the same commands without this mod.")
@click.option("--with", "added", type=ANY_PATH, help="Instead of a bot: the same commands with the mod at this path.")
@click.option("--played", type=ANY_PATH, help="Instead of a bot: another recording from there, as of a practice game.")
@click.option(
    "--turns",
    type=click.IntRange(min=1),
    default=TURNS,
    show_default=True,
    help="Commands of each, or all that are recorded if only 50 more are.",
)
@click.option("--round", "is_round", is_flag=True, help="Instead: each possible command, to the end of its round.")
@prints_report
@game_options(*MODS)
def compare_continuations(
    file: Path,
    at: int,
    bot: str,
    without: str | None,
    added: Path | None,
    played: Path | None,
    turns: int,
    is_round: bool,
    setup: GameOptions,
) -> Report:
    """Compare the recording FILE after some commands with the play of a bot from there, or with it under other mods.

    Shows in two columns where they part, notices and losses, and the lines of the screen that differ at their ends.
    With --round, shows what may follow each command that was possible: exactly if the dice are few, else from 10,000
    games. Later commands of the round are as recorded; a player whose next one is not legal goes on as the adviser.
    """
    if sum(map(bool, (bot, without, added, played, is_round))) > 1:
        raise CliError("give one of --bot, --without, --with, --played and --round")
    replay, loaded = _read_trunk(file, at, turns, setup)
    if is_round:
        return describe_rounds(replay, at, loaded)
    rules, translate = loaded.rules, loaded.catalog.translate
    recording = continue_recording(rules, replay, at, turns)
    turns = max(turns, len(recording.steps))
    if added is not None:
        rest, name = load_with(added, replay.header, setup), Message("footfall-compare-with", {"mod": added.name})
        other = continue_under(rules, replay, at, rest, name, turns)
    elif without is not None:
        rest = load_without(without, replay.header, setup, loaded)
        name = Message("footfall-compare-without", {"mod": rules.mod_names.get(without, without)})
        other = continue_under(rules, replay, at, rest, name, turns)
    elif played is not None:
        other = _follow_branch(played, replay, at, rules, setup, turns)
    elif player := bot or rules.game.presentation.adviser:
        other = continue_with_bot(rules, replay, at, find_bot(rules, player), turns)
    else:
        raise CliError(f"{rules.game.id} has no adviser; name a bot with --bot")
    pair = compare(at, recording, other, translate)
    return Report(to_json(pair, translate), list_page_lines(describe_comparison(pair, translate), translate))


def _read_trunk(file: Path, at: int, turns: int, setup: GameOptions) -> tuple[Replay, LoadResult]:
    """Reads a recording; the game must still follow it up to the last command that is compared."""
    replay, loaded = read_replay_with_mods(file, setup)
    if at >= len(replay.commands):
        raise CliError(f"{file}: has {len(replay.commands)} commands; --at takes a smaller number")
    follow_recording(Replay(replay.header, replay.commands[: at + turns + TURNS], replay.marks), loaded.rules, file)
    return replay, loaded


def _follow_branch(path: Path, trunk: Replay, at: int, rules: Rules, setup: GameOptions, turns: int) -> Continuation:
    """Plays a recording on that has the first commands of another one."""
    branch, _ = read_replay_with_mods(path, setup)
    begins = [(each.header.game, each.header.seed, each.header.options) for each in (trunk, branch)]
    if begins[0] != begins[1]:
        raise CliError(f"{path}: is of another game; --played takes one that begins as the recording")
    pairs = zip(trunk.commands[:at], branch.commands, strict=False)
    same = next((number for number, (one, other) in enumerate(pairs) if one != other), min(at, len(branch.commands)))
    if same < at:
        raise CliError(f"{path}: is the same for {same} commands; --at takes no larger number")
    return continue_recording(rules, branch, at, turns, Message("footfall-compare-played", {"file": path.name}))
