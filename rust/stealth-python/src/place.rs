//! One creature in its surroundings: what its turn reads of the state.

use crate::rules::Field;
use crate::run::{Run, read_cell};
use crate::tools::read_dice;
use footfall_stealth::creature::{Cell, Creature, Fighter, Mind, Mood, Way};
use footfall_stealth::floor::{Floor, PathCosts};
use footfall_stealth::phase::{Blow, Die, Phase, Seen, Stat, Surroundings};
use footfall_stealth::{Result, Stop};
use pyo3::exceptions::PyMemoryError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// Why a cell outside the level is left to Python.
const OUTSIDE: Stop<PyErr> = Stop::Python("a cell outside");

/// A creature on its floor.
pub struct Place<'r, 'a, 'py> {
    pub run: &'r mut Run<'a, 'py>,
    pub body: Body<'py>,
    /// That of the run.
    pub phase: &'r Phase,
}

/// The objects of a creature.
pub struct Body<'py> {
    pub id: Bound<'py, PyAny>,
    pub actor: Bound<'py, PyAny>,
    pub mind: Bound<'py, PyAny>,
    pub fighter: Bound<'py, PyAny>,
    pub stats: Bound<'py, PyDict>,
    pub at: Cell,
    pub equipped: bool,
}

fn stat_or<'py>(stats: &Bound<'py, PyDict>, name: &Bound<'py, PyString>, default: i64) -> PyResult<i64> {
    stats.get_item(name)?.map_or(Ok(default), |value| value.extract())
}

/// Reads a creature; None if it is not on the floor or has no mind.
///
/// The rules in Python play creatures under an effect, and those with other enemies than the player's character.
pub fn read_creature<'py>(
    run: &mut Run<'_, 'py>,
    id: &Bound<'py, PyAny>,
) -> Result<Option<(Body<'py>, Creature)>, PyErr> {
    let py = run.py;
    let (Some(actor), Some(mind)) = (run.actors.get_item(id)?, run.minds.get_item(id)?) else { return Ok(None) };
    if !actor.getattr(intern!(py, "level"))?.eq(&run.level_id)? {
        return Ok(None);
    }
    if !actor.getattr(intern!(py, "effects"))?.cast_into::<PyDict>().map_err(PyErr::from)?.is_empty() {
        return Err(Stop::Python("an effect"));
    }
    let fighter = run.fighters.as_any().get_item(id)?;
    let equipped = !actor.getattr(intern!(py, "worn"))?.cast_into::<PyDict>().map_err(PyErr::from)?.is_empty();
    let stats: Bound<PyDict> = actor.getattr(intern!(py, "stats"))?.cast_into().map_err(PyErr::from)?;
    let (fov, foh) = match equipped {
        true => (run.ask_stat(&actor, intern!(py, "fov"))?, run.ask_stat(&actor, intern!(py, "foh"))?),
        false => (stat_or(&stats, intern!(py, "fov"), 0)?.max(0), stat_or(&stats, intern!(py, "foh"), 0)?.max(0)),
    };
    let at = read_cell(&actor.getattr(intern!(py, "at"))?)?;
    let ai = mind.getattr(intern!(py, "ai"))?;
    let ai = ai.cast::<PyString>().map_err(PyErr::from)?;
    let Some(behavior) = run.memory.behaviors.get(ai.to_str()?) else {
        return Err(Stop::Python("another behavior"));
    };
    let path = mind.getattr(intern!(py, "path"))?;
    let path = path.cast::<PyTuple>().map_err(PyErr::from)?;
    let optional = |name| {
        let value = mind.getattr(name)?;
        if value.is_none() { Ok(None) } else { read_cell(&value).map(Some) }
    };
    let count = |name| mind.getattr(name)?.extract::<i64>();
    let inquiry = run.find_inquiry(id)?.map(|found| run.memory.tools.read_inquiry(&found)).transpose()?;
    let creature = Creature {
        at,
        inquiry,
        hunts: false,
        equipped,
        fov,
        foh,
        behavior: *behavior,
        post: optional(intern!(py, "post"))?,
        mind: Mind {
            mood: run.memory.tools.mood(&mind.getattr(intern!(py, "mood"))?)?,
            marked: mind.getattr(intern!(py, "is_marked"))?.is_truthy()?,
            lost: count(intern!(py, "lost_turns"))?,
            blocked: count(intern!(py, "blocked_turns"))?,
            way: Way::Kept(0),
            next: path.get_borrowed_item(0).ok().map(|cell| read_cell(&cell)).transpose()?,
            goal: optional(intern!(py, "goal"))?,
            planned: count(intern!(py, "plan_turn"))?,
            last_seen: optional(intern!(py, "last_seen"))?,
            patience: count(intern!(py, "patience"))?,
            index: count(intern!(py, "index"))?,
            foe: count(intern!(py, "foe"))?,
        },
        fighter: Fighter {
            stamina: fighter.getattr(intern!(py, "stamina"))?.extract()?,
            th: fighter.getattr(intern!(py, "th"))?.extract()?,
            df: fighter.getattr(intern!(py, "df"))?.extract()?,
            last: run.memory.tools.last(&fighter.getattr(intern!(py, "last"))?)?,
        },
    };
    let hunts = find_target(run, &actor, &creature)?;
    let body = Body { id: id.clone(), actor, mind, fighter, stats, at, equipped };
    Ok(Some((body, Creature { hunts, ..creature })))
}

