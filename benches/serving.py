"""A server with many guests in one process: memory, processor time of a turn, and the time from a key to its frame.

    python benches/serving.py [--idle 100] [--playing 20] [--keys 100] [--pause 0.3] [--browser]

Guests open games of stealth over real sockets. Some only keep their page open; the others press a key, wait for the
frame of the next turn, and after a pause press the next. With --browser, Chromium plays alone through Selenium: the
time from a key event to the canvas being drawn. Figures are medians and 95th percentiles; compare them with the
calibration loop.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from calibration import time_calibration_loop
from websockets.asyncio.client import ClientConnection, connect

KEYS = (".", "l", "h", "j", "k", ".")
TICKS = os.sysconf("SC_CLK_TCK")

TIME_FRAMES = """
const send = WebSocket.prototype.send, add = WebSocket.prototype.addEventListener;
window.times = [];
addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
WebSocket.prototype.addEventListener = function (kind, call) {
  add.call(this, kind, kind !== "message" ? call : (event) => {
    call(event);
    if (window.pressed) window.times.push(performance.now() - window.pressed);
    window.pressed = 0;
  });
};
"""


class Server:
    """``footfall serve`` in a process of its own."""

    def __init__(self, home: str, sessions: int) -> None:
        folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("DATA", "CONFIG", "STATE")}
        command = [sys.executable, "-m", "footfall", "serve", "stealth", "--port", "0", "--sessions", str(sessions)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **folders})
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        self.address, _, self.token = self.link.partition("/#token=")

    @property
    def memory(self) -> float:
        """Resident memory in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


class Guest:
    """A page that plays, and the times of its keys in ms."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.socket: ClientConnection

    async def open(self, server: Server) -> None:
        async with httpx.AsyncClient(headers={"Origin": server.address}, trust_env=False, timeout=60) as client:
            await client.post(f"{server.address}/enter", json={"token": server.token})
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        headers = {"Cookie": cookie, "Origin": server.address}
        uri = f"{server.address.replace('http', 'ws')}/play/core.stealth"
        self.socket = await connect(
            uri, additional_headers=headers, proxy=None, compression=None, open_timeout=60, ping_interval=None
        )
        await self._read_until("Leave")
        await self._press("n")
        await self._read_until("stamina")
        await self._press("ESC")

    async def _press(self, key: str) -> None:
        await self.socket.send(json.dumps({"key": key}))

    async def _read_until(self, words: str) -> None:
        text = ""
        while words not in text:
            text += str(await asyncio.wait_for(self.socket.recv(), 120))

    async def drain(self) -> None:
        """Reads what comes, as an idle page does."""
        async for _ in self.socket:
            pass

    async def play(self, keys: int, pause: float = 0.0) -> None:
        for number in range(keys):
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            with suppress(TimeoutError):  # frames of slow motion
                while True:
                    await asyncio.wait_for(self.socket.recv(), 0.001)
            start = time.perf_counter()
            await self._press(KEYS[number % len(KEYS)])
            await asyncio.wait_for(self.socket.recv(), 60)
            self.times.append(1000 * (time.perf_counter() - start))


def describe(times: list[float]) -> str:
    ordered = sorted(times)
    return f"median {statistics.median(ordered):.1f} ms, 95 % below {ordered[int(0.95 * len(ordered))]:.1f} ms"


async def measure(server: Server, idle: int, playing: int, keys: int, pause: float) -> None:
    print(f"no guest: {server.memory:.0f} MB")
    one = Guest()
    await one.open(server)
    before = server.seconds
    await one.play(keys)
    spent = 1000 * (server.seconds - before) / keys
    print(f"one guest plays: {server.memory:.0f} MB; key to frame {describe(one.times)}; {spent:.1f} ms of CPU a turn")
    waiting = [Guest() for _ in range(idle)]
    players = [Guest() for _ in range(playing)]
    for guest in (*waiting, *players):
        await guest.open(server)
    drains = [asyncio.create_task(guest.drain()) for guest in (*players, one, *waiting)]
    await asyncio.sleep(45 if idle else 0)
    before, start = server.seconds, time.perf_counter()
    await asyncio.sleep(10)
    share = 100 * (server.seconds - before) / (time.perf_counter() - start)
    count = idle + playing + 1
    print(f"{count} guests, none plays: {server.memory:.0f} MB; {share:.1f} % of a core")
    for drain in drains[:playing]:
        drain.cancel()
    await asyncio.sleep(0.1)
    before, start = server.seconds, time.perf_counter()
    await asyncio.gather(*(guest.play(keys, pause) for guest in players))
    turns, wall = keys * playing, time.perf_counter() - start
    spent = 1000 * (server.seconds - before) / turns
    times = [one for guest in players for one in guest.times]
    print(
        f"{playing} of them play, {pause:g} s after each frame: {server.memory:.0f} MB; key to frame {describe(times)};"
    )
    print(f"  {turns / wall:.0f} turns a second in all; {spent:.1f} ms of CPU a turn")
    for drain in drains[playing:]:
        drain.cancel()


def measure_browser(server: Server, keys: int) -> None:
    from selenium import webdriver
    from selenium.webdriver.common.action_chains import ActionChains

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800"):
        options.add_argument(option)
    driver: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TIME_FRAMES})
        driver.get(server.link)
        time.sleep(2)
        driver.get(f"{server.address}/play#/play/core.stealth")
        time.sleep(3)
        for key in ("n", "\ue00c", *(KEYS[number % len(KEYS)] for number in range(keys))):
            ActionChains(driver).send_keys(key).perform()
            time.sleep(0.15)
        times = driver.execute_script("return window.times.slice(2)")
    finally:
        driver.quit()
    print(f"Chromium, key event to canvas: {describe(times)} of {len(times)} keys")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--idle", type=int, default=100)
    parser.add_argument("--playing", type=int, default=20)
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between a frame and the next key, on average")
    parser.add_argument("--browser", action="store_true")
    options = parser.parse_args()
    loop = time_calibration_loop()
    with tempfile.TemporaryDirectory() as home:
        server = Server(home, options.idle + options.playing + 5)
        try:
            if options.browser:
                measure_browser(server, options.keys)
            else:
                asyncio.run(measure(server, options.idle, options.playing, options.keys, options.pause))
        finally:
            server.process.terminate()
            server.process.wait(60)
            assert server.process.stdout is not None
            server.process.stdout.close()
    print(f"calibration loop: {loop:.2f} ms before, {time_calibration_loop():.2f} ms after")


if __name__ == "__main__":
    main()
