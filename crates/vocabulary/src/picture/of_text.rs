//! The default picture: a position drawn from its text.

use super::{Glyph, Picture};

/// Lines that a board has at least if it is written as one line with a slash between two ranks.
const SLASHED_ROWS_MIN: usize = 3;

impl Picture {
    /// Draws each line of a text as a row. If any line has a blank inside, cells are separated by
    /// white space; otherwise each character is a cell. A dot is an empty cell; equal cells have
    /// equal hues, in all pictures. Rows and columns are numbered from 1.
    ///
    /// Lines of words and of options (`swap=no`) at the end, and lines at the end that are wider or
    /// narrower than the board, are the caption. Blanks at the beginning of a line indent its row by half a cell each, if
    /// cells are single characters with blanks between them.
    ///
    /// A text in one line that is a number of several digits or has words is a caption without a board,
    /// and so is one that begins with options.
    ///
    /// A line with slashes between its rows, as chess has it, is drawn as a board: numbers are
    /// empty cells, capital letters light pieces, small ones dark pieces, and the rest is the
    /// caption.
    ///
    /// ```
    /// use twinboard_vocabulary::Picture;
    ///
    /// let picture = Picture::of_text("#.\n.#\nX to move\n");
    /// assert_eq!(picture.to_string(), "1 | # .\n2 | . #\n  +----\n    1 2\nX to move\n");
    ///
    /// let picture = Picture::of_text(".......\n...x...\nswap=no");
    /// assert_eq!(picture.caption.as_deref(), Some("swap=no"));
    ///
    /// let picture = Picture::of_text("k2/1P1/2K w - 3");
    /// let drawn = "3 | k . .\n2 | . P .\n1 | . . K\n  +------\n    a b c\nw - 3\n";
    /// assert_eq!(picture.to_string(), drawn);
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        if let Some(picture) = of_slashed_rows(text) {
            return picture;
        }
        if is_one_line_of_words(text) {
            return Self { caption: Some(text.trim().to_owned()), ..Self::default() };
        }
        let lines: Vec<&str> = text.lines().collect();
        if lines.first().is_some_and(|line| line.contains('=')) {
            // Options come behind a board, if there is one.
            return Self { caption: Some(text.trim().to_owned()), ..Self::default() };
        }
        let has_blanks = has_blanks(&lines);
        let (rows, caption) = lines.split_at(count_rows(&lines, has_blanks));
        let named = (1..).zip(rows).map(|(number, line): (u32, _)| {
            let cells = cells(line, has_blanks).map(|cell| glyph(&cell));
            (number.to_string(), cells.collect::<Vec<_>>())
        });
        let named: Vec<_> = named.collect();
        let width = named.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let caption = caption.join("\n");
        let caption = caption.trim_matches('\n').trim_end();
        let picture = Self {
            rows: named,
            columns: (1..=width).map(|c| c.to_string()).collect(),
            caption: (!caption.is_empty()).then(|| caption.to_owned()),
            indents: Vec::new(),
        };
        // Blanks before wider cells only align them.
        let indents = if has_blanks && picture.cell_width() == 1 { indents(rows) } else { vec![] };
        // Names of columns would be beside those of rows that are not indented.
        let columns = if indents.is_empty() { picture.columns } else { Vec::new() };
        Self { columns, indents, ..picture }
    }

    /// The picture of a board in words with the names that moves give to its squares: `letters` for the
    /// columns from the left, and the rows from 1 at the bottom or at the top. A picture
    /// without a board, or with more columns, stays as it is.
    ///
    /// ```
    /// use twinboard_vocabulary::Picture;
    ///
    /// let picture = Picture::of_text("x.\n.o\nx to move").with_squares("abc", true);
    /// assert_eq!(picture.to_string(), "2 | x .\n1 | . o\n  +----\n    a b\nx to move\n");
    /// ```
    #[must_use]
    pub fn with_squares(mut self, letters: &str, from_bottom: bool) -> Self {
        if self.columns.len() > letters.len() {
            return self;
        }
        for (column, letter) in self.columns.iter_mut().zip(letters.chars()) {
            *column = letter.to_string();
        }
        let rows = self.rows.len();
        for (row, (name, _)) in self.rows.iter_mut().enumerate() {
            *name = if from_bottom { rows - row } else { row + 1 }.to_string();
        }
        self
    }
}

/// True for a text in one line that no board is written as, such as `W:W31,32:B1` or `12 4 home`: a
/// number of several digits, or one with words of more than two letters, or with signs that separate parts.
fn is_one_line_of_words(text: &str) -> bool {
    let line = text.trim();
    let is_long = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).count() > 2;
    let has_long_words = has_inner_blank(line) && line.split_whitespace().any(is_long);
    let is_number = line.len() > 1 && line.chars().all(|c| c.is_ascii_digit());
    !line.contains('\n') && (has_long_words || is_number || line.contains([',', ':', ';', '=']))
}

