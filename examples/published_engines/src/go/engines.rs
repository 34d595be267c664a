//! `goban`.

use goban::pieces::stones::{Color, Stone};
use goban::rules::game::Game;
use goban::rules::{CHINESE, EndGame, IllegalRules, Move, Rule};

use twinboard::TextGame;

use super::Past;
use crate::board::{Board, cell, name};
use crate::table::{drawn, played, won};

/// Square boards, asked for the stone of each point.
pub const POINTS: u8 = 0;
/// Square boards, asked for their matrix.
pub const MATRIX: u8 = 1;
/// Boards that are not square, asked for the stone of each point.
pub const RECTANGLES: u8 = 2;

/// `goban`, with the superko or the ko flag, and one way to use it.
#[derive(Clone, Debug)]
pub struct Goban<const SUPERKO: bool, const USE: u8> {
    game: Game,
    past: Past<SUPERKO>,
}

impl<const SUPERKO: bool, const USE: u8> Goban<SUPERKO, USE> {
    /// The board as the engine has it.
    fn board(&self) -> Board {
        let (rows, columns) = self.game.size();
        let letter = |stone| match stone {
            None => '.',
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
        };
        let at = |row, column| letter(self.game.goban().get_color((row, column)));
        let rows = if USE == MATRIX {
            let row = |row: Vec<_>| row.into_iter().map(letter).collect();
            self.game.goban().matrix().into_iter().map(row).collect()
        } else {
            let row = |row| (0..columns).map(|column| at(row, column)).collect();
            (0..rows).map(row).collect()
        };
        Board { rows, black: self.game.turn() == Color::Black }
    }
}

impl<const SUPERKO: bool, const USE: u8> TextGame for Goban<SUPERKO, USE> {
    fn set_up(setup: &str) -> Result<Self, String> {
        let board = Board::read(setup, ".xo").ok_or("a board")?;
        let (rows, columns) = board.size();
        if (rows == columns) == (USE == RECTANGLES) {
            return Err("a board of another shape".to_owned());
        }
        let ko = if SUPERKO { IllegalRules::SUPERKO } else { IllegalRules::KO };
        let mut builder = Game::builder();
        builder
            .size((rows as u8, columns as u8))
            .turn(if board.black { Color::Black } else { Color::White })
            .komi(0.0)
            .rule(Rule { flag_illegal: IllegalRules::SUICIDE | IllegalRules::KO | ko, ..CHINESE });
        for (row, column) in board.cells() {
            let color = match board.rows[row][column] {
                'x' => Color::Black,
                'o' => Color::White,
                _ => continue,
            };
            builder.add(Stone { coord: (row as u8, column as u8), color });
        }
        let game = builder.build().map_err(|error| format!("{error:?}"))?;
        Ok(Self { game, past: Past::default() })
    }

    fn moves(&self) -> Vec<String> {
        if self.game.is_over() {
            return Vec::new();
        }
        let stones = self.game.legals().map(|(row, column)| name((row.into(), column.into())));
        stones.chain(["pass".to_owned()]).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let (rows, columns) = self.game.size();
        let mv = match cell(mv, (rows.into(), columns.into())) {
            Some((row, column)) => Move::Play(row as u8, column as u8),
            None if mv == "pass" => Move::Pass,
            None => return played(false),
        };
        let before = self.board();
        let is_played = self.game.try_play(mv).is_ok();
        if is_played {
            self.past.add(before, mv == Move::Pass);
        }
        played(is_played)
    }

    fn position(&self) -> String {
        self.past.position(&self.board())
    }

    fn outcome(&self) -> Option<String> {
        match self.game.outcome() {
            None => None,
            Some(EndGame::WinnerByScore(color, _)) => won(color == Color::Black),
            Some(_) => drawn(),
        }
    }
}
