//! One move of a program, on a position of somebody's choice.

use std::io;
use std::path::Path;

use runner::Runner;

use crate::game::{catch_panics, judge};
use crate::program::{Program, Reply};
use crate::{Bot, Budget, Contest, Divergence, Fault, RefereeError, Standing};

/// What came of asking a program for one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCheck {
    /// What it did.
    pub reply: Reply,
    /// What is wrong with that, by the rules of a game; `None` if it is a valid move in time.
    pub fault: Option<Fault>,
    /// The case file: the position, and the answer if it can be read as a move.
    pub case: String,
}

impl MoveCheck {
    /// Asks for the move on a board and judges it as in a game.
    ///
    /// # Errors
    ///
    /// What the program is not to blame for: a text that is no board, judges who disagree, and what
    /// [`Program::ask`] fails with. A run that nobody waits for any more is such an error, too.
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
        let fault = judge(play.as_mut(), reply.answer.clone())?;
        Ok(Self { reply, fault, case: play.case() })
    }
}

/// Whether a move is possible on this board; a text that is no board has none.
///
/// # Errors
///
/// The judges disagree about it.
pub fn has_move(contest: &dyn Contest, board: &str) -> Result<bool, Divergence> {
    let Ok(mut play) = contest.start(board.as_bytes()) else { return Ok(false) };
    Ok(catch_panics(play.as_mut(), |play| play.standing())? == Standing::Playing)
}

/// The last position with a move in a game of one built-in player against itself, after at most so
/// many moves; `None` if there is none from the start.
///
/// # Errors
///
/// The judges disagree.
pub fn play_ahead(
    contest: &dyn Contest,
    board: &str,
    bot: &mut dyn Bot,
    moves: u64,
    budget: &Budget<'_>,
) -> Result<Option<String>, Divergence> {
    let Ok(mut play) = contest.start(board.as_bytes()) else { return Ok(None) };
    let mut last = None;
    for number in 0..=moves {
        if catch_panics(play.as_mut(), |play| play.standing())? != Standing::Playing {
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
