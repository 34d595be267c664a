//! Case files: the trait of their format, and the default format.

use std::io::Read;
use std::iter;
use std::ops::RangeInclusive;

use arbitrary::Unstructured;
use twinboard_vocabulary::text::blocks;
use twinboard_vocabulary::{
    CaseReader, InputError, Item, Limits, OutcomeOf, PositionOf, SetupOf, Vocabulary,
};

use super::capabilities::Enumerate;
use crate::model::case::Case;
use crate::model::shape::{Bounds, Shape};

/// The format of the case files of a rule set: corpus, saved findings, input of `play`.
pub trait CaseText<V: Vocabulary> {
    /// A streaming reader of cases: a judge's input may be too large for memory.
    fn reader<'a>(&self, input: Box<dyn Read + 'a>, limits: Limits) -> Box<dyn CaseReader<V> + 'a>;

    /// The text of a case file with this case. Reading it must give the same case.
    fn print(&self, case: &Case<V>) -> String;

    /// The text of a case file with several cases; `None` if the format has one case per file.
    fn print_all(&self, _cases: &[Case<V>]) -> Option<String> {
        None
    }

    /// True if the reader takes this set-up, of which the type may say too little. Default: true.
    fn is_setup(&self, _setup: &SetupOf<V>) -> bool {
        true
    }

    /// All cases of a case file.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format.
    fn read_all(&self, text: &[u8]) -> Result<Vec<Case<V>>, InputError> {
        let mut reader = self.reader(Box::new(text), Limits::Case);
        let mut cases = Vec::new();
        while let Some(case) = read_one(reader.as_mut())? {
            cases.push(case);
        }
        Ok(cases)
    }

    /// The answer that `play` prints for a case; cases are numbered from 1. Default: the text of
    /// the position, then the outcome.
    fn answer(&self, _number: usize, position: &PositionOf<V>, outcome: OutcomeOf<V>) -> String {
        format!("{}{outcome}\n", V::text(position))
    }
}

fn read_one<V: Vocabulary>(reader: &mut dyn CaseReader<V>) -> Result<Option<Case<V>>, InputError> {
    let Some(first) = reader.next_item()? else {
        return Ok(None);
    };
    let Item::Setup(setup) = first else {
        unreachable!("a reader begins every case with its set-up")
    };
    let mut case = Case::new(setup, Vec::new());
    loop {
        match reader.next_item()? {
            Some(Item::Move(mv)) => case.moves.push(mv),
            Some(Item::Answer(rest)) => {
                case.rest = rest;
                return Ok(Some(case));
            }
            Some(Item::Setup(_)) | None => unreachable!("a reader ends every case with its answer"),
        }
    }
}

/// The default format ([`twinboard_vocabulary::text::blocks`]), which needs nothing but the
/// vocabulary: the text of the set-up, and a line `> move` for each move.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

impl<V: Vocabulary> CaseText<V> for Blocks {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<V> + 'a> {
        Box::new(blocks::Reader::new(input))
    }

    fn print(&self, case: &Case<V>) -> String {
        blocks::print::<V>(&case.setup, &case.moves)
    }

    fn print_all(&self, cases: &[Case<V>]) -> Option<String> {
        let texts: Vec<String> = cases.iter().map(|case| self.print(case)).collect();
        Some(texts.join("\n"))
    }
}

/// The alphabet of a set-up whose text is a grid: one line per row, one character per cell.
///
/// For rule sets without a generator or an enumeration of their own:
///
/// ```
/// # use arbitrary::Unstructured;
/// # use twinboard_harness::Characters;
/// let mut u = Unstructured::new(b"any bytes");
/// let text: String = Characters(".#").draw(&mut u, 2..=4, 2..=4).unwrap();
/// assert!((2..=4).contains(&text.lines().count()));
/// ```
///
/// `Characters` is also a capability: `Some(&Characters(".#"))` for
/// [`RuleSet::enumeration`](crate::RuleSet).
#[derive(Clone, Copy, Debug)]
pub struct Characters(pub &'static str);

impl Characters {
    /// Draws a set-up with a number of rows and columns within these limits. Half of the draws take
    /// the upper limit of each; in half of the set-ups one character has a larger share.
    ///
    /// # Errors
    ///
    /// Errors of `u`, and an error if the text that was drawn is not a set-up.
    pub fn draw<T: std::str::FromStr>(
        self,
        u: &mut Unstructured<'_>,
        rows: RangeInclusive<usize>,
        columns: RangeInclusive<usize>,
    ) -> arbitrary::Result<T> {
        let characters: Vec<char> = self.0.chars().collect();
        let mut side = |limits: RangeInclusive<usize>| {
            if u.arbitrary()? { Ok(*limits.end()) } else { u.int_in_range(limits) }
        };
        let (rows, columns) = (side(rows)?, side(columns)?);
        let (prevailing, eighths) = (*u.choose(&characters)?, u.int_in_range(0..=8_u8)?);
        let eighths = if u.arbitrary()? { eighths } else { 0 };
        let mut text = String::new();
        for _ in 0..rows {
            for _ in 0..columns {
                let prevails = u.int_in_range(0..=7)? < eighths;
                text.push(if prevails { prevailing } else { *u.choose(&characters)? });
            }
            text.push('\n');
        }
        text.trim_end().parse().map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

/// Enumerates every text of a shape that can be parsed, without regard to names and symmetries.
/// Uses all characters of the alphabet, whatever number of symbols the bounds permit.
impl<V: Vocabulary> Enumerate<V> for Characters {
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = SetupOf<V>> + Send> {
        let characters: Vec<char> = self.0.chars().collect();
        let Some(last) = characters.len().checked_sub(1) else { return Box::new(iter::empty()) };
        let columns = usize::from(shape.columns);
        // Counts up; the cells are the digits, the first one the lowest.
        let next = move |cells: &Vec<usize>| {
            let mut cells = cells.clone();
            let up = cells.iter().position(|&cell| cell < last)?;
            cells[..up].fill(0);
            cells[up] += 1;
            Some(cells)
        };
        let all = iter::successors(Some(vec![0; shape.cells()]), next);
        Box::new(all.filter_map(move |cells| {
            let row = |row: &[usize]| row.iter().map(|&cell| characters[cell]).collect::<String>();
            let rows: Vec<String> = cells.chunks(columns).map(row).collect();
            rows.join("\n").parse().ok()
        }))
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 3)], self.0.chars().count() as u8)
    }
}
