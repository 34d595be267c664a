//! Paint on bitboards, up to 30 × 30 cells.
//!
//! A board consists of a few sets of cells: the free cells, the *usable* ones (free and touching no
//! paint), the numbers, and the *living* numbers, which have a valid move. Sets have two forms,
//! chosen by the size of the board behind the same [`Board`]: up to 8 × 8 cells are a [`Word`] of
//! 64 bits, larger boards are [`Rows`], 32 of 32 bits each. All code but the innermost loops is
//! generic over the form.
//!
//! A move updates the sets and the hash of the numbers. It leaves most numbers beside the new paint
//! unexamined, because the game goes on as long as one number is certainly alive; [`Board::alive`]
//! examines them (module `life`).
//!
//! * [`Board::check`] judges a move of any cells; [`Board::play`] and [`Board::undo`] are for
//!   search, [`Board::advance`] plays without a way back.
//! * [`Board::visit_areas`] enumerates all valid moves of a number, its *areas*.
//!   [`Board::count_areas`] counts them; a formula replaces the search for the last four cells. On
//!   a large board both first crop the cells that the number can reach, to a single word if they
//!   fit.
//! * [`Board::count_all_after`] counts the valid moves after a move without playing it.
//! * [`Board::sample_area`] draws a random move.
//!
//! ```
//! use twinboard_vocabulary::paint::{Cell, Outcome, Player, Square};
//! use twinboard_engine::paint::Board;
//!
//! // A 3 in the middle of the top row of 3 × 3 cells; the others are empty.
//! let three = Cell::new(0, 1);
//! let square = |cell| if cell == three { Square::Number(3) } else { Square::Empty };
//! let mut board = Board::from_setup(&twinboard_vocabulary::paint::Board::from_fn(3, square));
//! assert_eq!(board.count_areas(three, u64::MAX), Some(8));
//!
//! let area = board.sample_area(&mut || 0).unwrap();
//! let undo = board.play(&area);
//! assert_eq!(board.outcome(), Outcome::Drawn);
//! board.undo(&undo);
//! assert_eq!((board.outcome(), board.to_position().to_move), (Outcome::Playing, Player::First));
//! ```

mod board;
mod cells;
mod enumerate;
mod game;
mod hash;
mod life;
mod list;
mod offers;
mod rows;
mod sample;
mod search;
mod set;
mod state;
mod sums;
mod validate;
mod window;
mod word;

#[cfg(test)]
mod tests;

pub use self::board::{Board, Undo};
pub use cells::{Area, Cells};
pub use game::Paint;
pub use rows::Rows;
pub use sample::UNIFORM_UP_TO;
pub use word::Word;
