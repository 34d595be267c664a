//! Peg solitaire on a row: a rule set of one's own, with its two sides, checked by Twinboard.
//!
//! The rules are in `RULES.md`, in the folder above. In the order in which one writes them:
//!
//! * [`words`] and [`text`]: what both sides speak, and how it is written down;
//! * [`oracle`] and [`engine`]: the two sides, which know nothing of each other;
//! * [`rules`]: what the harness has to know, with `cases`, `shrink` and `laws`.

mod cases;
pub mod engine;
mod laws;
pub mod oracle;
pub mod rules;
mod shrink;
pub mod text;
pub mod words;

use std::sync::Arc;

use harness::{Pairing, Subject};

/// The engine beside the oracle, ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    Arc::new(Pairing::new(rules::PegRules, engine::Bits::set_up, oracle::Naive::set_up))
}
