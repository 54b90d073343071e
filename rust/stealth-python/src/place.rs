//! One creature in its surroundings: the part of the state that its turn reads.

use crate::layers::Layer;
use crate::rules::{Field, Hearing};
use crate::run::{Number, Run};
use crate::stats::Outfit;
use crate::tools::{ActorRow, Dice, FighterRow, MindRow, Ruled, stat_or};
use footfall_kernels::DIRECTIONS;
use footfall_stealth::chance::Fact;
use footfall_stealth::creature::{Cell, Creature, Fighter, Idle, Mind, Mood, Way, distance};
use footfall_stealth::floor::{Floor, PathCosts};
use footfall_stealth::phase::{Die, Phase, Surroundings};
use footfall_stealth::turn::Choice;
use footfall_stealth::{Result, Stop};
use pyo3::exceptions::PyMemoryError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

/// Why a cell outside the level is left to Python.
const OUTSIDE: Stop<PyErr> = Stop::Python("a cell outside");

/// Why a creature of a kind that rules name is left to Python.
pub const RULED: &str = "rules about its kind";

/// A creature on its floor.
pub struct Place<'r, 'a, 'py> {
    pub run: &'r mut Run<'a, 'py>,
    pub body: Body<'py>,
    /// That of the run.
    pub phase: &'r Phase,
    /// The dice of its blow.
    dice: Option<Dice>,
}

/// The objects of a creature.
pub struct Body<'py> {
    pub id: Bound<'py, PyAny>,
    pub actor: Bound<'py, PyAny>,
    pub mind: Bound<'py, PyAny>,
    pub fighter: Bound<'py, PyAny>,
    pub kind: Bound<'py, PyString>,
    pub at: Cell,
    outfit: Outfit<'py>,
    rounds: Bound<'py, PyTuple>,
    equipped: bool,
    pack: Bound<'py, PyList>,
    pub ruled: Ruled,
}

/// Reads a creature; None if it is not on the floor or has no mind.
///
/// The rules in Python play creatures under an effect, and those with other enemies than the player's character.
pub fn read_creature<'py>(
    run: &mut Run<'_, 'py>,
    id: &Bound<'py, PyAny>,
) -> Result<Option<(Body<'py>, Creature)>, PyErr> {
    let tools = &run.memory.tools;
    let (Some(actor), Some(mind)) = (run.actors.get_item(id)?, run.minds.get_item(id)?) else { return Ok(None) };
    let row = ActorRow::read(tools, &actor)?;
    if !row.level.eq(&run.level_id)? {
        return Ok(None);
    }
    if !row.effects.is_empty() {
        return Err(Stop::Python("an effect"));
    }
    let ruled = run.kind(&row.kind)?.1.clone();
    let tools = &run.memory.tools;
    if ruled.turn {
        return Err(Stop::Python(RULED));
    }
    let fighter = run.fighters.as_any().get_item(id)?;
    let equipped = !row.worn.is_empty();
    let outfit = Outfit { stats: row.stats, worn: row.worn, effects: row.effects };
    let (fov, foh) = run.sense_ranges(&outfit)?;
    let known = MindRow::read(tools, &mind)?;
    let Some(behavior) = run.memory.behaviors.place(known.ai.to_str()?) else {
        return Err(Stop::Python("another behavior"));
    };
    let behavior = run.memory.behaviors.0[behavior].1;
    let next = match known.path.is_empty() {
        true => None,
        false => Some(known.path.get_borrowed_item(0)?.extract()?),
    };
    let inquiry = run.inquiries.as_ref().map_or(Ok(None), |inquiries| inquiries.get_item(id))?;
    let FighterRow { stamina, th, df, last, .. } = FighterRow::read(tools, &fighter)?;
    let mut creature = Creature {
        at: row.at,
        inquiry: inquiry.map(|found| tools.read_inquiry(&found)).transpose()?,
        hunts: false,
        equipped,
        fov,
        foh,
        behavior,
        marked: known.is_marked,
        post: known.post,
        mind: Mind {
            mood: tools.mood(&known.mood)?,
            lost_turns: known.lost_turns,
            blocked_turns: known.blocked_turns,
            way: Way::Kept(0),
            next,
            goal: known.goal,
            plan_turn: known.plan_turn,
            last_seen: known.last_seen,
            patience: known.patience,
            index: known.index,
            foe: known.foe,
        },
        fighter: Fighter { stamina, th, df, last: tools.last(&last)? },
    };
    creature.hunts = find_target(run, row.side.to_str()?, &creature)?;
    let (kind, at, pack, rounds) = (row.kind, row.at, row.pack, known.rounds);
    let body = Body { id: id.clone(), actor, mind, fighter, kind, at, outfit, rounds, equipped, pack, ruled };
    Ok(Some((body, creature)))
}

