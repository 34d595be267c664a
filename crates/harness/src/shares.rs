//! Profile of a fuzz target: the shares of engine, oracle, parsing and harness in its execution
//! time.
//!
//! The goal: parsing and harness together take less than a quarter of an execution.
//!
//! Each input is executed twice: as it is, which gives the whole time, and with both sides wrapped
//! in a game that adds up the time inside of them. Parsing is timed separately. The rest of the
//! whole is the harness: the loop, the comparisons and all checks.
//!
//! Reading the clock takes about as long as the shortest calls of a fast engine. Its cost is
//! measured first and subtracted from every interval.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use twinboard_vocabulary::{
    Game, Implementation, LegalMoveOf, MoveOf, OutcomeOf, Plays, PositionOf, RefusalOf, ResultOf,
    SetupOf, TryClone, VocabularyOf,
};

use crate::activity::{Activity, Side};
use crate::lockstep::Effort;
use crate::{Pairing, RuleSet};

/// Number of clock readings from which the cost of one is computed.
const READINGS: u32 = 10_000;

/// A monotonic clock. Tests have one of their own, so that no test depends on real time.
pub trait Clock: 'static {
    /// Time since a fixed moment.
    fn now() -> Duration;
}

/// The monotonic clock of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now() -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

/// Time that a thread has measured inside one side.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    time: Duration,
    intervals: u32,
}

impl Spent {
    fn add(&mut self, time: Duration) {
        self.time += time;
        self.intervals += 1;
    }

    /// The time without the cost of the clock, which is `reading` per interval.
    fn net(self, reading: Duration) -> Duration {
        self.time.saturating_sub(reading * self.intervals)
    }
}

thread_local! {
    /// Sums by side. Thread-local, because games are set up deep inside a check, by their type
    /// alone, and cannot be given a reference to a counter.
    static SPENT: [Cell<Spent>; 2] = const {
        [const { Cell::new(Spent { time: Duration::ZERO, intervals: 0 }) }; 2]
    };
}

/// An interval that is counted for one side.
struct Interval<C> {
    side: u8,
    from: Duration,
    clock: PhantomData<C>,
}

impl<C: Clock> Interval<C> {
    fn begin(side: u8) -> Self {
        Self { side, from: C::now(), clock: PhantomData }
    }

    fn end(&self) {
        let time = C::now().saturating_sub(self.from);
        SPENT.with(|spent| {
            let cell = &spent[usize::from(self.side)];
            let mut sum = cell.get();
            sum.add(time);
            cell.set(sum);
        });
    }

    /// Runs work of the harness in the middle of the interval, without counting it.
    fn pause<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.end();
        let result = work();
        self.from = C::now();
        result
    }
}

/// A game that counts the time spent in it for the side with the discriminant `SIDE` of [`Side`].
struct Timed<G, C: Clock, const SIDE: u8> {
    /// `None` only while it is being dropped, which is timed too.
    game: Option<G>,
    clock: PhantomData<fn() -> C>,
}

impl<G, C: Clock, const SIDE: u8> Timed<G, C, SIDE> {
    fn new(game: G) -> Self {
        Self { game: Some(game), clock: PhantomData }
    }

    fn game(&self) -> &G {
        self.game.as_ref().expect("the game is present until it is dropped")
    }

    fn timed<T>(work: impl FnOnce() -> T) -> T {
        let interval = Interval::<C>::begin(SIDE);
        let result = work();
        interval.end();
        result
    }
}

impl<G: TryClone, C: Clock, const SIDE: u8> TryClone for Timed<G, C, SIDE> {
    fn try_clone(&self) -> Option<Self> {
        Self::timed(|| self.game().try_clone()).map(Self::new)
    }
}

/// An implementation that wraps another one and sets up [`Timed`] games.
struct TimedSide<I, C, const SIDE: u8> {
    side: Arc<I>,
    clock: PhantomData<fn() -> C>,
}

impl<I, C: Clock, const SIDE: u8> TimedSide<I, C, SIDE> {
    fn new(side: &Arc<I>) -> Self {
        Self { side: Arc::clone(side), clock: PhantomData }
    }
}

