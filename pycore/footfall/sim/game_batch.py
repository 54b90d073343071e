"""Plays games of a plan by index, and returns a batch of table rows."""

from __future__ import annotations

import signal
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from types import FrameType
from typing import Any, TypeAlias, TypeVar

from footfall.diagnostics.files import format_path
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.codec import decode_state, digest
from footfall.engine.compiled.games import CompiledGame, CompiledRules, compile_rules, find_rules_compiler
from footfall.engine.compiled.native import NotCompiledError
from footfall.engine.declarations.rules import Rules
from footfall.engine.guards.problem_log import CallInterruptedError, find_problem_note
from footfall.engine.model import Answer, Command
from footfall.engine.session import Session
from footfall.loader.isolation.watchdog import run_with_timeout

from .bots import find_bot
from .coverage import Audit, Coverage, CoverageCounter, add_count, merge_coverage
from .plan import Plan, get_plan_rules

T = TypeVar("T")

CUT_SHORT = "footfall:cut-short"
"""Outcome of a game that was still running after `Plan.max_commands` commands."""

FAILED = "footfall:error"
"""Outcome of a game that raised, hung or killed its worker; the ``error`` column has the reason."""

FIXED_COLUMNS = ("index", "seed", "outcome", "turns", "commands", "events", "hash", "problems", "error")
"""Columns of every table, before those of the game.

``turns``: accepted commands without answers to questions; ``commands``: all accepted commands; ``events``: number of
events; ``hash``: hash of the final state; ``problems``: number of contained failures of mods.
"""

CHUNK_SIZE = 100
"""Games that compiled rules play between two checks for a stop request."""

CurveCounts: TypeAlias = "dict[tuple[str, int, str], dict[int, int]]"
"""(column, index of the observation from 1, outcome) to number of games by value."""


class UnplayableGameError(RuntimeError):
    """A game cannot continue: a bot's command is refused, or the game lists no legal command."""


class _GameTimeoutError(CallInterruptedError):
    """A game exceeds its time limit; code that contains failures of mods lets this error through."""


@dataclass(kw_only=True)
class GameTable:
    """Games of a plan.

    Attributes:
        columns: values by column, in index order; `FIXED_COLUMNS` first.
        coverage: counts of events and commands: (tag, field, value, outcome) to [games, times].
        problems: contained failures: (mod, via, where, error) to (count, index of the first game).
        compiled_games: number of games played by compiled rules.
    """

    columns: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in FIXED_COLUMNS})
    coverage: Coverage = field(default_factory=dict)
    curves: CurveCounts = field(default_factory=dict)
    problems: dict[tuple[str, str, str, str], tuple[int, int]] = field(default_factory=dict)
    compiled_games: int = 0


@dataclass
class GameBatch(GameTable):
    """The games of a range of indices.

    Attributes:
        series: observations before `count_curves`: (column, outcome) to one list per game.
    """

    start: int
    series: dict[tuple[str, str], list[list[int]]] = field(default_factory=dict)

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


def find_compiled_rules(rules: Rules, plan: Plan) -> CompiledRules | None:
    """Returns the compiled rules for a plan, or None if the rules in Python must play it; the results are the same.

    Raises:
        NotCompiledError: the plan insists on compiled rules.
    """
    try:
        return _require_compiled_rules(rules, plan)
    except NotCompiledError:
        if plan.compiled_mode == "always":
            raise
        return None


def explain_not_compiled(rules: Rules, plan: Plan) -> str:
    """Why compiled rules do not play a plan; ``""`` if they do, or if the game has none."""
    try:
        if find_rules_compiler(rules.game.id) is not None:
            _require_compiled_rules(rules, plan)
    except NotCompiledError as error:
        return str(error)
    return ""


def _require_compiled_rules(rules: Rules, plan: Plan) -> CompiledRules:
    if plan.compiled_mode == "never":
        raise NotCompiledError("the run asks for the rules in Python")
    if plan.is_strict and rules.hooks.dispatch:
        raise NotCompiledError("strict mode watches what listeners write")
    compiled = compile_rules(rules, {**rules.game.options, **plan.options}, plan.bots)
    if compiled is None:
        raise NotCompiledError(f"{rules.game.id} has no compiled rules")
    return compiled


def play_batch(plan: Plan, start: int, stop: int) -> GameBatch:
    """Plays the games of a range of indices, in a worker.

    Raises:
        LoadError: the game cannot be loaded.
        ModMismatchError: the mods differ from those of the plan.
    """
    rules = get_plan_rules(plan)
    batch = GameBatch(start)
    compiled = find_compiled_rules(rules, plan)
    audit = Audit(rules) if plan.has_audit else None
    if audit is not None:
        rules = audit.rules
    bots = [find_bot(rules, name) for name in plan.bots]
    counter = CoverageCounter()
    compiled_coverage: Coverage = {}
    for first in range(start, stop, CHUNK_SIZE if compiled else 1):
        indices = range(first, min(first + CHUNK_SIZE, stop) if compiled else first + 1)
        games: Sequence[CompiledGame | None] = [None] * len(indices)
        # If compiled rules call listeners and these hang, Python plays.
        with suppress(TimeoutError):
            if compiled is not None and rules.hooks.dispatch:
                games = play_with_timeout(
                    partial(play_compiled, compiled, plan, indices, compiled_coverage), plan.timeout
                )
            elif compiled is not None:
                games = play_compiled(compiled, plan, indices, compiled_coverage)
        for index, game in zip(indices, games, strict=True):
            if game is None:
                row = _play_game(BotGame(rules, bots, plan, index, audit), counter, batch, audit)
            else:
                row = _build_compiled_row(rules, plan, index, game, batch)
            batch.add_row(row)
    batch.coverage = counter.build_coverage()
    merge_coverage(batch.coverage, compiled_coverage)
    batch.count_curves()
    return batch


