//! The state as canonical MessagePack, the bytes that footfall.engine.codec hashes and decodes.

use crate::agenda::{Choice, Question, Step};
use crate::board::{Board, Monster, Soul, SpecialRoom};
use crate::game::Game;
use crate::message_pack::Writer;
use crate::rules::{Memory, Notes};
use crate::tables::GameRecords;

/// The constant parts of a state, the profile and the settings, as canonical bytes.
pub struct CanonicalParts {
    pub profile: Vec<u8>,
    pub settings: Vec<u8>,
}

impl Game<'_> {
    /// Returns the whole state.
    pub fn state(&self, parts: &CanonicalParts) -> Vec<u8> {
        self.write(parts, false)
    }

    /// Returns the whole state, with tables in the order in which they were filled.
    pub fn ordered_state(&self, parts: &CanonicalParts) -> Vec<u8> {
        self.write(parts, true)
    }

    fn write(&self, parts: &CanonicalParts, keeps_order: bool) -> Vec<u8> {
        let records = self.records;
        let mut writer = Writer { bytes: Vec::with_capacity(4096), keeps_order };
        writer.map(11);
        writer.text("agenda");
        writer.array(self.agenda.len());
        for entry in &self.agenda {
            write_entry(&mut writer, records, &entry.step, entry.serial);
        }
        writer.text("game");
        writer.text(&records.game);
        writer.text("memory");
        write_memory(&mut writer, records, &self.board.memory);
        writer.text("outcome");
        match self.outcome {
            Some(outcome) => writer.name(records, outcome),
            None => writer.none(),
        }
        writer.text("parts");
        writer.map(1);
        writer.text("core.king");
        write_board(&mut writer, records, &self.board, parts);
        writer.text("question");
        let mut then = None;
        match &self.question {
            None => writer.none(),
            Some(Question::Turn(seat)) => {
                writer.map(4);
                writer.key_index("actor", *seat);
                writer.text("kind");
                writer.text("turn");
                writer.text("options");
                writer.array(0);
                writer.text("prompt");
                writer.none();
            }
            Some(Question::Choice(choice)) => {
                write_choice(&mut writer, records, choice);
                then = Some(&choice.then);
            }
        }
        writer.text("seed");
        writer.word(self.seed);
        writer.text("settings");
        writer.bytes.extend(&parts.settings);
        writer.text("streams");
        writer.map(0);
        writer.text("then");
        match then {
            Some(step) => write_entry(&mut writer, records, step, 0),
            None => writer.none(),
        }
        writer.text("turn");
        writer.word(self.commands);
        writer.bytes
    }
}

fn write_entry(writer: &mut Writer, records: &GameRecords, step: &Step, serial: u64) {
    writer.map(3);
    writer.text("args");
    match step {
        Step::Crossing(Some(fell)) => {
            writer.array(3);
            writer.array(fell.seats.len());
            for &seat in &fell.seats {
                writer.index(seat);
            }
            writer.array(fell.amounts.len());
            for &(seat, amount) in &fell.amounts {
                writer.array(2);
                writer.index(seat);
                writer.number(amount);
            }
            writer.name(records, fell.source);
        }
        Step::Tuck(first, name) | Step::Rumour(first, name) | Step::Rumoured(first, name) => {
            writer.array(2);
            writer.index(*first);
            writer.name(records, *name);
        }
        Step::Enter(first, second)
        | Step::Open(first, second)
        | Step::Foresee(first, second)
        | Step::Foreseen(first, second)
        | Step::Peek(first, second)
        | Step::SwappedIn(first, second) => {
            writer.array(2);
            writer.index(*first);
            writer.index(*second);
        }
        Step::Drawn(seat, node, card, fate) => {
            writer.array(4);
            writer.index(*seat);
            writer.index(*node);
            writer.name(records, *card);
            writer.name(records, *fate);
        }
        Step::WalkedIn(seat, origin, node) => {
            writer.array(3);
            writer.index(*seat);
            writer.index(*origin);
            writer.index(*node);
        }
        Step::MovedIn(seats, node) => {
            writer.array(2);
            writer.array(seats.count());
            for seat in seats.iter() {
                writer.index(seat);
            }
            writer.index(*node);
        }
        Step::Revealed(seat, number) => {
            writer.array(2);
            writer.index(*seat);
            writer.number(*number);
        }
        Step::Reaction(number, seat) => {
            writer.array(2);
            writer.number(*number);
            writer.index(*seat);
        }
        Step::Stunned(seat, number, rounds) => {
            writer.array(3);
            writer.index(*seat);
            writer.number(*number);
            writer.number(*rounds);
        }
        step => match step.about() {
            Some(first) => {
                writer.array(1);
                writer.word(first);
            }
            None => writer.array(0),
        },
    }
    writer.text("serial");
    writer.word(serial);
    writer.text("step");
    writer.text(records.step_name(step.number()));
}

