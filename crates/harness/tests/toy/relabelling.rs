//! The symmetry of the toy game, which can be wrong in two ways.

use std::fmt;

use twinboard_harness::Symmetry;

use super::{Fault, Heap, Law, Setup, Shown, Take};

/// The symmetry that adds 1 to the label.
#[derive(Clone, Copy, Debug)]
pub struct Relabelling;

impl fmt::Display for Relabelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another label")
    }
}

impl Symmetry<Heap> for Relabelling {
    fn transform_setup(&self, setup: &Setup) -> Setup {
        let is = |law| setup.fault == Fault::Law(law);
        let (label, fewer) =
            (1 + u64::from(is(Law::Symmetry)), u64::from(is(Law::SymmetryOfMoves)));
        Setup { label: setup.label + label, take_max: setup.take_max - fewer, ..*setup }
    }

    fn transform_move(&self, mv: &Take) -> Take {
        *mv
    }

    fn transform_legal(&self, legal: &Take) -> Take {
        *legal
    }

    fn transform_position(&self, position: &Shown) -> Shown {
        Shown(position.0, position.1 + 1)
    }
}
