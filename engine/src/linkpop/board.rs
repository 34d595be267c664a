//! The board itself, its construction, and its conversion to plain data.

use std::fmt::Display;

use twinboard_vocabulary::linkpop as vocabulary;
use twinboard_vocabulary::linkpop::{Attribute, Block, Cell, Margin, Setup, Symbol};

use super::lines::{LINES, Place, ROW, SIDE, place, row_and_column};
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// Code of an empty place.
pub(super) const EMPTY: u8 = 0;
/// Codes of the walls before and after each line. They match no block and not each other.
const FIRST_WALL: u8 = 30 << SYMBOL;
const LAST_WALL: u8 = 31 << SYMBOL;

/// Bit offset of the symbol in the code of a block; the lower bits are one more than its attribute.
const SYMBOL: u8 = 3;
const _: () = assert!(Symbol::COUNT <= 30, "the codes of the walls are not codes of symbols");

/// A board of Link and Pop, with the margin that limits its links.
///
/// ```
/// use twinboard_vocabulary::linkpop::Setup;
/// use twinboard_engine::linkpop::Board;
///
/// // 0 | AS  .        .  .
/// // 1 | AS BL   →   BL  .
/// let setup: Setup = "2 2\nAS ..\nAS BL\n".parse().unwrap();
/// let mut board = Board::from_setup(&setup);
///
/// let choice = board.choice().expect("the two A are neighbours");
/// assert_eq!(choice.cost, 1);
///
/// board.pop(choice.pair); // B is headed to the left and moves into the free cell
/// assert_eq!(board.to_position().to_string(), ". .\nBL .\n");
/// assert_eq!((board.blocks_left(), board.choice()), (1, None));
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) rows: u8,
    pub(super) columns: u8,
    pub(super) margin: Margin,
    /// Code of each place, including walls.
    pub(super) codes: [u8; LINES * ROW],
    /// For each row the set of occupied columns, including walls.
    pub(super) by_row: [u64; LINES],
    /// For each column the set of occupied rows, including walls.
    pub(super) by_column: [u64; LINES],
    pub(super) direct_pairs: DirectPairs,
    /// True if no block can move: always after a pop. Set-ups are not checked for it.
    pub(super) is_settled: bool,
}

/// The first pair of cost 1, and the blocks that may belong to others; see
/// [`direct_pairs`](super::links).
#[derive(Clone, Debug)]
pub(super) struct DirectPairs {
    /// For each row line the candidates.
    pub(super) candidates: [u64; LINES],
    /// The row lines with candidates; may contain other lines on the board.
    pub(super) rows: u64,
    /// The first candidate and its partner; `None` if there are no candidates.
    pub(super) first: Option<(Place, Place)>,
}

impl DirectPairs {
    pub(super) fn new() -> Self {
        Self { candidates: [0; LINES], rows: 0, first: None }
    }

    /// True if the block in this row and column is a candidate.
    pub(super) fn has(&self, row: u32, column: u32) -> bool {
        self.candidates[row as usize] >> column & self.rows >> row & 1 == 1
    }

    /// Row and column of the first candidate.
    pub(super) fn first_candidate(&self) -> Option<(u32, u32)> {
        (self.rows != 0).then(|| {
            let row = self.rows.trailing_zeros();
            (row, self.candidates[row as usize].trailing_zeros())
        })
    }
}

/// True for the codes of blocks, false for those of empty places and walls.
#[inline]
pub(super) fn is_block(code: u8) -> bool {
    code & 7 != 0
}

/// The code of a block.
fn code(block: Block) -> u8 {
    block.symbol.index() << SYMBOL | (block.attribute as u8 + 1)
}

/// The block with this code; `None` for the codes of empty places and walls.
fn block(code: u8) -> Option<Block> {
    let attribute = *Attribute::ALL.get(usize::from((code & 7).checked_sub(1)?))?;
    Some(Block { symbol: Symbol::new(code >> SYMBOL), attribute })
}

/// True if these are codes of blocks with the same symbol. Neither may be [`EMPTY`].
#[inline]
pub(super) fn symbols_match(one: u8, other: u8) -> bool {
    let symbol = if planted(Fault::SymbolBit) { 0b11011 } else { 0b11111 };
    (one ^ other) & symbol << SYMBOL == 0
}

/// The place of a cell.
#[inline]
pub(super) fn place_of(cell: Cell) -> Place {
    place(u32::from(cell.row) + 1, u32::from(cell.column) + 1)
}

/// The cell of a place on the board.
#[inline]
pub(super) fn cell_of(place: Place) -> Cell {
    let (row, column) = row_and_column(place);
    Cell::new(row as u8 - 1, column as u8 - 1)
}

