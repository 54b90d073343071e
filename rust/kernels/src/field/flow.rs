//! Descent on a field.

use crate::DIRECTIONS;

/// Straight before diagonal, then clockwise from north: indices into `DIRECTIONS`.
const PREFERENCE: [usize; 8] = [0, 2, 4, 6, 1, 3, 5, 7];

/// The neighbors that count.
#[derive(Clone, Copy, Debug)]
pub struct Downhill {
    pub diagonal: bool,
    pub corner_cutting: bool,
}

/// The direction of the lowest reached neighbor below a cell's own value, or -1.
pub fn descend(field: &[i32], height: usize, width: usize, (y, x): (usize, usize), rule: Downhill) -> i8 {
    let value = |y: i32, x: i32| {
        let inside = (y as u32 as usize) < height && (x as u32 as usize) < width;
        if inside { field[y as usize * width + x as usize] } else { -1 }
    };
    let (y, x) = (y as i32, x as i32);
    let (mut best, mut least) = (-1, value(y, x));
    for &direction in &PREFERENCE[..if rule.diagonal { 8 } else { 4 }] {
        let (dy, dx) = DIRECTIONS[direction];
        let found = value(y + dy, x + dx);
        if found < 0 || found >= least {
            continue;
        }
        if dy != 0 && dx != 0 && !rule.corner_cutting && (value(y + dy, x) < 0 || value(y, x + dx) < 0) {
            continue;
        }
        (best, least) = (direction as i8, found);
    }
    best
}

/// The downhill direction of every cell.
pub fn flow(field: &[i32], height: usize, width: usize, rule: Downhill, out: &mut [i8]) {
    for (y, row) in out.chunks_exact_mut(width).enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = descend(field, height, width, (y, x), rule);
        }
    }
}
