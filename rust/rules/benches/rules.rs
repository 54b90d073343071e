//! Rules without their inputs' cost: `cargo bench -p footfall-rules`. Each bench runs 1,000 rules.

use divan::Bencher;
use divan::counter::ItemsCount;
use footfall_rules::{Combine, Host, Program, Terms};
use std::hint::black_box;

const RULES: u64 = 1000;

fn main() {
    divan::main();
}

/// Four inputs that alternate, to defeat branch prediction.
struct Event {
    inputs: [i64; 4],
    terms: Terms<1>,
}

impl Host for Event {
    type Failure = ();

    fn load(&mut self, input: usize) -> Result<i64, ()> {
        Ok(self.inputs[input % 4])
    }

    fn roll(&mut self, _: usize, low: i64, _: i64) -> Result<i64, ()> {
        Ok(low)
    }

    fn emit(&mut self, _: usize, value: i64) -> Result<(), ()> {
        self.terms.propose(0, Combine::Add, value).ok_or(())
    }
}

/// `when = "first == 1 and second >= 3"`, `add.term = "-1 - second // 2"`
fn assemble() -> Program {
    let mut bytes = b"FFR3".to_vec();
    for count in [1u16, 0, 2, 1, 0, 0, INSTRUCTIONS.len() as u16, 8] {
        bytes.extend(count.to_le_bytes());
    }
    bytes.extend([20, 0, 0, 0, 1, 0, b'x']);
    bytes.extend([0; 10]);
    bytes.extend([1, 0, 0, 0, 1, 0, 0, 0]);
    bytes.extend(INSTRUCTIONS.iter().flatten());
    Program::read(&bytes).unwrap()
}

const INSTRUCTIONS: [[u8; 8]; 16] = [
    [3, 1, 0, 0, 0, 0, 0, 0],
    [2, 2, 0, 0, 1, 0, 0, 0],
    [15, 0, 1, 2, 0, 0, 0, 0],
    [22, 0, 0, 0, 7, 0, 0, 0],
    [3, 1, 0, 0, 1, 0, 0, 0],
    [2, 2, 0, 0, 3, 0, 0, 0],
    [18, 0, 2, 1, 0, 0, 0, 0],
    [22, 0, 0, 0, 15, 0, 0, 0],
    [2, 0, 0, 0, 1, 0, 0, 0],
    [11, 0, 0, 0, 0, 0, 0, 0],
    [3, 1, 0, 0, 1, 0, 0, 0],
    [2, 2, 0, 0, 2, 0, 0, 0],
    [8, 1, 1, 2, 0, 0, 0, 0],
    [6, 0, 0, 1, 0, 0, 0, 0],
    [24, 0, 0, 0, 0, 0, 0, 0],
    [0; 8],
];

#[divan::bench]
fn rules(bencher: Bencher) {
    let program = assemble();
    bencher.counter(ItemsCount::new(RULES)).bench(|| {
        let mut event = Event { inputs: [0; 4], terms: Terms::new([100]) };
        for turn in 0..RULES as i64 {
            event.inputs = [turn & 1, turn % 5, 0, 0];
            program.run(&mut event).unwrap();
        }
        black_box(event.terms.combine())
    });
}

#[divan::bench]
fn reading_bytes(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1u64)).bench(assemble);
}
