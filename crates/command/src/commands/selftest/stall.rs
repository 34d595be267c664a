//! Detects a check that hangs, on a machine of any load.
//!
//! The clock on the wall says nothing about a process that waits for a CPU. So a check hangs if,
//! since its last sign of progress, it has *used* the limit as CPU time, or if it has used no CPU
//! time at all for as long as the limit. Signs of progress are the steps that `verify` counts
//! ([`ProgressFile`](crate::output::progress::ProgressFile)) and everything that a check prints.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The state of a check at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// Time since the check began.
    pub(super) elapsed: Duration,
    /// CPU time of the check with all its processes; `None` if the system does not report it.
    pub(super) cpu: Option<Duration>,
    /// A number that changes with every sign of progress.
    pub(super) progress: u64,
}

impl Sample {
    /// The state of the check that began at `started` and leads the process group `group`.
    /// `outputs` are the files of its progress and of everything that it prints.
    pub(super) fn of(started: Instant, group: u32, outputs: &[&Path]) -> Self {
        let read = |path: &&Path| {
            let length = fs::metadata(path).map_or(0, |file| file.len());
            // A count of steps may change without a change of its length.
            let count = fs::read_to_string(path).ok().filter(|_| length < 32);
            let count = count.and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(0);
            length.wrapping_add(count)
        };
        let progress = outputs.iter().map(read).fold(0, u64::wrapping_add);
        Self { elapsed: started.elapsed(), cpu: cpu_time(group), progress }
    }

    /// CPU time, or the time on the wall where the system does not report it.
    pub(super) fn used(&self) -> Duration {
        self.cpu.unwrap_or(self.elapsed)
    }
}

/// Compares the samples of one check.
pub(super) struct Stall {
    limit: Duration,
    /// The sample of the last sign of progress.
    progressed: Option<Sample>,
    /// The last sample in which the check had used more CPU time than before.
    ran: Option<Sample>,
}

impl Stall {
    pub(super) fn new(limit: Duration) -> Self {
        Self { limit, progressed: None, ran: None }
    }

    /// Adds a sample, and returns true if the check hangs.
    pub(super) fn is_hang(&mut self, sample: Sample) -> bool {
        if self.progressed.is_none_or(|last| last.progress != sample.progress) {
            (self.progressed, self.ran) = (Some(sample), Some(sample));
        }
        if self.ran.is_none_or(|last| last.used() < sample.used()) {
            self.ran = Some(sample);
        }
        let since = |last: Option<Sample>, of: fn(&Sample) -> Duration| {
            last.map_or(Duration::ZERO, |last| of(&sample).saturating_sub(of(&last)))
        };
        since(self.progressed, Sample::used) >= self.limit
            || since(self.ran, |sample| sample.elapsed) >= self.limit
    }
}

/// CPU time of all processes of a group, and of their children that have ended.
#[cfg(target_os = "linux")]
fn cpu_time(group: u32) -> Option<Duration> {
    let mut ticks = None;
    for process in fs::read_dir("/proc").ok()?.flatten() {
        let stat = fs::read_to_string(process.path().join("stat"));
        if let Some((its_group, its_ticks)) = stat.ok().as_deref().and_then(group_and_ticks)
            && its_group == group
        {
            *ticks.get_or_insert(0) += its_ticks;
        }
    }
    // Linux counts 100 ticks a second here, whatever the frequency of its timer. One that has begun
    // counts, or a process would seem to use no time in its first hundredth of a second.
    ticks.map(|ticks| Duration::from_millis((ticks + 1) * 10))
}

/// The process group in a line of `/proc/PID/stat`, and the ticks of user and system time with
/// those of the children that have ended. The name of the program, in parentheses, may contain
/// blanks.
#[cfg(target_os = "linux")]
fn group_and_ticks(stat: &str) -> Option<(u32, u64)> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok());
    Some((fields.get(2)?.parse().ok()?, ticks.sum::<Option<u64>>()?))
}

/// Always `None`: the system does not report it.
#[cfg(not(target_os = "linux"))]
fn cpu_time(_group: u32) -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Sample, Stall};

    /// A sample of a check with this time, CPU time and progress.
    fn sample(elapsed: u64, cpu: impl Into<Option<u64>>, progress: u64) -> Sample {
        let cpu = cpu.into().map(Duration::from_secs);
        Sample { elapsed: Duration::from_secs(elapsed), cpu, progress }
    }

    fn hangs(samples: &[Sample]) -> Vec<bool> {
        let mut stall = Stall::new(Duration::from_secs(10));
        samples.iter().map(|&sample| stall.is_hang(sample)).collect()
    }

    #[test]
    fn a_check_that_waits_for_a_cpu_does_not_hang() {
        // One second of CPU time in nine on the wall.
        let samples: Vec<_> = (0..10).map(|second| sample(second * 9, second, 0)).collect();
        assert_eq!(hangs(&samples), [false; 10]);
    }

    #[test]
    fn a_check_that_makes_progress_does_not_hang() {
        let samples: Vec<_> = (0..10).map(|at| sample(at * 9, at * 9, at)).collect();
        assert_eq!(hangs(&samples), [false; 10]);
        let blind: Vec<_> = (0..10).map(|at| sample(at * 9, None, at)).collect();
        assert_eq!(hangs(&blind), [false; 10]);
    }

    #[test]
    fn a_check_that_computes_or_sleeps_without_progress_hangs() {
        assert_eq!(
            hangs(&[sample(0, 0, 1), sample(9, 9, 1), sample(10, 10, 1)])[1..],
            [false, true]
        );
        assert_eq!(
            hangs(&[sample(0, 0, 1), sample(9, 0, 1), sample(10, 0, 1)])[1..],
            [false, true]
        );
        let blind = [sample(0, None, 1), sample(9, None, 1), sample(10, None, 1)];
        assert_eq!(hangs(&blind)[1..], [false, true]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn ticks_are_read_behind_a_name_with_blanks_and_parentheses() {
        let stat = "7 (a) b) R 1 42 7 0 -1 4194560 100 0 0 0 5 6 70 800 20 0 1 0 100";
        assert_eq!(super::group_and_ticks(stat), Some((42, 881)));
        assert_eq!(super::group_and_ticks("7 (a) R 1 42"), None);
    }
}
