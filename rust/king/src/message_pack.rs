//! Writes MessagePack.

use crate::export::Writer;

/// The caller passes keys in canonical order.
impl Writer<'_> {
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
}
