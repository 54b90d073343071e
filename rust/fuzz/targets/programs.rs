#![no_main]

#[path = "../../rules/tests/cases/mod.rs"]
mod cases;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for (_, target) in cases::TARGETS {
        target(bytes);
    }
});