impl Board {
    /// The board of a set-up.
    #[must_use]
    pub fn from_setup(setup: &Setup) -> Self {
        let from = &setup.board;
        let (rows, columns) = (from.rows(), from.columns());
        let mut board = Self {
            rows,
            columns,
            margin: setup.margin,
            codes: [EMPTY; LINES * ROW],
            by_row: walled(rows, columns),
            by_column: walled(columns, rows),
            direct_pairs: DirectPairs::new(),
            is_settled: false,
        };
        board.build_walls();
        for (row, cells) in (1..).zip(from.cells().chunks(columns.into())) {
            for (column, block) in (1..).zip(cells) {
                if let Some(block) = *block {
                    board.codes[place(row, column)] = code(block);
                    board.by_row[row as usize] |= 1 << column;
                    board.by_column[column as usize] |= 1 << row;
                }
            }
        }
        board.find_direct_pairs();
        board
    }

    fn build_walls(&mut self) {
        let (last_row, last_column) = (u32::from(self.rows) + 1, u32::from(self.columns) + 1);
        for row in 0..=last_row {
            self.codes[place(row, 0)] = FIRST_WALL;
            self.codes[place(row, last_column)] = LAST_WALL;
        }
        for column in 0..=last_column {
            self.codes[place(0, column)] = FIRST_WALL;
            self.codes[place(last_row, column)] = LAST_WALL;
        }
    }

    /// Number of rows, 1 to 32.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns, 1 to 32.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The cells that links may use.
    #[must_use]
    pub fn margin(&self) -> Margin {
        self.margin
    }

    /// True if the cell is on the board.
    pub(super) fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The block in a cell of the board; `None` if the cell is empty.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Block> {
        block(self.codes[place_of(cell)])
    }

    /// Number of blocks on the board.
    #[must_use]
    pub fn blocks_left(&self) -> u32 {
        self.occupied_rows().map(u32::count_ones).iter().sum()
    }

    /// The board as plain data.
    #[must_use]
    pub fn to_position(&self) -> vocabulary::Board {
        vocabulary::Board::from_fn(self.rows, self.columns, |cell| self.get(cell))
    }

    /// The set of all columns of the board.
    #[inline]
    pub(super) fn width(&self) -> u32 {
        below(self.columns.into())
    }

    /// The columns of row `row`, from 0, that have a block; empty beyond the board.
    #[inline]
    pub(super) fn occupied(&self, row: usize) -> u32 {
        if row < self.rows.into() { (self.by_row[row + 1] >> 1) as u32 & self.width() } else { 0 }
    }

    /// [`occupied`](Self::occupied) for all rows.
    #[inline]
    pub(super) fn occupied_rows(&self) -> [u32; SIDE] {
        std::array::from_fn(|row| self.occupied(row))
    }

    /// For each row the columns with an empty cell; none beyond the board.
    #[inline]
    pub(super) fn empties(&self) -> [u32; SIDE] {
        let width = if planted(Fault::RowEndWrap) { u32::MAX } else { self.width() };
        let mut empties = [0; SIDE];
        for (row, cells) in empties.iter_mut().enumerate().take(self.rows.into()) {
            *cells = !self.occupied(row) & width;
        }
        empties
    }

    /// The places of all blocks, in ascending order.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Place> + '_ {
        (1..=u32::from(self.rows)).flat_map(|row| {
            let columns = elements(self.occupied(row as usize - 1).into());
            columns.map(move |column| place(row, column + 1))
        })
    }

    /// All empty places, in ascending order.
    pub(super) fn empty_places(&self) -> impl Iterator<Item = Place> + use<> {
        (1..).zip(self.empties()).flat_map(|(row, columns)| {
            elements(columns.into()).map(move |column| place(row, column + 1))
        })
    }

    /// The subset of the occupied `columns` of row `row`, from 0, whose blocks match `code`.
    #[inline]
    pub(super) fn matching(&self, code: u8, row: usize, columns: u32) -> u32 {
        let is_match =
            |&column: &u32| symbols_match(self.codes[place(row as u32 + 1, column + 1)], code);
        let columns = elements(columns.into());
        columns.filter(is_match).fold(0, |columns, column| columns | 1 << column)
    }
}

/// Lines of an empty board: `count` lines with `length` places between their walls, and a full wall
/// before and after them.
pub(super) fn walled(count: u8, length: u8) -> [u64; LINES] {
    let mut lines = [0; LINES];
    lines[..usize::from(count) + 2].fill(1 | 2 << length);
    for wall in [0, usize::from(count) + 1] {
        lines[wall] = (4 << length) - 1;
    }
    lines
}

/// The set of the numbers below `count`, at most 32.
#[inline]
pub(super) const fn below(count: u32) -> u32 {
    ((1_u64 << count) - 1) as u32
}

/// The `empty` cells of a row that can be reached from `seeds`, a subset of them, towards higher
/// columns.
///
/// The addition carries through each run of empty cells from its first seed to the block after the
/// run, and flips the bits that it passes. It leaves the bits of further seeds unflipped, so the
/// seeds are added at the end.
#[inline]
pub(super) fn fill_right(empty: u32, seeds: u32) -> u32 {
    ((empty.wrapping_add(seeds) ^ empty) | seeds) & empty
}

