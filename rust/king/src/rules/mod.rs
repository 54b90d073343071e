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
use footfall_rules::{Host, Program, Test};
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
    /// The rules that may say something about each of its values, in the order of their mods.
    by_value: Vec<Vec<Arc<Rule>>>,
}

pub struct RuleStep {
    pub name: String,
    rules: Vec<Arc<Rule>>,
    /// Whether it is a step of a mod in Python.
    is_python: bool,
}

impl BoardRules {
    /// Whether a hook has rules.
    #[inline]
    pub fn has(&self, hook: Hook) -> bool {
        !self.by_hook[hook as usize].by_value.is_empty()
    }

    /// The rules of a hook that may say something about an event, by one field of it.
    #[inline]
    pub fn of(&self, hook: Hook, fields: &Fields) -> &[Arc<Rule>] {
        let rules = &self.by_hook[hook as usize];
        rules.by_value.get(rules.field.map_or(0, |at| fields[at] as usize)).map_or(&[], Vec::as_slice)
    }

    /// Whether a rule may roll dice.
    pub fn rolls(&self) -> bool {
        let steps = self.steps.iter().flat_map(|step| &step.rules);
        let of_hooks = self.by_hook.iter().flat_map(|rules| rules.by_value.iter().flatten());
        of_hooks.chain(steps).any(|rule| rule.rolls())
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
    /// What has to hold; dice that rules share are left out.
    tests: Vec<Test>,
    stream: u64,
}

impl Rule {
    /// Whether it may roll dice, its own or shared ones.
    fn rolls(&self) -> bool {
        self.program.rolls() || self.inputs.iter().any(|input| matches!(input, Value::Shared(_)))
    }

    /// Whether the condition fails for a value of a field on every board.
    fn fails_by(&self, at: usize, value: i64) -> bool {
        /// Knows one field; everything else ends the run.
        struct OneField<'a>(&'a Rule, usize, i64);

        impl Host for OneField<'_> {
            type Failure = ();

            fn load(&mut self, input: usize) -> Result<i64, ()> {
                match self.0.inputs[input] {
                    Value::TextField(at) if at == self.1 => Ok(self.0.numbers[self.2 as usize]),
                    Value::CommandName(at) if at == self.1 => Ok(self.0.kinds[self.2 as usize]),
                    Value::Action(at) if at == self.1 => Ok(self.0.actions[self.2 as usize]),
                    Value::Constant(value) => Ok(value),
                    _ => Err(()),
                }
            }

            fn roll(&mut self, _: usize, _: i64, _: i64) -> Result<i64, ()> {
                Err(())
            }

            fn emit(&mut self, _: usize, _: i64) -> Result<(), ()> {
                Err(())
            }
        }

        self.program.run(&mut OneField(self, at, value)).is_ok()
    }
}
