//! `owlchess`: semilegal moves that are tried, a chain of moves that can be taken back.

use std::ops::ControlFlow;

use owlchess::moves::make::Uci as UciText;
use owlchess::types::{DrawReason, OutcomeFilter};
use owlchess::{Board, Move, MoveChain, Outcome, movegen};
use twinboard::vocabulary::Game;

use crate::game::{CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, squares};

/// A game in progress, with the hash of the library, or without what it hashes too much.
#[derive(Clone, Debug)]
pub struct Owl<const KEYS: bool>(MoveChain);

impl<const KEYS: bool> Owl<KEYS> {
    /// Sets a game up.
    pub fn set_up(fen: &Fen) -> Option<Self> {
        Board::from_fen(&format!("{fen} 0 1")).ok().map(|board| Self(MoveChain::new(board)))
    }
}

impl<const KEYS: bool> Game for Owl<KEYS> {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        movegen::legal::gen_all(self.0.last()).iter().try_for_each(|mv| visit(&Uci::of(mv)))
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        self.0.push(UciText(mv.text())).map_err(|_| ILLEGAL)?;
        Ok(mv.clone())
    }

    fn position(&self) -> Fen {
        self.0.last().as_fen().parse().expect("owlchess writes FEN")
    }

    fn outcome(&self) -> &'static str {
        match self.0.last().calc_outcome().filter(|outcome| outcome.passes(OutcomeFilter::Force)) {
            Some(Outcome::Win { .. }) => CHECKMATE,
            Some(Outcome::Draw(DrawReason::Stalemate)) => STALEMATE,
            _ => PLAYING,
        }
    }

    /// The library hashes the en-passant square even if no pawn can take there.
    fn key(&self) -> Option<u64> {
        let (board, mut without) = (self.0.last(), *self.0.last().raw());
        without.ep_source = None;
        let is_right = KEYS || self.position().field("en passant") != "-";
        let square = board.raw().zobrist_hash() ^ without.zobrist_hash();
        Some(board.zobrist_hash() ^ if is_right { 0 } else { square })
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
