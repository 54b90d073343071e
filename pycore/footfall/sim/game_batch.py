"""One game of a plan, from its index to a row of the table; and a batch of them."""

from __future__ import annotations

import signal
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from types import FrameType
from typing import Any, TypeAlias

from footfall.diagnostics.files import format_path
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.codec import decode_state, digest
from footfall.engine.compiled import CompiledGame
from footfall.engine.model import Answer, Command
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader.watchdog import run_with_timeout

from .audit import Audit
from .bots import find_bot
from .compiled_play import CHUNK_SIZE, find_compiled_rules, play_compiled
from .coverage import Coverage, CoverageCounter, merge_coverage
from .plan import Plan, get_plan_rules

CUT_SHORT = "footfall:cut-short"
"""Outcome of a game that was still running after `Plan.most` commands."""

FAILED = "footfall:error"
"""Outcome of a game that raised, hung, or took its worker with it; its row says how."""

FIXED_COLUMNS = ("index", "seed", "outcome", "turns", "commands", "events", "hash", "problems", "error")
"""Columns of every table, before those of the game itself.

``turns`` are accepted commands, answers to questions aside; ``commands`` are all; ``events`` are what
they led to; ``hash`` is that of the last state; ``problems`` are contained failures of mods.
"""

CurveCounts: TypeAlias = "dict[tuple[str, int, str], dict[int, int]]"
"""(column, n-th observation from 1, outcome) to how many games had which value there."""


class UnplayableGameError(RuntimeError):
    """A game cannot go on: its bot or its rules do not keep their word."""


class _GameTimeoutError(BaseException):
    """Not an `Exception`: nothing that contains failures of mods may swallow it."""


@dataclass
class GameBatch:
    """The games of a range of indices.

    Attributes:
        start, stop: indices from `start` up to, not including, `stop`.
        columns: values by column, in index order; `FIXED_COLUMNS` first.
        coverage: what was seen, see `tally`.
        curves: what was observed.
        series: the same game by game, until the batch is closed: (column, outcome) to one list per game.
        problems: contained failures: (mod, via, where, error) to (how often, index of the first game).
        compiled: how many of the games compiled rules have played.
    """

    start: int
    stop: int
    columns: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in FIXED_COLUMNS})
    coverage: Coverage = field(default_factory=dict)
    curves: CurveCounts = field(default_factory=dict)
    problems: dict[tuple[str, str, str, str], tuple[int, int]] = field(default_factory=dict)
    series: dict[tuple[str, str], list[list[int]]] = field(default_factory=dict)
    compiled: int = 0

    def count_curves(self) -> None:
        """Counts what was observed, now that the last game has been added."""
        for (column, outcome), games in self.series.items():
            for at, values in enumerate(zip_longest(*games), 1):
                counts = Counter(values)
                counts.pop(None, None)
                self.curves[column, at, outcome] = counts
        self.series = {}

    def add_row(self, row: dict[str, Any]) -> None:
        """Adds the next row; games that have nothing to say in a column have None there."""
        columns = self.columns
        if columns.keys() != row.keys():
            count = len(columns["index"])
            for name in row:
                if name not in columns:
                    columns[name] = [None] * count
            for name in columns.keys() - row.keys():
                columns[name].append(None)
        for name, value in row.items():
            columns[name].append(value)


