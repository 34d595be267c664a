//! Set-ups and positions of chess as texts (CH-1, CH-6, CH-9).

use std::collections::BTreeMap;

use super::men::{is_in_check, man, men, other};
use super::{Chess, NUMBER_MAX};
use crate::board::{Board, Cell};

impl Chess {
    /// The first four fields of a FEN with this en passant square.
    fn fields(&self, passed: Option<Cell>) -> String {
        let rights: String = self.rooks.iter().map(|rook| self.right(*rook)).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = passed.map_or("-".to_owned(), |cell| self.board.name_from_bottom(cell));
        format!("{} {} {rights} {passed}", self.board.fen(), self.player)
    }

    /// The position as CH-9 compares it: the en passant square counts if a capture there is legal.
    pub(super) fn repeated(&self) -> String {
        let is_capture = |cell: &Cell| {
            let is_there = |from: Cell, to: Cell| {
                self.board.at(from).eq_ignore_ascii_case(&'p') && to == *cell
            };
            self.steps().iter().any(|step| is_there(step.from, step.to))
        };
        self.fields(self.passed.filter(is_capture))
    }

    /// The whole position.
    pub(super) fn text(&self) -> String {
        let fields = self.fields(self.passed);
        let mut text = format!("{fields} {} {}", self.clock, self.number);
        if self.is_960 {
            text += "\ncastling=960";
        }
        if self.earlier.is_some() {
            text += "\ndraws=automatic";
        }
        for (position, times) in self.earlier.iter().flatten() {
            text = format!("{text}\nbefore {times} {position}");
        }
        text
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    pub(super) fn read(setup: &str) -> Option<Self> {
        let mut lines = setup.lines();
        let fen: Vec<&str> = lines.next()?.split(' ').collect();
        let [board, player, rights, passed, clock, number] = fen[..] else { return None };
        let lines: Vec<&str> = lines.collect();
        let is_960 = lines.contains(&"castling=960");
        let mut game = Self::read_fields(&[board, player, rights, passed].join(" "), is_960)?;
        game.clock = clock.parse().ok().filter(|clock| *clock <= NUMBER_MAX)?;
        game.number = number.parse().ok().filter(|number| (1..=NUMBER_MAX).contains(number))?;
        if lines.contains(&"draws=automatic") {
            let mut earlier = BTreeMap::new();
            for line in lines.iter().filter_map(|line| line.strip_prefix("before ")) {
                let (times, fields) = line.split_once(' ')?;
                let times: usize = times.parse().ok().filter(|times| (1..=4).contains(times))?;
                let position = Self::read_fields(fields, is_960)?;
                if position.repeated() != fields {
                    return None;
                }
                earlier.insert(fields.to_owned(), times);
            }
            let is_possible = earlier.values().sum::<usize>() <= game.clock;
            game.earlier = is_possible.then_some(earlier);
        }
        (game.text() == setup).then_some(game)
    }

    /// Reads the first four fields of a FEN.
    fn read_fields(text: &str, is_960: bool) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, player, rights, passed] = fields[..] else { return None };
        let board = Board::read_fen(rows, ".KQRBNPkqrbnp")?;
        let player = ['w', 'b'].into_iter().find(|letter| letter.to_string() == player)?;
        if (board.rows(), board.columns()) != (8, 8) || !has_possible_men(&board) {
            return None;
        }
        let cells = board.cells().into_iter();
        let passed = cells.clone().find(|cell| board.name_from_bottom(*cell) == passed);
        let (clock, number, earlier) = (0, 1, None);
        let mut game =
            Self { board, player, rooks: Vec::new(), passed, clock, number, is_960, earlier };
        for (row, player) in [(7, 'w'), (0, 'b')] {
            for cell in (0..8).rev().map(|column| (row, column)) {
                game.rooks.push(cell);
                let right = game.right(cell);
                if !rights.contains(right) || !game.is_rook_of_castling(cell, player) {
                    game.rooks.pop();
                }
            }
        }
        let is_possible = !is_in_check(&game.board, other(player))
            && game.passed.is_none_or(|passed| game.is_passed(passed))
            && game.fields(game.passed) == text;
        is_possible.then_some(game)
    }

    /// The letter of the right to castle with a rook on a first rank.
    fn right(&self, rook: Cell) -> char {
        let kind = match rook.1 {
            _ if self.is_960 => self.board.name_from_bottom(rook).remove(0),
            7 => 'k',
            _ => 'q',
        };
        man(kind, if rook.0 == 7 { 'w' } else { 'b' })
    }

    /// True if a cell of a first rank has a rook with which its player may have the right to castle.
    fn is_rook_of_castling(&self, cell: Cell, player: char) -> bool {
        let king = self.board.cells_with(man('k', player))[0];
        let is_beside = |rook: &Cell| rook.0 == cell.0 && (rook.1 > king.1) == (cell.1 > king.1);
        let is_place = self.is_960 || (king.1 == 4 && [0, 7].contains(&cell.1));
        let is_first = self.rooks.iter().filter(|rook| is_beside(rook)).count() == 1;
        self.board.at(cell) == man('r', player) && king.0 == cell.0 && is_place && is_first
    }

    /// True if a pawn of the opponent may just have passed over this square: it stands beyond it, its
    /// way is empty, and without the step the player to move was not in check.
    fn is_passed(&self, passed: Cell) -> bool {
        let (row, down) = if self.player == 'w' { (2, 1) } else { (5, -1) };
        let (from, to) = ((passed.0.wrapping_add_signed(-down), passed.1), passed);
        let to = (to.0.wrapping_add_signed(down), to.1);
        if passed.0 != row || [from, passed].iter().any(|cell| self.board.at(*cell) != '.') {
            return false;
        }
        let pawn = man('p', other(self.player));
        let mut before = self.board.clone();
        before.put(to, '.');
        before.put(from, pawn);
        self.board.at(to) == pawn && !is_in_check(&before, self.player)
    }
}

/// The numbers and places of men in CH-1.
fn has_possible_men(board: &Board) -> bool {
    ['w', 'b'].into_iter().all(|player| {
        let pawns = board.cells_with(man('p', player));
        board.cells_with(man('k', player)).len() == 1
            && men(board, player).len() <= 16
            && pawns.len() <= 8
            && pawns.iter().all(|pawn| (1..=6).contains(&pawn.0))
    })
}
