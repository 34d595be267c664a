//! Taking turns.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::result::{Measured, Turn, measured};
use super::{Contender, Done, Suite};
use crate::random::SplitMix;

/// How many rounds the time is for: enough for quartiles that mean something.
const ROUNDS: u32 = 40;
/// How long a turn is at most: with more time there are more rounds, and a suite that is stopped
/// has most of what was measured in complete ones.
const TURN_MAX: Duration = Duration::from_millis(50);
/// How many rounds there are at least, however little time is granted.
const ROUNDS_MIN: u32 = 3;

/// How a suite is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What all inputs follow from.
    pub seed: u64,
    /// How much of the clock's time each workload gets, the inputs not counted. It takes a few
    /// pieces of work at least, whatever stands here.
    pub time: Duration,
}

/// Measures all workloads of a suite, in rounds of all workloads, in each of which every contender
/// has its turn. `clock` says how late it is; `stop` ends it early, and then the results are those
/// of the rounds that are complete. `progress` is told after every turn which part of the time is
/// used up, from 0 to 1.
pub fn run(
    suite: &Suite,
    plan: &Plan,
    clock: &mut dyn FnMut() -> Duration,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(f64),
) -> Vec<Measured> {
    let total = plan.time * suite.workloads.len() as u32;
    let mut turns: Vec<Vec<Vec<Turn>>> = vec![Vec::new(); suite.workloads.len()];
    let mut spent = Duration::ZERO;
    // The first round is for memory and caches, and does not count.
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
            // A round that was broken off compares nothing.
            if round > 0 && of_round.iter().all(|turn| turn.done.wholes > 0) {
                turns.push(of_round);
            }
        }
        round += 1;
    }
    suite.workloads.iter().zip(&turns).map(|(workload, turns)| measured(workload, turns)).collect()
}

/// Lets a contender do pieces of work until the time is used up, one at least. The n-th piece is
/// the same for all contenders of a round; who is faster does more of them.
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

/// The numbers below `count`, beginning with another one each round: who comes after whom may make
/// a difference, and being first does.
fn rotated(count: usize, round: u32) -> impl Iterator<Item = usize> {
    (0..count).map(move |place| (place + round as usize) % count)
}

/// A seed for each pair of numbers.
fn seed_of(seed: u64, one: u64, other: u64) -> u64 {
    let mixed = SplitMix::new(seed).next_u64() ^ one;
    SplitMix::new(SplitMix::new(mixed).next_u64() ^ other).next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::seed_of;

    #[test]
    fn every_pair_of_numbers_has_a_seed_of_its_own() {
        let pairs = (0..50).flat_map(|one| (0..50).map(move |other| (one, other)));
        let seeds: HashSet<u64> = pairs.map(|(one, other)| seed_of(7, one, other)).collect();
        assert_eq!(seeds.len(), 2_500);
    }
}
