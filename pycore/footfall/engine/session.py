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
    Told,
)
from .play import Play, stream_key
from .problems import Failures, Problem
from .rules import BoundCommand, Listener, Outcome, Rules, Run
from .state import State
from .terms import Proposal, proposal
from .why import Trail

T = TypeVar("T")

MAX_ENTRIES = 100_000
"""Entries one command may work off before the loop is called runaway."""

KEEP_LOG = 500
"""Lines of the log that are kept and saved."""

MAX_IDLE = 32
"""How often the turn step may run in a row without a question or a pushed step: seats that are passed over."""

_INFALLIBLE = frozenset((Push, Tell, Ask, Remember, Finish))
_MASK = (1 << 64) - 1
_TURN = stream_key("footfall", "turn")


class Forced(Protocol):
    """A source of forced dice for tests."""

    def take(self, purpose: str, low: int, high: int) -> int:
        """The next die; raises if the purpose or the range is not the expected one."""


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
        suspended: (mod, hook) that failed too often and is not called any more.
        trail: records causes when set; None costs nothing.
        forced: dice of a test; None rolls.
        strict: stop at the first failure of a mod, and watch for mutation.
        quiet: nobody reads the log: it stays empty, and rules leave out what is only for readers
            (`Play.quiet`). The state and its hash are the same.
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
        self._failures = Failures()
        self.problems = self._failures.problems
        self.suspended = self._failures.suspended
        self.dispatch = rules.dispatch
        self._appliers = {**rules.appliers, **primitives.APPLIERS}
        self._trusted = frozenset(rules.game.rules)
        self.serial = 0
        self.drawn: dict[int, int] = {}
        self.events: list[Event] = []
        self.plays: Mapping[str, Play] = {
            mod: Play(self, mod) for mod in dict.fromkeys((*rules.mods, rules.game.id))
        }
        self._bound: dict[str, tuple[Run, Play, Cause]] = {}
        self._step_keys: dict[str, int] = {}
        self._siblings: dict[int, int] = {}

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
        self._enter(kernels.mix(_TURN, turn))
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
        serial = self._child(then.step, then.args).serial
        state.agenda.append(Entry(then.step, (*then.args, question.options[answer.choice]), serial))
        return None

    # The agenda. Its three functions are the hot path of every simulation: few calls, few look-ups.

    def _drain(self) -> None:
        """Works the agenda off, until somebody must answer or the game is over."""
        state, bound = self.state, self._bound
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
                entry = self._child(self.rules.game.turn, ())
            name = entry.step
            step = bound[name] if name in bound else self._bind(name)
            if step is None:
                continue
            run, play, cause = step
            self._enter(entry.serial)
            try:
                outcome = run(play, *entry.args)
                if outcome is not None and type(outcome) is not list:
                    outcome = list(outcome)
            except Exception as error:
                self.fail(cause, error)
            else:
                if outcome:
                    self._work(outcome, cause)
        last = state.agenda[-1].step if state.agenda else self.rules.game.turn
        raise Runaway(f"one command led to over {MAX_ENTRIES} steps; the next was {last}")

    def _bind(self, name: str) -> tuple[Run, Play, Cause] | None:
        step = self.rules.steps.get(name)
        if step is None:
            self._failures.report(self.state, Cause("?", name), f"no active mod provides the step {name!r}")
            return None
        bound = self._bound[name] = (step.run, self.plays[step.mod], step.cause)
        return bound

    def _work(self, outcome: Iterable[Change | Proposal], cause: Cause) -> None:
        """Applies an entry's changes; then reactions go on top of what was pushed."""
        events = self.events
        pushed: list[Push] = []
        first = len(events)
        if type(outcome) is not list:
            outcome = list(outcome)
        if Proposal in map(type, outcome):
            own: list[Change] = []
            for item in outcome:
                if type(item) is Proposal:
                    self._unit(own, cause, pushed)
                    own = []
                    self._unit(item.changes, item.cause, pushed)
                else:
                    own.append(item)  # type: ignore[arg-type]
            self._unit(own, cause, pushed)
        else:
            self._unit(outcome, cause, pushed)  # type: ignore[arg-type]
        if pushed:
            entries = [self._child(each.step, each.args) for each in pushed]
            entries.reverse()
            self.state.agenda += entries
        reactions = self.rules.reactions
        if reactions and len(events) > first:
            entries = []
            for event in events[first:]:
                names = reactions.get(type(event))
                if names:
                    args = tuple([getattr(event, field) for field in event.__struct_fields__])
                    entries += [self._child(name, args) for name in names]
            entries.reverse()
            self.state.agenda += entries

    def _unit(self, changes: Sequence[Change], cause: Cause, pushed: list[Push]) -> None:
        """Applies one list as a unit: all of it, or nothing and a report.

        Appliers raise before they write, so one fallible change needs no copy; the game's own
        rules are trusted with longer lists, a mod's are kept safe by a copy of the state.
        """
        state, events, trail = self.state, self.events, self.trail
        kept = None
        if cause.mod not in self._trusted and sum(type(change) not in _INFALLIBLE for change in changes) > 1:
            kept = copy.deepcopy(state)
        marks = len(events), len(pushed), len(self.log)
        waiting = state.question, state.then, state.outcome
        appliers, steps = self._appliers, self.rules.steps
        try:
            for change in changes:
                if type(change) is Push:
                    if change.step not in steps:
                        raise ValueError(f"no active mod provides the step {change.step!r}")
                    pushed.append(change)
                    continue
                applier = appliers.get(type(change))
                if applier is None:
                    name = type(change).__name__
                    raise TypeError(f"{name} is not a registered change; list it in provide_changes")
                event = applier(state, change)
                if trail is not None:
                    trail.changed(self, change, cause)
                if event is not None:
                    events.append(event)
                    if not self.quiet:
                        self._tell(event)
        except Exception as error:
            if kept is not None:
                for field in State.__struct_fields__:
                    setattr(state, field, getattr(kept, field))
            del events[marks[0] :], pushed[marks[1] :], self.log[marks[2] :]
            state.question, state.then, state.outcome = waiting
            self.fail(cause, error)

    def _tell(self, event: Event) -> None:
        """Puts an event into the log, if it has words."""
        narrate = self.rules.game.narrate
        told = event if type(event) is Told else narrate(event) if narrate is not None else None
        if told is not None:
            self.log.append(Logged(told.message, told.kind, self.state.turn))

    # Random serials: each entry's is derived from the entry that pushed it, the step's name,
    # its first integer argument (whom it is about) and how often the same was pushed before.

    def _enter(self, serial: int) -> None:
        self.serial = serial
        if self.drawn:
            self.drawn.clear()
        if self._siblings:
            self._siblings = {}

    def _child(self, step: str, args: tuple[Any, ...]) -> Entry:
        """An entry that the present one pushes."""
        serial = kernels.mix(self.serial, self._key(step))
        if args and type(args[0]) is int:
            serial = kernels.mix(serial, args[0] & _MASK)
        again = self._siblings.get(serial, 0)
        self._siblings[serial] = again + 1
        return Entry(step, args, kernels.mix(serial, again) if again else serial)

    def _key(self, step: str) -> int:
        key = self._step_keys.get(step)
        if key is None:
            key = self._step_keys[step] = stream_key("step", step)
        return key

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

    # Failures.

    def fail(self, cause: Cause, error: BaseException) -> None:
        """Contains a mod's failure: names it, counts it, suspends the hook after the third in 20 turns."""
        if self.strict:
            raise error
        self._failures.add(self.state, cause, error)

    def hash(self) -> str:
        """The hash of the canonical state, agenda and mods' memory included."""
        return hash_state(self.state)
