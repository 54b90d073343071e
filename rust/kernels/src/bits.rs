//! Walls as bits, along rows and along columns: one step tests up to 64 cells.

use crate::map::Mask;

/// Wall bits on either side of a line, so that words read near its ends lie within it.
const MARGIN: usize = 128;

/// One bit per cell, set for walls, in lines of whole bytes, with a line of walls before the first and after the last
/// and margins of walls on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    bytes: Vec<u8>,
    per_line: usize,
    pub count: usize,
    pub length: usize,
}

impl Lines {
    /// `count` lines of `length` cells, all walls.
    fn walls(count: usize, length: usize) -> Self {
        let per_line = (length + 2 * MARGIN).div_ceil(8);
        Lines { bytes: vec![0xFF; per_line * (count + 2)], per_line, count, length }
    }

    /// Bit index of a cell; `line` and `at` may lie one line, or less than a margin, outside.
    #[inline]
    pub fn index(&self, line: isize, at: isize) -> usize {
        ((line + 1) * (self.per_line * 8) as isize + MARGIN as isize + at) as usize
    }

    /// Bits from one line to the next.
    #[inline]
    pub fn stride(&self) -> usize {
        self.per_line * 8
    }

    /// The word whose lowest bit is this one; its lowest 57 bits are valid.
    #[inline]
    pub fn ahead(&self, bit: usize) -> u64 {
        self.word(bit >> 3) >> (bit & 7)
    }

    /// Words of a line and of both adjacent ones, and the place of this bit in them; 56 bits follow it.
    #[inline(always)]
    pub fn three_ahead(&self, bit: usize) -> ([u64; 3], usize) {
        let byte = bit >> 3;
        ([byte - self.per_line, byte, byte + self.per_line].map(|byte| self.word(byte)), bit & 7)
    }

    /// The same up to this bit: it is this far below the words' highest bit, and 56 bits precede it.
    #[inline(always)]
    pub fn three_behind(&self, bit: usize) -> ([u64; 3], usize) {
        let byte = (bit >> 3) - 7;
        ([byte - self.per_line, byte, byte + self.per_line].map(|byte| self.word(byte)), 7 - (bit & 7))
    }

    /// 64 bits, starting with this one.
    #[inline]
    pub fn full(&self, bit: usize) -> u64 {
        let low = self.ahead(bit);
        let shift = bit & 7;
        if shift == 0 { low } else { low | self.word((bit >> 3) + 8) << (8 - shift) << 56 }
    }

    #[inline]
    pub fn is_wall(&self, bit: usize) -> bool {
        debug_assert!(bit >> 3 < self.bytes.len());
        // SAFETY: as in `word`.
        unsafe { self.bytes.get_unchecked(bit >> 3) >> (bit & 7) & 1 != 0 }
    }

    #[inline]
    fn word(&self, byte: usize) -> u64 {
        debug_assert!(byte + 8 <= self.bytes.len());
        // SAFETY: places come from `index` of a cell on the map, moved by less than a margin or by one line; scans stop
        // at the walls of the margins. (Checked indexing costs path search 10 %.)
        unsafe { self.bytes.as_ptr().add(byte).cast::<u64>().read_unaligned().to_le() }
    }

    fn set(&mut self, line: usize, at: usize, wall: bool) {
        let bit = self.index(line as isize, at as isize);
        let mask = 1 << (bit & 7);
        if wall {
            self.bytes[bit >> 3] |= mask;
        } else {
            self.bytes[bit >> 3] &= !mask;
        }
    }
}

/// The walls of a map, along rows and along columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    pub rows: Lines,
    pub columns: Lines,
}

