"""What tests of stealth share: compiled steps, and helpers that can be imported."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from footfall.testing.backends import list_backends, use_backend

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def compiled_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compiled steps play, however the suite is run."""
    if "rust" not in list_backends():
        pytest.skip("the native module is missing")
    monkeypatch.delenv("FOOTFALL_COMPILED", raising=False)
    with use_backend("rust"):
        yield
