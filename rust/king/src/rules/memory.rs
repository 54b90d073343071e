//! The memory of mods.

use super::hooks::RulePrograms;
use crate::export::{Canonical, Writer};
use crate::import::{Read, Reader};
use crate::tables::Refusal;
use footfall_rules::{Output, Program};

/// A number of a rule, or a value of a mod in Python in MessagePack.
#[derive(Clone, Debug)]
pub enum Remembered {
    Number(i64),
    Packed(Vec<u8>),
}

impl Canonical for Remembered {
    fn read(reader: &mut Reader) -> Read<Self> {
        let value = reader.skip()?.to_vec();
        Ok(Reader { left: &value, ..*reader }.number().map_or(Self::Packed(value), Self::Number))
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Number(value) => value.write(writer),
            Self::Packed(value) => writer.bytes.extend(value),
        }
    }
}

/// The memory of a mod by key, in the order in which the keys were added.
#[derive(Clone, Debug, Default)]
pub struct Notes(Vec<(String, Remembered)>);

impl Canonical for Notes {
    fn read(reader: &mut Reader) -> Read<Self> {
        reader.table().map(Self)
    }

    fn write(&self, writer: &mut Writer) {
        writer.table(self.0.iter().map(|(key, value)| (key.as_str(), value)).collect());
    }
}

/// The notes of the mods that ever wrote one.
#[derive(Clone, Debug, Default)]
pub struct Memory(Vec<(String, Notes)>);

impl Canonical for Memory {
    fn read(reader: &mut Reader) -> Read<Self> {
        reader.table().map(Self)
    }

    fn write(&self, writer: &mut Writer) {
        writer.table(self.0.iter().map(|(owner, notes)| (owner.as_str(), notes)).collect());
    }
}

impl Memory {
    /// Writes a value; None deletes it.
    pub fn write(&mut self, owner: &str, key: &str, value: Option<Remembered>) {
        let at = self.0.iter().position(|(known, _)| known == owner).unwrap_or_else(|| {
            self.0.push((owner.to_string(), Notes::default()));
            self.0.len() - 1
        });
        let notes = &mut self.0[at].1.0;
        match (notes.iter().position(|(known, _)| known == key), value) {
            (Some(at), Some(value)) => notes[at].1 = value,
            (None, Some(value)) => notes.push((key.to_string(), value)),
            (Some(at), None) => drop(notes.remove(at)),
            (None, None) => {}
        }
    }

    /// The number that a rule remembers; 0 if there is none.
    pub fn read_number(&self, owner: &str, key: &str) -> i64 {
        let notes = self.0.iter().find(|(known, _)| known == owner);
        match notes.and_then(|(_, notes)| notes.0.iter().find(|(known, _)| known == key)) {
            Some((_, Remembered::Number(value))) => *value,
            _ => 0,
        }
    }
}

/// The mod and the key of every number that rules may remember, in order.
pub(super) fn list_slots(programs: &RulePrograms) -> Result<Vec<(String, String)>, Refusal> {
    let steps = programs.steps.iter().filter_map(|(_, program)| program.as_ref());
    let mut slots: Vec<(String, String)> = Vec::new();
    for rule in programs.hooks.values().flatten().chain(steps) {
        let program = Program::read(&rule.program).map_err(|why| why.to_string())?;
        if program.outputs.iter().any(|output| matches!(output, Output::Deed(name) if name.contains(":remember."))) {
            slots.extend(program.texts.into_iter().map(|text| (rule.mod_.clone(), text)));
        }
    }
    slots.sort_unstable();
    slots.dedup();
    Ok(slots)
}
