"""Does what a page of the docs says, in an empty folder: its files are written, its commands run.

    python tests/mods/walk_docs.py docs/modding/ten-minutes.md [FOOTFALL]

A block after ``<!-- run -->`` is run line by line. A Python block after the words "to `PATH`:" is written there.
FOOTFALL is the command to use for ``footfall``; CI gives the one of the built wheel. Prints what it did and the
seconds it took.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BLOCK = re.compile(r"(?P<run><!-- run -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)
TARGET = re.compile(r"to `(?P<path>[\w/.-]+)`:\s*$")


def run_page(page: Path, folder: Path, footfall: list[str]) -> list[tuple[str, str]]:
    """Does what a page says; returns each command with what it printed.

    Raises:
        SystemExit: a command failed; the text is what it printed.
    """
    text = page.read_text(encoding="utf-8")
    home = folder / ".home"
    env = {k: v for k, v in os.environ.items() if not k.startswith("FOOTFALL_")}
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        env[name] = str(home / name)
    said = []
    for block in BLOCK.finditer(text):
        target = TARGET.search(text[: block.start()])
        if target is not None:
            path = folder / target["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
        if block["run"] is None:
            continue
        for line in block["text"].splitlines():
            words = shlex.split(line, comments=True)
            if not words:
                continue
            command = [*footfall, *words[1:]] if words[0] == "footfall" else words
            done = subprocess.run(
                command, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
            )
            if done.returncode != 0:
                raise SystemExit(f"{page.name}: {line}\n{done.stdout}{done.stderr}")
            said.append((line, done.stdout + done.stderr))
    return said


def main() -> None:
    """Walks one page and prints what it did."""
    page = Path(sys.argv[1])
    footfall = sys.argv[2:] or [shutil.which("footfall") or "footfall"]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        said = run_page(page, Path(folder), footfall)
    took = time.monotonic() - began
    for line, _ in said:
        print(f"  {line}")
    heard = dict(said)
    assert "you.hello" in heard["footfall mods list"], heard["footfall mods list"]
    assert "you.hello" in heard["footfall hooks on_hear"], heard["footfall hooks on_hear"]
    print(f"{page.name}: {len(said)} commands in {took:.1f} s")
    assert took < 120, "two minutes at most"


if __name__ == "__main__":
    main()