impl<I: Implementation, C: Clock, const SIDE: u8> Implementation for TimedSide<I, C, SIDE> {
    type Game = Timed<I::Game, C, SIDE>;

    fn set_up(&self, setup: &SetupOf<VocabularyOf<I>>) -> Option<Self::Game> {
        Self::Game::timed(|| self.side.set_up(setup)).map(Timed::new)
    }

    fn accepts(&self, setup: &SetupOf<VocabularyOf<I>>) -> bool {
        Self::Game::timed(|| self.side.accepts(setup))
    }
}

impl<G, C: Clock, const SIDE: u8> Drop for Timed<G, C, SIDE> {
    fn drop(&mut self) {
        Self::timed(|| self.game = None);
    }
}

impl<G: Game, C: Clock, const SIDE: u8> Game for Timed<G, C, SIDE> {
    type Vocabulary = G::Vocabulary;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<G::Vocabulary>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut interval = Interval::<C>::begin(SIDE);
        let listing = self.game().visit_legal_moves(&mut |legal| interval.pause(|| visit(legal)));
        interval.end();
        listing
    }

    fn visit_kind(
        &self,
        like: &LegalMoveOf<G::Vocabulary>,
        visit: &mut dyn FnMut(&LegalMoveOf<G::Vocabulary>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut interval = Interval::<C>::begin(SIDE);
        let listing = self.game().visit_kind(like, &mut |legal| interval.pause(|| visit(legal)));
        interval.end();
        listing
    }

    fn play_and_take_back(&mut self, moves: &[MoveOf<G::Vocabulary>]) -> bool {
        let game = self.game.as_mut().expect("the game is present until it is dropped");
        Self::timed(|| game.play_and_take_back(moves))
    }

    fn count_kind(&self, like: &LegalMoveOf<G::Vocabulary>, most: u64) -> Option<u64> {
        Self::timed(|| self.game().count_kind(like, most))
    }

    fn play(&mut self, mv: &MoveOf<G::Vocabulary>) -> ResultOf<G::Vocabulary> {
        let game = self.game.as_mut().expect("the game is present until it is dropped");
        Self::timed(|| game.play(mv))
    }

    fn advance(&mut self, mv: &MoveOf<G::Vocabulary>) -> Result<(), RefusalOf<G::Vocabulary>> {
        let game = self.game.as_mut().expect("the game is present until it is dropped");
        Self::timed(|| game.advance(mv))
    }

    fn position(&self) -> PositionOf<G::Vocabulary> {
        Self::timed(|| self.game().position())
    }

    fn outcome(&self) -> OutcomeOf<G::Vocabulary> {
        Self::timed(|| self.game().outcome())
    }

    fn key(&self) -> Option<u64> {
        Self::timed(|| self.game().key())
    }

    /// Drawing the random words counts for the side: it costs next to nothing.
    fn sample_legal_move(
        &self,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<LegalMoveOf<G::Vocabulary>> {
        Self::timed(|| self.game().sample_legal_move(random))
    }

    fn validate(&self) -> Result<(), String> {
        Self::timed(|| self.game().validate())
    }
}

/// Execution times of a set of inputs, by part.
///
/// ```
/// use std::time::Duration;
/// use twinboard_harness::shares::Shares;
///
/// let ms = Duration::from_millis;
/// let shares = Shares { whole: ms(20), engine: ms(5), oracle: ms(10), ..Shares::default() };
/// assert_eq!(shares.harness(), ms(5));
/// assert_eq!(shares.parts()[0], ("engine", 0.25));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Number of inputs executed.
    pub executions: usize,
    /// Number of inputs that could be parsed and had a case in them.
    pub parsed: usize,
    /// Time of all executions.
    pub whole: Duration,
    /// Time inside the engine.
    pub engine: Duration,
    /// Time inside the oracle.
    pub oracle: Duration,
    /// Time for parsing the inputs.
    pub parsing: Duration,
    /// Number of accepted moves of each case, in ascending order.
    pub accepted: Vec<u64>,
}

