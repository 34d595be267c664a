//! A stack of our own size for the work of the command.

use std::panic;
use std::thread;

use twinboard_harness::guard::no_thread;
use twinboard_vocabulary::SystemFailure;

/// Size of the stack in bytes, as large as for the searches of players. Pages that are never touched
/// take no memory.
const SIZE: usize = 64 << 20;

/// A thread with a large stack. Without a size of its own it would have that of the variable
/// `RUST_MIN_STACK`, which may be far too small.
pub(crate) fn thread() -> thread::Builder {
    thread::Builder::new().stack_size(SIZE)
}

/// Runs `work` on a thread with a large stack, whatever the user's limit (`ulimit -s`), which holds
/// for the main thread.
/// Errors: the system permits no further thread.
pub(crate) fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, SystemFailure> {
    // A panic names the thread.
    let started = thread().name("main".into()).spawn(work).map_err(|error| no_thread(&error))?;
    Ok(started.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::{SIZE, on_large_stack};

    /// Takes at least a KiB for each level.
    fn descend(levels: usize) -> usize {
        let mut room = std::hint::black_box([levels; 128]);
        if levels > 0 {
            room[levels % 128] = descend(levels - 1);
        }
        std::hint::black_box(room)[levels % 128] + 1
    }

    #[test]
    fn the_work_may_recurse_deeply_and_its_panics_go_on() {
        assert!(on_large_stack(|| descend(SIZE / 8 / 1024)).is_ok());
        let panicked = panic::catch_unwind(|| on_large_stack(|| panic!("gone")));
        assert_eq!(*panicked.unwrap_err().downcast::<&str>().unwrap(), "gone");
    }
}
