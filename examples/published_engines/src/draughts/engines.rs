//! `kish`, an engine for Turkish draughts.

use kish::{Action, GameStatus, State, Team};
use twinboard::TextGame;

use crate::board::Board;
use crate::table::{drawn, played, won};

/// `kish`, whose games pass the turn by a separate call. It panics when asked for the squares of a
/// capture that ends where it began, so the adapter can find that square by itself.
#[derive(Clone, Debug)]
pub struct Kish<const FINDS_CIRCLES: bool>(kish::Board);

/// The bits of a kind of piece; bit 0 is a1, at the bottom left.
fn bits(board: &Board, pieces: &str) -> u64 {
    let is = |at: &(usize, usize)| pieces.contains(board.rows[at.0][at.1]);
    board.cells().into_iter().filter(is).map(|(row, column)| 1 << (8 * (7 - row) + column)).sum()
}

fn square(index: usize) -> String {
    format!("{}{}", (b'a' + (index % 8) as u8) as char, index / 8 + 1)
}

impl<const FINDS_CIRCLES: bool> Kish<FINDS_CIRCLES> {
    /// The king that ends a capture where it began: the first one without which the crate does not
    /// list the capture.
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
        let ends = if FINDS_CIRCLES && action.delta.pieces[side] == 0 {
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

impl<const FINDS_CIRCLES: bool> TextGame for Kish<FINDS_CIRCLES> {
    fn set_up(setup: &str) -> Result<Self, String> {
        // Sixteen pieces a side at most.
        let board = Board::read(setup, ".wWbB")
            .filter(|board| board.count("wW") <= 16 && board.count("bB") <= 16)
            .ok_or("at most 16 pieces a side")?;
        let state = State::new([bits(&board, "wW"), bits(&board, "bB")], bits(&board, "WB"));
        Ok(Self(kish::Board::new(if board.black { Team::Black } else { Team::White }, state)))
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
        let piece = |at: usize| {
            let is_in = |bits: u64| bits >> at & 1 == 1;
            match (is_in(white), is_in(black), is_in(self.0.state.kings)) {
                (true, false, king) => {
                    if king {
                        'W'
                    } else {
                        'w'
                    }
                }
                (false, true, king) => {
                    if king {
                        'B'
                    } else {
                        'b'
                    }
                }
                (false, false, false) => '.',
                _ => '?',
            }
        };
        let row = |row: usize| (0..8).map(|column| piece(8 * (7 - row) + column)).collect();
        Board { rows: (0..8).map(row).collect(), black: self.0.turn == Team::Black }.print()
    }

    fn outcome(&self) -> Option<String> {
        match self.0.status() {
            GameStatus::InProgress => None,
            GameStatus::Draw => drawn(),
            GameStatus::Won(team) => won(team == Team::White),
        }
    }
}