impl Shares {
    /// Adds the measurements of other executions.
    pub fn add(&mut self, mut other: Self) {
        self.executions += other.executions;
        self.parsed += other.parsed;
        self.whole += other.whole;
        self.engine += other.engine;
        self.oracle += other.oracle;
        self.parsing += other.parsing;
        self.accepted.append(&mut other.accepted);
        self.accepted.sort_unstable();
    }

    /// Time of the harness: the rest, which is the loop, the comparisons and the checks.
    #[must_use]
    pub fn harness(&self) -> Duration {
        self.whole.saturating_sub(self.engine + self.oracle + self.parsing)
    }

    /// Name and share of each part. Shares are from 0 to 1 and add up to 1.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, f64); 4] {
        let times = [self.engine, self.oracle, self.parsing, self.harness()];
        let sum = times.iter().sum::<Duration>().as_secs_f64();
        let names = ["engine", "oracle", "parsing", "harness"];
        std::array::from_fn(|part| {
            // Without any time, all of it counts as the harness's, so that the sum stays 1.
            let none = if names[part] == "harness" { 1.0 } else { 0.0 };
            (names[part], if sum > 0.0 { times[part].as_secs_f64() / sum } else { none })
        })
    }

    /// Executions per second on one thread; 0 if there were none.
    #[must_use]
    pub fn executions_per_second(&self) -> f64 {
        let seconds = self.whole.as_secs_f64();
        if seconds > 0.0 { self.executions as f64 / seconds } else { 0.0 }
    }

    /// Share of inputs that could be parsed and had a case in them, from 0 to 1.
    #[must_use]
    pub fn parsed_share(&self) -> f64 {
        self.parsed as f64 / self.executions.max(1) as f64
    }

    /// Percentile of the accepted moves per case: `percent` % of the cases had this number or
    /// fewer. 0 if there were no cases.
    #[must_use]
    pub fn accepted_percentile(&self, percent: usize) -> u64 {
        let last = self.accepted.len().saturating_sub(1);
        self.accepted.get(last * percent.min(100) / 100).copied().unwrap_or(0)
    }
}

/// A table of two columns with a line for each figure.
impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<24}{:>9.0}", "executions per s", self.executions_per_second())?;
        for (part, share) in self.parts() {
            let part = if part == "harness" { "checks" } else { part };
            writeln!(f, "  {part:<22}{:>7.1} %", share * 100.0)?;
        }
        writeln!(f, "{:<24}{:>7.1} %", "inputs that parse", self.parsed_share() * 100.0)?;
        writeln!(f, "accepted moves per case")?;
        for (name, percent) in [
            ("minimum", 0),
            ("10th percentile", 10),
            ("median", 50),
            ("90th percentile", 90),
            ("maximum", 100),
        ] {
            writeln!(f, "  {name:<22}{:>9}", self.accepted_percentile(percent))?;
        }
        Ok(())
    }
}

/// Executes the inputs as a fuzz target does and measures the shares with the clock `C`.
/// Divergences are not reported here.
pub fn measure<R, E, O, C>(plain: &Pairing<R, E, O>, inputs: &[Vec<u8>]) -> Shares
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
    C: Clock,
{
    let rules = plain.rules();
    let timed = Pairing::of(
        rules.clone(),
        TimedSide::<E, C, { Side::Engine as u8 }>::new(plain.shared_engine()),
        TimedSide::<O, C, { Side::Oracle as u8 }>::new(plain.shared_oracle()),
    );
    let timed = timed.erased();
    let reading = cost_of_reading::<C>();
    let clocked = |work: &mut dyn FnMut()| {
        let from = C::now();
        work();
        C::now().saturating_sub(from).saturating_sub(reading)
    };
    let mut shares = Shares { executions: inputs.len(), ..Shares::default() };
    SPENT.with(|spent| spent.iter().for_each(|side| side.set(Spent::default())));
    for (number, input) in inputs.iter().enumerate() {
        let mut accepted = Vec::new();
        // The second execution finds warm caches, so the two take turns in going first.
        if number.is_multiple_of(2) {
            execute(&timed, input, &mut Vec::new());
        }
        shares.whole += clocked(&mut || execute(plain, input, &mut accepted));
        if !number.is_multiple_of(2) {
            execute(&timed, input, &mut Vec::new());
        }
        shares.parsing += clocked(&mut || drop(rules.text().read_all(input)));
        shares.parsed += usize::from(!accepted.is_empty());
        shares.accepted.append(&mut accepted);
    }
    shares.accepted.sort_unstable();
    let spent = |side: Side| SPENT.with(|spent| spent[side as usize].get().net(reading));
    (shares.engine, shares.oracle) = (spent(Side::Engine), spent(Side::Oracle));
    shares
}