def play_compiled(
    compiled: CompiledRules, plan: Plan, indices: Sequence[int], coverage: Coverage
) -> list[CompiledGame | None]:
    """Plays games of a plan; None stands for a game that the rules in Python must play.

    Args:
        coverage: the counts of these games are added to it.
    """
    games, counts = compiled.play_games(
        [plan.derive_game_seed(index) for index in indices], plan.max_commands, plan.has_audit
    )
    for tag, name, value, outcome, games_with, times in counts:
        add_count(coverage, (tag, name, value, outcome or CUT_SHORT), games_with, times)
    return [None if game is None else CompiledGame(*game) for game in games]


def _build_compiled_row(rules: Rules, plan: Plan, index: int, game: CompiledGame, batch: GameBatch) -> dict[str, Any]:
    outcome = game.outcome or CUT_SHORT
    batch.compiled_games += 1
    for column, series in game.curves.items():
        batch.series.setdefault((column, outcome), []).append(list(series))
    session = Session(rules, decode_state(game.state, rules.saves.parts), quiet=True)
    figures = game.commands, game.answers, game.events, digest(game.state), 0
    return add_measures(build_row(plan, index, outcome, figures), session)


def _play_game(game: BotGame, counter: CoverageCounter, batch: GameBatch, audit: Audit | None) -> dict[str, Any]:
    """Plays one game and returns its row, also if it fails."""
    try:
        play_with_timeout(partial(game.play, counter), game.plan.timeout)
        assert game.session is not None
        row = add_measures(game.build_row(game.session.state.outcome or CUT_SHORT), game.session)
    except Exception as error:
        row = game.build_row(FAILED, describe_failure(error))
    counter.finish_game(row["outcome"], () if audit is None else audit.take_counts())
    for column, series in game.series.items():
        batch.series.setdefault((column, row["outcome"]), []).append(series)
    for problem in game.session.problems if game.session is not None else ():
        key = (problem.mod, problem.via, problem.location, problem.error)
        times, first = batch.problems.get(key, (0, game.index))
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
        self._begin: Callable[..., Session] = Session.begin if audit is None else audit.begin
        self._answers = 0
        self._events = 0

    def play(self, counter: CoverageCounter, on_command: Callable[[Command], None] | None = None) -> None:
        """Plays the game to its end, or up to `Plan.max_commands`.

        Args:
            on_command: called with each command before it is submitted.

        Raises:
            UnplayableGameError: there is no legal command, or a bot's command is refused.
        """
        plan = self.plan
        session = self.session = self._begin(self.rules, self.seed, plan.options, strict=plan.is_strict, quiet=True)
        if plan.compiled_mode == "never":
            session.compiled_steps = {}
        state, game = session.state, self.rules.game
        bots, max_commands = self._bots, plan.max_commands
        players: dict[int, tuple[Bot, BotContext]] = {}
        observed_event = game.statistics.observe_at if game.statistics.observe is not None else None
        commands: list[Command] = session.commands
        events: tuple[Any, ...] | list[Any] = session.events
        submit, pending, list_legal, ctx = session.submit, counter.pending, game.list_legal, session.context()
        mods_list_commands = bool(self.rules.self_listed_commands)
        while True:
            pending += events
            self._events += len(events)
            if observed_event is not None:
                for _ in range(list(map(type, events)).count(observed_event)):
                    self._observe(session)
            question = state.question
            if state.outcome is not None or question is None or len(commands) >= max_commands:
                break
            is_plain_turn = question.kind == "turn" and not mods_list_commands
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

    def _observe(self, session: Session) -> None:
        observe = self.rules.game.statistics.observe
        assert observe is not None
        for column, value in observe(session.context()).items():
            self.series.setdefault(column, []).append(value)

    def build_row(self, outcome: str, error: str = "") -> dict[str, Any]:
        """`FIXED_COLUMNS` of the game."""
        session = self.session
        if session is None:
            return build_row(self.plan, self.index, outcome, error=error)
        figures = session.state.turn, self._answers, self._events, session.hash(), len(session.problems)
        return build_row(self.plan, self.index, outcome, figures, error)


GameFigures: TypeAlias = tuple[int, int, int, str, int]
"""Numbers of commands, answers among them, and events; the hash of the last state; the number of problems."""


def build_row(
    plan: Plan, index: int, outcome: str, figures: GameFigures = (0, 0, 0, "", 0), error: str = ""
) -> dict[str, Any]:
    """`FIXED_COLUMNS` of a game."""
    commands, answers, *others = figures
    cells = (index, plan.derive_game_seed(index), outcome, commands - answers, commands, *others, error)
    return dict(zip(FIXED_COLUMNS, cells, strict=True))


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


def play_with_timeout(call: Callable[[], T], seconds: float) -> T:
    """Runs `call` with a time limit in seconds; 0: no limit.

    Raises:
        TimeoutError: the limit was exceeded.
    """
    if not seconds:
        return call()
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return run_with_timeout(call, seconds, "a simulated game")

    def ring(number: int, frame: FrameType | None) -> None:
        raise _GameTimeoutError

    # A thread for each game would cost more than a short game.
    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return call()
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
