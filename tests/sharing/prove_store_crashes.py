"""Proves that no crash leaves half an installation: one at every write, flush and rename of the store.

    python tests/sharing/prove_store_crashes.py [--kills 300] [--faults]

Installs, updates, undoes, removes and cleans through the command line, with a lock that names a content and a second
profile. The journal of the files (`tests/saves/disk_journal.py`) gives the folder that each crash leaves: the profile
must be as before or as after the command, each content that a profile or the lock names must be whole, and the other
profile must be untouched. With --kills, processes that do the same are killed at random moments instead; with --faults,
each call of the file system fails, which the command tells in a sentence.
"""

from __future__ import annotations

import argparse
import errno
import itertools
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "saves")]

from click.testing import CliRunner  # noqa: E402
from disk_journal import Journal, Operation, list_crashes, record, write_files  # noqa: E402
from publishing import publish_samples  # noqa: E402

from footfall.app.profile_change import open_profile  # noqa: E402
from footfall.cli import main as footfall  # noqa: E402
from footfall.loader.discovery import find_content  # noqa: E402
from footfall.loader.profiles.pointer import ProfileError, get_profile, read_pointer  # noqa: E402
from footfall.sharing.carry_out import commit, fetch_contents  # noqa: E402
from footfall.sharing.cleaning import find_waste, sweep  # noqa: E402
from footfall.sharing.locks import read_lock  # noqa: E402
from footfall.sharing.package_state import PackageState  # noqa: E402
from footfall.sharing.plans import ChangePlan, PlanError, plan_install, plan_remove, plan_update  # noqa: E402
from footfall.sharing.store import StoreError, undo  # noqa: E402

PREPARATION = (
    ("mods", "install", "python"),
    ("mods", "profile", "new", "other"),
    ("mods", "install", "python", "--profile", "other"),
    ("mods", "install", "alpha@1.0"),
    ("mods", "profile", "lock", "--file", "kept.lock"),
)
COMMANDS = (
    ("mods", "update", "--yes"),
    ("mods", "undo"),
    ("mods", "install", "gamma", "alpha", "--yes"),
    ("mods", "remove", "gamma", "alpha"),
    ("mods", "remove", "--unused", "--yes"),
    ("mods", "install", "alpha"),
    ("mods", "undo"),
    ("mods", "remove", "--unused", "--yes"),
)
"""The commands in which crashes happen."""


@contextmanager
def use_home(folder: Path) -> Iterator[None]:
    """Uses a folder as the user's."""
    names = {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state"}
    before, here = dict(os.environ), os.getcwd()
    os.environ |= {name: str(folder / part) for name, part in names.items()} | {"FOOTFALL_TRUST": "approved"}
    os.environ.pop("FOOTFALL_PROFILE", None)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)


def run(words: Sequence[str]) -> None:
    """Runs a command that must succeed."""
    done = CliRunner().invoke(footfall, list(words))
    if done.exit_code:
        raise AssertionError(f"{words}: {done.output}")


def prepare(home: Path) -> None:
    """Publishes mods and installs some."""
    shelf = publish_samples(home / "shelf")
    with use_home(home):
        run(("mods", "index", "add", str(shelf)))
        for words in PREPARATION:
            run(words)


def read_state() -> tuple[str, str]:
    """The mods of the two profiles."""
    pointer = read_pointer()
    return repr(get_profile(pointer, "default").now.mods), repr(get_profile(pointer, "other").now.mods)


def find_loss(allowed: Sequence[tuple[str, str]], lock: Path) -> str:
    """Looks at the store in use; returns what is wrong, or ``""``."""
    try:
        if read_state() not in allowed:
            return "the profiles are neither as before nor as after"
        pointer = read_pointer()
    except ProfileError as error:
        return str(error)
    named = {mod.hash for profile in pointer.profiles.values() for mod in profile.now.mods}
    for hash in named | {row.hash for row in read_lock(lock).mod if not row.id.startswith("core.")}:
        if find_content(hash) is None:
            return f"the content {hash} is lost"
    return ""


def prove_crashes(home: Path, commands: Sequence[Sequence[str]] = COMMANDS) -> tuple[Counter[str], list[str]]:
    """Returns the numbers of crashes and of different folders that they leave, and the losses."""
    counts: Counter[str] = Counter()
    losses: list[str] = []
    prepare(home)
    for words in commands:
        journal = Journal(home / "data")
        journal.note = words
        there = list_files(journal.root)
        with use_home(home), record(journal):
            before = read_state()
            run(words)
            after = read_state()
        seen: dict[tuple[tuple[str, bytes], ...], str] = {}
        for crash in list_crashes([*there, *journal.operations]):
            if crash.note is None:
                continue
            key = tuple(sorted(crash.image.items()))
            if key not in seen:
                seen[key] = check_image(home, crash.image, [before, after])
            counts[f"{' '.join(words[1:2])}: {crash.kind}"] += 1
            if seen[key]:
                losses.append(f"{' '.join(words)}: {crash.where} operation {crash.index} ({crash.kind}): {seen[key]}")
        counts["different folders"] += len(seen)
    return counts, losses


