"""A web server on this machine that behaves as badly as a test wants."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Server(ThreadingHTTPServer):
    """Serves a folder.

    Attributes:
        cut: bytes of a body after which the connection is closed; None: never.
        cuts: how often that happens.
        slowness: seconds between two bytes.
        redirect: where every request is sent, or ``""``.
        has_ranges: whether parts of files are served.
        length: what it says about the length of a body; None: the truth.
        shift: bytes by which a part is misplaced.
        status: the status of every answer.
        drip: what it sends again and again instead of an answer.
        requests: (path, range) of each request.
    """

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = folder
        self.cut: int | None = None
        self.cuts = 1 << 30
        self.slowness, self.redirect, self.has_ranges = 0.0, "", True
        self.length: int | None = None
        self.shift, self.status, self.drip = 0, 200, b""
        self.requests: list[tuple[str, str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class Handler(BaseHTTPRequestHandler):
    """Answers GET."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server = self.server
        wanted = self.headers.get("Range", "")
        server.requests.append((self.path, wanted))
        path = server.folder / self.path.lstrip("/")
        self.close_connection = True
        if server.drip:
            self._send_drip()
            return
        if server.redirect:
            self.send_response(302)
            self.send_header("Location", server.redirect)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if server.status != 200 or not path.is_file():
            self.send_response(server.status if server.status != 200 else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self._send(path.read_bytes(), wanted)

    def _send_drip(self) -> None:
        try:
            self.wfile.write(b"HTTP/1.1 " if self.server.drip == b"2" else b"")
            while True:
                self.wfile.write(self.server.drip)
                time.sleep(0.02)
        except OSError:
            pass  # the client has left

    def _send(self, data: bytes, wanted: str) -> None:
        server = self.server
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and server.has_ranges else 0
        body = data[start:]
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start + server.shift}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(body) if server.length is None else server.length))
        self.end_headers()
        if server.cut is not None and server.cuts > 0:
            server.cuts -= 1
            body = body[: server.cut]
        try:
            for at in range(0, len(body), 1 if server.slowness else 1 << 16):
                self.wfile.write(body[at : at + (1 if server.slowness else 1 << 16)])
                time.sleep(server.slowness)
        except OSError:
            pass  # the client has left

    def log_message(self, *words: object) -> None: ...


@contextmanager
def serve(folder: Path) -> Iterator[Server]:
    """Serves a folder while the context is open."""
    server = Server(folder)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
