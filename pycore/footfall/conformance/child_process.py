"""Plays the requested games in a separate process: ``python -m footfall.conformance.child_process``.

Its argument is a `ConformanceRequest` as JSON; it prints the state hashes as JSON.
"""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import msgspec

from .checks import hash_games
from .harness import ConformanceRequest


def _decode_path(kind: type, value: Any) -> Any:
    return Path(value) if kind is Path else value


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=ConformanceRequest, dec_hook=_decode_path)
    with redirect_stdout(sys.stderr):  # what mods print
        answer = json.dumps(hash_games(request))
    print(answer)
