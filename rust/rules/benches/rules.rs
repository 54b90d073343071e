//! Rules without their inputs' cost: `cargo bench -p footfall-rules`. Each bench runs 1,000 rules.

use divan::Bencher;
use divan::counter::ItemsCount;
use footfall_rules::{Combine, Inputs, Program, Terms};
use std::hint::black_box;

const RULES: u64 = 1000;

fn main() {
    divan::main();
}

/// Four inputs that alternate, to defeat branch prediction.
struct Event([i64; 4]);

impl Inputs for Event {
    type Failure = ();

    fn read(&mut self, input: usize) -> Result<i64, ()> {
        Ok(self.0[input % 4])
    }

    fn roll(&mut self, low: i64, _: i64) -> Result<i64, ()> {
        Ok(low)
    }
}

fn assemble(constants: &[i64], inputs: u8, instructions: &[[u8; 8]]) -> Program {
    let mut bytes = b"FFR1".to_vec();
    for count in [1, constants.len(), usize::from(inputs), instructions.len()] {
        bytes.extend((count as u16).to_le_bytes());
    }
    bytes.extend([8, 0, 1, 0, b'x']);
    bytes.extend(constants.iter().flat_map(|constant| constant.to_le_bytes()));
    bytes.extend((0..inputs).flat_map(|_| [0, 0, 0, 0]));
    bytes.extend(instructions.iter().flatten());
    Program::read(&bytes).unwrap()
}

/// `first == 1 and second >= 3`
fn condition() -> Program {
    assemble(
        &[1, 3],
        2,
        &[
            [3, 0, 0, 0, 0, 0, 0, 0],
            [1, 1, 0, 0, 0, 0, 0, 0],
            [13, 2, 0, 1, 0, 0, 0, 0],
            [19, 0, 2, 0, 7, 0, 0, 0],
            [3, 0, 0, 0, 1, 0, 0, 0],
            [1, 1, 0, 0, 1, 0, 0, 0],
            [16, 2, 1, 0, 0, 0, 0, 0],
            [0, 0, 2, 0, 0, 0, 0, 0],
        ],
    )
}

/// `-1 - second // 2`
fn term() -> Program {
    assemble(
        &[-1, 2],
        2,
        &[
            [1, 0, 0, 0, 0, 0, 0, 0],
            [3, 1, 0, 0, 1, 0, 0, 0],
            [1, 2, 0, 0, 1, 0, 0, 0],
            [8, 1, 1, 2, 0, 0, 0, 0],
            [6, 0, 0, 1, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0],
        ],
    )
}

#[divan::bench]
fn conditions(bencher: Bencher) {
    let program = condition();
    bencher.counter(ItemsCount::new(RULES)).bench(|| {
        (0..RULES as i64).map(|turn| program.run(&mut Event([turn & 1, turn % 5, 0, 0])).unwrap()).sum::<i64>()
    });
}

#[divan::bench]
fn conditions_and_terms(bencher: Bencher) {
    let (condition, term) = (condition(), term());
    bencher.counter(ItemsCount::new(RULES)).bench(|| {
        let mut terms = Terms::new([100]);
        for turn in 0..RULES as i64 {
            let mut event = Event([turn & 1, turn % 5, 0, 0]);
            if condition.run(&mut event).unwrap() != 0 {
                terms.propose(0, Combine::Add, term.run(&mut event).unwrap());
            }
        }
        black_box(terms.combine())
    });
}

#[divan::bench]
fn reading_bytes(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1u64)).bench(condition);
}
