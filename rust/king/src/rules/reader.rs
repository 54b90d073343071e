//! Reads a program: connects its inputs and outputs with the board, or refuses it.

use super::Rule;
use super::hooks::{Answer, Field, FieldNames, RuleProgram};
use super::memory::Remembering;
use super::outputs::{Deed, Target, find_target};
use super::values::{SeatValue, Value, find_board_value, find_seat_value};
use crate::names::{Names, name};
use crate::tables::Refusal;
use crate::tally::KINDS;
use footfall_rules::{Argument, Program, Source};

pub(super) struct RuleReader<'a> {
    pub(super) names: &'a Names,
    pub(super) mods: &'a [Remembering],
}

impl RuleReader<'_> {
    pub(super) fn read_rule(&self, rule: &RuleProgram, fields: &FieldNames, answer: Answer) -> Result<Rule, Refusal> {
        let program = Program::read(&rule.program).map_err(|why| why.to_string())?;
        let mut inputs = Vec::new();
        for input in &program.inputs {
            inputs.push(self.find_value(&input.source, &rule.mod_, fields, &inputs)?);
        }
        let outputs =
            program.outputs.iter().map(|output| find_target(output, answer)).collect::<Result<Vec<_>, _>>()?;
        let number = |name: &str, other: usize| {
            program.texts.iter().position(|text| text == name).unwrap_or(program.texts.len() + other) as i64
        };
        let numbers = self.names.iter().enumerate().map(|(at, name)| number(name, at)).collect();
        let kinds = KINDS.iter().enumerate().map(|(at, (tag, _))| number(tag, self.names.count() + at)).collect();
        let action = |tag: &'static str| tag.split_once(':').map_or(tag, |(_, name)| name);
        let at_end = self.names.count() + KINDS.len();
        let actions = KINDS.iter().enumerate().map(|(at, (tag, _))| number(action(tag), at_end + at)).collect();
        let afflicts = outputs.iter().any(|target| matches!(target, Target::Deed { deed: Deed::Afflict, .. }));
        let mut texts = Vec::new();
        for text in &program.texts {
            let known = self.names.find(text);
            texts.push((known.unwrap_or(name::NOTHING), self.find_slot(&rule.mod_, text).unwrap_or(0)));
            if afflicts && known.is_none() && text.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_') {
                return Err(format!("a rule gives the status {text:?}"));
            }
        }
        let mut rule =
            Rule { inputs, outputs, numbers, kinds, actions, texts, silent: None, stream: rule.stream, program };
        let key = fields.iter().position(|(_, field)| *field != Field::Number);
        rule.silent = key.map(|at| {
            let values = if fields[at].1 == Field::Text { self.names.count() } else { KINDS.len() };
            (at, (0..values).map(|value| rule.fails_by(at, value as i64)).collect())
        });
        Ok(rule)
    }

    fn find_slot(&self, mod_: &str, key: &str) -> Option<usize> {
        let keys = self.mods.iter().find(|keys| keys.mod_ == mod_)?;
        keys.slots.iter().find(|(known, _)| known == key).map(|&(_, slot)| slot)
    }

    fn find_value(
        &self,
        source: &Source,
        mod_: &str,
        fields: &FieldNames,
        earlier: &[Value],
    ) -> Result<Value, Refusal> {
        match source {
            Source::Field(name) => match fields.iter().position(|(field, _)| field == name) {
                Some(at) => Ok(match fields[at].1 {
                    Field::Number => Value::Field(at),
                    Field::Text => Value::TextField(at),
                    Field::Command => Value::Command(at),
                    Field::Action => Value::Action(at),
                }),
                None => Err(format!("a rule reads {name:?} of an event")),
            },
            Source::Reading(key, arguments) => {
                let name = key.rsplit('.').next().unwrap_or(key);
                self.find_reading(name, arguments, earlier).ok_or(format!("a rule reads {key:?}"))
            }
            Source::Memory(key) => Ok(self.find_slot(mod_, key).map_or(Value::Constant(0), Value::Memory)),
        }
    }

    fn find_reading(&self, name: &str, arguments: &[Argument], earlier: &[Value]) -> Option<Value> {
        let (subject, more) = match arguments {
            [Argument::Input(at), more @ ..] => (Some(earlier[*at]), more),
            more => (None, more),
        };
        let seat = match (subject, more) {
            (None, []) => return find_board_value(name).map(Value::Board),
            (Some(Value::Command(at)), []) if name == "name" => return Some(Value::CommandName(at)),
            (Some(Value::Field(at)), _) => at,
            _ => return None,
        };
        let value = match more {
            [] => find_seat_value(name)?,
            // No soul holds a card or has a status that the game does not know.
            [Argument::Text(text)] => match (name, self.names.find(text)) {
                ("holds", Some(card)) => SeatValue::Holds(card),
                ("has_status", Some(status)) => SeatValue::HasStatus(status),
                ("holds" | "has_status", None) => return Some(Value::Constant(0)),
                _ => return None,
            },
            _ => return None,
        };
        Some(Value::Seat(value, seat))
    }
}
