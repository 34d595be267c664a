//! The report of a failed check: the divergence, and the case that shows it.

use twinboard_vocabulary::{Game, Implementation, Picture, Rest, Vocabulary};

use super::state::Lockstep;
use crate::check::answers::outcomes_beside;
use crate::check::laws::Contradiction;
use crate::model::activity::Side;
use crate::model::case::Case;
use crate::model::divergence::{Beside, Divergence, Finding};
use crate::model::guard;
use crate::model::pairing::Pairing;
use crate::model::rules::CaseOf;
use crate::model::rules::{RuleSet, ViewOf};
use crate::model::sync::lock;
use crate::model::watched::Tried;

impl<R: RuleSet> Lockstep<'_, R> {
    /// The case with every move that led to the divergence: a repeated move is
    /// written out for each step, and a move that was only tried becomes the last one.
    ///
    /// From then on the case fails by its own moves
    /// ([`Checks::own_moves`](crate::Checks::own_moves)) and can be shrunk like any other.
    pub(super) fn failing_case(&mut self, mut case: CaseOf<R>) -> CaseOf<R> {
        if self.step > case.moves.len() {
            case = case_up_to(case, self.step);
        }
        if let Some(trial) = self.trial.take() {
            case.moves.truncate(self.step);
            case.moves.push(trial);
            case.rest = Rest::Stop;
        }
        with_tried(case, self.tried.as_ref())
    }

    /// A panic, with the moves that were tried on a copy when it happened: the last of them becomes
    /// the step of the divergence. Moves that were taken back are named in its message.
    pub(super) fn panicked(
        &mut self,
        mut finding: Finding,
        tried: Option<Tried<R::Vocabulary>>,
    ) -> Finding {
        let Some(tried) = tried else { return finding };
        if let Finding::Panicked { stage, message } | Finding::Failed { stage, message, .. } =
            &mut finding
        {
            if let Some((mv, earlier)) = tried.moves.split_last() {
                message.push_str("\nthe move was only tried, on a copy of the game");
                let mut replayed = case_up_to(lock(self.played).clone(), tried.step);
                replayed.moves.extend_from_slice(earlier);
                let before = || picture_after(self.pairing, &replayed, usize::MAX);
                // After a panic of the oracle there is no side to replay the case.
                let is_known = stage.side == Some(Side::Engine);
                self.shown_before = is_known.then(|| guard::catch(before).ok().flatten()).flatten();
                self.step = tried.step + tried.moves.len();
                self.mv = Some(mv.clone());
                (self.engine.view, self.oracle.view, self.before) = (None, None, None);
            }
            if !tried.undone.is_empty() {
                let moves: Vec<String> = tried.undone.iter().map(ToString::to_string).collect();
                message.push_str("\nmoves that were taken back: ");
                message.push_str(&moves.join(", then "));
            }
        }
        self.tried = Some(tried);
        finding
    }

    /// The finding with the pictures of the step at which it was made.
    pub(super) fn divergence(&self, finding: Finding) -> Divergence {
        let picture =
            |view: &Option<ViewOf<R>>| view.as_ref().map(|view| self.rules.picture(&view.position));
        let beside = self.beside.as_ref().and_then(|beside| match beside {
            Contradiction::Board(beside) => Some(beside.clone()),
            Contradiction::Step(step) => {
                let case = lock(self.played).clone();
                let board = guard::catch(|| picture_after(self.pairing, &case, *step));
                Some(Box::new(Beside::new(&format!("after step {step}"), board.ok()??)))
            }
        });
        let outcomes = outcomes_beside(&finding, [&self.engine, &self.oracle]);
        Divergence {
            finding,
            outcomes,
            step: self.step,
            mv: self.mv.as_ref().map(ToString::to_string),
            before: self.shown_before.clone().or_else(|| picture(&self.before)),
            engine: picture(&self.engine.view),
            oracle: picture(&self.oracle.view),
            blame: self.blame.clone(),
            beside,
            transformed: None,
        }
    }
}

/// The case with moves that were tried on a copy as its last ones.
pub(super) fn with_tried<V: Vocabulary>(case: Case<V>, tried: Option<&Tried<V>>) -> Case<V> {
    let Some(tried) = tried.filter(|tried| !tried.moves.is_empty()) else { return case };
    let mut case = case_up_to(case, tried.step);
    case.moves.extend_from_slice(&tried.moves);
    case
}

/// The board on the oracle after so many moves, at most, repeated ones included.
pub(crate) fn picture_after<R: RuleSet>(
    pairing: &Pairing<R>,
    case: &CaseOf<R>,
    moves: usize,
) -> Option<Picture> {
    let mut game = pairing.oracle().set_up(&case.setup)?;
    for mv in case.moves.iter().chain(case.repeated().into_iter().cycle()).take(moves) {
        // A refused move changes nothing.
        let _ = game.play(mv);
    }
    Some(pairing.rules().picture(&game.position()))
}

/// The case cut off after `step` moves, with a repeated move written out.
pub(crate) fn case_up_to<V: Vocabulary>(mut case: Case<V>, step: usize) -> Case<V> {
    if let Some(repeated) = case.repeated().cloned() {
        case.moves.resize(case.moves.len().max(step), repeated);
    }
    case.moves.truncate(step);
    Case { rest: Rest::Stop, ..case }
}
