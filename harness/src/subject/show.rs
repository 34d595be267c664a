//! A case step by step, for people.

use std::ops::ControlFlow;

use board::{Game, InputError, Picture, Plays, Rest, Vocabulary};

use crate::{CaseOf, Pairing, RuleSet, case};

/// More legal moves than this are not counted.
const LISTED_MAX: usize = 4096;

/// One step of a game, for people.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What was asked for and what came of it; `None` for the set-up.
    pub title: Option<String>,
    /// What happened in between, picture by picture, where the board after it does not say it all.
    pub story: Vec<Picture>,
    /// The board after it.
    pub picture: Picture,
    /// How the game stands after it.
    pub outcome: String,
    /// How many moves are legal after it; `None` if they are too many to be listed.
    pub legal: Option<usize>,
}

/// Plays a case on the oracle and shows each step.
pub trait ShowCases {
    /// Shows the first case of `text` step by step, as the oracle plays it, until `visit` breaks
    /// off.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn visit_frames(
        &self,
        text: &[u8],
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// All frames of [`visit_frames`](Self::visit_frames): much for a case of many moves.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn frames(&self, text: &[u8]) -> Result<Vec<Frame>, InputError> {
        let mut frames = Vec::new();
        self.visit_frames(text, &mut |frame| {
            frames.push(frame);
            ControlFlow::Continue(())
        })?;
        Ok(frames)
    }
}

impl<R, E, O> ShowCases for Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    fn visit_frames(
        &self,
        text: &[u8],
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        if let Some(case) = self.first(text)? {
            self.play_frames(&case, visit);
        }
        Ok(())
    }
}

impl<R, E, O> Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    /// Plays the case on the oracle and shows the board after each step.
    pub(super) fn play_frames(
        &self,
        case: &CaseOf<R>,
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) {
        let Some(mut game) = self.oracle().set_up(&case.setup) else { return };
        let mut flow = visit(frame(&game, None, Vec::new()));
        let robot = self.rules().robot().filter(|_| case.rest == Rest::Robot);
        let mut moves = case.moves.iter().chain(robot.iter().cycle());
        for step in 0.. {
            let (true, Some(mv)) = (flow.is_continue(), moves.next()) else { return };
            let before = game.position();
            let (title, story) = match game.play(mv) {
                Ok(event) => (case::title(mv, &event), R::Vocabulary::story(&before, &event)),
                // It has played to the end.
                Err(_) if step >= case.moves.len() => return,
                Err(refusal) => (format!("{mv}: refused, {refusal}"), Vec::new()),
            };
            flow = visit(frame(&game, Some(title), story));
        }
    }
}

fn frame<G: Game>(game: &G, title: Option<String>, story: Vec<Picture>) -> Frame {
    let mut legal = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        legal += 1;
        if legal > LISTED_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Frame {
        title,
        story,
        picture: G::Vocabulary::picture(&game.position()),
        outcome: game.outcome().to_string(),
        legal: listing.is_continue().then_some(legal),
    }
}
