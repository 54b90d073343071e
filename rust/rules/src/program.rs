//! Programs: their bytes, and the checks that make a run safe. `footfall/expressions/program.py` describes the bytes.

use crate::bytes::{Cursor, Malformed, Parsed};
use crate::fold::Combine;
use crate::steps::{Step, join};

const MAGIC: [u8; 4] = *b"FFR3";

pub const MAX_REGISTERS: usize = 64;

macro_rules! numbered {
    ($(#[$about:meta])* $kind:ident, $all:ident: $($name:ident),* $(,)?) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $kind { $($name),* }
        const $all: &[$kind] = &[$($kind::$name),*];
    };
}

numbered! {
    /// The work of an instruction with its registers `to`, `a` and `b` and its `value`.
    Op, OPS:
    End, Constant, Immediate, Load, Move, Add, Subtract, Multiply, Divide, Remainder, MultiplyDecimals, Negate, Absolute,
    Smaller, Larger, Equal, Unequal, Less, AtMost, Not, Roll, Jump, JumpUnless, JumpIf, Emit, Chance, Fold, Choice, Bind,
}

numbered! {
    /// The type of an input. A `Thing` (a cell, a command) is not a number and only passed to readings.
    Type, TYPES:
    Integer, Decimal, Boolean, Text, Number, Thing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction {
    pub op: Op,
    pub to: u8,
    pub a: u8,
    pub b: u8,
    pub value: i32,
}

/// An argument of a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    Number(i64),
    Text(String),
    /// Another input, which stands before the reading.
    Input(usize),
    Boolean(bool),
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A field of the event.
    Field(String),
    /// A reading of the game by its key, such as `actor.stat`.
    Reading(String, Vec<Argument>),
    /// A number in the memory of the rule's mod.
    Memory(String),
    /// The item of a choice, which `Host::bind` sets.
    Item(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub source: Source,
    pub type_: Type,
}

/// The purpose of a value of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// A term of a fold.
    Term(String, Combine),
    /// The message of a denial.
    Deny(String),
    /// A deed and its parameter: `0:hurt.amount`.
    Deed(String),
    /// The condition holds.
    Allow,
    /// A field of the outcome of a rule of chance.
    Outcome(String),
}

numbered! {
    /// The type of a field of a fold's event.
    FieldType, FIELD_TYPES:
    Integer, Boolean, Thing,
}

/// A hook that a rule of chance asks. The instruction finds the fields of the event in its registers from `a` on, then
/// the terms, which the hook may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldCall {
    pub hook: String,
    pub fields: Vec<FieldType>,
    pub terms: Vec<String>,
}

numbered! {
    /// The result of a choice: how many items hold, whether any does, the nearest one, the sum of a value of all, or the
    /// results of a rule for some.
    ChoiceKind, CHOICE_KINDS:
    Count, Any, Nearest, Sum, Pick,
}

/// A look at a list. The instructions after that of the choice, up to `end`, are its condition; those up to `last` give
/// the results of a rule for an item that is picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub kind: ChoiceKind,
    /// The input that is the list, and that which is the item.
    pub items: usize,
    pub item: usize,
    /// The number of items that are looked at.
    pub limit: usize,
    pub end: usize,
    /// The most items that are picked.
    pub most: usize,
    pub last: usize,
}

/// The largest limit of a choice.
const MAX_LISTED: usize = 256;

/// The most instructions of a run.
pub const MAX_RUN: u64 = 10_000_000;

/// The most choices in one another.
const MAX_NESTED: usize = 16;

/// A verified program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Texts by number; any other text has a number of its own, at least the count of these.
    pub texts: Vec<String>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    pub folds: Vec<FoldCall>,
    pub choices: Vec<Choice>,
    /// The most instructions that a run takes.
    pub longest: u64,
    pub instructions: Vec<Instruction>,
    /// The upper bound of the cost, as `footfall mods check --cost` prints it.
    pub cost: u32,
    pub(crate) constants: Vec<i64>,
    pub(crate) steps: Vec<Step>,
    pub(crate) registers: usize,
}

