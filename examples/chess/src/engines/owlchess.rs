//! `owlchess`: semilegal moves that are tried, a chain of moves that can be taken back.

use std::ops::ControlFlow;

use owlchess::moves::make::Uci as UciText;
use owlchess::types::{DrawReason, OutcomeFilter};
use owlchess::{Board, Move, MoveChain, Outcome, movegen};
use twinboard::vocabulary::Game;

use crate::game::{
    CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, read, squares, written,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Owl(MoveChain);

impl Owl {
    /// Sets a game up.
    pub fn set_up(fen: &Fen) -> Option<Self> {
        Board::from_fen(&written(fen)).ok().map(|board| Self(MoveChain::new(board)))
    }
}

impl Game for Owl {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        movegen::legal::gen_all(self.0.last()).iter().try_for_each(|mv| visit(&Uci::of(mv)))
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        self.0.push(UciText(mv.text())).map_err(|_| ILLEGAL)?;
        Ok(*mv)
    }

    fn position(&self) -> Fen {
        read(self.0.last().as_fen())
    }

    fn outcome(&self) -> &'static str {
        match self.0.last().calc_outcome().filter(|outcome| outcome.passes(OutcomeFilter::Force)) {
            Some(Outcome::Win { .. }) => CHECKMATE,
            Some(Outcome::Draw(DrawReason::Stalemate)) => STALEMATE,
            _ => PLAYING,
        }
    }

    fn key(&self) -> Option<u64> {
        Some(self.0.last().zobrist_hash())
    }

    fn undo_moves(&mut self, moves: &[Uci]) -> bool {
        let played = moves.iter().filter(|mv| self.play(mv).is_ok()).count();
        (0..played).all(|_| self.0.pop().is_some())
    }

    fn is_legal(&self, mv: &Uci) -> Option<bool> {
        Some(Move::from_uci_legal(mv.text(), self.0.last()).is_ok())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        let board = self.0.last();
        let is_insufficient = board.calc_draw_simple() == Some(DrawReason::InsufficientMaterial);
        vec![
            ("checkers", squares(board.checkers())),
            ("insufficient material", is_insufficient.to_string()),
        ]
    }
}
