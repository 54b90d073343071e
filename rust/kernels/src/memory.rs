//! Allocation that can fail: a map of the maximum size needs gigabytes, and a failed `Vec` allocation ends the process.

/// Memory for a kernel could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl From<std::collections::TryReserveError> for OutOfMemory {
    fn from(_: std::collections::TryReserveError) -> Self {
        OutOfMemory
    }
}

pub type Allocated<T> = Result<T, OutOfMemory>;

/// Amounts below are not tested.
const SMALL: usize = 1 << 20;

/// Fails unless `count` items of `bytes` bytes can be allocated now.
pub fn room(count: usize, bytes: usize) -> Allocated<()> {
    let needed = count.saturating_mul(bytes);
    if needed >= SMALL {
        Vec::<u8>::new().try_reserve_exact(needed)?;
    }
    Ok(())
}

/// `count` copies of a value.
pub fn filled<T: Clone>(value: T, count: usize) -> Allocated<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(count)?;
    items.resize(count, value);
    Ok(items)
}

/// Appends an item.
#[inline(always)]
pub fn push<T>(items: &mut Vec<T>, item: T) -> Allocated<()> {
    let count = items.len();
    if count == items.capacity() {
        grow(items)?;
    }
    // SAFETY: there is room for one more. `Vec::push` would test that again.
    unsafe {
        items.as_mut_ptr().add(count).write(item);
        items.set_len(count + 1);
    }
    Ok(())
}

/// Appends an item where `yes`, at the same cost where not.
#[inline(always)]
pub fn push_if<T: Copy>(yes: bool, items: &mut Vec<T>, item: T) -> Allocated<()> {
    let count = items.len();
    if count == items.capacity() {
        grow(items)?;
    }
    // SAFETY: there is room for one more.
    unsafe {
        items.as_mut_ptr().add(count).write(item);
        items.set_len(count + usize::from(yes));
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>) -> Allocated<()> {
    Ok(items.try_reserve(1)?)
}

/// Extends a list to at least `count` items.
pub fn extend_to<T: Clone>(items: &mut Vec<T>, count: usize, value: T) -> Allocated<()> {
    if let Some(more) = count.checked_sub(items.len()) {
        items.try_reserve_exact(more)?;
        items.resize(count, value);
    }
    Ok(())
}
