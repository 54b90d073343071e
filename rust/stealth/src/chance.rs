//! Rules of chance: the programs of `compiled.CHANCE_RULES`, with the facts of a turn.

use crate::phase::Die;
use crate::{Result, Stop};
use footfall_rules::{Host, Malformed, Op, Program, Source};

/// The most fields of an outcome.
const MAX_OUTCOME: usize = 10;

/// The fields of an outcome in their order.
pub type Outcome = [i64; MAX_OUTCOME];

words! {
    /// The rules that turns play.
    Chance { Notice = "notice", Wake = "wake", Discern = "discern", Pursue = "pursue", Strike = "strike", Waver = "waver" }
}

words! {
    /// Numbers of a creature and its target, among them all facts of these rules: STEALTH, LUCK, DEFENSE and ARMOR are
    /// those of the player's character, the other stats the creature's.
    Fact {
        Watcher = "watcher",
        Target = "target",
        Distance = "distance",
        Sees = "sees_target",
        Hears = "hears_target",
        Fov = "fov",
        Foh = "foh",
        Perception = "perception",
        Stealth = "stealth",
        Luck = "luck",
        Noise = "noise",
        Light = "light",
        Exposed = "exposure",
        Attacker = "attacker",
        Manner = "manner",
        Weapon = "weapon",
        ByPlayer = "is_by_player",
        IsRanged = "is_ranged",
        IsUnaware = "is_unaware",
        ToHit = "to_hit",
        Strength = "strength",
        Proficiency = "proficiency",
        OwnStealth = "own_stealth",
        OwnLuck = "own_luck",
        Th = "th",
        Df = "df",
        Low = "low",
        High = "high",
        Plus = "plus",
        DamageBonus = "damage_bonus",
        IsDagger = "is_dagger",
        Defense = "defense",
        Armor = "armor",
        Aggressivity = "aggressivity",
        StaminaMax = "stamina_max",
        TargetHp = "target_hp",
        /// Whether its kind searches where it lost its target.
        Searches = "searches",
        /// Whether the player's character has just waited in water.
        Dives = "dives",
        /// Whether the player's character carries a lit lamp, stands in light, or in the open.
        Lit = "lit",
    }
}

/// A value of a setting.
#[derive(Clone, Debug)]
pub enum Setting {
    Number(i64),
    Text(String),
}

/// An input of a rule.
#[derive(Clone, Copy, Debug)]
enum Input {
    Fact(Fact),
    Setting(i64),
}

/// A rule of chance that turns play.
#[derive(Clone, Debug)]
pub struct Rule {
    chance: Chance,
    program: Program,
    inputs: Vec<Input>,
    /// The die of each text that is a purpose.
    dice: Vec<Option<Die>>,
}

impl Rule {
    /// Reads a program; `find` gives the value of a setting. None: it reads a fact or rolls a die that turns do not
    /// have.
    pub fn read(
        chance: Chance,
        bytes: &[u8],
        find: impl Fn(&str) -> Option<Setting>,
    ) -> std::result::Result<Option<Self>, Malformed> {
        let program = Program::read(bytes)?;
        let number_of = |text: &String| program.texts.iter().position(|known| known == text);
        let read_input = |source: &Source| {
            let Source::Field(name) = source else { return None };
            let Some(setting) = name.strip_prefix("settings.") else { return Fact::find(name).map(Input::Fact) };
            Some(Input::Setting(match find(setting)? {
                Setting::Number(value) => value,
                Setting::Text(text) => number_of(&text).unwrap_or(program.texts.len()) as i64,
            }))
        };
        let inputs: Option<Vec<Input>> = program.inputs.iter().map(|input| read_input(&input.source)).collect();
        let dice: Vec<Option<Die>> = program.texts.iter().map(|text| Die::find(text)).collect();
        let rolls = |instruction: &&footfall_rules::Instruction| matches!(instruction.op, Op::Roll | Op::Chance);
        let mut rolled = program.instructions.iter().filter(rolls);
        if program.outputs.len() > MAX_OUTCOME || rolled.any(|roll| dice[roll.value as usize].is_none()) {
            return Ok(None);
        }
        Ok(inputs.map(|inputs| Self { chance, program, inputs, dice }))
    }

    /// Plays the rule.
    pub fn play<C: Circumstances>(&self, around: &mut C) -> Result<Outcome, C::Error> {
        let mut played = Played { rule: self, around, outcome: [0; MAX_OUTCOME] };
        self.program.run(&mut played)?;
        Ok(played.outcome)
    }
}

/// The rules of chance, by their place in `Chance`; None: the rules in Python play them.
#[derive(Clone, Debug, Default)]
pub struct Rules(pub Vec<Option<Rule>>);

impl Rules {
    pub fn find<E>(&self, chance: Chance) -> Result<&Rule, E> {
        self.0.get(chance as usize).and_then(Option::as_ref).ok_or(Stop::Python("another rule of chance"))
    }
}

/// Where a rule is played: its facts and dice.
pub trait Circumstances {
    type Error;

    fn fact(&mut self, fact: Fact) -> Result<i64, Self::Error>;
    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, Self::Error>;
    /// Asks the hook of a rule that mods may listen to: `values` holds the fields of its event, then its terms.
    fn fold(&mut self, chance: Chance, values: &mut [i64]) -> Result<(), Self::Error>;
}

struct Played<'r, C> {
    rule: &'r Rule,
    around: &'r mut C,
    outcome: Outcome,
}

impl<C: Circumstances> Host for Played<'_, C> {
    type Failure = Stop<C::Error>;

    fn load(&mut self, input: usize) -> Result<i64, C::Error> {
        match self.rule.inputs[input] {
            Input::Setting(value) => Ok(value),
            Input::Fact(fact) => self.around.fact(fact),
        }
    }

    fn roll(&mut self, purpose: usize, low: i64, high: i64) -> Result<i64, C::Error> {
        let die = self.rule.dice[purpose].ok_or(Stop::Python("another die"))?;
        self.around.roll(die, low, high)
    }

    fn fold(&mut self, _: usize, values: &mut [i64]) -> Result<(), C::Error> {
        self.around.fold(self.rule.chance, values)
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), C::Error> {
        self.outcome[output] = value;
        Ok(())
    }
}
