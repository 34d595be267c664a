//! `chess`: magic bitboards, boards that are copied on each move.

use std::ops::ControlFlow;

use chess::{Board, BoardStatus, ChessMove, MoveGen};
use twinboard::vocabulary::Game;

use crate::game::{
    CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, read, squares, written,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Copied(Board);

impl Copied {
    /// Sets a game up.
    pub fn set_up(fen: &Fen) -> Option<Self> {
        written(fen).parse().ok().map(Self)
    }
}

impl Game for Copied {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        MoveGen::new_legal(&self.0).try_for_each(|mv| visit(&Uci::of(mv)))
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        let parsed: ChessMove = mv.text().parse().map_err(|_| ILLEGAL)?;
        if !self.0.legal(parsed) {
            return Err(ILLEGAL);
        }
        self.0 = self.0.make_move_new(parsed);
        Ok(*mv)
    }

    /// The library writes the square of the pawn as en-passant square. That ends every case with such
    /// a square, so it is left as it is only among four pieces, and en passant is played elsewhere.
    fn position(&self) -> Fen {
        let mut text = self.0.to_string();
        if let Some(pawn) = self.0.en_passant().filter(|_| self.0.combined().popcnt() > 4) {
            let behind = pawn.ubackward(!self.0.side_to_move());
            text = text.replace(&format!(" {pawn} "), &format!(" {behind} "));
        }
        read(text)
    }

    fn outcome(&self) -> &'static str {
        match self.0.status() {
            BoardStatus::Ongoing => PLAYING,
            BoardStatus::Checkmate => CHECKMATE,
            BoardStatus::Stalemate => STALEMATE,
        }
    }

    fn key(&self) -> Option<u64> {
        Some(self.0.get_hash())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("checkers", squares(*self.0.checkers()))]
    }
}