impl Place<'_, '_, '_> {
    /// Whether it hears the player's loudest noise, from rules of `on_hear` (`senses._ask_hearing`).
    fn asks_hearing_rules(&mut self, place: (usize, usize), reach: i64) -> Result<bool, PyErr> {
        let run = &mut *self.run;
        let farthest = 10 * (run.walkable.height + run.walkable.width) as i64;
        let apart = i64::from(run.hearing(farthest)?.get(place));
        if apart < 0 {
            return Ok(false);
        }
        let (listener, source) = (self.body.id.extract()?, run.player_id.extract()?);
        let kind = run.noise_kind()?;
        let (kind, loudness) = (Field::Text(&kind), Field::Number(run.phase.noise));
        let (listener, source) = (Field::Number(listener), Field::Number(source));
        let fields = [listener, source, kind, loudness, Field::Number(apart), Field::Number(-1)];
        Ok(apart <= run.memory.hearing_rules.fold(&fields, reach).ok_or(Stop::Python("a large product"))?)
    }
}

/// Whether a creature hunts the player's character, and no other actor (`choose_target`); false if it has no target.
fn find_target(run: &Run, actor: &Bound<PyAny>, creature: &Creature) -> Result<bool, PyErr> {
    let py = run.py;
    let side = actor.getattr(intern!(py, "side"))?;
    let hostile = side.cast::<PyString>().map_err(PyErr::from)?.to_str()? == "hostile";
    if hostile && (run.two_sides || run.phase.settings.ai_player_first) {
        return Ok(true);
    }
    if creature.mind.foe != 0 {
        return Err(Stop::Python("a grudge"));
    }
    if hostile {
        let apart = |&foe: &Cell| footfall_stealth::creature::distance(creature.at, foe);
        let own = apart(&run.phase.player);
        let nearest = run.phase.foes.iter().all(|foe| apart(foe) >= own);
        return if nearest { Ok(true) } else { Err(Stop::Python("another target")) };
    }
    // Allies and adventurers have enemies of their own; others have none, and stand or sleep.
    let passive = creature.behavior.idle == footfall_stealth::creature::Idle::Stay && creature.inquiry.is_none();
    let side = side.to_string();
    if side == "player" || side == "adventurer" || !passive || creature.mind.mood == Mood::Aggravated {
        return Err(Stop::Python("another side"));
    }
    Ok(false)
}

impl<'py> Place<'_, '_, 'py> {
    fn own_stat(&mut self, name: &Bound<'py, PyString>) -> PyResult<i64> {
        if self.body.equipped { self.run.ask_stat(&self.body.actor, name) } else { stat_or(&self.body.stats, name, 0) }
    }

    fn player_number(&self, ask: fn(&crate::tools::Tools) -> &Py<PyAny>) -> PyResult<i64> {
        ask(&self.run.memory.tools).bind(self.run.py).call1((&self.run.shared, &self.run.player))?.extract()
    }

    /// Whether the creature's kind uses doors; those with a pack, where keys may be, are left to Python.
    fn uses_doors(&mut self) -> Result<bool, PyErr> {
        let doors = self.run.kind(&self.body.actor)?.doors;
        if doors && self.body.actor.getattr(intern!(self.run.py, "pack"))?.is_truthy()? {
            return Err(Stop::Python("a pack"));
        }
        Ok(doors)
    }

