"""Both backends take the same objects for integers, ask each once, and refuse others with the same error."""

import inspect
import itertools
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from kernel_layouts import assert_same

from footfall.kernels import reference

native = pytest.importorskip("footfall._native")
MAP = np.ones((3, 4), np.int32)
VALID: dict[str, Any] = {
    **dict.fromkeys(("transparent", "cost", "open", "absorption", "array", "walkable", "field"), MAP),
    **dict.fromkeys(("origin", "start", "goal", "a", "b"), (1, 2)),
    **dict.fromkeys(("origins", "starts", "goals", "targets", "sources", "listeners"), ((1, 2), (0, 0))),
    "cave shape": (3, 4),
    "mix a": 1,
    "mix b": 1,
}
"""Valid arguments by name, where two kernels differ with the kernel's; all others are 1, unless they have a default."""


class Answers:
    """An object with `__index__`, which gives or raises its answers in turn."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def __index__(self) -> int:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class Deaf(int):
    """An integer whose own methods say something else."""

    def __index__(self) -> int:
        raise AssertionError("an int is not asked")

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__


class Side(IntEnum):
    """An integer with a name."""

    LEFT = 1


NUMBERS = (-1, 0, 1, 2, 4, 120, 2**31, 2**63, 2**64, -(10**5000))
ERRORS = (TypeError, ValueError, OverflowError, KeyError)
SCALARS: list[Callable[[], Any]] = [
    *(lambda number=number: number for number in NUMBERS),
    *(lambda number=number: Answers(number) for number in NUMBERS),
    *(lambda number=number: Answers(number, 1) for number in NUMBERS),
    *(lambda number=number: Deaf(number) for number in NUMBERS[:-1]),
    *(lambda error=error: Answers(error("no")) for error in ERRORS),
    *(lambda error=error: Answers(error("no"), 1) for error in ERRORS),
    *(lambda kind=kind: kind(1) for kind in (np.bool_, np.int8, np.uint8, np.int64, np.uint64, np.float64, float)),
    *(lambda kind=kind: np.array(1, kind) for kind in (bool, np.uint8, np.int64, float, object)),
    *(lambda value=value: value for value in (None, True, False, Side.LEFT, 1j, "1", b"1", int, ..., np.int64(-1))),
    *(lambda unit=unit: unit(1, "s") for unit in (np.datetime64, np.timedelta64)),
    lambda: Answers(Deaf(1)),
    lambda: Answers("1"),
    lambda: np.array([1]),
    lambda: np.array([[1]]),
]
"""Objects that are integers, can be, or are not."""

PAIRS: list[Callable[[], Any]] = [
    *(lambda build=build: (build(), 1) for build in SCALARS),
    *(lambda build=build: (1, build()) for build in SCALARS),
    lambda: (True, False),
    lambda: (np.uint64(1), np.int64(1)),
    lambda: (Answers(1, 5), Answers(9, 1)),
    lambda: iter((1, 1)),
    lambda: [1, 1],
    lambda: np.array([1, 1], np.uint8),
    lambda: (1, 2, 3),
]
LISTS: list[Callable[[], Any]] = [
    *(lambda build=build: [(1, 1), build()] for build in PAIRS),
    *(lambda build=build: (build(), (1, 1)) for build in PAIRS[-7:]),
    *(lambda build=build: [build(), 1] for build in SCALARS),
    *(lambda build=build: [build()] for build in (*PAIRS[-7:], list, tuple, str)),
    list,
]


def list_arguments() -> list[tuple[str, str]]:
    """Returns all kernels and methods with each of their arguments."""
    kernels = {name: getattr(reference, name) for name in reference.__all__}
    for name, owner in (("Grid", reference.Grid), ("Finder", reference.Finder)):
        kernels |= {f"{name}.{method}": function for method, function in vars(owner).items() if method[0] != "_"}
    functions = {name: kernel for name, kernel in kernels.items() if inspect.isfunction(kernel)}
    named = [
        (name, argument) for name, kernel in functions.items() for argument in inspect.signature(kernel).parameters
    ]
    return [(name, argument) for name, argument in named if argument != "self"]


def call(backend: Any, name: str, arguments: dict[str, Any]) -> Any:
    """Returns the result of a kernel whose other arguments are valid, or the type and the text of its error."""
    owner, _, method = name.rpartition(".")
    grid = backend.Grid(MAP, MAP, MAP) if owner else None
    thing = {"": backend, "Grid": grid, "Finder": grid and grid.finder(canonical=True)}[owner]
    kernel = getattr(thing, method)
    parameters = inspect.signature(getattr(getattr(reference, owner) if owner else reference, method)).parameters
    required = [key for key, each in parameters.items() if each.default is each.empty and key != "self"]
    values = {key: VALID.get(f"{name} {key}", VALID.get(key, 1)) for key in required}
    if "canonical" in parameters:
        values["canonical"] = True
    try:
        result = kernel(**values | arguments)
        return repr(result) if name == "Grid.finder" else result
    except Exception as error:
        return type(error), str(error)


@pytest.mark.proof(12)
@pytest.mark.filterwarnings("ignore:.*__index__ returned non-int:DeprecationWarning")
@pytest.mark.parametrize(("name", "argument"), list_arguments())
def test_backends_agree_on_integers(name: str, argument: str) -> None:
    for build in (*SCALARS, *PAIRS, *LISTS):
        one, other = (call(backend, name, {argument: build()}) for backend in (reference, native))
        assert_same(one, other)


@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in list_arguments()))
def test_of_two_bad_arguments_both_backends_report_the_same(name: str) -> None:
    bad = itertools.product([argument for kernel, argument in list_arguments() if kernel == name], (1.5, "x", -7))
    for (one, first), (other, second) in itertools.combinations(bad, 2):
        arguments = {one: first, other: second}
        assert_same(*(call(backend, name, arguments) for backend in (reference, native)))


def test_a_pair_in_a_list_is_read_like_a_pair() -> None:
    for backend in (reference, native):
        for build in (lambda: (True, False), lambda: (Answers(2), Side.LEFT), lambda: (np.uint64(2), 1)):
            [path], [cost] = backend.find_paths(MAP, [(0, 0)], [build()], canonical=True)
            assert_same(path, backend.find_path(MAP, (0, 0), build(), canonical=True))
            assert cost == backend.path_cost(MAP, (0, 0), build())
