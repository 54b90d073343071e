//! Rules of data mods on folds of one term that read the event alone.

use footfall_rules::{Combine, Host, Output, Program, Source, Terms};

/// The rules of a fold, in the order of their mods.
#[derive(Default)]
pub struct FieldRules(Vec<FieldRule>);

struct FieldRule {
    program: Program,
    /// The field of each input.
    inputs: Vec<usize>,
    combine: Vec<Combine>,
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
    pub fn read_hearing(programs: &[Vec<u8>]) -> Option<Self> {
        Self::read(programs, &HEARING, "range")
    }

    /// Whether a listener hears a noise that it hears from `reach` tenths of a cell if no rule decides; None if a
    /// product is too large.
    pub fn is_heard(&self, hearing: Hearing, reach: i64) -> Option<bool> {
        let Hearing { listener, source, kind, loudness, distance, direction } = hearing;
        let [listener, source, loudness, apart, direction] =
            [listener, source, loudness, distance, direction].map(Field::Number);
        let reach = self.fold(&[listener, source, Field::Text(kind), loudness, apart, direction], reach)?;
        Some((0..=reach).contains(&distance))
    }

    /// Whether a rule reads a field, by its place.
    pub fn reads(&self, field: usize) -> bool {
        self.0.iter().any(|rule| rule.inputs.contains(&field))
    }

    /// Reads programs; None if one rolls dice, reads anything but these fields or gives anything but this term.
    pub fn read(programs: &[Vec<u8>], fields: &[&str], term: &str) -> Option<Self> {
        programs.iter().map(|program| FieldRule::read(program, fields, term)).collect::<Option<_>>().map(Self)
    }

    /// The term that the rules decide on; None if a product is too large.
    pub fn fold(&self, fields: &[Field], term: i64) -> Option<i64> {
        let Some(first) = self.0.first() else { return Some(term) };
        let mut run = Run { rule: first, fields, terms: Terms::new([term]) };
        for rule in &self.0 {
            run.rule = rule;
            rule.program.run(&mut run).ok()?;
        }
        run.terms.combine().map(|[term]| term)
    }
}

impl FieldRule {
    fn read(program: &[u8], fields: &[&str], term: &str) -> Option<Self> {
        let program = Program::read(program).ok()?;
        let find_field = |source: &Source| match source {
            Source::Field(name) => fields.iter().position(|field| field == name),
            _ => None,
        };
        let find_combine = |output: &Output| match output {
            Output::Term(name, combine) if name == term => Some(*combine),
            _ => None,
        };
        let inputs = program.inputs.iter().map(|input| find_field(&input.source)).collect::<Option<_>>()?;
        let combine = program.outputs.iter().map(find_combine).collect::<Option<_>>()?;
        (!program.rolls()).then_some(Self { program, inputs, combine })
    }
}

struct Run<'a> {
    rule: &'a FieldRule,
    fields: &'a [Field<'a>],
    terms: Terms<1>,
}

impl Host for Run<'_> {
    type Failure = ();

    fn load(&mut self, input: usize) -> Result<i64, ()> {
        let texts = &self.rule.program.texts;
        Ok(match self.fields[self.rule.inputs[input]] {
            Field::Number(value) => value,
            Field::Text(text) => texts.iter().position(|known| known == text).unwrap_or(texts.len()) as i64,
        })
    }

    fn roll(&mut self, _: usize, _: i64, _: i64) -> Result<i64, ()> {
        Err(())
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), ()> {
        self.terms.propose(0, self.rule.combine[output], value).ok_or(())
    }
}
