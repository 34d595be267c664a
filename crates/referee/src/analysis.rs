//! Analysis of a saved game: the value of each move, and the moves that were mistakes.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;
use twinboard_vocabulary::two_player::{Player, Value};

use crate::analyst::{Analyst, Rated, Saved};
use crate::budget::MoveBudget;
use crate::contest::{Contest, Divergence, GameState, Verdict};
use crate::game::catch_panics;
use crate::json;

/// Effect of a move on the value of the game, for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The move kept the value of the position.
    Kept,
    /// Another move would have won.
    LostWin,
    /// The move loses; another one would have drawn.
    LostDraw,
    /// The proved values do not decide it.
    NotKnown,
    /// The move is not valid and changed nothing.
    Refused,
}

impl Judgement {
    /// Judges a move by the value of the position and the value after the move, both for the player
    /// who made it. `None` means not proved.
    ///
    /// ```
    /// use twinboard_referee::{Value, analysis::Judgement};
    ///
    /// assert_eq!(Judgement::of(Some(Value::Win), Some(Value::Draw)), Judgement::LostWin);
    /// // Every move is as good as any other in a lost position.
    /// assert_eq!(Judgement::of(Some(Value::Loss), None), Judgement::Kept);
    /// assert_eq!(Judgement::of(None, Some(Value::Loss)), Judgement::NotKnown);
    /// ```
    #[must_use]
    pub fn of(before: Option<Value>, after: Option<Value>) -> Self {
        match (before, after) {
            // Nothing is better than a win, and a lost position has no better move.
            (_, Some(Value::Win)) | (Some(Value::Loss), _) => Self::Kept,
            (Some(before), Some(after)) if before == after => Self::Kept,
            (Some(Value::Win), Some(_)) => Self::LostWin,
            (Some(Value::Draw), Some(Value::Loss)) => Self::LostDraw,
            _ => Self::NotKnown,
        }
    }

    /// True if the move gave away a win or a draw.
    #[must_use]
    pub fn is_error(self) -> bool {
        matches!(self, Self::LostWin | Self::LostDraw)
    }
}

/// A move of an analysed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Number of the move, from 1; refused moves count.
    pub number: usize,
    /// Player who made the move.
    #[serde(serialize_with = "json::name")]
    pub player: Player,
    /// The move, in the text format of programs.
    pub answer: String,
    /// Reason for its refusal, with the clause; `None` if it is valid.
    pub refused: Option<String>,
    /// Value of the position to this player; `None` if not proved.
    #[serde(serialize_with = "json::optional_name")]
    pub before: Option<Value>,
    /// Value of the move to this player; `None` if not proved or if the move is not valid.
    #[serde(serialize_with = "json::optional_name")]
    pub after: Option<Value>,
    /// Effect of the move on the value of the game.
    pub judgement: Judgement,
    /// After a mistake, a move that would have kept the value, if one was found.
    pub better: Option<Rated>,
    /// Board before the move.
    #[serde(skip)]
    pub board: String,
}

/// A saved game with the values of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// All moves, in order.
    pub steps: Vec<Step>,
    /// State of the game after the last move.
    pub state: GameState,
    /// Player to move after the last move.
    pub turn: Player,
    /// Board after the last move.
    pub board: String,
    /// Value of the last position to the player to move; `None` if not proved.
    pub value: Option<Value>,
}

/// Resources for an analysis.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisLimits<'a> {
    /// Time for each position.
    pub time: Duration,
    /// Number of threads.
    pub threads: usize,
    /// Cancels the analysis when set; values proved by then are kept.
    pub stop: &'a AtomicBool,
}

impl AnalysisLimits<'_> {
    fn budget(&self) -> MoveBudget<'_> {
        // `Instant` has no infinity, and adding a huge duration overflows.
        const FAR: Duration = Duration::from_hours(24 * 365);
        let deadline = Instant::now() + self.time.min(FAR);
        MoveBudget { deadline, threads: self.threads, stop: self.stop }
    }
}

