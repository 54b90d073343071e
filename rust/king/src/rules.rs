//! Rules of data mods on the hooks of the board: their programs, connected with the board's values.
//!
//! The readings are those of plugins/king/api.py, the deeds those of plugins/king/deeds.py.

use crate::agenda::{Amounts, Change, STEPS, Step};
use crate::allowance::actions_left;
use crate::board::{Board, Seats, Soul};
use crate::command::Command;
use crate::game::Game;
use crate::layout::{floor, spot};
use crate::names::{NameId, Names, name, node_name};
use crate::tables::{GameRecords, Refusal};
use crate::tally::KINDS;
use footfall_kernels::serials::Serials;
use footfall_rules::{Argument, Combine, Host, Output, Program, Source, Terms};
use serde::Deserialize;

/// Changes of rules in one command; more are left to Python, which suspends a mod that makes too many.
const MAX_DEEDS: usize = 10_000;

/// The most sanity and rounds of a deed; see plugins/king/deeds.py.
const MAX_AMOUNT: i64 = 20;

/// The rules of each hook, in the order of their mods.
#[derive(Default)]
pub struct BoardRules {
    pub damage: Vec<Rule>,
    pub cost: Vec<Rule>,
    pub can_arrive: Vec<Rule>,
    pub can_act: Vec<Rule>,
    pub can_enter: Vec<Rule>,
    pub turn_start: Vec<Rule>,
    pub turn_end: Vec<Rule>,
    pub enter: Vec<Rule>,
    pub use_: Vec<Rule>,
    /// Those of `on_round_end`, and the steps of that chain.
    pub steps: Vec<RuleStep>,
    pub blocks: Vec<Step>,
    /// The mods whose rules remember numbers, by id.
    pub mods: Vec<Remembering>,
    slots: usize,
}

pub struct RuleStep {
    pub name: String,
    rules: Vec<Rule>,
}

/// The keys in a mod's memory, in order, with their slots in `Memory`.
pub struct Remembering {
    pub mod_: String,
    pub slots: Vec<(String, usize)>,
}

/// The programs of each hook, as plugins/king/compiled.py lists them.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RulePrograms {
    on_damage: Vec<RuleProgram>,
    #[serde(rename = "core.king:on_cost")]
    on_cost: Vec<RuleProgram>,
    #[serde(rename = "core.king:can_arrive")]
    can_arrive: Vec<RuleProgram>,
    can_act: Vec<RuleProgram>,
    can_enter: Vec<RuleProgram>,
    on_turn_start: Vec<RuleProgram>,
    on_turn_end: Vec<RuleProgram>,
    on_enter: Vec<RuleProgram>,
    on_use: Vec<RuleProgram>,
    /// By the name of the step.
    on_round_end: Vec<(String, RuleProgram)>,
    /// The names of the steps of a round's end, in order.
    blocks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleProgram {
    #[serde(rename = "mod")]
    mod_: String,
    program: Vec<u8>,
    /// The key of the random stream.
    stream: u64,
}

/// The values of an event's fields: a number, 0 or 1, the `NameId` of a text, or the kind of a command.
pub type Fields = [i64; 5];

#[derive(Clone, Copy, PartialEq)]
enum Field {
    Number,
    Text,
    Command,
    /// The kind of a command without its namespace.
    Action,
}

