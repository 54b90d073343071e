//! The points of a search, in pages that are allocated when a search first reaches them: a map of the maximum size
//! would take 4 GiB at once.

use crate::memory::{Allocated, filled};

const PAGE_BITS: u32 = 12;

#[derive(Clone, Copy, Default)]
pub struct Node {
    pub cost: u32,
    pub parent: u32,
    pub query: u32,
    /// Directions in which the point was reached at this cost, and those already expanded.
    pub reached: u8,
    pub followed: u8,
}

/// One node per cell.
#[derive(Default)]
pub struct Nodes {
    /// Empty until they are needed.
    pages: Vec<Box<[Node]>>,
}

impl Nodes {
    /// Makes room for the page table of a map with this many cells.
    pub fn prepare(&mut self, cells: usize) -> Allocated<()> {
        let count = (cells >> PAGE_BITS) + 1;
        if let Some(more) = count.checked_sub(self.pages.len()) {
            self.pages.try_reserve_exact(more)?;
            self.pages.resize_with(count, Box::default);
        }
        Ok(())
    }

    /// The node of a cell.
    #[inline]
    pub fn at(&mut self, cell: u32) -> Allocated<&mut Node> {
        let page = &mut self.pages[(cell >> PAGE_BITS) as usize];
        if page.is_empty() {
            *page = new_page()?;
        }
        Ok(&mut page[(cell & ((1 << PAGE_BITS) - 1)) as usize])
    }

    /// The node of a cell that the search has reached.
    #[inline]
    pub fn reached(&mut self, cell: u32) -> &mut Node {
        &mut self.pages[(cell >> PAGE_BITS) as usize][(cell & ((1 << PAGE_BITS) - 1)) as usize]
    }

    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.pages.clear();
    }
}

#[cold]
fn new_page() -> Allocated<Box<[Node]>> {
    Ok(filled(Node::default(), 1 << PAGE_BITS)?.into_boxed_slice())
}
