"""Changes single operators, numbers and words of a room's code, and counts the changes that its tests notice.

    python -m pip install -e ".[test,mutation]"
    python benches/mutation.py ROOM [ROOM ...] [--mutants 100] [--seed 1 2] [--jobs 2] [--write]

cosmic-ray makes the mutants. Places are chosen by the seed, all equally likely, then one of the mutants of the place;
annotations are left out. Each mutant runs, in a copy of the repository, the tests that cover its line until the first
failure, of the room's own folder also the larger proofs: first those that run, in little time, lines of its file that
few others run. A line that is run by imports alone is covered by the tests of the lines that name what it defines,
then by those of its file, of declarations and of the room's own folder, or by all.

A mutant is killed if a test fails, or the tests take four times as long as without it. Survivors are printed; those
that change nothing stand in ``benches/data/equivalent_mutants.toml`` with the reason. ``--write`` writes the row of the
room and the seed in ``benches/results/mutation.md``. The kernels are Rust:
``cargo mutants -p footfall-kernels --shard 0/100`` tries a hundredth of their 3,098 mutants.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

import parso
from checkouts import ROOT, copy_checkout
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

PAGE = Path(__file__).parent / "results" / "mutation.md"
EQUIVALENT = Path(__file__).parent / "data" / "equivalent_mutants.toml"

ROOMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "engine": (
        "pycore/footfall/engine",
        (
            "tests/engine",
            "tests/mods",
            "tests/saves",
            "tests/king",
            "tests/delve",
            "tests/app/test_app_replay_file.py",
            "tests/app/test_app_saves.py",
            "tests/cli/test_cli_failing_levels.py",
            "tests/env/test_env_tasks.py",
            "tests/loader/test_loader_dice.py",
            "tests/sim/test_sim_compiled.py",
            "tests/test_counts.py",
        ),
    ),
    "loader": (
        "pycore/footfall/loader",
        (
            "tests/loader",
            "tests/mods",
            "tests/content",
            "tests/sharing",
            "tests/check",
            "tests/app/test_app_console.py",
            "tests/app/test_app_mods_screen.py",
            "tests/app/test_app_typed_rules.py",
            "tests/cli/test_cli_mods_run.py",
            "tests/cli/test_cli_rule_conflicts.py",
            "tests/saves/test_saves_migrations.py",
            "tests/sharing/test_sharing_damage.py",
        ),
    ),
    "expressions": ("pycore/footfall/expressions", ("tests/expressions", "tests/mods", "tests/check")),
    "sharing": ("pycore/footfall/sharing", ("tests/sharing",)),
    "world": (
        "pycore/footfall/world",
        (
            "tests/delve",
            "tests/generation",
            "tests/saves",
            "tests/stealth_scene",
            "tests/scenario",
            "tests/engine/test_world_checks.py",
            "tests/engine/test_world_painting.py",
        ),
    ),
    "stealth": (
        "plugins/stealth",
        (
            "tests/stealth",
            "tests/stealth_scene",
            "tests/stealth_items",
            "tests/scenario",
            "tests/generation",
            "tests/env",
            "tests/audio/test_own_sounds.py",
            "tests/mods/test_vocabulary.py",
        ),
    ),
    "king": ("plugins/king", ("tests/king", "tests/env")),
    "delve": ("plugins/delve", ("tests/delve", "tests/env")),
}
"""The source folder of each room, and the folders of the tests that are asked."""

DECLARATIONS = "tests/engine/test_engine_declarations.py"
"""Tests of what all games declare, asked about lines that imports alone run."""

PROOF = ("--proof", "more")
"""The samples of the room's own proofs: those that ``.ci/run`` runs."""

MOST_TESTS_SECONDS = 20.0
"""Tests that one mutant runs, by the time that they take without it."""

TEST_SECONDS = 0.1
"""Time that each test counts besides its own when the first are chosen."""

