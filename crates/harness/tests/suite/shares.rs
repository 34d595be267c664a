//! Shares of time, measured by a fake clock that advances only when a side works or when it is
//! read.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::toy::{Heap, LABEL_OF_TAKING_BACK, Oracle, Refusal, Setup, Shown, Take};
use twinboard_harness::shares::{Clock, Shares, SystemClock, measure};
use twinboard_harness::{FuzzCases, Pairing, fuzz};
use twinboard_vocabulary::{FromFn, Game};

thread_local! {
    static TICKS: Cell<u64> = const { Cell::new(0) };
}

fn work(ticks: u64) {
    TICKS.set(TICKS.get() + ticks);
}

/// Reading this clock takes a tick, because reading a real clock takes time.
struct Ticks;

impl Clock for Ticks {
    fn now() -> Duration {
        work(1);
        Duration::from_nanos(TICKS.get())
    }
}

/// The correct game, with `TICKS_EACH` ticks of work in each method.
struct Working<const TICKS_EACH: u64>(Oracle);

/// The correct game on both sides.
fn correct() -> Pairing<Heap, FromFn<Oracle>, FromFn<Oracle>> {
    Pairing::new(Heap::CORRECT, Oracle::set_up, Oracle::set_up)
}

impl<const TICKS_EACH: u64> Working<TICKS_EACH> {
    fn set_up(setup: &Setup) -> Option<Self> {
        Self::work(Oracle::set_up(setup).map(Self))
    }

    fn work<T>(result: T) -> T {
        work(TICKS_EACH);
        result
    }
}

impl<const TICKS_EACH: u64> Clone for Working<TICKS_EACH> {
    fn clone(&self) -> Self {
        Self(Self::work(self.0.clone()))
    }
}

impl<const TICKS_EACH: u64> Drop for Working<TICKS_EACH> {
    fn drop(&mut self) {
        work(TICKS_EACH);
    }
}

impl<const TICKS_EACH: u64> Game for Working<TICKS_EACH> {
    type Vocabulary = Heap;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Take) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit_legal_moves(&mut |legal| visit(Self::work(legal)))
    }

    fn play(&mut self, mv: &Take) -> Result<Take, Refusal> {
        Self::work(self.0.play(mv))
    }

    fn position(&self) -> Shown {
        Self::work(self.0.position())
    }

    fn outcome(&self) -> crate::toy::Over {
        Self::work(self.0.outcome())
    }

    fn key(&self) -> Option<u64> {
        Self::work(self.0.key())
    }

    fn visit_kind(
        &self,
        like: &Take,
        visit: &mut dyn FnMut(&Take) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit_kind(like, &mut |legal| visit(Self::work(legal)))
    }

    fn count_kind(&self, like: &Take, most: u64) -> Option<u64> {
        Self::work(self.0.count_kind(like, most))
    }

    fn play_and_take_back(&mut self, moves: &[Take]) -> bool {
        Self::work(self.0.play_and_take_back(moves))
    }

    fn advance(&mut self, mv: &Take) -> Result<(), Refusal> {
        Self::work(self.0.advance(mv))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Take> {
        Self::work(self.0.sample_legal_move(random))
    }

    fn validate(&self) -> Result<(), String> {
        Self::work(self.0.validate())
    }
}

fn inputs() -> Vec<Vec<u8>> {
    let subject = Pairing::new(Heap::CORRECT, Oracle::set_up, Oracle::set_up);
    let others = [
        format!("9 3 {LABEL_OF_TAKING_BACK}\n2 3 4 0\n"),
        // Too many moves to be listed.
        "9000 5000 1\n2 3 4 0\n".to_owned(),
    ];
    let mut inputs = fuzz::inputs(&subject, &["9 3 1\n2 3 4 0\n".to_owned()], 3, 200);
    inputs.extend(others.map(String::into_bytes));
    inputs
}

fn shares<const ENGINE: u64, const ORACLE: u64>() -> Shares {
    let pairing = Pairing::new(Heap::CORRECT, Working::<ENGINE>::set_up, Working::<ORACLE>::set_up);
    measure::<_, _, _, Ticks>(&pairing, &inputs())
}

fn assert_whole(shares: &Shares) {
    let parts = shares.parts();
    assert!(parts.iter().all(|&(_, share)| share >= 0.0), "{parts:?}");
    let sum: f64 = parts.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{parts:?}");
}

#[test]
fn a_side_that_works_more_gets_the_larger_share() {
    let engine = shares::<1000, 10>();
    assert_whole(&engine);
    let [(_, of_engine), (_, of_oracle), ..] = engine.parts();
    assert!(of_engine > 0.9 && of_oracle > 0.0, "{:?}", engine.parts());
    let oracle = shares::<10, 1000>();
    assert_whole(&oracle);
    let [(_, of_engine), (_, of_oracle), ..] = oracle.parts();
    assert!(of_oracle > of_engine && of_engine > 0.0, "{:?}", oracle.parts());
}

#[test]
fn the_cost_of_reading_the_clock_is_subtracted() {
    // Only the sides and the readings advance the clock, so the other shares must be zero.
    let shares = shares::<7, 5>();
    assert!(shares.whole > Duration::ZERO);
    assert_eq!(shares.engine + shares.oracle, shares.whole);
    assert_eq!((shares.parsing, shares.harness()), (Duration::ZERO, Duration::ZERO));
}

#[test]
fn shares_add_up_even_if_no_time_passes() {
    assert_whole(&Shares::default());
    assert_whole(&measure::<_, _, _, Ticks>(&correct(), &inputs()));
    assert!(Shares::default().to_string().contains("executions per s"));
}

#[test]
fn the_accepted_moves_of_each_case_are_counted() {
    // Two cases, one that is not a case, and one without moves.
    let inputs = ["9 3 1\n2 3 4 0\n5 2 0\n9 2 0\n", "what", "4 1 0\n0\n"];
    let inputs: Vec<Vec<u8>> = inputs.iter().map(|text| text.as_bytes().to_vec()).collect();
    let shares = measure::<_, _, _, Ticks>(&correct(), &inputs);
    assert_eq!((shares.executions, shares.parsed), (3, 2));
    assert_eq!(shares.accepted, [0, 1, 3]);
    assert_eq!([0, 50, 100].map(|percent| shares.accepted_percentile(percent)), [0, 1, 3]);
}

#[test]
fn equal_seeds_give_equal_inputs_and_nearly_all_are_readable() {
    assert_eq!(inputs(), inputs());
    let shares = measure::<_, _, _, Ticks>(&correct(), &inputs());
    assert!(shares.parsed_share() > 0.85, "{}", shares.parsed_share());
}

#[test]
fn the_system_clock_advances() {
    let before = SystemClock::now();
    std::thread::sleep(Duration::from_millis(2));
    assert!(SystemClock::now() >= before + Duration::from_millis(2));
}

#[test]
fn executions_take_time_by_the_system_clock() {
    let subject = Pairing::new(Heap::CORRECT, Oracle::set_up, Oracle::set_up);
    let shares = subject.shares(&[b"9 3 1\n2 3 0\n".to_vec()]);
    assert_eq!((shares.executions, shares.parsed, &*shares.accepted), (1, 1, &[2][..]));
    // Only the sum is certain: the load of the machine may distort the shares.
    assert!(shares.whole > Duration::ZERO, "{shares:?}");
}
