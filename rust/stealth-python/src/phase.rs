//! The phase of the creatures: who acts, and the entries after it.

use crate::entries::{CREATURE_STEPS, Planned};
use crate::run::{Run, contain};
use crate::stats::Outfit;
use crate::tools::{Step, get, stat_or};
use footfall_kernels::random::mix;
use footfall_stealth::creature::{Cell, Mood, distance};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// The steps after the phase, in order; creatures attend to noises in the shipped rules only.
const REST: [Step; 3] = [Step::Attend, Step::Report, Step::Upkeep];

/// A phase before it begins.
pub struct Plan<'py> {
    pub entries: Vec<Planned<'py>>,
    /// Fighters with their new time points.
    pools: Vec<(Bound<'py, PyAny>, i64)>,
    /// The noises that are still heard.
    noises: Bound<'py, PyList>,
}

/// Actions after an action of the character, and the new pool (`phase.count_actions`).
fn count_actions(pool: i64, cost: i64, unit: i64, extra_zeroes_pool: bool, gain: i64) -> (u32, i64) {
    let pool = pool.min(cost.max(unit) - 1) + gain;
    if pool < cost {
        return (0, pool);
    }
    let left = pool - cost;
    if left < unit {
        return (1, left);
    }
    (2, if extra_zeroes_pool { 0 } else { left - unit })
}

