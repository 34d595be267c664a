//! Panics as values: a panic of a side is a finding like any other, and this is how it becomes one.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

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
/// The message of the panic and its place in the source: `message at file:line`.
pub fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                let message = info.payload_as_str().unwrap_or("a panic without a message");
                let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
                CAUGHT.set(Some(format!("{message}{}", place.unwrap_or_default())));
            } else {
                earlier(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    CATCHING.set(outer);
    result.map_err(|_| CAUGHT.take().unwrap_or_else(|| "a panic without a message".into()))
}

#[cfg(test)]
mod tests {
    use super::catch;

    #[test]
    fn a_caught_panic_has_message_and_place() {
        let caught = catch(|| panic!("number {}", 7)).unwrap_err();
        assert!(caught.starts_with("number 7 at "), "{caught}");
        assert!(caught.contains("guard.rs:"), "{caught}");
    }

    #[test]
    fn catch_can_be_nested() {
        let outer = catch(|| {
            assert!(catch(|| panic!("inner")).is_err());
            panic!("outer");
        });
        assert!(outer.unwrap_err().starts_with("outer"));
        assert_eq!(catch(|| 3), Ok(3));
    }
}
