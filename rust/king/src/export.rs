//! A game's state as canonical MessagePack, the bytes that footfall.engine.codec hashes and reads back.

use crate::agenda::{Choice, Question, Step};
use crate::board::{Board, Monster, Pile, Soul, Special};
use crate::game::Game;
use crate::names::{Sym, node_name};
use crate::tables::Book;

/// What of a state never changes: canonical bytes of the profile and of the settings.
pub struct Fixed {
    pub profile: Vec<u8>,
    pub settings: Vec<u8>,
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

/// Keys in canonical order are the caller's business.
impl Writer {
    fn sized(&mut self, length: usize, fix: u8, most: usize, wide: u8) {
        if length <= most {
            self.bytes.push(fix | length as u8);
        } else if let Ok(length) = u16::try_from(length) {
            self.bytes.push(wide);
            self.bytes.extend(length.to_be_bytes());
        } else {
            self.bytes.push(wide + 1);
            self.bytes.extend((length as u32).to_be_bytes());
        }
    }

    fn map(&mut self, length: usize) {
        self.sized(length, 0x80, 15, 0xde);
    }

    fn array(&mut self, length: usize) {
        self.sized(length, 0x90, 15, 0xdc);
    }

    fn text(&mut self, text: &str) {
        let length = text.len();
        if length > 31 && length < 256 {
            self.bytes.extend([0xd9, length as u8]);
        } else {
            self.sized(length, 0xa0, 31, 0xda);
        }
        self.bytes.extend(text.as_bytes());
    }

    fn none(&mut self) {
        self.bytes.push(0xc0);
    }

    fn flag(&mut self, value: bool) {
        self.bytes.push(0xc2 + u8::from(value));
    }

    fn word(&mut self, value: u64) {
        if value < 0x80 {
            self.bytes.push(value as u8);
        } else if let Ok(value) = u8::try_from(value) {
            self.bytes.extend([0xcc, value]);
        } else if let Ok(value) = u16::try_from(value) {
            self.bytes.push(0xcd);
            self.bytes.extend(value.to_be_bytes());
        } else if let Ok(value) = u32::try_from(value) {
            self.bytes.push(0xce);
            self.bytes.extend(value.to_be_bytes());
        } else {
            self.bytes.push(0xcf);
            self.bytes.extend(value.to_be_bytes());
        }
    }

    fn number(&mut self, value: i64) {
        if value >= 0 {
            self.word(value as u64);
        } else if value >= -32 {
            self.bytes.push(value as i8 as u8);
        } else if let Ok(value) = i8::try_from(value) {
            self.bytes.extend([0xd0, value as u8]);
        } else if let Ok(value) = i16::try_from(value) {
            self.bytes.push(0xd1);
            self.bytes.extend(value.to_be_bytes());
        } else if let Ok(value) = i32::try_from(value) {
            self.bytes.push(0xd2);
            self.bytes.extend(value.to_be_bytes());
        } else {
            self.bytes.push(0xd3);
            self.bytes.extend(value.to_be_bytes());
        }
    }

    fn index(&mut self, value: usize) {
        self.word(value as u64);
    }

    fn key_number(&mut self, key: &str, value: i64) {
        self.text(key);
        self.number(value);
    }

    fn key_index(&mut self, key: &str, value: usize) {
        self.text(key);
        self.index(value);
    }

    fn key_flag(&mut self, key: &str, value: bool) {
        self.text(key);
        self.flag(value);
    }

    fn name(&mut self, book: &Book, name: Sym) {
        self.text(book.names.text(name));
    }

    fn key_name(&mut self, book: &Book, key: &str, name: Sym) {
        self.text(key);
        self.name(book, name);
    }

    fn key_names(&mut self, book: &Book, key: &str, names: &[Sym]) {
        self.text(key);
        self.names(book, names);
    }

    fn names(&mut self, book: &Book, names: &[Sym]) {
        self.array(names.len());
        for &each in names {
            self.name(book, each);
        }
    }

    fn key_indices(&mut self, key: &str, values: &[usize]) {
        self.text(key);
        self.array(values.len());
        for &value in values {
            self.index(value);
        }
    }

