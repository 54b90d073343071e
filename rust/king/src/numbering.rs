//! The numbers of commands and names in environments, as plugins/king/environment.py lists them.

use crate::command::Command;
use crate::layout::NODES;
use crate::names::{NameId, name, node_of};
use crate::tables::{GameRecords, Refusal};
use serde::Deserialize;

/// The lists of an environment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lists {
    /// The tag of each command, its text and its seat.
    pub commands: Vec<(String, String, usize)>,
    pub words: Vec<String>,
    /// The kinds of questions, the turn first.
    pub questions: Vec<String>,
    pub statuses: Vec<String>,
    pub objects: Vec<String>,
    /// Length of an observation.
    pub length: usize,
}

const NONE: u16 = u16::MAX;

/// The rows of `Numbering::places`: commands with a place, a choice, a seat, nothing; then those with a name.
const MOVES: usize = 0;
const ANSWERS: usize = 1;
const DOORS: usize = 2;
const PLAIN: usize = 3;
const NAMED: usize = 4;
const GIFTS: usize = 10;
const ROWS: usize = GIFTS + 8;

const PLAIN_COMMANDS: [(&str, Command); 11] = [
    ("core.king:end-turn", Command::EndTurn),
    ("core.king:search", Command::Search),
    ("core.king:meditate", Command::Meditate),
    ("core.king:escape", Command::Escape),
    ("core.king:discard-clarity", Command::DiscardClarity),
    ("core.king:buy-crown", Command::BuyCrown),
    ("core.king:pedlar-buy", Command::PedlarBuy),
    ("core.king:tavern", Command::Tavern),
    ("core.king:salon", Command::Salon),
    ("core.king:chapel", Command::Chapel),
    ("core.king:ritual", Command::Ritual),
];

pub struct Numbering {
    /// The command of each number; None: one that the board cannot have.
    commands: Vec<Option<Command>>,
    /// The number of each command by `ROWS` and columns.
    places: Vec<u16>,
    columns: usize,
    /// The number of each name.
    words: Vec<i16>,
    questions: Vec<String>,
    /// The column of each status, and of each object.
    pub statuses: Vec<Option<u8>>,
    pub objects: Vec<Option<u8>>,
    pub status_count: usize,
    pub object_count: usize,
    pub length: usize,
}

impl Numbering {
    pub fn new(records: &GameRecords, lists: Lists) -> Result<Self, Refusal> {
        let names = records.names.count();
        let columns = names.max(64);
        let order = |texts: &[String]| {
            let mut places = vec![None; names];
            for (at, text) in texts.iter().enumerate() {
                if let Some(name) = records.names.find(text) {
                    places[usize::from(name)] = u8::try_from(at).ok();
                }
            }
            places
        };
        let mut words = vec![0; names];
        for (text, number) in lists.words.iter().zip(1..) {
            if let Some(name) = records.names.find(text) {
                words[usize::from(name)] = number;
            }
        }
        let mut places = vec![NONE; ROWS * columns];
        let commands: Vec<Option<Command>> =
            lists.commands.iter().map(|(tag, word, seat)| parse(records, tag, word, *seat)).collect();
        for (number, command) in commands.iter().enumerate() {
            if let Some((row, column)) = command.map(locate).filter(|&(row, column)| row < ROWS && column < columns) {
                places[row * columns + column] = number as u16;
            }
        }
        let numbering = Self {
            commands,
            places,
            columns,
            words,
            questions: lists.questions,
            statuses: order(&lists.statuses),
            objects: order(&lists.objects),
            status_count: lists.statuses.len(),
            object_count: lists.objects.len(),
            length: lists.length,
        };
        if numbering.measure() == numbering.length { Ok(numbering) } else { Err("another observation".to_string()) }
    }

    /// The number of actions.
    pub fn count(&self) -> usize {
        self.commands.len()
    }

    pub fn command(&self, number: usize) -> Option<Command> {
        self.commands.get(number).copied().flatten()
    }

    /// The number of a command; None if the table does not have it.
    pub fn number(&self, command: Command) -> Option<usize> {
        let (row, column) = locate(command);
        if column >= self.columns {
            return None;
        }
        let number = self.places[row * self.columns + column];
        (number != NONE).then_some(usize::from(number))
    }

    /// The number of a kind of question, from 1; that of a turn is 1.
    pub fn number_question(&self, kind: &str) -> i16 {
        self.questions.iter().position(|known| known == kind).map_or(0, |at| at as i16 + 1)
    }

    #[inline]
    pub fn word(&self, name: NameId) -> i16 {
        self.words[usize::from(name)]
    }
}

/// The row and column of a command in `Numbering::places`.
fn locate(command: Command) -> (usize, usize) {
    match command {
        Command::Move(node) => (MOVES, node),
        Command::Answer(choice) => (ANSWERS, choice),
        Command::YellowDoors(seat) => (DOORS, seat),
        Command::Use(item) => (NAMED, item.into()),
        Command::AttachTale(tale) => (NAMED + 1, tale.into()),
        Command::HealOthers(blessing) => (NAMED + 2, blessing.into()),
        Command::PedlarSell(item) => (NAMED + 3, item.into()),
        Command::ArmoryDrop(item) => (NAMED + 4, item.into()),
        Command::ArmoryTake(item) => (NAMED + 5, item.into()),
        Command::Give(seat, item) => (GIFTS + seat, item.into()),
        plain => (PLAIN, PLAIN_COMMANDS.iter().position(|&(_, known)| known == plain).unwrap_or(0)),
    }
}

fn parse(records: &GameRecords, tag: &str, word: &str, seat: usize) -> Option<Command> {
    if let Some(&(_, command)) = PLAIN_COMMANDS.iter().find(|(known, _)| *known == tag) {
        return Some(command);
    }
    match tag {
        "footfall:answer" => return Some(Command::Answer(seat)),
        "core.king:yellow-doors" => return Some(Command::YellowDoors(seat)),
        _ => {}
    }
    let word = records.names.find(word)?;
    match tag {
        "core.king:move" => {
            let first = name::FIRST_NODE;
            (word >= first && usize::from(word.0 - first.0) < NODES).then(|| Command::Move(node_of(word)))
        }
        "core.king:use" => Some(Command::Use(word)),
        "core.king:attach-tale" => Some(Command::AttachTale(word)),
        "core.king:heal-others" => Some(Command::HealOthers(word)),
        "core.king:pedlar-sell" => Some(Command::PedlarSell(word)),
        "core.king:armoury-drop" => Some(Command::ArmoryDrop(word)),
        "core.king:armoury-take" => Some(Command::ArmoryTake(word)),
        "core.king:give" => (seat < 8).then_some(Command::Give(seat, word)),
        _ => None,
    }
}
