"""A file system that fails: a journal of what the program does to files, faults, and the folders that a crash leaves.

A `Journal` takes the place of `os` in `footfall.disk`, the one module that changes files (`record`). Each call becomes
an `Operation`; those in `failing` fail with an error, and a write may be torn first. `list_crashes` then gives the
folder that a crash before, within or after each operation leaves: when the program dies, everything done so far; when
the machine stops, only what was flushed for certain, and the rest as far as the system came. POSIX only.
"""

from __future__ import annotations

import errno
import itertools
import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from footfall import disk

Image = dict[str, bytes]
"""A folder after a crash: the bytes of each file, by its path in the folder."""


def write_files(folder: Path, image: Image) -> None:
    """Writes the files of an image below a folder."""
    for name, data in image.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class Operation(NamedTuple):
    """One call.

    Attributes:
        kind: create, write, truncate, flush, flush-folder, rename, delete or make-folder.
        path: the path of the file, in the folder.
        at: offset of a write, size of a truncated file.
        data: the bytes of a write.
        target: new path of a renamed file.
        note: the note of the journal's owner, on this moment.
    """

    kind: str
    path: str
    at: int = 0
    data: bytes = b""
    target: str = ""
    note: Any = None


class Journal:
    """The operations below `root`. All other names are those of `os`.

    Attributes:
        note: attached to each operation.
        failing: numbers of the calls that fail.
        error: number of the error that they fail with.
        tears: whether half of the data of a failing write is written first.
        calls: names of the calls so far, failed ones included.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.operations: list[Operation] = []
        self.note: Any = None
        self.failing: Collection[int] = ()
        self.error, self.tears = errno.ENOSPC, False
        self.calls: list[str] = []
        self._paths: dict[int, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _begin(self, call: str, path: Any) -> bool:
        """Counts a call; returns whether it concerns the folder. Raises if it has to fail."""
        if self._locate(path) is None:
            return False
        self.calls.append(call)
        if len(self.calls) - 1 in self.failing:
            raise OSError(self.error, os.strerror(self.error))
        return True

    def _add(self, kind: str, path: Any, at: int = 0, data: bytes = b"", target: Any = None) -> None:
        place, goal = self._locate(path), "" if target is None else self._locate(target)
        if place is not None and goal is not None:
            self.operations.append(Operation(kind, place, at, data, goal, self.note))

    def _locate(self, path: Any) -> str | None:
        try:
            return str(Path(os.path.abspath(path)).relative_to(self.root))
        except ValueError:
            return None

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        self._begin("open", path)
        is_new = bool(flags & os.O_CREAT) and not os.path.lexists(path)
        handle = os.open(path, flags, mode)
        self._paths[handle] = path
        if is_new:
            self._add("create", path)
        elif flags & os.O_TRUNC:
            self._add("truncate", path)
        return handle

    def write(self, handle: int, data: Any) -> int:
        path = self._paths[handle]
        at = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            self._begin("write", path)
        except OSError:
            if self.tears:
                size = os.write(handle, data[: len(data) // 2])
                self._add("write", path, at, bytes(data)[:size])
            raise
        size = os.write(handle, data)
        self._add("write", path, os.lseek(handle, 0, os.SEEK_CUR) - size, bytes(data)[:size])
        return size

    def ftruncate(self, handle: int, size: int) -> None:
        self._begin("truncate", self._paths[handle])
        os.ftruncate(handle, size)
        self._add("truncate", self._paths[handle], size)

    def fsync(self, handle: int) -> None:
        path = self._paths[handle]
        self._begin("sync", path)
        self._add("flush-folder" if os.path.isdir(path) else "flush", path)

    def replace(self, path: Any, target: Any) -> None:
        self._begin("rename", path)
        os.replace(path, target)
        self._add("rename", path, target=target)

    def unlink(self, path: Any) -> None:
        if self._begin("delete", path):
            os.unlink(path)
            self._add("delete", path)
        else:
            os.unlink(path)

    def mkdir(self, path: Any) -> None:
        self._begin("make-folder", path)
        os.mkdir(path)
        self._add("make-folder", path)


@contextmanager
def record(journal: Journal) -> Iterator[None]:
    """Records what this process does to files below the journal's folder."""
    with mock.patch.object(disk, "os", journal):
        yield


