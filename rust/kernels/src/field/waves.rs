//! Sound on small maps and in small windows, 64 cells to a word: all cells that spread at one time do so at once.
//!
//! It is the search of `sound.rs` with buckets of bits. Tiles are sorted into a few classes of equal absorption: the cells
//! of a class that are reached at one time also spread at one time. Every time at which cells are reached has a number,
//! whose Gray code they get as bits in `digits`: one digit changes from one time to the next, so that the cells reached
//! before are added to that one (modulo 2), and no step visits single cells.

use super::reach::Window;
use super::sound::{OWN_TILE, Rows};
use crate::UNREACHED;
use crate::bits::spread8;
use crate::map::Padded;
use std::array::from_fn;

/// Maximum height of a window.
pub(super) const MAX_HEIGHT: usize = 128;
/// Rows of a window, with an empty one before and after.
const ROWS: usize = MAX_HEIGHT + 2;
/// Maximum number of different absorptions, of buckets, and of binary digits of the number of a time.
const MAX_CLASSES: usize = 4;
const BUCKETS: usize = 32;
const DIGITS: usize = 8;

/// Sets of cells, row by row.
type Cells<const N: usize> = [[u64; N]; ROWS];

/// Tiles of equal absorption.
#[derive(Clone, Copy)]
struct Class<const N: usize> {
    absorbs: u32,
    tiles: Cells<N>,
}

/// Cells that spread at one time, and the range of rows they lie in: none if `bottom` is 0.
#[derive(Clone, Copy)]
struct Bucket<const N: usize> {
    cells: Cells<N>,
    top: usize,
    bottom: usize,
}

/// A spread in a window of up to N * 64 columns, and its memory.
pub(super) struct Waves<const N: usize> {
    window: Window,
    /// The first `kinds` are in use.
    classes: [Class<N>; MAX_CLASSES],
    kinds: usize,
    /// Empty between spreads.
    buckets: [Bucket<N>; BUCKETS],
    /// The cells that sound has reached, and the bits outside of the window.
    reached: Cells<N>,
    near: Cells<N>,
    fresh: Cells<N>,
    digits: [Cells<N>; DIGITS],
    /// Distances by the Gray code of their numbers; 0 is unreached.
    times: [i32; 1 << DIGITS],
    /// The last number.
    last: usize,
}

impl<const N: usize> Default for Waves<N> {
    fn default() -> Self {
        let none = [[0; N]; ROWS];
        Waves {
            window: Window::default(),
            classes: [Class { absorbs: 0, tiles: none }; MAX_CLASSES],
            kinds: 0,
            buckets: [Bucket { cells: none, top: 0, bottom: 0 }; BUCKETS],
            reached: none,
            near: none,
            fresh: none,
            digits: [none; DIGITS],
            times: [UNREACHED; 1 << DIGITS],
            last: 0,
        }
    }
}

impl<const N: usize> Waves<N> {
    /// Spreads sound in a window that fits. False if the tiles or distances differ too much.
    pub fn run(&mut self, absorption: &Padded<u16>, window: &Window, sources: &[(usize, usize)], max: u32) -> bool {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 is available.
            return unsafe { self.run_avx2(absorption, window, sources, max) };
        }
        self.run_any(absorption, window, sources, max)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn run_avx2(
        &mut self,
        absorption: &Padded<u16>,
        window: &Window,
        sources: &[(usize, usize)],
        max: u32,
    ) -> bool {
        self.run_any(absorption, window, sources, max)
    }

    #[inline(always)]
    fn run_any(&mut self, absorption: &Padded<u16>, window: &Window, sources: &[(usize, usize)], max: u32) -> bool {
        self.window = *window;
        let inside = from_fn(|part| columns(window.width.saturating_sub(64 * part)));
        if !self.sort_tiles(absorption, inside) {
            return false;
        }
        let steps = self.classes[..self.kinds].iter().map(|class| class.absorbs).filter(|&absorbs| absorbs != 0);
        let unit = steps.clone().fold(OWN_TILE, divisor);
        let least = steps.clone().min().unwrap_or(OWN_TILE) / unit;
        let longest = steps.max().unwrap_or(0).max(OWN_TILE) / unit;
        let farthest = (max / unit).min(least.saturating_mul(window.height.max(window.width) as u32));
        if longest as usize >= BUCKETS || farthest >= 1 << DIGITS {
            return false;
        }
        self.reached[1..=window.height].fill(inside.map(|bits| !bits));
        self.fresh[1..=window.height].fill([0; N]);
        for &(y, x) in sources {
            let x = x - window.left;
            self.fresh[y - window.top + 1][x / 64] |= 1 << (x % 64);
        }
        self.last = 0;
        self.flood(unit, max)
    }

