//! The rule sets, each with its engine and its oracle.

pub mod samegame;

use std::sync::Arc;

use harness::{Pairing, Subject};

/// Every rule set, ready to be checked. A new one is a new line here.
#[must_use]
pub fn all() -> Vec<Arc<dyn Subject>> {
    vec![Arc::new(Pairing::<_, engine::samegame::SameGame, oracle::SameGame>::new(
        samegame::SameGame,
    ))]
}
