//! Commands of the player's character that are carried out here: steps to free cells, and waits away from doors.
//!
//! Commands with more to them are left to the rules in Python: doors, blows, talk.

use crate::run::Run;
use crate::stats::ORTHOGONAL;
use crate::tools::{FighterRow, get};
use footfall_kernels::DIRECTIONS;
use footfall_stealth::creature::{Cell, Fighter, Last};
use footfall_stealth::melee::Stance;
use footfall_stealth::phase::Settings;
use numpy::PyReadonlyArray1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::rc::Rc;

/// Cells of creatures, and these.
type Foes<'py> = Vec<(Cell, Bound<'py, PyAny>)>;

/// An action of the player's character before it is written.
pub struct Action<'py> {
    before: Fighter,
    after: Fighter,
    /// The new cell, and the loudness of the step to it.
    step: Option<(Cell, i64)>,
    /// The changes of its memory of things, from the rules in Python.
    remembered: Option<Bound<'py, PyAny>>,
}

/// The things of a floor and those that the character knows of, and the places where they differ.
pub struct Unknown {
    lying: Py<PyAny>,
    known: Option<Py<PyAny>>,
    places: Vec<usize>,
}

/// Whether another actor is on the cell to which the player's character walks.
pub fn is_blow(phase: &Bound<PyAny>, direction: usize) -> PyResult<bool> {
    let py = phase.py();
    let (y, x): Cell = get(&phase.getattr(intern!(py, "player"))?, intern!(py, "at"))?;
    let cells: Bound<PyDict> = get(&phase.getattr(intern!(py, "ground"))?, intern!(py, "actor_by_cell"))?;
    DIRECTIONS.get(direction).map_or(Ok(false), |(dy, dx)| cells.contains((y + dy, x + dx)))
}

