//! `cozy-chess`: fixed-shift magic bitboards, castling as king takes rook, an `is_legal` of its own.

use std::ops::ControlFlow;

use cozy_chess::{Board, CastleRights, Color, File, GameStatus, Move, Piece, Rank, Square};
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

    /// From its board: writing FEN takes the library longer than all else that it is asked.
    fn position(&self) -> Fen {
        let mut fen = Fen::empty();
        let mut rights = String::new();
        for (colour, pawn, letters) in
            [(Color::White, 1, ['K', 'Q']), (Color::Black, 7, ['k', 'q'])]
        {
            for piece in Piece::ALL {
                for square in self.0.colored_pieces(colour, piece) {
                    // Squares are numbered from a1, the places of a board from a8.
                    fen.set_index(square as usize ^ 56, pawn + piece as usize);
                }
            }
            let CastleRights { short, long } = *self.0.castle_rights(colour);
            let both = letters.into_iter().zip([short, long]);
            rights.extend(both.filter_map(|(letter, rook)| rook.map(|_| letter)));
        }
        let mover = self.0.side_to_move();
        fen.set_field("turn", if mover == Color::White { "w" } else { "b" });
        if !rights.is_empty() {
            fen.set_field("castling", &rights);
        }
        if let Some(column) = self.0.en_passant() {
            let square = Square::new(column, Rank::Sixth.relative_to(mover));
            fen.set_field("en passant", &square.to_string());
        }
        fen.checked().expect("a position that it has set up or reached")
    }

    /// The FEN that it writes is of the same position.
    fn validate(&self) -> Result<(), String> {
        let (written, position) = (read(&self.0), self.position());
        if written == position {
            return Ok(());
        }
        Err(format!("it writes the FEN {written} of {position}"))
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
