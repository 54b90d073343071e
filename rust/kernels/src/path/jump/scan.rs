//! Straight jumps, 56 cells at a time.

use crate::bits::Lines;

/// Where a jump ends.
pub enum Stop {
    /// At a point so far away, from which a search goes on to the sides.
    Point(i32),
    /// Before a wall, after so many open cells.
    Wall(i32),
}

/// From a place to higher ones in its line. A point is, with `CUTTING`, beside a wall that ends there, and otherwise one
/// past it.
#[inline]
pub fn forwards<const CUTTING: bool>(lines: &Lines, first: usize) -> Stop {
    // Of the word's 57 good bits: not the first, and not the last if the one after it counts.
    let (good, step) = if CUTTING { ((1 << 56) - 2, 55) } else { ((1 << 57) - 2, 56) };
    let stride = lines.stride();
    let mut bit = first;
    loop {
        let (side, here, other) = (lines.ahead(bit - stride), lines.ahead(bit), lines.ahead(bit + stride));
        let forced = if CUTTING {
            (side & !(side >> 1)) | (other & !(other >> 1))
        } else {
            ((side << 1) & !side) | ((other << 1) & !other)
        };
        let stops = (forced | here) & good;
        if stops != 0 {
            let place = stops.trailing_zeros();
            return stop((bit - first) as i32 + place as i32, here >> place & 1 != 0);
        }
        bit += step;
    }
}

/// The same to lower places.
#[inline]
pub fn backwards<const CUTTING: bool>(lines: &Lines, first: usize) -> Stop {
    let (good, step) = if CUTTING { (!0 >> 1 & !0 << 8, 55) } else { (!0 >> 1 & !0 << 7, 56) };
    let stride = lines.stride();
    let mut bit = first;
    loop {
        let (side, here, other) = (lines.behind(bit - stride), lines.behind(bit), lines.behind(bit + stride));
        let forced = if CUTTING {
            (side & !(side << 1)) | (other & !(other << 1))
        } else {
            ((side >> 1) & !side) | ((other >> 1) & !other)
        };
        let stops = (forced | here) & good;
        if stops != 0 {
            let place = stops.leading_zeros();
            return stop((first - bit) as i32 + place as i32, here << place >> 63 != 0);
        }
        bit -= step;
    }
}

#[inline]
fn stop(length: i32, wall: bool) -> Stop {
    if wall { Stop::Wall(length - 1) } else { Stop::Point(length) }
}
