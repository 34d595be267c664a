//! Watching over work that may never come back.
//!
//! A thread that loops for ever cannot be stopped from outside, only left behind: it spins until
//! the process ends. So a watch gives its finding and goes on without that thread.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::pulse::{Pulse, Stage};

/// How often a watch looks at a pulse.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// Work that did not come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hang {
    /// What it was doing.
    pub stage: Stage,
    /// The case it was playing, as text, if it had one.
    pub text: Option<String>,
}

/// Looks at one pulse again and again, and tells when it has stood still for too long.
#[derive(Debug)]
pub(crate) struct Watch {
    beats: u64,
    since: Instant,
}

impl Watch {
    pub(crate) fn new(pulse: &Pulse) -> Self {
        Self { beats: pulse.beats(), since: Instant::now() }
    }

    /// Whether the pulse has not changed for `limit`.
    pub(crate) fn stands_still(&mut self, pulse: &Pulse, limit: Duration) -> bool {
        let beats = pulse.beats();
        if beats != self.beats {
            *self = Self { beats, since: Instant::now() };
        }
        self.since.elapsed() >= limit
    }
}

/// Runs `work` on a thread of its own, and gives up when its pulse stands still for `limit`.
///
/// # Errors
///
/// The work did not come back; its thread is left behind.
///
/// # Panics
///
/// If the work panics.
pub fn watched<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce(&Pulse) -> T + Send + 'static,
) -> Result<T, Hang> {
    let pulse = Arc::new(Pulse::default());
    let (sender, receiver) = mpsc::channel();
    let thread = {
        let pulse = Arc::clone(&pulse);
        thread::spawn(move || {
            // Nobody listens any more if the work was given up.
            let _ = sender.send(work(&pulse));
        })
    };
    let mut watch = Watch::new(&pulse);
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => {
                let panic = thread.join().expect_err("the work ended without a result");
                std::panic::resume_unwind(panic);
            }
            Err(RecvTimeoutError::Timeout) => {
                if watch.stands_still(&pulse, limit) {
                    return Err(Hang { stage: pulse.stage(), text: pulse.case_text() });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::watched;
    use crate::pulse::{Action, Side};

    #[test]
    fn work_that_comes_back_gives_its_result() {
        assert_eq!(watched(Duration::from_mins(1), |_| 7), Ok(7));
    }

    #[test]
    fn work_that_does_not_come_back_is_given_up_with_its_stage() {
        let hang = watched(Duration::from_millis(100), |pulse| {
            pulse.begin_case(|| "the case".into());
            pulse.beat(3, Some(Side::Engine), Action::Play);
            loop {
                thread::park();
            }
        });
        let hang: super::Hang = hang.map(|(): ()| ()).unwrap_err();
        assert_eq!(hang.text.as_deref(), Some("the case"));
        assert_eq!((hang.stage.step, hang.stage.side), (3, Some(Side::Engine)));
    }

    #[test]
    fn slow_work_is_not_given_up_while_its_pulse_beats() {
        let slow = watched(Duration::from_secs(1), |pulse| {
            for step in 0..30 {
                pulse.beat(step, None, Action::Check);
                thread::sleep(Duration::from_millis(50));
            }
            "done"
        });
        assert_eq!(slow, Ok("done"));
    }
}