type FieldNames = [(&'static str, Field)];

const DAMAGE: &FieldNames = &[
    ("attacker", Field::Number),
    ("target", Field::Number),
    ("manner", Field::Text),
    ("weapon", Field::Text),
    ("backstab", Field::Number),
];
const COSTING: &FieldNames = &[("actor", Field::Number), ("action", Field::Action), ("place", Field::Text)];
const ARRIVING: &FieldNames = &[("actor", Field::Number), ("kind", Field::Text), ("place", Field::Text)];
const ENTERING: &FieldNames = &[("actor", Field::Number), ("place", Field::Text)];
const ACTING: &FieldNames = &[("actor", Field::Number), ("command", Field::Command)];
const TURN: &FieldNames = &[("actor", Field::Number), ("number", Field::Number)];
const USING: &FieldNames = &[("actor", Field::Number), ("item", Field::Text), ("target", Field::Number)];

/// What a rule of a hook may do besides deeds.
#[derive(Clone, Copy)]
enum Answer {
    Terms(&'static [&'static str]),
    /// One term and no deeds, by sums alone: the fold is asked where nothing can be done.
    Sum(&'static str),
    Denial,
    Nothing,
}

const DAMAGE_TERMS: Answer = Answer::Terms(&["damage", "armor"]);

impl BoardRules {
    pub fn read(programs: &RulePrograms, names: &Names) -> Result<Self, Refusal> {
        let mut rules = Self { mods: list_memory(programs)?, ..Self::default() };
        rules.slots = rules.mods.iter().map(|keys| keys.slots.len()).sum();
        let reader = RuleReader { names, mods: &rules.mods };
        let read = |of: &[RuleProgram], fields, answer| {
            of.iter().map(|program| reader.read_rule(program, fields, answer)).collect::<Result<Vec<_>, _>>()
        };
        let damage = read(&programs.on_damage, DAMAGE, DAMAGE_TERMS)?;
        let cost = read(&programs.on_cost, COSTING, Answer::Sum("cost"))?;
        let can_arrive = read(&programs.can_arrive, ARRIVING, Answer::Denial)?;
        let can_act = read(&programs.can_act, ACTING, Answer::Denial)?;
        let can_enter = read(&programs.can_enter, ENTERING, Answer::Denial)?;
        let turn_start = read(&programs.on_turn_start, TURN, Answer::Nothing)?;
        let turn_end = read(&programs.on_turn_end, TURN, Answer::Nothing)?;
        let enter = read(&programs.on_enter, ENTERING, Answer::Nothing)?;
        let use_ = read(&programs.on_use, USING, Answer::Nothing)?;
        let read_step = |(name, program): &(String, RuleProgram)| {
            Ok(RuleStep { name: name.clone(), rules: vec![reader.read_rule(program, &[], Answer::Nothing)?] })
        };
        let steps: Vec<RuleStep> = programs.on_round_end.iter().map(read_step).collect::<Result<_, Refusal>>()?;
        let blocks = programs.blocks.iter().map(|name| find_block(name, &steps)).collect::<Result<_, _>>()?;
        if [&can_act, &can_enter, &can_arrive, &cost].into_iter().flatten().any(|rule| rule.program.rolls()) {
            return Err("a rule rolls dice for a vote or a cost".to_string());
        }
        Ok(Self {
            damage,
            cost,
            can_arrive,
            can_act,
            can_enter,
            turn_start,
            turn_end,
            enter,
            use_,
            steps,
            blocks,
            ..rules
        })
    }

    /// Whether a rule may roll dice.
    pub fn rolls(&self) -> bool {
        let hooks = [&self.damage, &self.turn_start, &self.turn_end, &self.enter, &self.use_];
        let steps = self.steps.iter().flat_map(|step| &step.rules);
        hooks.into_iter().flatten().chain(steps).any(|rule| rule.program.rolls())
    }
}

const BLOCKS: [Step; 8] = [
    Step::House,
    Step::Presence,
    Step::Roulette,
    Step::Effect,
    Step::Monsters,
    Step::Statuses,
    Step::Stairs,
    Step::Decks,
];

fn find_block(name: &str, steps: &[RuleStep]) -> Result<Step, Refusal> {
    if let Some(block) = BLOCKS.iter().find(|block| STEPS[block.number()] == name) {
        return Ok(block.clone());
    }
    let rule = steps.iter().position(|step| step.name == name);
    rule.map(Step::Rule).ok_or(format!("the end of a round has the step {name:?}"))
}

/// The mods whose rules remember numbers, with every key that they may use.
fn list_memory(programs: &RulePrograms) -> Result<Vec<Remembering>, Refusal> {
    let hooks =
        [&programs.on_damage, &programs.on_turn_start, &programs.on_turn_end, &programs.on_enter, &programs.on_use];
    let all = hooks.into_iter().flatten().chain(programs.on_round_end.iter().map(|(_, program)| program));
    let mut keys: Vec<(String, String)> = Vec::new();
    for rule in all {
        let program = Program::read(&rule.program).map_err(|why| why.to_string())?;
        if program.outputs.iter().any(|output| matches!(output, Output::Deed(name) if name.contains(":remember."))) {
            keys.extend(program.texts.into_iter().map(|text| (rule.mod_.clone(), text)));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    let mut mods: Vec<Remembering> = Vec::new();
    for (slot, (mod_, key)) in keys.into_iter().enumerate() {
        if mods.last().is_none_or(|last| last.mod_ != mod_) {
            mods.push(Remembering { mod_, slots: Vec::new() });
        }
        mods.last_mut().expect("one was added").slots.push((key, slot));
    }
    Ok(mods)
}

/// The numbers that mods remember, by slot, and whether a mod ever wrote one.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    values: Vec<i64>,
    written: Vec<bool>,
}

impl Memory {
    pub fn new(rules: &BoardRules) -> Self {
        Self { values: vec![0; rules.slots], written: vec![false; rules.mods.len()] }
    }

    /// Writes a number; 0 deletes it.
    pub fn write(&mut self, rules: &BoardRules, slot: usize, value: i64) {
        self.values[slot] = value;
        let owner = rules.mods.iter().position(|keys| keys.slots.iter().any(|&(_, own)| own == slot));
        self.written[owner.expect("every slot has an owner")] = true;
    }

    pub fn read(&self, slot: usize) -> Option<i64> {
        Some(self.values[slot]).filter(|&value| value != 0)
    }

    pub fn is_written(&self, owner: usize) -> bool {
        self.written[owner]
    }
}

/// A rule whose inputs and outputs are connected with the board.
pub struct Rule {
    program: Program,
    inputs: Vec<Value>,
    outputs: Vec<Target>,
    /// The number of each name in the program.
    numbers: Vec<i64>,
    /// The number of each kind of command in the program.
    kinds: Vec<i64>,
    /// The same without the namespace of the kinds.
    actions: Vec<i64>,
    /// The name and the slot in `Memory` of each text of the program.
    texts: Vec<(NameId, usize)>,
    /// The first field that is a text or a command, and for each of its values whether the condition fails by it alone.
    silent: Option<(usize, Vec<bool>)>,
    stream: u64,
}

/// Where the value of an input is found.
#[derive(Clone, Copy)]
enum Value {
    Field(usize),
    TextField(usize),
    /// A command, which is only passed to readings.
    Command(usize),
    CommandName(usize),
    Action(usize),
    Memory(usize),
    Constant(i64),
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
    ActionsLeft,
    Company,
    MonstersHere,
    MonstersOnFloor,
}

/// Where the value of an output goes: a parameter of a deed has the number of the deed in its rule.
#[derive(Clone, Copy)]
enum Target {
    Term(usize),
    Denial,
    Deed { number: usize, deed: Deed, parameter: usize },
}

#[derive(Clone, Copy, PartialEq)]
enum Deed {
    Lose,
    Gain,
    Afflict,
    LoseTurn,
    Tell,
    Remember,
}

/// The parameters of each deed, in order.
fn list_parameters(deed: &str) -> Option<(Deed, &'static [&'static str])> {
    Some(match deed {
        "lose" => (Deed::Lose, &["seat", "amount", "whom"]),
        "gain" => (Deed::Gain, &["seat", "amount", "whom"]),
        "lose_turn" => (Deed::LoseTurn, &["seat"]),
        "afflict" => (Deed::Afflict, &["seat", "rounds", "status"]),
        "tell" => (Deed::Tell, &["text"]),
        "remember" => (Deed::Remember, &["name", "value"]),
        _ => return None,
    })
}

struct RuleReader<'a> {
    names: &'a Names,
    mods: &'a [Remembering],
}

impl RuleReader<'_> {
    fn read_rule(&self, rule: &RuleProgram, fields: &FieldNames, answer: Answer) -> Result<Rule, Refusal> {
        let program = Program::read(&rule.program).map_err(|why| why.to_string())?;
        let mut inputs = Vec::new();
        for input in &program.inputs {
            inputs.push(self.find_value(&input.source, &rule.mod_, fields, &inputs)?);
        }
        let outputs =
            program.outputs.iter().map(|output| find_target(output, answer)).collect::<Result<Vec<_>, _>>()?;
        let number = |name: &str, other: usize| {
            program.texts.iter().position(|text| text == name).unwrap_or(program.texts.len() + other) as i64
        };
        let numbers = (0..self.names.count()).map(|at| number(self.names.text(at as NameId), at)).collect();
        let kinds = KINDS.iter().enumerate().map(|(at, (tag, _))| number(tag, self.names.count() + at)).collect();
        let action = |tag: &'static str| tag.split_once(':').map_or(tag, |(_, name)| name);
        let at_end = self.names.count() + KINDS.len();
        let actions = KINDS.iter().enumerate().map(|(at, (tag, _))| number(action(tag), at_end + at)).collect();
        let afflicts = outputs.iter().any(|target| matches!(target, Target::Deed { deed: Deed::Afflict, .. }));
        let mut texts = Vec::new();
        for text in &program.texts {
            let known = self.names.find(text);
            texts.push((known.unwrap_or(name::NOTHING), self.find_slot(&rule.mod_, text).unwrap_or(0)));
            if afflicts && known.is_none() && text.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_') {
                return Err(format!("a rule gives the status {text:?}"));
            }
        }
        let mut rule =
            Rule { inputs, outputs, numbers, kinds, actions, texts, silent: None, stream: rule.stream, program };
        let key = fields.iter().position(|(_, field)| *field != Field::Number);
        rule.silent = key.map(|at| {
            let values = if fields[at].1 == Field::Text { self.names.count() } else { KINDS.len() };
            (at, (0..values).map(|value| rule.fails_by(at, value as i64)).collect())
        });
        Ok(rule)
    }

    fn find_slot(&self, mod_: &str, key: &str) -> Option<usize> {
        let keys = self.mods.iter().find(|keys| keys.mod_ == mod_)?;
        keys.slots.iter().find(|(known, _)| known == key).map(|&(_, slot)| slot)
    }

    fn find_value(
        &self,
        source: &Source,
        mod_: &str,
        fields: &FieldNames,
        earlier: &[Value],
    ) -> Result<Value, Refusal> {
        match source {
            Source::Field(name) => match fields.iter().position(|(field, _)| field == name) {
                Some(at) => Ok(match fields[at].1 {
                    Field::Number => Value::Field(at),
                    Field::Text => Value::TextField(at),
                    Field::Command => Value::Command(at),
                    Field::Action => Value::Action(at),
                }),
                None => Err(format!("a rule reads {name:?} of an event")),
            },
            Source::Reading(key, arguments) => {
                let name = key.rsplit('.').next().unwrap_or(key);
                self.find_reading(name, arguments, earlier).ok_or(format!("a rule reads {key:?}"))
            }
            Source::Memory(key) => Ok(self.find_slot(mod_, key).map_or(Value::Constant(0), Value::Memory)),
        }
    }

    fn find_reading(&self, name: &str, arguments: &[Argument], earlier: &[Value]) -> Option<Value> {
        let (subject, more) = match arguments {
            [Argument::Input(at), more @ ..] => (Some(earlier[*at]), more),
            more => (None, more),
        };
        let seat = match (subject, more) {
            (None, []) => return find_board_value(name).map(Value::Board),
            (Some(Value::Command(at)), []) if name == "name" => return Some(Value::CommandName(at)),
            (Some(Value::Field(at)), _) => at,
            _ => return None,
        };
        let value = match more {
            [] => find_seat_value(name)?,
            // No soul holds a card or has a status that the game does not know.
            [Argument::Text(text)] => match (name, self.names.find(text)) {
                ("holds", Some(card)) => SeatValue::Holds(card),
                ("has_status", Some(status)) => SeatValue::HasStatus(status),
                ("holds" | "has_status", None) => return Some(Value::Constant(0)),
                _ => return None,
            },
            _ => return None,
        };
        Some(Value::Seat(value, seat))
    }
}

