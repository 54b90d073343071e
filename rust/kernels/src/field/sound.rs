//! Sound through absorbing tiles. The Python reference, `sound.py`, states the rule.
//!
//! Sound pays for a tile when it leaves it, in all directions at once. So each cell spreads once, at its distance plus its
//! absorption, and the first to reach a cell is the nearest: no distance is ever lowered.

use super::FAR;
use super::reach::{ReachedCells, Window};
use super::steps::{cut_out, eight, make_room, room, take};
use crate::DIRECTIONS;
use crate::map::Padded;
use crate::memory::{Allocated, push, room as memory_for};
use std::cell::RefCell;

/// Bytes a cell of the window that a spread takes at most, with growth and directions of arrival.
const SPREAD_BYTES: usize = 48;

/// Cost of the source's own tile, in tenths.
const OWN_TILE: u32 = 10;

/// Memory kept between floods, to avoid allocation.
#[derive(Default)]
struct Scratch {
    /// Cells of the window with its ring: nonzero while unreached.
    silent: Vec<u16>,
    /// Their absorption.
    tiles: Vec<u16>,
    cells: Vec<u32>,
    distances: Vec<u32>,
    /// Cells by the distance at which they spread, modulo the number of buckets.
    buckets: Vec<Vec<u32>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// A range that holds the absorption of all tiles of a map that are not soundproof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbsorptionRange {
    pub least: u16,
    pub most: u16,
}

impl AbsorptionRange {
    pub fn of(absorption: &Padded<u16>) -> Self {
        // Minus one, so that soundproof tiles (0) wrap to the maximum.
        let (least, most) = absorption
            .cells
            .iter()
            .fold((u16::MAX, 0), |(low, high), &value| (low.min(value.wrapping_sub(1)), high.max(value)));
        AbsorptionRange { least: least.saturating_add(1), most }
    }

    /// The range, extended by one tile.
    pub fn with(self, value: u16) -> Self {
        let least = if value == 0 { self.least } else { self.least.min(value) };
        AbsorptionRange { least, most: self.most.max(value) }
    }
}

/// Spreads sound from places; `read` gets the reached cells, nearest first.
pub fn spread<R>(
    absorption: &Padded<u16>,
    absorbs: AbsorptionRange,
    sources: &[(usize, usize)],
    max_distance: u32,
    read: impl FnOnce(&ReachedCells) -> R,
) -> Allocated<R> {
    let steps = max_distance.checked_sub(OWN_TILE).map_or(0, |left| 1 + left / u32::from(absorbs.least));
    let size = (absorption.height, absorption.width);
    let window = Window::around(sources.iter().copied(), steps as usize, size);
    memory_for(window.cells(), SPREAD_BYTES)?;
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.prepare(absorption, &window, u32::from(absorbs.most).max(OWN_TILE));
        let count = scratch.run(&window, sources, max_distance);
        Ok(read(&ReachedCells { window, cells: &scratch.cells[..count], distances: &scratch.distances }))
    })
}

impl Scratch {
    fn prepare(&mut self, absorption: &Padded<u16>, window: &Window, longest: u32) {
        cut_out(absorption, window, &mut self.tiles);
        self.silent.clear();
        self.silent.resize(window.stride() + 1, 0);
        for _ in 0..window.height {
            self.silent.resize(self.silent.len() + window.width, 1);
            self.silent.extend_from_slice(&[0, 0]);
        }
        self.silent.resize(window.cells(), 0);
        make_room(&mut self.cells, window.cells());
        self.distances.clear();
        let needed = (longest as usize + 1).next_power_of_two();
        if self.buckets.len() < needed {
            self.buckets.resize_with(needed, Vec::new);
        }
    }

    /// Returns the number of reached cells.
    fn run(&mut self, window: &Window, sources: &[(usize, usize)], max: u32) -> usize {
        let Scratch { silent, tiles, cells, distances, buckets } = self;
        let (stride, mask) = (window.stride(), buckets.len() - 1);
        let mut count = 0;
        for &place in sources {
            let cell = window.number(place);
            if silent[cell] != 0 {
                silent[cell] = 0;
                cells[count] = cell as u32;
                count += 1;
            }
        }
        distances.resize(count, 0);
        if OWN_TILE > max {
            return count;
        }
        let mut distance = OWN_TILE;
        buckets[distance as usize & mask].extend_from_slice(&cells[..count]);
        let mut waiting = count;
        while waiting > 0 {
            let at = distance as usize & mask;
            if buckets[at].is_empty() {
                distance += 1;
                continue;
            }
            // No tile absorbs as much as the number of buckets, so nothing is added to the current one.
            let mut bucket = std::mem::take(&mut buckets[at]);
            let first = count;
            for &cell in &bucket {
                let out = room(cells, count);
                count += take(silent, eight(cell as usize, stride), out);
            }
            waiting -= bucket.len();
            bucket.clear();
            buckets[at] = bucket;
            distances.resize(count, distance);
            for &cell in &cells[first..count] {
                let absorbs = u32::from(tiles[cell as usize]);
                let after = distance + absorbs;
                if absorbs != 0 && after <= max {
                    buckets[after as usize & mask].push(cell);
                    waiting += 1;
                }
            }
            distance += 1;
        }
        count
    }
}

