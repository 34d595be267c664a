//! Link and Pop on bitboards, up to 32 × 32 cells.
//!
//! A board keeps in a byte for each cell what it holds; and for every row which of its columns are
//! taken, and for every column which of its rows, each in a word. So the next block in any direction
//! is found at once.
//!
//! * [`settle`](Board::pop) wakes only those blocks that can move.
//! * Twins are the pairs of cost 1. They are kept from pop to pop, and only what stands beside a
//!   change is looked at again.
//! * [`choice`](Board::choice) looks for dearer pairs from the first block on. Few blocks have to be
//!   asked, because at any cost most blocks have a partner as long as there are many of them.
//! * [`reach`](Board::reach) follows the links of one block: whole rows are filled at once.

mod board;
mod choose;
mod fills;
mod game;
mod hash;
mod lines;
mod links;
mod reach;
mod settle;
#[cfg(test)]
mod tests;
mod twins;
mod validate;

pub use board::Board;
pub use choose::Choice;
pub use game::LinkPop;
pub use reach::Reach;
