//! One run through entries of a phase: the values that its creatures share, read once, and again where rules in Python
//! may have changed them.

use crate::layers::Layer;
use crate::memory::Memory;
use crate::rules::FieldRules;
use crate::stats::Outfit;
use crate::tools::{Kind, Ruled, Tools, get};
use footfall_kernels::serials::Serials;
use footfall_stealth::Stop;
use footfall_stealth::creature::{Cell, Last};
use footfall_stealth::phase::{Die, Phase};
use pyo3::exceptions::{PyException, PyIndexError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use std::rc::Rc;

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
    /// Whether it is in light.
    Lit,
}

/// The game as the rules in Python read it (`model/phase.py`).
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
    /// The steps that the session has bound, by name.
    pub steps: Bound<'py, PyDict>,
    pub level_id: Bound<'py, PyAny>,
    pub origin: Cell,
    pub actors: Bound<'py, PyDict>,
    pub minds: Bound<'py, PyDict>,
    pub fighters: Bound<'py, PyDict>,
    /// The part that only the shipped rules write: `play_state.PlayState`.
    pub play: Option<Bound<'py, PyAny>>,
    /// The inquiries of calm creatures, by actor id.
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
    pub has_lights: bool,
    pub phase: Rc<Phase>,
    /// The ids of the enemies of hostile creatures on this floor, in the order of `Phase::foes`: first the player's
    /// side, `allies` with the character, then the adventurers.
    pub foe_ids: Vec<Bound<'py, PyAny>>,
    pub allies: usize,
    pub numbers: [Option<i64>; 7],
    pub serials: Serials,
    /// Cells in line of sight of the player's character, and sound distances from it, up to a reach.
    pub view: Option<(i64, Layer<'py, bool>)>,
    pub hearing: Option<(i64, Layer<'py, i32>)>,
    /// The kind of the loudest noise of the player's character.
    pub noise_kind: Option<Rc<str>>,
    /// Whether the costs of `Memory::floors` follow the actors of this run.
    pub followed: [bool; 2],
    pub placements: usize,
    pub events: Bound<'py, PyList>,
    pub look: Option<Bound<'py, PyBytes>>,
    /// The serial of the last entry played, which the session does not know of yet.
    pub entered: Option<u64>,
    /// Whether an actor is under an effect that ends or hurts; None until asked.
    pub is_afflicted: Option<bool>,
}

/// Returns `instead` in place of an error of reading, before anything was written: the rules in Python will raise and
/// report it. Other exceptions (Ctrl-C, a time limit) are passed on.
pub fn contain<T>(py: Python, error: PyErr, instead: T) -> PyResult<T> {
    if error.is_instance_of::<PyException>(py) { Ok(instead) } else { Err(error) }
}

/// The `Phase` of the rules in Python.
pub fn find_phase<'py>(tools: &Tools, ctx: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    tools.get_phase.bind(ctx.py()).call1((ctx,))
}

impl<'a, 'py> Run<'a, 'py> {
    pub fn new(memory: &'a mut Memory, session: &'a Bound<'py, PyAny>, ctx: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        let shared = find_phase(&memory.tools, ctx)?;
        Self::of(memory, session, ctx, shared)
    }

    pub fn of(
        memory: &'a mut Memory,
        session: &'a Bound<'py, PyAny>,
        ctx: &'a Bound<'py, PyAny>,
        shared: Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let py = session.py();
        let state = session.getattr(intern!(py, "state"))?;
        let parts: Shared = shared.extract()?;
        memory.seed = get(&state, intern!(py, "seed"))?;
        memory.epoch += 1;
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
            steps: get(session, intern!(py, "session_steps"))?,
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
            inquiries: None,
            play: None,
            actors,
            outfit: Outfit::of(&player)?,
            player,
            player_id,
            phase: Rc::new(phase),
            foe_ids: Vec::new(),
            allies: 0,
            numbers: [None; 7],
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
        run.read_play()?;
        run.read_foes()?;
        Ok(run)
    }

