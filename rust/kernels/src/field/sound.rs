//! Sound through absorbing tiles. The rule is in the Python reference, `sound.py`.
//!
//! What a tile costs is paid when sound leaves it, in all directions at once. So each reached cell spreads once, at its
//! distance and what it absorbs, and the first to spread to a cell is the nearest: no cell is ever lowered again.

use super::FAR;
use super::reach::{Reached, Window};
use super::steps::{cut_out, eight, make_room, room, take};
use crate::DIRECTIONS;
use crate::map::Padded;
use std::cell::RefCell;

/// What the source's own tile counts, in tenths.
const OWN_TILE: u32 = 10;

/// What is kept from one flood to the next, so that nothing is allocated.
#[derive(Default)]
struct Scratch {
    /// The window's cells with its ring: not 0 where they are not reached.
    silent: Vec<u16>,
    /// What they absorb.
    tiles: Vec<u16>,
    cells: Vec<u32>,
    distances: Vec<u32>,
    /// Cells that spread at the same distance, modulo the number of buckets.
    buckets: Vec<Vec<u32>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// The least and the most that tiles of a map absorb, of those that pass sound on at all; the true ones or wider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absorbs {
    pub least: u16,
    pub most: u16,
}

impl Absorbs {
    pub fn of(absorption: &Padded<u16>) -> Self {
        // One less, so that tiles without any are the largest.
        let (least, most) = absorption
            .cells
            .iter()
            .fold((u16::MAX, 0), |(low, high), &value| (low.min(value.wrapping_sub(1)), high.max(value)));
        Absorbs { least: least.saturating_add(1), most }
    }

    /// The same, with one tile more.
    pub fn with(self, value: u16) -> Self {
        let least = if value == 0 { self.least } else { self.least.min(value) };
        Absorbs { least, most: self.most.max(value) }
    }
}

/// Spreads sound from places and shows what it reached to `read`, nearest first.
pub fn spread<R>(
    absorption: &Padded<u16>,
    absorbs: Absorbs,
    sources: &[(usize, usize)],
    max_distance: u32,
    read: impl FnOnce(&Reached) -> R,
) -> R {
    let steps = max_distance.checked_sub(OWN_TILE).map_or(0, |left| 1 + left / u32::from(absorbs.least));
    let size = (absorption.height, absorption.width);
    let window = Window::around(sources.iter().copied(), steps as usize, size);
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.prepare(absorption, &window, u32::from(absorbs.most).max(OWN_TILE));
        let count = scratch.run(&window, sources, max_distance);
        read(&Reached { window, cells: &scratch.cells[..count], distances: &scratch.distances })
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

    /// Returns how many cells are reached.
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
            // No tile absorbs as much as there are buckets: nothing is added to the one that is being emptied.
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

/// Distances around a cell, to tell where sound comes from.
struct Arrivals<'a> {
    absorption: &'a Padded<u16>,
    window: Window,
    /// For each cell of the window; FAR where nothing came.
    found: &'a [u32],
}

impl Arrivals<'_> {
    /// What it costs to pass on from a reached cell; 0 if sound cannot.
    #[inline]
    fn leaving(&self, cell: usize) -> u32 {
        if self.found[cell] == 0 {
            return OWN_TILE;
        }
        u32::from(self.absorption.cells[self.absorption.index(self.window.place(cell as u32))])
    }

    /// Whether sound comes to a cell through the neighbor.
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

/// The directions of arrival at all cells that `spread` has reached, row-major; -1 elsewhere.
pub fn arrivals(absorption: &Padded<u16>, sources: &[(usize, usize)], reached: &Reached, out: &mut [i8]) {
    let window = reached.window;
    let mut found = Vec::new();
    reached.write_window(FAR, &mut found);
    let near = Arrivals { absorption, window, found: &found };
    // Each cell belongs to the first of its nearest sources; owners pass down in the order of distance.
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
pub struct Heard {
    pub listener: u32,
    pub source: u32,
    pub distance: u32,
    pub direction: i8,
}

/// All audible pairs in the order of listener and source; `ranges` has one limit for each listener.
pub fn hear(
    absorption: &Padded<u16>,
    absorbs: Absorbs,
    sources: &[(usize, usize)],
    listeners: &[(usize, usize)],
    ranges: &[u32],
) -> Vec<Heard> {
    let mut heard = Vec::new();
    let Some(&farthest) = ranges.iter().max() else { return heard };
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
                    heard.push(Heard { listener: i as u32, source: j as u32, distance, direction });
                }
            }
        });
    }
    heard.sort_unstable();
    heard
}
