"""A journal of what the program does to the files of a folder, and the folders that a crash would leave.

`record` replaces the functions that create, write, flush, rename and delete files. Each call becomes an `Operation`.
`list_crashes` then gives, for each operation, the folder as a crash before, within or after it leaves it: when the
program dies, everything done so far; when the power fails, only what was flushed. Linux only.
"""

from __future__ import annotations

import errno
import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

Image = dict[str, bytes]
"""A folder after a crash: the bytes of each file, by its path in the folder."""


class Operation(NamedTuple):
    """One call.

    Attributes:
        kind: create, write, truncate, flush, flush-folder, rename or delete.
        path: of the file, in the folder.
        at: offset of a write, size of a truncated file.
        data: what was written.
        target: new path of a renamed file.
        note: what the recorder's owner wants to know of this moment.
    """

    kind: str
    path: str
    at: int = 0
    data: bytes = b""
    target: str = ""
    note: Any = None


class Journal:
    """The operations below `root`.

    Attributes:
        note: attached to each operation.
        full: numbers of the operations that fail, because the disk is full.
        count: operations so far, failed ones included.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.operations: list[Operation] = []
        self.note: Any = None
        self.full = range(0)
        self.count = 0

    def begin(self, path: Any) -> None:
        """Counts an operation; raises if the disk is full."""
        if self._locate(path) is not None:
            self.count += 1
            if self.count - 1 in self.full:
                raise OSError(errno.ENOSPC, "No space left on device")

    def add(self, kind: str, path: Any, at: int = 0, data: bytes = b"", target: Any = None) -> None:
        place, goal = self._locate(path), "" if target is None else self._locate(target)
        if place is not None and goal is not None:
            self.operations.append(Operation(kind, place, at, data, goal, self.note))

    def _locate(self, path: Any) -> str | None:
        try:
            return str(Path(os.path.abspath(path)).relative_to(self.root))
        except ValueError:
            return None


class _RecordedFile(io.FileIO):
    """An unbuffered file whose writes are recorded."""

    def __init__(self, journal: Journal, path: Any, file: Any, mode: str) -> None:
        self._journal, self._path = journal, path
        super().__init__(file, mode)

    def write(self, data: Any) -> int:
        self._journal.begin(self._path)
        at = self.tell()
        size = super().write(data)
        self._journal.add("write", self._path, at, bytes(data)[:size])
        return size

    def truncate(self, size: int | None = None) -> int:
        done = super().truncate(size)
        self._journal.add("truncate", self._path, done)
        return done


@contextmanager
def record(journal: Journal) -> Iterator[None]:
    """Records what this process does to files below the journal's folder."""
    fsync, replace, rename, unlink = os.fsync, os.replace, os.rename, os.unlink
    mkstemp, fdopen, open_path = tempfile.mkstemp, os.fdopen, Path.open

    def record_mkstemp(*words: Any, **named: Any) -> tuple[int, str]:
        journal.begin(named["dir"])
        handle, name = mkstemp(*words, **named)
        journal.add("create", name)
        return handle, name

    def record_fdopen(handle: int, mode: str = "r", *words: Any, **named: Any) -> Any:
        name = os.readlink(f"/proc/self/fd/{handle}")
        if journal._locate(name) is None or "b" not in mode:
            return fdopen(handle, mode, *words, **named)
        return io.BufferedWriter(_RecordedFile(journal, name, handle, "w"))

    def record_open(path: Path, mode: str = "r", *words: Any, **named: Any) -> Any:
        if mode != "r+b" or journal._locate(path) is None:
            return open_path(path, mode, *words, **named)
        return _RecordedFile(journal, path, str(path), "r+")

    def record_fsync(file: Any) -> None:
        handle = file if isinstance(file, int) else file.fileno()
        name = os.readlink(f"/proc/self/fd/{handle}")
        journal.begin(name)
        fsync(handle)
        journal.add("flush-folder" if os.path.isdir(name) else "flush", name)

    def record_rename(path: Any, target: Any, call: Any = rename, **named: Any) -> None:
        journal.begin(path)
        call(path, target, **named)
        journal.add("rename", path, target=target)

    def record_unlink(path: Any, **named: Any) -> None:
        unlink(path, **named)
        journal.add("delete", path)

    changed: dict[Any, dict[str, Any]] = {
        os: {
            "fsync": record_fsync,
            "fdopen": record_fdopen,
            "rename": record_rename,
            "replace": lambda path, target, **named: record_rename(path, target, replace, **named),
            "unlink": record_unlink,
        },
        tempfile: {"mkstemp": record_mkstemp},
        Path: {"open": record_open},
    }
    with ExitStack() as stack:
        for owner, functions in changed.items():
            stack.enter_context(mock.patch.multiple(owner, **functions))
        yield


