"""Plays the requested games in a separate process: ``python -m footfall.conformance.child_process``.

Its argument is a `ConformanceRequest` as JSON; it prints the state hashes as JSON, by seed and turn.
"""

import sys
from contextlib import redirect_stdout
from pathlib import Path

import msgspec

from .checks import hash_game
from .harness import ConformanceRequest, GameStoppedError
from .prepare import prepare_harnesses

if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=ConformanceRequest, dec_hook=lambda kind, value: Path(value))
    hashes: dict[int, dict[int, str]] = {}
    with redirect_stdout(sys.stderr):  # what mods print
        harness = prepare_harnesses(request)[0]
        for seed in request.seeds:
            try:
                hashes[seed] = hash_game(harness, seed)
            except GameStoppedError as stopped:
                hashes[seed] = {stopped.failure.turn or 0: f"stopped: {stopped.failure.text}"}
    print(msgspec.json.encode(hashes).decode())
