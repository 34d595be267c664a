//! `ai-othello`.

use twinboard::TextGame;

use crate::board::Board;
use crate::table::{drawn, played, won};

/// The bits of a colour; bit 0 is a1, the cell at the top left.
fn bits(board: &Board, colour: char) -> u64 {
    let is = |at: &(usize, usize)| board.rows[at.0][at.1] == colour;
    board.cells().into_iter().filter(is).map(|(row, column)| 1 << (8 * row + column)).sum()
}

/// The text of two sets of bits.
fn print(black_discs: u64, white_discs: u64, black: bool) -> String {
    let mut rows = vec![vec!['.'; 8]; 8];
    for place in 0..64 {
        let is_in = |discs: u64| discs >> place & 1 == 1;
        let disc = if is_in(black_discs) { 'x' } else { 'o' };
        if is_in(black_discs) || is_in(white_discs) {
            rows[place / 8][place % 8] = disc;
        }
    }
    Board { rows, black }.print()
}

/// `ai-othello`.
#[derive(Clone, Debug)]
pub struct AiOthello(ai_othello::Position, Vec<ai_othello::Undo>);

impl TextGame for AiOthello {
    fn set_up(setup: &str) -> Result<Self, String> {
        let board = Board::read(setup, ".xo").ok_or("a board")?;
        let side = if board.black { ai_othello::Side::Black } else { ai_othello::Side::White };
        let position = ai_othello::Position::from_bits(bits(&board, 'x'), bits(&board, 'o'), side);
        Ok(Self(position.map_err(|error| error.to_string())?, Vec::new()))
    }

    fn moves(&self) -> Vec<String> {
        self.0.legal_moves().into_iter().map(|mv| mv.to_string().to_lowercase()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let request: ai_othello::Move = mv.parse().map_err(|_| "no move")?;
        if request.to_string().to_lowercase() != mv {
            return played(false);
        }
        let undo = self.0.make_move(request);
        let is_played = undo.is_ok();
        self.1.extend(undo);
        played(is_played)
    }

    fn position(&self) -> String {
        let of = |side| self.0.bits(side);
        let black = self.0.side_to_move() == ai_othello::Side::Black;
        print(of(ai_othello::Side::Black), of(ai_othello::Side::White), black)
    }

    fn outcome(&self) -> Option<String> {
        match self.0.result() {
            ai_othello::GameResult::Ongoing => None,
            ai_othello::GameResult::Draw { .. } => drawn(),
            ai_othello::GameResult::Win { winner, .. } => won(winner == ai_othello::Side::Black),
        }
    }

    fn undo(&mut self) -> bool {
        self.1.pop().map(|undo| self.0.unmake_move(undo)).is_some()
    }
}
