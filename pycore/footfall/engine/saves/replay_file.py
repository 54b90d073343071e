"""The replay file of a game in play: cut to whole lines when opened; a failed write loses nothing."""

from collections.abc import Callable
from pathlib import Path

from footfall.disk import AppendFile

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
        self.failure: OSError | None = None
        self._file = AppendFile(path, scan.size)

    def reopen(self) -> None:
        """Opens the file again after `close`, with the lines that are not written yet."""
        self._file = AppendFile(self._path, self._file.size)

    def write(self, text: str) -> int:
        """Keeps `text` for the next flush."""
        self._pending += text.encode()
        return len(text)

    def flush(self) -> None:
        """Writes the kept lines, all or none."""
        if self._pending:
            try:
                self._file.append(self._pending)
            except OSError as error:
                self._report_failure(error)
            else:
                self._pending, self.failure = b"", None

    def sync(self) -> None:
        """Writes the kept lines and waits until the file is on disk, as far as possible."""
        self.flush()
        try:
            self._file.sync()
        except OSError as error:
            self._report_failure(error)

    def _report_failure(self, error: OSError) -> None:
        if self.failure is None:
            self.failure = error
            self._on_failure(error)

    def close(self) -> None:
        """Writes the kept lines, if possible, and closes the file."""
        if not self._file.is_closed:
            self.flush()
            self._file.close()
