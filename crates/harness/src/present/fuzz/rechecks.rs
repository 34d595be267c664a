//! Inputs that are executed a second time, with every check.

use std::collections::HashSet;

use crate::model::random::digest;

/// The inputs of a fuzzer that are executed a second time, with every check: each that it keeps,
/// once.
///
/// A fuzzer keeps the inputs that reach new code, where faults are likely, and mutates each of them
/// many times. So the expensive checks can be rare in the mutations
/// ([`Checks::fuzz`](crate::Checks::fuzz)) if every kept input gets them once
/// ([`Checks::fuzz_kept`](crate::Checks::fuzz_kept)). libFuzzer does not say what it keeps, but it
/// mutates only kept inputs, and the mutation that it has just executed. So an input that reaches
/// the mutator and was not executed last is a kept one.
///
/// ```
/// use twinboard_harness::fuzz::Rechecks;
///
/// let mut rechecks = Rechecks::default();
/// assert!(!rechecks.executes(b"kept, perhaps"));
/// assert!(!rechecks.executes(b"another"));
/// // The fuzzer mutates the first one, so it has kept it. It is executed again instead, in full.
/// assert!(rechecks.takes(b"kept, perhaps"));
/// assert!(rechecks.executes(b"kept, perhaps"));
/// // From now on it is mutated.
/// assert!(!rechecks.takes(b"kept, perhaps"));
/// assert!(!rechecks.executes(b"its mutation"));
/// // A mutation may be mutated further, whether it is kept or not.
/// assert!(!rechecks.takes(b"its mutation"));
/// ```
#[derive(Debug, Default)]
pub struct Rechecks {
    /// Digests of the inputs that were taken.
    taken: HashSet<u64>,
    /// Digest of the input taken last, until it is executed.
    next: Option<u64>,
    /// Digest of the input executed last.
    last: Option<u64>,
}

impl Rechecks {
    /// To be called with each input that the fuzzer wants to mutate. True if it should execute the
    /// input itself instead.
    pub fn takes(&mut self, input: &[u8]) -> bool {
        let digest = digest(input);
        let takes = self.last != Some(digest) && self.taken.insert(digest);
        if takes {
            self.next = Some(digest);
        }
        takes
    }

    /// To be called with each input that the fuzzer executes. True if it has just been
    /// [taken](Self::takes): then it should have every check.
    pub fn executes(&mut self, input: &[u8]) -> bool {
        let digest = Some(digest(input));
        self.last = digest;
        self.next.take() == digest
    }
}
