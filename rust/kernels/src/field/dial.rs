//! Distances of walks from many sources.

use super::flood::{self, Flood};
use crate::queue::{Entry, Queue};
use crate::terrain::{Moves, Terrain};

/// Distance of a cell that is not reached.
pub const FAR: u32 = u32::MAX;

/// How far walks go, and which way they are counted.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    pub max_cost: u32,
    /// Walks go from the cells to the sources.
    pub reverse: bool,
}

/// Floods a terrain from sources with start values and shows the result to `read`. `uniform` tells that all open
/// cells cost 1 and nothing extra.
pub fn distances<R>(
    terrain: &Terrain,
    uniform: bool,
    moves: Moves,
    sources: &[(usize, u32)],
    walks: Walks,
    read: impl FnOnce(&Flood) -> R,
) -> R {
    let apart = sources.iter().map(|source| source.1).max().unwrap_or(0);
    let longest = moves.straight.max(moves.diagonal);
    if !uniform || longest > flood::MAX_STEP || apart > flood::MAX_STEP {
        let mut flood = Flood::default();
        flood.distances = queued(terrain, moves, sources, walks);
        flood.order = (0..).zip(&flood.distances).filter(|(_, distance)| **distance != FAR).map(|(i, _)| i).collect();
        return read(&flood);
    }
    let seeds = sources.iter().copied();
    let level = sources.iter().all(|source| source.1 == sources[0].1);
    let walled = !walks.reverse;
    if level && moves.diagonal == 0 {
        let [north, _, east, _, south, _, west, _] = terrain.cost.steps();
        let steps = [north, east, south, west];
        return flood::breadth_first(&terrain.cost, seeds, steps, moves.straight, walks.max_cost, walled, read);
    }
    if level && moves.corner_cutting && moves.diagonal == moves.straight {
        let steps = terrain.cost.steps();
        return flood::breadth_first(&terrain.cost, seeds, steps, moves.straight, walks.max_cost, walled, read);
    }
    let cost = &terrain.cost.cells;
    let [north, northeast, east, southeast, south, southwest, west, northwest] = terrain.cost.steps();
    let expand = |flood: &mut Flood, cell: usize, distance: u32| {
        if walks.reverse && cost[cell] == 0 {
            return;
        }
        let at = |offset: isize| cell.wrapping_add_signed(offset);
        let mut step = |cell: usize, weight: u32| {
            if cost[cell] != 0 {
                flood.lower(cell, distance + weight);
            }
        };
        for offset in [north, east, south, west] {
            step(at(offset), moves.straight);
        }
        if moves.diagonal == 0 {
            return;
        }
        if moves.corner_cutting {
            for offset in [northeast, southeast, southwest, northwest] {
                step(at(offset), moves.diagonal);
            }
            return;
        }
        let open = [north, east, south, west].map(|offset| cost[at(offset)] != 0);
        for (offset, a, b) in [(northeast, 0, 1), (southeast, 2, 1), (southwest, 2, 3), (northwest, 0, 3)] {
            if open[a] && open[b] {
                step(at(offset), moves.diagonal);
            }
        }
    };
    flood::flood(&terrain.cost, seeds, longest, walks.max_cost, expand, read)
}

/// Any costs, by a queue.
fn queued(terrain: &Terrain, moves: Moves, sources: &[(usize, u32)], flood: Walks) -> Vec<u32> {
    let (_, dearest) = terrain.bounds(moves);
    let highest = sources.iter().map(|source| source.1).filter(|&value| value <= flood.max_cost).max().unwrap_or(0);
    let lowest = sources.iter().map(|source| source.1).min().unwrap_or(0);
    let mut best = vec![FAR; terrain.cost.cells.len()];
    let mut queue = Queue::new(dearest.max(highest - lowest.min(highest)), 1);
    let mut ordered: Vec<_> = sources.iter().filter(|source| source.1 <= flood.max_cost).collect();
    ordered.sort_unstable_by_key(|source| source.1);
    for &&(cell, value) in &ordered {
        if value < best[cell] {
            best[cell] = value;
            queue.push(value, Entry { cell: cell as u32, distance: value });
        }
    }
    while let Some((_, Entry { cell, distance })) = queue.pop() {
        let cell = cell as usize;
        if best[cell] != distance || (flood.reverse && !terrain.is_open(cell)) {
            continue;
        }
        terrain.neighbours(cell, moves, |next, _, weight| {
            let step = terrain.entering(if flood.reverse { cell } else { next }, weight);
            let total = distance + step;
            if terrain.is_open(next) && total < best[next] && total <= flood.max_cost {
                best[next] = total;
                queue.push(total, Entry { cell: next as u32, distance: total });
            }
        });
    }
    best
}
