use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::{Event, Hang, POLL_INTERVAL, Pool, Schedule, Slot, Times, Work, limit};
use crate::model::activity::{Action, Side};
use crate::model::guard;

/// Step limit that a worker with progress never exceeds, even on a busy machine.
const LIMIT: Duration = Duration::from_millis(250);
/// Step limit that no job reaches.
const LONG: Duration = Duration::from_mins(5);

/// Jobs `0..count`, each run by `body`.
struct Numbered<F> {
    count: u64,
    next: AtomicU64,
    stop: AtomicBool,
    body: F,
}

impl<F> Numbered<F> {
    fn new(count: u64, body: F) -> Arc<Self> {
        Arc::new(Self { count, next: AtomicU64::new(0), stop: AtomicBool::new(false), body })
    }

    fn taken(&self) -> u64 {
        self.next.load(Relaxed).min(self.count)
    }
}

impl<T, F> Work for Numbered<F>
where
    T: Send + 'static,
    F: Fn(u64, &Slot<u64>) -> T + Send + Sync + 'static,
{
    type Job = u64;
    type Place = u64;
    type Result = (u64, T);

    fn take(&self) -> Option<u64> {
        let job = self.next.fetch_add(1, Relaxed);
        (job < self.count && !self.stop.load(Relaxed)).then_some(job)
    }

    fn worker<'a>(&'a self, slot: &'a Slot<u64>) -> impl FnMut(u64) -> (u64, T) + 'a {
        |job| {
            slot.enter(job);
            (job, (self.body)(job, slot))
        }
    }
}

/// The events of a pool until its end, which must come within a minute.
struct Events<W: Work> {
    pool: Pool<W>,
    started: Instant,
}

impl<W: Work> Events<W> {
    fn of(pool: Pool<W>) -> Self {
        Self { pool, started: Instant::now() }
    }

    /// The next event. The pool ticks, so this returns even if the watchdog fails.
    fn next(&mut self, limit: Duration) -> Option<Event<W::Result, W::Place>> {
        assert!(self.started.elapsed() < Duration::from_mins(1), "the pool does not end");
        self.pool.wait(limit)
    }
}

/// Results and hangs, both in the order of the jobs.
type Drained<T> = (Vec<(u64, T)>, Vec<(u64, Hang)>);

/// Runs a pool to its end and replaces each abandoned worker.
fn drain<T: Ord, W: Work<Result = (u64, T), Place = u64>>(
    pool: Pool<W>,
    limit: Duration,
) -> Drained<T> {
    let (mut done, mut hangs) = (Vec::new(), Vec::new());
    let mut events = Events::of(pool);
    while let Some(event) = events.next(limit) {
        match event {
            Event::Done(result) => done.push(result),
            Event::Hung(job, hang) => {
                hangs.push((job, hang));
                events.pool.add_worker();
            }
            Event::Tick => {}
        }
    }
    done.sort_unstable();
    hangs.sort_unstable_by_key(|(job, _)| *job);
    (done, hangs)
}

fn hang() -> ! {
    loop {
        thread::park();
    }
}

/// Waits until `condition` holds, for at most a minute.
fn wait_until(condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_mins(1), "the condition does not become true");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_hanging_worker_is_abandoned_with_its_job_and_stage_and_the_others_finish() {
    for threads in [1, 3] {
        let work = Numbered::new(200, |job, slot: &Slot<u64>| {
            slot.activity().begin_case(move || format!("case {job}"));
            slot.activity().begin(job as usize + 1, Some(Side::Engine), Action::Key);
            if job % 100 == 17 {
                hang();
            }
        });
        let (done, hangs) = drain(Pool::start(work, threads, POLL_INTERVAL), LIMIT);
        let others: Vec<_> = (0..200).filter(|job| job % 100 != 17).map(|job| (job, ())).collect();
        assert_eq!(done, others);
        assert_eq!(hangs.len(), 2);
        for ((place, hang), job) in hangs.into_iter().zip([17, 117]) {
            let Hang { stage, text, .. } = hang;
            assert_eq!((place, text), (job, Some(format!("case {job}"))));
            assert_eq!(u64::from(stage.step), job + 1);
            assert_eq!((stage.side, stage.action), (Some(Side::Engine), Action::Key));
        }
    }
}

#[test]
fn results_from_before_a_hang_are_not_lost_when_no_worker_is_left() {
    let hangs = Arc::new(AtomicBool::new(false));
    let work = Numbered::new(5, {
        let hangs = Arc::clone(&hangs);
        move |job, _: &Slot<u64>| {
            if job == 2 {
                hangs.store(true, Relaxed);
                hang();
            }
        }
    });
    let pool = Pool::start(Arc::clone(&work), 1, Duration::ZERO);
    wait_until(|| hangs.load(Relaxed));
    // Two results are in the channel when the worker is abandoned.
    let mut seen = Vec::new();
    let mut events = Events::of(pool);
    while let Some(event) = events.next(Duration::ZERO) {
        match event {
            Event::Done((job, ())) => seen.push(format!("{job} is done")),
            Event::Hung(place, _) => seen.push(format!("{place} hangs")),
            Event::Tick => {}
        }
    }
    assert_eq!(seen, ["0 is done", "2 hangs", "1 is done"]);
    assert_eq!(work.taken(), 3);
}

#[test]
fn a_slow_worker_that_makes_progress_is_not_abandoned() {
    let work = Numbered::new(2, |_, slot: &Slot<u64>| {
        for step in 0..30 {
            slot.activity().begin(step, None, Action::Check);
            thread::sleep(LIMIT / 10);
        }
    });
    let started = Instant::now();
    let (done, hangs) = drain(Pool::start(work, 2, POLL_INTERVAL), LIMIT);
    assert!(started.elapsed() >= 2 * LIMIT, "each job takes longer than the limit");
    assert_eq!((done.len(), hangs), (2, Vec::new()));
}

