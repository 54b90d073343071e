//! Connected regions, by runs of open cells and union-find.

use crate::cave::pack64;
use crate::map::Mask;

/// A run of open cells in one row; `end` is exclusive.
struct Run {
    start: u32,
    end: u32,
}

/// Fills `labels` (0 closed, regions from 1 in row-major order of their first cells) and returns the sizes of label
/// 0, 1, 2, ...
pub fn regions(map: Mask, diagonal: bool, labels: &mut [i32]) -> Vec<i64> {
    let (rows, runs, root) = connected_runs(map, diagonal);
    let mut label = vec![0i32; runs.len()];
    let mut sizes = vec![0i64];
    for y in 0..map.height {
        let row = &mut labels[y * map.width..(y + 1) * map.width];
        let mut written = 0;
        for i in rows[y]..rows[y + 1] {
            // A root is the first run of its region.
            let top = root[i as usize] as usize;
            if top == i as usize {
                label[top] = sizes.len() as i32;
                sizes.push(0);
            }
            label[i as usize] = label[top];
            let Run { start, end } = runs[i as usize];
            sizes[label[top] as usize] += i64::from(end - start);
            row[written..start as usize].fill(0);
            row[start as usize..end as usize].fill(label[top]);
            written = end as usize;
        }
        row[written..].fill(0);
    }
    sizes[0] = (map.height * map.width) as i64 - sizes[1..].iter().sum::<i64>();
    sizes
}

/// Sets `out` to 1 on the largest region, of equal ones the first, and to 0 elsewhere.
pub fn largest_region(map: Mask, diagonal: bool, out: &mut [u8]) {
    let (rows, runs, root) = connected_runs(map, diagonal);
    let mut size = vec![0u32; runs.len()];
    for (run, &top) in runs.iter().zip(&root) {
        size[top as usize] += run.end - run.start;
    }
    let mut best = 0;
    for i in 0..runs.len() {
        if size[i] > size[best] {
            best = i;
        }
    }
    out.fill(0);
    for y in 0..map.height {
        for i in rows[y]..rows[y + 1] {
            if root[i as usize] as usize == best {
                let Run { start, end } = runs[i as usize];
                out[y * map.width + start as usize..y * map.width + end as usize].fill(1);
            }
        }
    }
}

/// Index of the first run of each row (and of the end), the runs, and each run's root: the first run of its region.
fn connected_runs(map: Mask, diagonal: bool) -> (Vec<u32>, Vec<Run>, Vec<u32>) {
    let mut rows = Vec::with_capacity(map.height + 1);
    let expected = map.cells.len() / 16;
    let mut runs: Vec<Run> = Vec::with_capacity(expected);
    let mut root: Vec<u32> = Vec::with_capacity(expected);
    let reach = u32::from(diagonal);
    let mut above = 0;
    rows.push(0);
    for row in map.cells.chunks_exact(map.width) {
        let first = runs.len();
        for_runs(row, |start, end| {
            while above < first && runs[above].end + reach <= start {
                above += 1;
            }
            // The first run above gives its root; each further one is joined to it.
            let mut own = runs.len() as u32;
            let mut other = above;
            while other < first && runs[other].start < end + reach {
                let top = find(&mut root, other as u32);
                if top < own {
                    if other > above {
                        root[own as usize] = top;
                    }
                    own = top;
                } else {
                    root[top as usize] = own;
                }
                other += 1;
            }
            root.push(own);
            runs.push(Run { start, end });
        });
        rows.push(runs.len() as u32);
        above = first;
    }
    for i in 0..root.len() {
        root[i] = root[root[i] as usize];
    }
    (rows, runs, root)
}

/// Calls `found(start, end)` for every run of open cells: where two neighbouring cells differ, 64 at a time.
#[inline]
fn for_runs(row: &[u8], mut found: impl FnMut(u32, u32)) {
    let (mut start, mut open) = (0, 0);
    for (block, cells) in row.chunks(64).enumerate() {
        let word = pack64(cells);
        let mut edges = word ^ (word << 1 | open);
        while edges != 0 {
            let at = block as u32 * 64 + edges.trailing_zeros();
            edges &= edges - 1;
            if open == 0 {
                start = at;
            } else {
                found(start, at);
            }
            open ^= 1;
        }
    }
    if open == 1 {
        found(start, row.len() as u32);
    }
}

/// The root of an item's set, always at or before it; shortens the way there.
pub(crate) fn find(root: &mut [u32], mut item: u32) -> u32 {
    while root[item as usize] != item {
        let next = root[root[item as usize] as usize];
        root[item as usize] = next;
        item = next;
    }
    item
}