    /// The costs of the floor for this creature, as of now.
    fn floor(&mut self) -> Result<&mut Floor, PyErr> {
        let doors = self.uses_doors()?;
        let (run, which) = (&mut *self.run, usize::from(doors));
        if !run.followed[which] {
            let passable;
            let passable = if doors {
                let tools = &run.memory.tools;
                passable = crate::layers::Layer::of(tools.passable_cells.bind(run.py).call1((
                    &run.level,
                    &run.ground,
                    true,
                ))?)?;
                &passable
            } else {
                &run.walkable
            };
            let (Some(cells), Some(bodies)) = (passable.bytes(), run.occupied.bytes()) else {
                return Err(Stop::Python("an unusual array"));
            };
            if cells.len() != bodies.len() {
                return Err(Stop::Python("an unusual array"));
            }
            let (height, width) = (passable.height, passable.width);
            let floor = &mut run.memory.floors[which];
            if floor.as_ref().is_none_or(|floor| !floor.has_shape(height, width)) {
                let [straight, diagonal, crowded, near_step] = run.memory.tools.path_costs;
                *floor = Some(Floor::new(height, width, PathCosts { straight, diagonal, crowded, near_step }));
            }
            floor.as_mut().expect("just made").read(cells, bodies);
            run.followed[which] = true;
        }
        run.memory.floors[which].as_mut().ok_or(Stop::Python("an unusual array"))
    }
}

impl<'py> Surroundings for Place<'_, '_, 'py> {
    type Error = PyErr;

    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, PyErr> {
        Ok(self.run.roll(die, low, high)?)
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
        let rules = &self.run.memory.notice_rules;
        if rules.is_empty() {
            return Ok(range);
        }
        let sense = if sees { "sight" } else { "hearing" };
        let (watcher, target) = (self.body.id.extract()?, self.run.player_id.extract()?);
        let fields = [Field::Number(watcher), Field::Number(target), Field::Text(sense), Field::Number(distance)];
        rules.fold(&fields, range).ok_or(Stop::Python("a large product"))
    }

    fn is_player_diving(&mut self) -> Result<bool, PyErr> {
        if let Some(known) = self.run.numbers.dives {
            return Ok(known);
        }
        let run = &mut *self.run;
        let dives = run.memory.tools.is_diving.bind(run.py).call1((&run.shared, &run.player))?.is_truthy()?;
        Ok(*run.numbers.dives.insert(dives))
    }

    fn is_player_lit(&mut self) -> Result<bool, PyErr> {
        let run = &mut *self.run;
        let Some(lamp) = &run.memory.tools.lamp else { return Err(Stop::Python("another lamp")) };
        if run.player.getattr(intern!(run.py, "effects"))?.contains(lamp)? {
            return Ok(true);
        }
        let at = run.phase.player;
        Ok(run.lit()?.others_light(at))
    }

    fn player_stealth(&mut self) -> Result<i64, PyErr> {
        if let Some(known) = self.run.numbers.stealth {
            return Ok(known);
        }
        Ok(*self.run.numbers.stealth.insert(self.player_number(|tools| &tools.effective_stealth)?))
    }

    fn player_luck(&mut self) -> Result<i64, PyErr> {
        if let Some(known) = self.run.numbers.luck {
            return Ok(known);
        }
        Ok(*self.run.numbers.luck.insert(self.player_number(|tools| &tools.effective_luck)?))
    }

    fn stat(&mut self, stat: Stat) -> Result<i64, PyErr> {
        let py = self.run.py;
        Ok(match stat {
            Stat::Perception => self.own_stat(intern!(py, "perception"))?,
            Stat::StaminaMax => self.own_stat(intern!(py, "stamina_max"))?.max(0),
            Stat::Strength => self.own_stat(intern!(py, "strength"))?,
            Stat::Noise => self.own_stat(intern!(py, "noise"))?,
            Stat::Stealth => self.own_stat(intern!(py, "stealth"))?,
            Stat::Luck => self.own_stat(intern!(py, "luck"))?,
        })
    }

    fn aggressivity(&mut self) -> Result<i64, PyErr> {
        Ok(stat_or(&self.body.stats, intern!(self.run.py, "aggressivity"), 0)?)
    }

