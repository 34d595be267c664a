//! Paint, clause by clause (PT-1 to PT-22 of RULES.md), and the game-theoretic value of a position.
//!
//! The board is a vector of rows, each a vector of squares from the left. Nothing is cached between
//! calls: contact with paint, the cells that a number can reach and the end of the game are
//! computed from the board each time.
//!
//! Only the existence of a valid move is not decided by listing, which would try all shapes around
//! a large number on a crowded board before it knew that none fits. Instead the reachable cells are
//! counted; `can_grow` has the proof that this is equivalent.
//!
//! The moves on boards of the third group (PT-36) cannot be listed in practice, but that the game
//! goes on is seen at once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{
    self as vocabulary, Board, Cell, LegalMove, Move, Outcome, Painted, Pick, Player, Position,
    Refusal, Square, Value,
};

/// Squares of a row, from column 0, the leftmost (PT-1).
type Row = Vec<Square>;

/// A flag for each cell of the board, by row, then by column.
type Flags = Vec<Vec<bool>>;

/// Limit of the moves that [`Paint::value`] plays, which take less than a second. None of 10,000
/// boards of the first group (PT-36) needed more than 12,000.
pub const VALUE_MOVES_MAX: u64 = 100_000;

/// A game of paint, played to the letter of the rules.
///
/// ```
/// use twinboard_vocabulary::Game;
/// use twinboard_vocabulary::paint::{Board, Cell, Move, Outcome, Player, Refusal, Square, Value};
/// use twinboard_oracle::Paint;
///
/// // `1 1` over `# #`: after either 1 is painted, the other touches paint (PT-22).
/// let board = Board::from_fn(2, |cell| match cell.row {
///     0 => Square::Number(1),
///     _ => Square::Empty,
/// });
/// let mut game = Paint::set_up(&board).unwrap();
/// assert_eq!(game.value(), Some(Value::Win));
/// let both = Move::new([Cell::new(0, 0), Cell::new(0, 1)]);
/// assert_eq!(game.play(&both), Err(Refusal::SeveralNumbers));
/// assert!(game.play(&Move::new([Cell::new(0, 0)])).is_ok());
/// assert_eq!(game.outcome(), Outcome::Lost(Player::Second));
/// ```
#[derive(Clone, Debug)]
pub struct Paint {
    /// N, the number of rows and of columns (PT-1).
    side: u8,
    /// The rows from the top: N of them with N squares each.
    board: Vec<Row>,
    /// Player to move (PT-5).
    to_move: Player,
}

