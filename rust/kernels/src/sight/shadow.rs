//! Symmetric shadowcasting (Albert Ford, 2020) cell by cell, for any radius.

use super::Shape;
use crate::map::Mask;

/// A slope as a fraction, columns over depth.
#[derive(Clone, Copy)]
struct Slope {
    top: i64,
    bottom: i64,
}

/// A part of a row that is still to be scanned.
struct Sector {
    depth: i32,
    start: Slope,
    end: Slope,
}

/// Calls `see(y, x)` for every visible tile, for some more than once.
pub fn field_of_view(map: Mask, origin: (i32, i32), radius: i32, shape: Shape, mut see: impl FnMut(i32, i32)) {
    see(origin.0, origin.1);
    let longest = map.height.max(map.width) as i32;
    let deepest = if radius < 0 { longest } else { radius.min(longest) };
    let mut sectors = Vec::with_capacity(32);
    for (sign, vertical) in [(-1, true), (1, true), (-1, false), (1, false)] {
        if deepest > 0 {
            sectors.push(Sector { depth: 1, start: Slope { top: -1, bottom: 1 }, end: Slope { top: 1, bottom: 1 } });
        }
        while let Some(Sector { depth, start, end }) = sectors.pop() {
            let row = i64::from(depth);
            let first = (2 * row * start.top + start.bottom).div_euclid(2 * start.bottom) as i32;
            let last = -((end.bottom - 2 * row * end.top).div_euclid(2 * end.bottom)) as i32;
            let mut left = start;
            let mut was_open = false;
            for column in first..=last {
                let (dy, dx) = if vertical { (sign * depth, column) } else { (column, sign * depth) };
                let (y, x) = (origin.0 + dy, origin.1 + dx);
                let is_open = map.is_open(y, x);
                if map.is_inside(y, x) && shape.reaches(dy, dx, radius) {
                    let at = i64::from(column);
                    let centered = at * start.bottom >= row * start.top && at * end.bottom <= row * end.top;
                    if !is_open || centered {
                        see(y, x);
                    }
                }
                let edge = Slope { top: 2 * i64::from(column) - 1, bottom: 2 * row };
                if is_open && !was_open && column > first {
                    left = edge;
                }
                if was_open && !is_open && depth < deepest {
                    sectors.push(Sector { depth: depth + 1, start: left, end: edge });
                }
                was_open = is_open;
            }
            if was_open && depth < deepest {
                sectors.push(Sector { depth: depth + 1, start: left, end });
            }
        }
    }
}