impl Analysis {
    /// Replays a saved game without computing any values.
    ///
    /// # Errors
    ///
    /// If the judges disagree.
    ///
    /// # Panics
    ///
    /// If the contest cannot read the board of the game.
    pub fn replay(contest: &dyn Contest, saved: &Saved) -> Result<Self, Divergence> {
        let started = contest.start(saved.board.as_bytes());
        let mut play = started.expect("the board of a saved game can be read");
        let mut steps = Vec::with_capacity(saved.answers.len());
        for (answer, number) in saved.answers.iter().zip(1..) {
            let (player, board) = (play.turn(), play.board());
            let verdict = catch_panics(play.as_mut(), |play| play.answer(answer.as_bytes()))?;
            let refused = match verdict {
                Verdict::Played => None,
                // The reason includes the clause.
                Verdict::Invalid { reason, .. } | Verdict::Unreadable(reason) => Some(reason),
                Verdict::NoMove => Some("there is no move, and the answer says so".into()),
            };
            let judgement =
                if refused.is_some() { Judgement::Refused } else { Judgement::NotKnown };
            let answer = answer.clone();
            let (before, after, better) = (None, None, None);
            steps.push(Step {
                number,
                player,
                answer,
                refused,
                before,
                after,
                judgement,
                better,
                board,
            });
        }
        let state = catch_panics(play.as_mut(), |play| play.state())?;
        Ok(Self { steps, state, turn: play.turn(), board: play.board(), value: None })
    }

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

    /// Computes the values of the positions from the last to the first, because a position's proof
    /// can use those of later ones. `progress` gets the number of finished positions.
    pub fn rate(
        &mut self,
        analyst: &mut dyn Analyst,
        limits: &AnalysisLimits<'_>,
        progress: &mut dyn FnMut(usize),
    ) {
        let mut later = match self.state {
            GameState::Playing => analyst.value(&self.board, &limits.budget()),
            GameState::Won(_) | GameState::Drawn => self.value_at_end(),
        };
        self.value = later;
        progress(1);
        for (step, done) in self.steps.iter_mut().rev().zip(2..) {
            if step.refused.is_some() {
                // A refused move changes neither the position nor the turn.
                step.before = later;
            } else {
                step.after = later.map(Value::for_other);
                step.before = match step.after {
                    // A winning move proves the position. The analyst is not asked, so it cannot
                    // contradict that here.
                    Some(Value::Win) => Some(Value::Win),
                    _ => analyst.value(&step.board, &limits.budget()),
                };
                step.judgement = Judgement::of(step.before, step.after);
                if step.judgement.is_error() && !limits.stop.load(Relaxed) {
                    step.better = better(step, analyst, limits);
                }
                later = step.before;
            }
            progress(done);
        }
    }

    /// Last move that gave away a win or a draw.
    #[must_use]
    pub fn last_error(&self) -> Option<&Step> {
        self.steps.iter().rev().find(|step| step.judgement.is_error())
    }

    /// Number of moves with this judgement.
    #[must_use]
    pub fn count(&self, judgement: Judgement) -> usize {
        self.steps.iter().filter(|step| step.judgement == judgement).count()
    }

    /// First move with a higher proved value than its position. That is impossible, so it shows an
    /// error of the analyst; `None` is the normal case.
    #[must_use]
    pub fn contradiction(&self) -> Option<&Step> {
        self.steps
            .iter()
            .find(|step| matches!((step.before, step.after), (Some(b), Some(a)) if a > b))
    }
}

/// Searches for a move that would have kept the value that a step gave away.
fn better(step: &Step, analyst: &mut dyn Analyst, limits: &AnalysisLimits<'_>) -> Option<Rated> {
    let mut last = None;
    analyst.advise(&step.board, &limits.budget(), &mut |rated| last = Some(rated));
    last.filter(|rated| rated.value.is_some() && rated.value >= step.before)
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::two_player::Value::{Draw, Loss, Win};

    use super::Judgement;

    #[test]
    fn judgements_follow_from_proved_values_only() {
        for (before, after, judgement) in [
            (Some(Win), Some(Win), Judgement::Kept),
            (Some(Win), Some(Draw), Judgement::LostWin),
            (Some(Win), Some(Loss), Judgement::LostWin),
            (Some(Draw), Some(Draw), Judgement::Kept),
            (Some(Draw), Some(Loss), Judgement::LostDraw),
            (Some(Loss), Some(Loss), Judgement::Kept),
            (Some(Loss), None, Judgement::Kept),
            (None, Some(Win), Judgement::Kept),
            (None, Some(Draw), Judgement::NotKnown),
            (None, Some(Loss), Judgement::NotKnown),
            (Some(Win), None, Judgement::NotKnown),
            (Some(Draw), None, Judgement::NotKnown),
            (None, None, Judgement::NotKnown),
        ] {
            assert_eq!(Judgement::of(before, after), judgement, "{before:?} {after:?}");
        }
    }
}
