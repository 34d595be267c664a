//! Construction of a link from a pair and its cost (LP-21). Not needed during play, only for
//! reports and checks.

use twinboard_vocabulary::linkpop::{Cell, Link, Margin, Pair, Point};

use super::board::{Board, below};
use super::choose::Choice;
use super::reach::{Cells, Rays};
use crate::bits::elements;

impl Board {
    /// The cost of the cheapest link between two blocks, regardless of their symbols; `None` if
    /// there is none of at most three segments.
    pub(super) fn cost(&self, pair: Pair) -> Option<u8> {
        let other = pair.other();
        let reach = self.reach(pair.earlier());
        let leads =
            |cost: &u8| reach.at_cost(*cost)[usize::from(other.row)] >> other.column & 1 == 1;
        (1..=3).find(leads)
    }

    /// A link of this pair with this cost, from the earlier block to the other.
    ///
    /// # Panics
    ///
    /// If the pair has no such link.
    pub(super) fn link(&self, choice: Choice) -> Link {
        let (from, to) = (choice.pair.earlier(), choice.pair.other());
        let ends = (Point::from(from), Point::from(to));
        let empties = self.empties();
        let rays = |cell: Cell| self.rays(&empties, cell.row.into(), cell.column.into());
        let (near, far) = (rays(from), rays(to));
        let link = match choice.cost {
            1 => Some(Link::new(&[ends.0, ends.1])),
            2 => one_corner((from, near), (to, far)),
            _ => self.two_corners(&empties, (from, near), (to, far)),
        };
        link.expect("the pair has a link of this cost")
    }

    fn two_corners(&self, empties: &Cells, from: (Cell, Rays), to: (Cell, Rays)) -> Option<Link> {
        let through =
            |corners: [Point; 2]| Link::new(&[from.0.into(), corners[0], corners[1], to.0.into()]);
        // A column that both blocks see along their rows and that is empty between the rows.
        let (top, bottom) = (usize::from(from.0.row), usize::from(to.0.row));
        let between = (top + 1..bottom).fold(u32::MAX, |free, row| free & empties[row]);
        let shared = from.1.along_row & to.1.along_row & between;
        if top != bottom && shared != 0 {
            let column = shared.trailing_zeros() as u8;
            return Some(through([from.0.row, to.0.row].map(|row| Cell::new(row, column).into())));
        }
        // A row that both blocks see along their columns and that is empty between the columns.
        let (left, right) = (from.0.column.min(to.0.column), from.0.column.max(to.0.column));
        let between = below(right.into()) & !below(u32::from(left) + 1);
        let is_free = |row: &u32| between & !empties[*row as usize] == 0;
        let shared = elements((from.1.along_column & to.1.along_column).into()).find(is_free);
        if let Some(row) = shared.filter(|_| left != right) {
            let columns = [from.0.column, to.0.column];
            return Some(through(columns.map(|column| Cell::new(row as u8, column).into())));
        }
        if self.margin == Margin::Outside { self.around(from, to).map(through) } else { None }
    }

    /// The corners of a link through the ring around the board, along a side that both blocks see.
    fn around(&self, from: (Cell, Rays), to: (Cell, Rays)) -> Option<[Point; 2]> {
        let open =
            |(cell, rays): (Cell, Rays)| self.open_sides(rays, cell.row.into(), cell.column.into());
        let both = open(from).into_iter().zip(open(to)).position(|(one, other)| one && other)?;
        let (rows, columns) = (self.rows.cast_signed(), self.columns.cast_signed());
        let outside = |cell: Cell| {
            let Point { row, column } = cell.into();
            [
                Point::new(row, -1),
                Point::new(row, columns),
                Point::new(-1, column),
                Point::new(rows, column),
            ][both]
        };
        Some([outside(from.0), outside(to.0)])
    }
}

/// The link over a corner that one block sees along its row and the other along its column.
fn one_corner(from: (Cell, Rays), to: (Cell, Rays)) -> Option<Link> {
    let sees_both = |by_row: (Cell, Rays), by_column: (Cell, Rays)| {
        let corner = Cell::new(by_row.0.row, by_column.0.column);
        let is_seen = by_row.1.along_row >> corner.column & 1 == 1
            && by_column.1.along_column >> corner.row & 1 == 1;
        is_seen.then_some(corner)
    };
    let corner = sees_both(from, to).or_else(|| sees_both(to, from))?;
    Some(Link::new(&[from.0.into(), corner.into(), to.0.into()]))
}
