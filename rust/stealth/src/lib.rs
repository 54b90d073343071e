//! The turns of creatures of `plugins/stealth`, compiled.
//!
//! The rules in Python are the reference, and the only ones that mods change; `plugins/stealth/ai` has the functions that
//! these copy. A turn is computed from values and returned as a [`turn::Turn`]; nothing is written here. Turns
//! that are not copied end with [`Stop::Python`] before anything was written: dice have no state, so that the rules in
//! Python then roll the same ones. So do turns in which a creature wakes, notices something for the first time or gives up an
//! inquiry: they are few, and have reasons, texts and hooks of their own.

#![forbid(unsafe_code)]

/// Declares an enum whose members the rules in Python know by a word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$line:meta])* $member:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$line])* $member),* }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$member),*];
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            pub fn find(word: &str) -> Option<Self> {
                Self::WORDS.iter().position(|known| *known == word).map(|at| Self::ALL[at])
            }
        }
    };
}

pub mod chance;
pub mod creature;
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
