"""A watchdog for code of mods that never returns.

The call runs in the loading thread; a timer raises `Hung` in it when its time is up. That
stops any Python loop, on any thread. A call stuck inside C (a sleep, a socket) cannot be
stopped: then the mod is named on the error stream, so that a person knows whom to remove.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that importing or registering one mod may take."""


class Hung(BaseException):
    """Raised in the middle of a call whose time is up; not an `Exception`, so that few swallow it."""


def _raise_in(thread: int, what: type[BaseException] | None) -> None:
    target = ctypes.py_object(what) if what is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), target)


def limited(call: Callable[[], T], seconds: float, who: str) -> T:
    """Runs `call` and gives up on it after `seconds`.

    Args:
        who: named on the error stream if the call cannot even be interrupted.

    Raises:
        TimeoutError: its time was up.
    """
    thread = threading.get_ident()
    lock = threading.Lock()
    done = threading.Event()

    def watch() -> None:
        wait, tries = seconds, 0
        while not done.wait(wait):
            with lock:
                if done.is_set():
                    return
                _raise_in(thread, Hung)
            wait, tries = max(0.1, seconds / 10), tries + 1
            if tries == 10:
                print(f"footfall: {who} hangs and cannot be interrupted; remove it", file=sys.stderr)

    watcher = threading.Thread(target=watch, daemon=True, name=f"watchdog {who}")
    watcher.start()
    try:
        try:
            return call()
        finally:
            done.set()
            with lock:  # a late Hung that was set but not yet raised must not hit the caller
                _raise_in(thread, None)
    except Hung:
        done.set()
        with lock:
            _raise_in(thread, None)
        raise TimeoutError(f"it did not finish within {seconds:g} s") from None
