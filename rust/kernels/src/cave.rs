//! Caves by cellular automaton, 64 cells to a word.
//!
//! A row is a run of words, bit x % 64 of word x / 64 for column x, set where open; bits beyond the width are clear.

use crate::random::{GOLDEN, mix, scramble};

/// Binary digits of the opening probability.
const DIGITS: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// More wall neighbours than `death`: wall. Else fewer than `birth`: open. Else as before. Outside is wall.
    Neighbours { birth: u8, death: u8 },
    /// What most of the nine cells are, edge rows repeated outwards.
    Majority,
}

/// A map of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    pub height: usize,
    pub width: usize,
    pub words: Vec<u64>,
}

impl Bits {
    pub fn closed(height: usize, width: usize) -> Self {
        Bits { height, width, words: vec![0; height * width.div_ceil(64)] }
    }

    /// From one byte a cell, zero being closed.
    pub fn pack(height: usize, width: usize, cells: &[u8]) -> Self {
        let mut bits = Self::closed(height, width);
        let per_row = bits.per_row();
        for (words, row) in bits.words.chunks_exact_mut(per_row).zip(cells.chunks_exact(width)) {
            for (word, part) in words.iter_mut().zip(row.chunks(64)) {
                *word = part.iter().enumerate().fold(0, |word, (x, &cell)| word | (u64::from(cell != 0) << x));
            }
        }
        bits
    }

    /// To one byte a cell, 0 or 1.
    pub fn unpack(&self, cells: &mut [u8]) {
        for (words, row) in self.words.chunks_exact(self.per_row()).zip(cells.chunks_exact_mut(self.width)) {
            for (word, part) in words.iter().zip(row.chunks_mut(64)) {
                for (x, cell) in part.iter_mut().enumerate() {
                    *cell = (word >> x & 1) as u8;
                }
            }
        }
    }

    #[inline]
    pub fn per_row(&self) -> usize {
        self.width.div_ceil(64)
    }

    /// The bits of the last word of a row that lie on the map.
    #[inline]
    fn last_mask(&self) -> u64 {
        u64::MAX >> ((64 - self.width % 64) % 64)
    }
}

/// Random noise: each cell open with probability chance / 65,536, from the seed and its position alone.
pub fn noise(height: usize, width: usize, seed: u64, chance: u32) -> Bits {
    let mut bits = Bits::closed(height, width);
    if chance == 0 {
        return bits;
    }
    let (per_row, last) = (bits.per_row(), bits.last_mask());
    for (y, row) in bits.words.chunks_exact_mut(per_row).enumerate() {
        for (at, word) in row.iter_mut().enumerate() {
            let key = mix(seed, (y as u64) << 32 | at as u64);
            *word = if chance >> DIGITS != 0 { u64::MAX } else { below(key, chance) };
        }
        row[per_row - 1] &= last;
    }
    bits
}

/// 64 comparisons of a random binary fraction with chance / 65,536, digit by digit from the last: a digit of the
/// random number that differs from the chance's decides anew. Zeros at the chance's end change nothing.
#[inline]
fn below(key: u64, chance: u32) -> u64 {
    let mut less = 0;
    for place in chance.trailing_zeros()..DIGITS {
        let draw = scramble(key.wrapping_add(u64::from(DIGITS - 1 - place).wrapping_mul(GOLDEN)));
        less = if chance >> place & 1 == 1 { less | !draw } else { less & !draw };
    }
    less
}

/// One step of the automaton.
pub fn step(bits: &Bits, rule: Rule) -> Bits {
    let mut next = Bits::closed(bits.height, bits.width);
    let (per_row, last) = (bits.per_row(), bits.last_mask());
    let blank = vec![0; per_row];
    let row = |y: usize| &bits.words[y * per_row..(y + 1) * per_row];
    for y in 0..bits.height {
        let repeat = rule == Rule::Majority;
        let above = if y > 0 {
            row(y - 1)
        } else if repeat {
            row(y)
        } else {
            &blank
        };
        let below = if y + 1 < bits.height {
            row(y + 1)
        } else if repeat {
            row(y)
        } else {
            &blank
        };
        for at in 0..per_row {
            // The words themselves, then each shifted so that a bit holds its western and eastern neighbour.
            let rows = [above, row(y), below];
            let middle = rows.map(|r| r[at]);
            let west = rows.map(|r| {
                let carried = if at > 0 {
                    r[at - 1] >> 63
                } else if repeat {
                    r[0] & 1
                } else {
                    0
                };
                r[at] << 1 | carried
            });
            let east = rows.map(|r| {
                if at + 1 < per_row {
                    r[at] >> 1 | r[at + 1] << 63
                } else if repeat {
                    let top = (bits.width - 1) % 64;
                    (r[at] >> 1) | (r[at] >> top & 1) << top
                } else {
                    r[at] >> 1
                }
            });
            let word = match rule {
                Rule::Neighbours { birth, death } => neighbours(west, middle, east, birth, death),
                Rule::Majority => majority(west, middle, east),
            };
            next.words[y * per_row + at] = word;
        }
        next.words[(y + 1) * per_row - 1] &= last;
    }
    next
}

#[inline]
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Binary digits, lowest first, of how many of eight words have each bit set.
#[inline]
fn count8(words: [u64; 8]) -> [u64; 4] {
    let [a, b, c, d, e, f, g, h] = words;
    let (ones0, twos0) = full_add(a, b, c);
    let (ones1, twos1) = full_add(d, e, f);
    let (ones2, twos2) = (g ^ h, g & h);
    let (ones, twos3) = full_add(ones0, ones1, ones2);
    let (twos4, fours0) = full_add(twos0, twos1, twos2);
    let (twos, fours1) = (twos4 ^ twos3, twos4 & twos3);
    [ones, twos, fours0 ^ fours1, fours0 & fours1]
}

/// Where the number with these digits is at least `bound` (0..=9).
#[inline]
fn at_least(digits: [u64; 4], bound: u8) -> u64 {
    let mut less = 0;
    for (place, digit) in digits.into_iter().enumerate() {
        less = if bound >> place & 1 == 1 { less | !digit } else { less & !digit };
    }
    !less
}

#[inline]
fn neighbours(west: [u64; 3], middle: [u64; 3], east: [u64; 3], birth: u8, death: u8) -> u64 {
    let open = count8([west[0], middle[0], east[0], west[1], east[1], west[2], middle[2], east[2]]);
    // walls = 8 - open: walls <= death is open >= 8 - death, walls < birth is open >= 9 - birth.
    let survives = at_least(open, 8u8.saturating_sub(death));
    let born = at_least(open, 9 - birth);
    survives & (born | middle[1])
}

#[inline]
fn majority(west: [u64; 3], middle: [u64; 3], east: [u64; 3]) -> u64 {
    let digits = count8([west[0], middle[0], east[0], west[1], east[1], west[2], middle[2], east[2]]);
    at_least(digits, 5) | at_least(digits, 4) & middle[1]
}

/// Noise and then `steps` steps.
pub fn cave(height: usize, width: usize, seed: u64, chance: u32, steps: u32, rule: Rule) -> Bits {
    let mut bits = noise(height, width, seed, chance);
    for _ in 0..steps {
        bits = step(&bits, rule);
    }
    bits
}
