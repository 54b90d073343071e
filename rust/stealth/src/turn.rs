//! A creature's turn and the waking rolls of a sleeper: `ai/turn.py`.

use crate::chance::{Chance, Circumstances, Fact};
use crate::creature::{Cause, Cell, Creature, Fighter, Inquiry, Interest, Last, Mind, Mood, Way, distance};
use crate::phase::{Die, Phase, Surroundings};
use crate::senses::{engage, lose_track, perceive};
use crate::{Result, Stop, idle, melee, tactics};

/// The chosen command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Pass,
    Wait,
    Walk(Cell),
    Attack,
}

/// A deed, with the fighting state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Nothing,
    Rest { fighter: Fighter },
    Walk { fighter: Fighter, to: Cell, loudness: i64 },
    Attack { fighter: Fighter, hit: bool, damage: i64, gross: i64 },
}

/// A computed turn: its deed, and the mind after it.
#[derive(Clone, Debug)]
pub struct Turn {
    pub deed: Deed,
    pub mind: Mind,
    pub interest: Interest,
}

/// One creature's turn while it is computed; see `ai.context.TurnContext`.
pub struct TurnContext<'a, S> {
    pub phase: &'a Phase,
    pub creature: &'a Creature,
    pub around: &'a mut S,
    pub mind: Mind,
    pub inquiry: Option<Inquiry>,
    pub interest: Interest,
    pub distance: i64,
    pub sees: bool,
    pub hears: bool,
    pub filtered: bool,
    pub baffled: bool,
    pub extra: bool,
}

impl<'a, S: Surroundings> TurnContext<'a, S> {
    fn new(phase: &'a Phase, creature: &'a Creature, around: &'a mut S, extra: bool) -> Self {
        let (mind, inquiry, interest) = (creature.mind.clone(), creature.inquiry, Interest::Kept);
        let distance = if creature.hunts { distance(creature.at, phase.player) } else { 0 };
        let (sees, hears, filtered, baffled) = (false, false, false, false);
        Self { phase, creature, around, mind, inquiry, interest, distance, sees, hears, filtered, baffled, extra }
    }

    fn observe(&mut self) -> Result<(), S::Error> {
        perceive(self)?;
        lose_track(self)
    }

    /// Gives up the hunt and returns to its idle behavior. A search is left to Python.
    pub fn calm_down(&mut self) -> Result<(), S::Error> {
        self.mind.mood = Mood::Calm;
        self.mind.lost_turns = 0;
        self.mind.blocked_turns = 0;
        self.mind.forget_path();
        self.mind.foe = 0;
        let searches = self.mind.last_seen.is_some() && self.around.fact(Fact::Searches)? != 0;
        if searches { Err(Stop::Python("a search")) } else { Ok(()) }
    }

    /// Lets one that has lost its target search (`inquiries.settle_inquiry`). The rules in Python tell of a loss that is
    /// heard, and end inquiries.
    fn settle(&mut self) -> Result<(), S::Error> {
        if self.mind.mood != Mood::Calm && self.creature.inquiry.is_some() {
            return Err(Stop::Python("the end of an inquiry"));
        }
        if self.creature.mind.mood == self.mind.mood {
            return Ok(());
        }
        if self.around.is_heard()? {
            return Err(Stop::Python("a loss out of view"));
        }
        if !self.phase.covered.lose {
            return Err(Stop::Python("asked about a loss"));
        }
        if let (true, true, Some(at)) =
            (self.phase.settings.shipped, self.creature.behavior.inquires, self.mind.last_seen)
        {
            let patience = self.phase.settings.search_turns;
            self.inquiry = Some(Inquiry { at, cause: Cause::Lost, patience });
            self.interest = Interest::Search(at, patience);
        }
        Ok(())
    }

    fn end(self, deed: Deed) -> Turn {
        Turn { deed, mind: self.mind, interest: self.interest }
    }
}

impl<S: Surroundings> Circumstances for TurnContext<'_, S> {
    type Error = S::Error;

    fn fact(&mut self, fact: Fact) -> Result<i64, S::Error> {
        Ok(match fact {
            // Of events, which `notice_range` knows, and of blows by the player's character.
            Fact::Watcher | Fact::Target | Fact::Attacker | Fact::Manner | Fact::Weapon => 0,
            Fact::ByPlayer | Fact::IsRanged | Fact::IsUnaware => 0,
            Fact::Distance => self.distance,
            Fact::Sees => i64::from(self.sees),
            Fact::Hears => i64::from(self.hears),
            Fact::Fov => self.creature.fov,
            Fact::Foh => self.creature.foh,
            Fact::Th => self.creature.fighter.th,
            Fact::Df => self.creature.fighter.df,
            Fact::Noise => self.phase.noise,
            Fact::Exposed => self.around.fact(Fact::Stealth)? - self.phase.noise,
            other => self.around.fact(other)?,
        })
    }

    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, S::Error> {
        self.around.roll(die, low, high)
    }

    fn fold(&mut self, chance: Chance, values: &mut [i64]) -> Result<(), S::Error> {
        match (chance, values.last_mut()) {
            // `on_notice` has one term after the fields of its event.
            (Chance::Notice, Some(range)) => *range = self.around.notice_range(*range, self.sees, self.distance)?,
            (Chance::Strike, _) => {} // no mod listens
            _ => return Err(Stop::Python("another hook")),
        }
        Ok(())
    }
}

