//! The phase of the creatures: who acts (`turns.queue_npc_phase`), and their entries one after the other.

use crate::place::{Body, Place, read_creature};
use crate::run::{Run, contain};
use crate::stats::Outfit;
use crate::tools::{Step, get, stat_or};
use footfall_kernels::random::mix;
use footfall_stealth::creature::{Cell, Creature, Interest, Mood, distance};
use footfall_stealth::{Stop, turn};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};
use std::rc::Rc;

/// The steps of creatures.
const CREATURE_STEPS: [Step; 3] = [Step::Creature, Step::Rouse, Step::Watch];

/// The steps after the phase, in order; creatures attend to noises in the shipped rules only.
const REST: [Step; 3] = [Step::Attend, Step::Report, Step::Upkeep];

/// An entry of a creature.
pub struct Planned<'py> {
    step: Step,
    id: Bound<'py, PyAny>,
    extra: bool,
    serial: u64,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    Here,
    /// The rules in Python must play it.
    Left,
    /// It was played, and then rules of mods have changed the game: this run knows no more.
    Changed,
}

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
        let bound: Bound<PyDict> = get(self.session, intern!(self.py, "session_steps"))?;
        match bound.get_item(name)? {
            Some(step) => Ok(step),
            None => self.session.call_method1(intern!(self.py, "bind_step"), (name,)),
        }
    }

    /// Lets the rules in Python play the reactions to the events from index `first` on, which the entry with this serial
    /// has raised. They move no creature.
    fn play_reactions(&mut self, first: usize, serial: u64) -> PyResult<()> {
        let (py, agenda) = (self.py, get::<Bound<PyList>>(&self.state, intern!(self.py, "agenda"))?);
        let depth = agenda.len();
        self.enter(serial);
        self.finish()?;
        self.memory.tools.push_reactions.bind(py).call1((self.session, first))?;
        while agenda.len() > depth {
            let entry = agenda.call_method0(intern!(py, "pop"))?;
            let (name, args) = (entry.getattr(intern!(py, "step"))?, get(&entry, intern!(py, "args"))?);
            self.run_step(&name, &args, get(&entry, intern!(py, "serial"))?)?;
        }
        Ok(())
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

    /// Plans the entries of the creatures on the floor, in order.
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
                if settings.sleep_anywhere || self.perceives_foes(&actor, effects)? {
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
    fn perceives_foes(&self, actor: &Bound<'py, PyAny>, effects: Bound<'py, PyDict>) -> PyResult<bool> {
        let py = self.py;
        let at: Cell = get(actor, intern!(py, "at"))?;
        let (stats, worn) = (get(actor, intern!(py, "stats"))?, get(actor, intern!(py, "worn"))?);
        let (fov, foh) = self.sense_ranges(&Outfit { stats, worn, effects })?;
        let adventurers = &self.phase.foes[self.allies..];
        let mut wakers = std::iter::once(&self.phase.player).chain(adventurers);
        Ok(wakers.any(|&place| distance(place, at) <= fov.max(foh)))
    }

    /// Plays what follows an action of the character, up to the next question or to what is left to Python.
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
        let agenda: Bound<PyList> = get(&self.state, intern!(self.py, "agenda"))?;
        let depth = agenda.len();
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
            if agenda.len() > depth {
                return self.push_under(depth, |run| run.push_steps(parent, &REST[at + 1..]));
            }
        }
        self.ask_player()
    }

    /// Puts entries on the agenda, under those above a depth.
    pub fn push_under(&self, depth: usize, push: impl FnOnce(&Self) -> PyResult<()>) -> PyResult<()> {
        let agenda: Bound<PyList> = get(&self.state, intern!(self.py, "agenda"))?;
        let above = agenda.get_slice(depth, agenda.len());
        agenda.del_slice(depth, agenda.len())?;
        push(self)?;
        agenda.call_method1(intern!(self.py, "extend"), (above,)).map(drop)
    }

    /// Plays the reports and upkeep while they are on top of the agenda; stops where Python must play.
    pub fn play_rest(&mut self) -> PyResult<()> {
        let py = self.py;
        let agenda: Bound<PyList> = get(&self.state, intern!(py, "agenda"))?;
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
        Ok(())
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
        let agenda: Bound<PyList> = get(&self.state, intern!(self.py, "agenda"))?;
        for step in steps.iter().rev() {
            let (name, _, key) = &self.memory.tools.steps[*step as usize];
            let entry = self.memory.tools.entry.bind(self.py);
            agenda.append(entry.call1((name, PyTuple::empty(self.py), mix(parent, *key)))?)?;
        }
        Ok(())
    }

    /// Plays entries in order; returns the place of the first one that is left.
    pub fn play_entries(&mut self, entries: &[Planned<'py>]) -> PyResult<Option<usize>> {
        for (at, entry) in entries.iter().enumerate() {
            match self.play_entry(entry)? {
                Played::Here => {}
                Played::Changed => return Ok(Some(at + 1)),
                Played::Left => {
                    self.memory.declined = Some(entry.serial);
                    return Ok(Some(at));
                }
            }
        }
        if let Some(last) = entries.last() {
            self.enter(last.serial);
        }
        Ok(None)
    }

    /// Puts entries on the agenda, the first one on top.
    pub fn push_entries(&self, entries: &[Planned<'py>]) -> PyResult<()> {
        let py = self.py;
        let agenda: Bound<PyList> = get(&self.state, intern!(py, "agenda"))?;
        for entry in entries.iter().rev() {
            let name = &self.memory.tools.steps[entry.step as usize].0;
            let args = match entry.step {
                Step::Creature => {
                    PyTuple::new(py, [entry.id.clone(), PyBool::new(py, entry.extra).to_owned().into_any()])?
                }
                _ => PyTuple::new(py, [entry.id.clone()])?,
            };
            agenda.append(self.memory.tools.entry.bind(py).call1((name, args, entry.serial))?)?;
        }
        Ok(())
    }

    /// Another entry is the last one played.
    pub fn enter(&mut self, serial: u64) {
        self.entered = Some(serial);
    }

    fn play_entry(&mut self, entry: &Planned<'py>) -> PyResult<Played> {
        self.serials.enter(entry.serial);
        let (body, creature, turn) = match self.compute(entry) {
            Ok(Some(computed)) => computed,
            Ok(None) => return Ok(Played::Here),
            Err(stop) => return self.leave("creature", stop).map(|()| Played::Left),
        };
        self.memory.turns += 1;
        let (first, searches) = (self.events.len(), matches!(turn.interest, Interest::Search(..)));
        self.write_turn(&body, &creature, turn)?;
        if searches {
            self.play_reactions(first, entry.serial)?;
        }
        if body.ruled.end && entry.step == Step::Creature && !entry.extra {
            return self.ask_after(entry);
        }
        Ok(Played::Here)
    }

    /// Lets the rules in Python ask mods after the turn of a creature.
    fn ask_after(&mut self, entry: &Planned<'py>) -> PyResult<Played> {
        let (name, key, hook) = &self.memory.tools.ask_after;
        let args = PyTuple::new(self.py, [hook.bind(self.py).as_any(), &entry.id])?;
        let (name, serial) = (name.bind(self.py).clone(), mix(entry.serial, *key));
        let has_changed = self.run_step(name.as_any(), &args, serial)?;
        Ok(if has_changed { Played::Changed } else { Played::Here })
    }

    /// Runs a step of the rules in Python and applies what it returns; false if that is nothing.
    fn run_step(&mut self, name: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>, serial: u64) -> PyResult<bool> {
        let py = self.py;
        let step = self.bind_step(name)?;
        if step.is_none() {
            return Ok(false);
        }
        self.enter(serial);
        self.finish()?;
        let args = PyTuple::new(py, std::iter::once(step.get_item(1)?).chain(args.iter()).collect::<Vec<_>>())?;
        match step.get_item(0)?.call1(args) {
            Ok(outcome) if outcome.is_none() || !outcome.is_truthy()? => return Ok(false),
            Ok(outcome) => self.apply(outcome, &step.get_item(2)?)?,
            Err(error) => {
                let problem = (step.get_item(2)?, error.into_value(py));
                self.session.call_method1(intern!(py, "report_problem"), problem)?;
            }
        }
        Ok(true)
    }

    /// Computes the turn of an entry; None if there is nothing to do.
    fn compute(
        &mut self,
        entry: &Planned<'py>,
    ) -> footfall_stealth::Result<Option<(Body<'py>, Creature, turn::Turn)>, PyErr> {
        let Some((body, creature)) = read_creature(self, &entry.id)? else {
            return if entry.step == Step::Rouse { Err(Stop::Python("another floor")) } else { Ok(None) };
        };
        let phase = Rc::clone(&self.phase);
        let mut place = Place::new(self, body, &phase);
        let turn = match entry.step {
            Step::Creature => turn::take_turn(&phase, &creature, entry.extra, &mut place),
            Step::Rouse => turn::rouse(&phase, &creature, &mut place),
            _ => turn::keep_watch(&phase, &creature, &mut place),
        }?;
        if place.run.play.is_none() && turn.interest != Interest::Kept {
            return Err(Stop::Python("a state of the classic rules"));
        }
        Ok(Some((place.body, creature, turn)))
    }

    /// Plays an entry and those of the phase that follow it on the agenda; `Played::Left` if Python must play the first.
    pub fn play_from(&mut self, entry: &Bound<'py, PyAny>) -> PyResult<Played> {
        let py = self.py;
        let Some(first) = self.read_entry(entry)? else { return Ok(Played::Left) };
        let played = self.play_entry(&first)?;
        if played != Played::Here {
            return Ok(played);
        }
        let mut last = first.serial;
        let agenda: Bound<PyList> = get(&self.state, intern!(py, "agenda"))?;
        while let Some(top) = agenda.len().checked_sub(1) {
            let entry = agenda.get_item(top)?;
            let Some(next) = self.read_entry(&entry)? else { break };
            agenda.del_item(top)?;
            match self.play_entry(&next)? {
                Played::Here => last = next.serial,
                Played::Changed => return Ok(Played::Changed),
                Played::Left => {
                    self.memory.declined = Some(next.serial);
                    agenda.append(entry)?;
                    break;
                }
            }
        }
        self.enter(last);
        Ok(Played::Here)
    }

    /// An entry of the phase; None for any other.
    fn read_entry(&self, entry: &Bound<'py, PyAny>) -> PyResult<Option<Planned<'py>>> {
        let py = self.py;
        let step = entry.getattr(intern!(py, "step"))?;
        for kind in CREATURE_STEPS {
            if !step.eq(&self.memory.tools.steps[kind as usize].0)? {
                continue;
            }
            let args: Bound<PyTuple> = get(entry, intern!(py, "args"))?;
            let extra = kind == Step::Creature && args.get_item(1)?.is_truthy()?;
            let serial = get(entry, intern!(py, "serial"))?;
            return Ok(Some(Planned { step: kind, id: args.get_item(0)?, extra, serial }));
        }
        Ok(None)
    }
}