/// Whether a creature hunts the player's character, and no other actor (`choose_target`); false if it has no target.
fn find_target(run: &Run, side: &str, creature: &Creature) -> Result<bool, PyErr> {
    if creature.mind.foe != 0 {
        return Err(Stop::Python("a grudge"));
    }
    let is_hostile = side == "hostile";
    if is_hostile && (run.two_sides || run.phase.settings.ai_player_first) {
        return Ok(true);
    }
    if is_hostile {
        let own = distance(creature.at, run.phase.player);
        let nearest = run.phase.foes.iter().all(|&foe| distance(creature.at, foe) >= own);
        return if nearest { Ok(true) } else { Err(Stop::Python("another target")) };
    }
    // Allies have enemies of their own. Adventurers fight whom they have a grudge against; others stand or sleep.
    let routine = if side == "adventurer" { Idle::Adventure } else { Idle::Stay };
    let passive = creature.behavior.idle == routine && creature.inquiry.is_none();
    if side == "player" || !passive || creature.mind.mood == Mood::Aggravated {
        return Err(Stop::Python("another side"));
    }
    Ok(false)
}

impl<'r, 'a, 'py> Place<'r, 'a, 'py> {
    pub fn new(run: &'r mut Run<'a, 'py>, body: Body<'py>, phase: &'r Phase) -> Self {
        Self { run, body, phase, dice: None }
    }

    fn own_stat(&self, name: &Bound<'py, PyString>) -> PyResult<i64> {
        self.run.total(&self.body.outfit, name, 0)
    }

    /// The answer of a function in Python about the creature.
    fn ask<T: pyo3::conversion::FromPyObjectOwned<'py>>(&self, tool: &Py<PyAny>) -> PyResult<T> {
        let answer = tool.bind(self.run.py).call1((&self.run.shared, &self.body.actor))?;
        answer.extract().map_err(Into::into)
    }

    fn to_hit(&self) -> PyResult<i64> {
        let (py, settings, stats) = (self.run.py, &self.phase.settings, &self.body.outfit.stats);
        if self.body.equipped {
            return self.ask(&self.run.memory.tools.effective_to_hit);
        }
        let potions = stat_or(stats, intern!(py, "to_hit_potions"), 0)?;
        let th: i64 = self.body.fighter.getattr(intern!(py, "th"))?.extract()?;
        let to_hit = stat_or(stats, intern!(py, "to_hit"), 0)? + settings.hit_from_potions.min(potions);
        Ok((to_hit + settings.melee_cap_to_hit.min(th)).min(settings.hit_bonus_max).max(settings.hit_bonus_min))
    }

    fn dice(&mut self) -> PyResult<Dice> {
        let dice = match self.dice {
            Some(dice) => dice,
            None if self.body.equipped => self.ask(&self.run.memory.tools.dice_of)?,
            None => self.run.kind(&self.body.kind)?.0.natural.unwrap_or(Dice { low: 0, high: 0, plus: 0 }),
        };
        Ok(*self.dice.insert(dice))
    }

    /// Whether the creature's kind uses doors; those with a key are left to Python.
    fn uses_doors(&mut self) -> Result<bool, PyErr> {
        let (kind, _) = self.run.kind(&self.body.kind)?;
        match kind.opens_doors || kind.passes_doors {
            true if self.run.has_any_of(&self.body.pack, |tools| &tools.keys)? => Err(Stop::Python("a key")),
            doors => Ok(doors),
        }
    }

    /// The costs of the floor for this creature, as of now.
    fn floor(&mut self) -> Result<&mut Floor, PyErr> {
        let doors = self.uses_doors()?;
        let (run, which) = (&mut *self.run, usize::from(doors));
        if !run.followed[which] {
            let mut passable = run.walkable.clone();
            if doors {
                let cells = run.memory.tools.passable_cells.bind(run.py);
                passable = Layer::of(cells.call1((&run.parts.level, &run.parts.ground, true))?)?;
            }
            let (height, width) = (passable.height, passable.width);
            let (Some(cells), Some(bodies)) = (passable.bytes(), run.occupied.bytes()) else {
                return Err(Stop::Python("an unusual array"));
            };
            if cells.len() != bodies.len() {
                return Err(Stop::Python("an unusual array"));
            }
            let [straight, diagonal, crowded, near_step] = run.memory.tools.path_costs;
            let costs = PathCosts { straight, diagonal, crowded, near_step };
            let known = run.memory.floors[which].take().filter(|floor| floor.has_shape(height, width));
            let floor = run.memory.floors[which].insert(known.unwrap_or_else(|| Floor::new(height, width, costs)));
            floor.read(cells, bodies);
            run.followed[which] = true;
        }
        run.memory.floors[which].as_mut().ok_or(Stop::Python("an unusual array"))
    }

    /// Whether it hears the player's loudest noise, from rules of `on_hear` (`senses._ask_hearing`).
    fn asks_hearing_rules(&mut self, place: (usize, usize), reach: i64) -> Result<bool, PyErr> {
        let run = &mut *self.run;
        let (kind, loudness) = (&*run.noise_kind()?, run.phase.noise);
        let distance = i64::from(run.hearing(run.find_limit(kind, loudness, reach))?.get(place));
        if distance < 0 {
            return Ok(false);
        }
        let (listener, source) = (self.body.id.extract()?, run.player_id.extract()?);
        run.is_heard(Hearing { listener, source, kind, loudness, distance, direction: -1 }, reach)
    }
}

