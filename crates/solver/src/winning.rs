//! A winning move in a sum of components.
//!
//! By the theory of sums a move wins exactly if it leaves a sum of value 0. Naively all values are
//! computed first. Here only the largest component is left open: the query that proves the position
//! won usually gives the move as well.

use twinboard_vocabulary::paint::{Cell, LegalMove};
use twinboard_vocabulary::two_player::Value;

use crate::budget::Exhausted;
use crate::part::Components;
use crate::planted::{Fault, planted};
use crate::proof::{Claim, Exact, Proved};
use crate::search::{Answer, GrundySearch, Mode as _, ShapeMove, add_or_cancel};
use crate::shape::Shape;

/// A move of a position.
#[derive(Clone, Debug)]
pub(crate) enum PositionMove {
    /// A move of a component.
    InComponent(LegalMove),
    /// Any move of a number that is a component of its own.
    AnySingle,
}

impl PositionMove {
    /// A move of a component, with rows and columns of the board.
    pub(crate) fn of(mv: &ShapeMove, component: &Shape) -> Self {
        let cells = mv.cells(component).map(|(row, column)| Cell::new(row, column));
        Self::InComponent(LegalMove::new(cells))
    }
}

/// The value of a position that cannot be drawn, with a winning move if it is won.
pub(crate) fn winning_move(
    search: &mut GrundySearch<'_>,
    components: &Components,
) -> Result<(Option<PositionMove>, Proved<Value>), Exhausted> {
    let sum = search.sum::<Exact>(components.clone());
    let Some((last, others)) = sum.open.split_last() else {
        let is_lost = sum.heap.is(0);
        if is_lost.holds() {
            return Ok((None, Proved::by_sum(is_lost)));
        }
        return by_values(search, components);
    };
    let mut heap = sum.heap;
    for shape in others {
        heap = heap ^ search.grundy(shape)?;
    }
    let heap = heap.get();
    let is_lost = search.component_has_value(last, heap)?;
    let value = Proved::by_sum(is_lost);
    if is_lost.holds() {
        return Ok((None, value));
    }
    if let Some(mv) = search.take_refutation(last) {
        return Ok((Some(PositionMove::of(mv.as_ref(), last)), value));
    }
    // If the component is worth less than `heap`, it has no move to `heap`, and a search for one
    // takes long. Otherwise the table knew the answer; finding the move again costs little.
    let known = Exact::known(search, last.key).exactly();
    if known.is_none_or(|known| known.get() >= heap)
        && let Answer::Move(mv) = search.find_move_to::<Exact>(last, heap)?
    {
        return Ok((Some(PositionMove::of(mv.as_ref(), last)), value));
    }
    // The last component is worth less, so the winning move is in another one.
    by_values(search, components)
}

/// Finds the move from the values of all components.
fn by_values(
    search: &mut GrundySearch<'_>,
    components: &Components,
) -> Result<(Option<PositionMove>, Proved<Value>), Exhausted> {
    let mut shapes = Vec::with_capacity(components.shapes.len());
    for shape in &components.shapes {
        add_or_cancel(&mut shapes, shape.clone());
    }
    let values = shapes.iter().map(|shape| search.grundy(shape)).collect::<Result<Vec<_>, _>>()?;
    let of_singles = Claim::of_singles(components.singles % 2);
    let sum: Proved<u32> = values.iter().fold(of_singles, |sum, &value| sum ^ value);
    let is_lost = sum.is(0);
    let value = Proved::by_sum(is_lost);
    if is_lost.holds() {
        return Ok((None, value));
    }
    let heap = sum.get();
    if (heap == 1 || planted(Fault::AnySingle)) && components.singles > 0 {
        return Ok((Some(PositionMove::AnySingle), value));
    }
    for (shape, of_shape) in shapes.iter().zip(&values) {
        let of_shape = of_shape.get();
        if of_shape ^ heap < of_shape
            && let Answer::Move(mv) = search.find_move_to::<Exact>(shape, of_shape ^ heap)?
        {
            return Ok((Some(PositionMove::of(mv.as_ref(), shape)), value));
        }
    }
    // The table has dropped the entry that the move was to be found by.
    Err(Exhausted::Limit)
}
