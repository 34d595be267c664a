//! Boards of characters and texts of set-ups, which the oracles share. No rule of play is here.

/// A rectangle of cells with a character each, the top row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    rows: Vec<Vec<char>>,
}

/// A cell: its row from the top and its column from the left, from 0.
pub(crate) type Cell = (usize, usize);

/// The eight directions, as rows down and columns to the right.
pub(crate) const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The four diagonal directions.
pub(crate) const DIAGONAL: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The four directions along rows and columns.
pub(crate) const STRAIGHT: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The four directions of lines, each once.
pub(crate) const LINES: [(isize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

impl Board {
    /// Reads lines of equal length of these characters; `None` if the text is no such board.
    pub(crate) fn read(text: &str, characters: &str) -> Option<Self> {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let columns = rows.first()?.len();
        let is_board = columns > 0
            && rows.iter().all(|row| row.len() == columns)
            && rows.iter().flatten().all(|cell| characters.contains(*cell));
        is_board.then_some(Self { rows })
    }

    /// Reads rows between slashes as FEN has them, where a digit is that many empty cells; `None` if
    /// the text is no such board, or not as [`Self::fen`] writes it.
    pub(crate) fn read_fen(text: &str, characters: &str) -> Option<Self> {
        let mut rows = String::new();
        for character in text.chars() {
            match (character, character.to_digit(10)) {
                (_, Some(empty)) => rows += &".".repeat(empty as usize),
                ('/', None) => rows.push('\n'),
                (man, None) => rows.push(man),
            }
        }
        Self::read(&rows, characters).filter(|board| board.fen() == text)
    }

    /// The rows between slashes, with digits for empty cells, of a board with up to 9 columns.
    pub(crate) fn fen(&self) -> String {
        let mut text = self.text().trim_end().replace('\n', "/");
        for empty in (1..=9).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        text
    }

    /// The lines of the board, each with a line feed.
    pub(crate) fn text(&self) -> String {
        self.rows.iter().map(|row| String::from_iter(row) + "\n").collect()
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// The character of a cell of the board.
    pub(crate) fn at(&self, (row, column): Cell) -> char {
        self.rows[row][column]
    }

    /// Puts a character on a cell.
    pub(crate) fn put(&mut self, (row, column): Cell, character: char) {
        self.rows[row][column] = character;
    }

    /// All cells, row by row.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let columns = self.columns();
        (0..self.rows()).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    /// The cells with this character.
    pub(crate) fn cells_with(&self, character: char) -> Vec<Cell> {
        self.cells().into_iter().filter(|cell| self.at(*cell) == character).collect()
    }

    /// The cells with men of the player in capital letters, or of the other one.
    pub(crate) fn men(&self, are_capitals: bool) -> Vec<Cell> {
        let is_own =
            |man: char| man.is_ascii_alphabetic() && man.is_ascii_uppercase() == are_capitals;
        self.cells().into_iter().filter(|cell| is_own(self.at(*cell))).collect()
    }

    /// The cell that is `steps` from a cell in a direction; `None` beyond the board.
    pub(crate) fn step(&self, cell: Cell, direction: (isize, isize), steps: usize) -> Option<Cell> {
        let steps = isize::try_from(steps).ok()?;
        let row = cell.0.checked_add_signed(direction.0 * steps)?;
        let column = cell.1.checked_add_signed(direction.1 * steps)?;
        (row < self.rows() && column < self.columns()).then_some((row, column))
    }

    /// The cells in a direction from a cell, the nearest first, to the edge.
    pub(crate) fn ray(&self, cell: Cell, direction: (isize, isize)) -> Vec<Cell> {
        (1..).map_while(|steps| self.step(cell, direction, steps)).collect()
    }

    /// The cells in a direction from a cell up to the first that is not empty, that one included.
    pub(crate) fn sight(&self, cell: Cell, direction: (isize, isize)) -> Vec<Cell> {
        let ray = self.ray(cell, direction);
        let first = ray.iter().position(|cell| self.at(*cell) != '.');
        let seen = first.map_or(ray.len(), |first| first + 1);
        ray.into_iter().take(seen).collect()
    }

    /// The unbroken row of cells of the same character through a cell, along a direction.
    pub(crate) fn row_through(&self, cell: Cell, direction: (isize, isize)) -> Vec<Cell> {
        let is_same = |other: &Cell| self.at(*other) == self.at(cell);
        let back = self.ray(cell, (-direction.0, -direction.1));
        let mut row: Vec<Cell> = back.into_iter().take_while(is_same).collect();
        row.reverse();
        row.push(cell);
        row.extend(self.ray(cell, direction).into_iter().take_while(is_same));
        row
    }

    /// The neighbours of a cell in these directions.
    pub(crate) fn neighbours(&self, cell: Cell, directions: &[(isize, isize)]) -> Vec<Cell> {
        directions.iter().filter_map(|direction| self.step(cell, *direction, 1)).collect()
    }

    /// The cells that are connected with a cell in these directions by cells of the same character.
    pub(crate) fn connected(&self, cell: Cell, directions: &[(isize, isize)]) -> Vec<Cell> {
        let mut all = vec![cell];
        let mut next = 0;
        while next < all.len() {
            for near in self.neighbours(all[next], directions) {
                if self.at(near) == self.at(cell) && !all.contains(&near) {
                    all.push(near);
                }
            }
            next += 1;
        }
        all
    }

    /// The name of a cell, such as `b3`: a letter for its column and its row, counted from the top.
    pub(crate) fn name_from_top((row, column): Cell) -> String {
        format!("{}{}", letter(column), row + 1)
    }

    /// The name of a cell, such as `b3`: a letter for its column and its row, counted from the bottom.
    pub(crate) fn name_from_bottom(&self, (row, column): Cell) -> String {
        format!("{}{}", letter(column), self.rows() - row)
    }
}

fn letter(column: usize) -> char {
    ('a'..='z').nth(column).expect("boards have at most 26 columns")
}

/// The character of the other player, of `x` and `o` or of `w` and `b`.
pub(crate) fn other(player: char) -> char {
    match player {
        'x' => 'o',
        'o' => 'x',
        'w' => 'b',
        _ => 'w',
    }
}

/// The player to move as the last line of a set-up: `x to move` or `o to move`.
pub(crate) fn read_turn(line: &str) -> Option<char> {
    match line {
        "x to move" => Some('x'),
        "o to move" => Some('o'),
        _ => None,
    }
}

/// Reads a board of `.`, `x` and `o` with a line `x to move` or `o to move` under it.
pub(crate) fn read_board_and_turn(setup: &str) -> Option<(Board, char)> {
    let (board, turn) = setup.rsplit_once('\n')?;
    Some((Board::read(board, ".xo")?, read_turn(turn)?))
}

/// The outcome of a comparison of two scores.
pub(crate) fn more_wins(x: usize, o: usize) -> String {
    match x.cmp(&o) {
        std::cmp::Ordering::Less => "o wins",
        std::cmp::Ordering::Equal => "draw",
        std::cmp::Ordering::Greater => "x wins",
    }
    .to_owned()
}

/// The index of a player.
pub(crate) fn side(player: char) -> usize {
    usize::from(player == 'o')
}

/// Reads numbers with blanks between them, each up to 1000.
pub(crate) fn read_numbers(text: &str) -> Option<Vec<usize>> {
    let number = |word: &str| word.parse().ok().filter(|number| *number <= 1000);
    text.split(' ').map(number).collect()
}

/// Reads numbers between a player and a word, and the number after the word: `x 4 4 store 0`.
pub(crate) fn read_row(line: &str, player: char, word: &str) -> Option<(Vec<usize>, usize)> {
    let numbers = line.strip_prefix(player)?.strip_prefix(' ')?;
    let (numbers, last) = numbers.split_once(&format!(" {word} "))?;
    let [last] = read_numbers(last)?[..] else { return None };
    Some((read_numbers(numbers)?, last))
}

/// Numbers with blanks between them.
pub(crate) fn words(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
