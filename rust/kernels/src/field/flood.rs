//! A flood in order of distance over a ring of buckets (R. B. Dial, "Algorithm 360", CACM 1969). Its cost depends on the
//! reached cells, not on the size of the map: memory is kept between calls, and only touched cells are cleared.

use super::FAR;
use super::reach::{ReachedCells, Window};
use crate::map::Padded;
use std::cell::RefCell;

/// Maximum step for which buckets are kept.
pub const MAX_STEP: u32 = 1 << 12;

/// The state of a flood.
#[derive(Default)]
pub struct Flood {
    /// Padded like the map: FAR for unreached cells, 0 on the ring, which stops the flood.
    distances: Vec<u32>,
    /// Reached cells, nearest first.
    order: Vec<u32>,
    /// Their distances.
    rising: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    /// Number of buckets, a power of two, minus one.
    mask: usize,
    size: (usize, usize),
    max: u32,
}

thread_local! {
    static FLOOD: RefCell<Flood> = RefCell::default();
}

impl Flood {
    /// Lowers the distance of a cell, if `distance` is lower.
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

/// Floods a map from cells with start values; `expand(flood, cell, distance)` lowers the neighbors by steps of
/// 1..=`longest`. `read` gets the result.
pub fn flood<T: Copy, R>(
    map: &Padded<T>,
    sources: impl Iterator<Item = (usize, u32)> + Clone,
    longest: u32,
    max: u32,
    mut expand: impl FnMut(&mut Flood, usize, u32),
    read: impl FnOnce(&ReachedCells) -> R,
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
            // Steps are at least 1, so nothing is added to the current bucket.
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
        let result = read(&ReachedCells { window, cells: &flood.order, distances: &flood.rising });
        flood.clear();
        result
    })
}
