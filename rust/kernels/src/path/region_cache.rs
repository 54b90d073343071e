//! The regions of a map, to answer queries for unreachable goals without a search.

use crate::DIRECTIONS;
use crate::map::Mask;
use crate::regions::regions;
use crate::terrain::Moves;
use std::sync::OnceLock;

/// The regions of one map, computed on demand; an edit makes them invalid.
#[derive(Debug, Default)]
pub struct RegionCache {
    /// By sides: a diagonal step between two open cells adds no connection.
    by_sides: OnceLock<Box<[i32]>>,
    /// By sides and corners.
    by_corners: OnceLock<Box<[i32]>>,
}

impl RegionCache {
    fn of(&self, moves: Moves) -> &OnceLock<Box<[i32]>> {
        if moves.diagonal != 0 && moves.corner_cutting { &self.by_corners } else { &self.by_sides }
    }

    /// Labels the map for these moves, if that has not been done.
    pub fn compute(&self, map: Mask, moves: Moves) {
        self.of(moves).get_or_init(|| {
            let mut labels = vec![0; map.cells.len()];
            regions(map, moves.diagonal != 0 && moves.corner_cutting, &mut labels);
            labels.into_boxed_slice()
        });
    }

    /// The memory of the labels that are known, in bytes.
    pub fn bytes(&self) -> usize {
        [&self.by_sides, &self.by_corners].into_iter().filter_map(OnceLock::get).map(|labels| 4 * labels.len()).sum()
    }

    /// Whether the regions are known and no walk leads from `start`, which may be a wall, to `goal`.
    pub fn are_disconnected(&self, map: Mask, moves: Moves, start: (usize, usize), goal: (usize, usize)) -> bool {
        let Some(labels) = self.of(moves).get() else { return false };
        if start == goal {
            return false;
        }
        let label = |(y, x): (usize, usize)| labels[y * map.width + x];
        let (from, to) = (label(start), label(goal));
        if from != 0 || to == 0 {
            return from != to || to == 0;
        }
        let corners = moves.diagonal != 0 && moves.corner_cutting;
        !DIRECTIONS.iter().enumerate().any(|(direction, (dy, dx))| {
            let (y, x) = (start.0 as i32 + dy, start.1 as i32 + dx);
            (corners || direction % 2 == 0) && map.is_open(y, x) && label((y as usize, x as usize)) == to
        })
    }
}
