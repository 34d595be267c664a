//! Permutations of the symbols, the symmetry of Link and Pop.

use std::fmt;

use arbitrary::Unstructured;
use twinboard_harness::{Symmetries, Symmetry};
use twinboard_vocabulary::linkpop::{Board, LinkPop, Pop, Setup, Step, Symbol};

use super::LinkPopRules;

/// A renaming of the symbols: symbol `s` becomes `0[s]`. It is a symmetry of the rules, because no
/// clause depends on the symbol of a block, only on two symbols being equal (LP-2).
#[derive(Clone, Debug)]
pub(super) struct Renaming(pub(super) [u8; Symbol::COUNT as usize]);

impl Renaming {
    pub(super) fn of(&self, symbol: Symbol) -> Symbol {
        Symbol::new(self.0[usize::from(symbol.index())])
    }
}

impl fmt::Display for Renaming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the renaming of A to Z to ")?;
        self.0.iter().try_for_each(|&symbol| write!(f, "{}", Symbol::new(symbol)))
    }
}

impl Symmetries<LinkPop> for LinkPopRules {
    fn symmetry(
        &self,
        _setup: &Setup,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<LinkPop>>>> {
        let mut names = std::array::from_fn(|symbol| symbol as u8);
        if u.arbitrary()? {
            // A rotation changes few bits of each symbol at a time: it exposes a hash that
            // misses a bit.
            names.rotate_left(u.int_in_range(1..=usize::from(Symbol::COUNT) - 1)?);
        } else {
            for last in (1..names.len()).rev() {
                names.swap(last, u.int_in_range(0..=last)?);
            }
        }
        Ok(Some(Box::new(Renaming(names))))
    }
}

impl Symmetry<LinkPop> for Renaming {
    fn transform_setup(&self, setup: &Setup) -> Setup {
        Setup { board: setup.board.renamed(|symbol| self.of(symbol)), ..*setup }
    }

    fn transform_move(&self, mv: &Step) -> Step {
        *mv
    }

    fn transform_legal(&self, legal: &Pop) -> Pop {
        *legal
    }

    fn transform_position(&self, position: &Board) -> Board {
        position.renamed(|symbol| self.of(symbol))
    }
}
