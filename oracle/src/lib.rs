//! The oracle: naive implementations of all rule sets, plain enough to be compared with the rules
//! line by line.
//!
//! Each rule set has a single file. Its functions are in the order of the clauses of RULES.md, and
//! each names the clause that it implements:
//!
//! * [`samegame`]: clauses SG-1 to SG-13;
//! * [`linkpop`]: clauses LP-1 to LP-22, and the robot's step of LP-30;
//! * [`paint`]: clauses PT-1 to PT-22, and the game-theoretic value of a position.
//!
//! The harness plays the same moves on oracle and engine and stops where the two differ. That finds
//! a fault only if the two do not make the same mistake, so the oracle is kept independent:
//!
//! * It depends only on `twinboard_vocabulary`. A comparison cannot check code that both sides
//!   share.
//! * No shifts, bit masks or precomputed tables: they would need proofs of their own, and could be
//!   wrong here in the same way as in the engine. A search may mark cells of its position.
//! * No `unsafe`, no randomness except what the caller passes, no state between games: the same
//!   moves from the same set-up give the same answers, and an index out of range panics instead of
//!   reading another cell.
//! * No shortcuts. A rule about the grid examines the whole grid, even where only a few cells can
//!   have changed.
//! * No recursion: the largest board must not overflow the stack.
//!
//! The price is speed: a few times the time of a plain engine written with care. The limit is
//! fifteen times, because a fuzzer runs the oracle as often as the engine. So nothing here is slow
//! on purpose.

pub mod linkpop;
pub mod paint;
pub mod samegame;

pub use linkpop::LinkPop;
pub use paint::Paint;
pub use samegame::SameGame;
