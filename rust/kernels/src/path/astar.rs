//! A* (Hart, Nilsson and Raphael, 1968) from the goal to the start, for any costs.
//!
//! The search leaves distances to the goal, which the path descends: once all entries up to the optimal total are
//! expanded, the first cell in (y, x) order at each step gives the canonical path.

use super::{Limits, Path};
use crate::DIRECTIONS;
use crate::map::Padded;
use crate::memory::{Allocated, extend_to, push, push_if};
use crate::queue::{Entry, Queue};
use crate::terrain::{Moves, Terrain};
use std::cell::RefCell;

const FAR: u32 = u32::MAX;

/// Memory kept between queries: distances, reset to FAR after each query, and the touched cells.
#[derive(Default)]
struct Scratch {
    remaining: Vec<u32>,
    touched: Vec<u32>,
    queue: Queue,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// The cheapest path, or None. With `canonical` it is the lexicographically first one. `uniform`: all open cells
/// cost 1, without extra costs.
pub fn search(
    terrain: &Terrain,
    uniform: bool,
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
    canonical: bool,
) -> Allocated<Option<Path>> {
    let bounds = if uniform { (1, moves.straight.max(moves.diagonal)) } else { terrain.bounds(moves) };
    search_bounded(terrain, bounds, moves, start, goal, limits, canonical)
}

/// `search` with known bounds: at most the lowest cost of an open cell, and at least the highest cost of a step.
pub fn search_bounded(
    terrain: &Terrain,
    (least, dearest): (u32, u32),
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
    canonical: bool,
) -> Allocated<Option<Path>> {
    let map = &terrain.cost;
    if start == goal {
        return Ok(Some(Path { cells: vec![[start.0 as i32, start.1 as i32]], cost: 0 }));
    }
    let (first, last) = (map.index(start), map.index(goal));
    let too_far = |(dy, dx): (usize, usize)| dy.max(dx) > limits.within as usize;
    let apart = |(y, x): (usize, usize)| (y.abs_diff(start.0), x.abs_diff(start.1));
    if !terrain.is_open(last) || too_far(apart(goal)) {
        return Ok(None);
    }
    SCRATCH.with_borrow_mut(|scratch| {
        extend_to(&mut scratch.remaining, map.cells.len(), FAR)?;
        let search = Search::new(terrain, least, moves, start, limits.within);
        let found = search.run(scratch, goal, dearest, limits, canonical);
        let path = match found {
            Ok(true) => walk_down(terrain, moves, &scratch.remaining, first, last).map(Some),
            Ok(false) => Ok(None),
            Err(error) => {
                *scratch = Scratch::default();
                Err(error)
            }
        };
        for cell in scratch.touched.drain(..) {
            scratch.remaining[cell as usize] = FAR;
        }
        path
    })
}

/// Entries expanded together.
const BATCH: usize = 32;

/// A search from the goal to the start.
struct Search<'a> {
    terrain: &'a Terrain,
    moves: Moves,
    /// The lowest cost of an open cell, or less.
    least: u32,
    start: (u32, u32),
    /// The start's cell.
    first: usize,
    within: u32,
    /// The lowest costs of the shorter and the longer of two distances along the axes.
    prices: (u64, u64),
    /// The lowest extra cost of a neighbor of the start: no path from farther away is without it.
    last_extra: u64,
    /// Offsets of the neighbors, of their cells and of their packed places.
    steps: [isize; 8],
    shifts: [u32; 8],
}

impl<'a> Search<'a> {
    fn new(terrain: &'a Terrain, least: u32, moves: Moves, start: (usize, usize), within: u32) -> Self {
        let scaled = Moves { straight: moves.straight * least, diagonal: moves.diagonal * least, ..moves };
        let (first, steps) = (terrain.cost.index(start), terrain.cost.steps());
        let neighbors = steps.iter().map(|&step| first.wrapping_add_signed(step));
        let extras = neighbors.filter(|&cell| terrain.is_open(cell)).map(|cell| terrain.extra_at(cell));
        Search {
            terrain,
            moves,
            least,
            start: (start.0 as u32, start.1 as u32),
            first,
            within,
            prices: scaled.estimate(),
            last_extra: extras.min().unwrap_or(0).into(),
            steps,
            shifts: DIRECTIONS.map(|(dy, dx)| ((dy as u32) << 16).wrapping_add(dx as u32)),
        }
    }

