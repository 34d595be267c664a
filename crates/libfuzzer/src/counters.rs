//! Counters for places of code that is not in this process, which libFuzzer reads besides its own.

use std::env::args_os;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Number of counters. libFuzzer clears and reads all of them for every input, of every target.
const LENGTH: usize = 1 << 14;

/// Number of places that an engine can report (EP-36).
const PLACES: usize = 1 << 16;

/// The first place that is a step towards code and not code that ran.
const STEPS: usize = PLACES / 2;

/// libFuzzer clears this section before each input and reads it afterwards. Each byte counts for
/// itself, in the classes of its own counters: 1, 2, 3, 4 to 7, 8 to 15 and so on.
// The attribute is unsafe because a section can have a meaning for the linker or the loader. This
// one has none: libFuzzer only asks for its bounds. Only Linux and Fuchsia have it.
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "the name of a section, see above"),
    unsafe(link_section = "__libfuzzer_extra_counters")
)]
static COUNTERS: [AtomicU8; LENGTH] = [const { AtomicU8::new(0) }; LENGTH];

/// The places that the engine has reported so far.
pub(crate) struct Counters {
    /// True for each place that was reported.
    is_reached: Box<[bool]>,
    reached: u64,
    /// True if the fuzzer asks for code alone, as `fuzz --keep` does.
    without_steps: bool,
}

impl Default for Counters {
    fn default() -> Self {
        let without_steps = args_os().any(|argument| argument == "-use_counters=0");
        Self { is_reached: vec![false; PLACES].into(), reached: 0, without_steps }
    }
}

impl Counters {
    /// Adds to the count of a place. Several places may share a counter.
    pub(crate) fn add(&mut self, place: u16, count: u8) {
        let place = usize::from(place);
        if place >= STEPS && self.without_steps {
            return;
        }
        // Neighbouring places of a small program have counters of their own.
        let counter = &COUNTERS[place % LENGTH];
        counter.store(counter.load(Relaxed).saturating_add(count), Relaxed);
        self.reached += u64::from(place < STEPS && !self.is_reached[place]);
        self.is_reached[place] = true;
    }

    /// Number of places of code that were reported since the start of the process.
    pub(crate) fn reached(&self) -> u64 {
        self.reached
    }
}
