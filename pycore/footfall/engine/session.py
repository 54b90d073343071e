"""The loop: ``state + command -> changes -> events``.

One `step` takes a command, lets its handler turn it into changes, and then works the agenda
off (`footfall.engine.loop`) until somebody must answer a question or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from footfall import kernels

from . import native, primitives
from .aside import Aside
from .codec import hash_state
from .differences import Difference
from .model import (
    Acting,
    Answer,
    Cause,
    Command,
    Entry,
    Event,
    Logged,
    Message,
    Refused,
    SetDie,
    Tell,
    Told,
)
from .play import Play, stream_key
from .problems import Failures, Problem, said
from .rules import BoundCommand, BoundConsole, Listener, Outcome, Rules, Run, Watch
from .state import State
from .terms import Proposal, proposal
from .why import Trail

T = TypeVar("T")

KEEP_LOG = 500
"""Lines of the log that are kept and saved."""

_MASK = (1 << 64) - 1
_TURN = stream_key("footfall", "turn")


class Forced(Protocol):
    """A source of forced dice for tests."""

    def take(self, purpose: str, low: int, high: int) -> int | None:
        """The next die, None for one that is rolled; raises if purpose or range is not the expected one."""


class SetDice:
    """Dice that the console set: those it did not set are rolled."""

    def __init__(self, dice: list[tuple[str, int]]) -> None:
        self._left = list(dice)

    def take(self, purpose: str, low: int, high: int) -> int | None:
        """The next die that was set for this purpose or for any, held to its range; None: roll."""
        for at, (wanted, value) in enumerate(self._left):
            if wanted in ("", purpose):
                del self._left[at]
                return min(max(value, low), high)
        return None


class Bound(NamedTuple):
    """A step as a session runs it.

    Attributes:
        play: its owner's view.
        trusted: it belongs to the game's own rules.
    """

    run: Run
    play: Play
    cause: Cause
    trusted: bool


class GameOver(RuntimeError):
    """A command was given to a game that has ended."""


class Result(msgspec.Struct, frozen=True):
    """What one command led to: its events in order, or why it was refused (then nothing changed)."""

    events: tuple[Event, ...] = ()
    refused: Refused | None = None
    problems: tuple[Problem, ...] = ()


class Session:
    """A state in play under fixed rules.

    Attributes:
        rules: the frozen rules.
        state: altered by applied changes only.
        commands: everything accepted so far, in order: with seed and mod lock, the replay.
        log: the lines told, newest last; presentation only, never hashed.
        problems: contained failures so far.
        suspended: (mod, hook) that failed too often and is not called any more.
        trail: records causes when set; None costs nothing.
        forced: dice of a test; None rolls.
        strict: stop at the first failure of a mod, and watch for mutation.
        quiet: nobody reads the log: it stays empty, and rules leave out what is only for readers
            (`Play.quiet`). The state and its hash are the same.
        watch: sees every chain that runs as straight calls, step by step; None costs nothing.
        options: the setup options the game began with.
        aside: what waits for missing mods; saves carry it.
        console: whether commands of the modder's console are taken.
        dice: what the console set for the next command: purpose (``""``: any) and number.
        migrated: names of the migrations that the save behind this game went through.
        differences: what was other when that save was made.
    """

    builtin_commands: tuple[type[Command], ...] = (Answer, SetDie)

    def __init__(
        self,
        rules: Rules,
        state: State,
        *,
        trail: Trail | None = None,
        forced: Forced | None = None,
        strict: bool = False,
        quiet: bool = False,
        watch: Watch | None = None,
    ) -> None:
        self.rules = rules
        self.state = state
        self.trail = trail
        self.forced = forced
        self.strict = strict
        self.quiet = quiet
        self.watch = watch
        self.options: dict[str, Any] = {}
        self.aside = Aside()
        self.console = False
        self.dice: list[tuple[str, int]] = []
        self.migrated: tuple[str, ...] = ()
        self.differences: tuple[Difference, ...] = ()
        self.commands: list[Command] = []
        self.log: list[Logged] = []
        self._failures = Failures()
        self.problems = self._failures.problems
        self.suspended = self._failures.suspended
        self.dispatch = rules.dispatch
        self.batches = rules.batches
        self.loop, self.serials = native.loop()
        self.appliers = {**rules.appliers, **primitives.APPLIERS}
        self.turn_step = rules.game.turn
        self.trusted = frozenset(rules.game.rules)
        self.reactions = dict(rules.reactions)
        self.bound: dict[str, Bound] = {}
        self.keys: dict[str, int] = {}
        self.events: list[Event] = []
        self.plays: Mapping[str, Play] = {
            mod: Play(self, mod) for mod in dict.fromkeys((*rules.mods, rules.game.id))
        }

    # Beginning.

    @classmethod
    def begin(
        cls, rules: Rules, seed: int, options: Mapping[str, Any] | None = None, **keywords: Any
    ) -> Session:
        """Sets a new game up and runs it to its first question.

        Args:
            seed: any integer; taken modulo 2**64.
            options: setup options of the game; unknown names are a `ValueError`.
        """
        game = rules.game
        unknown = sorted(set(options or {}) - set(game.options))
        if unknown:
            known = ", ".join(game.options) or "none"
            raise ValueError(f"{game.id} has no setup option {unknown[0]!r}; it has: {known}")
        state = State(game=game.id, seed=seed & _MASK, settings=dict(rules.settings))
        session = cls(rules, state, **keywords)
        cause = Cause(game.id, "setup")
        session.serials.enter(stream_key(game.id, "setup"))
        session.options = {**game.options, **(options or {})}
        play = session.plays[game.id]
        session.loop.work(session, game.setup(play, session.options) or (), cause)
        session.run()
        return session

    def play(self, mod: str | None = None) -> Play:
        """The view of one mod, by default of the game itself."""
        return self.plays[mod or self.rules.game.id]

    # One command.

    def step(self, command: Command) -> Result:
        """Carries a command out, to the next question.

        Returns:
            The events, or the refusal. A refused command leaves state, dice and replay untouched.

        Raises:
            GameOver: the game has ended.
        """
        state = self.state
        question = state.question
        if question is None:
            raise GameOver(f"the game has ended ({state.outcome}); no command is taken")
        self.events = []
        if len(self.log) > 2 * KEEP_LOG:
            del self.log[:-KEEP_LOG]
        problems = len(self.problems)
        turn = state.turn + 1
        self.serials.enter(kernels.mix(_TURN, turn))
        if type(command) is SetDie:
            return self._set_die(command)
        if self.dice and self.forced is None:
            self.forced = SetDice(self.dice)
        try:
            return self._stepped(command, turn, problems)
        finally:
            if type(self.forced) is SetDice:
                self.forced = None

    def _stepped(self, command: Command, turn: int, problems: int) -> Result:
        state = self.state
        outcome: Outcome | Refused
        if type(command) is Answer:
            outcome, cause = self._answer(command), None
        else:
            outcome, cause = self._command(command)
        if isinstance(outcome, Refused):
            if self.trail is not None:
                self.trail.refused(self.serials.serial)
            return Result(refused=outcome, problems=tuple(self.problems[problems:]))
        state.question = state.then = None
        state.turn = turn
        self.dice.clear()
        self.commands.append(command)
        self.loop.drain(self, outcome, cause)
        return Result(tuple(self.events), None, tuple(self.problems[problems:]))

    def _set_die(self, command: SetDie) -> Result:
        """The console sets a die of the next command. It stands in the replay, and nothing else happens."""
        if not self.console:
            return Result(refused=Refused(Message("footfall-console-off"), "console"))
        self.state.turn += 1
        self.commands.append(command)
        self.dice.append((command.purpose, command.value))
        return Result()

    def run(self) -> None:
        """Works the agenda off, to the next question or the end of the game."""
        self.loop.drain(self, None, None)

    def _command(self, command: Command) -> tuple[Outcome | Refused, Cause | None]:
        question = self.state.question
        assert question is not None
        if question.kind != "turn":
            return Refused(question.prompt or Message("footfall-answer-first"), "question"), None
        if command.actor != question.actor:
            return Refused(Message("footfall-not-your-turn"), "turn"), None
        bound: BoundCommand | BoundConsole | None = self.rules.commands.get(type(command))
        outcome = None
        if bound is None:
            bound = self.rules.console.get(type(command))
            if bound is None:
                return Refused(Message("footfall-unknown-command"), "command"), None
            if not self.console:
                return Refused(Message("footfall-console-off"), "console"), None
        elif "can_act" in self.dispatch:
            outcome = self._forbidden(command)
        if outcome is None:
            try:
                outcome = bound.spec.handle(self.plays[bound.mod], command)
            except Exception as error:
                self.fail(bound.cause, error)
                return Refused(Message("footfall-command-failed", {"mod": bound.mod}), "command"), None
        return outcome, bound.cause

    def _forbidden(self, command: Command) -> Outcome | Refused:
        """What ``can_act`` has against a command: None, a refusal, or the changes of a lost turn."""
        denied = self.play().vote("can_act", Acting(command.actor, command))
        if denied is None:
            return None
        spend = self.rules.game.spend
        if denied.spends_turn and spend is not None:
            return [Tell(denied.reason), *(spend(self.play(), command.actor) or ())]
        return Refused(denied.reason, "can_act")

    def _answer(self, answer: Answer) -> Refused | None:
        state = self.state
        question, then = state.question, state.then
        assert question is not None
        if question.kind == "turn" or then is None:
            return Refused(Message("footfall-no-question"), "question")
        if answer.actor != question.actor:
            return Refused(Message("footfall-not-your-turn"), "turn")
        if not 0 <= answer.choice < len(question.options):
            return Refused(Message("footfall-no-such-option"), "question")
        serial = self.child(then.step, then.args).serial
        state.agenda.append(Entry(then.step, (*then.args, question.options[answer.choice]), serial))
        return None

    # For the agenda loop.

    def bind(self, name: str) -> Bound | None:
        """A step with its owner's view; None, and a report, if nobody provides it."""
        step = self.rules.steps.get(name)
        if step is None:
            self._failures.report(self.state, Cause("?", name), f"no active mod provides the step {name!r}")
            return None
        if (step.mod, name) in self.suspended:
            return None
        trusted = step.cause.mod in self.trusted
        bound = self.bound[name] = Bound(step.run, self.plays[step.mod], step.cause, trusted)
        return bound

    def child(self, step: str, args: tuple[Any, ...]) -> Entry:
        """An entry that the present one pushes."""
        return Entry(step, args, self.serials.child(self.key(step), args))

    def key(self, step: str) -> int:
        """The key of a step's name, for serials."""
        key = self.keys.get(step)
        if key is None:
            key = self.keys[step] = stream_key("step", step)
        return key

    def tell(self, event: Event) -> None:
        """Puts an event into the log, if it has words."""
        narrate = self.rules.game.narrate
        told = event if type(event) is Told else narrate(event) if narrate is not None else None
        if told is not None:
            self.log.append(Logged(told.message, told.kind, self.state.turn))

    # Listeners.

    def proposals(
        self, hook: str, results: list[tuple[Listener, Any]], terms: Mapping[str, int]
    ) -> list[Proposal]:
        """Checks what listeners returned; a nonsensical result is dropped whole and reported."""
        out = []
        for listener, result in results:
            try:
                out.append(proposal(hook, listener.cause, result, terms))
            except Exception as error:
                self.fail(listener.cause, error)
        return out

    def run_chain(self, hook: str, recipe: str, work: T, watch: Callable[[str, T], None] | None = None) -> T:
        """See `Play.run_chain`."""
        own = self.rules.game.rules
        serials = self.serials.copy()
        for name in self.rules.chains[hook, recipe]:
            step = self.rules.steps[name]
            kept = work.copy() if step.mod not in own else None  # type: ignore[attr-defined]
            self.serials.enter(kernels.mix(serials.serial, self.key(name)))
            try:
                step.run(self.plays[step.mod], work)
            except Exception as error:
                if kept is None:
                    raise
                work.restore(kept)  # type: ignore[attr-defined]
                self.fail(step.cause, error)
            for look in (watch, self.watch):
                if look is not None:
                    look(name, work)
        self.serials = serials
        return work

    # Failures.

    def fail(self, cause: Cause, error: BaseException) -> None:
        """Contains a mod's failure: names it, counts it, suspends the hook after the third in 20 turns."""
        if self.strict:
            raise error
        if self.trail is not None:
            self.trail.failed(self, cause, said(error))
        self._failures.add(self.state, cause, error)

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """Suspends a mod's step at once; entries of it that wait are passed over."""
        if self.strict:
            raise error
        self._failures.suspend(self.state, cause, error)
        self.bound.pop(cause.via, None)

    def hash(self) -> str:
        """The hash of the canonical state, agenda and mods' memory included."""
        return hash_state(self.state)
