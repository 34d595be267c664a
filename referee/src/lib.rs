//! Games of two players, refereed: single games and whole tournaments.
//!
//! This crate knows no rule set. What it has to know of one, a [`Contest`] tells it; whoever plays is
//! a [`Bot`] in this process or a program that is run anew for every move.
//!
//! * [`contest`]: what a rule set says of itself;
//! * [`settings`]: who plays on which boards, as plain data that can be kept;
//! * [`program`]: asking a program for a move, and how that can go wrong ([`fault`]);
//! * [`move_check`]: one move alone;
//! * [`analyst`] and [`analysis`]: what positions are worth, and the moves of a game;
//! * [`tournament`]: all games, several at a time;
//! * [`mod@standings`] and [`statistics`]: what is made of the games; [`journal`]: how they are kept.

pub mod analysis;
pub mod analyst;
pub mod contest;
pub mod fault;
mod game;
pub mod journal;
mod json;
pub mod move_check;
pub mod program;
pub mod record;
pub mod settings;
pub mod standings;
pub mod statistics;
pub mod tournament;

pub use analysis::Analysis;
pub use analyst::{Analyst, Rated};
pub use board::two_player::{Player, Value};
pub use contest::{
    Bot, Budget, BuiltIn, Contest, Divergence, Files, Group, Play, Standing, Verdict,
};
pub use fault::{Crash, Fault};
pub use move_check::MoveCheck;
pub use record::{Record, Times};
pub use settings::{Board, Entrant, Limits, PlayerKind, Settings};
pub use standings::{Row, standings};
pub use tournament::{End, RefereeError, Tournament};
