"""Compares the kernels with tcod, numba, OpenCV, SciPy and cc3d: one row per target.

    python benches/kernels/peers.py [--quick] [--out ROWS.json]

Each row has our time, the time of the Python reference (on few inputs, because it is slow), and the time of a peer;
"-" means that the peer is not installed. Results are checked before they are timed, and inputs rotate. Times are
medians of rounds in microseconds, including the call and its result. tcod's maps and graphs are built once and reused.

Times are processor time of the computing thread; rows for several cores are wall-clock time. "ratio" compares the
medians, "at best" the shortest rounds. A bar applies to "at best", because other work on the machine only lengthens
rounds, and not equally on both sides.
"""

import argparse
import json
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from peer_caves import bench_caves
from peer_fields import bench_fields
from peer_paths import bench_paths, bench_weighted
from peer_rows import ROWS, add_row, shorten_rounds, time_ours
from peer_sight import bench_sight

from footfall import kernels
from footfall.kernels import bench


def measure_memory() -> None:
    """Row 33: memory growth of every kernel over 10,000 calls, after 1,000 calls to warm up."""
    native, _ = bench.load_backends()
    worst = 0
    for name, _, call in bench.build_cases():
        for i in range(1000):
            call(native, i % 4)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for i in range(10_000):
            call(native, i % 4)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        if grown:
            print(f"     {name} grew by {grown} KiB")
        worst = max(worst, grown)
    add_row("33", f"growth over 10,000 calls: {worst} KiB", "-", 0.0, None, None)
    add_row("-", "empty call: mix", "-", time_ours(lambda _: lambda i: kernels.mix(i, i)), None, None)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer queries, shorter rounds, no 4096 maps")
    parser.add_argument("--out", type=Path, help="also write the rows to this file, as JSON")
    options = parser.parse_args()
    bench.load_backends()
    print(kernels.build_info())
    print(
        f"{'row':>4} {'case':46}{'against':28}{'ours µs':>12}{'Python µs':>12}{'theirs µs':>12}",
        f"{'ratio':>8}{'at best':>9} {'bar':>9} {'of limit':>9}",
    )
    if options.quick:
        shorten_rounds()
    bench_sight()
    bench_paths(options.quick)
    bench_weighted()
    bench_fields()
    bench_caves(options.quick)
    measure_memory()
    if options.out:
        options.out.write_text(json.dumps(ROWS, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
