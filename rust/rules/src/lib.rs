//! Rules of data mods, as small register programs that any compiled game can run.
//!
//! A game receives programs as bytes, reads and verifies them once (`Program::read`), connects their inputs and outputs
//! with its own values (`Host`), and runs them (`Program::run`). A verified program jumps only forward, and its choices
//! look at a limited number of items, so a run has a bound; it cannot fail by itself, and it changes nothing.
//!
//! Rules of chance are such programs too: `Odds` counts the chance of each of their outcomes.
//!
//! The same expressions run in Python as generated functions, which are the reference. Both give the same integers.

#![forbid(unsafe_code)]

mod bounds;
mod bytes;
mod fold;
mod program;
mod run;
mod spread;
mod start;
mod steps;

pub use bounds::{ANY, Interval};
pub use bytes::Malformed;
pub use fold::{Combine, MAX_TERM, Term, Terms};
pub use program::{
    Argument, Choice, ChoiceKind, FieldType, FoldCall, Input, Instruction, MAX_REGISTERS, MAX_RUN, Op, Output, Program,
    Source, Type,
};
pub use run::{Host, NO_CELL};
pub use spread::{Foreseer, MAX_FACES, MAX_STATES, Odds, Outcomes, Proposed, Share, Uncounted};
pub use start::{Start, Test};
