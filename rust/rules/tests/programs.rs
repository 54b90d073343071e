//! Programs from random bytes, arithmetic at its limits, and errors with their places.

mod cases;

use cases::{Counted, assemble};
use footfall_rules::{Combine, Program, Terms};
use proptest::test_runner::{Config, FileFailurePersistence, TestError, TestRunner};

const EMIT: [u8; 8] = [24, 0, 2, 0, 0, 0, 0, 0];
const END: [u8; 8] = [0; 8];

#[test]
fn any_bytes_are_a_program_or_an_error() {
    let persistence = Some(Box::new(FileFailurePersistence::Off) as _);
    let config = Config { failure_persistence: persistence, ..Config::default() };
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 0..160);
    for (name, target) in cases::TARGETS {
        let outcome = TestRunner::new(config.clone()).run(&bytes, |bytes| {
            target(&bytes);
            Ok(())
        });
        if let Err(TestError::Fail(why, bytes)) = outcome {
            panic!("{name}: {why}\nbytes: {bytes:?}");
        }
    }
}

#[test]
fn changed_bytes_are_a_program_or_an_error() {
    let whole = assemble(
        &[7, -3],
        2,
        3,
        &[[1, 0, 0, 0, 0, 0, 0, 0], [3, 1, 0, 0, 1, 0, 0, 0], [5, 2, 0, 1, 0, 0, 0, 0], EMIT, END],
    );
    assert!(Program::read(&whole).is_ok());
    for at in 0..whole.len() {
        assert!(Program::read(&whole[..at]).is_err(), "cut at {at}");
        for byte in 0..=255 {
            let mut changed = whole.clone();
            changed[at] = byte;
            cases::raw(&changed);
        }
    }
}

/// Runs `a op b`.
fn compute(op: u8, a: i64, b: i64) -> i64 {
    let bytes = assemble(
        &[a, b],
        0,
        3,
        &[[1, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 1, 0, 0, 0], [op, 2, 0, 1, 0, 0, 0, 0], EMIT, END],
    );
    let mut host = Counted::new(&[]);
    Program::read(&bytes).unwrap().run(&mut host).unwrap();
    host.outputs[0].1
}

#[test]
fn arithmetic_saturates_and_rounds_down() {
    let samples = [i64::MIN, i64::MIN + 1, -1_000_000_007, -7, -2, -1, 0, 1, 2, 3, 7, 1 << 31, i64::MAX - 1, i64::MAX];
    let clamp = |exact: i128| exact.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    for a in samples {
        for b in samples {
            let (wide_a, wide_b) = (i128::from(a), i128::from(b));
            assert_eq!(compute(5, a, b), clamp(wide_a + wide_b), "{a} + {b}");
            assert_eq!(compute(6, a, b), clamp(wide_a - wide_b), "{a} - {b}");
            assert_eq!(compute(7, a, b), clamp(wide_a * wide_b), "{a} * {b}");
            let remainder = if b == 0 { 0 } else { ((wide_a % wide_b) + wide_b) % wide_b };
            let quotient = if b == 0 { 0 } else { (wide_a - remainder) / wide_b };
            assert_eq!(compute(8, a, b), clamp(quotient), "{a} // {b}");
            assert_eq!(compute(9, a, b), clamp(remainder), "{a} % {b}");
            assert_eq!(compute(10, a, b), clamp((wide_a * wide_b).div_euclid(1000)), "{a} *. {b}");
            assert_eq!(compute(11, a, b), clamp(-wide_a), "-{a}");
            assert_eq!(compute(12, a, b), clamp(wide_a.abs()), "|{a}|");
        }
    }
}

