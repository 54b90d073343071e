"""A watchdog for mod code that does not return: `run_with_timeout` at start, `watch_for_hangs` during play.

The call runs in the calling thread. A second thread raises `CallInterruptedError` in it after the timeout, which stops
any Python loop. A call stuck inside C (a sleep, a socket) cannot be stopped; then the mod is named on stderr.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TypeVar

from footfall.diagnostics.files import format_path

T = TypeVar("T")

TIMEOUT = 10.0
"""Seconds that importing or registering one mod, or one call of a mod during play, may take."""


class CallInterruptedError(BaseException):
    """Raised inside a call after its timeout. Not an `Exception`, so that few handlers swallow it."""


def _raise_in_thread(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


class HangError(Exception):
    """Raised inside a mod's function that does not return; handled like any failure of a mod."""


@contextmanager
def watch_for_hangs(seconds: float = TIMEOUT) -> Iterator[None]:
    """Watches the calling thread: a mod's function that runs longer than `seconds` is named on stderr, and `HangError`
    is raised in it. Other calls cost nothing.
    """
    thread = threading.get_ident()
    finished = threading.Event()

    def watch_thread() -> None:
        outermost: FrameType | None = None
        since = 0.0
        while not finished.wait(seconds / 4):
            frames = _list_mod_frames(sys._current_frames().get(thread))
            time = monotonic()
            if not frames or frames[-1] is not outermost:
                outermost, since = frames[-1] if frames else None, time
            elif time - since >= seconds:
                where = f"{format_path(frames[0].f_code.co_filename)}:{frames[0].f_lineno}"
                print(f"footfall: {_get_mod_id(frames[0])} hangs at {where}", file=sys.stderr)
                _raise_in_thread(thread, HangError)
                since = time
            del frames

    guard = threading.Thread(target=watch_thread, daemon=True, name="watchdog")
    guard.start()
    try:
        yield
    finally:
        finished.set()
        guard.join()


def _list_mod_frames(frame: FrameType | None) -> list[FrameType]:
    """Returns the frames of mod code on a thread's stack, innermost first."""
    frames = []
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith("footfall_mods."):
            frames.append(frame)
        frame = frame.f_back
    return frames


def _get_mod_id(frame: FrameType) -> str:
    """Returns the id of the mod whose code a frame runs."""
    package = str(frame.f_globals["__name__"]).split(".")[1]
    return package.replace("__", ".").replace("_", "-")


class _WatchFlags:
    """Flags shared by the two threads. Not a lock, which would stay locked if `CallInterruptedError` hit inside it."""

    finished = False
    firing = False
    fired = False


def run_with_timeout(call: Callable[[], T], timeout: float, label: str) -> T:
    """Runs `call` and interrupts it after `timeout` seconds.

    Args:
        label: name of the call, printed to stderr if it cannot be interrupted.

    Raises:
        TimeoutError: the call did not finish in time.
    """
    thread = threading.get_ident()
    watch = _WatchFlags()
    running = threading.Lock()
    running.acquire()

    def guard() -> None:
        wait, tries = timeout, 0
        while not running.acquire(timeout=wait):
            watch.firing = True  # set before the check: the end of the call waits until firing is over
            if not watch.finished:
                watch.fired = True
                _raise_in_thread(thread, CallInterruptedError)
            watch.firing = False
            wait, tries = max(0.1, timeout / 10), tries + 1
            if tries == 10:
                print(f"footfall: {label} hangs and cannot be interrupted; remove it", file=sys.stderr)

    threading.Thread(target=guard, daemon=True, name=f"watchdog of {label}").start()
    try:
        return call()
    except CallInterruptedError:
        raise TimeoutError(f"it did not finish within {timeout:g} s") from None
    finally:
        _clear_pending_interrupt(watch, thread)
        running.release()


def _clear_pending_interrupt(watch: _WatchFlags, thread: int) -> None:
    """Waits until no `CallInterruptedError` is pending; one may be raised in here.

    A pending exception is replaced by another one, and the function waits for that one. Clearing it with None
    would leave the interpreter's request flag set: CPython 3.11 then hangs under a profiler.
    """
    last = False
    while True:
        try:
            watch.finished = True
            while watch.firing:
                sleep(0)
            if not watch.fired:
                return
            last = True
            _raise_in_thread(thread, CallInterruptedError)
            while True:
                sleep(0)
        except CallInterruptedError:
            if last:
                return
