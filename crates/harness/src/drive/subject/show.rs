//! A case step by step, as boards for people.

use std::ops::ControlFlow;

use twinboard_vocabulary::{
    AnyImplementation, Game, Highlight, Implementation, Picture, Vocabulary,
};

use crate::model::case;
use crate::model::rules::{CaseOf, RuleSet};

/// Legal moves are counted up to 4096.
const COUNTED_MAX: usize = 4096;

/// A step of a game, drawn for people.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The move and its event or refusal; `None` for the set-up.
    pub title: Option<String>,
    /// Boards during the step, if the board after it does not show everything
    /// ([`Vocabulary::story`]).
    pub story: Vec<Picture>,
    /// Shapes over the board before the step that show its move ([`Vocabulary::highlights`]).
    pub highlights: Vec<Highlight>,
    /// Cells that a refused move names ([`Vocabulary::named_cells`]), as rows and columns from 0.
    pub refused: Vec<(usize, usize)>,
    /// The board after the step.
    pub picture: Picture,
    /// Text of the outcome after the step.
    pub outcome: String,
    /// Number of legal moves after the step; `None` if there are more than 4096.
    pub legal: Option<usize>,
}

/// Plays the case on one side and shows the board after each step.
pub(super) fn play_frames<R: RuleSet>(
    rules: &R,
    side: &AnyImplementation<R::Vocabulary>,
    case: &CaseOf<R>,
    visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
) {
    let Some(mut game) = side.set_up(&case.setup) else { return };
    let mut flow = visit(frame(rules, &game, None, Drawings::default()));
    let mut moves = case.moves.iter().chain(case.repeated().into_iter().cycle());
    for step in 0.. {
        let (true, Some(mv)) = (flow.is_continue(), moves.next()) else { return };
        let before = game.position();
        let (title, drawings) = match game.play(mv) {
            Ok(event) => (case::title(mv, &event), Drawings::of::<R::Vocabulary>(&before, &event)),
            // The repeated move has ended the game.
            Err(_) if step >= case.moves.len() => return,
            Err(refusal) => {
                let mut refused = R::Vocabulary::named_cells(&before, mv);
                let picture = rules.picture(&before);
                let is_there = |&(row, column): &(usize, usize)| {
                    picture.rows.get(row).is_some_and(|(_, cells)| column < cells.len())
                };
                refused.retain(is_there);
                let drawings = Drawings { refused, ..Drawings::default() };
                (format!("{mv}: refused, {refusal}"), drawings)
            }
        };
        flow = visit(frame(rules, &game, Some(title), drawings));
    }
}

/// The drawings of a step besides the board after it.
#[derive(Default)]
struct Drawings {
    story: Vec<Picture>,
    highlights: Vec<Highlight>,
    refused: Vec<(usize, usize)>,
}

impl Drawings {
    fn of<V: Vocabulary>(before: &V::Position, event: &V::Event) -> Self {
        let (story, highlights) = (V::story(before, event), V::highlights(before, event));
        Self { story, highlights, refused: Vec::new() }
    }
}

fn frame<R: RuleSet>(
    rules: &R,
    game: &impl Game<Vocabulary = R::Vocabulary>,
    title: Option<String>,
    drawings: Drawings,
) -> Frame {
    let mut legal = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        legal += 1;
        if legal > COUNTED_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Frame {
        title,
        story: drawings.story,
        highlights: drawings.highlights,
        refused: drawings.refused,
        picture: rules.picture(&game.position()),
        outcome: game.outcome().to_string(),
        legal: listing.is_continue().then_some(legal),
    }
}
