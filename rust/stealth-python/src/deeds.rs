//! Writes a computed turn: the changes of `ai.turn.take_creature_turn`, with their events, in their order.

use crate::place::Body;
use crate::run::Run;
use crate::tools::get;
use footfall_stealth::creature::{Cell, Creature, Fighter, Interest, Mind, Way, distance};
use footfall_stealth::turn::{Deed, Turn};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

const STEP_SOUND: usize = 0;
const ATTACK_SOUND: usize = 1;
const HURT_SOUND: usize = 2;

/// Writes the fields that differ to an object.
macro_rules! write_fields {
    ($object:expr, $before:expr, $after:expr, $($field:ident),*) => {
        $(
            if $before.$field != $after.$field {
                $object.setattr(intern!($object.py(), stringify!($field)), $after.$field)?;
            }
        )*
    };
}

impl<'py> Run<'_, 'py> {
    /// Writes a turn and raises its events.
    pub fn write_turn(&mut self, body: &Body<'py>, creature: &Creature, turn: Turn) -> PyResult<()> {
        if turn.mind.mood != creature.mind.mood && !self.phase.quiet && self.player_sees(body.at)? {
            // It gives up the hunt.
            let named = self.memory.tools.name_mood_change.bind(self.py);
            let (id, facts, kind): (Bound<PyString>, Bound<PyDict>, Bound<PyString>) =
                named.call1((&self.shared, &body.actor, creature.marked))?.extract()?;
            self.tell(&id, &facts, &kind)?;
        }
        match turn.deed {
            Deed::Nothing => {}
            Deed::Rest { fighter } => self.write_fighter(&body.fighter, creature.fighter, fighter)?,
            Deed::Walk { fighter, to, loudness } => {
                let fortified = self.fortify(body, to)?;
                self.write_fighter(&body.fighter, creature.fighter, fighter)?;
                for change in fortified {
                    self.write_starting_cache(&change)?;
                }
                self.walk(&body.id, &body.actor, body.at, to, loudness)?;
            }
            Deed::Attack { fighter, hit, damage, gross } => {
                self.attack(body, creature, fighter, hit, (damage, gross))?;
            }
        }
        self.write_inquiry(&body.id, turn.interest)?;
        self.write_mind(&body.mind, &creature.mind, turn.mind)
    }

    /// Writes what has become of an inquiry (`SetInquiry`).
    fn write_inquiry(&self, id: &Bound<'py, PyAny>, interest: Interest) -> PyResult<()> {
        let (py, tools) = (self.py, &self.memory.tools);
        let Some(inquiries) = &self.inquiries else { return Ok(()) };
        let make = tools.inquiry.bind(py);
        let new = match interest {
            Interest::Kept => return Ok(()),
            Interest::Patience(left) => {
                let known = inquiries.as_any().get_item(id)?;
                make.call1((known.getattr(intern!(py, "at"))?, known.getattr(intern!(py, "kind"))?, left))?
            }
            Interest::Toward(at, patience) => make.call1((at, &tools.sounds[STEP_SOUND].0, patience))?,
            Interest::Search(at, patience) => {
                let kind = inquiries.get_item(id)?.map(|known| known.getattr(intern!(py, "kind"))).transpose()?;
                if !kind.map_or(Ok(false), |kind| kind.eq(&tools.inquiry_kinds.0))? {
                    self.events.append(tools.lost.bind(py).call1((id,))?)?;
                }
                make.call1((at, &tools.inquiry_kinds.0, patience))?
            }
        };
        inquiries.set_item(id, new)
    }

    pub fn write_fighter(&self, object: &Bound<'py, PyAny>, before: Fighter, after: Fighter) -> PyResult<()> {
        write_fields!(object, before, after, stamina, th, df);
        if before.last != after.last {
            object.setattr(intern!(self.py, "last"), &self.memory.tools.last_actions[after.last as usize])?;
        }
        Ok(())
    }

    fn write_mind(&self, object: &Bound<'py, PyAny>, before: &Mind, after: Mind) -> PyResult<()> {
        write_fields!(
            object,
            before,
            after,
            lost_turns,
            blocked_turns,
            plan_turn,
            patience,
            index,
            foe,
            goal,
            last_seen
        );
        if before.mood != after.mood {
            object.setattr(intern!(self.py, "mood"), &self.memory.tools.moods[after.mood as usize])?;
        }
        let name = intern!(self.py, "path");
        match after.way {
            Way::Kept(0) => Ok(()),
            Way::Kept(count) => {
                let path: Bound<PyTuple> = get(object, name)?;
                object.setattr(name, path.get_slice(count, path.len()))
            }
            Way::New(path) if path.is_empty() && before.next.is_none() => Ok(()),
            Way::New(path) => object.setattr(name, PyTuple::new(self.py, path)?),
        }
    }

    /// The starting caches of enemies next to which a creature steps, from the rules in Python.
    fn fortify(&self, body: &Body<'py>, to: Cell) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = self.py;
        let wait = &self.memory.tools.last_actions[1];
        for (foe, id) in self.phase.foes.iter().zip(&self.foe_ids) {
            if distance(*foe, to) != 1 {
                continue;
            }
            let Some(fighter) = self.fighters.get_item(id)? else { continue };
            if fighter.getattr(intern!(py, "last"))?.is(wait) {
                let changes = self.memory.tools.fortify_waiting_enemies.bind(py);
                return changes.call1((&self.shared, &body.actor, to))?.try_iter()?.collect();
            }
        }
        Ok(Vec::new())
    }

    /// Writes a `SetFighter` of `fortify_waiting_enemies`.
    fn write_starting_cache(&mut self, change: &Bound<'py, PyAny>) -> PyResult<()> {
        let py = self.py;
        let id = change.getattr(intern!(py, "actor"))?;
        let fighter = self.fighters.as_any().get_item(&id)?;
        for name in [intern!(py, "th"), intern!(py, "df")] {
            fighter.setattr(name, change.getattr(name)?)?;
        }
        self.forget_defense();
        Ok(())
    }

    /// A step of an actor to a free cell, with its noise.
    pub fn walk(
        &mut self,
        id: &Bound<'py, PyAny>,
        actor: &Bound<'py, PyAny>,
        from: Cell,
        to: Cell,
        loudness: i64,
    ) -> PyResult<()> {
        let py = self.py;
        let origin = actor.getattr(intern!(py, "at"))?;
        let cell = to.into_pyobject(py)?.into_any();
        self.actor_by_cell.del_item(&origin)?;
        self.actor_by_cell.set_item(&cell, id)?;
        for (at, occupied) in [(from, false), (to, true)] {
            let Some(place) = self.place(at) else { continue };
            self.occupied.set(place, occupied);
            for (floor, followed) in self.memory.floors.iter_mut().zip(self.followed) {
                if let (Some(floor), true) = (floor, followed) {
                    floor.occupy(place, occupied);
                }
            }
        }
        if self.phase.foes.contains(&from) {
            self.phase_mut().foes.iter_mut().filter(|foe| **foe == from).for_each(|foe| *foe = to);
        }
        self.placements += 2;
        actor.setattr(intern!(py, "at"), &cell)?;
        self.follow_lights();
        self.events.append(self.memory.tools.moved.bind(py).call1((id, origin, &cell))?)?;
        if loudness > 0 {
            self.make_noise(STEP_SOUND, &cell, id, Some(loudness))?;
        }
        Ok(())
    }

    fn make_noise(
        &self,
        sound: usize,
        at: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
        loudness: Option<i64>,
    ) -> PyResult<()> {
        let (py, tools, turn) = (self.py, &self.memory.tools, self.phase.turn);
        let (kind, loud, duration) = &tools.sounds[sound];
        let loud = loudness.unwrap_or(*loud);
        let noise = tools.noise.bind(py).call1((kind, &self.level_id, at, loud, turn + duration, source, turn))?;
        for list in [intern!(py, "noises"), intern!(py, "unreported")] {
            get::<Bound<PyList>>(&self.parts.world, list)?.append(&noise)?;
        }
        self.events.append(tools.noise_made.bind(py).call1((noise,))?)
    }

    fn attack(
        &mut self,
        body: &Body<'py>,
        creature: &Creature,
        fighter: Fighter,
        hit: bool,
        (damage, gross): (i64, i64),
    ) -> PyResult<()> {
        let py = self.py;
        let target = self.player_id.clone();
        let manner = intern!(py, "melee");
        self.write_fighter(&body.fighter, creature.fighter, fighter)?;
        let struck = self.memory.tools.struck.bind(py);
        self.events.append(struck.call1((&body.id, &target, manner, hit, damage, false, gross))?)?;
        if !self.phase.quiet {
            self.tell_blow(body, hit, damage)?;
        }
        if damage > 0 {
            if let Some(fighter) = self.fighters.get_item(&target)? {
                fighter.setattr(intern!(py, "th"), 0)?;
                fighter.setattr(intern!(py, "df"), 0)?;
                self.forget_defense();
            }
        }
        let at = body.actor.getattr(intern!(py, "at"))?;
        self.make_noise(ATTACK_SOUND, &at, &body.id, None)?;
        if damage > 0 {
            self.make_noise(HURT_SOUND, &self.player.getattr(intern!(py, "at"))?, &target, None)?;
            let loudness = self.phase.noise.max(self.memory.tools.sounds[HURT_SOUND].1);
            self.phase_mut().noise = loudness;
            self.noise_kind = None;
        }
        let (object, name) =
            if hit { (&self.player, intern!(py, "hp")) } else { (&self.parts.part, intern!(py, "dodge_count")) };
        let before: i64 = get(object, name)?;
        object.setattr(name, if hit { before - damage } else { before + 1 })?;
        if hit {
            let was_hurt = self.memory.tools.was_hurt.bind(py);
            self.events.append(was_hurt.call1((&target, damage, &body.id, manner))?)?;
        }
        Ok(())
    }

    /// The log line of a blow at the player's character (`fight.describe_hit`).
    fn tell_blow(&mut self, body: &Body<'py>, hit: bool, damage: i64) -> PyResult<()> {
        let py = self.py;
        let (id, kind) = match (hit, damage) {
            (false, _) => (intern!(py, "stealth-us-miss"), intern!(py, "fight")),
            (true, 0) => (intern!(py, "stealth-us-glance"), intern!(py, "fight")),
            (true, _) => (intern!(py, "stealth-us-hit"), intern!(py, "bad")),
        };
        let seen = self.player_sees(body.at)?;
        let args = PyDict::new(py);
        args.set_item(intern!(py, "attacker"), self.name(&body.kind)?)?;
        let player: Bound<PyString> = get(&self.player, intern!(py, "kind"))?;
        args.set_item(intern!(py, "target"), self.name(&player)?)?;
        args.set_item(intern!(py, "seen"), if seen { intern!(py, "yes") } else { intern!(py, "no") })?;
        args.set_item(intern!(py, "struck"), intern!(py, "yes"))?;
        args.set_item(intern!(py, "damage"), damage)?;
        args.set_item(intern!(py, "manner"), intern!(py, "melee"))?;
        self.tell(id, &args, kind)
    }

    /// Adds a line to the log, as `Tell` does.
    fn tell(&self, id: &Bound<'py, PyString>, args: &Bound<'py, PyDict>, kind: &Bound<'py, PyString>) -> PyResult<()> {
        let (py, tools) = (self.py, &self.memory.tools);
        let message = tools.message.bind(py).call1((id, args))?;
        self.events.append(tools.log_line_added.bind(py).call1((&message, kind))?)?;
        let turn = self.state.getattr(intern!(py, "turn"))?;
        let line = tools.logged_message.bind(py).call1((message, kind, turn))?;
        get::<Bound<PyList>>(self.session, intern!(py, "log"))?.append(line)
    }

    fn name(&mut self, kind: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        Ok(self.kind(kind)?.0.name.bind(py).clone())
    }
}
