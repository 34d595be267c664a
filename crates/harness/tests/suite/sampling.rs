//! Panics and hangs of a side while legal moves that are too many to list are sampled.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use arbitrary::Unstructured;
use twinboard_harness::lockstep::run;
use twinboard_harness::random::case_bytes;
use twinboard_harness::watch::{Hang, watched};
use twinboard_harness::{
    Action, Case, Checks, Finding, MovePolicy, Pairing, Side, Stage, Stats, Verdict,
};

use crate::toy::{self, Call, Engine, Fault, Heap, Oracle, Plays, Setup};

/// Time without progress after which a side hangs.
const LIMIT: Duration = Duration::from_millis(500);

/// A heap with 10,000 legal moves.
fn large_heap(fault: Fault) -> Case<Heap> {
    Case::new(Setup { fault, ..Setup::new(20_000, 10_000, 1) }, Vec::new())
}

/// The stage of the panic of a side that panics in this call.
fn panic_stage<E: Plays, O: Plays>(call: Call) -> Stage {
    let fault = Fault::PanicsAbove5000(call);
    let pairing = Pairing::of(Heap { fault }, E::side(), O::side());
    let (verdict, ..) = toy::play(&pairing, large_heap(fault), Checks::campaign());
    let Verdict::Diverged(divergence) = verdict else { panic!("the panic was not noticed") };
    let Finding::Panicked { stage, .. } = divergence.finding else { panic!("{divergence:?}") };
    stage
}

#[test]
fn a_panic_on_samples_is_reported_with_its_side_and_call() {
    for (call, action) in [
        (Call::Sample, Action::Sample),
        (Call::Count, Action::LegalMoves),
        (Call::Copy, Action::Copy),
        (Call::Play, Action::Play),
    ] {
        // A move that is sampled and tried is that of the next step.
        let step = u32::from(call == Call::Play);
        let stage = |side| Stage { step, side: Some(side), action };
        assert_eq!(panic_stage::<Engine, Oracle>(call), stage(Side::Engine));
        assert_eq!(panic_stage::<Oracle, Engine>(call), stage(Side::Oracle));
    }
}

#[test]
fn an_illegal_sample_is_a_fault_of_the_side_that_draws_it() {
    let fault = Fault::DrawsIllegal;
    let by_engine = Pairing::of(Heap { fault }, Engine::side(), Oracle::side());
    let by_oracle = Pairing::of(Heap { fault }, Oracle::side(), Engine::side());
    for (pairing, side) in [(by_engine, Side::Engine), (by_oracle, Side::Oracle)] {
        let (verdict, ..) = toy::play(&pairing, large_heap(fault), Checks::campaign());
        let Verdict::Diverged(found) = verdict else { panic!("{side:?}: it was not noticed") };
        let Finding::Broken { side: by, detail, .. } = &found.finding else { panic!("{found:?}") };
        assert!(*by == Some(side) && detail.contains(" was drawn, and is refused: "), "{detail}");
    }
}

/// Plays a case whose sides hang when they sample a move. The case is extended by a policy.
fn hang<E: Plays, O: Plays>(checks: Checks) -> Hang {
    let fault = Fault::HangsSampling;
    let (sender, receiver) = mpsc::channel();
    // On a thread of its own, because a watchdog that blocks does so forever.
    thread::spawn(move || {
        let hang = watched(LIMIT, move |activity| {
            let bytes = case_bytes(1, 0);
            let mut policy = MovePolicy::new(&mut Unstructured::new(&bytes)).expect("enough bytes");
            let pairing = Pairing::of(Heap { fault }, E::side(), O::side());
            let stats = &mut Stats::default();
            run(&pairing, large_heap(fault), Some(&mut policy), checks, activity, stats).0
        });
        let _ = sender.send(hang);
    });
    let hang = receiver.recv_timeout(Duration::from_secs(30)).expect("the watchdog reports");
    hang.expect_err("the side hangs")
}

/// The hang that is reported for a side that hangs in its first sample.
fn hang_of(side: Side) -> Hang {
    let stage = Stage { step: 0, side: Some(side), action: Action::Sample };
    Hang { stage, text: Some("20000 10000 1\n0\n".into()), after: LIMIT, has_computed: false }
}

#[test]
fn a_hang_on_samples_is_reported_with_its_side() {
    assert_eq!(hang::<Engine, Oracle>(Checks::campaign()), hang_of(Side::Engine));
    assert_eq!(hang::<Oracle, Engine>(Checks::campaign()), hang_of(Side::Oracle));
    // With this checks, lockstep samples the oracle for the next move only.
    assert_eq!(hang::<Oracle, Engine>(Checks::own_moves()), hang_of(Side::Oracle));
}