def list_files(root: Path) -> list[Operation]:
    """Returns the operations that make the files of a folder, on disk."""
    operations = []
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        name = str(path.relative_to(root))
        operations += [
            Operation("create", name),
            Operation("write", name, 0, path.read_bytes()),
            Operation("flush", name),
        ]
    folders = sorted({os.path.dirname(operation.path) for operation in operations})
    return [*operations, *(Operation("flush-folder", folder or ".") for folder in folders)]


def check_image(home: Path, image: dict[str, bytes], allowed: Sequence[tuple[str, str]]) -> str:
    """Looks at the folder that a crash leaves; returns what is wrong, or ``""``."""
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name) / "data", image)
        with use_home(Path(name)):
            return find_loss(allowed, home / "kept.lock")


def prove_faults(home: Path, commands: Sequence[Sequence[str]] = COMMANDS) -> tuple[Counter[str], list[str]]:
    """Lets each call of the file system fail; returns the numbers of faults, and the losses."""
    counts: Counter[str] = Counter()
    losses: list[str] = []
    prepare(home)
    for words in commands:
        kept = list_files(home / "data")
        with use_home(home):
            before = read_state()
            run(words)
            after = read_state()
        for code in (errno.ENOSPC, errno.EIO):
            for call in itertools.count():
                with tempfile.TemporaryDirectory() as name:
                    shutil.copytree(home / "config", Path(name) / "config")
                    write_files(Path(name) / "data", {file.path: file.data for file in kept if file.kind == "write"})
                    journal = Journal(Path(name))
                    journal.failing, journal.error, journal.tears = (call,), code, code == errno.ENOSPC
                    with use_home(Path(name)):
                        with record(journal):
                            done = CliRunner().invoke(footfall, list(words))
                        if call >= len(journal.calls):
                            break
                        problem = find_loss([before, after], home / "kept.lock")
                        if done.exception is not None and not isinstance(done.exception, SystemExit):
                            problem = problem or f"{done.exception!r}"
                        elif done.exit_code == 0 and read_state() != after:
                            problem = problem or "nothing is reported"
                counts[f"{' '.join(words[1:2])}: {journal.calls[call]} fails"] += 1
                if problem:
                    title = f"{errno.errorcode[code]} at call {call} ({journal.calls[call]})"
                    losses.append(f"{' '.join(words)}: {title}: {problem}")
    return counts, losses


WHOLE = (
    {},
    {"you.python": "1.0"},
    {"you.python": "1.0", "you.alpha": "1.0", "you.beta": "2.0"},
    {"you.python": "1.0", "you.alpha": "2.0", "you.beta": "2.0"},
    {"you.python": "1.0", "you.alpha": "1.0", "you.beta": "1.0", "you.gamma": "1.0"},
)
"""The mods that a profile may have after any command."""


def change_forever() -> None:
    """Does what the commands do, without their reports, again and again."""
    while True:
        for job in (update, take_back, install_both, remove_both, clean, install_alpha, take_back, clean):
            try:
                job()
            except (PlanError, StoreError):  # the last one was killed, so that there may be nothing to do
                continue


def execute(plan: ChangePlan, packages: PackageState) -> None:
    fetch_contents(packages.sources, plan)
    commit("default", plan)


def update() -> None:
    _, base, packages = open_profile()
    execute(plan_update(packages, base, ()), packages)


def take_back() -> None:
    undo("default")


def install_both() -> None:
    _, base, packages = open_profile()
    execute(plan_install(packages, base, [("you.gamma", ""), ("you.alpha", "")]), packages)


def install_alpha() -> None:
    _, base, packages = open_profile()
    execute(plan_install(packages, base, [("you.alpha", "")]), packages)


def remove_both() -> None:
    _, base, packages = open_profile()
    execute(plan_remove(packages, base, ["you.gamma", "you.alpha"]), packages)


def clean() -> None:
    sweep(find_waste())


def prove_kills(home: Path, kills: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """Kills a process that changes the store, at random moments; returns counts of what is left, and the losses."""
    counts: Counter[str] = Counter()
    losses: list[str] = []
    die = random.Random(seed)
    prepare(home)
    with use_home(home):
        for number in range(kills):
            child = os.fork()
            if not child:
                try:
                    change_forever()
                finally:  # a failure must not go on in the caller's code
                    os._exit(1)
            time.sleep(die.uniform(0.01, 0.4))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            state = read_state()
            problem = find_loss([(state[0], read_other())], home / "kept.lock")
            mods = {mod.id: mod.version for mod in get_profile(read_pointer(), "default").now.mods}
            problem = problem or ("" if mods in WHOLE else f"half of it: {mods}")
            counts[" ".join(f"{id.partition('.')[2]}-{version}" for id, version in mods.items())] += 1
            if problem:
                losses.append(f"kill {number}: {problem}")
    return counts, losses


def read_other() -> str:
    """The mods that the other profile had from the beginning."""
    python = next(mod for mod in get_profile(read_pointer(), "other").now.mods)
    assert (python.id, python.version) == ("you.python", "1.0")
    return repr((python,))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--faults", action="store_true")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        prove = prove_faults if words.faults else prove_crashes
        counts, losses = prove_kills(Path(name), words.kills) if words.kills else prove(Path(name))
    for title, count in sorted(counts.items()):
        print(f"{count:>7}  {title}")
    print("\n".join(losses[:20]))
    print(f"{len(losses)} lost something")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
