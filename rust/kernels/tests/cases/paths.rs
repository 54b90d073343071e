//! Paths.

use super::map::{Choices, Map, Place, index};
use footfall_kernels::UNREACHED;
use footfall_kernels::bits::Walls;
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::Padded;
use footfall_kernels::path::{self, Limits, Path, RegionCache, jump};
use footfall_kernels::terrain::Moves;

/// The cost to the goal from every cell, by reversed steps; `extra` is added by the cell that is entered.
fn remaining(map: &Map, goal: Place, moves: Moves, extra: impl Fn(Place) -> u32) -> Vec<i32> {
    map.relaxed(&[(goal, 0)], |from, to| {
        // A walk may leave a wall, but not enter it.
        if map.open(from) { map.price(to, from, moves).map(|price| price + extra(from)) } else { None }
    })
}

/// The first of all cheapest paths in the order of their cells.
fn first(
    map: &Map,
    remaining: &[i32],
    start: Place,
    goal: Place,
    moves: Moves,
    extra: impl Fn(Place) -> u32,
) -> Vec<[i32; 2]> {
    let mut cells = vec![[start.0, start.1]];
    let mut here = start;
    while here != goal {
        let left = |place: Place| remaining[map.at(place)];
        let price = |place| map.price(here, place, moves).map(|price| (price + extra(place)) as i32);
        let next = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dy, dx))).map(|(dy, dx)| (here.0 + dy, here.1 + dx));
        here = next
            .filter(|&place| place != here && map.inside(place) && left(place) != UNREACHED)
            .find(|&place| price(place).is_some_and(|price| left(place) + price == left(here)))
            .expect("a step on a cheapest path");
        cells.push([here.0, here.1]);
    }
    cells
}

pub fn paths(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let weighted = choices.flag();
    let map = Map::of(choices, if weighted { &[1, 0, 2, 9] } else { &[1, 0] });
    let (start, goal, moves) = (choices.place(&map), choices.place(&map), choices.moves());
    let (from, to) = (index(start), index(goal));
    let left = remaining(&map, goal, moves, |_| 0);
    let reachable = (map.open(goal) || start == goal) && left[map.at(start)] != UNREACHED;
    let expected = reachable.then(|| left[map.at(start)] as u32);
    let check = |path: Option<Path>| {
        assert_eq!(path.as_ref().map(|path| path.cost), expected);
        path.inspect(|path| map.assert_walked(path, start, goal, moves))
    };
    let mut terrain = map.terrain();
    let uniform = map.cells.iter().all(|&cell| cell <= 1);
    check(path::search(&terrain, uniform, moves, from, to, Limits::default(), false).unwrap());
    let canonical = check(path::search(&terrain, uniform, moves, from, to, Limits::default(), true).unwrap());
    if let Some(path) = canonical {
        assert_eq!(path.cells, first(&map, &left, start, goal, moves, |_| 0));
    }
    let seed = choices.number(0, 4);
    let extra = |(y, x): Place| [3, 15, 15, 3, 40][(y as usize * 2 + x as usize + seed as usize) % 5];
    let mut extras = Padded::from_value(map.height, map.width, 0);
    for place in map.places() {
        let cell = extras.index(index(place));
        extras.cells[cell] = extra(place);
    }
    terrain.extra = Some(extras);
    let found = path::search(&terrain, false, moves, from, to, Limits::default(), true).unwrap();
    let left = remaining(&map, goal, moves, extra);
    assert_eq!(found.as_ref().map(|path| path.cost), reachable.then(|| left[map.at(start)] as u32));
    if let Some(path) = found {
        assert_eq!(path.cells, first(&map, &left, start, goal, moves, extra));
    }
    if !uniform {
        return;
    }
    let regions = RegionCache::default();
    assert!(!regions.are_disconnected(map.mask(), moves, from, to));
    regions.compute(map.mask(), moves);
    assert_eq!(regions.are_disconnected(map.mask(), moves, from, to), !reachable);
    if jump::suits(moves, map.height, map.width) {
        check(jump::search(&Walls::of(map.mask()), moves, from, to, Limits::default()).unwrap());
    }
}

/// A path within the limits is found, another is not.
pub fn limited(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let map = Map::of(choices, &[1, 0]);
    let (start, goal, moves) = (choices.place(&map), choices.place(&map), choices.moves());
    let (from, to) = (index(start), index(goal));
    let max_cost = moves.straight * choices.number(0, 12) as u32;
    let within = choices.of(&[MAX_DISTANCE, 0, 1, 4, 30]);
    let max_nodes = choices.of(&[MAX_DISTANCE, 0, 1, 5, 50]);
    let mut near = map.clone();
    for (y, x) in map.places() {
        if (y - start.0).abs().max((x - start.1).abs()) > within as i32 {
            let at = near.at((y, x));
            near.cells[at] = 0;
        }
    }
    let cost = |map: &Map| {
        let left = remaining(map, goal, moves, |_| 0)[map.at(start)];
        let found = start == goal || map.open(goal) && left != UNREACHED;
        found.then_some(left as u32).filter(|&cost| cost <= max_cost)
    };
    let limits = Limits { max_cost, within, max_nodes: MAX_DISTANCE };
    for canonical in [false, true] {
        let path = path::search(&map.terrain(), true, moves, from, to, limits, canonical).unwrap();
        assert_eq!(path.map(|path| path.cost), cost(&near));
        let path =
            path::search(&map.terrain(), true, moves, from, to, Limits { max_nodes, ..limits }, canonical).unwrap();
        assert!(path.is_none() || path.map(|path| path.cost) == cost(&near));
    }
    if jump::suits(moves, map.height, map.width) {
        let walls = Walls::of(map.mask());
        let path = jump::search(&walls, moves, from, to, limits).unwrap();
        assert_eq!(path.map(|path| path.cost), cost(&map));
        let path = jump::search(&walls, moves, from, to, Limits { max_nodes, ..limits }).unwrap();
        assert!(path.is_none() || path.map(|path| path.cost) == cost(&map));
    }
}
