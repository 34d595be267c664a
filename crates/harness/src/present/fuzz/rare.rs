//! Inputs that reach rarely reached places of an engine in another process.

use std::sync::Arc;

/// Number of places that an engine can report (EP-36).
pub const PLACES: usize = 1 << 16;

/// Longest input that is kept, in bytes.
const LENGTH_MAX: usize = 1 << 13;

/// The time of an execution that does not depend on its input, as a number of bytes of the input.
const OVERHEAD: u64 = 256;

/// Inputs that reach rarely reached places of an engine, to be mutated more often than others.
///
/// A fuzzer spreads its time over all inputs of its corpus, and most of these are there for the sake
/// of the harness and the oracle. At the few hundred executions per second of an engine in another
/// process, an input that meets one condition of a fault would hardly be mutated until it meets the
/// next one. So each place has the input that reached it last, and places are drawn with a weight of
/// 1/nt, where n is the number of executions that reached the place and of mutations that its input
/// got, and t is the time of an execution, estimated from the length of the input. Lemieux and Sen
/// (2018, `FairFuzz`) choose inputs by their rarest branch in a similar way.
///
/// ```
/// use twinboard_harness::fuzz::RarePlaces;
///
/// let mut rare = RarePlaces::default();
/// assert_eq!(rare.choose(0), None);
/// for _ in 0..1000 {
///     rare.note(b"common", &[7]);
/// }
/// rare.note(b"rare", &[8]);
/// let seeds = || (0..100).map(|seed| seed * (u32::MAX / 100));
/// let mut chosen = || seeds().filter(|&it| *rare.choose(it).unwrap() == *b"rare").count();
/// assert!(chosen() > 80);
/// // An input that is mutated in vain loses its share.
/// for _ in 0..100 {
///     chosen();
/// }
/// assert!(chosen() < 80);
/// ```
#[derive(Debug, Default)]
pub struct RarePlaces {
    /// The number of each place in `reached`, counted from 1; 0 for one that was not reached.
    numbers: Vec<u32>,
    reached: Vec<Reached>,
}

#[derive(Debug)]
struct Reached {
    /// Number of executions that reached the place, and of mutations of its input.
    count: u32,
    input: Arc<[u8]>,
}

impl RarePlaces {
    /// Notes the places that an execution of `input` reached.
    pub fn note(&mut self, input: &[u8], places: &[u16]) {
        if input.len() > LENGTH_MAX {
            return;
        }
        self.numbers.resize(PLACES, 0);
        let mut shared = None;
        let mut share = || Arc::clone(shared.get_or_insert_with(|| Arc::from(input)));
        for &place in places {
            let number = &mut self.numbers[usize::from(place)];
            if *number == 0 {
                self.reached.push(Reached { count: 1, input: share() });
                *number = self.reached.len() as u32;
                continue;
            }
            let reached = &mut self.reached[*number as usize - 1];
            reached.count += 1;
            // The inputs of a place drift, but do not grow.
            if input.len() <= reached.input.len() || reached.count.is_multiple_of(8) {
                reached.input = share();
            }
        }
    }

    /// An input to mutate; `None` if no place was reached. The result follows from `seed` and the
    /// executions so far.
    pub fn choose(&mut self, seed: u32) -> Option<Arc<[u8]>> {
        let weight = |reached: &Reached| {
            let time = reached.input.len() as u64 + OVERHEAD;
            (1 << 44) / (u64::from(reached.count) * time)
        };
        let sum: u64 = self.reached.iter().map(weight).sum();
        let mut left = ((u128::from(sum) * u128::from(seed)) >> 32) as u64;
        let chosen = self.reached.iter_mut().find(|reached| {
            let weight = weight(reached);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        })?;
        chosen.count += 1;
        Some(Arc::clone(&chosen.input))
    }
}
