//! The numbers that mods remember.

use super::BoardRules;
use super::hooks::RulePrograms;
use crate::agenda::Note;
use crate::tables::Refusal;
use footfall_rules::{Output, Program};

/// The keys in a mod's memory, in order, with their slots in `Memory`.
pub struct Remembering {
    pub mod_: String,
    pub slots: Vec<(String, usize)>,
}

/// The mods whose rules remember numbers, with every key that they may use.
pub(super) fn list_memory(programs: &RulePrograms) -> Result<Vec<Remembering>, Refusal> {
    let steps = programs.steps.iter().filter_map(|(_, program)| program.as_ref());
    let mut keys: Vec<(String, String)> = Vec::new();
    for rule in programs.hooks.values().flatten().chain(steps) {
        let program = Program::read(&rule.program).map_err(|why| why.to_string())?;
        if program.outputs.iter().any(|output| matches!(output, Output::Deed(name) if name.contains(":remember."))) {
            keys.extend(program.texts.into_iter().map(|text| (rule.mod_.clone(), text)));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    let mut mods: Vec<Remembering> = Vec::new();
    for (slot, (mod_, key)) in keys.into_iter().enumerate() {
        if mods.last().is_none_or(|last| last.mod_ != mod_) {
            mods.push(Remembering { mod_, slots: Vec::new() });
        }
        mods.last_mut().expect("one was added").slots.push((key, slot));
    }
    Ok(mods)
}

/// The numbers that mods remember, by slot, and whether a mod ever wrote one.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) values: Vec<i64>,
    written: Vec<bool>,
    notes: Vec<Notes>,
}

/// What a mod in Python remembers: keys with values in MessagePack, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub owner: String,
    pub values: Vec<(String, Vec<u8>)>,
}

impl Memory {
    pub fn new(rules: &BoardRules) -> Self {
        Self { values: vec![0; rules.slots], written: vec![false; rules.mods.len()], notes: Vec::new() }
    }

    /// Writes a number; 0 deletes it.
    pub fn write(&mut self, rules: &BoardRules, slot: usize, value: i64) {
        self.values[slot] = value;
        let owner = rules.mods.iter().position(|keys| keys.slots.iter().any(|&(_, own)| own == slot));
        self.written[owner.expect("every slot has an owner")] = true;
    }

    /// Writes what a mod in Python remembers; None deletes it.
    pub fn note(&mut self, note: Note) {
        let Note { owner, key, value } = note;
        let at = self.notes.iter().position(|notes| notes.owner == owner).unwrap_or_else(|| {
            self.notes.push(Notes { owner, values: Vec::new() });
            self.notes.len() - 1
        });
        let values = &mut self.notes[at].values;
        match (values.iter().position(|(known, _)| *known == key), value) {
            (Some(at), Some(value)) => values[at].1 = value,
            (None, Some(value)) => values.push((key, value)),
            (Some(at), None) => drop(values.remove(at)),
            (None, None) => {}
        }
    }

    pub fn notes(&self) -> &[Notes] {
        &self.notes
    }

    pub fn read(&self, slot: usize) -> Option<i64> {
        Some(self.values[slot]).filter(|&value| value != 0)
    }

    pub fn is_written(&self, owner: usize) -> bool {
        self.written[owner]
    }
}
