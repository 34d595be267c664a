//! Waiting that is no hang: a game that waits for another process, for a good reason, says so to the
//! watchdog of its thread.
//!
//! ```
//! use std::cell::Cell;
//! use std::rc::Rc;
//! use twinboard_vocabulary::waiting;
//!
//! let signs = Rc::new(Cell::new(0));
//! let counted = Rc::clone(&signs);
//! waiting::watch(move || counted.set(counted.get() + 1));
//! waiting::keep_alive();
//! assert_eq!(signs.get(), 1);
//! ```

use std::cell::RefCell;

thread_local! {
    static WATCHDOG: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
}

/// Has `on_sign` called whenever a game on this thread reports that it waits.
pub fn watch(on_sign: impl Fn() + 'static) {
    WATCHDOG.set(Some(Box::new(on_sign)));
}

/// Reports that the game waits and has a limit of its own for that. To be called several times a
/// second; without a watchdog it does nothing.
pub fn keep_alive() {
    WATCHDOG.with_borrow(|watchdog| {
        if let Some(on_sign) = watchdog {
            on_sign();
        }
    });
}
