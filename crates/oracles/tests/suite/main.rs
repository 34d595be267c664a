//! The oracles against published counts, and in positions of their rarer clauses.
//!
//! A single test binary, because each one takes seconds to link.

mod asian_and_others;
mod chess_family;
mod counts;
mod drawn;
mod limits;
mod mancala_and_men;
mod men;
mod pictures;
mod players;
mod support;
mod table;
