//! Reads a state back from the bytes that `export` writes.

use crate::agenda::{Choice, Entry, Question, STEPS, Step};
use crate::board::Board;
use crate::export::{Canonical, CanonicalParts};
use crate::game::Position;
use crate::names::NameId;
use crate::rules::Memory;
use crate::tables::GameRecords;

/// A value, or the reason why the bytes are not a state of this game.
pub type Read<T> = Result<T, &'static str>;

const SHORT: &str = "the state is cut short";

pub struct Reader<'a> {
    pub left: &'a [u8],
    pub records: &'a GameRecords,
    pub parts: &'a CanonicalParts,
}

impl<'a> Reader<'a> {
    #[inline]
    fn bytes(&mut self, count: usize) -> Read<&'a [u8]> {
        let (bytes, left) = self.left.split_at_checked(count).ok_or(SHORT)?;
        self.left = left;
        Ok(bytes)
    }

    #[inline]
    fn byte(&mut self) -> Read<u8> {
        Ok(self.bytes(1)?[0])
    }

    /// A big-endian number of `count` bytes.
    fn wide(&mut self, count: usize) -> Read<u64> {
        Ok(self.bytes(count)?.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// The length of a map or a list, whose short form is `fix | length`.
    fn sized(&mut self, fix: u8, wide: u8) -> Read<usize> {
        match self.byte()? {
            byte if byte & 0xf0 == fix => Ok(usize::from(byte & 0x0f)),
            byte if byte == wide => Ok(self.wide(2)? as usize),
            byte if byte == wide + 1 => Ok(self.wide(4)? as usize),
            _ => Err("a value of another type"),
        }
    }

    pub fn array(&mut self) -> Read<usize> {
        self.sized(0x90, 0xdc)
    }

    /// The number of entries of a table.
    pub fn entries(&mut self) -> Read<usize> {
        self.sized(0x80, 0xde)
    }

    /// The beginning of a map with known keys.
    pub fn map(&mut self, length: usize) -> Read<()> {
        if self.entries()? == length { Ok(()) } else { Err("a map with other keys") }
    }

    pub fn text(&mut self) -> Read<&'a str> {
        std::str::from_utf8(self.characters()?).map_err(|_| "a text that is not UTF-8")
    }

    /// The bytes of a text.
    #[inline]
    fn characters(&mut self) -> Read<&'a [u8]> {
        let length = match self.byte()? {
            byte @ 0xa0..=0xbf => return self.bytes(usize::from(byte & 0x1f)),
            0xd9 => self.wide(1)? as usize,
            0xda => self.wide(2)? as usize,
            0xdb => self.wide(4)? as usize,
            _ => return Err("a value that is no text"),
        };
        self.bytes(length)
    }

    #[inline]
    pub fn name(&mut self) -> Read<NameId> {
        let text = self.characters()?;
        self.records.names.find_bytes(text).ok_or("a name that the tables do not have")
    }

    #[inline]
    pub fn flag(&mut self) -> Read<bool> {
        match self.byte()? {
            0xc2 => Ok(false),
            0xc3 => Ok(true),
            _ => Err("a value that is no Boolean"),
        }
    }

    fn word(&mut self) -> Read<u64> {
        match self.byte()? {
            byte @ 0..=0x7f => Ok(u64::from(byte)),
            byte @ 0xcc..=0xcf => self.wide(1 << (byte - 0xcc)),
            _ => Err("a value that is no natural number"),
        }
    }

    #[inline]
    pub fn number(&mut self) -> Read<i64> {
        match self.left.split_first() {
            Some((&byte @ 0..=0x7f, left)) => {
                self.left = left;
                Ok(i64::from(byte))
            }
            _ => self.wide_number(),
        }
    }

    fn wide_number(&mut self) -> Read<i64> {
        match *self.left.first().ok_or(SHORT)? {
            0xd0..=0xd3 | 0xe0..=0xff => {}
            _ => return i64::try_from(self.word()?).map_err(|_| "a number that is too large"),
        }
        Ok(match self.byte()? {
            0xd0 => self.wide(1)? as i8 as i64,
            0xd1 => self.wide(2)? as i16 as i64,
            0xd2 => self.wide(4)? as i32 as i64,
            0xd3 => self.wide(8)? as i64,
            byte => byte as i8 as i64,
        })
    }

    /// The value of a key, which must be the next one.
    #[inline(always)]
    pub fn field<T: Canonical>(&mut self, key: &str) -> Read<T> {
        self.key(key)?;
        T::read(self)
    }

    #[inline(always)] // a constant of a few bytes is compared without a call
    fn key(&mut self, key: &str) -> Read<()> {
        match self.left.split_at_checked(1 + key.len()) {
            Some((head, left)) if usize::from(head[0]) == 0xa0 + key.len() && head[1..] == *key.as_bytes() => {
                self.left = left;
            }
            _ if self.characters()? == key.as_bytes() => {}
            _ => return Err("a map with other keys"),
        }
        Ok(())
    }

    /// A table by name.
    pub fn table<T: Canonical>(&mut self) -> Read<Vec<(String, T)>> {
        let length = self.entries()?;
        (0..length).map(|_| Ok((self.text()?.to_string(), T::read(self)?))).collect()
    }

    /// Reads over a value whose bytes are known; None if another one comes next.
    pub fn pass(&mut self, value: &[u8]) -> Option<()> {
        self.left = self.left.strip_prefix(value)?;
        Some(())
    }

    fn is_none(&mut self) -> Read<bool> {
        let is_none = *self.left.first().ok_or(SHORT)? == 0xc0;
        self.left = &self.left[usize::from(is_none)..];
        Ok(is_none)
    }

    /// Reads over a value of any type; returns its bytes.
    pub fn skip(&mut self) -> Read<&'a [u8]> {
        let start = self.left;
        let mut values = 1usize;
        while values > 0 {
            values -= 1;
            match *self.left.first().ok_or(SHORT)? {
                0x80..=0x8f | 0xde | 0xdf => values += 2 * self.entries()?,
                0x90..=0x9f | 0xdc | 0xdd => values += self.array()?,
                0xa0..=0xbf | 0xd9..=0xdb => drop(self.characters()?),
                0xc0 | 0xc2 | 0xc3 => drop(self.byte()?),
                0xc4..=0xc6 => {
                    let count = 1 << (self.byte()? - 0xc4);
                    let length = self.wide(count)? as usize;
                    self.bytes(length)?;
                }
                0xca | 0xcb => {
                    let count = 4 << (self.byte()? - 0xca);
                    self.bytes(count)?;
                }
                _ => drop(self.number().or_else(|_| self.wide(9).map(|_| 0))?),
            }
        }
        Ok(&start[..start.len() - self.left.len()])
    }

    fn step(&mut self) -> Read<Entry> {
        self.map(3)?;
        self.key("args")?;
        let count = self.array()?;
        // The name of the step follows its arguments.
        let mut ahead = Reader { ..*self };
        for _ in 0..count {
            ahead.skip()?;
        }
        let serial = ahead.key("serial").and_then(|()| ahead.word())?;
        ahead.key("step")?;
        let name = ahead.text()?;
        let own = STEPS.iter().position(|step| *step == name);
        let of_mod = || self.records.rules.steps.iter().position(|step| step.name == name);
        let number = match own.or_else(|| of_mod().map(|at| STEPS.len() + at)) {
            Some(number) => number,
            None if name == "footfall:resume" => return Ok(self.jump(ahead, Step::Resume, serial)),
            None => return Err("a step that the rules do not have"),
        };
        let step = Step::read_arguments(number, count, self)?;
        Ok(self.jump(ahead, step, serial))
    }

    fn jump(&mut self, to: Reader<'a>, step: Step, serial: u64) -> Entry {
        self.left = to.left;
        Entry { step, serial }
    }

    fn question(&mut self) -> Read<Option<Question>> {
        if self.is_none()? {
            return Ok(None);
        }
        self.map(4)?;
        let seat: usize = self.field("actor")?;
        self.key("kind")?;
        let kind = self.text()?;
        let options: Vec<NameId> = self.field("options")?;
        self.key("prompt")?;
        if kind == "turn" {
            self.skip()?;
            return Ok(Some(Question::Turn(seat)));
        }
        self.map(2)?;
        self.key("args")?;
        let mut about = Vec::new();
        for _ in 0..self.entries()? {
            let word = self.text()?;
            let Some(word) = PROMPT_WORDS.iter().find(|known| **known == word) else {
                self.skip()?;
                continue;
            };
            self.map(2)?;
            self.key("args")?;
            self.skip()?;
            self.key("id")?;
            let slug = self.text()?;
            let thing = self.records.slugs.iter().position(|known| known == slug);
            about.push((*word, NameId(thing.ok_or("a label that the tables do not have")? as u16)));
        }
        self.key("id")?;
        self.skip()?;
        let kind = KINDS.iter().find(|known| **known == kind).ok_or("a question that the rules do not have")?;
        // `then` follows the question.
        Ok(Some(Question::Choice(Box::new(Choice { seat, kind, options, about, then: Step::Resume }))))
    }
}