fn find_board_value(name: &str) -> Option<BoardValue> {
    Some(match name {
        "round" => BoardValue::Round,
        "player_count" => BoardValue::Players,
        "king_floor" => BoardValue::KingFloor,
        "is_king_away" => BoardValue::IsKingAway,
        "monster_count" => BoardValue::Monsters,
        "keys_destroyed" => BoardValue::KeysDestroyed,
        _ => return None,
    })
}

fn find_seat_value(name: &str) -> Option<SeatValue> {
    Some(match name {
        "sanity" => SeatValue::Sanity,
        "max_sanity" => SeatValue::MaxSanity,
        "role" => SeatValue::Role,
        "node" => SeatValue::Node,
        "floor" => SeatValue::Floor,
        "is_in_corridor" => SeatValue::IsInCorridor,
        "is_with_king" => SeatValue::IsWithKing,
        "keys" => SeatValue::Keys,
        "object_count" => SeatValue::Objects,
        "actions_left" => SeatValue::ActionsLeft,
        "company" => SeatValue::Company,
        "monsters_here" => SeatValue::MonstersHere,
        "monsters_on_floor" => SeatValue::MonstersOnFloor,
        _ => return None,
    })
}

fn find_target(output: &Output, answer: Answer) -> Result<Target, Refusal> {
    let target = match (output, answer) {
        (Output::Term(name, _), Answer::Terms(terms)) => terms.iter().position(|term| term == name).map(Target::Term),
        (Output::Term(name, Combine::Set | Combine::Add), Answer::Sum(term)) => {
            (name == term).then_some(Target::Term(0))
        }
        (Output::Deny(_), Answer::Denial) => Some(Target::Denial),
        (Output::Deed(name), Answer::Terms(_) | Answer::Nothing) => find_deed(name),
        _ => None,
    };
    target.ok_or(format!("a rule has the result {output:?}"))
}

