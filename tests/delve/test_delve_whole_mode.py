"""Whole delves as games: the engine of play and of batches is one; simulations say what the tables promise."""

from __future__ import annotations

import json

import msgspec
import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import compute_exact_chances, count_rows_rolled, generate
from footfall.plugins.delve.tables import tables_of
from footfall.sim.bots import find_bot
from footfall.sim.coverage import CoverageCounter
from footfall.sim.game_batch import BotGame
from footfall.sim.plan import Plan


@pytest.fixture(scope="module")
def rules():
    return load("delve", only_mods=()).rules


def at_once(rules, seed, **options):
    return Session.begin(rules, seed, {"mode": "whole", **options}, strict=True)


def map_of(delve):
    return msgspec.msgpack.encode((delve.zones, delve.exits, delve.searches))


@pytest.mark.parametrize("seed", range(12))
def test_14_played_at_the_table_at_once_and_in_a_batch_it_is_one_delve(rules, seed):
    """Invariant 14: a party that explores and searches as batches do plays the very same delve."""
    batch = generate(tables_of(rules.records), seed, Policy())
    whole = at_once(rules, seed)
    assert map_of(whole.state.parts["core.delve"].delve) == map_of(batch)
    assert whole.state.streams["core.delve:leader"] == sum(
        len(roll.faces) for note in batch.journal for roll in note.rolls
    )
    plan = Plan(game="core.delve", games=1, options={"mode": "table"})
    table = BotGame(rules, [find_bot(rules, "party")], plan, 0)
    table.seed = seed
    table.play(CoverageCounter())
    played = table.session.state.parts["core.delve"].delve
    assert map_of(played) == map_of(batch)
    faces = [[(roll.table, roll.faces) for note in d.journal for roll in note.rolls] for d in (played, batch)]
    assert faces[0] == faces[1]


def test_how_a_whole_delve_ends(rules):
    outcomes = {at_once(rules, seed, on_exhausted="stop").state.outcome for seed in range(12)}
    assert outcomes == {"quest", "exhausted"}
    few = at_once(rules, 3, max_zones=4)
    assert few.state.outcome == "stopped"
    assert len(few.state.parts["core.delve"].delve.zones) == 4


def test_options_that_do_not_fit(rules):
    for options, said in (
        ({"frontier": "up"}, "option frontier: Invalid enum value"),
        ({"on_exhausted": 3}, "option on_exhausted: Expected text, got whole number"),
        ({"max_zones": "all"}, "option max_zones: Expected whole number, got text"),
        ({"checked": 1}, "option checked is true or false"),
        ({"map": "{}"}, "a whole delve is rolled"),
    ):
        with pytest.raises(ValueError, match=said):
            at_once(rules, 1, **options)


def test_rows_are_counted_and_promised(rules):
    delve = at_once(rules, 5).state.parts["core.delve"].delve
    counts = count_rows_rolled(delve)
    assert sum(counts.values()) == sum(len(note.rolls) for note in delve.journal)
    chances = compute_exact_chances(tables_of(rules.records))
    assert set(counts) <= set(chances)
    assert chances["end/T"] == 34 / 144
    assert chances["secret/found"] == 3 / 12


def simulated(*words):
    done = CliRunner().invoke(main, ["simulate", "delve", "--workers", "0", *words])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.proof(0)
def test_simulate_prints_the_distributions_of_part_d(rules):
    """Each row with its exact chance; the quest rate; the extent; invariants on request."""
    summary = json.loads(simulated("--games", "150", "--option", "checked=true", "--json").stdout)["summary"]
    assert summary["won"]["of"] == 150
    assert summary["won"]["low"] < 0.983 < summary["won"]["high"]
    rows = {row["key"]: row for row in summary["frequencies"]}
    assert rows["length/one"]["chance"] == pytest.approx(4 / 12)
    tested = [row for row in rows.values() if row["p"] is not None]
    assert len(tested) >= 50
    assert all(row["p"] >= 0.001 / len(tested) for row in tested)
    numbers = {each["column"]: each["all"] for each in summary["numbers"]}
    assert numbers["broken"]["largest"] == 0
    assert 40 < numbers["side"]["median"] < 75
    assert "core.stealth:goblin" not in [name for _, name in summary["never"]]


def test_simulate_says_so_if_a_table_is_not_what_it_promises(rules, monkeypatch):
    """The test of the chances can fail."""
    import footfall.plugins.delve.dice as dice
    from footfall.engine.dice_stream import DiceStream

    assert dice.SIDES == 12
    monkeypatch.setattr(DiceStream, "roll", lambda self, low, high: setattr(self, "index", self.index + 1) or 7)
    said = simulated("--games", "20", "--option", "max_zones=6").output
    assert "deviant: " in said
    assert "deviant: none" not in said
    assert "length/two (p =" in said


def test_the_wall_search_is_a_comparison(rules):
    found = json.loads(simulated("--games", "60", "--compare", "on_exhausted=stop", "--json").stdout)
    assert found["first"]["won"]["share"] > found["second"]["won"]["share"]
    assert found["comparison"]["won"]["gained"] == 0
