//! Rules of data mods on the hooks of the board: their programs, connected with the board's values.
//!
//! The readings are those of plugins/king/api.py.

use crate::allowance::actions_left;
use crate::board::{Board, Soul};
use crate::layout::{floor, spot};
use crate::names::{NameId, Names, node_name};
use crate::tables::{GameRecords, Refusal};
use footfall_kernels::serials::Serials;
use footfall_rules::{Argument, Host, Output, Program, Source, Terms, Type};
use serde::Deserialize;

/// The rules of each hook, in the order of their mods.
#[derive(Default)]
pub struct BoardRules {
    pub damage: Vec<Rule>,
    pub can_enter: Vec<Rule>,
}

/// The programs of each hook, as plugins/king/compiled.py lists them.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RulePrograms {
    on_damage: Vec<RuleProgram>,
    can_enter: Vec<RuleProgram>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleProgram {
    program: Vec<u8>,
    /// The key of the random stream.
    stream: u64,
}

/// The values of an event's fields: a number, 0 or 1, or the `NameId` of a text.
pub type Fields = [i64; 5];

const DAMAGE: &[(&str, bool)] =
    &[("attacker", false), ("target", false), ("manner", true), ("weapon", true), ("backstab", false)];
const ENTERING: &[(&str, bool)] = &[("actor", false), ("place", true)];

/// The terms of `on_damage`.
const DAMAGE_TERMS: [&str; 2] = ["damage", "armor"];

impl BoardRules {
    pub fn read(programs: &RulePrograms, names: &Names) -> Result<Self, Refusal> {
        let read = |of: &[RuleProgram], fields, terms| {
            of.iter().map(|program| Rule::read(program, names, fields, terms)).collect::<Result<Vec<_>, _>>()
        };
        let rules = Self {
            damage: read(&programs.on_damage, DAMAGE, &DAMAGE_TERMS)?,
            can_enter: read(&programs.can_enter, ENTERING, &[])?,
        };
        if rules.can_enter.iter().any(|rule| rule.program.rolls()) {
            return Err("a rule rolls dice for a vote".to_string());
        }
        Ok(rules)
    }
}

/// A rule whose inputs and outputs are connected with the board.
pub struct Rule {
    program: Program,
    inputs: Vec<Value>,
    /// The term of each output.
    terms: Vec<usize>,
    /// The number of each name in the program.
    numbers: Vec<i64>,
    stream: u64,
}

/// Where the value of an input is found.
#[derive(Clone, Copy)]
enum Value {
    Field(usize),
    TextField(usize),
    /// A field that is only passed to readings.
    Thing,
    Board(BoardValue),
    Seat(SeatValue, usize),
}

#[derive(Clone, Copy)]
enum BoardValue {
    Round,
    Players,
    KingFloor,
    IsKingAway,
    Monsters,
    KeysDestroyed,
}

#[derive(Clone, Copy)]
enum SeatValue {
    Sanity,
    MaxSanity,
    Role,
    Node,
    Floor,
    IsInCorridor,
    IsWithKing,
    Keys,
    Objects,
    Holds(NameId),
    HasStatus(NameId),
    /// The argument is no name of the game.
    Never,
    ActionsLeft,
    Company,
    MonstersHere,
    MonstersOnFloor,
}

impl Rule {
    fn read(program: &RuleProgram, names: &Names, fields: &[(&str, bool)], terms: &[&str]) -> Result<Self, Refusal> {
        let stream = program.stream;
        let program = Program::read(&program.program).map_err(|why| why.to_string())?;
        let mut inputs = Vec::new();
        for input in &program.inputs {
            inputs.push(find_value(&input.source, input.type_, names, fields, &inputs)?);
        }
        let find_term = |output: &Output| match output {
            Output::Term(name, _) => terms.iter().position(|term| term == name),
            Output::Deny(_) if terms.is_empty() => Some(0),
            _ => None,
        };
        let outputs = program.outputs.iter().map(|output| find_term(output).ok_or("a rule does more than its hook"));
        let outputs = outputs.collect::<Result<Vec<_>, _>>()?;
        let number = |name| program.texts.iter().position(|text| text == names.text(name));
        let numbers = (0..names.count())
            .map(|name| number(name as NameId).unwrap_or(program.texts.len() + name) as i64)
            .collect();
        Ok(Self { inputs, terms: outputs, numbers, stream, program })
    }
}

