"""The one module that changes files: saves, records, indexes, the store, statistics, settings and reports.

Nothing else in the framework creates, writes, flushes, renames or deletes a file (`tests/house`). Every such call here
is one of `os`, which proofs replace by a system whose calls fail, tear, or are the last before the machine stops
(`tests/saves/disk_journal.py`).
"""

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)
_OWNER = stat.S_IRUSR | stat.S_IWUSR
_UNSUPPORTED = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)
"""Errors of a folder that cannot be flushed: some network drives, and folders that may be written but not read."""

_IN_USE = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Errors of a file that another program has locked."""


def replace_file(path: Path, parts: Iterable[bytes], *, keeps_link: bool = True, mode: int = _OWNER) -> None:
    """Replaces a file as a whole: after a crash at any point, either the old or the new one is complete.

    Writes a temporary file in the same folder, waits until it is on disk, and renames it over `path`. It gets the
    permissions of the file that it replaces, and its user may read and write it.

    Args:
        keeps_link: whether a symbolic link stays, and the file that it points to is replaced; otherwise the link itself
            is replaced, so that no file outside the folder is written.
        mode: permissions of a new file; by default, it is its user's alone.

    Raises:
        OSError: the file cannot be written; the old file is untouched. The error names `path` or its folder.
    """
    if keeps_link:
        path = Path(os.path.realpath(path))
    make_folder(path.parent)
    old = 0
    with suppress(FileNotFoundError):
        old = os.lstat(path).st_mode
    if keeps_link and old and not (stat.S_ISREG(old) or stat.S_ISDIR(old)):  # a device must not become a file
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
        try:
            try:
                _write_all(handle, b"".join(parts))
                os.fsync(handle)
            finally:
                os.close(handle)
            if stat.S_ISREG(old):
                os.chmod(temporary, stat.S_IMODE(old) | _OWNER)
            os.replace(temporary, path)
        except BaseException:
            remove(temporary)
            raise
    except OSError as error:  # a write names no file, and the temporary one is of no use to the reader
        raise _name_file(error, path) from None
    sync_folder(path.parent)


def _write_all(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def _name_file(error: OSError, path: Path) -> OSError:
    return OSError(error.errno, error.strerror or str(error), str(path))


def write_file(path: Path, data: bytes | str) -> None:
    """Writes a file that can be made again, such as a report, or to a device; a crash may leave a part of it.

    Args:
        data: a text is written as UTF-8.

    Raises:
        OSError: it cannot be written; the error names it.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o666)
        try:
            _write_all(handle, data.encode() if isinstance(data, str) else data)
        finally:
            os.close(handle)
    except OSError as error:
        raise _name_file(error, path) from None


def append_line(path: Path, line: bytes) -> None:
    """Appends a line in one write and waits until it is on disk; a line that a crash cut off is ended first.

    Several programs may append to one file.

    Args:
        line: without its end.

    Raises:
        OSError: the file cannot be written.
    """
    make_folder(path.parent)
    is_new = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _BINARY, 0o666)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        if size:
            os.lseek(handle, size - 1, os.SEEK_SET)
        is_torn = size > 0 and os.read(handle, 1) != b"\n"
        data = b"\n" * is_torn + line + b"\n"
        if os.write(handle, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(handle)
    except OSError as error:
        raise _name_file(error, path) from None
    finally:
        os.close(handle)
    if is_new:
        sync_folder(path.parent)


class AppendFile:
    """An open file that grows at its end. A write that fails leaves it as it was.

    Attributes:
        size: the size of the whole parts, in bytes.
    """

    def __init__(self, path: Path, size: int | None = None) -> None:
        """Opens a file.

        Args:
            size: to which it is cut; None: all of it stays, and it is created if it is missing.

        Raises:
            OSError: it cannot be opened or cut.
        """
        self._path, self.is_closed = path, False
        if size is None:
            make_folder(path.parent)
        self._handle = os.open(path, os.O_RDWR | _BINARY | (os.O_CREAT if size is None else 0), 0o666)
        self.size = os.lseek(self._handle, 0, os.SEEK_END)
        if size is not None and size < self.size:
            self.cut(size)

    def append(self, data: bytes) -> None:
        """Appends `data`, all or nothing.

        Raises:
            OSError: it cannot be written; the error names the file.
        """
        try:
            _write_all(self._handle, data)
        except OSError as error:
            with suppress(OSError):
                self.cut(self.size)
            raise _name_file(error, self._path) from None
        self.size += len(data)

    def cut(self, size: int) -> None:
        """Shortens the file.

        Raises:
            OSError: it cannot be shortened; the next part overwrites the rest.
        """
        self.size = os.lseek(self._handle, size, os.SEEK_SET)
        os.ftruncate(self._handle, size)

    def sync(self) -> None:
        """Waits until the file is on disk.

        Raises:
            OSError: it cannot be flushed.
        """
        os.fsync(self._handle)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._handle)
        self.is_closed = True


