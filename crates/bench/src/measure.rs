//! Measurement in rounds: all contenders of a workload take turns of some milliseconds.
//!
//! Times depend on the machine and its load; ratios carry over. So all contenders run in one process
//! on the same inputs, in an order that rotates from round to round: a slow phase of the machine
//! slows all of them. Each round gives one ratio per pair of contenders; medians and quartiles are
//! printed.

use std::fmt::Write;
use std::time::Duration;

use twinboard_vocabulary::random::SplitMix;

/// Number of rounds that the time is divided into: enough for meaningful quartiles.
const ROUNDS: u32 = 40;
/// Fewest rounds, for any amount of time.
const ROUNDS_MIN: usize = 3;
/// Longest turn. More time gives more rounds instead of longer turns.
const TURN_MAX: Duration = Duration::from_millis(50);

/// A task and the programs that do it.
pub(crate) struct Workload {
    /// Name in lower-case words with hyphens.
    pub(crate) name: &'static str,
    /// Description in one line.
    pub(crate) about: &'static str,
    /// Noun of the unit of work, such as `move`: times are given per unit.
    pub(crate) unit: &'static str,
    /// The programs, each compared with the oracle and the plain programs among them.
    pub(crate) contenders: Vec<Contender>,
}

/// Work on inputs that are ready; a call is the timed part.
type Work = Box<dyn FnMut() -> Done>;

/// A program that does the task of a workload.
pub(crate) struct Contender {
    name: &'static str,
    prepare: Box<dyn Fn(u64) -> Work>,
}

impl Contender {
    /// A contender whose `prepare` makes the inputs of a seed, untimed, and returns the work on
    /// them. A piece of work should take between 10 µs and a few milliseconds. Equal seeds must give all
    /// contenders equal inputs; different seeds should give different ones, because branch
    /// predictors learn inputs that recur.
    pub(crate) fn new<W>(name: &'static str, prepare: impl Fn(u64) -> W + 'static) -> Self
    where
        W: FnMut() -> Done + 'static,
    {
        Self { name, prepare: Box::new(move |seed| Box::new(prepare(seed))) }
    }
}

/// Names of contenders.
pub(crate) const ENGINE: &str = "engine";
pub(crate) const ORACLE: &str = "oracle";
pub(crate) const PLAIN: &str = "plain";
pub(crate) const LEAN: &str = "plain, lean";

/// Contenders that all others are compared with.
const YARDSTICKS: [&str; 3] = [ORACLE, PLAIN, LEAN];

/// A piece of work that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// Number of units.
    pub(crate) units: u64,
    /// Number of games that the units belong to.
    pub(crate) games: u64,
    /// Digest of the results, equal for all contenders; `None` where contenders choose at random,
    /// so that only the mean number of units in a game can be compared.
    pub(crate) digest: Option<u64>,
}

/// Extends a digest by a number. The order of the numbers matters.
pub(crate) fn chained(digest: u64, next: u64) -> u64 {
    SplitMix::new(digest ^ next).next_u64()
}

/// Pieces of work of one contender in one round.
#[derive(Clone, Default)]
struct Turn {
    pieces: Vec<Done>,
    time: Duration,
}

impl Turn {
    fn ns_per_unit(&self) -> f64 {
        let units: u64 = self.pieces.iter().map(|done| done.units).sum();
        self.time.as_nanos() as f64 / units as f64
    }
}

/// Measures a workload for about `time`, at least [`ROUNDS_MIN`] rounds, and returns the table.
///
/// # Panics
///
/// If two contenders did unequal work.
pub(crate) fn run(workload: &Workload, time: Duration) -> String {
    let contenders = &workload.contenders;
    let turn_time = (time / ROUNDS / contenders.len() as u32).min(TURN_MAX);
    let (mut rounds, mut spent) = (Vec::new(), Duration::ZERO);
    // The first round warms up memory and caches and does not count.
    for round in 0.. {
        if round > ROUNDS_MIN && spent >= time {
            break;
        }
        let mut turns = vec![Turn::default(); contenders.len()];
        for place in 0..contenders.len() {
            let index = (place + round) % contenders.len();
            let limit = if round == 0 { Duration::ZERO } else { turn_time };
            turns[index] = take_turn(&contenders[index], round as u64, limit);
            spent += turns[index].time;
        }
        assert_equal_digests(workload, &turns);
        if round > 0 {
            rounds.push(turns);
        }
    }
    assert_alike_on_average(workload, &rounds);
    table(workload, &rounds)
}

/// Runs pieces of work until the time is used up, at least one. The n-th piece of a round is the
/// same for all contenders; a faster contender does more of them.
fn take_turn(contender: &Contender, round: u64, limit: Duration) -> Turn {
    let mut turn = Turn::default();
    for piece in 0.. {
        let mut work = (contender.prepare)(chained(chained(1, round), piece));
        let start = now();
        let done = std::hint::black_box(work());
        turn.time += now().saturating_sub(start);
        turn.pieces.push(done);
        if turn.time >= limit {
            return turn;
        }
    }
    unreachable!("the time is limited")
}