    /// The lowest possible cost from the start to a packed place, and whether that is too far from it.
    #[inline(always)]
    fn estimate(&self, place: u32) -> (u64, bool) {
        let (dy, dx) = ((place >> 16).abs_diff(self.start.0), (place & 0xFFFF).abs_diff(self.start.1));
        let (short_price, long_price) = self.prices;
        let whole = short_price * u64::from(dy.min(dx)) + long_price * u64::from(dy.max(dx));
        // The extra cost of a neighbor itself is in its wait.
        (whole + if dy.max(dx) > 1 { self.last_extra } else { 0 }, dy.max(dx) > self.within)
    }

    /// Computes distances to the goal until that of the start is known; false if there is no path within the limits.
    ///
    /// A cell's cost is paid when the path leaves it towards the start, so a cell waits until its cheapest step would be
    /// due: dear cells are lowered less often before they are expanded.
    fn run(
        &self,
        Scratch { remaining, touched, queue }: &mut Scratch,
        goal: (usize, usize),
        dearest: u32,
        limits: Limits,
        canonical: bool,
    ) -> Allocated<bool> {
        let lowest = self.estimate(pack(goal)).0;
        if lowest > u64::from(limits.max_cost) {
            return Ok(false);
        }
        let cost = &self.terrain.cost.cells;
        let Moves { straight, diagonal, .. } = self.moves;
        let shortest = if diagonal == 0 { straight } else { straight.min(diagonal) };
        // Buckets as wide as the cheapest step: cells popped out of order within a bucket are expanded again.
        queue.reset(3 * dearest, shortest * self.least);
        let last = self.terrain.cost.index(goal);
        remaining[last] = 0;
        push(touched, last as u32)?;
        queue.push(lowest as u32, Entry { cell: pack(goal), distance: 0 })?;
        // With `canonical`, all cheapest paths are needed.
        let spare = u32::from(!canonical);
        let mut most = limits.max_cost;
        let mut expanded = 0;
        let mut batch = Batch::default();
        while let Some((bound, count)) = queue.pop_many(&mut batch.entries) {
            if bound > most {
                break;
            }
            expanded += batch.keep_current(count, &self.terrain.cost, remaining);
            if expanded > limits.max_nodes as usize {
                return Ok(false);
            }
            let ways = self.list_steps(&mut batch, remaining);
            for &way in &batch.ways[..ways] {
                let (from, direction) = ((way >> 3) as usize, (way & 7) as usize);
                let next = batch.cells[from].wrapping_add_signed(self.steps[direction]);
                let place = batch.entries[from].cell.wrapping_add(self.shifts[direction]);
                let total = batch.totals[from][direction & 1];
                let (rest, far) = self.estimate(place);
                let whole = u64::from(total) + rest;
                let known = remaining[next];
                let lower = (total < known) & (whole <= u64::from(most)) & !far;
                if next == self.first {
                    if lower {
                        push_if(known == FAR, touched, next as u32)?;
                        remaining[next] = total;
                        most = total - spare.min(total);
                    }
                    continue;
                }
                push_if(lower & (known == FAR), touched, next as u32)?;
                remaining[next] = if lower { total } else { known };
                let wait = shortest * (u32::from(cost[next]) - self.least) + self.terrain.extra_at(next);
                queue.push_if(lower, (whole as u32).wrapping_add(wait), Entry { cell: place, distance: total })?;
            }
        }
        Ok(remaining[self.first] <= limits.max_cost)
    }

