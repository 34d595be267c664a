//! Benchmarks with a fake clock that only contenders advance, so that all results are known.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use twinboard_harness::bench::{
    BenchPlan, Contender, Done, Measured, Note, Role, Spread, Suite, Workload, run,
};

const PLAN: BenchPlan = BenchPlan { seed: 1, time: Duration::from_secs(1) };

/// A clock that advances only while a contender works.
#[derive(Clone, Default)]
struct FakeClock(Rc<Cell<Duration>>);

impl FakeClock {
    fn pass(&self, time: Duration) {
        self.0.set(self.0.get() + time);
    }

    fn read(&self) -> impl FnMut() -> Duration + use<> {
        let clock = self.clone();
        move || clock.0.get()
    }
}

/// A contender whose piece of work is two wholes of five units, at `micros` microseconds per unit.
/// Units are multiplied by a random effort, so that their number alone does not determine the time.
fn contender(clock: &FakeClock, name: &'static str, role: Role, micros: u64) -> Contender {
    let clock = clock.clone();
    Contender::new(name, role, move |seed| {
        let clock = clock.clone();
        let effort = 1 + seed % 7;
        // Making the inputs takes time too, which must not count.
        clock.pass(Duration::from_millis(3));
        move || {
            clock.pass(Duration::from_micros(10 * micros * effort));
            Done { units: 10 * effort, wholes: 2, sums: vec![6 * effort], checksum: 0 }
        }
    })
}

fn no_notes(_: &[Measured]) -> Vec<Note> {
    Vec::new()
}

fn workload(contenders: Vec<Contender>) -> Workload {
    Workload {
        name: "steps",
        about: "steps of a game",
        unit: "step",
        whole: "game",
        sums: &["points"],
        contenders,
    }
}

fn suite(contenders: Vec<Contender>) -> Suite {
    Suite { workloads: vec![workload(contenders)], notes: no_notes }
}

fn measure(suite: &Suite, clock: &FakeClock) -> Measured {
    let measured = run(suite, &PLAN, &mut clock.read(), &AtomicBool::new(false), &mut |_| {});
    let [measured] = <[Measured; 1]>::try_from(measured).expect("there is one workload");
    measured
}

#[track_caller]
fn assert_about(figure: f64, expected: f64) {
    assert!((figure / expected - 1.0).abs() < 1e-9, "{figure} should be {expected}");
}

#[track_caller]
fn assert_all_about(spread: Spread, expected: f64) {
    for figure in [spread.median, spread.lower, spread.upper] {
        assert_about(figure, expected);
    }
}

#[test]
fn twice_the_time_for_equal_work_is_half_the_speed() {
    let clock = FakeClock::default();
    let measured = measure(
        &suite(vec![
            contender(&clock, "fast", Role::Rival, 5),
            contender(&clock, "slow", Role::Yardstick, 10),
            contender(&clock, "slower", Role::Yardstick, 50),
        ]),
        &clock,
    );
    let line = |name| measured.line(name).unwrap();
    assert_all_about(line("fast").over("slow").unwrap(), 2.0);
    assert_all_about(line("fast").over("slower").unwrap(), 10.0);
    assert_all_about(line("slow").over("slower").unwrap(), 5.0);
    assert_all_about(line("slower").over("slow").unwrap(), 0.2);
    assert!(line("slow").over("slow").is_none(), "no contender is compared with itself");
    assert!(line("slow").over("fast").is_none(), "only yardsticks are compared with");
}

#[test]
fn making_the_inputs_is_not_timed() {
    let clock = FakeClock::default();
    let measured = measure(&suite(vec![contender(&clock, "one", Role::Rival, 5)]), &clock);
    let line = measured.line("one").unwrap();
    assert_all_about(line.ns_per_unit, 5_000.0);
    assert_about(line.seconds, line.units as f64 * 5e-6);
}

#[test]
fn means_are_over_all_wholes() {
    let clock = FakeClock::default();
    let measured = measure(&suite(vec![contender(&clock, "one", Role::Rival, 5)]), &clock);
    let line = measured.line("one").unwrap();
    let means: Vec<_> = line.means.iter().map(|mean| (mean.of, mean.value)).collect();
    let [("step", steps), ("points", points)] = means[..] else { panic!("{means:?}") };
    assert_about(steps, line.units as f64 / line.wholes as f64);
    assert_about(points, 0.6 * steps);
}

