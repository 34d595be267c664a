//! SameGame (clauses SG-1 to SG-13 of RULES.md) on bitboards.
//!
//! # Layout of a board
//!
//! A column is a lane of 16 bits, row 1 its lowest bit. Four lanes make a word of 64 bits, and `W`
//! words in a row hold `4 · W` columns: 4 words for the 15 × 15 of competitions, 10 for the
//! judge's 40 columns, 16 for the 64 of case files.
//!
//! ```text
//!              row 3   . . . . .       word 0                              word 1
//!   the grid   row 2   b a . . .       column 4  column 3  column 2  column 1    … column 5
//!              row 1   a a b c a       lane 3    lane 2    lane 1    lane 0        lane 0
//!
//!   bits (row 16 … row 1)              …00001    …00001    …00011    …00011        …00001
//! ```
//!
//! So the bits of a board in ascending order are its cells by column, then by row: the order of
//! [`Cell`], and the order in which a column drops.
//!
//! The content of a cell is a code: 0 if it is empty, one more than its colour otherwise (0 is a
//! colour like any other, SG-3). `P` planes hold one binary digit of the code each: 3 planes for up
//! to 7 colours, 4 for all 10. Two cells are equal if they are equal in every plane; so the xor of
//! a plane with itself, shifted by one row or by one lane, answers that question for all cells at
//! once. Only loading a board and reading a colour deal with single colours.
//!
//! There is no guard bit between lanes, because 16 rows leave no room for one. The cost is small:
//! the comparison with the cell above needs a mask at the border of lanes, once a position; fills
//! move along the edges found by it and cannot leave a lane, and dropping cells are masked to their
//! lane anyway.
//!
//! # The parts
//!
//! * [`Board`]: the planes, with set-up, queries, play and hash;
//! * [`CellSet`]: a set of cells, one bit each;
//! * [`Group`], [`Groups`]: the removable regions;
//! * [`ListedBoard`]: a board with the list of its groups, kept from move to move;
//! * [`batch`]: 32 boards in lockstep, for Monte-Carlo searches;
//! * [`SameGame`]: a game on any grid of a case file, as [`twinboard_vocabulary::Game`]. It keeps
//!   the edges from move to move.
//!
//! # Cost
//!
//! A position is `8 · W · P` bytes of plain data (96 for 15 × 15 of up to 7 colours). Nothing
//! allocates but [`SameGame`], when it returns types of the vocabulary.
//!
//! Measured on 15 × 15 of 5 colours, `Board<4, 3>`, one thread of an x86-64 machine and its base
//! instructions only: a random game takes 70 ns a move, including set-up and random draws; listing
//! all groups of a position 240 ns, playing one 15 ns, hashing 6 ns, [`Board::has_moves`] 3 ns. A
//! plain engine (a vector a column, depth-first fill) took 3,900 ns a move with a list of cells for
//! each group, and 1,200 ns when it reused all its buffers.

pub mod batch;
mod cells;
mod construct;
mod edges;
mod game;
mod groups;
mod lanes;
mod list;
mod planes;
mod remove;
#[cfg(test)]
mod tests;

pub use cells::CellSet;
pub use game::SameGame;
pub use groups::{Group, Groups};
pub use list::{ListedBoard, ListedGame};
pub use planes::Board;

#[doc(no_inline)]
pub use twinboard_vocabulary::samegame::{Cell, Grid, Position};
