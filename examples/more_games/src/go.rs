//! Go with positional superko on small boards: history, passes, and scores. Rules: GO-1 to GO-6.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Clause, Pairing, RuleSet};
use twinboard::vocabulary::{Picture, Vocabulary};

use crate::text::lines;

pub mod engine;
pub mod oracle;

/// The vocabulary and the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go;

/// Rows of `.`, `X` and `O` from the top, with a `/` between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(pub Vec<char>);

impl Board {
    /// Rows and columns.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let rows = self.0.split(|cell| *cell == '/');
        (rows.clone().count(), rows.map(<[char]>::len).max().unwrap_or(0))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_iter(&self.0))
    }
}

impl FromStr for Board {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let board = Self(text.chars().collect());
        let (rows, columns) = board.size();
        let is_row = |row: &str| row.len() == columns && row.chars().all(|it| ".XO".contains(it));
        let has_size = rows <= 5 && (1..=5).contains(&columns);
        let is_board = has_size && text.split('/').all(is_row);
        if is_board { Ok(board) } else { Err("1 to 5 rows of 1 to 5 cells `.`, `X` or `O`") }
    }
}

/// The boards before this one, of equal size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Past(pub BTreeSet<Board>);

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(Board::to_string).collect::<Vec<_>>().join("\n"))
    }
}

impl FromStr for Past {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

lines! {
    /// Set-up and position. It determines the future, so it has what counts of the past: the boards
    /// that must not come again, and the passes.
    Situation {
        /// The board.
        board: Board,
        /// Who moves, `X` or `O`.
        turn: char,
        /// Passes in a row, at most 2.
        passes: u64,
        /// All other boards of this game.
        past: Past,
    }
    |it| {
        if it.past.0.iter().any(|board| board.size() != it.board.size() || *board == it.board) {
            Err("other boards of the same size as the past")
        } else if !"XO".contains(it.turn) || it.passes > 2 {
            Err("X or O in turn, and at most 2 passes")
        } else {
            Ok(())
        }
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// No stone.
    Pass,
    /// A stone at a row and a column, from 1.
    Stone(u64, u64),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Stone(row, column) => write!(f, "{row} {column}"),
        }
    }
}

impl FromStr for Move {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let number = |text: &str| text.parse().map_err(|_| "`pass`, or a row and a column");
        match text.split_once(' ') {
            Some((row, column)) => Ok(Self::Stone(number(row)?, number(column)?)),
            None if text == "pass" => Ok(Self::Pass),
            None => Err("`pass`, or a row and a column"),
        }
    }
}

/// Reasons to refuse a stone, in their order.
pub const REFUSALS: [&str; 5] = [
    "the game is over (GO-5)",
    "no such cell (GO-2)",
    "taken (GO-2)",
    "no empty cell beside a chain (GO-3)",
    "the board was there before (GO-4)",
];

/// The scores once the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores(pub Option<(u64, u64)>);

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((x, o)) => write!(f, "over, {x} to {o} (GO-5)"),
            None => f.write_str("the game goes on"),
        }
    }
}

impl Vocabulary for Go {
    const NAME: &'static str = "go";
    type Setup = Situation;
    type Move = Move;
    type LegalMove = Move;
    type Event = Move;
    type Refusal = &'static str;
    type Position = Situation;
    type Outcome = Scores;

    fn is_over(scores: Scores) -> bool {
        scores.0.is_some()
    }

    /// The board alone, for people.
    fn picture(now: &Situation) -> Picture {
        let passed = ["", " after a pass", " no more"][now.passes as usize];
        let caption =
            format!("{} moves{passed}; {} other boards before", now.turn, now.past.0.len());
        let board = now.board.to_string().replace('/', "\n");
        Picture { caption: Some(caption), ..Picture::of_text(&board) }
    }

    /// Everything, for comparisons: the default would write the picture.
    fn text(now: &Situation) -> String {
        now.to_string()
    }
}

impl RuleSet for Go {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Situation> {
        // Ko is frequent on small boards.
        let (rows, columns) = (*u.choose(&[1, 1, 2, 3, 4, 5])?, u.int_in_range(1..=5)?);
        let board = Board(vec![vec!['.'; columns]; rows].join(&'/'));
        Ok(Situation { board, turn: 'X', passes: 0, past: Past(BTreeSet::new()) })
    }

    fn setup_of_position(&self, _: &Situation, position: &Situation) -> Option<Situation> {
        Some(position.clone())
    }

    /// The same board in a game that had no other: a hash must have the past in it.
    fn lookalike_setup(&self, now: &Situation) -> Option<Situation> {
        (!now.past.0.is_empty()).then(|| Situation { past: Past(BTreeSet::new()), ..now.clone() })
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        const fn refused<const N: usize>(id: &'static str, name: &'static str) -> Clause<Go> {
            Clause { id, name, reached: |seen| seen.refusal() == Some(REFUSALS[N]) }
        }
        &const {
            [
                refused::<0>("GO-6", "over"),
                refused::<1>("GO-6", "no cell"),
                refused::<2>("GO-6", "taken"),
                refused::<3>("GO-3", "suicide"),
                refused::<4>("GO-4", "superko"),
                Clause { id: "GO-5", name: "over", reached: |seen| seen.now.outcome.0.is_some() },
            ]
        }
    }
}

/// Rule set, engine, oracle and planted faults.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(Pairing::new(Go, engine::Bits::set_up, oracle::Naive::set_up))
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .faults(engine::planted::CATALOGUE)
}
