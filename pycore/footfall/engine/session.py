"""The loop: ``state + command -> changes -> events``.

One `step` takes a command, lets its handler turn it into changes, and then works the agenda
off until somebody must answer a question or the game is over. Within an entry all folds see
the state as it was before the entry; its changes are applied together; events that a
`Reaction` names put their steps on top; pushed steps run after those.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from footfall import kernels

from . import primitives
from .codec import hash_state
from .model import (
    Acting,
    Answer,
    Ask,
    Cause,
    Change,
    Command,
    Entry,
    Event,
    Finish,
    Logged,
    Message,
    Push,
    Refused,
    Remember,
    Tell,
    Term,
    Told,
)
from .play import Play, is_term, stream_key
from .rules import BoundCommand, BoundStep, Listener, Outcome, Rules
from .state import State
from .terms import Proposal
from .why import Trail

T = TypeVar("T")

MAX_ENTRIES = 100_000
"""Entries one command may work off before the loop is called runaway."""

KEEP_LOG = 500
"""Lines of the log that are kept and saved."""

SUSPEND_AFTER, SUSPEND_WINDOW = 3, 20
"""Errors within so many turns that suspend one hook of one mod (DESIGN 4, Isolation)."""

MAX_IDLE = 32
"""How often the turn step may run in a row without a question or a pushed step: seats that are passed over."""

_INFALLIBLE = frozenset((Push, Tell, Ask, Remember, Finish))
_MASK = (1 << 64) - 1


class Forced(Protocol):
    """A source of forced dice for tests."""

    def take(self, purpose: str, low: int, high: int) -> int:
        """The next die; raises if the purpose or the range is not the expected one."""


class Problem(msgspec.Struct, frozen=True):
    """A contained failure, with all that its author needs to find it."""

    mod: str
    via: str
    where: str
    error: str
    turn: int
    seed: int
    suspended: bool = False

    def __str__(self) -> str:
        tail = " (suspended)" if self.suspended else ""
        return (
            f"{self.mod}: {self.via} failed at {self.where}: {self.error}"
            f" [turn {self.turn}, seed {self.seed}]{tail}"
        )


class Runaway(RuntimeError):
    """A command never came to rest."""


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
        trail: records causes when set; None costs nothing.
        forced: dice of a test; None rolls.
        strict: stop at the first failure of a mod, and watch for mutation.
        quiet: nobody reads the log: events are not put into words (`Game.narrate`), and rules leave
            out what is only for readers (`Play.quiet`). The state and its hash are the same.
        options: the setup options the game began with.
    """

    builtin_commands: tuple[type[Command], ...] = (Answer,)

    def __init__(
        self,
        rules: Rules,
        state: State,
        *,
        trail: Trail | None = None,
        forced: Forced | None = None,
        strict: bool = False,
        quiet: bool = False,
    ) -> None:
        self.rules = rules
        self.state = state
        self.trail = trail
        self.forced = forced
        self.strict = strict
        self.quiet = quiet
        self.options: dict[str, Any] = {}
        self.commands: list[Command] = []
        self.log: list[Logged] = []
        self.problems: list[Problem] = []
        self.suspended: set[tuple[str, str]] = set()
        self.dispatch = rules.dispatch
        self._appliers = {**rules.appliers, **primitives.APPLIERS}
        self._trusted = frozenset(rules.game.rules)
        self._narrate = None if quiet else rules.game.narrate
        self.serial = 0
        self.drawn: dict[int, int] = {}
        self.events: list[Event] = []
        self.plays: Mapping[str, Play] = {
            mod: Play(self, mod) for mod in dict.fromkeys((*rules.mods, rules.game.id))
        }
        self._step_keys: dict[str, int] = {}
        self._pushed: list[Push] = []
        self._siblings: dict[int, int] = {}
        self._failures: dict[tuple[str, str], list[int]] = {}

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
        session._enter(stream_key(game.id, "setup"))
        session.options = {**game.options, **(options or {})}
        play = session.plays[game.id]
        session._work(game.setup(play, session.options) or (), cause)
        session._drain()
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
        self._enter(kernels.mix(stream_key("footfall", "turn"), turn))
        if type(command) is Answer:
            refused = self._answer(command)
        else:
            refused = self._command(command)
        if refused is not None:
            return Result(refused=refused, problems=tuple(self.problems[problems:]))
        state.turn = turn
        self.commands.append(command)
        self._drain()
        return Result(tuple(self.events), None, tuple(self.problems[problems:]))

    def _command(self, command: Command) -> Refused | None:
        question = self.state.question
        assert question is not None
        if question.kind != "turn":
            return Refused(question.prompt or Message("footfall-answer-first"), "question")
        if command.actor != question.actor:
            return Refused(Message("footfall-not-your-turn"), "turn")
        bound: BoundCommand | None = self.rules.commands.get(type(command))
        if bound is None:
            return Refused(Message("footfall-unknown-command"), "command")
        outcome = self._forbidden(command) if "can_act" in self.dispatch else None
        if outcome is None:
            outcome = bound.spec.handle(self.plays[bound.mod], command)
        if isinstance(outcome, Refused):
            return outcome
        self.state.question = self.state.then = None
        if outcome:
            self._work(outcome, bound.cause)
        return None

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
        state.question = state.then = None
        state.agenda.append(
            Entry(then.step, (*then.args, question.options[answer.choice]), self._child(then.step, then.args))
        )
        return None

    # The agenda.

    def _drain(self) -> None:
        state, steps = self.state, self.rules.steps
        idle = 0
        for _ in range(MAX_ENTRIES):
            if state.question is not None or state.outcome is not None:
                return
            if state.agenda:
                entry = state.agenda.pop()
                idle = 0
            else:
                idle += 1
                if idle > MAX_IDLE:
                    raise Runaway(f"{self.rules.game.turn} neither asks a question nor ends the game")
                turn = self.rules.game.turn
                entry = Entry(turn, (), self._child(turn, ()))
            step = steps.get(entry.step)
            if step is None:
                self._report(Cause("?", entry.step), f"no active mod provides the step {entry.step!r}")
                continue
            self._run(step, entry)
        last = state.agenda[-1].step if state.agenda else self.rules.game.turn
        raise Runaway(f"one command led to over {MAX_ENTRIES} steps; the next was {last}")

    def _run(self, step: BoundStep, entry: Entry) -> None:
        self._enter(entry.serial)
        try:
            changes = step.run(self.plays[step.mod], *entry.args)
            if changes is not None and type(changes) is not list:
                changes = list(changes)
        except Exception as error:
            self.fail(step.cause, error)
            return
        if changes:
            self._work(changes, step.cause)

    def _work(self, outcome: Iterable[Change | Proposal], cause: Cause) -> None:
        """Applies an entry's changes; then reactions go on top of what was pushed."""
        events = self.events
        first = len(events)
        if type(outcome) is not list and type(outcome) is not tuple:
            outcome = list(outcome)
        if Proposal in map(type, outcome):
            own: list[Change] = []
            for item in outcome:
                if type(item) is Proposal:
                    self._unit(own, cause)
                    own = []
                    self._unit(item.changes, item.cause)
                else:
                    own.append(item)  # type: ignore[arg-type]
            self._unit(own, cause)
        else:
            self._unit(outcome, cause)  # type: ignore[arg-type]
        if self._pushed:
            entries = [Entry(p.step, p.args, self._child(p.step, p.args)) for p in self._pushed]
            entries.reverse()
            self.state.agenda += entries
            self._pushed.clear()
        if len(events) > first:
            reactions = self.rules.reactions
            answers = []
            for event in events[first:]:
                names = reactions.get(type(event))
                if names:
                    args = tuple([getattr(event, field) for field in event.__struct_fields__])
                    answers += [Entry(name, args, self._child(name, args)) for name in names]
            answers.reverse()
            self.state.agenda += answers

    def _unit(self, changes: Sequence[Change], cause: Cause) -> None:
        """Applies one list as a unit: all of it, or nothing and a report.

        Appliers raise before they write, so one fallible change needs no copy; the game's own
        rules are trusted with longer lists, a mod's are kept safe by a copy of the state.
        """
        state = self.state
        kept = None
        if (
            len(changes) > 1
            and cause.mod not in self._trusted
            and sum(type(change) not in _INFALLIBLE for change in changes) > 1
        ):
            kept = copy.deepcopy(state)
        events, pushed, log = self.events, self._pushed, self.log
        marks = len(events), len(pushed), len(log)
        waiting = state.question, state.then, state.outcome
        appliers = self._appliers
        try:
            for change in changes:
                kind = type(change)
                if kind is Push:
                    if change.step not in self.rules.steps:  # type: ignore[attr-defined]
                        raise ValueError(f"no active mod provides the step {change.step!r}")  # type: ignore[attr-defined]
                    pushed.append(change)  # type: ignore[arg-type]
                    continue
                applier = appliers.get(kind)
                if applier is None:
                    raise TypeError(f"{kind.__name__} is not a registered change; list it in provide_changes")
                event = applier(state, change)
                if self.trail is not None:
                    self.trail.changed(self, change, cause)
                if event is not None:
                    events.append(event)
                    if type(event) is Told:
                        log.append(Logged(event.message, event.kind, state.turn))
                    elif self._narrate is not None:
                        told = self._narrate(event)
                        if told is not None:
                            log.append(Logged(told.message, told.kind, state.turn))
        except Exception as error:
            if kept is not None:
                for field in State.__struct_fields__:
                    setattr(state, field, getattr(kept, field))
            del events[marks[0] :], pushed[marks[1] :], log[marks[2] :]
            state.question, state.then, state.outcome = waiting
            self.fail(cause, error)

    # Random serials: each entry's is derived from the entry that pushed it, the step's name,
    # its first integer argument (whom it is about) and how often the same was pushed before.

    def _enter(self, serial: int) -> None:
        self.serial = serial
        self.drawn.clear()
        self._siblings = {}

    def _child(self, step: str, args: tuple[Any, ...]) -> int:
        key = self._step_keys.get(step)
        if key is None:
            key = self._step_keys[step] = stream_key("step", step)
        serial = kernels.mix(self.serial, key)
        if args and type(args[0]) is int:
            serial = kernels.mix(serial, args[0] & _MASK)
        again = self._siblings.get(serial, 0)
        self._siblings[serial] = again + 1
        return kernels.mix(serial, again) if again else serial

    # Listeners.

    def proposals(
        self, hook: str, results: list[tuple[Listener, Any]], terms: Mapping[str, int]
    ) -> list[Proposal]:
        """Checks what listeners returned; a nonsensical result is dropped whole and reported."""
        out = []
        for listener, result in results:
            try:
                items = (result,) if isinstance(result, (Term, Change)) else tuple(result)
                for item in items:
                    if is_term(item):
                        if item.name not in terms:
                            known = ", ".join(terms) or "no terms"
                            raise ValueError(f"{hook} has no term {item.name!r}; it has: {known}")
                        if item.per == 0 or type(item.value) is not int or type(item.per) is not int:
                            raise ValueError(f"term {item.name!r} needs integers, got {item!r}")
                    elif not isinstance(item, Change):
                        raise TypeError(f"{hook} returns terms and changes, not {item!r}")
            except Exception as error:
                self.fail(listener.cause, error)
                continue
            out.append(
                Proposal(
                    listener.cause,
                    tuple(item for item in items if is_term(item)),
                    tuple(item for item in items if not is_term(item)),
                )
            )
        return out

    def run_chain(self, hook: str, recipe: str, work: T, watch: Callable[[str, T], None] | None = None) -> T:
        """See `Play.run_chain`."""
        own = self.rules.game.rules
        serial, drawn = self.serial, dict(self.drawn)
        for name in self.rules.chains[hook, recipe]:
            step = self.rules.steps[name]
            kept = work.copy() if step.mod not in own else None  # type: ignore[attr-defined]
            self._enter(kernels.mix(serial, self._key(name)))
            try:
                step.run(self.plays[step.mod], work)
            except Exception as error:
                if kept is None:
                    raise
                work.restore(kept)  # type: ignore[attr-defined]
                self.fail(step.cause, error)
            if watch is not None:
                watch(name, work)
        self._enter(serial)
        self.drawn.update(drawn)
        return work

    def _key(self, step: str) -> int:
        key = self._step_keys.get(step)
        if key is None:
            key = self._step_keys[step] = stream_key("step", step)
        return key

    # Failures.

    def fail(self, cause: Cause, error: BaseException) -> None:
        """Contains a mod's failure: names it, counts it, suspends the hook after the third in 20 turns."""
        if self.strict:
            raise error
        turn = self.state.turn
        key = (cause.mod, cause.via)
        recent = [t for t in self._failures.get(key, []) if turn - t < SUSPEND_WINDOW] + [turn]
        recent = self._failures[key] = recent[-SUSPEND_AFTER:]  # a loop of failures stays linear
        suspended = len(recent) >= SUSPEND_AFTER
        if suspended:
            self.suspended.add(key)
        self._report(cause, f"{type(error).__name__}: {error}", _line_of(error) or cause.where, suspended)

    def _report(self, cause: Cause, error: str, where: str = "", suspended: bool = False) -> None:
        problem = Problem(
            cause.mod,
            cause.via,
            where or cause.where,
            error,
            self.state.turn,
            self.state.seed,
            suspended,
        )
        self.problems.append(problem)

    def hash(self) -> str:
        """The hash of the canonical state, agenda and mods' memory included."""
        return hash_state(self.state)


def _line_of(error: BaseException) -> str | None:
    """``file:line`` of the innermost frame of a traceback outside the framework's own engine."""
    trace = error.__traceback__
    where = None
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if "footfall/engine" not in path.replace("\\", "/") and "footfall/loader" not in path.replace(
            "\\", "/"
        ):
            where = f"{path}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where
