//! One run through entries of a phase: what its creatures share, read once. Nothing but this code writes to the state
//! until the run ends.

use crate::ambience::Ambience;
use crate::layers::Layer;
use crate::rules::FieldRules;
use crate::tools::{Kind, Tools, read_settings};
use footfall_kernels::serials::Serials;
use footfall_stealth::creature::{Behavior, Cell, distance};
use footfall_stealth::floor::Floor;
use footfall_stealth::phase::{Covered, Die, Phase, Seen, Settings};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::collections::HashMap;
use std::rc::Rc;

/// How much was played here, and what was left to Python.
#[derive(Default)]
pub struct Tally {
    /// Turns of creatures played here.
    pub turns: u64,
    /// Entries left to Python: step and reason.
    pub left: HashMap<(&'static str, &'static str), u64>,
}

impl Tally {
    pub fn leave(&mut self, step: &'static str, reason: &'static str) {
        *self.left.entry((step, reason)).or_default() += 1;
    }
}

/// What a session keeps between runs.
pub struct Memory {
    pub tools: Tools,
    pub behaviors: HashMap<String, Behavior>,
    pub kinds: HashMap<String, Kind>,
    /// The object that the settings were read from.
    pub settings: Option<(Py<PyAny>, Settings)>,
    /// Costs without and with doors.
    pub floors: [Option<Floor>; 2],
    /// Keys of the random streams, by `Die`; known after the first roll.
    pub streams: [Option<u64>; Die::PURPOSES.len()],
    pub seed: u64,
    /// The serial of the last entry that was left to Python.
    pub declined: Option<u64>,
    pub tally: Tally,
    /// What may sound on the floor.
    pub ambience: Option<Ambience>,
    pub hearing_rules: FieldRules,
    pub notice_rules: FieldRules,
    /// Whether the rules of `on_hear` and of `on_notice` can be asked here.
    readable: [bool; 2],
}

const HEARING: [&str; 6] = ["listener", "source", "kind", "loudness", "distance", "direction"];
const NOTICING: [&str; 4] = ["watcher", "target", "sense", "distance"];

impl Memory {
    pub fn new(tools: Tools, behaviors: HashMap<String, Behavior>) -> Self {
        let (kinds, settings, floors) = (HashMap::new(), None, [None, None]);
        let streams = [None; Die::PURPOSES.len()];
        let [hearing, noticing] = &tools.programs;
        let hearing_rules = FieldRules::read(hearing, &HEARING, "range");
        let notice_rules = FieldRules::read(noticing, &NOTICING, "engage");
        let readable = [hearing_rules.is_some(), notice_rules.is_some()];
        let (hearing_rules, notice_rules) = (hearing_rules.unwrap_or_default(), notice_rules.unwrap_or_default());
        let (seed, declined) = (0, None);
        Self {
            tools,
            behaviors,
            kinds,
            settings,
            floors,
            streams,
            seed,
            declined,
            tally: Tally::default(),
            ambience: None,
            hearing_rules,
            notice_rules,
            readable,
        }
    }
}

impl Memory {
    /// Lets the deeds that rules decide on be played here; none while a mod's hook is suspended.
    fn cover_rules(&self, covered: &mut Covered, session: &Bound<PyAny>) -> PyResult<()> {
        let [hearing, noticing] = [&self.tools.programs[0], &self.tools.programs[1]].map(|rules| !rules.is_empty());
        if !(hearing || noticing) {
            return Ok(());
        }
        let suspended = session.getattr(intern!(session.py(), "suspended"))?.is_truthy()?;
        covered.hear &= !hearing || self.readable[0] && !suspended;
        covered.notice &= !noticing || self.readable[1] && !suspended;
        covered.hearing_rules = hearing && covered.hear;
        Ok(())
    }
}

/// The player's character as creatures meet it; read when first asked for.
#[derive(Default)]
pub struct PlayerNumbers {
    pub stealth: Option<i64>,
    pub luck: Option<i64>,
    pub defense: Option<i64>,
    pub armor: Option<i64>,
    pub dives: Option<bool>,
    /// How far it hears, in tenths of a cell.
    pub reach: Option<i64>,
}

