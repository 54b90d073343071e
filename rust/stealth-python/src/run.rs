//! One run through entries of a phase: what its creatures share, read once. Nothing but this code writes to the state
//! until the run ends.

use crate::ambience::Ambience;
use crate::commands::Unknown;
use crate::frame::{Work, find_work};
use crate::layers::Layer;
use crate::rules::{DIRECTION, FieldRules, Hearing};
use crate::stats::Outfit;
use crate::tools::{Kind, NoiseRow, Tools, get};
use footfall_kernels::serials::Serials;
use footfall_stealth::creature::{Behavior, Cell, Last, distance};
use footfall_stealth::floor::Floor;
use footfall_stealth::phase::{Covered, Die, Phase, Settings};
use footfall_stealth::{Result, Stop};
use pyo3::exceptions::{PyException, PyIndexError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The cells in view as bytes of 0 and 1, and as places.
type ListedView = (Py<PyBytes>, Arc<[(usize, usize)]>);

/// What a session keeps between runs.
pub struct Memory {
    pub tools: Tools,
    pub behaviors: HashMap<String, Behavior>,
    pub kinds: HashMap<String, Kind>,
    /// The object that the settings were read from.
    settings: Option<(Py<PyAny>, Settings)>,
    /// Costs without and with doors.
    pub floors: [Option<Floor>; 2],
    /// Keys of the random streams, by `Die`; known after the first roll.
    streams: [Option<u64>; Die::ALL.len()],
    pub seed: u64,
    /// The serial of the last entry that was left to Python.
    pub declined: Option<u64>,
    /// The turns of creatures played here.
    pub turns: u64,
    /// Entries left to Python: step and reason.
    pub left: HashMap<(&'static str, &'static str), u64>,
    /// The last view whose cells were listed, and these.
    visible: Option<ListedView>,
    /// What the character does not know of the things of its floor.
    pub unknown: Option<Unknown>,
    /// For each step of `Tools::chain`.
    pub works: Vec<Work>,
    /// What may sound on the floor.
    pub ambience: Option<Ambience>,
    /// The rules of mods; None if they cannot be asked here.
    pub hearing_rules: Option<FieldRules>,
    pub notice_rules: Option<FieldRules>,
}

const NOTICING: [&str; 4] = ["watcher", "target", "sense", "distance"];

impl Memory {
    pub fn new(tools: Tools) -> Self {
        let [hearing, noticing] = &tools.programs;
        Self {
            hearing_rules: FieldRules::read_hearing(hearing),
            notice_rules: FieldRules::read(noticing, &NOTICING, "engage"),
            behaviors: tools.behaviors(),
            works: tools.chain.iter().map(|(_, work, ..)| find_work(work)).collect(),
            visible: None,
            unknown: None,
            tools,
            kinds: HashMap::new(),
            settings: None,
            floors: [None, None],
            streams: [None; Die::ALL.len()],
            seed: 0,
            declined: None,
            turns: 0,
            left: HashMap::new(),
            ambience: None,
        }
    }

    fn settings(&mut self, object: &Bound<PyAny>) -> PyResult<Settings> {
        let known = self.settings.as_ref().filter(|(known, _)| known.is(object));
        if let Some((_, settings)) = known {
            return Ok(settings.clone());
        }
        let settings = self.tools.read_settings(object)?;
        self.settings = Some((object.clone().unbind(), settings.clone()));
        Ok(settings)
    }

    /// Counts an entry that is left to Python, and the reason.
    pub fn leave(&mut self, step: &'static str, reason: &'static str) {
        *self.left.entry((step, reason)).or_default() += 1;
    }

    /// Lets the deeds that rules decide on be played here; none while a mod's hook is suspended.
    fn cover_rules(&self, covered: &mut Covered, session: &Bound<PyAny>) -> PyResult<()> {
        let [hearing, noticing] = [&self.tools.programs[0], &self.tools.programs[1]].map(|rules| !rules.is_empty());
        if !(hearing || noticing) {
            return Ok(());
        }
        let suspended = session.getattr(intern!(session.py(), "suspended"))?.is_truthy()?;
        covered.hear &= !hearing || self.hearing_rules.is_some() && !suspended;
        covered.notice &= !noticing || self.notice_rules.is_some() && !suspended;
        covered.hearing_rules = hearing && covered.hear;
        Ok(())
    }
}

/// A number of the player's character as creatures meet it; read when first asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Stealth,
    Luck,
    Defense,
    Armor,
    /// Whether it has just waited in water.
    Dives,
    /// How far it hears, in tenths of a cell.
    Reach,
}

