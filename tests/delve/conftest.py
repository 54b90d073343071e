"""The delve's tables, read from its content as the loader reads them."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from footfall.loader import load
from footfall.plugins.delve.tables import tables_of

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data" / "delve"


@pytest.fixture(scope="session")
def tables():
    return tables_of(load("delve", only_mods=()).rules.records)


@pytest.fixture(scope="session")
def acceptance():
    return tomllib.loads((DATA / "acceptance.toml").read_text(encoding="utf-8"))
