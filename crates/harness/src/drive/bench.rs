//! Benchmarks that compare implementations, for any rule set.
//!
//! A [`Workload`] is one task and the [`Contender`]s that do it. Times in nanoseconds depend on the
//! machine and its load; ratios carry over. All contenders therefore run in one process on the same
//! inputs and take turns of some milliseconds in a rotating order, so that a slow phase of the
//! machine slows all of them. Each round gives one ratio; the median and the quartiles of the
//! ratios are reported.
//!
//! The clock is the processor time of the thread where the system provides it (see [`clock`]).
//! Making the inputs is not timed.

pub mod clock;
pub mod horizon;
mod result;
mod run;
mod suite;
mod workload;

pub use result::{Line, Mean, Measured, Over, Spread};
pub use run::{BenchPlan, run};
pub use suite::{Note, Suite, random_games};
pub use workload::{Contender, Done, Role, Work, Workload};
