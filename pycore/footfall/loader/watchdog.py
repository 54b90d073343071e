"""A watchdog for code of mods that never returns: `limited` for one call at start, `patrol` for a game in play.

The call runs in the loading thread; a timer raises `CallInterruptedError` in it when its time is up. That
stops any Python loop, on any thread. A call stuck inside C (a sleep, a socket) cannot be
stopped: then the mod is named on the error stream, so that a person knows whom to remove.
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
"""Seconds that importing or registering one mod may take."""


class CallInterruptedError(BaseException):
    """Raised in the middle of a call whose time is up; not an `Exception`, so that few swallow it."""


def _raise_in_thread(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


class HangError(Exception):
    """Raised in the middle of a mod's function that does not return; contained like any failure of a mod."""


@contextmanager
def watch_for_hangs(seconds: float = TIMEOUT) -> Iterator[None]:
    """Watches the calling thread while a game is played in it: a mod's function that runs for longer than
    `seconds` is named on the error stream, and `HangError` is raised in it. What is not stuck costs nothing.
    """
    thread = threading.get_ident()
    over = threading.Event()

    def watch_thread() -> None:
        seen: FrameType | None = None
        since = 0.0
        while not over.wait(seconds / 4):
            calls = _list_mod_frames(sys._current_frames().get(thread))
            now = monotonic()
            if not calls or calls[-1] is not seen:
                seen, since = calls[-1] if calls else None, now
            elif now - since >= seconds:
                where = f"{format_path(calls[0].f_code.co_filename)}:{calls[0].f_lineno}"
                print(f"footfall: {_get_mod_id(calls[0])} hangs at {where}", file=sys.stderr)
                _raise_in_thread(thread, HangError)
                since = now
            del calls

    guard = threading.Thread(target=watch_thread, daemon=True, name="patrol")
    guard.start()
    try:
        yield
    finally:
        over.set()
        guard.join()


def _list_mod_frames(frame: FrameType | None) -> list[FrameType]:
    """The frames of mods' code that a thread is in, the innermost first."""
    found = []
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith("footfall_mods."):
            found.append(frame)
        frame = frame.f_back
    return found


def _get_mod_id(frame: FrameType) -> str:
    """The id of the mod whose code a frame runs."""
    package = str(frame.f_globals["__name__"]).split(".")[1]
    return package.replace("__", ".").replace("_", "-")


class _WatchFlags:
    """What the two threads share. Plain flags: a lock could stay taken if `CallInterruptedError` lands inside it."""

    finished = False
    firing = False
    fired = False


def run_with_timeout(call: Callable[[], T], timeout: float, label: str) -> T:
    """Runs `call` and gives up on it after `seconds`.

    Args:
        who: named on the error stream if the call cannot even be interrupted.

    Raises:
        TimeoutError: its time was up.
    """
    thread = threading.get_ident()
    watch = _WatchFlags()
    running = threading.Lock()
    running.acquire()

    def guard() -> None:
        wait, tries = timeout, 0
        while not running.acquire(timeout=wait):
            watch.firing = True  # said before looking: the call's end waits until nothing is fired
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
    """Sees to it that no `CallInterruptedError` is under way any more; one may land in here.

    A pending one is replaced by another, which is waited for. Taking it back with None would leave
    the interpreter's request flag set for good: CPython 3.11 then hangs under a profiler.
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
