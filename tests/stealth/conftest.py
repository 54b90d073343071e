"""What tests of compiled steps share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from footfall.testing.backends import list_backends, use_backend


@pytest.fixture
def compiled_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compiled steps play, however the suite is run."""
    if "rust" not in list_backends():
        pytest.skip("the native module is missing")
    monkeypatch.delenv("FOOTFALL_COMPILED", raising=False)
    with use_backend("rust"):
        yield
