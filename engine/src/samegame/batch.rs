//! Thirty-two boards in lockstep: vector `c` has column `c` of all boards, one lane per board.
//!
//! ```text
//!                     lane 0    lane 1    lane 2        lane 31
//!   plane 0, column 1  ....1101  ....0110  ....0000  …   ....0111   ← one vector of 32 × 16 bits
//!   plane 0, column 2  ....1001  ....1110  ....0000  …   ....0011
//!     …
//! ```
//!
//! All boards take each step together. A step of the rules costs the same instructions for 32
//! boards as for one, and no branch depends on a single board, so hardly any is mispredicted: the
//! time of [`Board`](super::Board) goes there. A board that needs fewer rounds of a loop than
//! another waits.
//!
//! Plain loops over arrays, which the compiler turns into vector instructions, once for each
//! [`Level`]. Results do not depend on the level.
//!
//! * [`playouts()`]: random games to their end, for Monte-Carlo searches;
//! * [`Batch`]: the boards, with groups by cell or at random, and their removal;
//! * [`BatchGame`]: a game on one of the boards as [`twinboard_vocabulary::Game`], for the checks.
//!
//! ```
//! use twinboard_vocabulary::samegame::Grid;
//! use twinboard_engine::samegame::{Board, batch};
//!
//! let grid: Grid = "2 3\n1 1 2\n2 2 1\n".parse().unwrap();
//! let board = Board::<1, 3>::from_grid(&grid).unwrap();
//!
//! // Which first move leaves fewer cells on average?
//! let after = |group| {
//!     let mut board = board;
//!     board.play(group);
//!     board
//! };
//! let groups: Vec<_> = board.groups().collect();
//! let games = batch::playouts(&groups.iter().map(after).collect::<Vec<_>>(), 7, 100);
//! let cells_left = |games: &[batch::Playout]| games.iter().map(|game| game.cells_left).sum();
//! let totals: Vec<u16> = games.chunks(100).map(cells_left).collect();
//! assert_eq!(totals, [100, 200]);
//! ```

// Only code inlined into a function with the instructions of a level is compiled for it. A loop
// over the lanes of several vectors at once reads better with an index than zipped, and one such
// loop is compiled to better code than a loop and a copy of a vector.
#![expect(clippy::inline_always, clippy::needless_range_loop, clippy::manual_memcpy)]

mod boards;
mod edges;
mod game;
mod lanes;
mod playouts;
mod remove;

pub use boards::{Batch, BatchGroups};
pub use game::BatchGame;
pub use lanes::BOARDS;
pub use playouts::Level;
pub use playouts::{Playout, playouts, playouts_at};