#[test]
fn a_late_result_of_an_abandoned_worker_is_dropped_and_it_takes_no_other_job() {
    let release = Arc::new(AtomicBool::new(false));
    let returned = Arc::new(AtomicBool::new(false));
    let work = Numbered::new(100, {
        let (release, returned) = (Arc::clone(&release), Arc::clone(&returned));
        move |job, slot: &Slot<u64>| {
            if job == 0 {
                wait_until(|| release.load(Relaxed));
                returned.store(true, Relaxed);
                return thread::current().id();
            }
            if job == 1 {
                // The abandoned worker wakes up before the end, with time to take more jobs.
                while !returned.load(Relaxed) {
                    slot.activity().touch();
                    thread::sleep(Duration::from_millis(1));
                }
                thread::sleep(10 * POLL_INTERVAL);
            }
            thread::current().id()
        }
    });
    let mut events = Events::of(Pool::start(work, 1, POLL_INTERVAL));
    let (mut done, mut late) = (Vec::new(), None);
    while let Some(event) = events.next(LIMIT) {
        match event {
            Event::Done(result) => done.push(result),
            Event::Hung(place, _) => {
                assert_eq!((place, late.replace(place)), (0, None));
                events.pool.add_worker();
                release.store(true, Relaxed);
            }
            Event::Tick => {}
        }
    }
    assert_eq!(late, Some(0), "the first worker hung");
    assert!(done.iter().map(|(job, _)| *job).eq(1..100), "{done:?}");
    assert!(done.iter().all(|(_, thread)| *thread == done[0].1), "all are of the second worker");
}

#[test]
fn after_a_stop_request_hanging_workers_are_abandoned_after_the_short_limit() {
    let work = Numbered::new(u64::MAX, |job, slot: &Slot<u64>| {
        if job == 3 {
            hang();
        }
        slot.activity().begin(0, None, Action::Check);
        thread::sleep(Duration::from_millis(1));
    });
    let mut events = Events::of(Pool::start(Arc::clone(&work), 2, POLL_INTERVAL));
    let (mut hangs, mut stopped) = (Vec::new(), None);
    while let Some(event) = events.next(limit(LONG, stopped.is_some())) {
        match event {
            Event::Done((job, ())) if job > 20 => {
                work.stop.store(true, Relaxed);
                stopped.get_or_insert_with(Instant::now);
            }
            Event::Hung(place, _) => hangs.push(place),
            _ => {}
        }
    }
    let waited = stopped.expect("a stop was requested").elapsed();
    assert_eq!(hangs, [3]);
    assert!(waited < Duration::from_secs(30), "{waited:?}");
}

#[test]
fn workers_blocked_on_a_full_channel_are_not_abandoned() {
    // More results than the channel holds, and an owner that is busy for longer than the limit.
    let work = Numbered::new(50, |_, _: &Slot<u64>| ());
    let pool = Pool::start(work, 2, POLL_INTERVAL);
    thread::sleep(2 * LIMIT);
    let (done, hangs) = drain(pool, LIMIT);
    assert_eq!((done.len(), hangs), (50, Vec::new()));
}

#[test]
fn a_panic_of_a_worker_reaches_the_owner() {
    let work = Numbered::new(10, |job, _: &Slot<u64>| {
        if job == 4 {
            // Caught and resumed, so that the panic hook does not print it.
            let caught = guard::catch(|| panic!("job {job} is wrong"));
            std::panic::resume_unwind(Box::new(caught.unwrap_err()));
        }
    });
    let caught = std::panic::catch_unwind(|| drain(Pool::start(work, 2, POLL_INTERVAL), LONG));
    let message = caught.expect_err("the owner panics").downcast::<String>();
    assert!(message.is_ok_and(|message| message.starts_with("job 4 is wrong at ")));
}

#[test]
fn workers_of_a_dropped_pool_end() {
    let work = Numbered::new(u64::MAX, |_, _: &Slot<u64>| ());
    let pool = Pool::start(Arc::clone(&work), 2, POLL_INTERVAL);
    drop(pool);
    wait_until(|| Arc::strong_count(&work) == 1);
}

#[test]
fn the_first_two_figures_are_the_times() {
    let seconds = Duration::from_secs;
    let times = Times { computed: seconds(2), waited: seconds(3), is_runnable: true };
    let state = "7 (a) S (b) R 1 2";
    assert_eq!(Times::read("2000000000 3000000000 17\n", state), Some(times));
    let asleep = Times { is_runnable: false, ..times };
    assert_eq!(Times::read("2000000000 3000000000 17\n", "7 (R) S 1"), Some(asleep));
    for damaged in ["", "120", "120 long 17"] {
        assert_eq!(Times::read(damaged, state), None, "{damaged:?}");
    }
    assert_eq!(Times::read("1 2 3", "7"), None);
}

#[test]
#[cfg(target_os = "linux")]
fn a_thread_that_shares_its_cpu_has_waited() {
    let schedule = Schedule::of_this_thread().expect("Linux has these statistics");
    assert!(schedule.times().is_some());
    let ended = thread::spawn(Schedule::of_this_thread).join().unwrap().unwrap();
    // `join` returns when the kernel has begun to take the thread down, not when its files are gone.
    let patience = Instant::now() + Duration::from_mins(1);
    while ended.times().is_some() {
        assert!(Instant::now() < patience, "an ended thread still has statistics: {ended:?}");
        thread::sleep(Duration::from_millis(1));
    }
}