/// Distances around a cell, to find the direction of arrival.
struct Arrivals<'a> {
    absorption: &'a Padded<u16>,
    window: Window,
    /// Distance of each cell of the window; FAR for unreached ones.
    found: &'a [u32],
}

impl Arrivals<'_> {
    /// The cost of leaving a reached cell; 0 if sound cannot leave it.
    #[inline]
    fn leaving(&self, cell: usize) -> u32 {
        if self.found[cell] == 0 {
            return OWN_TILE;
        }
        u32::from(self.absorption.cells[self.absorption.index(self.window.place(cell as u32))])
    }

    /// Whether sound reaches a cell through the neighbor.
    #[inline]
    fn through(&self, cell: usize, neighbor: usize) -> bool {
        let (here, there) = (self.found[cell], self.found[neighbor]);
        there < here && {
            let step = self.leaving(neighbor);
            step != 0 && there + step == here
        }
    }

    /// The direction of arrival at a cell from a source, through neighbors for which `counts` holds; -1 if there are
    /// none, as at the source.
    fn direction(&self, cell: usize, source: (usize, usize), counts: impl Fn(usize) -> bool) -> i8 {
        let (y, x) = self.window.place(cell as u32);
        let bearing = (source.0 as i64 - y as i64, source.1 as i64 - x as i64);
        let (mut best, mut closest) = (-1, 0);
        for (direction, (offset, (dy, dx))) in self.window.steps().into_iter().zip(DIRECTIONS).enumerate() {
            let next = cell.wrapping_add_signed(offset);
            if !counts(next) || !self.through(cell, next) {
                continue;
            }
            // The cosine of the angle, squared, with its sign, times twice the squared length of the bearing.
            let dot = i64::from(dy) * bearing.0 + i64::from(dx) * bearing.1;
            let angle = dot * dot.abs() * if dy != 0 && dx != 0 { 1 } else { 2 };
            if best < 0 || angle > closest {
                (best, closest) = (direction as i8, angle);
            }
        }
        best
    }
}

/// The directions of arrival at all cells reached by `spread`, row-major; -1 elsewhere.
pub fn arrivals(absorption: &Padded<u16>, sources: &[(usize, usize)], reached: &ReachedCells, out: &mut [i8]) {
    let window = reached.window;
    let mut found = Vec::new();
    reached.write_window(FAR, &mut found);
    let near = Arrivals { absorption, window, found: &found };
    // Each cell belongs to the first of its nearest sources; owners are inherited in order of distance.
    let mut owner = vec![u32::MAX; found.len()];
    for (index, &place) in sources.iter().enumerate().rev() {
        owner[window.number(place)] = index as u32;
    }
    out.fill(-1);
    for &cell in reached.cells {
        let cell = cell as usize;
        if found[cell] == 0 {
            continue;
        }
        for offset in window.steps() {
            let next = cell.wrapping_add_signed(offset);
            if owner[next] < owner[cell] && near.through(cell, next) {
                owner[cell] = owner[next];
            }
        }
        let (y, x) = window.place(cell as u32);
        let own = owner[cell];
        out[y * absorption.width + x] = near.direction(cell, sources[own as usize], |next| owner[next] == own);
    }
}

/// One audible pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AudiblePair {
    pub listener: u32,
    pub source: u32,
    pub distance: u32,
    pub direction: i8,
}

/// All audible pairs, ordered by listener and source; `ranges` has one limit for each listener.
pub fn hear(
    absorption: &Padded<u16>,
    absorbs: AbsorptionRange,
    sources: &[(usize, usize)],
    listeners: &[(usize, usize)],
    ranges: &[u32],
) -> Allocated<Vec<AudiblePair>> {
    let mut heard = Vec::new();
    let Some(&farthest) = ranges.iter().max() else { return Ok(heard) };
    let mut found = Vec::new();
    for (j, &source) in sources.iter().enumerate() {
        spread(absorption, absorbs, &[source], farthest, |reached| {
            let window = reached.window;
            reached.write_window(FAR, &mut found);
            let near = Arrivals { absorption, window, found: &found };
            for (i, &listener) in listeners.iter().enumerate().filter(|(_, listener)| window.holds(**listener)) {
                let cell = window.number(listener);
                let distance = found[cell];
                if distance != FAR && distance <= ranges[i] {
                    let direction = near.direction(cell, source, |_| true);
                    push(&mut heard, AudiblePair { listener: i as u32, source: j as u32, distance, direction })?;
                }
            }
            Allocated::Ok(())
        })??;
    }
    heard.sort_unstable();
    Ok(heard)
}
