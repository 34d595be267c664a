//! Othello: `ai-othello`.

use ai_othello::{GameResult, Position, Side, Undo};
use twinboard::{Registration, TextGame, TextRules};

use crate::{played, wins};

pub fn add_engines(game: Registration, rules: &TextRules) -> Registration {
    game.other_text_engine("ai-othello", &rules.clone().engine::<AiOthello>())
}

/// A game in progress on 8 × 8 cells.
#[derive(Clone, Debug)]
struct AiOthello {
    position: Position,
    undos: Vec<Undo>,
}

/// The bits of the discs of a side; bit 0 is a1, the cell at the top left.
fn bits(board: &str, disc: char) -> u64 {
    let cells = board.lines().flat_map(str::chars).zip(0..64);
    cells.filter(|(cell, _)| *cell == disc).map(|(_, place)| 1 << place).sum()
}

impl TextGame for AiOthello {
    fn set_up(setup: &str) -> Result<Self, String> {
        let (board, turn) = setup.rsplit_once('\n').ok_or("a board and a turn")?;
        if board.len() != 8 * 8 + 7 {
            return Err("8 rows of 8 cells".to_owned());
        }
        let side = if turn == "x to move" { Side::Black } else { Side::White };
        let position = Position::from_bits(bits(board, 'x'), bits(board, 'o'), side);
        let position = position.map_err(|error| error.to_string())?;
        Ok(Self { position, undos: Vec::new() })
    }

    fn moves(&self) -> Vec<String> {
        self.position.legal_moves().into_iter().map(|mv| mv.to_string().to_lowercase()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let request: ai_othello::Move = mv.parse().map_err(|_| "no move")?;
        if request.to_string().to_lowercase() != mv {
            return played(false);
        }
        let undo = self.position.make_move(request);
        let is_played = undo.is_ok();
        self.undos.extend(undo);
        played(is_played)
    }

    fn position(&self) -> String {
        let is_of = |side, place: usize| self.position.bits(side) >> place & 1 == 1;
        let cell = |place| match (is_of(Side::Black, place), is_of(Side::White, place)) {
            (true, _) => 'x',
            (_, true) => 'o',
            _ => '.',
        };
        let rows = (0..8).map(|row| (8 * row..8 * row + 8).map(cell).collect::<String>() + "\n");
        let side = if self.position.side_to_move() == Side::Black { "x" } else { "o" };
        format!("{}{side} to move", rows.collect::<String>())
    }

    fn outcome(&self) -> Option<String> {
        match self.position.result() {
            GameResult::Ongoing => None,
            GameResult::Draw { .. } => Some("draw".to_owned()),
            GameResult::Win { winner: Side::Black, .. } => wins("x"),
            GameResult::Win { .. } => wins("o"),
        }
    }

    fn undo(&mut self) -> bool {
        self.undos.pop().map(|undo| self.position.unmake_move(undo)).is_some()
    }
}
