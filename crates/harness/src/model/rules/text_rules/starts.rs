//! The set-ups of a game in words that `exhaust` enumerates: its starts, on boards of every size.

use std::ops::ControlFlow;

use twinboard_vocabulary::text_game::{BoardText, Lines, TextMove, TextVocabulary, size_of_board};
use twinboard_vocabulary::{Game, Implementation};

use super::TextRules;
use crate::model::rules::Enumerate;
use crate::model::shape::{Bounds, Shape};

/// Limit on the moves that are requested at each position, legal or not.
const REQUESTS_MAX: usize = 64;

impl TextRules {
    /// The shape of the board of a set-up; `None` if it has none.
    fn shape(setup: &Lines) -> Option<Shape> {
        let (rows, columns) = size_of_board(setup.as_str());
        let side = |side: u64| u8::try_from(side).ok().filter(|side| *side <= 64);
        Some(Shape { rows: side(rows).filter(|rows| *rows > 1)?, columns: side(columns)? })
    }

    fn has_boards(&self) -> bool {
        self.starts.iter().any(|start| Self::shape(start).is_some())
    }

    /// A start on a board of this shape, if it is one or the oracle accepts it with rows and columns
    /// repeated or left out.
    fn on_board(&self, start: &Lines, shape: Shape) -> Option<Lines> {
        if Self::shape(start) == Some(shape) {
            return Some(start.clone());
        }
        let [rows, columns] = [shape.rows, shape.columns].map(usize::from);
        let sized = BoardText::read(start.as_str())?.of_size(rows, columns);
        Some(Lines::new(&sized.to_string())).filter(|setup| self.is_setup(setup))
    }
}

/// The starts, and positions up to what the oracle calls their canonical form.
impl Enumerate<TextVocabulary> for TextRules {
    /// The starts on boards of this shape, each once, whatever number of symbols the bounds permit;
    /// where starts have no boards, the one with the number `columns`.
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = Lines> + Send> {
        let mut setups: Vec<Lines> = if self.has_boards() {
            self.starts.iter().filter_map(|start| self.on_board(start, shape)).collect()
        } else {
            let start = usize::from(shape.columns).checked_sub(1);
            start.and_then(|start| self.starts.get(start)).cloned().into_iter().collect()
        };
        setups.sort();
        setups.dedup();
        Box::new(setups.into_iter())
    }

    fn size_name(&self) -> Option<&'static str> {
        (!self.has_boards()).then_some("start")
    }

    /// The smallest board of a start, or the first start.
    fn usual_bounds(&self) -> Bounds {
        let shapes = self.starts.iter().filter_map(Self::shape);
        let smallest = shapes.min_by_key(|shape| shape.cells());
        Bounds::new([smallest.map_or((1, 1), |shape| (shape.rows, shape.columns))], 1)
    }

    fn canonical_key(&self, _setup: &Lines, position: &Lines) -> String {
        let canonical = self.canonical.and_then(|canonical| canonical(position));
        canonical.unwrap_or_else(|| position.to_string())
    }

    /// The moves that are legal at the set-up: most of them are not legal later.
    fn all_moves(&self, setup: &Lines) -> Vec<TextMove> {
        let mut moves = Vec::new();
        if let Some(game) = self.oracle.set_up(setup) {
            let _ = game.visit_legal_moves(&mut |mv| {
                moves.push(mv.clone());
                if moves.len() < REQUESTS_MAX {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        moves
    }
}
