//! The checks can fail: every planted slip is noticed by a short campaign, and its case comes out
//! small. In a test binary of its own, because a slip is active in the whole process.

use std::sync::Arc;

use kit::harness::{Subject, assert_agree, guard};
use own_ruleset::pairing;
use own_ruleset::planted::Fault;

#[test]
fn every_planted_slip_is_noticed_and_shown_with_a_small_case() {
    let subject: Arc<dyn Subject> = Arc::new(pairing());
    for fault in Fault::ALL {
        kit::faults::activate(Some(fault.entry()));
        let campaign = guard::catch(|| assert_agree(&subject, 1, 300));
        kit::faults::activate(None);
        let report = campaign.expect_err(fault.entry().name);
        let row = match fault {
            Fault::LastHole => "oo.",
            Fault::Hole64 => &".".repeat(64),
            Fault::PegStays => ".oo\n  > 3 left",
        };
        assert!(report.contains(&format!("\nthe case\n  {row}\n")), "{report}");
    }
}
