//! Names the mod whose call into C holds the interpreter, and ends the program: no Python code can run then.
//!
//! The interpreter's fault timer writes the stack to a pipe, without the interpreter's lock; a thread here reads it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Read, Write};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

static BEATS: AtomicU64 = AtomicU64::new(0);
static OWNERS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Says that the interpreter is free: Python code runs.
#[pyfunction]
pub fn beat() {
    BEATS.fetch_add(1, Ordering::Relaxed);
}

/// Tells which mod a source file belongs to, by its name as the interpreter prints it.
#[pyfunction]
pub fn name_file(file: String, owner: String) {
    if let Ok(mut owners) = OWNERS.lock() {
        owners.insert(file, owner);
    }
}

/// Starts the thread; returns the descriptor to write stacks to.
///
/// `grace`: seconds without a beat after a stack. A program that was stopped (Ctrl-Z) beats again.
#[cfg(unix)]
#[pyfunction]
pub fn watch_stacks(grace: f64) -> PyResult<i32> {
    use std::os::fd::IntoRawFd;
    let grace = Duration::try_from_secs_f64(grace).map_err(|error| PyValueError::new_err(format!("grace: {error}")))?;
    let (reader, writer) = UnixStream::pair()?;
    std::thread::Builder::new().name("stack watch".into()).spawn(move || read_stacks(reader, grace))?;
    Ok(writer.into_raw_fd())
}

#[cfg(unix)]
fn read_stacks(mut reader: UnixStream, grace: Duration) {
    let mut chunk = [0; 1 << 16];
    while let Ok(length @ 1..) = reader.read(&mut chunk) {
        let mut stack = chunk[..length].to_vec();
        let beats = BEATS.load(Ordering::Relaxed);
        std::thread::sleep(grace);
        if BEATS.load(Ordering::Relaxed) != beats {
            continue;
        }
        // The interpreter writes a stack in pieces; the rest has arrived by now.
        let _ = reader.set_read_timeout(Some(Duration::from_millis(50)));
        while let Ok(length @ 1..) = reader.read(&mut chunk) {
            stack.extend_from_slice(&chunk[..length]);
        }
        let _ = reader.set_read_timeout(None);
        if let Some(place) = find_place(&String::from_utf8_lossy(&stack)) {
            end_program(&place);
        }
    }
}

/// The innermost line of a mod in a stack: `you.mod hangs at FILE:LINE (in FUNCTION)`.
#[cfg(unix)]
fn find_place(stack: &str) -> Option<String> {
    let owners = OWNERS.lock().ok()?;
    stack.lines().find_map(|line| {
        let (file, rest) = line.trim().strip_prefix("File \"")?.rsplit_once("\", line ")?;
        let (number, function) = rest.split_once(" in ").unwrap_or((rest, "?"));
        let owner = owners.get(file)?;
        Some(format!("{owner} hangs at {file}:{number} (in {function})"))
    })
}

#[cfg(unix)]
fn end_program(place: &str) {
    if std::io::stdout().is_terminal() {
        let _ = std::io::stdout().write_all(b"\x1b[?1049l\x1b[?25h\x1b[0m\r\n");
        let _ = std::process::Command::new("stty").arg("sane").status();
    }
    let _ = writeln!(
        std::io::stderr(),
        "footfall: {place}, in a call that cannot be interrupted; the program ends. The commands so far are recorded"
    );
    std::process::exit(1);
}