impl Paint {
    /// PT-1: all cells of the board, row by row from the top.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(row, column)))
    }

    /// PT-1: the cells that share a side with a cell.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let Cell { row, column } = cell;
        let up = (row > 0).then(|| Cell::new(row - 1, column));
        let left = (column > 0).then(|| Cell::new(row, column - 1));
        let right = (column + 1 < self.side).then(|| Cell::new(row, column + 1));
        let down = (row + 1 < self.side).then(|| Cell::new(row + 1, column));
        [up, left, right, down].into_iter().flatten()
    }

    /// PT-2: the visible state of a cell.
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

    /// PT-7 and PT-17: true if a cell is a neighbour of a painted cell.
    fn touches_paint(&self, cell: Cell) -> bool {
        self.neighbours(cell).any(|neighbour| self.square(neighbour) == Square::Painted)
    }

    /// PT-7: true if a cell can belong to a valid move around a number in another cell: it is free,
    /// holds no number itself, and touches no paint.
    fn is_usable(&self, cell: Cell) -> bool {
        self.square(cell) == Square::Empty && !self.touches_paint(cell)
    }

    /// PT-7: the usable cells of the board.
    fn usable_cells(&self) -> Flags {
        let row =
            |row| (0..self.side).map(|column| self.is_usable(Cell::new(row, column))).collect();
        (0..self.side).map(row).collect()
    }

    /// PT-7: a cell by which a set can grow, if there is one: an undecided neighbour of one of its
    /// cells.
    fn growth(&self, set: &[Cell], undecided: &Flags) -> Option<Cell> {
        let mut neighbours = set.iter().flat_map(|&cell| self.neighbours(cell));
        neighbours.find(|&cell| has_flag(undecided, cell))
    }

    /// True if a connected set can become a connected set of `count` cells by adding cells for
    /// which `may_join` holds.
    ///
    /// This is so if and only if at least `count` cells can be reached from the set over such
    /// cells, its own cells included. If such a set exists, all of its cells are reached within
    /// it. Conversely, cells are reached one after the other, each as a neighbour of the set or of
    /// a cell reached before; so the set is connected after each of them, and has `count` cells at
    /// some time.
    ///
    /// For a number k alone, all usable cells and `count` = k, this means: a number k has a valid
    /// move if and only if it touches no paint, is not 0, and at least k cells can be reached from
    /// it over usable cells, its own included. For every other cell of a valid move is usable
    /// (PT-7), and all of them are connected; and usable cells together with the number violate
    /// none of PT-10 to PT-17.
    fn can_grow(&self, set: &[Cell], count: usize, may_join: impl Fn(Cell) -> bool) -> bool {
        let mut reached = set.to_vec();
        let mut next = 0;
        while reached.len() < count {
            let Some(&cell) = reached.get(next) else {
                return false;
            };
            for neighbour in self.neighbours(cell) {
                if may_join(neighbour) && !reached.contains(&neighbour) {
                    reached.push(neighbour);
                }
            }
            next += 1;
        }
        true
    }

    /// PT-7: true if there is a valid move around the number in a cell.
    ///
    /// PT-18: there is none around a 0.
    fn has_move_around(&self, at: Cell, number: u8) -> bool {
        let is_usable = |cell| self.is_usable(cell);
        number > 0 && !self.touches_paint(at) && self.can_grow(&[at], number.into(), is_usable)
    }

    /// PT-7: shows every valid move around the number in a cell once, until `visit` breaks off.
    /// `usable` are the usable cells of the board; if `visit` does not break off, they are the same
    /// afterwards.
    fn visit_moves_around(
        &self,
        at: Cell,
        number: u8,
        usable: &mut Flags,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.has_move_around(at, number) {
            return ControlFlow::Continue(());
        }
        self.visit_sets(vec![at], number.into(), usable, visit)
    }

    /// Shows every connected set of `count` cells that consists of `set` and of undecided cells.
    /// There must be one, and no cell of `set` is undecided. If `visit` does not break off,
    /// `undecided` is the same afterwards.
    ///
    /// The sets are found by deciding about one cell after the other. Any cell by which the set can
    /// grow splits the sets to show into two disjoint lists: those that contain the cell and those
    /// that do not. Once the set has as many cells as asked for, it is the only one of its list.
    ///
    /// Lists without a set are not pursued, so the next one is never far. The list with the cell
    /// always has a set, because as many cells can be reached as before; for the list without it,
    /// [`can_grow`](Self::can_grow) decides.
    fn visit_sets(
        &self,
        mut set: Vec<Cell>,
        count: usize,
        undecided: &mut Flags,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The decisions, in order; true if the set contains the cell.
        let mut decided: Vec<(Cell, bool)> = Vec::new();
        loop {
            while set.len() < count {
                let cell = self.growth(&set, undecided).expect("a list has a set");
                put_flag(undecided, cell, false);
                set.push(cell);
                decided.push((cell, true));
            }
            visit(&LegalMove::new(set.iter().copied()))?;
            // Takes back decisions, up to the last one whose other list has a set.
            loop {
                let Some((cell, is_in_the_set)) = decided.pop() else {
                    return ControlFlow::Continue(());
                };
                if is_in_the_set {
                    set.pop();
                    if self.can_grow(&set, count, |cell| has_flag(undecided, cell)) {
                        decided.push((cell, false));
                        break;
                    }
                }
                put_flag(undecided, cell, true);
            }
        }
    }

    /// PT-8 to PT-17, in this order: the cells that a move paints, or the first reason to refuse
    /// it.
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

    /// PT-10: the cell that a move names, if it is on the board: row and column are less than N.
    fn named_cell(&self, pick: Pick) -> Option<Cell> {
        let row = u8::try_from(pick.row).ok()?;
        let column = u8::try_from(pick.column).ok()?;
        (row < self.side && column < self.side).then(|| Cell::new(row, column))
    }

    /// PT-7 and PT-13: true if one can walk from each of these cells to each over neighbours among
    /// them. It suffices that all can be reached from one of them, because walks can be reversed
    /// and joined.
    fn is_connected(&self, cells: &BTreeSet<Cell>) -> bool {
        let mut reached: Vec<Cell> = cells.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            for neighbour in self.neighbours(cell) {
                if cells.contains(&neighbour) && !reached.contains(&neighbour) {
                    reached.push(neighbour);
                }
            }
            next += 1;
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

    /// PT-20: true if no valid move exists.
    fn is_over(&self) -> bool {
        !self.numbers().any(|(at, number)| self.has_move_around(at, number))
    }

    /// Game-theoretic value of the position to the player to move, computed by playing every game
    /// from it to its end; `None` if that takes more than [`VALUE_MOVES_MAX`] moves.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.value_within(VALUE_MOVES_MAX)
    }

    /// [`value`](Self::value) with another limit: `None` if all reachable positions, each counted
    /// once, have more than `moves_max` valid moves together. Up to `moves_max` boards are held in
    /// memory.
    ///
    /// First all positions are collected in layers: the start, those after one move, after two, and
    /// so on until all games are over. In a layer the same player is to move, so the boards alone
    /// distinguish its positions (PT-4). Then the layers are valued from the last to the first.
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

    /// Value of a board to the player to move, from the values of the boards after one more move to
    /// the other player.
    ///
    /// A game that is over is a draw (PT-21), or the player to move has lost (PT-22). Otherwise the
    /// player chooses the best move, and nothing is better than a win.
    fn value_of(&self, board: &[Row], after_one_more: &BTreeMap<Vec<Row>, Value>) -> Value {
        let mut best = None;
        let _ = self.visit_boards_after(board, &mut |after| {
            best = best.max(Some(for_opponent(after_one_more[&after])));
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

/// The flag of a cell.
fn has_flag(flags: &Flags, cell: Cell) -> bool {
    flags[usize::from(cell.row)][usize::from(cell.column)]
}

/// Sets or clears the flag of a cell.
fn put_flag(flags: &mut Flags, cell: Cell, flag: bool) {
    flags[usize::from(cell.row)][usize::from(cell.column)] = flag;
}

/// PT-21 and PT-22: true if a number is left unpainted, be it a 0.
fn has_number(board: &[Row]) -> bool {
    board.iter().flatten().any(|square| matches!(square, Square::Number(_)))
}

/// Value as seen by the other player. The vocabulary has this function too, but the solver uses
/// it, and a comparison cannot check code that both sides share.
fn for_opponent(value: Value) -> Value {
    match value {
        Value::Win => Value::Loss,
        Value::Draw => Value::Draw,
        Value::Loss => Value::Win,
    }
}

impl Paint {
    /// PT-1 to PT-3: always `Some`, because a [`Board`] is within the limits. PT-4: any board may
    /// be the start of a game. PT-5: the first player moves first.
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

    /// PT-7: every valid move. Each has exactly one number, so none is listed twice.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut usable = self.usable_cells();
        for (at, number) in self.numbers() {
            self.visit_moves_around(at, number, &mut usable, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// PT-7: all valid moves around the number of the move `like`.
    fn count_kind(&self, like: &LegalMove, limit: u64) -> Option<u64> {
        let (mut usable, mut count) = (self.usable_cells(), 0);
        for (at, number) in self.numbers() {
            if like.cells().contains(&at) {
                let counted = self.visit_moves_around(at, number, &mut usable, &mut |_| {
                    count += 1;
                    if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if counted.is_break() {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// PT-6 to PT-19: a refused move changes nothing, not even the player to move (PT-5).
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

    /// PT-20 to PT-22: a game that is over is drawn if no number is left, else the player to move
    /// has lost.
    fn outcome(&self) -> Outcome {
        if !self.is_over() {
            Outcome::Playing
        } else if has_number(&self.board) {
            Outcome::Lost(self.to_move)
        } else {
            Outcome::Drawn
        }
    }

    /// PT-7: a random valid move around a random number that has any. The search is that of the
    /// listing, but each cell that can be left out is left out with probability 1/2. A choice from
    /// the complete list would be uniform, but lists are far too long.
    fn sample_legal_move(&self, chance: &mut dyn FnMut() -> u64) -> Option<LegalMove> {
        let mut around: Vec<(Cell, u8)> = self.numbers().collect();
        around.retain(|&(at, number)| self.has_move_around(at, number));
        if around.is_empty() {
            return None;
        }
        let (at, number) = around[below(chance, around.len() as u64) as usize];
        let (mut set, mut undecided) = (vec![at], self.usable_cells());
        while set.len() < usize::from(number) {
            let cell = self.growth(&set, &undecided).expect("the set can still grow");
            put_flag(&mut undecided, cell, false);
            let may_leave_out =
                self.can_grow(&set, number.into(), |cell| has_flag(&undecided, cell));
            if !may_leave_out || below(chance, 2) != 0 {
                set.push(cell);
            }
        }
        Some(LegalMove::new(set))
    }
}
