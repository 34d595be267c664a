//! Permutations of the colours, the symmetry of SameGame.

use std::fmt;

use arbitrary::Unstructured;
use twinboard_harness::{Symmetries, Symmetry};
use twinboard_vocabulary::samegame::{COLOURS, Grid, Group, Position, SameGame, Selection};

use super::SameGameRules;

/// A permutation of the colours: colour `c` becomes `0[c]`. It is a symmetry of the rules, because
/// no clause depends on the colour of a cell, only on two colours being equal (SG-4).
#[derive(Clone, Debug)]
pub(super) struct Recolouring(pub(super) [u8; COLOURS as usize]);

impl Recolouring {
    fn of(&self, colour: u8) -> u8 {
        self.0[usize::from(colour)]
    }

    pub(super) fn of_grid(&self, grid: &Grid) -> Grid {
        let colours = grid.colours().iter().map(|&colour| self.of(colour)).collect();
        Grid::new(grid.rows(), grid.columns(), colours).expect("only the colours changed")
    }
}

impl fmt::Display for Recolouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the recolouring 0123456789 to ")?;
        self.0.iter().try_for_each(|colour| write!(f, "{colour}"))
    }
}

impl Symmetries<SameGame> for SameGameRules {
    fn symmetry(
        &self,
        _setup: &Grid,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<SameGame>>>> {
        let mut colours = std::array::from_fn(|colour| colour as u8);
        if u.arbitrary()? {
            // A rotation changes few bits of each colour at a time: it exposes a hash that misses a
            // bit.
            colours.rotate_left(u.int_in_range(1..=9)?);
        } else {
            for last in (1..colours.len()).rev() {
                colours.swap(last, u.int_in_range(0..=last)?);
            }
        }
        Ok(Some(Box::new(Recolouring(colours))))
    }
}

impl Symmetry<SameGame> for Recolouring {
    fn transform_setup(&self, setup: &Grid) -> Grid {
        self.of_grid(setup)
    }

    fn transform_move(&self, mv: &Selection) -> Selection {
        *mv
    }

    fn transform_legal(&self, legal: &Group) -> Group {
        legal.recoloured(self.of(legal.colour()))
    }

    fn transform_position(&self, position: &Position) -> Position {
        position.recoloured(|colour| self.of(colour))
    }
}
