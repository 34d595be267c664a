//! One shape after the other, each by a pool of workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use board::{Plays, SetupOf};

use super::queue::{Queue, Rest};
use super::seen::SeenByAll;
use super::walk::{Explorer, Halt, PlaceOf};
use super::{Begun, Difference, End, Figures, Finished, Outcome, Plan, Progress, Shape};
use crate::RuleSet;
use crate::activity::Stage;
use crate::divergence::Divergence;
use crate::pairing::Pairing;
use crate::pool::{self, Event, LAST_LIMIT, LOOK, Pool, Slot, Work};
use crate::rules::AssertionChecker;

/// The time that workers have to finish their blocks once an end is wanted. After that, what was
/// done of the shape since the last checkpoint is lost.
const GRACE: Duration = Duration::from_secs(2);

/// Checkpoints take 1/`KEEPING` of the time at most.
const KEEPING: u32 = 20;

/// What a panic or an endless loop looks like from outside; made into a finding with the case.
type ReportHang<'a> = &'a dyn Fn(&str, Stage) -> Divergence;

/// What all workers need to know.
struct Shared<R: RuleSet> {
    queue: Queue<SetupOf<R::Vocabulary>>,
    seen: SeenByAll,
    all_moves: bool,
    /// Set when the ends of blocks are no longer waited for.
    abort: AtomicBool,
}

/// What ends a shape early.
enum Failed {
    /// Perhaps with what is needed to go on.
    Stopped(Option<Box<Begun>>),
    Crowded,
    Wrong(Box<Difference>),
}

/// Goes through everything within the bounds. `report_hang` says what is to be said of a case that did not
/// come back; `progress` is called now and then.
pub(crate) fn run<R, E, O>(
    pairing: &Pairing<R, E, O>,
    plan: &Plan,
    report_hang: ReportHang<'_>,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Outcome
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let shapes = match count(pairing.rules(), plan) {
        Ok(shapes) => shapes,
        // What was done before still is.
        Err(end) => {
            let (finished, begun) = (plan.finished.clone(), plan.begun.clone());
            return Outcome { finished, begun, end };
        }
    };
    let all: u64 = shapes.iter().map(|(_, work)| work).sum();
    let mut finished = Vec::new();
    let mut done = 0;
    for &(shape, work) in &shapes {
        if let Some(known) = plan.finished.iter().find(|known| known.shape == shape) {
            finished.push(*known);
            done += work;
            continue;
        }
        if plan.stop.load(Relaxed) {
            return Outcome { finished, begun: None, end: End::Stopped };
        }
        let came = of_shape(pairing, plan, shape, report_hang, &mut |setups, begun| {
            let work = (done + setups * shape.cells() as u64, all);
            progress(&Progress { finished: &finished, begun, shapes: shapes.len(), shape, work });
        });
        match came {
            Ok(figures) => finished.push(Finished { shape, figures }),
            Err(failed) => {
                let (begun, end) = match failed {
                    Failed::Stopped(begun) => (begun.map(|begun| *begun), End::Stopped),
                    Failed::Crowded => (None, End::Crowded(shape)),
                    Failed::Wrong(difference) => (None, End::Differs(shape, difference)),
                };
                return Outcome { finished, begun, end };
            }
        }
        done += work;
        let (shapes, work) = (shapes.len(), (done, all));
        progress(&Progress { finished: &finished, begun: None, shapes, shape, work });
    }
    Outcome { finished, begun: None, end: End::Done }
}

/// The shapes that there are boards of, with how much work there is.
fn count<R: RuleSet>(rules: &R, plan: &Plan) -> Result<Vec<(Shape, u64)>, End> {
    let (mut shapes, mut all) = (Vec::new(), 0);
    for shape in plan.bounds.all_shapes() {
        let before = all;
        for _ in setups(rules, shape, plan.bounds.symbols) {
            all += 1;
            if all > plan.setups_max {
                return Err(End::TooMany(shape));
            }
            if plan.stop.load(Relaxed) {
                return Err(End::Stopped);
            }
        }
        if all > before {
            shapes.push((shape, (all - before) * shape.cells() as u64));
        }
    }
    Ok(shapes)
}

