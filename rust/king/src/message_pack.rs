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
        let bytes = value.to_be_bytes();
        match value {
            0..=0x7f => self.bytes.push(value as u8),
            0x80..=0xff => self.tagged(0xcc, &bytes[7..]),
            0x100..=0xffff => self.tagged(0xcd, &bytes[6..]),
            0x1_0000..=0xffff_ffff => self.tagged(0xce, &bytes[4..]),
            _ => self.tagged(0xcf, &bytes),
        }
    }

    pub fn number(&mut self, value: i64) {
        let bytes = value.to_be_bytes();
        match value {
            0.. => self.word(value as u64),
            -32..0 => self.bytes.push(value as u8),
            -0x80..-32 => self.tagged(0xd0, &bytes[7..]),
            -0x8000..-0x80 => self.tagged(0xd1, &bytes[6..]),
            -0x8000_0000..-0x8000 => self.tagged(0xd2, &bytes[4..]),
            _ => self.tagged(0xd3, &bytes),
        }
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.bytes.push(tag);
        self.bytes.extend(bytes);
    }
}
