//! A* (Hart, Nilsson and Raphael, 1968) from the goal to the start, for any costs.
//!
//! The search leaves distances to the goal, which the path descends: once all entries up to the optimal total are
//! expanded, the first cell in (y, x) order at each step gives the canonical path.

use super::{Limits, Path};
use crate::DIRECTIONS;
use crate::memory::{Allocated, extend_to, push};
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
    bounds: (u32, u32),
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
        let found = spread(terrain, bounds, moves, start, goal, limits, canonical, scratch);
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

/// Computes distances to the goal until that of the start is known; false if there is no path within the limits.
#[allow(clippy::too_many_arguments)]
fn spread(
    terrain: &Terrain,
    (least, dearest): (u32, u32),
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
    canonical: bool,
    Scratch { remaining, touched, queue }: &mut Scratch,
) -> Allocated<bool> {
    let map = &terrain.cost;
    let (first, last) = (map.index(start), map.index(goal));
    let scaled = Moves { straight: moves.straight * least, diagonal: moves.diagonal * least, ..moves };
    let (short_price, long_price) = scaled.estimate();
    let estimate = |y: usize, x: usize| {
        let (dy, dx) = (y.abs_diff(start.0) as u64, x.abs_diff(start.1) as u64);
        short_price * dy.min(dx) + long_price * dy.max(dx)
    };
    let lowest = estimate(goal.0, goal.1);
    if lowest > u64::from(limits.max_cost) {
        return Ok(false);
    }
    // Buckets as wide as the cheapest step: cells popped out of order within a bucket are expanded again.
    let cheapest = if moves.diagonal == 0 { scaled.straight } else { scaled.straight.min(scaled.diagonal) };
    queue.reset(2 * dearest, cheapest);
    remaining[last] = 0;
    push(touched, last as u32)?;
    queue.push(lowest as u32, Entry { cell: pack(goal.0, goal.1), distance: 0 })?;
    let steps = map.steps();
    let allowed = if moves.diagonal == 0 { 0x55 } else { 0xFF };
    // With `canonical`, all cheapest paths are needed.
    let spare = u32::from(!canonical);
    let mut most = limits.max_cost;
    let mut expanded = 0;
    while let Some((bound, Entry { cell: place, distance })) = queue.pop() {
        if bound > most {
            break;
        }
        let (y, x) = ((place >> 16) as usize, (place & 0xFFFF) as usize);
        let cell = map.index((y, x));
        if remaining[cell] != distance || cell == first {
            continue;
        }
        expanded += 1;
        if expanded > limits.max_nodes {
            return Ok(false);
        }
        let base = distance + terrain.extra_at(cell);
        let cost = u32::from(map.cells[cell]);
        let (straight, diagonal) = (base + moves.straight * cost, base + moves.diagonal * cost);
        // One bit for each neighbor to lower, computed without branches: most are not lowered.
        let at = |direction: usize| cell.wrapping_add_signed(steps[direction]);
        let (above, here, below) = (around(remaining, at(0)), around(remaining, cell), around(remaining, at(4)));
        let known = [above[1], above[2], here[2], below[2], below[1], below[0], here[0], above[0]];
        let mut lower = 0u32;
        for (direction, known) in known.into_iter().enumerate() {
            let total = if direction % 2 == 0 { straight } else { diagonal };
            lower |= u32::from(total < known) << direction;
        }
        lower &= allowed;
        if !moves.corner_cutting {
            let [north, east, south, west] = [0, 2, 4, 6].map(|side| u32::from(map.cells[at(side)] != 0));
            lower &= 0x55 | (north & east) << 1 | (south & east) << 3 | (south & west) << 5 | (north & west) << 7;
        }
        while lower != 0 {
            let direction = lower.trailing_zeros() as usize;
            lower &= lower - 1;
            let next = at(direction);
            let fresh = remaining[next] == FAR;
            if fresh && map.cells[next] == 0 && next != first {
                // Walls are tested once.
                remaining[next] = 0;
                push(touched, next as u32)?;
                continue;
            }
            let (dy, dx) = DIRECTIONS[direction];
            let (ny, nx) = (y.wrapping_add_signed(dy as isize), x.wrapping_add_signed(dx as isize));
            let total = if direction % 2 == 0 { straight } else { diagonal };
            let whole = u64::from(total) + estimate(ny, nx);
            let far = ny.abs_diff(start.0).max(nx.abs_diff(start.1)) > limits.within as usize;
            if whole > u64::from(most) || far {
                continue;
            }
            if fresh {
                push(touched, next as u32)?;
            }
            remaining[next] = total;
            if next == first {
                most = total - spare.min(total);
            } else {
                queue.push(whole as u32, Entry { cell: pack(ny, nx), distance: total })?;
            }
        }
    }
    Ok(remaining[first] <= limits.max_cost)
}

/// The values of a cell and of its left and right neighbors.
#[inline(always)]
fn around(values: &[u32], cell: usize) -> [u32; 3] {
    values[cell - 1..].first_chunk().copied().unwrap_or([0; 3])
}

/// A place as one number; sides are below 2^15.
fn pack(y: usize, x: usize) -> u32 {
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
