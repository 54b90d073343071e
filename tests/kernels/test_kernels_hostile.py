"""Hostile arguments, forks and lack of memory end in an ordinary error, in a process that lives on."""

import contextlib
import inspect
import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall import kernels
from footfall.kernels import reference

native = pytest.importorskip("footfall._native")
ERRORS = (TypeError, ValueError, OverflowError, MemoryError)


def run_python(code: str, seconds: float = 60) -> str:
    """Runs code in a process of its own and returns its output."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.proof(1)
@pytest.mark.parametrize("way", ["index", "threads"])
def test_arrays_that_change_during_a_call(way: str) -> None:
    script = Path(__file__).with_name("attack_kernels.py")
    command = [sys.executable, "-W", "ignore", str(script), way, "0.5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "alive" in done.stdout


def test_a_grid_may_be_edited_by_its_own_query() -> None:
    """The conversion of an argument edits the grid: neither a deadlock nor an error."""
    run_python("""
import numpy as np
from footfall import _native as native
grid = native.Grid(np.ones((9, 9), bool), np.ones((9, 9), bool), np.ones((9, 9), int))
class Edit:
    def __index__(self):
        grid.set(4, 4, walkable=False, transparent=False, absorption=7)
        return 2
place = (Edit(), Edit())
native.field_of_view(grid, place, Edit())
native.fields_of_view(grid, [place], Edit())
native.visible_pairs(grid, [place], Edit(), [place])
native.line_of_sight(grid, place, place)
native.find_path(grid, place, place, straight_cost=Edit())
native.find_paths(grid, [place], [place], max_cost=Edit())
native.path_cost(grid, place, place)
native.distance_map(grid, [place], start_values=Edit())
native.reachable_within(grid, place, Edit())
native.sound_field(grid, [place], max_distance=Edit())
native.sound_arrivals(grid, [place], max_distance=Edit())
native.hear(grid, [place], [place], max_distance=Edit())
""")


FORK = """
import os, threading, sys
import numpy as np
from footfall import _native as native
side = 600
cells = np.ones((side, side), bool)
grid = native.Grid(cells, cells)
spots = [(i % side, i * 7 % side) for i in range(4000)]
def work(kernels=native):
    native.find_paths(grid, spots[:400], spots[400:800], canonical=True)
    native.fields_of_view(grid, spots, 8)
    native.visible_pairs(grid, spots[:90], None, spots[:90])
work()
stop = threading.Event()
def query():
    while not stop.is_set():
        grid.set(1, 1, walkable=True)
        native.path_cost(grid, (0, 0), (side - 1, side - 2))
        native.distance_map(grid, [(0, 0)], straight_cost=2, diagonal_cost=3)
"""


@pytest.mark.proof(0)
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="forks")
def test_kernels_work_after_a_fork() -> None:
    """The threads of the parent, which may hold the lock of a grid, do not exist in the child."""
    run_python(
        FORK
        + """
threads = [threading.Thread(target=query) for _ in range(2)]
for thread in threads: thread.start()
for turn in range(2):
    child = os.fork()
    if child == 0:
        work()
        grid.set(5, 5, walkable=False)
        grid.prepare()
        if os.fork() == 0:
            work()
            os._exit(0)
        os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
stop.set()
for thread in threads: thread.join()
"""
    )


@pytest.mark.proof(0)
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="forks")
def test_kernels_work_in_forked_workers() -> None:
    run_python(
        FORK
        + """
import multiprocessing
with multiprocessing.get_context("fork").Pool(2) as pool:
    pool.starmap(work, [()] * 4)
"""
    )


HUGE = {
    "cave": "native.cave((2**31, 2**31), 1)",
    "cave of the maximum": "native.cave((16384, 16384), 1, steps=0)",
    "fields_of_view": "native.fields_of_view(small, [(0, 0)] * 100_000, 1023)",
    "visible_pairs": "native.visible_pairs(small, [(0, 0)] * 200_000, None, [(0, 0)] * 200_000)",
    "field_of_view": "native.field_of_view(large, (0, 0))",
    "line": "native.line((-2**24, 0), (2**24, 0))",
    "find_path": "native.find_path(large, (0, 0), (9999, 9999), diagonal_cost=3, straight_cost=2)",
    "find_path canonical": "native.find_path(large, (0, 0), (9999, 9999), canonical=True)",
    "find_paths": "native.find_paths(large, [(0, 0)], [(9999, 9999)])",
    "path_cost": "native.path_cost(large, (0, 0), (9999, 0), diagonal_cost=3)",
    "distance_map": "native.distance_map(large, [(0, 0)])",
    "distance_map with weights": "native.distance_map(large, [(0, 0)], straight_cost=2, diagonal_cost=3)",
    "reachable_within": "native.reachable_within(large, (0, 0), 2**31 - 2)",
    "flow": "native.flow(large)",
    "flight_map": "native.flight_map(large, large)",
    "sound_field": "native.sound_field(large, [(0, 0)])",
    "sound_fields": "native.sound_fields(small, [(0, 0)] * 100_000, 1023)",
    "sound_arrivals": "native.sound_arrivals(large, [(0, 0)])",
    "hear": "native.hear(large, [(0, 0)], [(1, 1)], max_distance=2**31 - 2)",
    "hear many": "native.hear(small, [(0, 0)] * 9000, [(0, 0)] * 9000, max_distance=99)",
    "cave_step": "native.cave_step(large)",
    "regions": "native.regions(large)",
    "largest_region": "native.largest_region(large)",
    "connect": "native.connect(large)",
    "hash_array": "native.hash_array(large)",
    "Grid": "native.Grid(large, large, large).prepare()",
    "one radius for many": "native.fields_of_view(small, [(0, 0)] * 50_000_000, 0)",
}


@pytest.mark.proof(3)
@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
@pytest.mark.parametrize("name", HUGE)
def test_lack_of_memory_is_an_error(name: str) -> None:
    """At any limit a call succeeds or raises, and the next one works."""
    run_python(
        f"""
