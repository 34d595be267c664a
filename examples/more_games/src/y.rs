//! Y: a triangle of hexagonal cells, a board that is no rectangle. Rules: YY-1 to YY-4.

use std::fmt;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Clause, Mapping, Pairing, RuleSet, Symmetries};
use twinboard::vocabulary::cells::RowColumn;
use twinboard::vocabulary::{Glyph, Picture, Vocabulary};

pub mod engine;
pub mod oracle;

/// The vocabulary and the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Y;

/// A refusal: the board has no such cell.
pub const NO_CELL: &str = "no such cell (YY-3)";
/// A refusal: there is a stone.
pub const TAKEN: &str = "taken (YY-3)";
/// A refusal: a player has won.
pub const OVER: &str = "the game is over (YY-3)";
/// Outcomes: the game goes on, or X or O has won.
pub const OUTCOMES: [&str; 3] = ["playing", "X has won (YY-4)", "O has won (YY-4)"];

/// The rows from the top, of `.`, `X` and `O`: set-up and position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Triangle(pub Vec<Vec<char>>);

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|row| writeln!(f, "{}", row.iter().collect::<String>()))
    }
}

impl FromStr for Triangle {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
        let count = |stone| rows.iter().flatten().filter(|cell| **cell == stone).count();
        if !(1..=6).contains(&rows.len()) || (1..).zip(&rows).any(|(n, row)| row.len() != n) {
            Err("1 to 6 rows, a cell in the first and one more in each other")
        } else if !rows.iter().flatten().all(|cell| ".XO".contains(*cell)) {
            Err("cells of `.`, `X` and `O`")
        } else if !(0..=1).contains(&count('X').wrapping_sub(count('O'))) {
            Err("as many X as O, or one more")
        } else {
            Ok(Self(rows))
        }
    }
}

impl Vocabulary for Y {
    const NAME: &'static str = "game-of-y";
    type Setup = Triangle;
    type Move = RowColumn;
    type LegalMove = RowColumn;
    type Event = RowColumn;
    type Refusal = &'static str;
    type Position = Triangle;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome != OUTCOMES[0]
    }

    /// Each row begins half a cell further to the right than the one below it.
    fn picture(Triangle(rows): &Triangle) -> Picture {
        let glyph = |stone: &char| match stone {
            'X' => Glyph::new("X", 1),
            'O' => Glyph::new("O", 2),
            _ => Glyph::empty(),
        };
        let row = |row: &Vec<char>| (row.len().to_string(), row.iter().map(glyph).collect());
        let rows: Vec<_> = rows.iter().map(row).collect();
        let indents = (0..rows.len()).rev().collect();
        Picture { rows, indents, ..Picture::default() }
    }
}

impl RuleSet for Y {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Triangle> {
        let rows = u.int_in_range(1..=6)?;
        let mut board = Triangle((1..=rows).map(|n| vec!['.'; n]).collect());
        // Most games begin without a stone.
        let stones = if u.ratio(3, 4_u8)? { 0 } else { u.int_in_range(0..=rows * rows / 2)? };
        for stone in ['X', 'O'].into_iter().cycle().take(stones) {
            let mut empty: Vec<&mut char> =
                board.0.iter_mut().flatten().filter(|cell| **cell == '.').collect();
            if !empty.is_empty() {
                let index = u.choose_index(empty.len())?;
                *empty[index] = stone;
            }
        }
        Ok(board)
    }

    fn setup_of_position(&self, _: &Triangle, position: &Triangle) -> Option<Triangle> {
        Some(position.clone())
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause { id: "YY-1", name: "6 rows", reached: |seen| seen.setup.0.len() == 6 },
            Clause { id: "YY-3", name: "no cell", reached: |seen| seen.refusal() == Some(NO_CELL) },
            Clause { id: "YY-3", name: "taken", reached: |seen| seen.refusal() == Some(TAKEN) },
            Clause { id: "YY-3", name: "over", reached: |seen| seen.refusal() == Some(OVER) },
            Clause { id: "YY-4", name: "X won", reached: |seen| seen.now.outcome == OUTCOMES[1] },
            Clause { id: "YY-4", name: "O won", reached: |seen| seen.now.outcome == OUTCOMES[2] },
        ]
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Self>> {
        Some(&Mapping::<Self> {
            name: "left and right exchanged",
            board: |Triangle(rows)| {
                Triangle(rows.iter().map(|row| row.iter().rev().copied().collect()).collect())
            },
            mv: |_, cell| RowColumn {
                row: cell.row,
                column: cell.row.wrapping_add(1).wrapping_sub(cell.column),
            },
        })
    }
}

/// Rule set, engine, oracle and planted faults.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(Pairing::new(Y, engine::Unions::set_up, oracle::Naive::set_up))
        .faults(engine::planted::CATALOGUE)
}