impl Surroundings for Place<'_, '_, '_> {
    type Error = PyErr;

    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, PyErr> {
        Ok(self.run.roll(die, low, high)?)
    }

    fn fact(&mut self, fact: Fact) -> Result<i64, PyErr> {
        let py = self.run.py;
        let player = |run: &mut Run, number| Ok(run.player_number(number)?);
        Ok(match fact {
            Fact::Perception => self.own_stat(intern!(py, "perception"))?,
            Fact::StaminaMax => self.own_stat(intern!(py, "stamina_max"))?.max(0),
            Fact::Strength => self.own_stat(intern!(py, "strength"))?,
            Fact::OwnStealth => self.own_stat(intern!(py, "stealth"))?,
            Fact::OwnLuck => self.own_stat(intern!(py, "luck"))?,
            // Without equipment.
            Fact::Aggressivity => stat_or(&self.body.outfit.stats, intern!(py, "aggressivity"), 0)?,
            Fact::Proficiency => stat_or(&self.body.outfit.stats, intern!(py, "proficiency"), 100)?,
            Fact::ToHit => self.to_hit()?,
            Fact::Low => self.dice()?.low,
            Fact::High => self.dice()?.high,
            Fact::Plus => self.dice()?.plus,
            Fact::DamageBonus if self.body.equipped => self.ask(&self.run.memory.tools.damage_bonus)?,
            Fact::DamageBonus => 0,
            Fact::IsDagger => i64::from(self.ask::<bool>(&self.run.memory.tools.wields_dagger)?),
            Fact::Searches => {
                let tag = self.run.memory.tools.searches_tag.clone();
                i64::from(self.run.kind(&self.body.kind)?.0.tags.contains(&tag))
            }
            Fact::Light => self.run.kind(&self.body.kind)?.0.light,
            Fact::TargetHp => self.run.player.getattr(intern!(py, "hp"))?.extract()?,
            Fact::Stealth => return player(self.run, Number::Stealth),
            Fact::Luck => return player(self.run, Number::Luck),
            Fact::Defense => return player(self.run, Number::Defense),
            Fact::Armor => return player(self.run, Number::Armor),
            Fact::Dives => return player(self.run, Number::Dives),
            Fact::Lit => return player(self.run, Number::Lit),
            _ => return Err(Stop::Python("another fact")),
        })
    }

    fn sees_player(&mut self, reach: i64) -> Result<bool, PyErr> {
        let Some(place) = self.run.place(self.body.at) else { return Err(OUTSIDE) };
        Ok(self.run.view(reach)?.get(place))
    }

    fn hears_player(&mut self, reach: i64) -> Result<bool, PyErr> {
        let Some(place) = self.run.place(self.body.at) else { return Err(OUTSIDE) };
        if self.run.phase.covered.hearing_rules {
            return self.asks_hearing_rules(place, 10 * reach);
        }
        let apart = i64::from(self.run.hearing(10 * reach)?.get(place));
        Ok((0..=10 * reach).contains(&apart))
    }

    fn notice_range(&mut self, range: i64, sees: bool, distance: i64) -> Result<i64, PyErr> {
        let Some(rules) = &self.run.memory.notice_rules else { return Ok(range) };
        let sense = Field::Text(if sees { "sight" } else { "hearing" });
        let (watcher, target) = (self.body.id.extract()?, self.run.player_id.extract()?);
        let fields = [Field::Number(watcher), Field::Number(target), sense, Field::Number(distance)];
        rules.fold(self.run, &fields, range)
    }

    fn is_occupied(&mut self, cell: Cell) -> Result<bool, PyErr> {
        Ok(self.run.place(cell).is_some_and(|place| self.run.occupied.get(place)))
    }

    fn is_open(&mut self, cell: Cell) -> Result<bool, PyErr> {
        let Some(place) = self.run.place(cell) else { return Err(OUTSIDE) };
        Ok(self.run.walkable.get(place) || self.uses_doors()? && self.floor()?.is_passable(place))
    }

    fn is_walkable(&mut self, cell: Cell) -> Result<bool, PyErr> {
        Ok(self.run.place(cell).is_some_and(|place| self.run.walkable.get(place)))
    }

    fn find_path(&mut self, goal: Cell) -> Result<Vec<Cell>, PyErr> {
        let (Some(start), Some(end)) = (self.run.place(self.body.at), self.run.place(goal)) else {
            return Err(OUTSIDE);
        };
        let (radius, (top, left)) = (self.phase.settings.ai_bfs_radius, self.run.origin);
        let found = self.floor()?.find_path(start, end, radius);
        let path = found.map_err(|_| PyMemoryError::new_err("no memory for a path"))?;
        Ok(path.into_iter().map(|[y, x]| (y + top, x + left)).collect())
    }

    fn step_loudness(&mut self, to: Cell) -> Result<i64, PyErr> {
        let noise = self.own_stat(intern!(self.run.py, "noise"))?;
        self.run.step_loudness(&self.body.id, self.body.at, to, noise)
    }

    fn is_heard(&mut self) -> Result<bool, PyErr> {
        Ok(!self.run.player_sees(self.body.at)? && self.run.player_hears(self.body.at)?)
    }

    fn choose_instead(&mut self) -> Result<Option<Choice>, PyErr> {
        let py = self.run.py;
        if !self.run.asks(self.body.ruled.choice.as_deref(), &self.body.id)? {
            return Ok(None);
        }
        self.run.enter(self.run.serials.serial);
        self.run.finish()?;
        let tools = &self.run.memory.tools;
        let chosen: Bound<PyAny> = self.ask(&tools.choose_instead)?;
        if chosen.is_none() {
            return Ok(None);
        }
        let Some(command) = tools.commands.iter().position(|kind| chosen.get_type().is(kind)) else {
            return Err(Stop::Python("another command"));
        };
        if command > 0 {
            return Ok(Some([Choice::Wait, Choice::Pass][command - 1]));
        }
        let direction: usize = chosen.getattr(intern!(py, "direction"))?.extract()?;
        let step = DIRECTIONS.get(direction).map(|(dy, dx)| (self.body.at.0 + dy, self.body.at.1 + dx));
        match step {
            Some(to) if !self.is_occupied(to)? => Ok(Some(Choice::Walk(to))),
            _ => Err(Stop::Python("another command")),
        }
    }

    fn has_errand(&mut self) -> Result<bool, PyErr> {
        Ok(self.ask(&self.run.memory.tools.has_errand)?)
    }

    fn rounds(&mut self) -> Result<Vec<Cell>, PyErr> {
        Ok(self.body.rounds.iter().map(|cell| cell.extract()).collect::<PyResult<_>>()?)
    }
}
