//! Positions of animal shogi: where men are, how they move and who has won (AS-1 to AS-6).

use crate::board::{Board, Cell, DIAGONAL, DIRECTIONS, STRAIGHT};

/// The men in hand in their order.
const HANDS: &str = "LGEClgec";

/// The board, the player to move, `b` or `w`, and the men in hand in the order of AS-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    board: Board,
    pub(super) player: char,
    hands: Vec<char>,
}

pub(super) fn other(player: char) -> char {
    if player == 'b' { 'w' } else { 'b' }
}

/// A man of a player, from its capital letter.
fn man(kind: char, player: char) -> char {
    if player == 'b' { kind } else { kind.to_ascii_lowercase() }
}

fn last_row(player: char) -> usize {
    if player == 'b' { 0 } else { 3 }
}

impl Position {
    fn men(&self, player: char) -> Vec<Cell> {
        let is_own = |man: char| match player {
            'b' => man.is_ascii_uppercase(),
            _ => man.is_ascii_lowercase(),
        };
        let cells = self.board.cells().into_iter();
        cells.filter(|cell| is_own(self.board.at(*cell))).collect()
    }

    /// The cells that a man attacks (AS-2).
    fn attacked(&self, from: Cell) -> Vec<Cell> {
        let man = self.board.at(from);
        let up = if man.is_ascii_uppercase() { -1 } else { 1 };
        let directions = match man.to_ascii_uppercase() {
            'L' => DIRECTIONS.to_vec(),
            'G' => STRAIGHT.to_vec(),
            'E' => DIAGONAL.to_vec(),
            'C' => vec![(up, 0)],
            _ => [&STRAIGHT[..], &[(up, -1), (up, 1)]].concat(),
        };
        self.board.neighbours(from, &directions)
    }

    /// The cell of a player's lion, unless it is captured.
    pub(super) fn lion(&self, player: char) -> Option<Cell> {
        self.board.cells_with(man('L', player)).first().copied()
    }

    pub(super) fn is_in_check(&self, player: char) -> bool {
        let mut attackers = self.men(other(player)).into_iter();
        self.lion(player)
            .is_some_and(|lion| attackers.any(|from| self.attacked(from).contains(&lion)))
    }

    /// The player who has won by AS-5 or AS-6.
    pub(super) fn winner(&self) -> Option<char> {
        let (player, moved) = (self.player, other(self.player));
        let is_there = |of| self.lion(of).is_some_and(|lion| lion.0 == last_row(of));
        match self.lion(player) {
            None => Some(moved),
            Some(_) if is_there(player) => Some(player),
            Some(_) => Some(moved).filter(|_| is_there(moved) && !self.is_in_check(moved)),
        }
    }

    /// The position after the player has put a man on a cell.
    fn with(&self, kind: char, to: Cell) -> Self {
        let mut next = self.clone();
        match self.board.at(to).to_ascii_uppercase() {
            '.' => {}
            'H' => next.hands.push(man('C', self.player)),
            captured => next.hands.push(man(captured, self.player)),
        }
        next.hands.sort_by_key(|man| HANDS.find(*man));
        next.board.put(to, man(kind, self.player));
        next.player = other(self.player);
        next
    }

    /// Moves and drops with the positions after them, also those that AS-7 forbids.
    pub(super) fn steps(&self) -> Vec<(String, Self)> {
        let mut steps = Vec::new();
        let own = self.men(self.player);
        for from in &own {
            for to in self.attacked(*from).into_iter().filter(|to| !own.contains(to)) {
                let kind = match self.board.at(*from).to_ascii_uppercase() {
                    'C' if to.0 == last_row(self.player) => 'H',
                    kind => kind,
                };
                let mut next = self.with(kind, to);
                next.board.put(*from, '.');
                steps.push(([*from, to].map(Board::name_from_top).concat(), next));
            }
        }
        for kind in "GEC".chars() {
            let is_man = |in_hand: &char| *in_hand == man(kind, self.player);
            let Some(index) = self.hands.iter().position(is_man) else { continue };
            for to in self.board.cells_with('.') {
                let mut next = self.with(kind, to);
                next.hands.remove(index);
                steps.push((format!("{kind}*{}", Board::name_from_top(to)), next));
            }
        }
        steps
    }

    pub(super) fn text(&self) -> String {
        let hands = if self.hands.is_empty() { "-" } else { &String::from_iter(&self.hands) };
        format!("{} {} {hands}", self.board.fen(), self.player)
    }

    /// Reads a position of AS-1. Only the lion of the player to move can be captured.
    pub(super) fn read(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, player, hands] = fields[..] else { return None };
        let player = ['b', 'w'].into_iter().find(|letter| letter.to_string() == player)?;
        let board = Board::read_fen(rows, ".LGECHlgech")?;
        let hands = hands.chars().filter(|_| hands != "-").collect();
        let read = Self { board, player, hands };
        let mut men: Vec<char> = read.board.cells().iter().map(|it| read.board.at(*it)).collect();
        men.extend(&read.hands);
        let count = |man: char| men.iter().filter(|it| **it == man).count();
        let both = |kind: char| count(kind) + count(kind.to_ascii_lowercase());
        let mut sorted = read.hands.clone();
        sorted.retain(|man| HANDS.contains(*man));
        sorted.sort_by_key(|man| HANDS.find(*man));
        let is_possible = (read.board.rows(), read.board.columns()) == (4, 3)
            && read.lion(other(player)).is_some()
            && read.lion(player).is_some() != read.hands.contains(&man('L', other(player)))
            && both('L') == 2
            && both('G') <= 2
            && both('E') <= 2
            && both('C') + both('H') <= 2
            && read.hands == sorted;
        is_possible.then_some(read)
    }
}
