//! Turkish draughts: `kish`.

use kish::{Action, Board, GameStatus, State, Team};
use twinboard::{Registration, TextGame, TextRules};

use crate::{played, wins};

pub fn add_engines(game: Registration, rules: &TextRules) -> Registration {
    game.other_text_engine("kish", &rules.clone().engine::<Kish>())
}

/// A game in progress. The library passes the turn by a separate call.
#[derive(Clone, Debug)]
struct Kish(Board);

/// The bits of these pieces; bit 0 is a1, at the bottom left.
fn bits(rows: &str, pieces: &str) -> u64 {
    let cells = rows.lines().rev().flat_map(str::chars).zip(0..64);
    cells.filter(|(cell, _)| pieces.contains(*cell)).map(|(_, place)| 1 << place).sum()
}

fn square(index: usize) -> String {
    format!("{}{}", (b'a' + (index % 8) as u8) as char, index / 8 + 1)
}

impl Kish {
    /// The king that ends a capture where it began, of which `to_detailed` cannot tell the squares:
    /// the first one without which the library does not list the capture.
    fn circling(&self, action: &Action) -> u64 {
        let side = self.0.turn.to_usize();
        let kings = self.0.state.pieces[side] & self.0.state.kings;
        let is_needed = |king: &u64| {
            let mut without = self.0;
            without.state.pieces[side] ^= king;
            without.state.kings ^= king;
            !without.actions().iter().any(|other| other.delta.pieces == action.delta.pieces)
        };
        (0..64)
            .map(|at| kings & 1 << at)
            .find(|king| *king != 0 && is_needed(king))
            .expect("a king")
    }

    fn text(&self, action: &Action) -> String {
        let side = self.0.turn.to_usize();
        let ends = if action.delta.pieces[side] == 0 {
            [self.circling(action); 2].map(|it| square(it.trailing_zeros() as usize))
        } else {
            let path = action.to_detailed(self.0.turn, &self.0.state);
            [path.source(), path.destination()].map(|it| square(it.to_usize()))
        };
        let taken = action.captured_pieces(self.0.turn);
        // The oracle names captured pieces from the top.
        let order = (0..8).rev().flat_map(|row| (0..8).map(move |column| 8 * row + column));
        let taken: Vec<String> = order.filter(|at| taken >> at & 1 == 1).map(square).collect();
        match taken.is_empty() {
            true => format!("{}-{}", ends[0], ends[1]),
            false => format!("{}x{}:{}", ends[0], ends[1], taken.join(",")),
        }
    }

    fn actions(&self) -> Vec<(String, Action)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.0.actions().into_iter().map(|action| (self.text(&action), action)).collect()
    }
}

impl TextGame for Kish {
    fn set_up(setup: &str) -> Result<Self, String> {
        let (rows, turn) = setup.rsplit_once('\n').ok_or("a board and a turn")?;
        let state = State::new([bits(rows, "wW"), bits(rows, "bB")], bits(rows, "WB"));
        let team = if turn == "white to move" { Team::White } else { Team::Black };
        let game = Self(Board::new(team, state));
        if game.position() == setup { Ok(game) } else { Err("a game without draws".to_owned()) }
    }

    fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().into_iter().map(|(text, _)| text).collect();
        texts.sort();
        texts.dedup();
        texts
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let Some((_, action)) = self.actions().into_iter().find(|(text, _)| text == mv) else {
            return played(false);
        };
        self.0.apply_(&action);
        self.0.swap_turn_();
        Ok(())
    }

    fn position(&self) -> String {
        let [white, black] = self.0.state.pieces;
        let piece = |place: usize| {
            let is_in = |bits: u64| bits >> place & 1 == 1;
            match (is_in(white), is_in(black), is_in(self.0.state.kings)) {
                (true, false, false) => 'w',
                (true, false, true) => 'W',
                (false, true, false) => 'b',
                (false, true, true) => 'B',
                (false, false, false) => '.',
                _ => '?',
            }
        };
        let row = |row: usize| (8 * row..8 * row + 8).map(piece).collect::<String>() + "\n";
        let side = if self.0.turn == Team::White { "white" } else { "black" };
        format!("{}{side} to move", (0..8).rev().map(row).collect::<String>())
    }

    /// Draws, by counts of pieces, are left out.
    fn outcome(&self) -> Option<String> {
        match self.0.status() {
            GameStatus::InProgress | GameStatus::Draw => None,
            GameStatus::Won(Team::White) => wins("white"),
            GameStatus::Won(Team::Black) => wins("black"),
        }
    }
}
