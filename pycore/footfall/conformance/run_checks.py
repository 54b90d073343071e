"""Runs conformance checks and collects their results; one of the checks runs the mod's own tests with pytest."""

import importlib.util
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterable
from enum import Enum
from pathlib import Path
from time import perf_counter
from xml.etree import ElementTree

import msgspec

from footfall.diagnostics.files import format_path
from footfall.diagnostics.plural import format_count
from footfall.loader.isolation.attached_process import start_attached
from footfall.loader.isolation.watchdog import watch_for_hangs

from . import checks
from .checks import Check
from .harness import CheckFailure, Harness

_NO_TESTS_EXIT_CODE = 5
"""Exit code of pytest when it collects no tests."""


def check_mod_tests(harness: Harness) -> Generator[CheckFailure, None, str]:
    """Runs the mod's own tests."""
    folder = harness.mod.files.path
    if not folder.is_dir():
        return "- a zip or a single file contains no tests"
    if importlib.util.find_spec("pytest") is None:
        return "- pytest is not installed: python -m pip install 'footfall[modding]'"
    repeat = shlex.join(["python", "-m", "pytest", format_path(folder)])
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        report = Path(scratch) / "report.xml"
        options = ["-q", "-p", "no:cacheprovider", "-p", "footfall.testing.plugin", f"--junitxml={report}"]
        if importlib.util.find_spec("pytest_benchmark") is not None:
            options.append(f"--benchmark-storage={Path(scratch, 'benchmarks').as_uri()}")
        # An approval covers all files of a folder, so the tests leave none behind.
        variables = {"PYTHONDONTWRITEBYTECODE": "1", "HYPOTHESIS_STORAGE_DIRECTORY": scratch}
        variables["PYTHONOPTIMIZE"] = ""  # tests are made of assertions
        output = Path(scratch) / "output.txt"
        with (
            output.open("wb") as file,
            start_attached(
                "pytest", [*options, str(folder)], stdout=file, stderr=subprocess.STDOUT, variables=variables
            ) as process,
        ):
            exit_code = process.wait()
        if exit_code == _NO_TESTS_EXIT_CODE:
            return "- the mod has no tests"
        try:
            cases = list(ElementTree.parse(report).iter("testcase"))
        except (OSError, ElementTree.ParseError):
            last_line = " ".join(output.read_text("utf-8", "replace").strip().splitlines()[-1:])
            text = f"pytest ended with exit code {exit_code}: {last_line}"
            yield CheckFailure(harness.check, harness.mod.id, text, repeat=repeat)
            return "none ran"
    for case in cases:
        for failure in [*case.findall("failure"), *case.findall("error")]:
            message = (failure.get("message") or "failed").strip().splitlines()[0][:200]
            place = _find_location(failure.text or "", folder)
            text = f"{case.get('name')}: {message}"
            yield CheckFailure(harness.check, harness.mod.id, text, place, repeat=repeat)
    return format_count(len(cases), "test")


def _find_location(text: str, folder: Path) -> str:
    """``file:line`` of the last line in a pytest report that names a file of the mod."""
    for line in reversed(text.splitlines()):
        path, _, rest = line.partition(":")
        number = rest.partition(":")[0]
        if path.endswith((".py", ".toml")) and number.isdigit() and folder.name in Path(path).resolve().parts:
            return format_path(f"{Path(path)}:{number}")
    return ""


CHECKS: dict[str, Check] = {
    "loading": checks.check_loading,
    "mod-tests": check_mod_tests,
    "seeds": checks.check_seeds,
    "determinism": checks.check_determinism,
    "saves": checks.check_saves,
    "removal": checks.check_removal,
    "load-order": checks.check_load_order,
    "settings": checks.check_settings,
    "performance": checks.check_performance,
}
"""All checks by name, in the order they run."""

MAX_FAILURES = 5
"""Distinct failures of one check that a result keeps; the others are only counted."""


class CheckOutcome(Enum):
    """Outcome of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class ConformanceResult(msgspec.Struct, frozen=True):
    """Result of one check in one game.

    Attributes:
        summary: figures, or the reason why the check was skipped.
        failures: the first `MAX_FAILURES` distinct failures.
        failure_count: number of all failures.
    """

    game: str
    check: str
    outcome: CheckOutcome
    summary: str
    seconds: float
    failures: tuple[CheckFailure, ...] = ()
    failure_count: int = 0


def run_checks(
    harness: Harness, names: Iterable[str] = CHECKS, on_check: Callable[[str], None] = lambda check: None
) -> list[ConformanceResult]:
    """Runs checks in order, after a call of `on_check` with the name of each."""
    results = []
    for name in names:
        on_check(name)
        harness.check = name
        start = perf_counter()
        failures: list[CheckFailure] = []
        check = CHECKS[name](harness)
        with watch_for_hangs():
            while True:
                try:
                    failures.append(next(check))
                except StopIteration as end:
                    summary = str(end.value)
                    break
        is_skipped = summary.startswith("-") and not failures
        outcome = CheckOutcome.FAILED if failures else CheckOutcome.SKIPPED if is_skipped else CheckOutcome.PASSED
        distinct = tuple({get_failure_key(failure): failure for failure in reversed(failures)}.values())[::-1]
        results.append(
            ConformanceResult(
                harness.game.id,
                name,
                outcome,
                summary.removeprefix("- "),
                round(perf_counter() - start, 3),
                distinct[:MAX_FAILURES],
                len(failures),
            )
        )
    return results


def get_failure_key(failure: CheckFailure) -> tuple[str, str, str]:
    """Key that is equal for failures with the same cause, regardless of the seed."""
    return failure.mod, failure.text, failure.place
