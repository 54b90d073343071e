"""The replay file of a game in play: cut to whole lines when opened; a failed write loses nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .replay_lines import ReplayScan


class ReplayFile:
    """An append-only file of lines. Lines that cannot be written are kept, and tried again at the next write.

    The file never holds part of a line after a failed write, nor a later line without the earlier ones.

    Attributes:
        failure: why the last write failed, or None.
    """

    def __init__(self, path: Path, scan: ReplayScan, on_failure: Callable[[OSError], None]) -> None:
        """Opens an existing file and cuts it to its good prefix.

        Args:
            path: the file.
            scan: its good prefix.
            on_failure: called when a write fails, once until a write succeeds again.
        """
        self._path, self._on_failure = path, on_failure
        self._pending = b"" if scan.ends_line else b"\n"
        self._size = scan.size
        self.failure: OSError | None = None
        self.reopen()
        if scan.damaged_line:
            self._file.truncate(self._size)

    def reopen(self) -> None:
        """Opens the file again after `close`, with the lines that are not written yet."""
        self._file = self._path.open("r+b", buffering=0)

    def write(self, text: str) -> int:
        """Keeps `text` for the next flush."""
        self._pending += text.encode()
        return len(text)

    def flush(self) -> None:
        """Writes the kept lines, all or none."""
        if not self._pending:
            return
        try:
            self._file.seek(self._size)
            written = 0
            while written < len(self._pending):
                written += self._file.write(self._pending[written:]) or 0
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._size)
            self._report_failure(error)
            return
        self._size += written
        self._pending = b""
        self.failure = None

    def sync(self) -> None:
        """Writes the kept lines and waits until the file is on disk, as far as possible."""
        self.flush()
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self._report_failure(error)

    def _report_failure(self, error: OSError) -> None:
        if self.failure is None:
            self.failure = error
            self._on_failure(error)

    def close(self) -> None:
        """Writes the kept lines, if possible, and closes the file."""
        if not self._file.closed:
            self.flush()
            self._file.close()
