"""Containment of mods that write directly into the state, so that it can no longer be saved.

Rules and mods return changes, which are checked. A direct write of a mod is found when the state is encoded
after a command. The command is then played again without the hooks and steps that wrote; they are suspended.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import msgspec

from ..codec import decode_frame, decode_state, encode_snapshot
from ..declarations.rules import Rules
from ..host import CommandResult, Host, StepFunction, StepResult
from ..loop import RunawayError
from ..model import Cause, Command
from ..saves.container import MISFITS, find_size_problem
from ..saves.validate import check_frame, check_state
from ..state import State
from ..terms import limit_changes
from .problem_log import FaultError, describe_error, is_contained

T = TypeVar("T")

CauseKey = tuple[str, str]
"""A mod, and its hook or step."""


class UnsaveableStateError(RuntimeError):
    """The state holds what cannot be saved, and no mod was found that wrote it."""


class Checkpoint(NamedTuple):
    """A state that can be saved, and the commands played since without code of a mod.

    Attributes:
        undo: takes back what the session has noted since, besides its state.
        commands: carried out since; refused ones left nothing behind.
    """

    snapshot: bytes
    undo: Callable[[], None]
    commands: list[Command]


class GuardedSession(Host, Protocol):
    """A session that plays under guard."""

    checkpoint: Checkpoint | None

    def play(self, command: Command) -> CommandResult: ...
    def prepare_undo(self) -> Callable[[], None]: ...
    def copy_with(self, state: State, suspended: Collection[CauseKey] = ()) -> Self: ...


S = TypeVar("S", bound=GuardedSession)


def limit_step(session: GuardedSession, run: StepFunction) -> StepFunction:
    """Returns a step of a mod whose result is limited, and which notes that code of a mod runs."""
    limited = limit_changes(run)

    def run_limited(*arguments: Any) -> StepResult:
        session.has_run_mods = True
        return limited(*arguments)

    return run_limited


def play_guarded(session: S, play: Callable[[S], T]) -> T:
    """Plays; if a mod corrupted the state, plays again without the hooks and steps that did.

    Raises:
        UnsaveableStateError: the state cannot be saved, and no mod is found; it is as before, if that could be saved.
        Exception: the error of `play`, if it does so without the mods as well, or the session is strict.
    """
    before = _encode(session.state)
    undo = session.prepare_undo()
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
    except MISFITS as error:
        raise raised or UnsaveableStateError(f"the state cannot be loaded again ({describe_error(error)})") from None

    def can_play_without(keys: set[CauseKey]) -> bool:
        copy = session.copy_with(_decode(before, session.rules), keys)
        try:
            play(copy)
        except Exception:
            return False
        return _find_fault_in(_encode(copy.state), session) is None

    undo()
    writers = find_writers(session.rules, can_play_without)
    if raised is not None and not writers:
        raise raised
    _set_state(session, restored)
    if not writers:
        raise UnsaveableStateError(f"the state cannot be saved ({describe_error(fault)})")
    suspend_writers(session, writers, fault)
    return play_guarded(session, play)


def play_watched(session: GuardedSession, command: Command) -> CommandResult:
    """Plays a command as `play_guarded` does, but encodes the state only if code of a mod has run.

    For sessions in which nothing but commands and mods touches the state: simulations and trials.
    """
    checkpoint = session.checkpoint
    if checkpoint is None or session.has_run_mods:
        snapshot = _encode(session.state)
        if isinstance(snapshot, BaseException):
            return play_guarded(session, lambda copied: copied.play(command))
        checkpoint = session.checkpoint = Checkpoint(snapshot, session.prepare_undo(), [])
        session.has_run_mods = False
    raised: Exception | None = None
    try:
        result = session.play(command)
        if not session.has_run_mods:
            if result.refusal is None:
                checkpoint.commands.append(command)
            return result
        after = _encode(session.state)
        if not isinstance(after, BaseException) and _find_fault_in(after, session) is None:
            session.checkpoint, session.has_run_mods = Checkpoint(after, session.prepare_undo(), []), False
            return result
    except BaseException as error:
        session.checkpoint = None
        if not isinstance(error, Exception):
            raise
        raised = error
    session.checkpoint = None
    try:
        _set_state(session, _decode(checkpoint.snapshot, session.rules))
        checkpoint.undo()
        for played in checkpoint.commands:
            session.play(played)
    except MISFITS as error:
        raise raised or UnsaveableStateError(f"the state cannot be loaded again ({describe_error(error)})") from None
    return play_guarded(session, lambda copied: copied.play(command))


def suspend_writers(session: GuardedSession, writers: tuple[Cause, ...], fault: BaseException) -> None:
    """Reports and suspends hooks and steps that wrote into the state."""
    text = f"left a state that cannot be saved or played ({describe_error(fault)})"
    if isinstance(fault, RunawayError):  # the state is sound, but the game cannot go on from it
        text = "; ".join(line.strip() for line in str(fault).splitlines())
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
            frame, known = decode_frame(snapshot), session.rules.saves.parts
            frame.parts = {
                name: msgspec.msgpack.decode(part) for name, part in frame.parts.items() if name not in known
            }
            check_frame(frame, session.rules)
        else:
            _decode(snapshot, session.rules)
    except MISFITS as error:
        return error
    return None


def _encode(state: State) -> bytes | BaseException:
    """Returns the encoded state, or what was raised: by code of a mod as well, in a value that it left there."""
    try:
        return encode_snapshot(state)
    except BaseException as error:
        if not is_contained(error):
            raise
        return error


def _set_state(session: GuardedSession, restored: State) -> None:
    """Gives the state other values; the object stays, since contexts hold it."""
    for name in State.__struct_fields__:
        setattr(session.state, name, getattr(restored, name))


def _decode(snapshot: bytes, rules: Rules) -> State:
    state = decode_state(snapshot, rules.saves.parts)
    check_state(state, rules)
    return state


def find_writers(rules: Rules, is_saveable_without: Callable[[set[CauseKey]], bool]) -> tuple[Cause, ...]:
    """Returns the fewest hooks and steps of mods without which the state can be saved; nothing if there are none.

    Args:
        is_saveable_without: plays again without these hooks and steps.
    """
    named = [*rules.hooks.listener_causes, *(step.cause for step in rules.steps.values())]
    causes = {(cause.mod, cause.via): cause for cause in named if cause.mod not in rules.game.rule_mods}
    if not is_saveable_without(set(causes)):
        return ()
    for mod in dict.fromkeys(mod for mod, _ in causes):
        if is_saveable_without({key for key in causes if key[0] == mod}):
            causes = {key: cause for key, cause in causes.items() if key[0] == mod}
            break
    size = len(causes)
    while size > 1:  # by halves, down to each by itself: hundreds of rules cost tens of replays
        size = (size + 1) // 2
        keys = list(causes)
        for start in range(0, len(keys), size):
            rest = causes.keys() - keys[start : start + size]
            if rest and is_saveable_without(rest):
                causes = {key: cause for key, cause in causes.items() if key in rest}
    return tuple(causes.values())


def begin_without_writers(
    rules: Rules, begin: Callable[[Iterable[CauseKey]], S], fault: BaseException, raised: Exception | None
) -> S:
    """Begins a game without the hooks and steps that make it impossible to save, or that raise.

    Raises:
        Exception: `raised`, if no mod is to blame.
    """

    def can_begin_without(keys: set[CauseKey]) -> bool:
        try:
            return find_fault(begin(keys)) is None
        except Exception:
            return False

    writers = find_writers(rules, can_begin_without)
    if not writers:
        raise raised or UnsaveableStateError(f"the new game cannot be saved ({describe_error(fault)})")
    session = begin([(cause.mod, cause.via) for cause in writers])
    suspend_writers(session, writers, fault)
    return session
