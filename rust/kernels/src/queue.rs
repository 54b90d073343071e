//! Priority queues for integer keys: a ring of buckets (R. B. Dial, 1969), or a binary heap for long ranges.

use crate::memory::{Allocated, push, push_if};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Maximum number of buckets of a ring; beyond it, the heap is faster.
const MAX_BUCKETS: u32 = 1 << 14;

/// An open cell of a search, and the distance it was pushed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub cell: u32,
    pub distance: u32,
}

/// A monotone queue: pushed keys lie between the last popped key and that plus `span`. Entries of one bucket are
/// popped last in, first out.
pub enum Queue {
    Ring { shift: u32, buckets: Vec<Vec<Entry>>, current: u32, count: usize },
    Heap(BinaryHeap<Reverse<(u32, Entry)>>),
}

impl Default for Queue {
    fn default() -> Self {
        Queue::new(0, 1)
    }
}

impl Queue {
    /// Creates a queue for keys at most `span` apart. Keys less than `width` apart may be popped in any order.
    pub fn new(span: u32, width: u32) -> Self {
        let shift = width.max(1).ilog2();
        let needed = (span >> shift) + 2;
        if needed > MAX_BUCKETS {
            return Queue::Heap(BinaryHeap::new());
        }
        Queue::Ring { shift, buckets: vec![Vec::new(); needed.next_power_of_two() as usize], current: 0, count: 0 }
    }

    /// Empties the queue and sets its span and width, keeping its memory if possible.
    pub fn reset(&mut self, span: u32, width: u32) {
        let wanted = width.max(1).ilog2();
        let needed = ((span >> wanted) + 2).next_power_of_two() as usize;
        match self {
            Queue::Ring { shift, buckets, current, count } if buckets.len() >= needed => {
                if *count > 0 {
                    buckets.iter_mut().for_each(Vec::clear);
                }
                (*shift, *current, *count) = (wanted, 0, 0);
            }
            _ => *self = Queue::new(span, width),
        }
    }

    #[inline]
    pub fn push(&mut self, key: u32, entry: Entry) -> Allocated<()> {
        match self {
            Queue::Ring { shift, buckets, current, count } => {
                if *count == 0 {
                    *current = key >> *shift;
                }
                // Only the first pushes can have a key below the current bucket.
                *current = (*current).min(key >> *shift);
                let mask = buckets.len() - 1;
                push(&mut buckets[(key >> *shift) as usize & mask], entry)?;
                *count += 1;
            }
            Queue::Heap(heap) => {
                heap.try_reserve(1)?;
                heap.push(Reverse((key, entry)));
            }
        }
        Ok(())
    }

    /// Pushes an entry where `yes`, at the same cost where not; no key is below that of the last popped entry.
    #[inline(always)]
    pub fn push_if(&mut self, yes: bool, key: u32, entry: Entry) -> Allocated<()> {
        match self {
            Queue::Ring { shift, buckets, count, .. } => {
                let mask = buckets.len() - 1;
                push_if(yes, &mut buckets[(key >> *shift) as usize & mask], entry)?;
                *count += usize::from(yes);
            }
            Queue::Heap(_) if yes => self.push(key, entry)?,
            Queue::Heap(_) => {}
        }
        Ok(())
    }

    /// Pops the next entry, with a lower bound of its key and of all later ones; None if empty.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, Entry)> {
        let mut entries = [Entry { cell: 0, distance: 0 }];
        self.pop_many(&mut entries).map(|(bound, _)| (bound, entries[0]))
    }

    /// Pops the next entries of one bucket, as many as fit, with a lower bound of their keys and of all later ones, and
    /// their number; None if empty.
    #[inline]
    pub fn pop_many<const N: usize>(&mut self, entries: &mut [Entry; N]) -> Option<(u32, usize)> {
        match self {
            Queue::Ring { shift, buckets, current, count } => {
                if *count == 0 {
                    return None;
                }
                let mask = buckets.len() - 1;
                while buckets[*current as usize & mask].is_empty() {
                    *current += 1;
                }
                let bucket = &mut buckets[*current as usize & mask];
                let left = bucket.len().saturating_sub(N);
                let popped = bucket.len() - left;
                entries[..popped].copy_from_slice(&bucket[left..]);
                bucket.truncate(left);
                *count -= popped;
                Some((*current << *shift, popped))
            }
            Queue::Heap(heap) => {
                let Reverse((key, entry)) = heap.pop()?;
                entries[0] = entry;
                Some((key, 1))
            }
        }
    }
}
