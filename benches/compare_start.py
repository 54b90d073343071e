"""Times the start of commands in two checkouts, next to the import of NumPy; see `compare_checkouts.py`.

Each command is a new process with empty user folders and cached byte code. ``play`` ends with its first screen: in a
terminal that answers like xterm, and in a window under Xvfb if it is installed, else SDL's dummy driver. Times are
processor time, so that other programs on the machine hardly count; the shortest time by the clock is printed as well.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

END_OF_FRAME = b"\x1b[?2026l"
ANSWERS = {b"\x1b[>q": b"\x1bP>|XTerm(390)\x1b\\", b"\x1b[?1006$p": b"\x1b[?1006;2$y", b"\x1b[6n": b"\x1b[1;1R"}
"""What xterm answers: its version, that it can report the mouse, and where the cursor is."""

EXIT_AT_FIRST_FRAME = """
import os, sys
from tcod.context import Context
present = Context.present
def present_and_exit(*arguments, **keywords):
    present(*arguments, **keywords)
    os._exit(0)
Context.present = present_and_exit
sys.argv[0] = "footfall"
from footfall.__main__ import main
main()
"""
NEW_GAME = ("play", "stealth", "--seed", "7", "--lang", "en", "--screen")
FOOTFALL = (sys.executable, "-m", "footfall")

Variables = dict[str, str]


def run_command(command: tuple[str, ...], variables: Variables) -> float:
    """Runs a command to its end; returns its seconds of processor time."""
    program = subprocess.Popen(command, env=variables, cwd=variables["HOME"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode:
        raise subprocess.CalledProcessError(program.returncode, command)
    return usage.ru_utime + usage.ru_stime


def play_in_terminal(variables: Variables) -> float:
    """Begins a game in a terminal, and ends the program when its first frame is complete; returns its seconds."""
    child, screen = pty.fork()
    if child == 0:
        os.chdir(variables["HOME"])
        os.execve(sys.executable, [*FOOTFALL, *NEW_GAME, "terminal"], variables)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 128, 0, 0))
    output, answered = b"", 0
    try:
        while END_OF_FRAME not in output:
            if not select.select([screen], [], [], 20)[0]:
                raise TimeoutError(f"no frame in {output!r}")
            output += os.read(screen, 1 << 16)
            for query, answer in ANSWERS.items():
                if query in output[answered:]:
                    os.write(screen, answer)
            answered = len(output)
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(screen)
        _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def open_display() -> Iterator[Variables]:
    """Starts Xvfb; yields the variables that make SDL use it."""
    if shutil.which("Xvfb") is None:
        yield {"SDL_VIDEODRIVER": "dummy"}
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        number = os.read(read, 16).decode().strip()
        yield {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
    finally:
        server.terminate()
        server.wait()


def list_cases(display: Variables) -> dict[str, Callable[[Variables], float]]:
    """The cases by name: each takes the variables of a process."""
    window = (sys.executable, "-c", EXIT_AT_FIRST_FRAME, *NEW_GAME, "window")
    return {
        "import numpy": partial(run_command, (sys.executable, "-c", "import numpy")),
        "--version": partial(run_command, (*FOOTFALL, "--version")),
        "--help": partial(run_command, (*FOOTFALL, "--help")),
        "run to turn 1": partial(run_command, (*FOOTFALL, "run", "stealth", "--turns", "1")),
        "play, terminal": play_in_terminal,
        "play, window": lambda variables: run_command(window, variables | display),
    }


def time_case(case: Callable[[Variables], float], checkout: Path, byte_code: Path) -> tuple[float, float]:
    """Milliseconds of a case with the code of a checkout and new user folders: of the processor and by the clock."""
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("DATA", "CONFIG", "STATE")}
        variables = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", **folders}
        variables |= {"XDG_CACHE_HOME": str(byte_code / "cache"), "PYTHONPYCACHEPREFIX": str(byte_code)}
        variables |= {"PYTHONPATH": str(checkout / "pycore"), "FOOTFALL_TRUST": "approved"}
        start = time.perf_counter()
        seconds = case(variables)
        return 1000 * seconds, 1000 * (time.perf_counter() - start)


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints the shortest times of both checkouts side by side, as multiples of importing NumPy."""
    with open_display() as display, tempfile.TemporaryDirectory() as scratch:
        cases = list_cases(display)
        sides = [(old.resolve(), Path(scratch, "old")), (new.resolve(), Path(scratch, "new"))]
        times: dict[str, list[list[tuple[float, float]]]] = {name: [[], []] for name in cases}
        for number in range(rounds + 1):
            for name, case in cases.items():
                for index, side in enumerate(sides):
                    milliseconds = time_case(case, *side)
                    if number:  # the first round writes byte code
                        times[name][index].append(milliseconds)
    yardstick = min(min(side)[0] for side in times["import numpy"])
    print(f"processor time, shortest of {rounds} starts, and as a multiple of importing NumPy in {yardstick:.0f} ms")
    for name, both in times.items():
        before, after = (min(processor for processor, _ in side) for side in both)
        clock = [min(clock for _, clock in side) for side in both]
        print(
            f"{name:15} {before:6.0f} ms {before / yardstick:5.2f} x  {after:6.0f} ms {after / yardstick:5.2f} x"
            f"  {before / after:5.2f} x as fast; by the clock {clock[0]:.0f} and {clock[1]:.0f} ms",
            flush=True,
        )
    return True
