"""A browser without a window, and its players."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main

sys.path.insert(0, str(Path(__file__).parent))

from served_games import WIDE, Player, Served

OPTIONS = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven through Selenium."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: pip install '.[browser]'")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in (*OPTIONS, "--autoplay-policy=no-user-gesture-required"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chromium = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield chromium
    chromium.quit()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves Chromium to the proofs, also where it happens to be installed."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.proof(0), append=False)


class OpenPage:
    """A page in the browser, by keys, clicks and the texts that a reader finds."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def find_button(self, name: str) -> Any:
        """Returns the button of an accessible name."""
        buttons = self.driver.find_elements("css selector", "button")
        return next(button for button in buttons if button.accessible_name == name)

    def read(self, id: str) -> str:
        """Returns the text of an element."""
        return str(self.run("return document.getElementById(arguments[0]).textContent", id))

    def read_lines(self, id: str) -> list[str]:
        script = "return [...document.querySelectorAll(`#${arguments[0]} > li`)].map(li => li.firstChild.textContent)"
        return list(self.run(script, id))

    @property
    def at(self) -> int:
        """The number of the step."""
        return int(self.read("count").split()[1])

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def wait(self, is_met: Callable[[], object], seconds: float = 10) -> None:
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: is_met())

    def list_problems(self) -> list[str]:
        """Returns the errors and warnings of the console, violations of the content policy among them."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture
def show_page(browser: Any) -> Callable[[], OpenPage]:
    """``show_page()`` returns the page that the browser shows."""
    return lambda: OpenPage(browser)


@pytest.fixture
def open_page(browser: Any) -> Callable[..., OpenPage]:
    """``open_page(path, "#turn=3", 390, 844)`` opens a file from disk in a window of that size."""

    def open_file(path: Path, fragment: str = "", width: int = 1280, height: int = 800) -> OpenPage:
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 1000},
        )
        browser.get("about:blank")
        browser.get_log("browser")
        browser.get(path.as_uri() + fragment)
        page = OpenPage(browser)
        page.wait(lambda: page.read("count"))
        return page

    return open_file


@pytest.fixture(scope="session")
def replays(load_script: Callable[[str], ModuleType], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of the bank, played again: its own replays end where the rules have changed since."""
    bank, folder = load_script("tests/saves/write_bank.py"), tmp_path_factory.mktemp("replays")
    for name in ("stealth", "king", "delve"):
        bank.write_game(folder, name)
    return folder


@pytest.fixture(scope="session")
def write_page(replays: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """``write_page("king.replay")`` writes the page of a replay, by name one of `replays`, and returns its path."""
    pages: dict[tuple[object, ...], Path] = {}

    def write(replay: Path | str, *options: str, tiles: str = "") -> Path:
        key = (replay, tiles, *options)
        if key not in pages:
            path = tmp_path_factory.mktemp("page") / "page.html"
            folders = {f"XDG_{name}_HOME": str(path.parent / name) for name in ("DATA", "CONFIG", "STATE")}
            settings = path.parent / "CONFIG" / "footfall" / "ui.toml"
            settings.parent.mkdir(parents=True)
            settings.write_text(f'[look]\ntiles = "{tiles}"\n', "utf-8")
            command = ["replay", str(replays / replay), "--to", "html", "-o", str(path), "--lang", "en", *options]
            result = CliRunner(env=folders).invoke(main, command, catch_exceptions=False)
            assert result.exit_code == 0, result.output
            pages[key] = path
        return pages[key]

    return write


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("starlette", reason="the extra web is not installed")
    server = Served(tmp_path_factory.mktemp("served"))
    yield server
    server.stop()


@pytest.fixture
def play(browser: Any, show_page: Callable[[], Any], served: Served) -> Iterator[Callable[..., Player]]:
    """``play("localhost")`` opens a window of a guest under a name of the server."""
    first = browser.current_window_handle

    def open_window(name: str = "127.0.0.1", size: tuple[int, int] = WIDE, server: Served = served) -> Player:
        return Player(show_page(), server.address, name, size)

    yield open_window
    for window in browser.window_handles:
        if window != first:
            browser.switch_to.window(window)
            browser.close()
    browser.switch_to.window(first)
    browser.get_log("browser")
