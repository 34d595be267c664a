//! Horizon of a solver: the number of positions whose value it proves within a time limit.
//!
//! Unlike a [workload](super::Workload), the amount of work is not fixed: the limit is, and the
//! result is the part that was solved within it. The limit is processor time of the whole process,
//! in which nothing else runs meanwhile. A second thread watches it, because a solver only polls a
//! flag and the wall clock.

use std::collections::BTreeMap;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::clock::process_time;
use crate::drive::pool::stack;
use crate::model::guard::no_thread;
use crate::model::random::{SplitMix, digest};

/// Interval at which the watching thread compares the processor time with the limit.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Class of positions, one row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Description of the boards; kinds on the same boards belong to one table.
    pub boards: String,
    /// Quantity that distinguishes the kinds of a table, with its unit, such as "plies left".
    pub by: &'static str,
    /// Range of that quantity, such as "1–5".
    pub range: &'static str,
}

/// Result of one attempt to prove the value of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// True if the value was proved.
    pub is_proved: bool,
    /// Counters of the solver, by name, such as the nodes it visited.
    pub counts: Vec<(&'static str, u64)>,
}

/// A solver together with the positions it is measured on.
pub trait Horizon {
    /// All kinds of positions; the kinds of one table are adjacent.
    fn kinds(&self) -> &[Kind];

    /// Draws a position of `kinds()[kind]` from a seed, as text; `None` if none was found.
    fn draw(&self, kind: usize, seed: u64) -> Option<String>;

    /// Tries to prove the value of a position with an empty cache, until `stop` is set.
    fn prove(&self, position: &str, stop: &AtomicBool) -> Tried;
}

/// Parameters of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct HorizonPlan {
    /// Seed of all positions.
    pub seed: u64,
    /// Number of positions of each kind.
    pub positions: u32,
    /// Processor time limit for one position.
    pub limit: Duration,
}

/// Results for one kind of positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// The kind.
    #[serde(flatten)]
    pub kind: Kind,
    /// Number of positions tried.
    pub tried: u32,
    /// Number of these whose value was proved.
    pub proved: u32,
    /// Checksum of the texts of the positions in their order: equal for equal positions.
    pub checksum: u64,
    /// Total processor time in seconds.
    pub seconds: f64,
    /// Sums of the solver's counters, by name.
    pub counts: BTreeMap<&'static str, u64>,
}

/// Tries the first position of every kind, then the second of every kind, and so on, so that an
/// early end leaves all kinds with nearly equal numbers.
///
/// `stop` ends the measurement; the position in progress then does not count. `progress` receives
/// the number of attempts so far, after each, including those without a position.
pub fn run(
    horizon: &dyn Horizon,
    plan: &HorizonPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Vec<Seen> {
    let fresh = |kind: &Kind| Seen {
        kind: kind.clone(),
        tried: 0,
        proved: 0,
        checksum: 0,
        seconds: 0.0,
        counts: BTreeMap::new(),
    };
    let mut seen: Vec<Seen> = horizon.kinds().iter().map(fresh).collect();
    let mut seeds = SplitMix::new(plan.seed);
    let mut done = 0;
    for _ in 0..plan.positions {
        for (kind, seen) in seen.iter_mut().enumerate() {
            let position = horizon.draw(kind, seeds.next_u64());
            if let Some(position) = position {
                let start = process_time();
                let tried = within(plan.limit, stop, |stop| horizon.prove(&position, stop));
                if stop.load(Relaxed) {
                    break;
                }
                seen.add(&position, &tried, process_time().saturating_sub(start));
            }
            done += 1;
            progress(done);
        }
        if stop.load(Relaxed) {
            break;
        }
    }
    seen
}

impl Seen {
    fn add(&mut self, position: &str, tried: &Tried, time: Duration) {
        self.tried += 1;
        self.proved += u32::from(tried.is_proved);
        self.checksum = SplitMix::new(self.checksum ^ digest(position.as_bytes())).next_u64();
        self.seconds += time.as_secs_f64();
        for &(name, count) in &tried.counts {
            *self.counts.entry(name).or_default() += count;
        }
    }
}

/// Runs `work` and sets its flag when the process has used `limit` of processor time, or when
/// `stop` is set; the work must return soon after that.
fn within<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let is_over = AtomicBool::new(false);
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let start = process_time();
        let is_over = &is_over;
        let watch = move || {
            while wait.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if process_time().saturating_sub(start) >= limit || stop.load(Relaxed) {
                    is_over.store(true, Relaxed);
                    return;
                }
            }
        };
        if let Err(error) = thread::Builder::new().stack_size(stack()).spawn_scoped(scope, watch) {
            panic::resume_unwind(Box::new(no_thread(&error)));
        }
        let result = work(is_over);
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Duration;

    use super::{Horizon, HorizonPlan, Kind, Tried, run};

    /// Proves even numbers at once and works on odd ones until it is stopped.
    struct Even(Vec<Kind>);

    impl Even {
        fn new() -> Self {
            let kind = |range| Kind { boards: "numbers".into(), by: "size", range };
            Self(vec![kind("any"), kind("none")])
        }
    }

    impl Horizon for Even {
        fn kinds(&self) -> &[Kind] {
            &self.0
        }

        fn draw(&self, kind: usize, seed: u64) -> Option<String> {
            (kind == 0).then(|| seed.to_string())
        }

        fn prove(&self, position: &str, stop: &AtomicBool) -> Tried {
            let is_proved = position.parse::<u64>().unwrap().is_multiple_of(2);
            while !is_proved && !stop.load(Relaxed) {
                std::hint::spin_loop();
            }
            Tried { is_proved, counts: vec![("looks", 3)] }
        }
    }

    #[test]
    fn unproved_positions_use_up_the_limit_and_equal_seeds_give_equal_results() {
        let plan = HorizonPlan { seed: 5, positions: 12, limit: Duration::from_millis(3) };
        let stop = AtomicBool::new(false);
        let mut last = 0;
        let mut seen = || run(&Even::new(), &plan, &stop, &mut |done| last = done);
        let (one, again) = (seen(), seen());
        assert_eq!((one[0].tried, one[1].tried, last), (12, 0, 24));
        assert!((1..12).contains(&one[0].proved), "{one:?}");
        assert_eq!(one[0].counts["looks"], 36);
        let figures = |seen: &super::Seen| (seen.tried, seen.proved, seen.checksum);
        assert_eq!(figures(&one[0]), figures(&again[0]));
        // Each unproved position takes the whole limit.
        let given_up = f64::from(12 - one[0].proved);
        assert!(one[0].seconds >= given_up * 0.003, "{one:?}");
    }

    #[test]
    fn the_checksum_depends_on_the_positions() {
        let checksum = |seed, positions| {
            let plan = HorizonPlan { seed, positions, limit: Duration::from_millis(1) };
            run(&Even::new(), &plan, &AtomicBool::new(false), &mut |_| ())[0].checksum
        };
        assert_eq!(checksum(5, 1), checksum(5, 1));
        assert_ne!(checksum(5, 1), checksum(6, 1));
        assert_ne!(checksum(5, 1), checksum(5, 2));
    }

    #[test]
    fn a_stopped_measurement_keeps_the_results_so_far() {
        let plan = HorizonPlan { seed: 5, positions: 1000, limit: Duration::from_secs(1000) };
        let stop = AtomicBool::new(false);
        let seen = run(&Even::new(), &plan, &stop, &mut |done| stop.store(done >= 2, Relaxed));
        assert!(seen[0].tried <= 1, "{seen:?}");
    }
}
