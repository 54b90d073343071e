//! The rest of a turn: what is reported and explored, upkeep, the question to the player (`turns.py`, `upkeep.py`).
//!
//! Where there is something to do that is rare, the rules in Python do all of it.

use crate::layers::Layer;
use crate::run::{Run, contain, read_cell};
use footfall_kernels::random::mix;
use footfall_stealth::creature::Cell;
use footfall_stealth::phase::Seen;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// Cells in view whose tile is not the one remembered, and what to remember.
type News = Vec<((usize, usize), u8)>;

/// The arrays of a level that follow the player's view.
struct Explored<'py> {
    tiles: Layer<'py, u8>,
    memory: Layer<'py, u8>,
    explored: Layer<'py, bool>,
}

impl<'py> Explored<'py> {
    /// None for arrays of different shapes, as before the first look, or of an unusual form.
    fn of(level: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let py = level.py();
        let tiles = Layer::of(level.getattr(intern!(py, "tiles"))?);
        let memory = Layer::of(level.getattr(intern!(py, "memory"))?);
        let explored = Layer::of(level.getattr(intern!(py, "explored"))?);
        let (Ok(tiles), Ok(memory), Ok(explored)) = (tiles, memory, explored) else { return Ok(None) };
        let arrays = Self { tiles, memory, explored };
        let shape = (arrays.tiles.height, arrays.tiles.width);
        let alike = (arrays.memory.height, arrays.memory.width) == shape
            && (arrays.explored.height, arrays.explored.width) == shape;
        Ok(alike.then_some(arrays))
    }
}

