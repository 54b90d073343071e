//! Distance fields and what is read from them.

mod dial;
mod flow;
mod sound;

pub use dial::{FAR, Flood, distances};
pub use flow::{Downhill, descend, flow};
pub use sound::{Heard, arrivals, hear, spread};