/// [`fill_right`] towards lower columns. No addition carries that way, so steps of doubling length
/// are used.
#[inline]
pub(super) fn fill_left(empty: u32, seeds: u32) -> u32 {
    let (mut free, mut reached) = (empty, seeds);
    for step in [1, 2, 4, 8] {
        reached |= free & reached >> step;
        free &= free >> step;
    }
    reached | free & reached >> 16
}

/// All cells of the runs of `empty` cells that contain a seed.
#[inline]
pub(super) fn fill_run(empty: u32, seeds: u32) -> u32 {
    fill_right(empty, seeds) | fill_left(empty, seeds)
}

impl Board {
    /// Checks that the lines agree with the places, that the walls are complete, and that the
    /// maintained direct pairs are up to date.
    ///
    /// # Errors
    ///
    /// A sentence that names the broken invariant.
    pub fn validate(&self) -> Result<(), String> {
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.validate_cell(Cell::new(row, column))?;
            }
        }
        self.validate_walls()?;
        self.validate_direct_pairs()
    }

    /// Checks that all candidates are blocks, that every block with a direct partner is one, that
    /// the first candidate has a partner, and that this pair is known.
    fn validate_direct_pairs(&self) -> Result<(), String> {
        let has_partner = |&(row, column): &(u32, u32)| self.direct_partner(row, column).is_some();
        let mut paired = self.blocks().map(row_and_column).filter(has_partner);
        let is_candidate = |(row, column)| self.direct_pairs.has(row, column);
        let are_blocks =
            (1..LINES).all(|row| self.direct_pairs.candidates[row] & !self.by_row[row] == 0);
        let first = paired.next();
        let pair = first.and_then(|(row, column)| {
            Some((place(row, column), self.direct_partner(row, column)?))
        });
        if self.direct_pairs.first_candidate() != first
            || self.direct_pairs.first != pair
            || !paired.all(is_candidate)
            || !are_blocks
        {
            return Err("the candidates for direct pairs are out of date".into());
        }
        Ok(())
    }

    fn validate_cell(&self, cell: Cell) -> Result<(), String> {
        let at = place_of(cell);
        let (row, column) = row_and_column(at);
        let block = self.get(cell);
        if block.is_none() && self.codes[at] != 0 {
            return Err(format!("{cell} has the code {:#x}, which is not a block", self.codes[at]));
        }
        let lines = [(self.by_row[row as usize], column), (self.by_column[column as usize], row)];
        if lines.map(|(line, bit)| line >> bit & 1 == 1) != [block.is_some(); 2] {
            return Err(format!("{cell} has {block:?}, but the line of its row or column differs"));
        }
        Ok(())
    }

    /// Checks that the places around the board are walls, and that all places beyond them are
    /// empty.
    fn validate_walls(&self) -> Result<(), String> {
        validate_lines(&self.by_row, self.rows, self.columns)
            .map_err(|(row, column)| wrong_lines(row, column))?;
        validate_lines(&self.by_column, self.columns, self.rows)
            .map_err(|(column, row)| wrong_lines(row, column))?;
        let walls = walled(self.rows, self.columns);
        for (row, (codes, walls)) in self.codes.chunks(ROW).zip(walls).enumerate() {
            // Most places lie beyond the last wall: no branch for each of them.
            let (near, beyond) = codes.split_at((u64::BITS - walls.leading_zeros()) as usize);
            let is_empty = beyond.iter().fold(EMPTY, |all, &code| all | code) == EMPTY;
            let is_wall = |column: usize| walls >> column & 1 == 1;
            let has_all_walls =
                near.iter().enumerate().all(|(column, &code)| code != EMPTY || !is_wall(column));
            if !is_empty || !has_all_walls {
                return Err(format!("row {row} has wrong codes off the board: {codes:x?}"));
            }
        }
        Ok(())
    }
}

/// Checks the bits of lines off the board: `count` lines with `length` places between their walls.
///
/// # Errors
///
/// The number of a line, and a wrong bit of it.
fn validate_lines(lines: &[u64; LINES], count: u8, length: u8) -> Result<(), (usize, u32)> {
    for (number, (line, walls)) in lines.iter().zip(walled(count, length)).enumerate() {
        let has_cells = (1..=usize::from(count)).contains(&number);
        let on_board = if has_cells { u64::from(below(length.into())) << 1 } else { 0 };
        let wrong = (line ^ walls) & !on_board;
        if wrong != 0 {
            return Err((number, wrong.trailing_zeros()));
        }
    }
    Ok(())
}

fn wrong_lines(row: impl Display, column: impl Display) -> String {
    format!("the lines are wrong at ({row}, {column}), off the board")
}
