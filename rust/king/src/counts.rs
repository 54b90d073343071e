//! Numbers by name.

use crate::export::{Canonical, Writer};
use crate::import::{Read, Reader};
use crate::names::NameId;

/// Cards out of play, or the rounds that are left of statuses, in the order in which the first of each came.
#[derive(Clone, Debug, Default)]
pub struct Counts(pub Vec<(NameId, i64)>);

impl Counts {
    /// Adds a card to a pile.
    pub fn add(&mut self, card: NameId) {
        match self.0.iter_mut().find(|(known, _)| *known == card) {
            Some((_, count)) => *count += 1,
            None => self.0.push((card, 1)),
        }
    }

    pub fn has(&self, name: NameId) -> bool {
        self.0.iter().any(|&(known, _)| known == name)
    }
}

impl Canonical for Counts {
    fn read(reader: &mut Reader) -> Read<Self> {
        let length = reader.entries()?;
        (0..length).map(|_| Ok((reader.name()?, reader.number()?))).collect::<Result<_, _>>().map(Self)
    }

    fn write(&self, writer: &mut Writer) {
        let names = &writer.records.names;
        writer.table(self.0.iter().map(|(name, count)| (names.text(*name), count)).collect());
    }
}
