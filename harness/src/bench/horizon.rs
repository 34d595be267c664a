//! How far a solver sees: of how many positions it proves the value within a limit.
//!
//! Unlike a [workload](super::Workload), this has no work to be done by all: what counts is what is
//! done in time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::clock::process_time;
use crate::random::{SplitMix, digest};

/// How often it is looked whether a limit is reached.
const LOOK: Duration = Duration::from_millis(1);

/// A kind of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Which boards they are on.
    pub boards: String,
    /// What they are told apart by, with its unit, such as "plies left".
    pub by: &'static str,
    /// Their share of it, such as "1–5".
    pub range: &'static str,
}

/// What a solver did with a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Whether its value was proved.
    pub is_proved: bool,
    /// What was gone through for that, by name.
    pub counts: Vec<(&'static str, u64)>,
}

/// A solver, and the positions it is tried on.
pub trait Horizon {
    /// The kinds of positions, those that belong to one table after each other.
    fn kinds(&self) -> &[Kind];

    /// A position of a kind, by its index, as text; `None` if none was found. It follows from the seed.
    fn draw(&self, kind: usize, seed: u64) -> Option<String>;

    /// Tries to prove the value of a position, knowing nothing of any other, until it is told to stop.
    fn prove(&self, position: &str, stop: &AtomicBool) -> Tried;
}

/// How it is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What the positions follow from.
    pub seed: u64,
    /// How many of each kind there are.
    pub positions: u32,
    /// How much time of the processor each may take.
    pub limit: Duration,
}

/// What came of a kind of positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// Which.
    #[serde(flatten)]
    pub kind: Kind,
    /// How many were tried.
    pub tried: u32,
    /// Of how many of them the value was proved.
    pub proved: u32,
    /// A number that follows from those that were tried: the same positions give the same.
    pub checksum: u64,
    /// How much time of the processor they took together, in seconds.
    pub seconds: f64,
    /// What was gone through, all together, by name.
    pub counts: BTreeMap<&'static str, u64>,
}

/// Tries the first positions of all kinds, then the second ones, and so on. `stop` ends it early; what
/// was being tried then does not count. `progress` is told after each how many there have been.
pub fn run(
    horizon: &dyn Horizon,
    plan: &Plan,
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

/// Does something that ends soon after its flag is set: when the processor has worked so long in this
/// process, in which nothing else is at work then, or when all is to end.
fn within<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let is_over = AtomicBool::new(false);
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let start = process_time();
        let is_over = &is_over;
        scope.spawn(move || {
            while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if process_time().saturating_sub(start) >= limit || stop.load(Relaxed) {
                    is_over.store(true, Relaxed);
                    return;
                }
            }
        });
        let result = work(is_over);
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Duration;

    use super::{Horizon, Kind, Plan, Tried, run};

    /// Proves even numbers, and never comes back from odd ones by itself.
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
    fn what_is_not_proved_is_given_up_and_the_same_seed_gives_the_same() {
        let plan = Plan { seed: 5, positions: 12, limit: Duration::from_millis(3) };
        let stop = AtomicBool::new(false);
        let mut last = 0;
        let mut seen = || run(&Even::new(), &plan, &stop, &mut |done| last = done);
        let (one, again) = (seen(), seen());
        assert_eq!((one[0].tried, one[1].tried, last), (12, 0, 24));
        assert!((1..12).contains(&one[0].proved), "{one:?}");
        assert_eq!(one[0].counts["looks"], 36);
        let figures = |seen: &super::Seen| (seen.tried, seen.proved, seen.checksum);
        assert_eq!(figures(&one[0]), figures(&again[0]));
        // Each that is not proved takes the limit.
        let given_up = f64::from(12 - one[0].proved);
        assert!(one[0].seconds >= given_up * 0.003, "{one:?}");
    }

    #[test]
    fn the_checksum_tells_whether_the_positions_are_the_same() {
        let checksum = |seed, positions| {
            let plan = Plan { seed, positions, limit: Duration::from_millis(1) };
            run(&Even::new(), &plan, &AtomicBool::new(false), &mut |_| ())[0].checksum
        };
        assert_eq!(checksum(5, 1), checksum(5, 1));
        assert_ne!(checksum(5, 1), checksum(6, 1));
        assert_ne!(checksum(5, 1), checksum(5, 2));
    }

    #[test]
    fn what_is_stopped_keeps_what_was_tried_before() {
        let plan = Plan { seed: 5, positions: 1000, limit: Duration::from_secs(1000) };
        let stop = AtomicBool::new(false);
        let seen = run(&Even::new(), &plan, &stop, &mut |done| stop.store(done >= 2, Relaxed));
        assert!(seen[0].tried <= 1, "{seen:?}");
    }
}
