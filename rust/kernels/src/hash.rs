//! Content hash of an array: a header of kind, item size and shape, and a sum of scrambled words, keyed by index so
//! that parts can be hashed in any order.

use crate::random::{GOLDEN, mix, scramble};

/// Hash of kind (a NumPy kind character), item size, shape, and the data as little-endian bytes in C order.
pub fn hash_array(kind: u8, item_size: usize, shape: &[usize], data: &[u8]) -> u64 {
    let mut header = mix(u64::from(kind), item_size as u64);
    header = mix(header, shape.len() as u64);
    for &side in shape {
        header = mix(header, side as u64);
    }
    mix(header, hash_words(data))
}

fn hash_words(data: &[u8]) -> u64 {
    let mut total = 0u64;
    let mut key = 0u64;
    let mut add = |word: u64| {
        key = key.wrapping_add(GOLDEN);
        total = total.wrapping_add(scramble(word ^ scramble(key)));
    };
    let words = data.chunks_exact(8);
    let rest = words.remainder();
    for word in words {
        add(u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        add(u64::from_le_bytes(last));
    }
    total
}
