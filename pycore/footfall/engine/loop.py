"""The agenda loop: runs entries until a question is open or the game has ended.

All folds of an entry see the state before the entry. Its changes are applied together; then the steps it pushed
go on the agenda, and on top of them the `Reaction`s to its events.

`footfall._native` contains compiled versions of `run_agenda` and `apply_outcome`; these are their reference, and
handle the rare cases for both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from .core_changes import Ask, Finish, KeepMark, Push, Remember, Tell
from .guards.change_checks import check_changes, check_part, find_own_parts
from .guards.rule_steps import CHANGE_STEPS
from .host import Host, Trigger
from .model import Cause, Change, Entry
from .plain import copy_state
from .state import State
from .terms import Proposal

MAX_ENTRIES = 100_000
"""Entries that one command may run before it counts as runaway."""

MAX_CHANGES = 250_000
"""Changes that a mod may make in one command."""

MAX_RETURNS = 100
"""How often in one command a listener of a mod may be reached again through its own changes.

A chain of deaths, each caused by the one before, is as long as a level has actors: at most 27 on 96 generated levels.
The game's own chains are not counted.
"""

MAX_IDLE = 32
"""How often in a row the turn step may run without a question or a pushed step (seats that are skipped)."""

RUNAWAY_SAMPLE = 1_000
"""Entries of a runaway command that are sampled to find the owners of its steps."""

MAX_CAUSES = 3
"""Maximum number of contained failures that the error of a game that cannot continue lists."""

RESUME_STEP = "footfall:resume"
"""A step that does nothing; its entry has the serial of the entry that raised the events, and follows the listeners."""

_INFALLIBLE = frozenset((Push, Tell, Ask, Remember, KeepMark, Finish))


class RunawayError(RuntimeError):
    """A command that does not reach a question."""


def run_agenda(session: Host, result: Iterable[Change | Proposal] | None, cause: Cause | None) -> None:
    """Applies the result of a command, then runs the agenda. When it is empty, a turn begins.

    Args:
        result, cause: result of the command's handler and its origin; None if there is none.

    Raises:
        RunawayError: the game's own rules run over `MAX_ENTRIES` entries, or `MAX_IDLE` turns without a question.
    """
    if result is not None and cause is not None:
        apply_outcome(session, result, cause)
    while True:
        idle = _run_entries(session, MAX_ENTRIES)
        if idle is None:
            return
        handle_runaway(session, idle)


def _run_entries(session: Host, max_entries: int, ran_causes: dict[Cause, None] | None = None) -> bool | None:
    """Runs up to `max_entries` entries.

    Args:
        ran_causes: receives the steps, and the listeners of mods that led to them, in order of first run.

    Returns:
        None at a question or the end of the game; else whether the turn step exceeded `MAX_IDLE`.
    """
    state, steps, serials = session.state, session.session_steps, session.serials
    idle = 0
    for _ in range(max_entries):
        if state.question is not None or state.outcome is not None:
            return None
        if state.agenda:
            entry = state.agenda.pop()
            idle = 0
        else:
            idle += 1
            if idle > MAX_IDLE:
                break
            entry = session.create_entry(session.turn_step, ())
        step = steps.get(entry.step) or session.bind_step(entry.step)
        if step is None:
            continue
        session.trigger = session.triggers.get(entry.serial)
        if ran_causes is not None:
            ran_causes |= dict.fromkeys((step.cause, *_list_mod_causes(session.trigger)))
        serials.enter(entry.serial)
        try:
            result = step.run(step.ctx, *entry.args)
            if result is not None and type(result) is not list:
                result = list(result)
        except BaseException as error:
            session.report_problem(step.cause, error)
        else:
            if result:
                apply_outcome(session, result, step.cause)
    return idle > MAX_IDLE


def _list_mod_causes(trigger: Trigger | None) -> Iterator[Cause]:
    """Yields the listeners of mods that led to an entry, the last one first."""
    while trigger is not None:
        yield trigger.cause
        trigger = trigger.earlier


def handle_runaway(session: Host, idle: bool) -> None:
    """Suspends the mods' steps that a runaway command keeps running, and the listeners that led to its steps.

    Entries that wait because of them are dropped.

    Args:
        idle: whether the turn step exceeded `MAX_IDLE`.

    Raises:
        RunawayError: only the game's own steps run, or the session is strict.
    """
    turn, state = session.turn_step, session.state
    ran: dict[Cause, None] = {}
    if not idle and _run_entries(session, RUNAWAY_SAMPLE, ran) is None:
        return
    mod_causes = {cause for cause in ran if cause.mod not in session.trusted_mods}
    for cause in ran:
        if cause in mod_causes and (cause.mod, cause.via) not in session.suspended:
            session.suspend(cause, RunawayError(f"one command led to over {MAX_ENTRIES} steps, this one among them"))
    if mod_causes:
        triggers = session.triggers
        state.agenda[:] = [e for e in state.agenda if mod_causes.isdisjoint(_list_mod_causes(triggers.get(e.serial)))]
        return
    if idle:
        causes = {(problem.mod, problem.via): problem for problem in reversed(session.problems)}
        lines = "".join(f"\n  {problem}" for problem in list(causes.values())[: -MAX_CAUSES - 1 : -1])
        raise RunawayError(f"{turn} neither asks a question nor ends the game{':' if lines else ''}{lines}")
    last = state.agenda[-1].step if state.agenda else turn
    raise RunawayError(f"one command led to over {MAX_ENTRIES} steps; the next was {last}")


class _Undo:
    """Undoes a unit of a mod that fails; the units of an outcome share one.

    A copy of the state takes longer than most units, so it is kept with the changes that were applied since.
    """

    def __init__(self, session: Host) -> None:
        self._session = session
        self._backup: State | None = None
        self._since: list[Change] = []
        self._parts: dict[str, Any] | None = None

    def prepare(self, changes: Sequence[Change], mod: str) -> None:
        """Copies what a unit may leave behind.

        Appliers raise before they write, so only a unit with several changes that may fail can leave some of them
        behind. A single change leaves nothing, except that an applier of the mod's own may write what cannot be saved.
        """
        state, self._parts = self._session.state, None
        if sum(type(change) not in _INFALLIBLE for change in changes) <= 1:
            self._parts = {name: copy_state(state.parts[name]) for name in find_own_parts(state.parts, changes, mod)}
        elif self._backup is None:
            self._backup = copy_state(msgspec.structs.replace(state, agenda=[]))
            self._backup.agenda = [*state.agenda]  # no applier writes to an entry; a ring leaves thousands

    def note(self, changes: Sequence[Change]) -> None:
        """Remembers the changes of a unit that was applied."""
        if self._backup is not None:
            self._since += changes

    def restore(self, changes: Sequence[Change], mod: str) -> None:
        """Writes the state as it was before the unit that was prepared last."""
        state, appliers = self._session.state, self._session.appliers
        if self._parts is not None:
            for name in find_own_parts(state.parts, changes, mod):
                del state.parts[name]
            state.parts.update(self._parts)
            return
        for field in State.__struct_fields__:
            setattr(state, field, getattr(self._backup, field))
        for change in self._since:
            if type(change) is not Push:
                appliers[type(change)](change, state)
        self._backup, self._since = None, []


def apply_outcome(session: Host, result: Iterable[Change | Proposal], cause: Cause) -> None:
    """Applies the result of a step or a command handler. Each listener's proposal is a unit of its own."""
    events = session.events
    undo: _Undo | None = None
    pushed: list[Push] = []
    first = len(events)
    own: list[Change] = []
    pushers: dict[int, Proposal] = {}
    raisers: dict[int, Proposal] = {}
    for item in result:
        if type(item) is Proposal:
            undo = _apply_unit(session, own, cause, pushed, undo)
            own, push_count, event_count = [], len(pushed), len(events)
            undo = _apply_unit(session, item.changes, item.cause, pushed, undo)
            pushers |= dict.fromkeys(range(push_count, len(pushed)), item)
            raisers |= dict.fromkeys(range(event_count, len(events)), item)
        else:
            own.append(item)  # type: ignore[arg-type]
    _apply_unit(session, own, cause, pushed, undo)
    if pushed:
        entries = [_create_entry(session, push.step, push.args, pushers.get(n)) for n, push in enumerate(pushed)]
        entries.reverse()
        session.state.agenda += entries
    if session.reactions and len(events) > first:
        push_reactions(session, first, raisers)


