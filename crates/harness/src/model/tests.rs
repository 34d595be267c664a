//! Items shared by several unit tests.

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;

use crate::model::nim::{Heap, Nim};

/// Makes a type a vocabulary in which set-ups, moves, events and positions are values of one type.
macro_rules! vocabulary_of {
    ($value:ty, $vocabulary:ty) => {
        impl twinboard_vocabulary::Vocabulary for $vocabulary {
            const NAME: &'static str = stringify!($vocabulary);
            type Setup = $value;
            type Move = $value;
            type LegalMove = $value;
            type Event = $value;
            type Refusal = &'static str;
            type Position = $value;
            type Outcome = bool;

            fn is_over(is_over: bool) -> bool {
                is_over
            }
        }
    };
}
pub(crate) use vocabulary_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers;

vocabulary_of!(usize, Numbers);

/// A heap that panics when this holds for the stones that are taken and those that are left.
#[derive(Clone)]
pub(crate) struct Fragile(pub(crate) Heap, pub(crate) fn(u8, u8) -> bool);

impl Game for Fragile {
    type Vocabulary = Nim;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit_legal_moves(visit)
    }

    fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
        let played = self.0.play(stones);
        assert!(!(self.1)(*stones, self.0.position()), "it broke");
        played
    }

    fn position(&self) -> u8 {
        self.0.position()
    }

    fn outcome(&self) -> bool {
        self.0.outcome()
    }
}
