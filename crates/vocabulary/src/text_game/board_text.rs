//! Boards in texts of set-ups, and their sizes.

use std::fmt;

/// A text whose first lines are a board of one width: its columns are characters, or words where all
/// lines have as many. The text ([`Display`](fmt::Display)) has the rows as they are then.
///
/// ```
/// use twinboard_vocabulary::text_game::BoardText;
///
/// let small = BoardText::read("xx\n..\noo\nx to move").unwrap();
/// assert_eq!(small.of_size(4, 3).to_string(), "xxx\n...\n...\nooo\nx to move");
/// let words = BoardText::read("x 4 4\no 4 4\nx to move").unwrap();
/// assert_eq!(words.of_size(2, 2).to_string(), "x 4\no 4\nx to move");
/// for text in ["8/8 w - -", "\n\n", "goal=1\ndice=2"] {
///     assert!(BoardText::read(text).is_none(), "{text}");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct BoardText {
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
    separator: &'static str,
    rest: String,
}

impl BoardText {
    /// `None` if the text does not begin with a board of two rows or more.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.split('\n').collect();
        // An option, `swap=no`, may be as long.
        let is_row = |line: &&&str| line.len() == lines[0].len() && !line.contains('=');
        let rows = lines.iter().take_while(is_row).count();
        let (board, rest) = lines.split_at(rows);
        board.first()?;
        let words = |line: &&str| line.split(' ').count();
        let by_words =
            words(&board[0]) > 1 && board.iter().all(|line| words(line) == words(&board[0]));
        let cells = |line: &&str| {
            if by_words {
                line.split(' ').map(str::to_owned).collect()
            } else {
                line.chars().map(String::from).collect()
            }
        };
        let rows: Vec<Vec<String>> = board.iter().map(cells).collect();
        let columns = rows[0].len();
        let is_board =
            rows.len() >= 2 && columns > 0 && rows.iter().all(|row| row.len() == columns);
        let rest = rest.iter().map(|line| format!("\n{line}")).collect();
        is_board.then_some(Self { rows, separator: if by_words { " " } else { "" }, rest })
    }

    /// The text with so many rows and columns, at least one each: those in the middle are repeated or
    /// left out.
    #[must_use]
    pub fn of_size(mut self, rows: usize, columns: usize) -> Self {
        of_length(&mut self.rows, rows);
        for row in &mut self.rows {
            of_length(row, columns);
        }
        self
    }
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows.iter().map(|row| row.join(self.separator)).collect();
        write!(f, "{}{}", rows.join("\n"), self.rest)
    }
}

fn of_length<T: Clone>(items: &mut Vec<T>, length: usize) {
    while items.len() != length.max(1) {
        let grows = items.len() < length;
        repeat_or_remove(items, items.len() / 2, grows);
    }
}

/// Repeats the item at a place, taken modulo the length, or removes it if others are left.
pub fn repeat_or_remove<T: Clone>(items: &mut Vec<T>, place: usize, repeats: bool) {
    let place = place % items.len();
    if repeats {
        items.insert(place, items[place].clone());
    } else if items.len() > 1 {
        items.remove(place);
    }
}
