//! A flood in the order of distance, over a ring of buckets (R. B. Dial, "Algorithm 360", CACM 1969), that costs what
//! it reaches and not the size of the map: its memory is kept between calls and only what was touched is cleared.

use super::FAR;
use super::reach::{Reached, Window};
use crate::map::Padded;
use std::cell::RefCell;

/// Longest step for which buckets are kept.
pub const MAX_STEP: u32 = 1 << 12;

/// Distances being spread.
#[derive(Default)]
pub struct Flood {
    /// Padded like the map; FAR where not reached, and 0 on the ring, so that nothing spreads there.
    distances: Vec<u32>,
    /// Cells reached, nearest first.
    order: Vec<u32>,
    /// Distances of these.
    rising: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    /// Buckets in use, a power of two, less one.
    mask: usize,
    size: (usize, usize),
    max: u32,
}

thread_local! {
    static FLOOD: RefCell<Flood> = RefCell::default();
}

impl Flood {
    /// Lowers a cell's distance, if this is less.
    #[inline(always)]
    pub fn lower(&mut self, cell: usize, distance: u32) {
        if distance < self.distances[cell] && distance <= self.max {
            self.distances[cell] = distance;
            self.buckets[distance as usize & self.mask].push(cell as u32);
        }
    }

    fn prepare(&mut self, height: usize, width: usize, longest: u32, max: u32) {
        if self.size != (height, width) {
            self.size = (height, width);
            let stride = width + 2;
            self.distances.clear();
            self.distances.resize((height + 2) * stride, 0);
            self.clear_all();
        }
        let needed = (longest as usize + 1).next_power_of_two();
        if self.buckets.len() < needed {
            self.buckets.resize_with(needed, Vec::new);
        }
        self.mask = needed - 1;
        self.max = max;
    }

    fn clear_all(&mut self) {
        let stride = self.size.1 + 2;
        for row in self.distances.chunks_exact_mut(stride).skip(1).take(self.size.0) {
            row[1..stride - 1].fill(FAR);
        }
    }

    fn clear(&mut self) {
        if self.order.len() > self.distances.len() / 16 {
            self.clear_all();
        } else {
            for &cell in &self.order {
                self.distances[cell as usize] = FAR;
            }
        }
        self.order.clear();
        self.rising.clear();
    }
}

/// Spreads from cells with start values over a map of this size; `expand(flood, cell, distance)` lowers the
/// neighbors by steps of 1..=`longest`. Then `read` looks at the result.
pub fn flood<T: Copy, R>(
    map: &Padded<T>,
    sources: impl Iterator<Item = (usize, u32)> + Clone,
    longest: u32,
    max: u32,
    mut expand: impl FnMut(&mut Flood, usize, u32),
    read: impl FnOnce(&Reached) -> R,
) -> R {
    FLOOD.with_borrow_mut(|flood| {
        let allowed = sources.filter(|source| source.1 <= max);
        let low = allowed.clone().map(|source| source.1).min().unwrap_or(0);
        let high = allowed.clone().map(|source| source.1).max().unwrap_or(0);
        flood.prepare(map.height, map.width, longest.max(high - low), max);
        let mask = flood.mask;
        for (cell, value) in allowed {
            flood.lower(cell, value);
        }
        let mut distance = low;
        let mut idle = 0;
        while idle <= mask {
            let at = distance as usize & mask;
            if flood.buckets[at].is_empty() {
                idle += 1;
                distance = distance.wrapping_add(1);
                continue;
            }
            idle = 0;
            // Steps are at least 1, so nothing is added to the bucket that is being emptied.
            let bucket = std::mem::take(&mut flood.buckets[at]);
            for &cell in &bucket {
                if flood.distances[cell as usize] == distance {
                    flood.order.push(cell);
                    flood.rising.push(distance);
                    expand(flood, cell as usize, distance);
                }
            }
            let mut bucket = bucket;
            bucket.clear();
            flood.buckets[at] = bucket;
            distance = distance.wrapping_add(1);
        }
        let window = Window::whole(map.height, map.width);
        let result = read(&Reached { window, cells: &flood.order, distances: &flood.rising });
        flood.clear();
        result
    })
}
