//! The trusted side: `shakmaty`, on which a large chess server rests.

use std::ops::ControlFlow;

use shakmaty::fen::Fen as ShakmatyFen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode, Move, Position, Role};
use twinboard::vocabulary::Game;

use crate::game::{
    CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci, read, squares, written,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Trusted(pub shakmaty::Chess);

impl Trusted {
    /// Sets a game up; `None` if the position is impossible: the player who moved is in check, a
    /// pawn stands on the first rank, nobody can have the castling rights, and so on (CH-2).
    pub fn set_up(fen: &Fen) -> Option<Self> {
        let fen: ShakmatyFen = written(fen).parse().ok()?;
        fen.into_position(CastlingMode::Standard).ok().map(Self)
    }
}

/// The move as UCI text: castling is the move of the king.
fn uci(mv: Move) -> Uci {
    let UciMove::Normal { from, to, promotion } = UciMove::from_standard(mv) else {
        unreachable!("only variants have other moves")
    };
    Uci::new(from.to_usize(), to.to_usize(), promotion.map(Role::char))
}

impl Game for Trusted {
    type Vocabulary = Chess;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Uci) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.legal_moves().into_iter().try_for_each(|mv| visit(&uci(mv)))
    }

    fn play(&mut self, mv: &Uci) -> Result<Uci, &'static str> {
        let found = mv.text().parse::<UciMove>().ok().and_then(|uci| uci.to_move(&self.0).ok());
        // Castling may be written as the king taking the rook, too.
        let found = found.filter(|&legal| uci(legal) == *mv);
        self.0.play_unchecked(found.ok_or(ILLEGAL)?);
        Ok(*mv)
    }

    fn position(&self) -> Fen {
        read(ShakmatyFen::from_position(&self.0, EnPassantMode::Always))
    }

    fn outcome(&self) -> &'static str {
        match (self.0.is_checkmate(), self.0.is_stalemate()) {
            (true, _) => CHECKMATE,
            (_, true) => STALEMATE,
            _ => PLAYING,
        }
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![
            ("checkers", squares(self.0.checkers())),
            ("insufficient material", self.0.is_insufficient_material().to_string()),
        ]
    }
}
