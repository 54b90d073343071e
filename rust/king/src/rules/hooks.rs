//! The programs of each hook: the fields of its event, and what its rules may answer.

use super::memory::list_memory;
use super::reader::RuleReader;
use super::{BoardRules, RuleStep};
use crate::agenda::{STEPS, Step};
use crate::names::Names;
use crate::tables::Refusal;
use serde::Deserialize;

/// The programs of each hook, as plugins/king/compiled lists them.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RulePrograms {
    pub(super) on_damage: Vec<RuleProgram>,
    #[serde(rename = "core.king:on_cost")]
    on_cost: Vec<RuleProgram>,
    #[serde(rename = "core.king:can_arrive")]
    can_arrive: Vec<RuleProgram>,
    can_act: Vec<RuleProgram>,
    can_enter: Vec<RuleProgram>,
    pub(super) on_turn_start: Vec<RuleProgram>,
    pub(super) on_turn_end: Vec<RuleProgram>,
    pub(super) on_enter: Vec<RuleProgram>,
    pub(super) on_use: Vec<RuleProgram>,
    #[serde(rename = "core.king:on_card")]
    pub(super) on_card: Vec<RuleProgram>,
    /// By the name of the step; None for a step in Python.
    pub(super) on_round_end: Vec<(String, Option<RuleProgram>)>,
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

const DAMAGE_TERMS: Answer = Answer::Terms(&["damage", "armor"]);

impl BoardRules {
    pub fn read(programs: &RulePrograms, names: &Names) -> Result<Self, Refusal> {
        let mut rules = Self { mods: list_memory(programs)?, ..Self::default() };
        rules.slots = rules.mods.iter().map(|keys| keys.slots.len()).sum();
        let reader = RuleReader { names, mods: &rules.mods };
        let read = |of: &[RuleProgram], fields, answer| {
            of.iter().map(|program| reader.read_rule(program, fields, answer)).collect::<Result<Vec<_>, _>>()
        };
        let damage = read(&programs.on_damage, DAMAGE, DAMAGE_TERMS)?;
        let cost = read(&programs.on_cost, COSTING, Answer::Sum("cost"))?;
        let can_arrive = read(&programs.can_arrive, ARRIVING, Answer::Denial)?;
        let can_act = read(&programs.can_act, ACTING, Answer::Denial)?;
        let can_enter = read(&programs.can_enter, ENTERING, Answer::Denial)?;
        let turn_start = read(&programs.on_turn_start, TURN, Answer::Nothing)?;
        let turn_end = read(&programs.on_turn_end, TURN, Answer::Nothing)?;
        let enter = read(&programs.on_enter, ENTERING, Answer::Nothing)?;
        let use_ = read(&programs.on_use, USING, Answer::Nothing)?;
        let card = read(&programs.on_card, DRAWING, Answer::Nothing)?;
        let read_step = |(name, program): &(String, Option<RuleProgram>)| {
            let rules = program.iter().map(|program| reader.read_rule(program, &[], Answer::Nothing));
            let rules: Vec<_> = rules.collect::<Result<_, Refusal>>()?;
            Ok(RuleStep { name: name.clone(), rules, is_python: program.is_none() })
        };
        let steps: Vec<RuleStep> = programs.on_round_end.iter().map(read_step).collect::<Result<_, Refusal>>()?;
        let blocks = programs.blocks.iter().map(|name| find_block(name, &steps)).collect::<Result<_, _>>()?;
        if [&can_act, &can_enter, &can_arrive, &cost].into_iter().flatten().any(|rule| rule.program.rolls()) {
            return Err("a rule rolls dice for a vote or a cost".to_string());
        }
        Ok(Self {
            damage,
            cost,
            can_arrive,
            can_act,
            can_enter,
            turn_start,
            turn_end,
            enter,
            use_,
            card,
            steps,
            blocks,
            ..rules
        })
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