def _create_entry(
    session: Host, step: str, args: tuple[Any, ...], proposal: Proposal | None, chain: tuple[str, ...] = ()
) -> Entry:
    """Creates an entry, and notes which listener of a mod led to it: that of `proposal`, or the current entry's.

    Args:
        chain: see `Trigger`.
    """
    entry, trigger = session.create_entry(step, args), session.trigger
    if proposal is not None and (chain or proposal.cause.mod not in session.trusted_mods):
        trigger = Trigger(proposal.cause, trigger, chain)
    if trigger is not None:
        session.triggers[entry.serial] = trigger
    return entry


def push_reactions(session: Host, first: int, raisers: Mapping[int, Proposal] = MappingProxyType({})) -> None:
    """Pushes the reactions to the events from index `first` onto the agenda.

    Args:
        raisers: the proposal of the listener that raised an event, by the event's index.
    """
    entries: list[Entry] = []
    hooks = session.rules.reaction_hooks
    is_announced = False
    for index, event in enumerate(session.events[first:], first):
        names = session.reactions.get(type(event))
        if names:
            raiser = raisers.get(index)
            chain: tuple[str, ...] = ()
            if raiser is not None:  # the hooks that led here do not hear of it, so chains of listeners end
                chain = (*(session.trigger.chain if session.trigger is not None else ()), raiser.hook)
                names = tuple(name for name in names if hooks.get(name) not in chain)
            args = tuple([getattr(event, field) for field in event.__struct_fields__])
            entries += [_create_entry(session, name, args, raiser, chain if name in hooks else ()) for name in names]
            is_announced = is_announced or any(name in hooks for name in names)
    if is_announced:  # what follows derives its serials from this entry, as it does without listeners
        entries.append(Entry(RESUME_STEP, (), session.serials.serial))
    entries.reverse()
    session.state.agenda += entries


