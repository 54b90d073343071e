//! Every kernel without Python: `cargo bench -p footfall-kernels`, or one kernel: `cargo bench -p footfall-kernels -- sound`.
//!
//! Inputs rotate over 32 open cells of one cave, to defeat branch prediction.

use divan::Bencher;
use divan::counter::ItemsCount;
use footfall_kernels::bits::Walls;
use footfall_kernels::cave::{self, Bits, Rule};
use footfall_kernels::connect::connect;
use footfall_kernels::field::{self, AbsorptionRange, Downhill, Walks};
use footfall_kernels::hash::hash_array;
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::{Mask, Padded};
use footfall_kernels::path::{self, Limits, jump};
use footfall_kernels::random::{draw, mix, philox};
use footfall_kernels::regions::{largest_region, regions};
use footfall_kernels::sight::{self, Shape, window};
use footfall_kernels::terrain::{Moves, Terrain};
use std::cell::Cell;

const SIZES: [(usize, usize); 3] = [(43, 80), (256, 256), (1024, 1024)];
const EIGHT: Moves = Moves { straight: 1, diagonal: 1, corner_cutting: true };
const FOUR: Moves = Moves { straight: 1, diagonal: 0, corner_cutting: true };
const OCTILE: Moves = Moves { straight: 5741, diagonal: 8119, corner_cutting: false };

fn main() {
    divan::main();
}

/// The largest region of a cave, with cells in it.
struct Cavern {
    height: usize,
    width: usize,
    cells: Vec<u8>,
    places: Vec<(usize, usize)>,
    turn: Cell<usize>,
}

impl Cavern {
    fn new((height, width): (usize, usize)) -> Self {
        let noise = cave::cave(height, width, 5, 39_322, 5, Rule::Neighbors { birth: 4, death: 3 });
        let mut open = vec![0; height * width];
        noise.unpack(&mut open);
        let mut cells = open.clone();
        largest_region(Mask { cells: &open, height, width }, false, &mut cells);
        let inside: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        let place = |i| inside[draw([5, 1], [i, 0], inside.len() as u64) as usize];
        let places = (0..32).map(|i| (place(i) / width, place(i) % width)).collect();
        Cavern { height, width, cells, places, turn: Cell::new(0) }
    }

    fn mask(&self) -> Mask<'_> {
        Mask { cells: &self.cells, height: self.height, width: self.width }
    }

    fn terrain(&self, cost: impl Fn(usize) -> u16) -> Terrain {
        let costs: Vec<u16> = (0..self.cells.len()).map(|cell| u16::from(self.cells[cell]) * cost(cell)).collect();
        Terrain { cost: Padded::from_rows(self.height, self.width, &costs, 0), extra: None }
    }

    fn absorption(&self) -> Padded<u16> {
        let costs: Vec<u16> = self.cells.iter().map(|&cell| if cell != 0 { 10 } else { 50 }).collect();
        Padded::from_rows(self.height, self.width, &costs, 0)
    }

    /// The next cell, and one far from it in the list.
    fn next(&self) -> ((usize, usize), (usize, usize)) {
        let turn = self.turn.get();
        self.turn.set(turn + 1);
        (self.places[turn % 32], self.places[(turn + 13) % 32])
    }

    fn viewer(&self) -> (i32, i32) {
        let (y, x) = self.next().0;
        (y as i32, x as i32)
    }
}

#[divan::bench(args = SIZES)]
fn sight_radius_8(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let walls = Walls::of(cavern.mask());
    bencher.bench_local(|| {
        let (y, x) = cavern.viewer();
        window::view(&walls, y, x, 8, Shape::Square)
    });
}

#[divan::bench(args = SIZES)]
fn sight_without_limit(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    bencher.bench_local(|| {
        let mut seen = 0;
        sight::field_of_view(cavern.mask(), cavern.viewer(), -1, Shape::Square, |_, _| seen += 1);
        seen
    });
}

#[divan::bench(args = SIZES)]
fn line_of_sight(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    bencher.bench_local(|| sight::line_of_sight(cavern.mask(), cavern.viewer(), cavern.viewer()));
}

#[divan::bench(args = SIZES)]
fn walls_from_bytes(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    bencher.counter(ItemsCount::new(cavern.cells.len())).bench_local(|| Walls::of(cavern.mask()));
}

#[divan::bench(args = SIZES, consts = [0, 1, 2, 3])]
fn jump_point_search<const RULE: usize>(bencher: Bencher, size: (usize, usize)) {
    let moves = [OCTILE, Moves { corner_cutting: true, ..OCTILE }, EIGHT, FOUR][RULE];
    let cavern = Cavern::new(size);
    let walls = Walls::of(cavern.mask());
    bencher.bench_local(|| {
        let (start, goal) = cavern.next();
        jump::search(&walls, moves, start, goal, Limits::default())
    });
}

#[divan::bench(args = SIZES)]
fn a_star_canonical(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let terrain = cavern.terrain(|_| 1);
    bencher.bench_local(|| {
        let (start, goal) = cavern.next();
        path::search(&terrain, true, EIGHT, start, goal, Limits::default(), true)
    });
}

#[divan::bench(args = SIZES)]
fn a_star_weighted(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let terrain = cavern.terrain(|cell| 1 + (mix(1, cell as u64) % 4) as u16);
    let moves = Moves { straight: 5, diagonal: 7, corner_cutting: true };
    bencher.bench_local(|| {
        let (start, goal) = cavern.next();
        path::search(&terrain, false, moves, start, goal, Limits::default(), false)
    });
}