    /// Sorts the tiles of the window into classes. False if there are too many.
    #[inline(always)]
    fn sort_tiles(&mut self, absorption: &Padded<u16>, inside: [u64; N]) -> bool {
        let window = self.window;
        self.kinds = 0;
        for y in 0..window.height {
            let first = absorption.index((window.top + y, window.left));
            for (part, &inside) in inside.iter().enumerate().filter(|(_, inside)| **inside != 0) {
                let tiles = &absorption.cells[first + 64 * part..];
                let width = (window.width - 64 * part).min(64);
                let mut rest = inside;
                for class in &mut self.classes[..self.kinds] {
                    class.tiles[y + 1][part] = equal64(tiles, width, class.absorbs as u16);
                    rest &= !class.tiles[y + 1][part];
                }
                while rest != 0 {
                    let Some(class) = self.classes.get_mut(self.kinds) else { return false };
                    self.kinds += 1;
                    let absorbs = tiles[rest.trailing_zeros() as usize];
                    class.absorbs = u32::from(absorbs);
                    class.tiles[1..=y + 1].fill([0; N]);
                    class.tiles[y + 1][part] = equal64(tiles, width, absorbs);
                    rest &= !class.tiles[y + 1][part];
                }
            }
        }
        true
    }

    /// Spreads from the fresh cells. False if there are too many different distances.
    #[inline(always)]
    fn flood(&mut self, unit: u32, max: u32) -> bool {
        let height = self.window.height;
        self.count(0, 1, height);
        if OWN_TILE > max {
            self.finish();
            return true;
        }
        let (mut now, most) = (OWN_TILE / unit, max / unit);
        let first = &mut self.buckets[now as usize % BUCKETS];
        first.cells[1..=height].copy_from_slice(&self.fresh[1..=height]);
        (first.top, first.bottom) = (1, height);
        let mut waiting = 1;
        while waiting > 0 {
            let at = now as usize % BUCKETS;
            let Bucket { top, bottom, .. } = self.buckets[at];
            if bottom > 0 {
                waiting -= 1;
                let (top, bottom) = ((top - 1).max(1), (bottom + 1).min(height));
                if self.spread(at, top, bottom) {
                    if self.last + 1 == 1 << DIGITS {
                        self.buckets = Self::default().buckets;
                        return false;
                    }
                    self.count(now * unit, top, bottom);
                    waiting += self.queue(now, unit, most, top, bottom);
                }
            }
            now += 1;
        }
        self.finish();
        true
    }

    /// Finds the unreached cells in these rows that are adjacent to a bucket's, and empties the bucket. False if it
    /// finds no cell.
    #[inline(always)]
    fn spread(&mut self, bucket: usize, top: usize, bottom: usize) -> bool {
        let cells = &mut self.buckets[bucket].cells;
        let (above, here) = (cells[top - 1..bottom].as_flattened(), cells[top..=bottom].as_flattened());
        let below = cells[top + 1..=bottom + 1].as_flattened();
        let near = self.near[top..=bottom].as_flattened_mut();
        for (near, ((above, here), below)) in near.iter_mut().zip(above.iter().zip(here).zip(below)) {
            *near = above | here | below;
        }
        let mut any = [0; N];
        let rows = self.near[top..=bottom].iter().zip(&self.reached[top..=bottom]);
        for (fresh, (near, reached)) in self.fresh[top..=bottom].iter_mut().zip(rows) {
            for part in 0..N {
                let carried = near.get(part.wrapping_sub(1)).map_or(0, |left| left >> 63)
                    | near.get(part + 1).map_or(0, |right| right << 63);
                let beside = near[part] | near[part] << 1 | near[part] >> 1 | carried;
                fresh[part] = beside & !reached[part];
                any[part] |= fresh[part];
            }
        }
        cells[top..=bottom].fill([0; N]);
        self.buckets[bucket].bottom = 0;
        any != [0; N]
    }

    /// Gives the next number to a time and to the fresh cells, which lie in these rows.
    #[inline(always)]
    fn count(&mut self, time: u32, top: usize, bottom: usize) {
        let height = self.window.height;
        self.last += 1;
        let place = self.last.trailing_zeros() as usize;
        let digit = &mut self.digits[place][1..=height];
        if self.last.is_power_of_two() {
            digit.copy_from_slice(&self.reached[1..=height]);
            // Its codes need not have been used before.
            self.times[self.last..2 * self.last].fill(UNREACHED);
        } else {
            add(digit, &self.reached[1..=height]);
        }
        self.times[gray(self.last)] = time as i32;
        let reached = self.reached[top..=bottom].as_flattened_mut().iter_mut();
        let fresh = self.fresh[top..=bottom].as_flattened();
        reached.zip(fresh).for_each(|(reached, fresh)| *reached |= fresh);
    }

    /// Adds all reached cells to the digits of the last number.
    #[inline(always)]
    fn finish(&mut self) {
        let (code, height) = (gray(self.last), self.window.height);
        for (place, digit) in self.digits.iter_mut().enumerate() {
            if code >> place & 1 != 0 {
                add(&mut digit[1..=height], &self.reached[1..=height]);
            }
        }
    }

