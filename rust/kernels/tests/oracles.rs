//! Every kernel against a naive oracle, on cases built from random bytes; proptest shrinks failures.
//! `PROPTEST_CASES=100000 cargo test --release -p footfall-kernels` runs longer; `rust/fuzz` runs the same cases under
//! libFuzzer.

mod cases;

use footfall_kernels::random::{mix, philox};
use proptest::test_runner::{Config, FileFailurePersistence, TestError, TestRunner};

#[test]
fn every_kernel_is_what_it_should_be() {
    let persistence = Some(Box::new(FileFailurePersistence::Off) as _);
    let config = Config { failure_persistence: persistence, ..Config::default() };
    // Under Miri, a single case of some kernels takes seconds.
    let config = Config { cases: if cfg!(miri) { 4 } else { config.cases }, ..config };
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 0..96);
    std::thread::scope(|scope| {
        for (name, _) in cases::TARGETS {
            let (config, bytes) = (config.clone(), &bytes);
            scope.spawn(move || {
                let outcome = TestRunner::new(config).run(bytes, |bytes| {
                    cases::run(name, &bytes);
                    Ok(())
                });
                if let Err(TestError::Fail(why, bytes)) = outcome {
                    panic!("{name}: {why}\nbytes: {bytes:?}");
                }
            });
        }
    });
}

#[test]
fn known_words() {
    let first = [0x1655_4D9E_CA36_314C, 0xDB20_FE9D_672D_0FDC, 0xD7E7_72CE_E186_176B, 0x7E68_B68A_EC7B_A23B];
    assert_eq!(philox([0, 0], [0, 0, 0, 0]), first);
    assert_eq!(mix(0, 0), 5_197_578_548_964_807_871);
}