/// The deed of `0:hurt.amount`.
fn find_deed(name: &str) -> Option<Target> {
    let (number, name) = name.split_once(':')?;
    let (deed, parameter) = name.split_once('.')?;
    let (deed, parameters) = list_parameters(deed)?;
    let parameter = parameters.iter().position(|known| *known == parameter)?;
    Some(Target::Deed { number: number.parse().ok()?, deed, parameter })
}

impl Rule {
    /// Whether the rule does nothing about an event, by one field of it. Most rules are about one source of losses, one
    /// place or one command.
    #[inline]
    fn is_silent(&self, fields: &Fields) -> bool {
        self.silent.as_ref().is_some_and(|(at, values)| values[fields[*at] as usize])
    }

    /// Whether the condition fails for a value of a field on every board.
    fn fails_by(&self, at: usize, value: i64) -> bool {
        /// Knows one field; everything else ends the run.
        struct OneField<'a>(&'a Rule, usize, i64);

        impl Host for OneField<'_> {
            type Failure = ();

            fn load(&mut self, input: usize) -> Result<i64, ()> {
                match self.0.inputs[input] {
                    Value::TextField(at) if at == self.1 => Ok(self.0.numbers[self.2 as usize]),
                    Value::CommandName(at) if at == self.1 => Ok(self.0.kinds[self.2 as usize]),
                    Value::Action(at) if at == self.1 => Ok(self.0.actions[self.2 as usize]),
                    Value::Constant(value) => Ok(value),
                    _ => Err(()),
                }
            }