/// Every set-up of a shape; none if the rule set enumerates nothing.
fn setups<R: RuleSet>(
    rules: &R,
    shape: Shape,
    symbols: u8,
) -> Box<dyn Iterator<Item = SetupOf<R::Vocabulary>> + Send> {
    match rules.enumeration() {
        Some(enumeration) => enumeration.setups(shape, symbols),
        None => Box::new(std::iter::empty()),
    }
}

/// All set-ups of a shape. `progress` is told how many are done, and now and then gets what is needed
/// to go on.
fn of_shape<R, E, O>(
    pairing: &Pairing<R, E, O>,
    plan: &Plan,
    shape: Shape,
    report_hang: ReportHang<'_>,
    progress: Tell<'_>,
) -> Result<Figures, Failed>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let nothing = Begun {
        so_far: Finished { shape, figures: Figures::default() },
        next: 0,
        seen: super::Seen::default(),
    };
    let begun = plan.begun.as_ref().filter(|begun| begun.so_far.shape == shape).unwrap_or(&nothing);
    let setups = setups(pairing.rules(), shape, plan.bounds.symbols);
    let shared = Arc::new(Shared {
        queue: Queue::new(setups, begun.next, begun.so_far.figures),
        seen: SeenByAll::from(&begun.seen),
        all_moves: plan.all_moves,
        abort: AtomicBool::new(false),
    });
    // Checkpoints that are wanted more often than the poll interval do not depend on how long a shape
    // takes.
    let interval = plan.keep_every.map_or(LOOK, |least| least.min(LOOK));
    let blocks = Blocks { shared: Arc::clone(&shared), pairing: pairing.clone() };
    let pool = Pool::start(Arc::new(blocks), plan.threads, interval);
    let supervisor = Supervisor {
        rules: pairing.rules(),
        plan,
        shape,
        shared: &shared,
        workers: pool.size(),
        done: begun.next,
        failed: None,
        wanted_end: None,
        kept: Instant::now(),
        kept_done: begun.next,
        pause: plan.keep_every.unwrap_or_default(),
    };
    supervisor.gather(pool, report_hang, progress)
}

/// Receives how many set-ups are done, and now and then a checkpoint.
type Tell<'a> = &'a mut dyn FnMut(u64, Option<&Begun>);

/// The state of a shape that is under way.
struct Supervisor<'a, R: RuleSet> {
    rules: &'a R,
    plan: &'a Plan,
    shape: Shape,
    shared: &'a Shared<R>,
    /// The number of workers.
    workers: usize,
    /// The number of set-ups that are done.
    done: u64,
    failed: Option<Failed>,
    /// The time since when an end is wanted.
    wanted_end: Option<Instant>,
    /// The time of the last checkpoint.
    kept: Instant,
    /// The number of set-ups that were done by then.
    kept_done: u64,
    /// The time from the last checkpoint to the next.
    pause: Duration,
}