class _File:
    """A file: its bytes, and those that a power cut keeps."""

    def __init__(self) -> None:
        self.data, self.flushed = b"", b""


class Crash(NamedTuple):
    """A crash.

    Attributes:
        index: number of the operation.
        kind: of the operation.
        where: before, within or after the operation.
        power: whether the power failed, or only the program died.
        note: see `Operation`.
        image: the folder that is left.
    """

    index: int
    kind: str
    where: str
    power: bool
    note: Any
    image: Image


def list_crashes(operations: list[Operation]) -> Iterator[Crash]:
    """Yields every crash: before and after each operation, and within each write at a few of its bytes.

    A power cut keeps the bytes that were flushed, and either all names or those of the last flush of their folder.
    """
    names: dict[str, _File] = {}
    flushed_names: dict[str, _File] = {}

    def build_crashes(index: int, operation: Operation, where: str, note: Any) -> Iterator[Crash]:
        yield Crash(index, operation.kind, where, False, note, {name: file.data for name, file in names.items()})
        for kept in (names, flushed_names):
            image = {name: file.flushed for name, file in kept.items()}
            yield Crash(index, operation.kind, where, True, note, image)

    for index, operation in enumerate(operations):
        note = operation.note
        yield from build_crashes(index, operation, "before", note)
        if operation.kind == "write":
            file, size = names[operation.path], len(operation.data)
            for cut in sorted({1, size // 3, size - 9, size - 1} & set(range(1, size))):
                whole = file.data
                file.data = _write_at(whole, operation.at, operation.data[:cut])
                yield from build_crashes(index, operation, "within", note)
                file.flushed, flushed = file.data, file.flushed  # the system may have flushed it by itself
                yield Crash(index, "write", "within", True, note, {name: f.flushed for name, f in names.items()})
                file.data, file.flushed = whole, flushed
        _apply(operation, names, flushed_names)
        yield from build_crashes(index, operation, "after", note)


def _write_at(data: bytes, at: int, more: bytes) -> bytes:
    return data[:at].ljust(at, b"\0") + more + data[at + len(more) :]


def _apply(operation: Operation, names: dict[str, _File], flushed_names: dict[str, _File]) -> None:
    path = operation.path
    if operation.kind == "create":
        names[path] = _File()
    elif operation.kind == "write":
        names[path].data = _write_at(names[path].data, operation.at, operation.data)
    elif operation.kind == "truncate":
        names[path].data = names[path].data[: operation.at].ljust(operation.at, b"\0")
    elif operation.kind == "flush":
        names[path].flushed = names[path].data
    elif operation.kind == "rename":
        names[operation.target] = names.pop(path)
    elif operation.kind == "delete":
        del names[path]
    elif operation.kind == "flush-folder":
        folder = "" if path == "." else f"{path}/"
        for name in [name for name in flushed_names if os.path.dirname(name) == folder.rstrip("/")]:
            del flushed_names[name]
        flushed_names.update({n: f for n, f in names.items() if os.path.dirname(n) == folder.rstrip("/")})
    else:
        raise AssertionError(operation)
