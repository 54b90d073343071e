//! Goals in the open: most short queries need no search.

use super::Search;
use crate::memory::Allocated;
use crate::path::Path;

impl<const CUTTING: bool> Search<'_, CUTTING> {
    /// The path of one diagonal and one straight stretch, in either order, if it is open: no other is shorter.
    pub fn direct(&self, y: i32, x: i32) -> Allocated<Option<Path>> {
        let (gy, gx) = self.goal;
        let (dy, dx) = ((gy - y).signum(), (gx - x).signum());
        let (down, across) = ((gy - y).abs(), (gx - x).abs());
        let (slanted, cost) = (down.min(across), self.estimate(y, x));
        if cost >= self.best {
            return Ok(None);
        }
        let straight = if down > across { (dy, 0) } else { (0, dx) };
        let ahead = (down - across).abs();
        // The corners of the two: after the diagonal stretch, and before it.
        let after = (y + slanted * dy, x + slanted * dx);
        let before = (gy - slanted * dy, gx - slanted * dx);
        let steps = if self.is_slant_open((y, x), (dy, dx), slanted) && self.is_line_open(after, straight, ahead) {
            [((dy, dx), slanted), (straight, ahead)]
        } else if self.is_line_open((y, x), straight, ahead) && self.is_slant_open(before, (dy, dx), slanted) {
            [(straight, ahead), ((dy, dx), slanted)]
        } else {
            return Ok(None);
        };
        let mut cells = Vec::new();
        cells.try_reserve_exact((slanted + ahead) as usize + 1)?;
        let mut at = [y, x];
        cells.push(at);
        for ((dy, dx), count) in steps {
            for _ in 0..count {
                at = [at[0] + dy, at[1] + dx];
                cells.push(at);
            }
        }
        Ok(Some(Path { cells, cost }))
    }

    /// Whether this number of diagonal steps is possible.
    #[inline]
    fn is_slant_open(&self, (y, x): (i32, i32), (dy, dx): (i32, i32), count: i32) -> bool {
        let rows = &self.walls.rows;
        let down = rows.stride() as isize * dy as isize;
        let mut here = rows.index(y as isize, x as isize);
        (0..count).all(|_| {
            let (beside, below) = (here.wrapping_add_signed(dx as isize), here.wrapping_add_signed(down));
            here = below.wrapping_add_signed(dx as isize);
            !rows.is_wall(here) && (CUTTING || !rows.is_wall(beside) & !rows.is_wall(below))
        })
    }

    /// Whether this number of straight steps is possible.
    #[inline]
    fn is_line_open(&self, (y, x): (i32, i32), (dy, dx): (i32, i32), count: i32) -> bool {
        let (lines, line, at, step) =
            if dx != 0 { (&self.walls.rows, y, x, dx) } else { (&self.walls.columns, x, y, dy) };
        let mut bit = lines.index(line as isize, (at + if step > 0 { 1 } else { -count }) as isize);
        let mut left = count;
        while left > 0 {
            // 56 of the word's bits.
            let some = left.min(56);
            if lines.ahead(bit) & ((1 << some) - 1) != 0 {
                return false;
            }
            (bit, left) = (bit + 56, left - some);
        }
        true
    }
}