            fn roll(&mut self, _: i64, _: i64) -> Result<i64, ()> {
                Err(())
            }

            fn emit(&mut self, _: usize, _: i64) -> Result<(), ()> {
                Err(())
            }
        }

        self.program.run(&mut OneField(self, at, value)).is_ok()
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
        let rule = self.rule;
        match rule.inputs[input] {
            Value::Field(at) | Value::Command(at) => self.fields[at],
            Value::TextField(at) => rule.numbers[self.fields[at] as usize],
            Value::CommandName(at) => rule.kinds[self.fields[at] as usize],
            Value::Action(at) => rule.actions[self.fields[at] as usize],
            Value::Memory(slot) => self.board.memory.values[slot],
            Value::Constant(value) => value,
            Value::Board(value) => self.read_board(value),
            Value::Seat(value, at) => {
                let soul = usize::try_from(self.fields[at]).ok().and_then(|seat| self.board.souls.get(seat));
                match soul {
                    Some(soul) => self.read_soul(value, self.fields[at] as usize, soul),
                    None if matches!(value, SeatValue::Role | SeatValue::Node) => {
                        rule.numbers[usize::from(name::NOTHING)]
                    }
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

/// A run of rules that give terms and deeds.
struct Run<'a, const N: usize> {
    reader: Reader<'a>,
    serials: &'a mut Serials,
    seed: u64,
    terms: Terms<N>,
    deeds: &'a mut Vec<Change>,
    /// The deed of the running rule whose values are coming: its number, kind and values.
    open: Option<(usize, Deed, [i64; 3])>,
}

impl<const N: usize> Host for Run<'_, N> {
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
        match (rule.outputs[output], &rule.program.outputs[output]) {
            (Target::Term(term), Output::Term(_, combine)) => self.terms.propose(term, *combine, value).ok_or(()),
            (Target::Deed { number, deed, parameter }, _) => {
                if self.open.is_none_or(|(open, ..)| open != number) {
                    self.finish_deed();
                    self.open = Some((number, deed, [0, 1, -1]));
                }
                if let Some((_, _, values)) = &mut self.open {
                    values[parameter] = value;
                }
                Ok(())
            }
            _ => Err(()),
        }
    }
}

