//! `pleco`: modelled on Stockfish, with a state that is updated and taken back.

use std::ops::ControlFlow;

use pleco::Board;
use twinboard::vocabulary::{Game, TryClone};

use crate::game::{CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, squares};

/// A game in progress, with the hash of the library, and what the library calls stalemate, or not.
#[derive(Debug)]
pub struct Pleco<const KEYS: bool, const AFTER_50: bool>(Board);

impl<const KEYS: bool, const AFTER_50: bool> Pleco<KEYS, AFTER_50> {
    /// Sets a game up.
    pub fn set_up(fen: &Fen) -> Option<Self> {
        Board::from_fen(&format!("{fen} 0 1")).ok().map(Self)
    }
}

impl<const KEYS: bool, const AFTER_50: bool> TryClone for Pleco<KEYS, AFTER_50> {
    fn try_clone(&self) -> Option<Self> {
        Some(Self(self.0.parallel_clone()))
    }
}

impl<const KEYS: bool, const AFTER_50: bool> Game for Pleco<KEYS, AFTER_50> {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.generate_moves().iter().try_for_each(|mv| visit(&Uci::of(mv)))
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        if self.0.apply_uci_move(mv.text()) { Ok(mv.clone()) } else { Err(ILLEGAL) }
    }

    fn position(&self) -> Fen {
        self.0.fen().parse().expect("pleco writes FEN")
    }

    fn outcome(&self) -> &'static str {
        match (self.0.checkmate(), self.0.stalemate()) {
            (true, _) => CHECKMATE,
            // The library also calls it stalemate after 50 half-moves without a capture.
            (_, true) if AFTER_50 || self.0.generate_moves().is_empty() => STALEMATE,
            _ => PLAYING,
        }
    }

    /// The library does not hash the black king.
    fn key(&self) -> Option<u64> {
        KEYS.then(|| self.0.zobrist())
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