/// The cells of a row.
fn cells(line: &str, has_blanks: bool) -> Box<dyn Iterator<Item = String> + '_> {
    if has_blanks {
        Box::new(line.split_whitespace().map(str::to_owned))
    } else {
        Box::new(line.chars().map(|character| character.to_string()))
    }
}

fn glyph(cell: &str) -> Glyph {
    if cell == "." { Glyph::empty() } else { Glyph::new(cell, hue_of(cell)) }
}

fn has_inner_blank(line: &str) -> bool {
    line.trim().contains(char::is_whitespace)
}

/// True for a line such as `X to move`, which has a word of two letters or more beside others.
fn has_words(line: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    has_inner_blank(line) && line.split_whitespace().any(is_word)
}

/// True if blanks separate cells. Two first lines of equal length without any decide that they do
/// not; otherwise any line does that is no sentence below the board.
fn has_blanks(lines: &[&str]) -> bool {
    let width = |line: &str| line.chars().count();
    if let [first, next, ..] = lines
        && width(first) == width(next)
        && width(first) > 1
        && ![first, next].into_iter().any(|line| has_inner_blank(line))
    {
        return false;
    }
    let is_sentence =
        |line: &str| has_words(line) && lines.first().is_some_and(|it| !has_words(it));
    lines.iter().any(|line| has_inner_blank(line) && !is_sentence(line))
}

/// The number of lines that are rows; the others are the caption. Sentences at the end belong to
/// it, and then all lines after the last one as wide as the first. If no other is as wide, rows are
/// of different widths, as in a triangle.
fn count_rows(lines: &[&str], has_blanks: bool) -> usize {
    let Some(first) = lines.first() else { return 0 };
    let mut end = lines.len();
    let is_below = |line: &str| has_words(line) || line.contains('=') && !first.contains('=');
    if !has_words(first) {
        while end > 1 && is_below(lines[end - 1]) {
            end -= 1;
        }
    }
    let width = |line: &str| cells(line, has_blanks).count();
    let is_as_wide = |&at: &usize| width(lines[at]) == width(first);
    (1..end).rev().find(is_as_wide).map_or(end, |last| last + 1)
}

/// The blanks at the beginning of each row beyond those that all have; empty if there are none.
fn indents(rows: &[&str]) -> Vec<usize> {
    let blanks = |row: &&str| row.chars().take_while(|&c| c == ' ').count();
    let least = rows.iter().map(blanks).min().unwrap_or(0);
    let indents: Vec<usize> = rows.iter().map(|row| blanks(row) - least).collect();
    if indents.iter().any(|&blanks| blanks > 0) { indents } else { Vec::new() }
}

