//! Rules of data mods on folds of one term, and the conditions of others.

use crate::readings::{BoundReading, Reading};
use crate::run::{Run, contain};
use footfall_rules::{ANY, Argument, Combine, Host, Interval, Output, Program, Source, Terms, Type};
use footfall_stealth::creature::Cell;
use footfall_stealth::{Result, Stop};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};
use std::collections::HashMap;
use std::sync::Mutex;

/// A program, and its readings by key.
pub type BoundProgram = (Vec<u8>, HashMap<String, BoundReading>);

/// The rules of a hook, in the order of their mods.
#[derive(Default)]
pub struct FieldRules {
    rules: Vec<FieldRule>,
    /// The answers of `find_reaches`.
    reaches: Mutex<Vec<(Noise, Interval)>>,
}

/// Kind and loudness of a noise, and the range from which it is heard if no rule decides.
type Noise = (String, i64, i64);

/// The most answers that are kept.
const MAX_REACHES: usize = 64;

struct FieldRule {
    program: Program,
    inputs: Vec<Input>,
    /// Of the outputs of a fold; none of other rules.
    combine: Vec<Combine>,
}

/// Where the value of an input comes from.
enum Input {
    /// The place of a field.
    Field(usize),
    Reading(Reading),
}

/// The value of a field. An event has at most one text that rules read.
#[derive(Clone, Copy)]
pub enum Field<'a> {
    Number(i64),
    Text(&'a str),
    Cell(Cell),
}

/// The fields of `events.Hearing`, and the place of one of them.
const HEARING: [&str; 6] = ["listener", "source", "kind", "loudness", "distance", "direction"];
const KIND: usize = 2;
const LOUDNESS: usize = 3;
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
        Self::read(py, programs, &HEARING, Some("range"))
    }

    /// Whether a listener hears a noise that it hears from `reach` tenths of a cell if no rule decides.
    pub fn is_heard(&self, run: &Run, hearing: Hearing, reach: i64) -> Result<bool, PyErr> {
        let Hearing { listener, source, kind, loudness, distance, direction } = hearing;
        let (least, most) = self.find_reaches(kind, loudness, reach);
        if distance <= least || distance > most {
            return Ok((0..=least).contains(&distance));
        }
        let [listener, source, loudness, apart, direction] =
            [listener, source, loudness, distance, direction].map(Field::Number);
        let reach = self.fold(run, &[listener, source, Field::Text(kind), loudness, apart, direction], reach)?;
        Ok((0..=reach).contains(&distance))
    }

    /// The least and the greatest range, in tenths of a cell, that rules can give to noises of a kind and loudness which
    /// are heard from `reach` if no rule decides.
    pub fn find_reaches(&self, kind: &str, loudness: i64, reach: i64) -> Interval {
        let Ok(mut known) = self.reaches.lock() else { return ANY };
        let is_asked = |(text, loud, range): &Noise| (*loud, *range) == (loudness, reach) && text == kind;
        if let Some((_, reaches)) = known.iter().find(|(asked, _)| is_asked(asked)) {
            return *reaches;
        }
        if known.len() >= MAX_REACHES {
            known.clear();
        }
        let bounds = self.rules.iter().map(|rule| rule.bound(kind, loudness)).collect::<Option<Vec<_>>>();
        let bounds: Option<Vec<_>> = bounds.map(|bounds| bounds.into_iter().flatten().collect());
        let reaches = bounds.and_then(|bounds| combine_bounds(&bounds, reach)).unwrap_or(ANY);
        known.push(((kind.to_owned(), loudness, reach), reaches));
        reaches
    }

    /// Whether a rule reads a field, by its place.
    pub fn reads(&self, field: usize) -> bool {
        let is_field = |input: &Input| matches!(input, Input::Field(at) if *at == field);
        self.rules.iter().any(|rule| rule.inputs.iter().any(is_field))
    }

    /// Reads programs; None if one rolls dice, reads anything but these fields and readings, or gives anything but the
    /// term, if there is one.
    pub fn read(py: Python, programs: &[BoundProgram], fields: &[&str], term: Option<&str>) -> Option<Self> {
        let rules = programs.iter().map(|program| FieldRule::read(py, program, fields, term)).collect::<Option<_>>()?;
        Some(Self { rules, reaches: Mutex::default() })
    }

    /// Forgets all that was read.
    pub fn forget(&self) {
        for input in self.rules.iter().flat_map(|rule| &rule.inputs) {
            if let Input::Reading(reading) = input {
                reading.forget();
            }
        }
    }

    /// Reads the conditions of rules about an actor. Those that cannot be read here may hold at any time.
    pub fn read_conditions(py: Python, programs: &[BoundProgram]) -> Self {
        Self::read(py, programs, &["actor"], None).unwrap_or_default()
    }

    /// Whether the condition of a rule about an actor may hold. Python asks one that fails, and reports it.
    pub fn may_hold(&self, run: &Run, actor: i64) -> PyResult<bool> {
        let fields = &[Field::Number(actor)];
        for rule in &self.rules {
            match rule.program.run(&mut Evaluation { rule, run, fields, terms: Terms::new([0]) }) {
                Ok(()) => {}
                Err(Stop::Python(_)) => return Ok(true),
                Err(Stop::Failed(error)) => return contain(run.py, error, true),
            }
        }
        Ok(self.rules.is_empty())
    }

    /// The term that the rules decide on.
    pub fn fold(&self, run: &Run, fields: &[Field], term: i64) -> Result<i64, PyErr> {
        let Some(first) = self.rules.first() else { return Ok(term) };
        let mut evaluation = Evaluation { rule: first, run, fields, terms: Terms::new([term]) };
        for rule in &self.rules {
            evaluation.rule = rule;
            rule.program.run(&mut evaluation)?;
        }
        evaluation.terms.combine().map(|[term]| term).ok_or(LARGE)
    }
}