impl<'py> Run<'_, 'py> {
    /// Whether nothing keeps one from simply stepping on a cell inside the level: no door, no water.
    pub fn is_plain(&self, cell: Cell) -> PyResult<bool> {
        let tags = self.tile_tags(cell)?;
        Ok(!self.memory.tools.barring_tags.iter().any(|tag| tags.contains(tag).unwrap_or(true)))
    }

    /// A step to a free cell (`handle_walk`); None if the rules in Python must carry it out.
    pub fn plan_walk(&mut self, direction: usize) -> PyResult<Option<Action<'py>>> {
        let (phase, (y, x)) = (Rc::clone(&self.phase), self.phase.player);
        let Some((dy, dx)) = DIRECTIONS.get(direction) else { return Ok(None) };
        let to = (y + dy, x + dx);
        let is_free = self.place(to).is_some_and(|place| self.walkable.get(place) && !self.occupied.get(place));
        if !is_free || !phase.covered.walk || !self.is_plain(to)? {
            return Ok(None);
        }
        let Some(foes) = self.list_foes(to)? else { return Ok(None) };
        let Some(stance) = self.find_stance(&phase.settings)? else { return Ok(None) };
        for (_, id) in &foes {
            // One that waited may get a starting cache.
            if phase.settings.creatures_have_cache && self.read_fighter(id)?.is_some_and(|foe| foe.last == Last::Wait) {
                return Ok(None);
            }
        }
        let noise = self.total(&self.outfit, intern!(self.py, "noise"), 0)?;
        let loudness = match self.step_loudness(&self.player_id, (y, x), to, noise) {
            Ok(loudness) => loudness,
            Err(stop) => return self.leave("walk", stop).map(|()| None),
        };
        let (before, after) = (stance.fighter, stance.resolve_step(!foes.is_empty()));
        Ok(Some(Action { before, after, step: Some((to, loudness)), remembered: self.remember_items()? }))
    }

    /// A wait away from doors (`handle_wait`); None as above.
    pub fn plan_wait(&mut self) -> PyResult<Option<Action<'py>>> {
        let (phase, (y, x)) = (Rc::clone(&self.phase), self.phase.player);
        for (dy, dx) in ORTHOGONAL {
            let beside = (y + dy, x + dx);
            let is_shut = self.place(beside).is_some_and(|place| !self.walkable.get(place));
            if is_shut && self.tile_tags(beside)?.contains(&self.memory.tools.door_tag)? {
                return Ok(None);
            }
        }
        let Some(stance) = self.find_stance(&phase.settings)? else { return Ok(None) };
        let (before, after) = (stance.fighter, stance.resolve_wait());
        let may_shift =
            phase.settings.shipped && before.last == Last::Wait && phase.turn % phase.settings.shift_turns == 0;
        if phase.settings.has_listening_mode || may_shift {
            return Ok(None);
        }
        Ok(Some(Action { before, after, step: None, remembered: self.remember_items()? }))
    }

    /// The changes of `remember_items`; None if there are none.
    fn remember_items(&mut self) -> PyResult<Option<Bound<'py, PyAny>>> {
        let sees = self.sees_unknown()?;
        sees.then(|| self.memory.tools.remember_items.bind(self.py).call1((&self.shared,))).transpose()
    }

    /// Writes the action of a command, and plays on to the next question or the next entry for Python.
    pub fn carry_out(&mut self, action: Action<'py>, command: &Bound<'py, PyAny>) -> PyResult<()> {
        let (py, id, from) = (self.py, self.player_id.clone(), self.phase.player);
        let fighter = self.fighters.as_any().get_item(&id)?;
        self.write_fighter(&fighter, action.before, action.after)?;
        let has_moved = action.step.is_some();
        if let Some((to, loudness)) = action.step {
            self.phase_mut().player = to;
            let player = self.player.clone();
            self.walk(&id, &player, from, to, loudness)?;
        }
        let listening = intern!(py, "listening");
        let deaf = &self.memory.tools.no_listening;
        if !self.parts.part.getattr(listening)?.eq(deaf)? {
            self.parts.part.setattr(listening, deaf)?;
        }
        self.forget_player(has_moved);
        if let Some(changes) = action.remembered {
            let commands = self.session.getattr(intern!(py, "rules"))?.getattr(intern!(py, "commands"))?;
            self.apply(changes, &commands.get_item(command.get_type())?.getattr(intern!(py, "cause"))?)?;
            self.read_play()?;
        }
        self.play_turn(get(&self.session.getattr(intern!(py, "serials"))?, intern!(py, "serial"))?)
    }

    fn read_fighter(&self, id: &Bound<'py, PyAny>) -> PyResult<Option<Fighter>> {
        let tools = &self.memory.tools;
        let Some(fighter) = self.fighters.get_item(id)? else { return Ok(None) };
        let FighterRow { stamina, th, df, last, .. } = FighterRow::read(tools, &fighter)?;
        Ok(Some(Fighter { stamina, th, df, last: tools.last(&last)? }))
    }

    /// The facts that decide the fighting state of the character; None if it staggers, or has a neighbor of another side.
    fn find_stance<'s>(&mut self, settings: &'s Settings) -> PyResult<Option<Stance<'s>>> {
        for (effect, _) in self.outfit.effects.iter() {
            if self.memory.tools.staggering_effects.contains(&effect.extract::<String>()?) {
                return Ok(None);
            }
        }
        let Some(foes) = self.list_foes(self.phase.player)? else { return Ok(None) };
        let Some(fighter) = self.read_fighter(&self.player_id)? else { return Ok(None) };
        let mut in_melee = false;
        for (cell, _) in foes {
            in_melee = in_melee || !settings.needs_visible_enemies || self.player_sees(cell)?;
        }
        let most = self.total(&self.outfit, intern!(self.py, "stamina_max"), 0)?;
        Ok(Some(Stance { settings, fighter, most, in_melee, has_cache: true }))
    }

    /// The hostile creatures next to a cell; None if another creature is there. The character does not count.
    fn list_foes(&self, (y, x): Cell) -> PyResult<Option<Foes<'py>>> {
        let (py, mut foes) = (self.py, Vec::new());
        for (dy, dx) in DIRECTIONS {
            let cell = (y + dy, x + dx);
            if cell == self.phase.player || !self.place(cell).is_some_and(|place| self.occupied.get(place)) {
                continue;
            }
            let id = self.actor_by_cell.as_any().get_item(cell)?;
            if !self.actors.as_any().get_item(&id)?.getattr(intern!(py, "side"))?.eq(intern!(py, "hostile"))? {
                return Ok(None);
            }
            foes.push((cell, id));
        }
        Ok(Some(foes))
    }

    /// Whether a thing in view is not as the character remembers it, or one that it threw is back (`remember_items`).
    fn sees_unknown(&mut self) -> PyResult<bool> {
        let py = self.py;
        if !self.phase.settings.shipped {
            return Ok(false);
        }
        let items: Bound<PyDict> = get(&self.parts.world, intern!(py, "items"))?;
        let mut known = None;
        if let Some(play) = &self.play {
            for id in get::<Bound<PyList>>(play, intern!(py, "thrown_items"))?.iter() {
                let Some(item) = items.get_item(id)? else { return Ok(true) };
                if item.getattr(intern!(py, "holder"))?.eq(&self.player_id)? {
                    return Ok(true);
                }
            }
            known = get::<Bound<PyDict>>(play, intern!(py, "seen_items"))?.get_item(&self.level_id)?;
        }
        let Some(lying) = self.find_lying()? else { return Ok(true) };
        let lying = lying.getattr(intern!(py, "items"))?;
        let is_read = self.memory.unknown.as_ref().is_some_and(|unknown| {
            let same = match (&unknown.known, &known) {
                (Some(before), Some(now)) => now.is(before),
                (before, now) => before.is_none() && now.is_none(),
            };
            same && lying.is(&unknown.lying)
        });
        if !is_read {
            let differences = self.memory.tools.list_differences.bind(py).call1((&self.shared,))?;
            let places: PyReadonlyArray1<isize> = get(&differences, intern!(py, "places"))?;
            let places = places.as_slice()?.iter().map(|&place| place as usize).collect();
            self.memory.unknown = Some(Unknown { lying: lying.unbind(), known: known.map(Bound::unbind), places });
        }
        if self.memory.unknown.as_ref().is_none_or(|unknown| unknown.places.is_empty()) {
            return Ok(false);
        }
        let mask = self.look()?.clone();
        let mut places = self.memory.unknown.iter().flat_map(|unknown| &unknown.places);
        Ok(places.any(|&place| mask.as_bytes().get(place).is_some_and(|&seen| seen != 0)))
    }

    /// The things on the cells of the floor, as `get_lying_items` keeps them; None if it does not.
    pub fn find_lying(&self) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.py;
        let count = self.parts.world.getattr(intern!(py, "items"))?.len()?;
        let kept: Bound<PyDict> = get(&self.parts.world, intern!(py, "__dict__"))?;
        let Some(index) = kept.get_item(&self.memory.tools.items_key)? else { return Ok(None) };
        let Some(lying) = get::<Bound<PyDict>>(&index, intern!(py, "levels"))?.get_item(&self.level_id)? else {
            return Ok(None);
        };
        let tiles = self.parts.level.getattr(intern!(py, "tiles"))?;
        let is_current =
            get::<usize>(&index, intern!(py, "count"))? == count && lying.getattr(intern!(py, "tiles"))?.is(&tiles);
        Ok(is_current.then_some(lying))
    }
}