/// A board of letters and numbers with a slash between two rows, and the rest of its line; `None`
/// if the text is none.
fn of_slashed_rows(text: &str) -> Option<Picture> {
    let text = text.trim();
    let (board, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if board.split('/').count() < SLASHED_ROWS_MIN {
        return None;
    }
    let rows: Option<Vec<Vec<Glyph>>> = board.split('/').map(slashed_row).collect();
    let rows = rows?;
    let width = rows[0].len();
    if width == 0 || width > 26 || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let names = (1..=rows.len()).rev().map(|number| number.to_string());
    let rest = rest.trim();
    Some(Picture {
        rows: names.zip(rows).collect(),
        columns: ('a'..='z').take(width).map(String::from).collect(),
        caption: (!rest.is_empty()).then(|| rest.to_owned()),
        indents: Vec::new(),
    })
}

/// Cells of a row such as `2pP4`; `+` before a letter belongs to its piece.
fn slashed_row(row: &str) -> Option<Vec<Glyph>> {
    let (mut cells, mut empty, mut sign) = (Vec::new(), 0_usize, "");
    for character in row.chars().chain(['/']) {
        match character.to_digit(10) {
            Some(digit) if sign.is_empty() => {
                empty = (empty * 10 + digit as usize).min(27);
                continue;
            }
            Some(_) => return None,
            None => {}
        }
        cells.extend(std::iter::repeat_n(Glyph::empty(), empty));
        empty = 0;
        match character {
            '/' => {}
            '+' if sign.is_empty() => sign = "+",
            c if c.is_ascii_alphabetic() => {
                let piece = Glyph { text: format!("{sign}{c}"), ..Glyph::default() };
                let is_light = c.is_ascii_uppercase();
                cells.push(if is_light { piece.light() } else { piece.dark() });
                sign = "";
            }
            _ => return None,
        }
        if cells.len() > 26 {
            return None;
        }
    }
    sign.is_empty().then_some(cells)
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
    use crate::{Glyph, Picture};

    /// The cells of each row, and the caption.
    fn read(text: &str) -> (Vec<Vec<String>>, Option<String>) {
        let Picture { rows, caption, .. } = Picture::of_text(text);
        let texts = |cells: Vec<Glyph>| cells.into_iter().map(|glyph| glyph.text).collect();
        (rows.into_iter().map(|(_, cells)| texts(cells)).collect(), caption)
    }

    /// The rows joined, and the caption.
    fn split(text: &str) -> (String, String) {
        let (rows, caption) = read(text);
        let rows: Vec<String> = rows.iter().map(|cells| cells.join(" ")).collect();
        (rows.join("/"), caption.unwrap_or_default())
    }

    #[test]
    fn lines_of_another_width_at_the_end_are_the_caption() {
        let is = |text: &str, rows: &str, caption: &str| {
            assert_eq!(split(text), (rows.to_owned(), caption.to_owned()), "{text}");
        };
        is("..X\n.O.\nX to move\n", ". . X/. O .", "X to move");
        is("..X\n.O.\nX\n", ". . X/. O .", "X");
        is("..X\n.O.\nX 34\n", ". . X/. O .", "X 34");
        is("..X\n.O.\n\nX to move\nno castling\n", ". . X/. O .", "X to move\nno castling");
        is("1 20 3\n4 5 6\nmoves: 7\n", "1 20 3/4 5 6", "moves: 7");
        is("1 0 2\n0 0 0\nX to move\n", "1 0 2/0 0 0", "X to move");
        is("7\nX to move\n", "7", "X to move");
        is("bK wQ\n.  wP\nw -\n", "bK wQ/. wP/w -", "");
    }

    #[test]
    fn boards_without_a_caption_keep_all_their_lines() {
        for text in ["#.\n.#", "1 20\n3 4", ".\n. .\n. . .", "ab\nabc\nabcd", "7", "12 7\n3\n4"] {
            let (rows, caption) = split(text);
            let lines = text.matches('\n').count();
            assert_eq!((rows.matches('/').count(), &*caption), (lines, ""));
        }
        // A hexagon: the first line is as wide as the last one.
        let (rows, caption) = split("  . .\n . . .\n. . . .\n . . .\n  . .\nX to move");
        assert_eq!((rows.matches('/').count(), &*caption), (4, "X to move"));
        assert_eq!(split(""), (String::new(), String::new()));
        assert_eq!(split("\n\n"), ("/".to_owned(), String::new()));
    }

    #[test]
    fn one_line_of_words_or_a_number_is_no_board() {
        let pig = "goal=100 dice=1\nscores 0 12\nplayer 2 to move, 7 at stake";
        for text in ["21", "W:W31,32:B1", "12 4 home", "first to move", pig] {
            assert_eq!(split(text), (String::new(), text.to_owned()));
        }
        for board in ["#..#", "7", "1 0 2", ". x o"] {
            assert!(!read(board).0.is_empty(), "{board}");
        }
    }

    #[test]
    fn blanks_before_single_characters_indent_a_row() {
        let drawn = Picture::of_text("  # .\n . . .\n. . . .\n").to_string();
        assert_eq!(drawn, "1 |   # .\n2 |  . . .\n3 | . . . .\n  +--------\n");
        assert_eq!(Picture::of_text("  1 20\n 30 4\n").indents, [], "they are aligned");
        assert_eq!(Picture::of_text("  1 2\n  3 4\n").indents, [], "no row is behind another");
    }

    #[test]
    fn ranks_with_slashes_are_a_board() {
        let picture = Picture::of_text("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n");
        assert_eq!(picture.rows.len(), 8);
        assert_eq!(picture.plain_lines()[0], "8 | r . . . k . . r");
        assert_eq!(picture.plain_lines()[7], "1 | R . . . K . . R");
        assert_eq!(picture.plain_lines()[9], "    a b c d e f g h");
        assert_eq!(picture.caption.as_deref(), Some("w KQkq - 0 1"));
        let shogi = Picture::of_text("+p2/3/2+P b - 1");
        assert_eq!(shogi.plain_lines()[0], "3 | +p  .  .");
        assert_eq!(Picture::of_text("10/10/10").columns.len(), 10);
        for text in
            ["1/2/3", "a/b", "8/8/9", "a/b/c/", "///", "p+/2/2", "+1/2/2", "99/99/99", "#/#/#"]
        {
            assert_eq!(Picture::of_text(text).rows.len(), 1, "{text}");
        }
    }
}
