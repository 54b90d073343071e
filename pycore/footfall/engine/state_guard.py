"""Containment of mods that write directly into the state, so that it can no longer be saved.

Rules and mods return changes, which are checked. What a mod writes past them is found when the state is encoded
after a command. The command is then played again without the hooks and steps that wrote; they are suspended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, Self, TypeVar

import msgspec

from .codec import decode_state, encode_snapshot
from .loop import RunawayError
from .model import Cause
from .problem_log import FaultError, describe_error, is_contained
from .rules import Rules
from .saves.container import find_size_problem
from .saves.validate import check_frame, check_state
from .state import State

T = TypeVar("T")

CauseKey = tuple[str, str]
"""A mod, and its hook or step."""


class UnsaveableStateError(RuntimeError):
    """The state holds what cannot be saved, and no mod was found that wrote it."""


class GuardedSession(Protocol):
    """The part of a session that plays under guard."""

    rules: Rules
    state: State
    strict: bool
    quiet: bool

    def suspend(self, cause: Cause, error: BaseException) -> None: ...
    def mark(self) -> Callable[[], None]: ...
    def copy_without(self, state: State, keys: set[CauseKey]) -> Self: ...


S = TypeVar("S", bound=GuardedSession)


def has_guests(rules: Rules) -> bool:
    """Returns whether any mod is active besides the rule mods of the game."""
    return any(mod not in rules.game.rule_mods for mod in rules.mods)


def play_guarded(session: S, play: Callable[[S], T]) -> T:
    """Plays, and again without the hooks and steps of mods that wrote into the state what the game cannot go on with.

    Raises:
        UnsaveableStateError: the state cannot be saved, and no mod is found; it is as before, if that could be saved.
        Exception: what `play` raises, if it does so without the mods as well, or the session is strict.
    """
    before = _encode(session.state)
    undo = session.mark()
    raised: Exception | None = None
    try:
        result = play(session)
        after = _encode(session.state)
        fault = None if after == before else _find_fault_in(after, session)
        if fault is None:
            return result
    except Exception as error:
        if session.strict or isinstance(before, BaseException):
            raise
        fault = raised = error
    if isinstance(before, BaseException):
        raise UnsaveableStateError(f"the state cannot be saved ({describe_error(before)})") from None
    try:
        restored = _decode(before, session.rules)
    except _MISFITS as error:
        raise raised or UnsaveableStateError(f"the state cannot be loaded again ({describe_error(error)})") from None

    def can_play_without(keys: set[CauseKey]) -> bool:
        copy = session.copy_without(_decode(before, session.rules), keys)
        try:
            play(copy)
        except Exception:
            return False
        return _find_fault_in(_encode(copy.state), session) is None

    undo()
    writers = find_writers(session.rules, can_play_without)
    if raised is not None and not writers:
        raise raised
    for name in State.__struct_fields__:  # the object stays: contexts hold it
        setattr(session.state, name, getattr(restored, name))
    if not writers:
        raise UnsaveableStateError(f"the state cannot be saved ({describe_error(fault)})")
    suspend_writers(session, writers, fault)
    return play_guarded(session, play)


def suspend_writers(session: GuardedSession, writers: tuple[Cause, ...], fault: BaseException) -> None:
    """Reports and suspends hooks and steps that wrote into the state."""
    if isinstance(fault, RunawayError):  # nothing was written, but the game cannot go on with what the mod did
        text = "; ".join(line.strip() for line in str(fault).splitlines())
    else:
        text = f"wrote into the state what cannot be saved or played ({describe_error(fault)}); return changes instead"
    for cause in writers:
        session.suspend(cause, FaultError(text))


def find_fault(session: GuardedSession) -> BaseException | None:
    """Returns why the state of a session cannot be saved or loaded again, or None."""
    return _find_fault_in(_encode(session.state), session)


def _find_fault_in(snapshot: bytes | BaseException, session: GuardedSession) -> BaseException | None:
    """Returns why a state cannot be saved or loaded again.

    A simulation needs no save, and a strict session names each write itself: they check the frame only, not the parts
    of the game.
    """
    if isinstance(snapshot, BaseException):
        return snapshot
    if problem := find_size_problem("state", snapshot):
        return ValueError(f"it {problem}")
    try:
        if session.quiet or session.strict:
            check_frame(msgspec.msgpack.decode(snapshot, type=State), session.rules)
        else:
            _decode(snapshot, session.rules)
    except _MISFITS as error:
        return error
    return None


_MISFITS = (msgspec.MsgspecError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""What decoding and checking a state of the wrong form raises."""


def _encode(state: State) -> bytes | BaseException:
    """Returns the encoded state, or what was raised: by code of a mod as well, in a value that it left there."""
    try:
        return encode_snapshot(state)
    except BaseException as error:
        if not is_contained(error):
            raise
        return error


def _decode(snapshot: bytes, rules: Rules) -> State:
    state = decode_state(snapshot, rules.saves.parts)
    check_state(state, rules)
    return state


def find_writers(rules: Rules, is_saveable_without: Callable[[set[CauseKey]], bool]) -> tuple[Cause, ...]:
    """Returns the fewest hooks and steps of mods without which the state can be saved; nothing if there are none.

    Args:
        is_saveable_without: plays again without these hooks and steps.
    """
    causes = {(cause.mod, cause.via): cause for cause in _list_causes(rules)}
    if not is_saveable_without(set(causes)):
        return ()
    for mod in dict.fromkeys(mod for mod, _ in causes):
        if is_saveable_without({key for key in causes if key[0] == mod}):
            causes = {key: cause for key, cause in causes.items() if key[0] == mod}
            break
    for key in list(causes):
        if len(causes) > 1 and is_saveable_without(causes.keys() - {key}):
            del causes[key]
    return tuple(causes.values())


def _list_causes(rules: Rules) -> Iterator[Cause]:
    """Yields the hooks and steps of all mods but the rule mods of the game."""
    for cause in rules.hooks.listener_causes:
        if cause.mod not in rules.game.rule_mods:
            yield cause
    for step in rules.steps.values():
        if step.mod not in rules.game.rule_mods:
            yield step.cause
