//! Boards of characters with a side to move, which is how the set-ups and positions of all games
//! here read: rows from the top, then `black to move` or `white to move`.

use arbitrary::Unstructured;

/// A board and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The rows from the top.
    pub rows: Vec<Vec<char>>,
    /// True if black is to move.
    pub black: bool,
}

impl Board {
    /// Reads a board of these characters; `None` if it is none, or its last line names no side.
    #[must_use]
    pub fn read(text: &str, characters: &str) -> Option<Self> {
        let (board, side) = text.rsplit_once('\n')?;
        let rows: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
        let is_even = rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty());
        let black = match side {
            "black to move" => true,
            "white to move" => false,
            _ => return None,
        };
        let is_known = rows.iter().flatten().all(|&it| characters.contains(it));
        (is_even && is_known).then_some(Self { rows, black })
    }

    /// Prints the board.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            text.extend(row);
            text.push('\n');
        }
        text + if self.black { "black to move" } else { "white to move" }
    }

    /// The number of rows and of columns.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows[0].len())
    }

    /// The character of a cell; `None` beyond the board.
    #[must_use]
    pub fn at(&self, row: isize, column: isize) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = self.size();
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    /// The number of cells with one of these characters.
    #[must_use]
    pub fn count(&self, characters: &str) -> usize {
        self.rows.iter().flatten().filter(|it| characters.contains(**it)).count()
    }

    /// Fills each empty cell with a piece with a chance of `full` in 16.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    pub fn sprinkle(
        &mut self,
        u: &mut Unstructured<'_>,
        pieces: &str,
        full: u8,
    ) -> arbitrary::Result<()> {
        let pieces: Vec<char> = pieces.chars().collect();
        for cell in self.rows.iter_mut().flatten() {
            if *cell == '.' && u.int_in_range(0..=15)? < full {
                *cell = *u.choose(&pieces)?;
            }
        }
        Ok(())
    }
}

/// The name of a cell: a letter for the column, and the row from the top, from 1.
#[must_use]
pub fn name((row, column): (usize, usize)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// The cell of a name; `None` if it is none of this board.
#[must_use]
pub fn cell(text: &str, (rows, columns): (usize, usize)) -> Option<(usize, usize)> {
    let column = usize::from(text.bytes().next()?.checked_sub(b'a')?);
    let row = text.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
    (row < rows && column < columns && text == name((row, column))).then_some((row, column))
}
