//! Rules of data mods on the hooks of the board: their programs, connected with the board's values.

mod hooks;
mod memory;
mod reader;
mod run;

pub use self::hooks::RulePrograms;
pub use self::memory::{Memory, Remembered};
pub use self::run::{fold_cost, is_refused};

use self::reader::Value;
use self::run::Target;
use crate::agenda::Step;
use crate::listeners::{HOOKS, Hook};
use crate::names::NameId;
use footfall_rules::{Program, Start};
use std::sync::Arc;

#[derive(Default)]
pub struct BoardRules {
    by_hook: [HookRules; HOOKS],
    /// Those of `on_round_end`, and the steps of that chain.
    pub steps: Vec<RuleStep>,
    pub blocks: Vec<Step>,
    /// The mod and the key of every number that rules may remember.
    pub slots: Vec<(String, String)>,
}

/// The rules of a hook. Most are about one source of losses, one place or one command.
#[derive(Default)]
struct HookRules {
    /// The first field of the event that is a text or a command.
    field: Option<usize>,
    /// The rules that may apply to each of its values, in the order of their mods.
    by_value: Vec<Vec<Candidate>>,
}

pub struct RuleStep {
    pub name: String,
    rules: Vec<Candidate>,
    /// Whether it is a step of a mod in Python.
    is_python: bool,
}

impl BoardRules {
    /// Whether a hook has rules.
    #[inline]
    pub fn has(&self, hook: Hook) -> bool {
        !self.by_hook[hook as usize].by_value.is_empty()
    }

    /// The rules of a hook that may apply to an event, by one field of it.
    #[inline]
    pub fn of(&self, hook: Hook, fields: &Fields) -> &[Candidate] {
        let rules = &self.by_hook[hook as usize];
        rules.by_value.get(rules.field.map_or(0, |at| fields[at] as usize)).map_or(&[], Vec::as_slice)
    }

    /// Whether a hook has rules that may apply to a value of that field.
    #[inline]
    pub fn may_apply(&self, hook: Hook, value: usize) -> bool {
        self.by_hook[hook as usize].by_value.get(value).is_some_and(|rules| !rules.is_empty())
    }

    /// Whether a rule may roll dice.
    pub fn rolls(&self) -> bool {
        let steps = self.steps.iter().flat_map(|step| &step.rules);
        let of_hooks = self.by_hook.iter().flat_map(|rules| rules.by_value.iter().flatten());
        of_hooks.chain(steps).any(|candidate| candidate.rule.rolls())
    }
}

/// The values of an event's fields: a number, 0 or 1, the `NameId` of a text, or the kind of a command.
pub type Fields = [i64; 6];

/// A rule whose inputs and outputs are connected with the board.
pub struct Rule {
    program: Program,
    inputs: Vec<Value>,
    outputs: Vec<Target>,
    /// The number of each name in the program.
    numbers: Vec<i64>,
    /// The number of each kind of command in the program.
    kinds: Vec<i64>,
    /// The same without the namespace of the kinds.
    actions: Vec<i64>,
    /// The name and the slot of each text of the program.
    texts: Vec<(NameId, usize)>,
    stream: u64,
}

/// A rule that may apply to some events.
pub struct Candidate {
    rule: Arc<Rule>,
    start: Start,
}

impl Rule {
    /// Whether it may roll dice, its own or shared ones.
    fn rolls(&self) -> bool {
        self.program.rolls() || self.inputs.iter().any(|input| matches!(input, Value::Shared(_)))
    }

    /// The rest of the rule where it may give a result; `known` is the value of a field, the same in all events.
    fn begin(self: &Arc<Self>, known: Option<(usize, usize)>) -> Option<Candidate> {
        let find_known = |input: usize| match (self.inputs[input], known) {
            (Value::Constant(value), _) => Some(value),
            (Value::TextField(at), Some((field, value))) if at == field => Some(self.numbers[value]),
            (Value::CommandName(at), Some((field, value))) if at == field => Some(self.kinds[value]),
            (Value::Action(at), Some((field, value))) if at == field => Some(self.actions[value]),
            _ => None,
        };
        // A shared die needs the dice of the run.
        let may_test = |input: usize| !matches!(self.inputs[input], Value::Shared(_));
        let start = self.program.begin(find_known, may_test)?;
        Some(Candidate { rule: self.clone(), start })
    }
}
