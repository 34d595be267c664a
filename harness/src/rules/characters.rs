//! Set-ups made of characters: drawn at random, and enumerated.

use std::iter;
use std::ops::RangeInclusive;

use arbitrary::Unstructured;
use board::{SetupOf, Vocabulary};

use super::capabilities::Enumerate;
use crate::shape::{Bounds, Shape};

/// The characters of the cells of a set-up whose text is a line for each row.
///
/// ```
/// # use arbitrary::Unstructured;
/// # use twinboard_harness::Characters;
/// let mut u = Unstructured::new(b"any bytes");
/// let text: String = Characters(".#").draw(&mut u, 2..=4, 2..=4).unwrap();
/// assert!((2..=4).contains(&text.lines().count()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Characters(pub &'static str);

impl Characters {
    /// A set-up with a number of rows and of columns within these limits. The largest are drawn as
    /// often as all others together, and so are set-ups in which one character prevails.
    ///
    /// # Errors
    ///
    /// Those of `u`; and an error if the text that was drawn is not a set-up.
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

/// Every text of a shape that can be read; names and symmetries are not known. The number of symbols is
/// that of the characters, whatever the bounds say.
impl<V: Vocabulary> Enumerate<V> for Characters {
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = SetupOf<V>> + Send> {
        let characters: Vec<char> = self.0.chars().collect();
        let Some(last) = characters.len().checked_sub(1) else { return Box::new(iter::empty()) };
        let columns = usize::from(shape.columns);
        // The cells count up like the digits of a number.
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