const LARGE: Stop<PyErr> = Stop::Python("a large product");

/// The number that stands for a text in a program.
fn find_number(texts: &[String], text: &str) -> i64 {
    texts.iter().position(|known| known == text).unwrap_or(texts.len()) as i64
}

impl FieldRule {
    fn read(py: Python, (program, readings): &BoundProgram, fields: &[&str], term: Option<&str>) -> Option<Self> {
        let program = Program::read(program).ok()?;
        let find_input = |input: &footfall_rules::Input| match &input.source {
            Source::Field(name) => fields.iter().position(|field| field == name).map(Input::Field),
            Source::Reading(..) if input.type_ == Type::Decimal => None,
            Source::Reading(key, arguments) => {
                readings.get(key).and_then(|bound| Reading::new(py, bound, arguments)).map(Input::Reading)
            }
            _ => None,
        };
        let find_combine = |output: &Output| match output {
            Output::Term(name, combine) if Some(&**name) == term => Some(*combine),
            _ => None,
        };
        let inputs = program.inputs.iter().map(find_input).collect::<Option<_>>()?;
        let outputs = if term.is_some() { &program.outputs[..] } else { &[] };
        let combine = outputs.iter().map(find_combine).collect::<Option<_>>()?;
        (!program.rolls()).then_some(Self { program, inputs, combine })
    }

    /// Bounds of its proposals about noises of a kind and loudness; None if there are none.
    fn bound(&self, kind: &str, loudness: i64) -> Option<Vec<(Combine, Interval)>> {
        let texts = &self.program.texts;
        let bounds = self.program.bounds(|input| match (&self.inputs[input], self.program.inputs[input].type_) {
            (Input::Field(KIND), _) => {
                let number = find_number(texts, kind);
                (number, number)
            }
            (Input::Field(LOUDNESS), _) => (loudness, loudness),
            (_, Type::Boolean) => (0, 1),
            (_, Type::Text) => (0, texts.len() as i64),
            _ => ANY,
        })?;
        Some(self.combine.iter().copied().zip(bounds).filter_map(|(combine, bound)| Some((combine, bound?))).collect())
    }
}

/// A term of which each of these values may be proposed, or not; None if it is not bounded.
fn combine_bounds(proposed: &[(Combine, Interval)], base: i64) -> Option<Interval> {
    let (mut least, mut most) = (base, base);
    for (combine, (low, high)) in proposed {
        if *combine == Combine::Set {
            (least, most) = (least.min(*low), most.max(*high));
        }
    }
    let (mut below, mut above) = (Terms::new([least]), Terms::new([most]));
    let (mut lowest, mut highest) = (i128::from(least), i128::from(most));
    for &(combine, (low, high)) in proposed {
        let neutral = match combine {
            Combine::Set => continue,
            Combine::Add => {
                lowest += i128::from(low.min(0));
                highest += i128::from(high.max(0));
                0
            }
            Combine::Multiply(_) if low < 0 => return None,
            Combine::Multiply(divisor) => divisor,
        };
        below.propose(0, combine, low.min(neutral))?;
        above.propose(0, combine, high.max(neutral))?;
    }
    // Factors move negative numbers the other way.
    let ([below], [above]) = (below.combine()?, above.combine()?);
    Some((if lowest < 0 { i64::MIN } else { below }, if highest < 0 { 0 } else { above }))
}

