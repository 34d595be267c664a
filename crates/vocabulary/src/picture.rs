//! Positions drawn for people: characters in a frame, with row and column names.
//!
//! ```text
//! 2 | . 7
//! 1 | 0 7
//!   +----
//!     1 2
//! ```

use std::borrow::Cow;
use std::fmt;

mod marks;
mod of_text;

pub use marks::{Marks, starred};

/// A cell of a [`Picture`]: its characters, and the hue in which a terminal may draw them.
///
/// ```
/// use twinboard_vocabulary::Glyph;
///
/// // The pieces of two players, with one letter.
/// let (white, black) = (Glyph::new("R", 1).light(), Glyph::new("R", 1).dark());
/// assert_eq!((white.label(), black.label()), ("R".into(), "r".into()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph {
    /// Characters of the cell; all cells of a picture are padded to the width of the widest.
    pub text: String,
    /// A small number that identifies the content: equal contents have equal hues. `None` is an
    /// empty cell.
    pub hue: Option<u8>,
    /// The player to whom a piece belongs, where the letter does not say it: drawn as a light or a
    /// dark disc. `None` is no piece, or one that needs no disc.
    pub shade: Option<Shade>,
}

/// Lightness of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shade {
    /// Such as White's pieces.
    Light,
    /// Such as Black's pieces.
    Dark,
}

impl Glyph {
    /// A cell with content.
    #[must_use]
    pub fn new(text: impl Into<String>, hue: u8) -> Self {
        Self { text: text.into(), hue: Some(hue), shade: None }
    }

    /// An empty cell, drawn as a dot to distinguish it from the background.
    #[must_use]
    pub fn empty() -> Self {
        Self { text: ".".into(), hue: None, shade: None }
    }

    /// The cell with a light piece.
    #[must_use]
    pub fn light(self) -> Self {
        Self { shade: Some(Shade::Light), ..self }
    }

    /// The cell with a dark piece.
    #[must_use]
    pub fn dark(self) -> Self {
        Self { shade: Some(Shade::Dark), ..self }
    }

    /// The characters of the cell where nothing else shows its shade: light pieces have capital
    /// letters, dark ones small letters. A dark piece without a letter has an apostrophe.
    #[must_use]
    pub fn label(&self) -> Cow<'_, str> {
        let (light, dark) = match self.shade {
            None => return Cow::Borrowed(&self.text),
            Some(_) => (self.text.to_uppercase(), self.text.to_lowercase()),
        };
        match self.shade {
            Some(Shade::Dark) if light == dark => Cow::Owned(dark + "'"),
            Some(Shade::Dark) => Cow::Owned(dark),
            _ => Cow::Owned(light),
        }
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
///     ..Picture::default()
/// };
/// assert_eq!(picture.to_string(), "2 | . 7\n1 | 0 7\n  +----\n    1 2\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Name and cells of each row, from the top down.
    pub rows: Vec<(String, Vec<Glyph>)>,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// Visible state that is not on the board, such as the player to move, in one or more lines.
    pub caption: Option<String>,
    /// Indentation of each row in halves of a cell, from the top; rows without one start at the
    /// left. A board of hexagons with its rows staggered has 0, 1, 0, 1, …
    pub indents: Vec<usize>,
}

impl Picture {
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

    /// Width of the widest cell, in characters; 1 if there are no cells. With indented rows it is
    /// odd, so that a cell and the blank before it can be halved.
    #[must_use]
    pub fn cell_width(&self) -> usize {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        let widest = cells.map(|glyph| glyph.label().chars().count()).max().unwrap_or(1);
        if self.indents.iter().any(|&half_cells| half_cells > 0) {
            widest + 1 - widest % 2
        } else {
            widest
        }
    }

    /// Indentation of a row in halves of a cell.
    #[must_use]
    pub fn indent(&self, row: usize) -> usize {
        self.indents.get(row).copied().unwrap_or(0)
    }

    /// The picture without its frame: each row with one blank between two cells, then the caption
    /// if there is one, each ended by a line feed.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (_, cells) in &self.rows {
            let cells: Vec<_> = cells.iter().map(Glyph::label).collect();
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
    pub fn lines(&self, paint: impl FnMut(usize, usize, &Glyph, String) -> String) -> Vec<String> {
        let mut lines = self.board_lines(paint);
        let caption = self.caption.as_deref().unwrap_or_default();
        lines.extend(caption.lines().map(|line| line.trim_end().to_owned()));
        lines
    }

