//! Writes a computed turn: the changes of `ai.turn.take_creature_turn`, with their events, in their order.

use crate::place::Body;
use crate::run::Run;
use footfall_stealth::creature::{Cause, Cell, Creature, Fighter, Inquiry, Interest, Mind, Mood, Way, distance};
use footfall_stealth::turn::{Deed, Notice, Turn};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use std::rc::Rc;

const STEP_SOUND: usize = 0;
const ATTACK_SOUND: usize = 1;
const HURT_SOUND: usize = 2;

impl<'py> Run<'_, 'py> {
    /// Writes a turn and raises its events.
    pub fn write_turn(&mut self, body: &Body<'py>, creature: &Creature, turn: Turn) -> PyResult<()> {
        let notice = turn.notice.map(|notice| self.build_notice(body, notice)).transpose()?;
        if turn.mind.mood != creature.mind.mood {
            self.tell_mood_change(body, creature.mind.mood, &turn, notice.as_ref())?;
        }
        if let Some(notice) = &notice {
            self.record_notice(&body.id, notice)?;
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
                self.walk(body, to, loudness)?;
            }
            Deed::Attack { fighter, hit, damage } => self.attack(body, creature, fighter, hit, damage)?,
        }
        self.write_inquiry(body, creature, turn.interest)?;
        if creature.mind.mood == Mood::Calm && turn.mind.mood == Mood::Calm {
            self.tell_inquiry(body, creature.inquiry, turn.interest, notice.as_ref())?;
        }
        self.write_mind(body, &creature.mind, turn.mind)
    }

    /// Writes what has become of an inquiry (`SetInquiry`).
    fn write_inquiry(&self, body: &Body<'py>, creature: &Creature, interest: Interest) -> PyResult<()> {
        let py = self.py;
        let Some(inquiries) = &self.inquiries else { return Ok(()) };
        let make = self.memory.tools.inquiry.bind(py);
        let (lost, home) = &self.memory.tools.inquiry_kinds;
        let new = match interest {
            Interest::Kept => return Ok(()),
            Interest::Patience(left) => {
                let known = inquiries.as_any().get_item(&body.id)?;
                make.call1((known.getattr(intern!(py, "at"))?, known.getattr(intern!(py, "kind"))?, left))?
            }
            Interest::Toward(at, patience) => make.call1((at, &self.memory.tools.sounds[STEP_SOUND].0, patience))?,
            Interest::Home(at, tries) => make.call1((at, home, tries))?,
            Interest::Search(at, patience) => {
                if !creature.inquiry.is_some_and(|inquiry| inquiry.cause == Cause::Lost) {
                    self.events.append(self.memory.tools.lost.bind(py).call1((&body.id,))?)?;
                }
                make.call1((at, lost, patience))?
            }
            Interest::Ended => {
                if inquiries.contains(&body.id)? {
                    inquiries.del_item(&body.id)?;
                }
                return Ok(());
            }
        };
        inquiries.set_item(&body.id, new)
    }

    /// The `play_state.Notice` of a notice.
    fn build_notice(&self, body: &Body<'py>, notice: Notice) -> PyResult<Bound<'py, PyAny>> {
        let (py, tools) = (self.py, &self.memory.tools);
        let [distance, range, roll, stealth, own, luck, other] = notice.numbers;
        let act = match self.fighters.get_item(&self.player_id)? {
            Some(fighter) => fighter.getattr(intern!(py, "last"))?,
            None => py.None().into_bound(py),
        };
        let kind = body.actor.getattr(intern!(py, "kind"))?;
        let turn = self.state.getattr(intern!(py, "turn"))?;
        let manner = tools.manners[notice.manner as usize].bind(py);
        let values: [Bound<'py, PyAny>; 13] = [
            turn,
            body.id.clone(),
            kind,
            manner.clone(),
            distance.into_pyobject(py)?.into_any(),
            range.into_pyobject(py)?.into_any(),
            roll.into_pyobject(py)?.into_any(),
            stealth.into_pyobject(py)?.into_any(),
            own.into_pyobject(py)?.into_any(),
            luck.into_pyobject(py)?.into_any(),
            other.into_pyobject(py)?.into_any(),
            PyBool::new(py, notice.in_view).to_owned().into_any(),
            act,
        ];
        tools.notice.bind(py).call1(PyTuple::new(py, values)?)
    }

    /// What `RecordNotice` writes.
    fn record_notice(&self, id: &Bound<'py, PyAny>, notice: &Bound<'py, PyAny>) -> PyResult<()> {
        let py = self.py;
        let Some(play) = &self.play else { return Ok(()) };
        let noticed: i64 = play.getattr(intern!(py, "notice_count"))?.extract()?;
        play.setattr(intern!(py, "notice_count"), noticed + 1)?;
        let known = play.getattr(intern!(py, "notices"))?.cast_into::<PyList>()?;
        let notices = known.get_slice((known.len() + 1).saturating_sub(self.memory.tools.max_notices), known.len());
        notices.append(notice)?;
        play.setattr(intern!(py, "notices"), notices)?;
        self.events.append(self.memory.tools.noticed.bind(py).call1((id,))?)
    }

    /// The log line of a creature in view that goes to look, or gives up (`inquiries._describe_inquiry`).
    fn tell_inquiry(
        &mut self,
        body: &Body<'py>,
        before: Option<Inquiry>,
        interest: Interest,
        notice: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let py = self.py;
        let looked = before.is_some_and(|inquiry| inquiry.is_looking());
        let looks = match interest {
            Interest::Kept | Interest::Patience(_) => looked,
            Interest::Toward(..) | Interest::Search(..) => true,
            Interest::Home(..) | Interest::Ended => false,
        };
        if self.phase.quiet || looked == looks || !self.player_sees(body.at)? {
            return Ok(());
        }
        let args = PyDict::new(py);
        args.set_item(intern!(py, "creature"), self.name(&body.actor)?)?;
        if looks {
            if let Some(notice) = notice {
                args.set_item(intern!(py, "why"), self.memory.tools.explain_notice.bind(py).call1((notice,))?)?;
            }
            return self.tell(intern!(py, "stealth-edge-notices-unsurely"), &args, intern!(py, "warn"));
        }
        let lost = before.is_some_and(|inquiry| inquiry.cause == Cause::Lost);
        let id = if lost { intern!(py, "stealth-edge-gives-up") } else { intern!(py, "stealth-edge-shrugs") };
        self.tell(id, &args, intern!(py, "good"))
    }

    fn write_fighter(&self, object: &Bound<'py, PyAny>, before: Fighter, after: Fighter) -> PyResult<()> {
        let py = self.py;
        for (name, old, new) in [
            (intern!(py, "stamina"), before.stamina, after.stamina),
            (intern!(py, "th"), before.th, after.th),
            (intern!(py, "df"), before.df, after.df),
        ] {
            if old != new {
                object.setattr(name, new)?;
            }
        }
        if before.last != after.last {
            object.setattr(intern!(py, "last"), &self.memory.tools.last_actions[after.last as usize])?;
        }
        Ok(())
    }

    fn write_mind(&self, body: &Body<'py>, before: &Mind, after: Mind) -> PyResult<()> {
        let (py, object) = (self.py, &body.mind);
        if before.mood != after.mood {
            object.setattr(intern!(py, "mood"), &self.memory.tools.moods[after.mood as usize])?;
        }
        if before.marked != after.marked {
            object.setattr(intern!(py, "is_marked"), after.marked)?;
        }
        for (name, old, new) in [
            (intern!(py, "lost_turns"), before.lost, after.lost),
            (intern!(py, "blocked_turns"), before.blocked, after.blocked),
            (intern!(py, "plan_turn"), before.planned, after.planned),
            (intern!(py, "patience"), before.patience, after.patience),
            (intern!(py, "index"), before.index, after.index),
            (intern!(py, "foe"), before.foe, after.foe),
        ] {
            if old != new {
                object.setattr(name, new)?;
            }
        }
        for (name, old, new) in [
            (intern!(py, "goal"), before.goal, after.goal),
            (intern!(py, "last_seen"), before.last_seen, after.last_seen),
        ] {
            if old != new {
                object.setattr(name, new)?;
            }
        }
        match after.way {
            Way::Kept(0) => {}
            Way::Kept(count) => {
                let path = object.getattr(intern!(py, "path"))?.cast_into::<PyTuple>()?;
                object.setattr(intern!(py, "path"), path.get_slice(count, path.len()))?;
            }
            Way::New(path) if path.is_empty() && before.next.is_none() => {}
            Way::New(path) => object.setattr(intern!(py, "path"), PyTuple::new(py, path)?)?,
        }
        Ok(())
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
        self.numbers.defense = None;
        Ok(())
    }

    fn walk(&mut self, body: &Body<'py>, to: Cell, loudness: i64) -> PyResult<()> {
        let py = self.py;
        let origin = body.actor.getattr(intern!(py, "at"))?;
        let cell = to.into_pyobject(py)?.into_any();
        self.actor_by_cell.del_item(&origin)?;
        self.actor_by_cell.set_item(&cell, &body.id)?;
        for (at, occupied) in [(body.at, false), (to, true)] {
            let Some(place) = self.place(at) else { continue };
            self.occupied.set(place, occupied);
            for (floor, followed) in self.memory.floors.iter_mut().zip(self.followed) {
                if let (Some(floor), true) = (floor, followed) {
                    floor.occupy(place, occupied);
                }
            }
        }
        self.placements += 2;
        body.actor.setattr(intern!(py, "at"), &cell)?;
        if self.lit.as_ref().and_then(|lit| lit.spots.as_ref()).is_some_and(|spots| spots.len() > 1) {
            self.lit = None; // it may carry a light
        }
        self.events.append(self.memory.tools.moved.bind(py).call1((&body.id, origin, &cell))?)?;
        if loudness > 0 {
            self.make_noise(STEP_SOUND, &cell, &body.id, Some(loudness))?;
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
            self.world.getattr(list)?.cast_into::<PyList>()?.append(&noise)?;
        }
        self.events.append(tools.noise_made.bind(py).call1((noise,))?)
    }

    fn attack(
        &mut self,
        body: &Body<'py>,
        creature: &Creature,
        fighter: Fighter,
        hit: bool,
        damage: i64,
    ) -> PyResult<()> {
        let py = self.py;
        let target = self.player_id.clone();
        let manner = intern!(py, "melee");
        self.write_fighter(&body.fighter, creature.fighter, fighter)?;
        let struck = self.memory.tools.struck.bind(py);
        self.events.append(struck.call1((&body.id, &target, manner, hit, damage, false))?)?;
        if !self.phase.quiet {
            self.tell_blow(body, hit, damage)?;
        }
        if damage > 0 {
            if let Some(fighter) = self.fighters.get_item(&target)? {
                fighter.setattr(intern!(py, "th"), 0)?;
                fighter.setattr(intern!(py, "df"), 0)?;
                self.numbers.defense = None;
            }
        }
        let at = body.actor.getattr(intern!(py, "at"))?;
        self.make_noise(ATTACK_SOUND, &at, &body.id, None)?;
        if damage > 0 {
            self.make_noise(HURT_SOUND, &self.player.getattr(intern!(py, "at"))?, &target, None)?;
            let loudness = self.phase.noise.max(self.memory.tools.sounds[HURT_SOUND].1);
            Rc::make_mut(&mut self.phase).noise = loudness;
            self.noise_kind = None;
        }
        if hit {
            let name = intern!(py, "hp");
            let hp: i64 = self.player.getattr(name)?.extract()?;
            self.player.setattr(name, hp - damage)?;
            let was_hurt = self.memory.tools.was_hurt.bind(py);
            self.events.append(was_hurt.call1((&target, damage, &body.id, manner))?)?;
        } else {
            let name = intern!(py, "dodge_count");
            let dodged: i64 = self.part.getattr(name)?.extract()?;
            self.part.setattr(name, dodged + 1)?;
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
        args.set_item(intern!(py, "attacker"), self.name(&body.actor)?)?;
        let player = self.player.clone();
        args.set_item(intern!(py, "target"), self.name(&player)?)?;
        args.set_item(intern!(py, "seen"), if seen { intern!(py, "yes") } else { intern!(py, "no") })?;
        args.set_item(intern!(py, "struck"), intern!(py, "yes"))?;
        args.set_item(intern!(py, "damage"), damage)?;
        args.set_item(intern!(py, "manner"), intern!(py, "melee"))?;
        self.tell(id, &args, kind)
    }

    /// The log line for a mood change that the player's character sees (`mood_messages.describe_mood_change`).
    fn tell_mood_change(
        &mut self,
        body: &Body<'py>,
        before: Mood,
        turn: &Turn,
        notice: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let py = self.py;
        let which = 3 * before as usize + turn.mind.mood as usize;
        let Some(Some((id, kind))) = self.memory.tools.mood_messages.get(which).cloned() else { return Ok(()) };
        if self.phase.quiet || !turn.hunts || !self.player_sees(body.at)? {
            return Ok(());
        }
        if before == Mood::Asleep && self.kind(&body.actor)?.disguised {
            return Ok(());
        }
        let args = PyDict::new(py);
        args.set_item(intern!(py, "creature"), self.name(&body.actor)?)?;
        args.set_item(intern!(py, "knew"), if turn.mind.marked { intern!(py, "yes") } else { intern!(py, "no") })?;
        let kind = PyString::new(py, &kind);
        let Some(notice) = notice else { return self.tell(&PyString::new(py, &id), &args, &kind) };
        args.set_item(intern!(py, "why"), self.memory.tools.explain_notice.bind(py).call1((notice,))?)?;
        self.tell(&PyString::new(py, &format!("{id}-why")), &args, &kind)
    }

    fn name(&mut self, actor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let name = self.kind(actor)?.name.clone_ref(py);
        self.memory.tools.message.bind(py).call1((name,))
    }

    /// Adds a line to the log, as `Tell` does.
    fn tell(&self, id: &Bound<'py, PyString>, args: &Bound<'py, PyDict>, kind: &Bound<'py, PyString>) -> PyResult<()> {
        let (py, tools) = (self.py, &self.memory.tools);
        let message = tools.message.bind(py).call1((id, args))?;
        self.events.append(tools.log_line_added.bind(py).call1((&message, kind))?)?;
        let turn = self.state.getattr(intern!(py, "turn"))?;
        let line = tools.logged_message.bind(py).call1((message, kind, turn))?;
        self.session.getattr(intern!(py, "log"))?.cast_into::<PyList>()?.append(line)
    }
}
