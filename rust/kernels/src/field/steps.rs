//! Breadth-first search: all steps have one cost.

use super::reach::{ReachedCells, Window};
use crate::map::Padded;
use crate::memory::{Allocated, room as memory_for};
use std::cell::RefCell;

/// The neighbors that a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighborhood {
    Four,
    Eight,
    /// Eight; both cells adjacent to a diagonal step must be open.
    EightAroundCorners,
}

/// Memory kept between floods, to avoid allocation.
#[derive(Default)]
struct Scratch {
    /// Cells of the window with its ring: nonzero while open and unreached.
    fresh: Vec<u16>,
    /// The same before the flood.
    open: Vec<u16>,
    cells: Vec<u32>,
    distances: Vec<u32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Rules of a flood: sources have the distance `start`, steps add `price`, and distances beyond `max` are unreached.
#[derive(Clone, Copy, Debug)]
pub struct FloodRules {
    pub start: u32,
    pub price: u32,
    pub max: u32,
    /// Whether a source on a wall spreads.
    pub walled: bool,
}

/// Bytes a cell of the window that a flood takes at most, with growth.
const FLOOD_BYTES: usize = 32;

/// Floods the cells with a nonzero cost; `read` gets the reached cells. A source on a wall is reached.
pub fn breadth_first<R>(
    cost: &Padded<u16>,
    ways: Neighborhood,
    sources: impl Iterator<Item = (usize, usize)> + Clone,
    pace: FloodRules,
    read: impl FnOnce(&ReachedCells) -> R,
) -> Allocated<R> {
    let FloodRules { start, price, max, walled } = pace;
    let reach = if start > max { 0 } else { (max - start) / price };
    let window = Window::around(sources.clone(), reach as usize, (cost.height, cost.width));
    memory_for(window.cells(), FLOOD_BYTES)?;
    SCRATCH.with_borrow_mut(|Scratch { fresh, open, cells, distances }| {
        cut_out(cost, &window, fresh);
        let walls_matter = ways == Neighborhood::EightAroundCorners || !walled;
        open.clear();
        open.extend_from_slice(if walls_matter { fresh } else { &[] });
        make_room(cells, window.cells() + sources.clone().count());
        let mut count = 0;
        if start <= max {
            for place in sources {
                let cell = window.number(place);
                if fresh[cell] != 0 || cost.cells[cost.index(place)] == 0 {
                    fresh[cell] = 0;
                    cells[count] = cell as u32;
                    count += 1;
                }
            }
        }
        distances.clear();
        distances.resize(count, start);
        let stride = window.stride();
        let (mut from, mut distance) = (0, start);
        while from < count && distance + price <= max {
            let to = count;
            distance += price;
            for i in from..to {
                let cell = cells[i] as usize;
                if !walled && open[cell] == 0 {
                    continue;
                }
                let out = room(cells, count);
                count += match ways {
                    Neighborhood::Four => take(fresh, four(cell, stride), out),
                    Neighborhood::Eight => take(fresh, eight(cell, stride), out),
                    Neighborhood::EightAroundCorners => take(fresh, around_corners(open, cell, stride), out),
                };
            }
            distances.resize(count, distance);
            from = to;
        }
        Ok(read(&ReachedCells { window, cells: &cells[..count], distances }))
    })
}

/// Reserves room for `most` cells, and for the invalid ones that `take` writes.
pub(super) fn make_room(cells: &mut Vec<u32>, most: usize) {
    if cells.len() < most + 8 {
        cells.resize(most + 8, 0);
    }
}

#[inline(always)]
pub(super) fn room(cells: &mut [u32], count: usize) -> &mut [u32; 8] {
    cells[count..].first_chunk_mut().expect("as much room as the window has cells, and eight")
}

/// Copies a window of a map. Its ring is set to 0; that of the map must be 0.
pub(super) fn cut_out(map: &Padded<u16>, window: &Window, out: &mut Vec<u16>) {
    out.clear();
    if (window.height, window.width) == (map.height, map.width) {
        out.extend_from_slice(&map.cells);
        return;
    }
    out.resize(window.cells(), 0);
    if window.height > 0 {
        let rows = out[window.stride()..].chunks_exact_mut(window.stride());
        let cut = map.cells[map.index((window.top, window.left))..].chunks(map.stride());
        for (row, cells) in rows.zip(cut).take(window.height) {
            row[1..=window.width].copy_from_slice(&cells[..window.width]);
        }
    }
}

/// Removes the fresh (nonzero) neighbors of a cell from the set and lists them, without branches that depend on the
/// map: all are written, only the fresh ones are counted. Returns their number.
///
/// Cells are read and written one by one, with bounds checks: wider loads would wait for the stores of the previous
/// cell, and without the checks the loads collide with them (a quarter slower in `sound.rs`).
#[inline(always)]
pub(super) fn take<const N: usize>(fresh: &mut [u16], neighbors: [usize; N], out: &mut [u32; 8]) -> usize {
    let mut count = 0;
    for next in neighbors {
        out[count & 7] = next as u32;
        count += usize::from(fresh[next] != 0);
        fresh[next] = 0;
    }
    count
}

/// The neighbors of a cell.
#[inline(always)]
pub(super) fn eight(cell: usize, stride: usize) -> [usize; 8] {
    let (up, down) = (cell - stride, cell + stride);
    [up - 1, up, up + 1, cell - 1, cell + 1, down - 1, down, down + 1]
}

/// The neighbors that share a side with a cell.
#[inline(always)]
fn four(cell: usize, stride: usize) -> [usize; 4] {
    [cell - stride, cell - 1, cell + 1, cell + stride]
}

/// The neighbors of a cell that are nonzero in `open`; diagonal ones only if both adjacent cells are, too.
#[inline(always)]
fn around_corners(open: &[u16], cell: usize, stride: usize) -> [usize; 8] {
    let (up, down) = (cell - stride, cell + stride);
    let [north, west, east, south] = four(cell, stride).map(|side| open[side] != 0);
    // The cell itself is reached already: it stands for a forbidden neighbor.
    let corner = |a: bool, b: bool, corner: usize| if a & b { corner } else { cell };
    [
        up,
        cell - 1,
        cell + 1,
        down,
        corner(north, west, up - 1),
        corner(north, east, up + 1),
        corner(south, west, down - 1),
        corner(south, east, down + 1),
    ]
}
