"""The mod's own tests: pytest in a process of its own."""

from __future__ import annotations

import importlib.util
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from xml.etree import ElementTree

from footfall.diagnostics.files import format_path
from footfall.diagnostics.plural import format_count

from .harness import CheckFailure, Harness

_NO_TESTS_EXIT_CODE = 5
"""pytest's exit code for: there are no tests."""


def check_own_tests(bench: Harness) -> Generator[CheckFailure, None, str]:
    """The tests that it brings."""
    folder = bench.mod.files.path
    if not folder.is_dir():
        return "- a zip or a single file brings no tests"
    if importlib.util.find_spec("pytest") is None:
        return "- pytest is not there: python -m pip install 'footfall[modding]'"
    repeat = shlex.join(["python", "-m", "pytest", format_path(folder)])
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        report = Path(scratch) / "report.xml"
        options = ["-q", "-p", "no:cacheprovider", "-p", "footfall.testing.plugin", f"--junitxml={report}"]
        command = [sys.executable, "-m", "pytest", *options, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == _NO_TESTS_EXIT_CODE:
            return "- it brings no tests"
        count = 0
        try:
            cases = list(ElementTree.parse(report).iter("testcase"))
        except (OSError, ElementTree.ParseError):
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            yield CheckFailure(
                "own", bench.mod.id, f"pytest ended with {done.returncode}: {' '.join(last)}", repeat=repeat
            )
            return "none was run"
    for case in cases:
        count += 1
        for wrong in [*case.findall("failure"), *case.findall("error")]:
            text = (wrong.get("message") or "failed").strip().splitlines()[0][:200]
            name = f"{case.get('name')}: {text}"
            yield CheckFailure(
                "own", bench.mod.id, name, _find_location(wrong.text or "", folder), repeat=repeat
            )
    return format_count(count, "test")


def _find_location(text: str, folder: Path) -> str:
    """``file:line`` of the last line of a report that names a file of the mod."""
    for line in reversed(text.splitlines()):
        path, _, rest = line.partition(":")
        number = rest.partition(":")[0]
        if path.endswith((".py", ".toml")) and number.isdigit() and folder.name in Path(path).resolve().parts:
            return format_path(f"{Path(path)}:{number}")
    return ""
