"""``footfall run`` and ``replay``: reproducible games, pictures, and error messages."""

from __future__ import annotations

import json
import re
from weakref import ref

import pytest

from footfall.ui.drawing.export import render_pixels

HASH = "hash "


def last_hash(text: str) -> str:
    return text.rsplit(HASH, 1)[1].split()[0].rstrip(",")


@pytest.mark.parametrize("game", ["king", "stealth"])
def test_a_bot_game_is_repeatable(footfall, game):
    one = footfall("run", game, "--seed", 7, "--turns", 60, "--strict")
    two = footfall("run", game, "--seed", 7, "--turns", 60, "--strict")
    other = footfall("run", game, "--seed", 8, "--turns", 60, "--strict")
    assert one.exit_code == 0, one.output
    assert one.output == two.output
    assert last_hash(one.output) != last_hash(other.output)


def test_a_command_file_plays(footfall, tmp_path):
    file = tmp_path / "demo.txt"
    file.write_text("# a walk\nwait * 3\nstep direction=4\nkeys . .\nrandom * 5\n")
    one = footfall("run", "stealth", "--seed", 7, "--commands", file, "--to", "json", "--strict")
    assert one.exit_code == 0, one.output
    report = json.loads(one.output)
    assert report["game"] == "core.stealth"
    assert report["turn"] >= 10
    assert report["problems"] == []


@pytest.mark.proof(0)
def test_the_demo_plays_alike_on_both_backends(footfall):
    """The kernels of both backends give the same text and the same hash."""
    from pathlib import Path

    from footfall.testing.backends import use_backend

    demo = Path(__file__).parents[2] / "docs" / "demo.txt"
    words = ("run", "stealth", "--seed", 7, "--commands", demo, "--to", "text", "--strict")
    once, again = footfall(*words), footfall(*words)
    assert once.exit_code == 0, once.output
    assert once.output == again.output
    with use_backend("python"):
        slow = footfall(*words)
    assert slow.output == once.output


@pytest.mark.parametrize("name", ["docs/demo.txt", "docs/delve-demo.txt"])
def test_no_command_of_a_demo_is_refused(footfall, name):
    """Each is played as its first line says."""
    from pathlib import Path

    path = Path(__file__).parents[2] / name
    words = re.search("`footfall (.*)`", path.read_text())[1].replace(name, str(path)).split()
    done = footfall(*words)
    assert done.exit_code == 0, done.output
    assert "refused" not in done.stderr


@pytest.mark.proof(0)
def test_pictures_and_sentences(footfall, tmp_path):
    for kind in ("png", "gif"):
        out = tmp_path / f"end.{kind}"
        done = footfall("run", "stealth", "--seed", 3, "--turns", 4, "--to", kind, "--out", out)
        assert done.exit_code == 0, done.output
        assert out.read_bytes()[:4] in (b"\x89PNG", b"GIF8")
    said = footfall("run", "stealth", "--seed", 3, "--turns", 30, "--to", "log")
    assert HASH in said.output


@pytest.mark.proof(0)
def test_frames_are_written_one_by_one(footfall, tmp_path, monkeypatch):
    drawn = []
    most = 0

    def render(canvas, *rest):
        nonlocal most
        drawn.append(ref(canvas))
        most = max(most, sum(canvas() is not None for canvas in drawn))
        return render_pixels(canvas, *rest)

    monkeypatch.setattr("footfall.ui.drawing.export.render_pixels", render)
    out = tmp_path / "long.gif"
    done = footfall("run", "king", "--turns", 20, "--to", "gif", "--out", out)
    assert done.exit_code == 0, done.output
    assert len(drawn) == 20
    assert most <= 2


def test_a_replay_leads_to_the_same_hash(footfall, tmp_path):
    record = tmp_path / "one.replay"
    played = footfall("run", "king", "--seed", 5, "--turns", 80, "--record", record, "--option", "players=3")
    again = footfall("replay", record)
    assert again.exit_code == 0, again.output
    assert last_hash(again.output) == last_hash(played.output)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("wiat", "did you mean 'wait'"),
        ("step direction", "expected field=value"),
        ("step direction=up", "direction"),
        ("step", "direction"),
        ("{bad", "not valid JSON"),
        ("keys Q y", "means quit"),
    ],
)
def test_a_bad_line_is_named(footfall, tmp_path, line, said):
    file = tmp_path / "bad.txt"
    file.write_text(f"wait\n{line}\n")
    done = footfall("run", "stealth", "--commands", file)
    assert done.exit_code == 1
    assert "bad.txt:2" in done.output
    assert said in done.output
    assert "Traceback" not in done.output


