//! Nim with one heap: a rule set that is small enough to see every byte of a conversation.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;

use twinboard_vocabulary::{Game, Vocabulary};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nim;

/// A reason to refuse a number of stones, or an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word(&'static str);

pub(crate) const NOT_ONE_TO_THREE: Word = Word("not-one-to-three");
pub(crate) const TOO_MANY: Word = Word("too-many");
const OVER: Word = Word("over");
const PLAYING: Word = Word("playing");

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for Word {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let all = [NOT_ONE_TO_THREE, TOO_MANY, OVER, PLAYING];
        all.into_iter().find(|it| it.0 == text).ok_or("a word of this game")
    }
}

impl Vocabulary for Nim {
    const NAME: &'static str = "nim";
    type Setup = u8;
    type Move = u8;
    type LegalMove = u8;
    type Event = u8;
    type Refusal = Word;
    type Position = u8;
    type Outcome = Word;

    fn is_over(outcome: Word) -> bool {
        outcome == OVER
    }

    fn quantities(stones: &u8) -> Vec<(&'static str, u64)> {
        vec![("stones", (*stones).into())]
    }

    fn within(stones: &u8, limits: &[RangeInclusive<u64>]) -> Option<u8> {
        let limit = &limits[0];
        u64::from(*stones).clamp(*limit.start(), *limit.end()).try_into().ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heap(pub(crate) u8);

impl Heap {
    /// Heaps of more than 100 stones are not supported.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "set-ups are passed by reference")]
    pub(crate) fn set_up(stones: &u8) -> Option<Self> {
        (*stones <= 100).then_some(Self(*stones))
    }
}

impl Game for Heap {
    type Vocabulary = Nim;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.0.min(3)).try_for_each(|stones| visit(&stones))
    }

    fn play(&mut self, stones: &u8) -> Result<u8, Word> {
        match stones {
            1..=3 if *stones <= self.0 => {
                self.0 -= stones;
                Ok(*stones)
            }
            1..=3 => Err(TOO_MANY),
            _ => Err(NOT_ONE_TO_THREE),
        }
    }

    fn position(&self) -> u8 {
        self.0
    }

    fn outcome(&self) -> Word {
        if self.0 == 0 { OVER } else { PLAYING }
    }
}
