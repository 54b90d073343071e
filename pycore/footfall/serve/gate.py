"""The gate before all requests: hosts, origins, rates and sizes; and the headers of all answers."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .guests import Allowance

REQUEST_RATE, REQUEST_BURST = 20.0, 200.0
"""Maximum requests of one network address: per second on average, and in a burst."""

MAX_ADDRESSES = 10_000
"""Network addresses whose rates are kept; with more, all are forgotten."""

MAX_BODY = 1024
"""Maximum bytes of the body of a request."""

POLICY = "; ".join(
    (
        *("default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'"),
        *("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"),
    )
)
"""Content Security Policy: scripts and styles are the files of the server, and nothing else runs."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}


class Gate:
    """Lets requests through that come from this server's own pages under one of its own names.

    A page of another site that reaches the server, by a name that was bound to its address (DNS rebinding) or by a
    request across sites, is refused: by `Host` in the first case, by `Origin` in the second.
    """

    def __init__(self, app: ASGIApp, addresses: Collection[str]) -> None:
        """Creates the gate.

        Args:
            addresses: the addresses of the server, such as ``http://127.0.0.1:8017``.
        """
        self._app = app
        self._origins = frozenset(addresses)
        self._hosts = frozenset(urlsplit(address).netloc.lower() for address in addresses)
        self._allowances: dict[str, Allowance] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or passes it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        status, reason = self._find_fault(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        if status:
            await PlainTextResponse(f"{reason}\n", status)(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)

    def _find_fault(self, scope: Scope) -> tuple[int, str]:
        """Returns status and reason of a refusal; 0 if there is no fault."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, "this server has another name"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if len(origins) > 1 or (origins and origins[0] not in self._origins) or (changes and not origins):
            return 403, "requests come from this server's own pages only"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BODY or "transfer-encoding" in headers:
            return 413, "the request is too large"
        client = scope["client"][0] if scope.get("client") else ""
        if len(self._allowances) > MAX_ADDRESSES:
            self._allowances.clear()
        allowance = self._allowances.setdefault(client, Allowance(REQUEST_RATE, REQUEST_BURST))
        return (0, "") if allowance.take() else (429, "too many requests; wait a moment")
