"""Records one game of a run as a replay, and formats the command line that repeats it."""

from __future__ import annotations

import shlex
from pathlib import Path

from footfall import __version__
from footfall.engine.model import Command
from footfall.engine.saves.replay import Recorder

from .bots import RANDOM_BOT, find_bot
from .coverage import CoverageCounter
from .game_batch import BotGame, play_with_timeout
from .plan import MAX_COMMANDS, Plan, get_plan_rules
from .sweep import format_value


def record_replay(plan: Plan, index: int, path: Path) -> BotGame:
    """Plays one game of a plan and writes its replay.

    A game that fails is recorded up to the failing command. A game that ends in its setup gives a replay
    without commands.

    Raises:
        Exception: the error that the game failed with.
    """
    rules = get_plan_rules(plan)
    game = BotGame(rules, [find_bot(rules, name) for name in plan.bots], plan, index)
    with path.open("w", encoding="utf-8") as file:
        recorder: Recorder | None = None

        def record(command: Command) -> None:
            nonlocal recorder
            if game.session is not None and recorder is None:
                recorder = Recorder(file, game.session, __version__)
            assert recorder is not None
            recorder.write_command(command)

        play_with_timeout(lambda: game.play(CoverageCounter(), record), plan.timeout)
        if recorder is None:
            assert game.session is not None
            recorder = Recorder(file, game.session, __version__)
        recorder.write_hash_mark(force=True)
    return game


def format_command_line(plan: Plan) -> str:
    """Command line of a run without the number of games."""
    words = ["footfall", "simulate", plan.game.rpartition(".")[2], "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={format_value(value)}"]
    for name, value in plan.settings.items():
        words += ["--set", f"{name}={format_value(value)}"]
    if plan.bots != (RANDOM_BOT.id,):
        words += ["--bots", ",".join(plan.bots)]
    for mod in plan.mods:
        words += ["--mods", mod]
    if plan.max_commands != MAX_COMMANDS:
        words += ["--max-commands", str(plan.max_commands)]
    if plan.strict:
        words.append("--strict")
    return shlex.join(words)
