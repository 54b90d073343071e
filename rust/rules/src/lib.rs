//! Rules of data mods, as small register programs that any compiled game can run.
//!
//! A game receives programs as bytes, reads and verifies them once (`Program::read`), connects their inputs and outputs
//! with its own values (`Host`), and runs them (`Program::run`). A verified program jumps only forward, so a run takes
//! at most as many steps as the program has instructions; it cannot fail by itself, and it changes nothing.
//!
//! Rules of chance are such programs too: `Odds` counts the chance of each of their outcomes.
//!
//! The same expressions run in Python as generated functions, which are the reference. Both give the same integers.

#![forbid(unsafe_code)]

mod bytes;
mod fold;
mod program;
mod run;
mod spread;
mod steps;

pub use bytes::Malformed;
pub use fold::{Combine, MAX_TERM, Term, Terms};
pub use program::{
    Argument, FieldType, FoldCall, Input, Instruction, MAX_REGISTERS, Op, Output, Program, Source, Type,
};
pub use run::Host;
pub use spread::{Foreseer, MAX_FACES, MAX_STATES, Odds, Outcomes, Proposed, Share, Uncounted};