impl<'py> Run<'_, 'py> {
    /// Reports sounds and marks what is in view (`report_and_look`); false if Python must: a sound is heard, a new
    /// kind of creature is in view, or a creature out of view has noticed the player's character.
    pub fn report_and_look(&mut self) -> PyResult<bool> {
        let py = self.py;
        let (silent, arrays, news) = match self.look() {
            Ok(Some(look)) => look,
            Ok(None) => return Ok(false),
            Err(error) => return contain(py, error, false),
        };
        if !silent {
            self.world.setattr(intern!(py, "unreported"), PyList::empty(py))?;
            self.forget_heard_sounds()?;
        }
        self.explore(&arrays, news)?;
        Ok(true)
    }

    /// Whether there was no noise, and what is new in view; None if Python must report or explore.
    fn look(&mut self) -> PyResult<Option<(bool, Explored<'py>, News)>> {
        let unreported = self.world.getattr(intern!(self.py, "unreported"))?.cast_into::<PyList>()?;
        let reason = if self.hears_any(&unreported)? {
            "a sound out of view"
        } else if self.sees_new_kinds()? {
            "a new kind of creature"
        } else if self.was_noticed_unseen()? {
            "noticed out of view"
        } else if let Some(arrays) = Explored::of(&self.level)? {
            let news = self.find_news(&arrays)?;
            if news.is_empty() || arrays.memory.is_writable() && arrays.explored.is_writable() {
                return Ok(Some((unreported.is_empty(), arrays, news)));
            }
            "an unusual array"
        } else {
            "the first look"
        };
        self.memory.tally.leave("report", reason);
        Ok(None)
    }

    /// Whether the player's character hears one of these noises, out of its view.
    fn hears_any(&mut self, noises: &Bound<'py, PyList>) -> PyResult<bool> {
        let py = self.py;
        for noise in noises.iter() {
            if noise.getattr(intern!(py, "source"))?.eq(&self.player_id)?
                || noise.getattr(intern!(py, "loudness"))?.extract::<i64>()? < 1
                || !noise.getattr(intern!(py, "level"))?.eq(&self.level_id)?
            {
                continue;
            }
            let cell = read_cell(&noise.getattr(intern!(py, "at"))?)?;
            if self.player_sees(cell)? {
                continue;
            }
            if !self.phase.covered.hear || self.phase.covered.hearing_rules {
                return Ok(true);
            }
            if self.perceive(cell)? == Seen::InEarshot {
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
        for notice in play.getattr(intern!(py, "notices"))?.cast_into::<PyList>()?.iter().rev() {
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
        let heard = self.part.getattr(name)?.cast_into::<PyList>()?;
        if heard.is_empty() {
            return Ok(());
        }
        let recent = PyList::empty(py);
        for sound in heard.iter() {
            let turn: i64 = sound.getattr(intern!(py, "turn"))?.extract()?;
            if self.phase.turn - turn <= self.memory.tools.heard_sound_turns {
                recent.append(sound)?;
            }
        }
        self.part.setattr(name, recent)
    }

    /// The boxes that hold all cells in view: first and last row, first and last column.
    fn boxes(&mut self) -> PyResult<Vec<(usize, usize, usize, usize)>> {
        let (height, width, (top, left)) = (self.walkable.height, self.walkable.width, self.origin);
        let Some(spots) = self.lit()?.spots.clone() else { return Ok(vec![(0, height, 0, width)]) };
        let clip = |value: i64, most: usize| value.clamp(0, most as i64) as usize;
        Ok(spots
            .into_iter()
            .map(|((y, x), radius)| {
                let (y, x) = (i64::from(y - top), i64::from(x - left));
                (
                    clip(y - radius, height),
                    clip(y + radius + 1, height),
                    clip(x - radius, width),
                    clip(x + radius + 1, width),
                )
            })
            .collect())
    }

    /// Calls `visit` for each cell in view, for some of them more than once.
    fn each_visible(&mut self, mut visit: impl FnMut(&Self, (usize, usize)) -> PyResult<()>) -> PyResult<()> {
        let boxes = self.boxes()?;
        let view = self.lit()?.view.clone();
        for (top, bottom, left, right) in boxes {
            for y in top..bottom {
                for x in left..right {
                    if view.get((y, x)) {
                        visit(self, (y, x))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a creature of an unknown kind is in view.
    fn sees_new_kinds(&mut self) -> PyResult<bool> {
        let py = self.py;
        let mut ids = Vec::new();
        let top_left: Cell = self.origin;
        self.each_visible(|run, (y, x)| {
            if run.occupied.get((y, x)) {
                let cell = (y as i32 + top_left.0, x as i32 + top_left.1);
                if let Some(id) = run.actor_by_cell.get_item(cell)? {
                    ids.push(id);
                }
            }
            Ok(())
        })?;
        let known = self.part.getattr(intern!(py, "known_kinds"))?.cast_into::<PyList>()?;
        for id in ids {
            if id.eq(&self.player_id)? {
                continue;
            }
            let kind = self.actors.as_any().get_item(&id)?.getattr(intern!(py, "kind"))?;
            if !known.contains(kind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cells in view whose tile is not the one remembered, and their tile; None for arrays of an unusual form.
    fn find_news(&mut self, arrays: &Explored<'py>) -> PyResult<News> {
        let mut news = Vec::new();
        self.each_visible(|_, place| {
            let tile = arrays.tiles.get(place).wrapping_add(1);
            if arrays.memory.get(place) != tile {
                news.push((place, tile));
            }
            Ok(())
        })?;
        Ok(news)
    }

    /// What `MarkExplored` writes: all cells in view are explored, the news remembered.
    fn explore(&mut self, arrays: &Explored<'py>, news: News) -> PyResult<()> {
        if news.is_empty() {
            return Ok(());
        }
        self.each_visible(|_, place| {
            arrays.explored.set(place, true);
            Ok(())
        })?;
        for (place, tile) in news {
            arrays.memory.set(place, tile);
        }
        Ok(())
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
        let agenda: Bound<PyList> = self.state.getattr(intern!(py, "agenda"))?.cast_into()?;
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
        let bound: Bound<PyDict> = self.session.getattr(intern!(py, "session_steps"))?.cast_into()?;
        if let Some(step) = bound.get_item(name)? {
            if !step.get_item(0)?.is(function) {
                return Ok(true);
            }
        }
        let name = name.clone_ref(py);
        match name.to_str(py)?.rsplit(':').next().unwrap_or_default() {
            "recovery" => self.heals_any(),
            "affliction" => Ok(self.condition()?.1),
            "effects" => Ok(self.condition()?.1),
            "fires" => {
                let burning = self.index.getattr(intern!(py, "burning"))?.is_truthy()?;
                Ok(burning || self.index.getattr(intern!(py, "healing"))?.is_truthy()?)
            }
            "training" => {
                let dodged: i64 = self.part.getattr(intern!(py, "dodge_count"))?.extract()?;
                Ok(dodged >= self.memory.tools.dodges_per_defense)
            }
            "hunger" => {
                let stats: Bound<PyDict> = self.player.getattr(intern!(py, "stats"))?.cast_into()?;
                let Some(satiety) = stats.get_item(intern!(py, "satiety"))? else { return Ok(false) };
                Ok(satiety.extract::<i64>()? <= 0 || self.phase.turn % self.memory.tools.turns_per_satiety == 0)
            }
            "absorb" => self.index.getattr(intern!(py, "absorbing"))?.is_truthy(),
            "reinforcements" => self.may_be_reinforced(),
            "bells" => self.carries_bell(),
            "stations" => self.is_guided(),
            "ambience" => self.sounds_ambience(mix(parent, self.memory.tools.chain[at].2)),
            "turn-end" => Ok(!self.memory.tools.is_covered("turn-end")),
            _ => Ok(true),
        }
    }

    /// The hurt actors on the floor, and whether one is under an effect other than its lamp.
    fn condition(&mut self) -> PyResult<(Vec<Bound<'py, PyAny>>, bool)> {
        if let Some((hurt, afflicted)) = &self.condition {
            return Ok((hurt.clone(), *afflicted));
        }
        let py = self.py;
        let (mut hurt, mut afflicted) = (Vec::new(), false);
        for id in self.index.getattr(intern!(py, "all"))?.cast_into::<PyList>()?.iter() {
            let actor = self.actors.as_any().get_item(&id)?;
            let hp: i64 = actor.getattr(intern!(py, "hp"))?.extract()?;
            if hp < actor.getattr(intern!(py, "hp_max"))?.extract()? {
                hurt.push(actor.clone());
            }
            let effects = actor.getattr(intern!(py, "effects"))?.cast_into::<PyDict>()?;
            afflicted |= match (&self.memory.tools.lamp, effects.len()) {
                (_, 0) => false,
                (Some(lamp), 1) => !effects.contains(lamp)?,
                _ => true,
            };
        }
        self.condition = Some((hurt.clone(), afflicted));
        Ok((hurt, afflicted))
    }

    /// Whether an actor recovers this turn (`recover_life`).
    fn heals_any(&mut self) -> PyResult<bool> {
        let turn = self.phase.turn;
        for actor in self.condition()?.0 {
            let every = self.kind(&actor)?.recovers_every;
            if every != 0 && turn % every == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player's character carries a bell in a game with a course (`sound_bells`).
    fn carries_bell(&self) -> PyResult<bool> {
        let py = self.py;
        let Some(play) = &self.play else { return Ok(false) };
        if !play.getattr(intern!(py, "course"))?.is_truthy()? {
            return Ok(false);
        }
        let items: Bound<PyDict> = self.world.getattr(intern!(py, "items"))?.cast_into()?;
        for id in self.player.getattr(intern!(py, "pack"))?.cast_into::<PyList>()?.iter() {
            let kind = items.as_any().get_item(id)?.getattr(intern!(py, "kind"))?;
            let kind = kind.cast::<PyString>()?.to_str()?;
            if self.memory.tools.bells.iter().any(|bell| bell == kind) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the course of the game has stations (`follow_stations`).
    fn is_guided(&self) -> PyResult<bool> {
        let Some(play) = &self.play else { return Ok(false) };
        let course = play.getattr(intern!(self.py, "course"))?;
        let course = course.cast::<PyString>()?.to_str()?;
        Ok(self.memory.tools.guided.iter().any(|guided| guided == course))
    }

    /// Whether reinforcements may arrive on this floor (`send_reinforcements`).
    fn may_be_reinforced(&self) -> PyResult<bool> {
        let py = self.py;
        let parts = self.state.getattr(intern!(py, "parts"))?.cast_into::<PyDict>()?;
        let Some(dungeon) = parts.get_item(&self.memory.tools.dungeon_part)? else { return Ok(false) };
        let since = dungeon.getattr(intern!(py, "since"))?.cast_into::<PyDict>()?;
        let Some(entered) = since.get_item(&self.level_id)? else { return Ok(false) };
        Ok(self.phase.turn - entered.extract::<i64>()? > self.memory.tools.reinforcement_delay)
    }
}
