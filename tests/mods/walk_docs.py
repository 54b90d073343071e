"""Follows a page of the docs in an empty folder: writes its files and runs its commands.

    python tests/mods/walk_docs.py docs/modding/ten-minutes.md [FOOTFALL]

A block after ``<!-- run -->`` is run line by line. A Python block after the words "to `PATH`:" is written to that file.
FOOTFALL is the command to run as ``footfall``; CI passes that of the built wheel. Prints the commands and the time.
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
    """Follows a page; returns each command with its output.

    Raises:
        SystemExit: a command failed; the message is its output.
    """
    text = page.read_text(encoding="utf-8")
    home = folder / ".home"
    env = {k: v for k, v in os.environ.items() if not k.startswith("FOOTFALL_")}
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        env[name] = str(home / name)
    outputs = []
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
            outputs.append((line, done.stdout + done.stderr))
    return outputs


def main() -> None:
    """Follows one page and prints its commands."""
    page = Path(sys.argv[1])
    footfall = sys.argv[2:] or [shutil.which("footfall") or "footfall"]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outputs = run_page(page, Path(folder), footfall)
    took = time.monotonic() - began
    for line, _ in outputs:
        print(f"  {line}")
    output_of = dict(outputs)
    assert "you.hello" in output_of["footfall mods list"], output_of["footfall mods list"]
    assert "you.hello" in output_of["footfall hooks on_hear"], output_of["footfall hooks on_hear"]
    print(f"{page.name}: {len(outputs)} commands in {took:.1f} s")
    assert took < 120, "two minutes at most"


if __name__ == "__main__":
    main()
