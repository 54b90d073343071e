"""``footfall replay --to html`` without a browser: names, errors, sizes, the facts in the file, and its policy."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import footfall
from footfall.cli import main

MAX_SCRIPT_LINES = 800
"""Lines of scripts of the file and of the served game together."""

BYTES_PER_COMMAND = 700


def read_data(path: Path) -> dict[str, Any]:
    found = re.search(r'id="stream">([^<]*)<', path.read_text("utf-8"))
    assert found is not None
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return data


def run(*words: object) -> Any:
    return CliRunner().invoke(main, ["replay", *map(str, words)])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.mark.proof(0)
def test_the_file_lies_next_to_the_replay_and_is_small(tmp_path: Path, replays: Path) -> None:
    replay = tmp_path / "game.replay"
    replay.write_bytes((replays / "stealth.replay").read_bytes())
    result = run(replay, "--to", "html", "--lang", "en")
    assert result.exit_code == 0, result.output
    page = tmp_path / "game.html"
    assert result.output.startswith(f"{page}: 150 commands, ")
    assert page.stat().st_size < 150 * BYTES_PER_COMMAND + 100_000  # the first key frames and the scripts
    data = read_data(page)
    assert len(data["steps"]) == len(data["frames"]) == 151
    whole = {at for at, frame in enumerate(data["frames"]) if "size" in frame}
    assert whole == {0, 64, 128, 16, 17, 18}  # the last three: on a new floor the map is enlarged while little is known


def test_a_map_that_the_players_draw_is_there_whole(write_page: Callable[..., Path]) -> None:
    data = read_data(write_page("delve.replay"))
    assert dict(data["facts"])["map"] == "Map"
    drawn = [step["facts"]["map"] for step in data["steps"] if "map" in step.get("facts", {})]
    assert any("<<" in row for row in drawn[0])
    assert len(drawn[-1]) > len(drawn[0])
    assert "map" not in dict(read_data(write_page("king.replay"))["facts"])


def test_a_terminal_shows_the_progress(tmp_path: Path, replays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (replays / "king.replay", "--to", "html", "--out", tmp_path / "king.html")
    assert "100%" not in run(*words).stderr
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "100%" in run(*words).stderr


def test_texts_are_those_of_the_language(write_page: Callable[..., Path]) -> None:
    page = write_page("king.replay", "--lang", "es")
    assert '<html lang="es">' in page.read_text("utf-8")
    data = read_data(page)
    assert data["steps"][3]["when"] == "Turno 3"
    assert {control["label"] for control in data["controls"]} >= {"siguiente revés"}


def test_a_game_with_seats_shows_what_everybody_knows(write_page: Callable[..., Path]) -> None:
    steps = read_data(write_page("king.replay"))["steps"]
    assert len(steps) == 81
    told = [line.partition(":")[0] for step in steps for line in step["news"] if "Face Swap" in line]
    assert told.count("P4 draws in the Gallery") == 1  # the causes, told once


def test_a_game_that_leaves_its_recording_ends_with_a_sentence(tmp_path: Path, replays: Path) -> None:
    lines = (replays / "stealth.replay").read_text("utf-8").splitlines()
    bodies = [line.partition(" ")[2] for line in lines]
    marked = next(n for n, body in enumerate(bodies) if '"before"' in body and n > 40)
    bodies[marked] = re.sub(r'"before":"[0-9a-f]{4}', '"before":"0000', bodies[marked])
    crc, checked = 0, []
    for body in bodies:
        crc = zlib.crc32(body.encode(), crc)
        checked.append(f"{crc:08x} {body}")
    replay = tmp_path / "other.replay"
    replay.write_text("\n".join(checked) + "\n", "utf-8")
    result = run(replay, "--to", "html", "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "departs from the recording" in result.output
    steps = read_data(tmp_path / "other.html")["steps"]
    assert 1 < len(steps) < 151
    assert "departs from the recording" in steps[-1]["news"][-1]


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path, replays: Path) -> None:
    result = run(replays / "king.replay", "--to", "html", "-o", tmp_path / "missing" / "page.html")
    assert result.exit_code != 0
    assert "Traceback" not in result.output
    assert "missing" in result.output


def test_the_policy_allows_the_one_style_and_the_one_script(write_page: Callable[..., Path]) -> None:
    document = write_page("king.replay").read_text("utf-8")
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', document)
    assert found is not None
    policy = dict(part.split(" ", 1) for part in html.unescape(found[1]).split("; "))
    for name, pattern in (
        ("style-src", "<style>(.*?)</style>"),
        ("script-src", '<script type="module">(.*?)</script>'),
    ):
        (text,) = re.findall(pattern, document, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert policy[name] == f"'sha256-{digest}'"
    assert {policy[name] for name in ("default-src", "base-uri", "form-action")} == {"'none'"}
    assert not re.findall(r"(?:https?:)?//\w+\.", document.split('id="stream"')[0])


def test_the_scripts_are_short_and_write_no_markup() -> None:
    package = Path(footfall.__file__).parent
    scripts = [*(package / "ui" / "page").glob("*.js"), *(package / "serve" / "site").glob("*.js")]
    texts = [path.read_text("utf-8") for path in scripts]
    assert sum(len(text.splitlines()) for text in texts) <= MAX_SCRIPT_LINES
    for text in texts:
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text)