impl<R: RuleSet> Supervisor<'_, R> {
    /// Puts together the results of the workers.
    fn gather<W: Work<Place = PlaceOf<R>, Result = Explored>>(
        mut self,
        mut pool: Pool<W>,
        report_hang: ReportHang<'_>,
        progress: Tell<'_>,
    ) -> Result<Figures, Failed> {
        while let Some(event) = pool.wait(pool::limit(self.plan.step_limit, self.failed.is_some()))
        {
            match event {
                Event::Done(Ok(setups)) => self.done += setups,
                Event::Done(Err(failed)) => self.failed = Some(worse(self.failed.take(), failed)),
                Event::Tick => {
                    progress(self.done, None);
                    self.keep_if_due(progress);
                    if self.end_if_wanted() {
                        return Err(self.failed.unwrap_or(Failed::Stopped(None)));
                    }
                }
                Event::Hung(worker) => {
                    self.shared.queue.close();
                    // What was found before says more.
                    return Err(self.failed.unwrap_or_else(|| {
                        let (index, case) = worker.place;
                        let text = self.rules.text().print(&case);
                        let divergence = report_hang(&text, worker.stage);
                        Failed::Wrong(Box::new(Difference { index, text, divergence }))
                    }));
                }
            }
        }
        match (self.failed.take(), self.shared.queue.at_rest(self.workers)) {
            (Some(failed), _) => Err(failed),
            (None, Some(rest)) if rest.is_spent => Ok(rest.figures),
            (None, rest) => Err(Failed::Stopped(rest.map(|rest| Box::new(self.begun(&rest))))),
        }
    }

    /// Closes the queue once an end is wanted. True when the blocks that are under way have been
    /// waited for long enough; workers that are still at one are abandoned.
    fn end_if_wanted(&mut self) -> bool {
        if !self.plan.stop.load(Relaxed) {
            return false;
        }
        self.shared.queue.close();
        let patience = patience(self.wanted_end.get_or_insert_with(Instant::now).elapsed());
        self.shared.abort.store(patience != Patience::Waits, Relaxed);
        patience == Patience::IsOver
    }

    /// Lets all workers rest when a checkpoint is due, and hands it over once they do.
    fn keep_if_due(&mut self, progress: Tell<'_>) {
        let is_due = self.done > self.kept_done && self.kept.elapsed() >= self.pause;
        let Some(least) = self.plan.keep_every.filter(|_| is_due) else { return };
        self.shared.queue.pause();
        let Some(rest) = self.shared.queue.at_rest(self.workers) else { return };
        let began = Instant::now();
        progress(self.done, Some(&self.begun(&rest)));
        self.shared.queue.go_on();
        (self.kept, self.kept_done) = (Instant::now(), self.done);
        self.pause = least.max(pause_after(began.elapsed()));
    }

    fn begun(&self, rest: &Rest) -> Begun {
        let so_far = Finished { shape: self.shape, figures: rest.figures };
        Begun { so_far, next: rest.next, seen: self.shared.seen.so_far() }
    }
}

/// How long whoever wants an end goes on to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    /// For the blocks that are under way.
    Waits,
    /// For the moves that are.
    Hurries,
    /// No longer.
    IsOver,
}

fn patience(waited: Duration) -> Patience {
    match waited {
        _ if waited < GRACE => Patience::Waits,
        _ if waited < GRACE + LAST_LIMIT => Patience::Hurries,
        _ => Patience::IsOver,
    }
}

/// For how long nothing is kept after keeping has taken so long.
fn pause_after(keeping: Duration) -> Duration {
    keeping * KEEPING
}

/// What is to be told of two failures: a wrong case before all else, and of those the first.
fn worse(one: Option<Failed>, other: Failed) -> Failed {
    match (one, other) {
        (Some(Failed::Wrong(one)), Failed::Wrong(other)) => {
            Failed::Wrong(if other.index < one.index { other } else { one })
        }
        (Some(Failed::Wrong(one)), _) => Failed::Wrong(one),
        (Some(Failed::Crowded), Failed::Stopped(_)) => Failed::Crowded,
        (_, other) => other,
    }
}

/// The result of a block: the number of its set-ups.
type Explored = Result<u64, Failed>;

/// The set-ups of a shape in blocks, to be explored on both sides.
struct Blocks<R: RuleSet, E, O> {
    shared: Arc<Shared<R>>,
    pairing: Pairing<R, E, O>,
}

