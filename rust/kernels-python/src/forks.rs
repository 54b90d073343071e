//! Forks of the process. Threads and the locks they hold do not survive in the child.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

static FORKS: AtomicU64 = AtomicU64::new(0);

/// The number of forks between the first process with this library and this one.
pub fn count_forks() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

#[pyfunction]
fn note_fork() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Asks the interpreter to call `note_fork` in every child.
pub fn watch_forks(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let Ok(register) = py.import("os")?.getattr("register_at_fork") else { return Ok(()) };
    let hooks = PyDict::new(py);
    hooks.set_item("after_in_child", wrap_pyfunction!(note_fork, module)?)?;
    register.call((), Some(&hooks))?;
    Ok(())
}

/// The threads of one process; none if the system refused them.
struct Pool {
    forks: u64,
    threads: Option<ThreadPool>,
}

static POOL: AtomicPtr<Pool> = AtomicPtr::new(null_mut());

/// Calls `work` with every item, on this thread and on others of this process, if there are any. An item should be worth
/// some microseconds.
///
/// A pool is never dropped: in a child, its threads are gone and cannot be joined.
pub fn share<T: Send>(items: impl DoubleEndedIterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    share_among(usize::MAX, items, work);
}

/// The same with a limit on the number of threads, this one included.
pub fn share_among<T: Send>(limit: usize, items: impl DoubleEndedIterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    if limit < 2 {
        return items.for_each(work);
    }
    let forks = count_forks();
    let mut current = POOL.load(Ordering::Acquire);
    // SAFETY: a pool that was ever stored lives forever.
    if current.is_null() || unsafe { (*current).forks } != forks {
        let fresh = Box::into_raw(Box::new(Pool { forks, threads: ThreadPoolBuilder::new().build().ok() }));
        current = match POOL.compare_exchange(current, fresh, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => fresh,
            Err(other) => {
                // SAFETY: another thread of this process was first; no other thread knows this pool.
                drop(unsafe { Box::from_raw(fresh) });
                other
            }
        };
    }
    let left = Mutex::new(items);
    // This thread takes the first item that is left, others take the last one: the same items at each call, so that they
    // find most of their memory in the caches of their core.
    let help = |is_here: bool| {
        // A panic of `work` leaves the iterator as it is.
        let next = || {
            let mut left = left.lock().unwrap_or_else(|broken| broken.into_inner());
            if is_here { left.next() } else { left.next_back() }
        };
        while let Some(item) = next() {
            work(item);
        }
    };
    // SAFETY: as above.
    match unsafe { &(*current).threads } {
        // This thread works as well: waking all others takes as long as some of the work.
        Some(threads) => threads.in_place_scope(|scope| {
            for _ in 1..threads.current_num_threads().min(limit) {
                scope.spawn(|_| help(false));
            }
            help(true);
        }),
        None => help(true),
    }
}
