"""One game and batches of them: seeds, rows, counts, poison, replays, bots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.bots import BotContext
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.session import Session
from footfall.sim.bots import UnknownBotError, choose_random_command, find_bot, list_legal_commands
from footfall.sim.coverage import DIE_TAG, STEP_TAG, list_text_fields
from footfall.sim.game_batch import CUT_SHORT, FAILED, play_batch
from footfall.sim.plan import ModMismatchError, Plan, format_command_line, get_plan_rules, replace_values
from footfall.sim.run import merge_batches, record_replay, simulate


def test_a_game_depends_on_its_index_alone(plan: Any) -> None:
    made, _ = plan(games=30)
    whole = play_batch(made, 0, 30)
    for index in (0, 7, 29):
        alone = play_batch(made, index, index + 1)
        for name, values in whole.columns.items():
            assert alone.columns[name] == values[index : index + 1], name
    assert len(set(whole.columns["seed"])) == 30
    assert len(set(whole.columns["hash"])) > 25
    other = play_batch(plan(games=30, seed=6)[0], 0, 30)
    assert not set(other.columns["seed"]) & set(whole.columns["seed"])


def test_batches_in_any_order_are_the_same_run(plan: Any) -> None:
    made, _ = plan(games=40, has_audit=True)
    parts = [play_batch(made, start, stop) for start, stop in ((25, 40), (0, 3), (3, 25))]
    assert merge_batches(made, parts).compute_digest() == simulate(made, workers=0).compute_digest()
    assert merge_batches(made, parts[:2]).compute_digest() != simulate(made, workers=0).compute_digest()


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("climb", {}),
        ("core.king", {"profile": "full_game"}),
        ("core.king", {"profile": "full_game", "crown_source": "sanctuary", "trade": True}),
    ],
)
def test_tracing_and_log_lines_change_nothing(
    plan: Any, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any]
) -> None:
    """The digest is the same with a tracer, and games with log lines end in the same states."""
    made, _ = plan(game=game, games=12, options=options, compiled_mode="never")
    begin = Session.begin
    trails: list[Tracer] = []

    def explained(rules: Rules, seed: int, options: Any = None, **more: Any) -> Session:
        trails.append(Tracer())
        return begin(rules, seed, options, **{**more, "tracer": trails[-1]})

    def told(rules: Rules, seed: int, options: Any = None, **more: Any) -> Session:
        return begin(rules, seed, options, **{**more, "quiet": False})

    plain = simulate(made, workers=0)
    monkeypatch.setattr(Session, "begin", explained)
    assert simulate(made, workers=0).compute_digest() == plain.compute_digest()
    assert len(trails) == 12
    assert all(trail.changes for trail in trails)
    monkeypatch.setattr(Session, "begin", told)
    assert simulate(made, workers=0).columns["hash"] == plain.columns["hash"]


def test_counts_are_those_of_the_games_played_by_hand(plan: Any) -> None:
    made, rules = plan(games=12)
    run = simulate(made, workers=0)
    seen: Counter[tuple[str, str, str, str]] = Counter()
    games: Counter[tuple[str, str, str, str]] = Counter()
    for index in range(12):
        session = Session.begin(rules, made.derive_game_seed(index), quiet=True)
        found: Counter[tuple[str, str, str]] = Counter()
        told = list(session.events)
        while session.state.outcome is None:
            command = choose_random_command(session)
            told += [command, *session.submit(command).events]
        for each in told:
            tag = str(each.__struct_config__.tag)
            found[tag, "", ""] += 1
            for field in each.__struct_fields__:
                if type(getattr(each, field)) is str:
                    found[tag, field, getattr(each, field)] += 1
        row = {name: values[index] for name, values in run.columns.items()}
        assert row["hash"] == session.hash()
        assert row["commands"] == len(session.commands)
        assert row["turns"] == found["tests.climb:leap", "", ""] + found["tests.climb:wait", "", ""]
        assert row["outcome"] == session.state.outcome
        for key, times in found.items():
            seen[*key, session.state.outcome] += times
            games[*key, session.state.outcome] += 1
    assert {key: tuple(cell) for key, cell in run.coverage.items()} == {
        key: (games[key], times) for key, times in seen.items()
    }


def test_words_are_fields_that_hold_text(plan: Any) -> None:
    _, rules = plan()
    leap = next(kind for kind in rules.commands if kind.__name__ == "Leap")
    assert list_text_fields(leap) == ("how",)


def test_columns_and_curves_of_the_game(plan: Any) -> None:
    run = simulate(plan(games=20)[0], workers=0)
    assert run.own_columns == ["late", "lowest", "nothing", "reached", "word"]
    for values in zip(*run.columns.values(), strict=True):
        row = dict(zip(run.columns, values, strict=True))
        assert (row["outcome"] == "top") == (len(row["reached"]) == 2)
    first = {key: counts for key, counts in run.curves.items() if key[1] == 1}
    assert {key[0] for key in first} == {"lowest", "highest"}
    assert sum(times for key, counts in first.items() if key[0] == "lowest" for times in counts.values()) == 20


def test_a_game_that_does_not_end_is_cut_short(plan: Any) -> None:
    run = simulate(plan(games=3, max_commands=5)[0], workers=0)
    assert run.columns["outcome"] == [CUT_SHORT] * 3
    assert run.columns["commands"] == [5] * 3
    assert all(value is not None for value in run.columns["lowest"])


@pytest.mark.parametrize(
    ("poison", "said", "patience"),
    [
        ("raise", "RuntimeError: the ladder broke", 60),
        ("hang", "did not finish within 0.5 s", 0.5),
        ("loop", "RunawayError: one command led to over 100000 steps", 60),
    ],
)
def test_a_failing_game_is_a_row(plan: Any, poison: str, said: str, patience: float) -> None:
    made, _ = plan(games=30, seed=3, options={"poison": poison}, timeout=patience)
    clean = simulate(plan(games=30, seed=3)[0], workers=0)
    run = simulate(made, workers=0)
    bad = [i for i, outcome in enumerate(run.columns["outcome"]) if outcome == FAILED]
    unlucky = [i for i, seed in enumerate(run.columns["seed"]) if seed % 40 == 0]
    assert bad
    assert set(bad) <= set(unlucky)
    for i in range(30):
        if i in bad:
            assert said in run.columns["error"][i]
            assert run.columns["lowest"][i] is None
        else:
            assert run.columns["outcome"][i] == clean.columns["outcome"][i]
            assert run.columns["error"][i] == ""


def test_contained_failures_are_counted_and_the_game_goes_on(plan: Any) -> None:
    run = simulate(plan(games=80, options={"poison": "step"})[0], workers=0)
    assert FAILED not in run.columns["outcome"]
    assert sum(run.columns["problems"]) > 0
    ((mod, via, where, error), (times, first)) = next(iter(run.problems.items()))
    assert (mod, via) == ("tests.climb", "tests.climb:omen")
    assert "climb/__init__.py" in where
    assert error == "ZeroDivisionError: a rule divides by nothing"
    assert times == sum(run.columns["problems"])
    assert run.columns["problems"][first] > 0
    strict = simulate(plan(games=80, options={"poison": "step"}, is_strict=True)[0], workers=0)
    assert strict.columns["outcome"][first] == FAILED


def test_an_audit_counts_steps_and_dice_and_changes_no_game(plan: Any) -> None:
    plain, audited = (simulate(plan(games=30, has_audit=audit)[0], workers=0) for audit in (False, True))
    assert plain.columns == audited.columns
    more = {key: cell for key, cell in audited.coverage.items() if key not in plain.coverage}
    assert {key[0] for key in more} == {STEP_TAG, DIE_TAG}
    dice = Counter[str]()
    for (tag, field, value, _), (_, times) in more.items():
        if tag == DIE_TAG:
            assert field == "tests.climb leap 1..6"
            dice[value] += times
    leaps = sum(times for (tag, *_), (_, times) in plain.coverage.items() if tag == "tests.climb:leap")
    assert set(dice) == set("123456")
    assert sum(dice.values()) == leaps / 2  # each leap is counted as a kind and by its text field


def test_one_game_as_a_replay(plan: Any, tmp_path: Path) -> None:
    made, rules = plan(games=20, options={"goal": 9}, settings={"tests.climb.sides": 8}, bots=("eager", "random"))
    run = simulate(made, workers=0)
    record_replay(made, 13, tmp_path / "one.replay")
    replay = read_replay(tmp_path / "one.replay", lambda header: rules)
    session = play_back(rules, replay)
    assert session.hash() == run.columns["hash"][13]
    assert session.state.outcome == run.columns["outcome"][13]
    assert replay.header.options["goal"] == 9
    assert replay.header.settings == {"tests.climb.sides": 8}
    assert replay.marks[session.state.turn] == session.hash()


def test_a_failing_game_is_recorded_up_to_its_failure(plan: Any, tmp_path: Path) -> None:
    made, rules = plan(games=80, options={"poison": "raise"})
    run = simulate(made, workers=0)
    bad = run.columns["outcome"].index(FAILED)
    with pytest.raises(RuntimeError, match="the ladder broke"):
        record_replay(made, bad, tmp_path / "bad.replay")
    session = play_back(rules, read_replay(tmp_path / "bad.replay", lambda header: rules))
    assert session.state.turn == run.columns["commands"][bad]
    with pytest.raises(RuntimeError, match="the ladder broke"):
        list_legal_commands(session)


def test_bots_are_seated_by_actor(plan: Any) -> None:
    made, _ = plan(games=10, bots=("eager", "random"))
    assert made.bots == ("tests.climb:eager", "footfall:random")
    alone, mixed, random = (
        simulate(plan(games=10, bots=bots)[0], workers=0) for bots in (("eager",), ("eager", "random"), ("random",))
    )
    assert ("tests.climb:wait", "", "", "top") not in alone.coverage
    assert alone.compute_digest() != mixed.compute_digest() != random.compute_digest()


def test_a_bot_that_breaks_the_rules_is_named(plan: Any) -> None:
    run = simulate(plan(games=2, bots=("rude",))[0], workers=0)
    assert run.columns["outcome"] == [FAILED] * 2
    assert "tests.climb:rude" in run.columns["error"][0]
    assert "is refused" in run.columns["error"][0]


def test_unknown_bots_are_reported(plan: Any) -> None:
    with pytest.raises(UnknownBotError, match="did you mean 'eager'"):
        plan(bots=("eagre",))
    _, rules = plan()
    assert find_bot(rules, "footfall:random") is find_bot(rules, "random")


def test_a_seat_neither_uses_up_nor_foresees_the_dice_of_the_game(plan: Any) -> None:
    made, rules = plan()
    plain, watched = (Session.begin(rules, made.derive_game_seed(0), quiet=True) for _ in range(2))
    seat = BotContext(watched, "tests.climb", 0)
    while plain.state.outcome is None:
        command = choose_random_command(plain)
        plain.submit(command)
        thrown = [seat.roll("leap", 1, 6) for _ in range(5)]
        assert all(1 <= die <= 6 for die in thrown)
        watched.submit(command)
        assert plain.hash() == watched.hash()
    one, other = BotContext(plain, "a", 0), BotContext(plain, "a", 1)
    assert [one.roll("x", 1, 10**6) for _ in range(3)] != [other.roll("x", 1, 10**6) for _ in range(3)]


def test_a_trial_leaves_the_game_alone(plan: Any) -> None:
    made, rules = plan()
    session = Session.begin(rules, made.derive_game_seed(0), quiet=True)
    before = session.hash()
    seat = BotContext(session, "a", 0)
    ends = []
    for number in range(20):
        trial = seat.start_trial(number)
        while trial.outcome is None:
            trial.submit(trial.list_legal()[0])
        ends.append(trial.ctx.state.parts["tests.climb"].heights)
    assert session.hash() == before
    assert len({tuple(end) for end in ends}) > 5
    careful, random = (simulate(plan(games=40, bots=(bot,))[0], workers=0) for bot in ("careful", "random"))
    assert careful.columns["outcome"].count("top") > random.columns["outcome"].count("top")


def test_a_worker_with_other_mods_refuses(plan: Any) -> None:
    made, _ = plan()
    import msgspec

    other = msgspec.structs.replace(made, lock=(("tests.climb", "2.0.0", "0" * 32),))
    with pytest.raises(ModMismatchError, match=r"tests\.climb 2\.0\.0"):
        get_plan_rules(other)


def test_values_are_assigned_by_name(plan: Any) -> None:
    made, rules = plan()
    turned = replace_values(made, rules, {"goal": 5, "sides": 10, "bots": "eager,random"})
    assert turned.options == {"goal": 5}
    assert turned.settings == {"tests.climb.sides": 10}
    assert turned.bots == ("eager", "random")
    with pytest.raises(KeyError):
        replace_values(made, rules, {"gaol": 5})
    words = format_command_line(turned).split()
    assert words[:3] == ["footfall", "simulate", "climb"]
    assert "goal=5" in words
    assert "tests.climb.sides=10" in words


def test_invalid_values_are_reported_at_once(plan: Any) -> None:
    with pytest.raises(ValueError, match="goal goes from 1 to 100, not 500"):
        plan(options={"goal": 500})
    with pytest.raises(ValueError, match="no setup option 'gaol'"):
        plan(options={"gaol": 5})
    with pytest.raises(ValueError, match="sides"):
        plan(settings={"tests.climb.sides": 99})
    assert Plan(game="x").derive_game_seed(1) != Plan(game="x", seed=1).derive_game_seed(0)
