//! The vocabulary of paint: cells, board, players, move, refusal, outcome (clauses PT-1 to PT-22 of
//! RULES.md). Its text is in [`text`].
//!
//! ```
//! use twinboard_vocabulary::Vocabulary;
//! use twinboard_vocabulary::paint::{Board, Move, Paint, Player, Position};
//!
//! // A board of 2 × 2: an empty cell, two numbers, a painted cell.
//! let board: Board = "2\n# 3\n1 B\n".parse()?;
//! assert_eq!(board.numbers().map(|(_, number)| number).collect::<Vec<_>>(), [3, 1]);
//! let position = Position { board, to_move: Player::First };
//! let picture = "0 | # 3\n1 | 1 B\n  +----\n    0 1\nfirst to move\n";
//! assert_eq!(Paint::picture(&position).to_string(), picture);
//!
//! let mv: Move = "(0,0) (0,1)".parse()?;
//! assert_eq!(mv.picks().len(), 2);
//! # Ok::<(), twinboard_vocabulary::ParseError>(())
//! ```

mod board;
mod exact;
mod moves;
pub mod text;
mod vocabulary;

pub use crate::cell::{Cell, Pick};
pub use crate::two_player::{Player, Value};
pub use board::{Board, NUMBER_MAX, Position, SIDE_MAX, Square};
pub use exact::Exact;
pub use moves::{LegalMove, Move, Painted};
pub use vocabulary::{Outcome, Paint, Refusal};
