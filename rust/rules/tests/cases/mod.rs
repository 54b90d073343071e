//! Test cases built from bytes. The same functions run under proptest (`tests/programs.rs`) and libFuzzer (`rust/fuzz`).

use footfall_rules::{Combine, Foreseer, Host, Malformed, Odds, Program, Proposed, Terms};

/// A host that counts what a program asks.
pub struct Counted {
    pub values: Vec<i64>,
    pub outputs: Vec<(usize, i64)>,
    pub asked: usize,
}

impl Counted {
    pub fn new(values: &[i64]) -> Self {
        Self { values: values.to_vec(), outputs: Vec::new(), asked: 0 }
    }
}

impl Host for Counted {
    type Failure = ();

    fn load(&mut self, input: usize) -> Result<i64, ()> {
        self.asked += 1;
        self.values.get(input % self.values.len().max(1)).copied().ok_or(())
    }

    fn roll(&mut self, _: usize, low: i64, high: i64) -> Result<i64, ()> {
        assert!((-1_000_000_000..high).contains(&low) && high <= 1_000_000_000);
        self.asked += 1;
        Ok(high)
    }

    fn emit(&mut self, output: usize, value: i64) -> Result<(), ()> {
        self.asked += 1;
        self.outputs.push((output, value));
        Ok(())
    }
}

/// The bytes of a program with one text, one output of kind `deed` and `inputs` fields.
pub fn assemble(constants: &[i64], inputs: u8, registers: u8, instructions: &[[u8; 8]]) -> Vec<u8> {
    let mut bytes = b"FFR3".to_vec();
    for count in [1, constants.len(), usize::from(inputs), 1, 0, 0, instructions.len(), usize::from(registers)] {
        bytes.extend((count as u16).to_le_bytes());
    }
    bytes.extend([9, 0, 0, 0, 1, 0, b'x']);
    bytes.extend(constants.iter().flat_map(|constant| constant.to_le_bytes()));
    for _ in 0..inputs {
        bytes.extend([0; 5]);
    }
    bytes.extend([4, 0, 0, 0, 1, 0, 0, 0]);
    bytes.extend(instructions.iter().flatten());
    bytes
}

/// Any bytes are a program or an error within them; a program ends within its instructions.
pub fn raw(bytes: &[u8]) {
    match Program::read(bytes) {
        Ok(program) => run(&program),
        Err(Malformed { offset, .. }) => assert!(offset <= bytes.len()),
    }
}

/// The same for bytes that look like a program.
pub fn built(bytes: &[u8]) {
    let Some((&head, rest)) = bytes.split_first() else { return };
    let (numbers, rest) = rest.split_at(rest.len().min(16));
    let constants: Vec<i64> = numbers.chunks_exact(8).map(|n| i64::from_le_bytes(n.try_into().unwrap())).collect();
    let count = rest.len() / 4 + 1;
    let mut instructions = Vec::new();
    for (at, chunk) in rest.chunks_exact(4).enumerate() {
        let target = at + 1 + usize::from(chunk[3]) % 4;
        let op = chunk[0] % 26;
        let value = match op {
            21..=23 => target.min(count),
            20 | 24 | 25 => 0,
            _ => usize::from(chunk[3] % 3),
        };
        let [to, a, b] = [chunk[1] % 8, chunk[1] / 8 % 8, chunk[2] % 8];
        instructions.push([op, to, a, b, value as u8, (value >> 8) as u8, 0, 0]);
    }
    instructions.push([24, 0, head % 8, 0, 0, 0, 0, 0]);
    instructions.push([0; 8]);
    raw(&assemble(&constants, 2, 8, &instructions));
}

fn run(program: &Program) {
    let host = || Counted::new(&[i64::MIN, -1, 0, 3, i64::MAX]);
    let (mut first, mut second) = (host(), host());
    assert_eq!(program.run(&mut first), program.run(&mut second));
    assert_eq!(first.outputs, second.outputs);
    assert!(first.asked as u64 <= program.longest);
    for known in [0, 1, 2] {
        let value = |input: usize| first.values[input % first.values.len()];
        let start = program.begin(|input| (input < known).then(|| value(input)), |input| input != 1);
        let start = start.filter(|start| start.tests.iter().all(|test| test.holds(value(test.input))));
        let mut rest = host();
        assert!(start.is_none_or(|start| program.run_from(&start, &mut rest).is_ok()));
        assert_eq!(rest.outputs, first.outputs);
    }
    for spread in [0, 2, i64::MAX] {
        let around = |value: i64| (value.saturating_sub(spread), value.saturating_add(spread));
        let Some(bounds) = program.bounds(|input| around(first.values[input % first.values.len()])) else { continue };
        let is_within =
            |(output, value): &(usize, i64)| bounds[*output].is_some_and(|(low, high)| (low..=high).contains(value));
        assert!(first.outputs.iter().all(is_within), "{:?} in {bounds:?}", first.outputs);
    }
    if let Some(odds) = Odds::new(program.clone(), &[])
        && let Ok(outcomes) = odds.count(&mut first)
    {
        assert_eq!(outcomes.len(), 1);
        assert_eq!(outcomes[0].1.over, outcomes[0].1.under);
    }
}

impl Foreseer for Counted {
    type Failure = ();

    fn load(&mut self, input: usize) -> i64 {
        self.values[input % self.values.len()]
    }

    fn foresee(&mut self, _: usize, _: &[i64]) -> Result<Proposed, ()> {
        Err(())
    }
}

/// Terms are combined as exact fractions, or refused.
pub fn terms(bytes: &[u8]) {
    let mut terms = Terms::new([100]);
    for chunk in bytes.chunks_exact(5) {
        let value = i64::from(i32::from_le_bytes(chunk[1..].try_into().unwrap())) % 1_000_000_001;
        let combine = match chunk[0] % 4 {
            0 => Combine::Set,
            1 => Combine::Add,
            2 => Combine::Multiply(1),
            _ => Combine::Multiply(1000),
        };
        if terms.propose(0, combine, value).is_none() {
            return;
        }
    }
    if let Some([value]) = terms.combine() {
        assert!((-1_000_000_000..=1_000_000_000).contains(&value));
    }
}

/// A case by name.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 3] = [("raw", raw), ("built", built), ("terms", terms)];
