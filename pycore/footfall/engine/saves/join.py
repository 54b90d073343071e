"""Joins a save with the replay next to it: which recorded commands follow the saved state."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..codec import index_command_types, parse_command
from ..declarations.rules import Rules
from ..model import Command
from ..session import Session
from .replay_lines import ReplayLine, ReplayScan


def belongs_to_game(scan: ReplayScan, game: str, seed: int, options: Mapping[str, Any]) -> bool:
    """Whether a replay has a header that names this game, seed and options."""
    header = scan.header
    return header is not None and (header.game, header.seed, dict(header.options)) == (game, seed, dict(options))


def find_lines_after(scan: ReplayScan, turn: int, hash: str) -> list[ReplayLine] | None:
    """Returns the commands recorded after a save, or None if the replay has no hash mark of it.

    A mark is on disk before its save, so a replay that belongs to a save and reaches its turn has the mark.

    Args:
        turn: turn of the saved state.
        hash: hash of the saved state.
    """
    for index in range(len(scan.lines) - 1, -1, -1):
        line = scan.lines[index][1]
        if (line.turn, line.hash) == (turn, hash):
            break
    else:
        return None
    commands: list[ReplayLine] = []
    for _, line in scan.lines[index + 1 :]:
        if line.command is not None:
            del commands[max(line.turn - turn - 1, 0) :]  # refused or not played: this has their turn
            commands.append(line)
    return commands


def is_beginning_of(scan: ReplayScan, commands: Sequence[Command], rules: Rules) -> bool:
    """Whether the recorded commands are the first of `commands`."""
    recorded: list[ReplayLine] = []
    for _, line in scan.lines:
        if line.command is not None:
            del recorded[line.turn - 1 :]
            recorded.append(line)
    if len(recorded) > len(commands):
        return False
    types = index_command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    try:
        return [parse_command(line.command or {}, types, keep_unknown=True) for line in recorded] == list(
            commands[: len(recorded)]
        )
    except (ValueError, TypeError):
        return False