#[test]
fn speed_is_reported_in_wholes_per_second() {
    let clock = FakeClock::default();
    let measured = measure(&suite(vec![recorder(&Rc::default(), &clock, "one", 400)]), &clock);
    let line = measured.line("one").unwrap();
    assert_all_about(line.wholes_per_second, 2_500.0);
    assert_all_about(line.ns_per_unit, 400_000.0);
}

#[test]
fn a_part_has_a_share_of_the_first_contender_and_no_speedups() {
    let clock = FakeClock::default();
    let measured = measure(
        &suite(vec![
            contender(&clock, "whole", Role::Rival, 20),
            contender(&clock, "yardstick", Role::Yardstick, 100),
            contender(&clock, "part", Role::Part, 5),
        ]),
        &clock,
    );
    let part = measured.line("part").unwrap();
    assert!(part.over.is_empty());
    // Efforts differ from piece to piece, and a faster contender does more pieces.
    let share = part.share.unwrap();
    assert!((0.15..0.35).contains(&share.median), "{share:?}");
    assert!(measured.line("whole").unwrap().share.is_none());
}

#[test]
fn all_contenders_get_about_equal_time() {
    let clock = FakeClock::default();
    let measured = measure(
        &suite(vec![
            contender(&clock, "fast", Role::Rival, 1),
            contender(&clock, "slow", Role::Yardstick, 40),
        ]),
        &clock,
    );
    let seconds: Vec<f64> = measured.lines.iter().map(|line| line.seconds).collect();
    for seconds in seconds {
        assert!((0.45..0.65).contains(&seconds), "half of a second, but {seconds}");
    }
    assert!(measured.rounds > 20, "{}", measured.rounds);
}

/// A contender that logs its name and the seeds it receives.
fn recorder(
    log: &Rc<RefCell<Vec<(&'static str, u64)>>>,
    clock: &FakeClock,
    name: &'static str,
    micros: u64,
) -> Contender {
    let (log, clock) = (Rc::clone(log), clock.clone());
    Contender::new(name, Role::Yardstick, move |seed| {
        log.borrow_mut().push((name, seed));
        let clock = clock.clone();
        move || {
            clock.pass(Duration::from_micros(micros));
            Done { units: 1, wholes: 1, ..Done::default() }
        }
    })
}

/// The seeds that two contenders received, grouped into runs of the same contender.
fn turns(seed: u64) -> Vec<(&'static str, Vec<u64>)> {
    let (log, clock) = (Rc::new(RefCell::new(Vec::new())), FakeClock::default());
    let contenders =
        vec![recorder(&log, &clock, "fast", 1_000), recorder(&log, &clock, "slow", 5_000)];
    let plan = BenchPlan { seed, ..PLAN };
    run(&suite(contenders), &plan, &mut clock.read(), &AtomicBool::new(false), &mut |_| {});
    let mut turns: Vec<(&str, Vec<u64>)> = Vec::new();
    for &(name, seed) in log.borrow().iter() {
        match turns.last_mut() {
            Some((last, seeds)) if *last == name => seeds.push(seed),
            _ => turns.push((name, vec![seed])),
        }
    }
    turns
}

#[test]
fn contenders_share_the_inputs_of_a_round_and_no_input_recurs() {
    // With two contenders in rotating order, the last one of a round is the first of the next.
    let turns = turns(1);
    let all = |name: &str| -> Vec<u64> {
        let own = turns.iter().filter(|(other, _)| *other == name);
        own.flat_map(|(_, seeds)| seeds.iter().copied()).collect()
    };
    let (fast, slow) = (all("fast"), all("slow"));
    assert!(fast.len() > 4 * slow.len(), "{} and {}", fast.len(), slow.len());
    assert!(slow.iter().all(|seed| fast.contains(seed)), "the slower one has a part of the inputs");
    let mut different = fast.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), fast.len());
}

#[test]
fn contenders_take_turns_in_rotating_order() {
    let turns = turns(1);
    let names: Vec<&str> = turns.iter().map(|&(name, _)| name).collect();
    assert!(names.len() > 20, "{names:?}");
    // fast slow, slow fast, fast slow: apart from the ends, each run of a contender is two turns.
    let middle = &turns[1..turns.len() - 1];
    let slow = middle.iter().filter(|(name, _)| *name == "slow");
    let lengths: Vec<usize> = slow.map(|(_, seeds)| seeds.len()).collect();
    let one_turn = 1_000_000 / 40 / 2 / 5_000 + usize::from(1_000_000 / 40 / 2 % 5_000 != 0);
    assert!(lengths[1..].iter().all(|&length| length == 2 * one_turn), "{lengths:?}");
}

