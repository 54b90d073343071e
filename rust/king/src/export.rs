//! The state as canonical MessagePack, the bytes that footfall.engine.codec hashes and decodes.

use crate::agenda::{Choice, Question, Step};
use crate::game::Game;
use crate::import::{Read, Reader};
use crate::names::NameId;
use crate::tables::GameRecords;

/// The constant parts of a state, the profile and the settings, as canonical bytes.
pub struct CanonicalParts {
    pub profile: Vec<u8>,
    pub settings: Vec<u8>,
}

pub struct Writer<'a> {
    pub bytes: Vec<u8>,
    /// Whether tables are written in the order in which they were filled, as listeners see them.
    pub keeps_order: bool,
    pub records: &'a GameRecords,
    pub parts: &'a CanonicalParts,
}

impl Writer<'_> {
    pub fn field(&mut self, key: &str, value: &(impl Canonical + ?Sized)) {
        self.text(key);
        value.write(self);
    }

    /// Writes a table, by name unless listeners see it.
    pub fn table<T: Canonical>(&mut self, mut entries: Vec<(&str, &T)>) {
        if !self.keeps_order {
            entries.sort_unstable_by_key(|&(key, _)| key);
        }
        self.map(entries.len());
        for (key, value) in entries {
            self.field(key, value);
        }
    }
}

/// A value of the state.
pub trait Canonical {
    fn write(&self, writer: &mut Writer);

    /// Reads the value back; a value that is only ever written cannot be read.
    fn read(_: &mut Reader) -> Read<Self>
    where
        Self: Sized,
    {
        Err("a value that is not read")
    }

    /// Reads the value from the arguments of a step, of which `left` are left.
    fn read_arguments(left: &mut usize, reader: &mut Reader) -> Read<Self>
    where
        Self: Sized,
    {
        *left = left.checked_sub(1).ok_or("a step has too few arguments")?;
        Self::read(reader)
    }

    /// Writes the value as arguments of a step; returns their number.
    fn write_arguments(&self, writer: &mut Writer) -> u8 {
        self.write(writer);
        1
    }

    /// The value if it is an integer: the first argument of a step is then part of its serial.
    fn as_integer(&self) -> Option<u64> {
        None
    }
}

impl Canonical for i64 {
    fn read(reader: &mut Reader) -> Read<Self> {
        reader.number()
    }

    fn write(&self, writer: &mut Writer) {
        writer.number(*self);
    }

    fn as_integer(&self) -> Option<u64> {
        Some(*self as u64)
    }
}

impl Canonical for usize {
    fn read(reader: &mut Reader) -> Read<Self> {
        usize::try_from(reader.number()?).map_err(|_| "a number below 0")
    }

    fn write(&self, writer: &mut Writer) {
        writer.word(*self as u64);
    }

    fn as_integer(&self) -> Option<u64> {
        Some(*self as u64)
    }
}

impl Canonical for bool {
    fn read(reader: &mut Reader) -> Read<Self> {
        reader.flag()
    }

    fn write(&self, writer: &mut Writer) {
        writer.flag(*self);
    }
}

impl Canonical for str {
    fn write(&self, writer: &mut Writer) {
        writer.text(self);
    }
}

impl Canonical for NameId {
    fn read(reader: &mut Reader) -> Read<Self> {
        reader.name()
    }

    fn write(&self, writer: &mut Writer) {
        writer.text(writer.records.names.text(*self));
    }
}

/// A seat, or -1.
impl Canonical for Option<usize> {
    fn read(reader: &mut Reader) -> Read<Self> {
        Ok(usize::try_from(reader.number()?).ok())
    }

    fn write(&self, writer: &mut Writer) {
        writer.number(self.map_or(-1, |seat| seat as i64));
    }
}

impl<T: Canonical> Canonical for [T] {
    fn write(&self, writer: &mut Writer) {
        writer.array(self.len());
        self.iter().for_each(|item| item.write(writer));
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    fn read(reader: &mut Reader) -> Read<Self> {
        let length = reader.array()?;
        let mut values = Self::with_capacity(length.min(reader.left.len()));
        for _ in 0..length {
            values.push(T::read(reader)?);
        }
        Ok(values)
    }

    fn write(&self, writer: &mut Writer) {
        self[..].write(writer);
    }
}

impl<T: Canonical, const N: usize> Canonical for [T; N] {
    fn read(reader: &mut Reader) -> Read<Self> {
        Vec::read(reader)?.try_into().map_err(|_| "a list of another length")
    }

