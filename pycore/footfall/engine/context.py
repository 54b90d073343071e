"""The context of a mod in a session: the state to read, dice to roll, hooks to ask; it cannot write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast

from footfall import kernels
from footfall.diagnostics.findings import suggest

from .core_changes import Push
from .dice import Faces, mix_all, stream_key
from .dice_stream import DiceStream
from .explanations.tracing import Die
from .foresight import Answers, Foresight, foresee, foresee_each, list_chances
from .guards.change_checks import check_struct
from .guards.problem_log import FaultError, find_failed_mod
from .guards.questions import ask_for_mod
from .guards.rule_steps import count_steps, may_run
from .guards.state_view import view_state
from .host import Host, Listener
from .model import Cause, Change, Command, Deny, LoggedMessage, Message, Question, Vote
from .terms import FoldResult, Proposal, combine_results

T = TypeVar("T")


class UnknownSettingError(KeyError):
    """No active mod has a setting of this name."""

    def __init__(self, mod: str, name: str, known: Sequence[str]) -> None:
        own = [full.rpartition(".")[2] for full in known if full.rpartition(".")[0] == mod]
        hint = suggest(name, own) or suggest(name, known) or ";"
        super().__init__(f"there is no setting {name!r}{hint} settings of {mod}: {', '.join(own) or 'none'}")

    def __str__(self) -> str:  # that of a KeyError is quoted
        return str(self.args[0])


class Context:
    """The running game as one mod sees it.

    Attributes:
        state: the state; read only. Code of mods sees it through a `footfall.engine.guards.state_view.StateView`.
        mod: the owner, which names its random streams and its memory.
        records: the frozen records of all mods.
        chances: the rules of chance of this game, as mods have changed them.
    """

    __slots__ = ("_keys", "_session", "chances", "mod", "records", "state")

    def __init__(self, session: Host, mod: str) -> None:
        self._session = session
        self.state = view_state(session.state) if mod.partition(":")[0] in session.mods_with_code else session.state
        self.mod = mod
        self.records = session.rules.records
        self.chances = session.rules.chances
        self._keys: dict[str, int] = {}

    # Reading.

    def setting(self, name: str) -> Any:
        """Returns a setting of this mod by its short name, or of another mod by its full name.

        Settings of startup or player scope belong to this machine: they may affect the screen, never the
        course of the game.

        Raises:
            UnknownSettingError: no active mod has it.
        """
        settings, preferences = self.state.settings, self._session.rules.preferences
        full = f"{self.mod}.{name}"
        for key in (full, name):
            for table in (settings, preferences):
                if key in table:
                    return table[key]
        raise UnknownSettingError(self.mod, name, (*settings, *preferences))

    def recall(self, key: str, default: Any = None) -> Any:
        """Reads a key of this mod's own memory, which `Remember` writes."""
        return self._session.state.memory.get(self.mod, {}).get(key, default)

    # Dice. Stateless: keyed by (seed, mod, purpose) and counted by (entry, draw), so that a failing mod, an
    # additional creature or a dropped hook shifts no other numbers.

    @property
    def is_traced(self) -> bool:
        """Whether causes are recorded, so that explanations (`Tell.why`) are worth building."""
        return self._session.tracer is not None

    @property
    def is_mod(self) -> bool:
        """Whether the owner is a mod, and no plugin of the game."""
        return self.mod not in self._session.trusted_mods

    def record_terms(self, hook: str, event: Any, base: Any, proposals: tuple[Proposal, ...], final: Any) -> None:
        """Records numbers that mods changed without being asked; see `Tracer.record_fold`. Only if `is_traced`."""
        tracer: Any = self._session.tracer
        tracer.record_fold(self._session, hook, event, base, proposals, final)

    def record_chance(self, rule: str, shown: str, dice: Sequence[Die], outcome: Any = None) -> None:
        """Records dice for explanations as a `ChanceRecord` of the tracer. Only if `is_traced`."""
        assert self._session.tracer is not None
        self._session.tracer.record_chance(self._session, self.mod, rule, shown, tuple(dice), outcome)

    def record_no_changes(self, deed: str, reason: Message, cause: Cause | None) -> None:
        """Records a deed of a rule that did nothing as a `NoChangesRecord` of the tracer. Only if `is_traced`.

        Args:
            cause: the rule; None: the one that led to the current entry.
        """
        session = self._session
        trigger = session.trigger
        assert session.tracer is not None
        found = cause or (trigger.cause if trigger is not None else Cause(self.mod, deed))
        session.tracer.record_no_changes(session, found, deed, reason)

    def roll(self, purpose: str, low: int, high: int) -> int:
        """Returns a uniform integer in ``low..high``, both ends included; ``high < low`` gives `low`."""
        if high <= low:
            return low
        session = self._session
        if session.dice_source is not None:
            die = session.dice_source.take(purpose, low, high)
            if die is not None:
                return die
        key = self._keys.get(purpose) or self.find_stream(purpose)
        return low + session.serials.draw(self.state.seed, key, high - low + 1)

    def roll_once(self, purpose: str, low: int, high: int, keys: Sequence[int], is_of_step: bool = False) -> int:
        """Returns an integer in ``low..high`` that is the same for the same keys, or also of one entry alone."""
        session = self._session
        serial = session.serials.serial if is_of_step else 0
        if session.dice_source is not None:
            key = (self.mod, purpose, serial, *keys)
            if key not in session.shown_faces:
                session.shown_faces[key] = session.dice_source.take(purpose, low, high)
            if (die := session.shown_faces[key]) is not None:
                return die
        moment = mix_all(serial, keys)
        return low + kernels.draw(self.state.seed, self.find_stream(purpose), moment, 0, high - low + 1)

    def find_stream(self, purpose: str) -> int:
        """Returns the key of the random stream of a purpose, which compiled steps roll with."""
        key = self._keys.get(purpose)
        if key is None:
            key = self._keys[purpose] = stream_key(self.mod, purpose)
        return key

    def anchor_dice(self, subject: str) -> None:
        """Makes the remaining dice of this entry depend only on the seed and `subject`.

        For results that must not depend on when they are rolled: a level generated on first entry.
        """
        self._session.serials.enter(stream_key(self.mod, subject))

    def draw_for_screen(self, purpose: str, moment: int, subject: int, low: int, high: int) -> int:
        """Returns a uniform integer in ``low..high`` for the screen alone: a flickering light.

        It depends on nothing but the mod, `purpose`, `moment` (a turn) and `subject` (an actor's id), not on the seed,
        which no player may know: all dice follow from it. It is not a roll: however often a scene is drawn, the dice of
            the game do not change.
        """
        return low + kernels.draw(0, stream_key(self.mod, purpose), moment, subject, high - low + 1)

    @property
    def purposes(self) -> tuple[str, ...]:
        """The purposes of this mod's rolls in this session, in order of first use."""
        return tuple(self._keys)

    def chance(self, purpose: str, numerator: int, denominator: int) -> bool:
        """Returns True with probability ``numerator / denominator``."""
        source = self._session.dice_source
        if isinstance(source, Faces):
            return source.take_chance(numerator, denominator)
        return self.roll(purpose, 1, denominator) <= numerator

    def choose(self, purpose: str, options: Sequence[T]) -> T:
        """Returns one of `options`, all equally likely."""
        return options[self.roll(purpose, 0, len(options) - 1)]

    def choose_weighted(self, purpose: str, weights: Sequence[int]) -> int:
        """Returns an index, with probabilities proportional to the integer `weights`.

        Raises:
            ValueError: their sum is not positive.
        """
        total = sum(weights)
        if total <= 0:
            raise ValueError(f"weights for {purpose!r} must have a positive sum, got {list(weights)}")
        ticket = self.roll(purpose, 1, total)
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket <= 0:
                return index
        raise AssertionError("unreachable: the ticket is at most the sum")

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        """Returns a shuffled copy (Fisher-Yates, from the end)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.roll(purpose, 0, last)
            result[last], result[other] = result[other], result[last]
        return result

    def open_dice_stream(self, purpose: str) -> DiceStream:
        """Opens this mod's ordered stream at its current position: for dice whose order is part of the game.

        Example: ``dice = ctx.open_dice_stream("leader"); face = dice.roll(1, 12); return [dice.draw_change, ...]``
        """
        return DiceStream(self._session, self.mod, purpose)

    # Other mods.

    def for_mod(self, mod: str) -> Context:
        """Returns the context of another active mod."""
        return cast(Context, self._session.contexts[mod])

    def find_game(self, id: str) -> Any:
        """Returns the `Game` of an active rule plugin, so that a derived game can use its base's functions.

        Raises:
            KeyError: no active rule plugin provides it.
        """
        return self._session.rules.games[id]

    def list_bindings(self) -> tuple[Any, ...]:
        """Returns the bindings of all commands of this game (`footfall.api.scene.Binding`), in mod order."""
        return tuple(b for bound in self._session.rules.commands.values() for b in bound.spec.bindings)

    # Hooks.

    def fold(self, hook: str, event: Any, terms: Mapping[str, int]) -> FoldResult:
        """Asks a fold hook: all listeners see the same state and propose for `terms`."""
        session = self._session
        if hook in session.dispatch:
            session.has_run_mods = True
            return combine_results(session, hook, event, terms, session.dispatch[hook](event, session))
        if session.tracer is not None:
            session.tracer.record_fold(session, hook, event, terms, (), terms)
        return FoldResult(terms)

    def foresee(self, hook: str, event: Any, terms: Mapping[str, int]) -> Foresight:
        """Returns the proposals of the listeners of a fold for `terms` now, for odds shown in advance.

        Nothing follows from it: no die is spent, no change applied, nothing traced or reported. Dice give the middle
        of their range.
        """
        return foresee(self._session, hook, event, terms)

    def foresee_each(self, hook: str, event: Any, terms: Mapping[str, int]) -> Answers:
        """Returns the same for each result of their dice, with its weight; changes are left out.

        It is one answer if their dice cannot be counted: a listener is Python, or reads more than the event.
        """
        return foresee_each(self._session, hook, event, terms)

    def list_chances(self, hook: str, event: Any) -> list[tuple[str, Fraction]]:
        """Returns the chances that rules of mods show for an event: id of the text, and chance. No die is spent."""
        return list_chances(self._session, hook, event)

    def fold_each(self, hook: str, events: Sequence[Any], terms: Sequence[Mapping[str, int]]) -> list[FoldResult]:
        """Asks a fold hook about many events at once: equal to `fold` for each event, in this order.

        Listeners with ``batch=True`` receive all events of the call together.

        Args:
            terms: one mapping per event.
        """
        session = self._session
        dispatch = session.batch_dispatch.get(hook)
        if dispatch is None:
            return [self.fold(hook, event, base) for event, base in zip(events, terms, strict=True)]
        session.has_run_mods = True
        answers = zip(events, terms, dispatch(events, session), strict=True)
        return [combine_results(session, hook, event, base, results) for event, base, results in answers]

    def collect(self, hook: str) -> tuple[Any, ...]:
        """Returns the results of a published collect hook, called once at start, in mod order."""
        return tuple(self._session.rules.hooks.answers.get(hook, ()))

    def _poll(self, hook: str, event: Any) -> list[tuple[Listener, Any]]:
        """Returns the answers of the listeners of a hook, in mod order."""
        session = self._session
        dispatch = session.dispatch.get(hook)
        if dispatch is None:
            return []
        session.has_run_mods = True
        results = dispatch(event, session)
        if session.tracer is not None:
            session.tracer.record_poll(session, hook, event, results)
        return results

    def notify(self, hook: str, event: Any) -> tuple[Proposal, ...]:
        """Calls a notification hook; returns the changes its listeners queue."""
        results = self._poll(hook, event)
        return tuple(self._session.check_proposals(hook, results, {})) if results else ()

    def vote(self, hook: str, event: Any) -> Deny | None:
        """Asks a ``can_*`` hook: returns the first `Deny` in mod order, or None."""
        for listener, result in self._poll(hook, event):
            try:
                if isinstance(result, Deny):
                    check_struct(result)
                    return result
                if not isinstance(result, Vote):
                    raise TypeError(f"{hook} returns ALLOW, PASS or Deny(...), not {result!r}")
            except (TypeError, ValueError, OverflowError, RecursionError) as error:
                self._session.report_problem(listener.cause, error)
        return None

    def decide(self, hook: str, event: Any) -> Any:
        """Asks a ``decide_*`` hook: returns the answer of the last mod in order that gives one, or None."""
        answers = self._poll(hook, event)
        return answers[-1][1] if answers else None

    @property
    def quiet(self) -> bool:
        """Whether the log is off: rules may then leave out changes that only produce log lines."""
        return self._session.quiet

    @property
    def is_foreseeing(self) -> bool:
        """Whether a listener is asked for the screen: readings then tell no more than the player's character knows."""
        return self._session.is_foreseeing

    @property
    def log(self) -> Sequence[LoggedMessage]:
        """The log so far, for scenes. No rule may read it: it is empty in quiet games, and old lines are dropped."""
        return self._session.log

    @property
    def letters(self) -> Mapping[int, str]:
        """The letters of carried things by id, for scenes (`Presentation.list_carried`)."""
        display, list_carried = self._session.display, self._session.rules.game.presentation.list_carried
        return {} if list_carried is None else display.assign_letters(list_carried(self))

    @property
    def sightings(self) -> Any:
        """The screen's memory of things that were in view (`Presentation.recollect`); None at the start."""
        return self._session.display.sightings

    def count_turns(self, turn: int) -> int:
        """Returns the number by which players know a turn of the turn counter, for scenes (`Presentation.clock`)."""
        return self._session.display.count_turns(turn)

    def find_command(self, turn: int) -> Command | None:
        """Returns the command that brought the turn counter to `turn`, for scenes; None if it is not kept."""
        commands = self._session.commands
        index = len(commands) - 1 - self.state.turn + turn  # a fork keeps only its own
        return commands[index] if 0 <= index < len(commands) else None

    def holds(self, condition: str, **things: Any) -> bool:
        """Returns whether a condition of a record holds; see `footfall.content.record_types.Expression`.

        Args:
            condition: an expression; ``""`` always holds, one that is not valid or fails does not.
            things: the things that it may read, by the names in the field's mark.
        """
        if not condition:
            return True
        session = self._session
        row = session.rules.hooks.conditions.get(condition)
        if row is None or (row.cause.mod, row.cause.via) in session.suspended:
            return False
        if row.cause.mod in session.trusted_mods:
            return bool(row.ask(self, **things))
        session.has_run_mods = True
        try:
            return bool(row.ask(self, **things))
        except BaseException as error:  # a reading of a mod may do anything
            session.report_problem(row.cause, error, "" if find_failed_mod(error) else row.cause.location)
            return False

    def ask_for_mod(self, question: Question, step: str, args: tuple[Any, ...] = ()) -> list[Change]:
        """Returns the changes by which a step of the game asks a question of a mod; `step` receives the answer."""
        return ask_for_mod(self._session, question, step, args)

    def may_run_rule(self, hook: str, cause: Cause, steps: int) -> bool:
        """Counts the steps of a rule as data; returns whether it may run."""
        return may_run(self._session, hook, cause, steps)

    def count_rule_steps(self, steps: int) -> None:
        """Counts steps of the rule that runs; raises `RuleLimitError` above the limit."""
        count_steps(self._session, self.mod, steps)

    def has_listeners(self, hook: str) -> bool:
        """Returns whether `hook` has an implementation: lets a rule skip building an unused event."""
        return hook in self._session.dispatch

    def list_kinds(self, hook: str, field: str) -> frozenset[str] | None:
        """Returns the kinds of creature in a field of its event that implementations concern; None: all."""
        kinds: frozenset[str] | None = self._session.rules.hooks.list_kinds(hook, field, self._session.dispatch)
        return kinds

    def push_chain(self, hook: str, recipe: str, *args: Any) -> list[Push]:
        """Returns the steps of a chain as agenda entries, in order; each sees the changes of the last."""
        return [Push(name, args) for name in self._session.rules.hooks.chains[hook, recipe]]

    def list_recipes(self, hook: str) -> tuple[str, ...]:
        """Returns the names of all recipes of a chain hook, in mod order."""
        return tuple(recipe for name, recipe in self._session.rules.hooks.chains if name == hook)

    def run_chain(self, hook: str, recipe: str, work: T, observer: Callable[[str, T], None] | None = None) -> T:
        """Runs a chain without questions as direct calls on a private object, such as a level draft.

        Each step is called as ``run(ctx, work)`` with its owner's context. If a mod's step raises, the object
        is restored (``work.restore(copy)``, with an earlier ``work.copy()``) and the failure is reported.

        Args:
            observer: called after each step with its name and the object: for snapshots.
        """
        return self._session.run_chain(hook, recipe, work, observer)

    def find_chain_faults(
        self, hook: str, recipe: str, failed_step: str, build: Callable[[], T], is_usable: Callable[[T], bool]
    ) -> tuple[Cause, ...]:
        """Finds the mods whose steps make a chain fail; the chain runs again without each of them in turn.

        Args:
            failed_step: the step that found the failure; empty if a step of the game raised.
            build: builds a new object for the chain.
            is_usable: whether the finished object can be used.

        Returns:
            The step at fault; the listeners that changed the chain if no step alone is; empty if no mod changed it.
        """
        session, hooks, steps = self._session, self._session.rules.hooks, self._session.rules.steps
        if failed_step and steps[failed_step].mod not in session.trusted_mods:
            return (steps[failed_step].cause,)
        for name in hooks.chains[hook, recipe]:
            if steps[name].mod in session.trusted_mods:
                continue
            try:
                work = session.run_chain(hook, recipe, build(), without=name)
            except Exception:  # without this step, another one fails
                continue
            if is_usable(work):
                return (steps[name].cause,)
        causes = hooks.chain_causes.get((hook, recipe), ())
        return tuple(cause for cause in causes if cause.mod not in session.trusted_mods)

    def report_failure(self, cause: Cause, text: str) -> None:
        """Reports a failure that raised nothing, such as a step after which no level can be built.

        Raises:
            FaultError: the session is strict.
        """
        self._session.report_problem(cause, FaultError(text))
