"""Paths, fields and sound against slow definitions."""

import math
from typing import Any

import numpy as np
from hypothesis import given, strategies as st
from kernel_layouts import generator
from kernel_strategies import layers, masks, positions, property_settings

from footfall import kernels
from footfall.kernels import DIRECTIONS, UNREACHED

moves_of = st.tuples(
    st.sampled_from([(1, 1), (2, 3), (5741, 8119), (1, None), (5, 3), (1, 3)]), st.booleans(), st.booleans()
)


def list_steps(cost: np.ndarray, extra: np.ndarray | None, moves: Any) -> dict:
    """Returns all legal steps of a map: {cell: [(neighbor, cost)]}; walks may leave walls, but not enter them."""
    (straight, diagonal), cutting, _ = moves
    found: dict = {}
    for y, x in np.ndindex(cost.shape):
        found[y, x] = []
        for dy, dx in DIRECTIONS:
            to = (y + dy, x + dx)
            if not (0 <= to[0] < cost.shape[0] and 0 <= to[1] < cost.shape[1]) or not cost[to]:
                continue
            weight = diagonal if dy and dx else straight
            if weight is None or (dy and dx and not cutting and not (cost[y + dy, x] and cost[y, x + dx])):
                continue
            found[y, x].append((to, weight * int(cost[to]) + (int(extra[to]) if extra is not None else 0)))
    return found