fn find_value(
    source: &Source,
    type_: Type,
    names: &Names,
    fields: &[(&str, bool)],
    earlier: &[Value],
) -> Result<Value, Refusal> {
    match source {
        Source::Field(name) => match fields.iter().position(|(field, _)| field == name) {
            Some(at) if fields[at].1 => Ok(Value::TextField(at)),
            Some(at) => Ok(Value::Field(at)),
            None if type_ == Type::Thing => Ok(Value::Thing),
            None => Err(format!("a rule reads {name:?} of an event")),
        },
        Source::Reading(key, arguments) => {
            let name = key.rsplit('.').next().unwrap_or(key);
            find_reading(name, arguments, names, earlier).ok_or(format!("a rule reads {key:?}"))
        }
        Source::Memory(key) => Err(format!("a rule reads {key:?} in its mod's memory")),
    }
}

fn find_reading(name: &str, arguments: &[Argument], names: &Names, earlier: &[Value]) -> Option<Value> {
    let text = |make: fn(NameId) -> SeatValue, text: &String| names.find(text).map_or(SeatValue::Never, make);
    let (seat, value) = match (name, arguments) {
        ("round_of", []) => return Some(Value::Board(BoardValue::Round)),
        ("player_count", []) => return Some(Value::Board(BoardValue::Players)),
        ("king_floor", []) => return Some(Value::Board(BoardValue::KingFloor)),
        ("is_king_away", []) => return Some(Value::Board(BoardValue::IsKingAway)),
        ("monster_count", []) => return Some(Value::Board(BoardValue::Monsters)),
        ("keys_destroyed", []) => return Some(Value::Board(BoardValue::KeysDestroyed)),
        ("sanity", [seat]) => (seat, SeatValue::Sanity),
        ("max_sanity", [seat]) => (seat, SeatValue::MaxSanity),
        ("role", [seat]) => (seat, SeatValue::Role),
        ("node", [seat]) => (seat, SeatValue::Node),
        ("floor", [seat]) => (seat, SeatValue::Floor),
        ("is_in_corridor", [seat]) => (seat, SeatValue::IsInCorridor),
        ("is_with_king", [seat]) => (seat, SeatValue::IsWithKing),
        ("keys", [seat]) => (seat, SeatValue::Keys),
        ("object_count", [seat]) => (seat, SeatValue::Objects),
        ("holds", [seat, Argument::Text(card)]) => (seat, text(SeatValue::Holds, card)),
        ("has_status", [seat, Argument::Text(status)]) => (seat, text(SeatValue::HasStatus, status)),
        ("actions_left", [seat]) => (seat, SeatValue::ActionsLeft),
        ("company", [seat]) => (seat, SeatValue::Company),
        ("monsters_here", [seat]) => (seat, SeatValue::MonstersHere),
        ("monsters_on_floor", [seat]) => (seat, SeatValue::MonstersOnFloor),
        _ => return None,
    };
    match seat {
        Argument::Input(at) => match earlier[*at] {
            Value::Field(field) => Some(Value::Seat(value, field)),
            _ => None,
        },
        _ => None,
    }
}

/// What a rule reads while it runs.
struct Reader<'a> {
    records: &'a GameRecords,
    board: &'a Board,
    rule: &'a Rule,
    fields: Fields,
}

