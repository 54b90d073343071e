//! The ranges within which integer arithmetic here cannot overflow. `common.py` has the same numbers.

/// Longest side of a map.
pub const MAX_SIDE: usize = 32_767;
/// Most cells of a map.
pub const MAX_CELLS: usize = 1 << 28;
/// Largest weight of a straight or diagonal step.
pub const MAX_WEIGHT: u32 = 65_535;
/// Largest per-cell cost multiplier or absorption.
pub const MAX_COST: u16 = 16_383;
/// Largest additive entry cost of a cell.
pub const MAX_EXTRA: u32 = (1 << 30) - 1;
/// Largest distance; what lies beyond is unreached.
pub const MAX_DISTANCE: u32 = (1 << 31) - 2;
