//! Test cases built from bytes for every kernel, each compared with a naive oracle.
//!
//! The same functions run under proptest (`tests/oracles.rs`) and libFuzzer (`rust/fuzz`), which choose the bytes.

mod fields;
mod grids;
mod map;
mod paths;
mod sights;
mod words;

/// Runs one case.
pub type Target = fn(&[u8]);

/// Targets by name.
pub const TARGETS: [(&str, Target); 11] = [
    ("sight", sights::sight),
    ("lines", sights::lines),
    ("walls", sights::walls),
    ("paths", paths::paths),
    ("limited_paths", paths::limited),
    ("distances", fields::distances),
    ("downhill", fields::downhill),
    ("sound", fields::sound),
    ("caves", grids::caves),
    ("regions", grids::regions),
    ("words", words::words),
];

/// Runs one case of the target of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|target| target.0 == name).expect("a target's name");
    target(bytes);
}
