//! The board: binary planes of colour codes, and queries.

use std::fmt;
use std::hash::{Hash, Hasher};

use twinboard_vocabulary::samegame::{Cell, Position};

use super::cells::CellSet;
use super::lanes;
use crate::planted::{Fault, planted};

/// A position of SameGame with room for 16 rows, `4 · W` columns and `2^P − 1` colours (10 at
/// most).
///
/// A board does not store the number of rows and columns of its grid: two boards are equal if equal
/// cells have equal colours. Its cells are always settled: no cell is above an empty one (SG-10),
/// and no empty column is to the left of one with cells (SG-11). All constructors and moves
/// maintain this invariant.
///
/// `W` is 1 to 16, `P` is 1 to 4; other values do not compile.
///
/// ```
/// use twinboard_vocabulary::samegame::{Cell, Grid};
/// use twinboard_engine::samegame::Board;
///
/// // 2 2 1        . . 1
/// // 1 1 2   →    2 2 2
/// let grid: Grid = "2 3\n1 1 2\n2 2 1\n".parse().unwrap();
/// let mut board = Board::<1, 3>::from_grid(&grid).unwrap();
/// let pair = board.group_at(Cell::new(1, 1)).unwrap();
/// assert_eq!((pair.size(), pair.colour()), (2, 1));
/// board.play(&pair);
/// assert_eq!(format!("{board:?}"), r#"["..1", "222"]"#);
///
/// assert_eq!(board.groups().map(|group| group.size()).collect::<Vec<_>>(), [3]);
/// assert!(board.has_moves() && !board.is_won());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board<const W: usize, const P: usize> {
    /// Bit `b` of word `w` of plane `p` is binary digit `p` of the code of that cell. The code of
    /// an empty cell is 0, the code of colour `c` is `c + 1`.
    pub(super) planes: [[u64; W]; P],
}

impl<const W: usize, const P: usize> Board<W, P> {
    /// Limit of columns, `4 · W`.
    pub const COLUMNS_MAX: u8 = {
        assert!(W >= 1 && W <= 16, "a board has 1 to 16 words a plane");
        (W * lanes::WORD_COLUMNS as usize) as u8
    };

    /// Limit of rows, 16.
    pub const ROWS_MAX: u8 = lanes::LANE_ROWS as u8;

    /// Number of colours, `2^P − 1` but at most 10; colours count from 0.
    pub const COLOURS: u8 = {
        assert!(P >= 1 && P <= 4, "a board has 1 to 4 planes");
        let codes = (1 << P) - 1;
        if codes < twinboard_vocabulary::samegame::COLOURS {
            codes
        } else {
            twinboard_vocabulary::samegame::COLOURS
        }
    };

    /// The board without cells.
    pub const EMPTY: Self = {
        // Evaluates the assertions on `W` and `P` for every type whose boards are constructed.
        assert!(Self::COLUMNS_MAX > 0 && Self::COLOURS > 0);
        Self { planes: [[0; W]; P] }
    };

    /// The colour of a cell; `None` if it is empty or beyond the room of the board.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<u8> {
        let (w, bit) = lanes::place(cell);
        if lanes::fits::<W>(cell) { self.code_at(w, bit).checked_sub(1) } else { None }
    }

    /// The code of the cell at bit `bit` of word `w`.
    #[inline]
    pub(super) fn code_at(&self, w: usize, bit: u32) -> u8 {
        (0..P).fold(0, |code, p| code | ((self.planes[p][w] >> bit & 1) as u8) << p)
    }

    /// The cells as the bytes of a [`Position`] of this size, eight at a time.
    pub(super) fn bytes_by_column(&self, rows: u8, columns: u8) -> Vec<u8> {
        const WORD_COLUMNS: usize = lanes::WORD_COLUMNS as usize;
        const LANE_ROWS: usize = lanes::LANE_ROWS as usize;
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        // A column is appended as all the bytes of its lane, and then cut.
        let mut cells = Vec::with_capacity(rows * columns + LANE_ROWS);
        for column in 0..columns {
            let (word, lane) = (column / WORD_COLUMNS, column % WORD_COLUMNS);
            let codes = |first_row: usize| {
                let planes = self.planes.iter().enumerate();
                planes.fold(0, |codes, (p, plane)| {
                    codes
                        | bytes_of_bits((plane[word] >> (lane * LANE_ROWS + first_row)) as u8) << p
                })
            };
            for first_row in [0, 8] {
                cells.extend_from_slice(&decremented(codes(first_row)).to_le_bytes());
            }
            cells.truncate((column + 1) * rows);
        }
        cells
    }

    /// The cells of word `w` that are not empty.
    #[inline]
    pub(super) fn occupied_word(&self, w: usize) -> u64 {
        (0..P).fold(0, |occupied, p| occupied | self.planes[p][w])
    }

    /// The cells that are not empty.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> CellSet<W> {
        CellSet { words: std::array::from_fn(|w| self.occupied_word(w)) }
    }

    /// Number of cells that are not empty.
    #[must_use]
    #[inline]
    pub fn cells_left(&self) -> usize {
        self.occupied().len()
    }

    /// Number of columns that are not empty; they are the first ones.
    #[must_use]
    pub fn columns_left(&self) -> u8 {
        let bottom = |w| (self.occupied_word(w) & lanes::BOTTOM).count_ones();
        (0..W).map(bottom).sum::<u32>() as u8
    }

    /// True if no cell remains: the game is won (SG-12).
    #[must_use]
    #[inline]
    pub fn is_won(&self) -> bool {
        if planted(Fault::WonPlane) {
            return self.planes[0] == [0; W];
        }
        // Columns are packed to the left, so the board is empty if the first word is.
        self.occupied_word(0) == 0
    }
}

/// The bits of a byte as eight bytes, each 0 or 1.
#[inline]
const fn bytes_of_bits(bits: u8) -> u64 {
    // A copy of the byte in each byte, of which one bit is kept, and carried to the highest one.
    let one_each = (bits as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (one_each + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101
}

/// Eight bytes below 128, each reduced by 1; 0 becomes 255, the byte of an empty cell.
#[inline]
const fn decremented(bytes: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    ((bytes | HIGH) - 0x0101_0101_0101_0101) ^ HIGH
}

const _: () = assert!(Position::EMPTY == u8::MAX, "an empty cell has code 0, reduced by 1");

impl<const W: usize, const P: usize> Default for Board<W, P> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Feeds [`Board::hash`] to the hasher: one number in place of all planes.
impl<const W: usize, const P: usize> Hash for Board<W, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Board::hash(self));
    }
}

/// Lists the rows as strings, top row first, `.` for an empty cell.
impl<const W: usize, const P: usize> fmt::Debug for Board<W, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns_left().max(1);
        let occupied = self.occupied();
        let height = occupied.iter().map(Cell::row).max().unwrap_or(1);
        let rows = (1..=height).rev().map(|row| {
            let cells = (1..=columns).map(|column| self.get(Cell::new(row, column)));
            cells.map(|held| held.map_or('.', |colour| char::from(b'0' + colour))).collect()
        });
        f.debug_list().entries(rows.collect::<Vec<String>>()).finish()
    }
}
