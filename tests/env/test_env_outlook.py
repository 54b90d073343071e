"""The round again with another action: exact chances, samples that agree with them, and a trunk that stays."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.engine.bots import list_legal_commands
from footfall.engine.session import Session
from footfall.env import outlook
from footfall.env.batch import EnvironmentBatch
from footfall.env.content import EnvironmentContent, build_content
from footfall.loader import load
from footfall.plugins.king import commands as cmd

OPTIONS = {"players": 2}


@pytest.fixture(scope="module")
def content() -> EnvironmentContent:
    loaded = load("king", only_mods=())
    declare = loaded.rules.game.declare_environment
    assert declare is not None
    return build_content(loaded, declare(), (), None, OPTIONS, {})


def begin(content: EnvironmentContent) -> Session:
    return Session.begin(content.load_result.rules, 4, OPTIONS)


def find(session: Session, kind: type) -> Any:
    return next(each for each in list_legal_commands(session) if type(each) is kind)


def end_turns(session: Session) -> tuple[cmd.EndTurn, list[cmd.EndTurn]]:
    """Returns the end of the first turn, and that of the other soul."""
    end = find(session, cmd.EndTurn)
    return end, [cmd.EndTurn(actor=1 - end.actor)]


def test_the_kings_way_is_exact(content: EnvironmentContent) -> None:
    """Round 1: a d4 takes him from floor 1 to 2, 3, 1, 2; a d6 of 2 costs each soul one more."""
    session = begin(content)
    before = session.hash()
    found = outlook.foresee_round(content, session, *end_turns(session))
    assert found.games == 0
    quarter = Fraction(1, 4)
    assert found.shares["king-outlook-floor"] == {1: quarter, 2: 2 * quarter, 3: quarter}
    sanity = found.shares["king-outlook-sanity"]
    full = sum(soul.sanity for soul in session.state.parts["core.king"].souls)
    assert sanity[full - 2] == Fraction(5, 6)
    assert sanity[full - 4] == Fraction(1, 6)
    assert session.hash() == before


def test_a_sample_agrees(content: EnvironmentContent, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(content)
    exact = outlook.foresee_round(content, session, *end_turns(session))
    monkeypatch.setattr(outlook, "MAX_PATHS", 1)
    sample = outlook.foresee_round(content, session, *end_turns(session), samples=2000)
    assert sample.games == 2000
    for name, shares in exact.shares.items():
        assert sample.shares[name].keys() <= shares.keys()
        for value, share in shares.items():
            assert abs(float(sample.shares[name].get(value, Fraction(0)) - share)) < 0.06, name


def test_later_commands_of_the_round_are_kept(content: EnvironmentContent) -> None:
    """A soul that meditates after the action of the other has one sanity more than one that does not."""
    session = begin(content)
    state = session.state.parts["core.king"]
    for soul in state.souls:
        soul.sanity -= 3
    end, others = end_turns(session)
    rest = cmd.Meditate(actor=1 - end.actor)
    idle, kept = (outlook.foresee_round(content, session, end, more) for more in (others, [rest, *others]))
    assert kept.compute_mean("king-outlook-sanity") > idle.compute_mean("king-outlook-sanity")
    refused = cmd.Escape(actor=end.actor)  # of one soul; the commands of the other go on
    assert outlook.foresee_round(content, session, end, [refused, rest, *others]).shares == kept.shares
    sample = outlook.sample_games(content, session, (end, refused, rest, *others), 2000)[0]["king-outlook-sanity"]
    mean = sum(value * float(share) for value, share in sample.items())
    assert abs(mean - float(kept.compute_mean("king-outlook-sanity"))) < 0.2


def test_the_adviser_decides_where_the_recording_cannot(
    content: EnvironmentContent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here, the other soul: exactly or in samples, and alike in both of their backends."""
    session = begin(content)
    board = session.state.parts["core.king"]
    board.boxes[:] = [[] for _ in board.boxes]  # nothing to seek: one rests
    board.known_counts[:] = [0] * len(board.known_counts)
    for soul in board.souls:
        soul.sanity -= 3
    end, others = end_turns(session)
    more = [cmd.Escape(actor=1 - end.actor), *others]
    exact, idle = (outlook.foresee_round(content, session, end, each) for each in (more, others))
    assert exact.games == 0
    assert exact.compute_mean("king-outlook-sanity") > idle.compute_mean("king-outlook-sanity")
    monkeypatch.setattr(outlook, "MAX_PATHS", 1)
    compiled = outlook.foresee_round(content, session, end, more, samples=200)
    assert all(compiled.shares[name].keys() <= shares.keys() for name, shares in exact.shares.items())
    assert abs(compiled.compute_mean("king-outlook-sanity") - exact.compute_mean("king-outlook-sanity")) < 1
    monkeypatch.setattr(outlook, "EnvironmentBatch", partial(EnvironmentBatch, compiled="never"))
    assert outlook.foresee_round(content, session, end, more, samples=200).shares == compiled.shares


def test_the_next_round_is_left_out(content: EnvironmentContent) -> None:
    session = begin(content)
    end, others = end_turns(session)
    assert outlook.count_round(content, session, [end, *others, end, *others]) == 2


def test_a_refused_command_is_an_error(content: EnvironmentContent) -> None:
    with pytest.raises(ValueError, match="king-no"):
        outlook.foresee_round(content, begin(content), cmd.Escape(actor=0))


def test_the_command_prints_every_action(tmp_path: Path) -> None:
    path = tmp_path / "king.replay"
    words = ("simulate", "king", "--bot", "goal", "--record", "1", "--seed", "3", "--out", str(path))
    assert CliRunner().invoke(main, words).exit_code == 0
    run = CliRunner().invoke(main, ["compare", str(path), "--at", "0", "--round", "--json"])
    assert run.exit_code == 0, run.output
    rows = json.loads(run.stdout)["commands"]
    assert [row["is_recorded"] for row in rows] == [True, *[False] * (len(rows) - 1)]
    assert all(abs(sum(shares.values()) - 1) < 1e-9 for row in rows for shares in row["shares"].values())
    text = CliRunner().invoke(main, ["compare", str(path), "--at", "0", "--round", "--lang", "es"]).stdout
    assert "sigue como el bot" in text
    assert "resultados de cada elección en la ronda" in text
    assert "de 10000 partidas" in text
    assert "-outlook-" not in text
