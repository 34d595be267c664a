//! Positions drawn for people: characters in a frame, with row and column names.
//!
//! ```text
//! 2 | . 7
//! 1 | 0 7
//!   +----
//!     1 2
//! ```

use std::fmt;

/// A cell of a [`Picture`]: its characters, and the hue in which a terminal may draw them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph {
    /// Characters of the cell; all cells of a picture are padded to the width of the widest.
    pub text: String,
    /// A small number that identifies the content: equal contents have equal hues. `None` is an
    /// empty cell.
    pub hue: Option<u8>,
}

impl Glyph {
    /// A cell with content.
    #[must_use]
    pub fn new(text: impl Into<String>, hue: u8) -> Self {
        Self { text: text.into(), hue: Some(hue) }
    }

    /// An empty cell, drawn as a dot to distinguish it from the background.
    #[must_use]
    pub fn empty() -> Self {
        Self { text: ".".into(), hue: None }
    }
}

/// A rectangle of [`Glyph`]s with the names of its rows and columns, in drawing order.
///
/// ```
/// use twinboard_vocabulary::{Glyph, Picture};
///
/// let picture = Picture {
///     rows: vec![
///         ("2".into(), vec![Glyph::empty(), Glyph::new("7", 7)]),
///         ("1".into(), vec![Glyph::new("0", 0), Glyph::new("7", 7)]),
///     ],
///     columns: vec!["1".into(), "2".into()],
///     caption: None,
/// };
/// assert_eq!(picture.to_string(), "2 | . 7\n1 | 0 7\n  +----\n    1 2\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Name and cells of each row, from the top down.
    pub rows: Vec<(String, Vec<Glyph>)>,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// Visible state that is not on the board, such as the player to move.
    pub caption: Option<String>,
}

