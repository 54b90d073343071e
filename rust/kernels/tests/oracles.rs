//! Every kernel against the plainest thing that could be right.

use footfall_kernels::bits::Walls;
use footfall_kernels::cave::{self, Bits, Rule};
use footfall_kernels::connect::connect;
use footfall_kernels::field::{self, Absorbs, Walks};
use footfall_kernels::hash::hash_array;
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::{Mask, Padded};
use footfall_kernels::path::{self, Limits, Path, jump};
use footfall_kernels::random::{draw, mix, philox};
use footfall_kernels::regions::{largest_region, regions};
use footfall_kernels::sight::{self, Shape};
use footfall_kernels::terrain::{Moves, Terrain};
use footfall_kernels::{DIRECTIONS, UNREACHED};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Map {
    height: usize,
    width: usize,
    cells: Vec<u8>,
}

impl Map {
    fn mask(&self) -> Mask<'_> {
        Mask { cells: &self.cells, height: self.height, width: self.width }
    }

    fn terrain(&self) -> Terrain {
        let costs: Vec<u16> = self.cells.iter().map(|&cell| u16::from(cell)).collect();
        Terrain { cost: Padded::from_rows(self.height, self.width, &costs, 0), extra: None }
    }

    fn open(&self, y: i32, x: i32) -> bool {
        self.mask().is_open(y, x)
    }

    fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let width = self.width as i32;
        (0..self.height as i32 * width).map(move |i| (i / width, i % width))
    }

    /// Whether a path leads from one place to another by legal steps that cost what it says.
    fn walked(&self, path: &Path, start: (i32, i32), goal: (i32, i32), moves: Moves) -> Result<(), String> {
        let ends = (path.cells.first().copied(), path.cells.last().copied());
        if ends != (Some([start.0, start.1]), Some([goal.0, goal.1])) {
            return Err(format!("it leads from and to {ends:?}"));
        }
        let mut cost = 0;
        for step in path.cells.windows(2) {
            let ([y, x], [ny, nx]) = (step[0], step[1]);
            let slant = y != ny && x != nx;
            let beside = !slant || moves.corner_cutting || self.open(y, nx) && self.open(ny, x);
            if (ny - y).abs().max((nx - x).abs()) != 1 || !self.open(ny, nx) || !beside || slant && moves.diagonal == 0
            {
                return Err(format!("{step:?} is no step"));
            }
            cost += if slant { moves.diagonal } else { moves.straight };
        }
        if cost == path.cost { Ok(()) } else { Err(format!("it costs {cost} and not {}", path.cost)) }
    }

    /// Relaxes `price(from, to)` of every step until nothing changes.
    fn relaxed(&self, start: (i32, i32), price: impl Fn((i32, i32), (i32, i32)) -> Option<u32>) -> Vec<i32> {
        let at = |(y, x): (i32, i32)| (y as usize) * self.width + x as usize;
        let mut best = vec![UNREACHED; self.cells.len()];
        best[at(start)] = 0;
        loop {
            let before = best.clone();
            for from in self.places().filter(|&place| before[at(place)] != UNREACHED) {
                for (dy, dx) in DIRECTIONS {
                    let to = (from.0 + dy, from.1 + dx);
                    if !self.mask().is_inside(to.0, to.1) {
                        continue;
                    }
                    if let Some(price) = price(from, to) {
                        let total = best[at(from)] + price as i32;
                        if best[at(to)] == UNREACHED || total < best[at(to)] {
                            best[at(to)] = total;
                        }
                    }
                }
            }
            if best == before {
                return best;
            }
        }
    }
}

fn maps() -> impl Strategy<Value = Map> {
    (1usize..9, 1usize..70, prop::sample::select(vec![0u8, 10, 30, 60, 80, 95, 100])).prop_flat_map(
        |(height, width, density)| {
            prop::collection::vec(0u8..100, height * width).prop_map(move |noise| Map {
                height,
                width,
                cells: noise.into_iter().map(|value| u8::from(value < density)).collect(),
            })
        },
    )
}