    /// Reads everything again, after Python has changed the game.
    pub fn renew(&mut self) -> PyResult<()> {
        let shared = find_phase(&self.memory.tools, self.ctx)?;
        let memory: *mut Memory = self.memory;
        // SAFETY: the new run alone uses the memory while it is read. If that fails, its borrow has ended; else this run is
        // overwritten unused.
        *self = Self::of(unsafe { &mut *memory }, self.session, self.ctx, shared)?;
        self.read_noise()
    }

    /// The agenda: another list once a unit of a mod is undone.
    pub fn agenda(&self) -> PyResult<Bound<'py, PyList>> {
        get(&self.state, intern!(self.py, "agenda"))
    }

    /// Reads the part that only the shipped rules write.
    pub fn read_play(&mut self) -> PyResult<()> {
        let py = self.py;
        let parts: Bound<PyDict> = get(&self.state, intern!(py, "parts"))?;
        self.play = parts.get_item(&self.memory.tools.play_part)?;
        self.inquiries = self.play.as_ref().map(|play| get(play, intern!(py, "inquiries"))).transpose()?;
        Ok(())
    }

    pub fn phase_mut(&mut self) -> &mut Phase {
        Rc::make_mut(&mut self.phase)
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

    /// The record of a kind of creature, and the parts of its turns that rules leave to Python.
    pub fn kind(&mut self, name: &Bound<'py, PyString>) -> PyResult<&(Kind, Ruled)> {
        let (py, text, memory) = (self.py, name.to_str()?, &mut *self.memory);
        let known = memory.kinds.place(text);
        let at = known.unwrap_or(memory.kinds.0.len());
        if known.is_none() {
            let mut kind: Kind = memory.tools.creature_kind.bind(py).call1((&self.shared, name))?.extract()?;
            kind.name = memory.tools.message.bind(py).call1((kind.name,))?.unbind();
            let ruled = memory.tools.find_ruled(py, text)?;
            memory.kinds.0.push((text.to_owned(), (kind, ruled)));
        }
        Ok(&memory.kinds.0[at].1)
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
            Number::Lit => {
                let asks = self.memory.tools.is_lit.bind(py);
                i64::from(asks.call1((&self.shared, &self.player))?.extract::<bool>()?)
            }
            Number::Dives => {
                let last = self.fighters.as_any().get_item(&self.player_id)?.getattr(intern!(py, "last"))?;
                let waits = last.is(&self.memory.tools.last_actions[Last::Wait as usize]);
                let dives = self.memory.tools.is_diving.bind(py);
                let may_dive = waits && !self.is_plain(self.phase.player)?;
                i64::from(may_dive && dives.call1((&self.shared, &self.player))?.extract()?)
            }
        };
        Ok(*self.numbers[number as usize].insert(value))
    }

    /// The player's character has acted.
    pub fn forget_player(&mut self, has_moved: bool) {
        self.numbers = [None; 7];
        if has_moved {
            (self.look, self.view) = (None, None);
        }
    }

    /// The cache of a fighter on the player's side has changed.
    pub fn forget_defense(&mut self) {
        self.numbers[Number::Defense as usize] = None;
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
        self.memory.epoch += 1;
        if let Some(serial) = self.entered.take() {
            self.session.getattr(intern!(py, "serials"))?.call_method1(intern!(py, "enter"), (serial,))?;
        }
        self.count_moves()
    }

    /// Whether Python must ask the rules of a question about a creature, if there are any: one of them may hold.
    pub fn asks(&mut self, rules: Option<&FieldRules>, id: &Bound<'py, PyAny>) -> PyResult<bool> {
        let Some(rules) = rules else { return Ok(false) };
        self.count_moves()?;
        rules.may_hold(self, id.extract()?)
    }

    fn count_moves(&mut self) -> PyResult<()> {
        let py = self.py;
        if self.placements > 0 {
            let name = intern!(py, "placements");
            let before: usize = get(&self.parts.ground, name)?;
            self.parts.ground.setattr(name, before + self.placements)?;
            self.placements = 0;
        }
        Ok(())
    }
}
