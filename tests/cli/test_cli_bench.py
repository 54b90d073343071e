"""`footfall bench`: scenario files of the Moving AI benchmarks, reports and their comparison."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

pytest.importorskip("footfall._native")

MAP = "type octile\nheight 3\nwidth 5\nmap\n.G.S.\n.@TW.\n.....\n"
QUERIES = (
    "version 1\n0\troom.map\t5\t3\t0\t0\t4\t0\t4\n0 room.map 5 3 0 0 4 2 6.0\n\n1\troom.map\t5\t3\t1\t0\t1\t2\t4\n"
)

Footfall = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one map and three queries."""
    folder = tmp_path / "set" / "tiny"
    folder.mkdir(parents=True)
    (folder / "room.map").write_text(MAP)
    (folder / "room.map.scen").write_text(QUERIES)
    return folder.parent


def test_scenarios_are_measured_and_checked(footfall: Footfall, folder: Path, tmp_path: Path) -> None:
    done = footfall("bench", "--movingai", folder, "--csv", tmp_path / "rows.csv", "--quick")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[1].split()[:3] == ["tiny/room", "3", "3"]
    with (tmp_path / "rows.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["scenario"], row["height"], row["width"], row["queries"], row["optimal"]) == (
        "tiny/room",
        "3",
        "5",
        "3",
        "3",
    )
    assert 0 < float(row["median"]) <= float(row["p99"]) < 1e6
    assert 0 < float(row["mean"]) < 1e6
    assert 15 * (1 + 2 + 8) < int(row["memory"]) < 5000


def test_a_wrong_length_is_reported(footfall: Footfall, folder: Path) -> None:
    file = folder / "tiny" / "room.map.scen"
    file.write_text(QUERIES.replace("6.0", "5.4"))
    done = footfall("bench", "--movingai", folder, "--quick")
    assert done.exit_code == 1
    assert "1 of 3 paths are not optimal" in done.output


def test_the_map_may_be_where_the_query_says(footfall: Footfall, folder: Path) -> None:
    (folder / "maps").mkdir()
    (folder / "tiny" / "room.map").rename(folder / "maps" / "other.map")
    (folder / "tiny" / "room.map.scen").write_text(QUERIES.replace("room.map", "maps/other.map"))
    assert footfall("bench", "--movingai", folder, "--quick").exit_code == 0


@pytest.mark.parametrize(
    ("name", "right", "wrong", "said"),
    [
        ("room.map", "type octile", "kind octile", "room.map:1: expected a line with 'type'"),
        ("room.map", "height 3", "height x", "room.map:2: expected 'height' and a number"),
        ("room.map", "width 5", "width 6", "room.map:5: expected 6 cells of"),
        ("room.map", "height 3", "height 9", "room.map:7: expected 9 rows, got 3"),
        ("room.map", ".@TW.", ".@T?.", "room.map:6: expected 5 cells of .GS@OTW, got '?'"),
        ("room.map.scen", "version 1", "", "room.map.scen:1: expected 'version'"),
        ("room.map.scen", "6.0", "six", "room.map.scen:3: expected nine fields"),
        (
            "room.map.scen",
            "0 0 4 2 6.0",
            "0 0 4 3 6.0",
            "room.map.scen:3: expected cells inside the map of 5 x 3, got (4, 3)",
        ),
        ("room.map.scen", "1\troom.map\t5\t3\t1\t0\t1\t2\t4", "1", "room.map.scen:5: expected nine fields"),
    ],
)
def test_malformed_files_name_the_line(
    footfall: Footfall, folder: Path, name: str, right: str, wrong: str, said: str
) -> None:
    file = folder / "tiny" / name
    text = file.read_text()
    assert right in text
    file.write_text(text.replace(right, wrong, 1))
    done = footfall("bench", "--movingai", folder, "--quick")
    assert done.exit_code == 1
    assert said in done.output
    assert "Traceback" not in done.output


def test_missing_and_strange_files_are_named(footfall: Footfall, folder: Path, tmp_path: Path) -> None:
    (folder / "tiny" / "room.map").write_bytes(bytes(range(256)))
    done = footfall("bench", "--movingai", folder)
    assert (done.exit_code, "room.map:1: expected a line" in done.output) == (1, True)
    (folder / "tiny" / "room.map").unlink()
    done = footfall("bench", "--movingai", folder)
    assert (done.exit_code, "expected its map at" in done.output) == (1, True)
    (folder / "tiny" / "room.map.scen").unlink()
    done = footfall("bench", "--movingai", folder)
    assert (done.exit_code, "found none" in done.output) == (1, True)
    assert footfall("bench", "--movingai", tmp_path / "nowhere").exit_code == 2
    assert footfall("bench", "--csv", tmp_path / "x.csv").exit_code == 2


def test_a_report_is_compared(footfall: Footfall, folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "old.json"
    report.write_text(footfall("bench", "--movingai", folder, "--quick", "--json").output)
    plain = json.loads(report.read_text())
    plain["scenarios"][0]["loops"] *= 100
    report.write_text(json.dumps(plain))
    done = footfall("bench", "--movingai", folder, "--quick", "--compare", report)
    assert done.exit_code == 0, done.output
    row = next(line for line in done.output.splitlines() if line.startswith("paths: tiny/room"))
    assert float(row.split()[4]) > 5
    assert row.split()[-1] == "faster"
    assert "geometric mean of 1 rows" in done.output
    again = footfall("bench", "--movingai", folder, "--quick", "--compare", report, "--json")
    assert json.loads(again.output)["changes"][0]["row"] == "paths: tiny/room"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"kernels": 3}', '{"scenarios": [{"scenario": "x", "loops": 0}]}', "\0"]
)
def test_what_is_no_report_is_refused(footfall: Footfall, folder: Path, tmp_path: Path, text: str) -> None:
    report = tmp_path / "old.json"
    report.write_text(text)
    done = footfall("bench", "--movingai", folder, "--compare", report)
    assert done.exit_code == 1
    assert "expected a report written by: footfall bench --json" in done.output


def test_kernels_are_compared(footfall: Footfall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from footfall.kernels import bench

    rows = [bench.BenchRow("mix", "two words", 1.0, 30.0), bench.BenchRow("new", "case", 1.0, 2.0)]
    monkeypatch.setattr(bench, "measure_kernels", lambda quick: rows)
    report = tmp_path / "old.json"
    report.write_text(json.dumps({"kernels": [{"kernel": "mix", "case": "two words", "ratio": 10}]}))
    done = footfall("bench", "--compare", report)
    assert done.output.splitlines()[1].split() == ["mix:", "two", "words", "10", "30", "3.00", "5%", "faster"]
    assert "1 faster, 0 same, 0 slower" in done.output
    report.write_text(json.dumps({"kernels": [{"kernel": "mix", "case": "two words", "ratio": 10, "noise": 2.5}]}))
    assert "0 faster, 1 same, 0 slower" in footfall("bench", "--compare", report).output
    assert "geometric mean of 1 rows" in done.output
    assert "mix" in footfall("bench").output
    rows.pop(0)
    done = footfall("bench", "--compare", report)
    assert done.exit_code == 1
    assert "such as 'new: case'; found none" in done.output
