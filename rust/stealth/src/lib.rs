//! The turns of creatures of `plugins/stealth`, compiled.
//!
//! The rules in Python are the reference, and the only ones that mods change; `plugins/stealth/ai` has the functions that
//! these copy. A turn is computed from what it reads and returned as a [`turn::Turn`]; nothing is written here. What
//! is not copied ends with [`Stop::Python`] before anything was written: dice have no state, so that the rules in Python
//! then roll the same ones.

#![forbid(unsafe_code)]

pub mod chance;
pub mod creature;
pub mod engage;
pub mod floor;
pub mod idle;
pub mod melee;
pub mod phase;
pub mod senses;
pub mod tactics;
pub mod turn;

/// Why a turn was not computed.
#[derive(Debug)]
pub enum Stop<E> {
    /// The rules in Python play it, for this reason.
    Python(&'static str),
    /// Reading failed.
    Failed(E),
}

impl<E> From<E> for Stop<E> {
    fn from(error: E) -> Self {
        Stop::Failed(error)
    }
}

pub type Result<T, E> = std::result::Result<T, Stop<E>>;