/// The questions of the rules, besides the turn.
pub const KINDS: [&str; 8] = ["sacrifice", "foresee", "peek", "overflow", "pedlar", "rumour", "reaction", "discard"];

/// The arguments of prompts that name a thing.
const PROMPT_WORDS: [&str; 3] = ["monster", "next", "top"];

impl Position {
    /// Reads a state written by `Game::write_state`.
    pub fn read(records: &GameRecords, parts: &CanonicalParts, state: &[u8]) -> Read<Self> {
        let mut reader = Reader { left: state, records, parts };
        let reader = &mut reader;
        reader.map(11)?;
        reader.key("agenda")?;
        let length = reader.array()?;
        let agenda = (0..length).map(|_| reader.step()).collect::<Read<Vec<Entry>>>()?;
        reader.key("game")?;
        if reader.text()? != records.game {
            return Err("a state of another game");
        }
        let memory: Memory = reader.field("memory")?;
        reader.key("outcome")?;
        let outcome = if reader.is_none()? { None } else { Some(reader.name()?) };
        reader.key("parts")?;
        reader.map(1)?;
        let board = Board { memory, ..reader.field("core.king")? };
        reader.key("question")?;
        let mut question = reader.question()?;
        reader.key("seed")?;
        let seed = reader.word()?;
        reader.key("settings")?;
        reader.pass(&parts.settings).ok_or("a state with other settings")?;
        reader.key("streams")?;
        reader.skip()?;
        reader.key("then")?;
        if !reader.is_none()? {
            let then = reader.step()?.step;
            if let Some(Question::Choice(choice)) = &mut question {
                choice.then = then;
            }
        }
        reader.key("turn")?;
        let commands = reader.word()?;
        let board = Box::new(board);
        Position { seed, agenda, question, outcome, commands, board }.check(records)
    }

