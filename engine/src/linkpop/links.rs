//! Construction of a link from a pair and its cost (LP-21). Not needed during play, only for
//! reports and checks.

use twinboard_vocabulary::linkpop::{Cell, Link, Margin, Pair, Point};

use super::board::{Board, DirectPairs, EMPTY, below, symbols_match};
use super::choose::Choice;
use super::lines::{Place, next, place, previous, row_and_column};
use super::reach::{Cells, Rays};
use crate::bits::elements;
use crate::planted::{Fault, planted};

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

// Direct pairs: two blocks with the same symbol that see each other along a row or a column. These
// are the pairs of cost 1.
//
// A set of *candidates* is maintained from pop to pop: every block with a direct partner to the
// right or below is one, and the first candidate has a partner. After a change, each block that
// sees another neighbour than before becomes a candidate, and symbols are not compared. A
// candidate without a partner is removed only when it comes first: with few symbols, most are
// popped before.

/// Adds an element to a set if `is_in`, otherwise removes it. Branchless.
#[inline]
fn set(set: &mut u64, element: u32, is_in: bool) {
    *set = *set & !(1 << element) | u64::from(is_in) << element;
}

impl Board {
    /// The first direct pair in the order of LP-20: least earlier block, then least other block.
    #[inline]
    pub(super) fn first_direct_pair(&self) -> Option<(Place, Place)> {
        if planted(Fault::ColumnFirst) {
            let blocks = self.blocks().map(row_and_column);
            let paired = blocks.filter(|&(row, column)| self.direct_partner(row, column).is_some());
            let (row, column) = paired.min_by_key(|&(_, column)| column)?;
            return Some((place(row, column), self.direct_partner(row, column)?));
        }
        self.direct_pairs.first
    }

    /// The direct partner of a block to the right; if it has none there, the one below.
    #[inline]
    pub(super) fn direct_partner(&self, row: u32, column: u32) -> Option<Place> {
        let code = self.codes[place(row, column)];
        let right = place(row, next(self.by_row[row as usize], column));
        let below = place(next(self.by_column[column as usize], row), column);
        let [is_right, is_below] = [right, below].map(|at| symbols_match(self.codes[at], code));
        let is_right = is_right && !(planted(Fault::OtherLast) && is_below);
        (is_right | is_below).then_some(if is_right { right } else { below })
    }

    /// Finds the candidates of the board from scratch.
    pub(super) fn find_direct_pairs(&mut self) {
        let mut pairs = DirectPairs::new();
        for row in 1..=usize::from(self.rows) {
            pairs.candidates[row] = u64::from(self.occupied(row - 1)) << 1;
            pairs.rows |= 1 << row;
        }
        self.direct_pairs = pairs;
        self.drop_false_candidates();
    }

    /// Updates the lines and the candidates after changes at these places.
    ///
    /// A single pass updates both. A neighbour found in a line may be gone already, if its place
    /// comes later among the changes; then that place ceases to be a candidate, and its own
    /// neighbour becomes one, when it is updated.
    #[inline]
    pub(super) fn update_lines_and_candidates(&mut self, changes: &[u16]) {
        let stale = if planted(Fault::StaleTwins) { last_row(changes) } else { None };
        // Kept in a register, as it changes several times for each place.
        let mut rows = self.direct_pairs.rows;
        for &changed in changes {
            let (row, column) = row_and_column(changed.into());
            let is_taken = self.codes[usize::from(changed)] != EMPTY;
            set(&mut self.by_row[row as usize], column, is_taken);
            set(&mut self.by_column[column as usize], row, is_taken);
            if stale == Some(row) {
                continue;
            }
            let left = previous(self.by_row[row as usize], column);
            let above = previous(self.by_column[column as usize], row);
            // A neighbour may be a wall, which is no candidate.
            let line = &mut self.direct_pairs.candidates[row as usize];
            set(line, column, is_taken);
            *line |= 1 << left & !1;
            self.direct_pairs.candidates[above as usize] |= 1 << column;
            rows |= (1 << row | 1 << above) & !1;
        }
        self.direct_pairs.rows = rows;
    }

    /// Removes candidates until the first one has a partner, and keeps this pair.
    #[inline]
    pub(super) fn drop_false_candidates(&mut self) {
        while self.direct_pairs.rows != 0 {
            let row = self.direct_pairs.rows.trailing_zeros();
            let line = self.direct_pairs.candidates[row as usize];
            if line == 0 {
                self.direct_pairs.rows &= self.direct_pairs.rows - 1;
            } else if let Some(partner) = self.direct_partner(row, line.trailing_zeros()) {
                self.direct_pairs.first = Some((place(row, line.trailing_zeros()), partner));
                return;
            } else {
                self.direct_pairs.candidates[row as usize] &= line - 1;
            }
        }
        self.direct_pairs.first = None;
    }
}

/// The row line of the last of these places; `None` if all are in one row.
fn last_row(places: &[u16]) -> Option<u32> {
    let rows = || places.iter().map(|&place| row_and_column(place.into()).0);
    rows().max().filter(|&last| rows().any(|row| row != last))
}
