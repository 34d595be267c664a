//! The workers, and whoever watches over them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use board::{Game, Vocabulary};

use super::queue::{Queue, Rest};
use super::seen::SeenByAll;
use super::walk::{Desk, Explorer, Halt};
use super::{Begun, Difference, End, Figures, Finished, Outcome, Plan, Progress, Shape};
use crate::RuleSet;
use crate::case::Case;
use crate::divergence::Divergence;
use crate::pool::{LAST_LIMIT, LOOK};
use crate::pulse::Stage;
use crate::watch::Watch;

/// How long workers may take to come to the end of what they have in hand when an end is wanted.
/// What was done of the shape since it was last kept is lost after that.
const GRACE: Duration = Duration::from_secs(2);

/// Keeping may take one part in so many of the time.
const KEEPING: u32 = 20;

type SetupOf<R> = <<R as RuleSet>::Words as Vocabulary>::Setup;

/// What a panic or an endless loop looks like from outside; made into a finding with the case.
type Hung<'a> = &'a dyn Fn(&str, Stage) -> Divergence;

/// What all workers need to know.
struct Shared<R: RuleSet> {
    rules: R,
    queue: Queue<SetupOf<R>>,
    seen: SeenByAll,
    all_moves: bool,
    /// Set when nobody waits for the end of a block any more.
    abort: AtomicBool,
}

enum Message {
    /// So many set-ups are done.
    Done(u64),
    Failed(Failed),
    /// A worker has ended.
    Left,
}

/// What ends a shape early.
enum Failed {
    /// Perhaps with what is needed to go on.
    Stopped(Option<Box<Begun>>),
    Crowded,
    Wrong(Box<Difference>),
}