import os
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["RAYON_NUM_THREADS"] = "1"
import resource
import numpy as np
from footfall import _native as native
small = np.ones((40, 40), bool)
large = np.ones((1200, 1200), bool) if "maximum" not in {name!r} else small
large[1::2, ::3] = False
def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
for megabytes in (24, 64, 150):
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (used() + (megabytes << 20),) * 2)
        try:
            {HUGE[name].replace("9999", "1199")}
        except (MemoryError, ValueError):
            pass
        native.path_cost(small, (0, 0), (30, 30))
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code == 0, (megabytes, code)
""",
        300,
    )


@pytest.mark.proof(0)
@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
def test_a_path_takes_memory_by_need() -> None:
    """A short path on a map of the maximum size: the map itself needs more than the search."""
    run_python("""
import resource
import numpy as np
from footfall import _native as native
cells = np.ones((16384, 16384), bool)
resource.setrlimit(resource.RLIMIT_AS, (3 << 30,) * 2)
assert native.path_cost(cells, (5, 5), (900, 800), straight_cost=2, diagonal_cost=3) == 3 * 795 + 2 * 100
""")


class Raises:
    """An object whose conversions all fail."""

    def __index__(self) -> int:
        raise ValueError("no index")

    def __array__(self, *args: Any, **options: Any) -> Any:
        raise ValueError("no array")

    def __bool__(self) -> bool:
        raise ValueError("no bool")

    def __eq__(self, other: object) -> bool:
        raise ValueError("no comparison")

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        raise ValueError("no length")

    def __repr__(self) -> str:
        return "Raises()"


class Liar(int):
    """An integer outside all ranges that says it is inside."""

    __slots__ = ()

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__


class WrongArray:
    """An object that converts to an array of other positions than it says."""

    shape = (1, 2)

    def __array__(self, *args: Any, **options: Any) -> Any:
        return np.array([[10**9, -(10**9)]])


HOSTILE: list[Callable[[], Any]] = [
    *(lambda value=value: value for value in (None, True, -1, 0, 1, 2**31, 2**63, 2**64, 2**200, -(2**200))),
    *(lambda value=value: value for value in (1.5, float("nan"), 1j, "x", b"x", "\ud800", (), (1,), [(1, 2)], {}, ...)),
    *(lambda value=value: value for value in ((Liar(10**9), Liar(-5)), [(Liar(10**9), 0)], iter(()))),
    Raises,
    WrongArray,
    lambda: Liar(10**12),
    lambda: Liar(-(10**12)),
    lambda: (Raises(), Raises()),
    lambda: [Raises()],
    lambda: np.int64(6),
    lambda: np.float64(2),
    lambda: np.datetime64("2000"),
    lambda: np.ones((4, 5), bool),
    lambda: np.zeros((0, 0), bool),
    lambda: np.ones((4, 5), object),
    lambda: np.ones((4, 5), ">u8") * np.uint64(2**64 - 1),
    lambda: np.full((4, 5), -(2**62)),
    lambda: np.ones((4, 5), "V3"),
    lambda: np.ones((4, 5), "M8[s]"),
    lambda: np.ones((4, 5), "U2"),
    lambda: np.ones((2,) * 9, bool),
    lambda: np.array(3),
    lambda: np.array([[10**9, 10**9]]),
    lambda: np.array([[-1, -1]], np.int32),
    lambda: np.array([[2**63, 1]], np.uint64),
    lambda: np.broadcast_to(np.ones(1, bool), (2**20, 2**20)),
    lambda: np.ma.ones((4, 5)),
    lambda: native.Grid(np.ones((4, 5), bool)),
    lambda: native.Serials(),
    lambda: native.Grid,
    lambda: Exception(),
]
"""Values that no argument expects, and some that a few do."""

OPEN = np.ones((4, 5), bool)
VALID: dict[str, Callable[[], Any]] = {
    **dict.fromkeys(("transparent", "cost", "open", "absorption", "array", "walkable"), lambda: OPEN.astype(np.int32)),
    "field": lambda: np.zeros((4, 5), np.int32),
    **dict.fromkeys(("origin", "start", "goal", "a", "b", "shape"), lambda: (1, 2)),
    **dict.fromkeys(("origins", "starts", "goals", "targets", "sources", "listeners"), lambda: [(1, 2), (0, 0)]),
}
"""Valid arguments by name; all others are 1."""


def list_functions() -> list[tuple[str, Callable[..., Any]]]:
    """Returns all that the native modules export and their methods, by name."""
    found: list[tuple[str, Callable[..., Any]]] = []
    grid = native.Grid(OPEN, OPEN, OPEN.astype(int))
    objects = [
        ("_native", native),
        ("Grid()", grid),
        ("Grid().finder()", grid.finder()),
        ("Serials()", native.Serials()),
    ]
    for owner, thing in objects:
        for name in dir(thing):
            member = getattr(thing, name)
            if callable(member) and (not name.startswith("_") or name in ("__eq__", "__hash__", "__repr__")):
                found.append((f"{owner}.{name}", member))
    if kernels.get_backend() == "rust":
        from footfall.plugins.king.compiled import load_board_type

        found.append(("KingBoard", load_board_type()))
    return found


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """Returns the names of a function's parameters."""
    model = getattr(reference, function.__name__, function) if hasattr(function, "__name__") else function
    try:
        return [name for name in inspect.signature(model).parameters if name not in ("self", "args", "kwargs")]
    except (TypeError, ValueError):
        return ["a", "b", "c"]


