//! The costs of a map and the movement rules, shared by paths and fields.

use crate::map::Padded;

/// Weights of steps, and whether diagonal steps may pass adjacent walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    pub straight: u32,
    /// 0: no diagonal steps.
    pub diagonal: u32,
    pub corner_cutting: bool,
}

impl Moves {
    /// The weights in the order of `DIRECTIONS`; 0 where there is no such step.
    pub fn weights(self) -> [u32; 8] {
        let (s, d) = (self.straight, self.diagonal);
        [s, d, s, d, s, d, s, d]
    }

    /// Octile distance as two factors: of the shorter and of the longer of the two axis distances.
    pub fn estimate(self) -> (u64, u64) {
        let (straight, diagonal) = (u64::from(self.straight), u64::from(self.diagonal));
        if diagonal == 0 || diagonal >= 2 * straight {
            (straight, straight)
        } else if diagonal <= straight {
            (0, diagonal)
        } else {
            (diagonal - straight, straight)
        }
    }
}

/// Costs of entering cells: `weight * cost + extra`; cost 0 is a wall, and so is the ring.
#[derive(Clone, Debug)]
pub struct Terrain {
    pub cost: Padded<u16>,
    pub extra: Option<Padded<u32>>,
}

impl Terrain {
    #[inline]
    pub fn is_open(&self, cell: usize) -> bool {
        self.cost.cells[cell] != 0
    }

    /// The cost of entering a cell by a step of this weight.
    #[inline]
    pub fn entry_cost(&self, cell: usize, weight: u32) -> u32 {
        weight * u32::from(self.cost.cells[cell]) + self.extra_at(cell)
    }

    #[inline]
    pub fn extra_at(&self, cell: usize) -> u32 {
        self.extra.as_ref().map_or(0, |extra| extra.cells[cell])
    }

    /// Whether all open cells cost 1, without extra costs.
    pub fn is_uniform(&self) -> bool {
        let block_fits = |block: &[u16]| block.iter().fold(0, |any, &cost| any | cost) <= 1;
        self.extra.is_none() && self.cost.cells.chunks(1024).all(block_fits)
    }

    /// The lowest cost of an open cell, and the highest cost of a step.
    pub fn bounds(&self, moves: Moves) -> (u32, u32) {
        // Minus one, so that walls (0) wrap to the maximum.
        let (least, most) = self
            .cost
            .cells
            .iter()
            .fold((u16::MAX, 0), |(low, high), &cost| (low.min(cost.wrapping_sub(1)), high.max(cost)));
        let extra = self.extra.as_ref().map_or(0, |extra| extra.cells.iter().copied().max().unwrap_or(0));
        let most = u32::from(most) * moves.straight.max(moves.diagonal) + extra;
        (if least == u16::MAX { 1 } else { u32::from(least) + 1 }, most)
    }

    /// Calls `visit(neighbor, (dy, dx), weight)` for the cells one step away, including walls and the ring.
    #[inline(always)]
    pub fn neighbors(&self, cell: usize, moves: Moves, mut visit: impl FnMut(usize, (isize, isize), u32)) {
        let stride = self.cost.stride();
        visit(cell - stride, (-1, 0), moves.straight);
        visit(cell + 1, (0, 1), moves.straight);
        visit(cell + stride, (1, 0), moves.straight);
        visit(cell - 1, (0, -1), moves.straight);
        if moves.diagonal == 0 {
            return;
        }
        for (up, dy) in [(cell - stride, -1), (cell + stride, 1)] {
            for (side, dx) in [(cell - 1, -1), (cell + 1, 1)] {
                if moves.corner_cutting || (self.is_open(up) && self.is_open(side)) {
                    visit(up + side - cell, (dy, dx), moves.diagonal);
                }
            }
        }
    }
}
