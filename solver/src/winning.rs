//! A winning move of a sum of components.

use crate::planted::{Fault, planted};
use board::paint::{Cell, LegalMove};

use crate::budget::Exhausted;
use crate::part::Components;
use crate::search::{GrundySearch, ShapeMove, add_or_cancel};
use crate::shape::Shape;
use crate::table::KnownValue;

/// A move that leaves nothing of value.
#[derive(Debug)]
pub(crate) enum WinningMove {
    /// One in a component.
    InComponent(LegalMove),
    /// Any of a number that is alone.
    AnySingle,
}

/// A winning move in a position in which no draw is possible; `None` if it is lost.
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
        // If it is worth less, there is no move to what it is not worth, and that took long to know.
        (None, KnownValue::Exactly(value)) if value < heap => None,
        // That it is not worth this was known; what it is known by is found again at little cost.
        (None, _) => search.find_move_to(last, heap)?,
    };
    match mv {
        Some(mv) => Ok(Some(to_winning_move(&mv, last))),
        // Then it is worth less, and what is to be made smaller is another one.
        None => by_values(search, components),
    }
}

/// The same where the values of all components are known or nearly so.
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
    // The table has forgotten what it was to be found by.
    if heap == 0 { Ok(None) } else { Err(Exhausted::Limit) }
}

fn to_winning_move(mv: &ShapeMove, shape: &Shape) -> WinningMove {
    let cells = mv.cells(shape).map(|(row, column)| Cell::new(row, column));
    WinningMove::InComponent(LegalMove::new(cells))
}
