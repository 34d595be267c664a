//! Solver for positions of the board game Paint: proved values, best moves, and heuristic moves
//! where nothing can be proved in time.
//!
//! ```
//! use twinboard_vocabulary::paint::{Board, Square};
//! use twinboard_solver::{Budget, Solver, Value};
//!
//! let board = Board::from_fn(2, |cell| match (cell.row, cell.column) {
//!     (0, 0) => Square::Number(1),
//!     (1, 1) => Square::Number(1),
//!     _ => Square::Empty,
//! });
//! // Two moves, and then no number is left: a draw.
//! assert_eq!(Solver::new().value(&board, &Budget::unlimited()), Some(Value::Draw));
//! ```
//!
//! # The game in five facts
//!
//! 1. A move paints a *set*: connected free cells with exactly one number, which is their count. No
//!    cell of it may touch paint. The player who cannot move loses, or has drawn if every number is
//!    painted.
//! 2. A number without a set left is dead and stays dead. From the first dead number on the game
//!    cannot be drawn: it is a game under normal play, and the theory of Sprague and Grundy holds.
//! 3. The cells that live numbers can use are the whole state. They fall into components that never
//!    influence each other again.
//! 4. A component with m live numbers has a Grundy value of at most m, and a move in it leaves at
//!    most m − 1.
//! 5. Sets are many, and their outcomes are few.
//!
//! # Terms
//!
//! * **set**: the cells that one move paints.
//! * **live number**: a number that still has a set; all others are dead.
//! * **usable cell**: a free cell that touches no paint.
//! * **ball**: the usable cells that lie in some set of a number: those within value − 1 steps of
//!   it over usable cells without a number.
//! * **component**: live numbers whose balls share or touch cells, directly or through others, with
//!   these cells.
//! * **single**: a component with one number; its value is 1.
//! * **shape**: a component cut out of the board, with a key that all eight symmetries share.
//! * **part**: a shape, or a whole position, laid out on bit sets.
//! * **outcome**: the position that a move leaves, as live numbers and the cells they can use.
//! * **relevant cell**: a cell in the ball of a live number other than the one played, or next to
//!   such a ball; all other cells are *neutral*.
//! * **enumeration**: a depth-first search over the outcomes of one number; it decides about
//!   relevant cells only.
//! * **branch**: a node of its search tree, where a part of the cells is decided.
//! * **leaf**: the end of a branch, for all sets that paint the same relevant cells; several leaves
//!   may have the same outcome.
//! * **reach**: the union of the balls of the remaining numbers; safe numbers do not count.
//! * **threatened cell**: a cell that the rest of a partly decided set may still paint or touch.
//! * **safe number**: a number that no other number can touch and that survives the loss of all
//!   threatened cells; it is worth 1.
//! * **conflict**: two numbers of which every set of one kills the other.
//! * **value**: the Grundy value of a component or sum; for a whole position, win, draw or loss.
//! * **heap**: a Nim heap, into which the components of known value are merged.
//! * **sum**: a position that cannot be drawn: a heap and the components of unknown value.
//! * **node**: the sum of a component and a heap, or a whole position that can still be drawn.
//! * **query**: the search at a node for a move that leaves a given value.
//! * **open**: of unknown value, said of outcomes and of components.
//! * **killer move**: a move that refuted another outcome of the same query.
//! * **effort**: the work of a search, as nodes and steps of enumerations.
//! * **cost**: the estimated number of ways to paint the relevant cells of an outcome.
//! * **rank**: the order of outcomes in a query: estimated effort over probability of success.
//! * **limit**: the effort of one attempt; a search that hits it may be run again with more.
//! * **round**: one attempt at each open outcome, or at the root one series of exact search,
//!   guesses and proofs. Every round has higher limits than the one before.
//! * **factor**: the ratio of the limits of a round to those of the first one.
//! * **hasty**: with low initial limits that grow slowly, said of solvers in tests.
//! * **budget**: the limits of a whole search: deadline, nodes, stop flag, memory.
//! * **claim**: a statement with the basis of the search that made it, exact or sampled; only the
//!   rules of `proof.rs` make one.
//! * **evidence**: what a rule needs besides claims; only a completed search leaves it.
//! * **proof**: a claim of an exact search, which considers all moves that could change it.
//! * **sample**: the outcome of a random set of a number.
//! * **guess**: a claim that is not proved, from a few random moves of each number instead of all.
//! * **root**: the position that a search was started with.
//!
//! The ball of a 3, as `*`; two numbers in conflict; and a board on which another 3 has four sets
//! (`B`, with `.` for cells that touch paint) but only two outcomes:
//!
//! ```text
//! # # * # #
//! # * * * #      2 # # 2      # # # 2      B B . 2      B . # 2      . B . 2      . . . 2
//! * * 3 * *                   3 # # #      B . # #      B B . #      B B . #      B B B .
//! # * * * #                                2 lives      2 lives      2 lives      2 dies
//! # # * # #
//! ```
//!
//! # Reading order
//!
//! 1. `position.rs`, `shape.rs`, `part.rs`: from a board to components, balls and keys; `bits.rs`
//!    and `flood.rs` below them.
//! 2. `outcomes.rs` and the files of `outcomes/`: outcomes instead of sets.
//! 3. `proof.rs`: what a search may claim. `search.rs` and `search/query.rs`: Grundy values; then the other files of `search/`,
//!    `conflicts.rs` and `table.rs`.
//! 4. `draws.rs` and `winning.rs`: whole positions.
//! 5. `root.rs` and `parallel.rs`: the choice of a move.
//! 6. `budget.rs` and `tuning.rs`: limits, and all tuned constants.
//!
//! Each large file opens with the naive algorithm and numbers its departures from it. `docs/playing-paint.md`
//! explains the algorithms.

mod bits;
mod budget;
mod conflicts;
mod draws;
mod flood;
mod outcomes;
mod parallel;
mod part;
pub mod planted;
mod position;
mod proof;
mod random;
mod root;
mod search;
mod shape;
mod solver;
mod table;
mod tuning;
mod winning;

pub use budget::{Budget, Counts};
pub use parallel::ParallelSolver;
pub use position::Advice;
pub use solver::Solver;
pub use twinboard_vocabulary::two_player::Value;