/// Goes through everything within the bounds. `hung` says what is to be said of a case that did not
/// come back; `progress` is called now and then.
pub(crate) fn run<R, E, O>(
    rules: &R,
    plan: &Plan,
    hung: Hung<'_>,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Outcome
where
    R: RuleSet,
    E: Game<Words = R::Words> + 'static,
    O: Game<Words = R::Words> + 'static,
{
    let shapes = match count(rules, plan) {
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
        let came = of_shape::<R, E, O>(rules, plan, shape, hung, &mut |setups, begun| {
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
        for _ in rules.setups(shape, plan.bounds.symbols) {
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

/// All set-ups of a shape. `progress` is told how many are done, and now and then gets what is needed
/// to go on.
fn of_shape<R, E, O>(
    rules: &R,
    plan: &Plan,
    shape: Shape,
    hung: Hung<'_>,
    progress: Tell<'_>,
) -> Result<Figures, Failed>
where
    R: RuleSet,
    E: Game<Words = R::Words> + 'static,
    O: Game<Words = R::Words> + 'static,
{
    let nothing = Begun {
        so_far: Finished { shape, figures: Figures::default() },
        next: 0,
        seen: super::Seen::default(),
    };
    let begun = plan.begun.as_ref().filter(|begun| begun.so_far.shape == shape).unwrap_or(&nothing);
    let setups = rules.setups(shape, plan.bounds.symbols);
    let shared = Arc::new(Shared {
        rules: rules.clone(),
        queue: Queue::new(setups, begun.next, begun.so_far.figures),
        seen: SeenByAll::from(&begun.seen),
        all_moves: plan.all_moves,
        abort: AtomicBool::new(false),
    });
    let (sender, receiver) = mpsc::channel();
    let desks: Vec<_> = (0..plan.threads.max(1))
        .map(|_| {
            let (desk, shared, sender) =
                (Arc::new(Desk::new()), Arc::clone(&shared), sender.clone());
            let at = Arc::clone(&desk);
            // Whoever hangs is left behind, so this cannot be a scope.
            thread::spawn(move || work::<R, E, O>(&shared, &at, &sender));
            desk
        })
        .collect();
    drop(sender);
    let overseer = Overseer {
        plan,
        shape,
        shared: &shared,
        watches: desks.iter().map(|desk| (Watch::new(&desk.pulse), &**desk)).collect(),
        wanted_end: None,
        kept: Instant::now(),
        kept_done: begun.next,
        pause: plan.keep_every.unwrap_or_default(),
    };
    overseer.gather(&receiver, begun.next, progress).unwrap_or_else(|hang| {
        shared.queue.close();
        let (index, case) = hang.at;
        let text = rules.print(&case);
        let divergence = hung(&text, hang.stage);
        Err(Failed::Wrong(Box::new(Difference { index, text, divergence })))
    })
}

/// A worker that does not come back.
struct Hang<R: RuleSet> {
    /// The number of the set-up, and the case.
    at: (u64, Case<R::Words>),
    stage: Stage,
}

/// Is told how many set-ups are done, and now and then what is needed to go on.
type Tell<'a> = &'a mut dyn FnMut(u64, Option<&Begun>);

/// Whoever looks after the workers of a shape.
struct Overseer<'a, R: RuleSet> {
    plan: &'a Plan,
    shape: Shape,
    shared: &'a Shared<R>,
    watches: Vec<(Watch, &'a Desk<R>)>,
    /// Since when an end is wanted.
    wanted_end: Option<Instant>,
    /// When was last kept what is needed to go on.
    kept: Instant,
    /// How many set-ups were done by then.
    kept_done: u64,
    /// How long after that it is kept again.
    pause: Duration,
}

impl<R: RuleSet> Overseer<'_, R> {
    /// Puts together what the workers say; one that does not come back is the error outside.
    fn gather(
        mut self,
        receiver: &Receiver<Message>,
        mut done: u64,
        progress: Tell<'_>,
    ) -> Result<Result<Figures, Failed>, Hang<R>> {
        // Who wants it kept more often than that is not to depend on how long a shape takes.
        let look = self.plan.keep_every.map_or(LOOK, |least| least.min(LOOK));
        let mut failed = None;
        let (mut working, mut looked) = (self.watches.len(), Instant::now());
        while working > 0 {
            match receiver.recv_timeout(LOOK) {
                Ok(Message::Done(setups)) => done += setups,
                Ok(Message::Failed(one)) => {
                    self.shared.queue.close();
                    failed = Some(worse(failed, one));
                }
                Ok(Message::Left) => working -= 1,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("every worker says that it leaves")
                }
            }
            if looked.elapsed() < look {
                continue;
            }
            looked = Instant::now();
            progress(done, None);
            self.keep_if_due(done, progress);
            if self.end_if_wanted() {
                return Ok(Err(failed.unwrap_or(Failed::Stopped(None))));
            }
            if let Some(hang) = self.look_round(failed.is_some()) {
                // What was found before says more.
                return failed.map_or(Err(hang), |failed| Ok(Err(failed)));
            }
        }
        Ok(match (failed, self.shared.queue.at_rest(self.watches.len())) {
            (Some(failed), _) => Err(failed),
            (None, Some(rest)) if rest.is_spent => Ok(rest.figures),
            (None, rest) => Err(Failed::Stopped(rest.map(|rest| Box::new(self.begun(&rest))))),
        })
    }

    /// Whoever wants an end waits for the blocks that are under way, but not for long. Whether it is
    /// too long: who still has not come back then is left behind.
    fn end_if_wanted(&mut self) -> bool {
        if !self.plan.stop.load(Relaxed) {
            return false;
        }
        self.shared.queue.close();
        let patience = patience(self.wanted_end.get_or_insert_with(Instant::now).elapsed());
        self.shared.abort.store(patience != Patience::Waits, Relaxed);
        patience == Patience::IsOver
    }

    /// Now and then all workers rest, and what is needed to go on is handed over.
    fn keep_if_due(&mut self, done: u64, progress: Tell<'_>) {
        let is_due = done > self.kept_done && self.kept.elapsed() >= self.pause;
        let Some(least) = self.plan.keep_every.filter(|_| is_due) else { return };
        self.shared.queue.pause();
        let Some(rest) = self.shared.queue.at_rest(self.watches.len()) else { return };
        let began = Instant::now();
        progress(done, Some(&self.begun(&rest)));
        self.shared.queue.go_on();
        (self.kept, self.kept_done) = (Instant::now(), done);
        self.pause = least.max(pause_after(began.elapsed()));
    }

    fn begun(&self, rest: &Rest) -> Begun {
        let so_far = Finished { shape: self.shape, figures: rest.figures };
        Begun { so_far, next: rest.next, seen: self.shared.seen.so_far() }
    }

    /// A worker that does not come back from what it does, if there is one.
    fn look_round(&mut self, has_failed: bool) -> Option<Hang<R>> {
        let limit = self.plan.step_limit;
        let limit = if has_failed { limit.min(LAST_LIMIT) } else { limit };
        self.watches.iter_mut().find_map(|(watch, desk)| {
            // Who rests stands still, too, and is at no set-up. A set-up is taken up after a beat, so
            // whether there is one is looked at first.
            let at = desk.case()?;
            watch.stands_still(&desk.pulse, limit).then(|| Hang { at, stage: desk.pulse.stage() })
        })
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

fn work<R, E, O>(shared: &Shared<R>, desk: &Arc<Desk<R>>, sender: &Sender<Message>)
where
    R: RuleSet,
    E: Game<Words = R::Words>,
    O: Game<Words = R::Words>,
{
    let mut explorer = Explorer {
        rules: &shared.rules,
        seen: &shared.seen,
        desk,
        stop: &shared.abort,
        all_moves: shared.all_moves,
        claims: shared.rules.claims(),
        figures: Figures::default(),
    };
    // Nobody listens any more if another one hangs.
    let tell = |message| drop(sender.send(message));
    while let Some((first, block)) = shared.queue.take() {
        if let Err(failed) = all_of::<R, E, O>(&mut explorer, first, &block) {
            tell(Message::Failed(failed));
            break;
        }
        desk.leave();
        shared.queue.count(std::mem::take(&mut explorer.figures));
        tell(Message::Done(block.len() as u64));
    }
    desk.leave();
    tell(Message::Left);
}

/// A block of set-ups, of which the first has that number.
fn all_of<R, E, O>(
    explorer: &mut Explorer<'_, R>,
    first: u64,
    block: &[SetupOf<R>],
) -> Result<(), Failed>
where
    R: RuleSet,
    E: Game<Words = R::Words>,
    O: Game<Words = R::Words>,
{
    for (index, setup) in (first..).zip(block) {
        match explorer.explore::<E, O>(index, setup) {
            Ok(()) => {}
            Err(Halt::Stopped) => return Err(Failed::Stopped(None)),
            Err(Halt::Crowded) => return Err(Failed::Crowded),
            Err(Halt::Wrong(divergence)) => {
                let (_, case) = explorer.desk.case().expect("a set-up is being played");
                let text = explorer.rules.print(&case);
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
