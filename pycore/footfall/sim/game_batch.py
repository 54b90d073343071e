"""Plays games of a plan by index, and returns a batch of table rows."""

from __future__ import annotations

import signal
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from types import FrameType
from typing import Any, TypeAlias

from footfall.diagnostics.files import format_path
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.codec import decode_state, digest
from footfall.engine.compiled import CompiledGame, CompiledRules
from footfall.engine.model import Answer, Command
from footfall.engine.problem_log import CallInterruptedError, find_problem_note
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader.isolation.watchdog import run_with_timeout

from .audit import Audit
from .bots import find_bot
from .compiled_play import CHUNK_SIZE, find_compiled_rules, play_compiled
from .coverage import Coverage, CoverageCounter, merge_coverage
from .plan import Plan, get_plan_rules

CUT_SHORT = "footfall:cut-short"
"""Outcome of a game that was still running after `Plan.max_commands` commands."""

FAILED = "footfall:error"
"""Outcome of a game that raised, hung or killed its worker; the ``error`` column has the reason."""

FIXED_COLUMNS = ("index", "seed", "outcome", "turns", "commands", "events", "hash", "problems", "error")
"""Columns of every table, before those of the game.

``turns``: accepted commands without answers to questions; ``commands``: all accepted commands; ``events``: number of
events; ``hash``: hash of the final state; ``problems``: number of contained failures of mods.
"""

CurveCounts: TypeAlias = "dict[tuple[str, int, str], dict[int, int]]"
"""(column, index of the observation from 1, outcome) to number of games by value."""


class UnplayableGameError(RuntimeError):
    """A game cannot continue: a bot's command is refused, or the game lists no legal command."""


class _GameTimeoutError(CallInterruptedError):
    """The end of a game's time limit, which code that contains failures of mods raises again."""


