"""The time limit of a fetch, which no server can extend without sending the file."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urllib3 import PoolManager


@dataclass(frozen=True)
class RetryPolicy:
    """Limits of time and of attempts.

    Attributes:
        silence: seconds without a byte after which a connection counts as lost.
        total: seconds for a file, in addition to `per_mebibyte` for each received MiB.
        attempts: connections per file.
        pause: seconds before the second attempt; doubled for each further one.
    """

    silence: float = 15.0
    total: float = 60.0
    per_mebibyte: float = 30.0
    attempts: int = 4
    pause: float = 0.25


class Deadline:
    """The time of one fetch: over all its connections and redirects.

    A limit of silence is not enough: a server that sends a byte now and then, or interim answers, is never silent.

    Attributes:
        size: the number of received bytes.
    """

    def __init__(self, policy: RetryPolicy) -> None:
        self.policy, self.size = policy, 0
        self._begin = time.monotonic()

    @property
    def remaining(self) -> float:
        """Remaining seconds; 0 or less: the time is over."""
        limit = self.policy.total + self.policy.per_mebibyte * self.size / (1 << 20)
        return self._begin + limit - time.monotonic()

    @contextmanager
    def watch(self, pool: PoolManager) -> Iterator[None]:
        """Ends the connections of a pool when the time is over, so that no read from them waits longer."""
        sockets: list[socket.socket] = []
        is_done = threading.Event()

        def wait() -> None:
            while not is_done.wait(max(self.remaining, 0.0)):
                if self.remaining <= 0:
                    is_done.wait(0.05)  # again, since a connection may be opened meanwhile
                    for connection in sockets:
                        with suppress(OSError):  # it has ended
                            # not the method of SSLSocket, which forgets its state
                            socket.socket.shutdown(connection, socket.SHUT_RDWR)

        _record_sockets(pool, sockets)
        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_done.set()
            thread.join()


def _record_sockets(pool: PoolManager, sockets: list[socket.socket]) -> None:
    """Lets a pool append the socket of each connection that it opens."""
    from urllib3.connection import HTTPConnection, HTTPSConnection
    from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

    class Connection(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            sockets.append(self.sock)

    class SecureConnection(HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            sockets.append(self.sock)

    class Pool(HTTPConnectionPool):
        ConnectionCls = Connection

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = SecureConnection

    pool.pool_classes_by_scheme = {"http": Pool, "https": SecurePool}
