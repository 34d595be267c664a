//! Parts of the shrinking that all checks have in common.

use std::time::Duration;

use super::halt::Halt;
use crate::subjects::AnySubject;

/// While a program that does not end is shrunk, a run counts as late after `LATE_FACTOR` times the
/// slowest of its good runs, but not before `LATE_MIN`. In the end the judge's own limit decides.
const LATE_FACTOR: u32 = 20;
const LATE_MIN: Duration = Duration::from_millis(150);

/// The limit for runs that may well not end, from the slowest good run so far.
pub(super) fn limit_of_late_runs(slowest: Duration, most: Duration) -> Duration {
    (slowest * LATE_FACTOR).clamp(LATE_MIN, most.max(LATE_MIN))
}

/// Makes a case smaller. `first_failing` finds among candidates the first on which the program
/// still fails. Ctrl-C ends the shrinking, and what has been reached by then is the result.
pub(super) fn shrink(
    subject: &AnySubject,
    case: &str,
    mut first_failing: impl FnMut(&[String]) -> Result<Option<usize>, Halt>,
) -> Result<String, Halt> {
    let mut halted = None;
    let shrunk = subject.shrink_for_judge(case.as_bytes(), &mut |candidates| {
        first_failing(candidates).unwrap_or_else(|halt| {
            halted = Some(halt);
            None
        })
    });
    match halted {
        None | Some(Halt::Interrupted) => Ok(shrunk.unwrap_or_else(|_| case.to_owned())),
        Some(halt) => Err(halt),
    }
}
