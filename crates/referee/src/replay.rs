//! The final position of a saved game.

use twinboard_vocabulary::two_player::{Player, Value};

use crate::analyst::Saved;
use crate::contest::{Contest, Disagreement, GameState};
use crate::game::catch_panics;

/// Final position of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastPosition {
    /// Board after the last move.
    pub board: String,
    /// Player to move.
    pub turn: Player,
    /// State of the game.
    pub state: GameState,
}

impl Saved {
    /// Plays the moves; those that are not valid change nothing.
    ///
    /// # Errors
    ///
    /// If the judges disagree.
    ///
    /// # Panics
    ///
    /// If the contest cannot read the board of the game.
    pub fn replay(&self, contest: &dyn Contest) -> Result<LastPosition, Disagreement> {
        let started = contest.start(self.board.as_bytes());
        let mut play = started.expect("the board of a saved game can be read");
        for answer in &self.answers {
            catch_panics(play.as_mut(), |play| play.answer(answer.as_bytes()))?;
        }
        let state = catch_panics(play.as_mut(), |play| play.state())?;
        Ok(LastPosition { board: play.board(), turn: play.turn(), state })
    }
}

impl LastPosition {
    /// Value of a finished game to the player who would be to move; `None` if it is not finished.
    #[must_use]
    pub fn value_at_end(&self) -> Option<Value> {
        match self.state {
            GameState::Playing => None,
            GameState::Drawn => Some(Value::Draw),
            GameState::Won(seat) if seat == self.turn => Some(Value::Win),
            GameState::Won(_) => Some(Value::Loss),
        }
    }
}
