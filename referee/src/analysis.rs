//! A game that was played, move by move: what each was worth, and where something was given away.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::analyst::Saved;
use crate::game::catch_panics;
use crate::{Analyst, Budget, Contest, Divergence, Player, Rated, Standing, Value, Verdict, json};

/// What a move did to the value of the game, for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The position was worth no more than the move.
    Kept,
    /// There was a move that wins, and it was another one.
    LostWin,
    /// There was a move that does not lose, and it was another one.
    LostDraw,
    /// What is proved is not enough to tell.
    NotKnown,
    /// The move is not valid. It changed nothing.
    Refused,
}

impl Judgement {
    /// What follows from the values of a position and of the move that was made.
    #[must_use]
    pub fn of(before: Option<Value>, after: Option<Value>) -> Self {
        match (before, after) {
            // Nothing is better than a win, and from a lost position no move is better than another.
            (_, Some(Value::Win)) | (Some(Value::Loss), _) => Self::Kept,
            (Some(before), Some(after)) if before == after => Self::Kept,
            (Some(Value::Win), Some(_)) => Self::LostWin,
            (Some(Value::Draw), Some(Value::Loss)) => Self::LostDraw,
            _ => Self::NotKnown,
        }
    }

    /// Whether something was given away.
    #[must_use]
    pub fn is_error(self) -> bool {
        matches!(self, Self::LostWin | Self::LostDraw)
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its number, from 1; refused moves have one, too.
    pub number: usize,
    /// Who made it.
    #[serde(serialize_with = "json::name")]
    pub player: Player,
    /// The move as programs answer it.
    pub answer: String,
    /// Why it was refused, with the clause; `None` if it is valid.
    pub refused: Option<String>,
    /// What the position was worth to this player; `None` if that is not proved.
    #[serde(serialize_with = "json::optional_name")]
    pub before: Option<Value>,
    /// What the move is worth to this player; `None` if that is not proved, or the move is not valid.
    #[serde(serialize_with = "json::optional_name")]
    pub after: Option<Value>,
    /// What it did to the value of the game.
    pub judgement: Judgement,
    /// Where something was given away, a move that would have kept it.
    pub better: Option<Rated>,
    /// The board before it.
    #[serde(skip)]
    pub board: String,
}

/// A game and what its moves were worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// All moves.
    pub steps: Vec<Step>,
    /// How the game stands after them.
    pub standing: Standing,
    /// Whose turn it is then.
    pub turn: Player,
    /// The board then.
    pub board: String,
    /// What it is worth to the player whose turn it is; `None` if that is not proved.
    pub value: Option<Value>,
}

/// What an analysis may take.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisLimits<'a> {
    /// For each position.
    pub time: Duration,
    /// How many threads may work at it.
    pub threads: usize,
    /// Set when nobody waits for it any more; what is known by then is given.
    pub stop: &'a AtomicBool,
}

impl AnalysisLimits<'_> {
    fn budget(&self) -> Budget<'_> {
        // No deadline at all cannot be said; a year is far enough.
        const FAR: Duration = Duration::from_hours(24 * 365);
        let deadline = Instant::now() + self.time.min(FAR);
        Budget { deadline, threads: self.threads, stop: self.stop }
    }
}

impl Analysis {
    /// Plays a saved game, without looking at what anything is worth.
    ///
    /// # Errors
    ///
    /// The judges disagree.
    ///
    /// # Panics
    ///
    /// If the board of the game is none of the contest.
    pub fn replay(contest: &dyn Contest, saved: &Saved) -> Result<Self, Divergence> {
        let started = contest.start(saved.board.as_bytes());
        let mut play = started.expect("the board of a game that was read is one");
        let mut steps = Vec::with_capacity(saved.answers.len());
        for (answer, number) in saved.answers.iter().zip(1..) {
            let (player, board) = (play.turn(), play.board());
            let verdict = catch_panics(play.as_mut(), |play| play.answer(answer.as_bytes()))?;
            let refused = match verdict {
                Verdict::Played => None,
                // The clause is part of the reason.
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
        let standing = catch_panics(play.as_mut(), |play| play.standing())?;
        Ok(Self { steps, standing, turn: play.turn(), board: play.board(), value: None })
    }

    /// What the end of a game is worth to the player whose turn it would be; `None` if it goes on.
    #[must_use]
    pub fn value_at_end(&self) -> Option<Value> {
        match self.standing {
            Standing::Playing => None,
            Standing::Drawn => Some(Value::Draw),
            Standing::Won(seat) if seat == self.turn => Some(Value::Win),
            Standing::Won(_) => Some(Value::Loss),
        }
    }

    /// Proves what it can of the positions, from the last one back: what comes later is part of what
    /// was before. `progress` is told how many of them are done.
    pub fn rate(
        &mut self,
        analyst: &mut dyn Analyst,
        limits: &AnalysisLimits<'_>,
        progress: &mut dyn FnMut(usize),
    ) {
        let mut later = match self.standing {
            Standing::Playing => analyst.value(&self.board, &limits.budget()),
            Standing::Won(_) | Standing::Drawn => self.value_at_end(),
        };
        self.value = later;
        progress(1);
        for (step, done) in self.steps.iter_mut().rev().zip(2..) {
            if step.refused.is_some() {
                // The position is the same, and so is whose turn it is.
                step.before = later;
            } else {
                step.after = later.map(Value::for_other);
                step.before = match step.after {
                    // So there was a move that wins. That the position is worth less is not asked for,
                    // so nothing that contradicts this can be found.
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

    /// Who was the last to give something away, and with which move.
    #[must_use]
    pub fn last_error(&self) -> Option<&Step> {
        self.steps.iter().rev().find(|step| step.judgement.is_error())
    }

    /// How many moves have been judged so.
    #[must_use]
    pub fn count(&self, judgement: Judgement) -> usize {
        self.steps.iter().filter(|step| step.judgement == judgement).count()
    }

    /// A move that is worth more than the position, or less than a move that was made; `None` if
    /// there is no such thing. Whoever proves something like this is wrong.
    #[must_use]
    pub fn contradiction(&self) -> Option<&Step> {
        self.steps
            .iter()
            .find(|step| matches!((step.before, step.after), (Some(b), Some(a)) if a > b))
    }
}

/// A move that would have kept what a step gave away.
fn better(step: &Step, analyst: &mut dyn Analyst, limits: &AnalysisLimits<'_>) -> Option<Rated> {
    let mut last = None;
    analyst.advise(&step.board, &limits.budget(), &mut |rated| last = Some(rated));
    last.filter(|rated| rated.value.is_some() && rated.value >= step.before)
}

#[cfg(test)]
mod tests {
    use super::Judgement;
    use crate::Value::{Draw, Loss, Win};

    #[test]
    fn what_is_proved_decides_and_what_is_not_is_not_guessed() {
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
