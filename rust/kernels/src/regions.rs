//! Connected regions, by runs of open cells and union-find (R. E. Tarjan, 1975).

use crate::cave::pack64;
use crate::map::Mask;
use std::cell::RefCell;
use std::mem::take;

/// The runs of open cells of all rows, in row-major order.
#[derive(Default)]
struct Runs {
    /// Index of the first run of each row, and of the end.
    rows: Vec<u32>,
    /// The columns of their first cells, and beyond them anything.
    start: Vec<u32>,
    /// Exclusive.
    end: Vec<u32>,
    /// For each run, the first run of its region.
    root: Vec<u32>,
}

/// Memory kept between calls, to avoid allocation.
#[derive(Default)]
struct Scratch {
    runs: Runs,
    /// The label of each run.
    label: Vec<i32>,
    /// The size of each root's region, in two parts.
    sizes: Vec<[u32; 2]>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Fills `labels` (0 closed, regions from 1 in row-major order of their first cells) and returns the sizes of label
/// 0, 1, 2, ...
pub fn regions(map: Mask, diagonal: bool, labels: &mut [i32]) -> Vec<i64> {
    SCRATCH.with_borrow_mut(|scratch| {
        #[cfg(target_arch = "x86_64")]
        if fast() {
            // SAFETY: the instructions are available.
            return unsafe { regions_fast(map, diagonal, labels, scratch) };
        }
        regions_any(map, diagonal, labels, scratch)
    })
}

/// Whether the processor has AVX2, BMI1 and POPCNT.
#[cfg(target_arch = "x86_64")]
fn fast() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
unsafe fn regions_fast(map: Mask, diagonal: bool, labels: &mut [i32], scratch: &mut Scratch) -> Vec<i64> {
    regions_any(map, diagonal, labels, scratch)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
unsafe fn largest_fast(map: Mask, diagonal: bool, out: &mut [u8], scratch: &mut Scratch) {
    largest_any(map, diagonal, out, scratch);
}

#[inline(always)]
fn regions_any(map: Mask, diagonal: bool, labels: &mut [i32], scratch: &mut Scratch) -> Vec<i64> {
    let (mut runs, mut label) = (take(&mut scratch.runs), take(&mut scratch.label));
    find_connected_runs(map, diagonal, &mut runs);
    clear(&mut label, runs.root.len());
    let mut sizes = vec![0i64];
    for (i, &top) in runs.root.iter().enumerate() {
        if top as usize == i {
            label[i] = sizes.len() as i32;
            sizes.push(0);
        }
        label[i] = label[top as usize];
        sizes[label[i] as usize] += i64::from(runs.end[i] - runs.start[i]);
    }
    paint::<i32, 16>(&runs, map.width, 0, |i| label[i], labels);
    sizes[0] = (map.height * map.width) as i64 - sizes[1..].iter().sum::<i64>();
    (scratch.runs, scratch.label) = (runs, label);
    sizes
}

/// Sets `out` to 1 on the largest region, of equal ones the first, and to 0 elsewhere.
pub fn largest_region(map: Mask, diagonal: bool, out: &mut [u8]) {
    SCRATCH.with_borrow_mut(|scratch| {
        #[cfg(target_arch = "x86_64")]
        if fast() {
            // SAFETY: the instructions are available.
            return unsafe { largest_fast(map, diagonal, out, scratch) };
        }
        largest_any(map, diagonal, out, scratch);
    });
}

#[inline(always)]
fn largest_any(map: Mask, diagonal: bool, out: &mut [u8], scratch: &mut Scratch) {
    let (mut runs, mut sizes) = (take(&mut scratch.runs), take(&mut scratch.sizes));
    find_connected_runs(map, diagonal, &mut runs);
    clear(&mut sizes, runs.root.len());
    // In two parts: most runs belong to one region, and each addition would wait for the one before.
    for (i, &top) in runs.root.iter().enumerate() {
        sizes[top as usize][i % 2] += runs.end[i] - runs.start[i];
    }
    let (mut best, mut most) = (0, 0);
    for (i, [even, odd]) in sizes.iter().enumerate() {
        if even + odd > most {
            (best, most) = (i, even + odd);
        }
    }
    paint::<u8, 32>(&runs, map.width, 0, |i| u8::from(runs.root[i] as usize == best), out);
    (scratch.runs, scratch.sizes) = (runs, sizes);
}

/// Sets `count` items to their default.
fn clear<T: Clone + Default>(items: &mut Vec<T>, count: usize) {
    items.clear();
    items.resize(count, T::default());
}

/// Writes a value for each run and `none` between them. `N` cells are written at a time, from left to right; the excess
/// is overwritten, so that short runs of varying length cause no mispredicted branches.
#[inline(always)]
fn paint<T: Copy, const N: usize>(runs: &Runs, width: usize, none: T, value: impl Fn(usize) -> T, out: &mut [T]) {
    let mut written = 0;
    for (y, row) in runs.rows.windows(2).enumerate() {
        let base = y * width;
        for i in row[0] as usize..row[1] as usize {
            let start = base + runs.start[i] as usize;
            stretch::<T, N>(out, written, start, none);
            written = base + runs.end[i] as usize;
            stretch::<T, N>(out, start, written, value(i));
        }
    }
    let length = out.len();
    stretch::<T, N>(out, written, length, none);
}

/// Writes `value` from `from` to `to`, and possibly some cells beyond.
#[inline(always)]
fn stretch<T: Copy, const N: usize>(out: &mut [T], mut from: usize, to: usize, value: T) {
    while from < to {
        match out.get_mut(from..).and_then(|rest| rest.first_chunk_mut::<N>()) {
            Some(some) => *some = [value; N],
            None => return out[from..to].fill(value),
        }
        from += N;
    }
}

/// One row as bits.
struct Row {
    /// Open cells.
    open: Vec<u64>,
    /// First cells of runs.
    starts: Vec<u64>,
    /// Index of the first run that starts in each word.
    base: Vec<u32>,
}

impl Row {
    fn new(words: usize) -> Self {
        Self { open: vec![0; words], starts: vec![0; words], base: vec![0; words] }
    }

    /// The run of an open cell.
    #[inline(always)]
    fn run_at(&self, word: usize, bit: u32) -> u32 {
        let up_to = u64::MAX >> (63 - bit);
        self.base[word] + (self.starts[word] & up_to).count_ones() - 1
    }
}

#[inline(always)]
fn find_connected_runs(map: Mask, diagonal: bool, runs: &mut Runs) {
    let words = map.width.div_ceil(64);
    let most = map.width.div_ceil(2) + AT_ONCE;
    let Runs { mut rows, mut start, mut end, mut root } = take(runs);
    rows.clear();
    rows.push(0);
    root.clear();
    let (mut started, mut ended) = (0, 0);
    let (mut own, mut above) = (Row::new(words), Row::new(words));
    for cells in map.cells.chunks_exact(map.width) {
        std::mem::swap(&mut own, &mut above);
        if start.len() < started + most {
            let more = 2 * start.len() + most;
            start.resize(more, 0);
            end.resize(more, 0);
        }
        let mut open_before = 0;
        for (word, cells) in cells.chunks(64).enumerate() {
            let open = pack64(cells);
            let shifted = open << 1 | open_before;
            own.open[word] = open;
            own.starts[word] = open & !shifted;
            own.base[word] = started as u32;
            started += positions(own.starts[word], word as u32 * 64, &mut start[started..]);
            ended += positions(!open & shifted, word as u32 * 64, &mut end[ended..]);
            open_before = open >> 63;
        }
        if ended < started {
            end[ended] = map.width as u32;
            ended += 1;
        }
        root.extend(root.len() as u32..started as u32);
        join(&mut root, &own, &above, diagonal);
        rows.push(started as u32);
    }
    for i in 0..root.len() {
        root[i] = root[root[i] as usize];
    }
    *runs = Runs { rows, start, end, root };
}

const AT_ONCE: usize = 8;

/// Writes `base` plus the position of each set bit, lowest first, and returns their number. Several are written at a
/// time, valid or not, so that most words take one branch (D. Lemire, "Really fast bitset decoding for
/// average densities", 2019).
#[inline(always)]
fn positions(mut bits: u64, base: u32, out: &mut [u32]) -> usize {
    let count = bits.count_ones() as usize;
    let mut done = 0;
    while done < count {
        for place in &mut out[done..done + AT_ONCE] {
            *place = base + bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
        }
        done += AT_ONCE;
    }
    count
}

/// Joins the runs of a row with adjacent ones above: one pair for each stretch of cells open in both rows.
#[inline(always)]
fn join(root: &mut [u32], own: &Row, above: &Row, diagonal: bool) {
    let mut touched_before = 0;
    for word in 0..own.open.len() {
        let (here, up) = (own.open[word], above.open[word]);
        let touching = here & up;
        let mut stretches = touching & !(touching << 1 | touched_before);
        touched_before = touching >> 63;
        while stretches != 0 {
            let bit = stretches.trailing_zeros();
            stretches &= stretches - 1;
            unite(root, own.run_at(word, bit), above.run_at(word, bit));
        }
        if diagonal {
            let left = word.checked_sub(1).map_or(0, |before| above.open[before] >> 63);
            let mut corners = here & !up & (up << 1 | left);
            while corners != 0 {
                let bit = corners.trailing_zeros();
                corners &= corners - 1;
                let (word_up, bit_up) = if bit == 0 { (word - 1, 63) } else { (word, bit - 1) };
                unite(root, own.run_at(word, bit), above.run_at(word_up, bit_up));
            }
            let right = above.open.get(word + 1).map_or(0, |after| after << 63);
            let mut corners = here & !up & (up >> 1 | right);
            while corners != 0 {
                let bit = corners.trailing_zeros();
                corners &= corners - 1;
                let (word_up, bit_up) = if bit == 63 { (word + 1, 0) } else { (word, bit + 1) };
                unite(root, own.run_at(word, bit), above.run_at(word_up, bit_up));
            }
        }
    }
}

/// Joins the sets of a run and of an earlier one; the earlier root stays.
#[inline(always)]
fn unite(root: &mut [u32], run: u32, earlier: u32) {
    let (a, b) = (near_root(root, run), near_root(root, earlier));
    let first = a.min(b);
    root[a.max(b) as usize] = first;
    root[run as usize] = first;
    root[earlier as usize] = first;
}

/// The root of an item's set: nearly always one or two steps away, which takes no branch.
#[inline(always)]
fn near_root(root: &mut [u32], item: u32) -> u32 {
    let near = root[root[item as usize] as usize];
    if root[near as usize] == near { near } else { find(root, near) }
}

/// The root of an item's set, never after the item; shortens the path.
pub(crate) fn find(root: &mut [u32], mut item: u32) -> u32 {
    while root[item as usize] != item {
        let next = root[root[item as usize] as usize];
        root[item as usize] = next;
        item = next;
    }
    item
}
