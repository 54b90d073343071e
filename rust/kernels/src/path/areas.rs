//! Which cells a walk can join, so that goals out of reach are answered without a search.

use crate::DIRECTIONS;
use crate::map::Mask;
use crate::regions::regions;
use crate::terrain::Moves;
use std::sync::OnceLock;

/// The regions of one map, found when first needed. After an edit they are of no use any more.
#[derive(Debug, Default)]
pub struct Areas {
    /// Of cells that share a side: a diagonal step between two open cells joins nothing more.
    by_sides: OnceLock<Box<[i32]>>,
    /// Of cells that share a side or a corner.
    by_corners: OnceLock<Box<[i32]>>,
}

impl Areas {
    fn of(&self, moves: Moves) -> &OnceLock<Box<[i32]>> {
        if moves.diagonal != 0 && moves.corner_cutting { &self.by_corners } else { &self.by_sides }
    }

    /// Labels the map for these moves, unless that is done.
    pub fn learn(&self, map: Mask, moves: Moves) {
        self.of(moves).get_or_init(|| {
            let mut labels = vec![0; map.cells.len()];
            regions(map, moves.diagonal != 0 && moves.corner_cutting, &mut labels);
            labels.into_boxed_slice()
        });
    }

    /// Whether it is known that no walk leads from `start` to `goal`. The start may be a wall: it is not entered.
    pub fn apart(&self, map: Mask, moves: Moves, start: (usize, usize), goal: (usize, usize)) -> bool {
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