struct Counts {
    texts: usize,
    constants: usize,
    inputs: usize,
    outputs: usize,
    folds: usize,
    choices: usize,
    instructions: usize,
    registers: usize,
    cost: u32,
}

impl Program {
    /// Reads a program and verifies that every index is in range, every jump leads forward, and the last instruction
    /// ends it.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let cursor = &mut Cursor::new(bytes);
        let counts = read_counts(cursor)?;
        let texts: Vec<String> = (0..counts.texts).map(|_| read_text(cursor)).collect::<Parsed<_>>()?;
        let constants: Vec<i64> = (0..counts.constants).map(|_| cursor.read_i64()).collect::<Parsed<_>>()?;
        let mut inputs: Vec<Input> = Vec::new();
        for _ in 0..counts.inputs {
            inputs.push(read_input(cursor, &texts, &constants, inputs.len())?);
        }
        let outputs: Vec<Output> = (0..counts.outputs).map(|_| read_output(cursor, &texts)).collect::<Parsed<_>>()?;
        let folds: Vec<FoldCall> = (0..counts.folds).map(|_| read_fold(cursor, &texts)).collect::<Parsed<_>>()?;
        let choices: Vec<Choice> =
            (0..counts.choices).map(|_| read_choice(cursor, &inputs, counts.instructions)).collect::<Parsed<_>>()?;
        let mut instructions: Vec<Instruction> = Vec::new();
        for at in 0..counts.instructions {
            instructions.push(read_instruction(cursor, &counts, &inputs, &folds, at)?);
        }
        cursor.expect_end()?;
        if !instructions.last().is_some_and(|last| last.op == Op::End) {
            return Err(Malformed { offset: bytes.len(), reason: "the last instruction does not end the program" });
        }
        let longest = verify_choices(&instructions, &choices)
            .map_err(|reason| Malformed { offset: bytes.len() - 8 * instructions.len(), reason })?;
        let ends: Vec<usize> = choices.iter().flat_map(|choice| [choice.end, choice.last]).collect();
        let steps = join(&instructions, &ends);
        let (cost, registers) = (counts.cost, counts.registers);
        Ok(Self { texts, inputs, outputs, folds, choices, longest, instructions, cost, constants, steps, registers })
    }

    /// Whether the program may roll dice or ask hooks.
    pub fn rolls(&self) -> bool {
        self.instructions.iter().any(|instruction| matches!(instruction.op, Op::Roll | Op::Chance | Op::Fold))
    }
}

fn read_counts(cursor: &mut Cursor) -> Parsed<Counts> {
    if cursor.take_array()? != MAGIC {
        return Err(Malformed { offset: 0, reason: "this is no program of a rule, or one of another version" });
    }
    let [texts, constants, inputs] = [cursor.read_u16()?, cursor.read_u16()?, cursor.read_u16()?];
    let [outputs, folds] = [cursor.read_u16()?, cursor.read_u16()?];
    let [choices, instructions] = [cursor.read_u16()?, cursor.read_u16()?];
    let offset = cursor.offset;
    let registers = cursor.read_u16()?;
    if !(1..=MAX_REGISTERS).contains(&registers) {
        return Err(Malformed { offset, reason: "a program has 1 to 64 registers" });
    }
    let cost = u32::from_le_bytes(cursor.take_array()?);
    Ok(Counts { texts, constants, inputs, outputs, folds, choices, instructions, registers, cost })
}

fn read_text(cursor: &mut Cursor) -> Parsed<String> {
    let length = cursor.read_u16()?;
    let offset = cursor.offset;
    let text = std::str::from_utf8(cursor.take(length)?);
    text.map(str::to_owned).map_err(|_| Malformed { offset, reason: "a text is not UTF-8" })
}

