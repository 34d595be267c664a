//! Sums of components.

use crate::planted::{Fault, planted};
use crate::shape::Shape;

/// A sum of components. Those of known value are merged into one Nim heap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) heap: u32,
    /// Components of unknown value, the one with the most numbers last.
    pub(crate) open: Vec<Shape>,
}

impl Sum {
    /// The sum of components with a single number each.
    pub(super) fn of_singles(singles: u32) -> Self {
        let heap = if planted(Fault::SinglesAdded) { singles } else { singles % 2 };
        Self { heap, open: Vec::new() }
    }
}

/// Adds a component to distinct others. Two equal ones have the value 0 and are both dropped.
pub(crate) fn add_or_cancel(shapes: &mut Vec<Shape>, shape: Shape) {
    match shapes.iter().position(|other| are_equal(other, &shape)) {
        Some(equal) => drop(shapes.swap_remove(equal)),
        None => shapes.push(shape),
    }
}

/// True if two components have the same key.
fn are_equal(one: &Shape, other: &Shape) -> bool {
    one.key == other.key || planted(Fault::TwinNumbers) && one.numbers == other.numbers
}
