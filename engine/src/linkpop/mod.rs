//! Link and Pop on bitboards, up to 32 × 32 cells.
//!
//! A row is a word of 32 bits, bit `c` for column `c`. A board keeps for every row which cells hold
//! a block, which of those go up, down, left or right, and for every symbol which hold it. Symbols
//! are *lanes*: eight of them lie beside each other, so that one pass over the rows asks the same
//! of all.
//!
//! * [`settle`](Board::settle) makes a turn of checking row by row, all blocks of a row at once.
//! * [`choice`](Board::choice) asks for all symbols together whether there is any pair at a cost,
//!   and which block is the first of all that have one; only from that block links are followed.
//! * [`reach`](Board::reach) follows the links of one block: whole rows are filled at once.
//! * From one pop to the next everything is kept that has to do with rows in which nothing moved.

mod board;
mod choose;
mod game;
mod hash;
mod lanes;
mod links;
mod reach;
mod runs;
mod settle;
mod validate;

pub use board::Board;
pub use choose::Choice;
pub use game::LinkPop;
pub use reach::Reach;
