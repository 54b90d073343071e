//! Caves by cellular automaton (Johnson, Yannakakis and Togelius, 2010), 64 cells to a word.
//!
//! A row is a run of words, bit x % 64 of word x / 64 for column x, set where open; bits beyond the width are clear.

use crate::bits::{pack8, spread8};
use crate::random::{GOLDEN, mix, scramble};

/// Binary digits of the opening probability.
const DIGITS: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// More than `death` wall neighbors: wall; otherwise fewer than `birth`: open; otherwise unchanged. Outside is wall.
    Neighbors { birth: u8, death: u8 },
    /// The majority of the nine cells, with edge cells repeated outwards.
    Majority,
}

/// A map of bits, with a word before each row and after the last, and a row above and below. Adjacent rows share the
/// word between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    pub height: usize,
    pub width: usize,
    words: Vec<u64>,
}

impl Bits {
    pub fn closed(height: usize, width: usize) -> Self {
        Bits { height, width, words: vec![0; (height + 2) * (width.div_ceil(64) + 1) + 1] }
    }

    /// From one byte per cell; zero is closed.
    pub fn pack(height: usize, width: usize, cells: &[u8]) -> Self {
        let mut bits = Self::closed(height, width);
        for (y, row) in cells.chunks_exact(width).enumerate() {
            for (word, part) in bits.row_mut(y)[1..].iter_mut().zip(row.chunks(64)) {
                *word = pack64(part);
            }
        }
        bits
    }

    /// To one byte per cell, 0 or 1.
    pub fn unpack(&self, cells: &mut [u8]) {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 is available.
            return unsafe { self.unpack_avx2(cells) };
        }
        for (y, row) in cells.chunks_exact_mut(self.width).enumerate() {
            for (&word, part) in self.row(y)[1..].iter().zip(row.chunks_mut(64)) {
                unpack64(word, part);
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn unpack_avx2(&self, cells: &mut [u8]) {
        use std::arch::x86_64::*;
        // Byte j gets the byte of the word with bit j, and keeps only that bit.
        let spread = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
        let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let one = _mm256_set1_epi8(1);
        for (y, row) in cells.chunks_exact_mut(self.width).enumerate() {
            for (&word, part) in self.row(y)[1..].iter().zip(row.chunks_mut(64)) {
                if part.len() < 64 {
                    unpack64(word, part);
                    continue;
                }
                for half in 0..2 {
                    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((word >> (32 * half)) as i32), spread);
                    let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
                    // SAFETY: the part has 64 bytes.
                    unsafe {
                        let target = part.as_mut_ptr().add(32 * half).cast();
                        _mm256_storeu_si256(target, _mm256_and_si256(set, one));
                    }
                }
            }
        }
    }

    #[inline]
    fn stride(&self) -> usize {
        self.width.div_ceil(64) + 1
    }

    /// The words of row y, from the one before the first to the one after the last.
    #[inline]
    pub fn row(&self, y: usize) -> &[u64] {
        let stride = self.stride();
        &self.words[(y + 1) * stride..=(y + 2) * stride]
    }

    #[inline]
    fn row_mut(&mut self, y: usize) -> &mut [u64] {
        let stride = self.stride();
        &mut self.words[(y + 1) * stride..=(y + 2) * stride]
    }

    /// The bits of the last word of a row that lie on the map.
    #[inline]
    fn last_mask(&self) -> u64 {
        u64::MAX >> ((64 - self.width % 64) % 64)
    }

    /// Repeats the edge cells outwards.
    fn repeat_edges(&mut self) {
        let (width, height, stride) = (self.width, self.height, self.stride());
        let last = width - 1;
        self.words.copy_within(stride + 1..2 * stride, 1);
        self.words.copy_within(height * stride + 1..(height + 1) * stride, (height + 1) * stride + 1);
        // The words before the other rows are clear after each step.
        for row in [0, height + 1, height + 2] {
            self.words[row * stride] = 0;
        }
        let (past, shift, edge) = (1 + width / 64, width % 64, 1 + last / 64);
        for row in 0..height + 2 {
            let row = &mut self.words[row * stride..=(row + 1) * stride];
            row[0] |= row[1] << 63;
            row[past] |= (row[edge] >> (last % 64) & 1) << shift;
        }
    }
}

/// Up to 64 cells to bits.
#[inline]
pub(crate) fn pack64(cells: &[u8]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Ok(cells) = <&[u8; 64]>::try_from(cells) {
        use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_setzero_si128};
        // SAFETY: SSE2 is part of x86-64, and the four loads read these 64 bytes.
        let quarter = |at: usize| unsafe {
            let part = _mm_loadu_si128(cells.as_ptr().add(16 * at).cast());
            u64::from(!_mm_movemask_epi8(_mm_cmpeq_epi8(part, _mm_setzero_si128())) as u16) << (16 * at)
        };
        return quarter(0) | quarter(1) | quarter(2) | quarter(3);
    }
    let eights = cells.chunks_exact(8);
    let rest = eights.remainder();
    let mut word = 0;
    for (at, eight) in eights.enumerate() {
        word |= u64::from(pack8(u64::from_le_bytes(eight.try_into().expect("eight bytes")))) << (8 * at);
    }
    let first = cells.len() - rest.len();
    rest.iter().enumerate().fold(word, |word, (x, &cell)| word | u64::from(cell != 0) << (first + x))
}

