//! Moves that have answered others.

use crate::planted::{Fault, planted};

use super::GrundySearch;
use crate::bits::Bits;
use crate::budget::{Exhausted, Metered};
use crate::part::{LiveNumbers, Part};
use crate::shape::Shape;
use crate::tuning::{KILLERS_LOOKED_UP, KILLERS_MAX, KILLERS_SEARCHED};
use crate::walk::WalkState;

/// A set of a number in a shape.
#[derive(Clone, Debug)]
pub(crate) struct ShapeMove {
    /// The key of the shape.
    key: u64,
    /// The place of the number in the shape.
    row: u8,
    column: u8,
    /// Bit `c` of row `r` of the shape: the cell is painted.
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

    /// Its cells, as rows and columns of what the shape was cut from.
    pub(crate) fn cells(&self, shape: &Shape) -> impl Iterator<Item = (u8, u8)> {
        let Shape { top, left, width, .. } = *shape;
        let left = if planted(Fault::OwnCorner) { 0 } else { left };
        self.rows.iter().zip(top..).flat_map(move |(&row, index)| {
            (0..width)
                .filter(move |column| row >> column & 1 == 1)
                .map(move |column| (index, left + column))
        })
    }

    /// Whether it is a move of this shape, as it lies.
    pub(crate) fn fits(&self, shape: &Shape) -> bool {
        self.key == shape.key && self.rows.len() == shape.rows.len()
    }

    /// The same in a part that the shape was cut from.
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

/// Sets that have shown outcomes of a part not to have a value, the latest success first.
#[derive(Debug)]
pub(super) struct KillerMoves<'p, const W: usize> {
    part: &'p Part<W>,
    value: u32,
    sets: Vec<(u16, Bits<W>)>,
    /// What one of them leaves.
    live: LiveNumbers<W>,
}

impl<'p, const W: usize> KillerMoves<'p, W> {
    pub(super) fn new(part: &'p Part<W>, value: u32) -> Self {
        Self { part, value, sets: Vec::new(), live: LiveNumbers::default() }
    }

    /// All of them.
    pub(super) fn take(&mut self) -> Vec<(u16, Bits<W>)> {
        std::mem::take(&mut self.sets)
    }

    /// Goes on with these.
    pub(super) fn restore(&mut self, sets: Vec<(u16, Bits<W>)>) {
        self.sets = sets;
    }

    /// Keeps the reply in a component that is left.
    pub(super) fn learn(&mut self, mv: Option<&ShapeMove>, component: &Shape) {
        if let Some(mv) = mv
            && mv.fits(component)
            && let Some(set) = mv.on_part(self.part, component)
        {
            self.sets.insert(0, set);
            self.sets.truncate(KILLERS_MAX);
        }
    }

    /// Whether it is known of one of the first replies that, whatever is lost of the rest, it leaves
    /// something of the value.
    #[inline]
    pub(super) fn refute_by_lookup(
        &mut self,
        search: &GrundySearch<'_>,
        state: &WalkState<'_, W>,
    ) -> bool {
        self.is_known(search, state, KILLERS_LOOKED_UP)
    }

    /// Whether one of the replies leaves something of the value.
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