/// What the rules in Python read of the game (`model/phase.py`).
#[derive(FromPyObject)]
pub struct Shared<'py> {
    pub world: Bound<'py, PyAny>,
    #[pyo3(attribute("stealth"))]
    pub part: Bound<'py, PyAny>,
    pub level: Bound<'py, PyAny>,
    pub ground: Bound<'py, PyAny>,
    pub index: Bound<'py, PyAny>,
    settings: Bound<'py, PyAny>,
    least_sound_cost: i64,
    asks_hearing: bool,
    asks_mods: bool,
}

pub struct Run<'a, 'py> {
    pub py: Python<'py>,
    pub memory: &'a mut Memory,
    pub session: &'a Bound<'py, PyAny>,
    pub ctx: &'a Bound<'py, PyAny>,
    /// The `Phase` of the rules in Python, and its parts.
    pub shared: Bound<'py, PyAny>,
    pub parts: Shared<'py>,
    pub state: Bound<'py, PyAny>,
    pub level_id: Bound<'py, PyAny>,
    pub origin: Cell,
    pub actors: Bound<'py, PyDict>,
    pub minds: Bound<'py, PyDict>,
    pub fighters: Bound<'py, PyDict>,
    /// The part that only the shipped rules write: `play_state.PlayState`.
    pub play: Option<Bound<'py, PyAny>>,
    /// What calm creatures look into, by actor id.
    pub inquiries: Option<Bound<'py, PyDict>>,
    pub player: Bound<'py, PyAny>,
    pub player_id: Bound<'py, PyAny>,
    /// Of the player's character.
    pub outfit: Outfit<'py>,
    pub actor_by_cell: Bound<'py, PyDict>,
    pub occupied: Layer<'py, bool>,
    pub walkable: Layer<'py, bool>,
    pub two_sides: bool,
    /// Whether a creature gives light.
    has_lights: bool,
    pub phase: Rc<Phase>,
    /// The ids of the enemies of hostile creatures on this floor, in the order of `Phase::foes`: first the player's
    /// side, `allies` with the character, then the adventurers.
    pub foe_ids: Vec<Bound<'py, PyAny>>,
    pub allies: usize,
    numbers: [Option<i64>; 6],
    pub serials: Serials,
    /// Cells in line of sight of the player's character, and sound distances from it, up to a reach.
    view: Option<(i64, Layer<'py, bool>)>,
    hearing: Option<(i64, Layer<'py, i32>)>,
    /// The kind of the loudest noise of the player's character.
    pub noise_kind: Option<Rc<str>>,
    /// Whether the costs of `Memory::floors` follow the actors of this run.
    pub followed: [bool; 2],
    pub placements: usize,
    pub events: Bound<'py, PyList>,
    look: Option<Look<'py>>,
    /// The serial of the last entry played, which the session does not know of yet.
    pub entered: Option<u64>,
    /// Whether an actor is under an effect that ends or hurts; None until asked.
    pub is_afflicted: Option<bool>,
}

/// The view of the player's character: `sight.look`.
#[derive(Clone)]
pub struct Look<'py> {
    /// 1 for each cell in view, row by row.
    pub mask: Bound<'py, PyBytes>,
    /// Cells and radii of lights besides its own; None in daylight.
    lights: Option<Vec<(Cell, i64)>>,
}

/// Returns `instead` in place of an error of reading, before anything was written: the rules in Python will raise and
/// report it. What they do not contain (Ctrl-C, a time limit) is passed on.
pub fn contain<T>(py: Python, error: PyErr, instead: T) -> PyResult<T> {
    if error.is_instance_of::<PyException>(py) { Ok(instead) } else { Err(error) }
}

/// The places of the ones in bytes of 0 and 1, row by row.
fn list_set(bytes: &[u8], width: usize) -> Vec<(usize, usize)> {
    let mut places = Vec::with_capacity(512);
    for (y, row) in bytes.chunks_exact(width.max(1)).enumerate() {
        let words = row.chunks_exact(8);
        let rest = words.remainder();
        for (word, x) in words.zip((0..).step_by(8)) {
            let mut ones = word.iter().rev().fold(0, |ones, &byte| ones << 8 | u64::from(byte));
            while ones != 0 {
                places.push((y, x + ones.trailing_zeros() as usize / 8));
                ones &= ones - 1;
            }
        }
        let first = width - rest.len();
        places.extend(rest.iter().zip(first..).filter(|(byte, _)| **byte != 0).map(|(_, x)| (y, x)));
    }
    places
}

impl<'a, 'py> Run<'a, 'py> {
    pub fn new(memory: &'a mut Memory, session: &'a Bound<'py, PyAny>, ctx: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        let py = session.py();
        let state = session.getattr(intern!(py, "state"))?;
        let shared = memory.tools.get_phase.bind(py).call1((ctx,))?;
        let parts: Shared = shared.extract()?;
        memory.seed = get(&state, intern!(py, "seed"))?;
        let play = get::<Bound<PyDict>>(&state, intern!(py, "parts"))?.get_item(&memory.tools.play_part)?;
        let inquiries = play.as_ref().map(|play| get(play, intern!(py, "inquiries"))).transpose()?;
        let actors: Bound<PyDict> = get(&parts.world, intern!(py, "actors"))?;
        let player_id = parts.world.getattr(intern!(py, "player"))?;
        let player = actors.as_any().get_item(&player_id)?;
        let mut phase = Phase {
            settings: memory.settings(&parts.settings)?,
            covered: memory.tools.covered(),
            turn: get(&parts.part, intern!(py, "turn"))?,
            player: get(&player, intern!(py, "at"))?,
            noise: 0,
            quiet: get(session, intern!(py, "quiet"))?,
            least_sound_cost: parts.least_sound_cost,
            foes: Vec::new(),
        };
        memory.cover_rules(&mut phase.covered, session)?;
        phase.covered.hear &= !parts.asks_hearing || phase.covered.hearing_rules;
        phase.covered.act &= !parts.asks_mods;
        let grid = parts.ground.getattr(intern!(py, "grid"))?;
        let mut run = Self {
            py,
            session,
            ctx,
            shared,
            level_id: parts.level.getattr(intern!(py, "id"))?,
            origin: get(&parts.level, intern!(py, "origin"))?,
            minds: get(&parts.part, intern!(py, "minds"))?,
            fighters: get(&parts.part, intern!(py, "fighters"))?,
            actor_by_cell: get(&parts.ground, intern!(py, "actor_by_cell"))?,
            occupied: Layer::of(parts.ground.getattr(intern!(py, "occupied_mask"))?)?,
            walkable: Layer::of(grid.getattr(intern!(py, "walkable"))?)?,
            two_sides: get(&parts.index, intern!(py, "two_sides"))?,
            has_lights: parts.index.getattr(intern!(py, "lights"))?.is_truthy()?,
            events: get(session, intern!(py, "events"))?,
            memory,
            state,
            parts,
            inquiries,
            play,
            actors,
            outfit: Outfit::of(&player)?,
            player,
            player_id,
            phase: Rc::new(phase),
            foe_ids: Vec::new(),
            allies: 0,
            numbers: [None; 6],
            serials: Serials::default(),
            view: None,
            hearing: None,
            noise_kind: None,
            followed: [false; 2],
            placements: 0,
            look: None,
            entered: None,
            is_afflicted: None,
        };
        run.read_foes()?;
        Ok(run)
    }

