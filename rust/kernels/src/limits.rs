//! Ranges in which integer arithmetic cannot overflow; equal to those of `kernels/checks.py`.

/// Maximum side of a map.
pub const MAX_SIDE: usize = 32_767;
/// Maximum number of cells of a map.
pub const MAX_CELLS: usize = 1 << 28;
/// Maximum weight of a straight or diagonal step.
pub const MAX_WEIGHT: u32 = 65_535;
/// Maximum cost multiplier or absorption of a cell.
pub const MAX_COST: u16 = 16_383;
/// Maximum additive entry cost of a cell.
pub const MAX_EXTRA: u32 = (1 << 30) - 1;
/// Maximum distance; cells beyond it are unreached.
pub const MAX_DISTANCE: u32 = (1 << 31) - 2;
