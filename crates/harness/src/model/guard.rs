//! Panics as values: a panic of a side is a finding like any other, and this is how it becomes one.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use twinboard_vocabulary::{GameFailure, SystemFailure};

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// The failure of a system that permits no further thread.
#[must_use]
pub fn no_thread(error: &io::Error) -> SystemFailure {
    SystemFailure(format!(
        "cannot start a thread: {error}; the limit on processes (ulimit -u) or on memory (ulimit -v) \
         may be reached"
    ))
}

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The message and its place in the source: `message at file:line`. The failure that a game
    /// declares has no place.
    pub message: String,
    /// The failure that a game declares, which is no panic in the code of a side.
    pub declared: Option<Box<GameFailure>>,
}

impl Panic {
    fn new(info: &PanicHookInfo<'_>) -> Self {
        if let Some(failure) = info.payload().downcast_ref::<GameFailure>() {
            let declared = Some(Box::new(failure.clone()));
            return Self { message: failure.message.clone(), declared };
        }
        let message = info.payload_as_str().unwrap_or(NO_MESSAGE);
        let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
        let message = format!("{message}{}", place.unwrap_or_default());
        Self { message, declared: None }
    }
}

const NO_MESSAGE: &str = "a panic without a message";

/// Runs `body` and turns a panic into an error, without printing it.
///
/// The first call installs a panic hook in front of the present one, which still handles all panics
/// outside of this function. A hook that ends the process, as libFuzzer's does, must be installed
/// earlier than that, or it would run first.
///
/// ```
/// use twinboard_harness::guard;
///
/// assert_eq!(guard::catch(|| 3), Ok(3));
/// let message = guard::catch(|| panic!("no stones left")).unwrap_err();
/// assert!(message.starts_with("no stones left at "), "{message}");
/// ```
///
/// # Errors
///
/// The message of the panic and its place in the source: `message at file:line`. The failure that a
/// game declares ([`GameFailure`]) has no place.
///
/// # Panics
///
/// With a [`SystemFailure`], which is no fault of the body and passes through.
pub fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    catch_panic(body).map_err(|panic| panic.message)
}

/// As [`catch`], but the error also has the failure that a game declared.
///
/// # Errors
///
/// The panic.
///
/// # Panics
///
/// With a [`SystemFailure`], which is no fault of the body and passes through.
pub fn catch_panic<T>(body: impl FnOnce() -> T) -> Result<T, Panic> {
    let outer = begin();
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    CATCHING.set(outer);
    result.map_err(caught)
}

// Apart from `catch_panic`, which is compiled for each body: a rule set has more than thirty.

/// Installs the hook if this is the first call, and makes it catch the panics of this thread.
/// Returns what it did before.
fn begin() -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                CAUGHT.set(Some(Panic::new(info)));
            } else {
                earlier(info);
            }
        }));
    });
    CATCHING.replace(true)
}

/// The panic that the hook has seen. A [`SystemFailure`] continues.
fn caught(payload: Box<dyn Any + Send>) -> Panic {
    let unknown = || Panic { message: NO_MESSAGE.into(), declared: None };
    let caught = CAUGHT.take().unwrap_or_else(unknown);
    if payload.is::<SystemFailure>() {
        panic::resume_unwind(payload);
    }
    caught
}

/// Locks a mutex, also after another thread has panicked with it: panics of sides are findings, and
/// the harness never leaves its data half changed.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::{GameFailure, SystemFailure};

    use super::{Panic, catch, catch_panic};

    #[test]
    fn a_caught_panic_has_message_and_place_and_a_declared_failure_has_none() {
        let caught = catch(|| panic!("number {}", 7)).unwrap_err();
        assert!(caught.starts_with("number 7 at "), "{caught}");
        assert!(caught.contains("guard.rs:"), "{caught}");
        let failure = GameFailure::new("gone at a.rs:3");
        let caught = catch_panic(|| std::panic::panic_any(failure.clone())).unwrap_err();
        assert_eq!(
            caught,
            Panic { message: "gone at a.rs:3".into(), declared: Some(failure.into()) }
        );
        assert_eq!(catch_panic(|| panic!("gone")).unwrap_err().declared, None);
    }

    #[test]
    fn what_the_system_lacks_is_no_fault_of_the_body() {
        let failure = || std::panic::resume_unwind(Box::new(SystemFailure("no memory".into())));
        let nested = || catch(|| catch(failure));
        let passed = std::panic::catch_unwind(nested).unwrap_err();
        assert_eq!(*passed.downcast::<SystemFailure>().unwrap(), SystemFailure("no memory".into()));
        // The next panic is caught as ever.
        assert!(catch(|| panic!("gone")).unwrap_err().starts_with("gone at "));
    }
}
