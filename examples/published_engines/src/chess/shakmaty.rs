//! `shakmaty`, on which a large chess server rests.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Color, EnPassantMode, Position};
use twinboard::TextGame;

use super::{fen, key, without_move};
use crate::played;

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Shakmaty(shakmaty::Chess);

impl TextGame for Shakmaty {
    /// The library refuses checks that no move can give. Chess960 is left out: its texts have `KQ`
    /// where those of the rule set have files.
    fn set_up(setup: &str) -> Result<Self, String> {
        let fen: Fen = fen(setup)?.parse().map_err(|_| "FEN")?;
        let game = fen.into_position(CastlingMode::Standard);
        Ok(Self(game.map_err(|error| error.to_string())?))
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.0.legal_moves().into_iter();
        moves.map(|mv| UciMove::from_standard(mv).to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let request: UciMove = mv.parse().map_err(|_| "UCI")?;
        let found = request.to_move(&self.0).map_err(|error| error.to_string())?;
        // Castling may be written as the king taking the rook, too.
        if UciMove::from_standard(found).to_string() != mv {
            return played(false);
        }
        self.0.play_unchecked(found);
        Ok(())
    }

    fn position(&self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Always).to_string()
    }

    fn outcome(&self) -> Option<String> {
        let is_over = self.0.is_checkmate() || self.0.is_stalemate();
        let is_white = self.0.turn() == Color::White;
        if is_over { without_move(self.0.is_checkmate(), is_white) } else { None }
    }

    fn key(&self) -> Option<u64> {
        let Zobrist64(hash) = self.0.zobrist_hash(EnPassantMode::Always);
        key(hash, &self.position())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![
            ("check", self.0.is_check().to_string()),
            ("insufficient-material", self.0.is_insufficient_material().to_string()),
        ]
    }
}
