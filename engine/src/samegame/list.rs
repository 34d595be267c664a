//! The list of all groups, kept from move to move.

mod board;
mod game;

pub use board::ListedBoard;
pub use game::ListedGame;