impl Picture {
    /// Draws each line of a text as a row. If any line has a blank inside, cells are separated by
    /// white space; otherwise each character is a cell. A dot is an empty cell; equal cells have
    /// equal hues, in all pictures. Rows and columns are numbered from 1.
    ///
    /// ```
    /// let picture = twinboard_vocabulary::Picture::of_text("#.\n.#\n");
    /// assert_eq!(picture.to_string(), "1 | # .\n2 | . #\n  +----\n    1 2\n");
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let has_blanks = text.lines().any(|line| line.trim().contains(char::is_whitespace));
        let glyph = |cell: String| {
            if cell == "." {
                return Glyph::empty();
            }
            let hue = hue_of(&cell);
            Glyph::new(cell, hue)
        };
        let cells = |line: &str| -> Vec<Glyph> {
            if has_blanks {
                line.split_whitespace().map(|cell| glyph(cell.to_owned())).collect()
            } else {
                line.chars().map(|character| glyph(character.to_string())).collect()
            }
        };
        let lines = (1..).zip(text.lines());
        let rows: Vec<_> =
            lines.map(|(number, line): (u32, _)| (number.to_string(), cells(line))).collect();
        let width = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        Self { rows, columns: (1..=width).map(|c| c.to_string()).collect(), caption: None }
    }

    /// Cells in which this picture and `other` differ, as rows and columns from 0, as drawn. Rows
    /// and cells that only one of them has are not among them.
    ///
    /// ```
    /// use twinboard_vocabulary::Picture;
    ///
    /// let (one, other) = (Picture::of_text("#.\n.#\n"), Picture::of_text("#.\n##\n"));
    /// assert_eq!(one.differing(&other), [(1, 0)]);
    /// ```
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<(usize, usize)> {
        let rows = self.rows.iter().zip(&other.rows).enumerate();
        let cells = rows.flat_map(|(r, ((_, ours), (_, theirs)))| {
            let pairs = ours.iter().zip(theirs).enumerate();
            pairs.filter(|(_, (ours, theirs))| ours != theirs).map(move |(c, _)| (r, c))
        });
        cells.collect()
    }

    /// Width of the widest row name, in characters.
    #[must_use]
    pub fn label_width(&self) -> usize {
        let widths = self.rows.iter().map(|(name, _)| name.chars().count());
        widths.max().unwrap_or(0)
    }

    /// Width of the widest cell, in characters; 1 if there are no cells.
    #[must_use]
    pub fn cell_width(&self) -> usize {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        cells.map(|glyph| glyph.text.chars().count()).max().unwrap_or(1)
    }

    /// The picture without its frame: each row with one blank between two cells, then the caption
    /// if there is one, each ended by a line feed.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (_, cells) in &self.rows {
            let cells: Vec<&str> = cells.iter().map(|glyph| glyph.text.as_str()).collect();
            text += &cells.join(" ");
            text.push('\n');
        }
        if let Some(caption) = &self.caption {
            text += caption;
            text.push('\n');
        }
        text
    }

    /// Draws the picture line by line, without colours or marks.
    #[must_use]
    pub fn plain_lines(&self) -> Vec<String> {
        self.lines(|_, _, _, text| format!(" {text}"))
    }

    /// Draws the picture line by line. `paint` gets row and column (from 0, as drawn), the cell,
    /// and its text padded to the common width. It returns the characters to draw, one column wider
    /// than that text: a leading blank or mark, and the text, perhaps coloured.
    ///
    /// ```
    /// let picture = twinboard_vocabulary::Picture::of_text("#.\n.#\n");
    /// let marked = picture.lines(|row, column, _, text| {
    ///     let mark = if (row, column) == (1, 0) { '>' } else { ' ' };
    ///     format!("{mark}{text}")
    /// });
    /// assert_eq!(marked[..2], ["1 | # .", "2 |>. #"]);
    /// ```
    pub fn lines(
        &self,
        mut paint: impl FnMut(usize, usize, &Glyph, String) -> String,
    ) -> Vec<String> {
        let label = self.label_width();
        let cell = self.cell_width();
        let mut lines: Vec<String> = Vec::with_capacity(self.rows.len() + 2);
        for (r, (name, glyphs)) in self.rows.iter().enumerate() {
            let mut line = format!("{name:>label$} |");
            for (c, glyph) in glyphs.iter().enumerate() {
                line += &paint(r, c, glyph, format!("{:>cell$}", glyph.text));
            }
            lines.push(line);
        }
        let blank = " ".repeat(label);
        lines.push(format!("{blank} +{}", "-".repeat((cell + 1) * self.columns.len())));
        lines.extend(self.column_names().into_iter().map(|names| format!("{blank}  {names}")));
        lines.extend(self.caption.clone());
        // Invisible cells (an empty text) leave trailing blanks.
        for line in &mut lines {
            line.truncate(line.trim_end().len());
        }
        lines
    }

    /// The lines with the column names: one line, or names written downwards if one of them is
    /// wider than a cell, because a board of 64 columns must still fit on a screen.
    fn column_names(&self) -> Vec<String> {
        let cell = self.cell_width();
        let widths = self.columns.iter().map(|name| name.chars().count());
        let widest = widths.max().unwrap_or(0);
        if widest <= cell {
            return vec![self.columns.iter().map(|name| format!(" {name:>cell$}")).collect()];
        }
        let padded: Vec<Vec<char>> =
            self.columns.iter().map(|name| format!("{name:>widest$}").chars().collect()).collect();
        (0..widest)
            .map(|row| padded.iter().map(|name| format!(" {:>cell$}", name[row])).collect())
            .collect()
    }

    /// Width of the frame, in characters: no drawn line but a caption is wider.
    #[must_use]
    pub fn width(&self) -> usize {
        self.label_width() + 2 + (self.cell_width() + 1) * self.columns.len()
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.plain_lines() {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// The hue of a cell by its text alone, so that it stays from picture to picture: numbers have
/// themselves, letters follow on the digits.
fn hue_of(text: &str) -> u8 {
    match (text.parse(), text.as_bytes()) {
        (Ok(number), _) => number,
        (_, &[letter @ b'A'..=b'Z']) => 10 + letter - b'A',
        (_, &[letter @ b'a'..=b'z']) => 36 + letter - b'a',
        (_, bytes) => {
            bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte)) % 10
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Glyph, Picture};

    #[test]
    fn equal_cells_have_equal_hues_in_all_pictures() {
        let hues = |text: &str| -> Vec<_> {
            let picture = Picture::of_text(text);
            picture.rows[0].1.iter().map(|glyph| glyph.hue).collect()
        };
        assert_eq!(hues("7aB#."), [Some(7), Some(36), Some(11), Some(5), None]);
        assert_eq!(hues("#7"), [Some(5), Some(7)]);
        assert_eq!(hues("12 xy"), [Some(12), hues("xy a")[0]]);
    }

    #[test]
    fn the_caption_is_below_the_board() {
        let picture = Picture {
            rows: vec![("1".into(), vec![Glyph::new("3", 3)])],
            columns: vec!["1".into()],
            caption: Some("the second player moves".into()),
        };
        assert_eq!(picture.text(), "3\nthe second player moves\n");
        assert_eq!(picture.to_string(), "1 | 3\n  +--\n    1\nthe second player moves\n");
    }

    #[test]
    fn column_names_wider_than_a_cell_are_written_downwards() {
        let picture = Picture {
            rows: vec![("1".into(), vec![Glyph::new("3", 3); 2])],
            columns: vec!["9".into(), "10".into()],
            caption: None,
        };
        assert_eq!(picture.to_string(), "1 | 3 3\n  +----\n      1\n    9 0\n");
    }

    #[test]
    fn no_line_of_a_board_is_wider_than_its_width() {
        let picture = Picture {
            rows: vec![("9".into(), vec![Glyph::new("12", 1); 3]), ("100".into(), Vec::new())],
            columns: vec!["1".into(), "2".into(), "3".into()],
            caption: None,
        };
        let widest = picture.plain_lines().iter().map(String::len).max();
        assert_eq!((picture.label_width(), picture.cell_width()), (3, 2));
        assert_eq!((picture.width(), widest), (14, Some(14)));
    }
}
