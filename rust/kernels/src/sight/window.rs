//! Symmetric shadowcasting on rows of bits, for radii up to 31: one word per row.
//!
//! The rule is that of `shadow.rs`. North and south are cast on the rows of a map, east and west on its columns.

use super::Shape;
use crate::bits::{Lines, Walls, spread8};
use crate::map::Mask;

/// Maximum radius of a view.
pub const MAX_RADIUS: i32 = 31;
/// The viewer's bit in a word.
const CENTER: i32 = 31;
/// Maximum number of pending sectors: one for each wall of the previous rows.
const MAX_SECTORS: usize = 96;

/// 2^20 / m, rounded up: n * RECIPROCALS[m] >> 20 is n / m for n < 2^13.
const RECIPROCALS: [u32; 128] = {
    let mut table = [0; 128];
    let mut m = 1;
    while m < 128 {
        table[m] = (1u32 << 20).div_ceil(m as u32);
        m += 1;
    }
    table
};

/// A view around a viewer: in `rows` bit 31 + dx of word 31 + dy, in `columns` vice versa.
pub struct View {
    /// North and south, with the viewer.
    pub rows: [u64; 63],
    /// East and west; cells on the diagonals are in both.
    pub columns: [u64; 63],
}

/// Casts the view of a viewer at (y, x); cells outside the map are not visible.
pub fn view(walls: &Walls, y: i32, x: i32, radius: i32, shape: Shape) -> View {
    let (height, width) = (walls.columns.length as i32, walls.rows.length as i32);
    let mut seen = View { rows: [0; 63], columns: [0; 63] };
    let widths = half_widths(radius, shape);
    let mut waiting = [Sector { depth: 1, start: LEFT, end: RIGHT }; MAX_SECTORS];
    let mut cast = |lines: &Lines, line, at, sign, deepest, seen: &mut [u64; 63]| {
        cast(lines, line, at, sign, deepest, &widths, seen, &mut waiting);
    };
    cast(&walls.rows, y, x, -1, radius.min(y), &mut seen.rows);
    cast(&walls.rows, y, x, 1, radius.min(height - 1 - y), &mut seen.rows);
    cast(&walls.columns, x, y, -1, radius.min(x), &mut seen.columns);
    cast(&walls.columns, x, y, 1, radius.min(width - 1 - x), &mut seen.columns);
    seen.rows[CENTER as usize] |= 1 << CENTER;
    let (inside_x, inside_y) = (inside(x, width), inside(y, height));
    for at in (CENTER - radius) as usize..=(CENTER + radius) as usize {
        seen.rows[at] &= inside_x;
        seen.columns[at] &= inside_y;
    }
    seen
}

/// Casts the view on a map of bytes, of which only the window is read.
pub fn view_of_bytes(map: Mask, y: i32, x: i32, radius: i32, shape: Shape) -> View {
    let (top, left) = ((y - radius).max(0), (x - radius).max(0));
    let bottom = (y + radius + 1).min(map.height as i32);
    let right = (x + radius + 1).min(map.width as i32);
    let width = (right - left) as usize;
    let mut cells = [0; 63 * 63];
    for row in top..bottom {
        let from = row as usize * map.width + left as usize;
        let to = (row - top) as usize * width;
        cells[to..to + width].copy_from_slice(&map.cells[from..from + width]);
    }
    let height = (bottom - top) as usize;
    let walls = Walls::of(Mask { cells: &cells[..height * width], height, width });
    view(&walls, y - top, x - left, radius, shape)
}

/// The bits of a word that lie on a line of this length, with the viewer at `at`.
fn inside(at: i32, length: i32) -> u64 {
    let low = (CENTER - at).max(0);
    let high = (CENTER + length - at).min(63);
    (u64::MAX >> 1) >> (63 - high) & u64::MAX << low
}

/// The bits of each row within the radius.
fn half_widths(radius: i32, shape: Shape) -> [u64; 32] {
    let mut widths = [0; 32];
    let mut half = radius;
    for depth in 0..=radius {
        if shape == Shape::Circle {
            while half * half + depth * depth > radius * radius {
                half -= 1;
            }
        }
        widths[depth as usize] = span(-half, half);
    }
    widths
}

/// The bits of columns low..=high.
#[inline]
fn span(low: i32, high: i32) -> u64 {
    (u64::MAX >> (63 - (high - low))) << (CENTER + low)
}

#[derive(Clone, Copy)]
struct Slope {
    top: i32,
    bottom: i32,
}

/// The slopes that bound a quadrant.
const LEFT: Slope = Slope { top: -1, bottom: 1 };
const RIGHT: Slope = Slope { top: 1, bottom: 1 };

#[derive(Clone, Copy)]
struct Sector {
    depth: i32,
    start: Slope,
    end: Slope,
}

/// floor(n / m) for |n| < 2^12 and 0 < m < 128.
#[inline]
fn divide(n: i32, m: i32) -> i32 {
    let lifted = (n + 32 * m) as u32;
    (lifted.wrapping_mul(RECIPROCALS[m as usize & 127]) >> 20) as i32 - 32
}

