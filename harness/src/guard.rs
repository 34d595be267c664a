//! Panics as values: a panic of a side is a finding like any other, and this is how it becomes one.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use board::GameFailure;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The message of a panic and its place in the source. The failure that a game declares has none.
fn describe(info: &PanicHookInfo<'_>) -> String {
    if let Some(GameFailure(message)) = info.payload().downcast_ref() {
        return message.clone();
    }
    let message = info.payload_as_str().unwrap_or("a panic without a message");
    let place = info.location().map(|at| format!("{PLACE}{}:{}", at.file(), at.line()));
    format!("{message}{}", place.unwrap_or_default())
}

/// Separates the message of a panic from its place in the source.
const PLACE: &str = " at ";

/// True if an error of [`catch`] was declared by a game ([`GameFailure`]), and is no panic in the
/// code of a side: it has no place in the source.
pub(crate) fn is_declared(error: &str) -> bool {
    let place = error.trim_end().rsplit_once(PLACE).and_then(|(_, place)| place.rsplit_once(':'));
    place.is_none_or(|(_, line)| line.parse::<u32>().is_err())
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
/// The message of the panic and its place in the source: `message at file:line`. The failure that a
/// game declares ([`GameFailure`]) has no place.
pub fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                CAUGHT.set(Some(describe(info)));
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
    use board::GameFailure;

    use super::{catch, is_declared};

    #[test]
    fn a_caught_panic_has_message_and_place() {
        let caught = catch(|| panic!("number {}", 7)).unwrap_err();
        assert!(caught.starts_with("number 7 at "), "{caught}");
        assert!(caught.contains("guard.rs:"), "{caught}");
    }

    #[test]
    fn a_declared_failure_has_no_place_and_a_panic_has() {
        let failure = || std::panic::panic_any(GameFailure("gone\n> 1 hello at 3:".into()));
        let message = catch(failure).unwrap_err();
        assert_eq!(message, "gone\n> 1 hello at 3:");
        assert!(is_declared(&message));
        assert!(!is_declared(&catch(|| panic!("gone")).unwrap_err()));
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
