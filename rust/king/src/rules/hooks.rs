//! The programs of each hook: the fields of its event, and what its rules may answer.

use super::memory::list_memory;
use super::reader::RuleReader;
use super::{BoardRules, Rule, RuleStep};
use crate::agenda::{STEPS, Step};
use crate::listeners::Hook;
use crate::names::Names;
use crate::tables::Refusal;
use serde::Deserialize;
use std::collections::HashMap;

/// The programs of mods, as plugins/king/compiled lists them.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct RulePrograms {
    /// By name of the hook.
    pub(super) hooks: HashMap<String, Vec<RuleProgram>>,
    /// Those of `on_round_end` by name of the step; None for a step in Python.
    pub(super) steps: Vec<(String, Option<RuleProgram>)>,
    /// The names of the steps of a round's end, in order.
    blocks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleProgram {
    #[serde(rename = "mod")]
    pub(super) mod_: String,
    pub(super) program: Vec<u8>,
    /// The key of the random stream.
    pub(super) stream: u64,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Field {
    Number,
    Text,
    Command,
    /// The kind of a command without its namespace.
    Action,
}

pub(super) type FieldNames = [(&'static str, Field)];

const DAMAGE: &FieldNames = &[
    ("attacker", Field::Number),
    ("target", Field::Number),
    ("manner", Field::Text),
    ("weapon", Field::Text),
    ("backstab", Field::Number),
];
const COSTING: &FieldNames = &[("actor", Field::Number), ("action", Field::Action), ("place", Field::Text)];
const ARRIVING: &FieldNames = &[("actor", Field::Number), ("kind", Field::Text), ("place", Field::Text)];
const DRAWING: &FieldNames = &[("actor", Field::Number), ("card", Field::Text), ("place", Field::Text)];
const ENTERING: &FieldNames = &[("actor", Field::Number), ("place", Field::Text)];
const ACTING: &FieldNames = &[("actor", Field::Number), ("command", Field::Command)];
const TURN: &FieldNames = &[("actor", Field::Number), ("number", Field::Number)];
const USING: &FieldNames = &[("actor", Field::Number), ("item", Field::Text), ("target", Field::Number)];

/// What a rule of a hook may do besides deeds.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    Terms(&'static [&'static str]),
    /// One term and no deeds, by sums alone: the fold is asked where nothing can be done.
    Sum(&'static str),
    Denial,
    Nothing,
}

impl Hook {
    /// The hook of a name, the fields of its event, and what its rules may answer.
    fn describe(name: &str) -> Option<(Self, &'static FieldNames, Answer)> {
        Some(match name {
            "on_damage" => (Self::Damage, DAMAGE, Answer::Terms(&["damage", "armor"])),
            "core.king:on_cost" => (Self::Cost, COSTING, Answer::Sum("cost")),
            "core.king:can_arrive" => (Self::CanArrive, ARRIVING, Answer::Denial),
            "can_act" => (Self::CanAct, ACTING, Answer::Denial),
            "can_enter" => (Self::CanEnter, ENTERING, Answer::Denial),
            "on_turn_start" => (Self::TurnStart, TURN, Answer::Nothing),
            "on_turn_end" => (Self::TurnEnd, TURN, Answer::Nothing),
            "on_enter" => (Self::Enter, ENTERING, Answer::Nothing),
            "on_use" => (Self::Use, USING, Answer::Nothing),
            "core.king:on_card" => (Self::Card, DRAWING, Answer::Nothing),
            _ => return None,
        })
    }
}

impl BoardRules {
    pub fn read(programs: &RulePrograms, names: &Names) -> Result<Self, Refusal> {
        let mut rules = Self { mods: list_memory(programs)?, ..Self::default() };
        rules.slots = rules.mods.iter().map(|keys| keys.slots.len()).sum();
        let reader = RuleReader { names, mods: &rules.mods };
        for (name, listed) in &programs.hooks {
            let (hook, fields, answer) = Hook::describe(name).ok_or(format!("there is no hook {name:?}"))?;
            let read = listed.iter().map(|program| reader.read_rule(program, fields, answer));
            let own: Vec<Rule> = read.collect::<Result<_, _>>()?;
            let is_pure = matches!(answer, Answer::Denial | Answer::Sum(_));
            if is_pure && own.iter().any(|rule| rule.program.rolls()) {
                return Err("a rule rolls dice for a vote or a cost".to_string());
            }
            rules.by_hook[hook as usize] = own;
        }
        let read_step = |(name, program): &(String, Option<RuleProgram>)| {
            let rules = program.iter().map(|program| reader.read_rule(program, &[], Answer::Nothing));
            let rules: Vec<_> = rules.collect::<Result<_, Refusal>>()?;
            Ok(RuleStep { name: name.clone(), rules, is_python: program.is_none() })
        };
        rules.steps = programs.steps.iter().map(read_step).collect::<Result<_, Refusal>>()?;
        rules.blocks = programs.blocks.iter().map(|name| find_block(name, &rules.steps)).collect::<Result<_, _>>()?;
        Ok(rules)
    }
}

const BLOCKS: [Step; 8] = [
    Step::House,
    Step::Presence,
    Step::Roulette,
    Step::Effect,
    Step::Monsters,
    Step::Statuses,
    Step::Stairs,
    Step::Decks,
];

fn find_block(name: &str, steps: &[RuleStep]) -> Result<Step, Refusal> {
    if let Some(block) = BLOCKS.iter().find(|block| STEPS[block.number()] == name) {
        return Ok(block.clone());
    }
    let rule = steps.iter().position(|step| step.name == name);
    rule.map(Step::Rule).ok_or(format!("the end of a round has the step {name:?}"))
}
