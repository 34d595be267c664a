//! Random moves of cases: legal and illegal ones, the robot's, and their number.

use arbitrary::Unstructured;
use twinboard_harness::lockstep::run;
use twinboard_harness::random::case_bytes;
use twinboard_harness::{Activity, Case, Checks, MovePolicy, Stats, Verdict, extend};
use twinboard_vocabulary::{Game, from_fn};

use crate::toy::{Heap, LABEL_OF_SHORT_GAMES, OVER, Oracle, SHORT, Setup, pairing};

/// The moves of a random game from a set-up, and the number of them that are refused before its
/// end.
fn extended(setup: Setup, seed: u64) -> (Vec<u64>, usize) {
    let bytes = case_bytes(5, seed);
    let mut policy = MovePolicy::new(&mut Unstructured::new(&bytes)).unwrap();
    let mut case = Case::new(setup, Vec::new());
    extend(&Heap::CORRECT, &from_fn(Oracle::set_up), &mut case, &mut policy);
    let mut game = Oracle::set_up(&setup).unwrap();
    let mut refused = 0;
    for mv in &case.moves {
        let is_over = game.outcome() == OVER;
        refused += usize::from(game.play(mv).is_err() && !is_over);
    }
    (case.moves.iter().map(|take| take.0).collect(), refused)
}

#[test]
fn games_have_no_illegal_moves_a_few_or_many() {
    let long = Setup::new(1_000, 3, 0);
    let games: Vec<_> = (0..200).map(|seed| extended(long, seed)).collect();
    let long = games.iter().filter(|(moves, _)| moves.len() > 200);
    let shares: Vec<f64> =
        long.map(|(moves, refused)| *refused as f64 / moves.len() as f64).collect();
    assert!(shares.len() > 100, "three of four are played to their end: {}", shares.len());
    let part = |test: fn(f64) -> bool| {
        shares.iter().filter(|&&share| test(share)).count() as f64 / shares.len() as f64
    };
    let [none, many] = [part(|share| share == 0.0), part(|share| share > 0.25)];
    assert!((0.45..0.65).contains(&none), "half of them have none: {none}");
    assert!((0.1..0.3).contains(&many), "one of five has many: {many}");
    assert!(part(|share| share > 0.7) == 0.0, "{shares:?}");
}

#[test]
fn games_with_too_many_moves_to_list_are_extended() {
    let large = Setup::new(1_000_000, 10_000, LABEL_OF_SHORT_GAMES);
    let games = (0..60).map(|seed| extended(large, seed).0);
    // Without drawn moves no game would have more than four.
    assert!(games.filter(|moves| moves.len() == SHORT).count() > 45);
}

#[test]
fn the_rule_set_limits_the_number_of_moves() {
    let short = Setup::new(300, 3, LABEL_OF_SHORT_GAMES);
    let long = Setup { label: 0, ..short };
    let mut longest = 0;
    for seed in 0..50 {
        let bytes = case_bytes(5, seed);
        let in_lockstep = |setup| {
            let mut policy = MovePolicy::new(&mut Unstructured::new(&bytes)).unwrap();
            let (case, stats) = (Case::new(setup, Vec::new()), &mut Stats::default());
            let (policy, checks) = (Some(&mut policy), Checks::campaign());
            run(&pairing(Heap::CORRECT), case, policy, checks, &Activity::default(), stats)
        };
        let (verdict, case) = in_lockstep(short);
        assert_eq!(verdict, Verdict::Agreed);
        let alone = extended(short, seed).0.len();
        assert!(case.moves.len() <= SHORT && alone <= SHORT, "{} and {alone}", case.moves.len());
        assert!(in_lockstep(long).1.moves.len() >= 3);
        longest = longest.max(case.moves.len()).max(alone);
    }
    assert_eq!(longest, SHORT);
}
