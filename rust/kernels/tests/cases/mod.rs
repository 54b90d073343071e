//! Cases out of bytes for every entry point, each held against the plainest thing that could be right.
//!
//! The same functions run under proptest (`tests/oracles.rs`) and under libFuzzer (`rust/fuzz`): both only choose bytes.

mod fields;
mod grids;
mod map;
mod paths;
mod sights;
mod words;

/// Runs one case.
pub type Target = fn(&[u8]);

/// Every target by its name.
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
