//! The yardstick of the benchmarks: what a competent programmer writes without bitboards.
//!
//! A time in nanoseconds says little of an engine, because it changes with the machine. How many
//! times as fast as a plain program it is says more. So every rule set has a plain program here,
//! played beside engine and oracle, in the same process, on the same inputs.
//!
//! A yardstick is worth something only if it is honest. Nothing here is slow on purpose: each
//! program says what it does to save time, and what it does not do. Nothing is tuned beyond that
//! either. And it must be right, or its speed means nothing: tests play it in lockstep against the
//! oracle.
//!
//! It is no oracle: it goes for short and fast code, not for code that can be held against the
//! rules. The checks of the engine do without it.
//!
//! * [`samegame`]: [`samegame::SameGame`], and [`samegame::Lean`] with its allocations tuned away;
//! * [`linkpop`]: [`linkpop::LinkPop`], and [`linkpop::Lean`], which looks in a better order;
//! * [`paint`]: [`paint::Paint`], and [`paint::Lean`], which has masks of 64 bits for small boards.

pub mod linkpop;
pub mod paint;
pub mod samegame;
