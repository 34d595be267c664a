//! Cases of files, replayed in lockstep.

use std::ops::ControlFlow;
use std::time::Duration;

use twinboard_harness::triage::{self, Replayed};
use twinboard_harness::{AnyCase, Divergence, Finding, Side};
use twinboard_vocabulary::Picture;

use crate::session::{AnySubject, Session};

/// Replays a case on both sides. Its name is for the transcript.
pub(crate) fn replay(
    subject: &AnySubject,
    (name, case): (&str, &AnyCase),
    session: &Session,
    limit: Duration,
) -> Replayed {
    session.note(name);
    let replay = || triage::replay(subject, case, limit);
    let replayed = replay();
    if let Replayed::Diverged(Divergence { finding: Finding::Failed { .. }, .. }, _) = &replayed
        && session.engine_command().is_some()
        && let again @ Replayed::Diverged(..) = replay()
    {
        // After a breach, requests are sent one by one: then it names the request at fault.
        return again;
    }
    replayed
}

/// True if a case that failed is a transformed one, whose set-up is another than that of the file.
pub(crate) fn is_transformed(subject: &AnySubject, case: &AnyCase, found: &AnyCase) -> bool {
    set_up(subject, case) != set_up(subject, found)
}

/// The board of the set-up of a case; `None` if the oracle does not support it.
fn set_up(subject: &AnySubject, case: &AnyCase) -> Option<Picture> {
    let mut shown = None;
    subject.visit_frames(Side::Oracle, case, &mut |frame| {
        shown = Some(frame.picture);
        ControlFlow::Break(())
    });
    shown
}
