"""One piece of work in the background, so that a slow server does not stop the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

PATIENCE = 0.3
"""Seconds that the screen waits for work, since most of it is done by then."""


class BackgroundJob(Generic[T]):
    """Work in a thread of its own. One that the player no longer waits for ends unheard."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._result: T | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        try:
            self._result = self._work()
        except Exception as error:
            self._error = error

    @property
    def is_running(self) -> bool:
        """Whether it is not done yet."""
        return self._thread.is_alive()

    def take(self) -> T:
        """Returns the result of finished work, or raises what it raised."""
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result
