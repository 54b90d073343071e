//! Random serials of agenda entries, as in footfall.engine.dice: rolls and pushes of an entry are numbered under
//! its own serial.

use crate::random;

/// The serial of the running entry, and its numbers of draws and pushes.
#[derive(Clone, Debug, Default)]
pub struct Serials {
    pub serial: u64,
    draws: Vec<(u64, u64)>,
    pushes: Vec<(u64, u64)>,
}

impl Serials {
    /// Starts another entry.
    pub fn enter(&mut self, serial: u64) {
        self.serial = serial;
        self.draws.clear();
        self.pushes.clear();
    }

    /// The next number of stream `key` under this entry, uniform in 0..size (size >= 1).
    pub fn draw(&mut self, seed: u64, key: u64, size: u64) -> u64 {
        let index = count(&mut self.draws, key);
        random::draw([seed, key], [self.serial, index], size)
    }

    /// The serial of an entry that this one pushes, from the key of its step and its first argument if that is an
    /// integer.
    pub fn child(&mut self, key: u64, about: Option<u64>) -> u64 {
        let mut serial = random::mix(self.serial, key);
        if let Some(about) = about {
            serial = random::mix(serial, about);
        }
        match count(&mut self.pushes, serial) {
            0 => serial,
            again => random::mix(serial, again),
        }
    }

    /// A copy to resume the entry with, after another one ran: the counts of draws continue.
    pub fn clone_draws(&self) -> Self {
        Self { serial: self.serial, draws: self.draws.clone(), pushes: Vec::new() }
    }
}

/// Increments the count of `key` and returns the previous one.
fn count(counts: &mut Vec<(u64, u64)>, key: u64) -> u64 {
    for (known, times) in counts.iter_mut() {
        if *known == key {
            *times += 1;
            return *times - 1;
        }
    }
    counts.push((key, 1));
    0
}