fn read_input(cursor: &mut Cursor, texts: &[String], constants: &[i64], at: usize) -> Parsed<Input> {
    let offset = cursor.offset;
    let [kind, type_] = cursor.take_array()?;
    let name = texts[cursor.read_index(texts.len(), "an input has an unknown name")?].clone();
    let count = cursor.read_u8()?;
    let arguments = (0..count).map(|_| read_argument(cursor, texts, constants, at)).collect::<Parsed<Vec<_>>>()?;
    let Some(&type_) = TYPES.get(usize::from(type_)) else {
        return Err(Malformed { offset, reason: "an input has an unknown type" });
    };
    let source = match (kind, count) {
        (0, 0) => Source::Field(name),
        (1, _) => Source::Reading(name, arguments),
        (2, 0) => Source::Memory(name),
        (3, 0) => Source::Item(name),
        _ => return Err(Malformed { offset, reason: "an input is a field, a reading or a number in the memory" }),
    };
    Ok(Input { source, type_ })
}

fn read_argument(cursor: &mut Cursor, texts: &[String], constants: &[i64], inputs: usize) -> Parsed<Argument> {
    const UNKNOWN: &str = "an argument has an unknown value";
    let offset = cursor.offset;
    match cursor.read_u8()? {
        0 => Ok(Argument::Number(constants[cursor.read_index(constants.len(), UNKNOWN)?])),
        1 => Ok(Argument::Text(texts[cursor.read_index(texts.len(), UNKNOWN)?].clone())),
        2 => Ok(Argument::Input(cursor.read_index(inputs, UNKNOWN)?)),
        3 => Ok(Argument::Boolean(cursor.read_index(2, UNKNOWN)? == 1)),
        _ => Err(Malformed { offset, reason: "an argument has an unknown kind" }),
    }
}

fn read_output(cursor: &mut Cursor, texts: &[String]) -> Parsed<Output> {
    let offset = cursor.offset;
    let [kind, zero] = cursor.take_array()?;
    let name = texts[cursor.read_index(texts.len(), "an output has an unknown name")?].clone();
    let divisor = i64::from(i32::from_le_bytes(cursor.take_array()?));
    match (kind, zero, divisor) {
        (0, 0, 1) => Ok(Output::Term(name, Combine::Set)),
        (1, 0, 1) => Ok(Output::Term(name, Combine::Add)),
        (2, 0, 1 | 1000) => Ok(Output::Term(name, Combine::Multiply(divisor))),
        (3, 0, 1) => Ok(Output::Deny(name)),
        (4, 0, 1) => Ok(Output::Deed(name)),
        (5, 0, 1) => Ok(Output::Allow),
        (6, 0, 1) => Ok(Output::Outcome(name)),
        _ => Err(Malformed { offset, reason: "there is no such output" }),
    }
}

fn read_fold(cursor: &mut Cursor, texts: &[String]) -> Parsed<FoldCall> {
    let hook = texts[cursor.read_index(texts.len(), "a fold has an unknown hook")?].clone();
    let offset = cursor.offset;
    let fields = (0..cursor.read_u8()?).map(|_| {
        let number = usize::from(cursor.read_u8()?);
        FIELD_TYPES.get(number).copied().ok_or(Malformed { offset, reason: "an event has an unknown type of field" })
    });
    let fields = fields.collect::<Parsed<_>>()?;
    let count = cursor.read_u8()?;
    let read_term = |_| Ok(texts[cursor.read_index(texts.len(), "a fold has an unknown term")?].clone());
    let terms = (0..count).map(read_term).collect::<Parsed<_>>()?;
    Ok(FoldCall { hook, fields, terms })
}

