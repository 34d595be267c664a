//! Items shared by several unit tests.

use std::convert::Infallible;

use twinboard_vocabulary::Vocabulary;

/// A vocabulary in which set-ups, moves, events and positions are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers;

impl Vocabulary for Numbers {
    const NAME: &'static str = "numbers";
    type Setup = usize;
    type Move = usize;
    type LegalMove = usize;
    type Event = usize;
    type Refusal = Infallible;
    type Position = usize;
    type Outcome = bool;

    fn is_over(outcome: bool) -> bool {
        outcome
    }
}
