//! A profile of a campaign: the share of time that each call of each side takes.
//!
//! A thread looks at the stage of every worker once in a millisecond and counts what it sees. So the
//! calls are not slowed down by clocks, short ones are counted as rightly as long ones, and nothing
//! is done if no profile is wanted.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::drive::pool::{Slot, stack};
use crate::model::activity::{Action, Side, Stage};
use crate::model::sync::lock;

/// Interval between two samples.
const INTERVAL: Duration = Duration::from_millis(1);

/// Samples of the work of a campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// By side (the harness first), then by action.
    samples: [[u64; Action::ALL.len()]; 3],
}

impl Profile {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.samples.iter().flatten().sum()
    }

    /// Share of the samples with this side and action, from 0 to 1; `None` is the harness, which
    /// makes cases ([`Action::DrawSetup`], [`Action::Mutate`], [`Action::Generate`]) or checks the
    /// answers ([`Action::Check`]). 0 without samples.
    #[must_use]
    pub fn share(&self, side: Option<Side>, action: Action) -> f64 {
        let count = self.samples[row(side)][action as usize];
        count as f64 / self.samples().max(1) as f64
    }

    fn count(&mut self, stage: Stage) {
        self.samples[row(stage.side)][stage.action as usize] += 1;
    }
}

fn row(side: Option<Side>) -> usize {
    side.map_or(0, |side| side as usize + 1)
}

/// The thread that takes the samples.
pub(crate) struct Sampler<P> {
    shared: Arc<Shared<P>>,
    /// `None` if the system permits no further thread; the profile is empty then.
    thread: Option<JoinHandle<Profile>>,
}

struct Shared<P> {
    slots: Mutex<Vec<Arc<Slot<P>>>>,
    is_over: AtomicBool,
}

impl<P: Clone + Send + 'static> Sampler<P> {
    /// Starts the thread, which [watches](Self::watch) no worker yet.
    pub(crate) fn start() -> Self {
        let (slots, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        let shared = Arc::new(Shared { slots, is_over });
        let body = {
            let shared = Arc::clone(&shared);
            move || shared.sample()
        };
        let thread = thread::Builder::new().name("profile".to_owned()).stack_size(stack());
        let thread = thread.spawn(body).ok();
        Self { shared, thread }
    }

    /// Samples these workers from now on.
    pub(crate) fn watch(&self, slots: Vec<Arc<Slot<P>>>) {
        *lock(&self.shared.slots) = slots;
    }

    /// Ends sampling.
    pub(crate) fn finish(self) -> Profile {
        self.shared.is_over.store(true, Relaxed);
        self.thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
    }
}

impl<P: Clone> Shared<P> {
    fn sample(&self) -> Profile {
        let mut profile = Profile::default();
        while !self.is_over.load(Relaxed) {
            thread::sleep(INTERVAL);
            for slot in lock(&self.slots).iter() {
                // Between two jobs a worker does nothing.
                if slot.place().is_some() {
                    profile.count(slot.activity().stage());
                }
            }
        }
        profile
    }
}
