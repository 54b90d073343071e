//! Upkeep of a turn (`upkeep.py`): Python does the steps that have something to do, and the agenda those after a change.

use crate::run::{Run, contain, find_phase};
use crate::stats::Outfit;
use crate::tools::{Tools, get, stat_or};
use footfall_kernels::random::mix;
use footfall_stealth::phase::Die;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// Whether a step of upkeep may have something to do, in the entry with this serial.
pub type Work = for<'a, 'py> fn(&mut Run<'a, 'py>, u64) -> PyResult<bool>;

/// The question of a step of upkeep, by its name.
pub fn find_work(step: &str) -> Work {
    match step {
        "recovery" => |run, _| run.has_recovery(),
        "affliction" | "effects" => |run, _| run.is_afflicted(),
        "fires" => |run, _| Ok(run.has_any(intern!(run.py, "burning"))? || run.has_any(intern!(run.py, "healing"))?),
        "training" => |run, _| {
            let dodges: i64 = get(&run.parts.part, intern!(run.py, "dodge_count"))?;
            Ok(dodges >= run.phase.settings.dodges_per_defense)
        },
        "hunger" => |run, _| run.is_hungry(),
        "absorb" => |run, _| run.may_absorb(),
        "scent" => |run, _| run.has_any(intern!(run.py, "smelling")),
        "reinforcements" => |run, serial| run.is_reinforced(serial),
        "followers" => |run, _| run.is_followed(),
        "bells" => |run, _| run.carries_bell(),
        "stations" => |run, _| run.is_guided(),
        "ambience" => |run, serial| run.sounds_ambience(serial),
        "turn-end" => |run, _| Ok(!run.memory.tools.is_covered("turn-end")),
        _ => |_, _| Ok(true),
    }
}

