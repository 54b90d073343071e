//! Grid kernels for turn-based games. Positions are `(y, x)`, maps are row-major.
//!
//! Callers check the arguments: functions here rely on sizes, bounds and value ranges (see `limits`).

pub mod bits;
pub mod cave;
pub mod connect;
pub mod field;
pub mod hash;
pub mod limits;
pub mod map;
pub mod memory;
pub mod path;
pub mod queue;
pub mod random;
pub mod regions;
pub mod serials;
pub mod sight;
pub mod terrain;

/// (dy, dx) of the eight neighbors: north first, then clockwise.
pub const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Value of a cell that no source reaches.
pub const UNREACHED: i32 = -1;
