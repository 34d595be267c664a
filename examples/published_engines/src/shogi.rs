//! Shogi: `haitaka` and `shogi`.

use std::sync::Once;

use haitaka::Board;
use shogi::Position;
use shogi::bitboard::Factory;
use twinboard::{Registration, TextGame, TextRules};

use crate::{played, wins};

pub fn add_engines(game: Registration, rules: &TextRules) -> Registration {
    // The crate `shogi` has no list of moves, so that a step takes long.
    let of = || rules.clone().moves_max(20);
    game.other_text_engine("haitaka", &of().engine::<Haitaka>())
        .other_text_engine("shogi-crate", &of().engine::<ShogiCrate<PLAYS>>())
        .other_text_engine("shogi-crate-text", &of().engine::<ShogiCrate<COPIES_TEXT>>())
        .other_text_engine("shogi-crate-undo", &of().engine::<ShogiCrate<TAKES_BACK>>())
}

/// A line of SFEN with the number that libraries read. What they count as repetition differs.
fn sfen(setup: &str) -> Result<String, String> {
    if setup.contains('\n') {
        Err("a game without repetition".to_owned())
    } else {
        Ok(format!("{setup} 1"))
    }
}

/// `haitaka`, asked only for moves that it lists: `is_legal` accepts drops of pieces that are not in
/// hand.
#[derive(Clone, Debug)]
struct Haitaka(Board);

impl TextGame for Haitaka {
    fn set_up(setup: &str) -> Result<Self, String> {
        sfen(setup)?.parse().map(Self).map_err(|_| "another SFEN".to_owned())
    }

    fn moves(&self) -> Vec<String> {
        let mut all = Vec::new();
        self.0.generate_moves(|moves| {
            all.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        all
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let request: haitaka::Move = mv.parse().map_err(|_| "no move")?;
        let is_listed = self.moves().iter().any(|listed| listed == mv);
        played(is_listed && self.0.try_play(request).is_ok())
    }

    fn position(&self) -> String {
        let sfen = self.0.to_string();
        sfen.rsplit_once(' ').expect("a move number").0.to_owned()
    }

    fn outcome(&self) -> Option<String> {
        let black = self.0.side_to_move() == haitaka::Color::Black;
        if self.0.generate_moves(|_| true) {
            None
        } else {
            wins(if black { "white" } else { "black" })
        }
    }

    fn key(&self) -> Option<u64> {
        Some(self.0.hash())
    }
}

/// Positions are copied by playing their moves again.
const PLAYS: u8 = 0;
/// Positions are copied by their text.
const COPIES_TEXT: u8 = 1;
/// Each move is played, taken back and played again.
const TAKES_BACK: u8 = 2;

/// `shogi`, used in one of three ways. It has no list of moves: the adapter tries all that its texts
/// can express.
struct ShogiCrate<const USE: u8> {
    position: Position,
    setup: String,
    moves: Vec<String>,
}

impl<const USE: u8> Clone for ShogiCrate<USE> {
    fn clone(&self) -> Self {
        let mut copy = Self::set_up(&self.setup).expect("the set-up again");
        if USE == COPIES_TEXT {
            copy.position.set_sfen(&self.position.to_sfen()).expect("its own text");
            copy.moves.clone_from(&self.moves);
        } else {
            self.moves.iter().for_each(|mv| copy.play(mv).expect("its moves again"));
        }
        copy
    }
}

impl<const USE: u8> TextGame for ShogiCrate<USE> {
    fn set_up(setup: &str) -> Result<Self, String> {
        static TABLES: Once = Once::new();
        TABLES.call_once(Factory::init);
        let mut position = Position::new();
        position.set_sfen(&sfen(setup)?).map_err(|_| "another SFEN")?;
        Ok(Self { position, setup: setup.to_owned(), moves: Vec::new() })
    }

    fn moves(&self) -> Vec<String> {
        let side = self.position.side_to_move();
        let names: Vec<String> = shogi::Square::iter().map(|it| it.to_string()).collect();
        let mut all = Vec::new();
        for from in shogi::Square::iter() {
            let Some(piece) = self.position.piece_at(from).filter(|it| it.color == side) else {
                continue;
            };
            for to in self.position.move_candidates(from, piece) {
                all.extend(["", "+"].map(|plus| format!("{from}{to}{plus}")));
            }
        }
        for kind in "RBGSNLP".chars() {
            all.extend(names.iter().map(|to| format!("{kind}*{to}")));
        }
        let mut scratch = self.clone();
        all.retain(|mv| {
            let is_legal = scratch.play(mv).is_ok();
            if is_legal {
                scratch = self.clone();
            }
            is_legal
        });
        all
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let request = shogi::Move::from_sfen(mv).filter(|request| request.to_string() == mv);
        // A repetition is an error, too, but the move is on the board.
        let is_played = |result| matches!(result, Ok(()) | Err(shogi::MoveError::Repetition));
        let is_played = request.is_some_and(|request| is_played(self.position.make_move(request)));
        if is_played && USE == TAKES_BACK {
            self.position.unmake_move().expect("a move to take back");
            // What this does is seen in the position.
            let _ = self.position.make_move(shogi::Move::from_sfen(mv).expect("the move again"));
        }
        if is_played {
            self.moves.push(mv.to_owned());
        }
        played(is_played)
    }

    fn position(&self) -> String {
        let mut rows = Vec::new();
        for rank in 0..9 {
            let mut row = String::new();
            for file in (0..9).rev() {
                let square = shogi::Square::new(file, rank).expect("a square");
                row += &self.position.piece_at(square).map_or("1".to_owned(), |it| it.to_string());
            }
            for empty in (2..=9).rev() {
                row = row.replace(&"1".repeat(empty), &empty.to_string());
            }
            rows.push(row);
        }
        let mut hands = String::new();
        for letter in "RBGSNLPrbgsnlp".chars() {
            match self.position.hand(shogi::Piece::from_sfen(letter).expect("a piece")) {
                0 => {}
                1 => hands.push(letter),
                count => hands += &format!("{count}{letter}"),
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        let side = if self.position.side_to_move() == shogi::Color::Black { 'b' } else { 'w' };
        format!("{} {side} {hands}", rows.join("/"))
    }

    /// The adapter's: a side without a move has lost.
    fn outcome(&self) -> Option<String> {
        let black = self.position.side_to_move() == shogi::Color::Black;
        if !self.moves().is_empty() { None } else { wins(if black { "white" } else { "black" }) }
    }
}
