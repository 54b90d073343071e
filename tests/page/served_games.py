"""Servers, and players who use them in Chromium by keys and clicks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

KEYS = {
    "ESC": "\ue00c",
    "ENTER": "\ue007",
    "SPACE": " ",
    "TAB": "\ue004",
    "UP": "\ue013",
    "DOWN": "\ue015",
    "LEFT": "\ue012",
}
KEYS |= {"F6": "\ue036", "RIGHT": "\ue014", "HOME": "\ue011", "END": "\ue010", "PGUP": "\ue00e", "PGDN": "\ue00f"}
WIDE, SMALL = (1280, 800), (390, 844)
SEED = 3

START = """
import footfall.cli, footfall.serve.tables
footfall.serve.tables.choose_seed = lambda *_: 1  # no card asks another seat in the first round of King
footfall.cli.main()
"""

COUNT_FRAMES = """
const add = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (kind, call) {
  const count = (event) => {
    window.framesSeen = (window.framesSeen ?? 0) + 1;
    window.told = (window.told ?? "") + event.data;
    window.frame = JSON.parse(event.data);
    call(event);
  };
  add.call(this, kind, kind === "message" ? count : call);
};
"""

READ_WORDS = "return [...arguments].map((id) => document.getElementById(id).textContent).join(' ')"

LIST_BUTTONS = """
const isSeen = (button) => button.checkVisibility({ visibilityProperty: true });
const seen = [...document.querySelectorAll("#pad button")].filter(isSeen);
return seen.map((button) => [button.ariaLabel ?? button.textContent.trim(), button]);
"""

COUNT_ELEMENTS = """
const all = [...document.querySelectorAll("*:not(li, #keys *)")];
return [all.map((element) => element.localName).join(), all.flatMap((one) => one.getAttributeNames()).length];
"""


class Served:
    """A server in a process of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        folders = {f"XDG_{name}_HOME": str(home / name) for name in ("DATA", "CONFIG", "STATE")}
        folders |= {"FOOTFALL_TRUST": "all"}
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--delay", "0", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **folders}
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def stop(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Player:
    """A window of the browser on a name of the server; each name has its own cookie, and so is another guest."""

    def __init__(self, page: Any, address: str, name: str = "127.0.0.1", size: tuple[int, int] = WIDE) -> None:
        self.page, self.driver = page, page.driver
        self.address = address.replace("127.0.0.1", name)
        self.driver.switch_to.new_window("tab")
        self.window = self.driver.current_window_handle
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT_FRAMES})
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == SMALL},
        )
        self.driver.get(self.address.partition("#")[0] + "site/serve.css")
        self.driver.delete_all_cookies()  # another guest in each test
        self.driver.get(self.address)
        self.wait(lambda: self.page.find("#games li"))

    @property
    def buttons(self) -> dict[str, Any]:
        """The buttons below the game that can be seen, by name."""
        return dict(self.page.run(LIST_BUTTONS))

    def click(self, name: str) -> None:
        """Clicks the button of an accessible name, once it is there."""
        self.wait(lambda: name in self.buttons)
        button = self.buttons[name]
        assert button.accessible_name == name
        button.click()

    def __enter__(self) -> Player:
        self.driver.switch_to.window(self.window)
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def wait(self, is_met: Callable[[], object], seconds: float = 20.0) -> None:
        def check() -> object:
            try:
                return is_met()
            except Exception:
                return False

        self.page.wait(check, seconds)

    def open(self, fragment: str) -> None:
        self.driver.get(self.address.partition("#")[0] + "play" + fragment)
        self.wait(lambda: self.page.run("return window.framesSeen > 0"))

    def wait_words(self, words: str) -> None:
        self.wait(lambda: words in self.words)

    @property
    def words(self) -> str:
        return str(self.page.run(READ_WORDS, "status", "news", "question", "facts", "state"))

    def type(self, *keys: str, settle: float = 0.0) -> None:
        """Types keys; waits after each until the screen has stood still, so that none ends a journey."""
        for key in keys:
            before = self.frames
            self.page.press(KEYS.get(key, key))
            end = time.monotonic() + 10 * settle
            while self.frames == before and time.monotonic() < end:
                time.sleep(settle)
            if settle:
                self.wait_still(settle)

    def wait_still(self, seconds: float) -> None:
        """Waits until no frame has come for a time."""
        seen = -1
        while seen != (seen := self.frames):
            time.sleep(seconds)

    @property
    def frames(self) -> int:
        """The number of frames so far."""
        return int(self.page.run("return window.framesSeen ?? 0"))
