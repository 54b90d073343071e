"""One game of a run as an engine replay, and the command that plays it again."""

from __future__ import annotations

import shlex
from pathlib import Path

from footfall import __version__
from footfall.engine.model import Command
from footfall.engine.replay import Recorder

from .bots import RANDOM, find_bot
from .game import Table, with_patience
from .plan import MOST_COMMANDS, Plan, rules_of
from .sweep import shown
from .tally import Tally


def record(plan: Plan, index: int, path: Path) -> Table:
    """Plays one game of a plan and writes it as a replay.

    A game that fails is recorded up to the command it failed at; the error is raised afterwards. A game
    that is over before its first command is a replay without commands.

    Raises:
        Exception: what the game failed with.
    """
    rules = rules_of(plan)
    table = Table(rules, [find_bot(rules, name) for name in plan.bots], plan, index)
    with path.open("w", encoding="utf-8") as file:
        recorder: Recorder | None = None

        def before(command: Command) -> None:
            nonlocal recorder
            if table.session is not None and recorder is None:
                recorder = Recorder(file, table.session, __version__)
            assert recorder is not None
            recorder.before(command)

        with_patience(lambda: table.play(Tally(), before), plan.patience)
        if recorder is None:
            assert table.session is not None
            recorder = Recorder(file, table.session, __version__)
        recorder.after(force=True)
    return table


def command_of(plan: Plan) -> str:
    """The command line of a run, without the number of games."""
    words = ["footfall", "simulate", plan.game.rpartition(".")[2], "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={shown(value)}"]
    for name, value in plan.settings.items():
        words += ["--set", f"{name}={shown(value)}"]
    if plan.bots != (RANDOM.id,):
        words += ["--bots", ",".join(plan.bots)]
    for mod in plan.mods:
        words += ["--mods", mod]
    if plan.most != MOST_COMMANDS:
        words += ["--most", str(plan.most)]
    if plan.strict:
        words.append("--strict")
    return shlex.join(words)
