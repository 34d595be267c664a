//! Measurement in rounds: all contenders of all workloads take turns of some milliseconds.
//!
//! The order rotates from round to round. Each complete round gives one figure per contender;
//! [`result`](super::result) makes medians and quartiles of them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::result::{Measured, Turn, measured};
use super::suite::Suite;
use super::workload::{Contender, Done};
use crate::model::random::SplitMix;

/// Number of rounds that the time is divided into: enough for meaningful quartiles.
const ROUNDS: u32 = 40;
/// Longest turn. More time gives more rounds instead of longer turns, so that a suite that is
/// stopped has lost little in its last, incomplete round.
const TURN_MAX: Duration = Duration::from_millis(50);
/// Fewest rounds, for any amount of time.
const ROUNDS_MIN: u32 = 3;

/// Parameters of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct BenchPlan {
    /// Seed of all inputs.
    pub seed: u64,
    /// Time per workload by the given clock, without the making of inputs. At least four rounds of
    /// one piece of work per contender are run, even if they take longer.
    pub time: Duration,
}

/// Measures all workloads of a suite, in rounds in which every contender of every workload has one
/// turn.
///
/// `clock` returns the current time. `stop` ends the measurement; the results are then those of the
/// complete rounds. `progress` receives the fraction of the time that is used up, from 0 to 1,
/// after every turn.
pub fn run(
    suite: &Suite,
    plan: &BenchPlan,
    clock: &mut dyn FnMut() -> Duration,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(f64),
) -> Vec<Measured> {
    let total = plan.time.saturating_mul(suite.workloads.len() as u32);
    let mut turns: Vec<Vec<Vec<Turn>>> = vec![Vec::new(); suite.workloads.len()];
    let mut spent = Duration::ZERO;
    // The first round warms up memory and caches and does not count.
    let mut round = 0;
    while !stop.load(Relaxed) && (round <= ROUNDS_MIN || spent < total) {
        for (number, (workload, turns)) in suite.workloads.iter().zip(&mut turns).enumerate() {
            let count = workload.contenders.len();
            let turn = (plan.time / ROUNDS / count as u32).min(TURN_MAX);
            let time = if round == 0 { Duration::ZERO } else { turn };
            let stream = seed_of(plan.seed, number as u64, round.into());
            let mut of_round = vec![Turn::default(); count];
            for index in rotated(count, round) {
                if stop.load(Relaxed) {
                    break;
                }
                of_round[index] = take_turn(&workload.contenders[index], stream, time, clock);
                spent += of_round[index].time;
                progress((spent.as_secs_f64() / total.as_secs_f64()).min(1.0));
            }
            // An interrupted round has contenders without a turn.
            if round > 0 && of_round.iter().all(|turn| turn.done.wholes > 0) {
                turns.push(of_round);
            }
        }
        round += 1;
    }
    suite.workloads.iter().zip(&turns).map(|(workload, turns)| measured(workload, turns)).collect()
}

/// Runs pieces of work of a contender until the time is used up, at least one. The n-th piece is
/// the same for all contenders of a round; a faster contender does more pieces.
fn take_turn(
    contender: &Contender,
    stream: u64,
    time: Duration,
    clock: &mut dyn FnMut() -> Duration,
) -> Turn {
    let mut turn = Turn::default();
    for piece in 0.. {
        let mut work = contender.prepare(seed_of(stream, 0, piece));
        let start = clock();
        let done: Done = std::hint::black_box(work());
        turn.time += clock().saturating_sub(start);
        turn.done.add(&done);
        if turn.time >= time {
            break;
        }
    }
    turn
}

/// The numbers below `count`, rotated by one each round: the first place in a round makes a
/// difference, and the predecessor may.
fn rotated(count: usize, round: u32) -> impl Iterator<Item = usize> {
    (0..count).map(move |place| (place + round as usize) % count)
}

/// Derives a seed from a seed and a pair of numbers.
fn seed_of(seed: u64, one: u64, other: u64) -> u64 {
    let mixed = SplitMix::new(seed).next_u64() ^ one;
    SplitMix::new(SplitMix::new(mixed).next_u64() ^ other).next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::{BenchPlan, Suite, run, seed_of};
    use crate::drive::bench::workload::Workload;

    #[test]
    fn any_time_is_accepted() {
        let workload = || Workload {
            name: "none",
            about: "nothing",
            unit: "move",
            whole: "game",
            sums: &[],
            contenders: Vec::new(),
        };
        let suite = Suite { workloads: vec![workload(), workload()], notes: |_| Vec::new() };
        let plan = BenchPlan { seed: 1, time: Duration::MAX };
        let measured =
            run(&suite, &plan, &mut || Duration::ZERO, &AtomicBool::new(true), &mut |_| ());
        assert_eq!(measured.len(), 2);
    }

    #[test]
    fn different_pairs_of_numbers_give_different_seeds() {
        let pairs = (0..50).flat_map(|one| (0..50).map(move |other| (one, other)));
        let seeds: HashSet<u64> = pairs.map(|(one, other)| seed_of(7, one, other)).collect();
        assert_eq!(seeds.len(), 2_500);
    }
}
