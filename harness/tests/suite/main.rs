//! What the harness promises, shown with a tiny game.
//!
//! One program, because each that plays the game takes seconds to compile. Campaigns take long to test,
//! and measuring needs the processor for itself: those are programs of their own.

mod changing;
mod exhaust;
mod laws;
mod lockstep;
mod move_policy;
mod perft;
mod report;
mod shares;
mod shrink;
#[cfg(feature = "proptest")]
mod strategy;
mod subject;
mod toy;