/// Casts one quadrant: lines from `line` in steps of `sign`, up to `deepest` lines away.
#[inline]
#[allow(clippy::too_many_arguments)]
fn cast(
    lines: &Lines,
    line: i32,
    at: i32,
    sign: i32,
    deepest: i32,
    widths: &[u64; 32],
    seen: &mut [u64; 63],
    waiting: &mut [Sector; MAX_SECTORS],
) {
    if deepest == 0 {
        return;
    }
    let origin = lines.index(line as isize, (at - CENTER) as isize);
    let step = lines.stride() as isize * sign as isize;
    waiting[0] = Sector { depth: 1, start: LEFT, end: RIGHT };
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let Sector { mut depth, mut start, mut end } = waiting[count];
        loop {
            let walls = lines.full(origin.wrapping_add_signed(step * depth as isize));
            let first = divide(2 * depth * start.top + start.bottom, 2 * start.bottom);
            let last = -divide(end.bottom - 2 * depth * end.top, 2 * end.bottom);
            if first > last {
                break;
            }
            let low = first + i32::from(first * start.bottom < depth * start.top);
            let high = last - i32::from(last * end.bottom > depth * end.top);
            let whole = span(first, last);
            let centered = if low <= high { span(low, high) } else { 0 };
            let mut open = !walls & whole;
            seen[(CENTER + sign * depth) as usize] |=
                ((walls & whole) | (open & centered)) & widths[depth as usize & 31];
            if open == 0 || depth == deepest {
                break;
            }
            // Each run of open cells is a sector of the next row; the last one is processed at once.
            loop {
                let left = open.trailing_zeros() as i32;
                let length = (!(open >> left)).trailing_zeros() as i32;
                open &= (u64::MAX << left) << (length - 1) << 1;
                let from = left - CENTER;
                let to = from + length;
                let child = Sector {
                    depth: depth + 1,
                    start: if from == first { start } else { Slope { top: 2 * from - 1, bottom: 2 * depth } },
                    end: if to > last { end } else { Slope { top: 2 * to - 1, bottom: 2 * depth } },
                };
                if open == 0 {
                    Sector { depth, start, end } = child;
                    break;
                }
                waiting[count] = child;
                count += 1;
            }
        }
    }
}

/// Writes a view to a map of bytes of this width, with the viewer at (y, x). All visible cells must lie on it.
pub fn paint(view: &View, radius: i32, y: i32, x: i32, width: usize, out: &mut [u8]) {
    let corner = (y - CENTER) as isize * width as isize + (x - CENTER) as isize;
    for at in (CENTER - radius) as usize..=(CENTER + radius) as usize {
        let row = corner + (at * width) as isize;
        let bits = view.rows[at];
        if bits != 0 {
            paint_row(bits, row, out);
        }
        let mut bits = view.columns[at];
        while bits != 0 {
            let down = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            out[(corner + (down * width + at) as isize) as usize] = 1;
        }
    }
}

/// Sets the bytes from `first` on whose bits are set.
#[inline]
fn paint_row(mut bits: u64, first: isize, out: &mut [u8]) {
    let mut at = first;
    while bits != 0 {
        let skip = bits.trailing_zeros();
        bits >>= skip;
        at += skip as isize;
        let place = at as usize;
        if let Some(eight) = out.get_mut(place..place + 8) {
            let old = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            eight.copy_from_slice(&(old | spread8(bits as u8)).to_le_bytes());
            bits >>= 8;
            at += 8;
        } else {
            out[place] = 1;
            bits >>= 1;
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::scramble;

    #[test]
    #[cfg_attr(miri, ignore = "slow, and without unsafe code")]
    fn division_is_exact() {
        for m in 1..128 {
            for n in -32 * m + 1..4000 {
                if n < 32 * m {
                    assert_eq!(divide(n, m), n.div_euclid(m), "{n} / {m}");
                }
            }
        }
    }

    #[test]
    fn agrees_with_cells() {
        for seed in 0..if cfg!(miri) { 3 } else { 400u64 } {
            let (height, width) = (1 + (seed * 7 % 80) as usize, 1 + (seed * 13 % 90) as usize);
            let density = [2, 10, 30, 45, 80][seed as usize % 5];
            let cells: Vec<u8> =
                (0..height * width).map(|i| u8::from(scramble(seed << 32 | i as u64) % 100 >= density)).collect();
            let map = Mask { cells: &cells, height, width };
            let walls = Walls::of(map);
            let place = scramble(seed) as usize % cells.len();
            let (y, x) = ((place / width) as i32, (place % width) as i32);
            for shape in [Shape::Square, Shape::Circle] {
                for radius in [0, 1, 2, 8, 15, 20, 31] {
                    let mut expected = vec![0u8; cells.len()];
                    super::super::field_of_view(map, (y, x), radius, shape, |y, x| {
                        expected[y as usize * width + x as usize] = 1;
                    });
                    let mut found = vec![0u8; cells.len()];
                    paint(&view(&walls, y, x, radius, shape), radius, y, x, width, &mut found);
                    assert!(found == expected, "seed {seed} radius {radius} {shape:?}");
                }
            }
        }
    }
}