def play_batch(
    plan: Plan, start: int, stop: int, is_stopped: Callable[[], bool] = lambda: False
) -> GameBatch:
    """Plays the games of a range of indices; what a worker does.

    Args:
        stopped: asked before each game; if it says so, the rest is not played.

    Raises:
        LoadError, OtherMods: the game cannot be loaded here.
    """
    rules = get_plan_rules(plan)
    batch = GameBatch(start, stop)
    audit = Audit(rules) if plan.audit else None
    if audit is not None:
        rules = audit.rules
    bots = [find_bot(rules, name) for name in plan.bots]
    compiled = find_compiled_rules(rules, plan)
    tally = CoverageCounter()
    counted: Coverage = {}
    for first in range(start, stop, CHUNK_SIZE if compiled else 1):
        if is_stopped():
            break
        indices = range(first, min(first + CHUNK_SIZE, stop) if compiled else first + 1)
        ended = play_compiled(compiled, plan, indices, counted, CUT_SHORT) if compiled else [None]
        for index, game in zip(indices, ended, strict=True):
            if game is None:
                row = _play_game(rules, bots, plan, index, tally, batch, audit)
            else:
                row = _build_compiled_row(rules, plan, index, game, batch)
            batch.add_row(row)
    batch.coverage = tally.build_coverage()
    merge_coverage(batch.coverage, counted)
    batch.count_curves()
    return batch


def _build_compiled_row(
    rules: Rules, plan: Plan, index: int, game: CompiledGame, batch: GameBatch
) -> dict[str, Any]:
    """The row of a game that compiled rules have played."""
    outcome = game.outcome or CUT_SHORT
    row = {
        "index": index,
        "seed": plan.derive_game_seed(index),
        "outcome": outcome,
        "turns": game.commands - game.answers,
        "commands": game.commands,
        "events": game.events,
        "hash": digest(game.state),
        "problems": 0,
        "error": "",
    }
    batch.compiled += 1
    for column, series in game.curves.items():
        batch.series.setdefault((column, outcome), []).append(list(series))
    session = Session(rules, decode_state(game.state, rules.parts), quiet=True)
    return add_measures(row, session)


def _play_game(
    rules: Rules,
    bots: list[Bot],
    plan: Plan,
    index: int,
    tally: CoverageCounter,
    batch: GameBatch,
    audit: Audit | None,
) -> dict[str, Any]:
    """One game as a row, whatever happens in it."""
    table = BotGame(rules, bots, plan, index, audit)
    try:
        play_with_timeout(lambda: table.play(tally), plan.timeout)
        row = table.build_row()
    except Exception as error:
        row = {**table.build_fixed_columns(FAILED), "error": describe_failure(error)}
    more = () if audit is None else audit.take_counts()
    tally.finish_game(row["outcome"], more)
    for column, series in table.series.items():
        batch.series.setdefault((column, row["outcome"]), []).append(series)
    if table.session is not None:
        for problem in table.session.problems:
            key = (problem.mod, problem.via, problem.where, problem.error)
            times, first = batch.problems.get(key, (0, index))
            batch.problems[key] = (times + 1, first)
    return row


