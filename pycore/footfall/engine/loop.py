"""The agenda loop: entries are worked off until somebody must answer or the game is over.

Within an entry all folds see the state as it was before the entry; its changes are applied together;
steps of `Reaction`s to its events go on top of what it pushed.

`footfall._native` has `drain` and `work` compiled; these are their reference, and do for both what is rare.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from .core_changes import Ask, Finish, Push, Remember, Tell
from .host import AgendaHost
from .model import Cause, Change, Entry
from .state import State
from .terms import Proposal

MAX_ENTRIES = 100_000
"""Entries one command may work off before the loop is called runaway."""

MAX_IDLE = 32
"""How often the turn step may run in a row without a question or a pushed step: seats that are passed over."""

RUNAWAY_SAMPLE = 1_000
"""Entries of a runaway command that are looked at to see whose steps they are."""

_INFALLIBLE = frozenset((Push, Tell, Ask, Remember, Finish))


class RunawayError(RuntimeError):
    """A command never came to rest."""


def run_agenda(session: AgendaHost, result: Iterable[Change | Proposal] | None, cause: Cause | None) -> None:
    """Applies what a command led to, then works the agenda off. With nothing on it, a turn begins.

    Args:
        outcome, cause: what its handler returned, and on whose behalf; None: nothing.

    Raises:
        Runaway: it takes over `MAX_ENTRIES` entries and no mod's step is among them, or `MAX_IDLE` turns
            ask nobody.
    """
    if result is not None and cause is not None:
        apply_outcome(session, result, cause)
    while True:
        idle = _run_entries(session, MAX_ENTRIES)
        if idle is None:
            return
        handle_runaway(session, idle)


def _run_entries(
    session: AgendaHost, max_entries: int, ran_steps: dict[str, None] | None = None
) -> bool | None:
    """Works up to `most` entries off.

    Args:
        ran: is told the names of the steps that ran.

    Returns:
        None if somebody must answer or the game is over, else whether turns asked nobody.
    """
    state, bound, serials = session.state, session.session_steps, session.serials
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
        name = entry.step
        step = bound[name] if name in bound else session.bind_step(name)
        if step is None:
            continue
        if ran_steps is not None:
            ran_steps[name] = None
        serials.enter(entry.serial)
        try:
            outcome = step.run(step.ctx, *entry.args)
            if outcome is not None and type(outcome) is not list:
                outcome = list(outcome)
        except Exception as error:
            session.report_problem(step.cause, error)
        else:
            if outcome:
                apply_outcome(session, outcome, step.cause)
    return idle > MAX_IDLE


def handle_runaway(session: AgendaHost, idle: bool) -> None:
    """Deals with a command that does not come to rest: steps of mods that keep running are suspended.

    Raises:
        Runaway: the game's own rules do it, or the session is strict.
    """
    turn = session.turn_step
    ran: dict[str, None] = {}
    if not idle and _run_entries(session, RUNAWAY_SAMPLE, ran) is None:
        return
    guilty = [
        step for name in ran if (step := session.session_steps.get(name)) is not None and not step.trusted
    ]
    for step in guilty:
        session.suspend(
            step.cause, RunawayError(f"one command led to over {MAX_ENTRIES} steps, this one among them")
        )
    if guilty:
        return
    if idle:
        raise RunawayError(f"{turn} neither asks a question nor ends the game")
    last = session.state.agenda[-1].step if session.state.agenda else turn
    raise RunawayError(f"one command led to over {MAX_ENTRIES} steps; the next was {last}")


def apply_outcome(session: AgendaHost, result: Iterable[Change | Proposal], cause: Cause) -> None:
    """Applies what a step or a command handler returned. Each listener's proposal is a unit of its own."""
    events = session.events
    pushed: list[Push] = []
    first = len(events)
    own: list[Change] = []
    for item in result:
        if type(item) is Proposal:
            _apply_unit(session, own, cause, pushed)
            own = []
            _apply_unit(session, item.changes, item.cause, pushed)
        else:
            own.append(item)  # type: ignore[arg-type]
    _apply_unit(session, own, cause, pushed)
    if pushed:
        entries = [session.create_entry(each.step, each.args) for each in pushed]
        entries.reverse()
        session.state.agenda += entries
    if session.reactions and len(events) > first:
        push_reactions(session, first)


def push_reactions(session: AgendaHost, first: int) -> None:
    """Puts the reactions to events from the `first` on on top of the agenda."""
    entries: list[Entry] = []
    for event in session.events[first:]:
        names = session.reactions.get(type(event))
        if names:
            args = tuple([getattr(event, field) for field in event.__struct_fields__])
            entries += [session.create_entry(name, args) for name in names]
    entries.reverse()
    session.state.agenda += entries


def _apply_unit(session: AgendaHost, changes: Sequence[Change], cause: Cause, pushed: list[Push]) -> None:
    """Applies one list as a unit: all of it, or nothing and a report.

    Appliers raise before they write, so one fallible change needs no copy; the game's own
    rules are trusted with longer lists, a mod's are kept safe by a copy of the state.
    """
    state, events, trail = session.state, session.events, session.tracer
    kept = None
    if (
        cause.mod not in session.trusted_mods
        and sum(type(change) not in _INFALLIBLE for change in changes) > 1
    ):
        kept = copy.deepcopy(state)
    first, queued, told = len(events), len(pushed), len(session.log)
    waiting = state.question, state.then, state.outcome
    recorded = len(trail.changes) if trail is not None else 0
    appliers, steps = session.appliers, session.steps
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
            lines = len(session.log)
            if event is not None:
                events.append(event)
                if not session.quiet:
                    session.log_event(event)
            if trail is not None:
                line = session.log[-1].message if len(session.log) > lines else None
                trail.record_change(session, change, cause, line)
    except Exception as error:
        if kept is not None:
            for field in State.__struct_fields__:
                setattr(state, field, getattr(kept, field))
        del pushed[queued:]
        if trail is not None:
            del trail.changes[recorded:]
        roll_back_unit(session, first, told, waiting)
        session.report_problem(cause, error)


def roll_back_unit(
    session: AgendaHost, first: int, logged: int, waiting: tuple[Any, Any, Any] = (None, None, None)
) -> None:
    """Takes back what a failed unit did beside its appliers: events, lines of the log, question, outcome."""
    state = session.state
    del session.events[first:], session.log[logged:]
    state.question, state.then, state.outcome = waiting
