"""Summarizes a run: shares with intervals, distributions, correlates of winning, and kinds never seen.

Also compares runs with the same seeds and different values: two runs in pairs, and sweeps over many values. Dice are
keyed by purpose, not by order, so paired games are equal until the changed value first matters.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from footfall.content.records import Records
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Event
from footfall.loader.json_file import parse_json_or_text

from .coverage import DIE_TAG, STEP_TAG, Coverage
from .game_batch import FAILED, explain_not_compiled
from .plan import format_value
from .run import SimulationRun
from .statistics import (
    Distribution,
    Fairness,
    MeanDifference,
    Proportion,
    ShareDifference,
    compare_paired_numbers,
    compare_paired_shares,
    compute_deviation_p,
    estimate_proportion,
    measure_distribution,
    measure_fairness,
)

SUMMARIZED_COLUMNS = ("turns", "commands")
"""Fixed columns to summarize."""

MAX_VALUES = 40
"""Values per column in the summary; rarer ones appear only in the tables."""


class NumberColumn(msgspec.Struct, frozen=True):
    """Distribution of a numeric column, for all games and by whether they were won."""

    column: str
    games: Distribution | None = msgspec.field(name="all")
    wins: Distribution | None = msgspec.field(name="won")
    losses: Distribution | None = msgspec.field(name="lost")


class ValueGroup(msgspec.Struct, frozen=True):
    """Games with a value in a column, and the share won with and without it."""

    column: str
    value: str
    games: Proportion
    wins: Proportion = msgspec.field(name="won")
    wins_without: Proportion = msgspec.field(name="won_without")


class Frequency(msgspec.Struct, frozen=True):
    """Share of a kind in its group.

    Attributes:
        key: ``"group/kind"``.
        chance: expected share, if the game declares one.
        p: two-sided p-value of the deviation from it.
    """

    column: str
    key: str
    proportion: Proportion = msgspec.field(name="found")
    chance: float | None = None
    p: float | None = None


class CurvePoint(msgspec.Struct, frozen=True):
    """One point of a curve: the distribution over all games that reached it."""

    column: str
    at: int
    spread: Distribution


class DieFairness(msgspec.Struct, frozen=True):
    """Fairness test of one die."""

    die: str
    fairness: Fairness


class Summary(msgspec.Struct, frozen=True):
    """Summary of a run. Failed and unfinished games count as not won.

    Attributes:
        seeds: the smallest and the largest seed.
        wins_share: share of games won; None if the game declares no winning outcomes.
        groups: values of text, boolean and set columns.
        never: kind and name of each thing that the rules define but no game showed.
        failures: index and error of games that raised, hung or killed their worker.
        problems: contained failures of mods: text, count, index of the first game.
        compiled_games: number of games played by compiled rules.
        not_compiled: why compiled rules did not play all games; ``""`` if they did or there are none.
    """

    game: str
    games: int
    seed: int
    seeds: tuple[int, int]
    bots: tuple[str, ...]
    options: dict[str, Any]
    settings: dict[str, Any]
    mods: tuple[tuple[str, str, str], ...]
    digest: str
    wins: tuple[str, ...]
    outcomes: dict[str, Proportion]
    wins_share: Proportion | None = msgspec.field(name="won")
    numbers: tuple[NumberColumn, ...]
    groups: tuple[ValueGroup, ...]
    frequencies: tuple[Frequency, ...]
    curves: tuple[CurvePoint, ...]
    dice: tuple[DieFairness, ...]
    never: tuple[tuple[str, str], ...]
    failures: tuple[tuple[int, str], ...] = msgspec.field(name="failed")
    problems: tuple[tuple[str, int, int], ...]
    seconds: float
    games_per_second: float
    commands_per_second: float
    compiled_games: int = msgspec.field(default=0, name="compiled")
    not_compiled: str = ""


def summarize(run: SimulationRun, rules: Rules) -> Summary:
    """Summarizes a run."""
    plan, columns = run.plan, run.columns
    outcomes = Counter(columns["outcome"])
    games = len(run)
    wins = set(plan.wins)
    won = [outcome in wins for outcome in columns["outcome"]]
    order = sorted(outcomes, key=lambda name: (name not in wins, name.startswith("footfall:"), -outcomes[name]))
    groups: list[ValueGroup] = []
    numbers: list[NumberColumn] = []
    frequencies: list[Frequency] = []
    expected = rules.game.statistics.expected_shares
    chances = expected(rules.records) if expected is not None else {}
    for name in (*SUMMARIZED_COLUMNS, *run.own_columns):
        values = columns[name]
        if name in SUMMARIZED_COLUMNS and not any(values):
            continue
        kinds = {type(value) for value in values if value is not None}
        if kinds and kinds <= {int, float}:
            numbers.append(_summarize_number(name, values, won, bool(wins)))
        elif dict in kinds:
            frequencies += _summarize_frequencies(name, values, chances.get(name, {}))
        else:
            groups += _summarize_groups(name, values, won)
    problems = [
        (f"{mod}: {via} failed at {place}: {error}", times, first)
        for (mod, via, place, error), (times, first) in run.problems.items()
    ]
    commands = sum(columns["commands"])
    return Summary(
        game=plan.game,
        games=games,
        seed=plan.seed,
        seeds=(min(columns["seed"], default=0), max(columns["seed"], default=0)),
        bots=plan.bots,
        options=plan.options,
        settings=plan.settings,
        mods=plan.lock,
        digest=run.compute_digest(),
        wins=plan.wins,
        outcomes={name: estimate_proportion(outcomes[name], games) for name in order},
        wins_share=estimate_proportion(sum(won), games) if wins else None,
        numbers=tuple(numbers),
        groups=tuple(groups),
        frequencies=tuple(frequencies),
        curves=tuple(_summarize_curves(run)),
        dice=tuple(_summarize_dice(run.coverage)),
        never=tuple(list_unseen(run, rules)),
        failures=tuple(
            (index, error)
            for index, outcome, error in zip(columns["index"], columns["outcome"], columns["error"], strict=True)
            if outcome == FAILED
        ),
        problems=tuple(sorted(problems, key=lambda row: (-row[1], row[0]))),
        seconds=round(run.seconds, 3),
        games_per_second=round(games / run.seconds, 1) if run.seconds else 0.0,
        commands_per_second=round(commands / run.seconds) if run.seconds else 0.0,
        compiled_games=run.compiled_games,
        not_compiled=explain_not_compiled(rules, plan),
    )


def _summarize_number(name: str, values: Sequence[Any], won: Sequence[bool], has_wins: bool) -> NumberColumn:
    present = [(value, victory) for value, victory in zip(values, won, strict=True) if value is not None]
    games, wins = Counter(value for value, _ in present), Counter(value for value, victory in present if victory)
    parts = (measure_distribution(wins), measure_distribution(games - wins)) if has_wins else (None, None)
    return NumberColumn(name, measure_distribution(games), *parts)


def _summarize_groups(name: str, values: Sequence[Any], won: Sequence[bool]) -> Iterable[ValueGroup]:
    """Yields each value (each member, if values are sets) with the games that have it."""
    games_by_member: Counter[str] = Counter()
    wins_by_member: Counter[str] = Counter()
    total, total_won = 0, 0
    for value, victory in zip(values, won, strict=True):
        if value is None:
            continue
        total += 1
        total_won += victory
        members = dict.fromkeys(value) if isinstance(value, (tuple, list)) else (value,)
        for member in members:
            games_by_member[str(member)] += 1
            wins_by_member[str(member)] += victory
    for member, games in sorted(games_by_member.most_common(MAX_VALUES)):
        wins = wins_by_member[member]
        yield ValueGroup(
            name,
            member,
            estimate_proportion(games, total),
            estimate_proportion(wins, games),
            estimate_proportion(total_won - wins, total - games),
        )


def _summarize_frequencies(
    name: str, values: Sequence[Mapping[str, int] | None], chances: Mapping[str, float]
) -> Iterable[Frequency]:
    """Yields each key with its share of its group; expected kinds that never occurred have count 0."""
    times: Counter[str] = Counter()
    for value in values:
        if value is not None:
            times.update(value)
    totals: Counter[str] = Counter()  # by group
    for key, count in times.items():
        totals[key.partition("/")[0]] += count
    for key in dict.fromkeys((*chances, *sorted(times))):
        count, total, chance = times[key], totals[key.partition("/")[0]], chances.get(key)
        if total:
            p = None if chance is None else compute_deviation_p(count, total, chance)
            yield Frequency(name, key, estimate_proportion(count, total), chance, p)


def _summarize_curves(run: SimulationRun) -> Iterable[CurvePoint]:
    cells: dict[tuple[str, int], Counter[float]] = {}
    for (column, at, _), counts in run.curves.items():
        cells.setdefault((column, at), Counter()).update(counts)
    for column, at in sorted(cells):
        spread = measure_distribution(cells[column, at])
        if spread is not None:
            yield CurvePoint(column, at, spread)


def _summarize_dice(coverage: Coverage) -> Iterable[DieFairness]:
    dice: dict[str, Counter[int]] = {}
    for (tag, field, value, _), (_, times) in coverage.items():
        if tag == DIE_TAG:
            dice.setdefault(field, Counter())[int(value)] += times
    for name in sorted(dice):
        low, high = (int(part) for part in name.rpartition(" ")[2].split(".."))
        yield DieFairness(name, measure_fairness([dice[name][face] for face in range(low, high + 1)]))


def list_unseen(run: SimulationRun, rules: Rules) -> Iterable[tuple[str, str]]:
    """Yields kind and name of each thing that the rules define but no game of the run showed.

    Command types; events of the active mods; records whose id (full, or its last part) appears in no event or column;
    steps, if the run was audited; winning outcomes. Games without any command are not expected to show commands,
    events, or records of another game's rules.
    """
    played = any(run.columns["commands"])
    tags = {tag for tag, _, _, _ in run.coverage}
    words = {value for tag, _, value, _ in run.coverage if tag not in (STEP_TAG, DIE_TAG)}
    for name in run.own_columns:
        for value in {tuple(value) if type(value) is dict else value for value in run.columns[name]}:
            words.update(value if isinstance(value, (tuple, list)) else (value,))
    yield from (("outcome", name) for name in run.plan.wins if name not in run.columns["outcome"])
    for kind in rules.commands if played else ():
        if str(kind.__struct_config__.tag) not in tags:
            yield "command", str(kind.__struct_config__.tag)
    if played:
        kinds: list[type] = [Event]
        for kind in kinds:  # the list grows
            kinds += kind.__subclasses__()
        events = {str(kind.__struct_config__.tag) for kind in kinds}  # type: ignore[attr-defined]
        yield from (("event", tag) for tag in sorted(events - tags) if tag.partition(":")[0] in rules.mods)
    if run.plan.has_audit:
        ran = {value for tag, _, value, _ in run.coverage if tag == STEP_TAG}
        yield from (("step", name) for name in rules.steps if name not in ran)
    records = rules.records
    others = () if played else tuple(f"{id}:" for id in rules.game.rule_mods if id != rules.game.id)
    if isinstance(records, Records):
        for name, record in records:
            if (
                not record.id.startswith(others)
                and record.id not in words
                and record.id.rpartition(":")[2] not in words
            ):
                yield name, record.id


class Comparison(msgspec.Struct, frozen=True):
    """Differences between two runs, second minus first.

    Attributes:
        pairs: number of pairs in which neither game failed.
        same: pairs with equal final states.
        wins: share of games won; None if the game declares no winning outcomes.
        numbers: means by column, over the pairs in which both games have a number.
    """

    pairs: int
    same: int
    wins: ShareDifference | None = msgspec.field(name="won")
    outcomes: dict[str, ShareDifference]
    numbers: dict[str, MeanDifference]


def compare_runs(first: SimulationRun, second: SimulationRun) -> Comparison:
    """Compares two runs game by game.

    Raises:
        ValueError: the seeds differ.
    """
    if first.columns["seed"] != second.columns["seed"]:
        raise ValueError("only runs with the same seeds can be compared")
    before, after = first.columns["outcome"], second.columns["outcome"]
    valid = [i for i in range(len(first)) if FAILED not in (before[i], after[i])]
    hashes = zip(first.columns["hash"], second.columns["hash"], strict=True)
    same = sum(a == b != "" for a, b in hashes)
    wins = set(second.plan.wins)
    numbers: dict[str, MeanDifference] = {}
    for name in (*SUMMARIZED_COLUMNS, *first.own_columns):
        values = [(first.columns[name][i], second.columns[name][i]) for i in valid] if name in second.columns else []
        pairs = [pair for pair in values if all(type(value) in (int, float) for value in pair)]
        difference = compare_paired_numbers(pairs)
        if difference is not None:
            numbers[name] = difference

    def compare_share(names: set[str]) -> ShareDifference:
        gains = sum(after[i] in names and before[i] not in names for i in valid)
        losses = sum(before[i] in names and after[i] not in names for i in valid)
        return compare_paired_shares(gains, losses, len(valid))

    names = Counter(before[i] for i in valid) + Counter(after[i] for i in valid)
    return Comparison(
        len(valid),
        same,
        compare_share(wins) if wins else None,
        {name: compare_share({name}) for name, _ in names.most_common()},
        numbers,
    )


class Arm(msgspec.Struct, frozen=True):
    """One combination of a sweep.

    Attributes:
        change: difference in games won from the first arm; None for the first.
    """

    values: dict[str, Any]
    summary: Summary
    change: ShareDifference | None = msgspec.field(default=None, name="against")


def parse_values(text: str) -> list[Any]:
    """Parses the values of a sweep: separated by ``;`` if there is one, else by ``,``; JSON if valid, else text."""
    parts = text.split(";") if ";" in text else text.split(",")
    return [parse_json_or_text(part.strip()) for part in parts if part.strip()]


def list_combinations(sweeps: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Yields every combination; the first name varies slowest."""
    for values in product(*sweeps.values()):
        yield dict(zip(sweeps, values, strict=True))


def build_sweep_rows(arms: Iterable[Arm]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a sweep table: values, share won with its interval, mean of every number."""
    for arm in arms:
        row: dict[str, Any] = {name: format_value(value) for name, value in arm.values.items()}
        summary = arm.summary
        row["games"] = summary.games
        if summary.wins_share is not None:
            share = summary.wins_share
            row |= {"won": share.share, "won_low": share.low, "won_high": share.high}
        if arm.change is not None:
            difference = arm.change
            row |= {"change": difference.difference, "change_low": difference.low}
            row |= {"change_high": difference.high, "p": difference.p}
        for name, proportion in summary.outcomes.items():
            row[f"outcome {name}"] = proportion.share
        for number in summary.numbers:
            if number.games is not None:
                row[f"mean {number.column}"] = number.games.mean
        yield row
