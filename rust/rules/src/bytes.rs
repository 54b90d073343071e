//! Reads little-endian fields, and says where the bytes are wrong.

use std::fmt;

/// Bytes that are not a program: the fault, and its byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    pub offset: usize,
    pub reason: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "byte {}: {}", self.offset, self.reason)
    }
}

impl std::error::Error for Malformed {}

pub type Parsed<T> = Result<T, Malformed>;

pub struct Cursor<'a> {
    bytes: &'a [u8],
    pub offset: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub fn take(&mut self, count: usize) -> Parsed<&'a [u8]> {
        let rest = &self.bytes[self.offset..];
        let taken =
            rest.get(..count).ok_or(Malformed { offset: self.bytes.len(), reason: "the bytes end too soon" })?;
        self.offset += count;
        Ok(taken)
    }

    pub fn take_array<const N: usize>(&mut self) -> Parsed<[u8; N]> {
        Ok(self.take(N)?.try_into().expect("take gives as many bytes as asked"))
    }

    pub fn read_u8(&mut self) -> Parsed<u8> {
        Ok(self.take_array::<1>()?[0])
    }

    pub fn read_u16(&mut self) -> Parsed<usize> {
        Ok(usize::from(u16::from_le_bytes(self.take_array()?)))
    }

    pub fn read_i64(&mut self) -> Parsed<i64> {
        Ok(i64::from_le_bytes(self.take_array()?))
    }

    /// An index below `count`.
    pub fn read_index(&mut self, count: usize, reason: &'static str) -> Parsed<usize> {
        let offset = self.offset;
        let index = self.read_u16()?;
        if index < count { Ok(index) } else { Err(Malformed { offset, reason }) }
    }

    pub fn expect_end(&self) -> Parsed<()> {
        if self.offset == self.bytes.len() {
            return Ok(());
        }
        Err(Malformed { offset: self.offset, reason: "bytes after the last instruction" })
    }
}
