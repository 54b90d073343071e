//! Distance fields and what is read from them.

mod dial;
mod flow;
mod reach;
mod sound;
mod steps;

pub use dial::{FAR, Walks, distances};
pub use flow::{Downhill, descend, flow};
pub use reach::{Reached, Window};
pub use sound::{Absorbs, Heard, arrivals, hear, spread};
