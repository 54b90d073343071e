"""A watchdog for mod code that does not return: `run_with_timeout` at start, `watch_for_hangs` everywhere else.

The call runs in the calling thread. A second thread interrupts it after the timeout: an exception stops any Python
loop, and in the main thread a signal ends a wait inside C (a sleep, a socket). If it cannot be interrupted, stderr gets
its name, and the program ends. A call that holds the interpreter stops this thread too; `footfall._native` then names
it from the stack that the interpreter's fault timer writes.

The watch is off under a debugger, and if ``FOOTFALL_NO_WATCH`` is set.
"""

import ctypes
import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from types import FrameType
from typing import TypeVar

from footfall.diagnostics.files import format_path
from footfall.engine.compiled import native
from footfall.engine.guards.problem_log import MODS_PACKAGE, CallInterruptedError

T = TypeVar("T")

TIMEOUT = 10.0
"""Seconds that importing or registering one mod, or one call of a mod during play, may take."""

MIN_GRACE = 5.0
"""Seconds, at least, in which attempts to interrupt a call may succeed; then the program ends."""

SWITCH = "FOOTFALL_NO_WATCH"

_DEBUGGERS = ("bdb", "pdb", "pydevd", "_pydevd", "debugpy", "pudb")


class HangError(Exception):
    """Raised inside a mod's function that does not return; handled like any failure of a mod."""

    def __str__(self) -> str:  # the interpreter makes the exception, without arguments
        return f"it did not return within {TIMEOUT:g} s"


def is_watch_off() -> bool:
    """Returns whether the user has switched the watch off."""
    return os.environ.get(SWITCH, "") not in ("", "0")