impl<R, E, O> Work for Blocks<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    /// The number of the first set-up, and the block.
    type Job = (u64, Vec<SetupOf<R::Vocabulary>>);
    type Place = PlaceOf<R>;
    type Result = Explored;

    fn take(&self) -> Option<Self::Job> {
        self.shared.queue.take()
    }

    fn worker<'a>(&'a self, slot: &'a Slot<PlaceOf<R>>) -> impl FnMut(Self::Job) -> Explored + 'a {
        let (shared, pairing) = (&*self.shared, &self.pairing);
        let Some(enumeration) = pairing.rules().enumeration() else {
            unreachable!("without an enumeration there are no set-ups");
        };
        let assertions = pairing.rules().assertions();
        let mut explorer = Explorer {
            pairing,
            enumeration,
            seen: &shared.seen,
            slot,
            stop: &shared.abort,
            all_moves: shared.all_moves,
            claims: assertions.map_or_else(no_claims::<R>, |assertions| assertions.checker()),
            figures: Figures::default(),
        };
        move |(first, block)| {
            let done = all_of(&mut explorer, first, &block);
            match &done {
                Ok(()) => shared.queue.count(std::mem::take(&mut explorer.figures)),
                Err(_) => shared.queue.fail(),
            }
            done.map(|()| block.len() as u64)
        }
    }
}

/// The checker where nobody claims anything.
fn no_claims<'a, R: RuleSet>() -> AssertionChecker<'a, R::Vocabulary> {
    Box::new(|_| Ok(0))
}

/// A block of set-ups, of which the first has that number.
fn all_of<R, E, O>(
    explorer: &mut Explorer<'_, R, E, O>,
    first: u64,
    block: &[SetupOf<R::Vocabulary>],
) -> Result<(), Failed>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    for (index, setup) in (first..).zip(block) {
        match explorer.explore(index, setup) {
            Ok(()) => {}
            Err(Halt::Stopped) => return Err(Failed::Stopped(None)),
            Err(Halt::Crowded) => return Err(Failed::Crowded),
            Err(Halt::Wrong(divergence)) => {
                let (_, case) = explorer.slot.place().expect("a set-up is being played");
                let text = explorer.pairing.rules().text().print(&case);
                let difference = Difference { index, text, divergence: *divergence };
                return Err(Failed::Wrong(Box::new(difference)));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Difference, Failed, Patience, patience, pause_after, worse};
    use crate::divergence::{Divergence, Finding};

    fn wrong(index: u64) -> Failed {
        let finding = Finding::Claimed { claim: String::new(), detail: String::new() };
        let divergence = Divergence::of(finding);
        Failed::Wrong(Box::new(Difference { index, text: String::new(), divergence }))
    }

    /// The number of the set-up that is told of, or what else is.
    fn told(failed: &Failed) -> Result<u64, &'static str> {
        match failed {
            Failed::Wrong(difference) => Ok(difference.index),
            Failed::Crowded => Err("crowded"),
            Failed::Stopped(_) => Err("stopped"),
        }
    }

    #[test]
    fn of_two_wrong_cases_the_first_is_told_and_before_all_else() {
        let of = |one, other| told(&worse(Some(one), other)).unwrap();
        assert_eq!(of(wrong(3), wrong(7)), 3);
        assert_eq!(of(wrong(7), wrong(3)), 3);
        assert_eq!(of(wrong(7), Failed::Crowded), 7);
        assert_eq!(of(Failed::Crowded, wrong(7)), 7);
        assert_eq!(of(Failed::Stopped(None), wrong(7)), 7);
        assert_eq!(told(&worse(None, wrong(7))), Ok(7));
        assert_eq!(told(&worse(Some(Failed::Crowded), Failed::Stopped(None))), Err("crowded"));
        assert_eq!(told(&worse(Some(Failed::Stopped(None)), Failed::Crowded)), Err("crowded"));
    }

    #[test]
    fn whoever_wants_an_end_waits_for_two_seconds_and_for_one_more_in_a_hurry() {
        let after = |millis| patience(Duration::from_millis(millis));
        assert_eq!([0, 1_999].map(after), [Patience::Waits; 2]);
        assert_eq!([2_000, 2_999].map(after), [Patience::Hurries; 2]);
        assert_eq!([3_000, 60_000].map(after), [Patience::IsOver; 2]);
    }

    #[test]
    fn keeping_takes_a_twentieth_of_the_time_at_most() {
        let keeping = Duration::from_millis(70);
        assert_eq!(pause_after(keeping), Duration::from_millis(1_400));
    }
}
