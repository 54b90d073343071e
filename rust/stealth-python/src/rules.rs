//! Rules of data mods on folds of one term. Readings of the game are functions in Python, called when a rule needs them.

use footfall_rules::{Argument, Combine, Host, Output, Program, Source, Terms, Type};
use footfall_stealth::{Result, Stop};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};
use std::collections::HashMap;
use std::sync::Mutex;

/// A program, and the functions of its readings by key.
pub type BoundProgram = (Vec<u8>, HashMap<String, Py<PyAny>>);

/// The rules of a fold, in the order of their mods.
#[derive(Default)]
pub struct FieldRules {
    rules: Vec<FieldRule>,
    held: Held,
}

/// While nothing changes, readings of one field of the event, or of none, by the address of the input that they fill.
type Held = Mutex<Option<HashMap<(usize, Option<i64>), i64>>>;

struct FieldRule {
    program: Program,
    inputs: Vec<Input>,
    combine: Vec<Combine>,
}

/// Where the value of an input comes from.
enum Input {
    /// The place of a field.
    Field(usize),
    Reading(Py<PyAny>, Vec<Argument>),
}

/// The value of a field. An event has at most one text that rules read.
#[derive(Clone, Copy)]
pub enum Field<'a> {
    Number(i64),
    Text(&'a str),
}

/// The fields of `events.Hearing`, and the place of one of them.
const HEARING: [&str; 6] = ["listener", "source", "kind", "loudness", "distance", "direction"];
pub const DIRECTION: usize = 5;

/// `events.Hearing`.
#[derive(Clone, Copy)]
pub struct Hearing<'a> {
    pub listener: i64,
    pub source: i64,
    pub kind: &'a str,
    pub loudness: i64,
    pub distance: i64,
    pub direction: i64,
}

impl FieldRules {
    /// Reads the programs of `on_hear`.
    pub fn read_hearing(py: Python, programs: &[BoundProgram]) -> Option<Self> {
        Self::read(py, programs, &HEARING, "range")
    }

    /// Whether a listener hears a noise that it hears from `reach` tenths of a cell if no rule decides.
    pub fn is_heard(&self, ctx: &Bound<PyAny>, hearing: Hearing, reach: i64) -> Result<bool, PyErr> {
        let Hearing { listener, source, kind, loudness, distance, direction } = hearing;
        let [listener, source, loudness, apart, direction] =
            [listener, source, loudness, distance, direction].map(Field::Number);
        let reach = self.fold(ctx, &[listener, source, Field::Text(kind), loudness, apart, direction], reach)?;
        Ok((0..=reach).contains(&distance))
    }

    /// Whether a rule reads a field, by its place.
    pub fn reads(&self, field: usize) -> bool {
        let is_field = |input: &Input| matches!(input, Input::Field(at) if *at == field);
        self.rules.iter().any(|rule| rule.inputs.iter().any(is_field))
    }

    /// Reads programs; None if one rolls dice, reads anything but these fields and readings, or gives anything but this
    /// term.
    pub fn read(py: Python, programs: &[BoundProgram], fields: &[&str], term: &str) -> Option<Self> {
        let rules = programs.iter().map(|program| FieldRule::read(py, program, fields, term)).collect::<Option<_>>()?;
        Some(Self { rules, ..Self::default() })
    }

    /// Whether nothing changes from here on, so that a reading of an actor is asked once.
    pub fn hold(&self, is_still: bool) {
        if let Ok(mut held) = self.held.lock() {
            *held = is_still.then(HashMap::new);
        }
    }

    /// The term that the rules decide on.
    pub fn fold(&self, ctx: &Bound<PyAny>, fields: &[Field], term: i64) -> Result<i64, PyErr> {
        let Some(first) = self.rules.first() else { return Ok(term) };
        let mut run = Run { rule: first, held: &self.held, ctx, fields, terms: Terms::new([term]) };
        for rule in &self.rules {
            run.rule = rule;
            rule.program.run(&mut run)?;
        }
        run.terms.combine().map(|[term]| term).ok_or(LARGE)
    }
}

const LARGE: Stop<PyErr> = Stop::Python("a large product");

