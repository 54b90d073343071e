"""Times the floors of each generator in two checkouts, and a new game after its key; see `compare_checkouts.py`.

Each recipe builds the floors of the same seeds; the time of a floor is its shortest over all rounds, in processor time.
A new game is begun with the keys of a running one; its time ends when the front end has its first screen. The game
before it is saved and archived meanwhile, so the clock's time depends on the disk: on how long ten flushes take.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from checkouts import run_checkout, run_rounds

FLOORS = {"town": 1, "fixed": 8, "cavern": 5, "standard": 5}
SEEDS = 40
NEW_GAMES = 6
KEYS = ("R", "n")
"""Begin another game; with a new seed."""


def build_floors(rules: Any, recipe: str, floor: int) -> dict[str, Any]:
    """Milliseconds of each floor, and the hashes of the states."""
    from footfall.engine.session import Session
    from footfall.plugins.stealth.generate import floor_factory

    times, hashes = [], []
    for seed in range(-2, SEEDS):
        session = Session.begin(rules, abs(seed), {"floor": floor}, strict=True)
        ctx = session.context()
        session.serials.enter(abs(seed))
        cause = session.rules.steps[floor_factory.MAKE_STEP].cause
        start = process_time()
        draft = floor_factory.create_draft(ctx, recipe, floor)
        ctx.run_chain("on_generate", recipe, draft)
        session.loop.apply_outcome(session, floor_factory.link_floor(ctx, draft, None, ""), cause)
        session.run_to_question()
        if seed >= 0:  # the first two floors fill caches
            times.append(1000 * (process_time() - start))
            hashes.append(session.hash())
    return {"times": times, "hashes": hashes}


class KeyFrontend:
    """A front end that presses `KEYS` again and again, and notes when the frame after the last of them comes."""

    def __init__(self) -> None:
        self.keys = list(KEYS) * NEW_GAMES
        self.processor_times: list[float] = []
        self.clock_times: list[float] = []
        self.pressed: tuple[float, float] | None = None

    def size(self) -> tuple[int, int]:
        return 45, 128

    def show(self, canvas: Any) -> None:
        if self.pressed is not None:
            processor, clock = self.pressed
            self.processor_times.append(1000 * (process_time() - processor))
            self.clock_times.append(1000 * (perf_counter() - clock))
            self.pressed = None

    def read(self, timeout: float = 0.1) -> Any:
        from footfall.ui.frontend import Closed, KeyPress

        if not self.keys:
            return Closed()
        if len(self.keys) % len(KEYS) == 1:
            self.pressed = process_time(), perf_counter()
        return KeyPress(self.keys.pop(0))


def begin_games(loaded: Any) -> KeyFrontend:
    """Begins games; the front end has the times from the key to the first screen of each."""
    from footfall.app.launcher import Launcher
    from footfall.app.screens.title import StartChoice, StartKind
    from footfall.engine.session import Session
    from footfall.ui.frontend import Frontend
    from footfall.ui.settings import UiSettings

    class Keys(KeyFrontend, Frontend):
        pass

    class KeyLauncher(Launcher):
        load_result, ui_settings = loaded, UiSettings()

        def load(self, world: Any) -> Any:
            return loaded

        def open_frontend(self) -> Any:
            return frontend

        def begin(self, options: Any, seed: int) -> Session:
            return Session.begin(loaded.rules, 7)

    frontend, launcher = Keys(), KeyLauncher()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        launcher.path = Path(folder) / "core.stealth.save"
        launcher.play(StartChoice(StartKind.NEW), may_overwrite=True)
    assert len(frontend.clock_times) == NEW_GAMES
    return frontend


def measure() -> dict[str, Any]:
    """All figures of this checkout."""
    from footfall.loader import load

    loaded = load("stealth", only_mods=())
    cases = {name: build_floors(loaded.rules, f"core.stealth:{name}", floor) for name, floor in FLOORS.items()}
    games = begin_games(loaded)
    cases["new game"] = {"times": games.processor_times, "hashes": []}
    cases["by the clock"] = {"times": games.clock_times, "hashes": []}
    return cases


def run_floors(checkout: Path) -> dict[str, Any]:
    """All figures, from a process with the code of a checkout and new user folders."""
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("DATA", "CONFIG", "STATE", "CACHE")}
        figures: dict[str, Any] = run_checkout(checkout, __file__, HOME=home, **folders)
    return figures


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints both checkouts side by side; returns whether their floors are the same."""
    sides, scale = run_rounds((old, new), rounds, run_floors, "milliseconds per floor")
    same = True
    for case in sides[0][0]:
        minima = [[min(times) for times in zip(*(run[case]["times"] for run in side), strict=True)] for side in sides]
        before, after = (scale * sum(times) / len(times) if case in FLOORS else min(times) for times in minima)
        equal = len({tuple(run[case]["hashes"]) for side in sides for run in side}) == 1
        same = same and equal
        rate = ", not scaled"
        if case in FLOORS:
            floors = "equal floors" if equal else "DIFFERENT FLOORS"
            rate = f", {1000 / before:5.0f} and {1000 / after:5.0f} a second, {floors}"
        print(f"{case:12} {before:7.2f} {after:7.2f}  {before / after:5.2f} x as fast{rate}", flush=True)
    return same


if __name__ == "__main__":
    print(json.dumps(measure()))
