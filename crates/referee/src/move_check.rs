//! Checks a single move of a program on a given position, outside of a game.

use std::io;
use std::path::Path;

use twinboard_runner::Runner;

use crate::budget::MoveBudget;
use crate::contest::{Bot, Contest, Divergence, GameState};
use crate::error::RefereeError;
use crate::foul::Foul;
use crate::game::{catch_panics, judge};
use crate::program::{Program, Reply};

/// Result of asking a program for one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCheck {
    /// Reply of the program.
    pub reply: Reply,
    /// Foul of the program, as in a game; `None` for a valid move within the limits.
    pub foul: Option<Foul>,
    /// Case file: the position, and the answer if it is a readable move.
    pub case: String,
}

impl MoveCheck {
    /// Asks for the move on a board and judges it as in a game.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: `board` is not a valid board, the
    /// judges disagree, or [`Program::ask`] fails. A cancelled run is such a failure, too.
    pub fn run(
        contest: &dyn Contest,
        board: &str,
        program: &Program,
        runner: &Runner,
        scratch: &Path,
    ) -> Result<Self, RefereeError> {
        let mut play = contest.start(board.as_bytes()).map_err(|error| RefereeError::Io {
            doing: "read the board".into(),
            error: io::Error::other(error.to_string()),
        })?;
        let reply = program
            .ask(board, runner, scratch)
            .map_err(|error| RefereeError::Io { doing: "run the program".into(), error })?;
        let foul = judge(play.as_mut(), reply.answer.clone())?;
        Ok(Self { reply, foul, case: play.case() })
    }
}

/// Returns true if this board has a legal move; a text that is not a valid board has none.
///
/// # Errors
///
/// If the judges disagree.
pub fn has_move(contest: &dyn Contest, board: &str) -> Result<bool, Divergence> {
    let Ok(mut play) = contest.start(board.as_bytes()) else { return Ok(false) };
    Ok(catch_panics(play.as_mut(), |play| play.state())? == GameState::Playing)
}

/// Lets a built-in player play at most `moves` moves against itself and returns the last position
/// that has a legal move; `None` if there is none from the start.
///
/// # Errors
///
/// If the judges disagree.
pub fn play_ahead(
    contest: &dyn Contest,
    board: &str,
    bot: &mut dyn Bot,
    moves: u64,
    budget: &MoveBudget<'_>,
) -> Result<Option<String>, Divergence> {
    let Ok(mut play) = contest.start(board.as_bytes()) else { return Ok(None) };
    let mut last = None;
    for number in 0..=moves {
        if catch_panics(play.as_mut(), |play| play.state())? != GameState::Playing {
            break;
        }
        let board = play.board();
        if number < moves {
            let answer = bot.answer(&board, budget);
            judge(play.as_mut(), Ok(answer.into_bytes()))?;
        }
        last = Some(board);
    }
    Ok(last)
}
