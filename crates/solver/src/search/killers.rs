//! Killer moves: moves that refuted other outcomes of the same query.
//!
//! The killer heuristic of game tree search tries a move that refuted a sibling first. Here a
//! killer is a set of the part, so it can also be checked against a branch of a walk that is only
//! partly decided: if it refutes whatever the branch still paints, the branch is pruned.

use crate::planted::{Fault, planted};

use super::GrundySearch;
use crate::bits::Bits;
use crate::budget::{Exhausted, Metered};
use crate::part::{LiveNumbers, Part};
use crate::shape::Shape;
use crate::tuning::{KILLERS_LOOKED_UP, KILLERS_MAX, KILLERS_SEARCHED};
use crate::walk::WalkState;

/// A move of a shape: a set of one of its numbers.
#[derive(Clone, Debug)]
pub(crate) struct ShapeMove {
    /// Key of the shape.
    key: u64,
    /// Cell of the number in the shape.
    row: u8,
    column: u8,
    /// Bit `c` of row `r` of the shape is set if the move paints the cell.
    rows: Box<[u32]>,
}

impl ShapeMove {
    pub(crate) fn new<const W: usize>(
        part: &Part<W>,
        shape: &Shape,
        number: usize,
        set: Bits<W>,
    ) -> Self {
        let (row, column) = part.place(part.numbers[number].at.into());
        let rows = (0..usize::from(part.height))
            .map(|row| set.row(row * part.stride as usize, part.stride - 1))
            .collect();
        Self { key: shape.key, row, column, rows }
    }

    /// Cells of the move, with rows and columns of the board or part the shape was cut from.
    pub(crate) fn cells(&self, shape: &Shape) -> impl Iterator<Item = (u8, u8)> {
        let Shape { top, left, width, .. } = *shape;
        let left = if planted(Fault::OwnCorner) { 0 } else { left };
        self.rows.iter().zip(top..).flat_map(move |(&row, index)| {
            (0..width)
                .filter(move |column| row >> column & 1 == 1)
                .map(move |column| (index, left + column))
        })
    }

    /// True if this is a move of the shape in this orientation.
    pub(crate) fn fits(&self, shape: &Shape) -> bool {
        self.key == shape.key && self.rows.len() == shape.rows.len()
    }

    /// The move on the part that the shape was cut from: number and set.
    fn on_part<const W: usize>(&self, part: &Part<W>, shape: &Shape) -> Option<(u16, Bits<W>)> {
        let stride = part.stride as usize;
        let place = |row: usize, column: u8| {
            (row + usize::from(shape.top)) * stride + usize::from(shape.left + column)
        };
        let mut set = Bits::EMPTY;
        for (row, &cells) in self.rows.iter().enumerate().filter(|(_, cells)| **cells != 0) {
            set.put_row(place(row, 0), cells);
        }
        let at = place(self.row.into(), self.column);
        let number = part.numbers.iter().position(|center| usize::from(center.at) == at)?;
        Some((number as u16, set))
    }
}

/// Sets that showed outcomes of a part not to have a value, the latest success first.
#[derive(Debug)]
pub(super) struct KillerMoves<'p, const W: usize> {
    part: &'p Part<W>,
    value: u32,
    sets: Vec<(u16, Bits<W>)>,
    /// Buffer for the numbers that a set leaves.
    live: LiveNumbers<W>,
}

impl<'p, const W: usize> KillerMoves<'p, W> {
    pub(super) fn new(part: &'p Part<W>, value: u32) -> Self {
        Self { part, value, sets: Vec::new(), live: LiveNumbers::default() }
    }

    /// Removes and returns all sets.
    pub(super) fn take(&mut self) -> Vec<(u16, Bits<W>)> {
        std::mem::take(&mut self.sets)
    }

    /// Replaces all sets, when a query is resumed.
    pub(super) fn restore(&mut self, sets: Vec<(u16, Bits<W>)>) {
        self.sets = sets;
    }

    /// Adds the refutation of an outcome, found in one of its components.
    pub(super) fn learn(&mut self, mv: Option<&ShapeMove>, component: &Shape) {
        if let Some(mv) = mv
            && mv.fits(component)
            && let Some(set) = mv.on_part(self.part, component)
        {
            self.sets.insert(0, set);
            self.sets.truncate(KILLERS_MAX);
        }
    }

    /// True if one of the first killers is known to leave the value, whatever the rest of the walk
    /// paints.
    #[inline]
    pub(super) fn refute_by_lookup(
        &mut self,
        search: &GrundySearch<'_>,
        state: &WalkState<'_, W>,
    ) -> bool {
        self.is_known(search, state, KILLERS_LOOKED_UP)
    }

    /// True if a killer leaves the value, by lookup or by a search with this much effort for each.
    pub(super) fn refute_by_search(
        &mut self,
        search: &mut GrundySearch<'_>,
        state: &WalkState<'_, W>,
        effort: u64,
    ) -> Result<bool, Exhausted> {
        if self.is_known(search, state, KILLERS_MAX) {
            return Ok(true);
        }
        let value = self.value;
        for index in 0..self.sets.len().min(KILLERS_SEARCHED) {
            if !self.part.after_move(state, self.sets[index], &mut self.live) {
                continue;
            }
            let live = &self.live;
            let sum = search.sum_of(self.part, &live.numbers, &live.balls, state.safe);
            if !sum.open.is_empty()
                && search.with_limit(effort, |search| search.sum_has_value(&sum, value))?
                    == Some(true)
            {
                self.sets[..=index].rotate_right(1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if a lookup shows that one of the first `most` killers leaves the value; that one moves
    /// to the front.
    fn is_known(
        &mut self,
        search: &GrundySearch<'_>,
        state: &WalkState<'_, W>,
        most: usize,
    ) -> bool {
        for index in 0..self.sets.len().min(most) {
            if !self.part.after_move(state, self.sets[index], &mut self.live) {
                continue;
            }
            let live = &self.live;
            let sum = search.sum_of(self.part, &live.numbers, &live.balls, state.safe);
            if sum.open.is_empty() && sum.heap == self.value {
                self.sets[..=index].rotate_right(1);
                return true;
            }
        }
        false
    }
}
