//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::{panic, thread};

use crate::process::stack;

/// Applies `work` to the items and their numbers on up to `jobs` threads, which start the items in
/// their order. Returns the results in that order; `None` for items not started since `is_over`.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    is_over: impl Fn() -> bool + Sync,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let (done, finished) = mpsc::channel();
    let worker = &|done: Sender<(usize, R)>| {
        while !is_over() {
            let at = next.fetch_add(1, Relaxed);
            let Some(item) = items.get(at) else { break };
            let _ = done.send((at, work(at, item)));
        }
    };
    thread::scope(|scope| {
        let others = (1..jobs.min(items.len())).filter_map(|_| {
            let done = done.clone();
            // Without another thread this one does all the work.
            stack::thread().spawn_scoped(scope, move || worker(done)).ok()
        });
        let others: Vec<_> = others.collect();
        worker(done);
        for other in others {
            // The payload says what happened, which the end of the scope would not.
            other.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
        }
    });
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    for (at, result) in finished {
        results[at] = Some(result);
    }
    results
}
