//! Games of two players, refereed: single games and whole tournaments.
//!
//! This crate knows no rule set. What it has to know of one, a [`Contest`] tells it; whoever plays is
//! a [`Player`] in this process or a program that is run anew for every move.

pub mod contest;

pub use contest::{
    Budget, BuiltIn, Contest, Divergence, Files, Group, Play, Player, Seat, Standing, Verdict,
};
