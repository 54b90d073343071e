//! Sound through absorbing tiles. The Python reference, `sound.py`, states the rule.
//!
//! Sound pays for a tile when it leaves it, in all directions at once. So each cell spreads once, at its distance plus its
//! absorption, and the first to reach a cell is the nearest: no distance is ever lowered.

use super::reach::{ReachedCells, Window};
use super::steps::{cut_out, eight, make_room, room, take};
use super::waves::{MAX_HEIGHT, Waves};
use crate::map::Padded;
use crate::memory::{Allocated, push, room as memory_for};
use crate::{DIRECTIONS, UNREACHED};
use std::cell::RefCell;

/// Bytes a cell of the window that a spread takes at most, with growth and directions of arrival.
const SPREAD_BYTES: usize = 48;

/// Cost of the source's own tile, in tenths.
pub(super) const OWN_TILE: u32 = 10;

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
    narrow: Box<Waves<1>>,
    wide: Box<Waves<2>>,
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

/// The distances that a spread found.
pub enum Heard<'a> {
    Rows(Window, &'a dyn Rows),
    Cells(ReachedCells<'a>),
}

/// Distances by rows of a window.
pub trait Rows {
    /// Writes row `y` of the window, UNREACHED for cells out of range.
    fn write_row(&self, y: usize, out: &mut [i32]);
}

impl Heard<'_> {
    fn window(&self) -> Window {
        match self {
            Heard::Rows(window, _) => *window,
            Heard::Cells(reached) => reached.window,
        }
    }

    /// Writes a row-major field of a map of this width, UNREACHED for other cells.
    pub fn write_field(&self, width: usize, out: &mut [i32]) {
        match self {
            Heard::Cells(reached) => reached.write_field(width, out),
            Heard::Rows(window, rows) => {
                let (above, inside) = out.split_at_mut(window.top * width);
                let (inside, below) = inside.split_at_mut(window.height * width);
                above.fill(UNREACHED);
                below.fill(UNREACHED);
                for (y, row) in inside.chunks_exact_mut(width).enumerate() {
                    let (before, row) = row.split_at_mut(window.left);
                    let (row, after) = row.split_at_mut(window.width);
                    before.fill(UNREACHED);
                    after.fill(UNREACHED);
                    rows.write_row(y, row);
                }
            }
        }
    }

    /// Writes the square of this radius around a place, UNREACHED for other cells and outside of the map.
    pub fn write_square(&self, (y, x): (usize, usize), radius: usize, out: &mut [i32]) {
        out.fill(UNREACHED);
        let (side, window) = (2 * radius + 1, self.window());
        match self {
            Heard::Cells(reached) => {
                for (&cell, &distance) in reached.cells.iter().zip(reached.distances) {
                    let (cy, cx) = window.place(cell);
                    let (row, column) = ((cy + radius).wrapping_sub(y), (cx + radius).wrapping_sub(x));
                    if row < side && column < side {
                        out[row * side + column] = distance as i32;
                    }
                }
            }
            Heard::Rows(_, rows) => {
                let mut cells = [UNREACHED; 128];
                let left = x.saturating_sub(radius).max(window.left);
                let right = (x + radius + 1).min(window.left + window.width);
                let top = y.saturating_sub(radius).max(window.top);
                if left >= right {
                    return;
                }
                for cy in top..(y + radius + 1).min(window.top + window.height) {
                    rows.write_row(cy - window.top, &mut cells[..window.width]);
                    let first = (cy + radius - y) * side + left + radius - x;
                    let part = &cells[left - window.left..right - window.left];
                    out[first..first + part.len()].copy_from_slice(part);
                }
            }
        }
    }

    /// Writes the distances into an array of the window's cells, UNREACHED for other cells.
    fn write_window(&self, out: &mut Vec<i32>) {
        match self {
            Heard::Cells(reached) => reached.write_window(out),
            Heard::Rows(window, rows) => {
                out.clear();
                out.resize(window.cells(), UNREACHED);
                for (y, row) in out.chunks_exact_mut(window.stride()).skip(1).take(window.height).enumerate() {
                    rows.write_row(y, &mut row[1..=window.width]);
                }
            }
        }
    }
}

fn window_of(
    absorption: &Padded<u16>,
    absorbs: AbsorptionRange,
    sources: &[(usize, usize)],
    max_distance: u32,
) -> Allocated<Window> {
    let steps = max_distance.checked_sub(OWN_TILE).map_or(0, |left| 1 + left / u32::from(absorbs.least));
    let size = (absorption.height, absorption.width);
    let window = Window::around(sources.iter().copied(), steps as usize, size);
    memory_for(window.cells(), SPREAD_BYTES)?;
    Ok(window)
}

/// Spreads sound from places; `read` gets the distances.
pub fn spread<R>(
    absorption: &Padded<u16>,
    absorbs: AbsorptionRange,
    sources: &[(usize, usize)],
    max_distance: u32,
    read: impl FnOnce(&Heard) -> R,
) -> Allocated<R> {
    let window = window_of(absorption, absorbs, sources, max_distance)?;
    SCRATCH.with_borrow_mut(|scratch| {
        let width = if sources.is_empty() || window.height > MAX_HEIGHT { usize::MAX } else { window.width };
        if width <= 64 && scratch.narrow.run(absorption, &window, sources, max_distance) {
            return Ok(read(&Heard::Rows(window, &*scratch.narrow)));
        }
        if (65..=128).contains(&width) && scratch.wide.run(absorption, &window, sources, max_distance) {
            return Ok(read(&Heard::Rows(window, &*scratch.wide)));
        }
        Ok(read(&Heard::Cells(scratch.spread_cells(absorption, absorbs, window, sources, max_distance))))
    })
}

