//! Dijkstra maps, descent and sound.

mod dial;
mod flow;
mod reach;
mod sound;
mod steps;
mod waves;

pub use dial::{FAR, Walks, distances};
pub use flow::{Downhill, descend, flow};
pub use reach::{ReachedCells, Window};
pub use sound::{AbsorptionRange, AudiblePair, Heard, Rows, arrivals, hear, spread};
