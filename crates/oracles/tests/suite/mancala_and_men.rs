//! Games of seeds, mills, dice and hidden bids: their deep clauses.

mod backgammon;
mod goofspiel;
mod kalah;
mod nine_mens_morris;
mod oware;

use crate::support::{after, moves, outcome, position, start};
