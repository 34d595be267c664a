//! Counters for places of code that is not in this process, which libFuzzer reads besides its own.

use std::env::args_os;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use twinboard_harness::fuzz::{FIRST_STEP, PLACES, REACHED_ONLY};

/// Number of counters of code, and as many of steps towards code, which never share one. libFuzzer
/// clears and reads all of them for every input, of every target.
const LENGTH: usize = 1 << 13;

/// libFuzzer clears this section before each input and reads it afterwards. Each byte counts for
/// itself, in the classes of its own counters: 1, 2, 3, 4 to 7, 8 to 15 and so on.
// The attribute is unsafe because a section can have a meaning for the linker or the loader. This
// one has none: libFuzzer only asks for its bounds. Only Linux and Fuchsia have it.
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "the name of a section, see above"),
    unsafe(link_section = "__libfuzzer_extra_counters")
)]
static COUNTERS: [[AtomicU8; LENGTH]; 2] = [const { [const { AtomicU8::new(0) }; LENGTH] }; 2];

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
        let without_steps = args_os().any(|argument| argument == REACHED_ONLY);
        Self { is_reached: vec![false; PLACES].into(), reached: 0, without_steps }
    }
}

impl Counters {
    /// Adds to the count of a place. Several places may share a counter. Returns false if the place
    /// does not count.
    pub(crate) fn add(&mut self, place: u16, count: u8) -> bool {
        let is_step = place >= FIRST_STEP;
        if is_step && self.without_steps {
            return false;
        }
        let place = usize::from(place);
        // Neighbouring places of a small program have counters of their own.
        let counter = &COUNTERS[usize::from(is_step)][place % LENGTH];
        counter.store(counter.load(Relaxed).saturating_add(count), Relaxed);
        self.reached += u64::from(!is_step && !self.is_reached[place]);
        self.is_reached[place] = true;
        true
    }

    /// Number of places of code that were reported since the start of the process.
    pub(crate) fn reached(&self) -> u64 {
        self.reached
    }
}