impl<const N: usize> Run<'_, N> {
    /// The seats that a deed affects: the seat itself, or a group that a text of the program names.
    fn list_seats(&self, seat: usize, whom: i64) -> Seats {
        let (board, own) = (self.reader.board, Seats::single(seat));
        let node = board.souls[seat].node;
        let texts = &self.reader.rule.program.texts;
        match usize::try_from(whom).ok().and_then(|whom| texts.get(whom)).map(String::as_str) {
            Some("company") => board.seats_at(node).without(own),
            Some("floor") => board.seats_on(floor(node)).without(own),
            Some("all") => board.seats(),
            _ => own,
        }
    }

    /// Adds the changes of the open deed; a rule does nothing to an empty seat.
    fn finish_deed(&mut self) {
        let Some((_, deed, [first, second, third])) = self.open.take() else { return };
        let seat = usize::try_from(first).ok().filter(|&seat| seat < self.reader.board.souls.len());
        let amount = second.min(MAX_AMOUNT);
        let text = |number: i64| self.reader.rule.texts[number as usize];
        let change = match (deed, seat) {
            (Deed::Tell, _) => Change::Tell,
            (Deed::Remember, _) => Change::Remember { slot: text(first).1, value: second },
            (Deed::Lose | Deed::Gain, Some(seat)) if amount > 0 => {
                let amounts: Amounts = self.list_seats(seat, third).iter().map(|seat| (seat, amount)).collect();
                let source = name::CURSE;
                match deed {
                    _ if amounts.is_empty() => return,
                    Deed::Lose => Change::Lose { amounts, source },
                    _ => Change::Gain { amounts, source },
                }
            }
            (Deed::LoseTurn, Some(seat)) => Change::LoseTurn(seat),
            (Deed::Afflict, Some(seat)) if amount > 0 => {
                Change::Afflict { seats: Seats::single(seat), status: text(third).0, left: amount, trapper: 0 }
            }
            (Deed::Afflict, Some(seat)) => Change::ClearStatus { seat, status: text(third).0 },
            _ => return,
        };
        self.deeds.push(change);
    }
}

