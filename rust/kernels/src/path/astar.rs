//! A* from the goal back to the start, for any costs.
//!
//! Searching backwards leaves distances to the goal, down which the path is walked: with all entries up to the
//! optimal total expanded, taking the first cell in (y, x) order at each step gives the canonical path.

use super::{Limits, Path};
use crate::queue::{Entry, Queue};
use crate::terrain::{Moves, Terrain};

const FAR: u32 = u32::MAX;

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
    let away = |cell: usize| {
        let (y, x) = map.position(cell);
        (y.abs_diff(start.0), x.abs_diff(start.1))
    };
    let too_far = |(dy, dx): (usize, usize)| dy.max(dx) > limits.within as usize;
    if !terrain.is_open(last) || too_far(away(last)) {
        return None;
    }
    let (least, dearest) = terrain.bounds(moves);
    let scaled = Moves { straight: moves.straight * least, diagonal: moves.diagonal * least, ..moves };
    let estimate = |(dy, dx)| scaled.estimate(dy, dx);
    let mut togo = vec![FAR; map.cells.len()];
    let mut queue = Queue::new(2 * dearest, 1);
    togo[last] = 0;
    if estimate(away(last)) > u64::from(limits.max_cost) {
        return None;
    }
    queue.push(estimate(away(last)) as u32, Entry { cell: last as u32, distance: 0 });
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
            return None;
        }
        terrain.neighbours(cell, moves, |next, weight| {
            let total = entry.distance + terrain.entering(cell, weight);
            if total >= togo[next] || !(terrain.is_open(next) || next == first) {
                return;
            }
            let apart = away(next);
            let least_whole = u64::from(total) + estimate(apart);
            if least_whole > u64::from(limits.max_cost) || too_far(apart) {
                return;
            }
            togo[next] = total;
            queue.push(least_whole as u32, Entry { cell: next as u32, distance: total });
        });
    }
    (togo[first] <= limits.max_cost).then(|| walk_down(terrain, moves, &togo, first, last))
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
        terrain.neighbours(here, moves, |next, weight| {
            if terrain.is_open(next) && togo[next] != FAR && togo[next] + terrain.entering(next, weight) == togo[here] {
                best = best.min(next);
            }
        });
        here = best;
        cells.push(place(here));
    }
    Path { cells, cost: togo[first] }
}