    fn key_pile(&mut self, book: &Book, key: &str, pile: &Pile) {
        self.text(key);
        self.map(pile.0.iter().filter(|&&count| count > 0).count());
        for &card in &book.sorted {
            let count = pile.count(card);
            if count > 0 {
                self.name(book, card);
                self.number(count);
            }
        }
    }
}

impl Game<'_> {
    /// The whole state.
    pub fn state(&self, fixed: &Fixed) -> Vec<u8> {
        let book = self.book;
        let mut out = Writer { bytes: Vec::with_capacity(4096) };
        out.map(11);
        out.text("agenda");
        out.array(self.agenda.len());
        for entry in &self.agenda {
            write_entry(&mut out, book, &entry.step, entry.serial);
        }
        out.text("game");
        out.text(&book.game);
        out.text("memory");
        out.map(0);
        out.text("outcome");
        match self.outcome {
            Some(outcome) => out.name(book, outcome),
            None => out.none(),
        }
        out.text("parts");
        out.map(1);
        out.text("core.king");
        write_board(&mut out, book, &self.board, fixed);
        out.text("question");
        let mut then = None;
        match &self.question {
            None => out.none(),
            Some(Question::Turn(seat)) => {
                out.map(4);
                out.key_index("actor", *seat);
                out.text("kind");
                out.text("turn");
                out.text("options");
                out.array(0);
                out.text("prompt");
                out.none();
            }
            Some(Question::Choice(asked)) => {
                write_choice(&mut out, book, asked);
                then = Some(&asked.then);
            }
        }
        out.text("seed");
        out.word(self.seed);
        out.text("settings");
        out.bytes.extend(&fixed.settings);
        out.text("streams");
        out.map(0);
        out.text("then");
        match then {
            Some(step) => write_entry(&mut out, book, step, 0),
            None => out.none(),
        }
        out.text("turn");
        out.word(self.commands);
        out.bytes
    }
}

fn write_entry(out: &mut Writer, book: &Book, step: &Step, serial: u64) {
    out.map(3);
    out.text("args");
    match step {
        Step::Crossing(Some(fell)) => {
            out.array(3);
            out.array(fell.seats.len());
            for &seat in &fell.seats {
                out.index(seat);
            }
            out.array(fell.amounts.len());
            for &(seat, amount) in &fell.amounts {
                out.array(2);
                out.index(seat);
                out.number(amount);
            }
            out.name(book, fell.source);
        }
        Step::Tuck(first, name) | Step::Rumour(first, name) | Step::Rumoured(first, name) => {
            out.array(2);
            out.index(*first);
            out.name(book, *name);
        }
        Step::Enter(first, second)
        | Step::Open(first, second)
        | Step::Foresee(first, second)
        | Step::Foreseen(first, second)
        | Step::Peek(first, second) => {
            out.array(2);
            out.index(*first);
            out.index(*second);
        }
        Step::Revealed(seat, number) => {
            out.array(2);
            out.index(*seat);
            out.number(*number);
        }
        Step::Reaction(number, seat) => {
            out.array(2);
            out.number(*number);
            out.index(*seat);
        }
        Step::Stunned(seat, number, rounds) => {
            out.array(3);
            out.index(*seat);
            out.number(*number);
            out.number(*rounds);
        }
        step => match step.about() {
            Some(first) => {
                out.array(1);
                out.word(first);
            }
            None => out.array(0),
        },
    }
    out.text("serial");
    out.word(serial);
    out.text("step");
    out.text(step.name());
}

fn write_choice(out: &mut Writer, book: &Book, asked: &Choice) {
    out.map(4);
    out.key_index("actor", asked.seat);
    out.text("kind");
    out.text(asked.kind);
    out.key_names(book, "options", &asked.options);
    out.text("prompt");
    out.map(2);
    out.text("args");
    out.map(1 + asked.about.len());
    let seat = |out: &mut Writer| out.key_index("seat", asked.seat + 1);
    let mut said = false;
    for &(word, thing) in &asked.about {
        if word > "seat" && !said {
            seat(out);
            said = true;
        }
        out.text(word);
        out.map(2);
        out.text("args");
        out.map(0);
        out.text("id");
        out.text(&book.slugs[usize::from(thing)]);
    }
    if !said {
        seat(out);
    }
    out.text("id");
    out.text(&format!("king-ask-{}", asked.kind));
}