impl Walls {
    /// Walls are the zero bytes of a mask.
    pub fn of(map: Mask) -> Self {
        let mut rows = Lines::walls(map.height, map.width);
        let mut columns = Lines::walls(map.width, map.height);
        for (y, row) in map.cells.chunks_exact(map.width).enumerate() {
            let first = rows.index(y as isize, 0) / 8;
            for (byte, part) in rows.bytes[first..].iter_mut().zip(row.chunks(8)) {
                *byte = walls8(part);
            }
        }
        for block in (0..map.height).step_by(8) {
            let lines = (map.height - block).min(8);
            let first: [usize; 8] = std::array::from_fn(|i| rows.index((block + i.min(lines - 1)) as isize, 0) / 8);
            let target = columns.index(0, block as isize) / 8;
            for part in 0..map.width.div_ceil(8) {
                let mut bytes = first.map(|at| rows.bytes[at + part]);
                bytes[lines..].fill(0xFF);
                let turned = transpose8(u64::from_le_bytes(bytes)).to_le_bytes();
                for (i, byte) in turned.into_iter().enumerate().take(map.width - part * 8) {
                    columns.bytes[target + (part * 8 + i) * columns.per_line] = byte;
                }
            }
        }
        Walls { rows, columns }
    }

    /// Sets or clears one wall.
    pub fn set(&mut self, y: usize, x: usize, wall: bool) {
        self.rows.set(y, x, wall);
        self.columns.set(x, y, wall);
    }
}

/// The zero bytes among up to eight, as bits; missing bytes count as zero.
#[inline]
fn walls8(cells: &[u8]) -> u8 {
    let mut bytes = [0; 8];
    bytes[..cells.len()].copy_from_slice(cells);
    !pack8(u64::from_le_bytes(bytes))
}

/// Bit i is set where byte i is not zero.
#[inline]
pub fn pack8(bytes: u64) -> u8 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    // The highest bit of each byte is set if any of its bits is; the product gathers them in the highest byte.
    let high = (((bytes & LOW) + LOW) | bytes) & !LOW;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Byte i is 1 where bit i is set.
#[inline]
pub fn spread8(bits: u8) -> u64 {
    let each = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((each + 0x7F7F_7F7F_7F7F_7F7F) >> 7) & 0x0101_0101_0101_0101
}

/// Transposes an 8 x 8 bit matrix (H. S. Warren, "Hacker's Delight", 2nd edition 2012).
#[inline]
fn transpose8(mut x: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let swap = (x ^ (x >> shift)) & mask;
        x ^= swap ^ (swap << shift);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_hold_the_same_walls() {
        for (height, width) in [(1, 1), (1, 70), (70, 1), (9, 17), (64, 64), (65, 130)] {
            let cells: Vec<u8> =
                (0..height * width).map(|i| u8::from(crate::random::scramble(i as u64) % 3 == 0) * 4).collect();
            let mut walls = Walls::of(Mask { cells: &cells, height, width });
            for y in -1..=height as isize {
                for x in -1..=width as isize {
                    let inside = (0..height as isize).contains(&y) && (0..width as isize).contains(&x);
                    let wall = !inside || cells[y as usize * width + x as usize] == 0;
                    let (row, column) = (walls.rows.index(y, x), walls.columns.index(x, y));
                    assert_eq!((walls.rows.is_wall(row), walls.columns.is_wall(column)), (wall, wall), "{y} {x}");
                    assert_eq!(walls.rows.ahead(row) & 1 == 1, wall);
                    if (0..height as isize).contains(&y) {
                        let ([_, ahead, _], low) = walls.rows.three_ahead(row);
                        let ([_, behind, _], high) = walls.rows.three_behind(row);
                        assert_eq!((ahead >> low & 1 == 1, behind << high >> 63 == 1), (wall, wall));
                    }
                    assert_eq!(walls.rows.full(row) & 1 == 1, wall);
                    if walls.rows.full(row) >> 63 == 1 {
                        assert!(walls.rows.is_wall(row + 63));
                    }
                }
            }
            let before = walls.clone();
            let wall = walls.rows.is_wall(walls.rows.index(0, 0));
            walls.set(0, 0, !wall);
            assert_ne!(walls, before);
            walls.set(0, 0, wall);
            assert_eq!(walls, before);
        }
    }
}
