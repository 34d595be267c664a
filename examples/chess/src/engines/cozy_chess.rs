//! `cozy-chess`: fixed-shift magic bitboards, castling as king takes rook, an `is_legal` of its own.

use std::ops::ControlFlow;

use cozy_chess::{Board, File, GameStatus, Move, Square};
use twinboard::vocabulary::Game;

use crate::game::{
    CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, read, squares, written,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Cozy(Board);

impl Cozy {
    /// Sets a game up.
    pub fn set_up(fen: &Fen) -> Option<Self> {
        written(fen).parse().ok().map(Self)
    }

    fn takes_own_piece(&self, mv: Move) -> bool {
        self.0.color_on(mv.to) == Some(self.0.side_to_move())
    }

    /// The move of the library with this text.
    fn parsed(&self, mv: &Uci) -> Option<Move> {
        let mut parsed: Move = mv.text().parse().ok()?;
        let is_of_king = parsed.from == self.0.king(self.0.side_to_move());
        if self.takes_own_piece(parsed) {
            return None;
        }
        if is_of_king && mv.from().1 == 4 && mv.to().1.abs_diff(4) == 2 {
            let rook = if mv.to().1 == 6 { File::H } else { File::A };
            parsed.to = Square::new(rook, parsed.to.rank());
        }
        Some(parsed)
    }
}

impl Game for Cozy {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        let uci = |mut mv: Move| {
            if self.takes_own_piece(mv) {
                let king = if mv.to.file() == File::H { File::G } else { File::C };
                mv.to = Square::new(king, mv.to.rank());
            }
            Uci::new(mv.from as usize, mv.to as usize, mv.promotion.map(char::from))
        };
        let mut visited = ControlFlow::Continue(());
        self.0.generate_moves(|of_a_piece| {
            visited = of_a_piece.into_iter().try_for_each(|mv| visit(&uci(mv)));
            visited.is_break()
        });
        visited
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        self.0.try_play(self.parsed(mv).ok_or(ILLEGAL)?).map_err(|_| ILLEGAL)?;
        Ok(*mv)
    }

    fn position(&self) -> Fen {
        read(&self.0)
    }

    fn outcome(&self) -> &'static str {
        match self.0.status() {
            GameStatus::Ongoing => PLAYING,
            GameStatus::Won => CHECKMATE,
            GameStatus::Drawn => STALEMATE,
        }
    }

    /// The library hashes the en-passant square even if no pawn can take there.
    fn key(&self) -> Option<u64> {
        let is_hashed = self.0.en_passant().is_some();
        let is_shown = is_hashed && self.position().field("en passant") != "-";
        Some(if is_shown { self.0.hash() } else { self.0.hash_without_ep() })
    }

    fn is_legal(&self, mv: &Uci) -> Option<bool> {
        Some(self.parsed(mv).is_some_and(|parsed| self.0.is_legal(parsed)))
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("checkers", squares(self.0.checkers()))]
    }
}