#[test]
fn inputs_are_a_function_of_the_seed() {
    assert_eq!(turns(1), turns(1));
    assert_ne!(turns(1)[0].1[0], turns(2)[0].1[0]);
}

#[test]
fn a_stopped_suite_reports_its_complete_rounds() {
    let clock = FakeClock::default();
    let suite = suite(vec![
        contender(&clock, "fast", Role::Rival, 5),
        contender(&clock, "slow", Role::Yardstick, 10),
    ]);
    // The first round does not count; an odd number of turns leaves the last one incomplete.
    for (turns, rounds) in [(0, 0), (2, 0), (3, 0), (4, 1), (5, 1), (8, 3)] {
        let stop = AtomicBool::new(turns == 0);
        let mut done = 0;
        let measured = run(&suite, &PLAN, &mut clock.read(), &stop, &mut |_| {
            done += 1;
            stop.store(done == turns, Relaxed);
        });
        assert_eq!(done, turns);
        assert_eq!(measured[0].rounds, rounds, "after {turns} turns");
        assert_eq!(measured[0].lines.is_empty(), rounds == 0);
    }
}

#[test]
fn at_least_three_rounds_are_run() {
    let clock = FakeClock::default();
    let suite = suite(vec![contender(&clock, "one", Role::Rival, 1_000_000)]);
    let plan = BenchPlan { time: Duration::from_millis(1), ..PLAN };
    let measured = run(&suite, &plan, &mut clock.read(), &AtomicBool::new(false), &mut |_| {});
    assert_eq!(measured[0].rounds, 3);
}

#[test]
fn more_time_gives_more_rounds() {
    let clock = FakeClock::default();
    let suite = suite(vec![contender(&clock, "one", Role::Rival, 5)]);
    let plan = BenchPlan { time: Duration::from_mins(1), ..PLAN };
    let measured = run(&suite, &plan, &mut clock.read(), &AtomicBool::new(false), &mut |_| {});
    assert!(measured[0].rounds > 1000, "{}", measured[0].rounds);
}

#[test]
fn progress_rises_from_0_to_1() {
    let clock = FakeClock::default();
    let suite = suite(vec![contender(&clock, "one", Role::Rival, 5)]);
    let mut shares = Vec::new();
    let plan = BenchPlan { time: Duration::from_secs(4), ..PLAN };
    run(&suite, &plan, &mut clock.read(), &AtomicBool::new(false), &mut |share| {
        shares.push(share);
    });
    assert!(shares.is_sorted(), "{shares:?}");
    let [first, .., last_but_one, last] = shares[..] else { panic!("{shares:?}") };
    assert!(first < 0.05 && last > 0.99, "{shares:?}");
    assert!(last_but_one < 1.0, "{shares:?}");
}

#[test]
fn each_workload_of_a_suite_gets_time_for_forty_rounds() {
    let clock = FakeClock::default();
    let pair = || {
        // Pieces of work are of equal length and short compared with a turn of one of forty rounds.
        let log = Rc::default();
        vec![recorder(&log, &clock, "one", 10), recorder(&log, &clock, "other", 10)]
    };
    for workloads in [1, 2, 3] {
        let all = (0..workloads).map(|_| workload(pair())).collect();
        let suite = Suite { workloads: all, notes: no_notes };
        let stop = AtomicBool::new(false);
        let measured = run(&suite, &PLAN, &mut clock.read(), &stop, &mut |_| {});
        let rounds: Vec<usize> = measured.iter().map(|measured| measured.rounds).collect();
        // The second is used up in round 40 of those that count. The first one, which does not
        // count, has one piece per contender.
        assert_eq!(rounds, vec![40; workloads]);
    }
}

#[test]
fn debug_output_of_a_contender_has_its_name_and_role() {
    let contender = contender(&FakeClock::default(), "fast", Role::Rival, 5);
    assert_eq!(format!("{contender:?}"), r#"Contender { name: "fast", role: Rival, .. }"#);
}