/// Processor time of the calling thread, in which other threads and processes do not count; elsewhere
/// than on Linux the wall-clock time.
fn now() -> Duration {
    #[cfg(target_os = "linux")]
    let clock = rustix::time::ClockId::ThreadCPUTime;
    #[cfg(not(target_os = "linux"))]
    let clock = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

fn assert_equal_digests(workload: &Workload, turns: &[Turn]) {
    for (contender, turn) in workload.contenders.iter().zip(turns) {
        for (done, first) in turn.pieces.iter().zip(&turns[0].pieces) {
            let is_equal = done.digest == first.digest && (done.digest.is_none() || done == first);
            assert!(is_equal, "{}: {} did other work", workload.name, contender.name);
        }
    }
}

/// Asserts that the mean numbers of units in a game differ by no more than chance explains: six
/// standard errors.
fn assert_alike_on_average(workload: &Workload, rounds: &[Vec<Turn>]) {
    let mean = |index: usize| {
        let pieces = rounds.iter().flat_map(|turns| &turns[index].pieces);
        let units: Vec<f64> = pieces.map(|done| done.units as f64 / done.games as f64).collect();
        let count = units.len() as f64;
        let mean = units.iter().sum::<f64>() / count;
        let squares = units.iter().map(|units| (units - mean).powi(2)).sum::<f64>();
        (mean, squares / (count - 1.0) / count)
    };
    if rounds[0][0].pieces[0].digest.is_some() {
        return;
    }
    let (first, variance) = mean(0);
    for (index, contender) in workload.contenders.iter().enumerate().skip(1) {
        let (other, its_variance) = mean(index);
        assert!(
            (first - other).abs() <= 6.0 * (variance + its_variance).sqrt(),
            "{}: {} has {other} {}s a game in place of {first}",
            workload.name,
            contender.name,
            workload.unit,
        );
    }
}

/// A row for each contender: time per unit, and the speedup over each yardstick.
fn table(workload: &Workload, rounds: &[Vec<Turn>]) -> String {
    let Workload { name, about, unit, ref contenders } = *workload;
    let mut out = format!("{name}: {about}\n  {:18}{:>13}", "", format!("time/{unit}"));
    let yardsticks: Vec<usize> =
        (0..contenders.len()).filter(|&it| YARDSTICKS.contains(&contenders[it].name)).collect();
    for &yardstick in &yardsticks {
        let _ = write!(out, "{:>20}", format!("× {}", contenders[yardstick].name));
    }
    for (index, contender) in contenders.iter().enumerate() {
        let [_, median, _] = quartiles(rounds.iter().map(|turns| turns[index].ns_per_unit()));
        let _ = write!(out, "\n  {:18}{:>13}", contender.name, in_units(median));
        for &yardstick in &yardsticks {
            let ratios = rounds
                .iter()
                .map(|turns| turns[yardstick].ns_per_unit() / turns[index].ns_per_unit());
            let [lower, median, upper] = quartiles(ratios).map(digits);
            let cell = if index == yardstick {
                "1".into()
            } else {
                format!("{median} ({lower}–{upper})")
            };
            let _ = write!(out, "{cell:>20}");
        }
    }
    let _ = writeln!(out, "\n  {} rounds, equal work", rounds.len());
    out
}

/// First quartile, median and third quartile, with linear interpolation.
fn quartiles(figures: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|share| {
        let place = share * (figures.len() - 1) as f64;
        let (below, above) = (figures[place as usize], figures[place.ceil() as usize]);
        below + (above - below) * place.fract()
    })
}

/// Nanoseconds with three digits in ns, µs or ms.
fn in_units(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{} ns", digits(ns)),
        ns if ns < 1e6 => format!("{} µs", digits(ns / 1e3)),
        ns => format!("{} ms", digits(ns / 1e6)),
    }
}

/// A figure with three digits, or with all digits before the point if there are more.
fn digits(figure: f64) -> String {
    match figure {
        figure if figure < 9.995 => format!("{figure:.2}"),
        figure if figure < 99.95 => format!("{figure:.1}"),
        figure => format!("{figure:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Contender, Done, ENGINE, PLAIN, Workload, digits, quartiles, run};

    #[test]
    fn quartiles_are_interpolated() {
        let quartiles_of = |figures: &[f64]| quartiles(figures.iter().copied()).map(digits);
        assert_eq!(quartiles_of(&[5.0, 1.0, 3.0, 2.0, 4.0]), ["2.00", "3.00", "4.00"]);
        assert_eq!(quartiles_of(&[1.0, 2.0, 3.0, 4.0]), ["1.75", "2.50", "3.25"]);
        assert_eq!(quartiles_of(&[7.0]), ["7.00"; 3]);
    }

    fn measure(engine: impl Fn(u64) -> Done + Copy + 'static) {
        let work = move |seed| move || engine(seed);
        let plain = |seed| move || Done { units: 100 + seed % 3, games: 1, digest: None };
        let contenders = vec![Contender::new(ENGINE, work), Contender::new(PLAIN, plain)];
        run(&Workload { name: "none", about: "nothing", unit: "move", contenders }, Duration::ZERO);
    }

    #[test]
    #[should_panic(expected = "plain did other work")]
    fn unequal_digests_are_noticed() {
        measure(|seed| Done { units: 100 + seed % 3, games: 1, digest: Some(1) });
    }

    #[test]
    #[should_panic(expected = "plain has 10")]
    fn unequal_means_are_noticed() {
        measure(|seed| Done { units: 200 + seed % 3, games: 1, digest: None });
    }
}
