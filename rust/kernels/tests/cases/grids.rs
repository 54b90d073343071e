//! Caves, regions and tunnels.

use super::map::{Choices, Map};
use footfall_kernels::DIRECTIONS;
use footfall_kernels::cave::{self, Bits, Rule};
use footfall_kernels::connect::connect;
use footfall_kernels::regions::{self as kernel, largest_region};

pub fn caves(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let mut map = Map::of(choices, &[1, 0]);
    let rule = match choices.flag() {
        false => Rule::Neighbors { birth: choices.number(0, 9) as u8, death: choices.number(0, 9) as u8 },
        true => Rule::Majority,
    };
    let steps = choices.number(0, 3) as u32;
    let mut after = vec![9; map.cells.len()];
    cave::step(Bits::pack(map.height, map.width, &map.cells), rule, steps).unpack(&mut after);
    for _ in 0..steps {
        let before = map.clone();
        for (y, x) in before.places() {
            let open = match rule {
                Rule::Neighbors { birth, death } => {
                    let walls = DIRECTIONS.iter().filter(|(dy, dx)| !before.open((y + dy, x + dx))).count() as u8;
                    walls <= death && (walls < birth || before.open((y, x)))
                }
                Rule::Majority => {
                    let edge = |at: i32, side: usize| at.clamp(0, side as i32 - 1);
                    let nine = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (y + dy, x + dx)));
                    nine.filter(|&(y, x)| before.open((edge(y, map.height), edge(x, map.width)))).count() >= 5
                }
            };
            let at = map.at((y, x));
            map.cells[at] = u8::from(open);
        }
    }
    assert_eq!(after, map.cells);
    // The noise of a cell depends only on its position and the seed.
    let (seed, chance) = (choices.word(), choices.number(0, 65_536) as u32);
    let mut small = vec![9; map.cells.len()];
    cave::noise(map.height, map.width, seed, chance).unpack(&mut small);
    let wide = map.width + choices.number(0, 70) as usize;
    let mut large = vec![9; (map.height + 1) * wide];
    cave::noise(map.height + 1, wide, seed, chance).unpack(&mut large);
    for (small, large) in small.chunks(map.width).zip(large.chunks(wide)) {
        assert_eq!(small, &large[..map.width]);
    }
    assert!(chance != 0 || small.iter().all(|&cell| cell == 0));
    assert!(chance != 65_536 || small.iter().all(|&cell| cell == 1));
}

pub fn regions(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let map = Map::of(choices, &[1, 0, 200]);
    let diagonal = choices.flag();
    let mut labels = vec![9; map.cells.len()];
    let sizes = kernel::regions(map.mask(), diagonal, &mut labels);
    let mut expected = vec![0; map.cells.len()];
    let mut counts = vec![0i64];
    for start in map.places() {
        if !map.open(start) || expected[map.at(start)] != 0 {
            continue;
        }
        let reached = map
            .relaxed(&[(start, 0)], |(y, x), to| (map.open(to) && (diagonal || y == to.0 || x == to.1)).then_some(1));
        let label = counts.len() as i32;
        counts.push(0);
        for (cell, _) in reached.iter().enumerate().filter(|(_, distance)| **distance >= 0) {
            expected[cell] = label;
            counts[label as usize] += 1;
        }
    }
    counts[0] = (map.cells.len() as i64) - counts.iter().sum::<i64>();
    assert_eq!((&labels, &sizes), (&expected, &counts));
    let mut largest = vec![9; map.cells.len()];
    largest_region(map.mask(), diagonal, &mut largest);
    let most = counts[1..].iter().copied().max().unwrap_or(0);
    let kept = counts.iter().skip(1).position(|&count| count == most).map_or(-1, |at| at as i32 + 1);
    let only: Vec<u8> = expected.iter().map(|&label| u8::from(label == kept)).collect();
    assert_eq!(largest, only);
    let border = choices.flag();
    let mut joined = vec![9; map.cells.len()];
    connect(map.mask(), diagonal, border, &mut joined);
    let whole = Map { cells: joined, ..map.clone() };
    for (y, x) in map.places() {
        let edge = y == 0 || x == 0 || y as usize == map.height - 1 || x as usize == map.width - 1;
        let (before, after) = (map.open((y, x)), whole.open((y, x)));
        assert!(after || !before, "a cell was filled");
        assert!(!(border && edge) || after == before, "the border was dug");
    }
    if !border {
        let parts = kernel::regions(whole.mask(), diagonal, &mut labels).len();
        assert_eq!(parts, sizes.len().min(2));
    }
}
