//! Single paths.

mod astar;
pub mod jump;
mod region_cache;

pub use astar::{search, search_bounded};
pub use region_cache::RegionCache;

use crate::limits::MAX_DISTANCE;

/// The limits of a path query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub max_cost: u32,
    pub max_nodes: u32,
    /// Chebyshev distance from the start.
    pub within: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_cost: MAX_DISTANCE, max_nodes: MAX_DISTANCE, within: MAX_DISTANCE }
    }
}

/// A path's cells from start to goal, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub cells: Vec<[i32; 2]>,
    pub cost: u32,
}
