"""Measures the page of a recorded game: bytes, time to write it, and time to its first frame in Chromium.

Usage: python benches/page.py [GAMES]      Chromium and selenium (extra `browser`) are needed for the first frame.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMANDS = 1000
WAIT = "return document.getElementById('count')?.textContent ? performance.now() : 0"


def time_first_frame(page: Path) -> float:
    """Returns the ms from the navigation to the first step in a new browser; 0 if there is no browser."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        return 0.0
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(option)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        browser.get(page.as_uri())
        while not (shown := float(browser.execute_script(WAIT))):
            time.sleep(0.005)
    finally:
        browser.quit()
    return shown


def main(games: int) -> None:
    footfall = [sys.executable, "-m", "footfall"]
    with tempfile.TemporaryDirectory() as name:
        for number in range(games):
            replay, page = Path(name) / f"{number}.replay", Path(name) / f"{number}.html"
            play = [
                "simulate",
                "stealth",
                "--games",
                "1",
                "--record",
                str(number),
                "--bots",
                "expert",
                "--course",
                "whole",
            ]
            subprocess.run(
                [*footfall, *play, "--max-commands", str(COMMANDS), "--workers", "0", "--out", str(replay)],
                check=True,
                capture_output=True,
            )
            begin = time.perf_counter()
            told = subprocess.run(
                [*footfall, "replay", str(replay), "--to", "html", "-o", str(page)],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            seconds = time.perf_counter() - begin
            found = re.search(r"(\d+) commands", told)
            commands, size = int(found[1]) if found else 0, page.stat().st_size
            print(
                f"seed {number}: {commands} commands, {size / 1000:.0f} kB, {size / commands:.0f} bytes a command,"
                f" written in {seconds:.1f} s, first frame after {time_first_frame(page):.0f} ms"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
