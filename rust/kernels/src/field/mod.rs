//! Distance fields and what is read from them.

mod dial;
mod flood;
mod flow;
mod sound;

pub use dial::{FAR, Walks, distances};
pub use flood::write_field;
pub use flow::{Downhill, descend, flow};
pub use sound::{Heard, arrivals, hear, spread};
