#![no_main]

#[path = "../../kernels/tests/cases/mod.rs"]
mod cases;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cases::run("sound", bytes));
