//! The list of all groups, kept from move to move.

mod board;
mod game;

pub use game::ListedGame;
pub use twinboard_vocabulary::ListedBoard;
