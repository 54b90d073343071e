"""The web server: addresses, sockets, and the program that runs them until it is stopped."""

import asyncio
import mimetypes
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import footfall.ui
from footfall.app.seats import ONLOOKER
from footfall.engine.model import Message
from footfall.engine.saves.replay import ReplayError
from footfall.loader import LoadResult
from footfall.ui.frontends.page_stream import MAX_INPUT_BYTES, PageInput

from .exports import export_page, find_stories
from .followers import FILE_KINDS, Follower
from .gate import MAX_BODY, Gate
from .guest_launcher import LoadGame
from .guests import MAX_NAME, Allowance, Guest, Guests, TooManyGuestsError
from .lobby import build_lobby
from .screens import PageScreen, turn_lock
from .tables import FullError, SharedTable, TableRegistry

T = TypeVar("T")

INPUT_RATE, INPUT_BURST = 60.0, 120.0
"""Maximum inputs of one page: per second on average, and in a burst; a page that sends more is disconnected."""

MAX_FOLLOWERS = 30
"""Maximum number of pages that follow one screen."""

LEAVE_SECONDS = 2.0
"""Seconds after which the others hear that a player has left: a page that is loaded again comes back sooner."""

QUIET_CHECK_SECONDS = 20.0
"""Seconds between two checks for tables without followers."""

COOKIE_SECONDS = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie: the maximum of browsers."""

BAD_INPUT, TOO_MANY, NO_PLACE = 1007, 1008, 4000
"""Codes with which sockets are closed: a message that is not an input, too many inputs, no game to show."""

_decode_input = msgspec.json.Decoder(PageInput).decode


class ServerPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration of a server.

    Attributes:
        folder: the folder of guests and tables.
        games: the games by name.
        load: loads a game again, with other world settings.
        port: a part of the cookie's name, because browsers do not distinguish the servers of a machine.
        addresses: the allowed addresses of pages: one for each name of the server.
        language: the language of guests whose browser asks for no available one.
        limit: screens that may be open at once.
        delay: seconds that onlookers are behind.
        quiet_seconds: seconds after which a table without players is closed.
    """

    folder: Path
    games: Mapping[str, LoadResult]
    load: LoadGame
    port: int
    addresses: tuple[str, ...]
    language: str = "en"
    limit: int = 120
    delay: float = 10.0
    quiet_seconds: float = 900.0


class EntryRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of the request that turns the token of the address into a cookie."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of the request that chooses a name."""

    name: Annotated[str, msgspec.Meta(max_length=4 * MAX_NAME)]


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of the request that creates a table for several players."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    options: dict[str, str]


