//! Positions of xiangqi: where men are and how they move (XQ-1 to XQ-8).

use crate::board::{Board, Cell, DIAGONAL, STRAIGHT};

/// The men of a side with the most that it has of each (XQ-1).
const MEN: [(char, usize); 7] =
    [('K', 1), ('A', 2), ('B', 2), ('N', 2), ('R', 2), ('C', 2), ('P', 5)];

/// The men on the board and the player to move, `w` or `b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    board: Board,
    pub(super) player: char,
}

pub(super) fn other(player: char) -> char {
    if player == 'w' { 'b' } else { 'w' }
}

/// A man of a player, from its capital letter.
fn man(kind: char, player: char) -> char {
    if player == 'w' { kind } else { kind.to_ascii_lowercase() }
}

/// The number of rows between this point and the first row of the man's side.
fn rows_ahead(man: char, point: Cell) -> usize {
    if man.is_ascii_uppercase() { 9 - point.0 } else { point.0 }
}

/// True if the man can be on this point (XQ-3, XQ-4, XQ-7).
fn is_place(man: char, point: Cell) -> bool {
    let (ahead, column) = (rows_ahead(man, point), point.1);
    let is_palace = ahead <= 2 && (3..=5).contains(&column);
    match man.to_ascii_uppercase() {
        'K' => is_palace,
        'A' => is_palace && (ahead + column) % 2 == 1,
        'B' => [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)].contains(&(ahead, column)),
        'P' => ahead >= 5 || (ahead >= 3 && column % 2 == 0),
        _ => true,
    }
}

impl Position {
    fn men(&self, player: char) -> Vec<Cell> {
        let is_own = |man: char| match player {
            'w' => man.is_ascii_uppercase(),
            _ => man.is_ascii_lowercase(),
        };
        let cells = self.board.cells().into_iter();
        cells.filter(|cell| is_own(self.board.at(*cell))).collect()
    }

    pub(super) fn men_left(&self) -> usize {
        self.men('w').len() + self.men('b').len()
    }

    fn is_empty(&self, point: Cell) -> bool {
        self.board.at(point) == '.'
    }

    /// The next point in a direction, if it is empty.
    fn empty_neighbour(&self, point: Cell, direction: (isize, isize)) -> Option<Cell> {
        self.board.step(point, direction, 1).filter(|near| self.is_empty(*near))
    }

    /// The points that a man reaches by XQ-3 to XQ-7, also those with men of its own side.
    fn reached(&self, from: Cell) -> Vec<Cell> {
        let man = self.board.at(from);
        let forwards = if man.is_ascii_uppercase() { -1 } else { 1 };
        let reached = match man.to_ascii_uppercase() {
            'K' => self.board.neighbours(from, &STRAIGHT),
            'A' => self.board.neighbours(from, &DIAGONAL),
            'B' => DIAGONAL.iter().filter_map(|way| self.elephant(from, *way)).collect(),
            'N' => STRAIGHT.iter().flat_map(|way| self.horse(from, *way)).collect(),
            'R' => STRAIGHT.iter().flat_map(|way| self.board.sight(from, *way)).collect(),
            'C' => STRAIGHT.iter().flat_map(|way| self.cannon(from, *way)).collect(),
            _ if rows_ahead(man, from) < 5 => self.board.neighbours(from, &[(forwards, 0)]),
            _ => self.board.neighbours(from, &[(forwards, 0), (0, -1), (0, 1)]),
        };
        reached.into_iter().filter(|to| is_place(man, *to)).collect()
    }

    fn elephant(&self, from: Cell, way: (isize, isize)) -> Option<Cell> {
        let between = self.empty_neighbour(from, way)?;
        self.board.step(between, way, 1)
    }

    fn horse(&self, from: Cell, way: (isize, isize)) -> Vec<Cell> {
        let outwards =
            DIAGONAL.into_iter().filter(|(down, right)| *down == way.0 || *right == way.1);
        let outwards: Vec<(isize, isize)> = outwards.collect();
        let between = self.empty_neighbour(from, way);
        between.map_or(Vec::new(), |between| self.board.neighbours(between, &outwards))
    }

    fn cannon(&self, from: Cell, way: (isize, isize)) -> Vec<Cell> {
        let mut sight = self.board.sight(from, way);
        if let Some(over) = sight.pop_if(|last| !self.is_empty(*last)) {
            let beyond = self.board.sight(over, way).into_iter();
            sight.extend(beyond.filter(|point| !self.is_empty(*point)));
        }
        sight
    }

    fn general(&self, player: char) -> Cell {
        self.board.cells_with(man('K', player))[0]
    }

    pub(super) fn is_in_check(&self, player: char) -> bool {
        let general = self.general(player);
        self.men(other(player)).into_iter().any(|from| self.reached(from).contains(&general))
    }

    /// True if the generals face each other (XQ-8).
    fn is_facing(&self) -> bool {
        self.board.sight(self.general('w'), (-1, 0)).contains(&self.general('b'))
    }

    /// The legal moves with the positions after them.
    pub(super) fn legal(&self) -> Vec<(String, Self)> {
        let mut legal = Vec::new();
        let own = self.men(self.player);
        for from in &own {
            for to in self.reached(*from).into_iter().filter(|to| !own.contains(to)) {
                let mut next = Self { board: self.board.clone(), player: other(self.player) };
                next.board.put(*from, '.');
                next.board.put(to, self.board.at(*from));
                if next.is_possible() {
                    legal.push((
                        [*from, to].map(|it| self.board.name_from_bottom(it)).concat(),
                        next,
                    ));
                }
            }
        }
        legal
    }

    /// XQ-8, for the player who has moved. A general cannot be captured: before that it was attacked.
    fn is_possible(&self) -> bool {
        !self.is_in_check(other(self.player)) && !self.is_facing()
    }

    pub(super) fn fen(&self) -> String {
        format!("{} {}", self.board.fen(), self.player)
    }

    /// Reads a position of XQ-1.
    pub(super) fn read(fen: &str) -> Option<Self> {
        let (rows, player) = fen.split_once(' ')?;
        let player = ['w', 'b'].into_iter().find(|letter| letter.to_string() == player)?;
        let position = Self { board: Board::read_fen(rows, ".KABNRCPkabnrcp")?, player };
        let board = &position.board;
        let is_number = |(kind, most): (char, usize)| {
            let numbers = ['w', 'b'].map(|player| board.cells_with(man(kind, player)).len());
            numbers.iter().all(|number| *number <= most && (kind != 'K' || *number == 1))
        };
        let is_possible = (board.rows(), board.columns()) == (10, 9)
            && MEN.into_iter().all(is_number)
            && board.cells().into_iter().all(|point| is_place(board.at(point), point))
            && position.is_possible();
        is_possible.then_some(position)
    }
}
