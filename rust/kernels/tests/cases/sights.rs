//! Sight.

use super::map::{Choices, Map, Place, index};
use footfall_kernels::bits::Walls;
use footfall_kernels::map::Mask;
use footfall_kernels::sight::{self, Shape, beams, window};

/// Whether all cells between two centers are open, with exact halves all rounded down, or all up.
fn sees(map: &Map, a: Place, b: Place) -> bool {
    let (dy, dx) = (b.0 - a.0, b.1 - a.1);
    let steps = dy.abs().max(dx.abs());
    [0, 1].iter().any(|up| {
        (1..steps).all(|i| {
            let along = |delta: i32| (2 * i * delta + steps - 1 + up).div_euclid(2 * steps);
            map.open((a.0 + along(dy), a.1 + along(dx)))
        })
    })
}

pub fn sight(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let map = Map::of(choices, &[1, 0]);
    let origin = choices.place(&map);
    let shape = choices.of(&[Shape::Square, Shape::Circle]);
    let radius = choices.of(&[-1, 0, 1, 2, 3, 8, 15, 30, 31, 32, 200]);
    let mut seen = vec![0; map.cells.len()];
    sight::field_of_view(map.mask(), origin, radius, shape, |y, x| seen[y as usize * map.width + x as usize] = 1);
    for place in map.places() {
        let lit = seen[map.at(place)] == 1;
        let near = shape.reaches(place.0 - origin.0, place.1 - origin.1, radius);
        assert!(near || !lit, "{place:?} is beyond the radius");
        if map.open(place) {
            assert_eq!(lit, near && sees(&map, origin, place), "{origin:?} to {place:?}");
        }
    }
    let mut painted = vec![0; map.cells.len()];
    beams::paint(&Walls::of(map.mask()), origin, radius, shape, origin, map.width, &mut painted);
    assert_eq!(painted, seen, "radius {radius} {shape:?} from {origin:?}");
    if (0..=window::MAX_RADIUS).contains(&radius) {
        for view in [
            window::view(&Walls::of(map.mask()), origin.0, origin.1, radius, shape),
            window::view_of_bytes(map.mask(), origin.0, origin.1, radius, shape),
        ] {
            let mut painted = vec![0; map.cells.len()];
            window::paint(&view, radius, origin.0, origin.1, map.width, &mut painted);
            assert_eq!(painted, seen, "radius {radius} {shape:?} from {origin:?}");
        }
    }
}

pub fn lines(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let map = Map::of(choices, &[1, 0]);
    let (a, b) = (choices.place(&map), choices.place(&map));
    assert_eq!(sight::line_of_sight(map.mask(), a, b), sees(&map, a, b));
    assert_eq!(sight::line_of_sight(map.mask(), b, a), sees(&map, a, b));
    let far = |choices: &mut Choices| (choices.number(-(1 << 24), 1 << 24) as i32, choices.number(-900, 900) as i32);
    let (c, d) = if choices.flag() { (a, b) } else { (far(choices), far(choices)) };
    if (c.0 - d.0).abs() > 100_000 {
        return;
    }
    let mut cells = Vec::new();
    sight::line(c, d, |y, x| cells.push((y, x)));
    assert_eq!((cells.first(), cells.last()), (Some(&c), Some(&d)));
    assert_eq!(cells.len() as i32 - 1, (c.0 - d.0).abs().max((c.1 - d.1).abs()));
    assert!(cells.windows(2).all(|step| (step[0].0 - step[1].0).abs().max((step[0].1 - step[1].1).abs()) == 1));
}

/// Wall bits that are edited cell by cell equal those of the edited map.
pub fn walls(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let mut map = Map::of(choices, &[1, 0]);
    let mut walls = Walls::of(map.mask());
    for _ in 0..choices.number(0, 20) {
        let (place, open) = (choices.place(&map), choices.flag());
        let at = map.at(place);
        map.cells[at] = u8::from(open);
        walls.set(index(place).0, index(place).1, !open);
    }
    assert_eq!(walls, Walls::of(map.mask()));
    let turned: Vec<u8> = (0..map.width as i32)
        .flat_map(|x| (0..map.height as i32).map(move |y| (y, x)))
        .map(|place| map.cells[map.at(place)])
        .collect();
    let turned = Walls::of(Mask { cells: &turned, height: map.width, width: map.height });
    assert_eq!((&walls.rows, &walls.columns), (&turned.columns, &turned.rows));
}
