"""Proves that a game played on from any turn leaves the recording alone and follows its dice.

    python tests/app/prove_branches.py [--branches 2500] [--seed 1] [--mods] [--both]

Bots play games of stealth, King and delve, each recorded in a file. At random turns, the recorded commands lead there
again, and from a saved state of that turn branches go on, each with other dice. It is demanded that

- with the same dice, the recorded commands give the recorded hashes;
- the same other dice give the same game twice;
- other dice are fair, and follow neither those of the recording nor those of the branch before (chi-square);
- practice as the player has it does the same: its first commands are taken back, its own replay is verified;
- the recorded game keeps its commands and its hash, and its file every byte.

With --both, the Rust and the Python backend play everything in two processes, and all hashes must agree.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from branch_dice import Face, FaceCounts, watch_dice

from footfall import __version__
from footfall.app.files.paths import use_guest_folder
from footfall.app.practice import LeavePractice, Practice, TakeBack, TakeOtherDice, play_commands
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.model import ChangeDice, Command
from footfall.engine.saves.replay import Recorder, Replay, play_back, read_replay
from footfall.engine.saves.replay_lines import Branch
from footfall.engine.saves.save import build_sections, restore_session
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot

GAMES: dict[str, tuple[tuple[str, dict[str, str | int]], ...]] = {
    "stealth": (
        ("brawler", {"floor": 5}),
        ("random", {"course": "whole"}),
        ("sneak", {"floor": 6}),
        ("newcomer", {"course": "first"}),
        ("brawler", {"floor": 2}),
    ),
    "king": (
        ("random", {"profile": "full_game", "players": 4}),
        ("greedy", {"players": 3}),
        ("goal", {"players": 2}),
    ),
    "delve": (("party", {"mode": "walk"}), ("random", {"mode": "walk"}), ("random", {"mode": "table"})),
}
"""Bots and options, by game; the games of a run take them in turn."""

MODS = Path(__file__).parents[2] / "mods"
LENGTH, TAIL = 200, 20
"""Commands of a recorded game, and of a branch."""

STOPS, BRANCHES_AT_STOP = 6, 10
"""Turns of a recorded game from which branches go on, and branches of each."""

DICED = 300
"""Branches of a game from which on some of its dice must have been tested."""

TAKEN_BACK = 2
"""Commands that practice takes back."""


class Trunk(NamedTuple):
    """A recorded game: the game itself, its file with its bytes and commands, and the hash before each command."""

    session: Session
    replay: Replay
    path: Path
    data: bytes
    hashes: list[str]
    bot: str

    def find_changes(self) -> list[str]:
        """Says what is no longer as it was recorded."""
        is_same = self.session.hash() == self.hashes[-1] and tuple(self.session.commands) == self.replay.commands
        changes = [] if is_same else ["the recorded game has changed"]
        return changes if self.path.read_bytes() == self.data else [*changes, "the file of the recording has changed"]


class Stop(NamedTuple):
    """A turn from which branches go on: the number of commands before it, its state, the dice of the recording."""

    at: int
    sections: dict[str, bytes]
    faces: dict[int, Face]

    def begin(self, rules: Any) -> Session:
        """Returns a practice game from here."""
        session = restore_session(rules, self.sections, "the saved state")
        session.is_practice = True
        return session


def play_on(session: Session, name: str, length: int, recorder: Recorder | None = None) -> list[str]:
    """Lets a bot play; returns the hash after each command."""
    bot, hashes = find_bot(session.rules, name), []
    for _ in range(length):
        options = list_legal_commands(session) if session.state.outcome is None else []
        if not options:
            break
        assert session.state.question is not None
        command = bot.decide(BotContext(session, bot.id, session.state.question.actor), options)
        if recorder is not None:
            recorder.write_command(command)
        session.submit(command)
        if recorder is not None:
            recorder.write_hash_mark()
        hashes.append(session.hash())
    return hashes


def play_again(session: Session, commands: Iterable[Command]) -> list[str]:
    """Gives commands; returns the hash after each."""
    hashes = []
    for command in commands:
        session.submit(command)
        hashes.append(session.hash())
    return hashes


def record_trunk(rules: Any, path: Path, seed: int, bot: str, options: dict[str, str | int]) -> Trunk:
    """Lets a bot play a game and records it."""
    session = Session.begin(rules, seed, options)
    hashes = [session.hash()]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        hashes += play_on(session, bot, LENGTH, Recorder(file, session, __version__))
    return Trunk(session, read_replay(path, lambda header: rules), path, path.read_bytes(), hashes, bot)


class Proof:
    """The branches of one game so far.

    Attributes:
        branches: their number.
        digest: the digest of all hashes.
        faces: the dice of the branches.
    """

    def __init__(self, game: str, loaded: LoadResult) -> None:
        self._game, self._loaded = game, loaded
        self.branches = self.faults = 0
        self.digest, self.faces = hashlib.sha256(), FaceCounts()

    def check_trunk(self, trunk: Trunk, chooser: random.Random, limit: int) -> None:
        """Plays on from some turns of a recorded game, until there are `limit` branches."""
        self.digest.update("".join(trunk.hashes).encode())
        stops = min(STOPS, len(trunk.replay.commands))
        for at in sorted(chooser.sample(range(len(trunk.replay.commands)), stops)):
            number, last = min(BRANCHES_AT_STOP, limit - self.branches), {}
            if not number:
                return
            stop = self.find_stop(trunk, at)
            for dice in range(number):
                last = self.check_branch(trunk, stop, dice, last)

    def report(self, trunk: Trunk, at: int, problems: Iterable[str]) -> None:
        """Prints what is wrong with a branch."""
        for problem in problems:
            self.faults += 1
            print(f"{self._game} {trunk.path.stem} ({trunk.bot}), after {at} commands: {problem}", flush=True)

    def find_stop(self, trunk: Trunk, at: int) -> Stop:
        """Goes to a turn of a recorded game by its commands, and on with the same dice."""
        rules = self._loaded.rules
        practice = play_commands(rules, trunk.replay.header, trunk.replay.commands[:at])
        sections = build_sections(practice, __version__)[1]
        expected = trunk.hashes[at : at + TAIL + 1]
        hashes, problems = [practice.hash()], []
        if hashes + play_again(practice, trunk.replay.commands[at : at + TAIL]) != expected:
            problems.append("the same dice give another game")
        stop = Stop(at, sections, {})
        session = stop.begin(rules)
        with watch_dice(session) as faces:
            later = play_again(session, trunk.replay.commands[at : at + TAIL])
        if later != expected[1:]:
            problems.append("the same dice give another game from the saved state")
        problems += self.check_practice(trunk, at)
        self.report(trunk, at, problems)
        return stop._replace(faces=faces)

    def check_practice(self, trunk: Trunk, at: int) -> list[str]:
        """Plays on as the player does: with the same dice, back again, with other dice; returns what is wrong."""
        rules, commands, hashes = self._loaded.rules, trunk.replay.commands, trunk.hashes
        practice, problems = Practice(rules, trunk.replay, at, self._loaded.catalog.translate), []
        given = commands[at : at + TAKEN_BACK]
        for command in given:
            practice.submit(command)
        if practice.session.hash() != hashes[at + len(given)]:
            problems.append("the same dice give another game in practice")
        for _ in given:
            practice.submit(TakeBack())
        if practice.session.hash() != hashes[at]:
            problems.append("commands that are taken back leave something")
        practice.submit(TakeOtherDice())
        practice.submit(commands[at])
        practice.submit(LeavePractice())
        assert practice.path is not None
        replay = read_replay(practice.path, lambda header: rules)
        if play_back(rules, replay).hash() != practice.session.hash():
            problems.append("the replay of practice gives another game")
        if replay.header.branch != Branch(at, hashes[at]) or replay.commands[:at] != commands[:at]:
            problems.append("the replay of practice begins elsewhere")
        self.digest.update(practice.path.read_bytes())
        practice.path.unlink()
        return problems

    def check_branch(self, trunk: Trunk, stop: Stop, dice: int, last: dict[int, Face]) -> dict[int, Face]:
        """Plays on with other dice, twice; every other time the second game is played by Python, which notes its dice.

        Args:
            last: the dice that were noted last.

        Returns:
            The dice that were noted last.
        """
        rules, at, problems = self._loaded.rules, stop.at, []
        sessions = [stop.begin(rules) for _ in range(2)]
        for session in sessions:
            assert session.submit(ChangeDice(number=dice)).refusal is None
        first, second = sessions
        first.submit(trunk.replay.commands[at])
        hashes = [first.hash(), *play_on(first, trunk.bot, TAIL - 1)]
        with watch_dice(second) if dice % 2 == 0 else nullcontext({}) as faces:
            again = play_again(second, first.commands[at + 1 :])
        if hashes != again:
            problems.append(f"other dice ({dice}) give two games")
        problems += trunk.find_changes()
        self.faces.add("the branch", faces)
        self.faces.add("from the recording", faces, stop.faces)
        self.faces.add("from the branch before", faces, last)
        self.digest.update("".join(hashes).encode())
        self.branches += 1
        self.report(trunk, at, problems)
        return faces or last


def count_faults(game: str, branches: int, seed: int, has_mods: bool = False) -> int:
    """Plays branches of one game; prints and counts what breaks a promise."""
    loaded = load(f"core.{game}", mods=[MODS] if has_mods else (), only_mods=())
    chooser, proof, games = random.Random(f"{seed} {game}"), Proof(game, loaded), 0
    with tempfile.TemporaryDirectory() as name, use_guest_folder(Path(name)):
        for number in count():
            if proof.branches >= branches:
                break
            bot, options = GAMES[game][(number + seed) % len(GAMES[game])]
            path = Path(name) / f"{number}.replay"
            proof.check_trunk(
                record_trunk(loaded.rules, path, chooser.getrandbits(32), bot, options), chooser, branches
            )
            path.unlink()
            games = number + 1
    words, outliers = proof.faces.find_outliers()
    if proof.branches >= DICED and not proof.faces.list_groups():
        outliers.append("no die was rolled often enough")
    for outlier in outliers:
        print(f"{game}: not by chance: {outlier}")
    faults = proof.faults + len(outliers)
    print(f"{game}: {proof.branches:,} branches of {games} games, {len(loaded.rules.mods)} mods, {faults} faults")
    print(f"  {words}; all hashes: {proof.digest.hexdigest()[:16]}", flush=True)
    return faults


def play_on_both(words: list[str]) -> int:
    """Runs this script with each backend at once; returns 1 if one finds faults or they differ."""
    running = {
        backend: subprocess.Popen(
            [sys.executable, __file__, *words],
            env={**os.environ, "FOOTFALL_BACKEND": backend},
            stdout=subprocess.PIPE,
            text=True,
        )
        for backend in ("rust", "python")
    }
    outputs = {backend: process.communicate()[0] for backend, process in running.items()}
    for backend, output in outputs.items():
        print(f"{backend}:\n{output}", end="")
    agree = outputs["rust"] == outputs["python"]
    print("the backends agree" if agree else "THE BACKENDS DIFFER")
    return int(not agree or any(process.returncode for process in running.values()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--branches", type=int, default=2500, help="of all three games together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mods", action="store_true", help="with the example mods")
    parser.add_argument("--both", action="store_true", help="with each backend; all hashes must agree")
    args = parser.parse_args()
    if args.both:
        sys.exit(play_on_both([word for word in sys.argv[1:] if word != "--both"]))
    shares = [args.branches // 3 + (place < args.branches % 3) for place in range(3)]
    faults = sum(count_faults(game, share, args.seed, args.mods) for game, share in zip(GAMES, shares, strict=True))
    print(f"{faults} faults in {args.branches:,} branches")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
