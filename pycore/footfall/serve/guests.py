"""Players and onlookers in browsers: the token of the address, cookies, folders, and rate limits."""

import hashlib
import hmac
import secrets
from pathlib import Path
from time import monotonic

import msgspec

from footfall.disk import make_folder, replace_file

MAX_GUESTS = 1000
"""Maximum number of guests of a server."""

MAX_NAME = 24
"""Maximum characters of a name."""

NAME_FILE = "name.txt"


class TooManyGuestsError(Exception):
    """The server knows as many guests as it may."""


class Guest(msgspec.Struct, frozen=True):
    """A player or onlooker, known by a cookie.

    Attributes:
        id: name of the folder: a hash of the cookie, which itself is in no file.
        folder: saves, replays and results.
    """

    id: str
    folder: Path

    @property
    def name(self) -> str:
        """The name for other players; empty until one is chosen."""
        try:
            return clean_name((self.folder / NAME_FILE).read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return ""

    def rename(self, name: str) -> None:
        """Changes the name."""
        replace_file(self.folder / NAME_FILE, [clean_name(name).encode()])


def clean_name(name: str) -> str:
    """Returns a name without characters that cannot be seen, and cut to `MAX_NAME`."""
    return " ".join("".join(char if char.isprintable() else " " for char in name[:200]).split())[:MAX_NAME]


class Guests:
    """The guests of a server; any visitor with the address may become one.

    Attributes:
        token: the secret part of the address.
    """

    def __init__(self, folder: Path) -> None:
        self.token = secrets.token_urlsafe(24)
        self._folder = folder

    def has_token(self, token: str) -> bool:
        """Whether a token is that of the address."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def find(self, cookie: str) -> Guest | None:
        """Returns the guest of a cookie, or None."""
        if not cookie:
            return None
        id = hashlib.sha256(cookie.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        folder = self._folder / id
        return Guest(id, folder) if folder.is_dir() else None

    def open(self, id: str) -> Guest:
        """Returns the guest of an id from the server's own files."""
        return Guest(id, self._folder / id)

    def admit(self) -> tuple[str, Guest]:
        """Creates a guest; returns the cookie as well.

        Raises:
            TooManyGuestsError: there are too many.
            OSError: the folder cannot be made.
        """
        make_folder(self._folder)
        if sum(1 for _ in self._folder.iterdir()) >= MAX_GUESTS:
            raise TooManyGuestsError
        cookie = secrets.token_urlsafe(32)
        id = hashlib.sha256(cookie.encode()).hexdigest()[:32]
        make_folder(self._folder / id)
        return cookie, Guest(id, self._folder / id)


class Allowance:
    """A number of requests that grows with time: `burst` at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._time = rate, burst, burst, monotonic()

    def take(self) -> bool:
        """Takes one; returns False if none is left."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._time) * self._rate)
        self._time = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
