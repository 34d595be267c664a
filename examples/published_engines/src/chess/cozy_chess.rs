//! `cozy-chess`: castling as king takes rook, Chess960, and `try_play`, which asks `is_legal`.

use cozy_chess::{Board, Color, File, GameStatus, Move, Square};
use twinboard::TextGame;

use super::{fen, key, without_move};

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct CozyChess {
    board: Board,
    is_960: bool,
}

impl CozyChess {
    fn takes_own_man(&self, mv: Move) -> bool {
        self.board.color_on(mv.to) == Some(self.board.side_to_move())
    }

    fn text(&self, mut mv: Move) -> String {
        if !self.is_960 && self.takes_own_man(mv) {
            let king = if mv.to.file() == File::H { File::G } else { File::C };
            mv.to = Square::new(king, mv.to.rank());
        }
        mv.to_string()
    }

    fn parsed(&self, text: &str) -> Option<Move> {
        let mut mv: Move = text.parse().ok().filter(|mv: &Move| mv.to_string() == text)?;
        if self.is_960 {
            return Some(mv);
        }
        if self.takes_own_man(mv) {
            return None;
        }
        let is_of_king = mv.from == self.board.king(self.board.side_to_move());
        if is_of_king && mv.from.file() == File::E {
            mv.to = match mv.to.file() {
                File::C => Square::new(File::A, mv.to.rank()),
                File::G => Square::new(File::H, mv.to.rank()),
                _ => mv.to,
            };
        }
        Some(mv)
    }
}

impl TextGame for CozyChess {
    fn set_up(setup: &str) -> Result<Self, String> {
        let of_960 = setup.strip_suffix("\ncastling=960");
        let (text, is_960) = (fen(of_960.unwrap_or(setup))?, of_960.is_some());
        let board = Board::from_fen(text, is_960).map_err(|error| error.to_string())?;
        Ok(Self { board, is_960 })
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.board.generate_moves(|of_a_man| {
            moves.extend(of_a_man.into_iter().map(|mv| self.text(mv)));
            false
        });
        moves
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let mv = self.parsed(mv).ok_or("no move")?;
        self.board.try_play(mv).map_err(|error| error.to_string())
    }

    fn position(&self) -> String {
        let board = &self.board;
        if self.is_960 { format!("{board:#}\ncastling=960") } else { board.to_string() }
    }

    /// The library also calls it a draw after 50 moves, which a player may claim: that is left out.
    fn outcome(&self) -> Option<String> {
        let is_white = self.board.side_to_move() == Color::White;
        match self.board.status() {
            GameStatus::Ongoing => None,
            GameStatus::Won => without_move(true, is_white),
            GameStatus::Drawn if self.board.generate_moves(|_| true) => None,
            GameStatus::Drawn => without_move(false, is_white),
        }
    }

    fn key(&self) -> Option<u64> {
        key(self.board.hash(), &self.position())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("check", (!self.board.checkers().is_empty()).to_string())]
    }
}