@pytest.mark.proof(6)
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["run", "chess"], 1, "no game 'chess'"),
        (["run", "stealth", "--commands", "missing.txt"], 1, "cannot be read"),
        (["run", "stealth", "--to", "png"], 2, "needs --out"),
        (["run", "stealth", "--size", "huge"], 2, "WxH"),
        (["run", "king", "--option", "players"], 2, "NAME=VALUE"),
        (["run", "king", "--option", "tint=red"], 1, "no setup option 'tint'; it has: profile, players, party"),
        (["run", "king", "--option", "player=3"], 1, "no setup option 'player', did you mean 'players'?"),
        (["run", "king", "--option", "rules=merciless"], 1, "'rules'; did you mean profile=strict_p0?"),
        (["run", "king", "--option", "reglas=piedad", "--lang", "es"], 1, "did you mean profile=strict_p0?"),
        (["run", "king", "--option", "rules=mild"], 1, "did you mean profile=first_game or profile=strict_p0 or"),
        (["run", "stealth", "--set", "core.stealth.melee.cap_defnse=4"], 1, "no setting"),
        (["run", "stealth", "--set", "core.stealth.melee.cap_defense=many"], 1, "cap_defense"),
        (["run", "stealth", "--mods", "nowhere"], 1, "no such file"),
        (["replay", "missing.replay"], 1, "cannot be read"),
        (["data", "show", "creature/goblinn"], 1, "goblin"),
        (["hooks", "on_hera"], 1, "there is no hook 'on_hera', did you mean 'on_hear'?"),
        (["hooks", "core.king:on_cost"], 0, "destination: a place"),
        (["hooks", "on_hunger"], 0, "core.stealth:on_hunger("),
        (["hooks", "on_reveal"], 0, "core.delve:on_reveal("),
    ],
)
def test_mistakes_are_told_in_words(footfall, words, code, said):
    done = footfall(*words)
    assert done.exit_code == code, done.output
    assert said in done.output
    assert "Traceback" not in done.output


def test_without_display_or_terminal_play_explains(footfall, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    done = footfall("play", "king", "--seed", 1)
    assert done.exit_code == 1
    assert "footfall run" in done.output


def test_the_lists(footfall):
    mods = json.loads(footfall("mods", "list", "--json").output)
    assert {"core.king", "core.stealth"} <= {row["id"] for row in mods["mods"]}
    assert "on_hear" in footfall("hooks").output
    assert "range" in footfall("hooks", "on_hear").output
    shown = footfall("data", "show", "creature/core.stealth:goblin", "--blame")
    assert "creatures.toml" in shown.output


def test_bench_refuses_without_a_release_build(footfall, monkeypatch):
    from footfall import kernels

    for profile, said in ((None, "are missing"), ("debug", "debug build")):
        info = {"backend": "python", "version": "0", "profile": profile, "simd": None}
        monkeypatch.setattr(kernels, "build_info", lambda info=info: info)
        done = footfall("bench", "--quick")
        assert done.exit_code == 1
        assert said in done.output


def test_a_log_file_has_no_control_characters(footfall, tmp_path):
    (tmp_path / "mod").mkdir()
    (tmp_path / "mod" / "mod.toml").write_text(
        '[mod]\nid = "you.t"\nversion = "1.0.0"\napi = "1"\ngames = ["stealth"]\n', "utf-8"
    )
    (tmp_path / "mod" / "locale" / "en").mkdir(parents=True)
    (tmp_path / "mod" / "locale" / "en" / "a.ftl").write_text("stealth-welcome-whole = a \x1b[2J b\n", "utf-8")
    out = tmp_path / "log.txt"
    footfall("run", "stealth", "--mods", tmp_path / "mod", "--turns", 1, "--to", "log", "--out", out)
    text = out.read_text("utf-8")
    assert "\\u001b[2J" in text
    assert "\x1b" not in text
