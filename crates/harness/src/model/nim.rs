//! Nim with one heap: the rule set of the examples in this documentation.
//!
//! A move takes one to three stones; the game is over when none are left.
//!
//! ```
//! use twinboard_vocabulary::Game;
//! use twinboard_harness::nim::Heap;
//!
//! let mut heap = Heap::set_up(&7).unwrap();
//! assert_eq!(heap.play(&3), Ok(3));
//! assert!(heap.play(&4).is_err());
//! assert_eq!(heap.position(), 4);
//! ```

use std::ops::ControlFlow;

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, Vocabulary};

use crate::model::rules::{Enumerate, RuleSet};
use crate::model::shape::Shape;

/// The rule set, and the vocabulary of its games. A set-up is the number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim;

impl Vocabulary for Nim {
    const NAME: &'static str = "nim";
    type Setup = u8;
    type Move = u8;
    type LegalMove = u8;
    type Event = u8;
    type Refusal = &'static str;
    type Position = u8;
    type Outcome = bool;

    fn is_over(is_empty: bool) -> bool {
        is_empty
    }
}

impl RuleSet for Nim {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        u.int_in_range(0..=20)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Self>> {
        Some(self)
    }
}

impl Enumerate<Nim> for Nim {
    /// A heap of n stones has the shape 1 × n.
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = u8> + Send> {
        Box::new((shape.rows == 1).then_some(shape.columns).into_iter())
    }

    fn size_name(&self) -> Option<&'static str> {
        Some("stones")
    }
}

/// A game: an engine and an oracle at once.
#[derive(Clone, Debug)]
pub struct Heap {
    stones: u8,
    take_max: u8,
}

impl Heap {
    /// A game that begins with `stones`.
    #[must_use]
    pub fn set_up(stones: &u8) -> Option<Self> {
        Some(Self { stones: *stones, take_max: 3 })
    }

    /// An engine with a fault: it lets a player take four stones.
    #[must_use]
    pub fn set_up_faulty(stones: &u8) -> Option<Self> {
        Some(Self { stones: *stones, take_max: 4 })
    }
}

impl Game for Heap {
    type Vocabulary = Nim;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.take_max.min(self.stones)).try_for_each(|stones| visit(&stones))
    }

    fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
        if (1..=self.take_max.min(self.stones)).contains(stones) {
            self.stones -= stones;
            Ok(*stones)
        } else {
            Err("not that many")
        }
    }

    fn position(&self) -> u8 {
        self.stones
    }

    fn outcome(&self) -> bool {
        self.stones == 0
    }
}