def make_folder(path: Path) -> None:
    """Makes a folder and those above it that are missing, and waits until their names are on disk.

    Raises:
        OSError: it cannot be made.
    """
    if os.path.isdir(path):
        return
    try:
        os.mkdir(path)
    except FileNotFoundError:
        make_folder(path.parent)
        make_folder(path)
    except FileExistsError:
        if not os.path.isdir(path):
            raise
    else:
        sync_folder(path.parent)


def move_file(path: Path, target: Path) -> None:
    """Moves a file or folder, over the file at `target` if there is one. After a crash it is at one of both places.

    Raises:
        OSError: it cannot be moved; it is where it was.
    """
    make_folder(target.parent)
    os.replace(path, target)
    with suppress(OSError):  # it is moved; only a power cut would show that its folder was not flushed
        for folder in {target.parent: None, path.parent: None}:
            sync_folder(folder)


def move_aside(path: Path) -> Path:
    """Moves a file or folder to a free name ``NAME.aside``, so that writing there loses nothing; returns its new path.

    Raises:
        OSError: it cannot be moved.
    """
    names = (path.with_name(f"{path.name}.aside{number or ''}") for number in count())
    aside = next(name for name in names if not os.path.lexists(name))
    move_file(path, aside)
    return aside


def remove(path: Path) -> None:
    """Deletes a file if there is one. A power cut may bring it back: see `sync_folder`.

    Raises:
        OSError: it cannot be deleted, or is a folder.
    """
    with suppress(FileNotFoundError):
        os.unlink(path)


def remove_tree(path: Path) -> None:
    """Deletes a file, or a folder with all in it; a link is deleted and not followed.

    Raises:
        OSError: it cannot be deleted.
    """
    if path.is_dir() and not path.is_symlink():
        import shutil  # only here: no other command needs it

        shutil.rmtree(path)
    else:
        remove(path)


def remove_stale_files(path: Path) -> None:
    """Deletes temporary files that a crash left. No other program may be writing `path`."""
    path = Path(os.path.realpath(path))
    for stale in path.parent.glob(f".{path.name}.*"):
        remove(stale)


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on disk, if its file system can tell.

    Raises:
        OSError: the folder cannot be flushed.
    """
    if sys.platform == "win32":  # cannot flush a folder and does not need to
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise


class FileInUseError(Exception):
    """Another program holds the lock.

    Attributes:
        owner: the number of its process, or ``""``.
    """

    def __init__(self, owner: str) -> None:
        super().__init__(f"another program holds the lock (process {owner or 'unknown'})")
        self.owner = owner


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Holds the lock file at `path`, which one program can at a time. Reading the file that it protects needs no lock.

    The operating system holds the lock and releases it however the program ends, so that it never is stale. The lock
    file stays: deleting it would let two programs lock two files of one name. A file system without locks (some
    network drives) gives none.

    Raises:
        FileInUseError: another program holds it.
        OSError: the lock file cannot be written.
    """
    make_folder(path.parent)
    flags = os.O_RDWR | os.O_CREAT | _BINARY | getattr(os, "O_NOFOLLOW", 0)  # a file that a link points to stays
    handle = os.open(path, flags, 0o666)
    try:
        try:
            if sys.platform == "win32":
                import msvcrt

                os.lseek(handle, 1 << 30, os.SEEK_SET)  # behind the text, which others read
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl  # only here: most commands lock nothing

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _IN_USE:
                owner = ""
                with suppress(OSError, UnicodeDecodeError):
                    owner = path.read_text("ascii").strip()
                raise FileInUseError(owner if owner.isdigit() else "") from None
        with suppress(OSError):  # a full disk: the lock holds, only its owner stays unnamed
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            _write_all(handle, b"%d\n" % os.getpid())
        yield
    finally:
        os.close(handle)
