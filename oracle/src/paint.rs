//! Paint, clause by clause (PT-1 to PT-22 of RULES.md), and what a position is worth.
//!
//! The board is a vector of rows, each a vector of squares from the left. Nothing is remembered from
//! one question to the next: whether a cell touches paint, which cells a number can reach and
//! whether the game is over are looked up on the board each time.
//!
//! One thing is not left to plain listing: whether there is a valid move at all. Listing would try
//! all shapes around a large number on a crowded board before it knows that none fits. Instead the
//! cells are counted that can be reached; why that is the same stands at `can_grow`.
//!
//! Measured: a listed move takes one to six millionths of a second, the larger its number the more;
//! so all first moves on a board of the second group (PT-36) take half a second to one and a half,
//! and nobody will wait for those of the third, where it takes less than ten millionths to see that
//! the game goes on. Each of 10,000 boards of the first group was valued within 60 thousandths of a
//! second, half of them within 50 millionths.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use board::Game;
use board::game::below;
use board::paint::{
    self as vocabulary, Board, Cell, LegalMove, Move, Outcome, Painted, Pick, Player, Position,
    Refusal, Square, Value,
};

/// The squares of one row, from column 0, the leftmost (PT-1).
type Row = Vec<Square>;

/// So many moves [`Paint::value`] plays at most before it gives up, which takes it a second. None of
/// 10,000 boards of the first group (PT-36) needed more than 12,000.
pub const VALUE_MOVES_MAX: u64 = 100_000;

/// A game of paint, played by the letter of the rules.
#[derive(Clone, Debug)]
pub struct Paint {
    /// N, the number of rows and of columns (PT-1).
    side: u8,
    /// The rows from the top: N of them with N squares each.
    board: Vec<Row>,
    /// Whose turn it is (PT-5).
    to_move: Player,
}

