//! `chess`: magic bitboards, boards that are copied on each move.

use chess::{Board, BoardStatus, ChessMove, Color, MoveGen, Piece};
use twinboard::TextGame;

use super::{fen, key, passed, without_move};
use crate::played;

/// A game in progress, with the fields of its FEN that the library does not keep.
#[derive(Clone, Debug)]
pub(super) struct CrateChess {
    board: Board,
    passed: String,
    clock: usize,
    number: usize,
}

impl TextGame for CrateChess {
    fn set_up(setup: &str) -> Result<Self, String> {
        let board = fen(setup)?.parse().map_err(|error: chess::Error| error.to_string())?;
        let fields: Vec<&str> = setup.split(' ').collect();
        let number = |field: &str| field.parse().map_err(|_| "a number");
        let (clock, number) = (number(fields[4])?, number(fields[5])?);
        Ok(Self { board, passed: fields[3].to_owned(), clock, number })
    }

    fn moves(&self) -> Vec<String> {
        MoveGen::new_legal(&self.board).map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let parsed: ChessMove = mv.parse().map_err(|error: chess::Error| error.to_string())?;
        if parsed.to_string() != mv || !self.board.legal(parsed) {
            return played(false);
        }
        let is_pawn = self.board.piece_on(parsed.get_source()) == Some(Piece::Pawn);
        let is_capture = self.board.piece_on(parsed.get_dest()).is_some();
        self.passed = passed(mv, is_pawn);
        self.clock = if is_pawn || is_capture { 0 } else { self.clock + 1 };
        self.number += usize::from(self.board.side_to_move() == Color::Black);
        self.board = self.board.make_move_new(parsed);
        Ok(())
    }

    /// The library writes the square of the pawn as en-passant square. That ends every case with such
    /// a square, so its text is used only among four men, and en passant is played elsewhere.
    fn position(&self) -> String {
        let text = self.board.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let is_used = fields[3] != "-" && self.board.combined().popcnt() <= 4;
        let passed = if is_used { fields[3] } else { &self.passed };
        format!("{} {passed} {} {}", fields[..3].join(" "), self.clock, self.number)
    }

    fn outcome(&self) -> Option<String> {
        let is_white = self.board.side_to_move() == Color::White;
        match self.board.status() {
            BoardStatus::Ongoing => None,
            BoardStatus::Checkmate => without_move(true, is_white),
            BoardStatus::Stalemate => without_move(false, is_white),
        }
    }

    fn key(&self) -> Option<u64> {
        // Without a pawn that may take there, the library does not keep the en-passant square.
        let is_kept = self.passed == "-" || self.board.en_passant().is_some();
        key(self.board.get_hash(), &self.position()).filter(|_| is_kept)
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("check", (self.board.checkers().popcnt() > 0).to_string())]
    }
}
