"""What all tests share. They decide themselves which mods they run; those about trust take this back."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

os.environ["FOOTFALL_TRUST"] = "all"
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def load_script() -> Callable[[str], ModuleType]:
    """``load_script("benches/stealth/soak.py")`` imports a script of the repository."""

    def load(path: str) -> ModuleType:
        name = "footfall_script_" + path.removesuffix(".py").replace("/", "_")
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, ROOT / path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)
        return sys.modules[name]

    return load