/// Up to 64 bits to cells.
#[inline]
fn unpack64(word: u64, cells: &mut [u8]) {
    let mut eights = cells.chunks_exact_mut(8);
    let mut left = word;
    for eight in &mut eights {
        eight.copy_from_slice(&spread8(left as u8).to_le_bytes());
        left >>= 8;
    }
    for (x, cell) in eights.into_remainder().iter_mut().enumerate() {
        *cell = (left >> x & 1) as u8;
    }
}

/// Random noise: each cell is open with probability chance / 65,536, depending only on the seed and its position.
pub fn noise(height: usize, width: usize, seed: u64, chance: u32) -> Bits {
    let mut bits = Bits::closed(height, width);
    if chance == 0 {
        return bits;
    }
    let (last, words) = (bits.last_mask(), width.div_ceil(64));
    for y in 0..height {
        let row = &mut bits.row_mut(y)[1..=words];
        for (at, word) in row.iter_mut().enumerate() {
            let key = mix(seed, (y as u64) << 32 | at as u64);
            *word = if chance >> DIGITS != 0 { u64::MAX } else { below(key, chance) };
        }
        row[words - 1] &= last;
    }
    bits
}

/// Compares 64 random binary fractions with chance / 65,536, from the last digit to the first: each digit that differs
/// from the chance's overrides the earlier ones. Trailing zeros of the chance can be skipped.
#[inline]
fn below(key: u64, chance: u32) -> u64 {
    let mut less = 0;
    for place in chance.trailing_zeros()..DIGITS {
        let draw = scramble(key.wrapping_add(u64::from(DIGITS - 1 - place).wrapping_mul(GOLDEN)));
        less = if chance >> place & 1 == 1 { less | !draw } else { less & !draw };
    }
    less
}

/// Applies steps of the automaton.
pub fn step(mut bits: Bits, rule: Rule, steps: u32) -> Bits {
    let mut next = bits.clone();
    for _ in 0..steps {
        if rule == Rule::Majority {
            bits.repeat_edges();
        }
        run(&bits, &mut next, rule);
        std::mem::swap(&mut bits, &mut next);
    }
    bits
}

/// The vector instructions in use.
pub fn vectors() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "portable"
}

/// Applies one step, with the widest vectors available.
fn run(bits: &Bits, next: &mut Bits, rule: Rule) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 is available.
        return unsafe { run_avx2(bits, next, rule) };
    }
    run_any(bits, next, rule);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn run_avx2(bits: &Bits, next: &mut Bits, rule: Rule) {
    run_any(bits, next, rule);
}

#[inline(always)]
fn run_any(bits: &Bits, next: &mut Bits, rule: Rule) {
    match rule {
        // walls = 8 - open: walls <= death is open >= 8 - death, walls < birth is open >= 9 - birth.
        Rule::Neighbors { birth, death } => {
            let (survival, opening) = (Bound::of(8u8.saturating_sub(death)), Bound::of(9 - birth));
            rows(bits, next, |digits, middle| survival.at_least(digits) & (opening.at_least(digits) | middle));
        }
        Rule::Majority => {
            let (four, five) = (Bound::of(4), Bound::of(5));
            rows(bits, next, |digits, middle| five.at_least(digits) | four.at_least(digits) & middle);
        }
    }
}

/// Applies `decide` to every word, from the binary digits of the number of open neighbors and the cells. All rows are
/// processed as one, with the words between them, which are cleared afterwards.
#[inline(always)]
fn rows(bits: &Bits, next: &mut Bits, decide: impl Fn([u64; 4], u64) -> u64) {
    let (stride, last) = (bits.stride(), bits.last_mask());
    let all = bits.height * stride;
    let (above, here, below) = (&bits.words[..=all], &bits.words[stride..], &bits.words[2 * stride..]);
    let three = |row: &[u64]| [row[1] << 1 | row[0] >> 63, row[1], row[1] >> 1 | row[2] << 63];
    let out = &mut next.words[stride..stride + all];
    let columns = above.windows(3).zip(here.windows(3)).zip(below.windows(3));
    for (((above, here), below), out) in columns.zip(&mut out[1..]) {
        let ([a, b, c], [d, middle, e], [f, g, h]) = (three(above), three(here), three(below));
        *out = decide(count8([a, b, c, d, e, f, g, h]), middle);
    }
    for row in out.chunks_exact_mut(stride) {
        row[0] = 0;
        row[stride - 1] &= last;
    }
}

#[inline(always)]
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Binary digits, lowest first, of the number of words that have each bit set.
#[inline(always)]
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

/// A number in 0..=9 as masks, to compare numbers of four binary digits with.
struct Bound([u64; 4]);

impl Bound {
    fn of(number: u8) -> Self {
        Bound([0, 1, 2, 3].map(|place| u64::from(number >> place & 1).wrapping_neg()))
    }

    /// Bits whose digits are at least this number.
    #[inline(always)]
    fn at_least(&self, digits: [u64; 4]) -> u64 {
        let mut less = 0;
        for (digit, mask) in digits.into_iter().zip(self.0) {
            less = less & !digit | mask & (less | !digit);
        }
        !less
    }
}

/// Noise, followed by `steps` steps.
pub fn cave(height: usize, width: usize, seed: u64, chance: u32, steps: u32, rule: Rule) -> Bits {
    step(noise(height, width, seed, chance), rule, steps)
}
