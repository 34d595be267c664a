//! Many cases: campaigns, exhaustive play, and the pool of workers under a watchdog.

pub mod campaign;
pub mod exhaust;
pub mod inputs;
pub mod perft;
pub(crate) mod pool;
#[cfg(feature = "proptest")]
pub mod strategy;
pub mod subject;
pub mod watch;
