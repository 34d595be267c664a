// The game of the examples in the documentation, which include this file: a pile of counters, of
// which one or two are taken per move, until none is left. `Bug` is the engine: from four counters
// it takes one too many. `Counter` is the oracle.

use std::ops::ControlFlow;

use arbitrary::Unstructured;
use board::{Game, SetupOf, Vocabulary};
use twinboard_harness::{Enumerate, RuleSet, exhaust::Shape};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Countdown;

impl Vocabulary for Countdown {
    const NAME: &'static str = "countdown";
    type Setup = u8;
    type Move = u8;
    type LegalMove = u8;
    type Event = u8;
    type Refusal = &'static str;
    type Position = u8;
    type Outcome = bool;

    fn is_over(is_over: bool) -> bool {
        is_over
    }
}

impl RuleSet for Countdown {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        u.int_in_range(0..=20)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Self>> {
        Some(self)
    }
}

impl Enumerate<Countdown> for Countdown {
    // A pile of n counters is a board of 1 × n.
    fn setups(&self, shape: Shape, _: u8) -> Box<dyn Iterator<Item = SetupOf<Self>> + Send> {
        Box::new((shape.rows == 1).then_some(shape.columns).into_iter())
    }
}

#[derive(Clone)]
struct Pile<const HAS_BUG: bool>(u8);

type Counter = Pile<false>;
type Bug = Pile<true>;

impl<const HAS_BUG: bool> Pile<HAS_BUG> {
    fn set_up(counters: &u8) -> Option<Self> {
        Some(Self(*counters))
    }
}

impl<const HAS_BUG: bool> Game for Pile<HAS_BUG> {
    type Vocabulary = Countdown;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.0.min(2)).try_for_each(|taken| visit(&taken))
    }

    fn play(&mut self, &taken: &u8) -> Result<u8, &'static str> {
        if !(1..=self.0.min(2)).contains(&taken) {
            return Err("one or two counters, and no more than are left");
        }
        self.0 -= taken + u8::from(HAS_BUG && self.0 == 4);
        Ok(taken)
    }

    fn position(&self) -> u8 {
        self.0
    }

    fn outcome(&self) -> bool {
        self.0 == 0
    }
}