impl Paint {
    /// PT-1: all cells of the board, row by row from the top.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(row, column)))
    }

    /// PT-1: the cells that share a side with a cell.
    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let Cell { row, column } = cell;
        let mut neighbours = Vec::new();
        if row > 0 {
            neighbours.push(Cell::new(row - 1, column));
        }
        if column > 0 {
            neighbours.push(Cell::new(row, column - 1));
        }
        if column + 1 < self.side {
            neighbours.push(Cell::new(row, column + 1));
        }
        if row + 1 < self.side {
            neighbours.push(Cell::new(row + 1, column));
        }
        neighbours
    }

    /// PT-2: what can be seen of a cell.
    fn square(&self, cell: Cell) -> Square {
        self.board[usize::from(cell.row)][usize::from(cell.column)]
    }

    /// PT-2: the number in a cell that is free, if it has one.
    fn number(&self, cell: Cell) -> Option<u8> {
        match self.square(cell) {
            Square::Number(number) => Some(number),
            Square::Empty | Square::Painted => None,
        }
    }

    /// PT-2: every number on the board, with its cell.
    fn numbers(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.cells().filter_map(|cell| Some((cell, self.number(cell)?)))
    }

    /// PT-7 and PT-17: whether a cell is a neighbour of a painted cell.
    fn touches_paint(&self, cell: Cell) -> bool {
        let mut neighbours = self.neighbours(cell).into_iter();
        neighbours.any(|neighbour| self.square(neighbour) == Square::Painted)
    }

    /// PT-7: whether a cell can belong to a valid move around a number elsewhere: it is free, holds
    /// no number itself, and touches no paint.
    fn is_usable(&self, cell: Cell) -> bool {
        self.square(cell) == Square::Empty && !self.touches_paint(cell)
    }

    /// PT-7: the cells by which a set can grow, in any order: usable neighbours of its cells that are
    /// neither in it nor among those that are to be left out.
    fn growth<'a>(
        &'a self,
        set: &'a [Cell],
        left_out: &'a [Cell],
    ) -> impl Iterator<Item = Cell> + 'a {
        let neighbours = set.iter().flat_map(|&cell| self.neighbours(cell));
        neighbours.filter(move |cell| {
            !set.contains(cell) && !left_out.contains(cell) && self.is_usable(*cell)
        })
    }

    /// Whether a connected set can become a connected set of `count` cells by adding usable cells
    /// that are not to be left out.
    ///
    /// That is so if and only if at least `count` cells can be reached from it over such cells, its
    /// own cells counted. If it can become that large, all cells of the larger set are reached
    /// within it. The other way round, cells are reached one after the other, each as a neighbour
    /// of the set or of one reached before; so the set is connected after every single one, and it
    /// has `count` cells at some time.
    ///
    /// For the set of a number alone, with nothing left out and the number for `count`, it says: a
    /// number k has a valid move if and only if it touches no paint, is not 0, and at least k cells
    /// can be reached from it over usable cells. For every other cell of a valid move is usable
    /// (PT-7), and all of them are connected; and usable cells together with the number break none
    /// of PT-10 to PT-17.
    fn can_grow(&self, set: &[Cell], left_out: &[Cell], count: usize) -> bool {
        let mut reached = set.to_vec();
        while reached.len() < count {
            let Some(next) = self.growth(&reached, left_out).next() else {
                return false;
            };
            reached.push(next);
        }
        true
    }

    /// PT-7: whether there is a valid move around the number in a cell.
    ///
    /// PT-18: there is none around a 0.
    fn has_move_around(&self, at: Cell, number: u8) -> bool {
        number > 0 && !self.touches_paint(at) && self.can_grow(&[at], &[], number.into())
    }

    /// PT-7: shows every valid move around the number in a cell once, until `visit` breaks off.
    ///
    /// The moves are found by deciding about one cell after the other. To begin with the set is the
    /// number alone, and about no cell it has been decided. Then, for some cell by which the set can
    /// grow: the moves that have this cell as well, and the moves that do not, are two lists that
    /// have nothing in common and together are all. When the set has as many cells as the number
    /// says, it is the only move on its list. A list without any move is not begun, so the next move
    /// is never far: with the cell there is one, as no fewer cells can be reached than before, and
    /// without it that is looked at ([`can_grow`](Self::can_grow)).
    fn visit_moves_around(
        &self,
        at: Cell,
        number: u8,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.has_move_around(at, number) {
            return ControlFlow::Continue(());
        }
        // The lists that have not been looked at: each by the cells that all its moves have, and
        // those that none of them has.
        let mut lists = vec![(vec![at], Vec::new())];
        while let Some((set, left_out)) = lists.pop() {
            if set.len() == usize::from(number) {
                visit(&LegalMove::new(set))?;
                continue;
            }
            let cell = self.growth(&set, &left_out).next().expect("a list has a move");
            let without = [&left_out[..], &[cell]].concat();
            if self.can_grow(&set, &without, number.into()) {
                lists.push((set.clone(), without));
            }
            lists.push(([&set[..], &[cell]].concat(), left_out));
        }
        ControlFlow::Continue(())
    }

    /// PT-8 to PT-17, in this order: what a move paints, or the first reason to refuse it.
    fn judge(&self, mv: &Move) -> Result<Painted, Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if mv.picks().is_empty() {
            return Err(Refusal::NoCells);
        }
        let named: Option<Vec<Cell>> =
            mv.picks().iter().map(|&pick| self.named_cell(pick)).collect();
        let named = named.ok_or(Refusal::OffBoard)?;
        let cells: BTreeSet<Cell> = named.iter().copied().collect();
        if cells.len() < named.len() {
            return Err(Refusal::Repeated);
        }
        if cells.iter().any(|&cell| self.square(cell) == Square::Painted) {
            return Err(Refusal::Painted);
        }
        if !self.is_connected(&cells) {
            return Err(Refusal::NotConnected);
        }
        let numbers: Vec<(Cell, u8)> =
            cells.iter().filter_map(|&cell| Some((cell, self.number(cell)?))).collect();
        let (at, number) = match numbers[..] {
            [] => return Err(Refusal::NoNumber),
            [one] => one,
            [_, _, ..] => return Err(Refusal::SeveralNumbers),
        };
        if usize::from(number) != cells.len() {
            return Err(Refusal::WrongCount);
        }
        if cells.iter().any(|&cell| self.touches_paint(cell)) {
            return Err(Refusal::TouchesPaint);
        }
        Ok(Painted { cells: LegalMove::new(cells), number, at })
    }

    /// PT-10: the cell that a move names, if it is on the board: row and column are below N.
    fn named_cell(&self, pick: Pick) -> Option<Cell> {
        let row = u8::try_from(pick.row).ok()?;
        let column = u8::try_from(pick.column).ok()?;
        (row < self.side && column < self.side).then(|| Cell::new(row, column))
    }

    /// PT-7 and PT-13: whether one can walk from each of these cells to each over neighbours among
    /// them. It is enough that all can be reached from one of them, for walks can be turned round
    /// and joined.
    fn is_connected(&self, cells: &BTreeSet<Cell>) -> bool {
        let mut reached: Vec<Cell> = cells.first().copied().into_iter().collect();
        let mut looked_at = 0;
        while let Some(&cell) = reached.get(looked_at) {
            for neighbour in self.neighbours(cell) {
                if cells.contains(&neighbour) && !reached.contains(&neighbour) {
                    reached.push(neighbour);
                }
            }
            looked_at += 1;
        }
        reached.len() == cells.len()
    }

    /// PT-19: all cells of a valid move become painted. PT-5: then it is the other player's turn.
    fn paint(&mut self, mv: &LegalMove) {
        for cell in mv.cells() {
            self.board[usize::from(cell.row)][usize::from(cell.column)] = Square::Painted;
        }
        self.to_move = match self.to_move {
            Player::First => Player::Second,
            Player::Second => Player::First,
        };
    }

    /// PT-20: whether no valid move exists.
    fn is_over(&self) -> bool {
        !self.numbers().any(|(at, number)| self.has_move_around(at, number))
    }

    /// What the position is worth to the player to move, by playing every game from it to its end;
    /// `None` if that takes more than [`VALUE_MOVES_MAX`] moves.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.value_within(VALUE_MOVES_MAX)
    }

    /// The same with another limit: `None` if the valid moves of all positions that can be reached,
    /// each position taken once, are more than `moves_max`. As many boards may be kept at a time.
    ///
    /// First all positions are collected: the start, those after one move, after two, and so on until
    /// all games are over. After equally many moves the same player is to move, so the boards alone
    /// tell the positions apart (PT-4). Then they are valued from the last ones back.
    #[must_use]
    pub fn value_within(&self, moves_max: u64) -> Option<Value> {
        let mut room = moves_max;
        let mut layers = vec![BTreeSet::from([self.board.clone()])];
        while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
            let mut next = BTreeSet::new();
            for board in layer {
                let flow = self.visit_boards_after(board, &mut |after| {
                    if room == 0 {
                        return ControlFlow::Break(());
                    }
                    room -= 1;
                    next.insert(after);
                    ControlFlow::Continue(())
                });
                if flow.is_break() {
                    return None;
                }
            }
            layers.push(next);
        }
        let mut values = BTreeMap::new();
        for layer in layers.into_iter().rev() {
            let boards = layer.into_iter();
            let with_value = boards.map(|board| (self.value_of(&board, &values), board));
            values = with_value.map(|(value, board)| (board, value)).collect();
        }
        Some(values[&self.board])
    }

    /// What a board is worth to the player to move, if the boards after one more move are worth this
    /// to the other player.
    ///
    /// A game that is over is a draw (PT-21), or the player to move has lost (PT-22). Otherwise the
    /// player chooses the best move, and nothing is better than a win.
    fn value_of(&self, board: &[Row], after_one_more: &BTreeMap<Vec<Row>, Value>) -> Value {
        let mut best = None;
        let _ = self.visit_boards_after(board, &mut |after| {
            best = best.max(Some(against(after_one_more[&after])));
            if best == Some(Value::Win) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best.unwrap_or(if has_number(board) { Value::Loss } else { Value::Draw })
    }

    /// Shows the board after every valid move on another board of the same side.
    fn visit_boards_after(
        &self,
        board: &[Row],
        visit: &mut dyn FnMut(Vec<Row>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let game = Self { side: self.side, board: board.to_vec(), to_move: self.to_move };
        game.visit_legal_moves(&mut |mv| {
            let mut after = game.clone();
            after.paint(mv);
            visit(after.board)
        })
    }
}

/// PT-21 and PT-22: whether a number is left unpainted, be it a 0.
fn has_number(board: &[Row]) -> bool {
    board.iter().flatten().any(|square| matches!(square, Square::Number(_)))
}

/// What a value is worth to the other player. The vocabulary has this too, but the solver uses it
/// there: what both share, comparing them cannot check.
fn against(value: Value) -> Value {
    match value {
        Value::Win => Value::Loss,
        Value::Draw => Value::Draw,
        Value::Loss => Value::Win,
    }
}

impl Paint {
    /// PT-1 to PT-3: a [`Board`] keeps the limits, so none is too large. PT-4: any board may be the
    /// start of a game. PT-5: the first player moves first.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        let row = |row| (0..board.side()).map(|column| board.get(Cell::new(row, column))).collect();
        Some(Self {
            side: board.side(),
            board: (0..board.side()).map(row).collect(),
            to_move: Player::First,
        })
    }
}

impl Game for Paint {
    type Vocabulary = vocabulary::Paint;

    /// PT-7: every valid move. It has exactly one number, so no move is listed around two.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (at, number) in self.numbers() {
            self.visit_moves_around(at, number, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// PT-7: the valid moves around the number of one of them.
    fn visit_kind(
        &self,
        like: &LegalMove,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (at, number) in self.numbers() {
            if like.cells().contains(&at) {
                self.visit_moves_around(at, number, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// PT-6 to PT-19: a refused move changes nothing, nor whose turn it is (PT-5).
    fn play(&mut self, mv: &Move) -> Result<Painted, Refusal> {
        let painted = self.judge(mv)?;
        self.paint(&painted.cells);
        Ok(painted)
    }

    fn position(&self) -> Position {
        Position {
            board: Board::from_fn(self.side, |cell| self.square(cell)),
            to_move: self.to_move,
        }
    }

    /// PT-20 to PT-22.
    fn outcome(&self) -> Outcome {
        if !self.is_over() {
            Outcome::Playing
        } else if has_number(&self.board) {
            Outcome::Lost(self.to_move)
        } else {
            Outcome::Drawn
        }
    }

    /// PT-7: a valid move around one of the numbers that have any, found as they are listed, but
    /// with every cell that may be left out as likely left out as not. Far too many to list them
    /// and choose one.
    fn sample_legal_move(&self, chance: &mut dyn FnMut() -> u64) -> Option<LegalMove> {
        let mut around: Vec<(Cell, u8)> = self.numbers().collect();
        around.retain(|&(at, number)| self.has_move_around(at, number));
        if around.is_empty() {
            return None;
        }
        let (at, number) = around[below(chance, around.len() as u64) as usize];
        let (mut set, mut left_out) = (vec![at], Vec::new());
        while set.len() < usize::from(number) {
            let cell = self.growth(&set, &left_out).next().expect("the set can still grow");
            let without = [&left_out[..], &[cell]].concat();
            if self.can_grow(&set, &without, number.into()) && below(chance, 2) == 0 {
                left_out = without;
            } else {
                set.push(cell);
            }
        }
        Some(LegalMove::new(set))
    }
}
