//! A search on a thread of its own, cut off in time.
//!
//! The asking thread holds the clock and the best answer so far. It returns that answer in time,
//! whatever the search does: even if it computes on, waits for a processor, or hangs. A thread that
//! mostly sleeps gets a processor sooner than one that computes, and it measures at each waking how
//! busy the machine is.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::budget::MoveBudget;
use crate::contest::STACK;
use crate::delays::Delays;

/// Longest sleep of the asking thread. Each waking measures the delay.
const TICK: Duration = Duration::from_millis(5);

/// A message from the search.
enum Update {
    /// The best answer so far.
    Better(String),
    /// The search is over; no better answer will follow.
    Done,
}

/// A search that is running. It is told to stop when this is dropped.
#[derive(Debug)]
pub struct Search {
    updates: Receiver<Update>,
    stop: Arc<AtomicBool>,
    started: Instant,
    deadline: Instant,
}

impl Search {
    /// Starts a search for the best answer. It gets its budget, and a function to call with each
    /// better answer.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn start(
        deadline: Instant,
        threads: usize,
        search: impl FnOnce(&MoveBudget<'_>, &mut dyn FnMut(String)) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, updates) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stop_of_search = Arc::clone(&stop);
        let searching = move || {
            let budget = MoveBudget { deadline, threads, stop: &stop_of_search };
            // Sending fails when the answer has been given.
            search(&budget, &mut |answer| drop(sender.send(Update::Better(answer))));
            let _ = sender.send(Update::Done);
        };
        thread::Builder::new().stack_size(STACK).spawn(searching)?;
        Ok(Self { updates, stop, started: Instant::now(), deadline })
    }

    /// The best answer shortly before the deadline, or earlier if the search is over or `stop` is
    /// set. `first` is the answer until the search finds a better one.
    pub fn best_in_time(&self, first: String, stop: &AtomicBool, delays: &Delays) -> String {
        let time = self.deadline.saturating_duration_since(self.started);
        let mut best = first;
        loop {
            let now = Instant::now();
            let margin = delays.margin(now, time);
            let left = self.deadline.saturating_duration_since(now).saturating_sub(margin);
            if left.is_zero() || stop.load(Relaxed) {
                return self.newest(best);
            }
            let sleep = TICK.min(left);
            match self.updates.recv_timeout(sleep) {
                Ok(Update::Better(answer)) => best = answer,
                // Without the last message, it panicked.
                Ok(Update::Done) | Err(RecvTimeoutError::Disconnected) => return best,
                Err(RecvTimeoutError::Timeout) => {
                    let woken = Instant::now();
                    delays.add(woken, woken.saturating_duration_since(now + sleep));
                }
            }
        }
    }

    /// The last answer that has been sent, else `best`.
    fn newest(&self, best: String) -> String {
        let answers = self.updates.try_iter().filter_map(|update| match update {
            Update::Better(answer) => Some(answer),
            Update::Done => None,
        });
        answers.last().unwrap_or(best)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::mpsc;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::Search;
    use crate::budget::MoveBudget;
    use crate::delays::Delays;

    /// A time that no test waits for.
    const LONG: Duration = Duration::from_hours(1);

    type Better<'a> = &'a mut dyn FnMut(String);

    /// The result of a search in this time, with `known` as its first answer.
    fn best(
        time: Duration,
        search: impl FnOnce(&MoveBudget<'_>, Better<'_>) + Send + 'static,
    ) -> String {
        let search = Search::start(Instant::now() + time, 1, search).unwrap();
        search.best_in_time("known".into(), &AtomicBool::new(false), &Delays::new())
    }

    #[test]
    fn a_search_that_ignores_its_budget_is_cut_off_and_told_to_stop() {
        let (sender, stopped) = mpsc::channel();
        let found = best(Duration::from_millis(60), move |budget, better| {
            better("first".into());
            better("second".into());
            while !budget.stop.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            better("too late".into());
            sender.send(()).unwrap();
        });
        assert_eq!(found, "second");
        assert_eq!(stopped.recv(), Ok(()));
    }

    #[test]
    fn a_search_without_an_answer_leaves_the_one_that_is_known() {
        for time in [Duration::from_millis(30), Duration::ZERO] {
            let hung = |_: &MoveBudget<'_>, _: Better<'_>| loop {
                thread::park();
            };
            assert_eq!(best(time, hung), "known");
        }
    }

    #[test]
    fn the_answer_comes_at_once_if_the_search_ends_or_panics_or_all_is_stopped() {
        assert_eq!(best(LONG, |_, better| better("only".into())), "only");
        assert_eq!(best(LONG, |_, _| ()), "known");
        let panicking = |_: &MoveBudget<'_>, better: Better<'_>| {
            better("last".into());
            // Unlike `panic!`, it prints nothing.
            std::panic::resume_unwind(Box::new(()));
        };
        assert_eq!(best(LONG, panicking), "last");
        let at_once = |_: &MoveBudget<'_>, _: Better<'_>| std::panic::resume_unwind(Box::new(()));
        assert_eq!(best(LONG, at_once), "known");
        let hung = |_: &MoveBudget<'_>, _: Better<'_>| loop {
            thread::park();
        };
        let search = Search::start(Instant::now() + LONG, 1, hung).unwrap();
        let answer = search.best_in_time("known".into(), &AtomicBool::new(true), &Delays::new());
        assert_eq!(answer, "known");
    }

    #[test]
    fn of_several_answers_that_wait_at_the_deadline_the_last_counts() {
        let (sender, sent) = mpsc::channel();
        let search = Search::start(Instant::now(), 1, move |_, better| {
            for answer in ["worst", "better", "best"] {
                better(answer.into());
            }
            sender.send(()).unwrap();
        });
        let search = search.unwrap();
        sent.recv().unwrap();
        let found = search.best_in_time("known".into(), &AtomicBool::new(false), &Delays::new());
        assert_eq!(found, "best");
    }
}