USE_WEIGHT = 10
"""How much more a line that names what a mutant changes counts than one of its file."""

START_SECONDS = 30.0
"""Time that a process of pytest may need besides its tests."""

SAME = re.compile(r"_(Eq_Is|Is_Eq|NotEq_IsNot|IsNot_NotEq)$")
"""Operators that change nothing for numbers, texts that Python keeps once, None and members of enums."""

HINT = re.compile(r"(\bgc|\bzip\(.*\bstrict)=(True|False)")
"""A hint for the garbage collector, and whether ``zip`` checks that lengths are equal: neither changes a result."""


class Mutant(NamedTuple):
    """One change of a file, by the name of the operator and its number among the places where it applies."""

    path: str
    line: int
    operator: str
    occurrence: int


class Outcome(StrEnum):
    """What the tests said of a mutant."""

    KILLED = "killed"
    SLOW = "slow"
    SURVIVED = "survived"
    UNCOVERED = "uncovered"
    EQUIVALENT = "equivalent"


class Coverage(NamedTuple):
    """The tests that run each line of each file, the seconds of each test, and the folder of the room's own tests."""

    tests: Mapping[str, Mapping[int, frozenset[str]]]
    seconds: Mapping[str, float]
    own: str

    def choose(self, mutant: Mutant) -> list[str]:
        """Returns the tests of a line within `MOST_TESTS_SECONDS`, those of a file together, which share fixtures."""
        lines = self.tests.get(mutant.path, {})
        found, uses = lines.get(mutant.line), list[frozenset[str]]()
        if not found:
            uses = self.find_uses(mutant)
            found = frozenset[str]().union(*lines.values(), *uses)
            found |= {test for test in self.seconds if not found or test.startswith((DECLARATIONS, self.own))}
        rarity = Counter[str]()
        for weight, covered in ((1, lines.values()), (USE_WEIGHT, uses)):
            for tests in filter(None, covered):
                rarity.update(dict.fromkeys(tests, weight / len(tests)))
        seconds = {test: self.seconds.get(test, 0.0) for test in found}
        chosen, total = defaultdict[str, list[str]](list), 0.0
        rarity.update(dict.fromkeys((test for test in found if test.startswith(DECLARATIONS)), len(self.seconds)))
        for test in sorted(found, key=lambda test: (-rarity[test] / (seconds[test] + TEST_SECONDS), test)):
            total += seconds[test]
            if chosen and total > MOST_TESTS_SECONDS:
                break
            chosen[test.partition("::")[0]].append(test)
        return [test for tests in chosen.values() for test in tests]

    def find_uses(self, mutant: Mutant) -> list[frozenset[str]]:
        """Returns the tests of each line of the room that names what a line defines."""
        words = rf"\b({'|'.join(find_definitions(ROOT / mutant.path, mutant.line)) or '(?!)'})\b"
        return [
            lines[number]
            for path, lines in self.tests.items()
            for number, text in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1)
            if lines.get(number) and re.search(words, text)
        ]


def find_definitions(path: Path, line: int) -> list[str]:
    """Returns the names that the statement of a module or class at a line defines."""
    body, names = ast.parse(path.read_text("utf-8")).body, list[str]()
    while found := [node for node in body if node.lineno <= line <= (node.end_lineno or 0)]:
        node = found[0]
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        names = [node.name] if hasattr(node, "name") else [each.id for each in targets if isinstance(each, ast.Name)]
        body = node.body if isinstance(node, ast.ClassDef) else []
    return names


