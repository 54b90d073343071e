//! The programs of each hook: the fields of its event, and the answers that its rules may give.

use super::memory::list_slots;
use super::reader::{InputReader, Value};
use super::run::{Deed, Target, find_target};
use super::{BoardRules, HookRules, Rule, RuleStep};
use crate::agenda::{STEPS, Step};
use crate::listeners::Hook;
use crate::names::{Names, name};
use crate::tables::Refusal;
use crate::tally::KINDS;
use footfall_rules::Program;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

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
    /// Those of the dice that it shares with other rules of its mod, by name.
    rolls: HashMap<String, u64>,
}

/// The fields of an event: the name, and how a rule reads the value.
pub(super) type FieldNames = [(&'static str, fn(usize) -> Value)];

const DAMAGE: &FieldNames = &[
    ("attacker", Value::Field),
    ("target", Value::Field),
    ("manner", Value::TextField),
    ("weapon", Value::TextField),
    ("backstab", Value::Field),
    ("amount", Value::Field),
];
const COSTING: &FieldNames = &[
    ("actor", Value::Field),
    ("action", Value::Action),
    ("place", Value::TextField),
    ("destination", Value::TextField),
    ("card", Value::TextField),
];
const ARRIVING: &FieldNames = &[("actor", Value::Field), ("kind", Value::TextField), ("place", Value::TextField)];
const DRAWING: &FieldNames = &[("actor", Value::Field), ("card", Value::TextField), ("place", Value::TextField)];
const ENTERING: &FieldNames = &[("actor", Value::Field), ("place", Value::TextField)];
const ACTING: &FieldNames = &[("actor", Value::Field), ("command", Value::Command)];
const TURN: &FieldNames = &[("actor", Value::Field), ("number", Value::Field)];
const USING: &FieldNames = &[("actor", Value::Field), ("item", Value::TextField), ("target", Value::Field)];

/// The results that a rule of a hook may have besides deeds.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    Terms(&'static [&'static str]),
    /// One term and no deeds, by sums alone: the fold is asked where nothing can be done.
    Sum(&'static str),
    Denial,
    Nothing,
}

impl Hook {
    /// The hook of a name, the fields of its event, and the answers that its rules may give.
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
        let mut rules = Self { slots: list_slots(programs)?, ..Self::default() };
        let read_rule = |program: &RuleProgram, fields: &FieldNames, answer| {
            let (owner, rolls) = (&program.mod_, &program.rolls);
            let inputs = InputReader { names, slots: &rules.slots, owner, fields, rolls };
            Rule::read(program, &inputs, answer)
        };
        for (name, listed) in &programs.hooks {
            let (hook, fields, answer) = Hook::describe(name).ok_or(format!("there is no hook {name:?}"))?;
            let read = listed.iter().map(|program| read_rule(program, fields, answer));
            let own: Vec<Rule> = read.collect::<Result<_, _>>()?;
            let is_pure = matches!(answer, Answer::Denial | Answer::Sum(_));
            if is_pure && own.iter().any(Rule::rolls) {
                return Err("a rule rolls dice for a vote or a cost".to_string());
            }
            rules.by_hook[hook as usize] = HookRules::new(own, fields, names);
        }
        let read_step = |(name, program): &(String, Option<RuleProgram>)| {
            let rules = program.iter().map(|program| read_rule(program, &[], Answer::Nothing));
            let rules = rules.collect::<Result<Vec<_>, Refusal>>()?;
            let rules = rules.into_iter().filter_map(|rule| Arc::new(rule).begin(None)).collect();
            Ok(RuleStep { name: name.clone(), rules, is_python: program.is_none() })
        };
        rules.steps = programs.steps.iter().map(read_step).collect::<Result<_, Refusal>>()?;
        rules.blocks = programs.blocks.iter().map(|name| find_block(name, &rules.steps)).collect::<Result<_, _>>()?;
        Ok(rules)
    }
}

impl HookRules {
    fn new(rules: Vec<Rule>, fields: &FieldNames, names: &Names) -> Self {
        let mut known = fields.iter().enumerate().map(|(at, (_, read))| (at, read(at)));
        let field = known.find(|(_, value)| !matches!(value, Value::Field(_)));
        let values = field
            .map_or(1, |(_, value)| if matches!(value, Value::TextField(_)) { names.count() } else { KINDS.len() });
        let field = field.map(|(at, _)| at);
        let rules: Vec<Arc<Rule>> = rules.into_iter().map(Arc::new).collect();
        let list_rules = |value| rules.iter().filter_map(|rule| rule.begin(field.map(|at| (at, value)))).collect();
        Self { field, by_value: if rules.is_empty() { Vec::new() } else { (0..values).map(list_rules).collect() } }
    }
}

impl Rule {
    fn read(rule: &RuleProgram, reader: &InputReader, answer: Answer) -> Result<Self, Refusal> {
        let program = Program::read(&rule.program).map_err(|why| why.to_string())?;
        if !program.choices.is_empty() {
            return Err("a rule chooses from a list".to_owned());
        }
        let mut inputs = Vec::new();
        for input in &program.inputs {
            inputs.push(reader.find_value(&input.source, &inputs)?);
        }
        let outputs = program.outputs.iter().map(|output| find_target(output, answer));
        let outputs = outputs.collect::<Result<Vec<_>, _>>()?;
        let (names, count) = (reader.names, reader.names.count());
        let number = |name: &str, other: usize| {
            program.texts.iter().position(|text| text == name).unwrap_or(program.texts.len() + other) as i64
        };
        let numbers = names.iter().enumerate().map(|(at, name)| number(name, at)).collect();
        let kinds = KINDS.iter().enumerate().map(|(at, (tag, _))| number(tag, count + at)).collect();
        let action = |tag: &'static str| tag.split_once(':').map_or(tag, |(_, name)| name);
        let at_end = count + KINDS.len();
        let actions = KINDS.iter().enumerate().map(|(at, (tag, _))| number(action(tag), at_end + at)).collect();
        let afflicts = outputs.iter().any(|target| matches!(target, Target::Deed { deed: Deed::Afflict, .. }));
        let mut texts = Vec::new();
        for text in &program.texts {
            let known = names.find(text);
            texts.push((known.unwrap_or(name::NOTHING), reader.find_slot(text).unwrap_or(0)));
            if afflicts && known.is_none() && text.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_') {
                return Err(format!("a rule gives the status {text:?}"));
            }
        }
        Ok(Self { inputs, outputs, numbers, kinds, actions, texts, stream: rule.stream, program })
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
