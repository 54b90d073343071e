"""The choice of versions: the newest that fit together, or a sentence that says why there is none."""

from __future__ import annotations

import dataclasses
import random
import re
import time
from collections.abc import Mapping

import pytest

from footfall.sharing.candidates import Budget, Candidate, CandidatePool, Requirement
from footfall.sharing.resolve import UnresolvableError, resolve


def make_pool(
    mods: Mapping[str, Mapping[str, Mapping[str, str]]], conflicts: Mapping[str, Mapping[str, str]] | None = None
) -> CandidatePool:
    """``{"a": {"2": {"b": ">=1"}}}``: mods with versions, newest first, and what these require."""
    return CandidatePool(
        {
            id: [
                Candidate(id, v, f"{id}{v}", requires, {}, (conflicts or {}).get(f"{id} {v}", {}))
                for v, requires in versions.items()
            ]
            for id, versions in mods.items()
        }
    )


def choose(pool: CandidatePool, *roots: Requirement) -> dict[str, str]:
    return {id: offer.version for id, offer in resolve(roots, pool).items()}


def ask(id: str, versions: str = "*") -> Requirement:
    return Requirement(id, versions, "asked for")


def test_another_content_of_the_version_does_not_fit() -> None:
    pool = make_pool({"a": {"2": {}, "1": {}}})
    assert choose(pool, Requirement("a", "*", "asked for", "a1")) == {"a": "1"}


def test_the_newest_versions_that_fit() -> None:
    pool = make_pool({"a": {"2": {"b": "<2"}, "1": {}}, "b": {"2": {}, "1": {}}})
    assert choose(pool, ask("a")) == {"a": "2", "b": "1"}


def test_what_a_dropped_version_required_is_forgotten() -> None:
    """The first guess takes a 2 and so c; b then forces a 1, which needs nothing."""
    pool = make_pool({"a": {"2": {"c": "<2"}, "1": {}}, "b": {"1": {"a": "<2"}}, "c": {"2": {}, "1": {}}})
    assert choose(pool, ask("a"), ask("b"), ask("c")) == {"a": "1", "b": "1", "c": "2"}


def test_a_search_goes_back_where_the_guess_fails() -> None:
    pool = make_pool(
        {"a": {"2": {"c": ">=2"}, "1": {"c": "<2"}}, "b": {"2": {"c": "<2"}, "1": {"c": "<2"}}, "c": {"2": {}, "1": {}}}
    )
    assert choose(pool, ask("a"), ask("b")) == {"a": "1", "b": "2", "c": "1"}


def test_a_conflict_keeps_a_mod_out_and_another_version_in() -> None:
    pool = make_pool({"a": {"2": {}, "1": {}}, "b": {"2": {}, "1": {}}}, {"a 2": {"b": ">=2"}})
    assert choose(pool, ask("a")) == {"a": "2"}
    assert choose(pool, ask("a"), ask("b")) in ({"a": "2", "b": "1"}, {"a": "1", "b": "2"})


def test_mods_may_require_each_other() -> None:
    pool = make_pool({"a": {"1": {"b": "*"}}, "b": {"1": {"a": "*"}}})
    assert choose(pool, ask("a")) == {"a": "1", "b": "1"}


def test_a_chain_of_any_length() -> None:
    pool = make_pool({f"m{n}": {"1": {f"m{n + 1}": "*"}} for n in range(3000)} | {"m3000": {"1": {}}})
    assert len(choose(pool, ask("m0"))) == 3001


@pytest.mark.parametrize(
    ("mods", "roots", "sentence", "change"),
    [
        ({"a": {"1": {"lost": "*"}}}, [ask("a")], "no index has lost", ""),
        (
            {"a": {"1": {"c": ">=2"}}, "b": {"1": {"c": "<2"}}, "c": {"2": {}, "1": {}}},
            [ask("a"), Requirement("b", "*", "installed")],
            'b 1 ([requires] "c" = "<2")',
            "it would work after: footfall mods remove b",
        ),
        (
            {"a": {"2": {"c": ">=2"}, "1": {}}, "b": {"1": {"c": "<2"}}, "c": {"2": {}, "1": {}}},
            [ask("a", "==2"), Requirement("b", "*", "installed")],
            'a 2 ([requires] "c" = ">=2")',
            "it would work with another version: footfall mods install a@1",
        ),
        (
            {"a": {"1": {"c": ">=2"}}, "b": {"1": {"c": "<2"}}, "c": {"2": {}, "1": {}}},
            [ask("a"), ask("b")],
            "c exists as 2, 1",
            "it would work without a",
        ),
        (
            {"a": {"1": {"c": ">=3"}}, "c": {"2": {}, "1": {}}},
            [ask("a")],
            "c exists as 2, 1",
            'it would work if a 1 allowed c 2: ask its author to change the line [requires] "c" = ">=3"',
        ),
    ],
)
def test_a_failure_names_lines_and_the_smallest_change(
    mods: Mapping[str, Mapping[str, Mapping[str, str]]], roots: list[Requirement], sentence: str, change: str
) -> None:
    with pytest.raises(UnresolvableError) as caught:
        resolve(roots, make_pool(mods))
    assert sentence in str(caught.value)
    assert caught.value.change == change


