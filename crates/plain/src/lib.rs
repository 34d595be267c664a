//! The baseline of the benchmarks: what a competent programmer writes without bitboards.
//!
//! Absolute times say little about an engine, because they depend on the machine; its speedup over
//! a plain program says more. So every rule set has a plain program here, measured against engine
//! and oracle in the same process on the same inputs.
//!
//! A baseline is worth something only if it is honest. Nothing here is slow on purpose: each module
//! lists the optimisations it has and those it omits, and nothing is tuned beyond that list. The
//! programs must also be correct, or their speed means nothing: tests play them in lockstep against
//! the oracle.
//!
//! These programs are no oracles: they are written for short and fast code, not for comparison with
//! the rules. The checks of the engines do not use them.
//!
//! * [`samegame`]: [`samegame::SameGame`], and [`samegame::Lean`] without its allocations;
//! * [`linkpop`]: [`linkpop::LinkPop`], and [`linkpop::Lean`] with a better search order;
//! * [`paint`]: [`paint::Paint`], and [`paint::Lean`] with masks of 64 bits for small boards.

pub mod linkpop;
pub mod paint;
pub mod samegame;
