//! The command for two small games whose set-ups are numbers, for tests of what no built-in game
//! has: sizes that are no boards, set-ups of a single line, a future that depends on the past.
//!
//! ```text
//! cargo run --example nim_twinboard -- exhaust nim --shapes 9
//! ```
//!
//! The engine `nim-four` lets a player take four counters. With `NIM=oracles` in the environment it
//! is the only engine: both games have an oracle alone. With `NIM=none` the engine of nim supports
//! no set-up, and with `NIM=even` none with an odd number of counters. With `NIM=miscounts` it has two
//! faults, of which one is known.

use std::env;
use std::ops::ControlFlow;
use std::process::ExitCode;

use twinboard_command::Twinboard;
use twinboard_harness::exhaust::Shape;
use twinboard_harness::known::{Kind, KnownDifference};
use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::{Enumerate, Pairing, RuleSet};
use twinboard_registration::Registration;
use twinboard_vocabulary::{Game, Vocabulary};

fn main() -> ExitCode {
    let four = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
    let set_up: fn(&u8) -> Option<Remembering> = |counters| Remembering::set_up(*counters);
    let both = || Pairing::new(Memory, set_up, set_up);
    let (nim, memory) = match env::var("NIM").as_deref() {
        Ok("oracles") => {
            (Pairing::without_engine(Nim, Heap::set_up), Pairing::without_engine(Memory, set_up))
        }
        Ok("none") => (Pairing::new(Nim, |_: &u8| None::<Heap>, Heap::set_up), both()),
        // An engine that "handles" an error by ending the process, as some C libraries do.
        Ok("exits") => {
            let set_up = |_: &u8| -> Option<Heap> { std::process::exit(0) };
            (Pairing::new(Nim, set_up, Heap::set_up), both())
        }
        Ok("even") => {
            let even = |counters: &u8| set_up_even(*counters);
            (Pairing::new(Nim, even, Heap::set_up), both())
        }
        Ok("miscounts") => {
            let set_up = |counters: &u8| {
                Some(Miscounting { heap: Heap::set_up(counters)?, were_nine: *counters == 9 })
            };
            let nim = Pairing::new(Nim, set_up, Heap::set_up);
            (nim.knowing(KnownDifference::of("miscounts", Kind::Broken.into())), both())
        }
        _ => (Pairing::new(Nim, Heap::set_up, Heap::set_up), both()),
    };
    let nim = Registration::new(nim);
    let is_refusing = env::var("NIM").is_ok_and(|it| ["none", "even"].contains(&&*it));
    let nim = if is_refusing { nim } else { nim.other_engine("nim-four", four) };
    let memory = Registration::new(memory);
    Twinboard::new().name("nim").rule_set(nim).rule_set(memory).run()
}

/// An engine that supports the numbers only on which it is right.
fn set_up_even(counters: u8) -> Option<Heap> {
    counters.is_multiple_of(2).then(|| Heap::set_up(&counters)).flatten()
}

/// An engine that counts no legal moves of nine counters, and lists a wrong one of four if there
/// were nine at first.
#[derive(Clone)]
struct Miscounting {
    heap: Heap,
    were_nine: bool,
}

impl Game for Miscounting {
    type Vocabulary = Nim;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        self.heap.visit_legal_moves(visit)?;
        if self.were_nine && self.position() == 4 { visit(&4) } else { ControlFlow::Continue(()) }
    }

    fn play(&mut self, take: &u8) -> Result<u8, &'static str> {
        self.heap.play(take)
    }

    fn position(&self) -> u8 {
        self.heap.position()
    }

    fn outcome(&self) -> bool {
        self.heap.outcome()
    }

    fn count_legal_moves(&self) -> Option<u64> {
        Some(if self.position() == 9 { 0 } else { self.position().min(3).into() })
    }
}

/// Nim in which no move may repeat the one before. The position is the heap alone, and does not
/// say which move that was: a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Memory;

impl Vocabulary for Memory {
    const NAME: &'static str = "memory";
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

impl RuleSet for Memory {
    type Vocabulary = Self;

    /// The variable `SETUPS` names a way to be wrong.
    fn generate_setup(&self, u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<u8> {
        match std::env::var("SETUPS").unwrap_or_default().as_str() {
            "panic" => panic!("no set-up fits"),
            "hang" => loop {
                std::thread::park();
            },
            "none" => Err(arbitrary::Error::NotEnoughData),
            _ => u.int_in_range(0..=20),
        }
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Self>> {
        Some(self)
    }
}

impl Enumerate<Self> for Memory {
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = u8> + Send> {
        Box::new(std::iter::once(shape.columns))
    }

    fn size_name(&self) -> Option<&'static str> {
        Some("stones")
    }
}

#[derive(Clone)]
struct Remembering {
    counters: u8,
    last: Option<u8>,
}

impl Remembering {
    fn set_up(counters: u8) -> Option<Self> {
        (counters < 100).then_some(Self { counters, last: None })
    }

    fn is_legal(&self, take: u8) -> bool {
        (1..=self.counters.min(3)).contains(&take) && self.last != Some(take)
    }
}

impl Game for Remembering {
    type Vocabulary = Memory;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=3).filter(|&take| self.is_legal(take)).try_for_each(|take| visit(&take))
    }

    fn play(&mut self, take: &u8) -> Result<u8, &'static str> {
        if !self.is_legal(*take) {
            return Err("not that many");
        }
        (self.counters, self.last) = (self.counters - take, Some(*take));
        Ok(*take)
    }

    fn position(&self) -> u8 {
        self.counters
    }

    fn outcome(&self) -> bool {
        (1..=3).all(|take| !self.is_legal(take))
    }
}
