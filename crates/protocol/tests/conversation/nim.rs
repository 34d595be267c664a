//! Nim with one heap: a rule set that is small enough to see every byte of a conversation.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;

use twinboard_vocabulary::{Game, Vocabulary};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nim;

/// A reason to refuse a number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotOneToThree,
    TooMany,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::TooMany { "too-many" } else { "not-one-to-three" })
    }
}

impl FromStr for Refusal {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let both = [Self::NotOneToThree, Self::TooMany];
        both.into_iter().find(|it| it.to_string() == text).ok_or("too-many or not-one-to-three")
    }
}

/// True once no stone is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IsOver(bool);

impl fmt::Display for IsOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "over" } else { "playing" })
    }
}

impl FromStr for IsOver {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let both = [Self(true), Self(false)];
        both.into_iter().find(|it| it.to_string() == text).ok_or("over or playing")
    }
}

impl Vocabulary for Nim {
    const NAME: &'static str = "nim";
    type Setup = u8;
    type Move = u8;
    type LegalMove = u8;
    type Event = u8;
    type Refusal = Refusal;
    type Position = u8;
    type Outcome = IsOver;

    fn is_over(outcome: IsOver) -> bool {
        outcome.0
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

    fn play(&mut self, stones: &u8) -> Result<u8, Refusal> {
        match stones {
            1..=3 if *stones <= self.0 => {
                self.0 -= stones;
                Ok(*stones)
            }
            1..=3 => Err(Refusal::TooMany),
            _ => Err(Refusal::NotOneToThree),
        }
    }

    fn position(&self) -> u8 {
        self.0
    }

    fn outcome(&self) -> IsOver {
        IsOver(self.0 == 0)
    }
}
