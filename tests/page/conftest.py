"""Loads the decoder of frames; modules of a test folder cannot import each other."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="session")
def new_decoder(load_script: Callable[[str], ModuleType]) -> Callable[[], Any]:
    decoder: Callable[[], Any] = load_script("tests/page/page_decoder.py").PageDecoder
    return decoder