def _raise_in_thread(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


# Signals: a wait inside C ends if a signal handler raises.

_SIGNAL = getattr(signal, "SIGUSR2", None)


@contextmanager
def _raise_on_signal(error: type[BaseException], is_due: Callable[[FrameType | None], bool]) -> Iterator[bool]:
    """Lets `_interrupt` raise `error` in this thread by a signal; yields whether it can: only in the main thread.

    Args:
        is_due: whether the frame that a signal meets is still to be interrupted.
    """
    if _SIGNAL is None or threading.current_thread() is not threading.main_thread():
        yield False
        return

    def handle_signal(number: int, frame: FrameType | None) -> None:
        if is_due(frame):
            raise error

    before = signal.signal(_SIGNAL, handle_signal)
    try:
        yield True
    finally:
        signal.signal(_SIGNAL, before if before is not None else signal.SIG_DFL)


def _interrupt(thread: int, error: type[BaseException], by_signal: bool) -> None:
    if by_signal and _SIGNAL is not None:
        signal.pthread_kill(thread, _SIGNAL)
    else:
        _raise_in_thread(thread, error)


# Stacks.


def _list_frames(frame: FrameType | None) -> list[FrameType]:
    """Returns a frame and its callers, innermost first."""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames


def _get_module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _is_mod_frame(frame: FrameType) -> bool:
    return _get_module(frame).startswith(MODS_PACKAGE)


def _has_debugger(frames: list[FrameType]) -> bool:
    """Returns whether a debugger waits for its user in these frames."""
    return any(map(is_debugger, frames))


def is_debugger(frame: FrameType) -> bool:
    """Returns whether a frame runs the code of a debugger."""
    return _get_module(frame).partition(".")[0].startswith(_DEBUGGERS)


def _end_program(place: str, on_end: Callable[[], object]) -> None:
    with suppress(Exception):
        on_end()
    with suppress(Exception):
        print(f"footfall: {place} and cannot be interrupted; the program ends", file=sys.stderr, flush=True)
    os._exit(1)


# Play.

_watched: set[int] = set()


@contextmanager
def watch_for_hangs(seconds: float = TIMEOUT, on_end: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Watches the calling thread: a mod's function that runs longer than `seconds` is named on stderr, and `HangError`
    is raised in it. Other calls cost nothing. Inside another watch of the same thread it does nothing.

    Args:
        on_end: restores the screen before the program ends because of a call that cannot be interrupted.
    """
    thread = threading.get_ident()
    if thread in _watched or is_watch_off():
        yield
        return
    finished = threading.Event()
    _watched.add(thread)
    try:
        with _raise_on_signal(HangError, lambda frame: any(map(_is_mod_frame, _list_frames(frame)))) as by_signal:
            _restart_fault_timer(_open_stack_watch(), 2 * seconds)  # the first call may hold the interpreter at once
            arguments = (thread, seconds, finished, by_signal, on_end)
            guard = threading.Thread(target=_watch_thread, args=arguments, daemon=True, name="watchdog")
            guard.start()
            try:
                yield
            finally:
                finished.set()
                guard.join()
    finally:
        _watched.discard(thread)


def _watch_thread(
    thread: int, seconds: float, finished: threading.Event, by_signal: bool, on_end: Callable[[], object]
) -> None:
    """Interrupts a mod's function in `thread` that runs longer than `seconds`, until `finished` is set."""
    outermost: FrameType | None = None
    since, tries = 0.0, 0
    stacks = _open_stack_watch()
    while not finished.wait(seconds / 4):
        _restart_fault_timer(stacks, 2 * seconds)
        frames = _list_frames(sys._current_frames().get(thread))
        mod_frames = list(filter(_is_mod_frame, frames))
        time = monotonic()
        if not mod_frames or mod_frames[-1] is not outermost or _has_debugger(frames):
            outermost, since, tries = mod_frames[-1] if mod_frames else None, time, 0
        elif time - since >= seconds:
            code, line = mod_frames[0].f_code, mod_frames[0].f_lineno
            mod = _get_module(mod_frames[0]).split(".")[1].replace("__", ".").replace("_", "-")
            place = f"{mod} hangs at {format_path(code.co_filename)}:{line} (in {code.co_name})"
            if tries and time - since >= seconds + max(seconds, MIN_GRACE):
                _end_program(place, on_end)
            if tries == 0:
                print(f"footfall: {place}", file=sys.stderr)
            tries += 1
            if not finished.is_set():
                _interrupt(thread, HangError, by_signal)
        del frames, mod_frames
    if stacks is not None:
        faulthandler.cancel_dump_traceback_later()


_stacks: int | None = None


def _open_stack_watch() -> int | None:
    """Returns the descriptor that stacks are written to, or None without the compiled core."""
    global _stacks
    module = native.native_module()
    if _stacks is None and module is not None and hasattr(module, "watch_stacks"):
        _stacks = module.watch_stacks(TIMEOUT / 4)
    return _stacks


def _restart_fault_timer(stacks: int | None, seconds: float) -> None:
    """Restarts the fault timer: it writes the stack if this thread does not run for `seconds`."""
    module = native.native_module()
    if stacks is not None and module is not None:
        module.beat()
        faulthandler.dump_traceback_later(max(seconds, 1.0), file=stacks)


def name_file(file: str, mod: str) -> None:
    """Tells the stack watch which mod a source file belongs to."""
    module = native.native_module()
    if module is not None and hasattr(module, "name_file"):
        module.name_file(file.encode("ascii", "backslashreplace").decode()[:500], mod)


# Start.


class _WatchFlags:
    """Flags shared by the two threads. Not a lock, which would stay locked if `CallInterruptedError` hit inside it."""

    finished = False
    firing = False
    fired = False


def run_with_timeout(call: Callable[[], T], timeout: float, label: str) -> T:
    """Runs `call` and interrupts it after `timeout` seconds.

    Args:
        label: name of the call, printed to stderr if it cannot be interrupted; then the program ends.

    Raises:
        TimeoutError: the call did not finish in time.
    """
    if is_watch_off():
        return call()
    thread = threading.get_ident()
    watch = _WatchFlags()
    running = threading.Lock()
    running.acquire()

    def guard() -> None:
        wait, waited = timeout, 0.0
        while not running.acquire(timeout=wait):
            if _has_debugger(_list_frames(sys._current_frames().get(thread))):
                continue
            watch.firing = True  # set before the check: the end of the call waits until firing is over
            if not watch.finished:
                watch.fired = True
                _interrupt(thread, CallInterruptedError, by_signal)
            watch.firing = False
            wait, waited = max(0.1, timeout / 10), waited + wait
            if waited >= timeout + max(timeout, MIN_GRACE) and not watch.finished:
                _end_program(f"{label} hangs", lambda: None)

    with _raise_on_signal(CallInterruptedError, lambda frame: not watch.finished) as by_signal:
        threading.Thread(target=guard, daemon=True, name=f"watchdog of {label}").start()
        try:
            return call()
        except CallInterruptedError:
            raise TimeoutError(f"it did not finish within {timeout:g} s") from None
        finally:
            _clear_pending_interrupt(watch, thread, by_signal)
            running.release()


def _clear_pending_interrupt(watch: _WatchFlags, thread: int, by_signal: bool) -> None:
    """Waits until no `CallInterruptedError` is pending; one may be raised in here. A late signal raises nothing.

    A pending exception is replaced by another one, and the function waits for that one. Clearing it with None
    would leave the interpreter's request flag set: CPython 3.11 then hangs under a profiler.
    """
    last = False
    while True:
        try:
            watch.finished = True
            while watch.firing:
                sleep(0)
            if by_signal or not watch.fired:
                return
            last = True
            _raise_in_thread(thread, CallInterruptedError)
            while True:
                sleep(0)
        except CallInterruptedError:
            if last:
                return