    /// Draws the picture without its caption, as [`lines`](Self::lines) does.
    pub fn board_lines(
        &self,
        mut paint: impl FnMut(usize, usize, &Glyph, String) -> String,
    ) -> Vec<String> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let label = self.label_width();
        let cell = self.cell_width();
        let mut lines: Vec<String> = Vec::with_capacity(self.rows.len() + 2);
        for (r, (name, glyphs)) in self.rows.iter().enumerate() {
            let mut line = format!("{name:>label$} |");
            line += &" ".repeat(self.indent(r) * (cell + 1) / 2);
            for (c, glyph) in glyphs.iter().enumerate() {
                line += &paint(r, c, glyph, format!("{:>cell$}", glyph.label()));
            }
            lines.push(line);
        }
        let blank = " ".repeat(label);
        lines.push(format!("{blank} +{}", "-".repeat(self.width() - label - 2)));
        lines.extend(self.column_names().into_iter().map(|names| format!("{blank}  {names}")));
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
        if widest == 0 {
            return Vec::new();
        }
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
        let rows = self.rows.iter().enumerate().filter(|_| !self.indents.is_empty());
        let ends = rows.map(|(row, (_, cells))| self.indent(row) + 2 * cells.len());
        let half_cells = ends.max().unwrap_or(0).max(2 * self.columns.len());
        self.label_width() + 2 + half_cells * (self.cell_width() + 1) / 2
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

/// Cells or a line over a picture, in rows and columns from 0 as drawn.
///
/// ```text
/// 2 |[7]. .       Cells: an outline around each cell
/// 1 | 7 +-+       Line: from centre to centre, perhaps outside of the board
///   +------       Arrow: a line with a head, from the first cell to the last
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// Cells that belong together, such as those that a move takes. Cells off the picture are not
    /// drawn.
    Cells(Vec<(usize, usize)>),
    /// A line through the centres of cells, with corners. Row or column -1, and the number of rows
    /// or columns, are outside of the board by one cell.
    Line(Vec<(i32, i32)>),
    /// A move from a cell to another, in any direction: a line with a head at the last cell. Cells
    /// in between are corners, as of a piece that jumps several times.
    Arrow(Vec<(i32, i32)>),
}

#[cfg(test)]
mod tests {
    use super::{Glyph, Picture};

    #[test]
    fn the_caption_is_below_the_board_and_may_have_lines() {
        let picture = Picture {
            rows: vec![("1".into(), vec![Glyph::new("3", 3)])],
            columns: vec!["1".into()],
            caption: Some("the second player moves".into()),
            ..Picture::default()
        };
        assert_eq!(picture.text(), "3\nthe second player moves\n");
        assert_eq!(picture.to_string(), "1 | 3\n  +--\n    1\nthe second player moves\n");
        let caption = Some("White moves\ncastling KQ".into());
        let picture = Picture { caption, ..Picture::of_text("7 1\n") };
        assert_eq!(picture.plain_lines()[3..], ["White moves", "castling KQ"]);
        assert_eq!(picture.text(), "7 1\nWhite moves\ncastling KQ\n");
    }

    #[test]
    fn rows_are_indented_by_halves_of_a_cell() {
        let row = |name: &str, cells: &[&str]| {
            (name.to_owned(), cells.iter().map(|&text| Glyph::new(text, 1)).collect())
        };
        let hexagons = |text| Picture {
            rows: vec![row("a", &[text; 2]), row("b", &["1"; 3]), row("c", &["1"; 2])],
            indents: vec![1, 0, 1],
            ..Picture::default()
        };
        let single = hexagons("1");
        assert_eq!(single.to_string(), "a |  1 1\nb | 1 1 1\nc |  1 1\n  +------\n");
        assert_eq!(single.text(), "1 1\n1 1 1\n1 1\n", "the text has no indentation");
        // Cells of two characters take four, so that half of them are two.
        let double = hexagons("12");
        let expected = ["a |    12  12", "b |   1   1   1", "c |     1   1", "  +------------"];
        assert_eq!(double.plain_lines(), expected);
        for picture in [single, double] {
            let widest = picture.plain_lines().iter().map(String::len).max().unwrap();
            assert!(widest <= picture.width(), "{picture}");
        }
    }

    #[test]
    fn pieces_of_two_players_with_one_letter_differ_in_text() {
        let pieces = [Glyph::new("R", 1), Glyph::new("r", 1), Glyph::new("2", 2)];
        let labels = |shaded: fn(Glyph) -> Glyph| {
            pieces.clone().map(|piece| shaded(piece).label().into_owned())
        };
        assert_eq!(labels(Glyph::light), ["R", "R", "2"]);
        assert_eq!(labels(Glyph::dark), ["r", "r", "2'"]);
        let picture = Picture {
            rows: vec![("1".into(), pieces.map(Glyph::dark).to_vec())],
            ..Picture::default()
        };
        assert_eq!(picture.text(), "r r 2'\n");
        assert_eq!(picture.plain_lines()[0], "1 |  r  r 2'");
    }
}
