//! Sound through absorbing tiles. The rule is in the Python reference, `sound.py`.

use super::FAR;
use super::flood::{Flood, flood};
use crate::DIRECTIONS;
use crate::map::Padded;

/// What the source's own tile counts, in tenths.
const OWN_TILE: u32 = 10;

/// Spreads sound from the sources and shows the flood to `read`. `dearest` is the largest absorption of the map.
pub fn spread<R>(
    absorption: &Padded<u16>,
    dearest: u16,
    sources: &[usize],
    max_distance: u32,
    read: impl FnOnce(&Flood) -> R,
) -> R {
    let steps = absorption.steps();
    let seeds = sources.iter().map(|&cell| (cell, 0));
    let longest = u32::from(dearest).max(OWN_TILE);
    flood(
        absorption,
        seeds,
        longest,
        max_distance,
        |flood, cell, distance| {
            let step = if distance == 0 { OWN_TILE } else { u32::from(absorption.cells[cell]) };
            let reached = distance + step;
            if step != 0 && reached <= flood.max() {
                flood.lower_all(steps.map(|offset| cell.wrapping_add_signed(offset)), reached);
            }
        },
        read,
    )
}

/// What it costs to pass on from a reached cell; 0 if sound cannot.
#[inline]
fn leaving(absorption: &Padded<u16>, found: &[u32], cell: usize) -> u32 {
    if found[cell] == 0 { OWN_TILE } else { u32::from(absorption.cells[cell]) }
}

/// The direction of arrival at a cell from a source, among neighbours for which `counts` holds; -1 at the source.
/// The ring, whose distances are 0 too, does not count.
fn arrival(absorption: &Padded<u16>, found: &[u32], cell: usize, source: usize, counts: impl Fn(usize) -> bool) -> i8 {
    let ((y, x), (sy, sx)) = (absorption.position(cell), absorption.position(source));
    let bearing = (sy as i64 - y as i64, sx as i64 - x as i64);
    let (mut best, mut closest) = (-1, 0);
    for (direction, (offset, (dy, dx))) in absorption.steps().into_iter().zip(DIRECTIONS).enumerate() {
        let next = cell.wrapping_add_signed(offset);
        if found[next] >= found[cell] || !counts(next) {
            continue;
        }
        let step = leaving(absorption, found, next);
        if step == 0 || found[next] + step != found[cell] {
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

/// The directions of arrival at all cells that a flood of `spread` has reached, row-major; -1 elsewhere.
pub fn arrivals(absorption: &Padded<u16>, sources: &[usize], flood: &Flood, out: &mut [i8]) {
    // Each cell belongs to the first of its nearest sources; owners pass down in the order of distance.
    let found = &flood.distances;
    let mut owner = vec![u32::MAX; found.len()];
    for (index, &cell) in sources.iter().enumerate().rev() {
        owner[cell] = index as u32;
    }
    out.fill(-1);
    for &cell in &flood.order {
        let cell = cell as usize;
        if found[cell] == 0 {
            continue;
        }
        for offset in absorption.steps() {
            let next = cell.wrapping_add_signed(offset);
            if found[next] < found[cell] && owner[next] != u32::MAX {
                let step = leaving(absorption, found, next);
                if step != 0 && found[next] + step == found[cell] {
                    owner[cell] = owner[cell].min(owner[next]);
                }
            }
        }
        let (y, x) = absorption.position(cell);
        let own = owner[cell];
        out[y * absorption.width + x] =
            arrival(absorption, found, cell, sources[own as usize], |next| owner[next] == own);
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
    dearest: u16,
    sources: &[usize],
    listeners: &[usize],
    ranges: &[u32],
) -> Vec<Heard> {
    let mut heard = Vec::new();
    let Some(&farthest) = ranges.iter().max() else { return heard };
    for (j, &source) in sources.iter().enumerate() {
        spread(absorption, dearest, &[source], farthest, |flood| {
            let found = &flood.distances;
            for (i, &listener) in listeners.iter().enumerate() {
                let distance = found[listener];
                if distance != FAR && distance <= ranges[i] {
                    let direction =
                        arrival(absorption, found, listener, source, |cell| found[cell] != 0 || cell == source);
                    heard.push(Heard { listener: i as u32, source: j as u32, distance, direction });
                }
            }
        });
    }
    heard.sort_unstable();
    heard
}
