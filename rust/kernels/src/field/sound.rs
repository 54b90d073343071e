//! Sound through absorbing tiles. The rule is in the Python reference, `sound.py`.

use super::dial::FAR;
use crate::DIRECTIONS;
use crate::map::Padded;
use crate::queue::{Entry, Queue};

/// What the source's own tile counts, in tenths.
const OWN_TILE: u32 = 10;

/// Distances from the nearest source, padded like the map; FAR out of range.
pub fn spread(absorption: &Padded<u16>, sources: &[usize], max_distance: u32) -> Vec<u32> {
    let mut found = vec![FAR; absorption.cells.len()];
    seal(absorption, &mut found);
    let dearest = absorption.cells.iter().copied().max().unwrap_or(0);
    let mut queue = Queue::new(u32::from(dearest).max(OWN_TILE), 1);
    for &cell in sources {
        found[cell] = 0;
        queue.push(0, Entry { cell: cell as u32, distance: 0 });
    }
    let steps = absorption.steps();
    while let Some((_, Entry { cell, distance })) = queue.pop() {
        if found[cell as usize] != distance {
            continue;
        }
        let step = leaving(absorption, &found, cell as usize);
        if step == 0 || distance + step > max_distance {
            continue;
        }
        for offset in steps {
            let next = cell.wrapping_add_signed(offset as i32);
            if distance + step < found[next as usize] {
                found[next as usize] = distance + step;
                queue.push(distance + step, Entry { cell: next, distance: distance + step });
            }
        }
    }
    for y in 0..absorption.height + 2 {
        for x in [0, absorption.width + 1] {
            found[y * absorption.stride() + x] = FAR;
        }
    }
    let last = found.len() - absorption.stride();
    found[..absorption.stride()].fill(FAR);
    found[last..].fill(FAR);
    found
}

/// Keeps the flood off the ring.
fn seal(absorption: &Padded<u16>, found: &mut [u32]) {
    let stride = absorption.stride();
    let last = found.len() - stride;
    found[..stride].fill(0);
    found[last..].fill(0);
    for row in found.chunks_exact_mut(stride) {
        row[0] = 0;
        row[stride - 1] = 0;
    }
}

/// What it costs to pass on from a reached cell; 0 if sound cannot.
#[inline]
fn leaving(absorption: &Padded<u16>, found: &[u32], cell: usize) -> u32 {
    if found[cell] == 0 { OWN_TILE } else { u32::from(absorption.cells[cell]) }
}

/// The direction of arrival at a cell from a source, among neighbours for which `counts` holds; -1 at the source.
fn arrival(absorption: &Padded<u16>, found: &[u32], cell: usize, source: usize, counts: impl Fn(usize) -> bool) -> i8 {
    let ((y, x), (sy, sx)) = (absorption.position(cell), absorption.position(source));
    let bearing = (sy as i64 - y as i64, sx as i64 - x as i64);
    let (mut best, mut closest) = (-1, 0);
    for (direction, (offset, (dy, dx))) in absorption.steps().into_iter().zip(DIRECTIONS).enumerate() {
        let next = cell.wrapping_add_signed(offset);
        if found[next] == FAR || !counts(next) {
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

/// The directions of arrival at all cells of a field made by `spread` from these sources, row-major; -1 at sources
/// and where unreached.
pub fn arrivals(absorption: &Padded<u16>, sources: &[usize], found: &[u32], out: &mut [i8]) {
    // Each cell belongs to the first of its nearest sources; owners pass down in the order of distance.
    let mut owner = vec![u32::MAX; found.len()];
    let mut order: Vec<u32> = (0..found.len() as u32).filter(|&cell| found[cell as usize] != FAR).collect();
    order.sort_unstable_by_key(|&cell| found[cell as usize]);
    for (index, &cell) in sources.iter().enumerate().rev() {
        owner[cell] = index as u32;
    }
    out.fill(-1);
    for cell in order {
        let cell = cell as usize;
        if found[cell] == 0 {
            continue;
        }
        for offset in absorption.steps() {
            let next = cell.wrapping_add_signed(offset);
            if found[next] < found[cell] {
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
pub fn hear(absorption: &Padded<u16>, sources: &[usize], listeners: &[usize], ranges: &[u32]) -> Vec<Heard> {
    let mut heard = Vec::new();
    let Some(&farthest) = ranges.iter().max() else { return heard };
    for (j, &source) in sources.iter().enumerate() {
        let found = spread(absorption, &[source], farthest);
        for (i, &listener) in listeners.iter().enumerate() {
            let distance = found[listener];
            if distance != FAR && distance <= ranges[i] {
                let direction = arrival(absorption, &found, listener, source, |_| true);
                heard.push(Heard { listener: i as u32, source: j as u32, distance, direction });
            }
        }
    }
    heard.sort_unstable();
    heard
}