#[test]
fn bounds_hold_for_all_operands() {
    let ranges = || (-3i64..=3).flat_map(|low| (low..=3).map(move |high| (low, high)));
    for op in 5..=19 {
        let load = |to: u8| [3, to, 0, 0, to, 0, 0, 0];
        let bytes = assemble(&[], 2, 3, &[load(0), load(1), [op, 2, 0, 1, 0, 0, 0, 0], EMIT, END]);
        let program = Program::read(&bytes).unwrap();
        let compute = |a, b| {
            let mut host = Counted::new(&[a, b]);
            program.run(&mut host).unwrap();
            host.outputs[0].1
        };
        for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
            let (low, high) = program.bounds(|input| [a, b][input]).unwrap()[0].unwrap();
            let mut operands = (a.0..=a.1).flat_map(|a| (b.0..=b.1).map(move |b| (a, b)));
            assert!(operands.all(|(a, b)| (low..=high).contains(&compute(a, b))), "{op}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_jump_to_a_jump_goes_on_if_both_ask_the_same_register() {
    let count_outputs = |asked: u8| {
        let second = [22, 0, asked, 0, 6, 0, 0, 0];
        let bytes = assemble(
            &[1, 0],
            0,
            3,
            &[[1, 1, 0, 0, 0, 0, 0, 0], [1, 2, 0, 0, 1, 0, 0, 0], [22, 0, 2, 0, 4, 0, 0, 0], END, second, EMIT, END],
        );
        let mut host = Counted::new(&[]);
        Program::read(&bytes).unwrap().run(&mut host).unwrap();
        host.outputs.len()
    };
    assert_eq!((count_outputs(1), count_outputs(2)), (1, 0));
}

#[test]
fn the_first_comparisons_of_a_run_are_listed() {
    let [load, set] = [|input| [3, 0, 0, 0, input, 0, 0, 0], |value| [2, 1, 0, 0, value, 0, 0, 0]];
    let [equal, less, not] = [[15, 2, 0, 1, 0, 0, 0, 0], [17, 2, 1, 0, 0, 0, 0, 0], [19, 2, 0, 0, 0, 0, 0, 0]];
    let [jump_unless, jump_if] = [|to| [22, 0, 2, 0, to, 0, 0, 0], |to| [23, 0, 2, 0, to, 0, 0, 0]];
    // input0 in (4, 6) and input1 > 2 and not input2
    let choice = [load(0), set(4), equal, jump_if(7), set(6), equal, jump_if(7), jump_unless(14)];
    let rest = [load(1), set(2), less, jump_unless(14), load(2), not, jump_unless(16), EMIT, END];
    let program = Program::read(&assemble(&[], 3, 3, &[&choice[..], &rest[..]].concat())).unwrap();
    let list = |known: Option<i64>| {
        let start = program.begin(|input| known.filter(|_| input == 0), |_| true)?;
        Some(start.tests.iter().map(|test| (test.input, [0, 1, 2, 3].map(|n| test.holds(n)))).collect::<Vec<_>>())
    };
    let tests = Some(vec![(1, [false, false, false, true]), (2, [true, false, false, false])]);
    assert_eq!([list(None), list(Some(4)), list(Some(5))], [tests.clone(), tests, None]);
}

#[test]
fn errors_name_the_byte() {
    let name_place = |bytes: &[u8]| Program::read(bytes).unwrap_err().to_string();
    assert_eq!(name_place(b"FFR9"), "byte 0: this is no program of a rule, or one of another version");
    assert_eq!(name_place(b"FFR3\0"), "byte 5: the bytes end too soon");
    let start = assemble(&[], 0, 3, &[]).len();
    let name_second = |second: [u8; 8]| name_place(&assemble(&[], 0, 3, &[END, second, END]));
    assert_eq!(name_second([21, 0, 0, 0, 1, 0, 0, 0]), format!("byte {}: a jump leads back", start + 8));
    assert_eq!(name_second([4, 3, 0, 0, 0, 0, 0, 0]), format!("byte {}: there is no such register", start + 8));
    assert_eq!(name_second([99, 0, 0, 0, 0, 0, 0, 0]), format!("byte {}: there is no such instruction", start + 8));
    let open = assemble(&[], 0, 3, &[EMIT]);
    assert_eq!(name_place(&open), format!("byte {}: the last instruction does not end the program", open.len()));
}

#[test]
fn terms_combine_in_the_order_of_their_kinds() {
    let combine = |proposals: &[(Combine, i64)]| {
        let mut terms = Terms::new([5]);
        for &(combine, value) in proposals {
            terms.propose(0, combine, value)?;
        }
        terms.combine().map(|[value]| value)
    };
    let half = Combine::Multiply(1000);
    assert_eq!(combine(&[]), Some(5));
    assert_eq!(combine(&[(half, 1500)]), Some(8)); // 7.5, half up
    assert_eq!(combine(&[(Combine::Set, -5), (half, 1500)]), Some(-7)); // -7.5, half up
    assert_eq!(combine(&[(half, 2000), (Combine::Add, 1), (Combine::Set, 2), (Combine::Set, 3)]), Some(8));
    assert_eq!(combine(&[(Combine::Add, 1_000_000_000)]), Some(1_000_000_000));
    assert_eq!(combine(&[(Combine::Multiply(-2), 3)]), Some(-7)); // -7.5, half up
    assert_eq!(combine(&[(Combine::Multiply(1), 1_000_000_000); 5]), None);
}
