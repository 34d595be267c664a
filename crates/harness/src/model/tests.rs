//! Items shared by several unit tests.

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

/// A vocabulary of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers;

vocabulary_of!(usize, Numbers);