@dataclass
class GameBatch:
    """The games of a range of indices.

    Attributes:
        start, stop: range of indices, `stop` excluded.
        columns: values by column, in index order; `FIXED_COLUMNS` first.
        coverage: counts of events and commands.
        curves: counts of observations.
        problems: contained failures: (mod, via, where, error) to (count, index of the first game).
        series: observations before `count_curves`: (column, outcome) to one list per game.
        compiled: number of games played by compiled rules.
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
        """Moves `series` to `curves`, after the last game."""
        for (column, outcome), games in self.series.items():
            for index, values in enumerate(zip_longest(*games), 1):
                counts = Counter(values)
                counts.pop(None, None)
                self.curves[column, index, outcome] = counts
        self.series = {}

    def add_row(self, row: dict[str, Any]) -> None:
        """Adds a row; missing columns are None."""
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


def play_batch(plan: Plan, start: int, stop: int) -> GameBatch:
    """Plays the games of a range of indices, in a worker.

    Raises:
        LoadError: the game cannot be loaded.
        ModMismatchError: the mods differ from those of the plan.
    """
    rules = get_plan_rules(plan)
    batch = GameBatch(start, stop)
    compiled = find_compiled_rules(rules, plan)
    audit = Audit(rules) if plan.audit else None
    if audit is not None:
        rules = audit.rules
    bots = [find_bot(rules, name) for name in plan.bots]
    counter = CoverageCounter()
    compiled_coverage: Coverage = {}
    for first in range(start, stop, CHUNK_SIZE if compiled else 1):
        indices = range(first, min(first + CHUNK_SIZE, stop) if compiled else first + 1)
        games = _play_chunk(compiled, rules, plan, indices, compiled_coverage) if compiled else [None]
        for index, game in zip(indices, games, strict=True):
            if game is None:
                row = _play_game(rules, bots, plan, index, counter, batch, audit)
            else:
                row = _build_compiled_row(rules, plan, index, game, batch)
            batch.add_row(row)
    batch.coverage = counter.build_coverage()
    merge_coverage(batch.coverage, compiled_coverage)
    batch.count_curves()
    return batch


def _play_chunk(
    compiled: CompiledRules, rules: Rules, plan: Plan, indices: range, coverage: Coverage
) -> Sequence[CompiledGame | None]:
    """Plays games by compiled rules; if they call listeners, within the time limit of one game, else Python plays."""
    if not rules.hooks.dispatch:
        return play_compiled(compiled, plan, indices, coverage, CUT_SHORT)
    games: list[CompiledGame | None] = []
    try:
        play_with_timeout(
            lambda: games.extend(play_compiled(compiled, plan, indices, coverage, CUT_SHORT)), plan.timeout
        )
    except TimeoutError:
        return [None] * len(indices)
    return games


def _build_compiled_row(rules: Rules, plan: Plan, index: int, game: CompiledGame, batch: GameBatch) -> dict[str, Any]:
    """Row of a game played by compiled rules."""
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
    session = Session(rules, decode_state(game.state, rules.saves.parts), quiet=True)
    return add_measures(row, session)


def _play_game(
    rules: Rules,
    bots: list[Bot],
    plan: Plan,
    index: int,
    counter: CoverageCounter,
    batch: GameBatch,
    audit: Audit | None,
) -> dict[str, Any]:
    """Plays one game and returns its row, also if it fails."""
    game = BotGame(rules, bots, plan, index, audit)
    try:
        play_with_timeout(lambda: game.play(counter), plan.timeout)
        row = game.build_row()
    except Exception as error:
        row = {**game.build_fixed_columns(FAILED), "error": describe_failure(error)}
    more = () if audit is None else audit.take_counts()
    counter.finish_game(row["outcome"], more)
    for column, series in game.series.items():
        batch.series.setdefault((column, row["outcome"]), []).append(series)
    if game.session is not None:
        for problem in game.session.problems:
            key = (problem.mod, problem.via, problem.where, problem.error)
            times, first = batch.problems.get(key, (0, index))
            batch.problems[key] = (times + 1, first)
    return row


class BotGame:
    """A game played by bots.

    Attributes:
        session: None until the game has begun.
        series: observations in order, by column.
    """

    def __init__(self, rules: Rules, bots: list[Bot], plan: Plan, index: int, audit: Audit | None = None) -> None:
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
        """Begins the session."""
        plan = self.plan
        self.session = self._kind(self.rules, self.seed, plan.options, strict=plan.strict, quiet=True)
        if plan.compiled == "never":
            self.session.compiled_steps = {}
        return self.session

    def play(self, counter: CoverageCounter, on_command: Callable[[Command], None] | None = None) -> None:
        """Plays the game to its end, or up to `Plan.max_commands`.

        Args:
            counter: counts events and commands.
            on_command: called with each command before it is submitted.

        Raises:
            UnplayableGameError: there is no legal command, or a bot's command is refused.
        """
        session = self.begin()
        state, game = session.state, self.rules.game
        bots, max_commands = self._bots, self.plan.max_commands
        players: dict[int, tuple[Bot, BotContext]] = {}
        observed_event = game.statistics.observe_at if game.statistics.observe is not None else None
        commands: list[Command] = session.commands
        events: tuple[Any, ...] | list[Any] = session.events
        submit, pending, list_legal, ctx = session.submit, counter.pending, game.list_legal, session.context()
        self_listed = self.rules.self_listed_commands
        while True:
            pending += events
            self._events += len(events)
            if observed_event is not None:
                for _ in range(list(map(type, events)).count(observed_event)):
                    self._observe()
            question = state.question
            if state.outcome is not None or question is None or len(commands) >= max_commands:
                break
            is_plain_turn = question.kind == "turn" and not self_listed
            options = list_legal(ctx) if is_plain_turn else list_legal_commands(session)
            if not options:
                raise UnplayableGameError(f"{game.id} lists no legal command at turn {state.turn}")
            actor = question.actor
            player = players.get(actor)
            if player is None:
                bot = bots[actor % len(bots)]
                player = players[actor] = (bot, BotContext(session, bot.id, actor))
            bot, bot_context = player
            command = bot.decide(bot_context, options)
            if on_command is not None:
                on_command(command)
            result = submit(command)
            if result.refusal is not None:
                reason = result.refusal.rule or result.refusal.message.id
                raise UnplayableGameError(f"{bot.id} at turn {state.turn}: {command} is refused ({reason})")
            if type(command) is Answer:
                self._answers += 1
            events = result.events
            if len(pending) > CoverageCounter.MAX_PENDING:
                counter.count_pending()
        pending += commands

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
        """`FIXED_COLUMNS` of the game."""
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
        """Row of the finished game."""
        session = self.session
        assert session is not None
        return add_measures(self.build_fixed_columns(session.state.outcome or CUT_SHORT), session)


def add_measures(row: dict[str, Any], session: Session) -> dict[str, Any]:
    """Adds the columns that the game measures.

    Raises:
        UnplayableGameError: a measure has the name of a fixed column.
    """
    game = session.rules.game
    if game.statistics.measure is not None:
        own = game.statistics.measure(session.context())
        duplicate = next((name for name in own if name in row), None)
        if duplicate is not None:
            raise UnplayableGameError(f"{game.id} measures {duplicate!r}, which is a column of every table")
        row.update(own)
    return row


def play_with_timeout(call: Callable[[], None], seconds: float) -> None:
    """Runs `call` with a time limit in seconds; 0: no limit.

    Raises:
        TimeoutError: the limit was exceeded.
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
    """Raises `TimeoutError` by a system timer; a thread per game would cost more than a short game."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise _GameTimeoutError

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _GameTimeoutError:
        raise TimeoutError(f"it did not finish within {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def describe_failure(error: BaseException) -> str:
    """Describes an error and its location in one line; in strict mode also mod, hook and turn."""
    if note := find_problem_note(error):
        return note
    text = str(error).strip().splitlines()
    message = f"{type(error).__name__}: {text[0][:300]}" if text else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, (UnplayableGameError, TimeoutError)) or not frames:
        return message
    return f"{message} ({format_path(frames[-1].filename)}:{frames[-1].lineno})"
