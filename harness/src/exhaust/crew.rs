//! The workers, and whoever watches over them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use board::{Game, Vocabulary};

use super::seen::Seen;
use super::walk::{Desk, Explorer, Halt};
use super::{Difference, End, Figures, Finished, Outcome, Plan, Progress, Shape};
use crate::RuleSet;
use crate::campaign::LAST_LIMIT;
use crate::divergence::Divergence;
use crate::pulse::Stage;
use crate::watch::{LOOK, Watch};

/// So many set-ups a worker takes at a time.
const BLOCK: usize = 32;

type Setups<R> = Box<dyn Iterator<Item = <<R as RuleSet>::Words as Vocabulary>::Setup> + Send>;

/// What a panic or an endless loop looks like from outside; made into a finding with the case.
type Hung<'a> = &'a dyn Fn(&str, Stage) -> Divergence;

/// What all workers need to know.
struct Shared<R: RuleSet> {
    rules: R,
    /// The set-ups that are left, and the number of the next.
    setups: Mutex<(u64, Setups<R>)>,
    seen: Seen,
    all_moves: bool,
    /// Set when no more set-ups are to be begun.
    is_over: AtomicBool,
    stop: Arc<AtomicBool>,
}

enum Message {
    /// So many set-ups are done.
    Done(u64),
    Failed(Failed),
    /// A worker has ended, and this is what it counted.
    Left(Figures),
}

/// What ends a shape early.
enum Failed {
    Stopped,
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
        Err(end) => return Outcome { finished: Vec::new(), begun: None, end },
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
        let (figures, failed) = of_shape::<R, E, O>(rules, plan, shape, hung, &mut |setups| {
            let cells = shape.cells() as u64;
            let work = (done + setups * cells, all);
            progress(&Progress { finished: &finished, shapes: shapes.len(), shape, work });
        });
        let this = Finished { shape, figures };
        if let Some(failed) = failed {
            let end = match failed {
                Failed::Stopped => End::Stopped,
                Failed::Crowded => End::Crowded(shape),
                Failed::Wrong(difference) => End::Differs(shape, difference),
            };
            return Outcome { finished, begun: Some(this), end };
        }
        finished.push(this);
        done += work;
        progress(&Progress { finished: &finished, shapes: shapes.len(), shape, work: (done, all) });
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

/// All set-ups of a shape. `progress` is told how many are done.
fn of_shape<R, E, O>(
    rules: &R,
    plan: &Plan,
    shape: Shape,
    hung: Hung<'_>,
    progress: &mut dyn FnMut(u64),
) -> (Figures, Option<Failed>)
where
    R: RuleSet,
    E: Game<Words = R::Words> + 'static,
    O: Game<Words = R::Words> + 'static,
{
    let shared = Arc::new(Shared {
        rules: rules.clone(),
        setups: Mutex::new((0, rules.setups(shape, plan.bounds.symbols))),
        seen: Seen::default(),
        all_moves: plan.all_moves,
        is_over: AtomicBool::new(false),
        stop: Arc::clone(&plan.stop),
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
    let gathered = gather(&receiver, &desks, plan, &shared, progress);
    match gathered {
        Ok(gathered) => gathered,
        Err(desk) => {
            shared.is_over.store(true, Relaxed);
            let (index, case) = desk.case().expect("who hangs is at a set-up");
            let text = rules.print(&case);
            let divergence = hung(&text, desk.pulse.stage());
            let difference = Difference { index, text, divergence };
            (Figures::default(), Some(Failed::Wrong(Box::new(difference))))
        }
    }
}

/// Puts together what the workers say; one that does not come back is an error.
fn gather<'d, R: RuleSet>(
    receiver: &Receiver<Message>,
    desks: &'d [Arc<Desk<R>>],
    plan: &Plan,
    shared: &Shared<R>,
    progress: &mut dyn FnMut(u64),
) -> Result<(Figures, Option<Failed>), &'d Desk<R>> {
    let mut watches: Vec<Watch> = desks.iter().map(|desk| Watch::new(&desk.pulse)).collect();
    let (mut figures, mut failed, mut done) = (Figures::default(), None, 0);
    let (mut working, mut looked) = (desks.len(), Instant::now());
    while working > 0 {
        match receiver.recv_timeout(LOOK) {
            Ok(Message::Done(setups)) => done += setups,
            Ok(Message::Failed(one)) => {
                shared.is_over.store(true, Relaxed);
                failed = Some(worse(failed, one));
            }
            Ok(Message::Left(counted)) => {
                working -= 1;
                figures += counted;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("every worker says that it leaves"),
        }
        if looked.elapsed() < LOOK {
            continue;
        }
        looked = Instant::now();
        progress(done);
        let is_over = shared.is_over.load(Relaxed) || plan.stop.load(Relaxed);
        let limit: Duration =
            if is_over { plan.step_limit.min(LAST_LIMIT) } else { plan.step_limit };
        for (watch, desk) in watches.iter_mut().zip(desks) {
            // Who has ended stands still, too, and is at no set-up any more.
            if watch.stands_still(&desk.pulse, limit) && desk.case().is_some() {
                return Err(desk);
            }
        }
    }
    Ok((figures, failed))
}

/// What is to be told of two failures: a wrong case before all else, and of those the first.
fn worse(one: Option<Failed>, other: Failed) -> Failed {
    match (one, other) {
        (Some(Failed::Wrong(one)), Failed::Wrong(other)) => {
            Failed::Wrong(if other.index < one.index { other } else { one })
        }
        (Some(Failed::Wrong(one)), _) => Failed::Wrong(one),
        (Some(Failed::Crowded), Failed::Stopped) => Failed::Crowded,
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
        stop: &shared.stop,
        all_moves: shared.all_moves,
        claims: shared.rules.claims(),
        figures: Figures::default(),
    };
    // Nobody listens any more if another one hangs.
    let tell = |message| drop(sender.send(message));
    'blocks: while !shared.is_over.load(Relaxed) {
        let (first, block) = {
            let mut setups = shared.setups.lock().unwrap_or_else(PoisonError::into_inner);
            let block: Vec<_> = setups.1.by_ref().take(BLOCK).collect();
            let first = setups.0;
            setups.0 += block.len() as u64;
            (first, block)
        };
        if block.is_empty() {
            break;
        }
        for (index, setup) in (first..).zip(&block) {
            let failed = match explorer.explore::<E, O>(index, setup) {
                _ if shared.stop.load(Relaxed) => Failed::Stopped,
                Ok(()) => continue,
                Err(Halt::Stopped) => Failed::Stopped,
                Err(Halt::Crowded) => Failed::Crowded,
                Err(Halt::Wrong(divergence)) => {
                    let (_, case) = desk.case().expect("a set-up is being played");
                    let text = shared.rules.print(&case);
                    Failed::Wrong(Box::new(Difference { index, text, divergence: *divergence }))
                }
            };
            tell(Message::Failed(failed));
            break 'blocks;
        }
        tell(Message::Done(block.len() as u64));
    }
    desk.leave();
    tell(Message::Left(explorer.figures));
}
