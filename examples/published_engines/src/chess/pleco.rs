//! `pleco`: modelled on Stockfish, with a state that is updated and taken back.

use pleco::{Board, Player};
use twinboard::TextGame;

use super::{fen, key, passed, without_move};
use crate::played;

/// A game in progress, with the en-passant squares, of which the library keeps those where a pawn
/// may take.
#[derive(Debug)]
pub(super) struct Pleco {
    board: Board,
    passed: Vec<String>,
}

impl Clone for Pleco {
    fn clone(&self) -> Self {
        Self { board: self.board.parallel_clone(), passed: self.passed.clone() }
    }
}

impl TextGame for Pleco {
    /// The library refuses double checks that no move can give.
    fn set_up(setup: &str) -> Result<Self, String> {
        let board = Board::from_fen(fen(setup)?).map_err(|error| format!("{error:?}"))?;
        let passed = setup.split(' ').nth(3).unwrap_or("-");
        Ok(Self { board, passed: vec![passed.to_owned()] })
    }

    fn moves(&self) -> Vec<String> {
        self.board.generate_moves().iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.board.apply_uci_move(mv) {
            return played(false);
        }
        let is_double = self.board.last_move().is_some_and(|last| last.is_double_push().0);
        self.passed.push(passed(mv, is_double));
        Ok(())
    }

    fn position(&self) -> String {
        let passed = self.passed.last().map_or("-", String::as_str);
        let text = self.board.fen();
        let mut fields: Vec<&str> = text.split(' ').collect();
        if fields[3] == "-" {
            fields[3] = passed;
        }
        fields.join(" ")
    }

    fn outcome(&self) -> Option<String> {
        let is_white = self.board.turn() == Player::White;
        match (self.board.checkmate(), self.board.stalemate()) {
            (false, false) => None,
            (is_mate, _) => without_move(is_mate, is_white),
        }
    }

    /// None where the library may have an en-passant square or not. It does not hash the black king,
    /// so that most cases would end at equal keys: they are left as they are where only kings are
    /// left, and have the square of the king added elsewhere.
    fn key(&self) -> Option<u64> {
        let king = u64::from(self.board.king_sq(Player::Black).0) << 1 | 1;
        let is_added = self.board.count_all_pieces() > 2;
        let added = if is_added { king.wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { 0 };
        let key = key(self.board.zobrist() ^ added, &self.position());
        key.filter(|_| self.passed.last().is_some_and(|passed| passed == "-"))
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("check", self.board.in_check().to_string())]
    }

    fn undo(&mut self) -> bool {
        self.board.undo_move();
        self.passed.pop().is_some()
    }
}
