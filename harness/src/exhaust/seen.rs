//! Positions that have been seen, for all threads.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use crate::random::{digest, digest_on, mixed};

/// In so many parts, each with a lock of its own.
const PARTS: usize = 64;

/// Texts, by hashes of 128 bits: that two of a thousand million share one has a probability below
/// 10^-20.
#[derive(Debug)]
pub(super) struct Seen(Box<[Mutex<FxHashSet<u128>>]>);

impl Default for Seen {
    fn default() -> Self {
        Self((0..PARTS).map(|_| Mutex::default()).collect())
    }
}

impl Seen {
    /// Whether the text is new. `hash` is its hash of PF-4.
    pub(super) fn insert(&self, text: &str, hash: u64) -> bool {
        let second =
            digest_on(mixed(digest(text.as_bytes())) ^ hash.rotate_left(32), text.as_bytes());
        let key = u128::from(hash) << 64 | u128::from(mixed(second));
        let part = &self.0[hash as usize % PARTS];
        part.lock().unwrap_or_else(PoisonError::into_inner).insert(key)
    }
}
