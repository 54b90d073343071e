"""The delve's tables, read from its content as the loader reads them."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from footfall.content.parse import ContentSource, read_records
from footfall.content.record_types import RecordKind
from footfall.loader.mod_files import FolderFiles
from footfall.plugins.delve import tables as delve_tables
from footfall.world.tiles import Tile

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data" / "delve"


@pytest.fixture(scope="session")
def tables():
    source = ContentSource("core.delve", FolderFiles(ROOT / "plugins" / "delve"))
    kinds = [*delve_tables.RECORD_KINDS, RecordKind("tile", Tile)]
    records, findings = read_records({k.name: k for k in kinds}, [source])
    assert findings == []
    return delve_tables.Tables(records)


@pytest.fixture(scope="session")
def acceptance():
    return tomllib.loads((DATA / "acceptance.toml").read_text(encoding="utf-8"))