    pub fn phase_mut(&mut self) -> &mut Phase {
        Rc::make_mut(&mut self.phase)
    }

    /// The noises of a list of the world that are at least so loud.
    pub fn list_noises(&self, name: &Bound<'py, PyString>, least: i64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, mut loud) = (self.py, Vec::new());
        for noise in get::<Bound<PyList>>(&self.parts.world, name)?.iter() {
            if get::<i64>(&noise, intern!(py, "loudness"))? >= least {
                loud.push(noise);
            }
        }
        Ok(loud)
    }

    /// The kind of the player's loudest noise that still sounds, the first of several; empty if it is silent.
    pub fn noise_kind(&mut self) -> PyResult<Rc<str>> {
        if self.noise_kind.is_none() {
            self.read_noise()?;
        }
        Ok(self.noise_kind.clone().unwrap_or_default())
    }

    /// Reads loudness and kind of the loudest noise of the player's character, the first of several (`find_loudness`).
    pub fn read_noise(&mut self) -> PyResult<()> {
        let (py, mut loudest, mut kind) = (self.py, 0, "".into());
        for noise in self.list_noises(intern!(py, "noises"), 1)? {
            let loudness = get(&noise, intern!(py, "loudness"))?;
            if loudness > loudest && noise.getattr(intern!(py, "source"))?.eq(&self.player_id)? {
                (loudest, kind) = (loudness, get::<Bound<PyString>>(&noise, intern!(py, "kind"))?.to_str()?.into());
            }
        }
        self.phase_mut().noise = loudest;
        self.noise_kind = Some(kind);
        Ok(())
    }

