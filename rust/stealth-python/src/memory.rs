//! The memory of a session between runs.

use crate::ambience::Ambience;
use crate::commands::Unknown;
use crate::rules::FieldRules;
use crate::tools::{Kind, Names, Ruled, Tools};
use crate::upkeep::{Work, find_work};
use footfall_stealth::creature::Behavior;
use footfall_stealth::floor::Floor;
use footfall_stealth::phase::{Covered, Die, Settings};
use pyo3::intern;
use pyo3::prelude::*;
use std::collections::HashMap;

/// The memory of a session between runs.
pub struct Memory {
    pub tools: Tools,
    pub behaviors: Names<Behavior>,
    /// The kinds of creatures met so far, and the parts of their turns that rules leave to Python.
    pub kinds: Names<(Kind, Ruled)>,
    /// The object that the settings were read from.
    settings: Option<(Py<PyAny>, Settings)>,
    /// Costs without and with doors.
    pub floors: [Option<Floor>; 2],
    /// Keys of the random streams, by `Die`; known after the first roll.
    pub streams: [Option<u64>; Die::ALL.len()],
    pub seed: u64,
    /// The serial of the last entry that was left to Python.
    pub declined: Option<u64>,
    /// The turns of creatures played here.
    pub turns: u64,
    /// Entries left to Python: step and reason.
    pub left: HashMap<(&'static str, &'static str), u64>,
    /// The facts about the things of its floor that the character does not know.
    pub unknown: Option<Unknown>,
    /// For each step of `Tools::chain`.
    pub works: Vec<Work>,
    /// The possible sounds of the floor.
    pub ambience: Option<Ambience>,
    /// The rules of mods; None if they cannot be asked here.
    pub hearing_rules: Option<FieldRules>,
    pub notice_rules: Option<FieldRules>,
    pub move_rules: Option<FieldRules>,
    /// Counts the runs, and the times at which one let Python play: within one, only the compiled code writes.
    pub epoch: u64,
    /// Whether nothing writes at all.
    pub is_still: bool,
}

const NOTICING: [&str; 4] = ["watcher", "target", "sense", "distance"];
const MOVING: [&str; 3] = ["actor", "origin", "target"];

impl Memory {
    pub fn new(py: Python, tools: Tools) -> Self {
        let [hearing, noticing, moving] = &tools.programs;
        Self {
            hearing_rules: FieldRules::read_hearing(py, hearing),
            notice_rules: FieldRules::read(py, noticing, &NOTICING, Some("engage")),
            move_rules: FieldRules::read(py, moving, &MOVING, Some("noise")),
            epoch: 0,
            is_still: false,
            behaviors: tools.behaviors(),
            works: tools.chain.iter().map(|(_, work, ..)| find_work(work)).collect(),
            unknown: None,
            tools,
            kinds: Names(Vec::new()),
            settings: None,
            floors: [None, None],
            streams: [None; Die::ALL.len()],
            seed: 0,
            declined: None,
            turns: 0,
            left: HashMap::new(),
            ambience: None,
        }
    }

    pub fn settings(&mut self, object: &Bound<PyAny>) -> PyResult<Settings> {
        let known = self.settings.as_ref().filter(|(known, _)| known.is(object));
        if let Some((_, settings)) = known {
            return Ok(settings.clone());
        }
        let settings = self.tools.read_settings(object)?;
        self.settings = Some((object.clone().unbind(), settings.clone()));
        let asked = self.kinds.0.iter().flat_map(|(_, (_, ruled))| [&ruled.choice, &ruled.end]).flatten();
        let folded = [&self.hearing_rules, &self.notice_rules, &self.move_rules].into_iter().flatten();
        for rules in folded.chain(asked.map(|rules| &**rules)) {
            rules.forget();
        }
        Ok(settings)
    }

    /// Counts an entry that is left to Python, and the reason.
    pub fn leave(&mut self, step: &'static str, reason: &'static str) {
        *self.left.entry((step, reason)).or_default() += 1;
    }

    /// Lets the deeds that rules decide on be played here; none while a mod's hook is suspended.
    pub fn cover_rules(&self, covered: &mut Covered, session: &Bound<PyAny>) -> PyResult<()> {
        let [hearing, noticing, moving] = self.tools.programs.each_ref().map(|rules| !rules.is_empty());
        if !(hearing || noticing || moving) {
            return Ok(());
        }
        let suspended = session.getattr(intern!(session.py(), "suspended"))?.is_truthy()?;
        covered.hear &= !hearing || self.hearing_rules.is_some() && !suspended;
        covered.notice &= !noticing || self.notice_rules.is_some() && !suspended;
        covered.walk &= !moving || self.move_rules.is_some() && !suspended;
        covered.hearing_rules = hearing && covered.hear;
        Ok(())
    }
}