class BotGame:
    """One game being played by bots.

    Attributes:
        session: the game; None until it has begun.
        series: what was observed, in order, by column.
    """

    def __init__(
        self, rules: Rules, bots: list[Bot], plan: Plan, index: int, audit: Audit | None = None
    ) -> None:
        self.rules = rules
        self.plan = plan
        self.index = index
        self.seed = plan.derive_game_seed(index)
        self.session: Session | None = None
        self.series: dict[str, list[int]] = {}
        self._bots = bots
        self._kind: Callable[..., Session] = Session.begin if audit is None else audit.begin
        self._answers = 0
        self._events = 0

    def begin(self) -> Session:
        """Sets the game up."""
        plan = self.plan
        self.session = self._kind(self.rules, self.seed, plan.options, strict=plan.strict, quiet=True)
        return self.session

    def play(self, tally: CoverageCounter, on_command: Callable[[Command], None] | None = None) -> None:
        """Plays the game to its end, or until it is cut short.

        Args:
            tally: counts what happens.
            before: told each command before it is carried out.

        Raises:
            BadGame: there is no legal command, or a bot gave one that is refused.
        """
        session = self.begin()
        state, game = session.state, self.rules.game
        bots, most = self._bots, self.plan.max_commands
        seats: dict[int, tuple[Bot, BotContext]] = {}
        observed = game.statistics.observe_at if game.statistics.observe is not None else None
        done: list[Command] = session.commands
        happened: tuple[Any, ...] | list[Any] = session.events
        step, seen, legal, view = session.submit, tally.pending, game.list_legal, session.context()
        listed = self.rules.self_listed_commands
        while True:
            seen += happened
            self._events += len(happened)
            if observed is not None:
                for _ in range(list(map(type, happened)).count(observed)):
                    self._observe()
            question = state.question
            if state.outcome is not None or question is None or len(done) >= most:
                break
            plain = question.kind == "turn" and not listed
            options = legal(view) if plain else list_legal_commands(session)
            if not options:
                raise UnplayableGameError(f"{game.id} lists no legal command at turn {state.turn}")
            actor = question.actor
            taken = seats.get(actor)
            if taken is None:
                bot = bots[actor % len(bots)]
                taken = seats[actor] = (bot, BotContext(session, bot.id, actor))
            bot, seat = taken
            command = bot.decide(seat, options)
            if on_command is not None:
                on_command(command)
            result = step(command)
            if result.refusal is not None:
                refused = result.refusal
                why = refused.rule or refused.message.id
                raise UnplayableGameError(f"{bot.id} at turn {state.turn}: {command} is refused ({why})")
            if type(command) is Answer:
                self._answers += 1
            happened = result.events
            if len(seen) > CoverageCounter.MAX_PENDING:
                tally.count_pending()
        seen += done

    def _observe(self) -> None:
        observe, session = self.rules.game.statistics.observe, self.session
        assert observe is not None
        assert session is not None
        series = self.series
        for column, value in observe(session.context()).items():
            if column in series:
                series[column].append(value)
            else:
                series[column] = [value]

    def build_fixed_columns(self, outcome: str) -> dict[str, Any]:
        """The columns that every game has."""
        session = self.session
        commands = 0 if session is None else session.state.turn
        return {
            "index": self.index,
            "seed": self.seed,
            "outcome": outcome,
            "turns": commands - self._answers,
            "commands": commands,
            "events": self._events,
            "hash": "" if session is None else session.hash(),
            "problems": 0 if session is None else len(session.problems),
            "error": "",
        }

    def build_row(self) -> dict[str, Any]:
        """The row of the finished game, with the game's own columns."""
        session = self.session
        assert session is not None
        return add_measures(self.build_fixed_columns(session.state.outcome or CUT_SHORT), session)


def add_measures(row: dict[str, Any], session: Session) -> dict[str, Any]:
    """A row with the game's own columns.

    Raises:
        BadGame: the game measures what every table has already.
    """
    game = session.rules.game
    if game.statistics.measure is not None:
        own = game.statistics.measure(session.context())
        taken = next((name for name in own if name in row), None)
        if taken is not None:
            raise UnplayableGameError(f"{game.id} measures {taken!r}, which every table has already")
        row.update(own)
    return row


def play_with_timeout(call: Callable[[], None], seconds: float) -> None:
    """Runs `call` and gives up on it after `seconds` (0: never).

    Raises:
        TimeoutError: its time was up.
    """
    if not seconds:
        call()
    elif hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with _raise_after(seconds):
            call()
    else:
        run_with_timeout(call, seconds, "a simulated game")


@contextmanager
def _raise_after(seconds: float) -> Iterator[None]:
    """A timer of the system's; a thread for each game would cost more than a short game does."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise _GameTimeoutError

    kept = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _GameTimeoutError:
        raise TimeoutError(f"it did not finish within {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, kept)


def describe_failure(error: BaseException) -> str:
    """What an error says and where it was raised, in one line."""
    text = str(error).strip().splitlines()
    said = f"{type(error).__name__}: {text[0][:300]}" if text else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, (UnplayableGameError, TimeoutError)) or not frames:
        return said
    return f"{said} ({format_path(frames[-1].filename)}:{frames[-1].lineno})"