    /// The enemies of hostile creatures: the player's side and the adventurers.
    fn read_foes(&mut self) -> PyResult<()> {
        let py = self.py;
        let by_side: Bound<PyDict> = get(&self.parts.index, intern!(py, "by_side"))?;
        for side in [intern!(py, "player"), intern!(py, "adventurer")] {
            self.allies = self.foe_ids.len(); // before the adventurers
            let Some(ids) = by_side.get_item(side)? else { continue };
            for id in ids.cast::<PyList>()?.iter() {
                let at = get(&self.actors.as_any().get_item(&id)?, intern!(py, "at"))?;
                self.phase_mut().foes.push(at);
                self.foe_ids.push(id);
            }
        }
        Ok(())
    }

    /// Whether grudges make no difference to who fights whom: sides alone decide.
    ///
    /// With two sides, and few on the player's, the rules look at sides only (`melee.list_adjacent_enemies`).
    pub fn has_no_grudges(&self) -> PyResult<bool> {
        if self.two_sides && self.foe_ids.len() < 8 {
            return Ok(true);
        }
        for mind in self.minds.values().iter() {
            if mind.getattr(intern!(self.py, "foe"))?.is_truthy()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The index of a cell into the arrays of the level; None outside.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let place = self.python_place(cell);
        self.walkable.is_inside(place).then_some((place.0 as usize, place.1 as usize))
    }

    pub fn python_place(&self, cell: Cell) -> (i32, i32) {
        (cell.0 - self.origin.0, cell.1 - self.origin.1)
    }

    /// The tags of the tile of a cell inside the level.
    pub fn tile_tags(&self, cell: Cell) -> PyResult<Bound<'py, PyAny>> {
        let (py, (y, x)) = (self.py, self.python_place(cell));
        let tiles = Layer::<u8>::of(self.parts.level.getattr(intern!(py, "tiles"))?)?;
        let Some(tile) = tiles.find((y as isize, x as isize)) else {
            return Err(PyIndexError::new_err("a cell outside the level"));
        };
        let kinds: Bound<PyList> = get(&self.parts.ground, intern!(py, "tile_kinds"))?;
        kinds.get_item(tile.into())?.getattr(intern!(py, "tags"))
    }

    /// The cells in line of sight of the player's character, up to `reach` cells away at least.
    pub fn view(&mut self, reach: i64) -> PyResult<&Layer<'py, bool>> {
        let reach = reach.max(self.phase.settings.min_view_radius);
        let known = self.view.take().filter(|(known, _)| *known >= reach);
        let view = match known {
            Some(known) => known,
            None => {
                let place = self.python_place(self.phase.player);
                let find = self.memory.tools.find_visible_cells.bind(self.py);
                (reach, Layer::of(find.call1((&self.parts.ground, place, reach))?)?)
            }
        };
        Ok(&self.view.insert(view).1)
    }

