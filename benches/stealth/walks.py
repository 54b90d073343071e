"""Counts the functions of the game that one step, one blow, one creature's turn and one report of sounds pass through.

    FOOTFALL_COMPILED=never python benches/stealth/walks.py

Of each of these, the widest of a fixed game: distinct functions of the game that it enters, and calls that fetch what
is already known (the phase, the world, settings, parts of the state).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot

WALKS = ("walk_to", "resolve_attack", "take_creature_turn", "report_sounds")
FETCHERS = {"get_phase", "get_world", "current_level", "player_of", "stealth_of", "play_of", "rule_settings"}
FETCHERS |= {"run_stats_of", "get_level_index", "get_actor_index"}
SEED, TURNS = 2, 300


class Walk:
    """One call of a function of `WALKS`."""

    def __init__(self) -> None:
        self.functions: set[CodeType] = set()
        self.fetches = 0
        self.depth = 0


def count_walks() -> dict[str, tuple[int, int]]:
    """Functions and fetches of the widest call of each walk."""
    session = Session.begin(load("core.stealth", only_mods=()).rules, SEED, {"course": "first"})
    bot = find_bot(session.rules, "brawler")
    context = BotContext(session, bot.id, 1)
    widest: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    open_walks: list[tuple[FrameType, str, Walk]] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call":
            is_ours = "plugins/stealth" in code.co_filename
            for _frame, _name, walk in open_walks:
                walk.fetches += code.co_name in FETCHERS
                if is_ours:
                    walk.functions.add(code)
            if is_ours and code.co_name in WALKS:
                open_walks.append((frame, code.co_name, Walk()))
        elif event == "return" and open_walks and open_walks[-1][0] is frame:
            _, name, walk = open_walks.pop()
            widest[name] = max(widest[name], (len(walk.functions), walk.fetches))

    for _ in range(TURNS):
        options = list_legal_commands(session)
        command = bot.decide(context, options) if options else None
        if command is None:
            break
        sys.setprofile(note)
        session.submit(command)
        sys.setprofile(None)
    return dict(widest)


if __name__ == "__main__":
    print(f"game {SEED}, {TURNS} turns, {Path(__file__).name}")
    for name, (functions, fetches) in sorted(count_walks().items()):
        print(f"{name:20} {functions:3} functions, {fetches:3} fetches")
