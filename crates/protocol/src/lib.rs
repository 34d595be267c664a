//! Engines in other processes, in any language, as implementations of a rule set.
//!
//! An engine that speaks the engine protocol (`docs/engine-protocol.md`, clauses EP-1 to EP-39) on
//! its standard streams becomes an [`Implementation`](twinboard_vocabulary::Implementation):
//! [`Engine`]. From then on it is checked, shrunk and shown like an engine in Rust.
//!
//! ```text
//! Engine ── one Connection for each thread ── Channel ── process
//!   └ Game, by number                           (given by the caller, see `Connect`)
//! ```
//!
//! * A [`Channel`] carries bytes to and from one process. This crate starts no processes: the
//!   caller gives a function that does ([`Connect`]).
//! * A connection numbers requests, sends several at once, and matches answers with them. Its
//!   [`Breach`]es quote the clause, the conversation and standard error.
//! * A game asks in advance: together with a move it sends the questions that followed such a move
//!   last time, so that a step of one game costs one round trip (EP-7). Moves of several games that
//!   are announced ([`prefetch`](twinboard_vocabulary::Game::prefetch)) share it, and the engine
//!   plays them while the oracle does ([`flush`](twinboard_vocabulary::Game::flush)).
//!
//! The methods of [`Game`](twinboard_vocabulary::Game) cannot return an error, so a breach is a
//! panic with a [`GameFailure`](twinboard_vocabulary::GameFailure), which the harness reports like
//! any other fault of the engine.

mod ahead;
mod answers;
mod breach;
mod channel;
mod connect;
mod connection;
mod coverage;
mod engine;
mod game;
mod hello;
mod limit;
mod setups;
mod shared;
mod starved;
mod transcript;
mod words;

pub use breach::Breach;
pub use channel::{Channel, Connect, LastWords};
pub use connect::{ConnectError, Connected, EngineSettings};
pub use engine::Engine;
pub use game::RemoteGame;
pub use hello::Part;
pub use hello::{Hello, Offer, VERSION};
pub use limit::Limit;
pub use transcript::Transcript;
