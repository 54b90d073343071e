//! Rules of chance: the programs of `compiled.CHANCE_RULES`, with the facts of a turn.

use crate::phase::Die;
use crate::{Result, Stop};
use footfall_rules::{Host, Malformed, Program, Source};

/// The most fields of an outcome.
const MAX_OUTCOME: usize = 10;

/// The fields of an outcome in their order.
pub type Outcome = [i64; MAX_OUTCOME];

/// What rules of chance read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
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
    Loudness,
    Attacker,
    Manner,
    Weapon,
    ByPlayer,
    IsRanged,
    IsUnaware,
    ToHit,
    Strength,
    Proficiency,
    OwnStealth,
    OwnLuck,
    Th,
    Df,
    Low,
    High,
    Plus,
    DamageBonus,
    IsDagger,
    Defense,
    Armor,
    Aggressivity,
    /// A setting of the rules, by its place in `Rule::settings`.
    Setting(usize),
}

/// The facts of each rule by name. A fact that is missing here is another value: the rules in Python play it.
const FACTS: [(&str, &[(&str, Fact)]); 8] = [
    (
        "notice",
        &[
            ("watcher", Fact::Watcher),
            ("target", Fact::Target),
            ("distance", Fact::Distance),
            ("sees_target", Fact::Sees),
            ("fov", Fact::Fov),
            ("foh", Fact::Foh),
            ("perception", Fact::Perception),
            ("stealth", Fact::Stealth),
            ("luck", Fact::Luck),
            ("noise", Fact::Noise),
        ],
    ),
    ("wake", &[("luck", Fact::Luck)]),
    ("discern", &[("exposure", Fact::Exposed), ("luck", Fact::Luck)]),
    (
        "pursue",
        &[
            ("sees_target", Fact::Sees),
            ("hears_target", Fact::Hears),
            ("fov", Fact::Fov),
            ("foh", Fact::Foh),
            ("perception", Fact::Perception),
            ("distance", Fact::Distance),
        ],
    ),
    ("stir", &[("loudness", Fact::Loudness)]),
    (
        "strike",
        &[
            ("attacker", Fact::Attacker),
            ("target", Fact::Target),
            ("manner", Fact::Manner),
            ("weapon", Fact::Weapon),
            ("is_by_player", Fact::ByPlayer),
            ("is_ranged", Fact::IsRanged),
            ("is_unaware", Fact::IsUnaware),
            ("to_hit", Fact::ToHit),
            ("strength", Fact::Strength),
            ("proficiency", Fact::Proficiency),
            ("own_stealth", Fact::OwnStealth),
            ("own_luck", Fact::OwnLuck),
            ("th", Fact::Th),
            ("df", Fact::Df),
            ("low", Fact::Low),
            ("high", Fact::High),
            ("plus", Fact::Plus),
            ("damage_bonus", Fact::DamageBonus),
            ("is_dagger", Fact::IsDagger),
            ("defense", Fact::Defense),
            ("armor", Fact::Armor),
        ],
    ),
    ("waver", &[("aggressivity", Fact::Aggressivity)]),
    ("search", &[]),
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
    /// Reads the program of the rule of this name; `find` gives the value of a setting. None: it reads a fact or rolls
    /// a die that turns do not have.
    pub fn read(
        name: &str,
        bytes: &[u8],
        find: impl Fn(&str) -> Option<Setting>,
    ) -> std::result::Result<Option<Self>, Malformed> {
        let program = Program::read(bytes)?;
        let Some(&(_, known)) = FACTS.iter().find(|(rule, _)| *rule == name) else { return Ok(None) };
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
                let Some(&(_, fact)) = known.iter().find(|(fact, _)| fact == name) else { return Ok(None) };
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

    /// Plays the rule.
    pub fn play<C: Circumstances>(&self, around: &mut C) -> Result<Outcome, C::Error> {
        let mut played = Played { rule: self, around, outcome: [0; MAX_OUTCOME] };
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
    pub stir: Option<Rule>,
    pub strike: Option<Rule>,
    pub waver: Option<Rule>,
    pub search: Option<Rule>,
}

/// Where a rule is played: its facts and dice.
pub trait Circumstances {
    type Error;

    /// A fact; settings are known to the rule.
    fn fact(&mut self, fact: Fact) -> Result<i64, Self::Error>;
    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, Self::Error>;
    /// Asks the hook of the rule that mods may listen to: `values` holds the fields of its event, then its terms.
    fn fold(&mut self, values: &mut [i64]) -> Result<(), Self::Error>;
}

struct Played<'r, C> {
    rule: &'r Rule,
    around: &'r mut C,
    outcome: Outcome,
}

impl<C: Circumstances> Host for Played<'_, C> {
    type Failure = Stop<C::Error>;

    fn load(&mut self, input: usize) -> Result<i64, C::Error> {
        match self.rule.facts[input] {
            Fact::Setting(place) => Ok(self.rule.settings[place]),
            fact => self.around.fact(fact),
        }
    }

    fn roll(&mut self, purpose: usize, low: i64, high: i64) -> Result<i64, C::Error> {
        let die = self.rule.dice[purpose].ok_or(Stop::Python("another die"))?;
        self.around.roll(die, low, high)
    }

    fn fold(&mut self, _: usize, values: &mut [i64]) -> Result<(), C::Error> {
        self.around.fold(values)
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), C::Error> {
        self.outcome[output] = value;
        Ok(())
    }
}
