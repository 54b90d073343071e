//! Programs: their bytes, and the checks that make a run safe.
//!
//! All numbers are little-endian. A text is an index into the texts.
//!
//! ```text
//! "FFR1"
//! u16 texts, u16 constants, u16 inputs, u16 instructions, u8 registers, u8 0
//! texts         u16 length, UTF-8
//! constants     i64
//! inputs        u8 kind (0 field, 1 reading), u16 name (text), u8 arguments,
//!               each u8 kind (0 field, 1 text, 2 number, 3 boolean), u16 (field and text: text; number: constant; 0/1)
//! instructions  u8 op, u8 to, u8 a, u8 b, i32 value
//! ```
//!
//! Registers hold `i64`: integers, booleans as 0 and 1, and texts as numbers. Two texts have the same number only if
//! they are equal: those of the program have their index, unless its host numbers them otherwise (`number_texts`).

use crate::bytes::{Cursor, Malformed, Parsed};

const MAGIC: &[u8; 4] = b"FFR1";

pub const MAX_REGISTERS: usize = 64;

/// What an instruction does with its registers `to`, `a` and `b` and its `value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Op {
    /// Ends the run with `a`.
    Return,
    /// `to` becomes the constant `value`.
    Constant,
    /// `to` becomes the number of the text `value`.
    Text,
    /// `to` becomes the input `value`.
    Input,
    Move,
    Add,
    Subtract,
    Multiply,
    /// Floor division; 0 if `b` is 0.
    Divide,
    /// The remainder of the floor division, with the sign of `b`; 0 if `b` is 0.
    Remainder,
    Negate,
    Smaller,
    Larger,
    Equal,
    Unequal,
    Less,
    AtMost,
    Not,
    /// Continues at the instruction `value`.
    Jump,
    /// Continues at the instruction `value` if `a` is 0.
    JumpUnless,
    /// Continues at the instruction `value` if `a` is not 0.
    JumpIf,
    /// `to` becomes a die from `a` to `b`; `a` if `b` is not larger.
    Roll,
}

const OPS: [Op; 22] = [
    Op::Return,
    Op::Constant,
    Op::Text,
    Op::Input,
    Op::Move,
    Op::Add,
    Op::Subtract,
    Op::Multiply,
    Op::Divide,
    Op::Remainder,
    Op::Negate,
    Op::Smaller,
    Op::Larger,
    Op::Equal,
    Op::Unequal,
    Op::Less,
    Op::AtMost,
    Op::Not,
    Op::Jump,
    Op::JumpUnless,
    Op::JumpIf,
    Op::Roll,
];

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
    /// The value of a field of the event.
    Field(String),
    Text(String),
    Number(i64),
    Boolean(bool),
}

/// A value from outside: a field of the event, or a reading of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    Field(String),
    Reading(String, Vec<Argument>),
}

/// A verified program.
#[derive(Clone, Debug)]
pub struct Program {
    pub texts: Vec<String>,
    pub inputs: Vec<Input>,
    pub instructions: Vec<Instruction>,
    pub(crate) constants: Vec<i64>,
    pub(crate) numbers: Vec<i64>,
}

struct Counts {
    texts: usize,
    constants: usize,
    inputs: usize,
    instructions: usize,
    registers: u8,
}

impl Program {
    /// Reads a program and verifies that every index is in range, every jump leads forward, and every way ends.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let cursor = &mut Cursor::new(bytes);
        let counts = read_counts(cursor)?;
        let texts = (0..counts.texts).map(|_| read_text(cursor)).collect::<Parsed<Vec<_>>>()?;
        let constants = (0..counts.constants).map(|_| cursor.read_i64()).collect::<Parsed<Vec<_>>>()?;
        let inputs = (0..counts.inputs).map(|_| read_input(cursor, &texts, &constants)).collect::<Parsed<_>>()?;
        let read = |at| read_instruction(cursor, &counts, at);
        let instructions: Vec<Instruction> = (0..counts.instructions).map(read).collect::<Parsed<_>>()?;
        cursor.expect_end()?;
        if !instructions.last().is_some_and(|last| last.op == Op::Return) {
            return Err(Malformed { offset: bytes.len(), reason: "the last instruction is not return" });
        }
        let numbers = (0..counts.texts as i64).collect();
        Ok(Self { texts, inputs, instructions, constants, numbers })
    }

    /// Gives the texts of this program the numbers of its host, in which equal numbers mean equal texts.
    pub fn number_texts(&mut self, number: impl FnMut(&str) -> i64) {
        self.numbers = self.texts.iter().map(String::as_str).map(number).collect();
    }

    /// Whether the program may roll dice.
    pub fn rolls(&self) -> bool {
        self.instructions.iter().any(|instruction| instruction.op == Op::Roll)
    }
}