impl Scratch {
    /// Spreads cell by cell: a bucket of cells for each distance.
    fn spread_cells(
        &mut self,
        absorption: &Padded<u16>,
        absorbs: AbsorptionRange,
        window: Window,
        sources: &[(usize, usize)],
        max: u32,
    ) -> ReachedCells<'_> {
        self.prepare(absorption, &window, u32::from(absorbs.most).max(OWN_TILE));
        let count = self.run(&window, sources, max);
        ReachedCells { window, cells: &self.cells[..count], distances: &self.distances }
    }

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
        let Scratch { silent, tiles, cells, distances, buckets, .. } = self;
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
    /// Distance of each cell of the window, or UNREACHED.
    found: &'a [i32],
    /// Differences between the numbers of neighbors, in the window and on the map.
    steps: [isize; 8],
    map_steps: [isize; 8],
}

impl<'a> Arrivals<'a> {
    fn new(absorption: &'a Padded<u16>, window: Window, found: &'a [i32]) -> Self {
        Arrivals { absorption, found, steps: window.steps(), map_steps: absorption.steps() }
    }

    /// Whether sound reaches a cell at a place through the neighbor in a direction.
    #[inline]
    fn through(&self, cell: usize, place: (usize, usize), direction: usize) -> bool {
        let (here, there) = (self.found[cell], self.found[cell.wrapping_add_signed(self.steps[direction])]);
        if there < 0 || there >= here {
            return false;
        }
        if there == 0 {
            return here == OWN_TILE as i32;
        }
        let tile = self.absorption.index(place).wrapping_add_signed(self.map_steps[direction]);
        // A soundproof tile, 0, adds nothing, and the distances differ.
        there + i32::from(self.absorption.cells[tile]) == here
    }

    /// The direction of arrival at a cell at a place from a source, through neighbors for which `counts` holds; -1 if
    /// there are none, as at the source.
    #[inline]
    fn direction(
        &self,
        cell: usize,
        place: (usize, usize),
        source: (usize, usize),
        counts: impl Fn(usize) -> bool,
    ) -> i8 {
        let bearing = (source.0 as i64 - place.0 as i64, source.1 as i64 - place.1 as i64);
        let (mut best, mut closest) = (-1, 0);
        for (direction, (dy, dx)) in DIRECTIONS.into_iter().enumerate() {
            if !self.through(cell, place, direction) || !counts(cell.wrapping_add_signed(self.steps[direction])) {
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

/// Writes the directions of arrival at all cells that sound from these places reaches, row-major; -1 elsewhere.
pub fn arrivals(absorption: &Padded<u16>, sources: &[(usize, usize)], heard: &Heard, out: &mut [i8]) {
    let (window, mut found) = (heard.window(), Vec::new());
    heard.write_window(&mut found);
    let near = Arrivals::new(absorption, window, &found);
    out.fill(-1);
    if let &[source] = sources {
        for y in window.top..window.top + window.height {
            let (first, row) = (window.number((y, window.left)), y * absorption.width + window.left);
            for x in 0..window.width {
                if found[first + x] > 0 {
                    out[row + x] = near.direction(first + x, (y, window.left + x), source, |_| true);
                }
            }
        }
        return;
    }
    // Each cell belongs to the first of its nearest sources; owners are inherited in order of distance.
    let mut owner = vec![u32::MAX; found.len()];
    for (index, &place) in sources.iter().enumerate().rev() {
        owner[window.number(place)] = index as u32;
    }
    let mut cells: Vec<u32> = (0..found.len() as u32).filter(|&cell| found[cell as usize] > 0).collect();
    cells.sort_unstable_by_key(|&cell| found[cell as usize]);
    for cell in cells {
        let (place, cell) = (window.place(cell), cell as usize);
        for direction in 0..DIRECTIONS.len() {
            let next = cell.wrapping_add_signed(near.steps[direction]);
            if owner[next] < owner[cell] && near.through(cell, place, direction) {
                owner[cell] = owner[next];
            }
        }
        let own = owner[cell];
        out[place.0 * absorption.width + place.1] =
            near.direction(cell, place, sources[own as usize], |next| owner[next] == own);
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
        let window = window_of(absorption, absorbs, &[source], farthest)?;
        if !listeners.iter().any(|&listener| window.holds(listener)) {
            continue;
        }
        spread(absorption, absorbs, &[source], farthest, |sound| {
            sound.write_window(&mut found);
            let near = Arrivals::new(absorption, window, &found);
            for (i, &listener) in listeners.iter().enumerate().filter(|(_, listener)| window.holds(**listener)) {
                let cell = window.number(listener);
                let distance = found[cell];
                if distance >= 0 && distance as u32 <= ranges[i] {
                    let direction = near.direction(cell, listener, source, |_| true);
                    let (listener, source, distance) = (i as u32, j as u32, distance as u32);
                    push(&mut heard, AudiblePair { listener, source, distance, direction })?;
                }
            }
            Allocated::Ok(())
        })??;
    }
    heard.sort_unstable();
    Ok(heard)
}
