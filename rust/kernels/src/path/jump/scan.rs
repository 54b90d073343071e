//! Straight jumps, 56 cells at a time.

use crate::bits::Lines;

/// Where a jump ends.
pub enum Stop {
    /// At a point at this distance, where the search branches.
    Point(i32),
    /// Before a wall, after this number of open cells.
    Wall(i32),
}

/// Scans a line upwards. With `CUTTING`, a point is adjacent to the last cell of a wall, otherwise to the cell past it.
#[inline]
pub fn forwards<const CUTTING: bool>(lines: &Lines, first: usize) -> Stop {
    // Of the word's 57 valid bits: not the first, and not the last if the next one is needed.
    let (good, step) = if CUTTING { ((1 << 56) - 2, 55) } else { ((1 << 57) - 2, 56) };
    let mut bit = first;
    loop {
        let ([side, here, other], low) = lines.three_ahead(bit);
        let forced = if CUTTING {
            (side & !(side >> 1)) | (other & !(other >> 1))
        } else {
            ((side << 1) & !side) | ((other << 1) & !other)
        };
        let stops = (forced | here) >> low & good;
        if stops != 0 {
            let place = stops.trailing_zeros();
            return stop((bit - first) as i32 + place as i32, here >> low >> place & 1 != 0);
        }
        bit += step;
    }
}

/// Scans a line downwards.
#[inline]
pub fn backwards<const CUTTING: bool>(lines: &Lines, first: usize) -> Stop {
    let (good, step) = if CUTTING { (!0 >> 1 & !0 << 8, 55) } else { (!0 >> 1 & !0 << 7, 56) };
    let mut bit = first;
    loop {
        let ([side, here, other], high) = lines.three_behind(bit);
        let forced = if CUTTING {
            (side & !(side << 1)) | (other & !(other << 1))
        } else {
            ((side >> 1) & !side) | ((other >> 1) & !other)
        };
        let stops = (forced | here) << high & good;
        if stops != 0 {
            let place = stops.leading_zeros();
            return stop((first - bit) as i32 + place as i32, here << high << place >> 63 != 0);
        }
        bit -= step;
    }
}

#[inline]
fn stop(length: i32, wall: bool) -> Stop {
    if wall { Stop::Wall(length - 1) } else { Stop::Point(length) }
}
