//! Hashes and random words.

use super::map::Choices;
use footfall_kernels::hash::hash_array;
use footfall_kernels::queue::{Entry, Queue};
use footfall_kernels::random::{GOLDEN, draw, mix, philox, scramble};

pub fn words(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let (key, counter) = ([choices.word(), choices.word()], [choices.word(), choices.word()]);
    let n = choices.word().max(1);
    // The first word of the stream whose product with n is not in the range that would bias the result.
    let refused = ((1u128 << 64) % u128::from(n)) as u64;
    let stream = (0..).flat_map(|block| philox(key, [counter[0], counter[1], block, 0]));
    let product = stream.map(|word| u128::from(word) * u128::from(n)).find(|&product| product as u64 >= refused);
    assert_eq!(product.map(|product| (product >> 64) as u64), Some(draw(key, counter, n)));
    assert!(draw(key, counter, n) < n);
    assert_eq!(mix(key[0], key[1]), scramble(scramble(key[0].wrapping_add(GOLDEN)) ^ key[1]));
    let data: Vec<u8> = (0..choices.number(1, 40)).map(|_| choices.number(0, 255) as u8).collect();
    let mut other = data.clone();
    other[choices.number(0, data.len() as i64 - 1) as usize] ^= 1 << choices.number(0, 7);
    let hash = |data: &[u8]| hash_array(b'u', 1, &[data.len()], data);
    assert_ne!(hash(&data), hash(&other));
    assert_ne!(hash(&data), hash_array(b'i', 1, &[data.len()], &data));
    assert_ne!(hash(&data), hash_array(b'u', 1, &[1, data.len()], &data));
    queue(choices);
}

/// Keys are popped in order, up to the width of a bucket.
fn queue(choices: &mut Choices) {
    let (span, width) = (choices.of(&[0, 1, 9, 300, 1 << 20]), choices.of(&[1, 2, 5, 64]));
    let mut queue = Queue::default();
    queue.reset(span, width);
    let (mut inside, mut floor) = (Vec::new(), 0);
    for _ in 0..choices.number(0, 60) {
        if choices.flag() || inside.is_empty() {
            let key = floor + choices.number(0, i64::from(span)) as u32;
            queue.push(key, Entry { cell: 0, distance: key }).unwrap();
            inside.push(key);
        } else {
            let (bound, Entry { distance: key, .. }) = queue.pop().expect("something is inside");
            let least = *inside.iter().min().expect("something is inside");
            assert!(bound <= key && key < least + width, "{key} of {inside:?}");
            inside.swap_remove(inside.iter().position(|&other| other == key).expect("it is inside"));
            floor = least;
        }
    }
    inside.sort_unstable();
    let mut rest: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, entry)| entry.distance).collect();
    rest.sort_unstable();
    assert_eq!(rest, inside);
}
