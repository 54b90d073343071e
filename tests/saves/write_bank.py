"""Writes saves and replays of this version, which later versions must open.

    python tests/saves/write_bank.py

The files go to ``tests/data/saves/VERSION``, once for each version; `test_saves_bank.py` opens those of all versions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from footfall import __version__
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.saves.replay import Recorder
from footfall.engine.saves.save import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot

BANK = Path(__file__).parents[1] / "data" / "saves"

GAMES: dict[str, tuple[str, dict[str, Any], dict[str, Any], str, int]] = {
    "stealth": ("core.stealth", {}, {"course": "first"}, "brawler", 150),
    "stealth-classic": ("core.stealth", {"core.stealth.rules": "classic"}, {}, "cautious", 150),
    "king": ("core.king", {}, {"profile": "full_game", "players": 4}, "random", 80),
    "delve": ("core.delve", {}, {"mode": "walk"}, "party", 80),
}
"""Game, settings, options, bot and commands of each save."""


def load_rules(name: str) -> Any:
    """The rules that a file of the bank was made with, as this version has them."""
    game, settings, *_ = GAMES[name]
    return load(game, only_mods=(), settings=settings).rules


def write_game(folder: Path, name: str) -> None:
    """Plays a game by its bot; writes its replay and its save."""
    _, _, options, bot_id, commands = GAMES[name]
    session = Session.begin(load_rules(name), 11, options)
    bot = find_bot(session.rules, bot_id)
    context = BotContext(session, bot.id, 1)
    with (folder / f"{name}.replay").open("w", encoding="utf-8", newline="\n") as file:
        recorder = Recorder(file, session, __version__)
        for _ in range(commands):
            legal = list_legal_commands(session)
            command = bot.decide(context, legal) if legal else None
            if command is None:
                break
            recorder.write_command(command)
            session.submit(command)
            recorder.write_hash_mark()
        recorder.write_hash_mark(force=True)
    save(session, folder / f"{name}.save", __version__)


def main() -> None:
    folder = BANK / __version__
    folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        write_game(folder, name)


if __name__ == "__main__":
    main()