def test_a_contradiction_among_many_mods_names_its_causes_only() -> None:
    die = random.Random(2)
    for _ in range(5):
        mods = {
            f"n{n}": {
                str(v): {f"n{m}": die.choice((">=1", "<3", "*")) for m in range(n + 1, min(n + 3, 12))} | {"c": ">=1"}
                for v in (3, 2, 1)
            }
            for n in range(12)
        }
        mods["a"] = {str(v): {"c": ">=2", "n0": "*"} for v in (2, 1)}
        mods["b"] = {str(v): {"c": "<2", "n1": "<3"} for v in (2, 1)}
        mods["c"] = {str(v): {f"n{die.randrange(12)}": "*"} for v in (3, 2, 1)}
        roots = [Requirement(id, "*", "installed") for id in ("n3", "n5", "n8", "b")]
        with pytest.raises(UnresolvableError) as caught:
            resolve([*roots, ask("a")], make_pool(mods))
        causes = {(parent.id if parent is not None else "", need.id) for need, parent in caught.value.causes}
        assert causes == {("a", "c"), ("b", "c")}


def draw_needs(die: random.Random, own: int) -> dict[str, str]:
    others = die.sample([n for n in range(8) if n != own], 2)
    return {f"m{n}": die.choice(("*", ">=2", "<2", "<3", "==1")) for n in others}


@pytest.mark.proof(0)
def test_every_choice_satisfies_every_line() -> None:
    die = random.Random(5)
    solved = 0
    for _ in range(60):
        mods = {f"m{n}": {str(v): draw_needs(die, n) for v in (3, 2, 1)} for n in range(8)}
        pool = make_pool(mods)
        roots = [ask(f"m{die.randrange(8)}") for _ in range(2)]
        try:
            chosen = resolve(roots, pool)
        except UnresolvableError:
            continue
        solved += 1
        assert {root.id for root in roots} <= chosen.keys()
        for offer in chosen.values():
            assert all(
                Requirement(id, versions, "requires").accepts(chosen[id]) for id, versions in offer.requires.items()
            )
    assert solved > 20


def test_1500_mods_of_10_versions_take_less_than_a_second() -> None:
    die = random.Random(1)
    mods = {
        f"m{n}": {
            f"1.{v}": {f"m{die.randrange(1500)}": f">=1.{die.randrange(8)},<2" for _ in range(3)}
            for v in range(9, -1, -1)
        }
        for n in range(1500)
    }
    pool = make_pool(mods)
    begin = time.perf_counter()
    chosen = resolve([ask(f"m{n}") for n in range(1500)], pool)
    assert len(chosen) == 1500
    assert time.perf_counter() - begin < 1


def fill_holes(count: int) -> dict[str, dict[str, dict[str, str]]]:
    """Mods that need one place more than there are, which only a search through all choices finds."""
    pigeons = {f"p{n}": {str(hole): {f"hole{hole}": f"=={n}"} for hole in range(count)} for n in range(count + 1)}
    holes = {f"hole{n}": {str(pigeon): {} for pigeon in range(count + 1)} for n in range(count)}
    return {**pigeons, **holes, "evil": {"1": dict.fromkeys(pigeons, "*")}}


@pytest.mark.parametrize("count", [6, 12])
def test_a_hostile_mod_is_given_up_and_named(count: int) -> None:
    roots = [ask("evil"), *(Requirement(f"hole{n}", "*", "installed") for n in range(3))]
    pool = make_pool(fill_holes(count))
    begin = time.perf_counter()
    with pytest.raises(UnresolvableError) as caught:
        resolve(roots, dataclasses.replace(pool, budget=Budget(100_000)))
    assert re.search(r"no fitting versions were found in [\d,]+ steps, most of them at (p|hole)\d", str(caught.value))
    assert time.perf_counter() - begin < 5
    with pytest.raises(UnresolvableError) as again:
        resolve(roots, dataclasses.replace(pool, budget=Budget(100_000)))
    assert str(again.value) == str(caught.value)  # steps, not time