class Server:
    """The application: the answers to each address.

    Attributes:
        guests: the known guests.
        tables: the games in play.
    """

    def __init__(self, plan: ServerPlan) -> None:
        self._plan = plan
        self.guests = Guests(plan.folder / "guests")
        self.tables = TableRegistry(
            plan.folder / "tables", plan.games, plan.load, lambda id: self.guests.open(id).name, plan.limit
        )
        folders = (Path(footfall.ui.__file__).parent / "page", Path(__file__).parent / "site")
        self._files = {file.name: file for folder in folders for file in folder.iterdir() if file.is_file()}
        self._exports = asyncio.Lock()
        self._cookie = f"footfall-{plan.port}"
        self._secure = any(address.startswith("https://") for address in plan.addresses)

    def build_app(self) -> Gate:
        """Returns the application behind its gate."""
        routes = [
            Route("/", self.show_file),
            Route("/play", self.show_file),
            Route("/site/{name}", self.show_file),
            Route("/favicon.ico", lambda request: Response(status_code=204)),  # browsers ask for it unasked
            Route("/enter", self.enter, methods=["POST"]),
            Route("/lobby", self.show_lobby),
            Route("/name", self.rename, methods=["POST"]),
            Route("/tables", self.create_table, methods=["POST"]),
            Route("/files/{place}/{kind}", self.send_file),
            WebSocketRoute("/play/{game}", self.play),
            WebSocketRoute("/seat/{table}/{seat:int}", self.sit),
            WebSocketRoute("/watch/{table}", self.watch),
        ]
        app = Starlette(routes=routes, lifespan=self._live, exception_handlers={404: self.show_missing})
        return Gate(app, self._plan.addresses)

    @asynccontextmanager
    async def _live(self, app: Starlette) -> AsyncIterator[None]:
        async def close_quiet_tables() -> None:
            while True:
                await asyncio.sleep(QUIET_CHECK_SECONDS)
                self.tables.close_quiet(self._plan.quiet_seconds)

        task = asyncio.create_task(close_quiet_tables())
        try:
            yield
        finally:
            task.cancel()
            await run_in_threadpool(self.tables.close)

    # Requests.

    async def show_file(self, request: Request) -> Response:
        """Answers with a page, a script or a style; none of them contains anything of a game."""
        name = request.path_params.get("name", "serve.html")
        file = self._files.get(name)
        if file is None:
            return Response(status_code=404)
        kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
        return Response(file.read_bytes(), media_type=kind)

    async def show_missing(self, request: Request, error: Exception) -> Response:
        """Answers an unknown address with the page, which says so."""
        return Response(self._files["serve.html"].read_bytes(), 404, media_type="text/html")

    async def enter(self, request: Request) -> Response:
        """Turns the token of the address into a cookie."""
        body = await _read_body(request, EntryRequest)
        if body is None or not self.guests.has_token(body.token):
            return self._refuse(request, "wrong-key")
        if self._find_guest(request) is not None:
            return Response(status_code=204)
        try:
            cookie, _ = self.guests.admit()
        except TooManyGuestsError:
            return Response(status_code=503)
        answer = Response(status_code=204)
        answer.set_cookie(
            self._cookie, cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", secure=self._secure
        )
        return answer

    async def show_lobby(self, request: Request) -> Response:
        """Answers with the games, the tables and the texts of the page."""
        guest = self._find_guest(request)
        language, delay = self._choose_language(request), self._plan.delay
        if guest is None:
            return self._refuse(request, "no-key")
        return _answer(await run_in_threadpool(build_lobby, self.tables, self.guests, guest, language, delay))

    async def rename(self, request: Request) -> Response:
        """Chooses the name of the guest."""
        guest, body = self._find_guest(request), await _read_body(request, NameRequest)
        if guest is None or body is None:
            return Response(status_code=403 if guest is None else 400)
        await run_in_threadpool(guest.rename, body.name)
        return Response(status_code=204)

    async def create_table(self, request: Request) -> Response:
        """Creates a table for several players."""
        guest, body = self._find_guest(request), await _read_body(request, TableRequest)
        if guest is None or body is None or body.game not in self.tables.games:
            return Response(status_code=403 if guest is None else 400)
        try:
            table = await run_in_threadpool(self.tables.create_shared, guest, body.game, body.options)
        except FullError:
            return Response(status_code=503)
        return Response(status_code=400) if table is None else _answer({"table": table.id, "seat": 0})

    async def send_file(self, request: Request) -> Response:
        """Answers with a file of the last finished game of a guest, or of the table at which they sit."""
        guest, place, kind = self._find_guest(request), request.path_params["place"], request.path_params["kind"]
        table, game, folder = self.tables.find(place), place, None if guest is None else guest.folder
        if guest is not None and isinstance(table, SharedTable) and table.find_seat(guest) is not None:
            game, folder = table.game, table.folder
        if folder is None or game not in self.tables.games or kind not in FILE_KINDS:
            return Response(status_code=403 if guest is None else 404)
        loaded = self.tables.get_in_language(game, self._choose_language(request))
        try:
            story = find_stories(folder, loaded.rules.game.id)[-1]
            if kind == "story":
                text = story.read_text("utf-8")
            elif self._exports.locked():
                return PlainTextResponse(loaded.catalog.translate(Message("footfall-serve-full")), 503)
            else:
                async with self._exports:
                    load = partial(self.tables.load, game)
                    text = await run_in_threadpool(export_page, story, loaded, load, turn_lock)
        except (IndexError, OSError, ReplayError):
            return Response(status_code=404)
        name = story.name if kind == "story" else f"{story.stem}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type=FILE_KINDS[kind], headers=headers)

    # Sockets.

    async def play(self, socket: WebSocket) -> None:
        """Lets a guest play a game of their own."""
        guest, game = self._find_guest(socket), socket.path_params["game"]
        if guest is None or game not in self.tables.games:
            await socket.close()
            return
        language = self._choose_language(socket)
        await self._follow(socket, lambda: self.tables.open_single(guest, game, language))

    async def sit(self, socket: WebSocket) -> None:
        """Lets a guest play a seat of a table."""
        guest, table = self._find_guest(socket), self.tables.find(socket.path_params["table"])
        seat, language = socket.path_params["seat"], self._choose_language(socket)
        if guest is None or not isinstance(table, SharedTable) or not table.take_seat(seat, guest):
            await socket.close()
            return

        def open_screen() -> PageScreen:
            table.record_arrival(seat)
            return self.tables.open_screen(table, seat, language)

        await self._follow(socket, open_screen)
        await asyncio.sleep(LEAVE_SECONDS)
        await run_in_threadpool(table.record_departure, seat)

    async def watch(self, socket: WebSocket) -> None:
        """Lets a guest look on."""
        guest, table = self._find_guest(socket), self.tables.find(socket.path_params["table"])
        if guest is None or table is None or not table.is_open:
            await socket.close()
            return
        language = self._choose_language(socket)

        def open_screen() -> PageScreen:
            if isinstance(table, SharedTable):
                return self.tables.open_screen(table, ONLOOKER, language)
            return table.screens[0]

        await self._follow(socket, open_screen, self._plan.delay)

    async def _follow(
        self, socket: WebSocket, open_screen: Callable[[], PageScreen], delay: float | None = None
    ) -> None:
        """Sends the frames of a screen, and takes its inputs unless the page only looks on."""
        await socket.accept()
        try:
            screen = await run_in_threadpool(open_screen)
        except FullError:
            await socket.close(NO_PLACE, "full")
            return
        if screen.followers >= MAX_FOLLOWERS:
            await socket.close(NO_PLACE, "full")
            return
        follower = Follower(asyncio.get_running_loop(), delay)
        screen.add_follower(follower)
        tasks = [
            asyncio.create_task(_send_frames(socket, follower)),
            asyncio.create_task(_take_inputs(socket, screen if delay is None else None)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            screen.remove_follower(follower)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _find_guest(self, connection: HTTPConnection) -> Guest | None:
        return self.guests.find(connection.cookies.get(self._cookie, ""))

    def _refuse(self, request: Request, reason: str) -> Response:
        """Says in the language of the browser why it is not let in."""
        loaded = self.tables.get_in_language(next(iter(self.tables.games)), self._choose_language(request))
        return PlainTextResponse(loaded.catalog.translate(Message(f"footfall-serve-{reason}")), 403)

    def _choose_language(self, connection: HTTPConnection) -> str:
        """Returns the first language that the browser asks for and that has texts."""
        known = next(iter(self.tables.games.values())).catalog.list_languages()
        asked = (part.partition(";")[0].strip() for part in connection.headers.get("accept-language", "").split(","))
        return next((code for each in asked if (code := each.partition("-")[0]) in known), self._plan.language)


async def _send_frames(socket: WebSocket, follower: Follower) -> None:
    """Sends each next frame once the one before has left."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            frame, is_end = await follower.take()
            await socket.send_text(frame.decode())
            if is_end:
                await socket.close(NO_PLACE, "ended")
                return


async def _take_inputs(socket: WebSocket, screen: PageScreen | None) -> None:
    """Takes inputs until the page leaves, sends too many or something else; those of an onlooker are dropped."""
    allowance = Allowance(INPUT_RATE, INPUT_BURST)
    with suppress(RuntimeError):
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not allowance.take():
                await socket.close(TOO_MANY)
                return
            try:
                given = _decode_input(message.get("text") or "")
            except (msgspec.MsgspecError, ValueError):
                await socket.close(BAD_INPUT)
                return
            if screen is not None:
                screen.put(given)


async def _read_body(request: Request, kind: type[T]) -> T | None:
    """Returns the JSON body of a request; None if it is too large or of another kind."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            return None
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, ValueError):
        return None


def _answer(data: Any) -> Response:
    return Response(msgspec.json.encode(data), media_type="application/json")


class WebServer(uvicorn.Server):
    """Runs a server's application.

    Attributes:
        token: the secret part of the address.
    """

    def __init__(self, plan: ServerPlan, announce: Callable[[str], None], report_saved: Callable[[], None]) -> None:
        """Prepares to serve.

        Args:
            announce: receives the token once the server listens.
            report_saved: called once the server has been stopped and all games are saved.
        """
        server = Server(plan)
        self.token, self._announce, self._report_saved = server.guests.token, announce, report_saved
        super().__init__(
            uvicorn.Config(
                server.build_app(),
                log_level="warning",
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=MAX_INPUT_BYTES,
                ws_max_queue=8,
                ws_per_message_deflate=False,
                proxy_headers=False,
                server_header=False,
                limit_concurrency=8 * plan.limit,
                timeout_graceful_shutdown=3,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to listen, and announces it."""
        await super().startup(sockets)
        if self.started:
            self._announce(self.token)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Closes the games, and reports it unless a second signal has cut it short."""
        await super().shutdown(sockets)
        if not self.force_exit:
            self._report_saved()