class _File:
    """A file: its bytes, and those that are on disk for certain."""

    def __init__(self) -> None:
        self.data, self.flushed = b"", b""

    def list_remains(self) -> tuple[bytes, bytes, bytes, bytes]:
        """The bytes after the machine stopped: the flushed ones; all; half of the rest; zeros in place of the rest."""
        data, flushed = self.data, self.flushed
        more = max(0, len(data) - len(flushed))
        return flushed, data, data[: len(data) - more + more // 2], flushed[: len(data)] + bytes(more)


class _Tree:
    """The files of a folder, and the changes of names that are not on disk for certain.

    Attributes:
        names: the files by path.
        durable: those that are on disk for certain.
        pending: the other changes of names in order: the folders that they concern, and files by path, None: none.
        folders: the folders that were made, and whether that is on disk for certain.
    """

    def __init__(self) -> None:
        self.names: dict[str, _File] = {}
        self.durable: dict[str, _File] = {}
        self.pending: list[tuple[tuple[str, ...], dict[str, _File | None]]] = []
        self.folders: dict[str, bool] = {}

    def apply(self, operation: Operation) -> None:
        path, kind = operation.path, operation.kind
        if kind == "create":
            self._rename({path: _File()})
        elif kind == "write":
            self.names[path].data = _write_at(self.names[path].data, operation.at, operation.data)
        elif kind == "truncate":
            self.names[path].data = self.names[path].data[: operation.at].ljust(operation.at, b"\0")
        elif kind == "flush":
            self.names[path].flushed = self.names[path].data
        elif kind == "rename":
            self._rename({operation.target: self.names[path], path: None})
        elif kind == "delete":
            self._rename({path: None})
        elif kind == "make-folder":
            self.folders[path] = False
        else:
            assert kind == "flush-folder", operation
            folder = "" if path == "." else path
            for folders, changes in self.pending:
                if folder in folders:
                    _change(self.durable, changes)
            self.pending = [change for change in self.pending if folder not in change[0]]
            self.folders |= {name: True for name in self.folders if os.path.dirname(name) == folder}

    def _rename(self, changes: dict[str, _File | None]) -> None:
        _change(self.names, changes)
        self.pending.append((tuple(os.path.dirname(name) for name in changes), changes))

    def list_names(self) -> Iterator[dict[str, _File]]:
        """The names after the machine stopped: those of each folder changed up to any point, in order."""
        sizes: dict[str, int] = defaultdict(int)
        for (folder, *_), _changes in self.pending:
            sizes[folder] += 1
        for counts in itertools.product(*(range(size + 1) for size in sizes.values())):
            left, names = dict(zip(sizes, counts, strict=True)), dict(self.durable)
            for (folder, *_), changes in self.pending:
                if left[folder]:
                    left[folder] -= 1
                    _change(names, changes)
            lost = [f"{folder}/" for folder, is_durable in self.folders.items() if not is_durable]
            yield {name: file for name, file in names.items() if not name.startswith(tuple(lost))}


def _change(names: dict[str, _File], changes: dict[str, _File | None]) -> None:
    for name, file in changes.items():
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def _write_at(data: bytes, at: int, more: bytes) -> bytes:
    return data[:at].ljust(at, b"\0") + more + data[at + len(more) :]


class Crash(NamedTuple):
    """A crash.

    Attributes:
        index: number of the operation.
        kind: the kind of the operation.
        where: before, within or after the operation.
        power: whether the machine stopped, or only the program.
        note: see `Operation`.
        image: the folder that is left.
    """

    index: int
    kind: str
    where: str
    power: bool
    note: Any
    image: Image

    def derive_key(self) -> tuple[Any, ...]:
        """A key that is equal for crashes that leave the same files; names of temporary files do not count."""
        files = sorted((re.sub(r"/(\..*)\.[0-9a-f]{8}$", r"/\1", name), data) for name, data in self.image.items())
        return self.note, self.power, *files


def list_crashes(operations: list[Operation], first: int = 0) -> Iterator[Crash]:
    """Yields every crash: before and after each operation, and within each write at a few of its bytes.

    Args:
        operations: all since the folder was empty.
        first: number of the first operation that may be the last.
    """
    tree = _Tree()

    def build_crashes(index: int, operation: Operation, where: str) -> Iterator[Crash]:
        facts = index, operation.kind, where
        yield Crash(*facts, False, operation.note, {name: file.data for name, file in tree.names.items()})
        for names in tree.list_names():
            remains = {name: file.list_remains() for name, file in names.items()}
            for kind in (1,) if where == "within" else range(4):
                yield Crash(*facts, True, operation.note, {name: data[kind] for name, data in remains.items()})

    for operation in operations[:first]:
        tree.apply(operation)
    for index, operation in enumerate(operations[first:], first):
        yield from build_crashes(index, operation, "before")
        if operation.kind == "write":
            file, size = tree.names[operation.path], len(operation.data)
            for cut in sorted({1, size // 3, size - 9, size - 1} & set(range(1, size))):
                whole = file.data
                file.data = _write_at(whole, operation.at, operation.data[:cut])
                yield from build_crashes(index, operation, "within")
                file.data = whole
        tree.apply(operation)
        yield from build_crashes(index, operation, "after")
