"""``footfall serve``: serves games to browsers."""

from __future__ import annotations

import errno
import ipaddress
import json
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import urlsplit

import click
import msgspec

from footfall.app.files.paths import data_folder
from footfall.app.startup import refresh_retractions
from footfall.disk import FileInUseError, hold_lock
from footfall.engine.model import Message
from footfall.i18n.catalog import find_system_language
from footfall.loader import LoadResult

from .mods.approve import prompt_for_approvals
from .options import MODS, GameOptions, game_options
from .output import CliError, echo
from .playing import redirect_mod_output

if TYPE_CHECKING:
    from footfall.serve.server import ServerPlan

SERVED = ("stealth", "king", "delve")
"""The games that are served if none is named."""

SWITCH_SECONDS = 0.001
"""Seconds that the thread of a game may keep the interpreter from the thread that sends frames."""

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


@click.command()
@click.argument("games", nargs=-1)
@click.option("--host", default="127.0.0.1", show_default=True, help="The network address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True, help="0: any free port.")
@click.option(
    "--address",
    metavar="URL",
    help="The address that players open, if it is another: http://192.168.1.5:8017, or that of a proxy with TLS.",
)
@click.option(
    "--sessions", type=click.IntRange(1, 1000), default=120, show_default=True, help="Screens open at once, at most."
)
@click.option(
    "--delay", type=click.FloatRange(0, 600), default=10.0, show_default=True, help="Seconds that onlookers are behind."
)
@game_options(*MODS)
def serve(
    games: tuple[str, ...], host: str, port: int, address: str | None, sessions: int, delay: float, setup: GameOptions
) -> None:
    """Serve GAMES (default: all three) to browsers, and print the address to open.

    Who has the whole address can play, look on, and begin games in a folder of their own. Mods and settings cannot be
    changed from a browser. The server listens to this computer only, unless --host says otherwise.
    """
    try:
        from footfall.serve import server
    except ImportError as error:
        raise CliError(f"{error.name} is not installed; to serve games: pip install 'footfall[web]'") from None
    list_addresses(host, port, address)  # a mistake is reported before the games are loaded
    prompt_for_approvals(setup.mod_paths)
    refresh_retractions()
    loaded = [setup.load(game, preferred_language=find_system_language()) for game in games or SERVED]

    def load_again(game: str, world: Mapping[str, Any]) -> LoadResult:
        settings = (*setup.settings, *(f"{name}={json.dumps(value)}" for name, value in world.items()))
        return msgspec.structs.replace(setup, settings=settings).load(game, quiet=True, keeps_off=True)

    with open_port(host, port) as listener, hold_folder(data_folder() / "served") as folder:
        port = listener.getsockname()[1]
        addresses = list_addresses(host, port, address)
        plan = server.ServerPlan(
            folder=folder,
            games={each.rules.game.id: each for each in loaded},
            load=load_again,
            port=port,
            addresses=addresses,
            language=loaded[0].catalog.language.partition("-")[0],
            limit=sessions,
            delay=delay,
        )
        output = sys.stdout  # while mods run, theirs goes to standard error
        sys.setswitchinterval(SWITCH_SECONDS)
        with redirect_mod_output():
            saved = partial(print_text, plan, "saved")
            server.WebServer(plan, lambda token: announce(plan, token, output), saved).run([listener])


def open_port(host: str, port: int) -> socket.socket:
    """Begins to listen.

    Raises:
        CliError: another program listens there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        advice = "another server may be running; stop it, or choose another port with --port (0: any free port)"
        raise CliError(f"port {port} is in use: {advice}") from None


@contextmanager
def hold_folder(folder: Path) -> Iterator[Path]:
    """Keeps other servers from a folder, whose tables they would write as well.

    Raises:
        CliError: another server has it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_lock(folder / "server.lock"))
        except FileInUseError as error:
            advice = "stop it, or set XDG_DATA_HOME to give this one a folder of its own"
            raise CliError(
                f"{folder}: another server (process {error.owner}) serves the games here; {advice}"
            ) from None
        yield folder


def announce(plan: ServerPlan, token: str, output: TextIO) -> None:
    """Prints the address to open."""
    print(f"{plan.addresses[0]}/#token={token}", file=output, flush=True)
    print_text(plan, "open")
    host = urlsplit(plan.addresses[0]).hostname
    if plan.addresses[0].startswith("http://") and host not in ("127.0.0.1", "localhost", "::1"):
        print_text(plan, "no-tls")


def print_text(plan: ServerPlan, name: str) -> None:
    """Prints a text of the server for its owner."""
    translate = next(iter(plan.games.values())).catalog.translate
    echo(translate(Message(f"footfall-serve-{name}")), err=True)


def list_addresses(host: str, port: int, address: str | None) -> tuple[str, ...]:
    """Returns the addresses under which pages may come, the one to open first.

    Raises:
        CliError: the address is wrong, or missing.
    """
    local = [f"http://{name}:{port}" for name in LOCAL_NAMES]
    if address is not None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
            raise CliError(f"--address {address}: expected http://NAME:PORT or https://NAME")
        return (f"{parts.scheme}://{parts.netloc.lower()}", *local)
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return (f"http://{host.lower()}:{port}", *local)
    if number.is_unspecified:
        raise CliError(f"--host {host} listens on every network; name the address that players open with --address")
    own = f"http://[{number}]:{port}" if number.version == 6 else f"http://{number}:{port}"
    return tuple(dict.fromkeys((own, *local)))