impl<'py> Run<'_, 'py> {
    /// Upkeep and the end of the turn (`run_upkeep`): Python does the steps that have something to do. Once this run knows
    /// no more, the rest is put on the agenda.
    pub fn run_upkeep(&mut self, parent: u64) -> PyResult<()> {
        let py = self.py;
        let depth = self.agenda()?.len();
        let count = self.memory.tools.chain.len();
        let serial = |run: &Self, at: usize| mix(parent, run.memory.tools.chain[at].3);
        let (mut first, mut goes_on) = (0, true);
        while first < count && goes_on {
            let own = serial(self, first);
            if !self.has_work(first, own)? {
                self.enter(own);
            } else if first + 1 < count && self.owns_upkeep(first)? {
                goes_on = self.do_upkeep(first, depth, own)?;
            } else {
                self.memory.declined = Some(own);
                break;
            }
            first += 1;
        }
        if first == count {
            return Ok(());
        }
        self.push_under(depth, |run| {
            let agenda = run.agenda()?;
            for at in (first..count).rev() {
                let name = &run.memory.tools.chain[at].0;
                let entry = run.memory.tools.entry.bind(py).call1((name, PyTuple::empty(py), serial(run, at)))?;
                agenda.append(entry)?;
            }
            Ok(())
        })
    }

    /// Lets Python do a step of upkeep; false if this run knows no more after it.
    fn do_upkeep(&mut self, at: usize, depth: usize, serial: u64) -> PyResult<bool> {
        let py = self.py;
        let name = self.memory.tools.chain[at].0.bind(py).clone();
        self.run_step(name.as_any(), &PyTuple::empty(py), serial)?;
        self.forget_player(true);
        self.is_afflicted = None;
        self.outfit = Outfit::of(&self.player)?;
        self.read_play()?;
        Ok(self.agenda()?.len() == depth
            && !self.waits()?
            && find_phase(&self.memory.tools, self.ctx)?.is(&self.shared))
    }

    /// Whether a question is open, or the game is over.
    pub fn waits(&self) -> PyResult<bool> {
        Ok(self.is_over()? || !self.state.getattr(intern!(self.py, "question"))?.is_none())
    }

    /// Whether the game is over; then its agenda is empty.
    pub fn is_over(&self) -> PyResult<bool> {
        Ok(!self.state.getattr(intern!(self.py, "outcome"))?.is_none())
    }

    /// Leaves out a step of upkeep that has nothing to do, and those that follow it on the agenda; then asks the player.
    /// False if it may have something to do.
    pub fn skip_upkeep(&mut self, entry: &Bound<'py, PyAny>, serial: u64) -> PyResult<bool> {
        let py = self.py;
        let name = entry.getattr(intern!(py, "step"))?;
        let Some(mut at) = self.find_upkeep(&name, 0)? else { return Ok(false) };
        if self.has_work(at, serial)? {
            return Ok(false);
        }
        self.enter(serial);
        let agenda = self.agenda()?;
        while let Some(top) = agenda.len().checked_sub(1) {
            let next = agenda.get_item(top)?;
            let Some(found) = self.find_upkeep(&next.getattr(intern!(py, "step"))?, at + 1)? else { return Ok(true) };
            let serial = get(&next, intern!(py, "serial"))?;
            if self.has_work(found, serial)? {
                self.memory.declined = Some(serial);
                return Ok(true);
            }
            agenda.del_item(top)?;
            self.enter(serial);
            at = found;
        }
        self.ask_player().map(|()| true)
    }

    /// The place of a step in the chain of upkeep, from one on.
    fn find_upkeep(&self, name: &Bound<'py, PyAny>, from: usize) -> PyResult<Option<usize>> {
        for (at, (known, ..)) in self.memory.tools.chain.iter().enumerate().skip(from) {
            if name.eq(known)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether a step of the chain is the function whose work is known here.
    fn owns_upkeep(&self, at: usize) -> PyResult<bool> {
        let (name, _, function, _) = &self.memory.tools.chain[at];
        let Some(function) = function else { return Ok(false) };
        Ok(self.steps.get_item(name)?.is_none_or(|step| step.get_item(0).is_ok_and(|bound| bound.is(function))))
    }

    /// Whether a step of the chain may have something to do, in the entry with this serial.
    fn has_work(&mut self, at: usize, serial: u64) -> PyResult<bool> {
        if !self.owns_upkeep(at)? {
            return Ok(true);
        }
        self.memory.works[at](self, serial).or_else(|error| contain(self.py, error, true))
    }

    fn has_any(&self, name: &Bound<'py, PyString>) -> PyResult<bool> {
        self.parts.index.getattr(name)?.is_truthy()
    }

    /// Whether an actor on the floor recovers this turn (`recover_life`).
    fn has_recovery(&mut self) -> PyResult<bool> {
        let (py, turn) = (self.py, self.phase.turn);
        let mut periods = self.parts.index.getattr(intern!(py, "periods"))?.try_iter()?;
        if !periods.try_fold(false, |found, every| PyResult::Ok(found || turn % every?.extract::<i64>()? == 0))? {
            return Ok(false);
        }
        for id in get::<Bound<PyList>>(&self.parts.index, intern!(py, "all"))?.iter() {
            let actor = self.actors.as_any().get_item(&id)?;
            if get::<i64>(&actor, intern!(py, "hp"))? < get(&actor, intern!(py, "hp_max"))? {
                let (_, every) = self.kind(&get(&actor, intern!(py, "kind"))?)?.0.recovery;
                if every != 0 && turn % every == 0 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether an actor on the floor is under an effect that ends or hurts.
    fn is_afflicted(&mut self) -> PyResult<bool> {
        if let Some(known) = self.is_afflicted {
            return Ok(known);
        }
        let (py, mut found) = (self.py, false);
        for id in get::<Bound<PyList>>(&self.parts.index, intern!(py, "all"))?.iter() {
            let actor = self.actors.as_any().get_item(&id)?;
            found |= self.memory.tools.is_afflicted(&get(&actor, intern!(py, "effects"))?)?;
        }
        Ok(*self.is_afflicted.insert(found))
    }

    /// Whether the character loses satiety or starves in this turn.
    fn is_hungry(&self) -> PyResult<bool> {
        let (py, stats) = (self.py, get(&self.player, intern!(self.py, "stats"))?);
        Ok(stat_or(&stats, intern!(py, "satiety"), 1)? <= 0
            || self.phase.turn % self.phase.settings.turns_per_satiety == 0
                && stats.contains(intern!(py, "satiety"))?)
    }

    /// Whether a creature is on its way after the character.
    fn is_followed(&self) -> PyResult<bool> {
        for inquiry in self.inquiries.iter().flat_map(|inquiries| inquiries.values()) {
            if inquiry.getattr(intern!(self.py, "kind"))?.eq(&self.memory.tools.follow_kind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player's character carries a bell in a game with a course (`sound_bells`).
    fn carries_bell(&self) -> PyResult<bool> {
        let py = self.py;
        if self.course()?.is_empty() {
            return Ok(false);
        }
        self.has_any_of(&get(&self.player, intern!(py, "pack"))?, |tools| &tools.bells)
    }

    /// Whether one of the things of a pack is of these kinds.
    pub fn has_any_of(&self, pack: &Bound<'py, PyList>, kinds: impl Fn(&Tools) -> &Vec<String>) -> PyResult<bool> {
        for id in pack.iter() {
            let item = self.parts.world.getattr(intern!(self.py, "items"))?.get_item(id)?;
            if kinds(&self.memory.tools).contains(&get(&item, intern!(self.py, "kind"))?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the course of the game has stations (`follow_stations`).
    fn is_guided(&self) -> PyResult<bool> {
        Ok(self.memory.tools.guided.contains(&self.course()?))
    }

    /// The course of the game; empty if it has none.
    fn course(&self) -> PyResult<String> {
        self.play.as_ref().map_or(Ok(String::new()), |play| get(play, intern!(self.py, "course")))
    }

    /// Whether a slime lies on items; Python picks them up.
    fn may_absorb(&self) -> PyResult<bool> {
        let py = self.py;
        let absorbing: Bound<PyList> = get(&self.parts.index, intern!(py, "absorbing"))?;
        if absorbing.is_empty() {
            return Ok(false);
        }
        let Some(lying) = self.find_lying()? else { return Ok(true) };
        let by_cell: Bound<PyDict> = get(&lying, intern!(py, "by_cell"))?;
        for id in absorbing.iter() {
            let at = self.actors.as_any().get_item(&id)?.getattr(intern!(py, "at"))?;
            if by_cell.get_item(at)?.map_or(Ok(false), |items| items.is_truthy())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether reinforcements may arrive on this floor (`send_reinforcements`), in the entry with this serial.
    fn is_reinforced(&mut self, serial: u64) -> PyResult<bool> {
        let py = self.py;
        let parts: Bound<PyDict> = get(&self.state, intern!(py, "parts"))?;
        let Some(dungeon) = parts.get_item(&self.memory.tools.dungeon_part)? else { return Ok(false) };
        let since: Bound<PyDict> = get(&dungeon, intern!(py, "since"))?;
        let Some(entered) = since.get_item(&self.level_id)? else { return Ok(false) };
        let (delay, chance) = (self.phase.settings.reinforcement_delay, self.phase.settings.reinforcement_chance);
        if self.phase.turn - entered.extract::<i64>()? <= delay
            || get::<i64>(&self.parts.level, intern!(py, "floor"))? < 2
        {
            return Ok(false);
        }
        let arrived: Bound<PyDict> = get(&dungeon, intern!(py, "reinforcements"))?;
        let arrived = arrived.get_item(&self.level_id)?.map_or(Ok(0), |count| count.extract::<i64>())?;
        if arrived >= self.phase.settings.max_reinforcements {
            return Ok(false);
        }
        self.serials.enter(serial);
        Ok(self.roll(Die::Reinforcements, 1, 100)? <= chance)
    }
}
