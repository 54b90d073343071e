//! A* from the goal back to the start, for any costs.
//!
//! Searching backwards leaves distances to the goal, down which the path is walked: with all entries up to the
//! optimal total expanded, taking the first cell in (y, x) order at each step gives the canonical path.

use super::{Limits, Path};
use crate::queue::{Entry, Queue};
use crate::terrain::{Moves, Terrain};
use std::cell::RefCell;

const FAR: u32 = u32::MAX;

/// What is kept from one query to the next: distances, FAR everywhere in between, and the cells that were not.
#[derive(Default)]
struct Scratch {
    togo: Vec<u32>,
    touched: Vec<u32>,
    queue: Queue,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// The cheapest path, or None. With `canonical` it is the lexicographically first one.
pub fn search(
    terrain: &Terrain,
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
    canonical: bool,
) -> Option<Path> {
    let map = &terrain.cost;
    if start == goal {
        return Some(Path { cells: vec![[start.0 as i32, start.1 as i32]], cost: 0 });
    }
    let (first, last) = (map.index(start), map.index(goal));
    let too_far = |(dy, dx): (usize, usize)| dy.max(dx) > limits.within as usize;
    let apart = |(y, x): (usize, usize)| (y.abs_diff(start.0), x.abs_diff(start.1));
    if !terrain.is_open(last) || too_far(apart(goal)) {
        return None;
    }
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.togo.len() < map.cells.len() {
            scratch.togo.resize(map.cells.len(), FAR);
        }
        let found = spread(terrain, moves, start, goal, limits, canonical, scratch);
        let path = found.then(|| walk_down(terrain, moves, &scratch.togo, first, last));
        for cell in scratch.touched.drain(..) {
            scratch.togo[cell as usize] = FAR;
        }
        path
    })
}

/// Distances to the goal until the start's is known; false if there is no path within the limits.
fn spread(
    terrain: &Terrain,
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
    canonical: bool,
    Scratch { togo, touched, queue }: &mut Scratch,
) -> bool {
    let map = &terrain.cost;
    let (first, last) = (map.index(start), map.index(goal));
    let (least, dearest) = terrain.bounds(moves);
    let scaled = Moves { straight: moves.straight * least, diagonal: moves.diagonal * least, ..moves };
    let (short_price, long_price) = scaled.estimate();
    let estimate = |y: usize, x: usize| {
        let (dy, dx) = (y.abs_diff(start.0) as u64, x.abs_diff(start.1) as u64);
        short_price * dy.min(dx) + long_price * dy.max(dx)
    };
    let lowest = estimate(goal.0, goal.1);
    if lowest > u64::from(limits.max_cost) {
        return false;
    }
    // Buckets as wide as the least step: what comes out of order within one is expanded again.
    let cheapest = if moves.diagonal == 0 { scaled.straight } else { scaled.straight.min(scaled.diagonal) };
    queue.reset(2 * dearest, cheapest);
    togo[last] = 0;
    touched.push(last as u32);
    queue.push(lowest as u32, Entry { cell: last as u32, distance: 0 });
    let mut expanded = 0;
    while let Some((bound, entry)) = queue.pop() {
        let best = togo[first].min(limits.max_cost.saturating_add(1));
        if bound > best || bound == best && !canonical {
            break;
        }
        let cell = entry.cell as usize;
        if togo[cell] != entry.distance || cell == first {
            continue;
        }
        expanded += 1;
        if expanded > limits.max_nodes {
            return false;
        }
        let (y, x) = map.position(cell);
        let extra = terrain.extra.as_ref().map_or(0, |extra| extra.cells[cell]);
        let cost = u32::from(map.cells[cell]);
        terrain.neighbours(cell, moves, |next, (dy, dx), weight| {
            let total = entry.distance + weight * cost + extra;
            let known = &mut togo[next];
            if total >= *known || !(terrain.is_open(next) || next == first) {
                return;
            }
            let (ny, nx) = (y.wrapping_add_signed(dy), x.wrapping_add_signed(dx));
            let whole = u64::from(total) + estimate(ny, nx);
            let far = ny.abs_diff(start.0).max(nx.abs_diff(start.1)) > limits.within as usize;
            if whole > u64::from(limits.max_cost) || far {
                return;
            }
            if *known == FAR {
                touched.push(next as u32);
            }
            *known = total;
            queue.push(whole as u32, Entry { cell: next as u32, distance: total });
        });
    }
    togo[first] <= limits.max_cost
}

/// From the start to the goal, each time to the first neighbour in (y, x) order that lies on a cheapest path.
fn walk_down(terrain: &Terrain, moves: Moves, togo: &[u32], first: usize, last: usize) -> Path {
    let place = |cell| {
        let (y, x) = terrain.cost.position(cell);
        [y as i32, x as i32]
    };
    let mut cells = vec![place(first)];
    let mut here = first;
    while here != last {
        let mut best = usize::MAX;
        terrain.neighbours(here, moves, |next, _, weight| {
            if terrain.is_open(next) && togo[next] != FAR && togo[next] + terrain.entering(next, weight) == togo[here] {
                best = best.min(next);
            }
        });
        here = best;
        cells.push(place(here));
    }
    Path { cells, cost: togo[first] }
}
