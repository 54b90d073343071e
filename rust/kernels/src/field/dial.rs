//! Dijkstra maps from many sources.

use super::reach::{ReachedCells, Window};
use super::steps::{FloodRules, Neighborhood, breadth_first};
use crate::memory::{Allocated, extend_to, push};
use crate::queue::{Entry, Queue};
use crate::terrain::{Moves, Terrain};
use std::cell::RefCell;

/// Distance of an unreached cell.
pub const FAR: u32 = u32::MAX;

/// Limit and direction of walks.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    pub max_cost: u32,
    /// Walks lead from the cells to the sources.
    pub reverse: bool,
}

/// Floods a terrain from sources (places with start values); `read` gets the reached cells. `uniform`: all open cells
/// cost 1, without extra costs.
pub fn distances<R>(
    terrain: &Terrain,
    uniform: bool,
    moves: Moves,
    sources: &[((usize, usize), u32)],
    walks: Walks,
    read: impl FnOnce(&ReachedCells) -> R,
) -> Allocated<R> {
    let level = sources.iter().all(|source| source.1 == sources[0].1);
    let ways = match moves {
        Moves { diagonal: 0, .. } => Some(Neighborhood::Four),
        Moves { straight, diagonal, corner_cutting: true } if straight == diagonal => Some(Neighborhood::Eight),
        Moves { straight, diagonal, .. } if straight == diagonal => Some(Neighborhood::EightAroundCorners),
        _ => None,
    };
    if let (true, true, Some(ways)) = (uniform, level, ways) {
        let (places, start) = (sources.iter().map(|source| source.0), sources.first().map_or(0, |source| source.1));
        let pace = FloodRules { start, price: moves.straight, max: walks.max_cost, walled: !walks.reverse };
        return breadth_first(&terrain.cost, ways, places, pace, read);
    }
    SCRATCH.with_borrow_mut(|scratch| {
        let done = scratch.run(terrain, uniform, moves, sources, walks);
        if done.is_err() {
            *scratch = Scratch::default();
        }
        done?;
        let window = Window::whole(terrain.cost.height, terrain.cost.width);
        let result = read(&ReachedCells { window, cells: &scratch.cells, distances: &scratch.distances });
        for cell in scratch.cells.drain(..) {
            scratch.best[cell as usize] = FAR;
        }
        scratch.distances.clear();
        Ok(result)
    })
}

/// Distances, all FAR between floods.
#[derive(Default)]
struct Scratch {
    best: Vec<u32>,
    queue: Queue,
    cells: Vec<u32>,
    distances: Vec<u32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Scratch {
    /// Floods with any costs, by buckets as wide as the lowest step: no cell of a bucket is nearer through another cell
    /// of it (E. V. Denardo and B. L. Fox, "Shortest-Route Methods: 1", Operations Research 1979).
    fn run(
        &mut self,
        terrain: &Terrain,
        uniform: bool,
        moves: Moves,
        sources: &[((usize, usize), u32)],
        walks: Walks,
    ) -> Allocated<()> {
        let Scratch { best, queue, cells, distances } = self;
        extend_to(best, terrain.cost.cells.len(), FAR)?;
        let longest = moves.straight.max(moves.diagonal);
        let (least, dearest) = if uniform { (1, longest) } else { terrain.bounds(moves) };
        let shortest = if moves.diagonal == 0 { moves.straight } else { moves.straight.min(moves.diagonal) };
        let mut ordered: Vec<_> = sources.iter().filter(|source| source.1 <= walks.max_cost).collect();
        ordered.sort_unstable_by_key(|source| source.1);
        let apart = ordered.last().map_or(0, |last| last.1 - ordered[0].1);
        queue.reset(dearest.max(apart), least * shortest);
        for &&(place, value) in &ordered {
            let cell = terrain.cost.index(place);
            if value < best[cell] {
                best[cell] = value;
                queue.push(value, Entry { cell: cell as u32, distance: value })?;
            }
        }
        while let Some((_, Entry { cell, distance })) = queue.pop() {
            if best[cell as usize] != distance {
                continue;
            }
            push(cells, cell)?;
            push(distances, distance)?;
            let cell = cell as usize;
            if walks.reverse && !terrain.is_open(cell) {
                continue;
            }
            let mut queued = Ok(());
            terrain.neighbors(cell, moves, |next, _, weight| {
                let step = terrain.entry_cost(if walks.reverse { cell } else { next }, weight);
                let total = distance + step;
                if terrain.is_open(next) && total < best[next] && total <= walks.max_cost {
                    best[next] = total;
                    if let Err(full) = queue.push(total, Entry { cell: next as u32, distance: total }) {
                        queued = Err(full);
                    }
                }
            });
            queued?;
        }
        Ok(())
    }
}