pub struct Run<'a, 'py> {
    pub py: Python<'py>,
    pub memory: &'a mut Memory,
    pub session: &'a Bound<'py, PyAny>,
    pub ctx: &'a Bound<'py, PyAny>,
    /// What the rules in Python read of the game (`model/phase.py`).
    pub shared: Bound<'py, PyAny>,
    pub state: Bound<'py, PyAny>,
    pub world: Bound<'py, PyAny>,
    pub part: Bound<'py, PyAny>,
    pub level: Bound<'py, PyAny>,
    pub ground: Bound<'py, PyAny>,
    pub index: Bound<'py, PyAny>,
    pub level_id: Bound<'py, PyAny>,
    pub origin: Cell,
    pub actors: Bound<'py, PyDict>,
    pub minds: Bound<'py, PyDict>,
    pub fighters: Bound<'py, PyDict>,
    /// What calm creatures look into, by actor id.
    pub inquiries: Option<Bound<'py, PyDict>>,
    /// The part that only the shipped rules write (`play_state.PlayState`).
    pub play: Option<Bound<'py, PyAny>>,
    pub player: Bound<'py, PyAny>,
    pub player_id: Bound<'py, PyAny>,
    pub actor_by_cell: Bound<'py, PyDict>,
    pub occupied: Layer<'py, bool>,
    pub walkable: Layer<'py, bool>,
    pub two_sides: bool,
    pub phase: Rc<Phase>,
    /// The ids of the enemies of hostile creatures on this floor, in the order of `Phase::foes`: first the player's
    /// side, `allies` with the character, then the adventurers.
    pub foe_ids: Vec<Bound<'py, PyAny>>,
    pub allies: usize,
    pub numbers: PlayerNumbers,
    pub serials: Serials,
    pub view: Option<(i64, Layer<'py, bool>)>,
    pub hearing: Option<(i64, Layer<'py, i32>)>,
    /// The kind of the loudest noise of the player's character.
    pub noise_kind: Option<Rc<str>>,
    /// Whether the costs of `Memory::floors` follow the actors of this run.
    pub followed: [bool; 2],
    pub placements: usize,
    pub events: Bound<'py, PyList>,
    pub lit: Option<Lit<'py>>,
    /// The hurt actors on the floor, and whether one is under an effect other than its lamp.
    pub condition: Option<(Vec<Bound<'py, PyAny>>, bool)>,
}

/// The cells that the player's character sees: those of the view within one of the spots, in daylight all of them.
pub struct Lit<'py> {
    pub view: Layer<'py, bool>,
    /// Cell and radius, that of its own eyes first.
    pub spots: Option<Vec<(Cell, i64)>>,
}

impl Lit<'_> {
    pub fn is_lit(&self, cell: Cell) -> bool {
        self.spots.as_ref().is_none_or(|spots| spots.iter().any(|&(spot, radius)| distance(spot, cell) <= radius))
    }

    /// Whether a cell is in the open, or in the light of another than the player's character.
    pub fn others_light(&self, cell: Cell) -> bool {
        self.spots.as_ref().is_none_or(|spots| spots[1..].iter().any(|&(spot, radius)| distance(spot, cell) <= radius))
    }
}

/// Returns `instead` in place of an error of reading, before anything was written: the rules in Python will raise and
/// report it. What they do not contain (Ctrl-C, a time limit) is passed on.
pub fn contain<T>(py: Python, error: PyErr, instead: T) -> PyResult<T> {
    if error.is_instance_of::<PyException>(py) { Ok(instead) } else { Err(error) }
}

/// A cell as a pair of ints.
pub fn read_cell(value: &Bound<PyAny>) -> PyResult<Cell> {
    let pair = value.cast::<PyTuple>()?;
    Ok((pair.get_borrowed_item(0)?.extract()?, pair.get_borrowed_item(1)?.extract()?))
}

impl<'a, 'py> Run<'a, 'py> {
    pub fn new(memory: &'a mut Memory, session: &'a Bound<'py, PyAny>, ctx: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        let py = session.py();
        let state = session.getattr(intern!(py, "state"))?;
        let shared = memory.tools.get_phase.bind(py).call1((ctx,))?;
        let world = shared.getattr(intern!(py, "world"))?;
        let part = shared.getattr(intern!(py, "stealth"))?;
        let level = shared.getattr(intern!(py, "level"))?;
        let ground = shared.getattr(intern!(py, "ground"))?;
        let index = shared.getattr(intern!(py, "index"))?;
        let settings = shared.getattr(intern!(py, "settings"))?;
        if memory.settings.as_ref().is_none_or(|(object, _)| !object.is(&settings)) {
            memory.settings = Some((settings.clone().unbind(), read_settings(&settings, &memory.tools)?));
        }
        let settings = memory.settings.as_ref().map(|(_, settings)| settings.clone()).unwrap_or_default();
        memory.seed = state.getattr(intern!(py, "seed"))?.extract()?;
        let parts: Bound<PyDict> = state.getattr(intern!(py, "parts"))?.cast_into()?;
        let play = parts.get_item(&memory.tools.play_part)?;
        let inquiries = match &play {
            Some(play) => Some(play.getattr(intern!(py, "inquiries"))?.cast_into::<PyDict>()?),
            None => None,
        };
        let actors: Bound<PyDict> = world.getattr(intern!(py, "actors"))?.cast_into()?;
        let player_id = world.getattr(intern!(py, "player"))?;
        let player = actors.as_any().get_item(&player_id)?;
        let mut phase = Phase {
            settings,
            covered: memory.tools.covered(),
            turn: part.getattr(intern!(py, "turn"))?.extract()?,
            player: read_cell(&player.getattr(intern!(py, "at"))?)?,
            noise: 0,
            quiet: session.getattr(intern!(py, "quiet"))?.is_truthy()?,
            least_sound_cost: shared.getattr(intern!(py, "least_sound_cost"))?.extract()?,
            foes: Vec::new(),
        };
        memory.cover_rules(&mut phase.covered, session)?;
        if shared.getattr(intern!(py, "asks_hearing"))?.is_truthy()? && !phase.covered.hearing_rules {
            phase.covered.hear = false;
        }
        if shared.getattr(intern!(py, "asks_mods"))?.is_truthy()? {
            phase.covered.act = false;
        }
        let mut run = Self {
            py,
            session,
            ctx,
            shared,
            level_id: level.getattr(intern!(py, "id"))?,
            origin: read_cell(&level.getattr(intern!(py, "origin"))?)?,
            minds: part.getattr(intern!(py, "minds"))?.cast_into()?,
            fighters: part.getattr(intern!(py, "fighters"))?.cast_into()?,
            actor_by_cell: ground.getattr(intern!(py, "actor_by_cell"))?.cast_into()?,
            occupied: Layer::of(ground.getattr(intern!(py, "occupied_mask"))?)?,
            walkable: Layer::of(ground.getattr(intern!(py, "grid"))?.getattr(intern!(py, "walkable"))?)?,
            two_sides: index.getattr(intern!(py, "two_sides"))?.is_truthy()?,
            events: session.getattr(intern!(py, "events"))?.cast_into()?,
            memory,
            state,
            world,
            part,
            level,
            ground,
            index,
            inquiries,
            play,
            actors,
            player,
            player_id,
            phase: Rc::new(phase),
            foe_ids: Vec::new(),
            allies: 0,
            numbers: PlayerNumbers::default(),
            serials: Serials::default(),
            view: None,
            hearing: None,
            noise_kind: None,
            followed: [false; 2],
            placements: 0,
            lit: None,
            condition: None,
        };
        run.read_foes()?;
        Ok(run)
    }

