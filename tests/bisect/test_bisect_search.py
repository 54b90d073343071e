"""The searches find the culprits for any test function."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings, strategies as st

from footfall.bisect.culprits import find_smallest_cause, minimize


@given(st.integers(1, 200), st.data())
@settings(deadline=None)
def test_culprits_are_found_with_few_tests(n: int, data: st.DataObject) -> None:
    guilty = data.draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=min(n, 4)))
    ask = cache(lambda some: guilty <= set(some))
    assert find_smallest_cause(range(n), ask) == tuple(sorted(guilty))
    assert ask.cache_info().misses <= len(guilty) * (n.bit_length() + 4) + 2


@given(st.sets(st.integers(0, 25), min_size=1), st.sets(st.integers(0, 25)), st.integers(0, 2**64))
@settings(deadline=None)
def test_nothing_can_be_left_out_even_if_others_hide_it(guilty: set[int], hiding: set[int], salt: int) -> None:
    """Some mods hide the failure depending on the number of mods."""

    def fails(some: tuple[int, ...]) -> bool:
        inside = set(some)
        if len(inside) == 26:
            return True
        return guilty <= inside and (len(inside & hiding) + salt) % 3 != 0

    for search in (find_smallest_cause, minimize):
        found = search(range(26), fails)
        assert fails(found)
        assert list(found) == sorted(found)
        assert not any(fails(found[:at] + found[at + 1 :]) for at in range(len(found)))


@given(st.lists(st.integers(0, 9), max_size=60), st.lists(st.integers(0, 9), min_size=1, max_size=4))
@settings(deadline=None)
def test_a_list_of_commands_is_reduced_to_the_required_ones(noise: list[int], needed: list[int]) -> None:
    """The test fails if the required commands occur in order."""
    commands = [*noise[: len(noise) // 2], *needed, *noise[len(noise) // 2 :]]

    def fails(places: tuple[int, ...]) -> bool:
        rest = iter(commands[place] for place in places)
        return all(any(each == want for each in rest) for want in needed)

    found = minimize(range(len(commands)), fails)
    assert [commands[place] for place in found] == needed


def test_what_fails_with_nothing_needs_nothing() -> None:
    assert find_smallest_cause((1, 2, 3), lambda some: True) == ()
    assert minimize((1,), lambda some: True) == ()
