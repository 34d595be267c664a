//! A case step by step, as boards for people.

use std::ops::ControlFlow;

use twinboard_vocabulary::{Game, Highlight, InputError, Picture, Plays, Vocabulary};

use crate::model::activity::Side;
use crate::model::case;
use crate::model::pairing::Pairing;
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

/// Plays a case on one side alone and shows each step, for the commands `show` and `diff`.
pub trait ShowCases {
    /// Shows the first case of `text` as a side plays it, step by step until `visit` breaks off.
    /// Shows nothing if there is no case or the side does not support its set-up.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn visit_frames(
        &self,
        side: Side,
        text: &[u8],
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// The texts of the set-up of the first case of `text` and of its moves; `None` if there is no
    /// case.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn texts(&self, text: &[u8]) -> Result<Option<(String, Vec<String>)>, InputError>;

    /// All frames of the oracle ([`visit_frames`](Self::visit_frames)) at once: for short cases,
    /// since every frame has a board.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, ShowCases};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// let frames = pairing.frames(b"7\n> 3\n> 9\n").unwrap();
    /// assert_eq!((frames.len(), frames[1].legal), (3, Some(3)));
    /// assert_eq!(frames[2].title.as_deref(), Some("9: refused, not that many"));
    /// ```
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn frames(&self, text: &[u8]) -> Result<Vec<Frame>, InputError> {
        let mut frames = Vec::new();
        self.visit_frames(Side::Oracle, text, &mut |frame| {
            frames.push(frame);
            ControlFlow::Continue(())
        })?;
        Ok(frames)
    }
}

impl<R: RuleSet> ShowCases for Pairing<R> {
    fn texts(&self, text: &[u8]) -> Result<Option<(String, Vec<String>)>, InputError> {
        let texts = |case: CaseOf<R>| {
            (case.setup.to_string(), case.moves.iter().map(ToString::to_string).collect())
        };
        Ok(self.first(text)?.map(texts))
    }

    fn visit_frames(
        &self,
        side: Side,
        text: &[u8],
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        let Some(case) = self.first(text)? else { return Ok(()) };
        match side {
            Side::Engine => play_frames::<R, _>(self.engine(), &case, visit),
            Side::Oracle => play_frames::<R, _>(self.oracle(), &case, visit),
        }
        Ok(())
    }
}

/// Plays the case on one side and shows the board after each step.
fn play_frames<R: RuleSet, I: Plays<R::Vocabulary>>(
    side: &I,
    case: &CaseOf<R>,
    visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
) {
    let Some(mut game) = side.set_up(&case.setup) else { return };
    let mut flow = visit(frame(&game, None, Drawings::default()));
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
                let picture = R::Vocabulary::picture(&before);
                let is_there = |&(row, column): &(usize, usize)| {
                    picture.rows.get(row).is_some_and(|(_, cells)| column < cells.len())
                };
                refused.retain(is_there);
                let drawings = Drawings { refused, ..Drawings::default() };
                (format!("{mv}: refused, {refusal}"), drawings)
            }
        };
        flow = visit(frame(&game, Some(title), drawings));
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

fn frame<G: Game>(game: &G, title: Option<String>, drawings: Drawings) -> Frame {
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
        picture: G::Vocabulary::picture(&game.position()),
        outcome: game.outcome().to_string(),
        legal: listing.is_continue().then_some(legal),
    }
}
