//! Link and Pop on bitboards, up to 32 × 32 cells.
//!
//! A board stores a byte for each cell, its content. In addition it stores a word for each row, the
//! set of its occupied columns, and a word for each column, the set of its occupied rows. So the
//! next block in any direction is found by one bit operation.
//!
//! ```text
//!   the board    0 | AS  .  .      by row         by column
//!                1 | AS BL  .      row 0: 0       column 0: 0 1
//!                2 |  . BS CS      row 1: 0 1     column 1: 1 2
//!                  +---------      row 2: 1 2     column 2: 2
//!                     0  1  2
//! ```
//!
//! * [`Board::pop`] removes two blocks and settles the board. Only blocks that may be able to move
//!   are checked.
//! * Direct pairs are the pairs of cost 1. A set of candidates for them is maintained from pop to
//!   pop: only the neighbourhood of a change is updated, and only the first candidates are
//!   examined.
//! * [`Board::choice`] searches for more expensive pairs, block by block from the first. The search
//!   is short, because at every cost most blocks have a partner as long as many blocks remain.
//! * `Board::reach` finds all links of one block by filling whole rows at once.

mod board;
mod choose;
mod game;
mod lines;
mod links;
mod reach;
mod settle;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use choose::Choice;
pub use game::LinkPop;
