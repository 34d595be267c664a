//! The checks can fail: every planted slip is noticed by a short campaign, and its case comes out
//! small. In a test binary of its own, because a slip is active in the whole process.

use kit::faults;
use kit::harness::{assert_agree, guard};
use lights_out::engine::planted::Fault;
use lights_out::registration;

#[test]
fn every_planted_slip_is_noticed_and_shown_with_a_small_case() {
    let registration = registration();
    for fault in Fault::ALL {
        faults::activate(Some(fault.entry()));
        let campaign = guard::catch(|| assert_agree(registration.subject(), 1, 300));
        faults::activate(None);
        let report = campaign.expect_err(fault.entry().name);
        let case = match fault {
            Fault::LastCell => "........\n".repeat(7) + "......#.\n",
            Fault::Wraps => "........\n......#.\n> 1 8\n".into(),
            Fault::Transposed => ".\n.\n> 1 1\n".into(),
            Fault::GoesOn => ".\n> 1 1\n".into(),
            Fault::SizeNotHashed => ".\n".into(),
        };
        let case = format!("the case\n{case}").replace('\n', "\n  ");
        assert!(report.contains(case.trim_end()), "{report}");
    }
}