    /// Refuses a state in which a number leads out of a list: the rules index without checks.
    fn check(self, records: &GameRecords) -> Read<Self> {
        let board = &self.board;
        let seats = board.souls.len();
        let is_seat = |seat: usize| seat < seats;
        let is_node = |node: usize| node < crate::layout::NODES;
        let known = (1..=8).contains(&seats)
            && [board.active, board.starter].into_iter().all(is_seat)
            && board.false_king.is_none_or(is_seat)
            && board.king < crate::layout::FLOORS
            && board.stairs.iter().all(|room| (1..crate::layout::PER_FLOOR).contains(room))
            && board.boxes.iter().zip(board.known_counts).all(|(cards, known)| known <= cards.len())
            && board.souls.iter().all(|soul| is_node(soul.node) && records.is_role(soul.role))
            && board.monsters.iter().all(|monster| is_node(monster.node) && records.is_figure(monster.kind))
            && board.specials.iter().all(|special| is_node(special.node) && records.is_room(special.kind))
            && self.question.as_ref().is_none_or(|question| is_seat(question.seat()))
            && self.question.is_some() != self.outcome.is_some();
        let cards = board.boxes.iter().chain([&board.pedlar, &board.pedlar_open, &board.armory]).flatten();
        let held = board.souls.iter().flat_map(|soul| &soul.objects);
        if known && cards.chain(held).all(|&card| records.has_card(card)) {
            Ok(self)
        } else {
            Err("a state that the rules do not reach")
        }
    }
}
