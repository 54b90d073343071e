"""Loads the hand-built scenes; modules of a test folder cannot import each other."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def samples(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/ui/samples.py")
