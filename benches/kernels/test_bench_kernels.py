"""pytest-benchmark over every kernel: `python -m pytest benches/kernels --benchmark-group-by=group`."""

from types import ModuleType

import pytest

from footfall.kernels import bench

pytest.importorskip("pytest_benchmark")
CASES = bench.build_cases()


@pytest.mark.parametrize("module", bench.load_backends(), ids=["rust", "python"])
@pytest.mark.parametrize("case", CASES, ids=[f"{name}: {what}" for name, what, _ in CASES])
def test_kernel(benchmark: object, case: tuple, module: ModuleType) -> None:
    """One kernel on one backend, results compared first."""
    name, what, call = case
    native, slow = bench.load_backends()
    assert bench.is_same_result(call(native, 0), call(slow, 0))
    benchmark.group = f"{name}: {what}"  # type: ignore[attr-defined]
    benchmark.pedantic(call, args=(module, 0), rounds=5, warmup_rounds=1)  # type: ignore[operator]
