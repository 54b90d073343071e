"""The session: ``state + command -> changes -> events``.

`Session.submit` passes a command to its handler, applies the resulting changes, and runs the agenda
(`footfall.engine.loop`) until a question is open or the game has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from footfall import kernels

from .codec import hash_state
from .compiled import native
from .context import Context
from .core_changes import LogLineAdded, Tell
from .declarations.game import ChainObserver
from .declarations.rules import BoundCommand, BoundConsole, Rules
from .dice import ConsoleDice, stream_key
from .explanations.display_memory import DisplayMemory
from .explanations.tracing import Tracer
from .guards import questions, state_guard, vetoes
from .guards.problem_log import ProblemLog, add_problem_note, describe_error, find_source_line, is_contained
from .guards.rule_steps import RuleLimitError, RuleSteps, report_exceeded
from .host import CommandResult, CompiledStep, Contexts, DiceSource, Listener, SessionStep, StepResult, Trigger
from .loop import RESUME_STEP
from .model import Answer, Cause, ChangeDice, Command, Entry, Event, LoggedMessage, Message, Refusal, SetDie
from .plain import copy_state
from .saves.differences import Difference
from .saves.orphans import Orphans
from .state import State
from .terms import Proposal, list_changes, parse_proposal

T = TypeVar("T")

MAX_LOG_LINES = 500
"""Lines of the log to keep and save."""

_MASK = (1 << 64) - 1
_TURN = stream_key("footfall", "turn")


class GameOverError(RuntimeError):
    """A command was submitted after the end of the game."""


class Session:
    """A state in play under fixed rules.

    Attributes:
        rules: the frozen rules.
        state: written by appliers only.
        commands: all accepted commands in order; with seed and mod lock, they are the replay.
        encoded_commands: number of the commands that a save has encoded, and their JSON without brackets.
        log: newest line last; presentation only, never hashed.
        display: letters of carried things and the shown numbers of turns; as the log, presentation only.
        problems: contained failures so far.
        suspended: (mod, hook) that failed too often and is no longer called.
        tracer: records causes; None disables tracing.
        dice_source: forced dice of a test; None rolls.
        strict: raise the first failure of a mod, and check listeners for writes to the state.
        quiet: the log stays empty, and rules leave out changes that only produce log lines (`Context.quiet`).
            The state and its hash are the same. Between two commands nothing outside may write to the state.
        has_narrator: the game turns events into log lines (`Presentation.narrate`).
        observer: called after each step of every chain that `run_chain` runs.
        on_log: called after each line that an event adds to the log.
        has_run_mods, checkpoint: whether code of mods ran since the last good state, and that state;
            see `footfall.engine.guards.state_guard`.
        options: the setup options of the game.
        orphans: content of missing mods; saves store it.
        console_enabled: whether commands of the modder's console are accepted.
        is_practice: the game goes on from a turn of another one, and may change its dice.
        console_dice: dice set for the next command: purpose (``""``: any) and value.
        applied_migrations: keys of the migrations that the loaded save has gone through.
        differences: changes in mods and settings since the loaded save was made.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        *,
        tracer: Tracer | None = None,
        dice_source: DiceSource | None = None,
        strict: bool = False,
        quiet: bool = False,
        observer: ChainObserver | None = None,
    ) -> None:
        self.rules, self.state = rules, state
        self.tracer, self.dice_source = tracer, dice_source
        self.strict, self.quiet = strict, quiet
        self.has_narrator = rules.game.presentation.narrate is not None
        self.observer = observer
        self.on_log: Callable[[], None] | None = None
        self.options: dict[str, Any] = {}
        self.orphans = Orphans()
        self.console_enabled = self.is_practice = False
        self.console_dice: list[tuple[str, int]] = []
        self.applied_migrations: tuple[str, ...] = ()
        self.differences: tuple[Difference, ...] = ()
        self.commands: list[Command] = []
        self.encoded_commands = 0, b""
        self.log: list[LoggedMessage] = []
        self.display = DisplayMemory()
        self.problem_log = ProblemLog()
        self.problems, self.suspended = self.problem_log.problems, self.problem_log.suspended
        self.dispatch, self.batch_dispatch = rules.hooks.dispatch, rules.hooks.batch_dispatch
        self.loop, self.serials = native.create_loop()
        self.appliers = rules.session_appliers
        self.steps, self.turn_step = rules.steps, rules.game.turn_step
        self.trusted_mods = frozenset(rules.game.rule_mods)
        self.mods_with_code = rules.mods_with_code
        self.has_mod_code = rules.has_mod_code
        self.has_run_mods, self.is_foreseeing = True, False
        self.checkpoint: state_guard.Checkpoint | None = None
        self.reactions = rules.list_reactions(self.dispatch)
        self.session_steps: dict[str, SessionStep] = {}
        self.step_keys: dict[str, int] = {}
        self.events: list[Event] = []
        self.change_counts: dict[str, int] = {}  # of the current command, by mod
        self.rule_steps = RuleSteps()
        self.shown_faces: dict[Any, int | None] = {}
        self.triggers: dict[int, Trigger] = {}
        self.trigger: Trigger | None = None
        self.contexts: Mapping[str, Context] = Contexts(self, Context)

    # Beginning.

    @classmethod
    def begin(
        cls,
        rules: Rules,
        seed: int,
        options: Mapping[str, Any] | None = None,
        without: Iterable[state_guard.CauseKey] = (),
        **keywords: Any,
    ) -> Session:
        """Sets up a new game and runs it to its first question.

        Args:
            seed: any integer; taken modulo 2**64.
            options: setup options of the game.
            without: hooks, rules and steps of mods to suspend from the start.

        Raises:
            ValueError: the game does not have one of the options.
        """
        rules.game.check_options(options or {})
        raised: Exception | None = None

        def begin_without_keys(keys: Iterable[state_guard.CauseKey]) -> Session:
            return cls._begin_without(rules, seed, options, keywords, (*without, *keys))

        try:
            session = begin_without_keys(())
            fault = state_guard.find_fault(session) if session.has_mod_code else None
            if fault is None:
                return session
        except Exception as error:
            if keywords.get("strict") or not rules.has_mod_code:
                raise
            fault = raised = error
        return state_guard.begin_without_writers(rules, begin_without_keys, fault, raised)

    @classmethod
    def _begin_without(
        cls,
        rules: Rules,
        seed: int,
        options: Mapping[str, Any] | None,
        keywords: Mapping[str, Any],
        suspended: Iterable[state_guard.CauseKey],
    ) -> Session:
        """Sets up a new game without some hooks and steps of mods."""
        game = rules.game
        state = State(game=game.id, seed=seed & _MASK, settings=dict(rules.settings))
        session = cls(rules, state, **keywords)
        session.suspended.update(suspended)
        cause = Cause(game.id, "setup")
        session.serials.enter(stream_key(game.id, "setup"))
        session.rule_steps.is_in_command = True
        session.options = {**game.options, **(options or {})}
        ctx = session.contexts[game.id]
        session.loop.apply_outcome(session, game.setup(ctx, session.options) or (), cause)
        session.run_to_question()
        report_exceeded(session)
        session.rule_steps = RuleSteps()
        session.display.update(session)
        return session

    def context(self, mod: str | None = None) -> Context:
        """Returns the context of a mod, by default of the game itself."""
        return self.contexts[mod or self.rules.game.id]

    def fork(self, seed: int) -> Session:
        """Returns a private copy of the game with other dice, quiet and untraced."""
        state = copy_state(self.state)
        state.seed = seed
        return self.copy_with(state)

    def copy_with(self, state: State, suspended: Collection[state_guard.CauseKey] = ()) -> Session:
        """Returns a quiet session of another state, in which more hooks and steps of mods may be suspended."""
        copied = Session(self.rules, state, quiet=True)
        copied.suspended.update(self.suspended, suspended)
        copied.console_enabled, copied.console_dice = self.console_enabled, list(self.console_dice)
        return copied

    def prepare_undo(self) -> Callable[[], None]:
        """Returns a function that undoes later changes of all but the state: commands, log, dice, display, problems."""
        commands, lines, dice = len(self.commands), self.log[-MAX_LOG_LINES:], list(self.console_dice)
        display = self.display.copy()
        undo_problems = self.problem_log.checkpoint()

        def undo() -> None:
            undo_problems()
            del self.commands[commands:]
            self.encoded_commands = 0, b""
            self.log[:], self.console_dice[:], self.display = lines, dice, display.copy()

        return undo

    # One command.

    def submit(self, command: Command) -> CommandResult:
        """Carries a command out, up to the next question.

        Returns:
            The events, or the refusal. A refused command leaves state, dice and replay unchanged.

        Raises:
            GameOverError: the game has ended.
        """
        if self.state.question is None:
            raise GameOverError(f"the game has ended ({self.state.outcome}); no command is accepted")
        if not self.has_mod_code:
            return self.play(command)
        if self.quiet and not self.strict:
            return state_guard.play_watched(self, command)
        return state_guard.play_guarded(self, lambda session: session.play(command))

    def play(self, command: Command) -> CommandResult:
        """Carries a command out without containing mods that write to the state; see `submit`."""
        state = self.state
        self.events = []
        for table in (self.change_counts, self.shown_faces, self.triggers):
            table.clear()
        self.trigger = None
        if len(self.log) > 2 * MAX_LOG_LINES:
            del self.log[:-MAX_LOG_LINES]
        problems = len(self.problems)
        turn = state.turn + 1
        self.serials.enter(kernels.mix(_TURN, turn))
        if isinstance(command, (SetDie, ChangeDice)):  # the dice of the next commands; the replay records it
            if not (self.console_enabled or (self.is_practice and isinstance(command, ChangeDice))):
                return CommandResult(refusal=Refusal(Message("footfall-console-off"), "console"))
            state.turn = turn
            self.commands.append(command)
            if isinstance(command, SetDie):
                self.console_dice.append((command.purpose, command.value))
            else:
                state.seed = kernels.mix(kernels.mix(state.seed, turn), command.number)
            self.display.stop_clock(turn)
            return CommandResult()
        source, self.rule_steps.is_in_command = self.dice_source, True
        if self.rule_steps:
            self.rule_steps.clear()
        if self.console_dice and source is None:
            self.dice_source = ConsoleDice(self.console_dice)
        try:
            return self._carry_out(command, turn, problems)
        finally:
            self.dice_source, self.rule_steps.is_in_command = source, False
            if self.rule_steps:
                self.rule_steps.clear()

    def _carry_out(self, command: Command, turn: int, problems: int) -> CommandResult:
        state = self.state
        outcome: StepResult | Refusal
        if type(command) not in self.compiled_steps or not native.play_command(self, command, turn):
            if type(command) is Answer:
                outcome, cause = questions.accept_answer(self, command), None
            else:
                outcome, cause = self._handle_command(command)
            if isinstance(outcome, Refusal):
                if self.tracer is not None:
                    self.tracer.discard_entry(self.serials.serial)
                return CommandResult(refusal=outcome, problems=tuple(self.problems[problems:]))
            state.question, state.then, state.turn = None, None, turn
            if self.console_dice:
                self.console_dice.clear()
            self.commands.append(command)
            self.loop.run_agenda(self, outcome, cause)
        if self.rule_steps.exceeded:
            report_exceeded(self)
        self.display.update(self)
        return CommandResult(tuple(self.events), None, tuple(self.problems[problems:]))

    def run_to_question(self) -> None:
        """Runs the agenda to the next question or the end of the game."""
        self.loop.run_agenda(self, None, None)

    def _handle_command(self, command: Command) -> tuple[StepResult | Refusal, Cause | None]:
        question = self.state.question
        assert question is not None
        if question.kind != "turn":
            return Refusal(question.prompt or Message("footfall-answer-first"), "question"), None
        if command.actor != question.actor:
            return Refusal(Message("footfall-not-your-turn"), "turn"), None
        bound: BoundCommand | BoundConsole | None = self.rules.commands.get(type(command))
        outcome: StepResult | Refusal = None
        if bound is None:
            bound = self.rules.console.get(type(command))
            if bound is None:
                return Refusal(Message("footfall-unknown-command"), "command"), None
            if not self.console_enabled:
                return Refusal(Message("footfall-console-off"), "console"), None
        elif "can_act" in self.dispatch:
            denial, spend = vetoes.vote_on(self, command), self.rules.game.spend_turn
            if denial is not None and denial.spends_turn and spend is not None:  # a lost turn
                outcome = [Tell(denial.reason), *(spend(self.context(), command.actor) or ())]
            elif denial is not None:
                outcome = Refusal(denial.reason, "can_act")
        if outcome is None:
            try:
                if bound.mod not in self.trusted_mods:
                    self.has_run_mods = True
                outcome = vetoes.handle(self, bound, command)
                if not isinstance(outcome, Refusal):
                    outcome = list_changes(outcome)
            except BaseException as error:
                self.report_problem(bound.cause, error)
                return Refusal(Message("footfall-command-failed", {"mod": bound.mod}), "command"), None
        return outcome, bound.cause

    # For the agenda loop.

    @cached_property
    def compiled_steps(self) -> dict[str | type[Command], CompiledStep]:
        """The compiled steps and commands of the game; empty if it has none, or the rules in Python must play."""
        return native.list_compiled_steps(self, self.rules.game.compile_steps)

    def bind_step(self, name: str) -> SessionStep | None:
        """Binds a step to its owner's context. Returns None if it is suspended, or unknown, which is reported."""
        if name == RESUME_STEP:
            game = self.rules.game.id
            bound = SessionStep(lambda ctx: [], self.contexts[game], Cause(game, name), True)
            self.session_steps[name] = bound
            return bound
        step = self.rules.steps.get(name)
        if step is None:
            self.problem_log.record(self.state, Cause("?", name), f"no active mod provides the step {name!r}")
            return None
        if (step.mod, name) in self.suspended:
            return None
        trusted = step.cause.mod in self.trusted_mods
        run = step.run if trusted else state_guard.limit_step(self, step.run)
        bound = self.session_steps[name] = SessionStep(run, self.contexts[step.mod], step.cause, trusted)
        return bound

    def create_entry(self, step: str, args: tuple[Any, ...]) -> Entry:
        """Creates an entry that the current one pushes."""
        return Entry(step, args, self.serials.derive_child(self.find_step_key(step), args))

    def find_step_key(self, step: str) -> int:
        """Returns the key of a step's name, for serials."""
        key = self.step_keys.get(step)
        if key is None:
            key = self.step_keys[step] = stream_key("step", step)
        return key

    def log_event(self, event: Event) -> None:
        """Adds the log line of an event, if it has one."""
        narrate = self.rules.game.presentation.narrate
        line = event if type(event) is LogLineAdded else narrate and narrate(self.context(), event)
        if line is not None:
            self.log.append(LoggedMessage(line.message, line.kind, self.state.turn))
            if self.on_log is not None:
                self.on_log()

    # Listeners.

    def check_proposals(
        self, hook: str, results: list[tuple[Listener, Any]], terms: Mapping[str, int]
    ) -> list[Proposal]:
        """Checks the results of listeners; an invalid one is dropped and reported."""
        proposals = []
        for listener, result in results:
            try:
                proposals.append(parse_proposal(hook, listener.cause, result, terms))
            except BaseException as error:
                self.report_problem(listener.cause, error)
        return proposals

    def run_chain(
        self, hook: str, recipe: str, work: T, observer: Callable[[str, T], None] | None = None, without: str = ""
    ) -> T:
        """See `Context.run_chain`. `without` names a step to leave out; `self.observer` is then not called."""
        serials = self.serials.copy()
        for name in self.rules.hooks.chains[hook, recipe]:
            step = self.rules.steps[name]
            if name == without or (step.mod, name) in self.suspended:
                continue
            backup = work.copy() if step.mod not in self.trusted_mods else None  # type: ignore[attr-defined]
            self.serials.enter(kernels.mix(serials.serial, self.find_step_key(name)))
            self.has_run_mods = self.has_run_mods or backup is not None
            try:
                step.run(self.contexts[step.mod], work)
            except BaseException as error:
                if backup is None or not is_contained(error):
                    raise
                work.restore(backup)  # type: ignore[attr-defined]
                self.report_problem(step.cause, error)
            for observe in (observer, None if without else self.observer):
                if observe is not None:
                    observe(name, work)
        self.serials = serials
        return work

    # Failures.

    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> None:
        """Contains a mod's failure at the line `place`: records it, and suspends the hook after three in 20 turns."""
        if not is_contained(error):
            raise error
        if isinstance(error, RuleLimitError):
            return self.rule_steps.note(cause)
        if self.strict:
            add_problem_note(self.state, cause, error, place)
            raise error
        place = place or find_source_line(error) or cause.location
        if self.tracer is not None:
            self.tracer.record_drop(self, cause, place, describe_error(error))
        self.problem_log.add(self.state, cause, error, place)

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """Suspends a mod's hook or step at once, and drops the waiting entries of the step."""
        if self.strict:
            add_problem_note(self.state, cause, error)
            raise error
        self.problem_log.suspend(self.state, cause, error)
        self.session_steps.pop(cause.via, None)
        self.state.agenda[:] = [entry for entry in self.state.agenda if entry.step != cause.via]

    def hash(self) -> str:
        """Returns the hash of the state, including the agenda and the memory of mods."""
        return hash_state(self.state)
