//! The symmetries of the board as symmetries of games.

use arbitrary::Unstructured;
use twinboard_harness::{Symmetries, Symmetry};
use twinboard_vocabulary::paint::{Board, LegalMove, Move, Paint, Position};

use super::PaintRules;
use super::transform::Transform;

impl Symmetries<Paint> for PaintRules {
    fn symmetry(
        &self,
        setup: &Board,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Paint>>>> {
        let transforms = Transform::all(setup.side());
        Ok(Some(Box::new(*u.choose(&transforms[1..])?)))
    }
}

impl Symmetry<Paint> for Transform {
    fn transform_setup(&self, setup: &Board) -> Board {
        self.board(setup)
    }

    fn transform_move(&self, mv: &Move) -> Move {
        self.mv(mv)
    }

    fn transform_legal(&self, legal: &LegalMove) -> LegalMove {
        LegalMove::new(legal.cells().iter().map(|&cell| self.cell(cell)))
    }

    fn transform_position(&self, position: &Position) -> Position {
        Position { board: self.board(&position.board), to_move: position.to_move }
    }
}
