//! Random serials of entries, as footfall.engine.serials has them: what an entry rolls and pushes is numbered under
//! the entry's own serial.

use crate::random;

/// The serial of the entry at work, and how often it drew and pushed.
#[derive(Clone, Debug, Default)]
pub struct Serials {
    pub serial: u64,
    drawn: Vec<(u64, u64)>,
    pushed: Vec<(u64, u64)>,
}

impl Serials {
    /// Begins another entry.
    pub fn enter(&mut self, serial: u64) {
        self.serial = serial;
        self.drawn.clear();
        self.pushed.clear();
    }

    /// The next number of stream `key` under this entry, uniform in 0..size (size >= 1).
    pub fn draw(&mut self, seed: u64, key: u64, size: u64) -> u64 {
        let index = count(&mut self.drawn, key);
        random::draw([seed, key], [self.serial, index], size)
    }

    /// The serial of an entry that this one pushes: a step by the key of its name, and its first argument if that
    /// is an integer.
    pub fn child(&mut self, key: u64, about: Option<u64>) -> u64 {
        let mut serial = random::mix(self.serial, key);
        if let Some(about) = about {
            serial = random::mix(serial, about);
        }
        match count(&mut self.pushed, serial) {
            0 => serial,
            again => random::mix(serial, again),
        }
    }

    /// A copy to go on with after something else was entered: what was drawn counts on.
    pub fn to_go_on(&self) -> Self {
        Self { serial: self.serial, drawn: self.drawn.clone(), pushed: Vec::new() }
    }
}

/// How often `key` was counted before, counting it.
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
