"""The signals that ask the program to stop: Ctrl-C, the end of its terminal, and the system's shutdown."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOP_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)
"""The stop signals that this system has."""


def raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Stops the program as Ctrl-C does, so that every cleanup runs.

    Raises:
        KeyboardInterrupt: always, with the number of the signal.
    """
    raise KeyboardInterrupt(number)


def find_exit_code(interrupt: KeyboardInterrupt) -> int:
    """Returns the exit code of a program that a signal stopped: 128 and its number, by the shells' convention."""
    number = interrupt.args[0] if interrupt.args else signal.SIGINT
    return 128 + int(number)


@contextmanager
def handle_stop_signals(handle: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Hands the stop signals to a function, except those that were ignored at the start, as ``nohup`` has them.

    Does nothing outside the main thread, where signals cannot be handled.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        heard = [number for number in STOP_SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def hold_stop_signals() -> Iterator[None]:
    """Holds back the stop signals; a process that is started meanwhile never receives them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
