//! A flood in the order of distance, over a ring of buckets (R. B. Dial, "Algorithm 360", CACM 1969), that costs what
//! it reaches and not the size of the map: its memory is kept between calls and only what was touched is cleared.

use super::FAR;
use crate::map::Padded;
use std::cell::RefCell;

/// Longest step for which buckets are kept.
pub const MAX_STEP: u32 = 1 << 12;

/// Distances being spread.
#[derive(Default)]
pub struct Flood {
    /// Padded like the map; FAR where not reached, and 0 on the ring, so that nothing spreads there.
    pub distances: Vec<u32>,
    /// Cells reached, nearest first, once the flood has run.
    pub order: Vec<u32>,
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

    /// Lowers eight cells to one distance within the bound, without branches that depend on the map.
    #[inline(always)]
    pub fn lower_all(&mut self, cells: [usize; 8], distance: u32) {
        let bucket = &mut self.buckets[distance as usize & self.mask];
        bucket.reserve(8);
        let mut count = bucket.len();
        for cell in cells {
            let known = &mut self.distances[cell];
            // SAFETY: room for eight more was reserved, and at most eight are counted.
            unsafe { bucket.as_mut_ptr().add(count).write(cell as u32) };
            count += usize::from(distance < *known);
            *known = distance.min(*known);
        }
        // SAFETY: all of them have been written.
        unsafe { bucket.set_len(count) };
    }

    /// The largest distance allowed.
    #[inline]
    pub fn max(&self) -> u32 {
        self.max
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
    }
}

/// Spreads from cells with start values over a map of this size; `expand(flood, cell, distance)` lowers the
/// neighbours by steps of 1..=`longest`. Then `read` looks at the result.
pub fn flood<T: Copy, R>(
    map: &Padded<T>,
    sources: impl Iterator<Item = (usize, u32)> + Clone,
    longest: u32,
    max: u32,
    mut expand: impl FnMut(&mut Flood, usize, u32),
    read: impl FnOnce(&Flood) -> R,
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
                    expand(flood, cell as usize, distance);
                }
            }
            let mut bucket = bucket;
            bucket.clear();
            flood.buckets[at] = bucket;
            distance = distance.wrapping_add(1);
        }
        let result = read(flood);
        flood.clear();
        result
    })
}

/// Spreads breadth first, every step at the price of `weight`, over the cells whose cost is not zero; `offsets` lead to
/// the neighbours. A walled-in source does not spread if `walled` is false.
pub fn breadth_first<const N: usize, R>(
    cost: &Padded<u16>,
    sources: impl Iterator<Item = (usize, u32)> + Clone,
    offsets: [isize; N],
    weight: u32,
    max: u32,
    walled: bool,
    read: impl FnOnce(&Flood) -> R,
) -> R {
    FLOOD.with_borrow_mut(|flood| {
        flood.prepare(cost.height, cost.width, 0, max);
        let Flood { distances, order, .. } = flood;
        for (cell, value) in sources {
            if value <= max && distances[cell] == FAR {
                distances[cell] = value;
                order.push(cell as u32);
            }
        }
        let mut head = 0;
        while head < order.len() {
            let cell = order[head] as usize;
            head += 1;
            let after = distances[cell] + weight;
            if after > max || (!walled && cost.cells[cell] == 0) {
                continue;
            }
            order.reserve(N);
            let mut count = order.len();
            for offset in offsets {
                let next = cell.wrapping_add_signed(offset);
                let known = &mut distances[next];
                let fresh = (*known == FAR) & (cost.cells[next] != 0);
                // SAFETY: room for N more was reserved, and at most N are counted.
                unsafe { order.as_mut_ptr().add(count).write(next as u32) };
                count += usize::from(fresh);
                *known = if fresh { after } else { *known };
            }
            // SAFETY: all of them have been written.
            unsafe { order.set_len(count) };
        }
        let result = read(flood);
        flood.clear();
        result
    })
}

/// Copies distances to a row-major field, UNREACHED where there are none.
pub fn write_field<T: Copy>(map: &Padded<T>, flood: &Flood, out: &mut [i32]) {
    let (width, stride) = (map.width, map.stride());
    if flood.order.len() < out.len() / 8 {
        out.fill(crate::UNREACHED);
        for &cell in &flood.order {
            let (y, x) = map.position(cell as usize);
            out[y * width + x] = flood.distances[cell as usize] as i32;
        }
        return;
    }
    for (row, from) in out.chunks_exact_mut(width).zip(flood.distances.chunks_exact(stride).skip(1)) {
        for (cell, &distance) in row.iter_mut().zip(&from[1..]) {
            // FAR as i32 is UNREACHED.
            *cell = distance as i32;
        }
    }
}
