//! The bitboard engines of Twinboard's rule sets.
//!
//! An engine is made for speed: a board is a few machine words, a step of a rule is a few shifts
//! and masks on all cells at once, and nothing is allocated while a game is played. Engines are
//! checked in lockstep against an implementation that shares none of this; so this crate depends on
//! `twinboard_vocabulary`, the switch of the planted faults and nothing else.
//!
//! * [`samegame`]: SameGame, up to 16 rows, 64 columns and 10 colours;
//! * [`linkpop`]: Link and Pop, up to 32 rows and 32 columns;
//! * [`paint`]: paint, up to 30 rows and 30 columns;
//! * [`planted`]: deliberate faults, to measure the checks.
//!
//! Each rule set has a type that implements [`twinboard_vocabulary::Game`], for the checks, and
//! below it a `Board`, for search: list all moves, draw one, play, hash.
//!
//! ```
//! use twinboard_vocabulary::samegame::Grid;
//! use twinboard_vocabulary::random;
//! use twinboard_engine::samegame::Board;
//!
//! // Two rows, three columns; the bottom row comes first: 2 2 1 is above 1 1 2.
//! let grid = Grid::new(2, 3, vec![1, 1, 2, 2, 2, 1]).unwrap();
//! // A word of 64 bits holds four columns; three planes hold the colours 0 to 6.
//! let mut board = Board::<1, 3>::from_grid(&grid).unwrap();
//!
//! // A random game: draw groups uniformly until none remains.
//! let mut state = 1;
//! while let Some(group) = board.sample_group(|| random::next(&mut state)) {
//!     board.play(&group);
//! }
//! assert!(board.cells_left() < 6);
//! ```

mod bits;
pub mod linkpop;
pub mod paint;
pub mod planted;
pub mod samegame;
