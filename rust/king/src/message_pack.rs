//! Writes MessagePack.

use crate::board::Pile;
use crate::names::NameId;
use crate::tables::GameRecords;

#[derive(Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
    /// Whether tables are written in the order in which they were filled, as listeners see them.
    pub keeps_order: bool,
}

/// The caller passes keys in canonical order.
impl Writer {
    fn sized(&mut self, length: usize, fix: u8, fix_max: usize, wide: u8) {
        if length <= fix_max {
            self.bytes.push(fix | length as u8);
        } else if let Ok(length) = u16::try_from(length) {
            self.bytes.push(wide);
            self.bytes.extend(length.to_be_bytes());
        } else {
            self.bytes.push(wide + 1);
            self.bytes.extend((length as u32).to_be_bytes());
        }
    }

    pub fn map(&mut self, length: usize) {
        self.sized(length, 0x80, 15, 0xde);
    }

    pub fn array(&mut self, length: usize) {
        self.sized(length, 0x90, 15, 0xdc);
    }

    pub fn text(&mut self, text: &str) {
        let length = text.len();
        if length > 31 && length < 256 {
            self.bytes.extend([0xd9, length as u8]);
        } else {
            self.sized(length, 0xa0, 31, 0xda);
        }
        self.bytes.extend(text.as_bytes());
    }

    pub fn none(&mut self) {
        self.bytes.push(0xc0);
    }

    pub fn flag(&mut self, value: bool) {
        self.bytes.push(0xc2 + u8::from(value));
    }

    pub fn word(&mut self, value: u64) {
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

    pub fn number(&mut self, value: i64) {
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

    pub fn index(&mut self, value: usize) {
        self.word(value as u64);
    }

    pub fn key_number(&mut self, key: &str, value: i64) {
        self.text(key);
        self.number(value);
    }

    pub fn key_index(&mut self, key: &str, value: usize) {
        self.text(key);
        self.index(value);
    }

    pub fn key_flag(&mut self, key: &str, value: bool) {
        self.text(key);
        self.flag(value);
    }

    pub fn name(&mut self, records: &GameRecords, name: NameId) {
        self.text(records.names.text(name));
    }

    pub fn key_name(&mut self, records: &GameRecords, key: &str, name: NameId) {
        self.text(key);
        self.name(records, name);
    }

    pub fn key_names(&mut self, records: &GameRecords, key: &str, names: &[NameId]) {
        self.text(key);
        self.names(records, names);
    }

    pub fn names(&mut self, records: &GameRecords, names: &[NameId]) {
        self.array(names.len());
        for &name in names {
            self.name(records, name);
        }
    }

    pub fn key_indices(&mut self, key: &str, values: &[usize]) {
        self.text(key);
        self.array(values.len());
        for &value in values {
            self.index(value);
        }
    }

    pub fn key_pile(&mut self, records: &GameRecords, key: &str, pile: &Pile) {
        self.text(key);
        self.map(pile.cards.len());
        for &card in if self.keeps_order { &pile.cards } else { &records.sorted } {
            let count = pile.count(card);
            if count > 0 {
                self.name(records, card);
                self.number(count);
            }
        }
    }
}
