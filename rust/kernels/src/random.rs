//! Counter-based random words.
//!
//! Philox4x64-10: J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.

const MULTIPLIERS: [u64; 2] = [0xD2E7_470E_E14C_6C93, 0xCA5A_8263_9512_1157];
const WEYL: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];
/// 2^64 divided by the golden ratio, odd.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn multiply(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    ((product >> 64) as u64, product as u64)
}

/// The Philox4x64-10 block of a key and a counter.
#[inline]
pub fn philox(mut key: [u64; 2], mut counter: [u64; 4]) -> [u64; 4] {
    for _ in 0..10 {
        let (left_high, left_low) = multiply(counter[0], MULTIPLIERS[0]);
        let (right_high, right_low) = multiply(counter[2], MULTIPLIERS[1]);
        counter = [right_high ^ counter[1] ^ key[0], right_low, left_high ^ counter[3] ^ key[1], left_low];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    counter
}

/// A uniform integer in 0..n (n >= 1) from the words of successive blocks, by D. Lemire's multiply-and-reject
/// ("Fast random integer generation in an interval", ACM TOMACS 2019).
#[inline]
pub fn draw(key: [u64; 2], counter: [u64; 2], n: u64) -> u64 {
    for block in 0.. {
        for word in philox(key, [counter[0], counter[1], block, 0]) {
            let (high, low) = multiply(word, n);
            // low >= n implies low >= 2^64 mod n: the division is rarely needed.
            if low >= n || low >= n.wrapping_neg() % n {
                return high;
            }
        }
    }
    unreachable!("2^66 words in a row were rejected")
}

/// Stafford's variant 13 of the MurmurHash3 finalizer, as in SplitMix64.
#[inline]
pub fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Mixes two words into one; a bijection in each for a fixed other.
#[inline]
pub fn mix(a: u64, b: u64) -> u64 {
    scramble(scramble(a.wrapping_add(GOLDEN)) ^ b)
}
