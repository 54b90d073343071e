//! Symmetric shadowcasting on wall bits, for any radius: a sector's row is written at once, and its runs of open cells
//! are found by words.
//!
//! The rule is that of `shadow.rs`. North and south are cast on the rows of a map, east and west on its columns.

use super::Shape;
use crate::bits::Lines;
use crate::bits::Walls;

/// A side of a sector: where a slope crosses rows of cells, one row after another.
#[derive(Clone, Copy)]
struct Side {
    /// The outermost column that the side touches in the row; `rest / scale` is the fraction that was rounded down.
    column: i32,
    rest: i32,
    scale: i32,
    /// The amount that the next row adds to both.
    columns: i32,
    rests: i32,
}

impl Side {
    /// The left side with the slope `top / bottom` (columns over rows) at a row.
    #[inline(always)]
    fn left(top: i64, bottom: i64, row: i64) -> Self {
        let scale = 2 * bottom;
        // Unsigned and mostly short, which processors divide faster: slopes lie between -1 and 1.
        let lifted = (2 * row * top + bottom + scale * row) as u64;
        let (column, rest) = ((lifted / scale as u64) as i64 - row, (lifted % scale as u64) as i32);
        let columns = (2 * top).div_euclid(scale);
        let rests = 2 * top - columns * scale;
        Side { column: column as i32, rest, scale: scale as i32, columns: columns as i32, rests: rests as i32 }
    }

    /// The right side: the left side of the mirrored sector, whose columns are counted the other way.
    #[inline(always)]
    fn right(top: i64, bottom: i64, row: i64) -> Self {
        Side::left(-top, bottom, row)
    }

    /// The outermost column whose center is within the sector.
    #[inline(always)]
    fn centered(self) -> i32 {
        self.column + i32::from(self.rest > self.scale / 2)
    }

    /// The side in the next row.
    #[inline(always)]
    fn next(self) -> Self {
        let rest = self.rest + self.rests;
        let over = rest >= self.scale;
        let column = self.column + self.columns + i32::from(over);
        Side { column, rest: if over { rest - self.scale } else { rest }, ..self }
    }
}

/// A part of a row that is still to be scanned.
#[derive(Clone, Copy)]
struct Sector {
    depth: i32,
    left: Side,
    right: Side,
}

/// Valid bits of `Lines::ahead`.
const VALID: u64 = (1 << 57) - 1;

/// Writes 1 to the cells visible from (y, x), into a map of bytes of this width with the viewer at `place`. All visible
/// cells must lie on it.
pub fn paint(
    walls: &Walls,
    (y, x): (i32, i32),
    radius: i32,
    shape: Shape,
    place: (i32, i32),
    width: usize,
    out: &mut [u8],
) {
    let (height, length) = (walls.columns.length as i32, walls.rows.length as i32);
    let at = |dy: i32, dx: i32| (place.0 + dy) as usize * width + (place.1 + dx) as usize;
    let deepest = if radius < 0 { i32::MAX } else { radius };
    let halves = half_widths(radius, shape, height.max(length));
    out[at(0, 0)] = 1;
    for (sign, lines_left) in [(-1, y), (1, height - 1 - y)] {
        cast(&walls.rows, (y, x), sign, deepest.min(lines_left), &halves, |depth, low, high| {
            let first = at(sign * depth, low);
            out[first..=first + (high - low) as usize].fill(1);
        });
    }
    for (sign, lines_left) in [(-1, x), (1, length - 1 - x)] {
        cast(&walls.columns, (x, y), sign, deepest.min(lines_left), &halves, |depth, low, high| {
            let first = at(low, sign * depth);
            out[first..=first + (high - low) as usize * width].iter_mut().step_by(width).for_each(|cell| *cell = 1);
        });
    }
}

/// The columns within a round radius at each depth; none for other views.
fn half_widths(radius: i32, shape: Shape, longest: i32) -> Vec<i32> {
    if radius < 0 || shape == Shape::Square {
        return Vec::new();
    }
    let square = i64::from(radius) * i64::from(radius);
    let mut half = i64::from(radius);
    let depths = 0..=i64::from(radius.min(longest));
    depths
        .map(|depth| {
            while half * half + depth * depth > square {
                half -= 1;
            }
            half as i32
        })
        .collect()
}

/// Casts one quadrant: lines from that of the viewer in steps of `sign`, up to `deepest` lines away. Calls
/// `see(depth, low, high)` for stretches of visible columns, counted from the viewer's.
#[inline(always)]
fn cast(
    lines: &Lines,
    (line, at): (i32, i32),
    sign: i32,
    deepest: i32,
    halves: &[i32],
    mut see: impl FnMut(i32, i32, i32),
) {
    if deepest == 0 {
        return;
    }
    let origin = lines.index(line as isize, at as isize);
    let step = lines.stride() as isize * sign as isize;
    let (leftmost, rightmost) = (-at, lines.length as i32 - 1 - at);
    let mut waiting = vec![Sector { depth: 1, left: Side::left(-1, 1, 1), right: Side::right(1, 1, 1) }];
    while let Some(mut sector) = waiting.pop() {
        loop {
            let Sector { depth, left, right } = sector;
            let (first, last) = (left.column, -right.column);
            let (low, high) = (left.centered(), -right.centered());
            // One cell outside of the map stands for all: they are walls.
            let (from, to) = (first.max(leftmost - 1), last.min(rightmost + 1));
            if from > to {
                break;
            }
            let half = halves.get(depth as usize).copied().unwrap_or(i32::MAX);
            let (nearest, farthest) = (leftmost.max(-half), rightmost.min(half));
            let bits = origin.wrapping_add_signed(step * depth as isize);
            let bit = |column: i32| bits.wrapping_add_signed(column as isize);
            // All of the centered cells are visible, and of the others at the ends the walls.
            if low.max(nearest) <= high.min(farthest) {
                see(depth, low.max(nearest), high.min(farthest));
            }
            let mut column = skip(from, to, |column| lines.ahead(bit(column)));
            if column > to {
                if depth == deepest {
                    break;
                }
                sector = Sector { depth: depth + 1, left: left.next(), right: right.next() };
                continue;
            }
            for (end, other) in [(first, low), (last, high)] {
                if end != other && (nearest..=farthest).contains(&end) && lines.is_wall(bit(end)) {
                    see(depth, end, end);
                }
            }
            if depth == deepest {
                break;
            }
            // Each run of open cells is a sector of the next row; the last one is processed at once.
            let row = i64::from(depth);
            let mut opening = from;
            let mut next = None;
            loop {
                if column > opening {
                    let child = Sector {
                        depth: depth + 1,
                        left: match opening == first {
                            true => left.next(),
                            false => Side::left(2 * i64::from(opening) - 1, 2 * row, row + 1),
                        },
                        right: match column > last {
                            true => right.next(),
                            false => Side::right(2 * i64::from(column) - 1, 2 * row, row + 1),
                        },
                    };
                    waiting.extend(next.replace(child));
                }
                opening = skip(column, to, |column| !lines.ahead(bit(column)));
                if opening > to {
                    break;
                }
                column = skip(opening, to, |column| lines.ahead(bit(column)));
            }
            match next {
                Some(child) => sector = child,
                None => break,
            }
        }
    }
}

/// The first column from this one on whose bit is set in the words that begin at columns, or one beyond `to`.
#[inline(always)]
fn skip(mut column: i32, to: i32, word: impl Fn(i32) -> u64) -> i32 {
    while column <= to {
        let bits = word(column) & VALID;
        if bits != 0 {
            return column + bits.trailing_zeros() as i32;
        }
        column += 57;
    }
    column
}
