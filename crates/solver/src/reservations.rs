//! Outcomes under search by several threads, so that each finds something else to do.
//!
//! Threads that share a table would naively search the same outcomes in the same order, and each
//! result would come too late for the others. As in ABDADA (Weill, 1996) a thread reserves the
//! outcome that it searches; others put it off until they have tried the rest of their round. By
//! then it is often in the table. A reservation is only advice, so collisions do no harm.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::tuning::RESERVATION_SLOTS;

/// Reservations of all threads that share tables. A clone shares the reservations.
#[derive(Clone, Debug)]
pub(crate) struct Reservations {
    /// By hash of the outcome, the thread that searches it plus 1; 0 is free.
    slots: Arc<[AtomicU32]>,
}

impl Default for Reservations {
    fn default() -> Self {
        Self { slots: (0..RESERVATION_SLOTS).map(|_| AtomicU32::new(0)).collect() }
    }
}

impl Reservations {
    fn slot(&self, hash: u64) -> &AtomicU32 {
        &self.slots[(hash % RESERVATION_SLOTS) as usize]
    }

    /// True if another thread searches this outcome.
    pub(crate) fn is_taken(&self, hash: u64, thread: u32) -> bool {
        let holder = self.slot(hash).load(Relaxed);
        holder != 0 && holder != thread + 1
    }

    /// Reserves an outcome; false if it is reserved already.
    pub(crate) fn take(&self, hash: u64, thread: u32) -> bool {
        self.slot(hash).compare_exchange(0, thread + 1, Relaxed, Relaxed).is_ok()
    }

    /// Releases an outcome that `take` reserved.
    pub(crate) fn release(&self, hash: u64) {
        self.slot(hash).store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Reservations;
    use crate::tuning::RESERVATION_SLOTS;

    #[test]
    fn only_other_threads_see_a_reservation_and_it_can_be_taken_once() {
        let reservations = Reservations::default();
        let of_other_thread = reservations.clone();
        assert!(!of_other_thread.is_taken(7, 1));
        assert!(reservations.take(7, 0));
        assert!(of_other_thread.is_taken(7, 1) && !reservations.is_taken(7, 0));
        assert!(!of_other_thread.take(7, 1) && !reservations.take(7, 0));
        assert!(!of_other_thread.is_taken(8, 1));
        assert!(of_other_thread.is_taken(7 + RESERVATION_SLOTS, 1), "slots are shared");
        reservations.release(7);
        assert!(!of_other_thread.is_taken(7, 1) && of_other_thread.take(7, 1));
    }
}
