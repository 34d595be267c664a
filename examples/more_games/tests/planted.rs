//! A short campaign notices every planted fault, and its case shrinks to a small one with any seed,
//! without a line of code for it in the rule sets. A separate test binary, because the active fault
//! is global to a process.

use std::ops::RangeInclusive;

use more_games::{othello, twenty48};
use twinboard::Registration;
use twinboard::faults::{self, Planted};
use twinboard::harness::{assert_agree, guard};

/// The report of the first divergence in a campaign with this fault.
fn report(registration: &Registration, fault: &'static Planted, seed: u64, cases: u64) -> String {
    faults::activate(Some(fault));
    let campaign = guard::catch(|| assert_agree(registration.subject(), seed, cases));
    faults::activate(None);
    campaign.map(|_| ()).expect_err(fault.name)
}

/// The shrunk case of a report.
fn case_of(report: &str) -> String {
    let (_, case) = report.split_once("the case\n").expect("a report shows its case");
    let lines = case.lines().map_while(|line| line.strip_prefix("  "));
    lines.map(|line| line.to_owned() + "\n").collect()
}

/// One test, because only one fault can be active.
#[test]
fn every_planted_fault_is_noticed_and_shrinks_to_the_smallest_case() {
    let othello = othello::registration();
    for fault in othello::engine::planted::Fault::ALL {
        use othello::engine::planted::Fault;
        match fault {
            // Two rows of two cells.
            Fault::Wraps | Fault::TurnNotHashed => check(&othello, fault.entry(), 16..=16, 0),
            Fault::PassesAlways | Fault::NoPass => check(&othello, fault.entry(), 18..=19, 0),
            Fault::OpenLine => check(&othello, fault.entry(), 23..=27, 1),
        }
    }
    let twenty48 = twenty48::registration();
    for fault in twenty48::engine::planted::Fault::ALL {
        use twenty48::engine::planted::Fault;
        match fault {
            // Six cells, and one slide.
            Fault::MergesTwice => check(&twenty48, fault.entry(), 31..=31, 1),
            Fault::LargestMerges => check(&twenty48, fault.entry(), 31..=31, 0),
            Fault::StopsEarly | Fault::IdleSlide => check(&twenty48, fault.entry(), 23..=23, 0),
            Fault::AnyTile => check(&twenty48, fault.entry(), 34..=34, 1),
        }
    }
    for (name, found, bytes_max) in [
        ("pig-even", "legal moves are drawn about as often as promised", 60),
        ("pig-two-players", "engine and oracle differ in the position", 70),
        ("go-simple-ko", "legal moves", 70),
        ("go-past-not-hashed", "keys are equal if and only if positions are", 100),
        ("bids-equal", "engine and oracle differ in the outcome", 40),
        ("bids-leak", "engine and oracle differ in `the view of player 2`", 40),
        ("game-of-y-join", "the outcome", 20),
        ("game-of-y-corner", "the outcome", 20),
    ] {
        let registrations = more_games::registrations();
        let mut all = registrations
            .iter()
            .flat_map(|it| it.planted_faults().iter().map(move |fault| (it, *fault)));
        let (registration, fault) = all.find(|(_, fault)| fault.name == name).expect(name);
        for seed in 1..=6 {
            let report = report(registration, fault, seed, 300);
            assert!(report.contains(found), "{report}");
            assert!(case_of(&report).len() <= bytes_max, "{name}, seed {seed}:\n{report}");
        }
    }
}

/// With seeds 1 to 6 the shrunk case has as many bytes and moves as this.
fn check(
    registration: &Registration,
    fault: &'static Planted,
    bytes: RangeInclusive<usize>,
    moves: usize,
) {
    for seed in 1..=6 {
        let case = case_of(&report(registration, fault, seed, 10_000));
        let requests = case.lines().filter(|line| line.starts_with('>')).count();
        let name = fault.name;
        assert!(bytes.contains(&case.len()) && requests == moves, "{name}, seed {seed}:\n{case}");
    }
}