impl Game<'_> {
    /// Asks rules about an event: returns the terms that they decide on, and adds what they do to `changes`. None if
    /// Python must play: a product is too large, or there are too many changes.
    pub(crate) fn ask_rules<const N: usize>(
        &mut self,
        rules: &[Rule],
        fields: Fields,
        terms: [i64; N],
        changes: &mut Vec<Change>,
    ) -> Option<[i64; N]> {
        let Some(first) = rules.first() else { return Some(terms) };
        let before = changes.len();
        let reader = Reader { records: self.records, board: &self.board, rule: first, fields };
        let (serials, seed) = (&mut self.serials, self.seed);
        let mut run = Run { reader, serials, seed, terms: Terms::new(terms), deeds: changes, open: None };
        for rule in rules.iter().filter(|rule| !rule.is_silent(&fields)) {
            run.reader.rule = rule;
            rule.program.run(&mut run).ok()?;
            run.finish_deed();
        }
        let terms = run.terms.combine()?;
        self.deeds += changes.len() - before;
        (self.deeds <= MAX_DEEDS).then_some(terms)
    }

    /// Adds what the rules of a notification do.
    pub(crate) fn notify(&mut self, changes: &mut Vec<Change>, rules: &[Rule], fields: Fields) {
        if self.ask_rules(rules, fields, [], changes).is_none() {
            changes.push(Change::Refuse("a rule of a notification"));
        }
    }

    pub(crate) fn run_rule_step(&mut self, changes: &mut Vec<Change>, at: usize) {
        self.notify(changes, &self.records.rules.steps[at].rules, [0; 5]);
    }

    /// Asks `on_use`, whose rules see the board before the use.
    pub(crate) fn notify_use(&mut self, changes: &mut Vec<Change>, seat: usize, item: NameId) {
        self.notify(changes, &self.records.rules.use_, [seat as i64, i64::from(item), seat as i64, 0, 0]);
    }

    /// Announces that souls came to a node if a mod asks.
    pub(crate) fn announce_entry(&mut self, step: Step) {
        if !self.records.rules.enter.is_empty() {
            self.reactions.push(step);
        }
    }

    pub(crate) fn notify_entries(&mut self, changes: &mut Vec<Change>, seats: impl Iterator<Item = usize>) {
        for seat in seats {
            let place = node_name(self.board.souls[seat].node);
            self.notify(changes, &self.records.rules.enter, [seat as i64, i64::from(place), 0, 0, 0]);
        }
    }
}

/// Whether a rule of a vote denies.
#[inline]
pub fn denies(rules: &[Rule], records: &GameRecords, board: &Board, fields: Fields) -> bool {
    struct Vote<'a>(Reader<'a>);

    /// A denial ends a run.
    impl Host for Vote<'_> {
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

    let is_against = |rule| -> bool {
        let vote = &mut Vote(Reader { records, board, rule, fields });
        rule.program.run(vote).is_err()
    };
    rules.iter().any(|rule| !rule.is_silent(&fields) && is_against(rule))
}

/// What a command costs by the rules of `on_cost`; see plugins/king/costs.py.
pub fn fold_cost(records: &GameRecords, board: &Board, seat: usize, command: Command, cost: i64) -> i64 {
    struct Sum<'a>(Reader<'a>, Terms<1>);

    impl Host for Sum<'_> {
        type Failure = ();

        #[inline]
        fn load(&mut self, input: usize) -> Result<i64, ()> {
            Ok(self.0.load(input))
        }

        fn roll(&mut self, low: i64, _: i64) -> Result<i64, ()> {
            Ok(low) // `BoardRules::read` refuses dice in costs
        }

        fn emit(&mut self, output: usize, value: i64) -> Result<(), ()> {
            match self.0.rule.program.outputs[output] {
                Output::Term(_, combine) => self.1.propose(0, combine, value).ok_or(()),
                _ => Err(()),
            }
        }
    }

    let rules = &records.rules.cost;
    let Some(first) = rules.first() else { return cost };
    let place = node_name(board.souls[seat].node);
    let fields = [seat as i64, command.describe().0 as i64, i64::from(place), 0, 0];
    let mut sum = Sum(Reader { records, board, rule: first, fields }, Terms::new([cost]));
    for rule in rules.iter().filter(|rule| !rule.is_silent(&fields)) {
        sum.0.rule = rule;
        rule.program.run(&mut sum).expect("sums do not fail");
    }
    let [cost] = sum.1.combine().expect("sums do not fail");
    cost.max(0)
}

/// Removes the commands that a rule of `can_act` forbids.
pub fn keep_allowed(records: &GameRecords, board: &Board, seat: usize, commands: &mut Vec<Command>) {
    let rules = &records.rules.can_act;
    if !rules.is_empty() {
        commands.retain(|command| {
            let fields = [seat as i64, command.describe().0 as i64, 0, 0, 0];
            !denies(rules, records, board, fields)
        });
    }
}
