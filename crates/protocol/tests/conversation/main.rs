//! Conversations with an engine in this process: right ones, and breaches of every clause.

mod breaches;
mod coverage;
mod nim;
mod offers;
mod play;
mod server;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use twinboard_protocol::{ConnectError, Connected, Engine, EngineSettings, RemoteGame};
use twinboard_vocabulary::{ByFromStr, FromFn, GameFailure, from_fn};

use nim::{Heap, Nim};

type NimEngine = Engine<Nim, FromFn<Heap>>;
type NimGame = RemoteGame<Nim, FromFn<Heap>>;

fn engine(settings: EngineSettings) -> Result<NimEngine, ConnectError> {
    let connected = Connected::connect(settings)?;
    Engine::new(connected, "nim", &ByFromStr, Arc::new(from_fn(Heap::set_up)), &[])
}

fn failure<T>(body: impl FnOnce() -> T) -> Option<String> {
    let panic = panic::catch_unwind(AssertUnwindSafe(body)).err()?;
    let GameFailure { message, .. } =
        *panic.downcast().expect("a declared failure, and no other panic");
    Some(message)
}
