//! Choices read from bytes, and small maps built from them.

use arbitrary::Unstructured;
use footfall_kernels::map::{Mask, Padded};
use footfall_kernels::path::Path;
use footfall_kernels::terrain::{Moves, Terrain};
use footfall_kernels::{DIRECTIONS, UNREACHED};

pub type Place = (i32, i32);

/// Choices read from bytes; after the last byte, always the first option.
pub struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(Unstructured::new(bytes))
    }

    pub fn number(&mut self, low: i64, high: i64) -> i64 {
        self.0.int_in_range(low..=high).unwrap_or(low)
    }

    pub fn word(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or(0)
    }

    pub fn flag(&mut self) -> bool {
        self.number(0, 1) != 0
    }

    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.number(0, values.len() as i64 - 1) as usize]
    }

    pub fn place(&mut self, map: &Map) -> Place {
        (self.number(0, map.height as i64 - 1) as i32, self.number(0, map.width as i64 - 1) as i32)
    }

    /// Movement rules, including octile and unusual weights.
    pub fn moves(&mut self) -> Moves {
        let (straight, diagonal) = self.of(&[(1, 1), (2, 3), (1, 2), (5741, 8119), (1, 0), (7, 0), (5, 3), (1, 3)]);
        Moves { straight, diagonal, corner_cutting: self.flag() }
    }
}

/// One byte per cell.
#[derive(Clone, Debug)]
pub struct Map {
    pub height: usize,
    pub width: usize,
    pub cells: Vec<u8>,
}

impl Map {
    /// A map of some of these values, partly uniform.
    pub fn of(choices: &mut Choices, values: &[u8]) -> Self {
        let most = choices.of(&[(6, 6), (9, 9), (3, 140), (140, 3)]);
        let (height, width) = (choices.number(1, most.0) as usize, choices.number(1, most.1) as usize);
        let usual = choices.of(values);
        let share = choices.of(&[100, 60, 30, 10, 0]);
        let mut noise = choices.word();
        let cells = (0..height * width)
            .map(|_| {
                noise = footfall_kernels::random::scramble(noise.wrapping_add(1));
                if noise % 100 < share { values[(noise >> 32) as usize % values.len()] } else { usual }
            })
            .collect();
        let mut map = Map { height, width, cells };
        // A few cells chosen one by one, for the fuzzer to vary.
        for _ in 0..choices.number(0, 12) {
            let (y, x) = choices.place(&map);
            let at = map.at((y, x));
            map.cells[at] = choices.of(values);
        }
        map
    }

    pub fn mask(&self) -> Mask<'_> {
        Mask { cells: &self.cells, height: self.height, width: self.width }
    }

    pub fn padded(&self) -> Padded<u16> {
        let costs: Vec<u16> = self.cells.iter().map(|&cell| u16::from(cell)).collect();
        Padded::from_rows(self.height, self.width, &costs, 0)
    }

    pub fn terrain(&self) -> Terrain {
        Terrain { cost: self.padded(), extra: None }
    }

    pub fn at(&self, (y, x): Place) -> usize {
        y as usize * self.width + x as usize
    }

    pub fn value(&self, place: Place) -> u32 {
        u32::from(self.cells[self.at(place)])
    }

    pub fn inside(&self, (y, x): Place) -> bool {
        self.mask().is_inside(y, x)
    }

    pub fn open(&self, (y, x): Place) -> bool {
        self.mask().is_open(y, x)
    }

    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let width = self.width as i32;
        (0..self.height as i32 * width).map(move |i| (i / width, i % width))
    }

    /// The cost of a step, if it is legal.
    pub fn price(&self, (y, x): Place, (ny, nx): Place, moves: Moves) -> Option<u32> {
        let slant = y != ny && x != nx;
        let beside = !slant || moves.corner_cutting || self.open((ny, x)) && self.open((y, nx));
        let weight = if slant { moves.diagonal } else { moves.straight };
        (self.inside((ny, nx)) && self.open((ny, nx)) && beside && weight != 0).then(|| weight * self.value((ny, nx)))
    }

    /// Distances from sources with start values, by relaxing `price(from, to)` of every step until nothing changes.
    pub fn relaxed(&self, sources: &[(Place, u32)], price: impl Fn(Place, Place) -> Option<u32>) -> Vec<i32> {
        let mut best = vec![i32::MAX; self.cells.len()];
        for &(place, value) in sources {
            let at = self.at(place);
            best[at] = best[at].min(value as i32);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for from in self.places().filter(|&place| self.inside(place)) {
                if best[self.at(from)] == i32::MAX {
                    continue;
                }
                for (dy, dx) in DIRECTIONS {
                    let to = (from.0 + dy, from.1 + dx);
                    let Some(price) = self.inside(to).then(|| price(from, to)).flatten() else { continue };
                    let total = best[self.at(from)] + price as i32;
                    if total < best[self.at(to)] {
                        best[self.at(to)] = total;
                        changed = true;
                    }
                }
            }
        }
        best.iter().map(|&value| if value == i32::MAX { UNREACHED } else { value }).collect()
    }

    /// Panics unless a path leads from one cell to another by legal steps with its stated cost.
    pub fn assert_walked(&self, path: &Path, start: Place, goal: Place, moves: Moves) {
        let ends = (path.cells.first().copied(), path.cells.last().copied());
        assert_eq!(ends, (Some([start.0, start.1]), Some([goal.0, goal.1])));
        let mut cost = 0;
        for step in path.cells.windows(2) {
            let ([y, x], [ny, nx]) = (step[0], step[1]);
            assert_eq!((ny - y).abs().max((nx - x).abs()), 1, "{step:?}");
            cost += self.price((y, x), (ny, nx), moves).unwrap_or_else(|| panic!("{step:?} is no step"));
        }
        assert_eq!(cost, path.cost);
    }
}

pub fn index((y, x): Place) -> (usize, usize) {
    (y as usize, x as usize)
}