    fn write(&self, writer: &mut Writer) {
        self[..].write(writer);
    }
}

impl<A: Canonical, B: Canonical> Canonical for (A, B) {
    fn read(reader: &mut Reader) -> Read<Self> {
        match reader.array()? {
            2 => Ok((A::read(reader)?, B::read(reader)?)),
            _ => Err("a list of another length"),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer.array(2);
        self.0.write(writer);
        self.1.write(writer);
    }
}

/// Writes the profile of the game, which is the same for all boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayedProfile;

impl Canonical for PlayedProfile {
    fn read(reader: &mut Reader) -> Read<Self> {
        reader.pass(&reader.parts.profile).map(|()| Self).ok_or("a state with another profile")
    }

    fn write(&self, writer: &mut Writer) {
        writer.bytes.extend(&writer.parts.profile);
    }
}

impl Game<'_> {
    /// Returns the whole state. `keeps_order`: with tables in the order in which they were filled.
    pub fn write_state(&self, parts: &CanonicalParts, keeps_order: bool) -> Vec<u8> {
        let records = self.records;
        let mut writer = Writer { bytes: Vec::with_capacity(4096), keeps_order, records, parts };
        writer.map(11);
        writer.text("agenda");
        writer.array(self.agenda.len());
        for entry in &self.agenda {
            write_entry(&mut writer, &entry.step, entry.serial);
        }
        writer.field("game", records.game.as_str());
        writer.field("memory", &self.board.memory);
        writer.text("outcome");
        match self.outcome {
            Some(outcome) => outcome.write(&mut writer),
            None => writer.none(),
        }
        writer.text("parts");
        writer.map(1);
        writer.field("core.king", &*self.board);
        writer.text("question");
        let mut then = None;
        match &self.question {
            None => writer.none(),
            Some(Question::Turn(seat)) => {
                writer.map(4);
                writer.field("actor", seat);
                writer.field("kind", "turn");
                writer.field("options", &Vec::<NameId>::new());
                writer.text("prompt");
                writer.none();
            }
            Some(Question::Choice(choice)) => {
                write_choice(&mut writer, choice);
                then = Some(&choice.then);
            }
        }
        writer.text("seed");
        writer.word(self.seed);
        writer.text("settings");
        writer.bytes.extend(&parts.settings);
        writer.text("streams");
        writer.map(0);
        writer.text("then");
        match then {
            Some(step) => write_entry(&mut writer, step, 0),
            None => writer.none(),
        }
        writer.text("turn");
        writer.word(self.commands);
        writer.bytes
    }
}

fn write_entry(writer: &mut Writer, step: &Step, serial: u64) {
    writer.map(3);
    writer.text("args");
    let at = writer.bytes.len();
    writer.array(0);
    writer.bytes[at] |= step.write_arguments(writer);
    writer.text("serial");
    writer.word(serial);
    writer.field("step", writer.records.step_name(step.number()));
}

fn write_choice(writer: &mut Writer, choice: &Choice) {
    writer.map(4);
    writer.field("actor", &choice.seat);
    writer.field("kind", choice.kind);
    writer.field("options", &choice.options);
    writer.text("prompt");
    writer.map(2);
    writer.text("args");
    writer.map(1 + choice.about.len());
    // Arguments by name: those before "seat", and those after it.
    let (first, last): (Vec<_>, Vec<_>) = choice.about.iter().partition(|(word, _)| *word < "seat");
    first.into_iter().for_each(|thing| write_thing(writer, thing));
    writer.field("seat", &(choice.seat + 1));
    last.into_iter().for_each(|thing| write_thing(writer, thing));
    writer.field("id", format!("king-ask-{}", choice.kind).as_str());
}

fn write_thing(writer: &mut Writer, &(word, thing): &(&str, NameId)) {
    writer.text(word);
    writer.map(2);
    writer.text("args");
    writer.map(0);
    writer.field("id", writer.records.slugs[usize::from(thing)].as_str());
}
