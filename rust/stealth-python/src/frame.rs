//! The rest of a turn: what is reported and explored, upkeep, the question to the player (`turns.py`, `upkeep.py`).
//!
//! Where there is something to do that is rare, the rules in Python do all of it.

use crate::layers::Layer;
use crate::run::{Run, contain};
use crate::tools::{get, stat_or};
use footfall_kernels::random::mix;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// The arrays of a level that follow the player's view.
struct Explored<'py> {
    tiles: Layer<'py, u8>,
    memory: Layer<'py, u8>,
    explored: Layer<'py, bool>,
}

/// The arrays, and all cells in view.
type News<'py> = (Explored<'py>, Vec<(usize, usize)>);

impl<'py> Run<'_, 'py> {
    /// Reports sounds and marks what is in view (`report_and_look`); false if Python must: a sound is heard, a new
    /// kind of creature is in view, or a creature out of view has noticed the player's character.
    pub fn report_and_look(&mut self) -> PyResult<bool> {
        let py = self.py;
        let news = match self.find_news() {
            Ok(Ok(news)) => news,
            Ok(Err(reason)) => {
                self.memory.leave("report", reason);
                return Ok(false);
            }
            Err(error) => return contain(py, error, false),
        };
        if !get::<Bound<PyList>>(&self.parts.world, intern!(py, "unreported"))?.is_empty() {
            self.parts.world.setattr(intern!(py, "unreported"), PyList::empty(py))?;
            self.forget_heard_sounds()?;
        }
        // What `MarkExplored` writes.
        if let Some((arrays, visible)) = news {
            for place in visible {
                arrays.explored.set(place, true);
                arrays.memory.set(place, arrays.tiles.get(place).wrapping_add(1));
            }
        }
        Ok(true)
    }

    /// All cells in view if the tile of one is not that remembered; a reason if Python must report or explore.
    fn find_news(&mut self) -> PyResult<Result<Option<News<'py>>, &'static str>> {
        if self.hears_any()? {
            return Ok(Err("a sound out of view"));
        }
        let visible = self.list_visible()?;
        if self.sees_new_kinds(&visible)? {
            return Ok(Err("a new kind of creature"));
        }
        if self.was_noticed_unseen()? {
            return Ok(Err("noticed out of view"));
        }
        let (py, level) = (self.py, &self.parts.level);
        let tiles = Layer::of(level.getattr(intern!(py, "tiles"))?)?;
        let memory = Layer::of(level.getattr(intern!(py, "memory"))?)?;
        let explored = Layer::of(level.getattr(intern!(py, "explored"))?)?;
        let arrays = Explored { tiles, memory, explored };
        let shape = (arrays.tiles.height, arrays.tiles.width);
        if (arrays.memory.height, arrays.memory.width) != shape
            || (arrays.explored.height, arrays.explored.width) != shape
        {
            return Ok(Err("the first look"));
        }
        if !visible.iter().any(|&place| arrays.memory.get(place) != arrays.tiles.get(place).wrapping_add(1)) {
            return Ok(Ok(None));
        }
        let writable = arrays.memory.is_writable() && arrays.explored.is_writable();
        Ok(if writable { Ok(Some((arrays, visible))) } else { Err("an unusual array") })
    }

    /// Whether the player's character hears a noise that is not reported yet, out of its view.
    fn hears_any(&mut self) -> PyResult<bool> {
        for (_, noise) in self.list_noises(intern!(self.py, "unreported"))? {
            if noise.loudness < 1
                || noise.source.eq(&self.player_id)?
                || !noise.level.eq(&self.level_id)?
                || self.player_sees(noise.at)?
            {
                continue;
            }
            if !self.phase.covered.hear || self.may_hear(&noise)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a creature out of view noticed the player's character in this command (`notices.name_noticers`).
    fn was_noticed_unseen(&self) -> PyResult<bool> {
        let py = self.py;
        if self.phase.quiet {
            return Ok(false);
        }
        let Some(play) = &self.play else { return Ok(false) };
        let turn = self.state.getattr(intern!(py, "turn"))?;
        for notice in get::<Bound<PyList>>(play, intern!(py, "notices"))?.iter().rev() {
            if !notice.getattr(intern!(py, "turn"))?.eq(&turn)? {
                break;
            }
            if !notice.getattr(intern!(py, "was_in_view"))?.is_truthy()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Drops the sounds that were heard too long ago (`AddHeardSounds` without new ones).
    fn forget_heard_sounds(&self) -> PyResult<()> {
        let py = self.py;
        let name = intern!(py, "heard_sounds");
        let heard: Bound<PyList> = get(&self.parts.part, name)?;
        if heard.is_empty() {
            return Ok(());
        }
        let recent = PyList::empty(py);
        for sound in heard.iter() {
            if self.phase.turn - get::<i64>(&sound, intern!(py, "turn"))? <= self.phase.settings.heard_sound_turns {
                recent.append(sound)?;
            }
        }
        self.parts.part.setattr(name, recent)
    }

    /// Whether a creature of an unknown kind is in view.
    fn sees_new_kinds(&self, visible: &[(usize, usize)]) -> PyResult<bool> {
        let (py, (top, left)) = (self.py, self.origin);
        let known = self.parts.part.getattr(intern!(py, "known_kinds"))?;
        for &(y, x) in visible.iter().filter(|&&place| self.occupied.get(place)) {
            let Some(id) = self.actor_by_cell.get_item((y as i32 + top, x as i32 + left))? else { continue };
            let kind = self.actors.as_any().get_item(&id)?.getattr(intern!(py, "kind"))?;
            if !id.eq(&self.player_id)? && !known.contains(kind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Upkeep and the end of the turn (`run_upkeep`): pushes the steps from the first one on that has something to do.
    pub fn run_upkeep(&mut self, parent: u64) -> PyResult<()> {
        let py = self.py;
        let count = self.memory.tools.chain.len();
        let has_work = |run: &mut Self, at| run.has_work(at, parent).or_else(|error| contain(py, error, true));
        let first = (0..count).find_map(|at| has_work(self, at).map(|work| work.then_some(at)).transpose());
        let serial = |run: &Self, at: usize| mix(parent, run.memory.tools.chain[at].2);
        let Some(first) = first.transpose()? else { return self.enter(serial(self, count - 1)) };
        if first > 0 {
            self.enter(serial(self, first - 1))?;
        }
        let agenda: Bound<PyList> = get(&self.state, intern!(py, "agenda"))?;
        for at in (first..count).rev() {
            let name = &self.memory.tools.chain[at].0;
            let entry = self.memory.tools.entry.bind(py).call1((name, PyTuple::empty(py), serial(self, at)))?;
            agenda.append(entry)?;
        }
        Ok(())
    }

    /// Whether a step of the chain may have something to do.
    fn has_work(&mut self, at: usize, parent: u64) -> PyResult<bool> {
        let py = self.py;
        let (name, function, _) = &self.memory.tools.chain[at];
        let Some(function) = function else { return Ok(true) };
        let bound: Bound<PyDict> = get(self.session, intern!(py, "session_steps"))?;
        if bound.get_item(name)?.is_some_and(|step| !step.get_item(0).is_ok_and(|bound| bound.is(function))) {
            return Ok(true);
        }
        let (settings, index, turn) = (&self.phase.settings, &self.parts.index, self.phase.turn);
        let has_any = |name| index.getattr(name)?.is_truthy();
        match name.to_str(py)?.rsplit(':').next().unwrap_or_default() {
            "recovery" => Ok(self.condition()?.0),
            "affliction" | "effects" => Ok(self.condition()?.1),
            "fires" => Ok(has_any(intern!(py, "burning"))? || has_any(intern!(py, "healing"))?),
            "training" => Ok(get::<i64>(&self.parts.part, intern!(py, "dodge_count"))? >= settings.dodges_per_defense),
            "hunger" => {
                let stats = get(&self.player, intern!(py, "stats"))?;
                Ok(stat_or(&stats, intern!(py, "satiety"), 1)? <= 0
                    || turn % settings.turns_per_satiety == 0 && stats.contains(intern!(py, "satiety"))?)
            }
            "absorb" => has_any(intern!(py, "absorbing")),
            "scent" => has_any(intern!(py, "smelling")),
            "reinforcements" => self.may_be_reinforced(),
            "followers" => self.is_followed(),
            "bells" => self.carries_bell(),
            "stations" => self.is_guided(),
            "ambience" => self.sounds_ambience(mix(parent, self.memory.tools.chain[at].2)),
            "turn-end" => Ok(!self.memory.tools.is_covered("turn-end")),
            _ => Ok(true),
        }
    }

    /// Whether an actor on the floor recovers this turn (`recover_life`), and whether one is under an effect that
    /// ends or hurts.
    fn condition(&mut self) -> PyResult<(bool, bool)> {
        if let Some(condition) = self.condition {
            return Ok(condition);
        }
        let (py, turn) = (self.py, self.phase.turn);
        let (mut heals, mut afflicted) = (false, false);
        let lamp = self.memory.tools.lamp.clone_ref(py);
        let lamp = lamp.bind(py).to_str()?;
        for id in get::<Bound<PyList>>(&self.parts.index, intern!(py, "all"))?.iter() {
            let actor = self.actors.as_any().get_item(&id)?;
            if get::<i64>(&actor, intern!(py, "hp"))? < get(&actor, intern!(py, "hp_max"))? {
                let (_, every) = self.kind(&get(&actor, intern!(py, "kind"))?)?.recovery;
                heals |= every != 0 && turn % every == 0;
            }
            let effects: Bound<PyDict> = get(&actor, intern!(py, "effects"))?;
            for (name, turns) in effects.iter() {
                let name = name.cast::<PyString>()?.to_str()?;
                let is_steady = self.memory.tools.steady_effects.iter().any(|steady| steady == name);
                afflicted |= !is_steady || name != lamp && turns.extract::<i64>()? >= 0;
            }
        }
        Ok(*self.condition.insert((heals, afflicted)))
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
        let items = self.parts.world.getattr(intern!(py, "items"))?;
        for id in get::<Bound<PyList>>(&self.player, intern!(py, "pack"))?.iter() {
            let kind: String = get(&items.get_item(id)?, intern!(py, "kind"))?;
            if self.memory.tools.bells.contains(&kind) {
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

    /// Whether reinforcements may arrive on this floor (`send_reinforcements`).
    fn may_be_reinforced(&self) -> PyResult<bool> {
        let py = self.py;
        let parts: Bound<PyDict> = get(&self.state, intern!(py, "parts"))?;
        let Some(dungeon) = parts.get_item(&self.memory.tools.dungeon_part)? else { return Ok(false) };
        let since: Bound<PyDict> = get(&dungeon, intern!(py, "since"))?;
        let Some(entered) = since.get_item(&self.level_id)? else { return Ok(false) };
        Ok(self.phase.turn - entered.extract::<i64>()? > self.phase.settings.reinforcement_delay)
    }
}
