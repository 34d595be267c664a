//! `pleco`: modelled on Stockfish, with a state that is updated and taken back.

use std::ops::ControlFlow;

use pleco::{Board, Player};
use twinboard::vocabulary::{Game, TryClone};

use crate::game::{
    CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, read, squares, written,
};

/// A game in progress.
#[derive(Debug)]
pub struct Pleco(Board);

impl Pleco {
    /// Sets a game up.
    pub fn set_up(fen: &Fen) -> Option<Self> {
        Board::from_fen(&written(fen)).ok().map(Self)
    }
}

impl TryClone for Pleco {
    fn try_clone(&self) -> Option<Self> {
        Some(Self(self.0.parallel_clone()))
    }
}

impl Game for Pleco {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.generate_moves().iter().try_for_each(|mv| visit(&Uci::of(mv)))
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        if self.0.apply_uci_move(mv.text()) { Ok(*mv) } else { Err(ILLEGAL) }
    }

    fn position(&self) -> Fen {
        read(self.0.fen())
    }

    fn outcome(&self) -> &'static str {
        match (self.0.checkmate(), self.0.stalemate()) {
            (true, _) => CHECKMATE,
            (_, true) => STALEMATE,
            _ => PLAYING,
        }
    }

    /// The library does not hash the black king, so that most cases would end at equal keys. They are
    /// left as they are where only kings are left, and have the king's square added elsewhere.
    fn key(&self) -> Option<u64> {
        let king = u64::from(self.0.king_sq(Player::Black).0) << 1 | 1;
        let added = if self.0.count_all_pieces() > 2 {
            king.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        };
        Some(self.0.zobrist() ^ added)
    }

    fn undo_moves(&mut self, moves: &[Uci]) -> bool {
        let played = moves.iter().filter(|mv| self.play(mv).is_ok()).count();
        (0..played).for_each(|_| self.0.undo_move());
        true
    }

    fn validate(&self) -> Result<(), String> {
        self.0.is_okay().map_err(|error| format!("{error:?}"))
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("checkers", squares(self.0.checkers()))]
    }
}