def relax_steps(legal: dict, start: Any) -> dict:
    """Returns the cheapest costs from the start, by relaxing every step until nothing changes (Bellman-Ford)."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for cell, onwards in legal.items():
            if cell not in best:
                continue
            for to, price in onwards:
                if best[cell] + price < best.get(to, math.inf):
                    best[to] = best[cell] + price
                    changed = True
    return best


tiny = st.one_of(masks(plain=True), layers((0, 1, 1, 2, 5))).filter(lambda array: array.size <= 36)


@property_settings
@given(tiny, st.data(), moves_of)
def test_costs_and_fields_are_shortest(cost: np.ndarray, data: Any, moves: Any) -> None:
    start, goal = data.draw(positions(cost.shape)), data.draw(positions(cost.shape))
    extra = generator(1).choice(np.array([0, 0, 15]), cost.shape) if moves[2] else None
    options = {"straight_cost": moves[0][0], "diagonal_cost": moves[0][1], "corner_cutting": moves[1], "extra": extra}
    legal = list_steps(cost, extra, moves)
    best = relax_steps(legal, start)
    assert kernels.path_cost(cost, start, goal, **options) == best.get(goal)
    field = kernels.distance_map(cost, [start], **options)
    assert {cell: value for cell, value in np.ndenumerate(field) if value != UNREACHED} == best
    backwards = kernels.distance_map(cost, [goal], reverse=True, **options)
    if cost[start] or start == goal:
        expected = best.get(goal, UNREACHED) if cost[goal] or start == goal else UNREACHED
        assert backwards[start] == expected
    near = kernels.reachable_within(cost, start, 9, **options)
    listed = [(tuple(cell), value) for cell, value in zip(near[0].tolist(), near[1].tolist(), strict=True)]
    assert listed == sorted((cell, value) for cell, value in best.items() if value <= 9)


@property_settings
@given(tiny.filter(lambda array: array.size <= 12), st.data(), moves_of)
def test_the_canonical_path_is_the_first_of_the_cheapest(cost: np.ndarray, data: Any, moves: Any) -> None:
    start, goal = data.draw(positions(cost.shape)), data.draw(positions(cost.shape))
    legal = list_steps(cost, None, moves)
    best = relax_steps(legal, start).get(goal)
    every: list = []

    def walk(path: list, left: int) -> None:
        if path[-1] == goal:
            if left == 0:
                every.append(list(path))
            return
        for to, price in legal[path[-1]]:
            if price <= left and to not in path:
                walk([*path, to], left - price)

    if best is not None:
        walk([start], best)
    options = {"straight_cost": moves[0][0], "diagonal_cost": moves[0][1], "corner_cutting": moves[1]}
    path = kernels.find_path(cost, start, goal, canonical=True, **options)
    assert (None if path is None else [tuple(cell) for cell in path.tolist()]) == min(every, default=None)


@property_settings
@given(tiny, st.data())
def test_within_uses_near_cells_only(cost: np.ndarray, data: Any) -> None:
    start, goal = data.draw(positions(cost.shape)), data.draw(positions(cost.shape))
    within = data.draw(st.integers(0, 4))
    y, x = start
    box = np.zeros_like(cost)
    part = (slice(max(0, y - within), y + within + 1), slice(max(0, x - within), x + within + 1))
    box[part] = cost[part]
    assert kernels.path_cost(cost, start, goal, within=within) == kernels.path_cost(box, start, goal)


@property_settings
@given(tiny, st.data())
def test_max_nodes_gives_no_path_or_a_cheapest_one(cost: np.ndarray, data: Any) -> None:
    start, goal = data.draw(positions(cost.shape)), data.draw(positions(cost.shape))
    found = kernels.path_cost(cost, start, goal, max_nodes=data.draw(st.integers(0, 20)))
    assert found in (None, kernels.path_cost(cost, start, goal))


@property_settings
@given(masks(plain=True), st.data(), st.booleans(), st.booleans())
def test_descent_leads_to_the_sources(opens: np.ndarray, data: Any, diagonal: bool, cutting: bool) -> None:
    source, cell = data.draw(positions(opens.shape)), data.draw(positions(opens.shape))
    field = kernels.distance_map(opens, [source], diagonal_cost=1 if diagonal else None, corner_cutting=cutting)
    flow = kernels.flow(field, diagonal=diagonal, corner_cutting=cutting)
    if field[cell] == UNREACHED:
        assert flow[cell] == -1
        return
    for left in range(int(field[cell]), 0, -1):
        assert field[cell] == left
        after = kernels.descend(field, [cell], diagonal=diagonal, corner_cutting=cutting)[0]
        dy, dx = DIRECTIONS[flow[cell]]
        assert after.tolist() == [cell[0] + dy, cell[1] + dx]
        cell = (cell[0] + dy, cell[1] + dx)
    assert cell == source
    assert flow[cell] == -1


def test_flight_avoids_a_dead_end() -> None:
    drawn = ["#########", "#..@....#", "###.#####", "###.....#", "#########"]
    opens = np.array([[cell != "#" for cell in row] for row in drawn])
    field = kernels.distance_map(opens, [(1, 1)])
    fear = kernels.flight_map(opens, field)
    assert fear[field < 0].max() == UNREACHED
    assert fear.min() == UNREACHED
    assert fear[3, 7] == fear[1, 7] == 0
    cell = (1, 3)
    for _ in range(6):
        cell = tuple(kernels.descend(fear, [cell])[0].tolist())
    assert fear[cell] == 0


def spread_sound(absorption: np.ndarray, source: Any) -> dict:
    """Returns sound distances, by relaxation."""
    best = {source: 0}
    changed = True
    while changed:
        changed = False
        for cell, value in list(best.items()):
            leaving = 10 if cell == source else int(absorption[cell])
            if not leaving:
                continue
            for dy, dx in DIRECTIONS:
                to = (cell[0] + dy, cell[1] + dx)
                inside = 0 <= to[0] < absorption.shape[0] and 0 <= to[1] < absorption.shape[1]
                if inside and value + leaving < best.get(to, math.inf):
                    best[to] = value + leaving
                    changed = True
    return best


absorbing = layers((0, 10, 10, 10, 20, 50)).filter(lambda array: array.size <= 49)


@property_settings
@given(absorbing, st.data())
def test_sound(absorption: np.ndarray, data: Any) -> None:
    sources = data.draw(st.lists(positions(absorption.shape), min_size=1, max_size=3))
    most = data.draw(st.sampled_from([None, 0, 10, 35, 60]))
    each = [spread_sound(absorption, source) for source in sources]
    field, arrivals = kernels.sound_arrivals(absorption, sources, max_distance=most)
    np.testing.assert_array_equal(kernels.sound_field(absorption, sources, max_distance=most), field)
    for cell in np.ndindex(absorption.shape):
        distance = min(best.get(cell, math.inf) for best in each)
        if distance > (math.inf if most is None else most) or distance == math.inf:
            assert (field[cell], arrivals[cell]) == (UNREACHED, -1)
            continue
        assert field[cell] == distance
        nearest = min(i for i, best in enumerate(each) if best.get(cell) == distance)
        assert arrivals[cell] == find_arrival(absorption, each[nearest], sources[nearest], cell)
    listeners = data.draw(st.lists(positions(absorption.shape), max_size=4))
    expected = [
        (i, j, each[j][ear], find_arrival(absorption, each[j], sources[j], ear))
        for i, ear in enumerate(listeners)
        for j in range(len(sources))
        if each[j].get(ear, math.inf) <= (1000 if most is None else most)
    ]
    heard = kernels.hear(absorption, sources, listeners, max_distance=1000 if most is None else most)
    assert list(zip(*(column.tolist() for column in heard), strict=True)) == expected


def find_arrival(absorption: np.ndarray, best: dict, source: Any, cell: Any) -> int:
    """Returns the direction nearest to the bearing; of equally near ones, the first clockwise from north."""
    if cell == source:
        return -1
    bearing = math.degrees(math.atan2(source[1] - cell[1], cell[0] - source[0]))
    found = []
    for index, (dy, dx) in enumerate(DIRECTIONS):
        other = (cell[0] + dy, cell[1] + dx)
        leaving = 10 if other == source else int(absorption[other]) if other in best else 0
        if leaving and best[other] + leaving == best[cell]:
            turn = abs((index * 45 - bearing + 180) % 360 - 180)
            found.append((round(turn, 6), index))
    return min(found)[1]


@property_settings
@given(absorbing, st.data())
def test_sound_is_symmetric(absorption: np.ndarray, data: Any) -> None:
    a, b = data.draw(positions(absorption.shape)), data.draw(positions(absorption.shape))
    there = kernels.sound_field(absorption, [a])
    back = kernels.sound_field(absorption, [b])
    assert there[b] == back[a]


def test_sound_distance_in_the_open_is_chebyshev() -> None:
    field, arrivals = kernels.sound_arrivals(np.full((9, 9), 10), [(4, 4)])
    ys, xs = np.ogrid[:9, :9]
    np.testing.assert_array_equal(field, 10 * np.maximum(abs(ys - 4), abs(xs - 4)))
    assert [arrivals[cell] for cell in ((8, 4), (8, 0), (4, 0), (0, 0), (0, 4), (0, 8), (4, 8), (8, 8))] == list(
        range(8)
    )


def test_sound_through_a_door_and_a_wall() -> None:
    absorption = np.full((3, 7), 50)
    absorption[1, 1:6] = 10
    absorption[1, 3] = 20
    assert kernels.sound_field(absorption, [(1, 1)])[1].tolist() == [10, 0, 10, 20, 40, 50, 60]


def test_windows_of_sounds_are_parts_of_their_fields() -> None:
    absorption = np.full((9, 12), 10)
    absorption[4, 2:] = 50
    sources = [(0, 0), (5, 11), (8, 6)]
    windows = kernels.sound_fields(absorption, sources, 3, max_distance=60)
    for window, source in zip(windows, sources, strict=True):
        field = kernels.sound_field(absorption, [source], max_distance=60)
        around = np.pad(field, 3, constant_values=kernels.UNREACHED)
        np.testing.assert_array_equal(window, around[source[0] : source[0] + 7, source[1] : source[1] + 7])


def test_sound_leaves_its_window_and_comes_back() -> None:
    absorption = np.full((7, 3), 10)
    absorption[1:, 1] = 0
    assert kernels.sound_fields(absorption, [(4, 0)], 2)[0, :, 4].tolist() == [60, 70, 80, 90, 100]
