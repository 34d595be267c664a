//! A position as characters in a frame, for people.

use std::fmt;

/// One cell of a [`Picture`]: what is written there, and which colour a terminal may give it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph {
    /// The characters of the cell; all cells of a picture are padded to the widest.
    pub text: String,
    /// What the cell holds, as a small number: equal contents have equal hues. `None` is an empty
    /// cell.
    pub hue: Option<u8>,
}

impl Glyph {
    /// A cell that holds something.
    #[must_use]
    pub fn new(text: impl Into<String>, hue: u8) -> Self {
        Self { text: text.into(), hue: Some(hue) }
    }

    /// A cell that holds nothing, drawn as a dot so that it can be told from the page.
    #[must_use]
    pub fn empty() -> Self {
        Self { text: ".".into(), hue: None }
    }
}

/// A rectangle of [`Glyph`]s with the names of its rows and columns, in the order they are drawn.
///
/// ```
/// use twinboard_board::{Glyph, Picture};
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
    /// The rows from the top down: the row's name and its cells.
    pub rows: Vec<(String, Vec<Glyph>)>,
    /// The names of the columns from the left.
    pub columns: Vec<String>,
    /// What can be seen of a position and is not on the board, such as who is to move.
    pub caption: Option<String>,
}

impl Picture {
    /// The lines of a text as rows. Where lines have blanks, words are cells; else each character
    /// is one. A dot is an empty cell; equal cells have equal hues. Rows and columns are numbered
    /// from 1.
    ///
    /// ```
    /// let picture = twinboard_board::Picture::of_text("#.\n.#\n");
    /// assert_eq!(picture.to_string(), "1 | # .\n2 | . #\n  +----\n    1 2\n");
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let has_words = text.lines().any(|line| line.trim().contains(char::is_whitespace));
        let mut seen: Vec<String> = Vec::new();
        let mut glyph = |cell: String| {
            if cell == "." {
                return Glyph::empty();
            }
            let hue = seen.iter().position(|other| *other == cell).unwrap_or_else(|| {
                seen.push(cell.clone());
                seen.len() - 1
            });
            Glyph::new(cell, hue as u8)
        };
        let mut cells = |line: &str| -> Vec<Glyph> {
            if has_words {
                line.split_whitespace().map(|word| glyph(word.to_owned())).collect()
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

    /// How wide the widest name of a row is, in characters.
    #[must_use]
    pub fn label_width(&self) -> usize {
        let widths = self.rows.iter().map(|(name, _)| name.chars().count());
        widths.max().unwrap_or(0)
    }

    /// How wide a cell is drawn, in characters: as wide as the widest cell.
    #[must_use]
    pub fn cell_width(&self) -> usize {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        cells.map(|glyph| glyph.text.chars().count()).max().unwrap_or(1)
    }

    /// What the picture shows, without its frame: each row with one blank between two cells, then
    /// the caption if there is one, each ended by a line feed.
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

    /// Draws the picture line by line. `paint` gets row and column (from 0, as drawn), the cell
    /// and its text padded to the common width; it returns what is to be written for it, one
    /// character wider than that text: the blank before it, or a mark.
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
        // Cells with nothing to see in them leave blanks that nobody sees.
        for line in &mut lines {
            line.truncate(line.trim_end().len());
        }
        lines
    }

    /// The names of the columns, written downwards if one of them is wider than a cell: a board of
    /// 64 columns must still fit on a screen.
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

    /// How many characters a drawn line has at most.
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

#[cfg(test)]
mod tests {
    use super::{Glyph, Picture};

    #[test]
    fn a_caption_stands_below_the_board() {
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
    fn no_line_of_a_board_is_wider_than_it_says() {
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