/// One action of a creature (`take_creature_turn`).
pub fn take_turn<S: Surroundings>(
    phase: &Phase,
    creature: &Creature,
    extra: bool,
    around: &mut S,
) -> Result<Turn, S::Error> {
    if !phase.covered.act {
        return Err(Stop::Python("asked mods"));
    }
    if creature.behavior.dormant {
        return Err(Stop::Python("a mimic"));
    }
    let mut turn = TurnContext::new(phase, creature, around, extra);
    turn.observe()?;
    engage(&mut turn)?;
    let planned = decide(&mut turn)?;
    let choice = turn.around.choose_instead()?.unwrap_or(planned);
    let deed = perform(&mut turn, choice)?;
    turn.settle()?;
    Ok(turn.end(deed))
}

/// The turn of a creature too slow to act in it (`keep_watch`).
pub fn keep_watch<S: Surroundings>(phase: &Phase, creature: &Creature, around: &mut S) -> Result<Turn, S::Error> {
    let mut turn = TurnContext::new(phase, creature, around, false);
    if creature.mind.mood != Mood::Asleep {
        if creature.behavior.dormant {
            return Err(Stop::Python("a mimic"));
        }
        turn.observe()?;
        turn.settle()?;
    }
    Ok(turn.end(Deed::Nothing))
}

/// A sleeper near the player that sleeps on (`rouse`). One that wakes is left to Python.
pub fn rouse<S: Surroundings>(phase: &Phase, creature: &Creature, around: &mut S) -> Result<Turn, S::Error> {
    let mut turn = TurnContext::new(phase, creature, around, false);
    let reach = creature.fov.max(creature.foh);
    let near = creature.hunts && (phase.settings.sleep_anywhere || turn.distance <= reach);
    if creature.mind.mood == Mood::Asleep && near && wakes(&mut turn)? {
        return Err(Stop::Python("a waking"));
    }
    Ok(turn.end(Deed::Nothing))
}

fn wakes<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<bool, S::Error> {
    if turn.creature.behavior.dormant {
        return Ok(turn.distance <= 1);
    }
    let rules = &turn.phase.settings.rules;
    if rules.find(Chance::Wake)?.play(turn)?[0] != 0 {
        return Ok(true);
    }
    perceive(turn)?;
    Ok((turn.sees || turn.hears) && rules.find(Chance::Discern)?.play(turn)?[0] != 0)
}

fn decide<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<Choice, S::Error> {
    if turn.baffled || turn.mind.mood == Mood::Asleep {
        return Ok(Choice::Pass);
    }
    if turn.mind.mood == Mood::Aggravated {
        return tactics::choose(turn);
    }
    match turn.inquiry {
        Some(inquiry) => idle::look_into(turn, inquiry),
        None => idle::choose(turn),
    }
}

fn perform<S: Surroundings>(turn: &mut TurnContext<S>, choice: Choice) -> Result<Deed, S::Error> {
    match choice {
        Choice::Pass if turn.creature.fighter.last == Last::Pass => Ok(Deed::Nothing),
        Choice::Pass => Ok(Deed::Rest { fighter: Fighter { last: Last::Pass, ..turn.creature.fighter } }),
        Choice::Wait => Ok(Deed::Rest { fighter: melee::Stance::of(turn)?.resolve_wait() }),
        Choice::Walk(to) => walk(turn, to),
        Choice::Attack => melee::attack(turn),
    }
}

/// A step to a free neighbor (`movement.walk_to`), and the path after it (`update_path_after_step`).
fn walk<S: Surroundings>(turn: &mut TurnContext<S>, to: Cell) -> Result<Deed, S::Error> {
    if !turn.phase.covered.walk {
        return Err(Stop::Python("a step that mods hear of"));
    }
    if !turn.around.is_walkable(to)? || distance(turn.creature.at, to) != 1 {
        return Err(Stop::Python("a door"));
    }
    let loudness = turn.around.step_loudness(to)?;
    let fighter = melee::step(turn, to)?;
    let mind = &mut turn.mind;
    if mind.next == Some(to) {
        mind.next = None; // read again in the next turn
        match &mut mind.way {
            Way::Kept(count) => *count += 1,
            Way::New(path) => drop(path.remove(0)),
        }
    } else {
        mind.forget_path();
    }
    mind.blocked_turns = 0;
    Ok(Deed::Walk { fighter, to, loudness })
}