    /// The sound distances from the player's character, up to `reach` tenths of a cell at least.
    pub fn hearing(&mut self, reach: i64) -> PyResult<&Layer<'py, i32>> {
        let reach = reach.max(self.phase.settings.min_hearing_reach);
        let known = self.hearing.take().filter(|(known, _)| *known >= reach);
        let hearing = match known {
            Some(known) => known,
            None => (reach, self.measure(self.phase.player, reach)?),
        };
        Ok(&self.hearing.insert(hearing).1)
    }

    /// The sound distance, in tenths of a cell, up to which creatures are asked about noises: `reach` of a listener,
    /// or all of the level if rules of mods decide.
    pub fn find_limit(&self, reach: i64) -> i64 {
        let all = 10 * (self.walkable.height + self.walkable.width) as i64;
        if self.phase.covered.hearing_rules { all } else { reach }
    }

    /// Whether a noise is heard, `reach` tenths of a cell away at most unless rules of mods decide otherwise.
    pub fn is_heard(&self, hearing: Hearing, reach: i64) -> Result<bool, PyErr> {
        match &self.memory.hearing_rules {
            Some(rules) if self.phase.covered.hearing_rules => {
                rules.is_heard(hearing, reach).ok_or(Stop::Python("a large product"))
            }
            _ => Ok((0..=reach).contains(&hearing.distance)),
        }
    }

    /// The sound distances around a cell, up to `reach` tenths of a cell at least.
    pub fn measure(&self, cell: Cell, reach: i64) -> PyResult<Layer<'py, i32>> {
        let compute = self.memory.tools.compute_hearing_map.bind(self.py);
        Layer::of(compute.call1((&self.parts.ground, self.python_place(cell), reach))?)
    }

    /// The record of a creature.
    pub fn kind(&mut self, name: &Bound<'py, PyString>) -> PyResult<&Kind> {
        let text = name.to_str()?;
        if !self.memory.kinds.contains_key(text) {
            let record = self.memory.tools.creature_kind.bind(self.py).call1((&self.shared, name))?;
            self.memory.kinds.insert(text.to_owned(), record.extract()?);
        }
        Ok(&self.memory.kinds[text])
    }

    /// A number of the player's character.
    pub fn player_number(&mut self, number: Number) -> PyResult<i64> {
        if let Some(known) = self.numbers[number as usize] {
            return Ok(known);
        }
        let (py, outfit) = (self.py, &self.outfit);
        let value = match number {
            Number::Stealth => self.total(outfit, intern!(py, "stealth"), 0)? + self.wall_bonus()?,
            Number::Luck => self.total(outfit, intern!(py, "luck"), 0)?,
            Number::Armor => self.total(outfit, intern!(py, "armor"), 0)?,
            Number::Defense => {
                let fighter = self.fighters.get_item(&self.player_id)?;
                let cache = fighter.map_or(Ok(0), |fighter| get(&fighter, intern!(py, "df")))?;
                self.total(outfit, intern!(py, "defense"), cache)?
            }
            // At a door it may listen.
            Number::Reach if self.phase.settings.has_listening_mode => {
                let ask = self.memory.tools.effective_stat.bind(py);
                10 * ask.call1((&self.shared, &self.player, intern!(py, "foh")))?.extract::<i64>()?
            }
            Number::Reach => 10 * self.total(outfit, intern!(py, "foh"), 0)?,
            Number::Dives => {
                let last = self.fighters.as_any().get_item(&self.player_id)?.getattr(intern!(py, "last"))?;
                let waits = last.is(&self.memory.tools.last_actions[Last::Wait as usize]);
                let dives = self.memory.tools.is_diving.bind(py);
                i64::from(waits && dives.call1((&self.shared, &self.player))?.extract()?)
            }
        };
        Ok(*self.numbers[number as usize].insert(value))
    }

    /// The player's character has acted.
    pub fn forget_player(&mut self) {
        self.numbers = [None; 6];
        self.look = None;
    }

    /// The cache of a fighter on the player's side has changed.
    pub fn forget_defense(&mut self) {
        self.numbers[Number::Defense as usize] = None;
    }

    /// Whether the player's character sees a cell.
    pub fn player_sees(&mut self, cell: Cell) -> PyResult<bool> {
        let Some((y, x)) = self.place(cell) else { return Ok(false) };
        let width = self.walkable.width;
        Ok(self.look()?.mask.as_bytes()[y * width + x] != 0)
    }

    /// Whether the player's character stands in the open, or in the light of another (`sight.is_lit`).
    pub fn is_player_lit(&mut self) -> PyResult<bool> {
        let effects = self.player.getattr(intern!(self.py, "effects"))?;
        let at = self.python_place(self.phase.player);
        Ok(effects.contains(&self.memory.tools.lamp)?
            || self
                .look()?
                .lights
                .as_ref()
                .is_none_or(|lights| lights.iter().any(|&(cell, radius)| distance(cell, at) <= radius)))
    }

    /// The cells in view, as places in the arrays of the level.
    pub fn list_visible(&mut self) -> PyResult<Arc<[(usize, usize)]>> {
        let width = self.walkable.width;
        let mask = self.look()?.mask.clone();
        if let Some((_, visible)) = self.memory.visible.as_ref().filter(|(known, _)| mask.is(known)) {
            return Ok(Arc::clone(visible));
        }
        let visible: Arc<[_]> = list_set(mask.as_bytes(), width).into();
        self.memory.visible = Some((mask.unbind(), Arc::clone(&visible)));
        Ok(visible)
    }

    pub fn look(&mut self) -> PyResult<&Look<'py>> {
        let look = match self.look.take() {
            Some(look) => look,
            None => {
                let look = self.memory.tools.look.bind(self.py).call1((&self.shared,))?;
                Look { mask: look.get_item(2)?.extract()?, lights: look.get_item(3)?.extract()? }
            }
        };
        Ok(self.look.insert(look))
    }

    /// A creature has moved; it may carry a light.
    pub fn follow_lights(&mut self) {
        if self.has_lights {
            self.look = None;
        }
    }

    /// Whether the player's character may hear a noise that is not reported yet, out of its view.
    pub fn may_hear(&mut self, noise: &NoiseRow) -> PyResult<bool> {
        let reach = self.player_number(Number::Reach)?;
        let Some(place) = self.place(noise.at) else { return Ok(true) };
        let distance = i64::from(self.hearing(self.find_limit(reach))?.get(place));
        let [listener, source] = [self.player_id.extract()?, noise.source.extract()?];
        let (kind, loudness) = (noise.kind.to_str()?, noise.loudness);
        let asks_direction = self.memory.hearing_rules.as_ref().is_some_and(|rules| rules.reads(DIRECTION));
        let is_heard = |direction| {
            let hearing = Hearing { listener, source, kind, loudness, distance, direction };
            self.is_heard(hearing, reach).unwrap_or(true)
        };
        // From where the sound arrives is not known here: any direction.
        Ok(distance >= 0 && if asks_direction { (-1..8).any(is_heard) } else { is_heard(-1) })
    }

    /// Whether the player's character may hear a noise on a cell out of its view, unless rules of mods decide otherwise.
    pub fn player_hears(&mut self, cell: Cell) -> PyResult<bool> {
        let reach = self.player_number(Number::Reach)?;
        let Some(place) = self.place(cell) else { return Ok(true) };
        let apart = i64::from(self.hearing(reach)?.get(place));
        Ok((0..=reach).contains(&apart))
    }

    /// A number of a die in low..=high; `low` without a roll if `high` is not above it.
    pub fn roll(&mut self, die: Die, low: i64, high: i64) -> PyResult<i64> {
        if high <= low {
            return Ok(low);
        }
        let key = match self.memory.streams[die as usize] {
            Some(key) => key,
            None => {
                let purpose = Die::WORDS[die as usize];
                let key = self.ctx.call_method1(intern!(self.py, "find_stream"), (purpose,))?.extract()?;
                *self.memory.streams[die as usize].insert(key)
            }
        };
        Ok(low + self.serials.draw(self.memory.seed, key, (high - low + 1) as u64) as i64)
    }

    /// Leaves an entry to Python, and counts it.
    pub fn leave(&mut self, step: &'static str, stop: Stop<PyErr>) -> PyResult<()> {
        let reason = match stop {
            Stop::Python(reason) => reason,
            Stop::Failed(error) => contain(self.py, error, "a failure")?,
        };
        self.memory.leave(step, reason);
        Ok(())
    }

    /// Lets Python see the count of moves, and the serial of the last entry.
    pub fn finish(&mut self) -> PyResult<()> {
        let py = self.py;
        if let Some(serial) = self.entered.take() {
            self.session.getattr(intern!(py, "serials"))?.call_method1(intern!(py, "enter"), (serial,))?;
        }
        if self.placements > 0 {
            let name = intern!(py, "placements");
            let before: usize = get(&self.parts.ground, name)?;
            self.parts.ground.setattr(name, before + self.placements)?;
            self.placements = 0;
        }
        Ok(())
    }
}