impl FieldRule {
    fn read(py: Python, (program, functions): &BoundProgram, fields: &[&str], term: &str) -> Option<Self> {
        let program = Program::read(program).ok()?;
        let find_input = |input: &footfall_rules::Input| match &input.source {
            Source::Field(name) => fields.iter().position(|field| field == name).map(Input::Field),
            Source::Reading(..) if input.type_ == Type::Decimal => None,
            Source::Reading(key, arguments) => {
                functions.get(key).map(|function| Input::Reading(function.clone_ref(py), arguments.clone()))
            }
            _ => None,
        };
        let find_combine = |output: &Output| match output {
            Output::Term(name, combine) if name == term => Some(*combine),
            _ => None,
        };
        let inputs = program.inputs.iter().map(find_input).collect::<Option<_>>()?;
        let combine = program.outputs.iter().map(find_combine).collect::<Option<_>>()?;
        (!program.rolls()).then_some(Self { program, inputs, combine })
    }
}

struct Run<'a, 'py> {
    rule: &'a FieldRule,
    held: &'a Held,
    ctx: &'a Bound<'py, PyAny>,
    fields: &'a [Field<'a>],
    terms: Terms<1>,
}

impl<'py> Run<'_, 'py> {
    fn number_text(&self, text: &str) -> i64 {
        let texts = &self.rule.program.texts;
        texts.iter().position(|known| known == text).unwrap_or(texts.len()) as i64
    }

    /// The number in the event that a reading depends on, if on one; None if on more, or on another reading.
    fn find_subject(&self, input: usize) -> Option<Option<i64>> {
        let Input::Reading(_, arguments) = &self.rule.inputs[input] else { return None };
        let mut subject = None;
        for argument in arguments {
            let Argument::Input(at) = argument else { continue };
            let Input::Field(field) = self.rule.inputs[*at] else { return None };
            let Field::Number(value) = self.fields[field] else { return None };
            if subject.replace(value).is_some() {
                return None;
            }
        }
        Some(subject)
    }

    /// The value of an input as readings take it.
    fn read(&self, input: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.ctx.py();
        let number = |value: i64| value.into_pyobject(py).map(Bound::into_any).map_err(PyErr::from);
        match &self.rule.inputs[input] {
            Input::Field(at) => match self.fields[*at] {
                Field::Number(value) => number(value),
                Field::Text(text) => Ok(PyString::new(py, text).into_any()),
            },
            Input::Reading(function, arguments) => {
                let values = arguments.iter().map(|argument| match argument {
                    Argument::Number(value) => number(*value),
                    Argument::Text(text) => Ok(PyString::new(py, text).into_any()),
                    Argument::Input(input) => self.read(*input),
                    Argument::Boolean(flag) => Ok(PyBool::new(py, *flag).to_owned().into_any()),
                });
                let values = std::iter::once(Ok(self.ctx.clone())).chain(values).collect::<PyResult<Vec<_>>>()?;
                function.bind(py).call1(PyTuple::new(py, values)?)
            }
        }
    }
}

impl Host for Run<'_, '_> {
    type Failure = Stop<PyErr>;

    fn load(&mut self, input: usize) -> Result<i64, PyErr> {
        if let Input::Field(at) = self.rule.inputs[input] {
            return Ok(match self.fields[at] {
                Field::Number(value) => value,
                Field::Text(text) => self.number_text(text),
            });
        }
        let address = &raw const self.rule.inputs[input] as usize;
        let key = self.find_subject(input).map(|subject| (address, subject));
        if let Some(known) = key.and_then(|key| self.held.lock().ok()?.as_ref()?.get(&key).copied()) {
            return Ok(known);
        }
        let value = self.read(input)?;
        let value = match self.rule.program.inputs[input].type_ {
            Type::Text => self.number_text(value.cast::<PyString>().map_err(PyErr::from)?.to_str()?),
            Type::Boolean => i64::from(value.is_truthy()?),
            _ => value.extract()?,
        };
        if let (Some(key), Ok(mut held)) = (key, self.held.lock()) {
            held.as_mut().map(|held| held.insert(key, value));
        }
        Ok(value)
    }

    fn roll(&mut self, _: usize, _: i64, _: i64) -> Result<i64, PyErr> {
        Err(Stop::Python("dice of mods"))
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), PyErr> {
        self.terms.propose(0, self.rule.combine[output], value).ok_or(LARGE)
    }
}
