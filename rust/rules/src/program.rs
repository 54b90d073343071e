//! Programs: their bytes, and the checks that make a run safe. `footfall/expressions/program.py` describes the bytes.

use crate::bytes::{Cursor, Malformed, Parsed};
use crate::fold::Combine;
use crate::steps::{Step, join};

const MAGIC: [u8; 4] = *b"FFR2";

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
    /// What an instruction does with its registers `to`, `a` and `b` and its `value`.
    Op, OPS:
    End, Constant, Immediate, Load, Move, Add, Subtract, Multiply, Divide, Remainder, MultiplyDecimals, Negate, Absolute,
    Smaller, Larger, Equal, Unequal, Less, AtMost, Not, Roll, Jump, JumpUnless, JumpIf, Emit, Chance, Fold,
}

numbered! {
    /// The type of an input. A `Thing` (a cell, a command) is no number and only passed to readings.
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
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub source: Source,
    pub type_: Type,
}

/// What a value of the program is for.
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

/// A verified program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Texts by number; any other text has a number of its own, at least the count of these.
    pub texts: Vec<String>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    pub folds: Vec<FoldCall>,
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
        let mut instructions: Vec<Instruction> = Vec::new();
        for at in 0..counts.instructions {
            instructions.push(read_instruction(cursor, &counts, &inputs, &folds, at)?);
        }
        cursor.expect_end()?;
        if !instructions.last().is_some_and(|last| last.op == Op::End) {
            return Err(Malformed { offset: bytes.len(), reason: "the last instruction does not end the program" });
        }
        let steps = join(&instructions);
        let (cost, registers) = (counts.cost, counts.registers);
        Ok(Self { texts, inputs, outputs, folds, instructions, cost, constants, steps, registers })
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
    let [outputs, folds, instructions] = [cursor.read_u16()?, cursor.read_u16()?, cursor.read_u16()?];
    let offset = cursor.offset;
    let registers = cursor.read_u16()?;
    if !(1..=MAX_REGISTERS).contains(&registers) {
        return Err(Malformed { offset, reason: "a program has 1 to 64 registers" });
    }
    let cost = u32::from_le_bytes(cursor.take_array()?);
    Ok(Counts { texts, constants, inputs, outputs, folds, instructions, registers, cost })
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
    if op == Op::Load && inputs[value as usize].type_ == Type::Thing {
        return refuse("a thing that is no number is loaded");
    }
    Ok(Instruction { op, to, a, b, value })
}