/// Executes an input once and appends the number of accepted moves of each of its cases.
fn execute<R, E, O>(pairing: &Pairing<R, E, O>, input: &[u8], accepted: &mut Vec<u64>)
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    // An input that cannot be parsed counts as an execution too.
    let _ = pairing.play_each(input, Effort::Lean, &Activity::default(), &mut |checked| {
        accepted.push(checked.stats.accepted);
        ControlFlow::Continue(())
    });
}

/// Mean cost of reading the clock.
fn cost_of_reading<C: Clock>() -> Duration {
    let from = C::now();
    for _ in 1..READINGS {
        std::hint::black_box(C::now());
    }
    C::now().saturating_sub(from) / READINGS
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::{Clock, Interval, SPENT, Shares};

    thread_local! {
        static TICKS: Cell<u64> = const { Cell::new(0) };
    }

    struct Ticks;

    impl Clock for Ticks {
        fn now() -> Duration {
            Duration::from_nanos(TICKS.get())
        }
    }

    fn work(ticks: u64) {
        TICKS.set(TICKS.get() + ticks);
    }

    #[test]
    fn work_of_the_harness_within_an_interval_is_not_counted_for_the_side() {
        let mut interval = Interval::<Ticks>::begin(1);
        work(3);
        interval.pause(|| work(50));
        work(4);
        interval.end();
        let spent = SPENT.with(|spent| spent[1].get());
        assert_eq!((spent.time, spent.intervals), (Duration::from_nanos(7), 2));
        assert_eq!(spent.net(Duration::from_nanos(1)), Duration::from_nanos(5));
    }

    #[test]
    fn the_table_has_a_line_for_each_figure() {
        let shares = Shares {
            executions: 40,
            parsed: 39,
            whole: Duration::from_millis(20),
            engine: Duration::from_millis(5),
            oracle: Duration::from_millis(10),
            parsing: Duration::from_millis(1),
            accepted: (0..=100).collect(),
        };
        let table = shares.to_string();
        let lines: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0].last(), Some(&"2000"));
        let shares = [["25.0", "%"], ["50.0", "%"], ["5.0", "%"], ["20.0", "%"]];
        assert!((1..=4).all(|line| lines[line].ends_with(&shares[line - 1])), "{table}");
        assert!(lines[5].ends_with(&["97.5", "%"]), "{table}");
        assert_eq!(lines[9].last(), Some(&"50"), "the median: {table}");
    }

    #[test]
    fn shares_add_up() {
        let times = |factor: u32, accepted: &[u64]| Shares {
            executions: factor as usize,
            parsed: 2 * factor as usize,
            whole: Duration::from_secs(3) * factor,
            engine: Duration::from_secs(4) * factor,
            oracle: Duration::from_secs(5) * factor,
            parsing: Duration::from_secs(6) * factor,
            accepted: accepted.to_vec(),
        };
        let mut sum = times(1, &[1, 5]);
        sum.add(times(2, &[0, 3, 9]));
        assert_eq!(sum, times(3, &[0, 1, 3, 5, 9]));
    }

    #[test]
    fn without_executions_all_figures_are_zero() {
        let none = Shares::default();
        assert!(none.executions_per_second() == 0.0 && none.parsed_share() == 0.0);
        assert_eq!([0, 50, 100, 200].map(|percent| none.accepted_percentile(percent)), [0; 4]);
        let some = Shares { accepted: (1..=11).collect(), ..none };
        let percentiles = [0, 9, 10, 50, 99, 100, 200].map(|part| some.accepted_percentile(part));
        assert_eq!(percentiles, [1, 1, 2, 6, 10, 11, 11]);
    }
}
