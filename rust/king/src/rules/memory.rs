//! The numbers that mods remember.

use super::BoardRules;
use super::hooks::RulePrograms;
use crate::tables::Refusal;
use footfall_rules::{Output, Program};

/// The keys in a mod's memory, in order, with their slots in `Memory`.
pub struct Remembering {
    pub mod_: String,
    pub slots: Vec<(String, usize)>,
}

/// The mods whose rules remember numbers, with every key that they may use.
pub(super) fn list_memory(programs: &RulePrograms) -> Result<Vec<Remembering>, Refusal> {
    let hooks =
        [&programs.on_damage, &programs.on_turn_start, &programs.on_turn_end, &programs.on_enter, &programs.on_use];
    let all = hooks.into_iter().flatten().chain(programs.on_round_end.iter().map(|(_, program)| program));
    let mut keys: Vec<(String, String)> = Vec::new();
    for rule in all {
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
}

impl Memory {
    pub fn new(rules: &BoardRules) -> Self {
        Self { values: vec![0; rules.slots], written: vec![false; rules.mods.len()] }
    }

    /// Writes a number; 0 deletes it.
    pub fn write(&mut self, rules: &BoardRules, slot: usize, value: i64) {
        self.values[slot] = value;
        let owner = rules.mods.iter().position(|keys| keys.slots.iter().any(|&(_, own)| own == slot));
        self.written[owner.expect("every slot has an owner")] = true;
    }

    pub fn read(&self, slot: usize) -> Option<i64> {
        Some(self.values[slot]).filter(|&value| value != 0)
    }

    pub fn is_written(&self, owner: usize) -> bool {
        self.written[owner]
    }
}