fn read_counts(cursor: &mut Cursor) -> Parsed<Counts> {
    if cursor.take_array()? != *MAGIC {
        return Err(Malformed { offset: 0, reason: "this is no program of rules, or one of another version" });
    }
    let [texts, constants, inputs, instructions] =
        [cursor.read_u16()?, cursor.read_u16()?, cursor.read_u16()?, cursor.read_u16()?];
    let offset = cursor.offset;
    let [registers, zero] = cursor.take_array()?;
    if usize::from(registers) > MAX_REGISTERS || registers == 0 || zero != 0 {
        return Err(Malformed { offset, reason: "a program has 1 to 64 registers" });
    }
    Ok(Counts { texts, constants, inputs, instructions, registers })
}

fn read_text(cursor: &mut Cursor) -> Parsed<String> {
    let length = cursor.read_u16()?;
    let offset = cursor.offset;
    let text = std::str::from_utf8(cursor.take(length)?);
    text.map(str::to_owned).map_err(|_| Malformed { offset, reason: "a text is not UTF-8" })
}

fn read_input(cursor: &mut Cursor, texts: &[String], constants: &[i64]) -> Parsed<Input> {
    let offset = cursor.offset;
    let kind = cursor.read_u8()?;
    let name = texts[cursor.read_index(texts.len(), "an input has an unknown name")?].clone();
    let arguments = cursor.read_u8()?;
    match (kind, arguments) {
        (0, 0) => Ok(Input::Field(name)),
        (1, _) => {
            let arguments = (0..arguments).map(|_| read_argument(cursor, texts, constants)).collect::<Parsed<_>>()?;
            Ok(Input::Reading(name, arguments))
        }
        _ => Err(Malformed { offset, reason: "an input is a field without arguments, or a reading" }),
    }
}

fn read_argument(cursor: &mut Cursor, texts: &[String], constants: &[i64]) -> Parsed<Argument> {
    const UNKNOWN: &str = "an argument has an unknown value";
    let offset = cursor.offset;
    match cursor.read_u8()? {
        0 => Ok(Argument::Field(texts[cursor.read_index(texts.len(), UNKNOWN)?].clone())),
        1 => Ok(Argument::Text(texts[cursor.read_index(texts.len(), UNKNOWN)?].clone())),
        2 => Ok(Argument::Number(constants[cursor.read_index(constants.len(), UNKNOWN)?])),
        3 => Ok(Argument::Boolean(cursor.read_index(2, UNKNOWN)? == 1)),
        _ => Err(Malformed { offset, reason: "an argument has an unknown kind" }),
    }
}

fn read_instruction(cursor: &mut Cursor, counts: &Counts, at: usize) -> Parsed<Instruction> {
    let offset = cursor.offset;
    let [op, to, a, b] = cursor.take_array()?;
    let value = i32::from_le_bytes(cursor.take_array()?);
    let refuse = |reason| Err(Malformed { offset, reason });
    let Some(&op) = OPS.get(usize::from(op)) else { return refuse("there is no such instruction") };
    if [to, a, b].iter().any(|&register| register >= counts.registers) {
        return refuse("there is no such register");
    }
    let limit = match op {
        Op::Constant => counts.constants,
        Op::Text => counts.texts,
        Op::Input => counts.inputs,
        Op::Jump | Op::JumpIf | Op::JumpUnless => counts.instructions,
        _ => usize::MAX,
    };
    let Ok(index) = usize::try_from(value) else { return refuse("the value is negative") };
    if index >= limit {
        return refuse("there is no such constant, text, input or instruction");
    }
    if matches!(op, Op::Jump | Op::JumpIf | Op::JumpUnless) && index <= at {
        return refuse("a jump leads back");
    }
    Ok(Instruction { op, to, a, b, value })
}
