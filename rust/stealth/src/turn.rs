//! A creature's turn and the waking rolls of a sleeper: `ai/turn.py`.

use crate::chance::{Circumstances, Fact};
use crate::creature::{Cause, Cell, Creature, Fighter, Inquiry, Interest, Last, Mind, Mood, Way, distance};
use crate::phase::{Die, Phase, Seen, Stat, Surroundings};
use crate::senses::{choose_target, lose_track, perceive};
use crate::{Result, Stop, engage, idle, melee, tactics};

/// The chosen command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Pass,
    Wait,
    Walk(Cell),
    Attack,
}

/// What is done, with the fighting state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Nothing,
    Rest { fighter: Fighter },
    Walk { fighter: Fighter, to: Cell, loudness: i64 },
    Attack { fighter: Fighter, hit: bool, damage: i64 },
}

/// By which sense a creature noticed the player's character; in the order of `play_state.NoticeManner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Sight,
    Hearing,
    Adjacent,
}

/// `play_state.Notice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    pub manner: Manner,
    /// Distance, range, roll, STEALTH, own roll, LUCK, what mods added.
    pub numbers: [i64; 7],
    pub in_view: bool,
}

/// A computed turn: what is done, and the mind after it.
#[derive(Clone, Debug)]
pub struct Turn {
    pub deed: Deed,
    pub mind: Mind,
    pub interest: Interest,
    pub notice: Option<Notice>,
    /// Whether it had a target.
    pub hunts: bool,
}

/// One creature's turn while it is computed; see `ai.context.TurnContext`.
pub struct TurnContext<'a, S> {
    pub phase: &'a Phase,
    pub creature: &'a Creature,
    pub around: &'a mut S,
    pub mind: Mind,
    pub inquiry: Option<Inquiry>,
    pub interest: Interest,
    pub notice: Option<Notice>,
    pub distance: i64,
    pub sees: bool,
    pub hears: bool,
    pub filtered: bool,
    pub baffled: bool,
    pub extra: bool,
}

impl<'a, S: Surroundings> TurnContext<'a, S> {
    fn new(phase: &'a Phase, creature: &'a Creature, around: &'a mut S, extra: bool) -> Self {
        let mind = creature.mind.clone();
        let (sees, hears, filtered, baffled) = (false, false, false, false);
        let (inquiry, interest, notice, distance) = (creature.inquiry, Interest::Kept, None, 0);
        Self {
            phase,
            creature,
            around,
            mind,
            inquiry,
            interest,
            notice,
            distance,
            sees,
            hears,
            filtered,
            baffled,
            extra,
        }
    }

    /// Gives up the hunt and returns to its idle behavior.
    pub fn calm_down(&mut self) -> Result<(), S::Error> {
        self.mind.mood = Mood::Calm;
        self.mind.lost = 0;
        self.mind.blocked = 0;
        self.mind.forget_path();
        self.mind.foe = 0;
        if self.mind.last_seen.is_some() && self.around.searches()? {
            let Some(search) = &self.phase.settings.rules.search else {
                return Err(Stop::Python("another rule of searching"));
            };
            self.mind.patience = search.play(self)?[0];
        }
        Ok(())
    }

    fn observe(&mut self) -> Result<(), S::Error> {
        choose_target(self);
        perceive(self)?;
        lose_track(self)
    }

    pub fn end_inquiry(&mut self) {
        self.inquiry = None;
        self.interest = if self.creature.inquiry.is_some() { Interest::Ended } else { Interest::Kept };
    }

    /// Ends the inquiry of a creature that is no longer calm; lets one that has lost its target search
    /// (`inquiries.settle_inquiry`). The rules in Python tell of a loss that is heard.
    fn settle(&mut self) -> Result<(), S::Error> {
        if !self.phase.settings.shipped {
            return Ok(());
        }
        let lost = self.creature.mind.mood == Mood::Aggravated && self.mind.mood == Mood::Calm;
        if lost && self.around.seen_by_player()? == Seen::InEarshot {
            return Err(Stop::Python("a loss out of view"));
        }
        if self.mind.mood != Mood::Calm {
            self.end_inquiry();
        } else if let (true, Some(at)) = (lost && self.creature.behavior.inquires, self.mind.last_seen) {
            if !self.around.searches()? {
                if !self.phase.covered.lose {
                    return Err(Stop::Python("asked about a loss"));
                }
                let patience = self.phase.settings.numbers.search_turns;
                self.inquiry = Some(Inquiry { at, cause: Cause::Lost, patience });
                self.interest = Interest::Search(at, patience);
            }
        }
        Ok(())
    }

