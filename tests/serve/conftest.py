"""A server in this process, and pages that follow its games over real sockets."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx", reason="the extra test is not installed")
pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("uvicorn", reason="the extra web is not installed")
connect = pytest.importorskip("websockets.sync.client", reason="the extra web is not installed").connect

from websockets.exceptions import ConnectionClosed  # noqa: E402

from footfall.loader import LoadResult, load  # noqa: E402
from footfall.serve.server import ServerPlan, WebServer  # noqa: E402

SECONDS = 20.0
"""Seconds that a page waits for a text, on a busy machine."""


TABLE_SEED = 1
"""A seed of King whose first bot ends its turn without a question to the others."""


class Page:
    """A page that follows a game: the text of its screen, its words, and its keys."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.frames, self.bytes = socket, 0, b""
        self.rows: list[list[str]] = []
        self.title = ""
        self.news: list[str] = []
        self.question: list[str] = []
        self.facts: list[str] = []
        self.keys: list[list[str]] = []
        self.files: list[list[str]] = []

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join("".join(row) for row in self.rows)

    def read(self, timeout: float = SECONDS) -> dict[str, Any]:
        """Applies the next frame."""
        data = self.socket.recv(timeout)
        frame: dict[str, Any] = json.loads(data)
        self.frames += 1
        self.bytes += data.encode()
        if "size" in frame:
            self.rows = [[" "] * frame["size"][1] for _ in range(frame["size"][0])]
        for y, x, text, *_ in frame.get("text", ()):
            self.rows[y][x : x + len(text)] = list(text)
        self.title = frame.get("title", self.title)
        self.question = frame.get("question", self.question)
        self.facts, self.keys = frame.get("facts", self.facts), frame.get("keys", self.keys)
        self.files = frame.get("files", self.files)
        self.news += frame.get("news", ())
        return frame

    def wait(self, words: str) -> str:
        """Reads frames until the screen has these words; returns the screen."""
        end = time.monotonic() + SECONDS
        while words not in self.text:
            try:
                self.read(max(0.01, end - time.monotonic()))
            except TimeoutError:
                raise AssertionError(f"no {words!r} on the screen:\n{self.text}") from None
        return self.text

    def wait_for(self, is_met: Callable[[], object]) -> None:
        """Reads frames until a condition is met."""
        while not is_met():
            self.read()

    def settle(self, quiet: float = 0.03) -> None:
        """Reads the next frame, and those that follow at once."""
        wait = 0.5
        with suppress(TimeoutError):
            while True:
                self.read(wait)
                wait = quiet

    def press(self, *keys: str) -> None:
        """Sends keys."""
        for key in keys:
            self.socket.send(json.dumps({"key": key}))

    def send(self, **values: Any) -> None:
        """Sends any input."""
        self.socket.send(json.dumps(values))

    def find_end(self) -> tuple[int, str]:
        """Reads until the socket is closed; returns code and reason."""
        try:
            while True:
                self.read()
        except ConnectionClosed as end:
            frame = end.rcvd
            return (frame.code, frame.reason) if frame is not None else (1006, "")


class Browser:
    """A browser: a cookie, and pages under the address of the server."""

    def __init__(self, address: str, token: str, stack: ExitStack) -> None:
        self.address, self._stack = address, stack
        self.client = stack.enter_context(
            httpx.Client(base_url=address, headers={"Origin": address}, timeout=SECONDS, trust_env=False)
        )
        self.entry = self.client.post("/enter", json={"token": token})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    def open(self, path: str, headers: Mapping[str, str] | None = None) -> Page:
        """Opens a page on a game."""
        uri = self.address.replace("http", "ws") + path
        given = {"Cookie": self.cookie, "Origin": self.address, "Accept-Language": "en"} | dict(headers or {})
        return Page(
            self._stack.enter_context(
                connect(uri, additional_headers=given, open_timeout=SECONDS, proxy=None, compression=None)
            )
        )

    def lobby(self, language: str = "en") -> Any:
        """Returns the lobby."""
        return self.client.get("/lobby", headers={"Accept-Language": language}).raise_for_status().json()


class Site:
    """A running server."""

    def __init__(self, folder: Path, games: Mapping[str, LoadResult], **changes: Any) -> None:
        self._stack, self.folder = ExitStack(), folder
        self._listener = listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        plan = ServerPlan(
            folder=folder,
            games=games,
            load=lambda game, world: load(game, language="en", settings=dict(world)),
            port=port,
            addresses=(self.address, f"http://localhost:{port}"),
            **{"delay": 0.5, **changes},
        )
        self.server = WebServer(plan, lambda token: None, lambda: None)
        self._thread = threading.Thread(target=self.server.run, args=([listener],), daemon=True)
        self._thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def browse(self) -> Browser:
        """Opens a browser that has the address."""
        return Browser(self.address, self.server.token, self._stack)

    def close(self) -> None:
        """Stops the server."""
        with suppress(ConnectionClosed):
            self._stack.close()
        self.server.should_exit = True
        self._thread.join(SECONDS)
        self._listener.close()
        assert not self._thread.is_alive()


@pytest.fixture(scope="session")
def games() -> dict[str, LoadResult]:
    """The games, loaded once."""
    loaded = [load(name, language="en") for name in ("stealth", "king", "delve")]
    return {each.rules.game.id: each for each in loaded}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder for the user's folders."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    return tmp_path


@pytest.fixture(autouse=True)
def own_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no game wait for one of an earlier test, which may keep its turn."""
    monkeypatch.setattr("footfall.serve.screens.turn_lock", threading.Lock())


@pytest.fixture
def new_browser() -> type[Browser]:
    """``new_browser(address, token, stack)`` opens a browser that has the address."""
    return Browser


@pytest.fixture
def serve(home: Path, games: dict[str, LoadResult], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Site]]:
    """``serve()`` starts a server; changes of its plan are named. Tables have one seed; time passes quickly."""
    monkeypatch.setattr("footfall.serve.tables.choose_seed", lambda *_: TABLE_SEED)
    monkeypatch.setattr("footfall.app.game_view.MOMENT_SECONDS", 0.01)
    monkeypatch.setattr("footfall.serve.server.LEAVE_SECONDS", 0.05)
    sites: list[Site] = []

    def start(**changes: Any) -> Site:
        site = Site(home / "served", **{"games": games, **changes})
        sites.append(site)
        return site

    yield start
    for site in sites:
        site.close()