#[divan::bench(args = SIZES, consts = [0, 1, 2, 3, 4])]
fn distances<const RULE: usize>(bencher: Bencher, size: (usize, usize)) {
    let slanted = Moves { straight: 2, diagonal: 3, corner_cutting: true };
    let moves = [FOUR, EIGHT, Moves { corner_cutting: false, ..EIGHT }, OCTILE, slanted][RULE];
    let cavern = Cavern::new(size);
    let terrain = cavern.terrain(|_| 1);
    let mut field = vec![0; cavern.cells.len()];
    let walks = Walks { max_cost: MAX_DISTANCE, reverse: false };
    bencher.counter(ItemsCount::new(cavern.cells.iter().filter(|&&cell| cell != 0).count())).bench_local(|| {
        let source = (cavern.next().0, 0);
        field::distances(&terrain, true, moves, &[source], walks, |reached| reached.write_field(size.1, &mut field))
    });
}

#[divan::bench(args = SIZES)]
fn within_20_steps(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let terrain = cavern.terrain(|_| 1);
    let walks = Walks { max_cost: 20, reverse: false };
    bencher.bench_local(|| {
        let source = (cavern.next().0, 0);
        field::distances(&terrain, true, FOUR, &[source], walks, |reached| {
            let mut sum = 0;
            reached.by_rows(|_, _, distance| sum += distance).unwrap();
            sum
        })
    });
}

#[divan::bench(args = SIZES)]
fn sound(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let absorption = cavern.absorption();
    let absorbs = AbsorptionRange::of(&absorption);
    let mut field = vec![0; cavern.cells.len()];
    bencher.counter(ItemsCount::new(cavern.cells.len())).bench_local(|| {
        field::spread(&absorption, absorbs, &[cavern.next().0], MAX_DISTANCE, |reached| {
            reached.write_field(size.1, &mut field);
        })
    });
}

#[divan::bench(args = SIZES)]
fn hear(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let absorption = cavern.absorption();
    let absorbs = AbsorptionRange::of(&absorption);
    let (sources, listeners) = cavern.places.split_at(12);
    bencher.bench_local(|| field::hear(&absorption, absorbs, sources, &listeners[..12], &[100; 12]));
}

#[divan::bench(args = SIZES)]
fn flow(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let mut distances = vec![0; cavern.cells.len()];
    let walks = Walks { max_cost: MAX_DISTANCE, reverse: false };
    let source = (cavern.places[0], 0);
    let terrain = cavern.terrain(|_| 1);
    field::distances(&terrain, true, EIGHT, &[source], walks, |reached| reached.write_field(size.1, &mut distances))
        .unwrap();
    let mut out = vec![0; cavern.cells.len()];
    let rule = Downhill { diagonal: true, corner_cutting: true };
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| {
        field::flow(&distances, size.0, size.1, rule, &mut out);
    });
}

#[divan::bench(args = SIZES)]
fn cave_of_five_steps(bencher: Bencher, (height, width): (usize, usize)) {
    let seed = Cell::new(0);
    bencher.counter(ItemsCount::new(height * width)).bench_local(|| {
        seed.set(seed.get() + 1);
        cave::cave(height, width, seed.get(), 39_322, 5, Rule::Neighbors { birth: 4, death: 3 })
    });
}

#[divan::bench(args = SIZES)]
fn cave_bytes_through_five_steps(bencher: Bencher, size: (usize, usize)) {
    let cavern = Cavern::new(size);
    let mut out = vec![0; cavern.cells.len()];
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| {
        cave::step(Bits::pack(size.0, size.1, &cavern.cells), Rule::Majority, 5).unpack(&mut out);
    });
}

/// A cave with all its regions.
fn rugged((height, width): (usize, usize)) -> Vec<u8> {
    let mut open = vec![0; height * width];
    cave::cave(height, width, 1, 39_322, 5, Rule::Neighbors { birth: 4, death: 3 }).unpack(&mut open);
    open
}

#[divan::bench(args = SIZES)]
fn labels(bencher: Bencher, (height, width): (usize, usize)) {
    let cells = rugged((height, width));
    let mut out = vec![0; cells.len()];
    bencher
        .counter(ItemsCount::new(cells.len()))
        .bench_local(|| regions(Mask { cells: &cells, height, width }, false, &mut out));
}

#[divan::bench(args = SIZES)]
fn largest(bencher: Bencher, (height, width): (usize, usize)) {
    let cells = rugged((height, width));
    let mut out = vec![0; cells.len()];
    bencher
        .counter(ItemsCount::new(cells.len()))
        .bench_local(|| largest_region(Mask { cells: &cells, height, width }, false, &mut out));
}

#[divan::bench(args = SIZES)]
fn connected(bencher: Bencher, (height, width): (usize, usize)) {
    let cells = rugged((height, width));
    let mut out = vec![0; cells.len()];
    bencher
        .counter(ItemsCount::new(cells.len()))
        .bench_local(|| connect(Mask { cells: &cells, height, width }, false, false, &mut out));
}

#[divan::bench(args = SIZES)]
fn hash(bencher: Bencher, size: (usize, usize)) {
    let cells = rugged(size);
    bencher.counter(ItemsCount::new(cells.len())).bench_local(|| hash_array(b'b', 1, &[size.0, size.1], &cells));
}

#[divan::bench]
fn random_block(bencher: Bencher) {
    let turn = Cell::new(0);
    bencher.bench_local(|| {
        turn.set(turn.get() + 1);
        philox([1, 2], [turn.get(), 0, 0, 0])
    });
}