/// What mods remember, by mod and key. A mod has either rules that remember numbers, or notes.
fn write_memory(writer: &mut Writer, records: &GameRecords, memory: &Memory) {
    let mods = || records.rules.mods.iter().enumerate().filter(|&(at, _)| memory.is_written(at));
    writer.map(mods().count() + memory.notes().len());
    let mut notes: Vec<&Notes> = memory.notes().iter().collect();
    notes.sort_unstable_by_key(|own| &own.owner);
    let mut notes = notes.into_iter().peekable();
    for (_, keys) in mods() {
        while let Some(own) = notes.next_if(|own| own.owner < keys.mod_) {
            write_notes(writer, own);
        }
        writer.text(&keys.mod_);
        let written = || keys.slots.iter().filter_map(|(key, slot)| Some((key, memory.read(*slot)?)));
        writer.map(written().count());
        for (key, value) in written() {
            writer.key_number(key, value);
        }
    }
    for own in notes {
        write_notes(writer, own);
    }
}

fn write_notes(writer: &mut Writer, notes: &Notes) {
    writer.text(&notes.owner);
    writer.map(notes.values.len());
    let mut values: Vec<&(String, Vec<u8>)> = notes.values.iter().collect();
    if !writer.keeps_order {
        values.sort_unstable();
    }
    for (key, value) in values {
        writer.text(key);
        writer.bytes.extend(value);
    }
}

fn write_choice(writer: &mut Writer, records: &GameRecords, choice: &Choice) {
    writer.map(4);
    writer.key_index("actor", choice.seat);
    writer.text("kind");
    writer.text(choice.kind);
    writer.key_names(records, "options", &choice.options);
    writer.text("prompt");
    writer.map(2);
    writer.text("args");
    writer.map(1 + choice.about.len());
    let seat = |writer: &mut Writer| writer.key_index("seat", choice.seat + 1);
    let mut said = false;
    for &(word, thing) in &choice.about {
        if word > "seat" && !said {
            seat(writer);
            said = true;
        }
        writer.text(word);
        writer.map(2);
        writer.text("args");
        writer.map(0);
        writer.text("id");
        writer.text(&records.slugs[usize::from(thing)]);
    }
    if !said {
        seat(writer);
    }
    writer.text("id");
    writer.text(&format!("king-ask-{}", choice.kind));
}