    fn end(self, deed: Deed) -> Turn {
        let (interest, notice) = (self.interest, self.notice);
        Turn { deed, mind: self.mind, interest, notice, hunts: self.creature.hunts }
    }
}

impl<S: Surroundings> Circumstances for TurnContext<'_, S> {
    type Error = S::Error;

    fn fact(&mut self, fact: Fact) -> Result<i64, S::Error> {
        Ok(match fact {
            Fact::Watcher | Fact::Target => 0, // `notice_range` knows them
            Fact::Distance => self.distance,
            Fact::Sees => i64::from(self.sees),
            Fact::Hears => i64::from(self.hears),
            Fact::Fov => self.creature.fov,
            Fact::Foh => self.creature.foh,
            Fact::Perception => self.around.stat(Stat::Perception)?,
            Fact::Stealth => self.around.player_stealth()?,
            Fact::Luck => self.around.player_luck()?,
            Fact::Noise => self.phase.noise,
            Fact::Exposed => self.around.player_stealth()? - self.phase.noise,
            Fact::Aggressivity => self.around.aggressivity()?,
            _ => return Err(Stop::Python("another fact")),
        })
    }

    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, S::Error> {
        self.around.roll(die, low, high)
    }

    fn fold(&mut self, values: &mut [i64]) -> Result<(), S::Error> {
        // The one fold of these rules is `on_notice`, with one term after the fields of its event.
        let range = values.last_mut().ok_or(Stop::Python("another hook"))?;
        *range = self.around.notice_range(*range, self.sees, self.distance)?;
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
    engage::engage(&mut turn)?;
    let choice = decide(&mut turn)?;
    let deed = perform(&mut turn, choice)?;
    turn.settle()?;
    Ok(turn.end(deed))
}

/// The turn of a creature too slow to act in it (`keep_watch`).
pub fn keep_watch<S: Surroundings>(phase: &Phase, creature: &Creature, around: &mut S) -> Result<Turn, S::Error> {
    let mut turn = TurnContext::new(phase, creature, around, false);
    if turn.mind.mood == Mood::Asleep {
        return Ok(turn.end(Deed::Nothing));
    }
    if creature.behavior.dormant {
        return Err(Stop::Python("a mimic"));
    }
    turn.observe()?;
    turn.settle()?;
    Ok(turn.end(Deed::Nothing))
}

/// Whether a sleeper near the player wakes (`rouse`).
pub fn rouse<S: Surroundings>(phase: &Phase, creature: &Creature, around: &mut S) -> Result<Turn, S::Error> {
    let mut turn = TurnContext::new(phase, creature, around, false);
    choose_target(&mut turn);
    let reach = creature.fov.max(creature.foh);
    let near = creature.hunts && (phase.settings.sleep_anywhere || turn.distance <= reach);
    if turn.mind.mood == Mood::Asleep && near && roll_waking(&mut turn)? {
        turn.mind.mood = Mood::Calm;
        turn.mind.patience = 0;
    }
    Ok(turn.end(Deed::Nothing))
}

fn roll_waking<S: Surroundings>(turn: &mut TurnContext<S>) -> Result<bool, S::Error> {
    if turn.creature.behavior.dormant {
        return if turn.distance <= 1 { Err(Stop::Python("a mimic")) } else { Ok(false) };
    }
    let rules = &turn.phase.settings.rules;
    let (Some(wake), Some(discern)) = (&rules.wake, &rules.discern) else {
        return Err(Stop::Python("another rule of waking"));
    };
    if wake.play(turn)?[0] != 0 {
        return Ok(true);
    }
    perceive(turn)?;
    Ok((turn.sees || turn.hears) && discern.play(turn)?[0] != 0)
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
        Choice::Wait => Ok(Deed::Rest { fighter: melee::resolve_wait(turn)? }),
        Choice::Walk(to) => walk(turn, to),
        Choice::Attack => tactics::strike(turn),
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
    let loudness = 1 + turn.around.stat(Stat::Noise)? + turn.around.ground_loudness(to)?;
    let fighter = melee::resolve_step(turn, to)?;
    let mind = &mut turn.mind;
    if mind.next == Some(to) {
        mind.next = None; // read again in the next turn
        mind.way = match std::mem::replace(&mut mind.way, Way::Kept(0)) {
            Way::Kept(count) => Way::Kept(count + 1),
            Way::New(mut path) => {
                path.remove(0);
                Way::New(path)
            }
        };
    } else {
        mind.forget_path();
    }
    mind.blocked = 0;
    Ok(Deed::Walk { fighter, to, loudness: loudness.max(0) })
}
