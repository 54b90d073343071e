"""Milliseconds for the odds of a whole screen: all steps, staying, the lamp and a blow, for each creature in view.

    python benches/stealth/odds.py [--creatures 20] [--kinds 10] [--screens 50]

A hall where the creatures are calm, of several kinds, and in view. The first screen is that of a new session, whose
caches are empty; the warm ones are those after each further turn. Processor time; by the loop, as
`benches/calibration.py` scales it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from footfall.api.grid import WORLD_PART
from footfall.engine.session import Session
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.records import DEFAULT_STATS, CreatureKind
from footfall.plugins.stealth.odds.exposure import ACTIONS
from footfall.plugins.stealth.odds.screen import forecast_round

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
import turns
from calibration import time_calibration_loop


def begin(creatures: int, kinds: int) -> Session:
    """A hall with calm creatures of several kinds."""
    session = turns.build_hall(creatures, "calm")
    table = session.rules.records.table(CreatureKind, "creature")
    hostile = [kind for kind in table.values() if kind.side == "hostile" and not kind.is_aggravated][:kinds]
    world = session.state.parts[WORLD_PART]
    for number, actor in enumerate(list(world.actors.values())[1:]):
        kind = hostile[number % len(hostile)]
        actor.kind, actor.stats = kind.id, {**DEFAULT_STATS, **kind.stats}
    world.actors[1].stats["fov"] = 80
    return session


def ask(session: Session) -> tuple[float, int]:
    """Returns the milliseconds of all odds of a screen, and their number."""
    start = time.process_time()
    phase = get_phase(session.context())
    watchers = [actor for actor in phase.actors if actor.side == "hostile"]
    forecast = forecast_round(phase)
    answers = [forecast.weigh(watcher, action) for watcher in watchers for action in ACTIONS]
    return (time.process_time() - start) * 1000, len(answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--creatures", type=int, default=20)
    parser.add_argument("--kinds", type=int, default=10)
    parser.add_argument("--screens", type=int, default=50)
    args = parser.parse_args()
    loop = min(time_calibration_loop() for _ in range(3))
    ask(begin(args.creatures, args.kinds))
    first, warm = [], []
    for _ in range(5):
        session = begin(args.creatures, args.kinds)
        milliseconds, count = ask(session)
        first.append(milliseconds)
        for command in turns.list_commands(session, args.screens):
            session.submit(command)
            warm.append(ask(session)[0])
    scale = 5.5 / loop
    print(f"calibration loop {loop:.2f} ms; {count} odds on a screen; by the loop:")
    print(
        f"first screen of a floor: median {statistics.median(first) * scale:.2f} ms, at most {max(first) * scale:.2f}"
    )
    print(f"screen after a turn: median {statistics.median(warm) * scale:.2f} ms, at most {max(warm) * scale:.2f}")


if __name__ == "__main__":
    main()