    fn searches(&mut self) -> Result<bool, PyErr> {
        Ok(self.run.kind(&self.body.actor)?.searches)
    }

    fn cries(&mut self) -> Result<bool, PyErr> {
        Ok(self.run.kind(&self.body.actor)?.cries)
    }

    fn seen_by_player(&mut self) -> Result<Seen, PyErr> {
        Ok(self.run.perceive(self.body.at)?)
    }

    fn blow(&mut self) -> Result<Blow, PyErr> {
        let py = self.run.py;
        if self.run.numbers.armor.is_none() {
            self.run.numbers.armor = Some(self.run.ask_stat(&self.run.player, intern!(py, "armor"))?);
        }
        if self.run.numbers.defense.is_none() {
            self.run.numbers.defense = Some(self.player_number(|tools| &tools.effective_defense)?);
        }
        let natural = self.run.kind(&self.body.actor)?.natural;
        let (run, body) = (&*self.run, &self.body);
        let (to_hit, dice, damage_bonus) = if body.equipped {
            let tools = &run.memory.tools;
            let ask = |tool: &Py<PyAny>| tool.bind(py).call1((&run.shared, &body.actor));
            let to_hit = ask(&tools.effective_to_hit)?.extract()?;
            (to_hit, read_dice(&ask(&tools.dice_of)?)?, ask(&tools.damage_bonus)?.extract()?)
        } else {
            let settings = &self.phase.settings;
            let potions = stat_or(&body.stats, intern!(py, "to_hit_potions"), 0)?;
            let mut to_hit = stat_or(&body.stats, intern!(py, "to_hit"), 0)? + settings.hit_from_potions.min(potions);
            let th: i64 = body.fighter.getattr(intern!(py, "th"))?.extract()?;
            to_hit += settings.melee_cap_to_hit.min(th);
            (to_hit.min(settings.hit_bonus_max).max(settings.hit_bonus_min), natural, 0)
        };
        Ok(Blow {
            to_hit,
            defense: run.numbers.defense.unwrap_or_default(),
            strength: self.stat(Stat::Strength)?,
            proficiency: stat_or(&self.body.stats, intern!(py, "proficiency"), 100)?,
            dice,
            damage_bonus,
            armor: self.run.numbers.armor.unwrap_or_default(),
            target_hp: self.run.player.getattr(intern!(py, "hp"))?.extract()?,
        })
    }

    fn wields_dagger(&mut self) -> Result<bool, PyErr> {
        let run = &*self.run;
        Ok(run.memory.tools.wields_dagger.bind(run.py).call1((&run.shared, &self.body.actor))?.extract()?)
    }

    fn is_occupied(&mut self, cell: Cell) -> Result<bool, PyErr> {
        Ok(self.run.place(cell).is_some_and(|place| self.run.occupied.get(place)))
    }

    fn is_open(&mut self, cell: Cell) -> Result<bool, PyErr> {
        let Some(place) = self.run.place(cell) else { return Err(OUTSIDE) };
        if self.run.walkable.get(place) {
            return Ok(true);
        }
        if !self.uses_doors()? {
            return Ok(false);
        }
        Ok(self.floor()?.is_passable(place))
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

    fn ground_loudness(&mut self, cell: Cell) -> Result<i64, PyErr> {
        let (run, py) = (&*self.run, self.run.py);
        let tile = run.level.getattr(intern!(py, "tiles"))?.get_item(run.python_place(cell))?;
        let tags = run.ground.getattr(intern!(py, "tile_kinds"))?.get_item(tile)?.getattr(intern!(py, "tags"))?;
        if tags.cast::<PyTuple>().is_ok_and(|tags| tags.is_empty()) {
            return Ok(0);
        }
        let has = |tag: &String| tags.contains(tag).map(i64::from);
        Ok(has(&run.memory.tools.loud_tag)? - has(&run.memory.tools.quiet_tag)?)
    }

    fn rounds(&mut self) -> Result<Vec<Cell>, PyErr> {
        let rounds = self.body.mind.getattr(intern!(self.run.py, "rounds"))?;
        let rounds = rounds.cast_into::<PyTuple>().map_err(PyErr::from)?;
        Ok(rounds.iter().map(|cell| read_cell(&cell)).collect::<PyResult<Vec<_>>>()?)
    }
}