fn write_board(out: &mut Writer, book: &Book, board: &Board, fixed: &Fixed) {
    out.map(37);
    out.key_index("active", board.active);
    out.key_names(book, "armoury", &board.armoury);
    out.key_number("arrivals", board.arrivals);
    out.key_number("banish", board.banish);
    out.key_flag("begun", board.begun);
    out.text("boxes");
    out.array(board.boxes.len());
    for cards in &board.boxes {
        out.names(book, cards);
    }
    out.key_number("charges", board.charges);
    out.key_number("crowned", board.crowned);
    out.key_pile(book, "discarded", &board.discarded);
    out.text("falling");
    out.array(board.falling.len());
    for &(seat, source) in &board.falling {
        out.array(2);
        out.index(seat);
        out.name(book, source);
    }
    out.key_number("false_king", board.false_king.map_or(-1, |seat| seat as i64));
    out.key_flag("fury", board.fury);
    out.key_indices("held", &board.held);
    out.key_number("keys_destroyed", board.keys_destroyed);
    out.key_number("keys_spent", board.keys_spent);
    out.key_index("king", board.king);
    out.key_indices("known", &board.known);
    out.key_name(book, "last_cause", board.last_cause);
    out.text("limbo");
    out.array(board.limbo.len());
    for &(node, card) in &board.limbo {
        out.array(2);
        out.index(node);
        out.name(book, card);
    }
    out.text("monsters");
    out.array(board.monsters.len());
    for monster in &board.monsters {
        write_monster(out, book, monster);
    }
    out.key_names(book, "pedlar", &board.pedlar);
    out.key_names(book, "pedlar_open", &board.pedlar_open);
    out.text("profile");
    out.bytes.extend(&fixed.profile);
    out.key_pile(book, "removed", &board.removed);
    out.text("report");
    let report = &board.report;
    out.map(7);
    out.key_number("check", report.check);
    out.key_number("d4", report.d4);
    out.key_number("d6", report.d6);
    out.key_index("floor", report.floor);
    out.key_index("origin", report.origin);
    out.key_number("round", report.round);
    out.key_number("threshold", report.threshold);
    out.key_flag("ritual", board.ritual);
    out.key_number("round", board.round);
    out.key_number("salon_uses", board.salon_uses);
    out.text("souls");
    out.array(board.souls.len());
    for soul in &board.souls {
        write_soul(out, book, soul);
    }
    out.text("specials");
    out.array(board.specials.len());
    for &Special { node, kind, open, destroyed } in &board.specials {
        out.map(4);
        out.key_flag("destroyed", destroyed);
        out.key_name(book, "kind", kind);
        out.key_index("node", node);
        out.key_flag("open", open);
    }
    out.key_indices("stairs", &board.stairs);
    out.key_index("starter", board.starter);
    out.key_pile(book, "supplied", &board.supplied);
    out.key_number("tales", board.tales);
    out.key_number("tue_tue", board.tue_tue);
    out.key_flag("turn_floors", board.turn_floors);
    out.key_index("turns", board.turns);
}

fn write_monster(out: &mut Writer, book: &Book, monster: &Monster) {
    out.map(7);
    out.key_number("arrived", monster.arrived);
    out.key_name(book, "kind", monster.kind);
    out.key_names(book, "loot", &monster.loot);
    out.key_number("loot_keys", monster.loot_keys);
    out.key_index("node", monster.node);
    out.key_number("number", monster.number);
    out.key_number("stun", monster.stun);
}

fn write_soul(out: &mut Writer, book: &Book, soul: &Soul) {
    out.map(26);
    out.key_flag("climbing", soul.climbing);
    out.key_number("fell", soul.fell);
    out.key_number("free", soul.free);
    out.key_flag("iced", soul.iced);
    out.key_number("key_slots", soul.key_slots);
    out.key_number("keys", soul.keys);
    out.key_flag("lost", soul.lost);
    out.key_flag("low", soul.low);
    out.key_flag("marked", soul.marked);
    out.key_flag("moved", soul.moved);
    out.key_index("node", soul.node);
    out.key_number("object_slots", soul.object_slots);
    out.key_names(book, "objects", &soul.objects);
    out.key_flag("over", soul.over);
    out.key_name(book, "role", soul.role);
    out.key_flag("rolled", soul.rolled);
    out.key_flag("salon", soul.salon);
    out.key_number("sanity", soul.sanity);
    out.key_flag("shop", soul.shop);
    out.key_index("skip", usize::from(soul.skip));
    out.key_number("slots_lost", soul.slots_lost);
    out.key_number("spent", soul.spent);
    out.text("statuses");
    out.map(soul.statuses.len());
    let mut statuses: Vec<(&str, i64)> =
        soul.statuses.iter().map(|&(status, left)| (book.names.text(status), left)).collect();
    statuses.sort_unstable();
    for (status, left) in statuses {
        out.key_number(status, left);
    }
    out.key_flag("tavern", soul.tavern);
    out.key_number("top", soul.top);
    out.key_number("trapper", soul.trapper);
}

/// The name of a node, for whoever shows it.
pub fn node_text(book: &Book, node: usize) -> &str {
    book.names.text(node_name(node))
}
