//! Decides when the processes of a program are counted.

use std::io;
use std::time::{Duration, Instant};

use crate::processes;

/// Interval between two counts: doubles from the first value to the second.
const INTERVAL_MIN: Duration = Duration::from_millis(2);
const INTERVAL_MAX: Duration = Duration::from_millis(20);

/// Counting takes at most 1/`SHARE` of the time.
const SHARE: u32 = 20;

/// Number of processes up to which growth is nothing unusual.
const FEW: usize = 8;

/// Counts of the processes of a program.
#[derive(Debug)]
pub(crate) struct Counting {
    /// Number of processes that the program may have.
    limit: usize,
    /// Time of the next count.
    at: Instant,
    interval: Duration,
    /// See [`processes::newest`].
    newest: Option<u64>,
    /// The greatest number counted so far, or [`FEW`].
    most: usize,
}

impl Counting {
    pub(crate) fn new(limit: u32) -> Self {
        let (at, interval) = (Instant::now() + INTERVAL_MIN, INTERVAL_MIN);
        Self { limit: limit as usize, at, interval, newest: None, most: FEW }
    }

    /// Time until the next count.
    pub(crate) fn pause(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now()).max(Duration::from_micros(50))
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.at
    }

    /// Counts, unless no process has been started since; true if there are too many.
    pub(crate) fn finds_too_many(&mut self, count: impl Fn() -> io::Result<usize>) -> bool {
        let before = Instant::now();
        let newest = processes::newest();
        let is_unchanged = newest.is_some() && newest == self.newest;
        self.newest = newest;
        let mut found = 0;
        while !is_unchanged && found <= self.limit {
            found = count().unwrap_or_else(|_| {
                // The next count is due even if no process is started meanwhile.
                self.newest = None;
                0
            });
            if found <= self.most {
                break;
            }
            // There were never as many: perhaps a fork bomb. A process that sleeps now runs again
            // when all of the bomb have had their turn, so the next count is at once.
            self.most = found;
        }
        self.interval = (self.interval * 2).min(INTERVAL_MAX);
        let now = Instant::now();
        self.at = now + self.interval.max((now - before) * SHARE);
        found > self.limit
    }
}