def list_mutants(path: Path) -> Iterator[tuple[tuple[int, int], Mutant]]:
    """Yields the mutants of a file, with their line and column."""
    tree = get_ast(path.read_text("utf-8"))
    for name in operator_names():
        kind = get_operator(name)
        if kind.arguments() or SAME.search(name):
            continue
        operator = kind()
        places = ((node, *place) for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for number, (node, start, end) in enumerate(places):
            is_dotted = name.endswith("ExceptionReplacer") and node.get_leaf_for_position(start).end_pos != end
            if not is_annotation(node) and not is_dotted:  # cosmic-ray fails at ``except module.Error``
                yield start, Mutant(str(path.relative_to(ROOT)), start[0], name, number)


def is_annotation(node: parso.tree.NodeOrLeaf) -> bool:
    """Returns whether a node is part of a type, which nothing evaluates."""
    while node.parent is not None:
        siblings, above = node.parent.children, node.parent.type
        before = siblings[siblings.index(node) - 1] if siblings.index(node) else None
        if above in ("annassign", "tfpdef", "funcdef") and before is not None and before in (":", "->"):
            return node.type != "suite"
        node = node.parent
    return False


def choose_mutants(folder: Path, count: int, seed: int) -> list[Mutant]:
    """Returns up to `count` mutants of a folder, each at a place of its own."""
    places = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for start, mutant in list_mutants(path):
            places[mutant.path, start].append(mutant)
    random = Random(seed)
    chosen = random.sample(sorted(places), min(count, len(places)))
    return [random.choice(places[place]) for place in chosen]


def run_pytest(folder: Path, arguments: Sequence[str], timeout: float | None = None) -> int | None:
    """Runs tests of a copy; returns the exit code, or None if they took too long."""
    packages = os.pathsep.join([str(folder / "pycore"), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": packages, "COVERAGE_FILE": str(folder / ".coverage")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(command, cwd=folder, env=environment, **quiet) as process:
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return None


def measure_coverage(folder: Path, source: str, folders: Sequence[str]) -> Coverage:
    """Runs the tests of a room in a copy; those that fail without a mutant are printed, and asked about none.

    Raises:
        SystemExit: they cannot be run.
    """
    seconds, failed = dict[str, float](), set[str]()
    report, (own, *others) = folder / "tests.xml", folders
    options = (f"--cov={folder / source}", "--cov-context=test", "--cov-append", "--cov-report=")
    for named in ((own, *PROOF), others):
        code = run_pytest(folder, [*named, *options, f"--junitxml={report}"])
        if code not in (0, 1):
            raise SystemExit(f"the tests cannot be run (pytest's exit code {code}): {' '.join(named)}")
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.attrib['classname'].replace('.', '/')}.py::{case.attrib['name']}"
            if case.find("failure") is not None or case.find("error") is not None:
                print(f"fails without a mutant: {name}", flush=True)
                failed.add(name)
            seconds[name] = float(case.attrib["time"])
    tests = {name: time for name, time in seconds.items() if name not in failed}
    return Coverage(read_coverage(folder, tests), tests, own)


def read_coverage(folder: Path, tests: Iterable[str]) -> dict[str, dict[int, frozenset[str]]]:
    """Returns the tests of each line of each file; what a test's setup runs, all tests of its file may share."""
    of_file = defaultdict[str, set[str]](set)
    for test in tests:
        of_file[test.partition("::")[0]].add(test)

    @cache
    def list_tests(context: str) -> set[str]:
        test, _, phase = context.rpartition("|")
        shared = of_file[test.partition("::")[0]]
        return shared if phase == "setup" else shared & {test}

    data = CoverageData(str(folder / ".coverage"))
    data.read()
    found = {}
    for path in data.measured_files():
        contexts = data.contexts_by_lineno(path)
        lines = {line: frozenset[str]().union(*map(list_tests, names)) for line, names in contexts.items()}
        found[str(Path(path).resolve().relative_to(folder.resolve()))] = lines
    return found


def try_mutant(folder: Path, mutant: Mutant, coverage: Coverage) -> tuple[Outcome, str]:
    """Runs the tests of one mutant in a copy; returns their verdict, and the change as two lines."""
    path, tests = folder / mutant.path, coverage.choose(mutant)
    source = path.read_text("utf-8")
    changed = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    assert changed is not None, mutant
    pairs = zip(source.splitlines(), changed.splitlines(), strict=False)
    old, new = next(((old.strip(), new.strip()) for old, new in pairs if old != new), ("", ""))
    change = f"{mutant.path}:{mutant.line}: {old}  ->  {new}"
    if HINT.sub(r"\1", old) == HINT.sub(r"\1", new) or f"{old}  ->  {new}" in read_equivalent().get(mutant.path, {}):
        return Outcome.EQUIVALENT, change
    if not tests:
        return Outcome.UNCOVERED, change
    seconds = sum(coverage.seconds.get(test, 0.0) for test in tests)
    path.write_text(changed, encoding="utf-8")
    try:
        code = run_pytest(folder, ["-x", *tests], 4 * seconds + START_SECONDS)
    finally:
        path.write_text(source, encoding="utf-8")
    outcomes = {None: Outcome.SLOW, 0: Outcome.SURVIVED}
    return outcomes.get(code, Outcome.KILLED), change


def read_equivalent() -> dict[str, dict[str, str]]:
    """Returns the reason why a mutant is equivalent, by file and change."""
    return tomllib.loads(EQUIVALENT.read_text("utf-8"))


def try_room(room: str, count: int, seeds: Sequence[int], jobs: int) -> Iterator[Counter[Outcome]]:
    """Tries the mutants of a room for each seed, prints those that survive, and yields what the tests said."""
    source, tests = ROOMS[room]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copy_checkout(ROOT, Path(name) / str(number)))
        samples = [choose_mutants(ROOT / source, count, seed) for seed in seeds]
        coverage = measure_coverage(Path(name) / "0", source, (*tests, DECLARATIONS))

        def attempt(mutant: Mutant) -> tuple[Outcome, str]:
            folder = copies.get()
            try:
                return try_mutant(folder, mutant, coverage)
            finally:
                copies.put(folder)

        for mutants in samples:
            outcomes = Counter[Outcome]()
            for outcome, change in pool.map(attempt, mutants):
                outcomes[outcome] += 1
                if outcome in (Outcome.SURVIVED, Outcome.UNCOVERED):
                    print(f"{outcome}: {change}", flush=True)
            yield outcomes


def score(outcomes: Mapping[Outcome, int]) -> float:
    """Returns the share of killed mutants, without those that change nothing."""
    killed = outcomes.get(Outcome.KILLED, 0) + outcomes.get(Outcome.SLOW, 0)
    return killed / max(1, sum(outcomes.values()) - outcomes.get(Outcome.EQUIVALENT, 0))


def write_row(room: str, outcomes: Mapping[Outcome, int], seed: int) -> None:
    """Replaces the row of a room and a seed on the page."""
    numbers = [sum(outcomes.values()), *(outcomes.get(outcome, 0) for outcome in Outcome)]
    start = f"| {room} | {seed} | "
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if not line.startswith(start)]
    rows.append(f"{start}{' | '.join(map(str, numbers))} | {score(outcomes):.0%} |")
    head = next(number for number, line in enumerate(rows) if line.startswith("|---")) + 1
    names = list(ROOMS)
    rows[head:] = sorted(rows[head:], key=lambda row: (names.index(row.split(" ")[1]), int(row.split(" ")[3])))
    PAGE.write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> int:
    """Tries the mutants of each room and prints the share that its tests notice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="+", choices=ROOMS, metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help=f"write the rows of {PAGE.relative_to(ROOT)}")
    arguments = parser.parse_args()
    for room in arguments.rooms:
        results = try_room(room, arguments.mutants, arguments.seed, arguments.jobs)
        for seed, outcomes in zip(arguments.seed, results, strict=True):
            counted = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in Outcome)
            print(f"{room}, seed {seed}: {counted}: {score(outcomes):.0%}", flush=True)
            if arguments.write:
                write_row(room, outcomes, seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