    /// What a creature looks into.
    pub fn find_inquiry(&self, id: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inquiries.as_ref().map_or(Ok(None), |inquiries| inquiries.get_item(id))
    }

    /// The kind of the player's loudest noise that still sounds, the first of several; empty if it is silent.
    pub fn noise_kind(&mut self) -> PyResult<Rc<str>> {
        if let Some(known) = &self.noise_kind {
            return Ok(known.clone());
        }
        let kind = self.find_own_noise()?.map(|(kind, _)| kind.extract::<String>()).transpose()?.unwrap_or_default();
        Ok(self.noise_kind.insert(kind.into()).clone())
    }

    /// Reads the loudness of the player's character: that of its loudest noise (`find_loudness`).
    pub fn read_noise(&mut self) -> PyResult<()> {
        let loudness = self.find_own_noise()?.map_or(0, |(_, loudness)| loudness);
        Rc::make_mut(&mut self.phase).noise = loudness;
        self.noise_kind = None;
        Ok(())
    }

    /// Kind and loudness of the player's loudest noise, the first of several.
    fn find_own_noise(&self) -> PyResult<Option<(Bound<'py, PyAny>, i64)>> {
        let py = self.py;
        let mut loudest: Option<(Bound<'py, PyAny>, i64)> = None;
        for noise in self.world.getattr(intern!(py, "noises"))?.cast_into::<PyList>()?.iter() {
            let loudness = noise.getattr(intern!(py, "loudness"))?.extract::<i64>()?;
            let most = loudest.as_ref().map_or(0, |(_, most)| *most);
            if loudness > most && noise.getattr(intern!(py, "source"))?.eq(&self.player_id)? {
                loudest = Some((noise.getattr(intern!(py, "kind"))?, loudness));
            }
        }
        Ok(loudest)
    }

    /// The enemies of hostile creatures: the player's side and the adventurers.
    fn read_foes(&mut self) -> PyResult<()> {
        let py = self.py;
        let by_side: Bound<PyDict> = self.index.getattr(intern!(py, "by_side"))?.cast_into()?;
        for side in [intern!(py, "player"), intern!(py, "adventurer")] {
            self.allies = self.foe_ids.len(); // before the adventurers
            let Some(ids) = by_side.get_item(side)? else { continue };
            for id in ids.cast::<PyList>()?.iter() {
                let actor = self.actors.as_any().get_item(&id)?;
                Rc::make_mut(&mut self.phase).foes.push(read_cell(&actor.getattr(intern!(py, "at"))?)?);
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
        let py = self.py;
        for mind in self.minds.values().iter() {
            if mind.getattr(intern!(py, "foe"))?.is_truthy()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The index of a cell into the arrays of the level; None outside.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let place = (cell.0 - self.origin.0, cell.1 - self.origin.1);
        self.walkable.is_inside(place).then_some((place.0 as usize, place.1 as usize))
    }

    pub fn python_place(&self, cell: Cell) -> (i32, i32) {
        (cell.0 - self.origin.0, cell.1 - self.origin.1)
    }

    /// The cells in line of sight of the player's character, up to `reach` cells away at least.
    pub fn view(&mut self, reach: i64) -> PyResult<&Layer<'py, bool>> {
        let reach = reach.max(self.memory.tools.min_view_radius);
        if self.view.as_ref().is_none_or(|(known, _)| *known < reach) {
            let place = self.python_place(self.phase.player);
            let cells = self.memory.tools.find_visible_cells.bind(self.py).call1((&self.ground, place, reach))?;
            self.view = Some((reach, Layer::of(cells)?));
        }
        Ok(&self.view.as_ref().expect("just read").1)
    }

    /// The sound distances from the player's character, up to `reach` tenths of a cell at least.
    pub fn hearing(&mut self, reach: i64) -> PyResult<&Layer<'py, i32>> {
        let reach = reach.max(self.memory.tools.min_hearing_reach);
        if self.hearing.as_ref().is_none_or(|(known, _)| *known < reach) {
            let place = self.python_place(self.phase.player);
            let cells = self.memory.tools.compute_hearing_map.bind(self.py).call1((&self.ground, place, reach))?;
            self.hearing = Some((reach, Layer::of(cells)?));
        }
        Ok(&self.hearing.as_ref().expect("just read").1)
    }

    /// The record of a creature.
    pub fn kind(&mut self, actor: &Bound<'py, PyAny>) -> PyResult<&Kind> {
        let name = actor.getattr(intern!(self.py, "kind"))?;
        let name = name.cast::<PyString>()?;
        let text = name.to_str()?;
        if !self.memory.kinds.contains_key(text) {
            let record = self.memory.tools.creature_kind.bind(self.py).call1((&self.shared, name))?;
            let kind = Kind::read(&record, &self.memory.tools)?;
            self.memory.kinds.insert(text.to_owned(), kind);
        }
        Ok(&self.memory.kinds[text])
    }

    /// A total of the player's character or of a creature, from the rules in Python.
    pub fn ask_stat(&self, actor: &Bound<'py, PyAny>, stat: &Bound<'py, PyString>) -> PyResult<i64> {
        self.memory.tools.effective_stat.bind(self.py).call1((&self.shared, actor, stat))?.extract()
    }

    /// Whether the player's character sees a cell (`sight.visible_cells`).
    pub fn player_sees(&mut self, cell: Cell) -> PyResult<bool> {
        let Some(place) = self.place(cell) else { return Ok(false) };
        let lit = self.lit()?;
        Ok(lit.view.get(place) && lit.is_lit(cell))
    }

    /// How the player's character perceives a creature on a cell.
    pub fn perceive(&mut self, cell: Cell) -> PyResult<Seen> {
        if self.player_sees(cell)? {
            return Ok(Seen::InView);
        }
        let reach = self.player_reach()?;
        let Some(place) = self.place(cell) else { return Ok(Seen::InEarshot) };
        let apart = i64::from(self.hearing(reach)?.get(place));
        Ok(if (0..=reach).contains(&apart) { Seen::InEarshot } else { Seen::Unaware })
    }

    /// How far the player's character hears, in tenths of a cell.
    pub fn player_reach(&mut self) -> PyResult<i64> {
        if let Some(known) = self.numbers.reach {
            return Ok(known);
        }
        let reach = 10 * self.ask_stat(&self.player, intern!(self.py, "foh"))?;
        Ok(*self.numbers.reach.insert(reach))
    }

    /// A number of a die in low..=high; `low` without a roll if `high` is not above it.
    pub fn roll(&mut self, die: Die, low: i64, high: i64) -> PyResult<i64> {
        if high <= low {
            return Ok(low);
        }
        let key = match self.memory.streams[die as usize] {
            Some(key) => key,
            None => {
                let purpose = Die::PURPOSES[die as usize];
                let key = self.ctx.call_method1(intern!(self.py, "find_stream"), (purpose,))?.extract()?;
                *self.memory.streams[die as usize].insert(key)
            }
        };
        Ok(low + self.serials.draw(self.memory.seed, key, (high - low + 1) as u64) as i64)
    }

    /// What the player's character sees.
    pub fn lit(&mut self) -> PyResult<&Lit<'py>> {
        if self.lit.is_none() {
            self.lit = Some(self.read_lights()?);
        }
        Ok(self.lit.as_ref().expect("just read"))
    }

    fn read_lights(&mut self) -> PyResult<Lit<'py>> {
        let py = self.py;
        let tools = &self.memory.tools;
        let at = self.player.getattr(intern!(py, "at"))?;
        if tools.is_in_daylight.bind(py).call1((&self.shared, at))?.is_truthy()? {
            let place = self.python_place(self.phase.player);
            let view = Layer::of(tools.find_visible_cells.bind(py).call1((&self.ground, place))?)?;
            return Ok(Lit { view, spots: None });
        }
        let own = self.ask_stat(&self.player, intern!(py, "fov"))?;
        let mut spots = vec![(self.phase.player, own)];
        if self.index.getattr(intern!(py, "lights"))?.is_truthy()? {
            let lights = tools.list_lights.bind(py).call1((&self.shared,))?;
            for (_, (y, x), radius) in lights.extract::<Vec<(i64, Cell, i64)>>()? {
                spots.push(((y + self.origin.0, x + self.origin.1), radius));
            }
        }
        let (y, x) = self.phase.player;
        let far = |&((sy, sx), radius): &(Cell, i64)| i64::from((sy - y).abs().max((sx - x).abs())) + radius;
        let reach = spots.iter().map(far).max().unwrap_or(0);
        Ok(Lit { view: self.view(reach)?.clone(), spots: Some(spots) })
    }

    /// Ends the run: Python sees the count of moves.
    pub fn finish(&mut self) -> PyResult<()> {
        if self.placements > 0 {
            let name = intern!(self.py, "placements");
            let before: usize = self.ground.getattr(name)?.extract()?;
            self.ground.setattr(name, before + self.placements)?;
            self.placements = 0;
        }
        Ok(())
    }
}