fn write_board(writer: &mut Writer, records: &GameRecords, board: &Board, parts: &CanonicalParts) {
    writer.map(36);
    writer.key_index("active", board.active);
    writer.key_names(records, "armoury", &board.armoury);
    writer.key_number("arrivals", board.arrivals);
    writer.key_number("banish", board.banish);
    writer.key_flag("begun", board.begun);
    writer.text("boxes");
    writer.array(board.boxes.len());
    for cards in &board.boxes {
        writer.names(records, cards);
    }
    writer.key_number("charges", board.charges);
    writer.key_number("crowned", board.crowned);
    writer.key_pile(records, "discarded", &board.discarded);
    writer.text("falling");
    writer.array(board.falling.len());
    for &(seat, source) in &board.falling {
        writer.array(2);
        writer.index(seat);
        writer.name(records, source);
    }
    writer.key_number("false_king", board.false_king.map_or(-1, |seat| seat as i64));
    writer.key_flag("fury", board.fury);
    writer.key_indices("held", &board.held);
    writer.key_number("keys_destroyed", board.keys_destroyed);
    writer.key_number("keys_spent", board.keys_spent);
    writer.key_index("king", board.king);
    writer.key_indices("known", &board.known);
    writer.key_name(records, "last_cause", board.last_cause);
    writer.text("limbo");
    writer.array(board.limbo.len());
    for &(node, card) in &board.limbo {
        writer.array(2);
        writer.index(node);
        writer.name(records, card);
    }
    writer.text("monsters");
    writer.array(board.monsters.len());
    for monster in &board.monsters {
        write_monster(writer, records, monster);
    }
    writer.key_names(records, "pedlar", &board.pedlar);
    writer.key_names(records, "pedlar_open", &board.pedlar_open);
    writer.text("profile");
    writer.bytes.extend(&parts.profile);
    writer.key_pile(records, "removed", &board.removed);
    writer.key_flag("ritual", board.ritual);
    writer.key_number("round", board.round);
    writer.key_number("salon_uses", board.salon_uses);
    writer.text("souls");
    writer.array(board.souls.len());
    for soul in &board.souls {
        write_soul(writer, records, soul);
    }
    writer.text("specials");
    writer.array(board.specials.len());
    for &SpecialRoom { node, kind, open, destroyed } in &board.specials {
        writer.map(4);
        writer.key_flag("destroyed", destroyed);
        writer.key_name(records, "kind", kind);
        writer.key_index("node", node);
        writer.key_flag("open", open);
    }
    writer.key_indices("stairs", &board.stairs);
    writer.key_index("starter", board.starter);
    writer.key_pile(records, "supplied", &board.supplied);
    writer.key_number("tales", board.tales);
    writer.key_number("tue_tue", board.tue_tue);
    writer.key_flag("turn_floors", board.turn_floors);
    writer.key_index("turns", board.turns);
}

fn write_monster(writer: &mut Writer, records: &GameRecords, monster: &Monster) {
    writer.map(7);
    writer.key_number("arrived", monster.arrived);
    writer.key_name(records, "kind", monster.kind);
    writer.key_names(records, "loot", &monster.loot);
    writer.key_number("loot_keys", monster.loot_keys);
    writer.key_index("node", monster.node);
    writer.key_number("number", monster.number);
    writer.key_number("stun", monster.stun);
}

fn write_soul(writer: &mut Writer, records: &GameRecords, soul: &Soul) {
    writer.map(26);
    writer.key_flag("climbing", soul.climbing);
    writer.key_number("fell", soul.fell);
    writer.key_number("free", soul.free);
    writer.key_flag("iced", soul.iced);
    writer.key_number("key_slots", soul.key_slots);
    writer.key_number("keys", soul.keys);
    writer.key_flag("lost", soul.lost);
    writer.key_flag("low", soul.low);
    writer.key_flag("marked", soul.marked);
    writer.key_flag("moved", soul.moved);
    writer.key_index("node", soul.node);
    writer.key_number("object_slots", soul.object_slots);
    writer.key_names(records, "objects", &soul.objects);
    writer.key_flag("over", soul.over);
    writer.key_name(records, "role", soul.role);
    writer.key_flag("rolled", soul.rolled);
    writer.key_flag("salon", soul.salon);
    writer.key_number("sanity", soul.sanity);
    writer.key_flag("shop", soul.shop);
    writer.key_index("skip", usize::from(soul.skip));
    writer.key_number("slots_lost", soul.slots_lost);
    writer.key_number("spent", soul.spent);
    writer.text("statuses");
    writer.map(soul.statuses.len());
    let mut statuses: Vec<(&str, i64)> =
        soul.statuses.iter().map(|&(status, left)| (records.names.text(status), left)).collect();
    if !writer.keeps_order {
        statuses.sort_unstable();
    }
    for (status, left) in statuses {
        writer.key_number(status, left);
    }
    writer.key_flag("tavern", soul.tavern);
    writer.key_number("top", soul.top);
    writer.key_number("trapper", soul.trapper);
}
