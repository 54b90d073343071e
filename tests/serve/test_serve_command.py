"""``footfall serve``: its output, its mistakes, and a server that is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.cli.output import CliError
from footfall.cli.serve import list_addresses


@pytest.fixture
def start(home: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], str]]]:
    """``start("--port", 0)`` starts the command; returns its process and the address that it prints."""
    processes: list[subprocess.Popen[str]] = []
    errors = (home / "errors").open("w")

    def run(*words: object) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "footfall", "serve", "stealth", *map(str, words)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, "LANG": "C"}
        )
        processes.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield run
    for process in processes:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    errors.close()


def test_a_second_server_leaves_the_games_of_the_first_alone(
    start: Callable[..., tuple[subprocess.Popen[str], str]],
) -> None:
    first, _ = start("--port", 0)
    result = CliRunner().invoke(main, ["serve", "stealth", "--port", "0"])
    assert result.exit_code == 1
    assert f"another server (process {first.pid}) serves the games here" in result.output


def test_a_port_in_use_is_told_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "stealth", "--port", str(port)])
    assert result.exit_code == 1
    assert f"port {port} is in use: another server may be running" in result.output
    assert "--port" in result.output


def test_ctrl_c_says_that_the_games_are_saved(
    start: Callable[..., tuple[subprocess.Popen[str], str]], home: Path
) -> None:
    process, _ = start("--port", 0)
    process.send_signal(signal.SIGINT)
    process.wait(20)
    assert "All games are saved." in (home / "errors").read_text()


def test_a_killed_server_loses_nothing(
    start: Callable[..., tuple[subprocess.Popen[str], str]], new_browser: Callable[..., Any]
) -> None:
    process, link = start("--port", 0)
    address, _, token = link.partition("/#token=")
    with ExitStack() as stack:
        browser = new_browser(address, token, stack)
        page = browser.open("/play/core.stealth")
        page.wait("Leave")
        page.press("n")
        page.wait("YOU")
        page.press("ESC", ".", ".", ".")
        page.wait("turn 3")
        process.send_signal(signal.SIGKILL)
        process.wait()
        process, link = start("--port", address.rpartition(":")[2])
        assert link.partition("/#")[0] == address
        page = browser.open("/play/core.stealth")
        page.wait("turn 3 ")  # in the game that was on the screen, not on its title
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)


def test_the_addresses_are_those_of_the_host() -> None:
    assert list_addresses("127.0.0.1", 8017, None)[:2] == ("http://127.0.0.1:8017", "http://localhost:8017")
    assert list_addresses("192.168.1.5", 80, None)[0] == "http://192.168.1.5:80"
    assert list_addresses("::1", 80, None)[0] == "http://[::1]:80"
    assert list_addresses("127.0.0.1", 80, "https://Games.Example/")[0] == "https://games.example"
    for host, address in (
        ("0.0.0.0", None),
        ("::", None),
        ("127.0.0.1", "games.example"),
        ("x", "ftp://x"),
        ("x", "http://x/y"),
    ):
        with pytest.raises(CliError):
            list_addresses(host, 80, address)


def test_mistakes_are_one_line(home: Path) -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(main, ["serve", *words])
        assert result.exit_code == 1
        return str(result.output)

    assert "name the address that players open with --address" in run("--host", "0.0.0.0")
    assert "no game" in run("no-such-game")
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert "in use" in run("delve", "--port", str(other.getsockname()[1]))
