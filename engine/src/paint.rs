//! Paint on bitboards, up to 30 × 30 cells.
//!
//! A board consists of a few sets of cells, 32 rows of 32 bits each: the free cells, the *usable*
//! ones (free and touching no paint), the numbers, and the *living* numbers, which have a valid
//! move. A dead number stays dead, so the set of living numbers is kept from move to move, and only
//! those near the new paint are examined again. The game is over when none is left.
//!
//! * [`Board::check`] judges a move of any cells; [`Board::play`] and [`Board::undo`] are for
//!   search.
//! * [`Board::visit_areas`] enumerates all valid moves of a number, and [`Board::count_areas`]
//!   counts them without constructing them. Both first crop the relevant part of the board, to a
//!   single word if it fits.
//! * [`Board::components`] are the parts of a position that can no longer influence each other.
//! * [`Board::sample_area`] draws a random move.
//!
//! ```
//! use board::paint::{Cell, Outcome, Player, Square};
//! use engine::paint::Board;
//! # use twinboard_engine as engine;
//!
//! // A 3 in the middle of the top row of 3 × 3 cells; the others are empty.
//! let three = Cell::new(0, 1);
//! let square = |cell| if cell == three { Square::Number(3) } else { Square::Empty };
//! let mut board = Board::from_setup(&board::paint::Board::from_fn(3, square));
//! assert_eq!(board.count_areas(three, u64::MAX), Some(8));
//!
//! let area = board.sample_area(&mut || 0).unwrap();
//! let undo = board.play(&area);
//! assert_eq!(board.outcome(), Outcome::Drawn);
//! board.undo(&undo);
//! assert_eq!((board.outcome(), board.to_move()), (Outcome::Playing, Player::First));
//! ```

mod board;
mod cells;
mod check;
mod components;
mod frame;
mod game;
mod hash;
mod list;
mod reach;
mod sample;
mod validate;
mod walk;
mod window;

#[cfg(test)]
mod tests;

pub use self::board::{Area, Board, Undo};
pub use cells::Cells;
pub use components::Component;
pub use game::Paint;
pub use sample::UNIFORM_UP_TO;
