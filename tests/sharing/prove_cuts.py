"""Proves that a download cut off at any byte is continued to the whole file.

    python tests/sharing/prove_cuts.py [--step 1]

Serves a packed mod from a server on this machine that closes the connection after each number of bytes, once or
always, with and without parts of files. What comes out must be the file, or a sentence and a part to continue.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from publishing import pack
from serving import Server, serve

from footfall.sharing.index.format import IndexedFile
from footfall.sharing.network.deadlines import RetryPolicy
from footfall.sharing.network.fetch import FetchError, fetch_file, parse_place

IMPATIENCE = RetryPolicy(silence=5.0, attempts=3, pause=0.0)


def find_loss(server: Server, file: IndexedFile, data: bytes, cut: int) -> str:
    """Cuts a download off once, then for good, then lets it pass; returns what is wrong, or ``""``."""
    place = parse_place(server.address)
    server.cut, server.cuts, server.has_ranges = cut, 1, True
    path = fetch_file(place, file, policy=IMPATIENCE)
    if path.read_bytes() != data:
        return f"cut once at {cut}: other bytes"
    path.unlink()
    server.cuts, server.has_ranges = 1 << 30, False
    try:
        fetch_file(place, file, policy=IMPATIENCE)
        return f"cut always at {cut}: it passes"
    except FetchError as error:
        if "cannot be fetched" not in str(error):
            return f"cut always at {cut}: {error}"
    server.cut, server.has_ranges = None, True
    del server.requests[:]
    path = fetch_file(place, file, policy=IMPATIENCE)
    if path.read_bytes() != data:
        return f"continued at {cut}: other bytes"
    if cut and server.requests[0][1] != f"bytes={cut}-":
        return f"continued at {cut}: it was begun again"
    path.unlink()
    return ""


def prove_cuts(home: Path, step: int) -> tuple[int, list[str]]:
    """Returns the number of places where the connection was cut, and the losses."""
    os.environ["XDG_DATA_HOME"] = str(home / "data")
    path = pack(home / "shelf", "you.cut", "1.0")
    data = path.read_bytes()
    file = IndexedFile(path.name, len(data), sha256(data).hexdigest())
    cuts = range(0, len(data), step)
    with serve(path.parent) as server:
        losses = [loss for cut in cuts if (loss := find_loss(server, file, data, cut))]
    return len(cuts), losses


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--step", type=int, default=1)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        count, losses = prove_cuts(Path(name), words.step)
    print("\n".join(losses[:20]))
    print(f"{count} cuts, {len(losses)} lost something")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
