"""Files of an index: from a folder, or over the network with limits on everything that a server decides.

HTTPS everywhere; plain HTTP only to this machine. Redirects are followed by the same rules and never to a weaker
connection. A download that breaks off is continued where it stopped, now or the next time.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit, urlunsplit

from footfall import __version__
from footfall.diagnostics import UserError
from footfall.diagnostics.files import expand_home, read_limited_file
from footfall.diagnostics.plural import format_count
from footfall.disk import AppendFile, remove
from footfall.loader.isolation.trust import escape_unprintable
from footfall.loader.profiles.pointer import store_folder

from ..index.format import IndexedFile
from .deadlines import Deadline, RetryPolicy

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, PoolManager


OnBytes = Callable[[int], None]
"""Called with the number of bytes that a download has so far."""

_CHUNK = 1 << 16
_MAX_REDIRECTS = 5
_MAX_SHOWN = 200
_GOOD, _PARTIAL, _MISSING, _NOT_SATISFIABLE = 200, 206, (404, 410), 416
_REDIRECTS = (301, 302, 303, 307, 308)


class FetchError(UserError):
    """A file that cannot be fetched, or is not the expected one."""


class NoSuchFileError(FetchError):
    """The index has no such file."""


DEFAULT_POLICY = RetryPolicy()


@dataclass(frozen=True)
class IndexPlace:
    """A folder, or a folder on a server.

    Attributes:
        address: an absolute path, or a URL that ends in ``/``.
    """

    address: str

    @property
    def is_folder(self) -> bool:
        """Whether it is on this computer."""
        return "://" not in self.address


def parse_place(text: str, file: str = "index.json") -> IndexPlace:
    """Returns the place that a path or URL names; it may name the file `file` in it.

    Raises:
        FetchError: it is neither a folder nor an allowed address.
    """
    if "://" not in text:
        path = expand_home(text).absolute()
        path = path.parent if path.name == file else path
        if not path.is_dir():
            raise FetchError(f"{text} is not a folder, and not an address such as https://example.org/mods/")
        return IndexPlace(str(path))
    parts = urlsplit(check_url(text))
    path_text = parts.path.removesuffix(file)
    path_text = path_text if path_text.endswith("/") else path_text + "/"
    return IndexPlace(urlunsplit((parts.scheme, parts.netloc, path_text, "", "")))


def join_url(base: str, name: str) -> str:
    """Resolves a name in an answer of `base` to a URL.

    Raises:
        FetchError: it is not a URL.
    """
    try:
        return urljoin(base, name)
    except ValueError:
        raise FetchError(f"{base} leads to {_quote(name)}, which is not an address") from None


def _quote(text: str) -> str:
    """Formats an untrusted address for messages."""
    return escape_unprintable(text[:_MAX_SHOWN])


def check_url(text: str, origin: str = "") -> str:
    """Returns a URL that may be fetched.

    Args:
        origin: the URL that redirects to it, or ``""``.

    Raises:
        FetchError: it is not allowed.
    """
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise FetchError(f"{_quote(text)} is not an address") from None
    if not text.isprintable() or " " in text or not host:
        raise FetchError(f"{_quote(text)} is not an address")
    if parts.username is not None:
        raise FetchError(f"{parts.scheme}://{host}: an address may not contain a name or password")
    is_local = _is_this_machine(host)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_local):
        text = _quote(text)
        if parts.scheme == "http":
            raise FetchError(f"{text}: http is allowed to this machine only; use https")
        raise FetchError(f"{text}: only https is allowed")
    if origin and is_local and not _is_this_machine(urlsplit(origin).hostname or ""):
        raise FetchError(f"{origin} redirects to {_quote(text)}, which is on this machine; that is not followed")
    return text


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_small_file(place: IndexPlace, name: str, limit: int, policy: RetryPolicy = DEFAULT_POLICY) -> bytes:
    """Returns a file of a place.

    Args:
        limit: maximum size in bytes.

    Raises:
        NoSuchFileError: it does not exist.
        FetchError: it cannot be read, or is larger.
    """
    if place.is_folder:
        path = Path(place.address, name)
        try:
            return read_limited_file(path, limit)
        except FileNotFoundError:
            raise NoSuchFileError(f"{path} does not exist") from None
        except OSError as error:
            raise FetchError(f"{path} cannot be read: {error.strerror or error}") from None
    url = join_url(place.address, name)
    data = bytearray()
    for chunk in _download(url, limit, policy, data.__len__, data.clear, is_kept=False):
        data.extend(chunk)
    return bytes(data)


def fetch_file(
    place: IndexPlace, file: IndexedFile, on_bytes: OnBytes = lambda _: None, policy: RetryPolicy = DEFAULT_POLICY
) -> Path:
    """Returns the path of a file that an index names: in its folder, or downloaded. Its hash is checked.

    A broken download is continued.

    Raises:
        FetchError: it cannot be fetched, or does not match the index.
        OSError: it cannot be written.
    """
    if place.is_folder:
        path = Path(place.address, file.path)
        if not path.resolve().is_relative_to(Path(place.address).resolve()):
            raise FetchError(f"{path} is a link that leads out of the index")
        if not path.exists():
            raise NoSuchFileError(f"{path} does not exist, though the index names it")
        _check_file(path, file)
        on_bytes(file.size)
        return path
    path = store_folder() / "downloads" / f"{file.sha256}.zip"
    url = join_url(place.address, file.path)
    for is_fresh in (not path.exists(), True):
        _fetch_to(path, url, file.size, on_bytes, policy, is_kept=True)
        try:
            _check_file(path, file)
            return path
        except FetchError:
            remove(path)
            if is_fresh:  # else the beginning was that of an earlier download: try again without it
                raise
    raise AssertionError


def fetch_url(url: str, limit: int, on_bytes: OnBytes = lambda _: None, policy: RetryPolicy = DEFAULT_POLICY) -> Path:
    """Downloads a file whose hash is unknown; returns its path, which ends in ``.zip``.

    Raises:
        FetchError: it cannot be fetched, or is larger than `limit` bytes.
        OSError: it cannot be written.
    """
    path = store_folder() / "downloads" / f"{sha256(url.encode()).hexdigest()}.zip"
    remove(path)  # a download that was broken off may be of another file
    _fetch_to(path, check_url(url), limit, on_bytes, policy, is_kept=False)
    return path


def _check_file(path: Path, file: IndexedFile) -> None:
    try:
        size = path.stat().st_size
        if size != file.size:
            raise FetchError(f"{file.path} has {size:,} bytes, the index gives {file.size:,}")
        data = read_limited_file(path, file.size)
    except OSError as error:
        raise FetchError(f"{path} cannot be read: {error.strerror or error}") from None
    if sha256(data).hexdigest() != file.sha256:
        raise FetchError(f"{file.path} is not what the index says: its hash differs, so it is damaged or another file")


def _fetch_to(path: Path, url: str, limit: int, on_bytes: OnBytes, policy: RetryPolicy, *, is_kept: bool) -> None:
    """Downloads the rest of a file."""
    if path.is_symlink():  # a download is a file of the store
        remove(path)
    with closing(AppendFile(path)) as file:
        if file.size > limit:
            file.cut(0)
        if file.size == limit:
            return
        for chunk in _download(url, limit, policy, lambda: file.size, lambda: file.cut(0), is_kept=is_kept):
            file.append(chunk)
            on_bytes(file.size)


def _download(
    url: str, limit: int, policy: RetryPolicy, count: Callable[[], int], restart: Callable[[], object], *, is_kept: bool
) -> Iterator[bytes]:
    """Yields the bytes of a file, over as many connections as it takes.

    Args:
        limit: maximum size of the file.
        count: returns the number of bytes that are there already.
        restart: forgets them, because the server sends the file from its beginning.
        is_kept: whether the bytes stay for the next call, which then continues the download.
    """
    from .faults import NETWORK_ERRORS, describe_fault  # only here: a game in play needs no network

    deadline = Deadline(policy)
    again = "try again: the download continues" if is_kept else "try again later"
    for attempt in range(policy.attempts):
        start = count()
        try:
            with _open(url, start, deadline) as (response, is_partial):
                if start and not is_partial:
                    restart()
                length = response.headers.get("Content-Length", "")
                expected = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else None
                if expected is not None and count() + expected > limit:
                    raise FetchError(f"{url} has {count() + expected:,} bytes; at most {limit:,} are allowed")
                begin = count()
                yield from _read_body(response, url, limit - begin, deadline)
                if expected is not None and count() - begin < expected:
                    raise ConnectionError(f"the connection ended after {count():,} bytes")
                return
        except NETWORK_ERRORS as error:
            if isinstance(error, OSError) and not isinstance(error, (ConnectionError, TimeoutError)):
                raise
            if deadline.remaining <= 0:
                raise FetchError(_describe_delay(url, count(), deadline, again)) from None
            if attempt + 1 == policy.attempts:
                raise FetchError(f"{url} cannot be fetched: {describe_fault(error)}; try again later") from None
        if count() == start:
            time.sleep(max(0.0, min(policy.pause * 2**attempt, deadline.remaining)))


def _read_body(response: BaseHTTPResponse, url: str, limit: int, deadline: Deadline) -> Iterator[bytes]:
    while chunk := response.read1(_CHUNK, decode_content=False):  # waits for no full chunk
        limit -= len(chunk)
        if limit < 0:
            raise FetchError(f"{url} sends more bytes than are allowed")
        yield chunk
        deadline.size += len(chunk)
    if deadline.remaining <= 0:
        raise TimeoutError


def _describe_delay(url: str, size: int, deadline: Deadline, again: str) -> str:
    more = " or more" if deadline.size else ""
    came = f"only {size:,} bytes of it came" if size else "nothing of it came"
    return f"{url} cannot be fetched: {came} in {format_count(int(deadline.policy.total), 'second')}{more}; {again}"


@contextmanager
def _open(url: str, start: int, deadline: Deadline) -> Iterator[tuple[BaseHTTPResponse, bool]]:
    """Opens a URL at a byte; yields the answer, and whether it begins there."""
    from urllib3 import Timeout

    headers = {"Accept-Encoding": "identity", "User-Agent": f"footfall/{__version__}"}
    if start:
        headers["Range"] = f"bytes={start}-"
    for _ in range(_MAX_REDIRECTS):
        seconds = min(deadline.policy.silence, deadline.remaining)
        if seconds <= 0:
            raise TimeoutError
        timeout = Timeout(connect=seconds, read=seconds)
        with _make_pool(url) as pool, deadline.watch(pool):
            response = pool.request(
                "GET", url, headers=headers, timeout=timeout, preload_content=False, redirect=False, retries=False
            )
            try:
                if response.status in _REDIRECTS:
                    target = join_url(url, response.headers.get("Location", ""))
                    if urlsplit(url).scheme == "https" and urlsplit(target).scheme != "https":
                        raise FetchError(f"{url} redirects to {_quote(target)}, which is not secure")
                    url = check_url(target, url)
                    continue
                if response.status == _NOT_SATISFIABLE and start:
                    headers.pop("Range")
                    continue
                yield response, _check_status(url, response, start)
                return
            finally:
                response.close()
    raise FetchError(f"{url} redirects too often")


def _check_status(url: str, response: BaseHTTPResponse, start: int) -> bool:
    """Checks the status of an answer; returns whether it continues at a byte."""
    status = response.status
    if status in _MISSING:
        raise NoSuchFileError(f"{url} does not exist")
    if status >= 500:
        raise ConnectionError(f"the server answers with error {status}")
    if status not in (_GOOD, _PARTIAL):
        raise FetchError(f"{url}: the server answers with status {status}")
    if status == _PARTIAL and not response.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
        raise ConnectionError("the server sends another part of the file than was asked for")
    return status == _PARTIAL


def _make_pool(url: str) -> PoolManager:
    """Returns connections that respect the system's proxy."""
    import urllib.request

    import urllib3

    parts = urlsplit(url)
    proxy = urllib.request.getproxies().get(parts.scheme, "")
    if (
        proxy
        and parts.hostname
        and not _is_this_machine(parts.hostname)
        and not urllib.request.proxy_bypass(parts.hostname)
    ):
        try:
            return urllib3.ProxyManager(proxy)
        except urllib3.exceptions.LocationValueError:
            raise FetchError(f"{_quote(proxy)}, the system's proxy, is not an address") from None
    return urllib3.PoolManager()
