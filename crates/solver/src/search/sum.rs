//! Sums of components.

use crate::planted::{Fault, planted};
use crate::proof::Claim;
use crate::shape::Shape;

/// A sum of components. Those of known value are merged into one Nim heap; a sum on the basis of
/// guesses has guessed values in it.
#[derive(Clone, Debug)]
pub(crate) struct Sum<B> {
    pub(crate) heap: Claim<B, u32>,
    /// Components of unknown value, the one with the most numbers last.
    pub(crate) open: Vec<Shape>,
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
