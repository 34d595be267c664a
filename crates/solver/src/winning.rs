//! A winning move in a sum of components.
//!
//! By the theory of sums a move wins exactly if it leaves a sum of value 0. Naively all values are
//! computed first. Here only the largest component is left open: the query that proves the position
//! won usually gives the move as well.

use twinboard_vocabulary::paint::{Cell, LegalMove};

use crate::budget::Exhausted;
use crate::part::Components;
use crate::planted::{Fault, planted};
use crate::search::{GrundySearch, ShapeMove, add_or_cancel};
use crate::shape::Shape;
use crate::table::KnownValue;

/// A move to a sum of value 0.
#[derive(Debug)]
pub(crate) enum WinningMove {
    /// A move of a component.
    InComponent(LegalMove),
    /// Any move of a number that is a component of its own.
    AnySingle,
}

/// A winning move of a position that cannot be drawn; `None` if the position is lost.
pub(crate) fn winning_move(
    search: &mut GrundySearch<'_>,
    components: &Components,
) -> Result<Option<WinningMove>, Exhausted> {
    let sum = search.sum(components.clone());
    let Some((last, others)) = sum.open.split_last() else {
        return if sum.heap == 0 { Ok(None) } else { by_values(search, components) };
    };
    let mut heap = sum.heap;
    for shape in others {
        heap ^= search.grundy(shape)?;
    }
    if search.component_has_value(last, heap)? {
        return Ok(None);
    }
    let mv = match (search.take_refutation(last), search.known(last.key)) {
        (Some(mv), _) => Some(mv),
        // The component is worth less than `heap`, so it has no move to `heap`, and a search for
        // one takes long.
        (None, KnownValue::Exactly(value)) if value < heap => None,
        // The table knew the answer; finding the move again costs little.
        (None, _) => search.find_move_to(last, heap)?,
    };
    match mv {
        Some(mv) => Ok(Some(to_winning_move(&mv, last))),
        // The last component is worth less, so the winning move is in another one.
        None => by_values(search, components),
    }
}

/// Finds the move from the values of all components.
fn by_values(
    search: &mut GrundySearch<'_>,
    components: &Components,
) -> Result<Option<WinningMove>, Exhausted> {
    let mut shapes = Vec::with_capacity(components.shapes.len());
    for shape in &components.shapes {
        add_or_cancel(&mut shapes, shape.clone());
    }
    let values = shapes.iter().map(|shape| search.grundy(shape)).collect::<Result<Vec<_>, _>>()?;
    let heap = values.iter().fold(components.singles % 2, |heap, value| heap ^ value);
    if (heap == 1 || planted(Fault::AnySingle) && heap > 0) && components.singles > 0 {
        return Ok(Some(WinningMove::AnySingle));
    }
    for (shape, &value) in shapes.iter().zip(&values) {
        if value ^ heap < value
            && let Some(mv) = search.find_move_to(shape, value ^ heap)?
        {
            return Ok(Some(to_winning_move(&mv, shape)));
        }
    }
    // The table has dropped the entry that the move was to be found by.
    if heap == 0 { Ok(None) } else { Err(Exhausted::Limit) }
}

/// The move with rows and columns of the board.
fn to_winning_move(mv: &ShapeMove, shape: &Shape) -> WinningMove {
    let cells = mv.cells(shape).map(|(row, column)| Cell::new(row, column));
    WinningMove::InComponent(LegalMove::new(cells))
}
