//! Fields and sound.

use super::map::{Choices, Map, Place, index};
use footfall_kernels::field::{self, AbsorptionRange, Downhill, Walks};
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::{DIRECTIONS, UNREACHED};

pub fn distances(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let weighted = choices.flag();
    let map = Map::of(choices, if weighted { &[1, 0, 2, 200] } else { &[1, 0] });
    let moves = choices.moves();
    let level = choices.flag();
    let sources: Vec<(Place, u32)> = (0..choices.number(0, 3))
        .map(|_| (choices.place(&map), if level { 2 } else { choices.of(&[0, 1, 7, 9000]) }))
        .collect();
    let walks = Walks { max_cost: choices.of(&[MAX_DISTANCE, 0, 3, 40, 100_000]), reverse: choices.flag() };
    let mut expected = map.relaxed(&sources, |from, to| match walks.reverse {
        false => map.price(from, to, moves),
        true if map.open(from) && map.open(to) => map.price(to, from, moves),
        true => None,
    });
    for value in &mut expected {
        *value = if *value > walks.max_cost as i32 { UNREACHED } else { *value };
    }
    let seeds: Vec<_> = sources.iter().map(|&(place, value)| (index(place), value)).collect();
    let uniform = map.cells.iter().all(|&cell| cell <= 1);
    for uniform in [uniform, false] {
        field::distances(&map.terrain(), uniform, moves, &seeds, walks, |reached| {
            let mut found = vec![7; map.cells.len()];
            reached.write_field(map.width, &mut found);
            assert_eq!(found, expected);
            let mut listed = Vec::new();
            reached.by_rows(|y, x, distance| listed.push((map.at((y as i32, x as i32)), distance as i32))).unwrap();
            let all = expected.iter().copied().enumerate().filter(|(_, value)| *value != UNREACHED);
            assert_eq!(listed, all.collect::<Vec<_>>());
        })
        .unwrap();
    }
}

/// The step to the lowest neighbor: straight before diagonal, then clockwise from north.
pub fn downhill(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let map = Map::of(choices, &[0, 1, 2, 3, 9]);
    let rule = Downhill { diagonal: choices.flag(), corner_cutting: choices.flag() };
    // 0 stands for an unreached cell.
    let field: Vec<i32> = map.cells.iter().map(|&cell| i32::from(cell) - 1).collect();
    let mut flow = vec![9; field.len()];
    field::flow(&field, map.height, map.width, rule, &mut flow);
    for (y, x) in map.places() {
        let value = |place: Place| if map.inside(place) { field[map.at(place)] } else { UNREACHED };
        let mut best = (value((y, x)), -1);
        for direction in [0, 2, 4, 6, 1, 3, 5, 7] {
            let (dy, dx) = DIRECTIONS[direction];
            let beside = value((y + dy, x)) >= 0 && value((y, x + dx)) >= 0;
            let allowed = direction % 2 == 0 || rule.diagonal && (rule.corner_cutting || beside);
            let there = value((y + dy, x + dx));
            if allowed && there >= 0 && there < best.0 {
                best = (there, direction as i8);
            }
        }
        assert_eq!(flow[map.at((y, x))], best.1, "{:?}", (y, x));
        assert_eq!(field::descend(&field, map.height, map.width, index((y, x)), rule), best.1);
    }
}

/// The direction of arrival by its definition: the neighbor on a cheapest walk with the smallest angle to the bearing.
fn arrival(map: &Map, best: &[i32], source: Place, cell: Place) -> i8 {
    if cell == source {
        return -1;
    }
    let bearing = f64::from(source.1 - cell.1).atan2(f64::from(cell.0 - source.0)).to_degrees();
    let mut found: Vec<(i64, i8)> = Vec::new();
    for (direction, (dy, dx)) in DIRECTIONS.into_iter().enumerate() {
        let next = (cell.0 + dy, cell.1 + dx);
        if !map.inside(next) || best[map.at(next)] == UNREACHED {
            continue;
        }
        let leaving = if next == source { 10 } else { map.value(next) as i32 };
        if leaving != 0 && best[map.at(next)] + leaving == best[map.at(cell)] {
            let turn = ((direction as f64 * 45.0 - bearing + 180.0).rem_euclid(360.0) - 180.0).abs();
            found.push(((turn * 1e6).round() as i64, direction as i8));
        }
    }
    found.into_iter().min().expect("a way in").1
}

pub fn sound(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let values = choices.of(&[[10, 50, 20, 0], [10, 10, 50, 3], [1, 2, 255, 0]]);
    let map = Map::of(choices, &values);
    let sources: Vec<Place> = (0..choices.number(1, 3)).map(|_| choices.place(&map)).collect();
    let max = choices.of(&[MAX_DISTANCE, 0, 9, 10, 35, 200]);
    let each: Vec<Vec<i32>> = sources
        .iter()
        .map(|&source| {
            map.relaxed(&[(source, 0)], |from, _| {
                let leaving = if from == source { 10 } else { map.value(from) };
                (leaving != 0).then_some(leaving)
            })
        })
        .collect();
    let absorption = map.padded();
    let absorbs = AbsorptionRange::of(&absorption).with(choices.of(&values).into());
    let seeds: Vec<_> = sources.iter().map(|&place| index(place)).collect();
    let (mut found, mut arrivals) = (vec![7; map.cells.len()], vec![7; map.cells.len()]);
    field::spread(&absorption, absorbs, &seeds, max, |heard| {
        heard.write_field(map.width, &mut found);
        field::arrivals(&absorption, &seeds, heard, &mut arrivals);
        let (center, radius) = (choices.place(&map), choices.number(0, 5) as usize);
        let side = 2 * radius + 1;
        let mut square = vec![7; side * side];
        heard.write_square(index(center), radius, &mut square);
        for (i, value) in square.into_iter().enumerate() {
            let cell = (center.0 + (i / side) as i32 - radius as i32, center.1 + (i % side) as i32 - radius as i32);
            assert_eq!(value, if map.inside(cell) { found[map.at(cell)] } else { UNREACHED }, "{cell:?}");
        }
    })
    .unwrap();
    for cell in map.places() {
        let at = map.at(cell);
        let nearest = (0..each.len()).filter(|&i| each[i][at] != UNREACHED).min_by_key(|&i| (each[i][at], i));
        let heard = nearest.filter(|&i| each[i][at] <= max as i32);
        let expected = heard.map_or((UNREACHED, -1), |i| (each[i][at], arrival(&map, &each[i], sources[i], cell)));
        assert_eq!((found[at], arrivals[at]), expected, "{cell:?}");
    }
    let listeners: Vec<Place> = (0..choices.number(0, 4)).map(|_| choices.place(&map)).collect();
    let ranges: Vec<u32> = listeners.iter().map(|_| choices.of(&[200, 0, 30, 1000])).collect();
    let ears: Vec<_> = listeners.iter().map(|&place| index(place)).collect();
    let heard = field::hear(&absorption, absorbs, &seeds, &ears, &ranges).unwrap();
    let mut expected = Vec::new();
    for (listener, &cell) in listeners.iter().enumerate() {
        for (source, best) in each.iter().enumerate() {
            let distance = best[map.at(cell)];
            if distance != UNREACHED && distance <= ranges[listener] as i32 {
                let direction = arrival(&map, best, sources[source], cell);
                let (listener, source) = (listener as u32, source as u32);
                expected.push(field::AudiblePair { listener, source, distance: distance as u32, direction });
            }
        }
    }
    assert_eq!(heard, expected);
}
