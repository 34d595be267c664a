//! Random generation and enumeration of set-ups that are grids of characters.

use std::iter;
use std::ops::RangeInclusive;

use arbitrary::Unstructured;
use twinboard_vocabulary::{SetupOf, Vocabulary};

use super::capabilities::Enumerate;
use crate::model::shape::{Bounds, Shape};

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