fn read_choice(cursor: &mut Cursor, inputs: &[Input], instructions: usize) -> Parsed<Choice> {
    let offset = cursor.offset;
    let kind = CHOICE_KINDS.get(usize::from(cursor.read_u8()?)).copied();
    let items = cursor.read_index(inputs.len(), "a choice has an unknown list")?;
    let item = cursor.read_index(inputs.len(), "a choice has an unknown item")?;
    let [limit, end, most, last] = [cursor.read_u16()?, cursor.read_u16()?, cursor.read_u16()?, cursor.read_u16()?];
    let is_item = matches!(inputs[item].source, Source::Item(_)) && matches!(inputs[items].source, Source::Reading(..));
    match kind {
        Some(kind)
            if is_item
                && (1..=MAX_LISTED).contains(&limit)
                && end < instructions
                && last < instructions
                && (kind == ChoiceKind::Pick) == (most > 0)
                && (kind == ChoiceKind::Pick) == (last >= end) =>
        {
            Ok(Choice { kind, items, item, limit, end, most: most.min(limit), last })
        }
        _ => Err(Malformed { offset, reason: "there is no such choice" }),
    }
}

/// Verifies that choices lie in one another and that no jump leaves one. Returns the most instructions of a run.
fn verify_choices(instructions: &[Instruction], choices: &[Choice]) -> Result<u64, &'static str> {
    // The instruction at which each open part ends, and how often its instructions run.
    let mut open = vec![(instructions.len(), 1u64)];
    let mut longest = 0u64;
    for (at, instruction) in instructions.iter().enumerate() {
        while open.last().is_some_and(|&(end, _)| end == at) {
            open.pop();
        }
        let &(end, runs) = open.last().ok_or("a choice ends after the program")?;
        longest = longest.saturating_add(runs);
        let is_jump = matches!(instruction.op, Op::Jump | Op::JumpIf | Op::JumpUnless);
        if is_jump && open.len() > 1 && instruction.value as usize > end {
            return Err("a jump leaves a choice");
        }
        if instruction.op == Op::End && open.len() > 1 {
            return Err("a choice ends the program");
        }
        if instruction.op == Op::Choice {
            let choice = &choices[instruction.value as usize];
            let last = choice.end.max(choice.last);
            if choice.end <= at || last > end || open.len() > MAX_NESTED {
                return Err("a choice does not lie in the one around it");
            }
            if choice.kind == ChoiceKind::Pick {
                open.push((choice.last, runs.saturating_mul(choice.most as u64)));
            }
            open.push((choice.end, runs.saturating_mul(choice.limit as u64)));
        }
    }
    if longest > MAX_RUN { Err("the choices of a program take too long") } else { Ok(longest) }
}

fn read_instruction(
    cursor: &mut Cursor,
    counts: &Counts,
    inputs: &[Input],
    folds: &[FoldCall],
    at: usize,
) -> Parsed<Instruction> {
    let offset = cursor.offset;
    let [op, to, a, b] = cursor.take_array()?;
    let value = i32::from_le_bytes(cursor.take_array()?);
    let refuse = |reason| Err(Malformed { offset, reason });
    let Some(&op) = OPS.get(usize::from(op)) else { return refuse("there is no such instruction") };
    if [to, a, b].iter().any(|&register| usize::from(register) >= counts.registers) {
        return refuse("there is no such register");
    }
    let limit = match op {
        Op::Constant => counts.constants,
        Op::Load => counts.inputs,
        Op::Emit => counts.outputs,
        Op::Jump | Op::JumpIf | Op::JumpUnless => counts.instructions,
        Op::Roll | Op::Chance => counts.texts,
        Op::Fold => counts.folds,
        Op::Choice => counts.choices,
        Op::Bind => counts.inputs,
        _ => return Ok(Instruction { op, to, a, b, value }),
    };
    match usize::try_from(value) {
        Ok(index) if index < limit => {}
        _ => return refuse("there is no such constant, input, output, purpose, fold or instruction"),
    }
    if op == Op::Fold {
        let call = &folds[value as usize];
        if usize::from(a) + call.fields.len() + call.terms.len() > counts.registers {
            return refuse("there is no such register");
        }
    }
    if matches!(op, Op::Jump | Op::JumpIf | Op::JumpUnless) && value as usize <= at {
        return refuse("a jump leads back");
    }
    if op == Op::Bind && !matches!(inputs[value as usize].source, Source::Item(_)) {
        return refuse("this input is no item");
    }
    Ok(Instruction { op, to, a, b, value })
}
