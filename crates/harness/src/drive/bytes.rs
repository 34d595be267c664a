//! Checks of the reader and printer of a rule set on arbitrary bytes, and shrinking of such bytes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::drive::subject::Subject;
use crate::drive::watch;
use crate::model::guard;

/// Reads and prints `bytes` and returns a description of the fault, if there is one: a broken
/// guarantee of the text format, a panic, or a hang of `limit`.
#[must_use]
pub fn complaint(subject: &Arc<dyn Subject>, bytes: &[u8], limit: Duration) -> Option<String> {
    let checked = {
        let (subject, bytes) = (Arc::clone(subject), bytes.to_owned());
        watch::watched(limit, move |_| guard::catch(|| subject.check_text(&bytes)))
    };
    match checked {
        Ok(Ok(checked)) => checked.err(),
        Ok(Err(panic)) => Some(format!("panics: {panic}")),
        Err(_) => Some(format!("hangs: no progress for {limit:?}")),
    }
}

/// Shrinks `bytes` by removing pieces and replacing bytes with plain ones as long as `fails` holds.
/// Returns a local minimum, or the best result when `time` is over.
pub fn shrink(bytes: &[u8], time: Duration, fails: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let deadline = Instant::now().checked_add(time);
    let mut fails = |candidate: &[u8]| {
        deadline.is_none_or(|deadline| Instant::now() < deadline) && fails(candidate)
    };
    let mut best = bytes.to_owned();
    loop {
        let before = best.clone();
        let mut length = best.len().next_power_of_two();
        while length > 0 {
            drop_pieces(&mut best, length, &mut fails);
            length /= 2;
        }
        plainer(&mut best, &mut fails);
        if best == before {
            return best;
        }
    }
}

/// Removes every piece of `length` bytes without which the failure persists.
fn drop_pieces(best: &mut Vec<u8>, length: usize, fails: &mut dyn FnMut(&[u8]) -> bool) {
    let mut start = 0;
    while start < best.len() {
        let end = best.len().min(start + length);
        let shorter = [&best[..start], &best[end..]].concat();
        if fails(&shorter) {
            *best = shorter;
        } else {
            start = end;
        }
    }
}

/// Replaces each byte with the first of `0`, `1`, blank and `a` with which the failure persists.
fn plainer(best: &mut [u8], fails: &mut dyn FnMut(&[u8]) -> bool) {
    for place in 0..best.len() {
        let there = best[place];
        for plain in b"01 a".iter().copied().take_while(|&plain| plain != there) {
            best[place] = plain;
            if fails(best) {
                break;
            }
            best[place] = there;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::shrink;

    const LONG: Duration = Duration::from_mins(10);

    #[test]
    fn bytes_that_do_not_matter_are_removed_or_become_plain() {
        let mut needs_both =
            |bytes: &[u8]| bytes.contains(&b'x') && bytes.split(|&b| b == b'\n').count() > 3;
        let shrunk = shrink(b"some\nlines with\nan x in\nthem\n", LONG, &mut needs_both);
        assert_eq!(shrunk.len(), 4);
        assert!(needs_both(&shrunk));
        let mut fails = |bytes: &[u8]| bytes.len() >= 3 && bytes[1] == 0xFF;
        assert_eq!(shrink(b"qq\xFFqqq", LONG, &mut fails), b"0\xFF0");
        assert_eq!(shrink(b"as it was", LONG, &mut |_| false), b"as it was");
        assert_eq!(shrink(b"", LONG, &mut |_| true), b"");
    }
}