    /// Puts the fresh cells, which lie in these rows, into the buckets of the times at which they spread. Returns the
    /// number of buckets that were empty.
    #[inline(always)]
    fn queue(&mut self, now: u32, unit: u32, most: u32, top: usize, bottom: usize) -> usize {
        let mut more = 0;
        for Class { absorbs, tiles } in &self.classes[..self.kinds] {
            let leaves = now + absorbs / unit;
            if *absorbs == 0 || leaves > most {
                continue;
            }
            let bucket = &mut self.buckets[leaves as usize % BUCKETS];
            let mut any = 0;
            let words = tiles[top..=bottom].as_flattened().iter().zip(self.fresh[top..=bottom].as_flattened());
            for (cells, (tiles, fresh)) in bucket.cells[top..=bottom].as_flattened_mut().iter_mut().zip(words) {
                *cells |= tiles & fresh;
                any |= tiles & fresh;
            }
            if any != 0 {
                let empty = bucket.bottom == 0;
                more += usize::from(empty);
                bucket.top = if empty { top } else { bucket.top.min(top) };
                bucket.bottom = bucket.bottom.max(bottom);
            }
        }
        more
    }
}

impl<const N: usize> Rows for Waves<N> {
    fn write_row(&self, y: usize, out: &mut [i32]) {
        let count = (usize::BITS - self.last.leading_zeros()) as usize;
        for (part, out) in out.chunks_mut(64).enumerate() {
            let words: [u64; DIGITS] = from_fn(|place| self.digits[place][y + 1][part]);
            let mut numbers = [0; 64];
            gather(&words[..count], &mut numbers);
            for (cell, number) in out.iter_mut().zip(numbers) {
                *cell = self.times[usize::from(number)];
            }
        }
    }
}

/// Numbers from their binary digits.
#[inline]
fn gather(digits: &[u64], numbers: &mut [u8; 64]) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 is available.
        return unsafe { gather_avx2(digits, numbers) };
    }
    for (part, numbers) in numbers.chunks_exact_mut(8).enumerate() {
        let digits = digits.iter().enumerate();
        let all = digits.fold(0, |all, (place, digit)| all | spread8((digit >> (8 * part)) as u8) << place);
        numbers.copy_from_slice(&all.to_le_bytes());
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn gather_avx2(digits: &[u64], numbers: &mut [u8; 64]) {
    use std::arch::x86_64::*;
    // Byte j gets the byte of the word with bit j, and is compared in that bit only.
    let spread = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
    let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    for half in 0..2 {
        let mut all = _mm256_setzero_si256();
        for (place, digit) in digits.iter().enumerate() {
            let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((digit >> (32 * half)) as i32), spread);
            let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
            all = _mm256_or_si256(all, _mm256_and_si256(set, _mm256_set1_epi8(1 << place)));
        }
        // SAFETY: there are 64 bytes.
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().add(32 * half).cast(), all) };
    }
}

/// The number in a code of which one digit changes from each number to the next (F. Gray, 1953).
#[inline(always)]
fn gray(number: usize) -> usize {
    number ^ number >> 1
}

#[inline(always)]
fn add<const N: usize>(digit: &mut [[u64; N]], cells: &[[u64; N]]) {
    let words = digit.as_flattened_mut().iter_mut().zip(cells.as_flattened());
    words.for_each(|(digit, cells)| *digit ^= cells);
}

/// A word with the lowest bits set.
#[inline(always)]
fn columns(count: usize) -> u64 {
    if count == 0 { 0 } else { u64::MAX >> (64 - count.min(64)) }
}

/// A bit for each tile, set if it absorbs this much; bits from `width` on have no meaning.
#[inline(always)]
fn equal64(tiles: &[u16], width: usize, absorbs: u16) -> u64 {
    let mut equal = 0;
    for part in 0..width.div_ceil(16) {
        let bits = match tiles[16 * part..].first_chunk() {
            Some(tiles) => equal16(tiles, absorbs),
            None => {
                let mut some = [0; 16];
                some[..tiles.len() - 16 * part].copy_from_slice(&tiles[16 * part..]);
                equal16(&some, absorbs)
            }
        };
        equal |= u64::from(bits) << (16 * part);
    }
    equal
}

#[inline(always)]
fn equal16(tiles: &[u16; 16], absorbs: u16) -> u16 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::*;
        // SAFETY: SSE2 is part of x86-64, and the two loads read these 16 values.
        unsafe {
            let same = _mm_set1_epi16(absorbs as i16);
            let first = _mm_cmpeq_epi16(_mm_loadu_si128(tiles.as_ptr().cast()), same);
            let second = _mm_cmpeq_epi16(_mm_loadu_si128(tiles.as_ptr().add(8).cast()), same);
            _mm_movemask_epi8(_mm_packs_epi16(first, second)) as u16
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    tiles.iter().rev().fold(0, |bits, &tile| bits << 1 | u16::from(tile == absorbs))
}

fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}