fn moves() -> impl Strategy<Value = Moves> {
    let weights = prop::sample::select(vec![(1, 1), (2, 3), (1, 2), (5741, 8119), (1, 0), (5, 3), (1, 3)]);
    (weights, any::<bool>()).prop_map(|((straight, diagonal), corner_cutting)| Moves {
        straight,
        diagonal,
        corner_cutting,
    })
}

fn place(map: &Map, seed: usize) -> (i32, i32) {
    let cell = seed % map.cells.len();
    ((cell / map.width) as i32, (cell % map.width) as i32)
}

fn index((y, x): (i32, i32)) -> (usize, usize) {
    (y as usize, x as usize)
}

proptest! {
    #[test]
    fn views_are_lines_of_sight(map in maps(), seed in any::<usize>(), radius in 0..40i32) {
        let origin = place(&map, seed);
        let mut seen = vec![0u8; map.cells.len()];
        sight::field_of_view(map.mask(), origin, radius, Shape::Square, |y, x| {
            seen[y as usize * map.width + x as usize] = 1;
        });
        for (y, x) in map.places().filter(|&(y, x)| map.open(y, x)) {
            let near = (y - origin.0).abs().max((x - origin.1).abs()) <= radius;
            let expected = near && sight::line_of_sight(map.mask(), origin, (y, x));
            prop_assert_eq!(seen[y as usize * map.width + x as usize] == 1, expected);
            prop_assert_eq!(
                sight::line_of_sight(map.mask(), (y, x), origin), sight::line_of_sight(map.mask(), origin, (y, x))
            );
        }
        if radius <= sight::window::MAX_RADIUS {
            for view in [
                sight::window::view(&Walls::of(map.mask()), origin.0, origin.1, radius, Shape::Square),
                sight::window::view_of_bytes(map.mask(), origin.0, origin.1, radius, Shape::Square),
            ] {
                let mut painted = vec![0u8; map.cells.len()];
                sight::window::paint(&view, radius, origin.0, origin.1, map.width, &mut painted);
                prop_assert_eq!(&painted, &seen);
            }
        }
    }

    #[test]
    fn paths_and_fields_are_shortest(map in maps(), a in any::<usize>(), b in any::<usize>(), moves in moves()) {
        let (start, goal) = (place(&map, a), place(&map, b));
        let best = map.relaxed(start, |(y, x), (ny, nx)| {
            let slant = y != ny && x != nx;
            let beside = moves.corner_cutting || (map.open(ny, x) && map.open(y, nx));
            let allowed = map.open(ny, nx) && (!slant || (moves.diagonal > 0 && beside));
            allowed.then_some(if slant { moves.diagonal } else { moves.straight })
        });
        let terrain = map.terrain();
        let mut found = vec![UNREACHED; map.cells.len()];
        let walks = Walks { max_cost: MAX_DISTANCE, reverse: false };
        for uniform in [true, false] {
            found.fill(UNREACHED);
            field::distances(&terrain, uniform, moves, &[(index(start), 0)], walks, |reached| {
                reached.write_field(map.width, &mut found);
            });
            prop_assert_eq!(&found, &best);
        }
        let expected = best[goal.0 as usize * map.width + goal.1 as usize];
        for (canonical, uniform) in [(true, true), (true, false), (false, true), (false, false)] {
            let path = path::search(&terrain, uniform, moves, index(start), index(goal), Limits::default(), canonical);
            prop_assert_eq!(path.as_ref().map_or(UNREACHED, |path| path.cost as i32), expected);
            prop_assert_eq!(path.map_or(Ok(()), |path| map.walked(&path, start, goal, moves)), Ok(()));
        }
        if jump::suits(moves, map.height, map.width) {
            let walls = Walls::of(map.mask());
            let path = jump::search(&walls, moves, index(start), index(goal), Limits::default());
            prop_assert_eq!(path.as_ref().map_or(UNREACHED, |path| path.cost as i32), expected);
            prop_assert_eq!(path.map_or(Ok(()), |path| map.walked(&path, start, goal, moves)), Ok(()));
        }
    }

    #[test]
    fn sound_is_what_is_left_behind(map in maps(), seed in any::<usize>(), ear in any::<usize>()) {
        let source = place(&map, seed);
        let costs: Vec<u16> = map.cells.iter().map(|&cell| [50, 10][usize::from(cell)]).collect();
        let absorption = Padded::from_rows(map.height, map.width, &costs, 0);
        let best = map.relaxed(source, |from, _| {
            let tile = costs[from.0 as usize * map.width + from.1 as usize];
            Some(if from == source { 10 } else { u32::from(tile) })
        });
        let mut found = vec![UNREACHED; map.cells.len()];
        let absorbs = Absorbs::of(&absorption);
        field::spread(&absorption, absorbs, &[index(source)], MAX_DISTANCE, |reached| {
            reached.write_field(map.width, &mut found);
        });
        prop_assert_eq!(&found, &best);
        let ear = place(&map, ear);
        let heard = field::hear(&absorption, absorbs, &[index(source)], &[index(ear)], &[200]);
        let expected = best[ear.0 as usize * map.width + ear.1 as usize];
        prop_assert_eq!(heard.len(), usize::from(expected <= 200));
        prop_assert!(heard.iter().all(|pair| pair.distance as i32 == expected));
    }

    #[test]
    fn steps_count_walls(map in maps(), birth in 0u8..10, death in 0u8..10) {
        let bits = Bits::pack(map.height, map.width, &map.cells);
        let mut after = vec![0u8; map.cells.len()];
        cave::step(bits, Rule::Neighbours { birth, death }, 1).unpack(&mut after);
        for (y, x) in map.places() {
            let walls = DIRECTIONS.iter().filter(|(dy, dx)| !map.open(y + dy, x + dx)).count() as u8;
            let expected = walls <= death && (walls < birth || map.open(y, x));
            prop_assert_eq!(after[y as usize * map.width + x as usize] == 1, expected);
        }
    }

    #[test]
    fn regions_are_what_a_flood_reaches(map in maps(), diagonal in any::<bool>()) {
        let mut labels = vec![0; map.cells.len()];
        let sizes = regions(map.mask(), diagonal, &mut labels);
        let mut next = 1;
        for start in map.places() {
            let label = labels[start.0 as usize * map.width + start.1 as usize];
            prop_assert_eq!(label > 0, map.open(start.0, start.1));
            if label != next {
                continue;
            }
            next += 1;
            let reached = map.relaxed(start, |(y, x), (ny, nx)| {
                (map.open(ny, nx) && (diagonal || y == ny || x == nx)).then_some(1)
            });
            let same = reached.iter().zip(&labels).all(|(&distance, &other)| (distance >= 0) == (other == label));
            prop_assert!(same);
        }
        prop_assert_eq!(sizes.len() as i32, next);
        prop_assert_eq!(sizes.iter().sum::<i64>(), map.cells.len() as i64);
        let mut largest = vec![0; map.cells.len()];
        largest_region(map.mask(), diagonal, &mut largest);
        let most = sizes[1..].iter().copied().max().unwrap_or(0);
        prop_assert_eq!(largest.iter().map(|&cell| i64::from(cell)).sum::<i64>(), most);
        let mut joined = vec![0; map.cells.len()];
        connect(map.mask(), diagonal, false, &mut joined);
        let whole = Map { cells: joined, ..map.clone() };
        prop_assert_eq!(regions(whole.mask(), diagonal, &mut labels).len(), sizes.len().min(2));
    }

    #[test]
    fn draws_stay_below(key in any::<[u64; 2]>(), counter in any::<[u64; 2]>(), n in 1u64..) {
        prop_assert!(draw(key, counter, n) < n);
    }

    #[test]
    fn a_changed_byte_changes_the_hash(data in prop::collection::vec(any::<u8>(), 1..40), at in any::<usize>()) {
        let mut other = data.clone();
        other[at % data.len()] ^= 1;
        let shape = [data.len()];
        prop_assert_ne!(hash_array(b'u', 1, &shape, &data), hash_array(b'u', 1, &shape, &other));
    }
}

#[test]
fn known_words() {
    let first = [0x1655_4D9E_CA36_314C, 0xDB20_FE9D_672D_0FDC, 0xD7E7_72CE_E186_176B, 0x7E68_B68A_EC7B_A23B];
    assert_eq!(philox([0, 0], [0, 0, 0, 0]), first);
    assert_eq!(mix(0, 0), 5_197_578_548_964_807_871);
}
