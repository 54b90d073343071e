//! The rest of a turn besides upkeep: reports, exploration, and the question to the player (`turns.py`).
//!
//! Rare cases are left to the rules in Python.

use crate::layers::Layer;
use crate::run::{Run, contain};
use crate::tools::{NoiseRow, Step, Tools, get};
use crate::view::{is_stale, list_common};
use footfall_kernels::random::mix;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet};

/// The arrays of a level that follow the player's view.
struct Explored<'py> {
    tiles: Layer<'py, u8>,
    memory: Layer<'py, u8>,
    explored: Layer<'py, bool>,
}

/// Asks the player for a command (`begin_turn`); false if a mod listens to the beginning of the turn, or an effect
/// prevents the character from acting.
pub fn begin_turn(tools: &Tools, session: &Bound<PyAny>) -> PyResult<bool> {
    let py = session.py();
    if !tools.is_covered("turn-start") {
        return Ok(false);
    }
    let state = session.getattr(intern!(py, "state"))?;
    let world = get::<Bound<PyDict>>(&state, intern!(py, "parts"))?.as_any().get_item(intern!(py, "world"))?;
    let id = world.getattr(intern!(py, "player"))?;
    let player = world.getattr(intern!(py, "actors"))?.get_item(&id)?;
    let effects: Bound<PyDict> = get(&player, intern!(py, "effects"))?;
    if !effects.is_empty() {
        for effect in &tools.helpless_effects {
            if effects.contains(effect)? {
                return Ok(false);
            }
        }
    }
    let question = tools.question.bind(py).call1((id,))?;
    state.setattr(intern!(py, "question"), &question)?;
    let event = tools.question_asked.bind(py).call1((question,))?;
    get::<Bound<PyList>>(session, intern!(py, "events"))?.append(event)?;
    Ok(true)
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
        // The writes of `MarkExplored`.
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
        let mask = self.look()?.clone();
        if self.sees_new_kinds(mask.as_bytes())? {
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
        let (Some(tiles), Some(memory)) = (arrays.tiles.values(), arrays.memory.values()) else {
            return Ok(Err("an unusual array"));
        };
        if !is_stale(mask.as_bytes(), tiles, memory) {
            return Ok(Ok(None));
        }
        let visible = list_common(mask.as_bytes(), mask.as_bytes(), shape.1);
        let writable = arrays.memory.is_writable() && arrays.explored.is_writable();
        Ok(if writable { Ok(Some((arrays, visible))) } else { Err("an unusual array") })
    }

    /// Whether the player's character hears a noise that is not reported yet, out of its view.
    fn hears_any(&mut self) -> PyResult<bool> {
        self.hold_readings(true);
        let hears = self.finds_audible();
        self.hold_readings(false);
        hears
    }

    fn finds_audible(&mut self) -> PyResult<bool> {
        let py = self.py;
        for noise in self.list_noises(intern!(py, "unreported"), 1)? {
            if noise.getattr(intern!(py, "source"))?.eq(&self.player_id)?
                || !noise.getattr(intern!(py, "level"))?.eq(&self.level_id)?
                || self.player_sees(get(&noise, intern!(py, "at"))?)?
            {
                continue;
            }
            if !self.phase.covered.hear || self.may_hear(&NoiseRow::read(&self.memory.tools, &noise)?)? {
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
    fn sees_new_kinds(&self, mask: &[u8]) -> PyResult<bool> {
        let (py, (top, left)) = (self.py, self.origin);
        let known = self.parts.part.getattr(intern!(py, "known_kinds"))?;
        let here: Bound<PySet> = get(&self.parts.index, intern!(py, "kinds"))?;
        let mut all_known = true;
        for kind in here.iter() {
            all_known = all_known && known.contains(kind)?;
        }
        if all_known {
            return Ok(false);
        }
        let occupied = self.occupied.bytes().ok_or_else(|| PyValueError::new_err("an unusual array"))?;
        for (y, x) in list_common(mask, occupied, self.occupied.width) {
            let Some(id) = self.actor_by_cell.get_item((y as i32 + top, x as i32 + left))? else { continue };
            let kind = self.actors.as_any().get_item(&id)?.getattr(intern!(py, "kind"))?;
            if !id.eq(&self.player_id)? && !known.contains(kind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Begins the turn of the player once the agenda is empty, unless Python must.
    pub fn ask_player(&mut self) -> PyResult<()> {
        if self.agenda()?.is_empty()
            && !self.waits()?
            && self.owns(Step::Turn)?
            && begin_turn(&self.memory.tools, self.session)?
        {
            let last = self.entered.unwrap_or_default();
            self.enter(mix(last, self.memory.tools.steps[Step::Turn as usize].2));
        }
        Ok(())
    }
}