def _apply_unit(
    session: Host, changes: Sequence[Change], cause: Cause, pushed: list[Push], undo: _Undo | None
) -> _Undo | None:
    """Applies one list of changes as a unit: all of it, or nothing and a report.

    Args:
        undo: undoes the units before it; None: none of them has needed one.

    Returns:
        The same for the units after it.
    """
    guarded = cause.mod not in session.trusted_mods
    if guarded and _reaches_limit(session, cause, len(changes)):
        return undo
    state, tracer = session.state, session.tracer
    if guarded:
        undo = undo or _Undo(session)
        undo.prepare(changes, cause.mod)
    first, push_count, logged = len(session.events), len(pushed), len(session.log)
    waiting = state.question, state.then, state.outcome
    recorded = len(tracer.changes) if tracer is not None else 0
    try:
        if guarded:
            check_changes(changes)
        _apply_changes(session, changes, cause, pushed)
        if guarded:
            for name in find_own_parts(state.parts, changes, cause.mod):
                check_part(name, state.parts[name], session.rules.saves.parts.get(name))
        if undo is not None:
            undo.note(changes)
    except BaseException as error:
        if guarded and undo is not None:
            undo.restore(changes, cause.mod)
        del pushed[push_count:]
        if tracer is not None:
            del tracer.changes[recorded:]
        roll_back_unit(session, first, logged, waiting)
        # A mod's hook is blamed for the changes that it proposed, not the applier that refused them.
        session.report_problem(cause, error, cause.location if guarded else "")
    return undo


def _apply_changes(session: Host, changes: Iterable[Change], cause: Cause, pushed: list[Push]) -> None:
    """Applies changes in order; adds those that push steps to `pushed`."""
    state, events, tracer = session.state, session.events, session.tracer
    appliers, steps = session.appliers, session.steps
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
        event = applier(change, state)
        lines = len(session.log)
        if event is not None:
            events.append(event)
            if not session.quiet:
                session.log_event(event)
        if tracer is not None:
            message = session.log[-1].message if len(session.log) > lines else None
            tracer.record_change(session, change, cause, message)


def _reaches_limit(session: Host, cause: Cause, count: int) -> bool:
    """Counts the changes of a mod in this command, and how often its listener led to itself; suspends it at a limit."""
    if cause in session.rules.hooks.rules and not session.rule_steps.allow(cause, CHANGE_STEPS * count):
        return True
    total = session.change_counts[cause.mod] = session.change_counts.get(cause.mod, 0) + count
    if total > MAX_CHANGES:
        session.suspend(cause, RunawayError(f"one command led to over {MAX_CHANGES:,} changes of the mod"))
        return True
    causes = list(_list_mod_causes(session.trigger))
    if sum((earlier.mod, earlier.via) == (cause.mod, cause.via) for earlier in causes) < MAX_RETURNS:
        return False
    if (cause.mod, cause.via) not in session.suspended:
        counts = Counter(f"{earlier.via} of {earlier.mod}" for earlier in causes if earlier != cause)
        others = [name for name, count in counts.items() if count > 1]
        way = f", through {', '.join(others)}" if others else ""
        text = f"what it changes led to it again over {MAX_RETURNS} times in one command{way}"
        session.suspend(cause, RunawayError(text))
    return True


def roll_back_unit(session: Host, first: int, logged: int, waiting: tuple[Any, Any, Any] = (None, None, None)) -> None:
    """Undoes the effects of a failed unit outside its appliers: events, log lines, question, outcome."""
    state = session.state
    del session.events[first:], session.log[logged:]
    state.question, state.then, state.outcome = waiting