impl Reader<'_> {
    fn load(&self, input: usize) -> i64 {
        match self.rule.inputs[input] {
            Value::Field(at) => self.fields[at],
            Value::TextField(at) => self.rule.numbers[self.fields[at] as usize],
            Value::Thing => 0,
            Value::Board(value) => self.read_board(value),
            Value::Seat(value, at) => {
                let soul = usize::try_from(self.fields[at]).ok().and_then(|seat| self.board.souls.get(seat));
                match soul {
                    Some(soul) => self.read_soul(value, self.fields[at] as usize, soul),
                    None if matches!(value, SeatValue::Role | SeatValue::Node) => self.rule.numbers[0],
                    None => 0,
                }
            }
        }
    }

    fn read_board(&self, value: BoardValue) -> i64 {
        let board = self.board;
        match value {
            BoardValue::Round => board.round,
            BoardValue::Players => board.souls.len() as i64,
            BoardValue::KingFloor => board.king as i64 + 1,
            BoardValue::IsKingAway => i64::from(board.banish > 0),
            BoardValue::Monsters => board.monsters.len() as i64,
            BoardValue::KeysDestroyed => board.keys_destroyed,
        }
    }

    fn read_soul(&self, value: SeatValue, seat: usize, soul: &Soul) -> i64 {
        let board = self.board;
        let here = floor(soul.node);
        match value {
            SeatValue::Sanity => soul.sanity,
            SeatValue::MaxSanity => soul.top,
            SeatValue::Role => self.rule.numbers[usize::from(soul.role)],
            SeatValue::Node => self.rule.numbers[usize::from(node_name(soul.node))],
            SeatValue::Floor => here as i64 + 1,
            SeatValue::IsInCorridor => i64::from(spot(soul.node) == 0),
            SeatValue::IsWithKing => i64::from(here == board.king),
            SeatValue::Keys => soul.keys,
            SeatValue::Objects => soul.objects.len() as i64,
            SeatValue::Holds(card) => i64::from(soul.holds(card)),
            SeatValue::HasStatus(status) => i64::from(soul.has(status)),
            SeatValue::Never => 0,
            SeatValue::ActionsLeft => actions_left(self.records, board, seat),
            SeatValue::Company => board.seats_at(soul.node).count() as i64 - 1,
            SeatValue::MonstersHere => count(board.monsters.iter().map(|monster| monster.node == soul.node)),
            SeatValue::MonstersOnFloor => count(board.monsters.iter().map(|monster| floor(monster.node) == here)),
        }
    }
}

fn count(tests: impl Iterator<Item = bool>) -> i64 {
    tests.map(i64::from).sum()
}

/// A fold that a rule of `rules` decides on. None: a product is too large, and Python must play.
pub fn fold<const N: usize>(
    rules: &[Rule],
    records: &GameRecords,
    board: &Board,
    dice: (&mut Serials, u64),
    fields: Fields,
    terms: [i64; N],
) -> Option<[i64; N]> {
    struct FoldHost<'a, const N: usize> {
        reader: Reader<'a>,
        serials: &'a mut Serials,
        seed: u64,
        terms: Terms<N>,
    }

    impl<const N: usize> Host for FoldHost<'_, N> {
        type Failure = ();

        #[inline]
        fn load(&mut self, input: usize) -> Result<i64, ()> {
            Ok(self.reader.load(input))
        }

        fn roll(&mut self, low: i64, high: i64) -> Result<i64, ()> {
            let size = (high - low) as u64 + 1;
            Ok(low + self.serials.draw(self.seed, self.reader.rule.stream, size) as i64)
        }

        #[inline]
        fn emit(&mut self, output: usize, value: i64) -> Result<(), ()> {
            let rule = self.reader.rule;
            let Output::Term(_, combine) = rule.program.outputs[output] else { return Err(()) };
            self.terms.propose(rule.terms[output], combine, value).ok_or(())
        }
    }

    let (serials, seed) = dice;
    let reader = Reader { records, board, rule: rules.first()?, fields };
    let mut host = FoldHost { reader, serials, seed, terms: Terms::new(terms) };
    for rule in rules {
        host.reader.rule = rule;
        rule.program.run(&mut host).ok()?;
    }
    host.terms.combine()
}

/// Whether a rule of a vote denies.
pub fn denies(rules: &[Rule], records: &GameRecords, board: &Board, fields: Fields) -> bool {
    struct VoteHost<'a>(Reader<'a>);

    /// A denial ends a run.
    impl Host for VoteHost<'_> {
        type Failure = ();

        #[inline]
        fn load(&mut self, input: usize) -> Result<i64, ()> {
            Ok(self.0.load(input))
        }

        fn roll(&mut self, low: i64, _: i64) -> Result<i64, ()> {
            Ok(low) // `BoardRules::read` refuses dice in votes
        }

        fn emit(&mut self, _: usize, _: i64) -> Result<(), ()> {
            Err(())
        }
    }

    rules.iter().any(|rule| rule.program.run(&mut VoteHost(Reader { records, board, rule, fields })).is_err())
}
