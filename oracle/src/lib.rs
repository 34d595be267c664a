//! The oracle: every rule set played a second time, so plainly that the code can be held against
//! the rules line by line.
//!
//! One file a rule set, its functions in the order of the clauses of RULES.md, each naming the
//! clause it carries out:
//!
//! * [`samegame`]: clauses SG-1 to SG-13;
//! * [`linkpop`]: clauses LP-1 to LP-22, and the robot's step of LP-30;
//! * [`paint`]: clauses PT-1 to PT-22, and what a position is worth.
//!
//! The harness plays the same moves here and on the engine and stops where the two differ. That
//! finds a fault only if the two do not make the same mistake, so the oracle is kept apart:
//!
//! * It depends on `board` alone. Whatever it shared with the engine, comparing them could not
//!   check.
//! * No shifts, no bit masks, no tables worked out in advance: whoever needed them here would have
//!   to prove them right first, and they may go wrong here as they do there.
//! * No `unsafe`, no chance but what a caller hands in, no state between games: the same moves from
//!   the same set-up give the same answers, and an index out of place panics instead of reading
//!   something else.
//! * No short cuts. A rule that speaks of the grid looks at the whole grid, also where only a few
//!   cells can have changed.
//! * No recursion: the largest board must not overflow the stack.
//!
//! The price is speed, a few times that of a plain engine written with care. It may not be more
//! than fifteen times, because a fuzzer plays the oracle as often as the engine: nothing here is
//! slow on purpose.

pub mod linkpop;
pub mod paint;
pub mod samegame;

pub use linkpop::LinkPop;
pub use paint::Paint;
pub use samegame::SameGame;
