//! The window of a flood, and its reached cells in order of distance.

use crate::UNREACHED;
use crate::memory::{Allocated, extend_to};
use std::cell::RefCell;

/// A part of a map with a ring of cells around it. Its cells are numbered row by row, including the ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub top: usize,
    pub left: usize,
    pub height: usize,
    pub width: usize,
    /// 2^48 / stride, rounded up: a number times this, shifted, is its row.
    reciprocal: u64,
}

impl Window {
    /// The part of a map of this size within `reach` steps of any of the places.
    pub fn around(places: impl Iterator<Item = (usize, usize)>, reach: usize, (height, width): (usize, usize)) -> Self {
        let (mut top, mut left, mut bottom, mut right) = (height, width, 0, 0);
        for (y, x) in places {
            (top, bottom) = (top.min(y.saturating_sub(reach)), bottom.max(y + 1));
            (left, right) = (left.min(x.saturating_sub(reach)), right.max(x + 1));
        }
        let (bottom, right) = ((bottom + reach).min(height), (right + reach).min(width));
        // Without places, the window is empty.
        Self::new((top, left), (bottom.saturating_sub(top), right.saturating_sub(left)))
    }

    /// A whole map, with cells numbered as in `Padded`.
    pub fn whole(height: usize, width: usize) -> Self {
        Self::new((0, 0), (height, width))
    }

    fn new((top, left): (usize, usize), (height, width): (usize, usize)) -> Self {
        Window { top, left, height, width, reciprocal: (1u64 << 48) / (width as u64 + 2) + 1 }
    }

    #[inline]
    pub fn stride(&self) -> usize {
        self.width + 2
    }

    /// The number of cells, including the ring.
    pub fn cells(&self) -> usize {
        (self.height + 2) * self.stride()
    }

    /// The number of a place on the map.
    #[inline]
    pub fn number(&self, (y, x): (usize, usize)) -> usize {
        (y + 1 - self.top) * self.stride() + x + 1 - self.left
    }

    /// Whether a place on the map lies in the window.
    pub fn holds(&self, (y, x): (usize, usize)) -> bool {
        (self.top..self.top + self.height).contains(&y) && (self.left..self.left + self.width).contains(&x)
    }

    /// The place of a cell of the window on the map.
    #[inline]
    pub fn place(&self, cell: u32) -> (usize, usize) {
        // Exact: a row is below 2^15 + 2, a stride below 2^16.
        let row = ((u64::from(cell) * self.reciprocal) >> 48) as usize;
        (row + self.top - 1, cell as usize - row * self.stride() + self.left - 1)
    }

    /// Differences between the numbers of the neighbors and the cell's own, in the order of `DIRECTIONS`.
    pub fn steps(&self) -> [isize; 8] {
        let stride = self.stride() as isize;
        crate::DIRECTIONS.map(|(dy, dx)| dy as isize * stride + dx as isize)
    }
}

/// The reached cells of a flood, nearest first.
#[derive(Clone, Copy, Debug)]
pub struct ReachedCells<'a> {
    pub window: Window,
    /// Cell numbers in the window.
    pub cells: &'a [u32],
    /// Their distances, ascending.
    pub distances: &'a [u32],
}

impl ReachedCells<'_> {
    /// Writes a row-major field of a map of this width, UNREACHED for other cells.
    #[inline(never)] // inlined into the boundary to Python, its loop is slower
    pub fn write_field(&self, width: usize, out: &mut [i32]) {
        out.fill(UNREACHED);
        for (&cell, &distance) in self.cells.iter().zip(self.distances) {
            let (y, x) = self.window.place(cell);
            out[y * width + x] = distance as i32;
        }
    }

    /// Writes the distances into an array of the window's cells, UNREACHED for other cells.
    pub fn write_window(&self, out: &mut Vec<i32>) {
        out.clear();
        out.resize(self.window.cells(), UNREACHED);
        for (&cell, &distance) in self.cells.iter().zip(self.distances) {
            out[cell as usize] = distance as i32;
        }
    }

    /// Calls `visit(y, x, distance)` in row-major order.
    pub fn by_rows(&self, mut visit: impl FnMut(usize, usize, u32)) -> Allocated<()> {
        ORDER.with_borrow_mut(|RowOrder { present, distances }| {
            extend_to(present, self.window.cells().div_ceil(64), 0)?;
            extend_to(distances, self.window.cells(), 0)?;
            for (&cell, &distance) in self.cells.iter().zip(self.distances) {
                present[cell as usize / 64] |= 1 << (cell % 64);
                distances[cell as usize] = distance;
            }
            for (word, bits) in present[..self.window.cells().div_ceil(64)].iter_mut().enumerate() {
                let mut left = std::mem::take(bits);
                while left != 0 {
                    let cell = word as u32 * 64 + left.trailing_zeros();
                    left &= left - 1;
                    let (y, x) = self.window.place(cell);
                    visit(y, x, distances[cell as usize]);
                }
            }
            Ok(())
        })
    }
}

/// Memory of `by_rows` that is kept between floods: bits of cells, all zero, and distances of the reached ones.
#[derive(Default)]
struct RowOrder {
    present: Vec<u64>,
    distances: Vec<u32>,
}

thread_local! {
    static ORDER: RefCell<RowOrder> = RefCell::default();
}
