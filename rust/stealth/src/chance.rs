//! Rules of chance: the programs of `ai/noticing.py`, with the facts of a turn.

use crate::phase::{Die, Stat, Surroundings};
use crate::turn::TurnContext;
use crate::{Result, Stop};
use footfall_rules::{Host, Malformed, Program, Source};

/// The most fields of an outcome.
const MAX_OUTCOME: usize = 8;

/// What rules of chance read of a creature's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Watcher,
    Target,
    Distance,
    Sees,
    Hears,
    Fov,
    Foh,
    Perception,
    Stealth,
    Luck,
    Noise,
    Exposed,
    /// A setting of the rules, by its place in `Rule::settings`.
    Setting(usize),
}

const FACTS: [(&str, Fact); 12] = [
    ("watcher", Fact::Watcher),
    ("target", Fact::Target),
    ("distance", Fact::Distance),
    ("sees", Fact::Sees),
    ("hears", Fact::Hears),
    ("fov", Fact::Fov),
    ("foh", Fact::Foh),
    ("perception", Fact::Perception),
    ("stealth", Fact::Stealth),
    ("luck", Fact::Luck),
    ("noise", Fact::Noise),
    ("exposed", Fact::Exposed),
];

/// A value of a setting.
#[derive(Clone, Debug)]
pub enum Setting {
    Number(i64),
    Text(String),
}

/// A rule of chance that turns play.
#[derive(Clone, Debug)]
pub struct Rule {
    program: Program,
    facts: Vec<Fact>,
    settings: Vec<i64>,
    /// The die of each text that is a purpose.
    dice: Vec<Option<Die>>,
}

impl Rule {
    /// Reads a program; `find` gives the value of a setting. None: it reads a fact or rolls a die that turns do not
    /// have.
    pub fn read(bytes: &[u8], find: impl Fn(&str) -> Option<Setting>) -> std::result::Result<Option<Self>, Malformed> {
        let program = Program::read(bytes)?;
        let (mut facts, mut settings) = (Vec::new(), Vec::new());
        for input in &program.inputs {
            let Source::Field(name) = &input.source else { return Ok(None) };
            if let Some(setting) = name.strip_prefix("settings.") {
                let value = match find(setting) {
                    Some(Setting::Number(value)) => value,
                    Some(Setting::Text(text)) => {
                        let texts = &program.texts;
                        texts.iter().position(|known| *known == text).unwrap_or(texts.len()) as i64
                    }
                    None => return Ok(None),
                };
                facts.push(Fact::Setting(settings.len()));
                settings.push(value);
            } else {
                let Some(&(_, fact)) = FACTS.iter().find(|(known, _)| known == name) else { return Ok(None) };
                facts.push(fact);
            }
        }
        let dice: Vec<Option<Die>> = program.texts.iter().map(|text| Die::find(text)).collect();
        let has_die = |instruction: &footfall_rules::Instruction| match instruction.op {
            footfall_rules::Op::Roll | footfall_rules::Op::Chance => dice[instruction.value as usize].is_some(),
            _ => true,
        };
        let plays = program.instructions.iter().all(has_die) && program.outputs.len() <= MAX_OUTCOME;
        Ok(plays.then_some(Self { program, facts, settings, dice }))
    }

    /// Plays the rule; the fields of its outcome in their order.
    pub fn play<S: Surroundings>(&self, turn: &mut TurnContext<S>) -> Result<[i64; MAX_OUTCOME], S::Error> {
        let mut played = Played { rule: self, turn, outcome: [0; MAX_OUTCOME] };
        self.program.run(&mut played)?;
        Ok(played.outcome)
    }
}

/// The rules of chance that turns play; None: the rules in Python play them.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    pub notice: Option<Rule>,
    pub wake: Option<Rule>,
    pub discern: Option<Rule>,
    pub pursue: Option<Rule>,
}

struct Played<'r, 't, 'a, S> {
    rule: &'r Rule,
    turn: &'t mut TurnContext<'a, S>,
    outcome: [i64; MAX_OUTCOME],
}

impl<S: Surroundings> Host for Played<'_, '_, '_, S> {
    type Failure = Stop<S::Error>;

    fn load(&mut self, input: usize) -> Result<i64, S::Error> {
        let turn = &mut *self.turn;
        Ok(match self.rule.facts[input] {
            Fact::Watcher | Fact::Target => 0, // `notice_range` knows them
            Fact::Distance => turn.distance,
            Fact::Sees => i64::from(turn.sees),
            Fact::Hears => i64::from(turn.hears),
            Fact::Fov => turn.creature.fov,
            Fact::Foh => turn.creature.foh,
            Fact::Perception => turn.around.stat(Stat::Perception)?,
            Fact::Stealth => turn.around.player_stealth()?,
            Fact::Luck => turn.around.player_luck()?,
            Fact::Noise => turn.phase.noise,
            Fact::Exposed => turn.around.player_stealth()? - turn.phase.noise,
            Fact::Setting(place) => self.rule.settings[place],
        })
    }

    fn roll(&mut self, purpose: usize, low: i64, high: i64) -> Result<i64, S::Error> {
        let die = self.rule.dice[purpose].ok_or(Stop::Python)?;
        self.turn.around.roll(die, low, high)
    }

    fn fold(&mut self, _: usize, values: &mut [i64]) -> Result<(), S::Error> {
        // The one fold of these rules is `on_notice`, with one term after the fields of its event.
        let range = values.last_mut().ok_or(Stop::Python)?;
        *range = self.turn.around.notice_range(*range, self.turn.sees, self.turn.distance)?;
        Ok(())
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), S::Error> {
        self.outcome[output] = value;
        Ok(())
    }
}