    /// Lists the steps of a batch that lower a neighbor, and returns their number.
    #[inline(always)]
    fn list_steps(&self, batch: &mut Batch, remaining: &[u32]) -> usize {
        let map = &self.terrain.cost;
        let Moves { straight, diagonal, corner_cutting } = self.moves;
        let mut ways = 0;
        for from in 0..batch.count {
            let cell = batch.cells[from];
            let base = batch.entries[from].distance + self.terrain.extra_at(cell);
            let cost = u32::from(map.cells[cell]);
            let [near, far] = [base + straight * cost, if diagonal == 0 { FAR } else { base + diagonal * cost }];
            batch.totals[from] = [near, far];
            let rows = [self.steps[0], 0, self.steps[4]].map(|step| cell.wrapping_add_signed(step));
            let [above, here, below] = rows.map(|cell| around(remaining, cell));
            let [up, level, down] = rows.map(|cell| around(&map.cells, cell).map(|cost| cost != 0));
            let ([north, east, south, west], cut) = ([up[1], level[2], down[1], level[0]], corner_cutting);
            let mut list = |direction: usize, lower: bool| {
                batch.ways[ways] = (from << 3 | direction) as u16;
                ways += usize::from(lower);
            };
            list(0, north & (near < above[1]));
            list(2, east & (near < here[2]));
            list(4, south & (near < below[1]));
            list(6, west & (near < here[0]));
            list(1, up[2] & (far < above[2]) & (cut | north & east));
            list(3, down[2] & (far < below[2]) & (cut | south & east));
            list(5, down[0] & (far < below[0]) & (cut | south & west));
            list(7, up[0] & (far < above[0]) & (cut | north & west));
        }
        if self.terrain.is_open(self.first) { ways } else { self.list_start(batch, remaining, ways) }
    }

    /// Lists the steps of a batch to a start that is a wall: it is not entered.
    #[cold]
    fn list_start(&self, batch: &mut Batch, remaining: &[u32], mut ways: usize) -> usize {
        for (from, &cell) in batch.cells[..batch.count].iter().enumerate() {
            let at = |direction: usize| cell.wrapping_add_signed(self.steps[direction % 8]);
            for direction in 0..8 {
                let sides = [7, 1].map(|turn| self.terrain.is_open(at(direction + turn)));
                let passes = direction % 2 == 0 || self.moves.corner_cutting || sides == [true; 2];
                if at(direction) == self.first && passes && batch.totals[from][direction % 2] < remaining[self.first] {
                    batch.ways[ways] = (from << 3 | direction) as u16;
                    ways += 1;
                }
            }
        }
        ways
    }
}

/// Cells of one bucket. They are expanded together, stage by stage: a stage selects without branches, which would be
/// predicted wrongly at almost every cell.
struct Batch {
    count: usize,
    entries: [Entry; BATCH],
    cells: [usize; BATCH],
    /// Distances of the straight and of the diagonal neighbors.
    totals: [[u32; 2]; BATCH],
    /// Indices in the batch, and directions in the lowest three bits.
    ways: [u16; 8 * BATCH],
}

impl Default for Batch {
    fn default() -> Self {
        Batch {
            count: 0,
            entries: [Entry { cell: 0, distance: 0 }; BATCH],
            cells: [0; BATCH],
            totals: [[0; 2]; BATCH],
            ways: [0; 8 * BATCH],
        }
    }
}

impl Batch {
    /// Drops the entries of cells that were lowered later, and returns the number of the others.
    #[inline(always)]
    fn keep_current(&mut self, count: usize, map: &Padded<u16>, remaining: &[u32]) -> usize {
        self.count = 0;
        for i in 0..count {
            let entry = self.entries[i];
            let cell = map.index(((entry.cell >> 16) as usize, (entry.cell & 0xFFFF) as usize));
            self.entries[self.count] = entry;
            self.cells[self.count] = cell;
            self.count += usize::from(remaining[cell] == entry.distance);
        }
        self.count
    }
}

/// The values of a cell and of its left and right neighbors.
#[inline(always)]
fn around<T: Copy + Default>(values: &[T], cell: usize) -> [T; 3] {
    values[cell - 1..].first_chunk().copied().unwrap_or([T::default(); 3])
}

/// A place as one number; sides are below 2^15.
fn pack((y, x): (usize, usize)) -> u32 {
    (y << 16 | x) as u32
}

/// Walks from the start to the goal, always to the first neighbor in (y, x) order on a cheapest path.
fn walk_down(terrain: &Terrain, moves: Moves, remaining: &[u32], first: usize, last: usize) -> Allocated<Path> {
    let place = |cell| {
        let (y, x) = terrain.cost.position(cell);
        [y as i32, x as i32]
    };
    let mut cells = vec![place(first)];
    let mut here = first;
    while here != last {
        let mut best = usize::MAX;
        terrain.neighbors(here, moves, |next, _, weight| {
            if terrain.is_open(next)
                && remaining[next] != FAR
                && remaining[next] + terrain.entry_cost(next, weight) == remaining[here]
            {
                best = best.min(next);
            }
        });
        here = best;
        push(&mut cells, place(here))?;
    }
    Ok(Path { cells, cost: remaining[first] })
}
