"""The moments of a replay that are worth a look: when the player was noticed or hurt."""

from __future__ import annotations

from enum import Enum

from footfall.engine.rules import Rules
from footfall.engine.saves.replay import Replay, ReplayDriftError, begin_recorded, play_recorded


class ReplayEvent(Enum):
    """What happened; the values name bindings."""

    ALARM = "alarm"
    HURT = "hurt"


EVENT_OF_LOG_KIND = {"alarm": ReplayEvent.ALARM, "bad": ReplayEvent.HURT}
"""Kinds of log lines that tell of an event, in every game."""


def find_replay_events(rules: Rules, replay: Replay) -> dict[ReplayEvent, list[int]]:
    """Plays a replay once; returns the numbers of commands after which each event was logged, in order.

    It ends where the game leaves the recording.
    """
    session = begin_recorded(rules, replay.header)
    session.console_enabled = True  # recorded commands were allowed when they were given
    found: dict[ReplayEvent, list[int]] = {event: [] for event in ReplayEvent}
    for number, command in enumerate(replay.commands, 1):
        try:
            play_recorded(session, replay, number, command)
        except ReplayDriftError:
            break
        kinds = {line.kind for line in session.log}
        session.log.clear()
        for kind, event in EVENT_OF_LOG_KIND.items():
            if kind in kinds:
                found[event].append(number)
    return found