def call_hostile(function: Callable[..., Any], names: list[str], hostile: dict[str, Any]) -> None:
    """Calls a function with valid arguments but for some; only ordinary errors may come back."""
    values = {name: VALID[name]() if name in VALID else 1 for name in names}
    if "shape" in names and names.index("shape") > 0:
        values["shape"] = "circle"
    for name in ("out", "extra", "rule", "corner_cutting", "canonical", "reverse", "keep_border", "diagonal"):
        values.pop(name, None)
    try:
        signature = inspect.signature(function)
        keywords = {name for name, each in signature.parameters.items() if each.kind is each.KEYWORD_ONLY}
    except (TypeError, ValueError):
        keywords = set()
    values |= hostile
    places = [values[name] for name in names if name in values and name not in keywords]
    options = {name: values[name] for name in values if name in keywords}
    with contextlib.suppress(ERRORS):
        function(*places, **options)


@pytest.mark.proof(15)
@pytest.mark.parametrize(("name", "function"), list_functions(), ids=lambda case: case if isinstance(case, str) else "")
def test_hostile_arguments_raise_ordinary_errors(name: str, function: Callable[..., Any]) -> None:
    names = parameters_of(function)
    for parameter, build in itertools.product(names, HOSTILE):
        call_hostile(function, names, {parameter: build()})
    for build in HOSTILE:
        call_hostile(function, names, {parameter: build() for parameter in names})


class Session(SimpleNamespace):
    """What the agenda loop reads of a session, to be spoiled."""

    def __init__(self, **spoiled: Any) -> None:
        state = SimpleNamespace(question=None, outcome=None, agenda=[])
        names = ("session_steps", "step_keys", "appliers", "reactions", "trusted_mods", "steps")
        super().__init__(**{key: {} for key in names}, state=state, serials=native.Serials(), events=[], log=[])
        self.__dict__.update({"tracer": None, "quiet": True, "turn_step": "turn", **spoiled})


def build_agenda_session(*agenda: Any, **spoiled: Any) -> Session:
    """Returns a session with this agenda."""
    return Session(state=SimpleNamespace(question=None, outcome=None, agenda=list(agenda)), **spoiled)


ENTRY = SimpleNamespace(step="turn", serial=1, args=())
SPOILED: list[Callable[[], Session]] = [
    Session,
    *(lambda name=name: Session(**{name: None}) for name in vars(Session())),
    *(lambda entry=entry: build_agenda_session(entry) for entry in (None, 5, (), ENTRY)),
    *(
        lambda step=step: build_agenda_session(ENTRY, session_steps={"turn": step})
        for step in (5, (), (print,), (None,) * 4, (len, [], None, True))
    ),
    lambda: build_agenda_session(SimpleNamespace(step=[], serial=1, args=())),
    lambda: build_agenda_session(
        SimpleNamespace(step="turn", serial=-1, args=5), session_steps={"turn": (len, (), None, True)}
    ),
]


@pytest.mark.parametrize("build", SPOILED)
def test_spoiled_sessions_raise_ordinary_errors(build: Callable[[], Session]) -> None:
    for cause in (None, 5, SimpleNamespace(mod=[]), SimpleNamespace(mod="a.b")):
        for call in (native.run_agenda, native.apply_outcome):
            with contextlib.suppress(*ERRORS):
                call(build(), [], cause)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_sizes_of_draws_may_be_numpy_integers(kind: Any) -> None:
    for backend in (native, reference):
        assert backend.draw(kind(1), kind(2), kind(3), kind(4), n=kind(6)) == reference.draw(1, 2, 3, 4, 6)
        assert backend.philox(kind(1), kind(2), kind(3), kind(4)) == reference.philox(1, 2, 3, 4)
        assert backend.mix(kind(1), kind(2)) == reference.mix(1, 2)
        assert type(backend.draw(1, 2, 3, 4, kind(6))) is int
