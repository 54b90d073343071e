"""Runs the Python blocks of the page on the kernels alone, and compares what they print with their comments.

    python tests/kernels/walk_kernels_page.py docs/kernels-alone/README.md [PEER ...]

A block after ``<!-- tcod -->`` is run if tcod is among the peers. Needs footfall_kernels with NumPy, and the peers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"(?:<!-- (?P<peer>\w+) -->\n)?```python\n(?P<code>.*?)```", re.DOTALL)
PROMISE = re.compile(r"^print\(.*\) +# (?P<text>.*)$", re.MULTILINE)


def list_blocks(page: str, peers: set[str]) -> Iterator[str]:
    """Yields the blocks of a page that need none but these peers."""
    for block in BLOCK.finditer(page):
        if block["peer"] is None or block["peer"] in peers:
            yield block["code"]


def run_page(page: str, peers: set[str]) -> list[tuple[str, str]]:
    """Runs the blocks in one namespace; returns each promise with what was printed."""
    namespace: dict[str, Any] = {}
    results = []
    for code in list_blocks(page, peers):
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(code, "README.md", "exec"), namespace)
        promises = [promise["text"] for promise in PROMISE.finditer(code)]
        results += zip(promises, printed.getvalue().splitlines(), strict=True)
    return results


def list_foreign_packages() -> set[str]:
    """Returns the packages that the kernels import, but for NumPy and the standard library."""
    import numpy  # noqa: F401 - may import what it likes

    before = set(sys.modules)
    import footfall_kernels  # noqa: F401 - measured

    gained = {name.partition(".")[0] for name in set(sys.modules) - before}
    return gained - set(sys.stdlib_module_names) - {"numpy", "footfall_kernels"}


def main() -> int:
    """Checks one page; returns the number of faults."""
    page, *peers = sys.argv[1:]
    text = Path(page).read_text(encoding="utf-8")
    faults = [f"imported {name}" for name in sorted(list_foreign_packages())]
    results = run_page(text, set(peers))
    faults += [f"expected {promise!r}, printed {line!r}" for promise, line in results if promise != line]
    print(*faults, f"{page}: {len(results)} results on Python {sys.version.split()[0]}, {len(faults)} faults", sep="\n")
    return len(faults)


if __name__ == "__main__":
    sys.exit(min(main(), 1))