impl<'py> Run<'_, 'py> {
    /// Whether a step of the session is the function that this code copies.
    pub fn owns(&self, step: Step) -> PyResult<bool> {
        let (name, function, _) = &self.memory.tools.steps[step as usize];
        let bound = self.bind_step(name.bind(self.py))?;
        Ok(!bound.is_none() && bound.get_item(0)?.is(function))
    }

    /// A step as the session binds it; None if it is suspended.
    pub fn bind_step(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.steps.get_item(name)? {
            Some(step) => Ok(step),
            None => self.session.call_method1(intern!(self.py, "bind_step"), (name,)),
        }
    }

    /// Applies what a rule in Python returns, as the agenda does.
    pub fn apply(&self, outcome: Bound<'py, PyAny>, cause: &Bound<'py, PyAny>) -> PyResult<()> {
        let agenda = self.session.getattr(intern!(self.py, "loop"))?;
        agenda.call_method1(intern!(self.py, "apply_outcome"), (self.session, outcome, cause)).map(drop)
    }

    /// Whether creatures may be played here at all.
    pub fn covers_creatures(&self) -> PyResult<bool> {
        for step in CREATURE_STEPS {
            if !self.owns(step)? {
                return Ok(false);
            }
        }
        self.has_no_grudges()
    }

    /// Advances the counter, removes old noises and banks time points.
    pub fn begin_phase(&mut self, plan: &Plan<'py>) -> PyResult<()> {
        let py = self.py;
        let turn = self.phase.turn + 1;
        self.phase_mut().turn = turn;
        self.parts.part.setattr(intern!(py, "turn"), turn)?;
        self.parts.world.setattr(intern!(py, "noises"), &plan.noises)?;
        for (fighter, pool) in &plan.pools {
            fighter.setattr(intern!(py, "pool"), pool)?;
        }
        self.read_noise()
    }

    /// Plans the entries of the creatures on the floor, in order (`turns.queue_npc_phase`).
    pub fn plan_phase(&mut self, parent: u64) -> PyResult<Plan<'py>> {
        let py = self.py;
        let (mut normal, mut extra, mut pools, mut afflicted) = (Vec::new(), Vec::new(), Vec::new(), false);
        let all: Bound<PyList> = get(&self.parts.index, intern!(py, "all"))?;
        let (settings, tools) = (&self.phase.settings, &self.memory.tools);
        let gain = self.cost_with_effects(&self.outfit.effects, settings.time_unit)?;
        for id in all.iter() {
            let actor = self.actors.as_any().get_item(&id)?;
            let effects: Bound<PyDict> = get(&actor, intern!(py, "effects"))?;
            afflicted |= !effects.is_empty() && tools.is_afflicted(&effects)?;
            let Some(mind) = self.minds.get_item(&id)? else { continue };
            let mut push = |step: Step| {
                let serial = mix(mix(parent, tools.steps[step as usize].2), id.extract()?);
                normal.push(Planned { step, id: id.clone(), extra: false, serial });
                PyResult::Ok(serial)
            };
            let mood = tools.mood(&mind.getattr(intern!(py, "mood"))?)?;
            if mood == Mood::Asleep {
                if settings.sleep_anywhere || self.perceives_foes(&actor)? {
                    push(Step::Rouse)?;
                }
                continue;
            }
            let stats: Bound<PyDict> = get(&actor, intern!(py, "stats"))?;
            let cost = stat_or(&stats, intern!(py, "cost"), settings.time_unit)?;
            let cost = self.cost_with_effects(&effects, cost)?;
            let fighter = self.fighters.as_any().get_item(&id)?;
            let before: i64 = get(&fighter, intern!(py, "pool"))?;
            let (times, pool) = count_actions(before, cost, settings.time_unit, settings.empties_time_pool, gain);
            if pool != before {
                pools.push((fighter, pool));
            }
            if times > 0 {
                let serial = push(Step::Creature)?;
                if times == 2 {
                    extra.push(Planned { step: Step::Creature, id, extra: true, serial: mix(serial, 1) });
                }
            } else if mood == Mood::Aggravated || mind.getattr(intern!(py, "patience"))?.is_truthy()? {
                push(Step::Watch)?;
            }
        }
        normal.append(&mut extra);
        let noises = PyList::empty(py);
        for noise in get::<Bound<PyList>>(&self.parts.world, intern!(py, "noises"))?.iter() {
            if get::<i64>(&noise, intern!(py, "until"))? > self.phase.turn {
                noises.append(noise)?;
            }
        }
        self.is_afflicted = Some(afflicted);
        Ok(Plan { entries: normal, pools, noises })
    }

    /// Whether the player's character or an adventurer is within the range of a sleeper's senses (`_perceives_place`).
    fn perceives_foes(&self, actor: &Bound<'py, PyAny>) -> PyResult<bool> {
        let at: Cell = get(actor, intern!(self.py, "at"))?;
        let (fov, foh) = self.sense_ranges(&Outfit::of(actor)?)?;
        let adventurers = &self.phase.foes[self.allies..];
        let mut wakers = std::iter::once(&self.phase.player).chain(adventurers);
        Ok(wakers.any(|&place| distance(place, at) <= fov.max(foh)))
    }

    /// Plays the entries after an action of the character, up to the next question or the next entry for Python.
    pub fn play_turn(&mut self, parent: u64) -> PyResult<()> {
        let first = if self.phase.settings.shipped { 0 } else { 1 };
        let serial = |run: &Self, step: Step| mix(parent, run.memory.tools.steps[step as usize].2);
        let plan = self.owns(Step::Phase).and_then(|owns| if owns { self.covers_creatures() } else { Ok(false) });
        let plan = plan.and_then(|covers| {
            let serial = serial(self, Step::Phase);
            covers.then(|| self.plan_phase(serial)).transpose()
        });
        let Some(plan) = plan.or_else(|error| contain(self.py, error, None))? else {
            self.push_steps(parent, &REST[first..])?;
            return self.push_steps(parent, &[Step::Phase]);
        };
        self.enter(serial(self, Step::Phase));
        self.begin_phase(&plan)?;
        let depth = self.agenda()?.len();
        if let Some(at) = self.play_entries(&plan.entries)? {
            return self.push_under(depth, |run| {
                run.push_steps(parent, &REST[first..])?;
                run.push_entries(&plan.entries[at..])
            });
        }
        self.finish()?;
        for (at, step) in REST.into_iter().enumerate().skip(first) {
            if !self.owns(step)? || !self.play_step(step, serial(self, step))? {
                return self.push_steps(parent, &REST[at..]);
            }
            if self.agenda()?.len() > depth {
                return self.push_under(depth, |run| run.push_steps(parent, &REST[at + 1..]));
            }
        }
        self.ask_player()
    }

    /// Puts entries on the agenda, under those above a depth, unless the game is over.
    pub fn push_under(&self, depth: usize, push: impl FnOnce(&Self) -> PyResult<()>) -> PyResult<()> {
        if self.is_over()? {
            return Ok(());
        }
        let agenda = self.agenda()?;
        let above = agenda.get_slice(depth, agenda.len());
        agenda.del_slice(depth, agenda.len())?;
        push(self)?;
        agenda.call_method1(intern!(self.py, "extend"), (above,)).map(drop)
    }

    /// Plays the reports and upkeep while they are on top of the agenda, then asks the player; stops where Python must play.
    pub fn play_rest(&mut self) -> PyResult<()> {
        let (py, agenda) = (self.py, self.agenda()?);
        for step in REST {
            let Some(top) = agenda.len().checked_sub(1) else { return Ok(()) };
            let entry = agenda.get_item(top)?;
            let name = entry.getattr(intern!(py, "step"))?;
            if step == Step::Attend && !self.phase.settings.shipped {
                continue;
            }
            if !name.eq(&self.memory.tools.steps[step as usize].0)? || !self.owns(step)? {
                return Ok(());
            }
            let serial = get(&entry, intern!(py, "serial"))?;
            agenda.del_item(top)?;
            if !self.play_step(step, serial)? {
                return agenda.append(entry);
            }
        }
        self.ask_player()
    }

    /// Plays one of the steps after the phase; false if Python must.
    fn play_step(&mut self, step: Step, serial: u64) -> PyResult<bool> {
        let played = match step {
            Step::Attend => self.attend(serial)?,
            Step::Report => self.report_and_look()?,
            _ => return self.run_upkeep(serial).map(|()| true),
        };
        if played {
            self.enter(serial);
        } else {
            self.memory.declined = Some(serial);
        }
        Ok(played)
    }

    /// Puts steps after an action on the agenda, the first one on top.
    fn push_steps(&self, parent: u64, steps: &[Step]) -> PyResult<()> {
        let agenda = self.agenda()?;
        for step in steps.iter().rev() {
            let (name, _, key) = &self.memory.tools.steps[*step as usize];
            let entry = self.memory.tools.entry.bind(self.py);
            agenda.append(entry.call1((name, PyTuple::empty(self.py), mix(parent, *key)))?)?;
        }
        Ok(())
    }

    /// Notes the last entry played.
    pub fn enter(&mut self, serial: u64) {
        self.entered = Some(serial);
    }
}