struct Evaluation<'r, 'a, 'py> {
    rule: &'r FieldRule,
    run: &'r Run<'a, 'py>,
    fields: &'r [Field<'r>],
    terms: Terms<1>,
}

impl<'py> Evaluation<'_, '_, 'py> {
    fn number_text(&self, text: &str) -> i64 {
        find_number(&self.rule.program.texts, text)
    }

    /// The actor, or another number, that a reading depends on, 0 if on none; None if it depends on more.
    fn find_subject(&self, reading: &Reading) -> Result<Option<i64>, PyErr> {
        let mut subject = None;
        for argument in &reading.arguments {
            let Argument::Input(at) = *argument else { continue };
            if !matches!(self.rule.program.inputs[at].type_, Type::Integer | Type::Number) {
                return Ok(None);
            }
            if subject.replace(self.load_input(at)?).is_some() {
                return Ok(None);
            }
        }
        Ok(Some(subject.unwrap_or_default()))
    }

    /// The number of an input in the program.
    fn load_input(&self, input: usize) -> Result<i64, PyErr> {
        let reading = match &self.rule.inputs[input] {
            Input::Field(at) => match self.fields[*at] {
                Field::Number(value) => return Ok(value),
                Field::Text(text) => return Ok(self.number_text(text)),
                Field::Cell(_) => return Err(Stop::Python("a cell as a number")),
            },
            Input::Reading(reading) => reading,
        };
        let type_ = self.rule.program.inputs[input].type_;
        match self.find_subject(reading)? {
            Some(subject) => reading.value(self.run, subject, || self.ask(reading, type_)),
            None => self.ask(reading, type_),
        }
    }

    /// The value of an input as readings take it.
    fn read(&self, input: usize) -> PyResult<Bound<'py, PyAny>> {
        match &self.rule.inputs[input] {
            Input::Field(at) => match self.fields[*at] {
                Field::Number(value) => self.wrap(value),
                Field::Text(text) => Ok(PyString::new(self.run.py, text).into_any()),
                Field::Cell(cell) => Ok(cell.into_pyobject(self.run.py)?.into_any()),
            },
            Input::Reading(reading) => self.call(reading),
        }
    }

    fn wrap(&self, value: i64) -> PyResult<Bound<'py, PyAny>> {
        Ok(value.into_pyobject(self.run.py)?.into_any())
    }

    fn call(&self, reading: &Reading) -> PyResult<Bound<'py, PyAny>> {
        let py = self.run.py;
        let values = reading.arguments.iter().map(|argument| match argument {
            Argument::Number(value) => self.wrap(*value),
            Argument::Text(text) => Ok(PyString::new(py, text).into_any()),
            Argument::Input(input) => self.read(*input),
            Argument::Boolean(flag) => Ok(PyBool::new(py, *flag).to_owned().into_any()),
        });
        let values = std::iter::once(Ok(self.run.ctx.clone())).chain(values).collect::<PyResult<Vec<_>>>()?;
        reading.function.bind(py).call1(PyTuple::new(py, values)?)
    }

    /// The number that stands for the value of a reading in the program.
    fn ask(&self, reading: &Reading, type_: Type) -> Result<i64, PyErr> {
        let value = self.call(reading)?;
        Ok(match type_ {
            Type::Text => self.number_text(value.cast::<PyString>().map_err(PyErr::from)?.to_str()?),
            Type::Boolean => i64::from(value.is_truthy()?),
            _ => value.extract()?,
        })
    }
}

impl Host for Evaluation<'_, '_, '_> {
    type Failure = Stop<PyErr>;

    fn load(&mut self, input: usize) -> Result<i64, PyErr> {
        self.load_input(input)
    }

    fn roll(&mut self, _: usize, _: i64, _: i64) -> Result<i64, PyErr> {
        Err(Stop::Python("dice of mods"))
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), PyErr> {
        let combine = self.rule.combine.get(output).ok_or(Stop::Python("a rule that is no fold"))?;
        self.terms.propose(0, *combine, value).ok_or(LARGE)
    }
}
