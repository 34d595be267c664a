//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
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
    let results = Mutex::new(items.iter().map(|_| None).collect::<Vec<Option<R>>>());
    let worker = &|| {
        while !is_over() {
            let at = next.fetch_add(1, Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = work(at, item);
            results.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(result);
        }
    };
    thread::scope(|scope| {
        // Without another thread this one does all the work.
        let others = (1..jobs.min(items.len()))
            .filter_map(|_| stack::thread().spawn_scoped(scope, worker).ok());
        let others: Vec<_> = others.collect();
        worker();
        for other in others {
            // The payload says what happened, which the end of the scope would not.
            other.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}
