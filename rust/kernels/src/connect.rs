//! Tunnels between regions: a minimum spanning tree (J. B. Kruskal, 1956) over the walls between them.

use crate::map::{Mask, Padded};
use crate::regions::{find, regions};

/// Writes the map with its tunnels to `out`; the Python reference, `regions.py`, states the rule.
pub fn connect(map: Mask, diagonal: bool, keep_border: bool, out: &mut [u8]) {
    let mut labels = vec![0; map.cells.len()];
    let count = regions(map, diagonal, &mut labels).len();
    for (cell, &label) in out.iter_mut().zip(&labels) {
        *cell = u8::from(label != 0);
    }
    if count <= 2 {
        return;
    }
    let mut owner = Padded::from_rows(map.height, map.width, &labels, -1);
    if keep_border {
        close_border(&mut owner);
    }
    let (depth, parents) = grow(&mut owner);
    let mut root: Vec<u32> = (0..count as u32).collect();
    for (_, cell, other) in list_meetings(&owner, &depth) {
        let (a, b) = (find(&mut root, owner.cells[cell] as u32), find(&mut root, owner.cells[other] as u32));
        if a == b {
            continue;
        }
        root[a.max(b) as usize] = a.min(b);
        for mut cell in [cell, other] {
            while depth[cell] > 0 {
                let (y, x) = owner.position(cell);
                out[y * map.width + x] = 1;
                cell = parents[cell] as usize;
            }
        }
    }
}

/// Marks the closed cells of the outermost ring as undiggable.
fn close_border(owner: &mut Padded<i32>) {
    let (height, width) = (owner.height, owner.width);
    for y in 0..height {
        for x in 0..width {
            if y == 0 || x == 0 || y == height - 1 || x == width - 1 {
                let cell = owner.index((y, x));
                if owner.cells[cell] == 0 {
                    owner.cells[cell] = -1;
                }
            }
        }
    }
}

/// Grows all regions through the walls at once. Returns the depth in walls and the parent of each cell.
fn grow(owner: &mut Padded<i32>) -> (Vec<u32>, Vec<u32>) {
    let stride = owner.stride();
    let mut depth = vec![0; owner.cells.len()];
    let mut parents = vec![0; owner.cells.len()];
    let mut queue: Vec<u32> = (0..owner.cells.len() as u32).filter(|&cell| owner.cells[cell as usize] > 0).collect();
    let mut head = 0;
    while head < queue.len() {
        let cell = queue[head] as usize;
        head += 1;
        for next in [cell - stride, cell - 1, cell + 1, cell + stride] {
            if owner.cells[next] == 0 {
                owner.cells[next] = owner.cells[cell];
                depth[next] = depth[cell] + 1;
                parents[next] = cell as u32;
                queue.push(next as u32);
            }
        }
    }
    (depth, parents)
}

/// Pairs of neighboring cells of different owners as (walls to dig, cell, other), cheapest first, then in row-major
/// order, east before south.
fn list_meetings(owner: &Padded<i32>, depth: &[u32]) -> Vec<(u32, usize, usize)> {
    let mut meetings = Vec::new();
    for y in 0..owner.height {
        for x in 0..owner.width {
            let cell = owner.index((y, x));
            for other in [cell + 1, cell + owner.stride()] {
                let (a, b) = (owner.cells[cell], owner.cells[other]);
                if a != b && a > 0 && b > 0 {
                    meetings.push((depth[cell] + depth[other], cell, other));
                }
            }
        }
    }
    meetings.sort_unstable();
    meetings
}
