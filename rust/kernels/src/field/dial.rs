//! Dijkstra's algorithm from many sources with a ring of buckets (R. B. Dial, 1969).

use crate::queue::{Entry, Queue};
use crate::terrain::{Moves, Terrain};

/// Distance of a cell that is not reached.
pub const FAR: u32 = u32::MAX;

/// How far a flood goes, and which way its walks are counted.
#[derive(Clone, Copy, Debug)]
pub struct Flood {
    pub max_cost: u32,
    /// Walks go from the cells to the sources.
    pub reverse: bool,
}

/// Distances of all cells, padded like the terrain; FAR where unreached. Sources are cells with their start values.
pub fn distances(terrain: &Terrain, moves: Moves, sources: &[(usize, u32)], flood: Flood) -> Vec<u32> {
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
        terrain.neighbours(cell, moves, |next, weight| {
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
