//! Referee for games of two players: single games and whole tournaments.
//!
//! This crate knows no rule set: a rule set implements [`Contest`]. A player is either a [`Bot`] in
//! this process or a program that is started anew for every move.
//!
//! * [`contest`]: the traits that a rule set and its built-in players implement;
//! * [`search`]: cuts a search off in time; [`delays`]: how busy the machine is;
//! * [`settings`]: players, boards and limits of a tournament, as serializable data;
//! * [`program`]: asks a program for a move; [`foul`]: the failures that lose a game;
//! * [`analyst`]: values of positions;
//! * [`tournament`]: plays all games, several at a time;
//! * [`mod@standings`] and [`statistics`]: evaluate the games; [`journal`]: the file of their
//!   results.

pub mod analyst;
mod budget;
pub mod contest;
pub mod delays;
mod error;
pub mod foul;
mod game;
pub mod journal;
mod pauses;
pub mod program;
pub mod record;
mod replay;
pub mod search;
pub mod settings;
pub mod standings;
pub mod statistics;
pub mod tournament;

pub use analyst::{Analyst, Rated};
pub use budget::MoveBudget;
pub use contest::{Bot, BuiltIn, Contest, Disagreement, Files, GameState, Group, Judgement, Play};
pub use error::RefereeError;
pub use foul::{Crash, Foul};
pub use record::{Record, Times};
pub use replay::LastPosition;
pub use search::Search;
pub use settings::{Board, Entrant, Limits, PlayerKind, Settings};
pub use standings::{StandingsRow, standings};
pub use tournament::{End, Tournament};
pub use twinboard_vocabulary::two_player::{Player, Value};
